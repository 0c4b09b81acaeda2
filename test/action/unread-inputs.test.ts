import { expect, it } from 'vitest';
import { unreadInputs, type UnreadInputs } from '../../src/action/input-faults.ts';
import { commandOf, inputs, uses, variableOf } from '../../src/action/inputs.ts';
import { actionCommands, actionNameOf } from '../../src/commands/index.ts';
import { optionGroups, type OptionSpec } from '../../src/options/index.ts';

const unread = (command: string, given: Readonly<Record<string, string>>): UnreadInputs => {
  const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [variableOf(name), value]));
  const unreadOnes = inputs.filter(({ name }) => name in given);
  return unreadInputs(commandOf({ INPUT_COMMAND: command }), unreadOnes, env);
};

const said = (command: string, given: Readonly<Record<string, string>>): readonly (readonly [string, string | undefined])[] =>
  unread(command, given).complaints.map(({ fix, message }) => [message, fix]);

it('an input that decides something and that no command step reads is refused, with the commands that read it', () => {
  expect(said('attest-and-gate', { 'require-approval': ' true ', 'template-file': 'a.yml' })).toEqual([
    [
      'Input template-file ("a.yml") does nothing with command: attest-and-gate',
      'Use a step with command: trail-begin for it, or leave it out',
    ],
    [
      'Input require-approval ("true") does nothing with command: attest-and-gate',
      'Use a step with command: gate or explain for it, or leave it out',
    ],
  ]);
  expect(said('attest', { 'required-attestations': 'unit' })).toEqual([]);
  expect(said('gate', { 'test-outcome': 'failure', compliant: 'false' })).toEqual([]);
});

it('any other input is named in a notice', () => {
  const { complaints, notices, warnings } = unread('gate', { 'junit-paths': '', description: '' });
  expect([complaints, warnings]).toEqual([[], []]);
  expect(notices).toEqual([
    'Input junit-paths does nothing with command: gate, and was not used',
    'Input description does nothing with command: gate, and was not used',
  ]);
});

it('a new option is refused, warned about or noticed by what it says that it decides', () => {
  const outcomes = (command: string, decides: OptionSpec['decides']): readonly number[] => {
    const added: OptionSpec = { name: 'max-skipped', kind: 'count', description: 'Most skipped tests.', ...(decides && { decides }) };
    const { complaints, notices, warnings } = unreadInputs(commandOf({ INPUT_COMMAND: command }), [added], {});
    const said = [...complaints.map(({ message }) => message), ...warnings];
    expect(said.filter((text) => !text.startsWith('Input max-skipped ("") does nothing '))).toEqual([]);
    return [complaints.length, warnings.length, notices.length];
  };
  const [refused, warned, noticed] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (const command of actionCommands) {
    const name = actionNameOf(command);
    const gates = uses(command, 'fail-on');
    expect([name, outcomes(name, 'asked')]).toEqual([name, gates ? refused : warned]);
    expect([name, outcomes(name, 'recorded')]).toEqual([name, name === 'attest-and-gate' ? refused : warned]);
    expect([name, outcomes(name, 'nothing')]).toEqual([name, noticed]);
    expect([name, outcomes(name, undefined)]).toEqual([name, noticed]);
  }
});

it('each option of a gate and of what is recorded says whether it decides, and none that does is a secret', () => {
  // The headings of options that no gate is asked by, and that say nothing of what was tested.
  const others =
    'Service|Trail|Approval|Query|Record|Attachments|Runs of one job|Pull requests of forks|Audit|Audit of an organization|On GitHub';
  const judging = ['attest', 'attest-and-gate', 'gate', 'explain', 'fork-post'].map((name) => commandOf({ INPUT_COMMAND: name }));
  const unsaid = optionGroups
    .filter(({ heading }) => !others.split('|').includes(heading))
    .flatMap(({ options }): readonly OptionSpec[] => options)
    .filter(({ decides, name }) => decides === undefined && judging.some((command) => uses(command, name)));
  expect(unsaid.map(({ name }) => name)).toEqual([]);
  expect(inputs.filter(({ decides, secret }) => secret === true && decides !== undefined)).toEqual([]);
});

it('nothing but waits, what lets more pass, and how files are found and shown decides nothing in a gate', () => {
  const [judged, read] = ['Gate', 'Test results'].map((name) => optionGroups.find(({ heading }) => heading === name)?.options ?? []);
  const harmless = (options: readonly OptionSpec[] = []) => options.filter(({ decides }) => decides === 'nothing').map(({ name }) => name);
  expect(harmless(judged)).toEqual(['allow-empty-template', 'allow-own-template', 'wait-timeout', 'evaluation-timeout']);
  expect(harmless(read)).toEqual(['attestation-name', 'junit-paths', 'working-directory', 'job-status', 'on-unusable', 'test-names']);
});
