import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { readEvidence } from '../../src/options/evidence.ts';
import type { RawOptions } from '../../src/options/index.ts';
import { reading } from '../support/commands.ts';

const files = { 'data.json': '{"a":1.10}', 'null.json': 'null', 'twice.json': '{"a":1,"a":2}', 'broken.json': '{', 'list.json': '[1]' };

function refused(raw: RawOptions): string {
  try {
    readEvidence(reading(raw, { files }));
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}: ${error.fix}`;
  }
  return 'taken';
}

describe('evidence of a type', () => {
  it.each<[string, RawOptions, object]>([
    ['generic', { compliant: 'true' }, { type: 'generic', compliant: true }],
    ['generic', { compliant: 'false' }, { type: 'generic', compliant: false }],
    ['custom:coverage', { data: 'list.json' }, { type: 'custom', typeName: 'coverage', data: [1] }],
    ['snyk', { data: 'list.json' }, { type: 'snyk', data: [1] }],
    ['sonar', { data: 'list.json' }, { type: 'sonar', data: [1] }],
    ['jira', { data: 'list.json' }, { type: 'jira', data: [1] }],
    ['pull_request', { data: 'list.json', 'git-provider': 'gitlab' }, { type: 'pull_request', provider: 'gitlab', data: [1] }],
    ['decision', { compliant: 'false', control: 'c1' }, { type: 'decision', control: 'c1', compliant: false }],
    [
      'override',
      { compliant: 'true', reason: 'It is known', 'original-type': 'junit' },
      { type: 'override', reason: 'It is known', compliant: true, originalType: 'junit' },
    ],
  ])('%s is read with %j', (type, raw, settings) => {
    expect(readEvidence(reading({ 'attestation-type': type, ...raw }, { files }))).toEqual(settings);
  });

  it.each<[string, RawOptions, string]>([
    ['generic', {}, 'Input compliant is missing: evidence of the type generic says it: Write true or false'],
    ['decision', { compliant: 'true' }, 'Input control is missing: evidence of the type decision says it: Give it'],
    ['decision', { control: 'c' }, 'Input compliant is missing: evidence of the type decision says it: Write true or false'],
    [
      'override',
      { compliant: 'true', 'original-type': 'junit' },
      'Input reason is missing: evidence of the type override says it: Give it',
    ],
    ['override', { compliant: 'true', reason: 'r' }, 'Input original-type is missing: evidence of the type override says it: Give it'],
    [
      'override',
      { reason: 'r', 'original-type': 'junit' },
      'Input compliant is missing: evidence of the type override says it: Write true or false',
    ],
    ['snyk', {}, 'Input data is missing: evidence of the type snyk holds it: Name the JSON file with it'],
    ['custom:coverage', {}, 'Input data is missing: evidence of the type custom:coverage holds it: Name the JSON file with it'],
    [
      'generic',
      { compliant: 'true', data: 'data.json' },
      'Input data does nothing for evidence of the type generic: Leave it out, or choose another type',
    ],
    [
      'snyk',
      { data: 'data.json', compliant: 'false' },
      'Input compliant does nothing for evidence of the type snyk: Leave it out, or choose another type',
    ],
    [
      'jira',
      { data: 'data.json', reason: 'r' },
      'Input reason does nothing for evidence of the type jira: Leave it out, or choose another type',
    ],
    [
      'decision',
      { compliant: 'true', control: 'c', reason: 'r' },
      'Input reason does nothing for evidence of the type decision: Leave it out, or choose another type',
    ],
    ['custom', {}, 'Input attestation-type does not know "custom": '],
    ['snik', {}, 'Input attestation-type does not know "snik": Did you mean snyk? Choose from '],
    ['toString', {}, 'Input attestation-type does not know "toString": '],
    [
      'custom:',
      { data: 'data.json' },
      'Input attestation-type names no custom type: "custom:": Write custom: and the name of the type; `type list` shows them',
    ],
    ['custom:a b', { data: 'data.json' }, 'Input attestation-type names no custom type: "custom:a b": '],
    ['snyk', { data: 'null.json' }, 'Input data names a file that '],
    ['snyk', { data: 'twice.json' }, 'Input data names a file that '],
    ['snyk', { data: 'broken.json' }, 'Input data names a file that '],
    ['snyk', { data: 'no.json' }, 'Input data '],
  ])('%s with %j says what is wrong: %s', (type, raw, words) => {
    expect(refused({ 'attestation-type': type, ...raw }).slice(0, words.length)).toBe(words);
  });
});
