import { getArtifact, isNotThere, type Call } from '../../client/index.ts';
import { ContractError } from '../../errors/index.ts';
import type { TemplatesOfArtifact } from '../../gate/index.ts';

/** An artifact on a trail. */
interface Place {
  readonly org: string;
  readonly flow: string;
  readonly trail: string;
  readonly fingerprint: string;
}

/** An artifact's current state on its trail, asked there because no list tells it. Empty where the service has no such answer. */
export async function readCurrent(call: Call, { fingerprint, flow, org, trail }: Place): Promise<TemplatesOfArtifact> {
  try {
    const told = await getArtifact(call, { org, flow_name: flow, fingerprint }, { trail });
    if (told.trail_name !== trail) {
      throw new ContractError(
        'wrong-shape',
        `The artifact ${fingerprint} on trail ${trail} was asked for, and that of trail ${told.trail_name} came`,
        {
          expected: `the artifact on trail ${trail}`,
          fix: 'Look at base-url: a cache or a proxy may have mixed up two answers',
        },
      );
    }
    const { current = null, own_template = null, template_version = null } = told;
    return { current, own_template, template_version };
  } catch (error) {
    if (isNotThere(error)) return {};
    throw error;
  }
}
