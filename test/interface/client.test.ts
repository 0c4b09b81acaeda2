import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  attest,
  findAttestations,
  getAttestation,
  getDefaultOrganization,
  getNotification,
  listApprovals,
  listArtifacts,
  listNotifications,
  listTrails,
  listTypes,
  searchSha,
  write,
  type Call,
} from '../../src/client/index.ts';
import { clientOf, closeAll } from '../client/setup.ts';
import { approvals } from './expected/approvals.ts';
import { artifacts, beginning, found } from './expected/artifacts.ts';
import { notifications } from './expected/notifications.ts';
import { records, sentRecord } from './expected/records.ts';
import { trails } from './expected/trails.ts';
import { types } from './expected/types.ts';
import { attached, fingerprint, ownJunit, sha } from './sent.ts';
import { recordOf, reportOwnArtifact, useStored } from './use-stored.ts';

const stored = useStored();
let call: Call;
beforeAll(() => {
  ({ call } = clientOf(stored().url, { token: stored().token }));
});
afterAll(closeAll);

const org = 'acme';
const flow_name = 'shop';

describe('the client', () => {
  test('1 listTrails: every field of each trail, and its pages', async () => {
    const all = trails(stored()).map((trail) => ({ kind: 'trail', name: Reflect.get(trail, 'name'), trail }));
    const whole = await listTrails(call, { org, flow_name }, { page: 1, per_page: 3 });
    expect(whole.items).toEqual(all);
    const { items, pagination } = await listTrails(call, { org, flow_name }, { page: 2, per_page: 2 });
    expect([items, pagination]).toEqual([[all[2]], { total: 3, page: 2, per_page: 2, page_count: 2 }]);
  });

  test('2 findAttestations: every field of evidence of each kind, by commit and by id', async () => {
    const all = records(stored());
    expect(await findAttestations(call, { org }, { commit_list: [sha], flow_name })).toEqual(new Map([[sha, all]]));
    const filters = [{ flow_name: 'elsewhere' }, { attestation_name: ['lint'] }, { attestation_type: 'custom:coverage' }];
    const narrow = filters.map((filter) => findAttestations(call, { org }, { commit_list: [sha], ...filter }));
    expect(await Promise.all(narrow)).toEqual([[], [all[0], all[7]], [all[6]]].map((some) => new Map([[sha, some]])));
    expect(await getAttestation(call, { org }, stored().records.get('junit') ?? '')).toEqual([all[8]]);
  });

  test('3 listArtifacts: every field of each artifact', async () => {
    const { items } = await listArtifacts(call, { org }, { page: 1, per_page: 4, flow_name });
    expect(items).toEqual(artifacts(stored()));
    expect((await listArtifacts(call, { org }, { page: 2, per_page: 3, flow_name })).items).toEqual([artifacts(stored())[3]]);
    expect((await listArtifacts(call, { org }, { repo_name: 'acme/shop' })).items).toEqual([artifacts(stored())[0]]);
  });

  test('4 listNotifications: every field of each rule and target', async () => {
    expect(await listNotifications(call, { org })).toEqual(notifications(stored()));
  });

  test('5 getNotification: every field of that rule', async () => {
    const both = [
      await getNotification(call, { org, notification_number: '1' }),
      await getNotification(call, { org, notification_number: '2' }),
    ];
    expect(both).toEqual(notifications(stored()));
  });

  test('6 attestJunit: every field of the results arrives, and the file', async () => {
    await reportOwnArtifact(stored(), 'client');
    const to = { org, flow_name: 'sent', trail_name: 'client' };
    const attachment = { name: 'results.xml', content: Buffer.from(attached) };
    const { head, id } = await attest(call, 'attestJunit', { to, data: ownJunit, key: 'a-key-of-this-test', attachment });
    expect(head).toMatch(/^[a-f0-9]{64}$/);
    expect(await recordOf(stored(), id)).toEqual(sentRecord(stored(), id ?? '', 'client', ownJunit, 'results.xml'));
  });

  test('7 searchSha: every field of what is found, and what it is', async () => {
    expect(await searchSha(call, { org, search_value: beginning })).toEqual(found(stored()));
  });

  test('8 listApprovals: every field of each approval, and who decided', async () => {
    expect(await listApprovals(call, { org, flow_name, fingerprint })).toEqual(approvals);
  });

  test('9 listTypes: every field of each type and version', async () => {
    expect(await listTypes(call, { org })).toEqual(types);
  });

  test('10 setDefaultOrganization: is the default organization from then on', async () => {
    expect(await getDefaultOrganization(call)).toBeUndefined();
    await write(call, 'setDefaultOrganization', { org });
    expect(await getDefaultOrganization(call)).toBe('acme');
    expect((await stored().get('/user/default-org')).body).toEqual({ default_org_name: 'acme' });
  });
});
