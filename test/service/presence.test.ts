import { describe, expect, test } from 'vitest';
import { print, provide, putEnvironment, report } from './environment-support.ts';
import { field, world, type Client, type World } from './support.ts';

async function stage(): Promise<World> {
  const it = await world();
  for (const name of ['prod', 'test']) await putEnvironment(it, name);
  return it;
}

const artifact = async (to: Client, letter: string) => (await to.get(`/artifacts/acme/f/fingerprint/${print(letter)}`)).body;
const found = async (to: Client, sha: string) => (await to.get(`/search/acme/sha/${sha}`)).body;
const events = (value: unknown): unknown => {
  const history = field(value, 'history');
  return Array.isArray(history) ? history.map((each) => field(each, 'event')) : history;
};

describe('an artifact', () => {
  test('says where it runs and ran, each environment once, and counts its starts in its flow', async () => {
    const it = await stage();
    await provide(it, 'a', 't', { template_reference_name: 'image' });
    await provide(it, 'b', 't', { template_reference_name: 'other' });
    await report(it, 'prod', 'ab');
    await report(it, 'test', 'a');
    await report(it, 'prod', 'b');
    const kept = await artifact(it, 'a');
    expect(kept).toMatchObject({
      running: [{ environment_name: 'test', snapshot_index: 1 }],
      exited: [{ environment_name: 'prod', snapshot_index: 2 }],
      deployments: [1, 3],
    });
    expect(events(kept)).toEqual([
      'image reported',
      'image started running in prod',
      'image started running in test',
      'image stopped running in prod',
    ]);
    await report(it, 'prod', 'ab');
    expect(await artifact(it, 'a')).toMatchObject({
      running: [
        { environment_name: 'prod', snapshot_index: 3 },
        { environment_name: 'test', snapshot_index: 1 },
      ],
      exited: [],
      deployments: [1, 3, 4],
    });
    expect(await artifact(it, 'b')).toMatchObject({ running: [{ environment_name: 'prod', snapshot_index: 3 }], deployments: [2] });
    expect(field(await found(it, print('a')), 'artifacts.0')).toMatchObject({
      has_provenance: true,
      running_in: ['prod', 'test'],
      exited_from: [],
      history: expect.arrayContaining([{ event: 'image stopped running in prod', timestamp: expect.any(Number) }]),
    });
  });

  test('without a trail is counted too, and one that was reported after it began to run is not', async () => {
    const it = await stage();
    await provide(it, 'a', 't', {});
    await it.json('POST', '/artifacts/acme/f', { fingerprint: print('b'), filename: 'b', build_url: '', commit_url: '' });
    await report(it, 'prod', 'abc');
    await provide(it, 'c', 't', { template_reference_name: 'late' });
    for (const [letter, deployments] of [
      ['a', [1]],
      ['b', [2]],
      ['c', []],
    ] as const)
      expect(await artifact(it, letter)).toMatchObject({ deployments, running: [{ environment_name: 'prod' }] });
  });
});

describe('a search', () => {
  test('finds what only an environment knows, in short or whole, and says that it has no provenance', async () => {
    const it = await stage();
    await report(it, 'prod', 'c');
    await report(it, 'test', 'c');
    await report(it, 'test', '');
    for (const sha of [print('c'), 'ccccc']) {
      expect(await found(it, sha)).toEqual({
        resolved_to: {
          type: 'fingerprint',
          full_match: print('c'),
          commits: { type: 'commit', count: 0, matches: [] },
          fingerprints: { type: 'fingerprint', count: 1, matches: [print('c')] },
        },
        artifacts: [
          expect.objectContaining({
            name: 'c',
            has_provenance: false,
            flow: '',
            git_commit: '',
            running_in: ['prod'],
            exited_from: ['test'],
          }),
        ],
        trails: [],
      });
    }
    await provide(it, 'c', 't');
    const { artifacts } = Object(await found(it, print('c')));
    expect(artifacts).toMatchObject([{ has_provenance: true, flow: 'f', running_in: ['prod'], exited_from: ['test'] }]);
  });
});
