import { expect } from 'vitest';
import { findAttestations } from '../../../src/service/resources/attestations/tables.ts';
import { findTrails, type FacetFilter, type FacetPlace } from '../../../src/service/resources/trails/tables-facets.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import type { Row, Steps } from '../../../src/service/sql/sql.ts';
import { given } from '../../../src/text/index.ts';
import type { Store } from '../../../src/service/store/store.ts';

/** In trails that `copies` of the benchmark made one in ten is non-compliant, each author has 5 %, the branch `rare` 2 %, a pull request 0.1 %. */
export const filters: readonly (readonly [name: string, filter: FacetFilter, index: string])[] = [
  ['no filter', {}, 'facets_by_time'],
  ['a state', { state: 'COMPLIANT' }, 'facets_by_state'],
  ['a state of none', { state: 'INCOMPLETE' }, 'facets_by_state'],
  ['a rarer state', { state: 'NON-COMPLIANT' }, 'facets_by_state'],
  ['a branch', { branch: 'main' }, 'facets_by_branch'],
  ['a rare branch', { branch: 'rare' }, 'facets_by_branch'],
  ['an author', { author: 'Author 7' }, 'facets_by_author'],
  ['a pull request', { pullRequest: '77' }, 'facets_by_pull_request'],
  ['a time', { since: 1, until: 4e9 }, 'facets_by_time'],
  ['a state and a time', { state: 'COMPLIANT', since: 1, until: 4e9 }, 'facets_by_state'],
  ['a rare branch and a time', { branch: 'rare', since: 1, until: 2e9 }, 'facets_by_branch'],
  ['a text that all have', { words: 'first' }, 'facets_by_time'],
  ['a text that none has', { words: 'nothing' }, 'facets_by_time'],
  ['facets that exclude each other', { branch: 'rare', author: 'Author 7' }, 'facets_by_branch'],
];

/** The first page, and those that begin at a place. */
export const places: readonly FacetPlace[] = [{}, { before: 3e9 }, { after: 1 }];

/** In one flow, and in all. */
export const scopes: readonly (readonly [name: string, scope: FacetFilter])[] = [
  ['a flow', { flowId: 'bench' }],
  ['all flows', {}],
];

export const indexIn = (scope: FacetFilter, index: string): string =>
  scope.flowId === undefined ? index : index === 'facets_by_time' ? 'facets_of_flow' : index.replace('_by_', '_of_flow_by_');

/** The filters of tests name a flow; the store asks for its id. */
export async function withFlowId(store: Store, orgId: string, { flowId: name, ...filter }: FacetFilter): Promise<FacetFilter> {
  const flowId = name === undefined ? undefined : (await store.findFlow(orgId, name))?.id;
  return { ...filter, ...given({ flowId }) };
}

/** Runs a search, and asks for the plan of each of its statements about facets. */
export function plansOf(engine: Engine, orgId: string, filter: FacetFilter, at: FacetPlace, explain: string) {
  return plansOfBody(engine, () => findTrails(orgId, filter, at, 50), 'trail_facets', explain);
}

/** The same of the search for audits that were handed in, as text. */
export async function auditPlan(engine: Engine, orgId: string, explain: string): Promise<string> {
  const search = { type: 'custom:compliance-audit', before: 1e9 };
  return JSON.stringify(await plansOfBody(engine, () => findAttestations(orgId, search, 50), 'attestations', explain));
}

async function plansOfBody(
  engine: Engine,
  begin: () => Steps<unknown>,
  table: string,
  explain: string,
): Promise<readonly (readonly Row[])[]> {
  const plans: (readonly Row[])[] = [];
  function* explained(): Steps<void> {
    const body = begin();
    for (let step = body.next(); step.done !== true;) {
      const { answer, args, sql, ...more } = step.value;
      if (sql.includes(table)) plans.push(yield { sql: `${explain} ${sql}`, args });
      const rows = yield { args, sql };
      answer?.(rows);
      step = body.next('unanswered' in more ? [] : rows);
    }
  }
  await engine.read(explained);
  expect(plans.length).toBeGreaterThan(0);
  return plans;
}

/** The median time of a page, next to that of one without a filter, by one reader: a line a filter. */
export async function ratios(store: Store, orgId: string): Promise<readonly string[]> {
  const time = async (named: FacetFilter) => {
    const filter = await withFlowId(store, orgId, named);
    const took: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const begun = performance.now();
      const { numbers } = await store.findTrails(orgId, filter, {}, 50);
      await store.trailsNumbered(orgId, numbers);
      took.push(performance.now() - begun);
    }
    return took.toSorted((one, other) => one - other)[4] ?? 0;
  };
  const lines: string[] = [];
  for (const [scopeName, scope] of scopes) {
    const plain = await time(scope);
    for (const [name, filter] of filters) {
      const took = await time({ ...scope, ...filter });
      lines.push(`${scopeName}, ${name}: ${took.toFixed(1)} ms, ${(took / plain).toFixed(1)} times as long as without`);
    }
  }
  return lines;
}

/** All trails that a filter finds from one end to the other, page by page, and how many pages ended with the look. */
export async function walked(store: Store, orgId: string, filter: FacetFilter, way: 'older' | 'newer') {
  const numbers: number[] = [];
  let looks = 0;
  for (let at: FacetPlace | undefined = way === 'older' ? {} : { after: 1 }; at !== undefined;) {
    const page = await store.findTrails(orgId, filter, at, 50);
    numbers.push(...(way === 'older' ? page.numbers : page.numbers.toReversed()));
    if (page.lookedTo !== undefined) looks += 1;
    const { [way]: next } = page;
    at = next === undefined ? undefined : { [way === 'older' ? 'before' : 'after']: next };
  }
  return { numbers: way === 'older' ? numbers : numbers.toReversed(), looks };
}
