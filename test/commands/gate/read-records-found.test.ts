import { afterEach, describe, expect, it } from 'vitest';
import { readRecords } from '../../../src/commands/gate/read-trail.ts';
import type { AttestationStatus } from '../../../src/contract/index.ts';
import type { Evidence, RecordsAnswer, TrailAnswer } from '../../../src/gate/index.ts';
import { closeAll, serve } from '../../client/setup.ts';
import { fault, type Fault, type RecordedRequest } from '../../support/fault-server.ts';
import { record, sha } from '../answers.ts';

afterEach(closeAll);

const other = 'b'.repeat(40);
const policy = { required: [], allowEmptyTemplate: false, template: 'current' as const, allowOwnTemplate: false, minTests: 1 };
const counts = { junit_results: [{ name: 's', failures: 0, errors: 0, skipped: 0, total: 3, duration: 1 }] };
const bare = { ...record, is_compliant: true };
const recordAt = (id: string, commit: string | undefined, facts: object = counts): object => ({
  ...bare,
  attestation_id: id,
  ...(commit === undefined ? {} : { git_commit_info: { sha1: commit } }),
  ...facts,
});

const row = (name: string, facts: Partial<AttestationStatus> = {}): AttestationStatus => ({
  attestation_name: name,
  status: 'COMPLETE',
  is_compliant: true,
  attestation_id: `id-of-${name}`,
  ...facts,
});
const trail = (...rows: readonly AttestationStatus[]): TrailAnswer => ({
  kind: 'trail',
  trail: { name: 'release-1', compliance_status: { status: 'COMPLIANT', attestations_statuses: [...rows] } },
});

/** The answers of a service to a search by a commit, and to a look-up by an id. */
interface Service {
  readonly search?: (commits: readonly string[], name: string) => object | Fault;
  readonly byId?: (id: string) => readonly object[] | Fault;
}

const isFault = (answer: object): answer is Fault => 'kind' in answer && typeof answer.kind === 'string';

interface Read {
  readonly found: ReadonlyMap<string, RecordsAnswer>;
  readonly searches: readonly string[];
  readonly ids: readonly string[];
}

const paramsOf = ({ url }: RecordedRequest): URLSearchParams => new URL(url, 'http://localhost').searchParams;

/** Reads the records behind a trail of the shop at a commit. */
async function read(
  { byId = () => [], search = () => ({}) }: Service,
  answer: TrailAnswer,
  facts: {
    readonly commit?: string | undefined;
    readonly own?: Evidence['own'];
    readonly minTests?: number;
    readonly names?: readonly string[];
  } = {},
): Promise<Read> {
  const { call, server } = await serve((request) => {
    const params = paramsOf(request);
    const id = params.get('attestation_id');
    const reply = id === null ? search(params.getAll('commit_list'), params.get('attestation_name') ?? '') : byId(id);
    return isFault(reply) ? reply : fault.status(200, {}, reply);
  });
  const { commit = sha, minTests = 1, names, own } = { ...facts, ...('commit' in facts ? { commit: facts.commit ?? '' } : {}) };
  const question = { subject: 'trail' as const, org: 'acme', flow: 'shop', trail: 'release-1', commit: commit === '' ? undefined : commit };
  const evidence = { answer, question, ...(own === undefined ? {} : { own }) };
  const found = await readRecords(call, evidence, { ...policy, minTests }, ...(names === undefined ? [] : [names]));
  const asked = server.requests.map(paramsOf);
  return {
    found,
    searches: asked.flatMap((params) => (params.has('attestation_id') ? [] : [params.toString()])),
    ids: asked.flatMap((params) => params.get('attestation_id') ?? []),
  };
}

const refused = fault.status(403, {}, { message: 'no' });
const ids = (answer: RecordsAnswer | undefined): unknown =>
  answer?.kind === 'records' ? [answer.records, answer.byId ?? []].map((list) => list.map((one) => one.attestation_id)) : answer;

describe('where there is no trail, no record is asked for', () => {
  it.each([{ kind: 'no-trail' }, { kind: 'no-flow' }, { kind: 'failed', fault: { code: 'x', message: 'no' } }] as const)(
    '%j',
    async (answer) => {
      expect(await read({}, answer)).toEqual({ found: new Map(), searches: [], ids: [] });
      expect((await read({}, answer, { names: ['unit'] })).searches).toEqual([]);
    },
  );
});

describe('the names that are asked for', () => {
  it('are those with a record, each once', async () => {
    const rows = [
      row('green'),
      row('green', { attestation_id: 'another' }),
      row('red', { is_compliant: false }),
      row('missing', { status: 'MISSING', is_compliant: false, attestation_id: null }),
      row('strange', { status: 'ODD' }),
    ];
    const { searches } = await read({ byId: (id) => [recordAt(id, other)] }, trail(...rows));
    const asked = (name: string): string => `commit_list=${sha}&flow_name=shop&attestation_name=${name}`;
    expect(searches.toSorted()).toEqual([asked('green'), asked('red')]);
  });

  it('are only those that are asked for again', async () => {
    const { found } = await read(
      { search: () => ({ [sha]: [recordAt('id-of-two', sha, { attestation_name: 'two' })] }) },
      trail(row('one'), row('two')),
      {
        names: ['two'],
      },
    );
    expect([...found.keys()]).toEqual(['two']);
  });

  it('each have an answer of their own: one that fails spoils no other', async () => {
    const search = (_: unknown, name: string): object =>
      name === 'one' ? refused : { [sha]: [recordAt('id-of-two', sha, { attestation_name: 'two' })] };
    const { found } = await read({ search }, trail(row('one'), row('two')));
    expect(found.get('one')).toMatchObject({ kind: 'failed', fault: { code: 'forbidden' } });
    expect(ids(found.get('two'))).toEqual([['id-of-two'], []]);
  });
});

describe('a record that the search does not show', () => {
  it('is looked up by its id, and counts where it is of another commit, or tells none', async () => {
    for (const commit of [other, undefined]) {
      const { found, ids: asked } = await read({ byId: (id) => [recordAt(id, commit)] }, trail(row('unit')));
      expect([ids(found.get('unit')), asked]).toEqual([[[], ['id-of-unit']], ['id-of-unit']]);
    }
  });

  it('says by its commit that the search lags', async () => {
    const { found } = await read({ byId: (id) => [recordAt(id, sha.toUpperCase())] }, trail(row('unit')));
    expect(found.get('unit')).toEqual({
      kind: 'lagging',
      fault: {
        code: 'incomplete-listing',
        message: 'the records found at commit c0ffee000000 do not include id-of-unit, which is one of them',
        fix: 'Run the job again: the search of the service may lag behind its records',
      },
    });
  });

  it('is looked up of an overridden row, too', async () => {
    const rows = trail(row('unit', { overridden_attestation_id: 'before' }));
    const { ids: asked } = await read(
      { search: () => ({ [sha]: [recordAt('id-of-unit', sha)] }), byId: (id) => [recordAt(id, other)] },
      rows,
    );
    expect(asked).toEqual(['before']);
  });

  it('cannot be told where its look-up fails', async () => {
    expect((await read({ byId: () => refused }, trail(row('unit')))).found.get('unit')).toMatchObject({
      kind: 'failed',
      fault: { code: 'forbidden' },
    });
  });
});

describe('our own record', () => {
  const sending = { kind: 'accepted', id: 'ours', evaluated: true } as const;
  const own = { name: 'unit', failed: 0, problems: [], sending };
  const shown = (...found: readonly string[]): Service => ({ search: () => ({ [sha]: found.map((id) => recordAt(id, sha)) }) });

  it('must be among those that are found: else the search lags', async () => {
    const lacking = await read(shown('id-of-unit'), trail(row('unit')), { own });
    expect(lacking.found.get('unit')).toMatchObject({
      kind: 'lagging',
      fault: { message: expect.stringContaining('do not include ours') },
    });
    expect(ids((await read(shown('id-of-unit', 'ours'), trail(row('unit')), { own })).found.get('unit'))).toEqual([
      ['id-of-unit', 'ours'],
      [],
    ]);
  });

  it.each([
    ['of another name', { ...own, name: 'lint' }],
    ['that was not sent', { ...own, sending: { kind: 'dry-run' } }],
    ['whose id nobody told', { ...own, sending: { ...sending, id: undefined } }],
  ] as const)('%s is not looked for', async (_, facts) => {
    expect(ids((await read(shown('id-of-unit'), trail(row('unit')), { own: facts })).found.get('unit'))).toEqual([['id-of-unit'], []]);
  });
});

describe('a gate that knows no commit', () => {
  it('looks at the commits of the records that the trail carries', async () => {
    const commits = new Map([
      ['one', sha],
      ['two', other],
      ['three', sha],
    ]);
    const search = (asked: readonly string[]): object =>
      Object.fromEntries(asked.map((commit) => [commit, [...commits].flatMap(([id, of]) => (of === commit ? [recordAt(id, of)] : []))]));
    const rows = [...commits.keys()].map((id) => row('unit', { attestation_id: id }));
    const { found, searches } = await read({ search, byId: (id) => [recordAt(id, commits.get(id))] }, trail(...rows), {
      commit: undefined,
    });
    expect(searches).toEqual([`commit_list=${sha}&commit_list=${other}&flow_name=shop&attestation_name=unit`]);
    expect(ids(found.get('unit'))).toEqual([['one', 'three', 'two'], []]);
  });

  it('counts what tells no commit', async () => {
    const rows = trail(row('unit'), row('unit', { attestation_id: 'silent' }));
    const { found, ids: asked } = await read(
      {
        search: () => ({ [sha]: [recordAt('id-of-unit', sha)] }),
        byId: (id) => [recordAt(id, id === 'silent' ? undefined : sha)],
      },
      rows,
      { commit: undefined },
    );
    expect(ids(found.get('unit'))).toEqual([['id-of-unit'], ['silent']]);
    expect(asked.toSorted()).toEqual(['id-of-unit', 'silent']);
  });
});

describe('test counts that the search does not tell', () => {
  const without: Service = { search: () => ({ [sha]: [recordAt('id-of-unit', sha, {})] }), byId: (id) => [recordAt(id, sha)] };

  it('are read by the id of the record', async () => {
    const { found, ids: asked } = await read(without, trail(row('unit')));
    expect([ids(found.get('unit')), asked]).toEqual([[['id-of-unit'], ['id-of-unit']], ['id-of-unit']]);
  });

  it('are left where none are required, or the row is red', async () => {
    expect((await read(without, trail(row('unit')), { minTests: 0 })).ids).toEqual([]);
    expect((await read(without, trail(row('unit', { is_compliant: false })))).ids).toEqual([]);
  });
});
