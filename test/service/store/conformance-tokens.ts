import { beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, sql } from '../../../src/service/sql/sql.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import { member, readChain } from './setup.ts';

/** Tokens and what each may do, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfTokens(name: string, open: () => Promise<Engine>): void {
  describe(`of tokens the store on ${name} knows`, () => {
    let engine: Engine;
    let store: Store;
    let author: Author;

    beforeEach(async () => {
      engine = await open();
      store = createStore(engine, () => 1000);
      author = await member(store, 'ada', 'acme');
    });

    const records = async () => (await readChain(engine, author)).records;

    test('each by its hash, with the organizations and roles of its own', async () => {
      expect(await store.addToken({ hash: 'h2', user: 'ada', orgs: ['other', 'acme', 'other'], role: 'reader' })).toEqual({
        outcome: 'added',
      });
      const [first, second] = [await store.authenticate('hash of ada'), await store.authenticate('h2')];
      expect(first?.grants).toEqual(new Map([['acme', { orgId: author.orgId, role: 'member' }]]));
      expect(second?.grants).toEqual(
        new Map([
          ['acme', { orgId: author.orgId, role: 'reader' }],
          ['other', { orgId: expect.any(String), role: 'reader' }],
        ]),
      );
      expect(second?.userId).toBe(first?.userId);
      expect(await store.authenticate('h3')).toBeUndefined();
    });

    test("none that changes once it is there, or that is another user's", async () => {
      const add = (user: string, orgs: readonly string[], role: 'admin' | 'member') =>
        store.addToken({ hash: 'hash of ada', user, orgs, role });
      const [token] = await store.listTokens();
      expect(token?.roles).toEqual(new Map([['acme', 'member']]));
      expect(await add('ada', ['acme', 'acme'], 'member')).toEqual({ outcome: 'there', token });
      expect(await add('ada', ['acme'], 'admin')).toEqual({ outcome: 'other-grants', token });
      expect(await add('ada', ['other'], 'member')).toEqual({ outcome: 'other-grants', token });
      expect(await add('ada', ['acme', 'other'], 'member')).toEqual({ outcome: 'other-grants', token });
      expect(await add('eve', ['acme'], 'member')).toEqual({ outcome: 'other-user' });
      expect((await store.authenticate('hash of ada'))?.grants).toEqual(new Map([['acme', { orgId: author.orgId, role: 'member' }]]));
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
