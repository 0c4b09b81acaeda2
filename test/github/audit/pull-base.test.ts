import { afterAll, expect, test } from 'vitest';
import { removeRepositories } from '../../support/git.ts';
import { pull } from '../../support/github-api/world/make.ts';
import { asking, history, pullsOf } from './world.ts';

afterAll(removeRepositories);

test('a pull request that was pointed at another base is told with what it was to before', async () => {
  const { gitDirectory, shas } = history(3);
  const at = (index: number): string => shas[index] ?? '';
  const events = [
    { kind: 'base-changed', at: '2026-11-03T10:00:00Z', by: 'ada', from: 'topic', to: 'develop' },
    { kind: 'retargeted', at: '2026-11-03T11:00:00Z', by: null, from: 'develop', to: 'main' },
    { kind: 'base-changed', at: '2026-11-04T13:00:00Z', by: 'ada', from: 'main', to: 'other' },
  ] as const;
  const { port } = await asking({
    gitDirectory,
    pulls: [pull({ number: 7, head: at(1), events }), pull({ number: 8, head: at(2) })],
  });
  const { pulls } = await pullsOf(port, [at(1), at(2)]);
  expect(pulls.map(({ baseChanges }) => baseChanges)).toEqual([
    [
      { at: '2026-11-03T10:00:00Z', from: 'topic' },
      { at: '2026-11-03T11:00:00Z', from: 'develop' },
    ],
    undefined,
  ]);
});
