import { afterAll, beforeAll, expect, it } from 'vitest';
import { actionCommands, contextOf, run } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { openShortStage, type ShortStage } from '../short-stage.ts';

// The action takes full names alone, also in the commands that only read.

let stage: ShortStage;
beforeAll(async () => {
  stage = await openShortStage();
});
afterAll(() => stage.close());

async function play(name: string, more: RawOptions): Promise<unknown> {
  const command = actionCommands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`the action has no ${name}`);
  const context = contextOf({}, process.cwd(), new AbortController().signal, () => undefined);
  const raw = { 'base-url': stage.url, 'api-token': stage.token, org: 'acme', ...more };
  return await run(command, { raw, naming: (option) => `Input ${option}` }, context);
}

it.each<readonly [string, RawOptions, string]>([
  ['explain', { flow: 'shop', commit: '3f2a91cb' }, 'Input commit '],
  ['explain', { flow: 'shop', subject: 'artifact', fingerprint: '7e57ab1a' }, 'Input fingerprint '],
  ['query', { operation: 'find-attestations', parameters: 'commit_list=3f2a91cb' }, 'Input parameters has commit_list="3f2a91cb"'],
])('%s %j is refused, and nothing is asked', async (name, options, message) => {
  const before = stage.server.requests.length;
  expect(await play(name, options)).toMatchObject({ ending: 'usage', message: expect.stringContaining(message) });
  expect(stage.server.requests.length).toBe(before);
});

it('explain looks for no trail whose name only begins so', async () => {
  const before = stage.server.requests.length;
  expect(await play('explain', { flow: 'shop', trail: '3f2a91cb' })).toMatchObject({ verdict: { reasons: [{ code: 'trail-missing' }] } });
  expect(stage.server.requests.slice(before).filter(({ url }) => url.includes('prefix='))).toEqual([]);
});
