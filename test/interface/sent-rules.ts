/** Each trigger that the interface names. */
export const triggers = [
  'ON_STARTED_ARTIFACT',
  'ON_EXITED_ARTIFACT',
  'ON_SCALED_ARTIFACT',
  'ON_ALLOWED_ARTIFACT',
  'ON_NON_COMPLIANT_ENV',
  'ON_COMPLIANT_ENV',
] as const;

export const channel = { channel_id: 'C1', channel_name: 'releases', team_id: 'T1' } as const;

/** A rule with each kind of target. One takes its messages, and one never does. The chat and the mail were not reached yet. */
export const rule = (hookHost: string) => ({
  name: 'releases',
  type: 'env',
  environments: ['prod', 'staging'],
  triggers,
  targets: [
    { type: 'WEBHOOK', webhook: `http://${hookHost}/hook/secret` },
    { type: 'WEBHOOK', webhook: `http://${hookHost}/gone/secret` },
    { type: 'SLACK', webhook: 'https://chat.example/services/secret', context: channel },
    { type: 'EMAIL', emails: ['ops@example.com'] },
  ],
});

export const quietRule = (hookHost: string) => ({
  name: 'prod-only',
  environments: ['prod'],
  triggers: ['ON_STARTED_ARTIFACT'],
  targets: [{ type: 'WEBHOOK', webhook: `http://${hookHost}/hook/other` }],
});
