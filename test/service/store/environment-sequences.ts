import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { createStore, type Store } from '../../../src/service/store/store.ts';
import { openSqlite } from '../../../src/service/sqlite/engine.ts';
import { verify } from '../../../src/service/care/verify.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import { runs } from '../../support/runs.ts';
import { folder } from '../support.ts';
import { member } from './setup.ts';

// Compares with a slow model that does not know the rows of snapshots and works out the same steps.

const letters = ['a', 'b', 'c', 'd'] as const;
type Letter = (typeof letters)[number];

type Step =
  | { readonly kind: 'report'; readonly counts: Readonly<Record<Letter, number>> }
  | { readonly kind: 'allow'; readonly letter: Letter }
  | { readonly kind: 'provide'; readonly letter: Letter };

const letter = fc.constantFrom(...letters);
const count = fc.integer({ min: 0, max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('report' as const), counts: fc.record({ a: count, b: count, c: count, d: count }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('allow' as const), letter }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('provide' as const), letter }) },
);

const print = (of: Letter) => of.repeat(64);

/** The expected state after some steps, worked out from the first one each time. */
function model(steps: readonly Step[]) {
  const events: string[] = [];
  let running: Partial<Record<Letter, number>> | undefined;
  let [snapshots, deployments] = [0, 0];
  const [allowed, provided, seen] = [new Set<Letter>(), new Set<Letter>(), new Set<Letter>()];
  const numbers: Partial<Record<Letter, number[]>> = {};
  for (const each of steps) {
    if (each.kind === 'provide') provided.add(each.letter);
    else if (each.kind === 'allow') {
      if (allowed.has(each.letter)) continue;
      allowed.add(each.letter);
      events.push(`${snapshots} allowed ${each.letter}`);
      if (running?.[each.letter] !== undefined) snapshots += 1;
    } else {
      const before = running;
      running = Object.fromEntries(letters.flatMap((name) => (each.counts[name] > 0 ? [[name, each.counts[name]]] : [])));
      const names = (of: object | undefined) => (of === undefined ? 'nothing' : Object.keys(of).join());
      if (names(before) !== names(running)) snapshots += 1;
      const happened = letters.flatMap((name) => {
        const [from, to] = [before?.[name] ?? 0, each.counts[name]];
        if (to > 0) seen.add(name);
        if (from === 0 && to > 0 && provided.has(name)) (numbers[name] ??= []).push((deployments += 1));
        return from === to ? [] : [`${snapshots} ${from === 0 ? 'started' : to === 0 ? 'exited' : 'scaled'} ${name}`];
      });
      events.push(...happened.filter((text) => !text.includes('exited')), ...happened.filter((text) => text.includes('exited')));
    }
  }
  const runs = running ?? {};
  return {
    snapshots,
    events,
    running: letters.filter((name) => runs[name] !== undefined).map((name) => `${name}${runs[name]}${allowed.has(name) ? '!' : ''}`),
    exited: letters.filter((name) => seen.has(name) && runs[name] === undefined),
    deployments: Object.fromEntries(letters.filter((name) => provided.has(name)).map((name) => [name, numbers[name] ?? []])),
  };
}

async function take(store: Store, author: Author, each: Step): Promise<void> {
  if (each.kind === 'provide') {
    await store.reportArtifact({ author, flowName: 'f', name: 'image', fingerprint: print(each.letter), data: {}, trail: {} });
  } else if (each.kind === 'allow') {
    await store.allowArtifact({ author, environment: 'prod', fingerprint: print(each.letter), name: each.letter, description: 'tried' });
  } else {
    const running = letters
      .filter((name) => each.counts[name] > 0)
      .map((name) => ({ fingerprint: print(name), name, instances: Array<number>(each.counts[name]).fill(7) }));
    await store.reportSnapshot({ author, environment: 'prod', type: 'server', running });
  }
}

async function kept(store: Store, { orgId }: Author) {
  const environment = await store.findEnvironment(orgId, 'prod');
  if (environment === undefined) throw new Error('The environment is gone.');
  const all = { from: 0, to: environment.snapshotCount, repoNames: [], oldestFirst: true };
  const events = await store.eventsOfEnvironment(orgId, environment.id, all, 0, 1000);
  const latest = await store.findSnapshot(orgId, environment.id, environment.snapshotCount);
  const residences = await store.residencesOf(orgId, letters.map(print));
  const numbers = await store.artifactNumbers(orgId, {}, 0, 100);
  const artifacts = (await store.artifactsNumbered(orgId, numbers)).map(({ fingerprint, presence }) => [
    fingerprint.slice(0, 1),
    presence.deployments.map(({ number }) => number),
  ]);
  return {
    snapshots: environment.snapshotCount,
    events: events.map(({ body, snapshot }) => `${snapshot} ${String(body.type)} ${String(body.artifact_name)}`),
    running: (latest?.artifacts ?? [])
      .filter(({ instances }) => instances.length > 0)
      .map(({ instances, isAllowed, name }) => `${name}${instances.length}${isAllowed ? '!' : ''}`),
    exited: residences
      .filter(({ isRunning }) => !isRunning)
      .map(({ name }) => name)
      .toSorted(),
    deployments: Object.fromEntries(artifacts),
  };
}

/** Tests so many random sequences of reports. */
export function testSequences(sequences: number): void {
  test('any sequence of reports is kept as a slow model says, and can be worked out again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const home = await folder();
        const store = createStore(openSqlite(join(home, 'evidence.db')), complianceRules, () => 1000);
        try {
          const author = await member(store, 'ada', 'acme');
          await store.putEnvironment({ author, name: 'prod', type: 'server' });
          for (const each of steps) await take(store, author, each);
          expect(await kept(store, author)).toEqual(model(steps));
        } finally {
          await store.close();
        }
        expect((await verify({ dataDir: home, rules: complianceRules })).organizations).toMatchObject([{ problem: undefined }]);
      }),
      { numRuns: runs(sequences) },
    );
  }, 120_000);
}
