/**
 * An audit of many changes, judged and reported from a file: `npm run prepare && npm run bench:audit [-- --changes 100000]`.
 * Two processes read the same file. Fails where one takes more than 200 MB, or where they write other bytes.
 */
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { auditInput } from './audit-input.ts';
import type { Measured } from './audit-reports.ts';

const most = 200;
const { values } = parseArgs({ options: { changes: { type: 'string', default: '100000' } } });
const changes = Number(values.changes);

function take(file: string): Measured {
  const script = fileURLToPath(new URL('audit-reports.ts', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [script, file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) throw new Error('The reports could not be written. Look above for the reason.');
  const measured: Measured = JSON.parse(stdout);
  return measured;
}

function line(...cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'bench-audit-'));
try {
  const file = join(folder, 'audit.ndjson');
  const lines = Readable.from(auditInput(changes)).map((each: object) => `${JSON.stringify(each)}\n`);
  await pipeline(lines, createWriteStream(file));
  const [first, second] = [take(file), take(file)];
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);
  const peak = Math.max(first.kilobytes, second.kilobytes) / 1024;
  process.stdout.write(
    `Node ${process.version}: ${first.changes} changes from ${Math.round(statSync(file).size / 1e6)} MB, ${first.findings} findings.\n\n`,
  );
  line('step', 'time, s', 'MB', 'SHA-256', 'the same again');
  line('---', '---:', '---:', '---', '---');
  line('judging', seconds(first.judging), '', '', '');
  const isSame = (name: string): boolean => first.reports[name]?.digest === second.reports[name]?.digest;
  for (const [name, { bytes, digest, milliseconds }] of Object.entries(first.reports)) {
    line(name, seconds(milliseconds), (bytes / 1e6).toFixed(1), digest, isSame(name) ? 'yes' : 'no');
  }
  process.stdout.write(`\nPeak memory of a process: ${peak.toFixed(0)} MB (at most ${most}).\n`);
  if (peak > most || first.changes !== changes || !Object.keys(first.reports).every(isSame)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
