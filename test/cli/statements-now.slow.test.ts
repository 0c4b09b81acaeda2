import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { draftSummary } from '../../src/statement/index.ts';
import { attest, token, world } from '../service/support.ts';
import { answer, sha, written } from '../statement/build.ts';
import { runLines } from './run-lines.ts';

/** It asks again for some seconds, as every command does. */
it('a statement is no yes where the service that is to be asked is down, or has nothing to state', async () => {
  const { service, ...to } = await world();
  await attest(to, `f/${sha}`);
  const cwd = mkdtempSync(join(tmpdir(), 'statements-down-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, 'verdict.json'), written(draftSummary(answer)).statement);
  const verify = `verify --statement verdict.sigstore.json --key signer.pub --commit ${sha} --repository acme/shop`;
  const asked = `${verify} --flow f --base-url http://127.0.0.1:9 --org acme --api-token secret-token`;
  const empty = `${verify} --flow f --base-url ${service.url} --org acme --api-token ${token}`;
  const lines = ['key create signer', 'sign --key signer verdict.json', verify, asked, empty];
  const ended = await runLines(
    lines.map((words) => words.split(' ')),
    { cwd },
  );
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 3, 3]);
  expect(ended[4]).toMatchObject({ stdout: '', stderr: expect.stringContaining('There is no statement: ') });
  expect(ended[3]).toMatchObject({
    stdout: '',
    stderr: expect.stringMatching(/\nerror: Could not reach GET http:\S+ .*\n {2}Check base-url/),
  });
});
