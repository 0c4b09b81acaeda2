import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../bundle/stage.ts';
import { openWorkspaces, type Workspaces } from '../bundle/workspace.ts';
import { runWords } from './run-lines.ts';

let stage: Stage;
let workspaces: Workspaces;
let temp = '';
beforeAll(async () => {
  temp = mkdtempSync(join(tmpdir(), 'audit-json-'));
  stage = await openStage();
  workspaces = await openWorkspaces();
});
afterAll(async () => {
  await stage.close();
  await workspaces.close();
  rmSync(temp, { recursive: true });
});

/** An audit by git alone, with a flow that is not there: not all of it can be read. */
async function audit(...more: readonly string[]) {
  const cwd = await workspaces.make({});
  const env = { RUNNER_TEMP: temp, EVIDENCE_BASE_URL: stage.baseUrl, EVIDENCE_API_TOKEN: stage.tokens.reader, EVIDENCE_ORG: 'acme' };
  return { cwd, ...(await runWords(['audit', '--since', '2020-01-01', '--flow', 'shop', ...more], { cwd, env })) };
}

test('an audit as JSON is its report line by line, and the file that it was printed from is gone', async () => {
  const { code, stdout } = await audit('--json');
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'unknown' });
  expect(readdirSync(temp)).toEqual([]);
});

test('an audit as JSON that writes its report keeps it, and prints the same', async () => {
  const { cwd, stdout } = await audit('--json', '--json-file', 'audit.json');
  expect(readFileSync(join(cwd, 'audit.json'), 'utf8')).toBe(stdout);
});
