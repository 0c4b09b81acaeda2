import { channel, quietRule, rule } from '../sent-rules.ts';
import type { Stored } from '../stored.ts';
import { moment } from './moments.ts';

/** Operations 4 and 5: the rules, by number, with their webhooks as `webhook` shows them. */
export function notifications({ hookHost }: Pick<Stored, 'hookHost'>, webhook = (address: string): string => address): readonly object[] {
  const common = { type: 'env', created_by: 'ada', is_created_from_slack_app: false, created_at: moment, last_modified_at: moment };
  const none = { last_success_at: null, last_failure_at: null, last_failure_reason: null };
  return [
    {
      ...common,
      ...rule(hookHost),
      number: 1,
      is_failing: true,
      last_success_timestamp: moment,
      last_failure_timestamp: moment,
      targets: [
        { type: 'WEBHOOK', webhook: webhook(`http://${hookHost}/hook/secret`), payload_version: '1.0', ...none, last_success_at: moment },
        {
          type: 'WEBHOOK',
          webhook: webhook(`http://${hookHost}/gone/secret`),
          payload_version: '1.0',
          ...none,
          last_failure_at: moment,
          last_failure_reason: `${hookHost}: it answered 410`,
        },
        { type: 'SLACK', webhook: webhook('https://chat.example/services/secret'), context: channel, ...none },
        { type: 'EMAIL', emails: ['ops@example.com'], ...none },
      ],
    },
    {
      ...common,
      ...quietRule(hookHost),
      number: 2,
      is_failing: false,
      last_success_timestamp: moment,
      last_failure_timestamp: null,
      targets: [
        { type: 'WEBHOOK', webhook: webhook(`http://${hookHost}/hook/other`), payload_version: '1.0', ...none, last_success_at: moment },
      ],
    },
  ];
}

/** A webhook as it is told to somebody who may be anybody. */
export function hidden(webhook: string): string {
  return `${new URL(webhook).origin}/***`;
}
