import { expect, it } from 'vitest';
import { commandOf, inputs, variableOf } from '../../src/action/inputs.ts';
import { decisive, unreadInputs } from '../../src/action/unread-inputs.ts';

const said = (command: string, given: Readonly<Record<string, string>>): readonly (readonly [string, string | undefined])[] => {
  const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [variableOf(name), value]));
  return unreadInputs(commandOf({ INPUT_COMMAND: command }), Object.keys(given), env).complaints.map(({ fix, message }) => [message, fix]);
};

it('an input that decides something and that no command step reads is refused, with the commands that read it', () => {
  expect(said('attest-and-gate', { 'require-approval': ' true ', 'template-file': 'a.yml' })).toEqual([
    [
      'Input require-approval ("true") does nothing with command: attest-and-gate',
      'Use a step with command: gate or explain for it, or leave it out',
    ],
    [
      'Input template-file ("a.yml") does nothing with command: attest-and-gate',
      'Use a step with command: trail-begin for it, or leave it out',
    ],
  ]);
  expect(said('attest', { 'required-attestations': 'unit' })).toEqual([]);
  expect(said('gate', { 'test-outcome': 'failure', compliant: 'false' })).toEqual([]);
});

it('any other input is named in a notice', () => {
  const { complaints, notices, warnings } = unreadInputs(commandOf({ INPUT_COMMAND: 'gate' }), ['junit-paths', 'description'], {});
  expect([complaints, warnings]).toEqual([[], []]);
  expect(notices).toEqual([
    'Input junit-paths does nothing with command: gate, and was not used',
    'Input description does nothing with command: gate, and was not used',
  ]);
});

it('each input that decides something is one of the action, and no secret', () => {
  const known = inputs.filter(({ name }) => decisive.has(name));
  expect(known.map(({ name }) => name).toSorted()).toEqual([...decisive].toSorted());
  expect(known.filter(({ secret }) => secret === true)).toEqual([]);
});
