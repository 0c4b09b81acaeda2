import { complianceOf } from '../../gate/index.ts';
import { servesUsers } from '../file/audit-file.ts';
import type { World } from '../judge/world.ts';
import { when } from './words.ts';
import { found, notTested, passed, type WorldRule } from './rule.ts';

export const artifactNonCompliant: WorldRule = {
  name: 'artifact-non-compliant',
  about: 'world',
  text: 'An artifact has all the evidence that its flow asks for, and that says yes.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8', 'SLSA'],
  fix: 'Look at the artifact in the service for what says no. Where it runs, deploy one that is compliant in its place.',
  needs: ['artifacts'],
  *judge(world) {
    const { artifacts, untold } = world;
    const unseen = untold.find(({ source }) => source === 'snapshots');
    if (unseen !== undefined) yield notTested(`nobody tells which artifacts run: ${unseen.why}`);
    for (const { at, fingerprint, flow, name, running, state, url, withoutProvenance } of artifacts) {
      if (withoutProvenance) continue;
      const said = complianceOf(state);
      // In other environments evidence may still be to come, such as what is tested there.
      const isNo = said === 'non-compliant' || (said === 'incomplete' && running.some((each) => isProduction(each, world)));
      if (isNo) {
        const where = running.length === 0 ? '' : `, and runs in ${running.join(', ')}`;
        const message = `The artifact ${name} (${fingerprint.slice(0, 12)}) of ${flow}, reported${when(at)}, is ${state}${where}.`;
        const severity = running.length === 0 ? 'high' : 'critical';
        // It runs now; an artifact that no longer runs anywhere is seen again only by an audit of the same time.
        const reported = running.length === 0 ? { at } : {};
        const subject = { kind: 'artifact', id: fingerprint, url } as const;
        yield found({ subject, detail: flow, severity, message, ...reported });
      } else if (said !== undefined) yield passed;
      else yield notTested(`the service says ${state} of the artifact ${name}, which is no state that is known`);
    }
  },
};

function isProduction(name: string, { deployments, file }: World): boolean {
  return servesUsers(
    file,
    name,
    deployments.some(({ environment, production }) => production && environment === name),
  );
}
