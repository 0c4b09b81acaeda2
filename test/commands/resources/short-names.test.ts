import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showResult } from '../../../src/cli/show-result.ts';
import { openTerminal } from '../../../src/cli/terminal.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { commit, openShortStage, print, type ShortStage } from '../short-stage.ts';

let stage: ShortStage;
beforeAll(async () => {
  stage = await openShortStage();
});
afterAll(() => stage.close());

const play: ShortStage['play'] = (name, options) => stage.play(name, options);

describe('a trail by the beginning of its name', () => {
  it('is shown, and the full name is said', async () => {
    const { asked, result, said } = await play('trail get', { name: '3f2a91cb' });
    expect(result).toMatchObject({ kind: 'shown', json: { name: commit('b') } });
    expect(said).toEqual([`info: 3f2a91cb is the trail ${commit('b')} of flow shop`]);
    expect(asked).toEqual([
      '/trails/acme/shop/3f2a91cb',
      '/trails/acme/shop?prefix=3f2a91cb&page=1&per_page=10',
      `/trails/acme/shop/${commit('b')}`,
    ]);
  });

  it('that begins several is refused, with the latest ten of them and how many there are more', async () => {
    const { result } = await play('trail get', { name: 'release-2026-' });
    const shown = Array.from({ length: 10 }, (_, index) => `release-2026-${12 - index}`);
    expect(result).toMatchObject({
      kind: 'stopped',
      ending: 'usage',
      message: '12 trails of flow shop begin with release-2026-',
      fix: ['Write more of the one that is meant. The latest first, they are:', ...shown, 'and 2 more'].join('\n'),
    });
  });

  it.each([
    ['deadbeef', 'is there, though others begin so'],
    [commit('a'), 'is a whole SHA'],
  ])('%s is that trail alone: it %s, and one request is enough', async (name) => {
    const { asked, result, said } = await play('trail get', { name });
    expect([result, asked, said]).toMatchObject([{ kind: 'shown', json: { name } }, [`/trails/acme/shop/${name}`], []]);
  });

  it.each([
    ['v1.2', 1],
    ['deadbe', 1],
    [commit('c'), 1],
    ['deadbeef03', 2],
    ['DEADBEEF0', 2],
  ])('%s is none: what the service said of it is told, after %i requests', async (name, requests) => {
    const { asked, result, said } = await play('trail get', { name });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'unknown', message: expect.stringContaining(`'${name}'`) });
    expect([asked.length, said]).toEqual([requests, []]);
  });

  it('of a flow that is not there is none', async () => {
    const { result } = await play('trail get', { name: '3f2a91cb', flow: 'none' });
    expect(result).toMatchObject({ kind: 'stopped', message: expect.stringContaining("no flow 'none'") });
  });

  it('is that of an artifact, where the service has no trail of that name', async () => {
    const short = await play('artifact get', { fingerprint: '7e57ab1bbbbb', trail: '3f2a91cbbbbb' });
    expect(short.result).toMatchObject({ json: { fingerprint: print('b'), trail_name: commit('b') } });
    const elsewhere = await play('artifact get', { fingerprint: print('a'), trail: 'deadbeef' });
    expect(elsewhere.result).toMatchObject({
      kind: 'stopped',
      ending: 'unknown',
      message: expect.stringContaining('/artifacts/acme/shop'),
    });
    const whole = await play('artifact get', { fingerprint: print('a'), trail: commit('a') });
    expect([whole.result, whole.asked.length]).toMatchObject([{ json: { trail_name: commit('a') } }, 1]);
  });
});

describe('a commit or a fingerprint by its first digits', () => {
  it.each<readonly [string, RawOptions, string, string]>([
    ['artifact get', { fingerprint: '7E57AB1A' }, `the fingerprint ${print('a')}`, '/search/acme/sha/7e57ab1a'],
    ['approval list', { fingerprint: '7e57ab1aaaaa' }, `the fingerprint ${print('a')}`, '/search/acme/sha/7e57ab1aaaaa'],
    ['attestation find', { commit: '5EE5EE5' }, `the commit ${commit('0', '5ee5ee5')}`, '/search/acme/sha/5ee5ee5'],
  ])('is taken by %s %j', async (name, options, full, search) => {
    const { asked, result, said } = await play(name, options);
    expect(result.kind).toMatch(/^(?:listed|shown)$/);
    expect(JSON.stringify(result)).toContain(full.split(' ').at(-1));
    expect(said).toEqual([expect.stringContaining(`is ${full} in the organization acme`)]);
    expect([asked[0], asked.length]).toEqual([search, 2]);
  });

  it('costs no request where it is whole', async () => {
    const asked = async (name: string, options: RawOptions) => (await play(name, options)).asked.length;
    expect([
      await asked('artifact get', { fingerprint: print('a') }),
      await asked('approval list', { fingerprint: print('a') }),
      await asked('attestation find', { commit: `${commit('a')},${commit('b')}` }),
    ]).toEqual([1, 1, 1]);
  });

  it('may stand among whole ones', async () => {
    const { result } = await play('attestation find', { commit: `${commit('a')} 5ee5ee5` });
    expect(result).toMatchObject({ json: { attestations: [{ trail_name: commit('a') }, { trail_name: commit('0', '5ee5ee5') }] } });
  });

  it('that begins several is refused, with these, the latest first', async () => {
    const { result } = await play('attestation find', { commit: '3f2a91c' });
    expect(result).toMatchObject({ ending: 'usage', message: '2 commits in the organization acme begin with 3f2a91c' });
    expect(Object(result).fix).toContain(`\n${commit('b')}\n${commit('a')}`);
  });

  it.each([
    ['attestation find', { commit: '7e57ab1a' }, 'Nothing in the organization acme is about a commit that begins with 7e57ab1a'],
    ['artifact get', { fingerprint: '5ee5ee5' }, 'Nothing in the organization acme is about a fingerprint that begins with 5ee5ee5'],
    ['artifact get', { fingerprint: '0000000' }, 'Nothing in the organization acme is about a fingerprint that begins with 0000000'],
  ])('that is none is said: %s %j', async (name, options, message) => {
    expect((await play(name, options)).result).toMatchObject({ ending: 'usage', message });
  });

  it.each([
    ['attestation find', { commit: '3f2a91' }],
    ['attestation find', { commit: `${commit('a')}0` }],
    ['artifact get', { fingerprint: '7e57ab' }],
    ['artifact get', { fingerprint: 'shop.tgz' }],
    ['approval list', { fingerprint: '7e57ab' }],
  ])('has seven digits or more, and no more than there are: not %s %j', async (name, options) => {
    const { asked, result } = await play(name, options);
    expect([result, asked]).toMatchObject([{ ending: 'usage', fix: expect.stringContaining('or the first 7 or more') }, []]);
  });
});

describe('a record by the beginning of its id', () => {
  it('is shown, and its file is saved', async () => {
    const id = stage.ids.a;
    const shown = await play('attestation get', { id: id.slice(0, 30) });
    expect(shown.result).toMatchObject({ kind: 'shown', json: { attestation_id: id } });
    expect(shown.said).toEqual([`info: ${id.slice(0, 30)} is the attestation ${id} in the organization acme`]);
    const whole = await play('attestation get', { id });
    expect([whole.result, shown.asked.length - whole.asked.length]).toEqual([shown.result, 2]);
    expect((await play('attestation download', { id: id.slice(0, 30) })).result).toMatchObject({ kind: 'shown', json: { bytes: 40 } });
    expect(whole.asked.filter((url) => url.includes('prefix='))).toEqual([]);
  });

  it('that begins several, or none, is refused', async () => {
    const id = stage.ids.b;
    const several = await play('attestation get', { id: id.slice(0, 7) });
    expect(several.result).toMatchObject({ message: '3 attestations in the organization acme begin with ' + id.slice(0, 7) });
    for (const [none, requests] of [
      ['0000000', 2],
      ['000000', 1],
      ['unit-tests', 1],
      ['00000000-0000-0000-0000-00000000', 1],
    ] as const) {
      const { asked, result } = await play('attestation get', { id: none });
      expect([result, asked.length]).toMatchObject([{ message: `There is no attestation ${none} in the organization acme` }, requests]);
    }
  });
});

it.each([
  ['trail list', 'trail get', 'name', { json: { name: commit('b') } }],
  ['artifact list', 'artifact get', 'fingerprint', { json: { fingerprint: print('b') } }],
])('the first column of %s can be given to %s', async (list, get, option, expected) => {
  const listed = (await play(list, {})).result;
  if (listed.kind !== 'shown') throw new Error(listed.kind);
  const lines: string[] = [];
  showResult(listed, {
    ...openTerminal(),
    style: (_: unknown, text: string) => text,
    columns: undefined,
    out: (text) => void lines.push(...text.split('\n')),
  });
  const first = lines.map((line) => line.split(' ', 1)[0] ?? '').find((cell) => /^(?:3f2a91c|7e57ab1)b/.test(cell));
  expect((await play(get, { [option]: first ?? '' })).result).toMatchObject(expected);
});

describe('explain', () => {
  it.each<readonly [string, RawOptions, object, string]>([
    ['a trail', { trail: '3f2a91cbbbbb' }, { trail: commit('b'), commit: commit('b') }, commit('b')],
    ['the trail of a commit', { commit: '3f2a91cb' }, { trail: commit('b'), commit: commit('b') }, commit('b')],
    [
      'the trail of a commit without a record',
      { commit: 'beefca1' },
      { trail: commit('1', 'beefca1'), commit: commit('1', 'beefca1') },
      commit('1', 'beefca1'),
    ],
    ['a commit', { subject: 'commit', commit: '3f2a91cb' }, { commit: commit('b') }, commit('b')],
    ['an artifact', { subject: 'artifact', fingerprint: '7e57ab1a' }, { fingerprint: print('a') }, commit('a')],
  ])('takes %s in short, and judges it by its full name', async (_, options, question, page) => {
    const { result, said } = await play('explain', options);
    expect(result).toMatchObject({ kind: 'explained', question: question, trailUrl: expect.stringContaining(page) });
    expect(said).toEqual([expect.stringMatching(/ is the (?:trail|commit|fingerprint) /)]);
  });

  it('asks no more than before for what is whole, and for a trail that is there', async () => {
    for (const options of [{ trail: commit('a') }, { trail: 'deadbeef' }, { commit: commit('a') }]) {
      const { asked, result } = await play('explain', options);
      expect(result).toMatchObject({ kind: 'explained', question: { trail: Object.values(options)[0] } });
      expect(asked.filter((url) => /prefix=|\/search\//.test(url))).toEqual([]);
    }
  });

  it('says that nothing is about a commit that nothing begins with', async () => {
    const { result } = await play('explain', { commit: 'beefca2' });
    expect(result).toMatchObject({ message: 'Nothing in the organization acme is about a commit that begins with beefca2' });
  });

  it('says that a trail is missing where none begins so, and which ones do where several do', async () => {
    const none = await play('explain', { trail: 'none-of-them' });
    expect(none.result).toMatchObject({ question: { trail: 'none-of-them' }, verdict: { reasons: [{ code: 'trail-missing' }] } });
    const several = await play('explain', { trail: 'release-2026-' });
    expect(several.result).toMatchObject({ kind: 'stopped', message: '12 trails of flow shop begin with release-2026-' });
  });
});

describe('what writes or gates takes full names alone', () => {
  it.each<readonly [string, RawOptions]>([
    ['gate', { commit: '3f2a91cb' }],
    ['gate', { subject: 'commit', commit: '3f2a91cb' }],
    ['gate', { subject: 'artifact', fingerprint: '7e57ab1a' }],
    ['approval report', { fingerprint: '7e57ab1a', 'approved-by': 'ada' }],
    ['attest', { 'attestation-name': 'unit', 'junit-paths': 'x.xml', commit: '3f2a91cb' }],
  ])('%s %j', async (name, options) => {
    const { asked, result } = await play(name, options);
    expect([result, asked]).toMatchObject([
      { ending: 'usage', fix: expect.stringMatching(/Write (?:all )?(?:40|64) hexadecimal digits(?:[,:]|$)/) },
      [],
    ]);
  });

  it('gate, of a trail: the beginning of a name is no trail', async () => {
    const { asked, result } = await play('gate', { trail: '3f2a91cb' });
    expect(result).toMatchObject({
      kind: 'judged',
      fails: true,
      verdict: { reasons: [{ code: 'trail-missing', fix: expect.stringContaining('full name') }] },
    });
    expect(asked.filter((url) => /prefix=|\/search\//.test(url))).toEqual([]);
  });
});
