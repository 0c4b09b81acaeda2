import { beforeEach, describe, expect, test } from 'vitest';
import { principalOfPerson } from '../../../src/service/auth/people/person.ts';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import type { NewOidcRule } from '../../../src/service/resources/oidc/tables.ts';
import type { LiveToken, NewToken, Replacement } from '../../../src/service/resources/tokens/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, sql } from '../../../src/service/sql/sql.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import { openStore, readChain } from './setup.ts';

/** Ends, flows and replacements of tokens, and when they were used, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfTokenLimits(name: string, open: () => Promise<Engine>): void {
  describe(`of the limits of tokens the store on ${name} knows`, () => {
    let engine: Engine;
    let store: Store;
    let now: number;

    beforeEach(async () => {
      engine = await open();
      now = 1000;
      store = createStore(engine, complianceRules, () => now);
    });

    const make = (hash: string, more: Partial<NewToken> = {}) =>
      store.addToken({ hash, user: 'ci', orgs: ['acme', 'globex'], role: 'member', ...more });
    const listed = async (id: string): Promise<LiveToken | undefined> => (await store.listTokens()).find((token) => token.id === id);
    const idOf = async (hash: string) => (await store.authenticate(hash))?.credential.id ?? '';
    const replace = async (hash: string, more: Partial<Replacement> = {}) =>
      store.replaceToken({ id: await idOf(hash), hash: `${hash}-2`, command: 'token rotate', overlapUntil: now + 60, ...more });
    const said = async (kind: string) =>
      (await engine.read(() => query(sql`select org_id, body from records where kind = ${kind} order by created_at`))).map(({ body }) =>
        JSON.parse(String(body)),
      );

    test('a token until its end, and who it was afterwards, for its holder alone', async () => {
      await make('h', { expiresAt: 1000.5, label: 'nightly' });
      const id = await idOf('h');
      expect(await store.endedToken('h')).toBeUndefined();
      now = 1000.4;
      expect((await store.authenticate('h'))?.userName).toBe('ci');
      now = 1000.5;
      expect(await store.authenticate('h')).toBeUndefined();
      expect(await store.endedToken('h')).toEqual({ id, label: 'nightly', endedAt: 1000.5 });
      expect(await store.endedToken('other')).toBeUndefined();
      expect(await listed(id)).toMatchObject({ expiresAt: 1000.5, label: 'nightly', isReplaced: false });
    });

    test('the session of a browser for an hour after its last use, for eight hours, and as long as its token', async () => {
      await make('h', { expiresAt: 90_000 });
      const principal = await store.authenticate('h');
      if (principal === undefined) throw new Error('The token is not known.');
      await store.beginSession('s', principal);
      expect(await store.findSession('other')).toBeUndefined();
      expect(await store.findSession('s')).toEqual({ tokenHash: 'h', isToBeNoted: false });
      now += 60;
      expect(await store.findSession('s')).toEqual({ tokenHash: 'h', isToBeNoted: true });
      now += 3540;
      expect(await store.findSession('s')).toBeUndefined();
      await store.beginSession('s-2', principal);
      expect(await engine.read(() => query(sql`select hash from sessions`)), 'the ended one is forgotten').toEqual([{ hash: 's-2' }]);
      for (const end = now + 8 * 3600; now < end; now += 1800) {
        expect(await store.findSession('s-2')).toBeDefined();
        await store.noteSessionUse('s-2');
      }
      expect(await store.findSession('s-2')).toBeUndefined();
      await store.beginSession('s-3', principal);
      await store.endSession('s-3', principal);
      await store.endSession('s-3', principal);
      await store.noteSessionUse('s-3');
      expect(await store.findSession('s-3')).toBeUndefined();
      expect([(await said('signed_in')).length, (await said('signed_out')).length]).toEqual([6, 2]);
      await store.beginSession('s-4', principal);
      await store.revokeToken(await idOf('h'));
      expect(await store.findSession('s-4')).toBeUndefined();
    });

    test('the session of a person, and each of their sign-ins once', async () => {
      await make('h');
      const person = { issuer: 'https://login.example', subject: 'sub-of-ada', name: 'ada "é"', groups: ['developers', 'leads'] };
      const [{ id: orgId } = { id: '' }] = await store.findOrganizations(['acme', 'nowhere']);
      const principal = principalOfPerson(person, new Map([['acme', { orgId, role: 'reader' }]]), 'session');
      expect(await store.beginPersonSession('s', principal, person, 'mark')).toBe(true);
      expect(await store.findSession('s')).toEqual({ person, isToBeNoted: false });
      expect(await store.findSession('mark'), 'what only marks a sign-in').toBeUndefined();
      expect(await store.beginPersonSession('s-2', principal, person, 'mark')).toBe(false);
      expect(await store.findSession('s-2')).toBeUndefined();
      await store.endSession('s', principal);
      expect(await store.beginPersonSession('s-3', principal, person, 'mark'), 'also after its end').toBe(false);
      expect([(await said('signed_in')).length, (await said('signed_out')).length]).toEqual([1, 1]);
      expect((await said('signed_in'))[0]).toMatchObject({
        reported_by: 'oidc:login.example:sub-of-ada',
        credential: { kind: 'person', id: 'session', claims: { issuer: 'https://login.example', subject: 'sub-of-ada' } },
      });
      now += 8 * 3600;
      expect(await store.findSession('s')).toBeUndefined();
    });

    test('20 sessions of a token, and of a person: where another begins, the oldest ends', async () => {
      await make('h');
      await make('other');
      const [principal, another] = [await store.authenticate('h'), await store.authenticate('other')];
      if (principal === undefined || another === undefined) throw new Error('The tokens are not known.');
      const person = { issuer: 'https://login.example', subject: 'sub-of-ada', name: 'ada', groups: ['developers'] };
      const ofPerson = principalOfPerson(person, new Map(), 'session');
      await store.beginSession('of-another', another);
      await store.beginPersonSession('of-bob', ofPerson, { ...person, subject: 'sub-of-bob' }, 'mark of bob');
      for (let index = 0; index < 21; index += 1) {
        now += 1;
        await store.beginSession(`s-${index}`, principal);
        await store.beginPersonSession(`p-${index}`, ofPerson, person, `mark ${index}`);
      }
      const all = (await store.listSessions()).map(({ hash }) => hash);
      expect([all.includes('s-0'), all.includes('s-1'), all.includes('p-0'), all.includes('p-1')]).toEqual([false, true, false, true]);
      for (const hash of ['s-0', 'p-0']) expect(await store.findSession(hash)).toBeUndefined();
      for (const hash of ['of-another', 'of-bob', 's-20', 'p-20']) expect(await store.findSession(hash)).toBeDefined();
      now += 3600;
      await store.beginSession('last', principal);
      expect(await engine.read(() => query(sql`select hash from sessions`)), 'marks are swept too').toEqual([{ hash: 'last' }]);
    });

    test('the sessions that somebody else ends, with a record of who did it', async () => {
      await make('h');
      const principal = await store.authenticate('h');
      if (principal === undefined) throw new Error('The token is not known.');
      await store.beginSession('s', principal);
      await store.beginSession('s-2', principal);
      const [{ id: orgId } = { id: '' }] = await store.findOrganizations(['acme']);
      const credential = { kind: 'operator', id: 'member sign-out' };
      await store.endSessions('ci', await store.listSessions(), { orgId, orgName: 'acme', userName: 'operator', credential });
      expect(await store.listSessions()).toEqual([]);
      expect(await said('signed_out')).toMatchObject([
        { org: 'acme', user: 'ci', user_id: principal.userId, reported_by: 'operator', credential },
      ]);
    });

    test('a token without an end for ever, and none as one that has ended', async () => {
      await make('h');
      now = 1e12;
      expect(await store.authenticate('h')).toBeDefined();
      expect(await store.endedToken('h')).toBeUndefined();
    });

    test('the flows of a token in each of its organizations, and none where it has none', async () => {
      await make('all');
      await make('some', { flows: ['shop', 'cart'], role: 'recorder' });
      const flowsOf = async (hash: string) => [...((await store.authenticate(hash))?.grants.values() ?? [])].map(({ flows }) => flows);
      expect(await flowsOf('all')).toEqual([undefined, undefined]);
      expect(await flowsOf('some')).toEqual([new Set(['shop', 'cart']), new Set(['shop', 'cart'])]);
    });

    test('a token that is made again with other limits as another one', async () => {
      await make('h', { flows: ['shop'], expiresAt: 2000 });
      const outcome = async (more: Partial<NewToken>) => (await make('h', more)).outcome;
      expect(await outcome({ flows: ['shop'], expiresAt: 2000 })).toBe('there');
      expect(await outcome({ flows: ['shop'], expiresAt: 2001 })).toBe('there');
      expect(await outcome({ flows: ['shop'] })).toBe('there');
      expect(await outcome({ flows: ['shop'], expiresAt: 1999 })).toBe('other-grants');
      expect(await outcome({ flows: ['shop'], expiresAt: 1999, mayEndLater: true })).toBe('there');
      expect(await outcome({ flows: ['shop', 'cart'], expiresAt: 2000 })).toBe('other-grants');
      expect(await outcome({ expiresAt: 2000 })).toBe('other-grants');
      now = 2000;
      expect(await outcome({ flows: ['shop'], expiresAt: 3000 })).toBe('ended');
    });

    test('a replacement with the same grants, and the replaced one until their overlap ends', async () => {
      await make('h', { flows: ['shop'], label: 'tests', role: 'recorder' });
      const id = await idOf('h');
      expect(await replace('h', { expiresAt: 5000 })).toMatchObject({ outcome: 'replaced', endsAt: 1060, token: { id } });
      const [before, after] = [await store.authenticate('h'), await store.authenticate('h-2')];
      expect(after?.grants).toEqual(before?.grants);
      expect(await listed(after?.credential.id ?? '')).toMatchObject({ label: 'tests', expiresAt: 5000, isReplaced: false, user: 'ci' });
      expect(await listed(id)).toMatchObject({ expiresAt: 1060, isReplaced: true });
      now = 1060;
      expect([await store.authenticate('h'), (await store.authenticate('h-2'))?.userName]).toEqual([undefined, 'ci']);
      const made = await said('token_made');
      expect(made.map(({ replaces, user }) => [user, replaces])).toEqual([
        ['ci', undefined],
        ['ci', undefined],
        ['ci', id],
        ['ci', id],
      ]);
      const ends = await said('token_end_set');
      expect(ends.map(({ credential, ends_at, token_id }) => [credential.id, ends_at, token_id])).toEqual(
        [1, 2].map(() => ['token rotate', 1060, id]),
      );
    });

    test('no replacement that puts off an end, and none of a token that is not there', async () => {
      await make('h', { expiresAt: 1030 });
      expect(await replace('h')).toMatchObject({ outcome: 'replaced', endsAt: 1030 });
      expect(await said('token_end_set')).toEqual([]);
      expect(await replace('none')).toEqual({ outcome: 'no-token' });
    });

    test('a replacement with fewer grants, and none with more', async () => {
      await make('h', { flows: ['shop', 'cart'] });
      expect(await replace('h', { flows: ['shop', 'pay'] })).toEqual({ outcome: 'more-flows', flow: 'pay' });
      expect(await replace('h', { role: 'admin' })).toEqual({ outcome: 'more-rights', org: 'acme', role: 'member' });
      expect(await replace('h', { role: 'auditor' })).toMatchObject({ outcome: 'more-rights' });
      expect(await store.authenticate('h-2')).toBeUndefined();
      expect(await replace('h', { flows: ['cart'], role: 'reader', command: 'token narrow' })).toMatchObject({ outcome: 'replaced' });
      const grants = (await store.authenticate('h-2'))?.grants;
      expect([...(grants?.values() ?? [])].map(({ flows, role }) => [role, flows])).toEqual(
        [1, 2].map(() => ['reader', new Set(['cart'])]),
      );
      expect([...((await store.authenticate('h'))?.grants.values() ?? [])].map(({ role }) => role)).toEqual(['member', 'member']);
    });

    test('when a token was used last, whoever notes it and in whatever order, until it is taken back', async () => {
      await make('h');
      const id = await idOf('h');
      expect(await listed(id)).not.toHaveProperty('lastUsedAt');
      await store.noteTokenUses([{ tokenId: id, usedAt: 50.5 }]);
      await Promise.all([70, 60].map((usedAt) => store.noteTokenUses([{ tokenId: id, usedAt }])));
      expect((await listed(id))?.lastUsedAt).toBe(70);
      await store.noteTokenUses([{ tokenId: 'one that is gone', usedAt: 80 }]);
      await store.revokeToken(id);
      await store.noteTokenUses([{ tokenId: id, usedAt: 90 }]);
      expect(await engine.read(() => query(sql`select * from token_uses`))).toEqual([]);
    });
  });
}

export const claims = {
  issuer: 'https://token.example',
  repository: 'acme/shop',
  repository_id: '1',
  ref: 'refs/heads/main',
  event: 'push',
  run_id: '9',
};

/** Rules that let jobs in, and their access, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfJobs(name: string, open: () => Promise<Engine>): void {
  describe(`of jobs the store on ${name} knows`, () => {
    let engine: Engine;
    let store: Store;
    let now: number;

    beforeEach(async () => {
      engine = await open();
      now = 1000;
      store = createStore(engine, complianceRules, () => now);
      await store.addToken({ hash: 'h', user: 'ada', orgs: ['acme', 'globex'], role: 'admin' });
    });

    async function ruleIn(org: string, more: Partial<NewOidcRule> = {}): Promise<string> {
      const { issuer, repository, repository_id: repositoryId } = claims;
      const made = await store.addOidcRule({ org, role: 'member', audience: 'a', issuer, repository, repositoryId, ...more });
      return 'id' in made ? made.id : made.outcome;
    }

    const letIn = (ruleId: string, hash: string, idToken = hash, org = 'acme') =>
      store.grantJobAccess({ org, ruleId, hash, idToken, lifetime: 900, claims });
    const stateOf = async (hash: string) => (await store.authenticateJob(hash))?.state;
    const said = async () =>
      (await engine.read(() => query(sql`select body from records where kind = 'job_let_in' order by created_at`))).map(
        ({ body }): unknown => JSON.parse(String(body)),
      );

    test('the access of a job, by the record that it was let in', async () => {
      const ruleId = await ruleIn('acme');
      expect(await letIn(ruleId, 'one', 'id')).toEqual({ outcome: 'granted', expiresAt: 1900 });
      const credential = { kind: 'oidc', id: ruleId, claims };
      expect(await said()).toEqual([
        expect.objectContaining({
          access_hash: 'one',
          id_token_hash: 'id',
          expires_at: 1900,
          credential,
          reported_by: 'github:token.example/acme/shop',
        }),
      ]);
      expect(await store.authenticateJob('one')).toEqual({
        state: 'valid',
        principal: {
          credential,
          userId: '',
          userName: 'github:token.example/acme/shop',
          grants: new Map([['acme', { orgId: expect.any(String), role: 'member' }]]),
        },
      });
    });

    test('an ID token once, in all organizations together, and says nothing of the second time', async () => {
      const [ours, theirs] = [await ruleIn('acme'), await ruleIn('globex')];
      const outcomes = await Promise.all([letIn(ours, 'one', 'id'), letIn(theirs, 'two', 'id', 'globex'), letIn(ours, 'three', 'id')]);
      expect(outcomes.filter(({ outcome }) => outcome === 'granted')).toHaveLength(1);
      expect(outcomes.filter(({ outcome }) => outcome === 'taken')).toHaveLength(2);
      expect(await said()).toHaveLength(1);
      expect((await Promise.all(['one', 'two', 'three'].map(stateOf))).filter((state) => state === 'valid')).toHaveLength(1);
    });

    test('when access ends, and forgets it an hour later', async () => {
      const ruleId = await ruleIn('acme');
      await letIn(ruleId, 'one');
      now = 1899.9;
      expect(await stateOf('one')).toBe('valid');
      now = 1900;
      expect(await stateOf('one')).toBe('expired');
      now = 4600;
      expect((await letIn(ruleId, 'two', 'one')).outcome).toBe('taken');
      await letIn(ruleId, 'three');
      expect(await stateOf('one')).toBe('expired');
      now = 4600.5;
      await letIn(ruleId, 'four');
      expect(await stateOf('one')).toBeUndefined();
      expect(await stateOf('three')).toBe('valid');
    });

    test('that a rule was removed, also between the look at an ID token and the access for it', async () => {
      const ruleId = await ruleIn('acme');
      await letIn(ruleId, 'one');
      await store.removeOidcRule(ruleId);
      expect(await stateOf('one')).toBe('rule-removed');
      expect(await letIn(ruleId, 'two')).toEqual({ outcome: 'rule-removed' });
      expect(await letIn('no-such-rule', 'three')).toEqual({ outcome: 'rule-removed' });
      expect(await said()).toHaveLength(1);
    });
  });
}

/** Tokens and what each may do, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfTokens(name: string, open: () => Promise<Engine>): void {
  describe(`of tokens the store on ${name} knows`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;

    beforeEach(async () => {
      ({ engine, store, author } = await openStore(open, () => 1000));
    });

    const records = async () => (await readChain(engine, author)).records;

    test('each by its hash, with the organizations and roles of its own', async () => {
      expect(await store.addToken({ hash: 'h2', user: 'ada', orgs: ['other', 'acme', 'other'], role: 'reader' })).toEqual({
        outcome: 'added',
        id: expect.any(String),
      });
      const [first, second] = [await store.authenticate('hash of ada'), await store.authenticate('h2')];
      expect(first?.grants).toEqual(new Map([['acme', { orgId: author.orgId, role: 'member', isArchived: false }]]));
      expect(second?.grants).toEqual(
        new Map([
          ['acme', { orgId: author.orgId, role: 'reader', isArchived: false }],
          ['other', { orgId: expect.any(String), role: 'reader', isArchived: false }],
        ]),
      );
      expect(second?.userId).toBe(first?.userId);
      expect(await store.authenticate('h3')).toBeUndefined();
    });

    test("none that changes once it is there, or that is another user's", async () => {
      const add = (user: string, orgs: readonly string[], role: 'admin' | 'member') =>
        store.addToken({ hash: 'hash of ada', user, orgs, role });
      const [listed] = await store.listTokens();
      if (listed === undefined) throw new Error('None is listed.');
      const { madeBy, ...token } = listed;
      expect([madeBy, token.roles]).toEqual(['operator', new Map([['acme', 'member']])]);
      expect(await add('ada', ['acme', 'acme'], 'member')).toEqual({ outcome: 'there', token });
      expect(await add('ada', ['acme'], 'admin')).toEqual({ outcome: 'other-grants', token });
      expect(await add('ada', ['other'], 'member')).toEqual({ outcome: 'other-grants', token });
      expect(await add('ada', ['acme', 'other'], 'member')).toEqual({ outcome: 'other-grants', token });
      expect(await add('eve', ['acme'], 'member')).toEqual({ outcome: 'other-user' });
      expect((await store.authenticate('hash of ada'))?.grants).toEqual(
        new Map([['acme', { orgId: author.orgId, role: 'member', isArchived: false }]]),
      );
      expect(await engine.read(() => query(sql`select name from organizations`))).toEqual([{ name: 'acme' }]);
    });

    test('a record of each new token, in every organization that it is for, and of nothing else', async () => {
      const add = (hash: string, orgs: readonly string[], role: 'admin' | 'member' | 'reader') =>
        store.addToken({ hash, user: 'ada', orgs, role });
      expect(await records()).toBe(1);
      await add('hash of ada', ['acme'], 'member');
      await add('hash of ada', ['acme'], 'admin');
      expect(await records()).toBe(1);
      await add('second', ['acme'], 'admin');
      expect(await records()).toBe(2);
      await add('third', ['other', 'acme'], 'reader');
      expect(await records()).toBe(3);
      const orgId = (await store.authenticate('third'))?.grants.get('other')?.orgId ?? '';
      expect((await readChain(engine, { orgId, orgName: 'other' })).records).toBe(1);
      const bodies = await engine.read(() => query(sql`select body from records where org_id = ${author.orgId} order by sequence`));
      const said = bodies.map(({ body }) => JSON.parse(String(body)));
      expect(said.map(({ role, token_hash: hash }) => [role, hash])).toEqual([
        ['member', 'hash of ada'],
        ['admin', 'second'],
        ['reader', 'third'],
      ]);
      expect(said[0]).toMatchObject({
        kind: 'token_made',
        user: 'ada',
        reported_by: 'operator',
        credential: { kind: 'operator', id: 'token create' },
      });
    });

    test('no role that the program does not know', async () => {
      await engine.write(() => query(sql`update grants set role = 'owner'`));
      await expect(store.authenticate('hash of ada')).rejects.toThrow('The role owner is not known to this version of the program.');
    });

    test('the tokens that let somebody in, and a revoked one lets in nobody', async () => {
      await store.addToken({ hash: 'second', user: 'ada', orgs: ['other', 'acme'], role: 'reader' });
      await store.addToken({ hash: 'of eve', user: 'eve', orgs: ['acme'], role: 'admin' });
      const idOfToken = async (hash: string) => (await store.authenticate(hash))?.credential.id ?? '';
      const ids = [await idOfToken('hash of ada'), await idOfToken('second')];
      const listed = new Map((await store.listTokens()).map((each) => [each.id, each]));
      expect([...listed.values()].map(({ user }) => user)).toEqual(['ada', 'ada', 'eve']);
      expect(ids.map((id) => [...(listed.get(id)?.roles ?? [])])).toEqual([
        [['acme', 'member']],
        [
          ['acme', 'reader'],
          ['other', 'reader'],
        ],
      ]);
      const third = [...listed.values()].at(-1);
      expect(third?.roles).toEqual(new Map([['acme', 'admin']]));
      expect(await store.revokeToken('none')).toBeUndefined();
      const before = await records();
      expect(await store.revokeToken(ids[1] ?? '')).toBe('ada');
      expect(await records()).toBe(before + 1);
      expect([await store.authenticate('second'), (await store.authenticate('hash of ada'))?.userName]).toEqual([undefined, 'ada']);
      expect((await store.listTokens()).map(({ id }) => id)).toEqual([ids[0], third?.id]);
      const said = await engine.read(() => query(sql`select body from records where kind = 'token_revoked' order by org_id`));
      expect(said.map(({ body }) => JSON.parse(String(body)))).toEqual(
        Array(2).fill(expect.objectContaining({ user: 'ada', token_id: ids[1], credential: { kind: 'operator', id: 'token revoke' } })),
      );
    });
  });
}
