import type { Steps } from './step.ts';

export const both: Steps = async (step, { commit, fingerprint, ours }) => {
  const flow = ['--flow', 'both'];
  await ours(['flow', 'apply', 'both.yml'], 0, /Flow both created/);
  await step(['get', 'flow', 'both'], 0, /made by ours/);

  await ours(['trail', 'begin', ...flow, '--trail', 'by-ours'], 0, /by-ours/);
  await ours(['attest', ...flow, '--trail', 'by-ours', '--attestation-name', 'unit', '--junit-paths', 'green/*.xml'], 0, /unit/);
  const page = ['--build-url', 'https://ci.example/1', '--commit-url', 'https://ci.example/c'];
  await ours(
    ['artifact', 'report', ...flow, '--trail', 'by-ours', '--artifact-path', 'app.bin', ...page],
    0,
    new RegExp(fingerprint.slice(0, 12)),
  );
  await step(['get', 'trail', 'by-ours', ...flow, '--output', 'json'], 0, new RegExp(`"COMPLIANT"[^]*${commit}`));
  await step(['get', 'attestation', 'unit', ...flow, '--trail', 'by-ours', '--output', 'json'], 0, /"is_compliant": true/);
  await step(['get', 'artifact', `both@${fingerprint}`], 0, /app\.bin/);
  await step(['list', 'trails', ...flow], 0, /by-ours[^]*COMPLIANT/);

  await step(['begin', 'trail', 'by-theirs', ...flow, '--commit', 'HEAD'], 0, /trail 'by-theirs' was begun/);
  const theirs = ['attest', 'junit', ...flow, '--trail', 'by-theirs', '--name', 'unit', '--commit', 'HEAD', '--results-dir'];
  await step([...theirs, 'red'], 0, /is reported to trail/);
  await step(
    [
      'attest',
      'artifact',
      'green',
      '--artifact-type',
      'dir',
      '--name',
      'green',
      ...flow,
      '--trail',
      'by-theirs',
      ...page,
      '--commit',
      'HEAD',
    ],
    0,
    /was attested/,
  );
  await ours(['trail', 'list', ...flow], 0, /by-theirs[^]*NON-COMPLIANT/);
  await ours(['trail', 'get', 'by-theirs', ...flow], 0, /NON-COMPLIANT[^]*unit/);
  await ours(['artifact', 'list', ...flow], 0, /green/);
  await ours(['attestation', 'find', ...flow, '--commit', commit, '--name', 'unit'], 0, /by-theirs[^]*by-ours|by-ours[^]*by-theirs/);
  await ours(['gate', ...flow, '--trail', 'by-theirs'], 1, /Not compliant/);
  await ours(['gate', ...flow, '--trail', 'by-theirs', '--fail-on', 'none'], 0, /Not compliant/);
  await ours(
    ['query', '--operation', 'artifacts-of-commit', '--parameters', 'flow_name=both', '--parameters', `commit_sha=${commit}`],
    0,
    /app\.bin/,
  );
  await ours(
    ['query', '--operation', 'assert-artifact', '--parameters', `fingerprint=${fingerprint}`, '--parameters', 'flow_name=both'],
    0,
    /compliant/,
  );
  await ours(
    ['query', '--operation', 'list-environment-events', '--parameters', 'env_name=live', '--parameters', 'reverse=true'],
    0,
    /app/,
  );
  await ours(['environment', 'snapshot', 'live', '--running', 'app=app.bin', '--running', 'green=green'], 0, /Snapshot live#\d+/);
  await ours(['artifact', 'report', ...flow, '--artifact-path', 'green', '--dry-run', ...page], 0, /[0-9a-f]{64}/);
  await step([...theirs, 'green'], 0, /is reported to trail/);
  await ours(['gate', ...flow, '--trail', 'by-theirs'], 0, /Compliant/);
};
