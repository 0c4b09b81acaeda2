import type { Steps } from './step.ts';

export const artifacts: Steps = async (step, { commit, fingerprint }) => {
  const urls = ['--build-url', 'https://ci.example/b', '--commit-url', 'https://ci.example/c', '--commit', 'HEAD'];
  const trail = ['--flow', 'shop', '--trail', 't'];
  const from = ['app.bin', '--artifact-type', 'file'];
  await step(['create', 'flow', 'shop', '--template-file', 'artifact.yml'], 0, /was created/);
  await step(['list', 'artifacts', '--flow', 'shop'], 0, /No artifacts were found/);
  await step(['assert', 'artifact', ...from, '--flow', 'shop'], 1, /no artifact/);
  await step(['attest', 'artifact', ...from, '--name', 'app', ...trail, ...urls], 0, /artifact app\.bin was attested/);
  await step(['get', 'artifact', `shop@${fingerprint}`], 0, new RegExp(`${fingerprint}[^]*INCOMPLETE`));
  await step(['assert', 'artifact', ...from, '--flow', 'shop'], 1, /INCOMPLETE|NON-COMPLIANT/);
  const junit = ['attest', 'junit', ...from, '--name', 'unit', ...trail];
  await step([...junit, '--results-dir', 'green'], 0, /is reported to trail/);
  await step(['assert', 'artifact', ...from, '--flow', 'shop'], 0, /COMPLIANT/);
  await step(['assert', 'artifact', '--fingerprint', fingerprint, '--output', 'json'], 0, /"compliant": true/);
  await step(['assert', 'artifact', '--fingerprint', fingerprint, '--flow', 'nothing'], 1, /no flow 'nothing'/);
  await step(['list', 'artifacts', '--flow', 'shop'], 0, new RegExp(`${commit.slice(0, 7)}[^]*app\\.bin[^]*COMPLIANT`));
  await step(['get', 'artifact', `shop:${commit}`], 0, new RegExp(fingerprint));
  await step(['get', 'artifact', `shop@${fingerprint}`, '--trail', 't'], 0, /COMPLIANT/);
  await step(['get', 'artifact', `shop@${fingerprint}`, '--trail', 'nothing'], 1, /no artifact/);
  await step(['get', 'artifact', `shop@${'a'.repeat(64)}`], 1, /no artifact/);
  await step([...junit, '--results-dir', 'red'], 0, /is reported to trail/);
  await step(['assert', 'artifact', ...from, '--flow', 'shop'], 1, /NON-COMPLIANT/);
  await step(['list', 'artifacts', '--flow', 'nothing'], 1, /no flow 'nothing'/);
  await step(['list', 'trails', '--fingerprint', fingerprint], 0, /total 1 items/);
};
