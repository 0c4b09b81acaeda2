import { moveEnd, type Appended, type Deciding } from '../log/chain.ts';
import type { Content, Contents, KindName } from '../log/kinds.ts';
import { ruleOf } from '../record/kind.ts';
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
import { applyArchived, applyDefault } from '../resources/organizations/tables.ts';
import { applyPolicy } from '../resources/policies/tables.ts';
import { applyTags } from '../resources/tags/tables.ts';
import { applyGrant, applyGrantRevoked, applyMember, applyRevoked, applyTokenEnd } from '../resources/tokens/tables.ts';
import type { TrailContent } from '../resources/trails/record.ts';
import { applyTrail, decideTrail, findTrailState, type TrailState } from '../resources/trails/tables.ts';
import type { Steps } from '../sql/sql.ts';

export class Contradiction extends Error {
  override readonly name = 'Contradiction';
}

/** How each kind of record changes the tables: by the same functions that wrote them when the record was new. */
const appliers: { readonly [Name in KindName]: Apply<Contents[Name]> } = {
  token_made: applyGrant,
  token_end_set: applyTokenEnd,
  token_granted: applyGrant,
  token_revoked: applyGrantRevoked,
  member_reported: applyMember,
  tokens_revoked: applyRevoked,
  oidc_rule_added: applyOidcRule,
  oidc_owner_rule_added: applyOidcRule,
  oidc_rule_removed: applyOidcRuleRemoved,
  *job_let_in(appended) {
    if (!(yield* applyJobLetIn(appended)))
      throw new Contradiction(`Record ${appended.sequence}: the ID token of its job was taken in a record before it.`);
  },
  job_access_ended: applyJobAccessEnded,
  default_organization_set: applyDefault,
  organization_archived: applyArchived,
  organization_restored: applyArchived,
  *signed_in() {},
  *signed_out() {},
  flow_reported: flow,
  flow_updated: flow,
  flow_renamed: applyRename,
  flow_archived: applyArchive,
  tags_changed: applyTags,
  trail_reported: trail,
  trail_updated: trail,
  *artifact_reported(appended, chain) {
    const itsFlow = yield* flowOf(appended);
    const { trail: name } = appended.record;
    const itsTrail = name === undefined ? undefined : yield* trailOf(appended, itsFlow, name);
    yield* applyArtifact(appended, chain, itsFlow, itsTrail);
  },
  *attestation(appended, chain) {
    const itsFlow = yield* flowOf(appended);
    yield* applyAttestation(appended, chain, itsFlow, yield* trailOf(appended, itsFlow, appended.record.trail));
  },
  *approval_reported(appended) {
    yield* flowOf(appended);
    yield* applyApproval(appended);
  },
  type_reported: applyType,
  type_archived: applyTypeArchived,
  environment_reported: applyEnvironment,
  environment_updated: applyEnvironment,
  *snapshot_reported(appended, chain) {
    yield* applyReport(appended, chain, yield* environmentOf(appended));
  },
  *artifact_allowed(appended, chain) {
    yield* applyAllowance(appended, chain, yield* environmentOf(appended));
  },
  artifact_started_running: applyPresence,
  artifact_stopped_running: applyPresence,
  policy_reported: applyPolicy,
  policy_updated: applyPolicy,
  notification_reported: applyNotification,
  notification_updated: applyNotification,
  notification_removed: applyNotificationRemoval,
};

type Apply<Said extends Content> = (appended: Appended<Said>, chain: Deciding) => Steps<void>;

export function* apply(appended: Appended & { readonly body: string }, chain: Deciding): Steps<void> {
  moveEnd(chain, appended, appended.body);
  chain.rule = ruleOf(appended.record);
  yield* applyAs(appended.record.kind, appended, chain);
}

function applyAs<Name extends KindName>(name: Name, appended: Appended<Contents[Name]>, chain: Deciding): Steps<void> {
  return appliers[name](appended, chain);
}

function* flow(appended: Appended<FlowContent>): Steps<void> {
  yield* applyFlow(appended, yield* flowCalled(appended.record.org_id, appended.record.flow));
}

function* trail(appended: Appended<TrailContent>, chain: Deciding): Steps<void> {
  const itsFlow = yield* flowOf(appended);
  const known = yield* findTrailState(appended.record.org_id, itsFlow.id, appended.record.trail);
  yield* decideTrail(chain, itsFlow, yield* applyTrail(appended, chain, itsFlow, known));
}

function* environmentOf({ record, sequence }: Appended<SnapshotContent | AllowanceContent>): Steps<Environment> {
  const environment = yield* environmentById(record.org_id, record.environment_id);
  if (environment !== undefined) return environment;
  throw new Contradiction(`Record ${sequence}: its environment ${record.environment} is in no record before it.`);
}

function* trailOf({ record, sequence }: Appended<ArtifactContent | AttestationContent>, flow: Flow, name: string): Steps<TrailState> {
  const trail = yield* findTrailState(record.org_id, flow.id, name);
  if (trail !== undefined && trail.id === record.trail_id) return trail;
  throw new Contradiction(`Record ${sequence}: its trail ${name} is in no record before it.`);
}

function* flowOf({ record, sequence }: Appended<TrailContent | ArtifactContent | AttestationContent | ApprovalContent>): Steps<Flow> {
  const flow = yield* findFlow(record.org_id, record.flow);
  if (flow?.id === record.flow_id) return flow;
  throw new Contradiction(`Record ${sequence}: its flow ${record.flow} is in no record before it.`);
}
