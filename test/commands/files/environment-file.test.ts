import { expect, test } from 'vitest';
import { readEnvironmentFile } from '../../../src/commands/files/resource-files.ts';
import { environmentFileOption, openReader, type ReadFile } from '../../../src/options/index.ts';

/** Reads an environment from a file with this text, or from a file that cannot be read. */
function readEnvironment(content: string | ReturnType<ReadFile>): Promise<object> {
  const options = [{ use: environmentFileOption, required: true, positional: true }] as const;
  const file = typeof content === 'string' ? ({ kind: 'text', text: content } as const) : content;
  return readEnvironmentFile(openReader(options, { raw: { file: 'prod.yml' }, naming: (name) => `--${name}` }, () => file));
}

test.each([
  ['name: prod\ntype: server', { name: 'prod', type: 'server' }],
  [
    'name: all\ntype: logical\ndescription: What runs\nincluded_environments: [eu]',
    { name: 'all', type: 'logical', description: 'What runs', included_environments: ['eu'] },
  ],
  ['name: prod\ntype: server\npolicies: [a, b]', { name: 'prod', type: 'server', policies: ['a', 'b'] }],
  ['name: prod\ntype: server\npolicies: []', { name: 'prod', type: 'server', policies: [] }],
])('a file with %j is an environment', async (text, expected) => {
  expect(await readEnvironment(text)).toEqual(expected);
});

test.each([
  '',
  'prod',
  '- prod',
  'name: prod',
  'type: server',
  'name: 7\ntype: server',
  'name: prod\ntype: 7',
  'name: prod\ntype: server\ndescription: 7',
  'name: prod\ntype: server\npolicies: strict',
  'name: prod\ntype: server\npolicies: [strict, 7]',
  'name: all\ntype: logical\nincluded_environments: [eu, 7]',
])('a file with %j is none, and it is said how one is written', async (text) => {
  await expect(readEnvironment(text)).rejects.toMatchObject({
    name: 'UsageError',
    code: 'invalid-input',
    message: 'prod.yml is not the file of an environment',
    fix: expect.stringMatching(/^Write it so:\n\nname: prod\ntype: server\n/),
  });
});

test('a key that nobody knows is named', async () => {
  await expect(readEnvironment('name: prod\ntypes: server')).rejects.toMatchObject({
    message: expect.stringMatching(/^prod\.yml: line 2 has the key "types": did you mean type\?$/),
  });
});

test('a file that cannot be read is wrong usage', async () => {
  await expect(readEnvironment({ kind: 'too-large' })).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'prod.yml cannot be read as the file of an environment (too-large)',
    fix: expect.stringContaining('relative to the working directory'),
  });
});
