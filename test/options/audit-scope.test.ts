import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { auditOptions } from '../../src/options/audit.ts';
import { openReader, uses, type RawOptions } from '../../src/options/index.ts';
import { readAuditScope, type AuditScopeSettings } from '../../src/options/read-audits.ts';

function read(raw: RawOptions): AuditScopeSettings | undefined {
  const naming = (name: string): string => `--${name}`;
  return readAuditScope(openReader(uses(auditOptions), { raw, naming }));
}

function complaint(raw: RawOptions): string {
  try {
    read(raw);
  } catch (error) {
    if (error instanceof UsageError) return [error.message, ...error.parts.map(({ message }) => message)].join('; ');
    throw error;
  }
  return expect.fail('it was taken');
}

const fingerprint = 'AB'.repeat(32);

describe('the scope of an audit', () => {
  test('is a period if nothing is said', () => {
    expect(read({})).toBeUndefined();
    expect(read({ flow: 'unit', since: '2026-11-01' })).toBeUndefined();
  });

  test('is a trail of the one flow that is named, or an artifact', () => {
    expect(read({ flow: 'unit', trail: 'v1' })).toEqual({ kind: 'trail', flow: 'unit', trail: 'v1' });
    expect(read({ fingerprint })).toEqual({ kind: 'artifact', fingerprint: fingerprint.toLowerCase() });
  });

  test.each([
    [{ trail: 'v1' }, '--flow must name the one flow of the trail'],
    [{ trail: 'v1', flow: 'unit\nlint' }, '--flow must name the one flow of the trail'],
    [{ trail: 'v1', flow: 'unit', fingerprint }, '--fingerprint names one thing, and `trail` another'],
    [{ trail: 'v 1', flow: 'unit' }, '--trail is not a name that the service takes'],
    [{ fingerprint: 'abc' }, '--fingerprint is not a SHA-256'],
    [{ fingerprint, since: '2026-11-01' }, '--since does nothing with fingerprint'],
    [{ fingerprint, until: '2026-11-01' }, '--until does nothing with fingerprint'],
    [{ flow: 'unit', trail: 'v1', previous: 'audit.json' }, '--previous does nothing with trail'],
    [{ fingerprint, plan: 'true' }, '--plan does nothing with fingerprint'],
  ])('is refused: %o', (raw, message) => {
    expect(complaint(raw)).toContain(message);
  });
});
