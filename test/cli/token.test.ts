import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTerminal, type Terminal } from '../../src/cli/terminal.ts';
import { listTokens } from '../../src/cli/token.ts';
import { createToken, listTokens as tokensOf, revokeToken } from '../../src/service/index.ts';

test('token list with --json prints each token with its roles, and no token itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tokens-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const secret = await createToken({ dataDir: folder, user: 'ada', orgs: ['acme', 'globex'], role: 'member' });
  const shown: unknown[] = [];
  const terminal: Terminal = { ...openTerminal(), out: () => expect.unreachable(), json: (value) => void shown.push(value) };
  const [token] = await tokensOf(folder);
  expect(await listTokens({ data: folder, json: true }, terminal)).toBe(0);
  const organizations = [
    { org: 'acme', role: 'member' },
    { org: 'globex', role: 'member' },
  ];
  expect(shown).toEqual([{ tokens: [{ id: token?.id, user: 'ada', organizations }] }]);
  expect(JSON.stringify(shown)).not.toContain(secret);
  await revokeToken(folder, token?.id ?? '');
  expect(await listTokens({ data: folder, json: true }, terminal)).toBe(0);
  expect(shown[1]).toEqual({ tokens: [] });
});
