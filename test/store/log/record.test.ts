import { describe, expect, test } from 'vitest';
import { isRecord } from '../../../src/service/store/log/record.ts';
import { isRecordedAttestation } from '../../../src/service/store/log/kinds/attestations.ts';

const header = {
  version: 1,
  id: 'i',
  org: 'acme',
  org_id: 'o',
  created_at: 1.5,
  reported_by: 'ada',
  credential: { kind: 'token', id: 't' },
};
const template = {
  version: 1,
  trail: { attestations: [{ name: 'a', type: 'junit' }], artifacts: [{ name: 'b', attestations: [{ name: 'c', type: '*' }] }] },
};
const place = { flow: 'f', flow_id: 'fi' };

const records: Readonly<Record<string, { readonly record: Readonly<Record<string, unknown>>; readonly optional: readonly string[] }>> = {
  member: {
    record: { ...header, kind: 'member_reported', user: 'ada', user_id: 'u', role: 'admin', tokens: [{ id: 't', hash: 'h' }] },
    optional: [],
  },
  'default organization': { record: { ...header, kind: 'default_organization_set', user_id: 'u' }, optional: [] },
  flow: { record: { ...header, ...place, kind: 'flow_reported', template_id: 'ti', template, data: {} }, optional: ['template'] },
  trail: {
    record: { ...header, ...place, kind: 'trail_updated', trail: 't', trail_id: 'tr', repo_id: 'r', template_id: 'ti', template, data: {} },
    optional: ['repo_id', 'template_id', 'template'],
  },
  attestation: {
    record: {
      ...header,
      ...place,
      kind: 'attestation',
      trail: 't',
      trail_id: 'tr',
      attestation_name: 'unit',
      attestation_type: 'junit',
      is_compliant: true,
      type_version: 2,
      overridden: { id: 'o', type: 'junit' },
      commit: 'c',
      fingerprint: 'p',
      targets: ['cli'],
      repo_id: 'r',
      attachment: { id: 'b', filename: 'r.xml', bytes: 4, sha256: 's' },
      request: { key: 'k', hash: 'h' },
      data: {},
    },
    optional: ['type_version', 'overridden', 'commit', 'fingerprint', 'repo_id', 'attachment', 'request'],
  },
};

describe.each(Object.entries(records))('a record of a %s', (name, { record, optional }) => {
  test('is one as it stands, and with fields that this version does not know', () => {
    expect([isRecord(record), isRecord({ ...record, later: 1 })]).toEqual([true, true]);
    expect(isRecordedAttestation(record)).toBe(name === 'attestation');
  });

  test.each(Object.keys(record))('is none when its %s is of another type', (field) => {
    for (const value of [null, Symbol('other'), ['a'], { a: 1 }, 7, 'other', true]) {
      // Of the right type, and free to be anything of it.
      if (field === 'data' && typeof value === 'object' && value !== null && !Array.isArray(value)) continue;
      if (
        typeof value === typeof record[field] &&
        !Array.isArray(value) &&
        !['version', 'kind', 'credential'].includes(field) &&
        typeof value !== 'object'
      )
        continue;
      if (field === 'targets' && Array.isArray(value)) continue;
      expect(isRecord({ ...record, [field]: value }), `${field} is of type ${typeof value}`).toBe(false);
    }
  });

  test.each(Object.keys(record))('without its %s is one only where that is said to be so', (field) => {
    const { [field]: _, ...rest } = record;
    expect(isRecord(rest)).toBe(optional.includes(field));
  });
});

const cases: readonly (readonly [string, string, unknown])[] = [
  ['attestation', 'targets', ['a', 1]],
  ['attestation', 'attachment', { id: 'b', filename: 'r.xml', bytes: '4', sha256: 's' }],
  ['attestation', 'attachment', { id: 'b', bytes: 4, sha256: 's' }],
  ['attestation', 'overridden', { id: 'o' }],
  ['attestation', 'overridden', { id: 'o', type: 1 }],
  ['attestation', 'request', { key: 'k' }],
  ['attestation', 'request', { key: 1, hash: 'h' }],
  ['attestation', 'credential', { kind: 'other', id: 't' }],
  ['attestation', 'credential', { kind: 'token' }],
  ['member', 'tokens', [{ id: 't' }]],
  ['member', 'tokens', [{ id: 't', hash: 1 }]],
  ['flow', 'template', { ...template, version: 2 }],
  ['flow', 'template', { version: 1 }],
  ['flow', 'template', { version: 1, trail: { attestations: [] } }],
  ['flow', 'template', { version: 1, trail: { attestations: [{ name: 'a' }], artifacts: [] } }],
  ['flow', 'template', { version: 1, trail: { attestations: [{ type: 'a' }], artifacts: [] } }],
  ['flow', 'template', { version: 1, trail: { attestations: [], artifacts: [{ name: 'a' }] } }],
  ['flow', 'template', { version: 1, trail: { attestations: [], artifacts: [{ attestations: [] }] } }],
  ['trail', 'template', { version: 1, trail: { attestations: [], artifacts: [null] } }],
];

test.each(cases)('a record of a %s with %s %j is none', (kind, field, value) => {
  expect(isRecord({ ...records[kind]?.record, [field]: value })).toBe(false);
});

test.each([
  ['member', 'credential', { kind: 'operator', id: 'token create' }],
  ['flow', 'kind', 'flow_updated'],
  ['trail', 'kind', 'trail_reported'],
])('a record of a %s with %s %j is one', (kind, field, value) => {
  expect(isRecord({ ...records[kind]?.record, [field]: value })).toBe(true);
});
