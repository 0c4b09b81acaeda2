import { afterAll, expect, it } from 'vitest';
import type { LandingFact, WorkflowsFact } from '../../../src/audit/facts/line.ts';
import { git, removeRepositories } from '../../support/git.ts';
import { collected, of } from './collected.ts';
import { makeWorld } from './world.ts';

afterAll(removeRepositories);

it('the workflow files of a landing come with the composite actions of the repository, each with the commit that it is from', async () => {
  const world = makeWorld();
  const first = world.write('.github/workflows/ci.yml', 'jobs: { gate: { uses: acme/compliance-evidence } }\n');
  world.moved('creation', 'main', null, first);
  world.write('.github/actions/deep/our-gate/action.yml', 'runs: { steps: [{ uses: acme/compliance-evidence }] }\n');
  const second = world.write('.github/actions/deep/our-gate/index.js');
  world.moved('push', 'main', first, second);
  const third = world.write('src/app.ts');
  world.moved('push', 'main', second, third);
  git(world.directory, ['rm', '--quiet', '-r', '.github/workflows']);
  const fourth = world.write('src/other.ts');
  world.moved('push', 'main', third, fourth);
  const lines = await collected(world);
  const workflows = new Map(of(lines, 'workflows').map((fact: WorkflowsFact) => [fact.tree, fact]));
  const read = of(lines, 'landing').map((fact: LandingFact) =>
    fact.workflows === null ? null : workflows.get(fact.workflows)?.files.map(({ brought, path }) => `${path} ${brought}`),
  );
  const action = git(world.directory, ['rev-parse', `${second}~1`]);
  const both = [`.github/workflows/ci.yml ${first}`, `.github/actions/deep/our-gate/action.yml ${action}`];
  expect(read).toEqual([null, both, both, [`.github/workflows/ci.yml ${first}`]]);
  expect([...workflows.keys()].every((tree) => /^[0-9a-f]{40}$/.test(tree))).toBe(true);
  expect(workflows.size).toBe(2);
});
