import { describe, expect, it } from 'vitest';
import { readFlowFile, type FlowFile } from '../../../src/commands/files/resource-files.ts';
import { flowFileOption, openReader, type ReadFile } from '../../../src/options/index.ts';

/** Reads a flow from a file with this text, or from a file that cannot be read. */
function readFlow(content: string | ReturnType<ReadFile>): Promise<FlowFile> {
  const options = [{ use: flowFileOption, required: true, positional: true }] as const;
  const file = typeof content === 'string' ? ({ kind: 'text', text: content } as const) : content;
  return readFlowFile(openReader(options, { raw: { file: 'flow.yml' }, naming: (name) => `--${name}` }, () => file));
}

const written: unknown = expect.stringMatching(/^Write it so:\n\nname: .*type: junit$/s);

describe('a flow file', () => {
  it.each([
    ['name: shop', { flow: { name: 'shop' }, template: undefined }],
    [
      'name: shop\ndescription: What it delivers\nvisibility: private',
      { flow: { name: 'shop', description: 'What it delivers', visibility: 'private' }, template: undefined },
    ],
    ["name: shop\ndescription: ''\nvisibility: null", { flow: { name: 'shop' }, template: undefined }],
    ['name: shop\nvisibility: public', { flow: { name: 'shop', visibility: 'public' }, template: undefined }],
    ['name: shop\ntemplate:\n  version: 1', { flow: { name: 'shop' }, template: 'version: 1\n' }],
    ['name: shop\ntemplate: |\n  # ours\n  version: 1', { flow: { name: 'shop' }, template: '# ours\nversion: 1\n' }],
  ])('with %j is a flow', async (text, expected) => {
    expect(await readFlow(text)).toEqual({ ...expected, text, path: 'flow.yml' });
  });

  it.each([
    ['name: [', expect.stringMatching(/^flow\.yml is not YAML: ./), 'Fix the line it names'],
    ['- shop', 'flow.yml is not a mapping'],
    ['shop', 'flow.yml is not a mapping'],
    ['n\0a\0m\0e\0', 'flow.yml has a zero byte, as UTF-16 without its mark has', 'Save it as UTF-8'],
    ['', 'flow.yml is not a mapping'],
    ['name: shop\nnames: 1', expect.stringMatching(/^flow\.yml: line 2 has the key .*names/), 'Spell each key as it is named here'],
    [
      'version: 1\ntrail: {}',
      'flow.yml: line 1 has the key "version": put it under template: and line 2 has the key "trail": put it under template:',
      'Spell each key as it is named here',
    ],
    ['description: x', 'flow.yml has no name'],
    ["name: ''", 'flow.yml has no name'],
    [
      'name: a shop',
      'flow.yml has a name that the service does not take: "a shop"',
      'Use letters, digits, -, _, . and ~, beginning with a letter or digit',
    ],
    ['name: 7', 'flow.yml has a name that is not text: put it in quotes'],
    ['name: shop\nvisibility: true', 'flow.yml has a visibility that is not text: put it in quotes'],
    ['name: shop\nvisibility: secret', 'flow.yml has a visibility that is neither public nor private'],
    ['name: shop\ntemplate: 1', 'flow.yml has a template that is neither a mapping nor text'],
    ['name: shop\ntemplate: [1]', 'flow.yml has a template that is neither a mapping nor text'],
    [
      "name: shop\ntemplate: ' '",
      'flow.yml has an empty template, which would require nothing: leave the key out to keep the one that is stored',
    ],
  ])('with %j is wrong usage', async (text, message, fix: unknown = written) => {
    await expect(readFlow(text)).rejects.toMatchObject({
      name: 'UsageError',
      code: 'invalid-input',
      message,
      fix,
    });
  });

  it('that refers to itself too often is wrong usage, and says how to write it instead', async () => {
    const lines = Array.from({ length: 5 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`);
    await expect(readFlow(['a0: &a0 x', ...lines].join('\n'))).rejects.toMatchObject({
      message: expect.stringMatching(/^flow\.yml refers to itself too often: ./),
      fix: 'Write out what the aliases stand for',
      cause: expect.any(Error),
    });
  });

  it.each([
    [{ kind: 'too-large' }, 'is more than 512 KiB', 'Give a file with a flow: name, description, visibility, template'],
    [
      { kind: 'no-regular-file' },
      'is no regular file, but a directory, a pipe or a device',
      'Give a regular file with a flow: name, description, visibility, template',
    ],
    [{ kind: 'unreadable', code: 'EACCES' }, 'cannot be read (EACCES)', 'Look at the path: it is relative to the working directory'],
    [{ kind: 'unreadable', code: 'ENOENT' }, 'is not there', 'The path is relative to the working directory'],
    [
      { kind: 'unreadable', code: 'ENOENT', folder: ['shop.txt', 'flow.yaml'] },
      'is not there',
      'Did you mean flow.yaml? The path is relative to the working directory',
    ],
  ] as const)('that is %j is wrong usage', async (content, why, fix) => {
    await expect(readFlow(content)).rejects.toMatchObject({ code: 'invalid-input', message: `flow.yml ${why}`, fix });
  });
});
