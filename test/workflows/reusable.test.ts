import { describe, expect, it } from 'vitest';
import { callingService } from '../../scripts/build/generate-oidc-workflows.ts';
import { displayUses } from '../../src/action/inputs.ts';
import { actionCommands } from '../../src/commands/index.ts';
import { readWorkflow } from './workflow.ts';

const workflows = [
  { file: 'attest-tests.yml', command: 'attest', job: 'attest' },
  { file: 'gate.yml', command: 'gate', job: 'gate' },
  { file: 'gate-status.yml', command: 'gate', job: 'gate' },
] as const;

describe.each(workflows)('the reusable workflow $file', ({ command: name, file, job: jobName }) => {
  const workflow = readWorkflow(file);
  const call = workflow.on.workflow_call;
  const inputs = Object.entries(call?.inputs ?? {});
  const job = workflow.jobs[jobName];
  const steps = job?.steps ?? [];
  const own = steps.find(({ uses }) => uses === `$/.github/actions/${name}`);
  const given = own?.with ?? {};
  const command = actionCommands.find((each) => each.name === name);
  const options = new Map((command?.options ?? []).map(({ required, use }) => [use.name, { required: required === true, use }]));

  it('is called by others alone, and has one job', () => {
    expect(Object.keys(workflow.on)).toEqual(['workflow_call']);
    expect(Object.keys(workflow.jobs)).toEqual([jobName]);
  });

  it('gives its action inputs that it has, and all that it needs', () => {
    const known = [...options.keys(), ...(command === undefined ? [] : displayUses(command)).map(({ use }) => use.name)];
    expect(known).toEqual(expect.arrayContaining(Object.keys(given)));
    const required = [...options.values()].filter((option) => option.required).map(({ use }) => use.name);
    expect(Object.keys(given)).toEqual(expect.arrayContaining(required));
    expect(given).toMatchObject({ 'api-token': '${{ secrets.api-token }}' });
  });

  it('hands every input on', () => {
    const text = JSON.stringify(workflow.jobs);
    for (const [input] of inputs) expect([input, text.includes(`inputs.${input} `)]).toEqual([input, true]);
  });

  it('has the defaults of its action, but for those that it says itself', () => {
    for (const [input, { default: standing, required }] of inputs) {
      const option = options.get(input)?.use;
      if (option === undefined || required === true || input === 'junit-paths') continue;
      expect([input, String(standing)]).toEqual([input, 'default' in option ? option.default : option.kind === 'boolean' ? 'false' : '']);
    }
  });

  it('takes one secret, by its name', () => {
    expect(Object.entries(call?.secrets ?? {})).toEqual([['api-token', expect.objectContaining({ required: true })]]);
  });

  it('tells only outputs that its action has', () => {
    for (const [output, { value }] of Object.entries(call?.outputs ?? {})) {
      expect(command?.outputs).toContain(output);
      expect(value).toBe(`\${{ jobs.${jobName}.outputs.${output} }}`);
      expect(job?.outputs?.[output]).toBe(`\${{ steps.${own?.id ?? ''}.outputs.${output} }}`);
    }
  });
});

it('the gates run whatever became of the jobs before them, and differ in the status alone', () => {
  const [plain, status] = [readWorkflow('gate.yml'), readWorkflow('gate-status.yml')];
  expect([plain.jobs['gate']?.if, status.jobs['gate']?.if]).toEqual(['${{ always() }}', '${{ always() }}']);
  expect(plain.jobs['gate']?.permissions).toEqual({});
  expect(status.jobs['gate']?.permissions).toEqual({ statuses: 'write' });
  const same = JSON.stringify(status.jobs)
    .replace('"permissions":{"statuses":"write"}', '"permissions":{}')
    .replace(',"report":"status","status-context":"${{ inputs.status-context }}","leg":"${{ inputs.leg }}"', '');
  expect(JSON.parse(same)).toEqual(plain.jobs);
  const { flow, leg, 'status-context': context, ...inputs } = status.on.workflow_call?.inputs ?? {};
  expect([flow?.required, leg?.default, context?.default]).toEqual([true, '', '']);
  expect(plain.on.workflow_call?.inputs).toMatchObject(inputs);
});

it('the signed gate decides as the plain one does, and no job both decides and signs', () => {
  const [plain, signed] = [readWorkflow('gate.yml'), readWorkflow('gate-signed.yml')];
  const { artifact, ...inputs } = signed.on.workflow_call?.inputs ?? {};
  expect([artifact?.default, inputs]).toEqual(['compliance-verdict', plain.on.workflow_call?.inputs]);
  const { gate, sign } = signed.jobs;
  const asked = ({ steps = [] }: { readonly steps?: readonly { readonly id?: string; readonly with?: object }[] }) =>
    steps.find(({ id }) => id === 'gate')?.with;
  expect(asked(gate ?? {})).toEqual(asked(plain.jobs['gate'] ?? {}));
  expect([gate?.if, gate?.permissions]).toEqual(['${{ always() }}', { contents: 'read' }]);
  expect(gate?.outputs).toMatchObject(plain.jobs['gate']?.outputs ?? {});
  expect(sign?.permissions).toEqual({ 'id-token': 'write', attestations: 'write' });
  expect(sign?.if).toBe("${{ !cancelled() && needs.gate.outputs.subject-checksums != '' && needs.gate.outputs.artifact-id != '' }}");
  expect([...(gate?.steps ?? []), ...(sign?.steps ?? [])].filter(({ run }) => run !== undefined)).toEqual([]);
});

it('the signed gate signs what its first job uploaded, and nothing that another job put in the place of its name', () => {
  const { gate, sign } = readWorkflow('gate-signed.yml').jobs;
  const [upload] = gate?.steps?.filter(({ uses = '' }) => uses.startsWith('actions/upload-artifact@')) ?? [];
  const [download] = sign?.steps?.filter(({ uses = '' }) => uses.startsWith('actions/download-artifact@')) ?? [];
  expect(gate?.outputs?.['artifact-id']).toBe(`\${{ steps.${upload?.id ?? ''}.outputs.artifact-id }}`);
  expect(download?.with).toEqual({
    'artifact-ids': '${{ needs.gate.outputs.artifact-id }}',
    path: '${{ runner.temp }}/compliance-verdict',
  });
});

it('two calls that record under one name are kept apart', () => {
  const [step] = readWorkflow('attest-tests.yml').jobs['attest']?.steps?.filter(({ id }) => id === 'attest') ?? [];
  expect(step?.with).toMatchObject({ leg: '${{ inputs.leg || inputs.artifacts }}' });
});

describe.each(callingService)('the variant of %s.yml without a stored token', (name) => {
  const [plain, variant] = [readWorkflow(`${name}.yml`), readWorkflow(`${name}-oidc.yml`)];

  it('takes no token of the service, and asks for ID tokens where the other one takes it, next to what that asks for', () => {
    const { 'api-token': token, ...others } = plain.on.workflow_call?.secrets ?? {};
    expect(token).toBeDefined();
    expect(variant.on.workflow_call?.secrets ?? {}).toEqual(others);
    expect(JSON.stringify(variant)).not.toContain('secrets.api-token');
    const asksService = (job: unknown) => JSON.stringify(job).includes('secrets.api-token');
    expect(Object.values(variant.jobs).map(({ permissions }) => permissions)).toEqual(
      Object.values(plain.jobs).map((job) => (asksService(job) ? { 'id-token': 'write', ...job.permissions } : job.permissions)),
    );
    expect(JSON.stringify(plain.jobs)).not.toContain('id-token');
  });

  it('does the same, with the audience in place of the token', () => {
    const { 'oidc-audience': asked, ...inputs } = variant.on.workflow_call?.inputs ?? {};
    expect([asked?.default, inputs]).toEqual(['', plain.on.workflow_call?.inputs]);
    const steps = JSON.stringify(Object.values(variant.jobs).map((job) => job.steps));
    expect(steps.replaceAll('"oidc-audience":"${{ inputs.oidc-audience }}"', '"api-token":"${{ secrets.api-token }}"')).toBe(
      JSON.stringify(Object.values(plain.jobs).map((job) => job.steps)),
    );
  });
});
