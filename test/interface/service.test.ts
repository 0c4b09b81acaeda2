import { describe, expect, test } from 'vitest';
import { AttestationRecord, Trail } from '../../src/contract/index.ts';
import { field } from '../service/support.ts';
import { approvals } from './expected/approvals.ts';
import { artifacts, beginning, found } from './expected/artifacts.ts';
import { notifications } from './expected/notifications.ts';
import { plainRecord, records, sentRecord } from './expected/records.ts';
import { trails } from './expected/trails.ts';
import { types } from './expected/types.ts';
import { attached, fingerprint, ownJunit, sha } from './sent.ts';
import { recordOf, reportOwnArtifact, useStored } from './use-stored.ts';

const stored = useStored();

/** The whole answer to a question that is answered. */
async function read(path: string): Promise<unknown> {
  const { body, status } = await stored().get(path);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

describe('the service, asked without any client of ours', () => {
  test('1 GET /trails/{org}/{flow_name}: every field of each trail, and its pages', async () => {
    const all = trails(stored());
    expect(await read('/trails/acme/shop')).toEqual(all);
    expect(Object.keys(Trail.properties)).toEqual(expect.arrayContaining(Object.keys(all[1] ?? {})));
    const pagination = { total: 3, page: 2, per_page: 2, page_count: 2 };
    expect(await read('/trails/acme/shop?page=2&per_page=2')).toEqual({ data: [all[2]], pagination });
  });

  test('2 GET /attestations/{org}: every field of evidence of each kind, by commit and as a list', async () => {
    const all = records(stored());
    expect(await read(`/attestations/acme?commit_list=${sha}`)).toEqual({ [sha]: all });
    expect(Object.keys(AttestationRecord.properties)).toEqual(expect.arrayContaining(Object.keys(plainRecord(stored()))));
    const pagination = { total: 10, page: 3, per_page: 4, page_count: 3 };
    expect(await read('/attestations/acme?page=3&per_page=4')).toEqual({ data: [all[8], plainRecord(stored())], pagination });
    const id = String(stored().records.get('junit'));
    const filters = { flow_name: 'elsewhere', attestation_name: 'lint', attestation_type: 'custom:coverage', attestation_id: id };
    const narrow = Object.entries(filters).map(([name, value]) => read(`/attestations/acme?commit_list=${sha}&${name}=${value}`));
    const expected = [[], [all[0], all[7]], [all[6]], [all[8]]].map((some) => ({ [sha]: some }));
    expect(await Promise.all(narrow)).toEqual(expected);
    expect(await read(`/attestations/acme?attestation_id=${id}`)).toMatchObject({ data: [all[8]] });
  });

  test('3 GET /artifacts/{org}: every field of each artifact', async () => {
    const all = artifacts(stored());
    expect(await read('/artifacts/acme?flow_name=shop')).toEqual(all);
    expect(await read('/artifacts/acme?flow_name=shop&page=2&per_page=3')).toEqual([all[3]]);
    expect(await read('/artifacts/acme?repo_name=acme/shop')).toEqual([all[0]]);
  });

  test('4 GET /organizations/{org}/environments_notifications: every field of each rule and target', async () => {
    expect(await read('/organizations/acme/environments_notifications')).toEqual(notifications(stored()));
  });

  test('5 GET /organizations/{org}/environments_notifications/{notification_number}: every field of that rule', async () => {
    const [first, second] = notifications(stored());
    expect(await read('/organizations/acme/environments_notifications/1')).toEqual(first);
    expect(await read('/organizations/acme/environments_notifications/2')).toEqual(second);
  });

  test('6 POST /attestations/{org}/{flow_name}/trail/{trail_name}/junit: every field of the results is kept, and the file', async () => {
    await reportOwnArtifact(stored(), 'raw');
    const upload = { field: 'attachment_file', name: 'results.xml', content: attached };
    const { body, status } = await stored().form('POST', '/attestations/acme/sent/trail/raw/junit', ownJunit, upload);
    const head: unknown = expect.stringMatching(/^[a-f0-9]{64}$/);
    const attestation_id = field(body, 'attestation_id');
    expect([status, body]).toEqual([201, { message: 'OK', attestation_id, head }]);
    expect(await recordOf(stored(), attestation_id)).toEqual(sentRecord(stored(), String(attestation_id), 'raw', ownJunit, 'results.xml'));
  });

  test('7 GET /search/{org}/sha/{search_value}: every field of what is found, and what it is', async () => {
    expect(await read(`/search/acme/sha/${beginning}`)).toEqual(found(stored()));
    expect(await read(`/search/acme/sha/${sha}`)).toMatchObject({ resolved_to: { type: 'commit', full_match: sha } });
    expect(await read(`/search/acme/sha/${fingerprint}`)).toMatchObject({ resolved_to: { type: 'fingerprint', full_match: fingerprint } });
  });

  test('8 GET /artifacts/{org}/{flow_name}/{fingerprint}/approvals: every field of each approval, and who decided', async () => {
    expect(await read(`/artifacts/acme/shop/${fingerprint}/approvals`)).toEqual(approvals);
  });

  test('9 GET /custom-attestation-types/{org}: every field of each type and version', async () => {
    expect(await read('/custom-attestation-types/acme')).toEqual(types);
  });

  test('10 PUT /user/{org}: is the default organization from then on', async () => {
    expect(await read('/user/default-org')).toEqual({ default_org_name: '' });
    const { body, status } = await stored().json('PUT', '/user/acme', null);
    expect([status, body]).toEqual([200, { message: 'OK' }]);
    expect(await read('/user/default-org')).toEqual({ default_org_name: 'acme' });
  });
});
