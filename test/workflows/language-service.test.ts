import { expect, it } from 'vitest';
import { diagnosticsOf } from './language-service.ts';

const workflow = `name: Tests
on: push
permissions: {}
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
      - uses: $/.github/actions/gate
        with:
          base-url: \${{ vars.EVIDENCE_BASE_URL }}
          api-token: \${{ secrets.EVIDENCE_API_TOKEN }}
          org: acme
`;

it('takes a good workflow', async () => {
  expect(await diagnosticsOf('.github/workflows/good.yml', workflow)).toEqual([]);
});

it.each([
  ['a key that is not known', 'runs-on:', 'runs-no:', /runs-no/],
  ['a permission that is not known', 'permissions: {}', 'permissions: { tests: read }', /tests/],
  ['an input that the action does not have', 'org: acme', 'organization: acme', /Invalid action input 'organization'/],
  ['an input that is missing', '          org: acme\n', '', /Missing required input `org`/],
  ['a context that is not known there', 'vars.EVIDENCE', 'nonsense.EVIDENCE', /nonsense/],
  ['an output of a step that is not there', 'vars.EVIDENCE_BASE_URL', 'steps.start.outputs.url', /start/],
  ['a sub-action that is not there', 'actions/gate', 'actions/gates', /gates/],
])('finds %s', async (name, what, instead, said) => {
  const text = workflow.replace(what, () => instead);
  const found = await diagnosticsOf(`.github/workflows/${name.replaceAll(' ', '-')}.yml`, text);
  expect(found.join('\n')).toMatch(said);
});

it('finds what is wrong with the manifest of an action', async () => {
  const manifest = 'name: A\ndescription: A\nruns:\n  using: node24\n  mian: index.js\n';
  expect((await diagnosticsOf('wrong/action.yml', manifest)).join('\n')).toMatch(/mian/);
});
