import { describe, expect, it } from 'vitest';
import { artifact, bareTrail, found, gateOn, ofArtifact, ofCommit, ofTrail, record, sha } from './stub.ts';

describe('an option that names the subject', () => {
  it.each([
    ['an empty fingerprint', { ...ofArtifact, fingerprint: '' }, /--fingerprint is empty/],
    ['a blank fingerprint', { ...ofArtifact, fingerprint: ' \n' }, /--fingerprint is empty/],
    ['no artifact', { subject: 'artifact', flow: 'shop' }, /--artifact-path is missing, and so is the fingerprint/],
    ['an empty path', { subject: 'artifact', flow: 'shop', 'artifact-path': '' }, /--artifact-path is empty/],
    ['a path and a fingerprint', { ...ofArtifact, 'artifact-path': 'package.json' }, /--artifact-path and the fingerprint are both given/],
    ['an empty fingerprint for a trail', { ...ofTrail, fingerprint: '' }, /--fingerprint is empty/],
    ['an empty path for a commit', { ...ofCommit, 'artifact-path': '' }, /--artifact-path is empty/],
    ['a path for a trail', { ...ofTrail, 'artifact-path': 'package.json' }, /--artifact-path does nothing with subject: trail/],
    ['half a fingerprint', { ...ofArtifact, fingerprint: 'ab' }, /--fingerprint is not a SHA-256/],
    ['a fingerprint of another kind', { ...ofArtifact, fingerprint: `sha512:${'ab'.repeat(32)}` }, /--fingerprint is not a SHA-256/],
    ['an artifact of no flow', { ...ofArtifact, flow: '' }, /--flow is missing/],
    ['an empty commit', { ...ofCommit, commit: '' }, /--commit is missing or empty/],
    ['no commit', { subject: 'commit' }, /--commit is missing or empty/],
    ['half a commit', { ...ofCommit, commit: sha.slice(0, 12) }, /--commit is not a full commit SHA/],
    ['the name of a commit', { ...ofCommit, commit: 'HEAD' }, /--commit is not a full commit SHA/],
    ['a SHA-256 for a commit', { ...ofCommit, commit: 'ab'.repeat(32) }, /--commit is not a full commit SHA/],
    ['an empty subject', { ...ofArtifact, subject: '' }, /--subject is empty/],
    ['another subject', { ...ofArtifact, subject: 'Artifact' }, /--subject does not know "Artifact"/],
    ['a trail of no flow', { ...ofTrail, flow: '' }, /--flow is missing/],
    ['a fingerprint for a trail', { ...ofTrail, fingerprint: ofArtifact.fingerprint }, /--fingerprint does nothing with subject: trail/],
    ['an approval of a trail', { ...ofTrail, 'require-approval': 'true' }, /--require-approval does nothing with subject: trail/],
    ['an environment of a trail', { ...ofTrail, environment: 'production' }, /--environment does nothing with subject: trail/],
    ['a fingerprint for a commit', { ...ofCommit, fingerprint: ofArtifact.fingerprint }, /--fingerprint does nothing with subject: commit/],
    ['an approval of a commit', { ...ofCommit, 'require-approval': 'true' }, /--require-approval does nothing with subject: commit/],
    ['a trail of a commit', { ...ofCommit, trail: 't1' }, /--trail does nothing with subject: commit/],
    ['a trail of an artifact', { ...ofArtifact, trail: 't1' }, /--trail does nothing with subject: artifact/],
    ['a commit of an artifact', { ...ofArtifact, commit: sha }, /--commit does nothing with subject: artifact/],
    [
      'an environment without an approval',
      { ...ofArtifact, environment: 'production' },
      /--environment does nothing without require-approval/,
    ],
    ['an empty environment', { ...ofArtifact, 'require-approval': 'true', environment: '' }, /--environment is empty/],
    ['an empty requirement', { ...ofArtifact, 'require-approval': '' }, /--require-approval is empty/],
    ['a requirement that is neither yes nor no', { ...ofArtifact, 'require-approval': 'yes' }, /--require-approval must be true or false/],
    ['an empty organization', { ...ofArtifact, org: '' }, /--org is empty/],
  ])('is wrong usage with %s: nothing is asked, and no trail is judged', async (_, options, message) => {
    const { ending, exitCode, result, server } = await gateOn(options, {});
    expect([ending, exitCode, server.requests.length]).toEqual(['usage', 64, 0]);
    expect(result).toMatchObject({ message: expect.stringMatching(message), fix: expect.stringMatching(/\S{3}/) });
  });

  it.each([
    ['the environment `none`', { ...ofArtifact, 'require-approval': 'true', environment: 'none' }],
    ['a fingerprint in capitals', { ...ofArtifact, fingerprint: ofArtifact.fingerprint.toUpperCase() }],
    ['a commit in capitals', { ...ofCommit, commit: sha.toUpperCase() }],
    ['an unset trail, as the runner writes it', { ...ofArtifact, trail: '', commit: '', environment: 'none', 'require-approval': 'false' }],
    ['an unset flow, as the runner writes it', { ...ofCommit, flow: '', trail: '', fingerprint: 'none', 'artifact-path': 'none' }],
    ['an unset fingerprint for a trail', { ...ofTrail, fingerprint: 'none' }],
  ])('is taken with %s', async (_, options) => {
    expect((await gateOn(options, {})).ending).toBe('compliant');
  });

  it('is told at once with all that is wrong', async () => {
    const { result } = await gateOn({ ...ofArtifact, fingerprint: '', flow: 'a b', timeout: 'soon' }, {});
    expect(result).toMatchObject({ message: expect.stringMatching(/^3 are wrong: .*--timeout.*--flow.*--fingerprint/s) });
  });
});

describe('what is missing behind a subject', () => {
  const bare = { trails: { 'shop/t1': bareTrail('t1') } };
  it.each([
    ['an artifact that is not reported yet', ofArtifact, { artifacts: [[]] }],
    ['an artifact that is incomplete', ofArtifact, { artifacts: [[artifact({ state: 'INCOMPLETE' })]] }],
    ['an approval', { ...ofArtifact, 'require-approval': 'true' }, { approvals: [] }],
    ['evidence on the trail of an artifact', ofArtifact, bare],
    ['evidence on the trail of a commit', ofCommit, bare],
    ['any evidence of a commit', ofCommit, { search: found([]), records: [] }],
  ])('is waited for: %s', async (_, options, before) => {
    expect(await gateOn({ ...options, 'wait-timeout': '5m' }, before, before, {})).toMatchObject({ ending: 'compliant' });
    expect(await gateOn({ ...options, 'wait-timeout': '5m' }, before)).toMatchObject({ ending: 'incomplete' });
    const { ending, waited } = await gateOn(options, before, {});
    expect([ending, waited]).toEqual(['incomplete', 0]);
  });

  it('is waited for no longer than the caller says', async () => {
    const { waited } = await gateOn({ ...ofArtifact, 'wait-timeout': '5m' }, { artifacts: [[]] });
    expect(waited).toBe(300_000);
  });

  it('is not waited for where something says no already', async () => {
    const says = { artifacts: [[artifact({ state: 'NON-COMPLIANT' }), artifact({ trail_name: 't2', state: 'INCOMPLETE' })]] };
    const { ending, waited } = await gateOn(
      { ...ofArtifact, 'wait-timeout': '5m' },
      { ...says, trails: { 'shop/t2': bareTrail('t2') }, records: [record('t1')] },
    );
    expect([ending, waited]).toEqual(['non-compliant', 0]);
  });
});
