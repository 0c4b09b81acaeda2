import { expect, it } from 'vitest';
import type { WorkflowFile } from './files.ts';
import { faultsOf } from './rules.ts';

const pinned = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1';
const download = 'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1';

/** Own workflows and recipes that keep every rule; each row below breaks one. */
const good = {
  own: `
name: CI
on:
  pull_request:
permissions: {}
jobs:
  tests:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: read # to check the repository out
    steps:
      - uses: ${pinned}
        with:
          persist-credentials: false
      - uses: ${download}
        with:
          artifact-ids: \${{ needs.build.outputs.artifact-id }}
      - run: npm test
  gate:
    needs: tests
    if: \${{ always() }}
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions: {}
    steps:
      - uses: $/.github/actions/gate
`,
  called: `
name: Called
on:
  workflow_call:
    inputs:
      flow:
        description: The flow.
        type: string
        required: true
    secrets:
      api-token:
        description: The token.
        required: true
    outputs:
      verdict:
        description: The verdict.
        value: \${{ jobs.gate.outputs.verdict }}
permissions: {}
jobs:
  gate:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      statuses: write # to tell the verdict
    steps:
      - uses: $/.github/actions/gate
`,
  recipe: `
name: Tests
on:
  pull_request:
permissions:
  contents: read
jobs:
  tests:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    steps:
      - uses: actions/checkout@v7
      - run: npm test -- \${{ matrix.shard }}
  gate:
    needs: tests
    if: \${{ always() }}
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      statuses: write # to tell the verdict
    steps:
      - uses: <owner>/compliance-evidence@v1
        with:
          command: gate
`,
} as const;

const faults: readonly (readonly [fault: RegExp, which: keyof typeof good, what: string, instead: string])[] = [
  [/has no name/, 'own', 'name: CI\n', ''],
  [/^`permissions: \{\}` must stand at the top/, 'own', 'permissions: {}\njobs', 'jobs'],
  [/^`permissions: \{\}` must stand at the top/, 'own', 'permissions: {}\njobs', 'permissions: read-all\njobs'],
  [/^`permissions: \{\}` must stand at the top/, 'own', 'permissions: {}\njobs', 'permissions:\n  contents: read\njobs'],
  [/job gate: has no `permissions`/, 'own', '    permissions: {}\n', ''],
  [/job gate: grants by one word/, 'own', '    permissions: {}', '    permissions: write-all'],
  [/job tests: no comment says what `contents`/, 'own', ' # to check the repository out', ''],
  [/job tests: has no `timeout-minutes`/, 'own', '    timeout-minutes: 5\n    permissions:\n', '    permissions:\n'],
  [/job gate: has no `timeout-minutes`/, 'recipe', '    timeout-minutes: 5\n    permissions:\n', '    permissions:\n'],
  [/job tests: has no `timeout-minutes`/, 'recipe', '    timeout-minutes: 5\n    steps:\n', '    timeout-minutes: 0\n    steps:\n'],
  [/is not pinned by a full SHA/, 'own', pinned, 'actions/checkout@v7'],
  [/is not pinned by a full SHA/, 'own', pinned, 'actions/checkout@3d3c42e'],
  [/no comment says which version/, 'own', ' # v7.0.1', ''],
  [/no comment says which version/, 'own', ' # v7.0.1', ' # v7'],
  [/leaves the token behind/, 'own', 'persist-credentials: false', 'fetch-depth: 0'],
  [/is not taken by its number/, 'own', 'artifact-ids: ${{ needs.build.outputs.artifact-id }}', 'name: build'],
  [/is not taken by its number/, 'own', 'needs.build.outputs.artifact-id', 'inputs.artifact-id'],
  [/there is no \.github\/actions\/gates\/action\.yml/, 'own', '$/.github/actions/gate', '$/.github/actions/gates'],
  [
    /there is no \.github\/workflows\/no\.yml/,
    'own',
    'timeout-minutes: 5\n    permissions: {}',
    'uses: ./.github/workflows/no.yml\n    permissions: {}',
  ],
  [/an expression becomes part of a script/, 'own', 'npm test', 'npm test -- ${{ github.head_ref }}'],
  [/an expression becomes part of a script/, 'own', 'npm test', 'npm test -- ${{ matrix.shard }}'],
  [/hands over every secret/, 'own', '    needs: tests', '    secrets: inherit\n    needs: tests'],
  [/`if: \$\{\{ always\(\) \}\}`/, 'own', '    if: ${{ always() }}\n', ''],
  [/`if: \$\{\{ always\(\) \}\}`/, 'own', 'always()', '!cancelled()'],
  [/hands secrets to what a stranger sends/, 'own', 'pull_request:', 'pull_request_target:'],
  [/`paths` on `pull_request`/, 'own', 'pull_request:', 'pull_request:\n    paths: [src/**]'],
  [/looked for in the checkout of the caller/, 'called', '$/.github/actions/gate', './.github/actions/gate'],
  [/inputs flow: has no `description`/, 'called', '        description: The flow.\n', ''],
  [/inputs flow: has no `type`/, 'called', '        type: string\n', ''],
  [/secrets api-token: has no `required`/, 'called', 'The token.\n        required: true', 'The token.'],
  [/outputs verdict: has no `description`/, 'called', '        description: The verdict.\n', ''],
  [/^`permissions` must stand at the top/, 'recipe', 'permissions:\n  contents: read\njobs', 'jobs'],
  [/no comment says what `statuses: write` is for/, 'recipe', ' # to tell the verdict', ''],
  [/names no version/, 'recipe', 'checkout@v7', 'checkout@main'],
  [/`if: \$\{\{ always\(\) \}\}`/, 'recipe', '    if: ${{ always() }}\n', ''],
  [
    /`if: \$\{\{ always\(\) \}\}`/,
    'recipe',
    '    if: ${{ always() }}\n    runs-on: ubuntu-latest\n    timeout-minutes: 5\n    permissions:\n      statuses: write # to tell the verdict\n    steps:\n      - uses: <owner>/compliance-evidence@v1\n        with:\n          command: gate\n',
    '    uses: <owner>/compliance-evidence/.github/workflows/gate.yml@v1\n',
  ],
  [/an expression becomes part of a script/, 'recipe', 'matrix.shard', 'github.event.pull_request.title'],
];

const fileOf = (which: keyof typeof good, text: string): WorkflowFile => ({
  kind: which === 'recipe' ? 'recipe' : 'own',
  path: which,
  text,
});

it.each(Object.entries(good))('finds nothing wrong with a good workflow, %s', (which, text) => {
  expect(faultsOf(fileOf(which === 'recipe' ? 'recipe' : 'own', text))).toEqual([]);
});

it.each(faults)('says %s of %s, where %j becomes %j', (fault, which, what, instead) => {
  const text = good[which].replace(what, () => instead);
  expect(text).not.toBe(good[which]);
  expect(faultsOf(fileOf(which, text)).filter((said) => fault.test(said))).toHaveLength(1);
});
