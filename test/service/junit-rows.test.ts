import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { attest, field, green, red, sha, world, type World } from './support.ts';

const listings: readonly (readonly [string, (it: World, id: string) => Promise<unknown>])[] = [
  ['by commit', async (it) => field((await it.get(`/attestations/acme?commit_list=${sha}`)).body, `${sha}.0`)],
  [
    'by commit on the path of its own',
    async (it) => field((await it.get(`/attestations/acme/list_attestations_for_criteria?commit_list=${sha}`)).body, `${sha}.0`),
  ],
  ['by id', async (it, id) => field((await it.get(`/attestations/acme?attestation_id=${id}`)).body, 'data.0')],
  ['of all', async (it) => field((await it.get('/attestations/acme')).body, 'data.0')],
  ['by name', async (it) => field((await it.get('/attestations/acme/f/trail/t/unit')).body, '0')],
];

describe.each(listings)('a record of test results, listed %s', (_, listed) => {
  test.each([
    ['green rows', [green], true],
    ['red rows', [green, red], false],
    ['no rows', [], true],
  ])('carries its rows: %s', async (__, junit_results, is_compliant) => {
    const it = await world();
    const answer = await attest(it, 'f/t', { junit_results, git_commit_info: { sha1: sha } });
    const found = await listed(it, String(field(answer.body, 'attestation_id')));
    expect(found).toMatchObject({ attestation_type: 'junit', is_compliant });
    expect(field(found, 'junit_results')).toEqual(junit_results);
  });

  test('is never shown as compliant over red rows, whatever is stored beside them', async () => {
    const it = await world();
    const answer = await attest(it, 'f/t', { junit_results: [red], git_commit_info: { sha1: sha } });
    const database = new DatabaseSync(join(it.dataDir, 'evidence.db'), { timeout: 5000 });
    database.exec(`update records set body = replace(body, '"is_compliant":false', '"is_compliant":true')`);
    database.exec('update attestations set is_compliant = 1');
    database.close();
    expect(await listed(it, String(field(answer.body, 'attestation_id')))).toMatchObject({ is_compliant: false, junit_results: [red] });
  });
});

test.each(['is_compliant', 'attestation_type', 'flow', 'created_at'])('%s cannot be sent along with red rows', async (name) => {
  const it = await world();
  const answer = await attest(it, 'f/t', { junit_results: [red], [name]: true });
  expect([answer.status, Object.keys(Object(field(answer.body, 'errors')))]).toEqual([400, [name]]);
});

test.each([null, undefined, {}, 'none'])('rows that are %j are refused', async (junit_results) => {
  const it = await world();
  expect((await attest(it, 'f/t', { junit_results })).status).toBe(400);
});
