import { masked, type Span } from './find-secrets.ts';
import { readings } from './invisible.ts';
import { writtenForms } from './secret-forms.ts';
import { readBy, spanIn, type Visible } from './see-through.ts';

/** Where a cut (`…`) has left the beginning of a secret, this many characters are too many to be shown. */
const longestRest = 7;

/**
 * Takes secrets out of text: every occurrence of each secret, raw, URL-encoded, as JSON writes it or in base64, becomes `***`. So
 * does one whose characters stand apart by invisible ones (zero-width characters, controls, escape sequences, line breaks),
 * because they come together again where the text is shown, and one whose end was cut off. Secrets shorter than 4 characters are
 * left: masking them would blank ordinary text.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets.filter((secret) => secret.length >= 4).flatMap(formsOf);
  if (forms.length === 0) return text;
  // Halves of a character that stand apart could come together, too, into one that nobody sees.
  const whole = text.toWellFormed();
  return masked(whole, [...spansIn(whole, forms), ...readings.flatMap((reading) => spansApart(whole, forms, reading))]);
}

/** By their secrets: texts are many, and secrets few. */
const formsMade = new Map<string, readonly string[]>();

function formsOf(secret: string): readonly string[] {
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

/** The text as it is read: without what `reading` takes out. */
function joinedBy(reading: readonly RegExp[], text: string): string {
  return reading.reduce((rest, separator) => rest.replace(separator, ''), text);
}

/** The spans of `text` where a form shows once it is read in this way. */
function spansApart(text: string, forms: readonly string[], reading: readonly RegExp[]): readonly Span[] {
  const joined = joinedBy(reading, text);
  if (joined.length === text.length) return [];
  const spans = spansIn(joined, forms);
  if (spans.length === 0) return [];
  const steps: Visible[] = [];
  for (const separator of reading) steps.push(readBy(separator, steps.at(-1)?.text ?? text));
  return spans.map((span) => steps.reduceRight((inner, step) => spanIn(step, inner), span));
}
