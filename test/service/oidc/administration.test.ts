import { describe, expect, test } from 'vitest';
import { addOidcRule, createToken, listOidcRules, verifyData } from '../../../src/service/index.ts';
import type { Answer, Client } from '../support.ts';
import { parseJson } from '../../../src/text/index.ts';
import { listOf } from '../approving.ts';
import { audience } from '../../support/issuer.ts';
import { field, token } from '../client.ts';
import { door, words, type Door } from './setup.ts';

const workflow = 'acme/ci/.github/workflows/gate.yml@refs/heads/main';
const ofOwner = { role: 'recorder', repository: 'acme/*', owner_id: '99', workflow, audience };
const ofShop = { role: 'member', repository: 'acme/shop', repository_id: '4711', audience };

async function stage(): Promise<Door & { readonly admin: Client; readonly add: (rule: object) => Promise<Answer> }> {
  const known = await door();
  // The door knows the issuer only once it is there.
  const stage = await door({ issuers: [known.issuer.url] });
  const admin = stage.it.as(`${token}-admin`);
  return {
    ...stage,
    issuer: known.issuer,
    exchange: exchangeOf(stage, known),
    admin,
    add: (rule) => admin.json('POST', '/oidc/rules/acme', { issuer: known.issuer.url, ...rule }),
  };
}

function exchangeOf(stage: Door, { issuer }: Door): Door['exchange'] {
  return async (claims = {}, org = 'acme') => stage.exchange(typeof claims === 'string' ? claims : await issuer.idToken(claims), org);
}

const rulesOf = async (by: Client) => listOf((await by.get('/oidc/rules/acme')).body);
const idOf = ({ body }: Answer): string => String(field(body, 'id'));

describe('a rule that an administrator makes', () => {
  test('lets a job in, is listed, recorded with its author, and lets nobody in once it is removed', async () => {
    const { add, admin, exchange, issuer, it } = await stage();
    const id = idOf(await add({ ...ofShop, ref: 'refs/heads/main', flows: ['shop'] }));
    expect(await rulesOf(admin)).toEqual([
      { id, ...ofShop, issuer: issuer.url, ref: 'refs/heads/main', flows: ['shop'], created_at: expect.any(Number) },
    ]);
    expect((await exchange()).status).toBe(201);
    const again = await add({ ...ofShop, ref: 'refs/heads/main', flows: ['shop'] });
    expect([idOf(again), field(again.body, 'was_there')]).toEqual([id, true]);
    expect((await admin.json('DELETE', `/oidc/rules/acme/${id}`, undefined)).status).toBe(200);
    expect((await exchange()).status).toBe(403);
    expect((await admin.json('DELETE', `/oidc/rules/acme/${id}`, undefined)).status).toBe(404);
    const records = listOf(field((await admin.get('/records/acme')).body, 'records')).map((record) =>
      parseJson(String(field(record, 'body'))),
    );
    const said = records.filter((record) => String(field(record, 'kind')).startsWith('oidc_rule'));
    const by = { reported_by: 'ada', credential: { kind: 'token', id: expect.any(String) }, rule_id: id };
    expect(said).toMatchObject([
      { kind: 'oidc_rule_added', ...by },
      { kind: 'oidc_rule_removed', ...by },
    ]);
    expect((await verifyData({ dataDir: it.dataDir })).problem).toBeUndefined();
  });

  test.each([
    [{ ...ofShop, repository_id: 'x' }, /^400 repository_id is not usable: x/],
    [{ ...ofShop, owner_id: '1' }, /^400 owner_id is not usable/],
    [{ ...ofShop, role: 'admin' }, /^400 A rule that gives the role admin needs environment or ref/],
    [{ ...ofShop, ref: 'main' }, /^400 ref is not usable: main/],
    [{ ...ofShop, events: ['Push!'] }, /^400 events is not usable/],
    [{ ...ofOwner, role: 'member' }, /^400 A rule for all repositories of an owner cannot give the role member/],
    [{ ...ofOwner, role: 'approver' }, /^400 .* cannot give the role approver/],
    [{ ...ofOwner, workflow: undefined }, /^400 workflow is missing/],
    [{ ...ofOwner, owner_id: undefined }, /^400 owner_id is missing/],
    [{ ...ofOwner, repository_id: '4711' }, /^400 repository_id is not usable/],
    [{ ...ofOwner, repository: '*/*' }, /^400 repository is not usable/],
    [
      { ...ofShop, issuer: 'https://token.actions.githubusercontent.com' },
      /^403 This service asks no issuer that is called .* serve --oidc-issuer URL/,
    ],
    [{ ...ofShop, issuer: 'https://169.254.169.254' }, /^403 This service asks no issuer/],
  ])('is refused as %j', async (rule, said) => {
    const { add, admin } = await stage();
    expect(words(await add(rule))).toMatch(said);
    expect(await rulesOf(admin)).toEqual([]);
  });

  test('is of their own organization alone', async () => {
    const { admin, it, rule } = await stage();
    const stranger = it.as(await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['globex'], role: 'admin' }));
    const id = await rule();
    expect((await stranger.get('/oidc/rules/globex')).body).toEqual([]);
    expect((await stranger.json('DELETE', `/oidc/rules/globex/${id}`, undefined)).status).toBe(404);
    expect((await stranger.json('POST', '/oidc/rules/acme', ofShop)).status).toBe(403);
    expect(await rulesOf(admin)).toHaveLength(1);
  });
});

describe('a rule for all repositories of an owner', () => {
  const job = { repository: 'acme/other', repository_id: '5', repository_owner_id: '99', job_workflow_ref: workflow };

  test('lets in the jobs of each of them in its workflow, whose records verify holds to it', async () => {
    const { add, exchange, it } = await stage();
    await add(ofOwner);
    const answer = await exchange(job);
    expect(field(answer.body, 'role')).toBe('recorder');
    const robot = it.as(String(field(answer.body, 'access_token')));
    expect((await robot.get('/organizations/acme')).status).toBe(200);
    const { organizations, problem } = await verifyData({ dataDir: it.dataDir });
    expect([problem, organizations.flatMap((each) => each.problem ?? [])]).toEqual([undefined, []]);
  });

  test.each([
    [{ ...job, repository_owner_id: '98' }, /No rule of the organization/],
    [{ ...job, repository_owner_id: undefined }, /No rule of the organization/],
    [{ ...job, repository_owner_id: '' }, /No rule of the organization/],
    [{ ...job, job_workflow_ref: 'acme/other/.github/workflows/own.yml@refs/heads/main' }, /lets in the workflow/],
    [{ ...job, event_name: 'pull_request' }, /lets in the event/],
  ])('lets in no job with %j', async (claims, said) => {
    const { add, exchange } = await stage();
    await add(ofOwner);
    expect(words(await exchange(claims))).toMatch(said);
  });

  test('is no rule for a job whose repository has the id of that owner, nor one for a repository for an owner of its id', async () => {
    const { add, exchange } = await stage();
    await add(ofOwner);
    expect((await exchange({ ...job, repository_id: '99', repository_owner_id: '98' })).status).toBe(403);
    await add(ofShop);
    expect((await exchange({ repository_id: '5', repository_owner_id: '4711' })).status).toBe(403);
  });

  test('is made by the operator too', async () => {
    const { it } = await stage();
    const rule = {
      org: 'acme',
      role: 'reader',
      issuer: 'https://ghes.example',
      audience,
      repository: 'acme/*',
      repositoryId: '',
      ownerId: '99',
      workflow,
    } as const;
    await addOidcRule(it.dataDir, rule);
    expect(await listOidcRules(it.dataDir)).toMatchObject([{ ...rule }]);
    await expect(addOidcRule(it.dataDir, { ...rule, role: 'member' })).rejects.toThrow('cannot give the role member');
  });
});
