import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { generateCommandManifest, generateManifest } from '../../scripts/build/generate-manifest.ts';
import { readDisplayInputs } from '../../src/action/inputs.ts';
import { actionCommands, actionNameOf, givesVerdict } from '../../src/commands/index.ts';
import { options } from '../support/commands.ts';
import { misplacedExpressions, readManifest } from '../support/runner/manifest.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const manifests = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => ['action.yml', 'action.yaml'].includes(basename(path)));

it('finds the manifest of the action, and those of its commands', () => {
  expect(manifests).toEqual(expect.arrayContaining(['action.yml', '.github/actions/gate/action.yml']));
});

describe.each(manifests)('%s', (path) => {
  // The runner refuses such a manifest when it sets the step up: no line of the action runs.
  it('holds no expression outside the default of an input', () => {
    expect(misplacedExpressions(parse(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  it('loads', async () => {
    await expect(readManifest(join(root, path))).resolves.toMatchObject({ name: expect.stringMatching(/./) });
  });
});

it('is generated without the expressions that descriptions speak of, and keeps those of defaults', () => {
  expect(options.map(({ description }) => description).join(' ')).toContain('`${{ steps.tests.outcome }}`');
  const { inputs } = parse(generateManifest());
  expect(inputs['test-outcome'].description).toContain('`steps.tests.outcome`');
  expect(inputs['job-status'].default).toBe('${{ job.status }}');
});

describe.each(actionCommands)('how the result of $name is shown', (command) => {
  it('can be read from the inputs that the command has, and no others', () => {
    const { settings } = readDisplayInputs(command, { raw: { summary: 'failed' }, naming: (name) => name });
    expect(settings).toMatchObject({ summary: 'failed', status: false, comment: false });
  });
});

describe.each(actionCommands)('the manifest of $name', (command) => {
  const { inputs, outputs, runs } = parse(generateCommandManifest(command));

  it('runs that command on the bundle of the action', () => {
    expect(inputs.command).toMatchObject({ default: actionNameOf(command) });
    expect(join('.github/actions', actionNameOf(command), runs.main)).toBe('dist/index.js');
  });

  it('has the inputs and outputs of the command, and requires what it requires', () => {
    const shown = givesVerdict(command) ? ['summary', 'report', 'status-context', 'matrix', 'leg', 'github-token'] : ['summary'];
    const expected = new Set(['command', ...shown, ...command.options.map(({ use }) => use.name)]);
    expect(Object.keys(inputs).toSorted()).toEqual([...expected].toSorted());
    for (const { required = false, use } of command.options) expect([use.name, inputs[use.name].required]).toEqual([use.name, required]);
    expect(Object.keys(outputs).toSorted()).toEqual([...command.outputs].toSorted());
  });
});

it.each([
  ['the description of the action', { description: 'a ${{ b }}' }, ['description']],
  ['the description of an input', { inputs: { x: { description: '`${{ b }}`' } } }, ['inputs.x.description']],
  ['the deprecation of an input', { inputs: { x: { deprecationMessage: '${{ b }}' } } }, ['inputs.x.deprecationMessage']],
  ['an input that is called default', { inputs: { default: { description: '${{ b }}' } } }, ['inputs.default.description']],
  ['a default below a default', { inputs: { x: { default: { default: '${{ b }}' } } } }, ['inputs.x.default.default']],
  ['the default of an output', { outputs: { x: { default: '${{ b }}' } } }, ['outputs.x.default']],
  ['the script', { runs: { main: '${{ b }}' } }, ['runs.main']],
  ['a list', { runs: { args: ['a', '${{ b }}'] } }, ['runs.args.1']],
  ['a name', { inputs: { '${{ b }}': {} } }, ['inputs.${{ b }}']],
  ['an expression that is never closed', { author: 'a ${{ b' }, ['author']],
  ['the default of an input, where it belongs', { inputs: { x: { default: '${{ job.status }}' } } }, []],
])('an expression is found in %s', (_, manifest, found) => {
  expect(misplacedExpressions(manifest)).toEqual(found);
});
