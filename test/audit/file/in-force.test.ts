import { describe, expect, it } from 'vitest';
import { fileInForce, isUnreadable, type AuditFile } from '../../../src/audit/file/audit-file.ts';
import { readAuditFile } from '../../../src/audit/file/read-audit-file.ts';

const text = `
flows: { unit: { from: 2026-11-01, head-is-enough: true, paths: [src/**] } }
people: [{ account: 1, emails: [alice@corp.example] }]
bots: [{ account: 4, paths: [package.json] }]
emergency: { label: hotfix, days: 3 }
exclusions: [{ pull-requests: [7], reason: an import, owner: carol }]
`;

function file(): AuditFile {
  const read = readAuditFile(text);
  if ('fault' in read) throw new Error(read.fault);
  return read.file;
}

describe('the file that a landing is judged by', () => {
  const [then, now] = [file(), file()];
  const files = new Map([
    ['then', then],
    ['broken', null],
  ]);

  it('is the one at its parent', () => {
    expect(fileInForce('then', { file: now, files })).toBe(then);
    expect(fileInForce(null, { file: now, files })).toBeNull();
    expect([isUnreadable('then', files), isUnreadable(null, files)]).toEqual([false, false]);
  });

  it.each(['broken', 'not collected'])('asks all that the one of now does, and lets nothing off, where it is %s', (digest) => {
    const strict = fileInForce(digest, { file: now, files });
    expect(strict).toEqual({
      ...now,
      flows: [{ ...now.flows[0], from: null, headIsEnough: false }],
      bots: [],
      emergency: null,
      exclusions: [],
    });
    expect(fileInForce(digest, { file: now, files })).toBe(strict);
    expect(fileInForce(digest, { file: null, files })).toBeNull();
    expect(isUnreadable(digest, files)).toBe(true);
  });
});
