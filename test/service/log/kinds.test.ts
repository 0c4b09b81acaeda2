import { describe, expect, test } from 'vitest';
import { kindNames, recordOf } from '../../../src/service/log/kinds.ts';
import { attestationRecorded } from '../../../src/service/resources/attestations/record.ts';
import { records, requirement, template } from './records.ts';

const isRecord = (value: unknown): boolean => recordOf(value) !== undefined;

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

describe.each(Object.entries(records))('a record of a %s', (name, { record, optional }) => {
  test('is one as it stands, and with fields that this version does not know', () => {
    expect([isRecord(record), isRecord({ ...record, later: 1 })]).toEqual([true, true]);
    expect(attestationRecorded.check(record) === undefined).toBe(name === 'attestation');
    expect(kindNames).toContain(record.kind);
  });

  test.each(Object.keys(record))('is none when its %s is of another type', (field) => {
    for (const value of [null, Symbol('other'), ['a'], { a: 1 }, 7, 'other', true]) {
      // This is a record of an unknown kind, whose fields are unknown too.
      if (field === 'kind' && typeof value === 'string') continue;
      // This value has the right type, and `data` may be any object.
      if (field === 'data' && typeof value === 'object' && value !== null && !Array.isArray(value)) continue;
      if (
        typeof value === typeof record[field] &&
        !Array.isArray(value) &&
        !['version', 'kind', 'credential', 'state'].includes(field) &&
        typeof value !== 'object'
      )
        continue;
      if (areTexts(record[field]) && areTexts(value)) continue;
      expect(isRecord({ ...record, [field]: value }), `${field} is of type ${typeof value}`).toBe(false);
    }
  });

  test.each(Object.keys(record))('without its %s is one only where that is said to be so', (field) => {
    const { [field]: _, ...rest } = record;
    expect(isRecord(rest)).toBe(optional.includes(field));
  });
});

const ofJob = { issuer: 'i', repository: 'acme/shop', repository_id: '1', ref: 'refs/heads/main', event: 'push', run_id: '7' };

const cases: readonly (readonly [string, string, unknown])[] = [
  ['attestation', 'targets', ['a', 1]],
  ['attestation', 'attachment', { id: 'b', filename: 'r.xml', bytes: '4', sha256: 's' }],
  ['attestation', 'attachment', { id: 'b', bytes: 4, sha256: 's' }],
  ['attestation', 'overridden', { id: 'o' }],
  ['attestation', 'overridden', { id: 'o', type: 1 }],
  ['attestation', 'request', { key: 'k' }],
  ['attestation', 'request', { key: 1, hash: 'h' }],
  ['attestation', 'credential', { kind: 'token' }],
  ['attestation', 'credential', { kind: 'token', id: 't', claims: { issuer: 'i' } }],
  ['attestation', 'credential', { kind: 'operator', id: 't', claims: {} }],
  ['attestation', 'credential', { kind: 'oidc' }],
  ['attestation', 'credential', { kind: 7, id: 'i' }],
  ['attestation', 'credential', { kind: 'oidc', id: 'i', claims: ['a'] }],
  ['attestation', 'credential', { kind: 'oidc', id: 'i', claims: { ...ofJob, issuer: 1 } }],
  ['attestation', 'credential', { kind: 'oidc', id: 'i', claims: { ...ofJob, repository_id: undefined } }],
  ['attestation', 'version', 3],
  ['member', 'tokens', [{ id: 't' }]],
  ['member', 'tokens', [{ id: 't', hash: 1 }]],
  ['tags', 'resource', 'trail'],
  ['tags', 'set', { a: 1 }],
  ['tags', 'removed', [1]],
  ['revocation', 'tokens', [1]],
  ['flow', 'template', { ...template, version: 2 }],
  ['flow', 'template', { version: 1 }],
  ['flow', 'template', { version: 1, trail: { attestations: [] } }],
  ['flow', 'template', { version: 1, trail: { attestations: [{ name: 'a' }], artifacts: [] } }],
  ['flow', 'template', { version: 1, trail: { attestations: [{ type: 'a' }], artifacts: [] } }],
  ['flow', 'template', { version: 1, trail: { attestations: [], artifacts: [{ name: 'a' }] } }],
  ['flow', 'template', { version: 1, trail: { attestations: [], artifacts: [{ attestations: [] }] } }],
  ['trail', 'template', { version: 1, trail: { attestations: [], artifacts: [null] } }],
  ['environment', 'environment_type', 'cloud'],
  ['environment', 'policies', ['a', 1]],
  ['environment', 'included', [1]],
  ['snapshot', 'running', [{ fingerprint: 'p', name: 'a', instances: ['1'] }]],
  ['snapshot', 'running', [{ fingerprint: 'p', name: 'a' }]],
  ['presence', 'kind', 'flow_reported'],
  ['policy', 'rules', { provenance: requirement, 'trail-compliance': requirement }],
  ['policy', 'rules', { provenance: requirement, 'trail-compliance': { required: true }, attestations: [] }],
  ['policy', 'rules', { provenance: { ...requirement, exceptions: [{ if: 'true' }] }, 'trail-compliance': requirement, attestations: [] }],
  ['policy', 'rules', { provenance: requirement, 'trail-compliance': requirement, attestations: [{ name: 'n', type: 't' }] }],
  ['notification', 'triggers', ['ON_FIRE']],
  ['notification', 'environment_ids', [1]],
  ['notification', 'targets', [{ type: 'EMAIL' }]],
  ['notification', 'targets', [{ type: 'WEBHOOK', origin: 'o' }]],
  ['notification', 'targets', [{ type: 'SLACK', origin: 'o', sha256: 's', context: { channel_id: 'c' } }]],
  ['notification', 'targets', [{ type: 'PAGER', origin: 'o', sha256: 's' }]],
];

test.each(cases)('a record of a %s with %s %j is none', (kind, field, value) => {
  expect(isRecord({ ...records[kind]?.record, [field]: value })).toBe(false);
});

test.each([
  ['member', 'credential', { kind: 'operator', id: 'token create' }],
  ['member', 'version', 1],
  ['attestation', 'credential', { kind: 'later', id: 'i' }],
  ['attestation', 'credential', { kind: 'later', id: 'i', claims: { issuer: 'https://token.example', run: '7' } }],
  ['attestation', 'credential', { kind: 'oidc', id: 'i', claims: ofJob }],
  ['attestation', 'credential', { kind: 'oidc', id: 'i', claims: { ...ofJob, later: 'x' } }],
  ['flow', 'kind', 'flow_updated'],
  ['trail', 'kind', 'trail_reported'],
  ['policy', 'kind', 'policy_updated'],
  ['notification', 'kind', 'notification_reported'],
  ['environment', 'kind', 'environment_reported'],
  ['presence', 'kind', 'artifact_stopped_running'],
])('a record of a %s with %s %j is one', (kind, field, value) => {
  expect(isRecord({ ...records[kind]?.record, [field]: value })).toBe(true);
});
