import type { NotificationRule } from '../contract/index.ts';
import { beginsWord, masked, openKey } from './find-secrets.ts';
import { writtenForms } from './secret-forms.ts';
import { seeThrough, spanIn, visibleOf } from './see-through.ts';

/** A text without the secrets in it, and whether there were any. */
export interface Hidden {
  readonly text: string;
  readonly found: boolean;
}

/**
 * Puts `***` in the place of each secret (`findSecrets`), also where characters that nobody sees part it. Where the text
 * was cut, which the `…` at its end tells, what may be the beginning of a secret goes as well.
 */
export function hideSecrets(text: string, known: readonly string[] = []): Hidden {
  const spans = [...seeThrough(text, known)];
  if (text.endsWith('…')) {
    const visible = visibleOf(text);
    const start = cutSecret(visible.text.slice(0, -1), known);
    if (start !== undefined) spans.push(spanIn(visible, { start, end: visible.text.length - 1 }));
  }
  return spans.length === 0 ? { text, found: false } : { text: masked(text, spans), found: true };
}

/** The forms in which secrets are known. Shorter than 4 characters it is none: to hide it would blank ordinary text. */
export function formsOf(secrets: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(secrets.flatMap((secret = '') => (secret.length < 4 ? [] : writtenForms(secret))))];
}

const beginning =
  /(?:gh[oprsu]_[A-Za-z0-9]{8,76}|ghs_(?:[A-Za-z0-9]{1,32}_)?eyJ[A-Za-z0-9_.-]{0,6000}|ghs_[A-Za-z0-9_.-]{36,6000}|github_pat_[A-Za-z0-9_]{8,81})$/;
/** So much of a secret that it is no ordinary word. */
const fewest = 8;

/** Where the beginning of a secret stands that the end of the text has cut. */
function cutSecret(text: string, known: readonly string[]): number | undefined {
  const key = openKey(text);
  if (key !== undefined) return key;
  const tail = text.slice(-6_100);
  const token = beginning.exec(tail);
  if (token !== null && beginsWord(tail, token.index)) return text.length - tail.length + token.index;
  for (const secret of known) {
    for (let length = Math.min(secret.length - 1, text.length); length >= fewest; length -= 1) {
      if (text.endsWith(secret.slice(0, length))) return text.length - length;
    }
  }
  return undefined;
}

/** A rule for machines, without the secret part of its webhooks. */
export function withoutWebhooks(rule: NotificationRule): NotificationRule {
  const targets = rule.targets?.map((target) =>
    typeof target.webhook === 'string' ? { ...target, webhook: maskedWebhook(target.webhook) } : target,
  );
  return targets === undefined ? rule : { ...rule, targets };
}

/** Deepest level that is searched in an answer about rules; a rule has its webhooks at the fourth level. */
const deepest = 16;

/** An answer of any shape about rules, without the secret part of its webhooks. Values nested too deeply are left out. */
export function hideWebhooks(answer: unknown, depth = 0): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  if (depth > deepest) return null;
  if (Array.isArray(answer)) return answer.map((each) => hideWebhooks(each, depth + 1));
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]: readonly [string, unknown]) => [
      key,
      key === 'webhook' && typeof value === 'string' ? maskedWebhook(value) : hideWebhooks(value, depth + 1),
    ]),
  );
}

function maskedWebhook(webhook: string): string {
  return URL.canParse(webhook) ? `${new URL(webhook).origin}/***` : '***';
}
