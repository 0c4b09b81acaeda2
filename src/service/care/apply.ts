import type { Appended, Chain } from '../log/chain.ts';
import type { Content, Contents, KindName } from '../log/kinds.ts';
import { ruleOf } from '../record/header.ts';
import type { ApprovalContent } from '../resources/approvals/record.ts';
import { applyApproval } from '../resources/approvals/tables.ts';
import type { ArtifactContent } from '../resources/artifacts/record.ts';
import { applyArtifact } from '../resources/artifacts/tables.ts';
import type { AttestationContent } from '../resources/attestations/record.ts';
import { applyAttestation } from '../resources/attestations/tables.ts';
import { applyType, applyTypeArchived } from '../resources/custom-types/tables.ts';
import type { AllowanceContent, SnapshotContent } from '../resources/environments/record.ts';
import { applyAllowance, applyEnvironment, applyReport } from '../resources/environments/tables-changes.ts';
import { applyPresence, environmentById, type Environment } from '../resources/environments/tables.ts';
import type { FlowContent } from '../resources/flows/record.ts';
import { applyArchive, applyFlow, applyRename, findFlow, flowCalled, type Flow } from '../resources/flows/tables.ts';
import { applyNotification, applyNotificationRemoval } from '../resources/notifications/tables.ts';
import { applyJobAccessEnded, applyJobLetIn, applyOidcRule, applyOidcRuleRemoved } from '../resources/oidc/tables.ts';
import { applyDefault } from '../resources/organizations/tables.ts';
import { applyPolicy } from '../resources/policies/tables.ts';
import { applyTags } from '../resources/tags/tables.ts';
import { applyGrant, applyGrantRevoked, applyMember, applyRevoked, applyTokenEnd } from '../resources/tokens/tables.ts';
import type { TrailContent } from '../resources/trails/record.ts';
import { applyTrail, decideTrail, findTrailState, type TrailState } from '../resources/trails/tables.ts';
import type { Steps } from '../sql/sql.ts';
import type { Rules } from '../store-rules.ts';

export class Contradiction extends Error {
  override readonly name = 'Contradiction';
}

/** How each kind of record changes the tables: by the same functions that wrote them when the record was new. */
const appliers: { readonly [Name in KindName]: Apply<Contents[Name]> } = {
  token_made: (_, appended) => applyGrant(appended),
  token_end_set: (_, appended) => applyTokenEnd(appended),
  token_granted: (_, appended) => applyGrant(appended),
  token_revoked: (_, appended) => applyGrantRevoked(appended),
  member_reported: (_, appended) => applyMember(appended),
  tokens_revoked: (_, appended) => applyRevoked(appended),
  oidc_rule_added: (_, appended) => applyOidcRule(appended),
  oidc_rule_removed: (_, appended) => applyOidcRuleRemoved(appended),
  *job_let_in(_, appended) {
    if (!(yield* applyJobLetIn(appended)))
      throw new Contradiction(`Record ${appended.sequence}: the ID token of its job was taken in a record before it.`);
  },
  job_access_ended: (_, appended) => applyJobAccessEnded(appended),
  default_organization_set: (_, appended) => applyDefault(appended),
  flow_reported: flow,
  flow_updated: flow,
  flow_renamed: applyRename,
  flow_archived: (_, appended) => applyArchive(appended),
  tags_changed: applyTags,
  trail_reported: trail,
  trail_updated: trail,
  *artifact_reported(chain, appended, rules) {
    const itsFlow = yield* flowOf(chain, appended);
    const { trail: name } = appended.record;
    const itsTrail = name === undefined ? undefined : yield* trailOf(chain, itsFlow, appended, name);
    yield* applyArtifact(chain, appended, itsFlow, itsTrail, rules);
  },
  *attestation(chain, appended, rules) {
    const itsFlow = yield* flowOf(chain, appended);
    yield* applyAttestation(chain, appended, itsFlow, yield* trailOf(chain, itsFlow, appended, appended.record.trail), rules);
  },
  *approval_reported(chain, appended) {
    yield* flowOf(chain, appended);
    yield* applyApproval(appended);
  },
  type_reported: (_, appended) => applyType(appended),
  type_archived: (_, appended) => applyTypeArchived(appended),
  environment_reported: applyEnvironment,
  environment_updated: applyEnvironment,
  *snapshot_reported(chain, appended, rules) {
    yield* applyReport(chain, appended, yield* environmentOf(chain, appended), rules);
  },
  *artifact_allowed(chain, appended, rules) {
    yield* applyAllowance(chain, appended, yield* environmentOf(chain, appended), rules);
  },
  artifact_started_running: (_, appended) => applyPresence(appended),
  artifact_stopped_running: (_, appended) => applyPresence(appended),
  policy_reported: applyPolicy,
  policy_updated: applyPolicy,
  notification_reported: (_, appended) => applyNotification(appended),
  notification_updated: (_, appended) => applyNotification(appended),
  notification_removed: (_, appended) => applyNotificationRemoval(appended),
};

type Apply<Said extends Content> = (chain: Chain, appended: Appended<Said>, rules: Rules) => Steps<void>;

export function* apply(chain: Chain, appended: Appended, rules: Rules): Steps<void> {
  chain.sequence = appended.sequence;
  chain.head = appended.hash;
  chain.latest = appended.record.created_at;
  chain.rule = ruleOf(appended.record);
  yield* applyAs(appended.record.kind, chain, appended, rules);
}

function applyAs<Name extends KindName>(name: Name, chain: Chain, appended: Appended<Contents[Name]>, rules: Rules): Steps<void> {
  return appliers[name](chain, appended, rules);
}

function* flow({ author }: Chain, appended: Appended<FlowContent>): Steps<void> {
  yield* applyFlow(appended, yield* flowCalled(author.orgId, appended.record.flow));
}

function* trail(chain: Chain, appended: Appended<TrailContent>, rules: Rules): Steps<void> {
  const itsFlow = yield* flowOf(chain, appended);
  const known = yield* findTrailState(chain.author.orgId, itsFlow.id, appended.record.trail);
  yield* decideTrail(chain, itsFlow, yield* applyTrail(chain, appended, itsFlow, known), rules);
}

function* environmentOf(chain: Chain, { record, sequence }: Appended<SnapshotContent | AllowanceContent>): Steps<Environment> {
  const environment = yield* environmentById(chain.author.orgId, record.environment_id);
  if (environment !== undefined) return environment;
  throw new Contradiction(`Record ${sequence}: its environment ${record.environment} is in no record before it.`);
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

function* flowOf(
  chain: Chain,
  { record, sequence }: Appended<TrailContent | ArtifactContent | AttestationContent | ApprovalContent>,
): Steps<Flow> {
  const flow = yield* findFlow(chain.author.orgId, record.flow);
  if (flow?.id === record.flow_id) return flow;
  throw new Contradiction(`Record ${sequence}: its flow ${record.flow} is in no record before it.`);
}
