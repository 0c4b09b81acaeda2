import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { reports } from '../../../src/audit/formats.ts';
import type { Audit, Line } from '../../../src/audit/index.ts';
import { rules } from '../../../src/audit/rules/rules.ts';
import { runAudit } from '../../../src/commands/audit/run-audit.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { waysRound } from '../../../src/service/resources/audits/page.ts';
import { auditOf, endLine, finding, flow, headerLine, stage } from '../../commands/audit/stage.ts';
import { token, world, type World } from '../support.ts';
import { archived, good, handIn, withFindings } from './hostile.ts';
import { linksOf, open, textOf } from './reader.ts';

async function* lines(): AsyncGenerator<Line> {
  yield headerLine;
  yield flow;
  yield endLine;
}

/** Audits with the real writers of reports, hands it in, and gives the address of its page. */
async function publish(it: World, judged: Audit, raw: RawOptions = {}): Promise<string> {
  const played = stage(lines, () => judged);
  const given = { 'base-url': `${it.service.url}/api/v2`, 'api-token': token, org: 'acme', publish: 'true', package: 'a.tgz', ...raw };
  const result = await runAudit(played.settings(given), played.context, {
    ...played.parts,
    reports,
    async *pack() {
      yield new TextEncoder().encode('what is packed');
    },
    manifestDigest: () => Promise.resolve('ab'.repeat(32)),
  });
  if (result.kind !== 'audited' || result.published?.outcome.kind !== 'recorded') throw new Error(JSON.stringify(result));
  return `/acme/audits/${result.published.outcome.id}`;
}

const accepted = finding('medium', {
  key: 'b',
  message: 'Somebody pushed <b>past</b> it',
  accepted: { reason: 'It was at night', owner: 'alice', until: '2026-12-01' },
});

test('an organization without an audit is told how to hand one in', async () => {
  const it = await world();
  const { text } = await open(it, '/acme/audits');
  expect(textOf(text)).toContain(`compliance-evidence audit --base-url ${it.service.url} --org acme --since last-month --publish`);
});

test('audits are listed newest first, each with its outcome, its period and what is open', async () => {
  const it = await world();
  const first = await publish(it, auditOf([finding('high'), accepted]));
  const second = await publish(it, auditOf([]));
  const { text } = await open(it, '/acme/audits');
  expect(linksOf(text).filter((link) => link.startsWith('/acme/audits/'))).toEqual([second, first]);
  expect(textOf(text)).toMatch(
    /✔ No open findings acme\/app from 2026-11-01 00:00Z to 2026-11-08 00:00Z: 0 open findings; .*✘ 2 open findings acme\/app .* 1 high, 1 accepted;/,
  );
});

test('an audit shows its findings by filters in the address, who accepted what, and its repository over time', async () => {
  const it = await world();
  const address = await publish(it, auditOf([finding('high'), accepted, finding('low', { status: 'fixed' })]));
  const whole = textOf((await open(it, address)).text);
  expect(whole).toMatch(
    /Looked at 1 change in 1 landing, 1 commit .*2 of 2 findings\. .*✘ high A change has no trail .*! medium Somebody pushed/,
  );
  expect(whole).toMatch(/Exceptions and acceptances accepted .*Who alice; .* Why It was at night Until 2026-12-01/);
  const list = async (query: string): Promise<string> => textOf((await open(it, address + query)).text).split('Exceptions')[0] ?? '';
  expect(await list('?severity=high&rule=&state=&text=')).toContain('1 of 2 findings.');
  expect(await list('?state=accepted')).toMatch(/1 of 2 findings\. .*medium/);
  expect(await list('?rule=change-without-trail&text=PUSHED')).toMatch(/1 of 2 findings\. .*medium/);
  expect(await list('?text=nowhere')).toContain('0 of 2 findings. There are none.');
  expect((await open(it, `${address}?colour=red`)).status).toBe(400);
  await publish(it, auditOf([]));
  const { text } = await open(it, address);
  expect(textOf(text)).toContain('The newest audit says what is accepted now.');
  expect(text.match(/<rect x=/g)).toHaveLength(2);
});

test('the page of the organization says what is accepted now, by the newest report of each repository', async () => {
  const it = await world();
  const section = async (): Promise<string> => textOf((await open(it, '/acme')).text.split('<h2>Findings that are accepted now')[1] ?? '');
  expect(await section()).toBe('');
  const until = (end: string, by: object = {}) => ({
    accepted: {
      reason: 'It was <b>at night</b>',
      owner: 'alice',
      until: end,
      by: { commit: 'a'.repeat(40), pull: null, merged: 'bob', approved: [], ...by },
    },
  });
  const mergedAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const now = finding('medium', { key: 'b', message: 'Somebody pushed past it', ...until('2999-12-01T00:00:00Z', { mergedAt }) });
  const address = await publish(
    it,
    auditOf([now, finding('low', { key: 'c', message: 'That is over', ...until('2026-01-01T00:00:00Z') })]),
  );
  const words = /Somebody pushed past it in acme\/app, accepted by alice 3 days ago until 2999-12-01: It was <b>at night<\/b>/;
  expect(await section()).toMatch(words);
  expect(await section()).not.toContain('That is over');
  expect(linksOf((await open(it, '/acme')).text)).toContain(address);
  await publish(it, auditOf([]), { publish: 'summary' });
  expect(await section()).toMatch(words);
  await publish(it, auditOf([finding('high')]));
  expect(await section()).toMatch(/^, by the newest audit of each repository None\./);
});

test('its files are saved as they were handed in, and never shown in the name of the service', async () => {
  const it = await world();
  const address = await publish(it, auditOf([finding('high')]));
  const saved = linksOf((await open(it, address)).text).filter((link) => link.startsWith(`${address}/`));
  expect(saved).toEqual(['audit.json', 'audit.html', 'package.tgz'].map((name) => `${address}/${name}`));
  for (const link of saved) {
    const { headers, status } = await open(it, link);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  }
  expect((await open(it, saved[1] ?? '')).text).toMatch(/^<!doctype html>/i);
  expect(JSON.parse((await open(it, saved[0] ?? '')).text)).toMatchObject({ version: 1, findings: [{ severity: 'high' }] });
});

test('a summary says what was found and that the report was not handed in', async () => {
  const it = await world();
  const address = await publish(it, auditOf([finding('high')]), { publish: 'summary' });
  const { text } = await open(it, address);
  expect(textOf(text)).toMatch(/✘ 1 open finding .*1 open finding: 1 high .*Its report was not handed in, as with publish: summary/);
  expect(linksOf(text).filter((link) => link.startsWith(`${address}/`))).toEqual([]);
  expect((await open(it, `${address}/audit.html`)).status).toBe(404);
});

test('what is no audit, or is of another organization, is not there', async () => {
  const it = await world();
  await publish(it, auditOf([]));
  expect((await open(it, '/acme/audits/00000000-0000-0000-0000-000000000000')).status).toBe(400);
  expect((await open(it, '/acme/audits/00000000-0000-0000-0000-00000000')).status).toBe(404);
});

describe('a hostile report', () => {
  const script = '"><script>alert(1)</script>';
  test.each<[string, () => Promise<Buffer<ArrayBuffer>>, string]>([
    ['no archive', async () => Buffer.from('nothing'), 'the attached file is no archive, or it is broken or too large'],
    ['an archive that is cut off', async () => (await archived({ 'audit.json': good })).subarray(0, 80), 'no archive, or it is broken'],
    ['no report in its archive', () => archived({ 'audit.html': 'x' }), 'audit.json was not handed in'],
    ['a report that is too large', () => archived({ 'audit.json': `${good}${' '.repeat(33 * 1024 * 1024)}` }), 'at most 32 MiB are read'],
    ['a file that unpacks to far more than it has', async () => gzipSync(Buffer.alloc(2 ** 28)), 'broken or too large'],
    ['very many files', () => archived(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}`, '']))), 'was not handed in'],
    ['no JSON at all', () => archived({ 'audit.json': '<html>' }), 'is no JSON object'],
    ['lists in lists', () => archived({ 'audit.json': withFindings('['.repeat(1e6) + ']'.repeat(1e6)) }), 'nested too deep'],
    [
      'a severity of its own',
      () => archived({ 'audit.json': withFindings(`[{"severity":${JSON.stringify(script)}}]`) }),
      'findings[0].rule is no text',
    ],
    [
      'too many findings',
      () => archived({ 'audit.json': withFindings(`["${'x'.repeat(11_000_000)}"]`) }),
      'more findings than a page reads',
    ],
  ])('with %s is not shown, and the page says why', async (_, content, said) => {
    const it = await world();
    const { status, text } = await open(it, await handIn(it, await content()));
    expect(status).toBe(200);
    expect(textOf(text)).toContain(said);
  });

  test('with markup in each of its texts is shown as text, and is never green by its own word', async () => {
    const it = await world();
    const one = {
      ...finding('high'),
      rule: script,
      message: script,
      fix: script,
      subject: { kind: script, id: script, url: `javascript:${script}` },
    };
    const content = await archived({
      'audit.json': withFindings(JSON.stringify([one, { ...one, accepted: { reason: script, owner: script, until: script } }])),
    });
    const address = await handIn(it, content, 'evidence.tgz', {
      outcome: { tone: script, word: script, text: script },
      scope: { repository: script, since: script, until: script },
      run: 'javascript:alert(1)',
      findings: { high: script },
    });
    for (const page of [address, '/acme/audits']) {
      const { headers, text } = await open(it, page);
      expect(text.replaceAll('&#', '').replace('<script type="module">', '')).not.toMatch(/<script|href="javascript/i);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).not.toContain('script-src');
    }
    expect(textOf((await open(it, address)).text)).toContain('Its report is not the one whose SHA-256 is in the record');
  });
});

test('no record makes an audit green that the service judged otherwise', async () => {
  const it = await world();
  const data = { outcome: { tone: 'good', word: 'No open findings', text: '' } };
  const seen = async (rule: string) => textOf((await open(it, await handIn(it, Buffer.from('x'), 'x', data, rule))).text);
  expect(await seen('true')).toContain('✔ No open findings');
  expect(await seen('.complete == true')).toMatch(/repository without a name ✘ not compliant/i);
});

test('a large report is read, and its changes are passed over', async () => {
  const it = await world();
  const many = JSON.stringify(Array.from({ length: 9_000 }, (_, at) => ({ ...finding('high'), key: `${at}` })));
  const changes = `\n  "changes": [${Array.from({ length: 20_000 }, () => JSON.stringify({ text: 'x'.repeat(1000) })).join(',')}]}`;
  const address = await handIn(it, await archived({ 'audit.json': withFindings(many).replace(/\}$/, `,${changes}`) }));
  expect(textOf((await open(it, address)).text)).toContain('9,000 of 9,000 findings.');
});

test('each rule of the register of exceptions is a rule of the audit', () => {
  const names = new Set(rules.map(({ name }) => name));
  expect([...waysRound].filter((name) => !names.has(name))).toEqual([]);
});
