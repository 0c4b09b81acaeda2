import { expect, it } from 'vitest';
import { faultFacts } from '../../../src/commands/run/fault.ts';
import { ContractError, EvidenceError, ResponseError, TransportError, UsageError } from '../../../src/errors/index.ts';

const request = 'GET https://evidence.example.com';

it.each([
  new ResponseError('forbidden', 'it said no', { status: 403, request, fix: 'fix it' }),
  new TransportError('deadline', 'out of time', { request, fix: 'fix it' }),
  new ContractError('wrong-shape', 'not in the contract', { fix: 'fix it' }),
  new EvidenceError('no-tests', 'no tests', { fix: 'fix it' }),
])('a $name is a fault that a verdict can be made from', (error) => {
  expect(faultFacts(error)).toEqual({ code: error.code, message: error.message, fix: 'fix it' });
});

it.each([
  ['an interruption', new TransportError('interrupted', 'interrupted', { request })],
  ['wrong usage', new UsageError('missing-input', 'missing', { fix: 'give it' })],
  ['a fault of our own', new RangeError('a bug')],
  ['what is no error', 'words'],
])('%s stops the run: it is thrown on', (_, error) => {
  expect(() => faultFacts(error)).toThrow(expect.toSatisfy((thrown: unknown) => thrown === error));
});
