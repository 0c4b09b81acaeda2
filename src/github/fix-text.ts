import { markdown, oneLine } from '../text/index.ts';

/** A line of YAML among sentences: indented, an item of a list, or a key alone. */
const yamlLine = /^(?:\s+\S|- \S|[\w-]+:$)/;

/** How to fix something, inside the item of a list: sentences as text, lines of YAML as code that can be copied. */
export function fixText(fix: string): string {
  const parts: string[] = [];
  let code: string[] = [];
  const endCode = (): void => {
    if (code.length > 0) parts.push(['', '```yaml', ...code, '```', ''].map((line) => (line === '' ? '' : `  ${line}`)).join('\n'));
    code = [];
  };
  for (const line of fix.split('\n').filter((text) => text.trim() !== '')) {
    if (yamlLine.test(line)) {
      code.push(codeLine(line));
    } else {
      endCode();
      parts.push(`  ${markdown(line, 1_000)}`);
    }
  }
  endCode();
  return parts.join('\n');
}

/** Inside a fence everything is text, but for what ends a line or the fence. */
function codeLine(line: string): string {
  const indent = ' '.repeat(line.length - line.trimStart().length);
  return `${indent}${oneLine(line, 500).replaceAll('```', "'''").replaceAll('~~~', "'''")}`;
}
