import type { Step } from './step.ts';

/** The kinds for which the client needs no other service. */
export async function kinds(step: Step): Promise<void> {
  const trail = ['--flow', 'kinds', '--trail', 't'];
  const override = ['attest', 'override', ...trail, '--reason', 'by hand', '--new-compliance-status=true'];
  await step(
    ['attest', 'generic', ...trail, '--name', 'bar', '--compliant=false', '--attachments', 'template.yml'],
    0,
    /is reported to trail/,
  );
  await step([...override, '--name', 'bar', '--original-attestation-type', 'junit'], 1, /must be "generic"/);
  await step([...override, '--name', 'bar', '--original-attestation-type', 'generic'], 0, /'bar' has been overridden/);
  await step([...override, '--name', 'nothing', '--original-attestation-type', 'generic'], 1, /has no evidence 'nothing'/);
  await step(['attest', 'decision', ...trail, '--name', 'decided', '--control', 'C-1', '--compliant=true'], 0, /is reported to trail/);
  await step(['get', 'attestation', 'bar', ...trail], 0, /Type: +override[^]*Compliance: +true[^]*Type: +generic[^]*Compliance: +false/);
  await step(['get', 'trail', 't', '--flow', 'kinds'], 0, /Compliance: +COMPLIANT[^]*'override' attestation reported for bar/);
}
