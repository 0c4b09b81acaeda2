import type { Compared } from '../commands/index.ts';
import type { Terminal } from './terminal.ts';

/** Shows what would change, line by line. */
export function showCompared({ change, diff, name, resource }: Compared, terminal: Terminal): void {
  for (const line of diff === '' ? [] : diff.split('\n')) terminal.out(coloured(line, terminal));
  const what = change === 'nothing' ? `${resource} ${name} would stay unchanged` : `would ${change} ${resource} ${name}`;
  terminal.err(`Dry run: ${what}; nothing was sent`);
}

function coloured(line: string, terminal: Terminal): string {
  if (/^(?:---|\+\+\+) /.test(line)) return terminal.style('bold', line);
  if (line.startsWith('@@')) return terminal.style('cyan', line);
  if (line.startsWith('+')) return terminal.style('green', line);
  return line.startsWith('-') ? terminal.style('red', line) : line;
}
