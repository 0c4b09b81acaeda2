import { expect, onTestFinished, test } from 'vitest';
import { openReported } from './reported.ts';
import { usePlays } from './use-plays.ts';
import { red } from './workspace.ts';

const openPlay = usePlays();

test('the commit status of a service on loopback leads to the run, and keeps its slot', async () => {
  const { api, run } = await openReported(openPlay({ onTestFinished }));
  await run({ files: { 'build/unit.xml': red } });
  await run({ contexts: { github: { run_attempt: '2' } } });
  const link = (word: string, attempt: number): unknown =>
    expect.stringMatching(
      new RegExp(
        `^https://github\\.com/acme/shop/actions/runs/1658821493#evidence=1&word=${word}&run=1658821493\\.${attempt}&slot=[\\w-]{22}&org=acme&`,
      ),
    );
  expect(api.statuses.map(({ state, target_url }) => [state, target_url])).toEqual([
    ['pending', link('running', 1)],
    ['failure', link('no', 1)],
    ['failure', link('running', 2)],
    ['success', link('yes', 2)],
  ]);
  expect(new Set(api.statuses.map(({ target_url: url }) => new URLSearchParams(new URL(String(url)).hash.slice(1)).get('slot'))).size).toBe(
    1,
  );
});

test('the log names a service on loopback that nobody reaches, and makes no link of its address', async () => {
  const play = openPlay({ onTestFinished });
  const done = await play.run({ inputs: { 'base-url': 'http://127.0.0.1:9', timeout: '500ms', 'evaluation-timeout': '0' } });
  const said = `${done.log.slice(done.log.indexOf('##[endgroup]'))}\n${JSON.stringify(done.annotations)}`;
  expect(said).toContain(' 127.0.0.1:9/api/v2/');
  expect(said).not.toContain('//127.0.0.1:9');
});
