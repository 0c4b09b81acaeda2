import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Audit, Line } from '../../../src/audit/index.ts';
import { attestationsOfName, downloadEvidence, getTrail, getType, write, type Call } from '../../../src/client/index.ts';
import { exitCodeOf, type Audited } from '../../../src/commands/index.ts';
import { runAudit } from '../../../src/commands/audit/run-audit.ts';
import { withService } from '../../../src/commands/run/connect.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { createToken } from '../../../src/service/index.ts';
import { openService, token, type StoryService } from '../../audit/world/service.ts';
import { auditOf, endLine, finding, flow, headerLine, stage, type Played } from './stage.ts';

let service: StoryService;
let dataDir = '';
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'publish-'));
  service = await openService(dataDir, () => Date.now());
  await createToken({ dataDir, user: 'reader', orgs: ['acme'], role: 'reader', token: 'a-token-that-only-reads' });
});
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const hole = { kind: 'hole', what: 'w', why: 'y', fix: 'f' } as const;

async function* lines(): AsyncGenerator<Line> {
  yield headerLine;
  yield flow;
  yield endLine;
}

interface Ended {
  readonly result: Audited;
  readonly played: Played;
}

/** Audits and publishes, in a flow of its own. */
async function publish(judged: Audit, publishFlow: string, raw: RawOptions = {}): Promise<Ended> {
  const played = stage(lines, () => judged);
  const given = { 'base-url': service.url, 'api-token': token, org: 'acme', publish: 'true', 'publish-flow': publishFlow, ...raw };
  const result = await runAudit(played.settings(given), played.context, played.parts);
  if (result.kind !== 'audited') throw new Error('It was not audited');
  return { result, played };
}

/** Asks the service by itself. */
function ask<Answer>(work: (call: Call) => Promise<Answer>): Promise<Answer> {
  const { context } = stage(lines, () => auditOf([]));
  return withService({ baseUrl: new URL(service.url), timeout: 60_000, token }, 0, context, work);
}

it('records every audit of one day under a name of its own: the later one replaces nothing, and all of them count', async () => {
  const judged = [auditOf([]), auditOf([]), auditOf([finding('high')]), auditOf([], { holes: [hole] }), auditOf([], { changes: 0 })];
  const all: Audited[] = [];
  for (const one of judged) all.push((await publish(one, 'each-counts')).result);
  const names = all.map(({ published }) => published?.name ?? '');
  expect(new Set(names).size).toBe(5);
  expect(all.map((result) => [result.published?.outcome.kind, exitCodeOf(result)])).toEqual([
    ['recorded', 0],
    ['recorded', 0],
    ['recorded', 1],
    ['recorded', 3],
    ['recorded', 0],
  ]);
  const to = { org: 'acme', flow_name: 'each-counts', trail_name: 'audit-2026-11-08' };
  const records = await ask((call) => Promise.all(names.map((name) => attestationsOfName(call, { ...to, attestation_name: name }))));
  expect(records.map((found) => found.map((record) => record.is_compliant))).toEqual([[true], [true], [false], [false], [true]]);
  const trail = await ask((call) => getTrail(call, to));
  expect(trail.compliance_status?.is_compliant).toBe(false);
});

it('says what the audit was about and how it ended, and attaches its reports', async () => {
  const { result } = await publish(auditOf([finding('high'), finding('medium', { key: 'other' })]), 'what-it-says');
  const name = result.published?.name ?? '';
  const to = { org: 'acme', flow_name: 'what-it-says', trail_name: 'audit-2026-11-08', attestation_name: name };
  const [record] = await ask((call) => attestationsOfName(call, to));
  expect(record).toMatchObject({ attestation_type: 'custom:compliance-audit', is_compliant: false });
  const path = { org: 'acme', flow_name: to.flow_name, trail_name: to.trail_name, attestation_id: record?.attestation_id ?? '' };
  const { content, name: file } = await ask((call) => downloadEvidence(call, path));
  const tar = gunzipSync(content).toString();
  expect([file, tar.includes('json: 2 findings'), tar.includes('html: 2 findings')]).toEqual(['evidence.tgz', true, true]);
  expect(result.published?.data).toMatchObject({
    attestation_data: {
      verdict: 'non-compliant',
      complete: true,
      scope: { repository: 'acme/app', since: '2026-11-01T00:00:00.000Z', until: '2026-11-08T00:00:00.000Z' },
      report: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      package: null,
      findings: { critical: 0, high: 1, medium: 1, low: 0, accepted: 0 },
    },
  });
  // A record about a commit would be taken for evidence of that commit by the next audit.
  expect(JSON.stringify(result.published?.data)).not.toContain('git_commit_info');
});

it('attaches nothing for a summary, and says so in the record', async () => {
  const { result } = await publish(auditOf([]), 'in-short', { publish: 'summary' });
  expect(result.published?.data).toMatchObject({ attestation_data: { outcome: { word: 'No open findings', tone: 'good' }, attached: [] } });
  const to = { org: 'acme', flow_name: 'in-short', trail_name: 'audit-2026-11-08', attestation_name: result.published?.name ?? '' };
  const [record] = await ask((call) => attestationsOfName(call, to));
  expect(record).toMatchObject({ has_audit_package: false });
});

it.each([
  ['a small package', 1000, ['audit.json', 'audit.html', 'package.tgz']],
  ['no package for which there may be no room', 6 * 1024 * 1024, ['audit.json', 'audit.html']],
])('attaches %s next to its reports', async (_, size, attached) => {
  const played = stage(lines, () => auditOf([]));
  const given = { 'base-url': service.url, 'api-token': token, org: 'acme', publish: 'true', 'publish-flow': 'packed', package: 'a.tgz' };
  const result = await runAudit(played.settings(given), played.context, {
    ...played.parts,
    async *pack() {
      yield randomBytes(size);
    },
    manifestDigest: () => Promise.resolve('ab'.repeat(32)),
  });
  if (result.kind !== 'audited') throw new Error('It was not audited');
  expect(result.published?.data).toMatchObject({ attestation_data: { attached, package: { manifest_sha256: 'ab'.repeat(32) } } });
  const warned = played.events.some(
    ({ kind, ...event }) => kind === 'warning' && JSON.stringify(event).includes('at most 5 MiB are attached'),
  );
  expect(warned).toBe(attached.length === 2);
});

it('renews a type whose rules somebody weakened, so that no audit with findings is a yes', async () => {
  await publish(auditOf([]), 'weakened');
  await ask((call) =>
    write(call, 'putType', { org: 'acme' }, { name: 'compliance-audit', evaluator: { content_type: 'jq', rules: ['true'] } }, undefined),
  );
  const { result } = await publish(auditOf([finding('high')]), 'weakened');
  expect(result.published?.outcome.kind).toBe('recorded');
  const type = await ask((call) => getType(call, { org: 'acme', type_name: 'compliance-audit' }));
  expect(type.versions?.[0]?.evaluator?.rules?.[0]).toBe('.complete == true');
});

it.each<[string, () => RawOptions, RegExp]>([
  [
    'a token that only reads',
    () => ({ 'api-token': 'a-token-that-only-reads' }),
    /was not recorded as .*: The flow refused cannot be made: The role reader .* may not change what is required/,
  ],
  ['a service that is gone', () => ({ 'base-url': 'http://127.0.0.1:9', timeout: '3s' }), /was not recorded as /],
])('writes the reports and ends with 3 where %s does not take it', async (_, raw, words) => {
  const { played, result } = await publish(auditOf([]), 'refused', { ...raw(), html: 'a.html' });
  expect([result.ending, result.fails, exitCodeOf(result)]).toEqual(['audited', true, 3]);
  expect(result.summary.replaceAll('\\', '')).toMatch(words);
  expect(existsSync(join(played.folder, 'a.html'))).toBe(true);
});

it('sends nothing in a dry run, and shows what it would send', async () => {
  const { result } = await publish(auditOf([]), 'dry', { 'base-url': 'http://127.0.0.1:9', 'dry-run': 'true' });
  expect([result.published?.outcome, exitCodeOf(result)]).toEqual([{ kind: 'dry-run' }, 0]);
  expect(result.published?.data).toMatchObject({ type_name: 'compliance-audit', attestation_data: { verdict: 'audited' } });
});

it('says why the record says no', async () => {
  const dry = { 'base-url': 'http://127.0.0.1:9', 'dry-run': 'true' };
  const objectionOf = async (audit: Audit): Promise<unknown> => (await publish(audit, 'no', dry)).result.published?.objection;
  expect(await objectionOf(auditOf([finding('high')]))).toBe('its verdict is non-compliant');
  expect(await objectionOf(auditOf([]))).toBeUndefined();
});

it('publishes again from what was kept', async () => {
  const { played } = await publish(auditOf([]), 'kept', { 'keep-collected': 'kept.ndjson', 'dry-run': 'true' });
  const given = { collected: 'kept.ndjson', publish: 'true', 'base-url': service.url, 'api-token': token, org: 'acme' };
  const result = await runAudit(played.settings(given), played.context, played.parts);
  expect(result).toMatchObject({ published: { flow: 'compliance-audits', outcome: { kind: 'recorded' } } });
});

it('is refused where it would do nothing', () => {
  const played = stage(lines, () => auditOf([]));
  const settings = (raw: RawOptions): unknown => played.settings(raw);
  const given = { 'base-url': service.url, 'api-token': token, org: 'acme' };
  expect(() => settings({ ...given, 'dry-run': 'true' })).toThrow('does nothing without publish');
  expect(() => settings({ ...given, publish: 'true', plan: 'true' })).toThrow('does nothing with plan');
  expect(() => settings({ collected: 'x', publish: 'true' })).toThrow('base-url');
});
