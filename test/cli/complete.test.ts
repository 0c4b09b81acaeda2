import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completions } from '../../src/cli/complete.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { attest, putFlow, token, world } from '../service/support.ts';
import { listening } from './listening.ts';

function asking(baseUrl: string): void {
  vi.stubEnv('EVIDENCE_BASE_URL', baseUrl);
  vi.stubEnv('EVIDENCE_API_TOKEN', token);
  vi.stubEnv('EVIDENCE_ORG', 'acme');
}

beforeEach(() => {
  vi.stubEnv('XDG_CONFIG_HOME', join(tmpdir(), 'nobody-logged-in'));
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const shell = { terminal: listening().terminal, interrupt: new AbortController().signal, done: () => undefined };
  return (await completions(buildProgram(shell), words, shell)).map((line) => line.split('\t')[0] ?? '');
}

test.each([
  [['tra'], ['trail']],
  [
    ['trail', ''],
    ['begin', 'list', 'get', 'watch', 'help'],
  ],
  [['trail', 'g'], ['get']],
  [
    ['gate', '--subject', ''],
    ['trail', 'artifact', 'commit'],
  ],
  [['gate', '--subject=a'], ['--subject=artifact']],
  // As bash parts the words.
  [['gate', '--subject', '=', 'a'], ['artifact']],
  [['gate', '--dry-run', '--subj'], ['--subject']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['gate', '--junit-paths', 'no-such'], []],
  [['no-such-command', 'x', ''], []],
  [['token', 'list', '-o', 'y'], ['yaml']],
  [
    ['trail', 'list', '--output', 'js'],
    ['json', 'jsonl'],
  ],
  [['trail', 'list', '--state', 'i'], ['incomplete']],
  [['attestation', 'download', 'x', '--output', ''], []],
  [['help', 'trail', 'l'], ['list']],
])('%j is offered what can stand there', async (words, expected) => {
  expect(await offered(...words)).toEqual(expected);
});

test('names are those of the service that the words, the variables or the context name', async () => {
  const it = await world();
  for (const name of ['shop', 'shipping']) await putFlow(it, name, 'version: 1\n');
  await attest(it, 'shop/v1');
  asking(it.service.url);
  expect(await offered('gate', '--flow', 'sh')).toEqual(['shipping', 'shop']);
  expect(await offered('gate', '--flow=sho')).toEqual(['--flow=shop']);
  expect(await offered('flow', 'get', '')).toEqual(['shipping', 'shop']);
  expect(await offered('trail', 'get', '--flow', 'shop', '')).toEqual(['v1']);
  expect(await offered('trail', 'get', '--org', 'nobody', '--flow', 'shop', '')).toEqual([]);
});

test('where the service cannot be reached nothing is offered, and nothing fails', async () => {
  asking('http://127.0.0.1:9');
  expect(await offered('gate', '--flow', '')).toEqual([]);
});
