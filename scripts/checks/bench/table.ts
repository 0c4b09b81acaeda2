/** `part`: the share of the values below it; 0.5 is the median. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[], say: (line: string) => void): void {
  const all = [head, ...rows];
  const widths = head.map((_, index) => Math.max(...all.map((row) => row[index]?.length ?? 0)));
  for (const row of all)
    say(row.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))).join('   '));
  say('');
}

export function ms(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
