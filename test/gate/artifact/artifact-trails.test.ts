import { describe, expect, it } from 'vitest';
import type { Artifact } from '../../../src/contract/index.ts';
import { trailsOfArtifact, type ArtifactQuestion, type TrailQuestion } from '../../../src/gate/index.ts';
import { sha, withFacts, type Facts } from '../build.ts';

const fingerprint = 'ab'.repeat(32);
const other = 'd'.repeat(40);
const question: ArtifactQuestion = { subject: 'artifact', org: 'acme', flow: 'shop', fingerprint, approvedFor: undefined };
const fault = { code: 'unavailable', message: 'the service answered 503' };

/** The trails of reports. Each is on trail t1 and about one commit, unless said otherwise. */
const trailsOf = (...reports: readonly Facts<Artifact>[]): readonly TrailQuestion[] =>
  trailsOfArtifact(
    {
      kind: 'artifacts',
      artifacts: reports.map((facts) => withFacts<Artifact>({ fingerprint, trail_name: 't1', git_commit: sha }, facts)),
    },
    question,
  );
const asked = (trail: string, commit: string | undefined = sha): TrailQuestion => ({
  subject: 'trail',
  org: 'acme',
  flow: 'shop',
  trail,
  commit,
});

describe('the trails of an artifact', () => {
  it('are those that it was reported on, in their order, each for its commit', () => {
    expect(trailsOf({ trail_name: 't2' }, {}, { trail_name: 't3', git_commit: other })).toStrictEqual([
      asked('t2'),
      asked('t1'),
      asked('t3', other),
    ]);
  });

  it('are asked once for each commit', () => {
    expect(trailsOf({}, { git_commit: other }, { git_commit: sha.toUpperCase() }, { git_commit: other }, {})).toStrictEqual([
      asked('t1'),
      asked('t1', other),
    ]);
  });

  it.each([null, undefined, ''])('are none where the name is %j', (name) => {
    expect(trailsOf({ trail_name: name })).toEqual([]);
    expect(trailsOf({ trail_name: name }, { trail_name: 't2' })).toStrictEqual([asked('t2')]);
  });

  it.each([null, undefined, '', sha.slice(1), `${sha}0`, `0${sha}`, `g${sha.slice(1)}`, ` ${sha} `])(
    'are asked for no commit where %j was told',
    (commit) => {
      expect(trailsOf({ git_commit: commit })).toStrictEqual([{ ...asked('t1'), commit: undefined }]);
    },
  );

  it('are none where the artifacts could not be read', () => {
    expect(trailsOfArtifact({ kind: 'failed', fault }, question)).toEqual([]);
  });
});
