import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commandOf, inputs, readInputs, secretsOf, unreadInputs, variableOf } from '../../src/action/inputs.ts';
import { actionCommands, actionNameOf, outputTable } from '../../src/commands/index.ts';
import { commandNamed, options } from '../support/commands.ts';

const manifest: unknown = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'));
const section = (name: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(Object(Reflect.get(Object(manifest), name))));

describe('the inputs of a step', () => {
  it('are read as the runner names them', () => {
    expect(variableOf('junit-paths')).toBe('INPUT_JUNIT-PATHS');
    const { raw, unknown } = readInputs({ 'INPUT_JUNIT-PATHS': ' a.xml ', INPUT_FLOW: 'shop', INPUT_COMMAND: 'gate', 'INPUT_FAIL-ON': '' });
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
    expect(readInputs(env).raw).toEqual({});
  });

  it('that are unknown are named with the nearest one', () => {
    const { unknown } = readInputs({ 'INPUT_REQUIRED-ATTESTATION': 'unit', INPUT_FAIL_ON: 'none', 'INPUT_JUNIT-PATH': 'x' });
    expect(unknown).toEqual([
      { name: 'required-attestation', nearest: 'required-attestations' },
      { name: 'fail_on', nearest: 'fail-on' },
      { name: 'junit-path', nearest: 'junit-paths' },
    ]);
  });

  it('that the command does not read are named where the step sets them to something of its own', () => {
    const gating = { 'required-attestations': ' unit\n', 'fail-on': 'none' };
    expect(unreadInputs(commandNamed('attest'), gating)).toEqual(expect.arrayContaining(['required-attestations', 'fail-on']));
    expect(unreadInputs(commandNamed('gate'), gating)).toEqual([]);
    expect(unreadInputs(commandNamed('attest-and-gate'), gating)).toEqual([]);
    expect(unreadInputs(commandNamed('gate'), { 'junit-paths': 'a.xml' })).toEqual(['junit-paths']);
  });

  it('that the manifest fills in are not named, whatever the command, nor those left empty', () => {
    const defaults = Object.fromEntries(
      options.map(({ name }) => [name, String(Reflect.get(Object(section('inputs')[name]), 'default') ?? '')]),
    );
    expect(defaults).toMatchObject({ 'required-attestations': 'none' });
    const empty = Object.fromEntries(options.map(({ name }) => [name, ' ']));
    for (const command of actionCommands) {
      expect(unreadInputs(command, defaults)).toEqual([]);
      expect(unreadInputs(command, empty)).toEqual([]);
    }
  });

  it('hold these secrets, trimmed as they are used', () => {
    expect(secretsOf({ 'api-token': ' the-token\n', 'github-token': 'ghs_x', flow: 'shop' }).toSorted()).toEqual(['ghs_x', 'the-token']);
    expect(secretsOf({})).toEqual([]);
  });

  it('choose a command', () => {
    for (const command of actionCommands) expect(commandOf({ INPUT_COMMAND: ` ${actionNameOf(command)} ` })).toBe(command);
    expect(commandOf({}).name).toBe('attest-and-gate');
    expect(commandOf({ INPUT_COMMAND: '' }).name).toBe('attest-and-gate');
    expect(() => commandOf({ INPUT_COMMAND: 'gates' })).toThrow(
      expect.objectContaining({ code: 'invalid-input', fix: expect.stringContaining('nearest is gate') }),
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
