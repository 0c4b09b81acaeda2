import { Check } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { SearchResult } from '../../src/contract/index.ts';
import { attest, field, world, type World } from './support.ts';

const commit = `abcde${'1'.repeat(35)}`;
const alike = `abcde${'2'.repeat(35)}`;
const fingerprint = `abcde${'3'.repeat(59)}`;
const lonely = `fedcb${'4'.repeat(35)}`;

async function stage(): Promise<World> {
  const it = await world();
  const said = {
    fingerprint,
    filename: 'shop.tgz',
    build_url: 'https://ci.example/b',
    commit_url: 'https://ci.example/c',
    git_commit: commit,
  };
  await it.json('POST', '/artifacts/acme/f', { ...said, trail_name: 't', template_reference_name: 'image' });
  await it.json('POST', '/artifacts/acme/g', { ...said, fingerprint: 'c'.repeat(64), git_commit: alike });
  await attest(it, 'f/u', { git_commit_info: { sha1: lonely } });
  return it;
}

const look = async (it: World, value: string): Promise<{ readonly status: number; readonly body: unknown }> =>
  it.get(`/search/acme/sha/${value}`);

describe('a search by SHA', () => {
  test('finds the artifacts of a commit, whole or in short, in either case', async () => {
    const it = await stage();
    for (const value of [commit, commit.slice(0, 6), commit.toUpperCase()]) {
      const { body, status } = await look(it, value);
      expect([status, field(body, 'resolved_to')]).toEqual([
        200,
        {
          type: 'commit',
          full_match: commit,
          commits: { type: 'commit', count: 1, matches: [commit] },
          fingerprints: { type: 'fingerprint', count: 0, matches: [] },
        },
      ]);
      expect(field(body, 'artifacts')).toEqual([
        {
          fingerprint,
          name: 'shop.tgz',
          git_commit: commit,
          pipeline: 'f',
          flow: 'f',
          trail: 't',
          template_reference_name: 'image',
          build_url: 'https://ci.example/b',
          commit_url: 'https://ci.example/c',
          compliance_state: 'COMPLIANT',
          gate: { verdict: 'compliant', note: expect.stringContaining('its flow requires none') },
          html_url: expect.stringContaining('/acme/flows/f/artifacts/'),
          api_url: expect.stringContaining(`/api/v2/artifacts/acme/f/fingerprint/${fingerprint}`),
          has_provenance: true,
          running_in: [],
          exited_from: [],
          history: [{ event: 'image reported', timestamp: expect.any(Number) }],
        },
      ]);
      expect(Check(SearchResult, body)).toBe(true);
    }
  });

  test('of a commit tells the trails that anything about it is on, the latest first and 100 at most', async () => {
    const it = await stage();
    const trails = async (value: string) => field((await look(it, value)).body, 'trails');
    const of = (flow: string, name: string) => ({
      name,
      flow,
      compliance_state: 'COMPLIANT',
      gate: expect.objectContaining({ verdict: expect.any(String) }),
      last_modified_at: expect.any(Number),
      html_url: expect.stringContaining(`/acme/flows/${flow}/trails/${name}`),
    });
    expect(await trails(commit)).toEqual([of('f', 't')]);
    expect(await trails(lonely)).toEqual([of('f', 'u')]);
    expect(await trails(alike)).toEqual([]);
    expect(await trails(fingerprint)).toEqual([]);
    // Twice on a trail, and on another one.
    await attest(it, 'f/t', { git_commit_info: { sha1: commit } });
    await attest(it, 'h/v', { git_commit_info: { sha1: commit } });
    expect(await trails(commit.slice(0, 7))).toEqual([of('h', 'v'), of('f', 't')]);
    for (let at = 0; at < 100; at += 1) await attest(it, `h/v-${at}`, { git_commit_info: { sha1: commit } });
    const many = await trails(commit);
    expect(many).toHaveLength(100);
    expect(many).toMatchObject({ 0: { name: 'v-99' }, 99: { name: 'v-0' } });
  });

  test('finds an artifact by its fingerprint, and a commit that only evidence is about', async () => {
    const it = await stage();
    expect((await look(it, fingerprint)).body).toMatchObject({
      resolved_to: { type: 'fingerprint', full_match: fingerprint },
      artifacts: [{ name: 'shop.tgz' }],
    });
    expect((await look(it, lonely)).body).toMatchObject({ resolved_to: { type: 'commit', full_match: lonely }, artifacts: [] });
  });

  test('that is ambiguous names all that begin so, commits and fingerprints, the latest first', async () => {
    const it = await stage();
    const known = (await look(it, 'abcde')).body;
    expect(field(known, 'resolved_to')).toMatchObject({
      type: 'multiple',
      full_match: alike,
      commits: { count: 2, matches: [alike, commit] },
      fingerprints: { count: 1, matches: [fingerprint] },
    });
    await attest(it, 'f/u', { git_commit_info: { sha1: commit } });
    const { body } = await look(it, 'abcde');
    expect(field(body, 'resolved_to')).toMatchObject({ full_match: commit, commits: { matches: [commit, alike] } });
    expect(field(body, 'artifacts')).toHaveLength(2);
  });

  test.each(['abcd', 'xyzxyz', 'abcdeg', 'a'.repeat(65)])('for %s is refused', async (value) => {
    expect((await look(await world(), value)).status).toBe(400);
  });

  test('that finds nothing says for what', async () => {
    const { body, status } = await look(await stage(), '00000');
    expect([status, field(body, 'message')]).toEqual([404, expect.stringContaining("'00000'")]);
  });
});
