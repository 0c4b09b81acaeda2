import type { Appended, Chain } from '../log/chain.ts';
import type { AttestationContent, Content, FlowContent, MemberContent, TrailContent } from '../log/record.ts';
import { query, type Steps } from '../sql/statement.ts';
import type { Evaluate, Flow } from '../store.ts';
import { applyAttestation } from '../tables/attestations.ts';
import { applyFlow, findFlow } from '../tables/flows.ts';
import { applyMember } from '../tables/members.ts';
import { applyTrail, decideTrail, findTrailState } from '../tables/trails.ts';

/** The records do not agree with each other. */
export class Contradiction extends Error {
  override readonly name = 'Contradiction';
}

/** Makes the organization in the tables that are worked out anew. */
export function* beginReplay({ author, head }: Chain): Steps<void> {
  yield* query(
    `insert into organizations (id, name, sequence, head, latest, attestation_count, trail_count) values ($1, $2, 0, $3, 0, 0, 0)`,
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
  if (is<AttestationContent>(appended, 'attestation')) {
    const flow = yield* flowOf(chain, appended);
    const trail = yield* findTrailState(chain.author.orgId, flow.id, appended.record.trail);
    if (trail?.id !== appended.record.trail_id)
      throw new Contradiction(`Record ${appended.sequence}: its trail ${appended.record.trail} is in no record before it.`);
    yield* applyAttestation(chain, appended, flow, trail, evaluate);
  }
}

function is<Kind extends Content>(appended: Appended, ...kinds: readonly Kind['kind'][]): appended is Appended<Kind> {
  return kinds.some((kind) => kind === appended.record.kind);
}

function* flowOf(chain: Chain, { record, sequence }: Appended<TrailContent | AttestationContent>): Steps<Flow> {
  const flow = yield* findFlow(chain.author.orgId, record.flow);
  if (flow?.id === record.flow_id) return flow;
  throw new Contradiction(`Record ${sequence}: its flow ${record.flow} is in no record before it.`);
}
