import { beforeEach, describe, expect, test } from 'vitest';
import type { Author } from '../../../src/service/log/chain.ts';
import type { FacetFilter, FacetPlace } from '../../../src/service/resources/trails/tables-facets.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { given } from '../../../src/text/index.ts';
import { member, openStore, record } from './setup.ts';

interface Known {
  readonly flow: string;
  readonly name: string;
  readonly compliant: boolean;
  readonly branch: string;
  readonly author: string;
  readonly message: string;
  readonly pull: number;
}

/** Twelve trails in which each pair of two facets occurs, but for one. */
const known: readonly Known[] = Array.from({ length: 12 }, (_, index) => ({
  flow: index % 2 === 0 ? 'f' : 'g',
  name: `t${index}`,
  compliant: index % 3 !== 0,
  branch: index < 6 ? 'main' : 'fix/till',
  author: index % 4 === 0 ? 'Ada L' : 'Ben M',
  message: index % 5 === 0 ? 'Round 100% UP\n\nnever_down' : 'Sum up',
  pull: 10 + (index % 6),
}));

/** How lists of trails are filtered on every engine. `open` answers an engine on an empty database. */
export function conformanceOfFacets(name: string, open: () => Promise<Engine>): void {
  describe(`by its facets the store on ${name} finds the trails`, () => {
    let store: Store;
    let author: Author;
    let now = 1000;

    beforeEach(async () => {
      now = 1000;
      ({ store, author } = await openStore(open, () => now));
    });

    async function fill(): Promise<void> {
      for (const { author: by, branch, compliant, flow, message, name: trailName, pull } of known) {
        now += 10;
        const begins = { git_commit_info: { sha1: 'c'.repeat(40), branch, author: `${by} <${by[0]}@example.org>`, message } };
        const data = { user_data: { compliance_evidence: { pull_request: pull } } };
        await record(store, author, { flowName: flow, trailName, compliant, begins, data });
        // Later evidence of another pull request changes nothing.
        await record(store, author, {
          flowName: flow,
          trailName,
          compliant,
          name: 'lint',
          data: { user_data: { compliance_evidence: { pull_request: 99 } } },
        });
      }
    }

    const namesAt = async (numbers: readonly number[], by = author) =>
      (await store.trailsNumbered(by.orgId, numbers)).map(({ name: each }) => each);

    /** The tables of tests name a flow; the store asks for its id. */
    const find = async (filter: FacetFilter, at: FacetPlace, limit: number, by = author) => {
      const flowId = filter.flowId === undefined ? undefined : (await store.findFlow(by.orgId, filter.flowId))?.id;
      return await store.findTrails(by.orgId, { ...filter, ...given({ flowId }) }, at, limit);
    };

    const filters: readonly (readonly [name: string, filter: FacetFilter, holds: (trail: Known, index: number) => boolean])[] = [
      ['no facet', {}, () => true],
      ['a flow', { flowId: 'f' }, ({ flow }) => flow === 'f'],
      ['a state', { state: 'NON-COMPLIANT' }, ({ compliant }) => !compliant],
      ['a branch', { branch: 'fix/till' }, ({ branch }) => branch === 'fix/till'],
      ['an author', { flowId: 'f', author: 'Ada L' }, (trail) => trail.flow === 'f' && trail.author === 'Ada L'],
      ['a pull request', { pullRequest: '13' }, ({ pull }) => pull === 13],
      ['a time', { since: 1040, until: 1080 }, (_, index) => index >= 3 && index < 7],
      ['a text of a name', { words: 't1' }, ({ name: each }) => each.includes('t1')],
      ['a text with wildcards', { words: '100% up' }, ({ message }) => message.startsWith('Round')],
      ['a wildcard that is none', { words: 's_m' }, () => false],
      ['a text beyond the first line', { words: 'never_down' }, ({ message }) => message.startsWith('Round')],
      ['a branch of nobody', { branch: 'none' }, () => false],
      [
        'several facets and a text',
        { flowId: 'g', state: 'COMPLIANT', branch: 'main', author: 'Ben M', words: 'SUM'.toLowerCase(), since: 1000 },
        (trail) =>
          trail.flow === 'g' && trail.compliant && trail.branch === 'main' && trail.author === 'Ben M' && trail.message === 'Sum up',
      ],
    ];

    test.each(filters)('of %s, the latest first, in pages that meet in both directions', async (_, filter, holds) => {
      await fill();
      const wanted = known.flatMap((trail, index) => (holds(trail, index) ? [trail.name] : [])).toReversed();
      const whole = await find(filter, {}, 100);
      expect(await namesAt(whole.numbers)).toEqual(wanted);
      expect([whole.older, whole.newer, whole.lookedTo]).toEqual([undefined, undefined, undefined]);
      const isCounted = filter.words === undefined && Object.keys(filter).some((each) => each !== 'flowId');
      expect(whole.total).toBe(isCounted ? wanted.length : undefined);
      const pages: (readonly string[])[] = [];
      let before: number | undefined;
      let newest: number | undefined;
      do {
        const page = await find(filter, { before }, 2);
        expect(page.newer === undefined).toBe(before === undefined);
        pages.push(await namesAt(page.numbers));
        [before, newest] = [page.older, page.newer ?? newest];
        if (before === undefined) newest = page.newer;
      } while (before !== undefined);
      expect(pages.flat()).toEqual(wanted);
      const back: (readonly string[])[] = [];
      while (newest !== undefined) {
        const page = await find(filter, { after: newest }, 2);
        back.unshift(await namesAt(page.numbers));
        newest = page.newer;
      }
      expect(back.flat()).toEqual(pages.slice(0, -1).flat());
    });

    test('by what they say now: a state that changed, a commit that was sent again', async () => {
      await fill();
      now += 10;
      await record(store, author, { flowName: 'g', trailName: 't1', compliant: false });
      const data = { git_commit_info: { sha1: 'c'.repeat(40), branch: 'moved\0to', author: '<only@example.org>', message: 'Again' } };
      await store.putTrail({ author, flowName: 'g', name: 't1', data });
      for (const filter of [
        { branch: 'moved to' },
        { author: '<only@example.org>' },
        { words: 'again' },
        { pullRequest: '11', state: 'NON-COMPLIANT', branch: 'moved to' },
      ])
        expect(await namesAt((await find(filter, {}, 9)).numbers)).toEqual(['t1']);
      expect(await namesAt((await find({ state: 'COMPLIANT', pullRequest: '11' }, {}, 9)).numbers)).toEqual(['t7']);
    });

    test('of the organization that asks alone', async () => {
      await fill();
      const other = await member(store, 'eve', 'globex');
      await record(store, other, { flowName: 'f', trailName: 'theirs', begins: { git_commit_info: { sha1: 'c', branch: 'main' } } });
      for (const filter of [{}, { branch: 'main' }, { flowId: 'f' }, { words: 't' }])
        expect(await namesAt((await find(filter, {}, 9, other)).numbers, other)).toEqual(['theirs']);
    });
  });
}
