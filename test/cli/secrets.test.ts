import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fault, startFaultServer, type Fault, type FaultServer } from '../support/fault-server.ts';
import type { Ended } from './build.ts';
import { runWords } from './run-lines.ts';

const token = 'tok-en_Of.32-characters-for-tests';
const near = 'the token that you sent';
/** The token with each of these between its first characters and the rest. */
const apart = ['', '\u200B', '\u001B', '\u001B[31m', '\u00AD', '\u061C', '\t', '\u0000'].map(
  (part) => `${near}:${token.slice(0, 7)}${part}${token.slice(7)},`,
);
const rest = token.slice(7);

let folder = '';
let server: FaultServer;
let answer: Fault;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-cli-secrets-'));
  server = await startFaultServer({ script: () => answer });
  writeFileSync(join(folder, 'flow.yml'), 'name: shop\n');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}, more: readonly string[] = []): Promise<Ended> {
  const all = [...args, '--base-url', server.url, '--org', 'acme', ...more];
  return await runWords(all, { cwd: folder, env: { EVIDENCE_API_TOKEN: token, ...env } });
}
const gate = ['gate', '--flow', 'shop', '--commit', '1'.repeat(40)];

describe('a token that the service repeats', () => {
  it.each([[gate], [[...gate, '--json']], [['flow', 'apply', 'flow.yml']]])('is not printed by %j, in pieces or whole', async (args) => {
    answer = fault.status(403, {}, { message: apart.join(' '), errors: { [apart.join(' ')]: 'no' } });
    for (const env of [{}, { EVIDENCE_API_TOKEN: ` ${token} \n` }]) {
      const { stdout, stderr } = await run(args, env);
      expect(stdout + stderr).toContain(near);
      expect(stdout + stderr).not.toContain(rest);
    }
  });

  it('is not printed as JSON either, where it stands in a trail', async () => {
    const status = { status: 'COMPLIANT', is_compliant: true, attestations_statuses: [] };
    answer = fault.status(
      200,
      {},
      { name: '1'.repeat(40), html_url: `https://x.example/?${token}`, compliance_state: apart.join(' '), compliance_status: status },
    );
    const { stdout, stderr } = await run([...gate, '--json'], { EVIDENCE_API_TOKEN: ` ${token} \n` });
    const shown: unknown = JSON.parse(stdout);
    expect(JSON.stringify(shown)).toContain(near);
    expect(stdout + stderr).not.toContain(rest);
  });

  it.each(['name', 'key'])('is not printed by the beginning that a cut leaves of it, in a %s', async (what) => {
    const cutOff = `${'x'.repeat(60)}${token}`;
    answer =
      what === 'name'
        ? fault.status(200, {}, { name: cutOff, compliance_status: { status: 'COMPLIANT', is_compliant: true, attestations_statuses: [] } })
        : fault.status(200, { 'content-type': 'application/json' }, `{"${'x'.repeat(40)}${token}": `);
    const { stdout, stderr } = await run(gate);
    expect(stdout + stderr).toContain('xxxx***');
    expect(stdout + stderr).not.toContain(token.slice(0, 8));
  });
});

describe('flow apply reads by the rules of every command', () => {
  it.each([
    [
      'a line break in the token',
      { EVIDENCE_API_TOKEN: 'line-one-of-it\nline-two-of-it' },
      [],
      /--api-token \(variable EVIDENCE_API_TOKEN\) holds a space, a line break/,
    ],
    [
      'a token that is not ASCII',
      { EVIDENCE_API_TOKEN: 'tökén-of-the-service' },
      [],
      /--api-token \(variable EVIDENCE_API_TOKEN\) holds .*not ASCII/,
    ],
    ['no token', { EVIDENCE_API_TOKEN: ' ' }, [], /--api-token \(variable EVIDENCE_API_TOKEN\) is missing or empty/],
    ['an organization that is none', {}, ['--org', '../acme'], /--org is not a name/],
    ['an address in the clear', {}, ['--base-url', 'http://evidence.example'], /plain http/],
    ['a time that is none', {}, ['--timeout', 'long'], /--timeout is not a time/],
    ['certificates not to be verified', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, [], /NODE_TLS_REJECT_UNAUTHORIZED is 0/],
  ])('%s is wrong usage, and nothing is asked', async (_, env, more, message) => {
    const before = server.requests.length;
    answer = fault.status(201, {}, '"OK"');
    const { code, stderr } = await run(['flow', 'apply', 'flow.yml'], env, more);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/line-one|line-two|tökén/);
    expect(code).toBe(64);
    expect(server.requests).toHaveLength(before);
  });
});
