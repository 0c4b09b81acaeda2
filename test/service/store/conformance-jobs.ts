import { beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, sql } from '../../../src/service/sql/sql.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import type { NewOidcRule } from '../../../src/service/resources/oidc/tables.ts';

const claims = {
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
      store = createStore(engine, () => now);
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
