import type { StoredTarget } from '../store/kinds/notifications.ts';
import { email } from './email/index.ts';
import { slack } from './slack/index.ts';
import type { Target } from './target.ts';
import { webhook } from './webhook/index.ts';

/** Every kind of target that the interface knows. */
export const targets: Readonly<Record<StoredTarget['type'], Target>> = { SLACK: slack, WEBHOOK: webhook, EMAIL: email };
