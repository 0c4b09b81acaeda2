import type { Appended, Chain } from '../log/chain.ts';
import type { ApprovalContent } from './approvals.ts';
import type { ArtifactContent } from './artifacts.ts';
import type { AttestationContent } from './attestations.ts';
import type { AllowanceContent, EnvironmentContent, PresenceContent, SnapshotContent } from './environments.ts';
import type { Content } from '../log/record.ts';
import type { DefaultContent, MemberContent, RevokedContent } from './members.ts';
import type { FlowArchivedContent, FlowContent, FlowRenamedContent } from './flows.ts';
import type { NotificationContent, NotificationRemoval } from './notifications.ts';
import type { PolicyContent } from './policies.ts';
import type { TagsContent } from './tags.ts';
import type { TrailContent } from './trails.ts';
import type { TypeArchivedContent, TypeContent } from './custom-types.ts';
import { query, type Steps } from '../sql/statement.ts';
import type { Environment } from '../model/environments.ts';
import type { Flow } from '../model/flows.ts';
import type { Judges } from '../model/judges.ts';
import { applyAllowance } from '../tables/allow-artifact.ts';
import { applyApproval } from '../tables/approvals.ts';
import { applyArtifact } from '../tables/artifacts.ts';
import { applyAttestation } from '../tables/attestations.ts';
import { applyEnvironment } from '../tables/environment-changes.ts';
import { environmentById } from '../tables/environments.ts';
import { applyArchive, applyRename } from '../tables/flow-names.ts';
import { applyFlow, findFlow, flowCalled } from '../tables/flows.ts';
import { applyDefault } from '../tables/members.ts';
import { applyTags } from '../tables/tags.ts';
import { applyMember, applyRevoked } from '../tables/tokens.ts';
import { applyType, applyTypeArchived } from '../tables/custom-types.ts';
import { applyPresence } from '../tables/deployments.ts';
import { applyReport } from '../tables/reports.ts';
import { applyNotification, applyNotificationRemoval } from '../tables/notifications.ts';
import { applyPolicy } from '../tables/policies.ts';
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
export function* replay(chain: Chain, appended: Appended, judges: Judges): Steps<void> {
  chain.sequence = appended.sequence;
  chain.head = appended.hash;
  chain.latest = appended.record.created_at;
  if (is<MemberContent>(appended, 'member_reported')) return yield* applyMember(appended);
  if (is<RevokedContent>(appended, 'tokens_revoked')) return yield* applyRevoked(appended);
  if (is<DefaultContent>(appended, 'default_organization_set')) return yield* applyDefault(appended);
  if (is<TypeContent>(appended, 'type_reported')) return yield* applyType(appended);
  if (is<TypeArchivedContent>(appended, 'type_archived')) return yield* applyTypeArchived(appended);
  if (is<PolicyContent>(appended, 'policy_reported', 'policy_updated')) return yield* applyPolicy(chain, appended, judges);
  if (is<NotificationContent>(appended, 'notification_reported', 'notification_updated')) return yield* applyNotification(appended);
  if (is<NotificationRemoval>(appended, 'notification_removed')) return yield* applyNotificationRemoval(appended);
  if (is<FlowContent>(appended, 'flow_reported', 'flow_updated')) {
    yield* applyFlow(appended, yield* flowCalled(chain.author.orgId, appended.record.flow));
    return;
  }
  if (is<FlowRenamedContent>(appended, 'flow_renamed')) return yield* applyRename(chain, appended, judges);
  if (is<FlowArchivedContent>(appended, 'flow_archived')) return yield* applyArchive(appended);
  if (is<TagsContent>(appended, 'tags_changed')) return yield* applyTags(chain, appended, judges);
  if (is<TrailContent>(appended, 'trail_reported', 'trail_updated')) {
    const flow = yield* flowOf(chain, appended);
    const known = yield* findTrailState(chain.author.orgId, flow.id, appended.record.trail);
    yield* decideTrail(chain, flow, yield* applyTrail(chain, appended, flow, known), judges);
    return;
  }
  if (is<ArtifactContent>(appended, 'artifact_reported')) {
    const flow = yield* flowOf(chain, appended);
    const trail = appended.record.trail === undefined ? undefined : yield* trailOf(chain, flow, appended, appended.record.trail);
    yield* applyArtifact(chain, appended, flow, trail, judges);
    return;
  }
  if (is<EnvironmentContent>(appended, 'environment_reported', 'environment_updated'))
    return yield* applyEnvironment(chain, appended, judges);
  if (is<SnapshotContent>(appended, 'snapshot_reported')) {
    yield* applyReport(chain, appended, yield* environmentOf(chain, appended), judges);
    return;
  }
  if (is<AllowanceContent>(appended, 'artifact_allowed'))
    return yield* applyAllowance(chain, appended, yield* environmentOf(chain, appended), judges);
  if (is<PresenceContent>(appended, 'artifact_started_running', 'artifact_stopped_running')) return yield* applyPresence(appended);
  if (is<ApprovalContent>(appended, 'approval_reported')) {
    yield* flowOf(chain, appended);
    yield* applyApproval(appended);
    return;
  }
  if (is<AttestationContent>(appended, 'attestation')) {
    const flow = yield* flowOf(chain, appended);
    yield* applyAttestation(chain, appended, flow, yield* trailOf(chain, flow, appended, appended.record.trail), judges);
  }
}

function is<Kind extends Content>(appended: Appended, ...kinds: readonly Kind['kind'][]): appended is Appended<Kind> {
  return kinds.some((kind) => kind === appended.record.kind);
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
