import { beforeEach, describe, expect, test } from 'vitest';
import type { NewToken, Replacement, LiveToken } from '../../../src/service/resources/tokens/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, sql } from '../../../src/service/sql/sql.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';

/** Ends, flows and replacements of tokens, and when they were used, on every engine. `open` answers an engine on an empty database. */
export function conformanceOfTokenLimits(name: string, open: () => Promise<Engine>): void {
  describe(`of the limits of tokens the store on ${name} knows`, () => {
    let engine: Engine;
    let store: Store;
    let now: number;

    beforeEach(async () => {
      engine = await open();
      now = 1000;
      store = createStore(engine, () => now);
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
