/** One collected file judged and reported, as a process of its own: `node audit-reports.ts FILE`. Prints a JSON line. */
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import type { Line } from '../../src/audit/facts/line.ts';
import type { Audit, Report } from '../../src/audit/judged/audit.ts';

type Judge = (file: () => AsyncIterable<Line>, options: { readonly previous: null; readonly people: 'login' }) => Promise<Audit>;

export interface Measured {
  /** Milliseconds, and SHA-256 of each report. */
  readonly reports: Readonly<Record<string, { readonly milliseconds: number; readonly bytes: number; readonly digest: string }>>;
  readonly judging: number;
  readonly findings: number;
  readonly changes: number;
  readonly kilobytes: number;
}

/** What users run: the JavaScript that `npm run prepare` makes. */
async function load<One>(path: string, name: string): Promise<One> {
  const module: Readonly<Record<string, One>> = await import(new URL(`../../lib/audit/${path}.js`, import.meta.url).href);
  const found = module[name];
  if (found === undefined) throw new Error(`lib/audit/${path}.js has no ${name}: run npm run prepare`);
  return found;
}

// Lines are read and forgotten: the room for young objects need not grow with them. The command does the same.
setFlagsFromString('--semi-space-growth-factor=1');

const [path = ''] = process.argv.slice(2);
const readLines = await load<(file: string) => AsyncIterable<Line>>('lines/read-lines', 'readLines');
const judge = await load<Judge>('judge/judge', 'judgeAudit');
const started = performance.now();
const audit = await judge(() => readLines(path), { previous: null, people: 'login' });
const judging = performance.now() - started;

const reports: Record<string, Measured['reports'][string]> = {};
const names = {
  html: 'html/html',
  csv: 'csv',
  json: 'json',
  sarif: 'sarif',
  junit: 'junit',
  markdown: 'markdown',
  summary: 'summary',
  badgeJson: 'badge',
  badgeSvg: 'badge',
};
for (const [name, place] of Object.entries(names)) {
  const report = await load<Report>(`reports/${place}`, name);
  const hash = createHash('sha256');
  const began = performance.now();
  let bytes = 0;
  for await (const part of report(audit)) {
    hash.update(part);
    bytes += Buffer.byteLength(part);
  }
  reports[name] = { milliseconds: performance.now() - began, bytes, digest: hash.digest('hex') };
}
const { maxRSS } = process.resourceUsage();
const measured: Measured = { reports, judging, findings: audit.findings.length, changes: audit.totals.changes, kilobytes: maxRSS };
process.stdout.write(`${JSON.stringify(measured)}\n`);
