import type { Steps } from './step.ts';

export const attestations: Steps = async (step) => {
  const trail = ['--flow', 'f', '--trail', 't'];
  const commit = ['--commit', 'HEAD'];
  const junit = ['attest', 'junit', ...trail];
  await step([...junit, '--name', 'unit', '--results-dir', 'red', ...commit], 0, /is reported to trail/);
  await step([...junit, '--name', 'cli.foo', '--results-dir', 'green', ...commit], 0, /is reported to trail/);
  const onNew = ['attest', 'junit', '--flow', 'made', '--trail', 't', '--name', 'unit', '--results-dir', 'green', ...commit];
  await step(onNew, 0, /is reported to trail/);
  const unknown = ['--fingerprint', 'a'.repeat(64)];
  await step([...junit, '--name', 'unit', '--results-dir', 'green', ...unknown], 1, /no artifact with the fingerprint a{64}/);
  const shown = /NON-COMPLIANT[^]*reported for unit on the trail[^]*non-compliant[^]*reported for cli\.foo/;
  await step(['get', 'trail', 't', '--flow', 'f'], 0, shown);
  const record = await step(['get', 'attestation', 'unit', ...trail, '--output', 'json'], 0, /"junit_results"/);
  const [, id = ''] = /"attestation_id": "([^"]+)"/.exec(record) ?? [];
  await step(['get', 'attestation', '--attestation-id', id], 0, /Name: +unit[^]*Compliance: +false/);
  await step(['get', 'attestation', 'nothing', ...trail], 0, /No attestations found/);
  const evaluate = (name: string) => ['evaluate', 'trail', name, '--policy', 'allow.rego', '--flow'];
  await step(['evaluate', 'trail', 't', '--flow', 'f'], 1, /required flag\(s\) "policy" not set/);
  await step([...evaluate('t'), 'f'], 1, /DENIED/);
  await step([...evaluate('t'), 'made'], 0, /ALLOWED/);
  await step([...evaluate('nothing'), 'f'], 1, /no trail 'nothing'/);
};
