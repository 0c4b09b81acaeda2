import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commandOf, inputs, readInputs, secretsOf, uses, variableOf } from '../../src/action/inputs.ts';
import { actionCommands, actionNameOf, outputTable } from '../../src/commands/index.ts';
import { options as all } from '../support/commands.ts';

/** The action has no service at hand that could say what records say of a past moment. */
const options = all.filter(({ name }) => name !== 'as-of');

const manifest: unknown = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'));
const section = (name: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(Object(Reflect.get(Object(manifest), name))));

describe('the inputs of a step', () => {
  it('are read as the runner names them', () => {
    expect(variableOf('junit-paths')).toBe('INPUT_JUNIT-PATHS');
    const env = { 'INPUT_JUNIT-PATHS': ' a.xml ', INPUT_FLOW: 'shop', INPUT_COMMAND: 'gate', 'INPUT_FAIL-ON': '' };
    const { raw, unknown } = readInputs(commandOf({ INPUT_COMMAND: 'attest-and-gate' }), env);
    expect(raw).toEqual({ 'junit-paths': ' a.xml ', flow: 'shop', 'fail-on': '' });
    expect(unknown).toEqual([]);
  });

  it('come from `with:` alone, and from no variable that an earlier step may have set', () => {
    const env = {
      EVIDENCE_BASE_URL: 'https://evil.example',
      EVIDENCE_API_TOKEN: 'x',
      EVIDENCE_FAIL_ON: 'none',
      'base-url': 'x',
      INPUT_: 'x',
      INPUT_BASE_URL: 'https://evil.example',
    };
    for (const command of actionCommands) expect(readInputs(command, env).raw).toEqual({});
  });

  it('that are unknown are known by their variables', () => {
    const { unknown } = readInputs(commandOf({ INPUT_COMMAND: 'gate' }), {
      'INPUT_REQUIRED-ATTESTATION': 'unit',
      INPUT_FAIL_ON: 'none',
      'INPUT_JUNIT-PATH': 'x',
    });
    expect(unknown).toEqual(['INPUT_REQUIRED-ATTESTATION', 'INPUT_FAIL_ON', 'INPUT_JUNIT-PATH']);
  });

  it('that the command does not read reach nothing, and are named where they are set to something of their own', () => {
    const taken = (command: string, env: NodeJS.ProcessEnv): readonly unknown[] => {
      const { raw, unread } = readInputs(commandOf({ INPUT_COMMAND: command }), env);
      return [raw, unread.map(({ name }) => name)];
    };
    const gating = { 'INPUT_REQUIRED-ATTESTATIONS': ' unit\n', 'INPUT_FAIL-ON': 'none' };
    const read = { 'required-attestations': ' unit\n', 'fail-on': 'none' };
    expect(taken('attest', gating)).toEqual([{}, ['required-attestations', 'fail-on']]);
    expect(taken('gate', gating)).toEqual([read, []]);
    expect(taken('attest-and-gate', gating)).toEqual([read, []]);
    const left = { INPUT_COMMIT: 'c'.repeat(40), 'INPUT_DRY-RUN': 'true' };
    expect(taken('fork-post', left)).toEqual([{ 'dry-run': 'true' }, ['commit']]);
    expect(taken('explain', left)).toEqual([{ commit: 'c'.repeat(40) }, ['dry-run']]);
    expect(taken('fork-collect', left)).toEqual([{}, ['commit', 'dry-run']]);
  });

  it('hold nothing but what the command reads, whatever is set', () => {
    const all = Object.fromEntries(options.map(({ name }) => [variableOf(name), 'set']));
    for (const command of actionCommands) {
      const { raw, unread } = readInputs(command, all);
      expect(Object.keys(raw).filter((name) => !uses(command, name))).toEqual([]);
      expect(unread.filter(({ name }) => uses(command, name))).toEqual([]);
      expect(Object.keys(raw).length).toBeGreaterThan(0);
    }
  });

  it('that the manifest fills in are not named, whatever the command, nor those left empty', () => {
    const defaults = Object.fromEntries(
      options.map(({ name }) => [variableOf(name), String(Reflect.get(Object(section('inputs')[name]), 'default') ?? '')]),
    );
    expect(defaults).toMatchObject({ 'INPUT_REQUIRED-ATTESTATIONS': 'none' });
    const empty = Object.fromEntries(options.map(({ name }) => [variableOf(name), ' ']));
    for (const command of actionCommands) {
      expect(readInputs(command, defaults).unread).toEqual([]);
      expect(readInputs(command, empty).unread).toEqual([]);
    }
  });

  it('hold these secrets, trimmed as they are used', () => {
    const env = { 'INPUT_API-TOKEN': ' the-token\n', 'INPUT_GITHUB-TOKEN': 'ghs_x', INPUT_FLOW: 'shop' };
    expect(secretsOf(env).toSorted()).toEqual(['ghs_x', 'the-token']);
    expect(secretsOf({})).toEqual([]);
  });

  it('choose a command', () => {
    for (const command of actionCommands) expect(commandOf({ INPUT_COMMAND: ` ${actionNameOf(command)} ` })).toBe(command);
    expect(commandOf({}).name).toBe('attest-and-gate');
    expect(commandOf({ INPUT_COMMAND: '' }).name).toBe('attest-and-gate');
    expect(() => commandOf({ INPUT_COMMAND: 'gates' })).toThrow(
      expect.objectContaining({ code: 'invalid-input', fix: expect.stringMatching(/^Did you mean gate\? Choose from attest-and-gate, /) }),
    );
  });

  it('do not choose serve, which is an action of its own: they say where', () => {
    expect(() => commandOf({ INPUT_COMMAND: 'serve' })).toThrow(
      expect.objectContaining({ fix: 'Write uses: <owner>/compliance-evidence/.github/actions/serve@v1' }),
    );
  });
});

describe('action.yml', () => {
  it('has every option as an input, and no other but the command', () => {
    expect(inputs).toEqual(options);
    expect(Object.keys(section('inputs')).toSorted()).toEqual(['command', ...options.map(({ name }) => name)].toSorted());
  });

  it('has a default that is not empty wherever empty is an error and nothing must be given', () => {
    const strict = options.filter(({ whenEmpty }) => whenEmpty === 'error');
    expect(strict.length).toBeGreaterThan(0);
    for (const { name } of strict) expect(section('inputs')[name]).toMatchObject({ default: expect.stringMatching(/\S/) });
  });

  it('has every output, and runs the bundle on Node 24', () => {
    expect(Object.keys(section('outputs')).toSorted()).toEqual(Object.keys(outputTable).toSorted());
    expect(section('runs')).toMatchObject({ using: 'node24', main: 'dist/index.js' });
  });
});
