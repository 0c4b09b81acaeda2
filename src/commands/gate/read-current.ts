import { getArtifact, type Call } from '../../client/index.ts';
import { ContractError } from '../../errors/index.ts';
import type { TemplatesOfArtifact } from '../../gate/index.ts';
import { ifThere } from '../run/fault.ts';

interface ReportedArtifact {
  readonly org: string;
  readonly flow: string;
  readonly trail: string;
  readonly fingerprint: string;
}

/** An artifact's current state on its trail, asked there because no list tells it. Empty where the service has no such answer. */
export async function readCurrent(call: Call, { fingerprint, flow, org, trail }: ReportedArtifact): Promise<TemplatesOfArtifact> {
  const found = await ifThere(getArtifact(call, { org, flow_name: flow, fingerprint }, { trail }));
  if (found === undefined) return {};
  const { current = null, own_template = null, template_version = null, trail_name: other } = found;
  if (other === trail) return { current, own_template, template_version };
  throw new ContractError('wrong-shape', `The artifact ${fingerprint} on trail ${trail} was asked for, and that of trail ${other} came`, {
    expected: `the artifact on trail ${trail}`,
    fix: 'Look at base-url: a cache or a proxy may have mixed up two answers',
  });
}
