import { stringAt } from '../text/index.ts';
import { endings, verdictNames, type VerdictName } from '../errors/index.ts';

/** By a gate without demands of its own; no other service than ours gives it. */
interface GateSays {
  readonly verdict: VerdictName;
  /** Like the fix, empty for a yes. */
  readonly message: string;
  readonly fix: string;
  readonly note: string;
  readonly differs: boolean;
}

/** Next to a state, or next to the decided one and the one by the templates of now; a verdict that we do not know is unknown. */
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

/** The gate comes first where it says something else than the state. */
export function stateWords(item: object, state: string | null | undefined, words: string): string {
  const gate = gateSays(item, state);
  return gate?.differs === true ? `${endings[gate.verdict].word} (recorded: ${words === '' ? 'no state' : words})` : words;
}

/** With the reason and the fix, or the note. */
export function gateSentence(item: object, state: string | null | undefined): string {
  const gate = gateSays(item, state);
  if (gate === undefined) return '';
  const { fix, message, note, verdict } = gate;
  return [endings[verdict].word, message, fix === '' ? '' : `Fix: ${fix}`, note === '' ? '' : `Note: ${note}`]
    .filter((part) => part !== '')
    .join('. ');
}
