/** A part of a fix: sentences, or lines of YAML that can be pasted. */
export interface FixPart {
  readonly kind: 'text' | 'yaml';
  readonly lines: readonly string[];
}

/** A line of YAML among sentences: indented, an item of a list, or a key alone. */
const yamlLine = /^(?:\s+\S|- \S|[\w-]+:$)/;

/** The parts of a fix, in their order; blank lines only separate them. */
export function fixParts(fix: string): readonly FixPart[] {
  const parts: { readonly kind: FixPart['kind']; readonly lines: string[] }[] = [];
  let isApart = true;
  for (const line of fix.split('\n')) {
    const kind = yamlLine.test(line) ? 'yaml' : 'text';
    if (line.trim() === '') isApart = true;
    else if (!isApart && parts.at(-1)?.kind === kind) parts.at(-1)?.lines.push(line);
    else parts.push({ kind, lines: [line] });
    if (line.trim() !== '') isApart = false;
  }
  return parts;
}
