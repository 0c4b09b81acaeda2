import type { AttestationStatus } from '../../../contract/index.ts';
import { closeChain, openChain, type Chain } from '../log/chain.ts';
import type { Flow } from '../model/flows.ts';
import type { NewOverride, Overridden, OverrideOutcome } from '../model/attestations.ts';
import type { Judges } from '../model/judges.ts';
import { contentOf, earlierAnswer, unknownArtifact, writeAttestation } from './attestations.ts';
import { findFlow } from './flows.ts';
import { factsOf, findTrailState, type TrailState } from './trails.ts';
import type { Steps } from '../sql/statement.ts';

/** Records an override of evidence that is on its trail or required there; there is nothing else to override. */
export function* recordOverride(override: NewOverride, judges: Judges, now: number): Steps<OverrideOutcome> {
  const chain = yield* openChain(override.author);
  const found = (yield* earlierAnswer(override)) ?? (yield* unknownArtifact(override)) ?? (yield* overriddenBy(chain, override, judges));
  if ('outcome' in found) {
    yield* closeChain(chain);
    return found;
  }
  const { flow, overridden, trail } = found;
  const content = { ...contentOf(override, flow, trail), overridden };
  return yield* writeAttestation(chain, content, { id: override.id, flow, trail, judges, now });
}

interface Found {
  readonly flow: Flow;
  readonly trail: TrailState;
  readonly overridden: Overridden;
}

/** The evidence that an override is about: the row that the status of its trail shows under the name now. */
function* overriddenBy(chain: Chain, override: NewOverride, judges: Judges): Steps<Found | OverrideOutcome> {
  const { author, flowName, name, originalType, trailName } = override;
  const flow = yield* findFlow(author.orgId, flowName);
  const trail = flow === undefined ? undefined : yield* findTrailState(author.orgId, flow.id, trailName);
  if (flow === undefined || trail === undefined) return { outcome: 'nothing-to-override' };
  const facts = yield* factsOf(chain, flow, trail);
  const rows = rowsAbout(override, facts, judges).filter((row) => row.attestation_name === name);
  // An existing record counts; a required but missing one counts only if nothing else exists.
  const row = rows.find(({ status }) => status === 'COMPLETE') ?? rows[0];
  const type = row?.attestation_type ?? undefined;
  if (row === undefined || type === undefined) return { outcome: 'nothing-to-override' };
  if (!isSameType(type, originalType)) return { outcome: 'other-type', type };
  return { flow, trail, overridden: { id: row.overridden_attestation_id ?? row.attestation_id ?? override.id, type: originalType } };
}

/**
 * The rows about the subject of an override: the trail, or an artifact by its fingerprint, or by its name before it is reported.
 */
function rowsAbout(
  { commit, fingerprint, targets }: NewOverride,
  facts: Parameters<Judges['evaluate']>[0],
  judges: Judges,
): readonly AttestationStatus[] {
  const [target] = targets;
  if (fingerprint === undefined && target === undefined) return judges.evaluate(facts).attestations_statuses;
  // A record that is bound to a commit is not about any other commit.
  const early = ({ commit: other }: { readonly commit?: string }) => fingerprint !== undefined || other === commit;
  const { artifacts_statuses: artifacts } = judges.evaluate({
    ...facts,
    artifacts: facts.artifacts.filter(early),
    attestations: facts.attestations.filter((record) => record.target === undefined || early(record)),
  });
  const shown = Object.entries(artifacts ?? {}).find(([name, { artifact_fingerprint }]) =>
    fingerprint === undefined ? name === target : artifact_fingerprint === fingerprint,
  );
  return shown?.[1].attestations_statuses ?? [];
}

function isSameType(type: string, said: string): boolean {
  return type === '*' || type === said || (type === 'decision' && said === 'system:decision');
}
