import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type OperationName } from '../../../src/contract/index.ts';
import { createToken } from '../../../src/service/index.ts';
import { pageRoles, pageRules, rules, type Narrowed } from './rules.ts';
import { addressOf, mark, ours, stage, type Stage } from './stage.ts';

// Nothing of a flow that a secret is not for may be in anything that it is answered.

let it: Stage;

beforeAll(async () => {
  it = await stage(async (dataDir) => {
    for (const role of ['member', 'reader'] as const) {
      await createToken({ dataDir, user: 'narrow', orgs: [ours.org, 'globex'], role, flows: [ours.flow], token: `narrow-${role}` });
      await createToken({ dataDir, user: 'wide', orgs: [ours.org, 'globex'], role, token: `wide-${role}` });
    }
  });
});
afterAll(() => it.app.close());

const get = (url: string, token = 'narrow-reader') => it.app.inject({ url, headers: { authorization: `Bearer ${token}` } });

/** The part of a query that an operation needs to find something. */
const queries: Partial<Record<OperationName, string>> = {
  findAttestations: `commit_list=${'c'.repeat(40)}`,
  findAttestationsForCriteria: `commit_list=${'c'.repeat(40)}`,
  diffSnapshots: 'snappish1=eu%231&snappish2=covert-env%231',
};

interface Reading {
  readonly name: string;
  readonly path: string;
  readonly query: string;
  readonly narrowed: Narrowed;
}

const operationReads: readonly Reading[] = Object.entries<(typeof operations)[OperationName]>(operations)
  // No secret that is narrowed can administer, or is an operator's.
  .filter(
    ([name, { method }]) =>
      method === 'GET' &&
      !Object.entries(rules).some(([known, { isForOperators, isForPeople = isForOperators }]) => known === name && isForPeople),
  )
  .map(([name, { path }]) => ({
    name,
    path: `/api/v2${path}`,
    query: Object.entries(queries).find(([known]) => known === name)?.[1] ?? '',
    narrowed: Object.entries(rules).find(([known]) => known === name)?.[1].narrowed ?? 'no',
  }));
const pageReads: readonly Reading[] = Object.entries(pageRules).map(([path, narrowed]) => ({
  name: path,
  path,
  query: path === '/:org/search' ? 'q=overt-t' : '',
  narrowed,
}));
const reads = [...operationReads, ...pageReads];

/** The address of what is read, about a flow; without one, the query names none. */
function addressFor({ narrowed, path, query }: Reading, flow: string | undefined): string {
  const attestation = it.attestation[flow ?? ours.flow] ?? '';
  const inQuery = flow !== undefined && (narrowed === 'flow' || narrowed === 'flow_name') ? `${narrowed}=${flow}` : '';
  return `${addressOf(path, { org: ours.org, flow: flow ?? ours.flow, attestation })}?${[query, inQuery].filter((part) => part !== '').join('&')}`;
}

const ofPath = reads.filter(({ narrowed }) => narrowed === 'path');
const ofQuery = reads.filter(({ narrowed }) => narrowed === 'flow' || narrowed === 'flow_name');
// A reader is told first that the records are not for its role.
const ofNone = reads.filter(({ name, narrowed }) => narrowed === 'no' && name !== 'listRecords' && pageRoles[name] === undefined);

describe('one who is narrowed to a flow', () => {
  test.each(reads.filter(({ narrowed }) => narrowed !== 'no'))(
    'is answered by $name with what is there, and with nothing of another',
    async (reading) => {
      const { body, statusCode } = await get(addressFor(reading, ours.flow));
      expect([statusCode, body.match(mark)]).toEqual([200, null]);
    },
  );

  test.each([...ofPath, ...ofQuery])('is told by $name of another flow the same as of one that is not there', async (reading) => {
    const [there, not] = [await get(addressFor(reading, ours.other)), await get(addressFor(reading, 'no-such-flow'))];
    expect(there.statusCode).toBe(not.statusCode);
    expect([401, 403]).toContain(there.statusCode);
    expect(there.body.replaceAll(ours.other, 'no-such-flow')).toBe(not.body);
  });

  test.each([...ofNone, ...ofQuery])('is refused by $name what is of the whole organization, with the fix', async (reading) => {
    const { body, statusCode } = await get(addressFor(reading, undefined));
    expect([401, 403]).toContain(statusCode);
    expect(body).toMatch(/This token is only for the flow (&#39;|')f(&#39;|') of the organization/);
    // A browser can only be asked for another token.
    const fix = statusCode === 401 ? '' : reading.narrowed === 'no' ? 'not narrowed to flows.' : `in the query: ${reading.narrowed}=`;
    expect(body).toContain(fix);
    expect(body).not.toMatch(mark);
  });
});

test('those who are not narrowed do see the other flow there', async () => {
  const seen: string[] = [];
  for (const reading of reads) {
    const answers = [await get(addressFor(reading, undefined), 'wide-reader'), await get(addressFor(reading, ours.other), 'wide-reader')];
    if (answers.some(({ body, statusCode }) => statusCode === 200 && mark.test(body))) seen.push(reading.name);
  }
  const nothing = ['getDefaultOrganization', 'getOrganization', 'listTypes', 'getType', 'getRunningCommit', 'latestCommit', 'listRecords'];
  const ofOthers = ['listPolicies', 'getPolicy', 'listNotifications', 'getNotification', 'getEnvironment', 'listAllowedArtifacts'];
  const ofEu = ['listEnvironmentEvents', 'listSnapshots'];
  const ofPages = Object.keys(pageRules).filter((path) =>
    /(?:audits|environments|types|policies|notifications|records|approvals|access|job-rules)/.test(path),
  );
  const showsOthers = [
    '/:org/environments',
    '/:org/environments/:env_name/snapshots/:number',
    '/:org/flows/:flow_name/approvals',
    '/:org/flows/:flow_name/approvals/:approval_number',
  ];
  expect(
    reads
      .map(({ name }) => name)
      .filter((name) => !seen.includes(name))
      .toSorted(),
  ).toEqual([...nothing, ...ofOthers, ...ofEu, ...ofPages.filter((path) => !showsOthers.includes(path))].toSorted());
});

test.each([
  ['flow_name=f&flow_name=covert-flow', 403],
  ['flow_name=covert-flow&flow_name=f', 403],
  ['flow_name=', 403],
  ['flow_name=F', 403],
  ['flow_name=f%00', 403],
  ['flow_name[]=covert-flow', 403],
  ['flow=f', 403],
])('a query with %s leads to no other flow', async (query, status) => {
  const { body, statusCode } = await get(`/api/v2/artifacts/acme?${query}`);
  expect([statusCode, body.replaceAll(`'${ours.other}'`, '').match(mark)]).toEqual([status, null]);
});

test.each(['environment_name=eu', 'policy_name=strict'])('an artifact is not judged by %s, which knows of all flows', async (query) => {
  const { body, statusCode } = await get(`/api/v2/asserts/acme/fingerprint/${'ab'.repeat(32)}?flow_name=f&${query}`);
  expect([statusCode, body]).toEqual([403, expect.stringContaining('Leave environment_name and policy_name out')]);
});

test('the repositories of another flow are not known there', async () => {
  const ask = async (repository: string, token?: string) => {
    const { body, statusCode } = await get(`/api/v2/artifacts/acme?flow_name=f&repo_name=${repository}`, token);
    return [statusCode, body.replaceAll(repository, 'REPOSITORY')];
  };
  expect(await ask('covert/repo')).toEqual(await ask('no/such-repo'));
  expect(await ask('covert/repo', 'wide-reader')).toEqual([200, '[]']);
  const known = await ask('acme/shop');
  expect([known[0], String(known[1]).includes('shop.tgz')]).toEqual([200, true]);
});

test.each([
  'attestations/acme/f/trail/covert-trail/attestation/ID/evidence',
  'attestations/acme/f/trail/t/attestation/ID/evidence',
  'artifacts/acme/f/fingerprint/FINGERPRINT?attestation_id=ID',
  'artifacts/acme/f/fingerprint/FINGERPRINT?trail=covert-trail',
  'attestations/acme/f/trail/covert-trail/covert-name',
  'attestations/acme/f/artifact/FINGERPRINT/covert-name',
  'attestations/acme?flow_name=f&attestation_id=ID',
  'attestations/acme?flow_name=f&attestation_id=ID&commit_list=COMMIT',
  'trails/acme?flow=f&flow_tag=team%3Dcovert-team',
  'artifacts/acme/f/FINGERPRINT/approvals',
])('what belongs to another flow is not found at %s', async (path) => {
  const address = path
    .replace('ID', it.attestation[ours.other] ?? '')
    .replace('FINGERPRINT', 'ab'.repeat(32))
    .replace('COMMIT', 'c'.repeat(40));
  const { body } = await get(`/api/v2/${address}`);
  const echoed = body.replaceAll('covert-trail', '').replaceAll('covert-name', '');
  expect(echoed).not.toMatch(mark);
});

describe('a flow that is put by name in a body', () => {
  const put = (name: string) =>
    it.app.inject({
      method: 'PUT',
      url: '/api/v2/flows/acme',
      headers: { authorization: 'Bearer narrow-member', 'content-type': 'application/json' },
      payload: JSON.stringify({ name, description: 'changed' }),
    });

  test.each([ours.other, 'no-such-flow'])('is refused if it is %s', async (name) => {
    const { body, statusCode } = await put(name);
    expect([statusCode, body]).toEqual([
      403,
      expect.stringContaining(`only for the flow 'f' of the organization 'acme', and not for '${name}'`),
    ]);
    expect((await get(`/api/v2/flows/acme/${name}`, 'wide-reader')).body).not.toContain('changed');
  });

  test('is put if it is its own', async () => {
    expect((await put(ours.flow)).statusCode).toBe(200);
    expect((await get(`/api/v2/flows/acme/${ours.flow}`)).body).toContain('changed');
  });
});
