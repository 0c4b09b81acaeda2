import { expect, test } from 'vitest';
import { meantInputs, type MeantInputs } from '../../src/action/input-faults.ts';
import { commandOf, readInputs } from '../../src/action/inputs.ts';

/** Reads the inputs of a step, of which some are unknown. */
function meant(inputs: Readonly<Record<string, string>>, command = ''): MeantInputs {
  const env = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]));
  const named = commandOf({ INPUT_COMMAND: command });
  const { raw, unknown } = readInputs(named, env);
  return meantInputs(named, raw, unknown, env);
}

const complaintsOf = (inputs: Readonly<Record<string, string>>, command?: string): readonly (readonly string[])[] =>
  meant(inputs, command).complaints.map(({ fix = '', message }) => [message, fix]);

test.each([
  ['junit-path', 'a.xml', 'junit-paths'],
  ['junit_paths', 'a.xml', 'junit-paths'],
  ['requiredattestation', 'unit', 'required-attestations'],
  ['fail_on', 'none', 'fail-on'],
  ['flw', 'shop', 'flow'],
  ['matrx', '{}', 'matrix'],
  ['attestations', 'lint', 'required-attestations'],
])('%s: %s is a mistyped %s', (name, value, near) => {
  const { complaints, raw, warnings } = meant({ [name]: ` ${value}\n` });
  expect(complaints).toMatchObject([
    {
      code: 'invalid-input',
      message: `Input ${name} (it says ${JSON.stringify(value)}) is not one of this action`,
      fix: expect.stringMatching(new RegExp(`^Did you mean ${near}\\? `)),
    },
  ]);
  expect(raw).toMatchObject({ [near]: value });
  expect(warnings).toEqual([]);
});

test('a token and an address are not repeated, nor a value of any length', () => {
  expect(complaintsOf({ 'api-tokn': 'a-secret' }).flat().join()).not.toContain('a-secret');
  expect(complaintsOf({ 'bas-url': 'https://me:secret@host' }).flat().join()).not.toContain('secret');
  expect(
    complaintsOf({ 'junit-path': 'x'.repeat(5_000) })
      .flat()
      .join().length,
  ).toBeLessThan(250);
});

test('one word is enough for an input that must be given, and is not', () => {
  expect(complaintsOf({ token: 'x' })).toMatchObject([[expect.any(String), expect.stringContaining('Did you mean api-token?')]]);
  expect(complaintsOf({ token: 'x', 'api-token': 'y' })).toEqual([]);
  expect(complaintsOf({ url: 'x' })).toMatchObject([[expect.any(String), expect.stringContaining('Did you mean base-url?')]]);
  expect(complaintsOf({ url: 'x', 'base-url': 'y' })).toEqual([]);
});

test('one whose nearest is set, or is not read by the command, is warned about', () => {
  expect(meant({ 'junit-path': 'a.xml', 'junit-paths': 'b.xml' })).toEqual({
    raw: { 'junit-paths': 'b.xml' },
    complaints: [],
    warnings: ['Input junit-path is not one of this action and was not read; the nearest is junit-paths'],
  });
  expect(meant({ attestations: 'lint', 'required-attestations': 'unit' }).warnings).toEqual([
    expect.stringContaining('the nearest is required-attestations'),
  ]);
  expect(meant({ 'junit-path': 'a.xml' }, 'gate')).toMatchObject({ raw: {}, complaints: [], warnings: [expect.any(String)] });
});

test('what the manifest fills in is not set by the step', () => {
  expect(complaintsOf({ failon: 'none', 'fail-on': 'non-compliant,incomplete,unknown,unusable' })).toHaveLength(1);
});

test('one that is near to none is warned about alone', () => {
  expect(meant({ version: '1.2' })).toEqual({
    raw: {},
    complaints: [],
    warnings: ['Input version is not one of this action and was not read'],
  });
});

test('a mistyped command stops at once: another command may read other inputs', () => {
  const mistyped = expect.objectContaining({ message: 'Input comand (it says "gate") is not one of this action' });
  expect(() => meant({ comand: 'gate', flw: 'shop' })).toThrow(mistyped);
  expect(() => meant({ comand: 'gate' }, 'attest')).not.toThrow();
});
