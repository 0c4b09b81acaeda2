import { expect, it } from 'vitest';
import { actionCommands } from '../../src/commands/index.ts';
import { readWorkflow } from './workflow.ts';

const workflow = readWorkflow('audit.yml');
const inputs = Object.entries(workflow.on.workflow_call?.inputs ?? {});
const step = workflow.jobs['audit']?.steps?.find(({ id }) => id === 'audit');
const options = new Map((actionCommands.find(({ name }) => name === 'audit')?.options ?? []).map(({ use }) => [use.name, use]));

it('the audit workflow hands on each input, and gives its action those that it has', () => {
  const text = JSON.stringify(workflow.jobs);
  for (const [input] of inputs) expect([input, text.includes(`inputs.${input} `)]).toEqual([input, true]);
  expect([...options.keys(), 'api-token']).toEqual(expect.arrayContaining(Object.keys(step?.with ?? {})));
});

it.each(['sample', 'sample-seed', 'sample-strata', 'sample-file', 'incomplete', 'witness'])(
  'the audit workflow has the default of its action for %s, so that nothing is asked for by itself',
  (name) => {
    const option = options.get(name);
    const standing = option !== undefined && 'default' in option ? option.default : '';
    expect(String(Object.fromEntries(inputs)[name]?.default)).toBe(standing);
  },
);

it('the package is asked for by a word, and lies with the reports', () => {
  expect(step?.with?.['package']).toBe("${{ inputs.package && format('{0}/compliance-audit/audit.tgz', runner.temp) || '' }}");
});

it('what signs for the world is a workflow of its own, so that no caller of the audit has to grant it', () => {
  const writes = ({ permissions = {} }: { readonly permissions?: object }): boolean => Object.values(permissions).includes('write');
  expect(Object.values(workflow.jobs).filter((job) => writes(job))).toEqual([]);
  const { attest } = readWorkflow('audit-attest.yml').jobs;
  expect(attest?.permissions).toEqual({ 'id-token': 'write', attestations: 'write' });
  expect(attest?.steps?.some(({ run }) => run !== undefined)).toBe(false);
});

it.each(['audit', 'audit-github'])('%s.yml tells the number of what it uploaded, for those who sign it or open issues by it', (name) => {
  const { jobs, on } = readWorkflow(`${name}.yml`);
  const keeping = Object.entries(jobs).filter(([, { outputs }]) => outputs?.['artifact-name'] !== undefined);
  expect(on.workflow_call?.outputs?.['artifact-id']?.value).toBe(
    `\${{ ${keeping.map(([job]) => `jobs.${job}.outputs.artifact-id`).join(' || ')} }}`,
  );
  for (const [, { outputs, steps }] of keeping) {
    const upload = steps?.findLast(({ uses = '' }) => uses.startsWith('actions/upload-artifact@'));
    expect(outputs?.['artifact-id']).toBe(`\${{ steps.${upload?.id ?? ''}.outputs.artifact-id }}`);
  }
});

it.each(['audit-attest', 'audit-issues'])('%s.yml takes that number and nothing in its place', (name) => {
  const [job] = Object.values(readWorkflow(`${name}.yml`).jobs);
  const download = job?.steps?.find(({ uses = '' }) => uses.startsWith('actions/download-artifact@'));
  expect(readWorkflow(`${name}.yml`).on.workflow_call?.inputs?.['artifact-id']?.required).toBe(true);
  expect(download?.with).toEqual({ 'artifact-ids': "${{ inputs.artifact-id || 'none' }}", path: '${{ runner.temp }}/compliance-audit' });
});
