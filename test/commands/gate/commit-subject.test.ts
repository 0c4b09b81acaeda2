import { describe, expect, it } from 'vitest';
import {
  absent,
  bareTrail,
  broken,
  failing,
  found,
  foundArtifact,
  ofCommit,
  otherSha,
  page,
  record,
  redTrail,
  sha,
  trail,
  unheard,
} from './stub.ts';
import { ending, judged, type Row } from './truth.ts';

/** A search finds this where the fingerprint of an artifact begins with the SHA: the artifact was made of another commit. */
const namesake = sha + '0'.repeat(24);
const ofNamesake = (more: object = {}) =>
  foundArtifact({ fingerprint: namesake, git_commit: otherSha, flow: 'till', trail: 'red', ...more });
const several = (commits: readonly string[], fingerprints: readonly string[]) => ({
  type: 'multiple',
  full_match: commits[0] ?? fingerprints[0],
  commits: { type: 'commit', count: commits.length, matches: commits },
  fingerprints: { type: 'fingerprint', count: fingerprints.length, matches: fingerprints },
});

describe('a commit', () => {
  const none = { search: found([]), records: [] };
  const rows: readonly Row[] = [
    ['with an artifact and records', {}, 'compliant'],
    ['with records alone', { search: found([]) }, 'compliant'],
    ['with records alone, of which the search knows nothing', { search: unheard }, 'compliant'],
    ['with an artifact on a trail of another commit', { records: [record('t1', { git_commit_info: { sha1: otherSha } })] }, 'compliant'],
    [
      'on trails of two flows',
      { records: [record('t1'), record('u', { flow_name: 'till' })], trails: { 'till/u': trail('u') } },
      'compliant',
    ],
    ['in capitals', { search: found([foundArtifact()], { full_match: sha.toUpperCase() }) }, 'compliant'],
    ['without a state of its artifact', { search: found([foundArtifact({ compliance_state: null })]) }, 'compliant'],
    ['without anything', none, 'incomplete'],
    ['of which the search knows nothing, without records', { search: unheard, records: [] }, 'incomplete'],
    ['that is a fingerprint', { search: found([foundArtifact()], { type: 'fingerprint' }) }, 'unknown'],
    ['that may be several', { search: found([foundArtifact()], { type: 'multiple' }) }, 'unknown'],
    [
      'whose SHA a fingerprint begins with',
      { search: found([foundArtifact(), ofNamesake({ compliance_state: 'NON-COMPLIANT' })], several([sha], [namesake])) },
      'compliant',
    ],
    [
      'whose SHA the fingerprint of something begins with that was only seen',
      {
        search: found(
          [foundArtifact(), ofNamesake({ git_commit: '', flow: '', trail: '', has_provenance: false })],
          several([sha.toUpperCase()], [namesake.toUpperCase()]),
        ),
      },
      'compliant',
    ],
    [
      'whose SHA a fingerprint begins with, with records alone',
      { search: found([ofNamesake()], { type: 'fingerprint', full_match: namesake }) },
      'compliant',
    ],
    [
      'whose SHA fingerprints alone begin with',
      { search: found([ofNamesake()], several([], [namesake, `${sha}${'1'.repeat(24)}`])) },
      'compliant',
    ],
    [
      'whose SHA a fingerprint begins with, without records',
      { search: found([ofNamesake()], { type: 'fingerprint', full_match: namesake }), records: [] },
      'incomplete',
    ],
    [
      'whose SHA the fingerprint of a red artifact of it begins with',
      {
        search: found(
          [foundArtifact(), foundArtifact({ fingerprint: namesake, compliance_state: 'NON-COMPLIANT' })],
          several([sha], [namesake]),
        ),
      },
      'non-compliant',
    ],
    [
      'whose SHA the fingerprint of an artifact begins with that does not tell its commit',
      { search: found([foundArtifact(), ofNamesake({ git_commit: null, flow: '' })], several([sha], [namesake])) },
      'unknown',
    ],
    ['that may be another commit as well', { search: found([foundArtifact()], several([sha, otherSha], [])) }, 'unknown'],
    ['that may be an artifact of another SHA as well', { search: found([foundArtifact()], several([sha], ['ab'.repeat(32)])) }, 'unknown'],
    ['that is the fingerprint of another SHA', { search: found([], { type: 'fingerprint', full_match: 'ab'.repeat(32) }) }, 'unknown'],
    ['of a type never seen before', { search: found([foundArtifact()], { type: 'sha' }) }, 'unknown'],
    ['of no type', { search: found([foundArtifact()], { type: null }) }, 'unknown'],
    ['that resolved to nothing', { search: { resolved_to: null, artifacts: [foundArtifact()] } }, 'unknown'],
    ['that resolved to another', { search: found([foundArtifact()], { full_match: otherSha }) }, 'unknown'],
    ['that resolved to its first digits', { search: found([foundArtifact()], { full_match: sha.slice(0, 12) }) }, 'unknown'],
    [
      'with an artifact that was only seen',
      { search: found([foundArtifact(), foundArtifact({ has_provenance: false, flow: '', trail: '' })]) },
      'unknown',
    ],
    [
      'with an artifact that was only seen, although it names a trail',
      { search: found([foundArtifact({ has_provenance: false })]) },
      'unknown',
    ],
    ['with an artifact of no trail', { search: found([foundArtifact({ trail: '' })]) }, 'unknown'],
    ['with an artifact of no flow', { search: found([foundArtifact({ flow: null })]) }, 'unknown'],
    ['with a record of no trail', { records: [record('t1'), record('t1', { attestation_id: 'x', trail_name: null })] }, 'unknown'],
    ['with a record of no flow', { records: [record('t1', { flow_name: null })], search: found([]) }, 'unknown'],
    ['whose search failed', { search: broken }, 'unknown'],
    ['whose search is a login page', { search: page }, 'unknown'],
    ['of a service that does not search', { search: absent }, 'unknown'],
    ['whose records cannot be read', { records: broken }, 'unknown'],
    ['with so many artifacts that some may be left out', { search: found(Array.from({ length: 100 }, () => foundArtifact())) }, 'unknown'],
    ['whose artifact is red', { search: found([foundArtifact({ compliance_state: 'NON-COMPLIANT' })]) }, 'non-compliant'],
    ['whose artifact is incomplete', { search: found([foundArtifact({ compliance_state: 'INCOMPLETE' })]) }, 'incomplete'],
    ['whose artifact is in a state never seen before', { search: found([foundArtifact({ compliance_state: 'BLESSED' })]) }, 'unknown'],
    ['whose trail is red', { trails: { 'shop/t1': redTrail('t1') } }, 'non-compliant'],
    [
      'with an older red trail',
      { records: [record('t1'), record('t0', { created_at: 1 })], trails: { 'shop/t0': redTrail('t0') } },
      'non-compliant',
    ],
    [
      'with a red trail of another flow',
      { records: [record('t1'), record('u', { flow_name: 'till' })], trails: { 'till/u': redTrail('u') } },
      'non-compliant',
    ],
    [
      'with a red trail of which only an artifact tells',
      { search: found([foundArtifact(), foundArtifact({ trail: 't3' })]), trails: { 'shop/t3': redTrail('t3') } },
      'non-compliant',
    ],
    ['with a trail that lacks evidence', { trails: { 'shop/t1': bareTrail('t1') } }, 'incomplete'],
    ['with a trail that cannot be read', { trails: { 'shop/t1': broken } }, 'unknown'],
    ['with a record of a failed test that calls itself green', { records: [record('t1', failing)] }, 'non-compliant'],
    ['with a red trail, whose search failed', { search: broken, trails: { 'shop/t1': redTrail('t1') } }, 'non-compliant'],
  ];
  it.each(rows)('%s', async (_, says, verdict) => {
    expect(await judged(ofCommit, says)).toEqual(ending(verdict));
  });

  const narrowed: readonly Row[] = [
    [
      'with a red trail of another flow',
      { records: [record('t1'), record('u', { flow_name: 'till' })], trails: { 'till/u': redTrail('u') } },
      'compliant',
    ],
    [
      'with a red artifact of another flow',
      { search: found([foundArtifact(), foundArtifact({ flow: 'till', compliance_state: 'NON-COMPLIANT' })]) },
      'compliant',
    ],
    [
      'with an artifact that was only seen',
      { search: found([foundArtifact(), foundArtifact({ has_provenance: false, flow: '' })]) },
      'unknown',
    ],
    [
      'with evidence of another flow alone',
      { records: [record('u', { flow_name: 'till' })], search: found([foundArtifact({ flow: 'till' })]) },
      'incomplete',
    ],
    [
      'with an older red trail of the same flow',
      { records: [record('t1'), record('t0')], trails: { 'shop/t0': redTrail('t0') } },
      'non-compliant',
    ],
  ];
  it.each(narrowed)('narrowed to a flow, %s', async (_, says, verdict) => {
    expect(await judged({ ...ofCommit, flow: 'shop' }, says)).toEqual(ending(verdict));
  });
});
