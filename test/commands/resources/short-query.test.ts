import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, openShortStage, print, type ShortStage } from '../short-stage.ts';

let stage: ShortStage;
beforeAll(async () => {
  stage = await openShortStage();
});
afterAll(() => stage.close());

const ask = (operation: string, ...parameters: readonly string[]) =>
  stage.play('query', { flow: '', operation, parameters: parameters.join('\n') });

describe('a question on the command line', () => {
  it.each([
    ['get-trail', ['flow_name=shop', 'trail_name=3f2a91cb'], { name: commit('b') }],
    ['get-artifact', ['flow_name=shop', 'fingerprint=7e57ab1b', 'trail=3f2a91cb'], { fingerprint: print('b') }],
    ['list-approvals', ['flow_name=shop', 'fingerprint=7e57ab1a'], [{ target_artifact: print('a') }]],
    ['list-org-trails', ['fingerprint=7e57ab1a'], { data: [{ name: commit('a') }] }],
    ['artifacts-of-commit', ['flow_name=shop', 'commit_sha=3f2a91cb'], [{ fingerprint: print('b') }]],
    ['find-attestations', ['commit_list=3f2a91cb', 'commit_list=5ee5ee5'], { [commit('b')]: [{}], [commit('0', '5ee5ee5')]: [{}] }],
    ['attestations-of-name', ['flow_name=shop', 'trail_name=3f2a91cb', 'attestation_name=unit'], [{ trail_name: commit('b') }]],
    ['attestations-of-artifact', ['flow_name=shop', 'fingerprint=7e57ab1', 'attestation_name=none'], []],
    ['search-sha', ['search_value=3f2a91cb'], { resolved_to: { full_match: commit('b') } }],
  ])('takes short names: %s %j', async (operation, parameters, answer) => {
    expect((await ask(operation, ...parameters)).result).toMatchObject({ ending: 'answered', answer });
  });

  it('takes the beginning of an id', async () => {
    const { result } = await ask('find-attestations', `attestation_id=${stage.ids.a.slice(0, 30)}`);
    expect(result).toMatchObject({ answer: { data: [{ attestation_id: stage.ids.a }] } });
  });

  it.each([
    ['get-trail', ['flow_name=shop', `trail_name=${commit('a')}`]],
    ['get-trail', ['flow_name=shop', 'trail_name=v1.2.3']],
    ['get-artifact', ['flow_name=shop', `fingerprint=${print('b')}`, `trail=${commit('b')}`]],
    ['find-attestations', [`commit_list=${commit('a')}`, `commit_list=${commit('b')}`]],
    ['list-trails', ['flow_name=shop', 'prefix=3f2a91c']],
  ])('is one request where its names are whole: %s %j', async (operation, parameters) => {
    const { asked, result } = await ask(operation, ...parameters);
    expect([result, asked.length]).toMatchObject([{ ending: 'answered' }, 1]);
  });

  it('says which names begin so, where there are several', async () => {
    const { result } = await ask('get-trail', 'flow_name=shop', 'trail_name=3f2a91c');
    expect(result).toMatchObject({ ending: 'usage', message: '3 trails of flow shop begin with 3f2a91c' });
  });

  it('takes no short name where it decides', async () => {
    const { asked, result } = await ask('assert-artifact', 'flow_name=shop', 'fingerprint=7e57ab1a');
    expect(result).toMatchObject({ ending: 'usage', message: expect.stringContaining('fingerprint="7e57ab1a"') });
    expect(asked).toEqual([]);
    expect((await ask('assert-artifact', 'flow_name=shop', `fingerprint=${print('a')}`)).result).toMatchObject({ ending: 'answered' });
  });

  it('about a trail that is not there is asked as it is written', async () => {
    const { result } = await ask('get-trail', 'flow_name=shop', 'trail_name=0000000');
    expect(result).toMatchObject({ ending: 'unknown', message: expect.stringContaining("'0000000'") });
  });
});
