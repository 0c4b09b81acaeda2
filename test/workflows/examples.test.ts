import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { actionCommands, actionNameOf } from '../../src/commands/index.ts';
import { cases } from './cases.ts';
import { examples } from './examples.ts';
import { parseWorkflow, readWorkflow } from './workflow.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const ours = '<owner>/compliance-evidence@v1';
const serve = '<owner>/compliance-evidence/.github/actions/serve@v1';
const reusable = /^<owner>\/compliance-evidence\/\.github\/workflows\/(?<file>[a-z-]+\.yml)@v1$/;
const theirs = ['actions/checkout@v7', 'actions/download-artifact@v8', 'actions/setup-node@v7', 'actions/upload-artifact@v7'];

it('finds the workflow of the README, and those of the pages', () => {
  const pages = examples().map(({ page }) => page);
  expect([pages[0], new Set(pages).size > 3]).toEqual(['README.md', true]);
});

it('says once what to write for <owner>', () => {
  const words = examples().reduce((text, example) => text.replace(example.text, ''), readme);
  expect(words.match(/<owner>/g)).toHaveLength(1);
  expect(words).toMatch(/In both lines with `<owner>` write the account of GitHub that compliance-evidence itself is in/);
});

it('gives every example a name of its own, by which a case runs it in the workflow engine', () => {
  const names = examples().map(({ name }) => name);
  expect(new Set(names)).toHaveLength(names.length);
  expect(new Set(cases.flatMap(({ steps }) => steps.map(({ workflow }) => workflow)))).toEqual(new Set(names));
});

/** A service that somebody runs. */
const kept = { 'base-url': '${{ vars.EVIDENCE_BASE_URL }}', 'api-token': '${{ secrets.EVIDENCE_API_TOKEN }}' };

describe.each(examples())('the workflow $name of $page', ({ text }) => {
  const workflow = parseWorkflow(text);
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps ?? []);
  const calls = jobs.map(([, job]) => job).filter((job) => job.uses !== undefined);

  it('is a whole file, which says where it goes', () => {
    expect(text).toMatch(/^# \.github\/workflows\/[a-z]+\.yml\n/);
    expect(Object.keys(workflow).filter((key) => key !== 'concurrency')).toEqual(['name', 'on', 'permissions', 'jobs']);
    for (const [, job] of jobs.filter(([, { uses }]) => uses === undefined))
      expect(job).toMatchObject({ 'runs-on': 'ubuntu-latest', steps: expect.any(Array) });
  });

  it('leaves nothing to fill in but the owner', () => {
    expect(text.replaceAll('<owner>', '')).not.toMatch(/<|\.\.\.|…|TODO|example\.(?:com|org)/);
    for (const { uses = ours } of steps) expect([ours, serve, ...theirs]).toContain(uses);
    for (const { uses } of calls) expect(uses).toMatch(reusable);
  });

  it('starts on every change: a workflow that does not leaves its required check pending', () => {
    expect(JSON.stringify(workflow.on)).not.toContain('"paths');
  });

  it('keeps expressions out of scripts', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  it('gives the action the inputs of its command, and no other', () => {
    for (const step of steps.filter(({ uses }) => uses === ours)) {
      const { command = 'attest-and-gate', ...inputs } = step.with ?? {};
      const { options = [] } = actionCommands.find((known) => actionNameOf(known) === command) ?? {};
      expect(options.map(({ use }) => use.name)).toEqual(expect.arrayContaining(Object.keys(inputs)));
      const required = options.filter((option) => option.required === true).map(({ use }) => use.name);
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(required));
      const own = { 'base-url': '${{ steps.service.outputs.url }}', 'api-token': '${{ steps.service.outputs.token }}' };
      const hasIdToken = JSON.stringify(workflow.permissions).includes('"id-token":"write"');
      const asked = hasIdToken ? { 'base-url': kept['base-url'] } : kept;
      expect('api-token' in inputs).toBe(!hasIdToken);
      expect(inputs).toMatchObject(steps.some(({ id }) => id === 'service') ? own : asked);
    }
  });

  it('runs a service of its own in the job that asks it, before the steps that do, also when the tests fail', () => {
    for (const [, { steps: own = [] }] of jobs) {
      const asking = own.findIndex(({ uses, with: inputs }) => uses === ours && inputs?.['base-url'] !== kept['base-url']);
      const serving = own.filter(({ id }) => id === 'service');
      expect(serving).toHaveLength(asking < 0 ? 0 : 1);
      for (const step of serving) {
        expect(own.indexOf(step)).toBeLessThan(asking);
        expect(step.if).toBe('${{ !cancelled() }}');
        expect(step.with?.['org'] ?? 'acme').toBe(own[asking]?.with?.['org']);
      }
    }
  });

  it('gives a reusable workflow the inputs that it has, its secret by name, and the permissions of its job', () => {
    for (const { permissions, secrets, uses = '', with: inputs = {} } of calls) {
      const called = readWorkflow(reusable.exec(uses)?.groups?.['file'] ?? '');
      const known = called.on.workflow_call?.inputs ?? {};
      expect(Object.keys(known)).toEqual(expect.arrayContaining(Object.keys(inputs)));
      const required = Object.keys(known).filter((name) => known[name]?.required === true);
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(required));
      const usual = { 'base-url': kept['base-url'], jobs: '${{ toJSON(needs) }}' };
      expect(inputs).toMatchObject(Object.fromEntries(Object.entries(usual).filter(([name]) => Object.hasOwn(known, name))));
      const wanted = called.on.workflow_call?.secrets?.['api-token'] === undefined ? {} : { 'api-token': kept['api-token'] };
      expect(secrets ?? {}).toMatchObject(wanted);
      for (const [name, value] of Object.entries(secrets ?? {})) {
        expect(Object.keys(called.on.workflow_call?.secrets ?? {})).toContain(name);
        expect(value).toMatch(/^\$\{\{ secrets\.[A-Z_]+ \}\}$/);
      }
      expect(permissions).toEqual(Object.assign({}, ...Object.values(called.jobs).map((job) => job.permissions)));
    }
  });

  it('records also when the tests fail, with the outcome of a step before it in a checkout, or with those of the jobs before', () => {
    for (const [, { needs, steps: own = [] }] of jobs) {
      const place = own.findIndex(({ with: inputs }) => inputs?.['junit-paths'] !== undefined);
      if (place < 0) continue;
      expect(own[place]?.if).toMatch(/^\$\{\{ !cancelled\(\) (?:&& .*)?\}\}$/);
      expect(own[0]?.uses).toBe('actions/checkout@v7');
      const told = needs === undefined ? own[place] : own.at(-1);
      expect(told?.with).toMatchObject(
        needs === undefined ? { 'test-outcome': '${{ steps.tests.outcome }}' } : { jobs: '${{ toJSON(needs) }}' },
      );
      const tests = own.slice(0, place).find(({ id }) => id === 'tests');
      expect(needs === undefined ? tests?.run : 'npm test').toContain('npm test');
    }
  });

  it('always runs a gate that waits for other jobs', () => {
    for (const [, job] of jobs) {
      const gates = job.uses?.includes('/gate') === true || job.steps?.some((step) => step.uses === ours) === true;
      if (job.needs === undefined || !gates) continue;
      // A job that is skipped because one before it failed counts as passed if it is a required check.
      expect(job.if).toBe('${{ always() }}');
    }
  });
});
