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
