import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Header, Line } from '../../../src/audit/facts/line.ts';
import { reports } from '../../../src/audit/formats.ts';
import type { Audit } from '../../../src/audit/judge/audit.ts';
import { judgeAudit } from '../../../src/audit/judge/judge-audit.ts';
import { previousPackage } from '../../../src/audit/package/open-package.ts';
import { packAudit } from '../../../src/audit/package/pack.ts';
import { version } from '../../../src/text/index.ts';
import { heldSpool } from '../judge/held-spool.ts';
import { header, landed } from '../judge/judged.ts';
import { body, hex, logOf } from '../package/packing.ts';

const weekLong = 7 * 86_400_000;
/** Monday of 2026-W01. */
const first = Date.UTC(2025, 11, 29);

/** The Monday that week `number` of 2026 begins with, or a moment some days after it. */
export function monday(number: number, days = 0): string {
  return new Date(first + (number - 1) * weekLong + days * 86_400_000).toISOString();
}

export const link = (records: number): string => logOf(bodies(records)).log.to.link;

const bodies = (records: number, file?: string): readonly string[] =>
  Array.from({ length: records }, (_, index) => (file === undefined ? body(index + 1) : body(index + 1).replace('record-', `${file}-`)));

export interface WeekAudit {
  readonly name: string;
  readonly since: string | null;
  readonly until: string;
  /** Path of the package before; left out: none was given. */
  readonly previous?: string;
  readonly lines?: readonly Line[];
  readonly header?: Partial<Header>;
  /** Records of the log. */
  readonly records?: number;
  /** `other`: they were written anew. */
  readonly log?: 'other';
  /** Text of the page that checks packages. */
  readonly page?: string;
  readonly people?: 'login' | 'pseudonym';
}

/** Audits of a year, as the program makes them: judged from facts, reported and packed. Only the asking is left out. */
export interface Year {
  readonly folder: string;
  /** Writes a package, and returns its path. */
  pack(audit: WeekAudit): Promise<string>;
  /** Writes the JSON report alone. */
  report(audit: WeekAudit): Promise<string>;
  remove(): void;
}

export function openYear(): Year {
  const folder = mkdtempSync(join(tmpdir(), 'year-'));
  const members = mkdtempSync(join(tmpdir(), 'members-'));
  return {
    folder,
    async pack(wanted) {
      const lines = linesOf(wanted);
      const audit = await judge(wanted, lines);
      const archive = packAudit({
        lines: each(lines),
        audit,
        reports,
        page: wanted.page ?? '<p>page',
        folder: mkdtempSync(join(members, 'm-')),
        sample: undefined,
      });
      const path = join(folder, `${wanted.name}.tgz`);
      writeFileSync(path, gzipSync(Buffer.concat(await Array.fromAsync(archive))));
      return path;
    },
    async report(wanted) {
      const path = join(folder, `${wanted.name}.json`);
      writeFileSync(path, (await Array.fromAsync(reports.json(await judge(wanted, linesOf(wanted))))).join(''));
      return path;
    },
    remove() {
      for (const each of [folder, members]) rmSync(each, { recursive: true, force: true });
    },
  };
}

/** An audit that is made five hours after the time that it looks at has ended, of one change that nothing is wrong with. */
function linesOf({ header: more = {}, lines = [], log: other, name, records = 3, since, until }: WeekAudit): readonly Line[] {
  const { log } = logOf(bodies(records, other));
  const at = new Date(Date.parse(until) + 5 * 3_600_000).toISOString();
  return asCollected(
    [
      {
        ...header,
        tool: { ...header.tool, version },
        repository: 'acme/shop',
        // By git alone: nobody need invent the answers of GitHub that a package would be held against.
        basis: 'git',
        service: { url: 'https://evidence.example', org: 'acme' },
        run: `https://github.com/acme/shop/actions/runs/${name}`,
        period: { since, until, sinceSha: since === null ? '0'.repeat(40) : null, by: 'landing' },
        at,
        ...more,
      },
      { kind: 'log', chain: { org: 'acme', orgId: '7', sequence: records, link: log.to.link } },
      ...bodies(records, other).map((text, index): Line => ({ kind: 'record', sequence: index + 1, bodySha256: hex(text) })),
      ...(lines.some(({ kind }) => kind === 'landing') ? [] : [{ ...landed(), paths: { '': [] } }]),
      ...lines,
      { kind: 'untold', source: 'pull-requests', why: 'GitHub was not asked', fix: 'Give a token' },
      { kind: 'end', counts: {}, trailsElsewhere: 0, ended: { at, service: at } },
    ],
    until,
  );
}

/** The same lines as an audit collects them: digits that are hexadecimal, moments within the audited time, and counts. */
function asCollected(lines: readonly Line[], until: string): readonly Line[] {
  const text = lines.flatMap((line) => (line.kind === 'file' ? [line.text] : [])).join('');
  const made: readonly Line[] = JSON.parse(
    JSON.stringify(lines)
      .replaceAll(/([g-z])\1{39}/g, (_, letter: string) => letter.charCodeAt(0).toString(16).repeat(20))
      .replaceAll('"the file"', JSON.stringify(hex(text))),
  );
  const counts: Record<string, number> = {};
  for (const { kind } of made) if (kind !== 'end') counts[kind] = (counts[kind] ?? 0) + 1;
  const at = new Date(Date.parse(until) - 3_600_000).toISOString();
  return made.map((line) =>
    line.kind === 'end' ? { ...line, counts } : line.kind === 'landing' ? { ...line, landing: { ...line.landing, at } } : line,
  );
}

async function judge({ people = 'login', previous }: WeekAudit, lines: readonly Line[]): Promise<Audit> {
  const before = previous === undefined ? null : await previousPackage(previous);
  return judgeAudit(() => each(lines), { previous: before, people, spool: heldSpool() });
}

async function* each(lines: readonly Line[]): AsyncGenerator<Line> {
  yield* lines;
}

/** A rule of notifications that fails, or that works. */
export const notification = (failure: string | null): Line => ({ kind: 'notification', name: 'chat', targets: 1, failure });
