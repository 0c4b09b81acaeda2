import type { Landing, PullRequest } from '../../../src/audit/facts/landing.ts';
import type { LandingFact } from '../../../src/audit/facts/line.ts';
import type { AuditFile } from '../../../src/audit/file/audit-file.ts';
import type { AuditedChange } from '../../../src/audit/population/change.ts';
import type { World } from '../../../src/audit/population/world.ts';
import type { Found, Outcome } from '../../../src/audit/rules/rule.ts';
import { deliveryRules } from '../../../src/audit/rules/rules.ts';
import { world as sampleWorld } from '../reports/sample.ts';
import { alice, bob, commit, fact, landing, pull, review, sha } from '../reviews/pull.ts';

/** A world of one day in which `main` of acme/shop was audited, and `develop` with it. */
export function world(more: Partial<World> = {}): World {
  const header = {
    ...sampleWorld.header,
    branches: [
      { name: 'main', tip: sha('9') },
      { name: 'develop', tip: sha('d') },
    ],
    period: { since: '2026-11-02T00:00:00Z', until: '2026-11-03T00:00:00Z', sinceSha: null, by: 'landing' as const },
    at: '2026-11-03T06:00:00Z',
  };
  return { ...sampleWorld, header, ...more };
}

export function auditFile(more: Partial<AuditFile> = {}): AuditFile {
  return {
    flows: [],
    checks: [],
    ticket: null,
    frameworks: [],
    people: new Map(),
    bots: [],
    emergency: null,
    exclusions: [],
    accepted: [],
    production: [],
    controls: [],
    ...more,
  };
}

/** Bob's approval of the head that Alice's pull requests have unless said otherwise. */
export const approved: Pick<PullRequest, 'reviews'> = { reviews: [review(bob, 'APPROVED', 'a', '11:00')] };

/** A squashed pull request of Alice, which Bob approved and merged at noon; `pull: undefined` is a push. */
export function change(more: Partial<AuditedChange> = {}): AuditedChange {
  const of = more.landing ?? landing();
  const commits = more.commits ?? of.commits;
  const merged = 'pull' in more ? more.pull : pull(approved);
  return {
    fact: fact({ landing: of, pulls: merged === undefined ? [] : [merged] }),
    landing: of,
    commits,
    tip: commits.at(-1) ?? commit('9'),
    paths: ['src/prices.ts'],
    file: null,
    owes: null,
    owesByTip: null,
    coverage: [],
    trails: new Map(),
    deployments: [],
    excluded: undefined,
    unbound: [],
    byToday: false,
    state: 'covered',
    ...more,
    pull: merged,
  };
}

/** A push of one commit to `main` by Alice. */
export function push(more: Partial<AuditedChange> = {}, moreOfLanding: Partial<Landing> = {}): AuditedChange {
  const of = landing({ kind: 'push', actor: alice, commits: [commit('p', { parents: [sha('0')] })], ...moreOfLanding });
  return change({ landing: of, pull: undefined, ...more });
}

/** The outcomes of a rule for a change, for its landing, or for the world. */
export function outcomes(name: string, of: AuditedChange | LandingFact | undefined, within: World = world()): readonly Outcome[] {
  const rule = deliveryRules.find((one) => one.name === name);
  if (rule === undefined) throw new Error(`There is no rule ${name}`);
  if (rule.about === 'acceptances') throw new Error(`${name} is about what is accepted`);
  if (rule.about === 'world') return [...rule.judge(within)];
  if (of === undefined) throw new Error(`${name} is about a ${rule.about}`);
  if (rule.about === 'landing') return [...rule.judge('kind' in of ? of : of.fact, within)];
  if ('kind' in of) throw new Error(`${name} is about a change`);
  return [rule.judge(of, within)];
}

/**
 * The outcomes in one word each: `passed`, `not-tested`, `not-applicable`. A finding gives the kind and the id of its subject.
 */
export function said(name: string, of: AuditedChange | LandingFact | undefined, within: World = world()): readonly string[] {
  return outcomes(name, of, within).flatMap((outcome) =>
    outcome.kind === 'found' ? outcome.found.map(({ subject }) => `${subject.kind} ${subject.id}`) : [outcome.kind],
  );
}

export function foundBy(name: string, of: AuditedChange | LandingFact | undefined, within: World = world()): readonly Found[] {
  return outcomes(name, of, within).flatMap((outcome) => (outcome.kind === 'found' ? outcome.found : []));
}

/** Names of the rules about changes and landings that find something about a change, in the order of the list. */
export function rulesThatFind(of: AuditedChange, within: World = world()): readonly string[] {
  return deliveryRules
    .filter(({ about }) => about !== 'world')
    .filter(({ name }) => foundBy(name, of, within).length > 0)
    .map(({ name }) => name);
}

/** Names of the rules that cannot tell. */
export function rulesNotTested(of: AuditedChange, within: World = world()): readonly string[] {
  return deliveryRules
    .filter(({ about, name }) => about !== 'world' && outcomes(name, of, within).some(({ kind }) => kind === 'not-tested'))
    .map(({ name }) => name);
}
