import { describe, expect, it } from 'vitest';
import { keptFields } from '../../../src/commands/attest/record.ts';
import type { Event } from '../../../src/commands/run/context.ts';
import { hideInRecord } from '../../../src/commands/run/report-once.ts';
import type { JunitAttestation } from '../../../src/contract/index.ts';
import { classic } from '../../text/secrets.ts';

const row = { name: 'suite', failures: 0, errors: 0, skipped: 0, total: 1, duration: 1 };
const record = (facts: object = {}): JunitAttestation => ({ attestation_name: 'unit', junit_results: [row], ...facts });

/** A record without secrets, and the fields that held some, as they are told. */
function hidden(
  data: JunitAttestation,
  known: readonly string[] = [],
): { readonly record: JunitAttestation; readonly found: readonly string[] } {
  const found: string[] = [];
  const report = (event: Event): void => {
    found.push(/hidden in (\S+) of the record; revoke it$/.exec('message' in event ? event.message : '')?.[1] ?? '');
  };
  const clean = hideInRecord(data, new Set([...keptFields, 'junit_results']), { report, secrets: known });
  return { record: clean, found };
}

describe('a secret in a record', () => {
  it.each([
    ['description', { description: `with ${classic}` }, { description: 'with ***' }],
    [
      'git_commit_info.message',
      { git_commit_info: { message: `Add ${classic}`, url: 'x' } },
      { git_commit_info: { message: 'Add ***', url: 'x' } },
    ],
    ['annotations.note', { annotations: { note: classic } }, { annotations: { note: '***' } }],
    [
      'user_data.deep',
      { user_data: { deep: [{ a: { b: classic } }, 7, null, true] } },
      { user_data: { deep: [{ a: { b: '***' } }, 7, null, true] } },
    ],
    [
      'external_urls.log',
      { external_urls: { log: { href: `https://x/${classic}` } } },
      { external_urls: { log: { href: 'https://x/***' } } },
    ],
    ['a field that is named twice', { annotations: { note: [classic, classic] } }, { annotations: { note: ['***', '***'] } }],
  ])('is hidden, and its field is named: %s', (field, facts, expected) => {
    const { found, record: clean } = hidden(record(facts));
    expect(clean).toEqual(record(expected));
    expect(found).toEqual([field.includes(' ') ? 'annotations.note' : field]);
  });

  it('that is known is hidden whatever its form', () => {
    expect(hidden(record({ description: 'an own-secret here' }), ['own-secret'])).toEqual({
      record: record({ description: 'an *** here' }),
      found: ['description'],
    });
  });

  it('is hidden in the keys of the data of the caller, where names are his, and in no others', () => {
    const facts = { user_data: { [classic]: { [classic]: 1 } }, annotations: { [classic]: 'x' } };
    expect(hidden(record(facts)).record).toEqual(record({ user_data: { '***': { '***': 1 } }, annotations: { [classic]: 'x' } }));
  });

  it.each([
    { attestation_name: classic },
    { artifact_fingerprint: classic },
    { target_artifacts: [classic] },
    { git_commit_info: { sha1: classic, parents: [classic] } },
    { user_data: { compliance_evidence: { nonce: classic } } },
  ])('is left in what the record is found by, and what tells runs and commits apart: %j', (facts) => {
    expect(hidden(record(facts))).toEqual({ record: record(facts), found: [] });
  });
});

it('a record without a secret stays as it is', () => {
  const honest = record({ description: 'words', user_data: { a: { b: ['c', 1, null] } } });
  expect(hidden(honest)).toEqual({ record: honest, found: [] });
});
