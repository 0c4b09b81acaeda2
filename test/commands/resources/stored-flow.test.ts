import { expect, test } from 'vitest';
import type { FlowFile } from '../../../src/commands/files/resource-files.ts';
import { flowDiff } from '../../../src/commands/resources/flows.ts';
import type { Flow } from '../../../src/contract/index.ts';

const template = 'version: 1\n\ntrail:\n  attestations: []\n';
const stored: Flow = {
  name: 'shop',
  description: 'What it delivers',
  visibility: 'public',
  template,
  org: 'acme',
  created_at: 1,
  created_by: 'ada',
  last_modified_at: 1,
};
const diff = async (was: Flow | undefined, flow: Partial<FlowFile['flow']> = {}, becomes?: string) =>
  await flowDiff(was, { flow: { name: 'shop', ...flow }, template: becomes, text: '', path: 'flow.yml' });

test('a flow that is not stored is created, with all that a new one is', async () => {
  expect(await diff(undefined, {}, 'version: 1')).toEqual({
    change: 'create',
    diff: [
      '--- /dev/null',
      '+++ flow.yml',
      '@@ -0,0 +1,5 @@',
      '+name: shop',
      '+description: ""',
      '+visibility: private',
      '+template:',
      '+  version: 1',
    ].join('\n'),
  });
});

test('what a file leaves out stays, and then nothing changes', async () => {
  expect(await diff(stored)).toEqual({ change: 'nothing', diff: '' });
  expect(await diff(stored, { description: 'What it delivers', visibility: 'public' }, template)).toEqual({ change: 'nothing', diff: '' });
});

test('lines at the end of a template make no difference', async () => {
  expect(await diff(stored, {}, `${template}\n\n`)).toEqual({ change: 'nothing', diff: '' });
});

test.each<[string, Partial<FlowFile['flow']>, string | undefined, readonly string[]]>([
  ['description', { description: 'More' }, undefined, ['-description: What it delivers', '+description: More']],
  ['visibility', { visibility: 'private' }, undefined, ['-visibility: public', '+visibility: private']],
  ['template', {}, template.replace('1', '2'), ['-  version: 1', '+  version: 2']],
])('another %s is an update, and the diff has it with the lines around', async (_, flow, becomes, lines) => {
  const found = await diff(stored, flow, becomes);
  expect(found.change).toBe('update');
  expect(found.diff.split('\n').slice(0, 2)).toEqual(['--- stored', '+++ flow.yml']);
  expect(found.diff.split('\n').filter((line, index) => index > 1 && /^[-+]/.test(line))).toEqual(lines);
  expect(found.diff).toMatch(/\n {1}\w/);
  expect(found.diff).not.toMatch(/\n$/);
});

test('a flow without a description and a template of its own is as empty as it is shown', async () => {
  const { description: _description, visibility: _visibility, template: _template, ...bare } = stored;
  expect(await diff(bare, { visibility: 'private' })).toEqual({ change: 'nothing', diff: '' });
});
