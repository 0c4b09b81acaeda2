import { when } from './delivery-subjects.ts';
import type { WorldRule } from './rule.ts';

export const artifactNonCompliant: WorldRule = {
  name: 'artifact-non-compliant',
  about: 'world',
  text: 'An artifact has all the evidence that its flow asks for, and that says yes.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8', 'SLSA'],
  fix: 'Look at the artifact in the service for what says no. Where it runs, deploy one that is compliant in its place.',
  needs: ['artifacts'],
  *judge({ artifacts }) {
    for (const { at, fingerprint, flow, name, running, state, url, withoutProvenance } of artifacts) {
      if (withoutProvenance) continue;
      const isNo = state === 'NON-COMPLIANT' || (state === 'INCOMPLETE' && running.length > 0);
      if (isNo) {
        const where = running.length === 0 ? '' : `, and runs in ${running.join(', ')}`;
        const message = `The artifact ${name} (${fingerprint.slice(0, 12)}) of ${flow}, reported${when(at)}, is ${state}${where}.`;
        const severity = running.length === 0 ? 'high' : 'critical';
        // That it runs is so now; of one that runs nowhere, only an audit of the same time hears again.
        const reported = running.length === 0 ? { at } : {};
        const subject = { kind: 'artifact', id: fingerprint, url } as const;
        yield { kind: 'found', found: [{ subject, detail: flow, severity, message, ...reported }] };
      } else if (state === 'COMPLIANT' || state === 'INCOMPLETE') yield { kind: 'passed' };
      else yield { kind: 'not-tested', why: `the service says ${state} of the artifact ${name}, which is no state that is known` };
    }
  },
};
