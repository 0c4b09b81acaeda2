import { found, passed, type WorldRule } from './rule.ts';

export const artifactWithoutProvenance: WorldRule = {
  name: 'artifact-without-provenance',
  about: 'world',
  text: 'What runs was reported by a flow, which says where it comes from.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Find out who put it there and what it is made of, and deploy one that a flow reported. Report every artifact that is built with artifact-report.',
  needs: ['artifacts', 'snapshots'],
  *judge({ artifacts }) {
    for (const { fingerprint, name, running, url, withoutProvenance } of artifacts) {
      if (!withoutProvenance) yield passed;
      else {
        const where = running.length === 0 ? 'ran' : `runs in ${running.join(', ')}`;
        const message = `The artifact ${name} (${fingerprint.slice(0, 12)}) ${where}, and no flow ever reported it.`;
        const severity = running.length === 0 ? 'high' : 'critical';
        yield found({ subject: { kind: 'artifact', id: fingerprint, url }, severity, message });
      }
    }
  },
};
