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
  ['', 'is not a mapping'],
  ['prod', 'is not a mapping'],
  ['- prod', 'is not a mapping'],
  ['name: prod', 'is not the file of an environment: .type is no text'],
  ['type: server', 'is not the file of an environment: .name is no text'],
  ['name: 7\ntype: server', 'is not the file of an environment: .name is no text'],
  ['name: prod\ntype: 7', 'is not the file of an environment: .type is no text'],
  ['name: prod\ntype: server\ndescription: 7', 'is not the file of an environment: .description is no text'],
  ['name: prod\ntype: server\npolicies: strict', 'is not the file of an environment: .policies is no list'],
  ['name: prod\ntype: server\npolicies: [strict, 7]', 'is not the file of an environment: .policies[1] is no text'],
  ['name: all\ntype: logical\nincluded_environments: [eu, 7]', 'is not the file of an environment: .included_environments[1] is no text'],
])('a file with %j is none, and it is said why and how one is written', async (text, why) => {
  await expect(readEnvironment(text)).rejects.toMatchObject({
    name: 'UsageError',
    code: 'invalid-input',
    message: `prod.yml ${why}`,
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
    message: 'prod.yml is more than 64 KiB',
    fix: 'Give a file with an environment: name, type, description, policies',
  });
});
