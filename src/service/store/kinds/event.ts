import type { Sent } from '../log/header.ts';
import { listAt, stringAt } from '../../../text/index.ts';
import type { LogRecord } from '../log/record.ts';

/** Longest text that an event repeats from its record, which keeps it whole. */
const longest = 4096;

const commitFields = ['sha1', 'message', 'author', 'author_username', 'branch', 'url', 'timestamp', 'parents'];
const repoFields = ['id', 'name', 'url', 'provider', 'description'];

/** What a trail's list of events shows of a record; the whole record is not needed for that. */
export function eventOf(record: LogRecord): Readonly<Record<string, unknown>> {
  return { ...ownOf(record), timestamp: record.created_at };
}

function ownOf(record: LogRecord): Readonly<Record<string, unknown>> {
  switch (record.kind) {
    case 'member_reported':
    case 'tokens_revoked':
    case 'default_organization_set':
      return { type: record.kind };
    case 'type_reported':
    case 'type_archived':
      return { type: record.kind, type_name: record.type_name };
    case 'policy_reported':
    case 'policy_updated':
      return { type: record.kind, policy_id: record.policy_id };
    case 'notification_reported':
    case 'notification_updated':
    case 'notification_removed':
      return { type: record.kind, notification_number: record.number };
    case 'tags_changed':
      return { type: record.kind, resource: record.resource, resource_id: record.resource_id };
    case 'flow_reported':
    case 'flow_updated':
    case 'flow_renamed':
    case 'flow_archived':
      return { type: record.kind, flow_id: record.flow_id };
    case 'environment_reported':
    case 'environment_updated':
    case 'snapshot_reported':
    case 'artifact_allowed':
      return { type: record.kind, environment_id: record.environment_id };
    case 'artifact_started_running':
    case 'artifact_stopped_running':
      return {
        type: record.kind,
        flow_id: record.flow_id,
        trail_id: record.trail_id ?? null,
        environment_id: record.environment_id,
        environment_name: record.environment,
        snapshot_index: record.snapshot,
        artifact_id: record.artifact_id,
        artifact_fingerprint: record.fingerprint,
        template_reference_name: record.artifact_name,
        replica_number: record.instances,
        git_commit_info: null,
        repo_info: null,
      };
    case 'trail_reported':
    case 'trail_updated':
      return {
        type: record.kind,
        flow_id: record.flow_id,
        trail_id: record.trail_id,
        git_commit_info: pick(record.data.git_commit_info, commitFields),
      };
    case 'artifact_reported':
      return {
        type: 'artifact_creation_reported',
        flow_id: record.flow_id,
        trail_id: record.trail_id ?? null,
        artifact_id: record.artifact_id,
        artifact_fingerprint: record.fingerprint,
        artifact_name: short(record.data.filename),
        template_reference_name: record.artifact_name,
        git_commit: record.commit ?? null,
        git_commit_info: pick(record.data.git_commit_info, commitFields),
        repo_info: pick(record.data.repo_info, repoFields),
      };
    case 'approval_reported':
      return {
        type: 'artifact_approval_reported',
        flow_id: record.flow_id,
        trail_id: record.trail_id ?? null,
        artifact_fingerprint: record.fingerprint,
        artifact_name: short(record.artifact_name),
        approval_number: record.number,
        state: record.state,
        environment_name: record.environment ?? null,
        reviewer: short(reviewersIn(record.data)),
        git_commit_info: null,
        repo_info: null,
      };
    case 'attestation': {
      const { targets, data } = record;
      const [target] = targets;
      return {
        type:
          record.fingerprint !== undefined
            ? 'artifact_attestation_reported'
            : target === undefined
              ? 'trail_attestation_reported'
              : 'trail_attestation_for_artifact_reported',
        flow_id: record.flow_id,
        trail_id: record.trail_id,
        attestation_id: record.id,
        attestation_type: record.attestation_type,
        is_compliant: record.is_compliant,
        template_reference_name: record.attestation_name,
        // Every field of it, `null` where it is not known.
        git_commit_info: pick(data.git_commit_info, commitFields),
        repo_info: pick(data.repo_info, repoFields),
        ...(record.fingerprint === undefined ? {} : { artifact_fingerprint: record.fingerprint }),
        ...(target === undefined ? {} : { target_artifact: target, target_artifacts: targets }),
      };
    }
  }
}

/** Who is said to have decided, one behind the other; `null` where nobody has. */
function reviewersIn({ approvals }: Sent): string | null {
  const named = listAt({ approvals }, 'approvals') ?? [];
  return named.length === 0 ? null : named.map((each) => stringAt(each, 'approved_by') ?? '').join(', ');
}

function pick(info: unknown, fields: readonly string[]): Readonly<Record<string, unknown>> | null {
  if (typeof info !== 'object' || info === null) return null;
  const known = new Map<string, unknown>(Object.entries(info));
  return Object.fromEntries(fields.map((field) => [field, short(known.get(field))]));
}

function short(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 64);
  if (typeof value !== 'string' || value.length <= longest) return value ?? null;
  return `${value.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
