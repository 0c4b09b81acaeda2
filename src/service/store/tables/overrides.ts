import type { AttestationStatus } from '../../../contract/index.ts';
import type { Chain } from '../log/chain.ts';
import type { NewOverride, OverrideOutcome } from '../model/attestations.ts';
import type { Flow } from '../model/flows.ts';
import type { Overridden, Rules } from '../model/rules.ts';
import type { Steps } from '../sql/sql.ts';
import { earlierAnswer } from './answers.ts';
import { unknownArtifact, writeAttestation } from './attestations.ts';
import { findFlow } from './flows.ts';
import { factsOf, findTrailState, type TrailState } from './trails.ts';

/** Records an override of evidence that is on its trail or required there; there is nothing else to override. */
export function* recordOverride(chain: Chain, override: NewOverride, rules: Rules): Steps<OverrideOutcome> {
  const found = (yield* earlierAnswer(override)) ?? (yield* unknownArtifact(override)) ?? (yield* overriddenBy(chain, override, rules));
  if ('outcome' in found) return found;
  const { flow, overridden, trail } = found;
  return yield* writeAttestation(chain, override, { overridden }, flow, trail, rules);
}

interface Found {
  readonly flow: Flow;
  readonly trail: TrailState;
  readonly overridden: Overridden;
}

/** The evidence that an override is about: the row that the status of its trail shows under the name now. */
function* overriddenBy(chain: Chain, override: NewOverride, rules: Rules): Steps<Found | OverrideOutcome> {
  const { author, flowName, name, originalType, trailName } = override;
  const flow = yield* findFlow(author.orgId, flowName);
  const trail = flow === undefined ? undefined : yield* findTrailState(author.orgId, flow.id, trailName);
  if (flow === undefined || trail === undefined) return { outcome: 'nothing-to-override' };
  const facts = yield* factsOf(chain, flow, trail, rules);
  const rows = rowsAbout(override, facts, rules).filter((row) => row.attestation_name === name);
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
  facts: Parameters<Rules['evaluate']>[0],
  rules: Rules,
): readonly AttestationStatus[] {
  const [target] = targets;
  if (fingerprint === undefined && target === undefined) return rules.evaluate(facts).attestations_statuses;
  // A record that is bound to a commit is not about any other commit.
  const early = ({ commit: other }: { readonly commit?: string }) => fingerprint !== undefined || other === commit;
  const { artifacts_statuses: artifacts } = rules.evaluate({
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
