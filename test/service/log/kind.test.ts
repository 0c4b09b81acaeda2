import { expect, test } from 'vitest';
import { eventOf } from '../../../src/service/log/kinds.ts';
import type { Header } from '../../../src/service/record/kind.ts';
import type { AttestationContent } from '../../../src/service/resources/attestations/record.ts';

const header: Header = {
  version: 2,
  id: 'i',
  org: 'acme',
  org_id: 'o',
  created_at: 1.5,
  reported_by: 'ada',
  credential: { kind: 'token', id: 't' },
};
const commit = { sha1: 's', message: 'm', author: 'a', author_username: 'u', branch: 'b', url: 'l', timestamp: 5, parents: ['p'] };
const repo = { id: '1', name: 'n', url: 'l', provider: 'github', description: 'd' };
const attestation = (more: Partial<AttestationContent>) =>
  eventOf({
    ...header,
    kind: 'attestation',
    flow: 'f',
    flow_id: 'fi',
    trail: 't',
    trail_id: 'ti',
    attestation_name: 'unit',
    attestation_type: 'junit',
    is_compliant: false,
    targets: [],
    data: {},
    ...more,
  });

test('an event of an attestation says what was recorded, with every field of its commit and repository', () => {
  expect(attestation({ data: { git_commit_info: { ...commit, more: 1 }, repo_info: { ...repo, more: 1 } } })).toEqual({
    type: 'trail_attestation_reported',
    flow_id: 'fi',
    trail_id: 'ti',
    attestation_id: 'i',
    attestation_type: 'junit',
    is_compliant: false,
    template_reference_name: 'unit',
    git_commit_info: commit,
    repo_info: repo,
    timestamp: 1.5,
  });
});

test('what is not known of a commit is null, and so is a commit that is not known', () => {
  expect(attestation({ data: { git_commit_info: { sha1: 's', message: null } } })).toMatchObject({
    git_commit_info: { ...Object.fromEntries(Object.keys(commit).map((name) => [name, null])), sha1: 's' },
    repo_info: null,
  });
  for (const git_commit_info of [null, 'text', undefined])
    expect(attestation({ data: { git_commit_info } })).toMatchObject({ git_commit_info: null });
});

test('an event of an attestation for artifacts names the first of them and all of them', () => {
  expect(attestation({ targets: ['cli', 'web'] })).toMatchObject({
    type: 'trail_attestation_for_artifact_reported',
    target_artifact: 'cli',
    target_artifacts: ['cli', 'web'],
  });
  expect(attestation({})).not.toHaveProperty('target_artifact');
});

test('long texts and lists are cut, and never through a pair', () => {
  const cut = (message: string) => {
    const event = attestation({ data: { git_commit_info: { message } } });
    return JSON.parse(JSON.stringify(event)).git_commit_info.message;
  };
  expect(cut('x'.repeat(4096))).toBe('x'.repeat(4096));
  expect(cut('x'.repeat(4097))).toBe(`${'x'.repeat(4095)}…`);
  expect(cut(`${'x'.repeat(4094)}😀${'x'.repeat(9)}`)).toBe(`${'x'.repeat(4094)}…`);
  expect(attestation({ data: { git_commit_info: { parents: Array(65).fill('p') } } })).toMatchObject({
    git_commit_info: { parents: Array(64).fill('p') },
  });
});

test('events of the others say what they are about', () => {
  const timestamp = 1.5;
  expect(eventOf({ ...header, kind: 'member_reported', user: 'u', user_id: 'ui', role: 'admin', tokens: [] })).toEqual({
    type: 'member_reported',
    timestamp,
  });
  for (const kind of ['flow_reported', 'flow_updated'] as const)
    expect(eventOf({ ...header, kind, flow: 'f', flow_id: 'fi', template_id: 'x', data: {} })).toEqual({
      type: kind,
      flow_id: 'fi',
      timestamp,
    });
  for (const kind of ['trail_reported', 'trail_updated'] as const)
    expect(eventOf({ ...header, kind, flow: 'f', flow_id: 'fi', trail: 't', trail_id: 'ti', data: { git_commit_info: commit } })).toEqual({
      type: kind,
      flow_id: 'fi',
      trail_id: 'ti',
      git_commit_info: commit,
      timestamp,
    });
});
