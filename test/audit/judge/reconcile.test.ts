import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { judgeAudit } from '../../../src/audit/judge/judge-audit.ts';
import { htmlReport } from '../../../src/audit/reports/html/html.ts';
import { commit, git, makeRepository, merge, removeRepositories } from '../../support/git.ts';
import { linesOf } from '../collect/collected.ts';
import { settingsOf, sourcesOf } from '../collect/world.ts';
import { heldSpool } from './held-spool.ts';

afterAll(removeRepositories);

/** Two branches: four commits landed on one, and five on the other. */
let lines: readonly Line[];
beforeAll(async () => {
  const directory = makeRepository();
  const first = commit(directory);
  git(directory, ['branch', 'side']);
  commit(directory, 'one');
  git(directory, ['checkout', '--quiet', 'side']);
  const two = commit(directory, 'two');
  git(directory, ['checkout', '--quiet', 'main']);
  merge(directory, two);
  commit(directory, 'three');
  git(directory, ['checkout', '--quiet', '-b', 'release']);
  commit(directory, 'four');
  lines = await linesOf(settingsOf({ branches: ['main', 'release'], since: null, sinceSha: first }), sourcesOf(directory, null));
});

async function judged(read: readonly Line[]) {
  const audit = await judgeAudit(
    async function* () {
      yield* read;
    },
    { previous: null, people: 'login', spool: heldSpool() },
  );
  let page = '';
  for await (const part of htmlReport(audit)) page += part;
  return { complete: audit.complete, holes: audit.world.holes.map(({ what, why }) => `${what}: ${why}`), page };
}

it('an audit is complete where the landings of each branch hold as many commits as git counts at once', async () => {
  const { complete, holes, page } = await judged(lines);
  expect([complete, holes]).toEqual([true, []]);
  expect(page.replaceAll(/<[^>]*>|\s+/g, ' ')).toMatch(/commits: main\s+4\s+git rev-list --count\s+4\s+✔\s+equal/);
});

it.each([-1, 1])('an audit is unknown where git counts %i commits more', async (more) => {
  const changed = lines.map((line) =>
    line.kind === 'total' && line.name === 'commits: release' ? { ...line, count: line.count + more } : line,
  );
  const { complete, holes, page } = await judged(changed);
  expect(complete).toBe(false);
  expect(holes).toEqual([
    `commits of release: The landings hold 5 commits, and git rev-list --count counts ${5 + more} over the whole period`,
  ]);
  expect(page).toContain('not equal: 1 ');
});
