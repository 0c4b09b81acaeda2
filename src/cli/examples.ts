/** Examples for the end of a help text. A line that is too long continues in the next, as a shell reads it. */
export function exampleText(examples: readonly string[], columns = 80): string {
  return `\nExamples:\n${examples
    .map(
      (example) =>
        `${example
          .split('\n')
          .map((line) => broken(line, columns))
          .join('\n')}\n`,
    )
    .join('')}`;
}

/** Breaks only before an option, so that its value stays with it. */
function broken(line: string, columns: number): string {
  const lines = [''];
  for (const part of line.split(/ (?=--)/)) {
    const last = lines.at(-1) ?? '';
    const margin = lines.length === 1 ? '  ' : '      ';
    if (last === '') lines[lines.length - 1] = `${margin}${part}`;
    else if (last.length + 1 + part.length + 2 <= columns) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(`      ${part}`);
  }
  return lines.join(' \\\n');
}
