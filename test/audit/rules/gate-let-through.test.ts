import { describe, expect, it } from 'vitest';
import type { LandingFact } from '../../../src/audit/facts/line.ts';
import type { World } from '../../../src/audit/population/world.ts';
import { at, commit, fact, landing, pull, sha } from '../reviews/pull.ts';
import { foundBy, outcomes, said, world } from './delivery-change.ts';

const path = '.github/workflows/ci.yml';

function within(text: string, brought: string | null = sha('9'), repository = 'acme/shop'): World {
  const { header } = world();
  return world({
    header: { ...header, repository },
    workflows: new Map([['tree', { kind: 'workflows', tree: 'tree', files: [{ path, text, brought }] }]]),
  });
}

function landed(more: Partial<LandingFact> = {}): LandingFact {
  return fact({ workflows: 'tree', ...more });
}

function step(lines: readonly string[], uses = 'acme/compliance-evidence/.github/actions/gate@v1'): string {
  return [
    'on: push',
    'jobs:',
    '  test:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    `      - id: gate`,
    `        uses: ${uses}`,
    ...lines.map((line) => `        ${line}`),
  ].join('\n');
}

const withInput = (line: string): string => step(['with:', `  ${line}`]);

describe('gate-let-through', () => {
  it.each([
    ['fail-on: none', 'fail-on: non-compliant,incomplete,unknown,unusable'],
    ['fail-on: non-compliant', 'fail-on: unusable, unknown, incomplete, non-compliant'],
    ['enforce-from: 2026-11-02T12:00:01Z', 'enforce-from: 2026-11-02T12:00:00Z'],
    ['enforce-from: 2027-01-31', 'enforce-from: 2026-01-31'],
    ['allow-empty-template: true', 'allow-empty-template: false'],
    ['allow-own-template: "True"', 'allow-own-template: "False"'],
    ['allow-insecure-http: true', 'base-url: https://evidence.example'],
    ['allowed-skips: docs', 'allowed-skips: none'],
    ['template: decided', 'template: current'],
    ['FAIL-ON: none', 'min-tests: 3'],
  ])('finds %s, and not %s', (weak, strong) => {
    expect(said('gate-let-through', landed(), within(withInput(weak)))).toEqual([`commit ${sha('9')}`]);
    expect(said('gate-let-through', landed(), within(withInput(strong)))).toEqual(['passed']);
  });

  it.each(['fail-on: ${{ vars.FAIL_ON }}', 'enforce-from: ${{ vars.FROM }}', 'allow-own-template: ${{ inputs.own }}'])(
    'does not know what %s comes to',
    (line) => {
      expect(said('gate-let-through', landed(), within(withInput(line)))).toEqual(['not-tested']);
    },
  );

  it('finds a step or a job of ours that may fail, and no other', () => {
    const job = (line: string, uses?: string): string => step([], uses).replace('    runs-on', `    ${line}\n    runs-on`);
    expect(said('gate-let-through', landed(), within(step(['continue-on-error: true'])))).toEqual([`commit ${sha('9')}`]);
    expect(said('gate-let-through', landed(), within(step(['continue-on-error: false'])))).toEqual(['passed']);
    expect(said('gate-let-through', landed(), within(step(['continue-on-error: ${{ matrix.odd }}'])))).toEqual(['not-tested']);
    expect(said('gate-let-through', landed(), within(job('continue-on-error: true')))).toEqual([`commit ${sha('9')}`]);
    expect(said('gate-let-through', landed(), within(job('continue-on-error: true', 'actions/checkout@v5')))).toEqual([]);
  });

  it.each([
    ['the action itself', 'acme/compliance-evidence@v1', true],
    ['a fork of it', 'Mirror/Compliance-Evidence@0123456', true],
    ['another of its actions', 'acme/compliance-evidence/.github/actions/attest-and-gate@v1', true],
    ['it with a slash at the end', 'acme/compliance-evidence/@v1', true],
    ['it by a path that is longer than it must be', 'acme/compliance-evidence/.github/./actions/gate@v1', true],
    ['one that decides nothing', 'acme/compliance-evidence/.github/actions/explain@v1', false],
    ['an action with a longer name', 'acme/compliance-evidence-tools@v1', false],
    ['a directory of the repository', './.github/actions/gate', false],
  ])('looks at %s or leaves it: %s', (_, uses, isOurs) => {
    expect(said('gate-let-through', landed(), within(step(['with: { fail-on: none }'], uses)))).toEqual(
      isOurs ? [`commit ${sha('9')}`] : [],
    );
  });

  it('looks at its own directories where they are the action', () => {
    const text = step(['with: { fail-on: none }'], './.github/actions/gate');
    expect(said('gate-let-through', landed(), within(text, sha('9'), 'acme/compliance-evidence'))).toEqual([`commit ${sha('9')}`]);
  });

  it('looks into a composite action of the repository', () => {
    const action = (failOn: string): string =>
      [
        'name: Our gate',
        'runs:',
        '  using: composite',
        '  steps:',
        '    - uses: acme/compliance-evidence/.github/actions/gate@v1',
        `      with: { fail-on: "${failOn}" }`,
      ].join('\n');
    expect(foundBy('gate-let-through', landed(), within(action('none')))[0]).toMatchObject({ detail: `${path}#runs/step 1#fail-on` });
    expect(said('gate-let-through', landed(), within(action('')))).toEqual(['passed']);
    expect(said('gate-let-through', landed(), within(action('${{ inputs.fail-on }}')))).toEqual(['not-tested']);
    expect(said('gate-let-through', landed(), within('runs: { using: node24, main: index.js }'))).toEqual([]);
  });

  it('looks at jobs that call its workflows', () => {
    const call = (failOn: string): string =>
      `jobs:\n  gate:\n    uses: acme/compliance-evidence/.github/workflows/gate.yml@v1\n    with: { fail-on: "${failOn}" }`;
    expect(foundBy('gate-let-through', landed(), within(call('none')))[0]).toMatchObject({ detail: `${path}#gate#fail-on` });
    expect(said('gate-let-through', landed(), within(call('')))).toEqual(['passed']);
  });

  it('is one finding for a setting, with the change that the file is from where it is one of this landing', () => {
    const text = step(['continue-on-error: true', 'with: { fail-on: none, allowed-skips: docs }']);
    const all = foundBy('gate-let-through', landed({ pulls: [pull()], pullsOf: { [sha('9')]: [42] } }), within(text));
    expect(all.map(({ detail }) => detail)).toEqual([
      `${path}#test/gate#fail-on`,
      `${path}#test/gate#allowed-skips`,
      `${path}#test/gate#continue-on-error`,
    ]);
    expect(all[0]).toMatchObject({ subject: { id: sha('9') }, change: { sha: sha('9'), pull: 42 } });
    expect(all[0]?.message).toContain('as 9999999 of alice left it');
    const later = landed({ landing: landing({ id: '9002', commits: [commit('8')] }) });
    expect(foundBy('gate-let-through', later, within(text))[0]).toMatchObject({ subject: { id: sha('9') }, detail: all[0]?.detail });
    expect(foundBy('gate-let-through', later, within(text))[0]).not.toHaveProperty('change');
  });

  it('says that it cannot read a file, or tell a time, and stops at no bomb', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`).join(', ')}]`),
    ];
    expect(said('gate-let-through', landed(), within(`${bomb.join('\n')}\nname: compliance-evidence`))).toEqual(['not-tested']);
    expect(said('gate-let-through', landed(), within(`# compliance-evidence\njobs: [`))).toEqual(['not-tested']);
    expect(said('gate-let-through', landed(), within('jobs: ['))).toEqual([]);
    expect(said('gate-let-through', landed(), within(`# compliance-evidence\n${'['.repeat(100_000)}`))).toEqual(['not-tested']);
    const untimed = landed({ landing: landing({ at: null }) });
    expect(said('gate-let-through', untimed, within(withInput('enforce-from: 2026-12-01')))).toEqual(['not-tested']);
  });

  it('is about the branch where git cannot tell who changed the file, and silent where there is none', () => {
    expect(said('gate-let-through', landed(), within(withInput('fail-on: none'), null))).toEqual(['branch main']);
    expect(said('gate-let-through', fact(), world())).toEqual([]);
    expect(said('gate-let-through', landed(), world())).toEqual(['not-tested']);
  });

  it('begins to pass once the date has come', () => {
    const text = within(withInput('enforce-from: 2026-11-02T11:00:00Z'));
    expect(said('gate-let-through', landed({ landing: landing({ at: at('10:59') }) }), text)).toEqual([`commit ${sha('9')}`]);
    expect(said('gate-let-through', landed({ landing: landing({ at: at('11:00') }) }), text)).toEqual(['passed']);
    expect(outcomes('gate-let-through', landed(), text)).toHaveLength(1);
  });
});
