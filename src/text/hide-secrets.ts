import type { NotificationRule } from '../contract/index.ts';
import { beginsWord, masked, openKey, readBy, seeThrough, spanIn, visibleOf, type Span, type Visible } from './find-secrets.ts';
import { markdown, readings } from './neutralize.ts';

/** A secret with fewer bytes decides less than ten characters of base64, which could be an ordinary word. */
const fewestBytes = 8;

/** The secret as it is, in a URL, in JSON, in base64, and in Markdown: there some signs are written otherwise at the start of a line. */
function writtenForms(secret: string): readonly string[] {
  const inMarkdown = [markdown(secret, Infinity), markdown(`a${secret}`, Infinity).slice(1)];
  return [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1), ...inMarkdown, ...base64Forms(secret)];
}

/**
 * How a secret shows in base64, as in `basic` credentials with a user before it: the characters that the secret alone
 * decides, for each of the three bytes of a group that it may begin at; in both alphabets, and as URLs and JSON
 * write them. Whether the end is padded makes no difference to them.
 */
export function base64Forms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < fewestBytes) return [];
  return [0, 1, 2].flatMap((before) => {
    const length = before + bytes.length;
    // A character has six bits: the first and the last may be shared with what stands before and behind.
    const form = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor((length * 8) / 6));
    const ofUrl = form.replaceAll('+', '-').replaceAll('/', '_');
    return [form, ofUrl, encodeURIComponent(form), form.replaceAll('/', String.raw`\/`)];
  });
}

/** Where a cut (`…`) has left the beginning of a secret, this many characters are too many to be shown. */
const longestRest = 7;

/**
 * Takes secrets out of text: every occurrence of each secret, raw, URL-encoded, as JSON or our Markdown writes it, or in base64, becomes `***`. So
 * does one whose characters stand apart by invisible ones (zero-width characters, controls, escape sequences, line breaks),
 * because they come together again where the text is shown, and one whose end was cut off. Secrets shorter than 4 characters are
 * left: masking them would blank ordinary text.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets.filter((secret) => secret.length >= 4).flatMap(findForms);
  if (forms.length === 0) return text;
  // Halves of a character that stand apart could come together, too, into an invisible one.
  const whole = text.toWellFormed();
  return masked(whole, [...spansIn(whole, forms), ...readings.flatMap((reading) => spansApart(whole, forms, reading))]);
}

/** By their secrets: texts are many, and secrets few. */
const formsMade = new Map<string, readonly string[]>();

function findForms(secret: string): readonly string[] {
  const forms = formsMade.get(secret) ?? makeForms(secret);
  formsMade.set(secret, forms);
  return forms;
}

function makeForms(secret: string): readonly string[] {
  const joined = readings.map((reading) => joinedBy(reading, secret)).filter((form) => form.length >= 4);
  return [...new Set([...writtenForms(secret), ...joined])];
}

function spansIn(text: string, forms: readonly string[]): readonly Span[] {
  const spans: Span[] = [];
  for (const form of forms) {
    for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + 1)) spans.push({ start, end: start + form.length });
  }
  for (let end = text.indexOf('…'); end >= 0; end = text.indexOf('…', end + 1)) {
    for (const form of forms) {
      const length = cutLength(text, end, form);
      if (length > longestRest) spans.push({ start: end - length, end });
    }
  }
  return spans;
}

/** How many characters before `end` are the beginning of a form. */
function cutLength(text: string, end: number, form: string): number {
  for (let length = Math.min(form.length - 1, end); length > longestRest; length -= 1)
    if (text.startsWith(form.slice(0, length), end - length)) return length;
  return 0;
}

function joinedBy(reading: readonly RegExp[], text: string): string {
  return reading.reduce((rest, separator) => rest.replace(separator, ''), text);
}

function spansApart(text: string, forms: readonly string[], reading: readonly RegExp[]): readonly Span[] {
  const joined = joinedBy(reading, text);
  if (joined.length === text.length) return [];
  const spans = spansIn(joined, forms);
  if (spans.length === 0) return [];
  const steps: Visible[] = [];
  for (const separator of reading) steps.push(readBy(separator, steps.at(-1)?.text ?? text));
  return spans.map((span) => steps.reduceRight((inner, step) => spanIn(step, inner), span));
}

export interface Hidden {
  readonly text: string;
  readonly found: boolean;
}

/**
 * Puts `***` in the place of each secret (`findSecrets`), also where invisible characters part it. Where the text was cut, as the `…` at
 * its end shows, a possible beginning of a secret goes as well.
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

/** A text shorter than 4 characters is not taken for a secret: to hide it would blank ordinary text. */
export function formsOf(secrets: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(secrets.flatMap((secret = '') => (secret.length < 4 ? [] : writtenForms(secret))))];
}

const beginning =
  /(?:gh[oprsu]_[A-Za-z0-9]{8,76}|ghs_(?:[A-Za-z0-9]{1,32}_)?eyJ[A-Za-z0-9_.-]{0,6000}|ghs_[A-Za-z0-9_.-]{36,6000}|github_pat_[A-Za-z0-9_]{8,81})$/;
/** A beginning of a secret of this length is no ordinary word. */
const fewest = 8;

/** The end of the text was cut there. */
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

export function withoutWebhooks(rule: NotificationRule): NotificationRule {
  const targets = rule.targets?.map((target) =>
    typeof target.webhook === 'string' ? { ...target, webhook: maskedWebhook(target.webhook) } : target,
  );
  return targets === undefined ? rule : { ...rule, targets };
}

/** A rule has its webhooks at the fourth level. */
const deepest = 16;

/** Values nested too deeply are left out. */
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
