import type { Result } from '../commands/index.ts';
import { flagOf, type OptionUse } from '../options/index.ts';
import { inShell } from '../text/index.ts';

/** Inputs of a step among the sentences of a fix: a value, or lines of their own. Whole steps stand further in, and stay. */
const inputs = /^ {2}([a-z-]+):(?: \|((?:\n {4}.*)+)| (.+))$/gm;

/** An input with its value inside a sentence, at the end of a part of it: where words follow, the colon is one of the sentence. */
const inSentence = /(?<![\w`-])([a-z]+(?:-[a-z]+)+): ([\w-]+)(?=[.,;)]|$)/gm;

/** A fix as it is pasted in a terminal, where a command has options in place of inputs. Expressions are for a workflow. */
export function shellAdvice(fix: string, options: readonly OptionUse[]): string {
  const flagNamed = (name: string): string | undefined => {
    const used = options.find(({ positional, use }) => use.name === name && positional !== true);
    return used === undefined ? undefined : `--${flagOf(used.use)}`;
  };
  const written = fix.replace(inputs, (text, name: string, lines: string | undefined, value: string | undefined) => {
    const flag = flagNamed(name);
    if (flag === undefined || text.includes('${{')) return text;
    const values = lines === undefined ? [plain(value ?? '')] : lines.split('\n').flatMap((line) => (line === '' ? [] : line.trim()));
    return values.map((each) => `    ${flag} ${inShell(each)}`).join(' \\\n');
  });
  return written.replace(inSentence, (text, name: string, value: string) => {
    const flag = flagNamed(name);
    return flag === undefined ? text : `${flag} ${value}`;
  });
}

/** The text of a value of YAML, which may stand in quotes. */
function plain(value: string): string {
  return /^'.*'$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : value;
}

/** A result whose fixes are pasted in a terminal. */
export function advisedInShell(result: Result, options: readonly OptionUse[]): Result {
  if (result.kind === 'judged' || result.kind === 'explained') {
    const reasons = result.verdict.reasons.map((reason) => ({ ...reason, fix: shellAdvice(reason.fix, options) }));
    return { ...result, verdict: { ...result.verdict, reasons } };
  }
  if (result.kind !== 'stopped' || result.fix === undefined) return result;
  return { ...result, fix: shellAdvice(result.fix, options) };
}
