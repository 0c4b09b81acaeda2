import { expect, it } from 'vitest';
import { emptyInputs } from '../../src/action/input-faults.ts';
import { commandOf } from '../../src/action/inputs.ts';
import { actionCommands, actionNameOf } from '../../src/commands/index.ts';

const needed = (command: string): readonly string[] => [...emptyInputs(commandOf({ INPUT_COMMAND: command }), {}).keys()];

it('what a command needs and was not given has an example', () => {
  expect(needed('attest-and-gate')).toEqual(['org', 'flow', 'attestation-name', 'junit-paths']);
  expect(needed('gate')).toEqual(['org']);
  // The options that say where the service is have words of their own, and a token of GitHub has a default.
  const others = ['base-url', 'api-token', 'github-token'];
  for (const command of actionCommands) {
    const required = command.options.filter((option) => option.required === true).map(({ use }) => use.name);
    expect(needed(actionNameOf(command)).toSorted()).toEqual(required.filter((name) => !others.includes(name)).toSorted());
  }
});

it('an outcome is empty only where it was written', () => {
  const command = commandOf({});
  expect(emptyInputs(command, { 'test-outcome': ' ' }).get('test-outcome')?.message).toMatch(
    /no step of this job before this one has that id$/,
  );
  expect(emptyInputs(command, { 'test-outcome': 'success' }).has('test-outcome')).toBe(false);
  expect(emptyInputs(command, { org: 'acme', flow: ' ' }).has('org')).toBe(false);
});
