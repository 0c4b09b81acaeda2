import { stringAt } from '../text/index.ts';
import { endings, verdictNames, type VerdictName } from '../errors/index.ts';

/** The answer of a gate without demands of its own about a trail or an artifact, as our service tells it; no other service does. */
export interface GateSays {
  readonly verdict: VerdictName;
  /** Why, and how to fix it; both empty of a yes. */
  readonly message: string;
  readonly fix: string;
  /** Says that nothing is required, where that is so. */
  readonly note: string;
  /** Whether it is another answer than the state next to it. */
  readonly differs: boolean;
}

/**
 * The field `gate` next to a state, or next to what was decided and what is by the templates of now; a verdict that we do not know
 * is unknown.
 */
export function gateSays(item: object, ...states: readonly (string | null | undefined)[]): GateSays | undefined {
  const said = stringAt(item, 'gate', 'verdict');
  if (said === undefined) return undefined;
  const verdict = verdictNames.find((name) => name === said) ?? 'unknown';
  return {
    verdict,
    message: stringAt(item, 'gate', 'reason', 'message') ?? '',
    fix: stringAt(item, 'gate', 'reason', 'fix') ?? '',
    note: stringAt(item, 'gate', 'note') ?? '',
    differs: states.some((state) => (state ?? '').toLowerCase() !== verdict),
  };
}

/** A state in a table: what a gate says comes first where that is something else. */
export function headline(item: object, state: string | null | undefined, words: string): string {
  const gate = gateSays(item, state);
  return gate?.differs === true ? `${endings[gate.verdict].word} (recorded: ${words === '' ? 'no state' : words})` : words;
}

/** The same about one item, with the reason and the fix, or the note. */
export function gateSentence(item: object, state: string | null | undefined): string {
  const gate = gateSays(item, state);
  if (gate === undefined) return '';
  const { fix, message, note, verdict } = gate;
  return [endings[verdict].word, message, fix === '' ? '' : `Fix: ${fix}`, note === '' ? '' : `Note: ${note}`]
    .filter((part) => part !== '')
    .join('. ');
}
