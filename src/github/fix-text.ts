import { fixParts } from '../presentation/index.ts';
import { markdown, oneLine } from '../text/index.ts';

/** How to fix something, inside the item of a list: sentences as text, lines of YAML as code that can be copied. */
export function fixText(fix: string): string {
  return fixParts(fix)
    .map(({ kind, lines }) =>
      kind === 'text'
        ? lines.map((line) => `  ${markdown(line, 1_000)}`).join('\n')
        : ['', '```yaml', ...withoutMargin(lines).map(codeLine), '```', ''].map((line) => (line === '' ? '' : `  ${line}`)).join('\n'),
    )
    .join('\n');
}

/** Inputs for a step stand further in among the sentences. */
function withoutMargin(lines: readonly string[]): readonly string[] {
  const margin = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(margin));
}

/** Inside a fence everything is text, but for what ends a line or the fence. */
function codeLine(line: string): string {
  const indent = ' '.repeat(line.length - line.trimStart().length);
  return `${indent}${oneLine(line, 500).replaceAll('```', "'''").replaceAll('~~~', "'''")}`;
}
