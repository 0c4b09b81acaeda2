import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { actionCommands } from '../../src/commands/index.ts';
import { cases } from './cases.ts';
import { examples } from './examples.ts';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly needs?: unknown; readonly if?: string; readonly steps: readonly Step[] }>>;
}

const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
const ours = '<owner>/compliance-evidence@v1';

it('finds the workflows of the README', () => {
  expect(examples().filter(({ page }) => page === 'README.md').length).toBeGreaterThanOrEqual(2);
});

it('says once what to write for <owner>', () => {
  const words = examples().reduce((text, example) => text.replace(example.text, ''), readme);
  expect(words.match(/<owner>/g)).toHaveLength(1);
  expect(words).toMatch(/Write the account that holds this repository in place of `<owner>`/);
});

it('gives every example a name of its own, by which a case runs it in the workflow engine', () => {
  const names = examples().map(({ name }) => name);
  expect(new Set(names)).toHaveLength(names.length);
  expect(new Set(cases.flatMap(({ steps }) => steps.map(({ workflow }) => workflow)))).toEqual(new Set(names));
});

describe.each(examples())('the workflow $name of $page', ({ text }) => {
  const workflow: Workflow = parse(text);
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);

  it('is a whole file, which says where it goes', () => {
    expect(text).toMatch(/^# \.github\/workflows\/[a-z]+\.yml\n/);
    expect(Object.keys(workflow)).toEqual(['name', 'on', 'permissions', 'jobs']);
    for (const [, job] of jobs) expect(job).toMatchObject({ 'runs-on': 'ubuntu-latest', steps: expect.any(Array) });
  });

  it('leaves nothing to fill in but the owner', () => {
    expect(text.replaceAll(ours, '')).not.toMatch(/[<>]|\.\.\.|…|TODO|example\.(?:com|org)/);
    for (const { uses = ours } of steps) expect([ours, 'actions/checkout@v7']).toContain(uses);
  });

  it('gives the action the inputs of its command, and no other', () => {
    for (const step of steps.filter(({ uses }) => uses === ours)) {
      const { command = 'attest-and-gate', ...inputs } = step.with ?? {};
      const { options = [] } = actionCommands.find(({ name }) => name === command) ?? {};
      expect(options.map(({ use }) => use.name)).toEqual(expect.arrayContaining(Object.keys(inputs)));
      const required = options.filter((option) => option.required === true).map(({ use }) => use.name);
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(required));
      expect(inputs).toMatchObject({
        'base-url': '${{ vars.EVIDENCE_BASE_URL }}',
        'api-token': '${{ secrets.EVIDENCE_API_TOKEN }}',
      });
    }
  });

  it('records also when the tests fail, with the outcome of a step before it in a checkout', () => {
    for (const [, { steps }] of jobs) {
      const place = steps.findIndex(({ with: inputs }) => inputs?.['junit-paths'] !== undefined);
      if (place < 0) continue;
      expect(steps[place]).toMatchObject({ if: '${{ !cancelled() }}', with: { 'test-outcome': '${{ steps.tests.outcome }}' } });
      const before = steps.slice(0, place);
      expect(before.find(({ id }) => id === 'tests')?.run).toContain('npm test');
      expect(before[0]?.uses).toBe('actions/checkout@v7');
    }
  });

  it('always runs a gate that waits for other jobs', () => {
    for (const [, job] of jobs) {
      if (job.needs === undefined || !job.steps.some(({ uses }) => uses === ours)) continue;
      // A job that is skipped because one before it failed counts as passed where it is a required check.
      expect(job.if).toBe('${{ always() }}');
    }
  });
});
