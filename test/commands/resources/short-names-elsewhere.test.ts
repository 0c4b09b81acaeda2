import { afterEach, describe, expect, it } from 'vitest';
import type { Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { fault, startFaultServer, type Fault, type FaultServer } from '../../support/fault-server.ts';
import { playNamed } from '../play-named.ts';

const commit = (end: string): string => `3f2a91c${end.repeat(33)}`;

let foreign: FaultServer | undefined;
afterEach(async () => {
  await foreign?.close();
  foreign = undefined;
});

describe('a service that does not find names by how they begin', () => {
  const gone = (what: string): Fault => fault.status(404, {}, { message: `No ${what}` });
  const trail = (name: string) => ({ name, compliance_status: { status: 'COMPLIANT', attestations_statuses: [] } });
  const advice = 'info: If 3f2a91cb is the beginning of a longer name: this service does not find names by that, so write the full name';

  async function ask(
    name: string,
    options: RawOptions,
    lists: (url: string) => Fault,
  ): Promise<{ readonly result: Result; readonly said: readonly string[] }> {
    foreign = await startFaultServer({ script: ({ url }) => lists(url) });
    const raw = { 'base-url': foreign.url, 'api-token': 'a-token-for-tests', org: 'acme', flow: 'shop', ...options };
    const { events, result } = await playNamed(name, raw);
    return { result, said: events.map((event) => `${event.kind}: ${event.message}`) };
  }

  it.each<readonly [string, Fault]>([
    ['ignores the question', fault.status(200, {}, [trail(commit('b')), trail('other')])],
    ['ignores it and has nothing that begins so', fault.status(200, {}, { data: [trail('other')], pagination: { page_count: 1 } })],
    ['answers with a name that there cannot be', fault.status(200, {}, [trail(`${commit('b')}\n`)])],
    ['refuses it', fault.status(400, {}, { message: 'unknown parameter' })],
    ['refuses it with 422', fault.status(422, {}, { message: 'unknown parameter' })],
  ])('is no reason to take another trail, where it %s', async (_, list) => {
    const { result, said } = await ask('trail get', { name: '3f2a91cb' }, (url) => (url.includes('prefix=') ? list : gone('trail')));
    expect([result, said]).toMatchObject([{ kind: 'stopped', ending: 'unknown', message: expect.stringContaining('No trail') }, [advice]]);
  });

  it('and has one page of more than it says is no reason either', async () => {
    const page = { data: [trail(commit('b'))], pagination: { page_count: 2 } };
    const { result } = await ask('trail get', { name: '3f2a91cb' }, (url) =>
      url.includes('prefix=') ? fault.status(200, {}, page) : gone('trail'),
    );
    expect(result).toMatchObject({ ending: 'usage', message: '2 trails of flow shop begin with 3f2a91cb' });
  });

  it.each<readonly [string, Fault]>([
    ['of another id', fault.status(200, {}, { data: [{ attestation_id: '19ab3c4d' }] })],
    ['by commit', fault.status(200, {}, {})],
    ['that a commit is missing', fault.status(400, {}, { message: 'commit_list is required' })],
  ])('is no reason to take another record, where it answers with one %s', async (_, list) => {
    const { result, said } = await ask('attestation get', { id: '3f2a91cb' }, (url) =>
      url.includes('prefix=') ? list : fault.status(200, {}, []),
    );
    expect([result, said]).toMatchObject([{ message: 'There is no attestation 3f2a91cb in the organization acme' }, [advice]]);
  });

  it.each<readonly [string, Fault]>([
    ['has no search', gone('such page')],
    ['does not say what it found', fault.status(200, {}, { artifacts: [{ fingerprint: '7e'.repeat(32), git_commit: commit('b') }] })],
  ])('is no reason to take another commit, where it %s', async (_, found) => {
    const { result } = await ask('attestation find', { commit: '3f2a91cb' }, () => found);
    expect(result).toMatchObject({
      ending: 'usage',
      message: 'The service does not tell which commit begins with 3f2a91cb',
      fix: 'Write all 40 hexadecimal digits',
    });
  });

  it.each<readonly [string, object, string]>([
    ['another commit', { type: 'commit', commits: { count: 1, matches: [`ffffff1${'b'.repeat(33)}`] } }, 'does not tell which commit'],
    ['a short one', { type: 'commit', full_match: '3f2a91cb' }, 'does not tell which commit'],
    ['none of those that it counts', { type: 'commit', commits: { count: 2, matches: [] } }, 'does not tell which commit'],
    ['a fingerprint', { type: 'fingerprint', full_match: '3f2a91cb'.repeat(8) }, 'Nothing in the organization acme'],
    ['one of several', { type: 'commit', commits: { count: 2, matches: [commit('b')] } }, '2 commits in the organization acme'],
  ])('is no reason to take a commit, where its search finds %s', async (_, resolved_to, message) => {
    const { result } = await ask('attestation find', { commit: '3f2a91cb' }, () => fault.status(200, {}, { artifacts: [], resolved_to }));
    expect(result).toMatchObject({ ending: 'usage', message: expect.stringContaining(message) });
  });

  it('still tells a commit where its search names that one alone', async () => {
    const resolved_to = { type: 'commit', full_match: commit('b').toUpperCase() };
    const { said } = await ask('attestation find', { commit: '3f2a91cb' }, (url) =>
      fault.status(200, {}, url.includes('/search/') ? { artifacts: [], resolved_to } : {}),
    );
    expect(said).toEqual([`info: 3f2a91cb is the commit ${commit('b')} in the organization acme`]);
  });
});
