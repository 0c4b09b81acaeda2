/**
 * Breaks sentences into lines of so many columns, each with the margin of its first line: a terminal would break words, and start
 * the rest at its edge. Lines of code, which are indented, and items of a list stay as they are.
 */
export function wrapped(text: string, margin: string, columns: number = Infinity): string {
  const room = Math.max(columns - margin.length, 20);
  return text
    .split('\n')
    .flatMap((line) => (/^(?:\s|- )/.test(line) ? [line] : broken(line, room)))
    .map((line) => (line === '' ? '' : `${margin}${line}`))
    .join('\n');
}

function broken(line: string, room: number): readonly string[] {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
