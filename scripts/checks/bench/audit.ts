/**
 * An audit of many changes, from a collected file to all of its reports, as the command makes them: `npm run prepare &&
 * npm run bench:audit [-- --changes 100000 --faulty 30]`. It runs twice. Fails where it takes more than 200 MB, or where it
 * writes other bytes. Four of a hundred changes have a fault, and `--faulty` more.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mostMegabytes, runAudit, writeInput } from './audit-run.ts';

// Made by `npm run prepare`.
const bin = join(import.meta.dirname, '../../../lib/cli/bin.js');
const { values } = parseArgs({ options: { changes: { type: 'string', default: '100000' }, faulty: { type: 'string', default: '0' } } });

function line(...cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'bench-audit-'));
try {
  const file = join(folder, 'audit.ndjson');
  await writeInput(file, Number(values.changes), Number(values.faulty));
  const first = await runAudit(bin, file, join(folder, 'first'));
  const second = await runAudit(bin, file, join(folder, 'second'));
  process.stdout.write(`Node ${process.version}, a file of ${Math.round(statSync(file).size / 1e6)} MB: ${first.verdict}\n\n`);
  line('report', 'MB', 'SHA-256', 'the same again');
  line('---', '---:', '---', '---');
  const isSame = (name: string, digest: string): boolean =>
    second.reports.some((report) => report.name === name && report.digest === digest);
  for (const { bytes, digest, name } of first.reports) line(name, (bytes / 1e6).toFixed(1), digest, isSame(name, digest) ? 'yes' : 'no');
  const peak = Math.max(first.megabytes, second.megabytes);
  process.stdout.write(`\nTime: ${first.seconds.toFixed(0)} s and ${second.seconds.toFixed(0)} s. `);
  process.stdout.write(`Peak memory of the program: ${peak.toFixed(0)} MB (at most ${mostMegabytes}).\n`);
  if (!(peak <= mostMegabytes) || !first.reports.every(({ digest, name }) => isSame(name, digest))) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
