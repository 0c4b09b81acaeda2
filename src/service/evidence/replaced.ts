import type { LatestNamed } from '../store/tables/latest.ts';
import { listAt, stringAt } from '../../text/index.ts';
import { attestationView, type AttestationView } from './attestation-view.ts';
import type { Evidence } from './context.ts';

/** One record by its id; `undefined` if the organization has none with it. */
export async function recordById({ links, store }: Evidence, orgId: string, id: string): Promise<AttestationView | undefined> {
  const row = await store.attestationById(orgId, id);
  return row === undefined ? undefined : attestationView(row, links);
}

/**
 * The record that replaced another one on its trail: the latest of its name about the same thing. `undefined` while the record
 * itself is still the latest; if it was made for several artifacts, for at least one of them.
 */
export async function replacementOf(
  evidence: Evidence,
  orgId: string,
  trailId: string,
  record: AttestationView,
): Promise<AttestationView | undefined> {
  const latest = (await evidence.store.latestNamed(orgId, trailId, record.attestation_name)).filter((each) => isAbout(record, each));
  const [first] = latest;
  if (first === undefined || latest.some(({ id }) => id === record.attestation_id)) return undefined;
  return await recordById(evidence, orgId, first.id);
}

function isAbout(record: AttestationView, { commit, fingerprint, target }: LatestNamed): boolean {
  const about = stringAt(record, 'artifact_fingerprint');
  const targets = listAt(record, 'target_artifacts') ?? [];
  if (about !== undefined || targets.length === 0) return about === fingerprint && target === undefined;
  return target !== undefined && targets.includes(target) && commit === stringAt(record, 'git_commit_info', 'sha1');
}
