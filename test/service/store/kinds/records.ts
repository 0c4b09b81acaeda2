const header = {
  version: 2,
  id: 'i',
  org: 'acme',
  org_id: 'o',
  created_at: 1.5,
  reported_by: 'ada',
  credential: { kind: 'token', id: 't' },
};
export const template = {
  version: 1,
  trail: { attestations: [{ name: 'a', type: 'junit' }], artifacts: [{ name: 'b', attestations: [{ name: 'c', type: '*' }] }] },
};
const place = { flow: 'f', flow_id: 'fi' };
export const requirement = { required: true, exceptions: [{ if: { text: 'true' } }] };
export const where = { environment: 'prod', environment_id: 'e' };

/** A record of each kind with every field that it may have, and which of them may be absent. */
export const records: Readonly<
  Record<string, { readonly record: Readonly<Record<string, unknown>>; readonly optional: readonly string[] }>
> = {
  grant: {
    record: { ...header, kind: 'token_granted', user: 'ada', user_id: 'u', token_id: 't', token_hash: 'h', role: 'admin' },
    optional: [],
  },
  'grant that was taken back': {
    record: { ...header, kind: 'token_revoked', user: 'ada', user_id: 'u', token_id: 't' },
    optional: [],
  },
  member: {
    record: { ...header, kind: 'member_reported', user: 'ada', user_id: 'u', role: 'admin', tokens: [{ id: 't', hash: 'h' }] },
    optional: [],
  },
  'default organization': { record: { ...header, kind: 'default_organization_set', user_id: 'u' }, optional: [] },
  flow: { record: { ...header, ...place, kind: 'flow_reported', template_id: 'ti', template, data: {} }, optional: ['template'] },
  renaming: { record: { ...header, ...place, kind: 'flow_renamed', new_name: 'g' }, optional: [] },
  archiving: { record: { ...header, ...place, kind: 'flow_archived' }, optional: [] },
  tags: {
    record: {
      ...header,
      kind: 'tags_changed',
      resource: 'flow',
      resource_id: 'fi',
      resource_name: 'f',
      set: { team: 'payments' },
      removed: ['old'],
    },
    optional: [],
  },
  revocation: { record: { ...header, kind: 'tokens_revoked', user: 'ada', user_id: 'u', tokens: ['t'] }, optional: [] },
  trail: {
    record: { ...header, ...place, kind: 'trail_updated', trail: 't', trail_id: 'tr', repo_id: 'r', template_id: 'ti', template, data: {} },
    optional: ['repo_id', 'template_id', 'template'],
  },
  type: {
    record: { ...header, kind: 'type_reported', type_name: 'n', type_version: 1, schema: 's', rules: ['r'], data: {} },
    optional: ['schema'],
  },
  'type that is archived': { record: { ...header, kind: 'type_archived', type_name: 'n' }, optional: [] },
  artifact: {
    record: {
      ...header,
      ...place,
      kind: 'artifact_reported',
      trail: 't',
      trail_id: 'tr',
      artifact_id: 'a',
      artifact_name: 'image',
      fingerprint: 'p',
      commit: 'c',
      repo_id: 'r',
      repo_name: 'acme/shop',
      earlier_trees: ['q'],
      data: {},
    },
    optional: ['trail', 'trail_id', 'commit', 'repo_id', 'repo_name', 'earlier_trees'],
  },
  approval: {
    record: {
      ...header,
      ...place,
      kind: 'approval_reported',
      trail: 't',
      trail_id: 'tr',
      number: 1,
      fingerprint: 'p',
      artifact_name: 'shop.tgz',
      base: 'q',
      environment: 'production',
      state: 'APPROVED',
      data: {},
    },
    optional: ['trail', 'trail_id', 'environment'],
  },
  attestation: {
    record: {
      ...header,
      ...place,
      kind: 'attestation',
      trail: 't',
      trail_id: 'tr',
      attestation_name: 'unit',
      attestation_type: 'junit',
      is_compliant: true,
      type_version: 2,
      overridden: { id: 'o', type: 'junit' },
      commit: 'c',
      fingerprint: 'p',
      targets: ['cli'],
      repo_id: 'r',
      attachment: { id: 'b', filename: 'r.xml', bytes: 4, sha256: 's' },
      request: { key: 'k', hash: 'h' },
      data: {},
    },
    optional: ['type_version', 'overridden', 'commit', 'fingerprint', 'repo_id', 'attachment', 'request'],
  },
  environment: {
    record: {
      ...header,
      ...where,
      kind: 'environment_updated',
      environment_type: 'server',
      description: 'd',
      is_archived: true,
      policies: ['p'],
      included: ['i'],
    },
    optional: ['description', 'is_archived', 'policies', 'included'],
  },
  snapshot: {
    record: { ...header, ...where, kind: 'snapshot_reported', running: [{ fingerprint: 'p', name: 'a', instances: [1] }] },
    optional: ['running'],
  },
  allowance: {
    record: { ...header, ...where, kind: 'artifact_allowed', fingerprint: 'p', artifact_name: 'a', description: 'd' },
    optional: [],
  },
  policy: {
    record: {
      ...header,
      kind: 'policy_reported',
      policy: 'p',
      policy_id: 'pi',
      policy_version: 1,
      rules: {
        provenance: requirement,
        'trail-compliance': requirement,
        attestations: [{ if: { text: 'true' }, name: 'n', type: 't', must_be_compliant: true, for_control: 'c' }],
      },
      data: {},
    },
    optional: ['rules'],
  },
  notification: {
    record: {
      ...header,
      kind: 'notification_updated',
      notification_id: 'ni',
      number: 1,
      name: 'n',
      environment_ids: ['e'],
      triggers: ['ON_SCALED_ARTIFACT'],
      targets: [
        { type: 'SLACK', origin: 'o', sha256: 's', context: { channel_id: 'c', channel_name: 'n', team_id: 't' } },
        { type: 'WEBHOOK', origin: 'o', sha256: 's' },
        { type: 'EMAIL', emails: ['e'] },
      ],
    },
    optional: [],
  },
  'removed notification': { record: { ...header, kind: 'notification_removed', notification_id: 'ni', number: 1 }, optional: [] },
  presence: {
    record: {
      ...header,
      ...place,
      ...where,
      kind: 'artifact_started_running',
      trail: 't',
      trail_id: 'tr',
      artifact_id: 'ai',
      artifact_name: 'a',
      fingerprint: 'p',
      snapshot: 1,
      instances: 2,
    },
    optional: ['trail', 'trail_id'],
  },
};
