import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openAnswers } from '../../../src/audit/collect/answers.ts';
import type { Audit, Header, Line, Report } from '../../../src/audit/index.ts';
import { approvalLines } from '../../../src/audit/reports/approvals.ts';
import { lineTexts } from '../../../src/audit/lines/write-lines.ts';
import { firstPage } from '../../../src/audit/reports/first-page/first-page.ts';
import { endingSoonWords, headLines, proposedChecks } from '../../../src/audit/reports/words.ts';
import { sampleLines } from '../../../src/audit/sample/sample-files.ts';
import { takeSample } from '../../../src/audit/sample/take-sample.ts';
import { headFile } from '../../../src/audit/witness/head-file.ts';
import { readChecksFile } from '../../../src/audit/file/read-audit-file.ts';
import { readHeads } from '../../../src/audit/witness/read-heads.ts';
import { entryParts } from '../../../src/commands/audit/entry-parts.ts';
import type { Asked, AuditParts } from '../../../src/commands/audit/parts.ts';
import { contextOf, type Event, type RunContext } from '../../../src/commands/index.ts';
import { auditOptions, openReader, uses, type AuditSettings, type RawOptions } from '../../../src/options/index.ts';
import { readAudit } from '../../../src/options/read-audits.ts';
import { heldSpool } from '../../audit/judge/held-spool.ts';
import { reported, ruleResult, world as sampleWorld } from '../../audit/reports/sample.ts';

type Finding = Audit['findings'][number];

export const service = { 'base-url': 'http://127.0.0.1:9', 'api-token': 'a-token', org: 'acme' };

/** A finding of this severity. */
export function finding(severity: Finding['severity'], more: Partial<Finding> = {}): Finding {
  return {
    key: `change-without-trail:commit:${severity}`,
    rule: 'change-without-trail',
    severity,
    subject: { kind: 'commit', id: 'ab'.repeat(20), url: null },
    message: 'A change has no trail',
    fix: 'Record evidence',
    status: 'new',
    firstSeen: '2026-11-20T00:00:00.000Z',
    carried: false,
    at: null,
    controls: ['SOC 2 CC8.1'],
    change: null,
    accepted: null,
    ...more,
  };
}

export const headerLine: Header = {
  ...sampleWorld.header,
  workflow: null,
  run: null,
  inputs: {},
  repository: 'acme/app',
  service: null,
  branches: [],
  basis: 'git',
  period: { since: '2026-11-01T00:00:00.000Z', until: '2026-11-08T00:00:00.000Z', sinceSha: null, by: 'landing' },
  at: '2026-11-08T00:00:00.000Z',
  flows: [],
};

export const flow: Line = { kind: 'flow', name: 'shop', url: null, template: null };
export const endLine: Line = { kind: 'end', counts: { audit: 1, flow: 1 }, trailsElsewhere: 0 };

/** An audit with these findings of one change. */
export function auditOf(findings: readonly Finding[], { changes = 1, holes = [] as Audit['world']['holes'] } = {}): Audit {
  return {
    world: {
      ...sampleWorld,
      header: headerLine,
      untold: [],
      holes,
      queries: [],
      totals: [],
      end: { kind: 'end', counts: { landing: changes }, trailsElsewhere: 0 },
    },
    totals: { changes, landings: changes, commits: changes, states: { covered: changes }, weeks: [], overrides: [], emergencies: [] },
    rules: [ruleResult({ found: 0 })],
    findings,
    complete: holes.length === 0,
    async *changes() {
      for (let index = 0; index < changes; index += 1) yield reported();
    },
  };
}

export interface Played {
  readonly folder: string;
  readonly context: RunContext;
  readonly events: Event[];
  /** Each question that facts were collected for. */
  readonly asked: Asked[];
  readonly parts: AuditParts;
  settings(raw: RawOptions): AuditSettings;
}

/** Parts that collect these lines, and judge them to holes where they have some; files are written and read for real. */
export function stage(lines: () => AsyncIterable<Line>, judged: (lines: readonly Line[]) => Audit): Played {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const events: Event[] = [];
  const asked: Asked[] = [];
  const context = { ...contextOf({ RUNNER_TEMP: folder }, folder, new AbortController().signal, (event) => void events.push(event)) };
  const named = (name: string): Report =>
    async function* (audit) {
      yield `${name}: `;
      yield `${audit.findings.length} findings\n`;
    };
  const read = async function* (path: string): AsyncGenerator<Line> {
    for (const line of readFileSync(path, 'utf8').trim().split('\n')) yield JSON.parse(line);
  };
  const parts: AuditParts = {
    firstPage,
    approvalLines,
    endingSoonWords,
    proposedChecks,
    headLines,
    headFile,
    readChecksFile,
    rulesets: () => expect.fail('no rulesets are handed in'),
    readHeads,
    collect(what) {
      asked.push(what);
      return lines();
    },
    publishing: entryParts.publishing,
    startDeadline: entryParts.startDeadline,
    manifestDigest: () => expect.fail('Nobody asks for a package here'),
    past: () => expect.fail('Nobody asks for the past here'),
    pack: () => expect.fail('Nobody asks for a package here'),
    takeSample,
    sampleLines,
    plan: () =>
      Promise.resolve({
        basis: 'github',
        since: null,
        sinceSha: null,
        until: '',
        branches: ['main'],
        landings: 60,
        commits: 240,
        creations: 1,
        requests: 2,
        holes: [],
        untold: [],
      }),
    lineTexts,
    checkoutOf: entryParts.checkoutOf,
    withService: entryParts.withService,
    readLines: read,
    openSpool: () => heldSpool(),
    openAnswers,
    judgeAudit: async (file) => judged(await Array.fromAsync(file())),
    previous: (text) => JSON.parse(text),
    previousPackage: () => expect.fail('Nobody hands a package in here'),
    github: () => {
      throw new Error('GitHub is not asked here');
    },
    reports: {
      html: named('html'),
      csv: named('csv'),
      json: named('json'),
      sarif: named('sarif'),
      junit: named('junit'),
      markdown: named('markdown'),
      'badge-json': named('badge-json'),
      'badge-svg': named('badge-svg'),
      oscal: named('oscal'),
      'oscal-plan': named('oscal-plan'),
      registers: named('registers'),
      'controls-csv': named('controls-csv'),
      summary: named('summary'),
      statements: named('statements'),
    },
  };
  const settings = (raw: RawOptions): AuditSettings => readAudit(openReader(uses(auditOptions), { raw, naming: (name) => name }));
  return { folder, context, events, asked, parts, settings };
}
