import { afterEach, describe, expect, it } from 'vitest';
import { getTrail } from '../../src/client/index.ts';
import { ContractError } from '../../src/errors/index.ts';
import { fault } from '../support/fault-server.ts';
import { closeAll, failureOf, recordsOfUnit, serve, sha, shop, trailNamed } from './setup.ts';

afterEach(closeAll);

function record(id: string, createdAt: number, facts: object = {}): object {
  return { attestation_id: id, attestation_name: 'unit', is_compliant: true, created_at: createdAt, ...facts };
}

describe('a trail', () => {
  it('is that of the name asked for', async () => {
    const { call } = await serve(() => fault.status(200, {}, trailNamed(sha)));
    await expect(getTrail(call, shop)).resolves.toMatchObject({ name: sha });
  });

  it('is read as UTF-8, in whatever pieces it comes', async () => {
    const description = `a${'ü€😀'.repeat(60_000)}`;
    const { call } = await serve(() => fault.status(200, {}, trailNamed(sha, { description })));
    expect(await getTrail(call, shop)).toMatchObject({ description });
  });

  it.each(['another', '', sha.toUpperCase(), `${sha} `])('of the name %j is not the one asked for', async (name) => {
    const { call } = await serve(() => fault.status(200, {}, trailNamed(name)));
    const error = await failureOf(getTrail(call, shop));
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({ path: '$.name', expected: sha, message: expect.stringContaining(JSON.stringify(name)) });
  });

  it.each(['org', 'org_name', 'organization', 'organization_name'])(
    'of another organization by its field %s is not the one asked for',
    async (field) => {
      const { call } = await serve(() => fault.status(200, {}, trailNamed(sha, { [field]: 'globex' })));
      expect(await failureOf(getTrail(call, shop))).toMatchObject({ path: `$.${field}`, expected: 'acme' });
      // A display name may hold anything.
      const shown = await serve(() => fault.status(200, {}, trailNamed(sha, { [field]: 'Acme & Sons' })));
      await expect(getTrail(shown.call, shop)).resolves.toMatchObject({ name: sha });
    },
  );

  it('of a very long name is not repeated whole', async () => {
    const { call } = await serve(() => fault.status(200, {}, trailNamed('x'.repeat(5_000))));
    expect(String(await failureOf(getTrail(call, shop)))).toMatch(/\$\.name is "x{79}…", not "/);
  });
});

describe('the records of a name at a commit', () => {
  it('are asked for by commit, flow and name, and come newest first', async () => {
    const { call, server } = await serve(() =>
      fault.status(200, {}, { [sha]: [record('old', 1), record('new', 3.5), record('middle', 2)] }),
    );
    const found = await recordsOfUnit(call);
    expect(found.map(({ attestation_id: id }) => id)).toEqual(['new', 'middle', 'old']);
    expect(server.requests[0]?.url).toBe(`/api/v2/attestations/acme?commit_list=${sha}&flow_name=shop&attestation_name=unit`);
  });

  it('are none where the service has none', async () => {
    for (const body of [{}, { [sha]: [] }]) {
      const { call } = await serve(() => fault.status(200, {}, body));
      await expect(recordsOfUnit(call)).resolves.toEqual([]);
    }
  });

  it('are read though the answer has other keys than the commit', async () => {
    const { call } = await serve(() => fault.status(200, {}, { [sha]: [record('x', 1)], count: [] }));
    expect(await recordsOfUnit(call)).toHaveLength(1);
  });

  it('are not "none" where the answer is an object of another kind', async () => {
    for (const body of [{ message: 'try later' }, { records: [] }, { ['f'.repeat(40)]: [record('x', 1)] }]) {
      const { call } = await serve(() => fault.status(200, {}, body));
      await expect(recordsOfUnit(call)).rejects.toThrow(ContractError);
    }
  });

  it('are only those of the name and flow, though the service ignores the filters', async () => {
    const all = [
      record('ours', 1, { flow_name: 'shop' }),
      record('other', 2, { attestation_name: 'lint' }),
      record('elsewhere', 3, { flow_name: 'till' }),
    ];
    const { call } = await serve(() => fault.status(200, {}, { [sha]: all }));
    expect((await recordsOfUnit(call)).map(({ attestation_id: id }) => id)).toEqual(['ours']);
  });

  it('are asked for under another path where this one answers with a plain listing', async () => {
    const { call, server } = await serve(({ url }) =>
      url.includes('list_attestations_for_criteria')
        ? fault.status(200, {}, { [sha]: [record('x', 1)] })
        : fault.status(200, {}, { data: [] }),
    );
    expect(await recordsOfUnit(call)).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  it('skip a bad record of another name, with a notice', async () => {
    const { call, notices } = await serve(() => fault.status(200, {}, { [sha]: [{ attestation_name: 'lint' }, record('x', 1)] }));
    expect(await recordsOfUnit(call)).toHaveLength(1);
    expect(notices).toEqual([expect.stringContaining('was skipped')]);
  });

  it.each([
    ['of this name', { attestation_name: 'unit', attestation_id: 'x', is_compliant: 'yes', created_at: 1 }, '$.is_compliant'],
    ['that does not say its name', { attestation_id: 'x' }, '$.attestation_name'],
    ['whose name is no text', { attestation_id: 'x', attestation_name: 7, is_compliant: true, created_at: 1 }, '$.attestation_name'],
    ['that is no record', 'OK', '$'],
  ])('are not in the contract with a bad one %s', async (_, bad, path) => {
    const { call } = await serve(() => fault.status(200, {}, { [sha]: [bad, record('x', 1)] }));
    const error = await failureOf(recordsOfUnit(call));
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({ path });
  });

  it('are not in the contract when their commit holds no list', async () => {
    const { call } = await serve(() => fault.status(200, {}, { [sha]: { unit: record('x', 1) } }));
    expect(await failureOf(recordsOfUnit(call))).toMatchObject({
      name: 'ContractError',
      path: `$.${sha}`,
      expected: 'an array',
    });
  });
});
