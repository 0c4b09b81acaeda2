import { describe, expect, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { addOidcRule, createToken, listOidcRules, removeOidcRule, usualIssuer, type NewOidcRule } from '../../../src/service/index.ts';
import { openStore } from '../../../src/service/store/open-data.ts';
import { folder } from '../support.ts';

const usual: NewOidcRule = {
  org: 'acme',
  role: 'member',
  issuer: usualIssuer,
  audience: 'https://evidence.example',
  repository: 'acme/shop',
  repositoryId: '4711',
};

async function data(): Promise<string> {
  const dataDir = await folder();
  await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin' });
  return dataDir;
}

type Refused = readonly [Partial<NewOidcRule>, RegExp];

describe('a rule is refused', () => {
  test('where it would let in nobody, somebody else, or everybody', async () => {
    const dataDir = await data();
    const cases: readonly Refused[] = [
      [{ repositoryId: '' }, /--repository-id is missing/],
      [{ repositoryId: 'acme/shop' }, /--repository-id is not usable/],
      [{ repositoryId: '0' }, /--repository-id is not usable/],
      [{ repository: 'shop' }, /--repository is not usable/],
      [{ org: 'acm' }, /There is no organization 'acm'/],
      [{ org: '' }, /--org is missing/],
      [{ audience: '' }, /--audience is missing/],
      [{ audience: 'two words' }, /--audience is not usable/],
      [{ issuer: 'token.actions.githubusercontent.com' }, /--issuer is not usable/],
      [{ issuer: 'http://ghes.example/_services/token' }, /--issuer is not usable/],
      [{ issuer: 'https://eve@ghes.example' }, /--issuer is not usable/],
      [{ issuer: 'https://ghes.example/?a' }, /--issuer is not usable/],
      [{ ref: 'main' }, /--ref is not usable/],
      [{ ref: '*' }, /--ref is not usable/],
      [{ ref: 'refs/*' }, /--ref is not usable/],
      [{ ref: 'refs/heads/rel*' }, /--ref is not usable/],
      [{ ref: 'refs/heads/*/x' }, /--ref is not usable/],
      [{ ref: 'refs/heads/a/*/*' }, /--ref is not usable/],
      [{ ref: 'refs/pull/7/merge' }, /--ref is not usable/],
      [{ workflow: 'tests.yml' }, /--workflow is not usable/],
      [{ workflow: 'acme/*/.github/workflows/gate.yml@refs/heads/main' }, /--workflow is not usable/],
      [{ workflow: 'acme/ci/.github/workflows/*@refs/heads/main' }, /--workflow is not usable/],
      [{ workflow: 'acme/ci/.github/workflows/gate.yml@*' }, /--workflow is not usable/],
      [{ workflow: 'acme/ci/.github/workflows/gate.yml' }, /--workflow is not usable/],
      [{ environment: '' }, /--environment is missing/],
      [{ events: ['push', 'Push!'] }, /--event is not usable: Push!/],
      [{ ref: 'refs/heads/main', events: ['pull_request'] }, /--ref .* and --event pull_request do not go together/],
      [{ flows: [] }, /is for 1 to 100 flows/],
      [{ flows: ['shop', 'two words'] }, /'two words' is no name for a flow/],
      [{ role: 'auditor', flows: ['shop'] }, /The role auditor is for a whole organization, and cannot be narrowed to flows/],
      [{ role: 'admin', ref: 'refs/heads/main', flows: ['shop'] }, /The role admin is for a whole organization/],
      [{ role: 'admin' }, /A rule that gives the role admin needs --environment or --ref/],
      [{ role: 'admin', environment: 'ops', events: ['pull_request'] }, /A rule for the event pull_request cannot give the role admin/],
      [{ role: 'admin', ref: 'refs/heads/main', events: ['push', 'issue_comment'] }, /the event issue_comment cannot give the role admin/],
    ];
    for (const [wrong, refusal] of cases) await expect(addOidcRule(dataDir, { ...usual, ...wrong })).rejects.toThrow(refusal);
    expect(await listOidcRules(dataDir)).toEqual([]);
  });

  test('where the organization has as many as it can have', async () => {
    const dataDir = await data();
    const store = await openStore(dataDir, complianceRules);
    for (let n = 1; n <= 500; n += 1) expect((await store.addOidcRule({ ...usual, repositoryId: String(n) })).outcome).toBe('added');
    await store.close();
    await expect(addOidcRule(dataDir, usual)).rejects.toThrow(/has as many rules as it can have/);
  });
});

describe('a rule', () => {
  test.each<readonly [string, Partial<NewOidcRule>, readonly RegExp[]]>([
    ['for a branch', { ref: 'refs/heads/main' }, []],
    ['for every branch', {}, [/every workflow on every branch .* gets the role member/]],
    ['for every branch, to read', { role: 'reader' }, []],
    ['for pull requests', { events: ['pull_request'] }, [/a pull request .* gets the role member before anybody has looked/]],
    ['for pull requests, to read', { role: 'reader', events: ['pull_request'] }, []],
    [
      'for the events of strangers',
      { ref: 'refs/heads/main', events: ['workflow_run'] },
      [/workflow_run also runs for forks and for strangers/],
    ],
    [
      'for an event with a mistyped name',
      { ref: 'refs/heads/main', events: ['push', 'pul_request'] },
      [/^pul_request is no event that is known here: look at its spelling/],
    ],
    ['of an administrator in an environment', { role: 'admin', environment: 'ops' }, []],
    ['of an administrator at a branch', { role: 'admin', ref: 'refs/heads/main' }, []],
    ['of another server', { issuer: 'https://ghes.example/_services/token', ref: 'refs/tags/*' }, []],
  ])('%s is added, with a warning where it lets in many', async (_, more, warnings) => {
    const added = await addOidcRule(await data(), { ...usual, ...more });
    expect(added.warnings).toEqual(warnings.map((text) => expect.stringMatching(text)));
  });

  test('that says the same is the same rule, whatever it calls the repository', async () => {
    const dataDir = await data();
    const first = await addOidcRule(dataDir, { ...usual, ref: 'refs/heads/main', events: ['push', 'schedule'] });
    const again = await addOidcRule(dataDir, { ...usual, ref: 'refs/heads/main', events: ['schedule', 'push'], repository: 'acme/store' });
    expect([again.id, again.wasThere]).toEqual([first.id, true]);
    expect((await addOidcRule(dataDir, { ...usual, ref: 'refs/heads/other' })).wasThere).toBe(false);
    expect(await listOidcRules(dataDir)).toEqual([
      { ...usual, ref: 'refs/heads/main', events: ['push', 'schedule'], id: first.id, createdAt: expect.any(Number) },
      { ...usual, ref: 'refs/heads/other', id: expect.any(String), createdAt: expect.any(Number) },
    ]);
  });

  test('that opens other flows is another rule, and its flows are listed as a set', async () => {
    const dataDir = await data();
    const all = await addOidcRule(dataDir, usual);
    const some = await addOidcRule(dataDir, { ...usual, flows: ['shop', 'cart', 'shop'] });
    const again = await addOidcRule(dataDir, { ...usual, flows: ['cart', 'shop'] });
    expect([some.wasThere, again.wasThere, again.id]).toEqual([false, true, some.id]);
    const listed = (await listOidcRules(dataDir)).map(({ flows, id }) => [id, flows]);
    expect(new Map(listed.map(([id, flows]) => [id, flows]))).toEqual(
      new Map([
        [all.id, undefined],
        [some.id, ['shop', 'cart']],
      ]),
    );
  });

  test('that was removed can be added again, as a new one', async () => {
    const dataDir = await data();
    const { id } = await addOidcRule(dataDir, usual);
    await removeOidcRule(dataDir, id);
    const again = await addOidcRule(dataDir, usual);
    expect([again.wasThere, again.id === id]).toEqual([false, false]);
  });
});
