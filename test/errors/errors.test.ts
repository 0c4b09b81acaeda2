import { describe, expect, it } from 'vitest';
import {
  ContractError,
  EvidenceError,
  endings,
  Fault,
  ResponseError,
  TransportError,
  UsageError,
  verdictNames,
} from '../../src/errors/index.ts';

const cause = new Error('the first one');
const request = 'GET https://evidence.example/api/v2/trails/acme/shop';

describe('the five errors', () => {
  it.each([
    ['UsageError', new UsageError('invalid-input', 'said', { cause, fix: 'mend' })],
    ['ResponseError', new ResponseError('forbidden', 'said', { status: 403, request, cause, fix: 'mend' })],
    ['TransportError', new TransportError('timeout', 'said', { request, cause, fix: 'mend' })],
    ['ContractError', new ContractError('wrong-shape', 'said', { path: '$.name', cause, fix: 'mend' })],
    ['EvidenceError', new EvidenceError('no-tests', 'said', { cause, fix: 'mend' })],
  ])('%s keeps its cause, its message and its mend', (name, error) => {
    expect(error).toBeInstanceOf(Fault);
    expect(error).toMatchObject({ name, message: 'said', fix: 'mend', cause });
    expect(error.stack).toContain(name);
  });

  it('have no cause where there was none', () => {
    expect('cause' in new UsageError('missing-input', 'said')).toBe(false);
  });

  it('name the problem itself where evidence has one alone', () => {
    expect(new EvidenceError('no-tests', 'said', { fix: 'mend' }).problems).toEqual([{ code: 'no-tests', message: 'said', fix: 'mend' }]);
  });
});

describe('verdicts', () => {
  it('pass only when they are a yes, and every other ending has an exit code of its own', () => {
    for (const name of verdictNames) expect(endings[name].exitCode === 0).toBe(name === 'compliant');
    const failing = Object.values(endings)
      .map(({ exitCode }) => exitCode)
      .filter((code) => code !== 0);
    expect(failing).toEqual([1, 2, 3, 4, 64, 130]);
  });
});
