import type { Appended, Chain } from '../log/chain.ts';
import { ruleOf } from '../log/header.ts';
import type { Environment } from '../model/environments.ts';
import type { Flow } from '../model/flows.ts';
import type { Rules } from '../model/rules.ts';
import type { Steps } from '../sql/sql.ts';
import { applyAllowance } from '../tables/allow-artifact.ts';
import { applyApproval } from '../tables/approvals.ts';
import { applyArtifact } from '../tables/artifacts.ts';
import { applyAttestation } from '../tables/attestations.ts';
import { applyType, applyTypeArchived } from '../tables/custom-types.ts';
import { applyPresence } from '../tables/deployments.ts';
import { applyEnvironment } from '../tables/environment-changes.ts';
import { environmentById } from '../tables/environments.ts';
import { applyArchive, applyRename } from '../tables/flow-names.ts';
import { applyFlow, findFlow, flowCalled } from '../tables/flows.ts';
import { applyGrant, applyGrantRevoked, applyMember, applyRevoked, applyTokenEnd } from '../tables/grants.ts';
import { applyJobAccessEnded, applyJobLetIn } from '../tables/job-access.ts';
import { applyDefault } from '../tables/members.ts';
import { applyNotification, applyNotificationRemoval } from '../tables/notifications.ts';
import { applyOidcRule, applyOidcRuleRemoved } from '../tables/oidc-rules.ts';
import { applyPolicy } from '../tables/policies.ts';
import { applyReport } from '../tables/reports.ts';
import { applyTags } from '../tables/tags.ts';
import { applyTrail, decideTrail, findTrailState, type TrailState } from '../tables/trails.ts';
import type { ApprovalContent } from './approvals.ts';
import type { ArtifactContent } from './artifacts.ts';
import type { AttestationContent } from './attestations.ts';
import type { AllowanceContent, SnapshotContent } from './environments.ts';
import type { FlowContent } from './flows.ts';
import type { Content, Contents, KindName } from './index.ts';
import type { TrailContent } from './trails.ts';

/** The records do not agree with each other. */
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

/** Applies one record to the tables again. */
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
