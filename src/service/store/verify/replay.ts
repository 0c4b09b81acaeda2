import type { Appended, Chain } from '../log/chain.ts';
import type { ArtifactContent } from '../log/kinds/artifacts.ts';
import type { AttestationContent } from '../log/kinds/attestations.ts';
import type { Content } from '../log/record.ts';
import type { DefaultContent, MemberContent } from '../log/kinds/members.ts';
import type { FlowContent } from '../log/kinds/flows.ts';
import type { TrailContent } from '../log/kinds/trails.ts';
import type { TypeArchivedContent, TypeContent } from '../log/kinds/types.ts';
import { query, type Steps } from '../sql/statement.ts';
import type { Flow } from '../flows.ts';
import type { Evaluate } from '../store.ts';
import { applyArtifact } from '../tables/artifacts.ts';
import { applyAttestation } from '../tables/attestations.ts';
import { applyFlow, findFlow } from '../tables/flows.ts';
import { applyDefault, applyMember } from '../tables/members.ts';
import { applyType, applyTypeArchived } from '../tables/types.ts';
import { applyTrail, decideTrail, findTrailState, type TrailState } from '../tables/trails.ts';

/** The records do not agree with each other. */
export class Contradiction extends Error {
  override readonly name = 'Contradiction';
}

/** Makes the organization in the tables that are worked out again. */
export function* beginReplay({ author, head }: Chain): Steps<void> {
  yield* query(
    `insert into organizations (id, name, sequence, head, latest, attestation_count, artifact_count, trail_count) values ($1, $2, 0, $3, 0, 0, 0, 0)`,
    author.orgId,
    author.orgName,
    head,
  );
}

/** Applies one record to the tables again, with the functions that wrote them when it was new. */
export function* replay(chain: Chain, appended: Appended, evaluate: Evaluate): Steps<void> {
  chain.sequence = appended.sequence;
  chain.head = appended.hash;
  chain.latest = appended.record.created_at;
  if (is<MemberContent>(appended, 'member_reported')) return yield* applyMember(appended);
  if (is<DefaultContent>(appended, 'default_organization_set')) return yield* applyDefault(appended);
  if (is<TypeContent>(appended, 'type_reported')) return yield* applyType(appended);
  if (is<TypeArchivedContent>(appended, 'type_archived')) return yield* applyTypeArchived(appended);
  if (is<FlowContent>(appended, 'flow_reported', 'flow_updated')) {
    yield* applyFlow(appended, yield* findFlow(chain.author.orgId, appended.record.flow));
    return;
  }
  if (is<TrailContent>(appended, 'trail_reported', 'trail_updated')) {
    const flow = yield* flowOf(chain, appended);
    const known = yield* findTrailState(chain.author.orgId, flow.id, appended.record.trail);
    yield* decideTrail(chain, flow, yield* applyTrail(chain, appended, flow, known), evaluate);
    return;
  }
  if (is<ArtifactContent>(appended, 'artifact_reported')) {
    const flow = yield* flowOf(chain, appended);
    const trail = appended.record.trail === undefined ? undefined : yield* trailOf(chain, flow, appended, appended.record.trail);
    yield* applyArtifact(chain, appended, flow, trail, evaluate);
    return;
  }
  if (is<AttestationContent>(appended, 'attestation')) {
    const flow = yield* flowOf(chain, appended);
    yield* applyAttestation(chain, appended, flow, yield* trailOf(chain, flow, appended, appended.record.trail), evaluate);
  }
}

function is<Kind extends Content>(appended: Appended, ...kinds: readonly Kind['kind'][]): appended is Appended<Kind> {
  return kinds.some((kind) => kind === appended.record.kind);
}

function* trailOf(
  chain: Chain,
  flow: Flow,
  { record, sequence }: Appended<ArtifactContent | AttestationContent>,
  name: string,
): Steps<TrailState> {
  const trail = yield* findTrailState(chain.author.orgId, flow.id, name);
  if (trail !== undefined && trail.id === record.trail_id) return trail;
  throw new Contradiction(`Record ${sequence}: its trail ${name} is in no record before it.`);
}

function* flowOf(chain: Chain, { record, sequence }: Appended<TrailContent | ArtifactContent | AttestationContent>): Steps<Flow> {
  const flow = yield* findFlow(chain.author.orgId, record.flow);
  if (flow?.id === record.flow_id) return flow;
  throw new Contradiction(`Record ${sequence}: its flow ${record.flow} is in no record before it.`);
}
