import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { openTerminal, type Terminal } from '../../src/cli/terminal.ts';
import { createToken } from '../../src/service/index.ts';

let data: string;
let out: string[];
let err: string[];
let json: unknown[];
let terminal: Terminal;

beforeEach(async () => {
  const home = await mkdtemp(join(tmpdir(), 'rules-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  [data, out, err, json] = [home, [], [], []];
  await createToken({ dataDir: data, user: 'ada', orgs: ['acme'], role: 'admin' });
  terminal = {
    ...openTerminal(),
    columns: 300,
    style: (_, text) => text,
    out: (line) => void out.push(...line.split('\n')),
    err: (line) => void err.push(line),
    json: (value) => void json.push(value),
  };
});

async function run(...args: readonly string[]): Promise<void> {
  const program = buildProgram({ terminal, interrupt: new AbortController().signal, done: () => {} });
  await program.parseAsync(['node', 'compliance-evidence', 'oidc-rule', ...args, '--data', data]);
}

const place = ['--org', 'acme', '--repository', 'acme/shop', '--repository-id', '4711', '--audience', 'https://evidence.example'];
const add = (...more: readonly string[]) => run('add', ...place, '--ref', 'refs/heads/main', ...more);

test('a rule is added with its flows and shown with them, and one without flows with its role alone', async () => {
  await add('--role', 'recorder', '--flow', 'shop', '--flow', 'cart');
  await add('--role', 'reader');
  const [some = '', all = ''] = out.splice(0);
  await run('list');
  expect(out.find((line) => line.includes(some))).toMatch(
    / recorder of shop and cart +acme\/shop \(4711\) +audience https:\S+, ref refs\/heads\/main *$/,
  );
  expect(out.find((line) => line.includes(all))).toMatch(/ acme +reader +acme\/shop/);
  await run('list', '--json');
  const usual = { org: 'acme', repository: 'acme/shop', repository_id: '4711', ref: 'refs/heads/main' };
  expect(json).toEqual([
    {
      rules: [
        expect.objectContaining({ ...usual, id: some, role: 'recorder', flows: ['shop', 'cart'] }),
        expect.objectContaining({ ...usual, id: all, role: 'reader' }),
      ],
    },
  ]);
  expect(JSON.stringify(json).match(/flows/g)).toHaveLength(1);
  expect(err).toEqual([]);
});

test('a rule whose role is for a whole organization takes no flow', async () => {
  await expect(add('--role', 'auditor', '--flow', 'shop')).rejects.toThrow(/The role auditor is for a whole organization/);
  await run('list');
  expect(err).toEqual(['There are none']);
});
