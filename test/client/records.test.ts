import { afterEach, describe, expect, it } from 'vitest';
import { ContractError } from '../../src/errors/index.ts';
import { fault } from '../support/fault-server.ts';
import { closeAll, failureOf, serve, sha, shop, trailNamed } from './setup.ts';

afterEach(closeAll);

const query = { org: 'acme', flow: 'shop', commit: sha, name: 'unit' } as const;

function record(id: string, createdAt: number, facts: object = {}): object {
  return { attestation_id: id, attestation_name: 'unit', is_compliant: true, created_at: createdAt, ...facts };
}

describe('a trail', () => {
  it('is that of the name asked for', async () => {
    const { client } = await serve(() => fault.status(200, {}, trailNamed(sha)));
    await expect(client.getTrail(shop)).resolves.toMatchObject({ name: sha });
  });

  it.each(['another', '', sha.toUpperCase(), `${sha} `])('of the name %j is not the one asked for', async (name) => {
    const { client } = await serve(() => fault.status(200, {}, trailNamed(name)));
    const error = await failureOf(client.getTrail(shop));
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({ path: '$.name', expected: sha, message: expect.stringContaining(JSON.stringify(name)) });
  });
});

describe('the records of a name at a commit', () => {
  it('are asked for by commit, flow and name, and come newest first', async () => {
    const { client, server } = await serve(() =>
      fault.status(200, {}, { [sha]: [record('old', 1), record('new', 3.5), record('middle', 2)] }),
    );
    const found = await client.findAttestations(query);
    expect(found.map(({ attestation_id: id }) => id)).toEqual(['new', 'middle', 'old']);
    expect(server.requests[0]?.url).toBe(`/api/v2/attestations/acme?commit_list=${sha}&flow_name=shop&attestation_name=unit`);
  });

  it('are none where the service has none', async () => {
    for (const body of [{}, { [sha]: [] }]) {
      const { client } = await serve(() => fault.status(200, {}, body));
      await expect(client.findAttestations(query)).resolves.toEqual([]);
    }
  });

  it('are not "none" where the answer is an object of another kind', async () => {
    for (const body of [{ message: 'try later' }, { records: [] }, { ['f'.repeat(40)]: [record('x', 1)] }]) {
      const { client } = await serve(() => fault.status(200, {}, body));
      await expect(client.findAttestations(query)).rejects.toThrow(ContractError);
    }
  });

  it('are only those of the name and flow, though the service ignores the filters', async () => {
    const all = [
      record('ours', 1, { flow_name: 'shop' }),
      record('other', 2, { attestation_name: 'lint' }),
      record('elsewhere', 3, { flow_name: 'till' }),
    ];
    const { client } = await serve(() => fault.status(200, {}, { [sha]: all }));
    expect((await client.findAttestations(query)).map(({ attestation_id: id }) => id)).toEqual(['ours']);
  });

  it('are asked for under another path where this one answers with a plain listing', async () => {
    const { client, server } = await serve(({ url }) =>
      url.includes('list_attestations_for_criteria')
        ? fault.status(200, {}, { [sha]: [record('x', 1)] })
        : fault.status(200, {}, { data: [] }),
    );
    expect(await client.findAttestations(query)).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  it('skip a bad record of another name, with a notice', async () => {
    const { client, notices } = await serve(() => fault.status(200, {}, { [sha]: [{ attestation_name: 'lint' }, record('x', 1)] }));
    expect(await client.findAttestations(query)).toHaveLength(1);
    expect(notices).toEqual([expect.stringContaining('was skipped')]);
  });

  it.each([
    ['of this name', { attestation_name: 'unit', attestation_id: 'x', is_compliant: 'yes', created_at: 1 }, '$.is_compliant'],
    ['that does not say its name', { attestation_id: 'x' }, '$.attestation_name'],
    ['that is no record', 'OK', '$'],
  ])('are not in the contract with a bad one %s', async (_, bad, path) => {
    const { client } = await serve(() => fault.status(200, {}, { [sha]: [bad, record('x', 1)] }));
    const error = await failureOf(client.findAttestations(query));
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({ path });
  });

  it('are not in the contract when their commit holds no list', async () => {
    const { client } = await serve(() => fault.status(200, {}, { [sha]: { unit: record('x', 1) } }));
    expect(await failureOf(client.findAttestations(query))).toMatchObject({
      name: 'ContractError',
      path: `$.${sha}`,
      expected: 'an array',
    });
  });
});
