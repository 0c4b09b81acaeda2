import { afterEach, describe, expect, it } from 'vitest';
import { findAttestations, type AttestationSearch, type Call, type RecordsByCommit } from '../../src/client/index.ts';
import { fault, type Fault, type RecordedRequest } from '../support/fault-server.ts';
import { closeAll, failureOf, serve } from './setup.ts';

afterEach(closeAll);

const commitsOf = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => n.toString(16).padStart(40, '0'));
const asked = ({ url }: RecordedRequest): readonly string[] => new URL(url, 'http://x').searchParams.getAll('commit_list');
const namesAsked = ({ url }: RecordedRequest): readonly string[] => new URL(url, 'http://x').searchParams.getAll('attestation_name');

function recordOf(commit: string, name: string, facts: object = {}): object {
  const id = `${name} of ${commit}`;
  return { attestation_id: id, attestation_name: name, is_compliant: true, created_at: 1, git_commit_info: { sha1: commit }, ...facts };
}

/** Answers about each of these commits, with one record of `unit` each. */
const answer = (commits: readonly string[]): Fault =>
  fault.status(200, {}, Object.fromEntries(commits.map((commit) => [commit, [recordOf(commit, 'unit')]])));

const find = (call: Call, search: Partial<AttestationSearch>): Promise<RecordsByCommit> =>
  findAttestations(call, { org: 'acme' }, { flow_name: 'shop', commit_list: [], attestation_name: ['unit'], ...search });

/** How many records were found at each commit, in its order. */
const counts = (found: RecordsByCommit): readonly number[] => [...found.values()].map(({ length }) => length);

describe('a search at many commits', () => {
  it('takes few requests, none with a longer URL than common proxies take', async () => {
    const commits = commitsOf(1_000);
    const { call, server } = await serve((request) => answer(asked(request)));
    const found = await find(call, { commit_list: commits });
    expect([...found.keys()]).toEqual(commits);
    expect(counts(found)).toEqual(commits.map(() => 1));
    expect(server.requests.length).toBeLessThanOrEqual(10);
    for (const { url } of server.requests) expect(url.length).toBeLessThan(7_168);
    expect(server.requests.flatMap(asked)).toEqual(commits);
  });

  it('asks for a commit once, however often it is named, and for nothing where none is', async () => {
    const [one = ''] = commitsOf(1);
    const { call, server } = await serve((request) => answer(asked(request)));
    expect(counts(await find(call, { commit_list: [one, one] }))).toEqual([1]);
    expect(await find(call, {})).toEqual(new Map());
    expect(counts(await find(call, { commit_list: [one], attestation_name: [] }))).toEqual([0]);
    expect(server.requests.map(asked)).toEqual([[one]]);
  });

  it('asks again about those that an answer says nothing of', async () => {
    const commits = commitsOf(6);
    const { call, server } = await serve((request) => answer(asked(request).slice(0, 2)));
    expect(counts(await find(call, { commit_list: commits }))).toEqual([1, 1, 1, 1, 1, 1]);
    expect(server.requests).toHaveLength(3);
  });

  it.each(['first', 'last'] as const)('finds all where the service reads only the %s one of a list', async (which) => {
    const commits = commitsOf(7);
    const known = new Set(commits.filter((_, index) => index % 3 !== 0));
    const { call } = await serve((request) =>
      answer([asked(request).at(which === 'first' ? 0 : -1) ?? ''].filter((one) => known.has(one))),
    );
    expect(counts(await find(call, { commit_list: commits }))).toEqual(commits.map((commit) => (known.has(commit) ? 1 : 0)));
  });

  it('believes that there are none from a service that leaves out commits without records, and has answered several', async () => {
    const commits = commitsOf(100);
    const known = new Set(commits.slice(10, 12));
    const { call, server } = await serve((request) => answer(asked(request).filter((one) => known.has(one))));
    const found = await find(call, { commit_list: commits });
    expect(counts(found).reduce((sum, one) => sum + one, 0)).toBe(2);
    expect(server.requests.length).toBeLessThanOrEqual(2);
  });

  it('is no search where the answer is about a commit that was not asked for', async () => {
    const [one = '', two = '', other = ''] = commitsOf(3);
    const { call, server } = await serve(() => answer([one, other]));
    expect(await failureOf(find(call, { commit_list: [one, two] }))).toMatchObject({
      name: 'ContractError',
      code: 'wrong-shape',
      message: expect.stringMatching(/expected the 2 commits asked for as its keys, not "0{39}2"$/),
      expected: 'an object of lists by commit SHA',
      fix: expect.stringContaining('base-url'),
    });
    expect(server.requests).toHaveLength(1);
    expect(await failureOf(find(call, { commit_list: [two] }))).toMatchObject({
      message: expect.stringContaining(`expected the commit ${two} as its key, not "`),
    });
  });

  it.each([403, 404])('that is refused by %i is not made again in parts', async (status) => {
    const { call, server } = await serve(() => fault.status(status));
    expect(await failureOf(find(call, { commit_list: commitsOf(8) }))).toMatchObject({ name: 'ResponseError', status });
    expect(server.requests).toHaveLength(1);
  });

  it('that nobody answers is not made again in parts', async () => {
    const { call, server } = await serve(() => fault.reset());
    expect(await failureOf(find(call, { commit_list: commitsOf(8) }))).toMatchObject({ code: 'cut-off', attempts: 3 });
    expect(server.requests).toHaveLength(3);
  });

  it('is no search where a record says that it is of another of the commits', async () => {
    const [one = '', two = ''] = commitsOf(2);
    const { call } = await serve(() => fault.status(200, {}, { [one]: [recordOf(two, 'unit')], [two]: [] }));
    expect(await failureOf(find(call, { commit_list: [one, two] }))).toMatchObject({
      path: '$.git_commit_info.sha1',
      message: expect.stringContaining(`the search for the records of unit at commit ${one} answered about something else`),
    });
  });

  it('is made in smaller parts where an answer is larger than is read', async () => {
    const commits = commitsOf(4);
    const large = { kind: 'answer', answer: { status: 200, headers: [], body: Buffer.alloc(33 * 1024 * 1024, ' ') } } as const;
    const { call, server } = await serve((request) => (asked(request).length > 2 ? large : answer(asked(request))));
    expect(counts(await find(call, { commit_list: commits }))).toEqual([1, 1, 1, 1]);
    expect(server.requests.map((request) => asked(request).length)).toEqual([4, 2, 2]);
  });

  it('asks the path of its own for the rest, once the first one has answered with a plain listing', async () => {
    const commits = commitsOf(300);
    const { call, server } = await serve((request) =>
      request.url.includes('list_attestations_for_criteria') ? answer(asked(request)) : fault.status(200, {}, { data: [] }),
    );
    expect(counts(await find(call, { commit_list: commits }))).toEqual(commits.map(() => 1));
    expect(server.requests.filter(({ url }) => !url.includes('list_attestations_for_criteria'))).toHaveLength(1);
  });
});

describe('a search of several names', () => {
  const [one = ''] = commitsOf(1);
  const all = ['unit', 'lint', 'scan'].map((name) => recordOf(one, name));

  it('is one request, and picks them out of all', async () => {
    const { call, server } = await serve(() => fault.status(200, {}, { [one]: all }));
    const found = await find(call, { commit_list: [one], attestation_name: ['unit', 'scan'] });
    expect(found.get(one)?.map(({ attestation_name: name }) => name)).toEqual(['unit', 'scan']);
    expect(server.requests.map(namesAsked)).toEqual([[]]);
  });

  it('asks for a name by itself, however often it is given', async () => {
    const { call, server } = await serve(() => fault.status(200, {}, { [one]: all }));
    expect(counts(await find(call, { commit_list: [one], attestation_name: ['unit', 'unit'] }))).toEqual([1]);
    expect(server.requests.map(namesAsked)).toEqual([['unit']]);
  });

  it('fails where even the records of one name at one commit are larger than is read', async () => {
    const large = { kind: 'answer', answer: { status: 200, headers: [], body: Buffer.alloc(33 * 1024 * 1024, ' ') } } as const;
    const { call, server } = await serve(() => large);
    expect(await failureOf(find(call, { commit_list: [one] }))).toMatchObject({ code: 'body-too-large' });
    expect(server.requests).toHaveLength(1);
  });

  it('is made name by name where all records of the commit are larger than is read', async () => {
    const large = { kind: 'answer', answer: { status: 200, headers: [], body: Buffer.alloc(33 * 1024 * 1024, ' ') } } as const;
    const { call, server } = await serve((request) => (namesAsked(request).length === 0 ? large : fault.status(200, {}, { [one]: all })));
    const found = await find(call, { commit_list: [one], attestation_name: ['unit', 'scan'] });
    expect(found.get(one)?.map(({ attestation_name: name }) => name)).toEqual(['unit', 'scan']);
    expect(server.requests.map(namesAsked)).toEqual([[], ['unit'], ['scan']]);
  });

  it('is not in the contract with a bad record of one of them', async () => {
    const bad = recordOf(one, 'scan', { is_compliant: 'yes' });
    const { call } = await serve(() => fault.status(200, {}, { [one]: [...all, bad] }));
    expect(await failureOf(find(call, { commit_list: [one], attestation_name: ['unit', 'scan'] }))).toMatchObject({
      path: '$.is_compliant',
      message: expect.stringContaining('the records of unit, scan answered'),
    });
    expect(await find(call, { commit_list: [one], attestation_name: ['unit', 'lint'] })).toBeDefined();
  });
});

describe('a search with fewer filters', () => {
  const [one = ''] = commitsOf(1);
  const all = [recordOf(one, 'unit', { flow_name: 'shop' }), recordOf(one, 'scan', { flow_name: 'tools', attestation_type: 'snyk' })];
  const names = (found: RecordsByCommit): readonly string[] => (found.get(one) ?? []).map(({ attestation_name: name }) => name);

  it.each<readonly [string, Partial<AttestationSearch>, readonly string[], string]>([
    ['finds any record of a commit', {}, ['unit', 'scan'], `commit_list=${one}`],
    ['finds those of a flow', { flow_name: 'tools' }, ['scan'], `commit_list=${one}&flow_name=tools`],
    [
      'finds those of a type, and those that tell none',
      { attestation_type: 'junit' },
      ['unit'],
      `commit_list=${one}&attestation_type=junit`,
    ],
  ])('%s, also of a service that does not filter', async (_, search, expected, query) => {
    const { call, server } = await serve(() => fault.status(200, {}, { [one]: all }));
    expect(names(await findAttestations(call, { org: 'acme' }, { commit_list: [one], ...search }))).toEqual(expected);
    expect(server.requests.map(({ url }) => url.split('?')[1])).toEqual([query]);
  });

  it('takes no bad record for none, whatever its name', async () => {
    const { call } = await serve(() => fault.status(200, {}, { [one]: [...all, recordOf(one, 'x', { is_compliant: 'yes' })] }));
    expect(await failureOf(findAttestations(call, { org: 'acme' }, { commit_list: [one] }))).toMatchObject({ path: '$.is_compliant' });
  });

  it('ends where all records of one commit are larger than is read', async () => {
    const large = { kind: 'answer', answer: { status: 200, headers: [], body: Buffer.alloc(33 * 1024 * 1024, ' ') } } as const;
    const { call, server } = await serve(() => large);
    expect(await failureOf(findAttestations(call, { org: 'acme' }, { commit_list: [one] }))).toMatchObject({ code: 'body-too-large' });
    expect(server.requests).toHaveLength(1);
  });
});
