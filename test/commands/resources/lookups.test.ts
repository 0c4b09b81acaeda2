import { afterEach, describe, expect, it } from 'vitest';
import { resultJson, showResult } from '../../../src/cli/show-result.ts';
import { openTerminal } from '../../../src/cli/terminal.ts';
import { actionCommands, type Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { fault, startFaultServer, type FaultServer } from '../../support/fault-server.ts';
import { fingerprint, artifact, rule, approval, type, found, record } from '../answers.ts';
import { playNamed } from '../play-named.ts';

let server: FaultServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Looked {
  readonly result: Result;
  readonly shown: string;
  readonly json: unknown;
  readonly asked: readonly string[];
}

/** Runs a command against a service that gives these answers in turn. Answers the output for people and for machines. */
async function look(name: string, options: RawOptions, ...answers: readonly unknown[]): Promise<Looked> {
  server = await startFaultServer({ script: (_, n) => fault.status(200, {}, answers[n - 1] ?? answers.at(-1)) });
  const raw = { 'base-url': server.url, 'api-token': 'a-token-for-tests', org: 'acme', ...options };
  const { result } = await playNamed(name, raw);
  const shown: string[] = [];
  const terminal = {
    ...openTerminal(),
    style: (_: unknown, text: string) => text,
    out: (text: string) => void shown.push(text),
    err: (text: string) => void shown.push(text),
  };
  if (result.kind !== 'stopped') showResult(result, terminal);
  const asked = server.requests.map(({ method, url }) => `${method} ${url.replace('/api/v2', '')}`);
  return { result, shown: shown.join('\n'), json: result.kind === 'stopped' ? result.message : resultJson(result), asked };
}

describe('what is looked up is told whole to machines, and in short to people', () => {
  it.each([
    [
      'artifact list',
      { flow: 'shop' },
      [artifact],
      { artifacts: [artifact], more: 0 },
      'GET /artifacts/acme?flow_name=shop&page=1&per_page=30',
    ],
    [
      'artifact list',
      { repo: 'acme/shop' },
      [artifact],
      { artifacts: [artifact], more: 0 },
      'GET /artifacts/acme?repo_name=acme%2Fshop&page=1&per_page=30',
    ],
    [
      'approval list',
      { flow: 'shop', fingerprint: fingerprint.toUpperCase() },
      [approval],
      { approvals: [approval], more: 0 },
      `GET /artifacts/acme/shop/${fingerprint}/approvals`,
    ],
    ['type list', {}, [type], { types: [type], more: 0 }, 'GET /custom-attestation-types/acme'],
    ['type get', { name: 'coverage' }, type, type, 'GET /custom-attestation-types/acme/coverage'],
    ['search', { sha: 'C0FFEE0' }, found, found, 'GET /search/acme/sha/c0ffee0'],
    ['search', { sha: `sha256:${fingerprint}` }, found, found, `GET /search/acme/sha/${fingerprint}`],
    [
      'attestation get',
      { id: record.attestation_id },
      { data: [record] },
      record,
      `GET /attestations/acme?attestation_id=${record.attestation_id}`,
    ],
    [
      'attestation get',
      { id: record.attestation_id },
      [record, record],
      { attestations: [record, record] },
      `GET /attestations/acme?attestation_id=${record.attestation_id}`,
    ],
    ['default-org get', {}, { default_org_name: 'acme' }, { default_organization: 'acme' }, 'GET /user/default-org'],
    ['default-org get', {}, { default_org_name: '' }, { default_organization: null }, 'GET /user/default-org'],
    ['default-org set', { name: 'acme' }, 'OK', { default_organization: 'acme', change: 'set' }, 'PUT /user/acme'],
  ])('%s %j', async (name, options, answer, expected, request) => {
    // A page without a count may have a successor, which is empty here.
    const { asked, json } = await look(name, options, answer, []);
    expect([json, asked[0]]).toEqual([expected, request]);
  });

  it.each([
    ['artifact list', {}, [artifact], /abababababab {2}shop\.tgz {2}NON_COMPLIANT {2}release-1 {2}c0ffee0 {2}2025-08-07/],
    ['approval list', { flow: 'shop', fingerprint }, [approval], /^12 {6}UNAPPROVED {2}production {3}bob \(UNAPPROVED\) {2}ada/m],
    ['type list', {}, [type], /^custom:coverage {2}3 {8}yes {7}How much is tested/m],
    ['type get', { name: 'coverage' }, type, /Version +3[^]*"rules": \[\n +"\.x > 1"/],
    [
      'search',
      { sha: 'c0ffee0' },
      found,
      /^Is a +commit\nWhole +c0ffee0[^]*shop\.tgz +shop +release-1 +COMPLIANT +c0ffee0 +production +yes/,
    ],
    [
      'notification list',
      {},
      [rule],
      /^7 +to-chat +production +ON_STARTED_ARTIFACT +WEBHOOK hooks\.example, EMAIL ops@example\.org +failing/m,
    ],
    ['notification get', { number: '7' }, rule, /^Number +7\n[^]*Health +failing\nLast success +2025-08-07/],
    ['attestation get', { id: record.attestation_id }, [record], /^Attestation +unit\n[^]*Compliant +no\n[^]* by ada$/m],
    ['default-org get', {}, { default_org_name: '' }, /^Default organization +none$/],
    ['default-org set', { name: 'acme' }, 'OK', /^Default organization acme set$/],
    ['type list', {}, [], /^There are none$/],
  ])('%s %j shows %j', async (name, options, answer, expected) => {
    expect((await look(name, options, answer, [])).shown).toMatch(expected);
  });
});

describe('the webhook of a notification rule', () => {
  it.each([
    ['notification list', {}, [rule]],
    ['notification get', { number: '7' }, rule],
  ])('is a secret that %s does not tell', async (name, options, answer) => {
    const { json, shown } = await look(name, options, answer);
    expect(`${JSON.stringify(json)}${shown}`).not.toContain('secret-path');
    expect(JSON.stringify(json)).toContain('https://hooks.example/***');
  });
});

describe('the organization', () => {
  it('is the default one of the caller where none is named', async () => {
    const { asked, json } = await look('type list', { org: '' }, { default_org_name: 'beta' }, [type]);
    expect([asked, json]).toEqual([['GET /user/default-org', 'GET /custom-attestation-types/beta'], { types: [type], more: 0 }]);
  });

  it('must be named where there is no default one', async () => {
    const { json, result } = await look('type list', { org: '' }, { default_org_name: null });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'usage', fix: expect.stringContaining('default-org set') });
    expect(json).toBe('No organization is named, and the caller has no default one');
  });

  it.each([
    ['gate', { flow: 'shop', trail: 't' }, /^GET \/trails\/beta\/shop\/t/],
    ['gate', { subject: 'commit', commit: 'c'.repeat(40) }, /^GET \/\S+\/beta/],
    ['explain', { flow: 'shop', trail: 't' }, /^GET \/trails\/beta\/shop\/t/],
    ['query', { operation: 'list-flows' }, /^GET \/flows\/beta/],
  ])('is the default one for %s, too, which changes nothing', async (name, options, next) => {
    const { asked } = await look(name, { org: undefined, ...options }, { default_org_name: 'beta' }, []);
    expect(asked.slice(0, 2)).toEqual(['GET /user/default-org', expect.stringMatching(next)]);
  });

  it.each(['gate', 'explain', 'query'])('is not the default one for %s where the one that is named is empty', async (name) => {
    const { asked, json } = await look(name, { org: '', flow: 'shop', operation: 'list-flows' }, { default_org_name: 'beta' });
    expect([asked, json]).toEqual([[], '--org is empty']);
  });

  it('must be named by a workflow, whatever the default one is', () => {
    const needed = actionCommands.filter(({ name }) => ['gate', 'explain', 'query'].includes(name));
    expect(needed.map(({ options }) => options.find(({ use }) => use.name === 'org')?.required)).toEqual([true, true, true]);
  });

  it.each(['attest', 'flow apply'])('must be named for %s, whatever the default one is', async (name) => {
    const { asked, result } = await look(name, { org: '', flow: 'shop', file: 'none.yml' }, { default_org_name: 'beta' });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'usage', message: expect.stringContaining('--org is missing or empty') });
    expect(asked).toEqual([]);
  });
});

describe('an answer that is not in the contract', () => {
  it.each([
    ['artifact list', {}, [{ ...artifact, fingerprint: null }], '$.fingerprint'],
    ['approval list', { flow: 'shop', fingerprint }, [{ ...approval, release_number: '12' }], '$.release_number'],
    ['type get', { name: 'coverage' }, [], '$'],
    ['search', { sha: 'c0ffee0' }, { resolved_to: null }, '$.artifacts'],
    ['notification get', { number: '8' }, rule, '$.number'],
  ])('of %s is told with its place', async (name, options, answer, place) => {
    const { result } = await look(name, options, answer);
    expect(result).toMatchObject({ kind: 'stopped', ending: 'unknown', message: expect.stringContaining(place) });
  });

  it('of null for all that is not needed is in it', async () => {
    const bare = Object.fromEntries(Object.keys(artifact).map((key) => [key, key === 'fingerprint' ? fingerprint : null]));
    expect((await look('artifact list', {}, [bare], [])).json).toEqual({ artifacts: [bare], more: 0 });
  });
});

describe('wrong usage', () => {
  it.each([
    ['search', { sha: 'c0f' }, /<sha> is not a SHA|--sha is not a SHA/],
    ['search', { sha: 'not-hex' }, /is not a SHA/],
    ['approval list', { flow: 'a b', fingerprint: 'sha256:ab' }, /^2 are wrong: --flow.*--fingerprint is not a SHA-256/],
    ['notification get', { number: 'seven' }, /is not a whole number/],
    ['type get', { name: 'a/b' }, /is not a name/],
    ['default-org set', { name: '-x' }, /is not a name/],
  ])('of %s %j is named, and nothing is asked', async (name, options, message) => {
    const { asked, result } = await look(name, options, {});
    expect(result).toMatchObject({ kind: 'stopped', ending: 'usage', message: expect.stringMatching(message) });
    expect(asked).toEqual([]);
  });

  it('of an id that nobody has says where ids are shown', async () => {
    const { result } = await look('attestation get', { id: 'none' }, { data: [] });
    expect(result).toMatchObject({
      kind: 'stopped',
      message: expect.stringContaining('no attestation none'),
      fix: expect.stringContaining('trail get'),
    });
  });
});
