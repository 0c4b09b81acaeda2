import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { largestPlan, planText, readPlan } from '../../../../src/audit/organization/plan.ts';
import { previousPlan } from '../../../../src/commands/audit/organization/plan.ts';
import { contextOf } from '../../../../src/commands/index.ts';
import { planOf } from '../../../audit/organization/plans.ts';
import { removeRepositories, temporaryDirectory } from '../../../support/git.ts';

afterAll(removeRepositories);

const ofService = (org: string) => ({ service: { baseUrl: new URL('https://evidence.example/api/v2'), org } });
const settings = { ...ofService('acme'), organization: 'Acme', github: { token: undefined, app: undefined }, previousPlan: undefined };

test.each([
  ['the same organization is taken', {}, {}, /^acme$/],
  [
    'another organization on GitHub is refused',
    { organization: 'other' },
    {},
    /^UsageError: .*is of acme on https:\/\/github.com, and of acme in the service/,
  ],
  [
    'another organization of the service is refused',
    ofService('other'),
    {},
    /this one is of Acme on https:\/\/github.com, and of other in the service/,
  ],
  [
    'a service is refused where GitHub’s checks are the evidence now',
    { service: undefined },
    {},
    /this one is of Acme on https:\/\/github.com, and goes by GitHub’s checks/,
  ],
  ['another server is refused', {}, { GITHUB_SERVER_URL: 'https://git.acme.example' }, /this one is of Acme on https:\/\/git.acme.example/],
])('a plan before of %s', async (_, own, environment, refused) => {
  const folder = temporaryDirectory();
  const path = join(folder, 'plan.json');
  writeFileSync(path, planText(planOf([1])));
  const context = contextOf(environment, folder, new AbortController().signal, () => {});
  const read = previousPlan(path, { ...settings, ...own }, context, { largestPlan, readPlan });
  const said = await read.then(
    (before) => before?.plan.organization,
    (error: unknown) => String(error),
  );
  expect(said).toMatch(refused);
});
