import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openStage, type Stage } from '../bundle/stage.ts';
import { fault, startFaultServer } from '../support/fault-server.ts';
import { linesOf, registered } from '../text/hostile.ts';
import { parseCommand } from '../support/runner/command.ts';
import { onTerminal } from './on-terminal.ts';
import { runWords } from './run-lines.ts';

/* Lists of a real service: narrowed, in every form, on a terminal and off it. */

let stage: Stage;
let folder = '';
let env: Readonly<Record<string, string>> = {};
const hostile = '=cmd()\n::set-output name=x::y';
const shaOf = (digit: number): string => String(digit).repeat(40);

beforeAll(async () => {
  stage = await openStage();
  folder = mkdtempSync(join(tmpdir(), 'lists-'));
  env = { EVIDENCE_BASE_URL: stage.baseUrl, EVIDENCE_API_TOKEN: stage.tokens.member, EVIDENCE_ORG: 'acme' };
  const template = 'template: { version: 1, trail: { attestations: [{ name: unit, type: generic }] } }';
  writeFileSync(join(folder, 'flow.yml'), `name: shop\n${template}\n`);
  const { code, stderr } = await runWords(['flow', 'apply', 'flow.yml'], { env, cwd: folder });
  if (code !== 0) throw new Error(stderr);
  await stage.putFlow('till', []);
  for (let n = 1; n <= 40; n += 1) {
    const [branch, author] = n % 10 === 0 ? ['main', 'Ada Lovelace <ada@example.org>'] : ['topic', 'Bob <bob@example.org>'];
    await begin('shop', `r${n}`, {
      sha1: shaOf(n % 10),
      message: n === 40 ? hostile : 'Change it',
      author,
      branch,
      timestamp: 1,
      parents: [],
    });
  }
  await begin('till', shaOf(7));
  await attest('shop', 'r20', 'true');
  await attest('shop', 'r10', 'false');
}, 60_000);
afterAll(async () => {
  await stage.close();
  rmSync(folder, { recursive: true });
});

async function begin(flow: string, name: string, commit?: object): Promise<void> {
  const body = new FormData();
  body.set('data_json', JSON.stringify({ name, ...(commit === undefined ? {} : { git_commit_info: commit }) }));
  const answer = await fetch(`${stage.baseUrl}/trails/acme/${flow}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${stage.tokens.member}` },
    body,
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function attest(flow: string, trail: string, compliant: 'true' | 'false'): Promise<void> {
  const body = new FormData();
  body.set('data_json', JSON.stringify({ attestation_name: 'unit', is_compliant: compliant === 'true' }));
  const headers = { authorization: `Bearer ${stage.tokens.member}` };
  const answer = await fetch(`${stage.baseUrl}/attestations/acme/${flow}/trail/${trail}/generic`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}

const list = (...words: readonly string[]) => runWords(['trail', 'list', '--flow', 'shop', ...words], { env });
const namesIn = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(' ', 1)[0] ?? '');

describe('a list', () => {
  it('has the latest 30, and says how many more there are', async () => {
    const { stderr, stdout } = await list();
    expect(namesIn(stdout)).toEqual(Array.from({ length: 30 }, (_, index) => `r${40 - index}`));
    expect(stderr).toBe('note: There are 10 more: --limit 0 lists all\n');
    expect(await list('--limit', '0')).toMatchObject({ stderr: '', stdout: expect.stringMatching(/\nr1 /) });
  });

  it('is narrowed by state, branch, author and time, each of which must hold', async () => {
    expect(namesIn((await list('--branch', 'main')).stdout)).toEqual(['r40', 'r30', 'r20', 'r10']);
    for (const who of ['ada lovelace', 'ada@example.org', 'Ada Lovelace <ada@example.org>'])
      expect(namesIn((await list('--author', who)).stdout)).toEqual(['r40', 'r30', 'r20', 'r10']);
    expect(namesIn((await list('--state', 'non-compliant')).stdout)).toEqual(['r10']);
    expect(namesIn((await list('--state', 'incomplete', '--branch', 'main')).stdout)).toEqual(['r40', 'r30']);
    expect((await list('--branch', 'main', '--since', '2999-01-01')).stderr).toContain('There are none');
    expect(namesIn((await list('--branch', 'main', '--since', '1h', '--until', '2999-01-01')).stdout)).toHaveLength(4);
    expect((await list('--branch', 'main', '--until', '1h')).stderr).toContain('There are none');
  });

  it('that stops before its end does not say that there are none', async () => {
    const trail = (name: string) => ({ name, description: '', compliance_status: { status: 'COMPLIANT', attestations_statuses: [] } });
    const pages = (page: number) => ({
      data: Array.from({ length: 100 }, (_, index) => trail(`p${page}-${index}`)),
      pagination: { page, per_page: 100, page_count: 30, total: 3_000 },
    });
    const server = await startFaultServer({ script: (_, n) => fault.status(200, {}, pages(n)) });
    const { stderr } = await runWords(['trail', 'list', '--flow', 'shop', '--author', 'eve'], {
      env: { ...env, EVIDENCE_BASE_URL: server.url },
    });
    await server.close();
    expect(stderr).toBe('note: 0 matches among the first 2,000 of 3,000; the rest was not looked at: --limit 0 looks at all\n');
  });

  it('refuses a state and a time that are none, before anything is asked', async () => {
    expect(await list('--state', 'green')).toMatchObject({ code: 64, stderr: expect.stringContaining('--state does not know "green"') });
    expect(await list('--since', 'soon')).toMatchObject({ code: 64, stderr: expect.stringContaining('--since is not a time: "soon"') });
  });

  it('of all flows names the flow of each', async () => {
    const { stdout } = await runWords(['trail', 'list', '--all-flows', '--limit', '2'], { env });
    expect(stdout).toMatch(/^FLOW +TRAIL +STATE/);
    expect(stdout).toMatch(/\ntill +777777777777 /);
    const json: unknown = JSON.parse((await runWords(['trail', 'list', '--all-flows', '--limit', '2', '--json'], { env })).stdout);
    expect(json).toMatchObject({ trails: [{ name: shaOf(7) }, { name: 'r40' }], more: 39 });
    expect(await runWords(['trail', 'list'], { env })).toMatchObject({ code: 64, stderr: expect.stringContaining('--flow is missing') });
  });

  it.each([
    [['--all-flows'], '--flow and all-flows are both given'],
    [['--since', '2026-11-02', '--until', '2026-11-01'], '--until is not after `since`'],
    [['--since', '7d', '--until', '7d'], '--until is not after `since`'],
  ])('with %j, which nothing can fulfil, is wrong usage, and no empty list', async (words, said) => {
    expect(await list(...words)).toMatchObject({ code: 64, stdout: '', stderr: expect.stringContaining(said) });
  });
});

describe('the forms for programs', () => {
  it('are the same items, exact and whole', async () => {
    const texts: string[] = [];
    for (const form of ['json', 'jsonl', 'yaml']) texts.push((await list('--output', form)).stdout);
    const [json, jsonl, yaml] = texts;
    const trails: unknown = JSON.parse(json ?? '');
    expect(trails).toMatchObject({ more: 10 });
    expect(
      jsonl
        ?.trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual(Reflect.get(Object(trails), 'trails'));
    expect(JSON.stringify(parse(yaml ?? ''))).toBe(JSON.stringify(trails));
  });

  it.each(['trail list --all-flows', 'flow list', 'context list'])('of `%s` are one, and two are wrong usage', async (line) => {
    const ask = (...more: readonly string[]) => runWords([...line.split(' '), ...more], { env });
    const { stdout } = await ask('--json');
    expect((await ask('--json', '-o', 'json')).stdout).toBe(stdout);
    expect((await ask('-o', 'csv')).stdout).toMatch(/^"[a-z_]+",/);
    for (const form of ['table', 'yaml'])
      expect(await ask('-o', form, '--json')).toMatchObject({
        code: 64,
        stdout: '',
        stderr: expect.stringMatching(new RegExp(`--json and -o ${form} are two forms\\.?\n +Leave one of the two out`)),
      });
    // A variable is for all commands.
    expect((await runWords([...line.split(' '), '--json'], { env: { ...env, EVIDENCE_FORMAT: 'csv' } })).stdout).toBe(stdout);
  });

  it('as CSV name the columns, give times in UTC, and begin no cell as a formula', async () => {
    const { stdout } = await runWords(['trail', 'list', '--all-flows', '-o', 'csv', '--limit', '2'], { env });
    const [head, till, shop] = stdout.trim().split('\n');
    expect(head).toBe('"flow","trail","state","last_change","commit","message"');
    expect(till).toMatch(new RegExp(`^"till","${shaOf(7)}","INCOMPLETE|COMPLIANT","\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"`));
    expect(shop).toMatch(new RegExp(`"${shaOf(0)}","'=cmd\\(\\)"$`));
  });

  it.each(['json', 'jsonl', 'yaml', 'csv', 'table'])('as %s hold nothing that a log acts on', async (form) => {
    const { stdout } = await list('-o', form);
    expect(stdout).toContain('cmd()');
    expect(linesOf(stdout).filter((line) => parseCommand(line, registered) !== undefined)).toEqual([]);
  });
});

describe('a filter', () => {
  const trail = (n: number) => ({
    name: `t${n}`,
    created_at: n,
    git_commit_info: { branch: n < 3 ? 'main' : 'topic' },
    compliance_status: { status: n < 3 ? 'COMPLIANT' : 'INCOMPLETE', attestations_statuses: [] },
  });
  const asking = async (answers: readonly unknown[]) => {
    const server = await startFaultServer({ script: (_, n) => fault.status(200, {}, answers[n - 1] ?? answers.at(-1)) });
    const words = ['trail', 'list', '--flow', 'shop', '--branch', 'main', '--state', 'compliant', '--since', '1970-01-01'];
    const { stdout } = await runWords(words, { env: { ...env, EVIDENCE_BASE_URL: server.url } });
    await server.close();
    return { names: namesIn(stdout), urls: server.requests.map(({ url }) => url.replace('/api/v2', '')) };
  };

  it('is asked of the service, page after page, and what comes is looked at once more', async () => {
    const { names, urls } = await asking([
      { data: [trail(1), trail(3)], total: null, next: '7.5' },
      { data: [trail(2)], total: null, next: null },
    ]);
    const query = 'branch=main&since=0.000&state=compliant&flow=shop';
    expect(urls).toEqual([`/trails/acme?${query}&per_page=100`, `/trails/acme?${query}&before=7.5&per_page=100`]);
    expect(names).toEqual(['t1', 't2']);
  });

  it('that a service does not say it has applied is applied here, to all trails', async () => {
    const { names, urls } = await asking([[trail(1), trail(2), trail(3)], []]);
    expect(urls[1]).toBe('/trails/acme/shop?page=1&per_page=100');
    expect(names).toEqual([]);
    expect((await asking([[trail(3)], [trail(1), trail(2), trail(3)], []])).names).toEqual(['t1', 't2']);
  });
});

describe('on a terminal', () => {
  it('times are told as long ago, and states have their colour', async () => {
    const { shown } = await onTerminal(['trail', 'list', '--flow', 'shop', '--branch', 'main'], { env });
    expect(shown).toMatch(/r10 .*\u001b\[31mNON-COMPLIANT\u001b\[39m +(?:just now|\d+ minutes? ago) /);
    expect(shown).not.toMatch(/\d\d:\d\d:\d\d/);
    const plain = await onTerminal(['trail', 'list', '--flow', 'shop', '--branch', 'main'], { env: { ...env, NO_COLOR: '1' } });
    expect(plain.shown).not.toContain('\u001b[31m');
    expect((await list('--branch', 'main')).stdout).toMatch(/\d\d:\d\d:\d\d/);
  });
});

describe('--web', () => {
  /** A browser that keeps what it was given. */
  function browser(): { readonly bin: string; readonly kept: string } {
    const bin = mkdtempSync(join(folder, 'bin-'));
    const kept = join(bin, 'opened');
    writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$@" > ${kept}\n`);
    chmodSync(join(bin, 'xdg-open'), 0o755);
    return { bin, kept };
  }
  const site = (): string => stage.baseUrl.replace('/api/v2', '');

  it('opens the page of the list, or of the item', async () => {
    const { bin, kept } = browser();
    const screen = { ...env, PATH: `${bin}:${process.env['PATH'] ?? ''}`, DISPLAY: ':9' };
    expect(await runWords(['trail', 'list', '--flow', 'shop', '--web'], { env: screen })).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(kept, 'utf8')).toBe(`${site()}/acme/flows/shop\n`);
    await runWords(['trail', 'get', '--flow', 'shop', 'r1', '--web'], { env: screen });
    expect(readFileSync(kept, 'utf8')).toBe(`${site()}/acme/flows/shop/trails/r1\n`);
  });

  it('prints the address where there is no browser, no screen, or a job runs', async () => {
    const { bin, kept } = browser();
    const words = ['trail', 'get', '--flow', 'shop', 'r1', '--web'];
    const expected = { code: 0, stdout: `${site()}/acme/flows/shop/trails/r1\n` };
    expect(await runWords(words, { env: { ...env, DISPLAY: ':9', PATH: folder } })).toMatchObject(expected);
    for (const more of [{}, { DISPLAY: ':9', CI: 'true' }])
      expect(await runWords(words, { env: { ...env, PATH: `${bin}:${process.env['PATH'] ?? ''}`, ...more } })).toMatchObject(expected);
    expect(existsSync(kept)).toBe(false);
  });

  it('opens nothing but an address of the web', async () => {
    const { bin, kept } = browser();
    const trail = { name: 'r1', html_url: 'file:///etc/passwd', compliance_status: { status: 'COMPLIANT', attestations_statuses: [] } };
    const server = await startFaultServer({ script: () => fault.status(200, {}, trail) });
    const { stderr, stdout } = await runWords(['trail', 'get', '--flow', 'shop', 'r1', '--web'], {
      env: { ...env, EVIDENCE_BASE_URL: server.url, PATH: `${bin}:${process.env['PATH'] ?? ''}`, DISPLAY: ':9' },
    });
    await server.close();
    expect([stdout, stderr.includes('The service gives no address of a page'), existsSync(kept)]).toEqual(['', true, false]);
  });
});

describe('trail watch', () => {
  const watch = (trail: string, ...words: readonly string[]) => runWords(['trail', 'watch', trail, '--flow', 'shop', ...words], { env });

  it('says what changes until the trail is decided, and ends with the code of its verdict', async () => {
    await begin('shop', 'watched');
    const { code, shown } = await onTerminal(['trail', 'watch', 'watched', '--flow', 'shop'], {
      env,
      typed: [['The trail: incomplete', () => void attest('shop', 'watched', 'true')]],
    });
    expect(shown).toMatch(/unit: missing/);
    expect(shown).toMatch(/unit: missing → compliant[^]*The trail: incomplete → compliant/);
    expect(code).toBe(0);
  }, 30_000);

  it('ends with 1 for a trail that says no, with 2 when the wait is over, and with 3 for a flow that is not there', async () => {
    expect((await watch('r10')).code).toBe(1);
    expect((await watch('r1', '--wait-timeout', '1s')).code).toBe(2);
    expect((await runWords(['trail', 'watch', 'r1', '--flow', 'nowhere'], { env })).code).toBe(3);
  });
});
