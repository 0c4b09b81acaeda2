import { describe, expect, it } from 'vitest';
import type { AuditFile } from '../../../src/audit/file/audit-file.ts';
import { readAuditFile } from '../../../src/audit/file/read-audit-file.ts';

function fileOf(text: string): AuditFile {
  const read = readAuditFile(text);
  if ('fault' in read) throw new Error(read.fault);
  return read.file;
}

function faultOf(text: string): string {
  const read = readAuditFile(text);
  return 'fault' in read ? read.fault : 'none';
}

describe('the file of an audit', () => {
  it('is read whole, whatever the order of its keys', () => {
    const parts = [
      'flows:\n  unit:\n    from: 2026-06-01\n    paths: [src/**]\n  e2e:',
      'people:\n  - account: 583231\n    emails: [Mona@Example.com]',
      'bots:\n  - account: 49699333\n    paths: [package-lock.json]',
      'emergency: { days: 3, label: emergency }',
      'production: [live]',
      'controls: [ci/**]',
      'exclusions:\n  - { owner: mona, reason: imported, pull-requests: [7] }',
      'accepted:\n  - key: pushed-directly:commit:abc\n    reason: outage\n    owner: mona\n    since: 2026-01-01\n    until: 2026-04-01',
    ];
    const expected: AuditFile = {
      flows: [
        { name: 'unit', paths: ['src/**'], branches: [], from: '2026-06-01T00:00:00Z', headIsEnough: false, approvals: [] },
        { name: 'e2e', paths: [], branches: [], from: null, headIsEnough: false, approvals: [] },
      ],
      checks: [],
      ticket: null,
      frameworks: [],
      people: new Map([['mona@example.com', 583231]]),
      bots: [{ account: 49699333, paths: ['package-lock.json'] }],
      emergency: { label: 'emergency', days: 3 },
      production: ['live'],
      controls: ['ci/**'],
      exclusions: [{ commits: [], pullRequests: [7], paths: [], reason: 'imported', owner: 'mona' }],
      accepted: [
        {
          key: 'pushed-directly:commit:abc',
          reason: 'outage',
          owner: 'mona',
          since: '2026-01-01T00:00:00Z',
          until: '2026-04-01T00:00:00Z',
        },
      ],
    };
    expect(fileOf(parts.join('\n'))).toEqual(expected);
    expect(fileOf(parts.toReversed().join('\n'))).toEqual(expected);
  });

  it('takes an alias for what it stands for', () => {
    expect(fileOf('flows:\n  a: { paths: &shared [lib/**] }\n  b: { paths: *shared }').flows.map(({ paths }) => paths)).toEqual([
      ['lib/**'],
      ['lib/**'],
    ]);
  });

  it('counts also where an entry of it is for more than 90 days: that one alone is not valid', () => {
    const entry = '{ key: a:commit:b, reason: r, owner: o, since: 2026-01-01, until: 2026-04-02 }';
    expect(fileOf(`flows: { unit: }\naccepted: [${entry}]`)).toMatchObject({ flows: [{ name: 'unit' }], accepted: [{ owner: 'o' }] });
  });

  it('keeps the name of a flow as it is written', () => {
    expect(fileOf('flows: { 1.0: , 0x10: }').flows.map(({ name }) => name)).toEqual(['1.0', '0x10']);
  });

  it('says every fault in one message, by line, each with its fix', () => {
    const fault = faultOf(
      'flow: {}\nflows:\n  "a b":\n  unit:\n    path: [src/**]\n    from: 2026-02-30\n    paths: []\naccepted:\n  - key: a:commit:b\n    reason: r\n    since: 2026-01-01\n    until: 2026-04-02\nbots:\n  - account: dependabot\n    paths: [a]',
    );
    expect(fault.split('; ')).toEqual([
      '.github/compliance-audit.yml cannot be used. line 1: the file has the key "flow": did you mean flows?',
      'line 3: flows has "a b", which no flow can be named: write the name as the service has it',
      'line 5: flows.unit has the key "path": did you mean paths?',
      'line 6: flows.unit.from is 2026-02-30, and there is no such day: write another one',
      'line 7: flows.unit.paths is an empty list: leave the key out, or name something',
      'line 9: accepted[0] has no owner: write one',
      'line 14: bots[0].account must be a whole number from 1 to 9007199254740991, and is "dependabot": gh api users/LOGIN --jq .id tells the number of an account',
    ]);
  });

  it.each([
    ['flows:\n  unit:\n    paths:\n      - **/*.md', 'line 4: **/*.md stands for nothing', 'put a text that begins with * in quotes'],
    ['flows:\n  unit:\n    paths:\n      - src/**\n      - !src/docs/**', 'line 5: !src/docs/** is a tag', 'in quotes'],
    ['flows: { unit: *x }', '*x stands for nothing', 'in quotes'],
    ['flows: !x { unit: }', '!x is a tag', 'in quotes'],
    ['a: [', 'line 1: ', 'correct the YAML'],
    ['version: 1\n---\nversion: 1', 'line 2: a second document begins', 'write one'],
    ['flows: { a: , b: , a: }', 'flows has "a" twice', 'write it once'],
    ['zzz: 1', 'has the key "zzz"', 'where only version, flows'],
    ['', 'line 1: the file must be a mapping', 'is empty'],
  ])('says of %j what was meant', (text, cause, fix) => {
    expect(faultOf(text)).toContain(cause);
    expect(faultOf(text)).toContain(fix);
  });

  it('counts the faults past twenty', () => {
    const fault = faultOf(Array.from({ length: 30 }, (_, index) => `zz${index}: 1`).join('\n'));
    expect(fault.split('; ')).toHaveLength(21);
    expect(fault).toMatch(/; and 10 more$/);
  });
});
