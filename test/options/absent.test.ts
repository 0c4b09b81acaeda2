import { expect, test } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { openReader, readConnection, connectionOptions, requiredForConnection, uses } from '../../src/options/index.ts';

const readFile = (): never => {
  throw new RangeError('no option names a file');
};
const why = new UsageError('empty-input', 'The service did not start', { fix: 'Look at its log' });
const absent = new Map([
  ['base-url', why],
  ['api-token', why],
]);

function complaint(raw: Readonly<Record<string, string>>): unknown {
  const given = { raw: { org: 'acme', ...raw }, naming: (name: string) => `Input ${name}`, absent };
  try {
    return readConnection(openReader(uses(connectionOptions, requiredForConnection), given, readFile));
  } catch (error) {
    return error;
  }
}

test('options that are absent for a cause that the shell knows are complained about once, by that cause', () => {
  expect(complaint({ 'base-url': '', 'api-token': ' ' })).toBe(why);
  expect(complaint({})).toBe(why);
});

test('an option that is given is read, whatever the shell says of its absence', () => {
  expect(complaint({ 'base-url': 'https://evidence.example', 'api-token': 'token' })).toMatchObject({ token: 'token', org: 'acme' });
});
