import { listApprovals, listArtifacts, wholeListing, type Call } from '../../client/index.ts';
import { ContractError } from '../../errors/index.ts';
import type { ApprovalsAnswer, ArtifactQuestion, ArtifactsAnswer } from '../../gate/index.ts';
import { stringAt } from '../../text/index.ts';
import { faultFacts } from '../fault.ts';
import { inTurns } from './in-turns.ts';
import { readCurrent } from './read-current.ts';

/** Where the flow's artifacts with the fingerprint are (operation 3); a listing that moves or is cut is a fault. */
export async function readArtifacts(call: Call, { fingerprint, flow, org }: ArtifactQuestion): Promise<ArtifactsAnswer> {
  try {
    const all = await wholeListing(
      (page, per_page) => listArtifacts(call, { org }, { flow_name: flow, page, per_page }),
      ({ fingerprint: of, id, trail_name: trail }) => id ?? JSON.stringify([of, trail]),
      `The list of the artifacts of flow ${flow}`,
    );
    const artifacts = all.filter(({ fingerprint: of }) => of.toLowerCase() === fingerprint);
    const other = artifacts.map((artifact) => stringAt(artifact, 'flow_name')).find((name) => name !== undefined && name !== flow);
    if (other !== undefined) {
      throw new ContractError('wrong-shape', `The list of the artifacts of flow ${flow} holds one of flow ${other}`, {
        expected: `artifacts of flow ${flow}`,
        fix: 'Look at base-url: a cache or a proxy may have mixed up two answers',
      });
    }
    const now = await inTurns(artifacts, async (artifact) => {
      const { trail_name: trail } = artifact;
      const onTrail = typeof trail === 'string' && trail !== '';
      return onTrail ? { ...artifact, ...(await readCurrent(call, { org, flow, trail, fingerprint })) } : artifact;
    });
    return { kind: 'artifacts', artifacts: now };
  } catch (error) {
    return { kind: 'failed', fault: faultFacts(error) };
  }
}

/** Every approval of the artifact (operation 8). */
export async function readApprovals(call: Call, { fingerprint, flow, org }: ArtifactQuestion): Promise<ApprovalsAnswer> {
  try {
    return { kind: 'approvals', approvals: await listApprovals(call, { org, flow_name: flow, fingerprint }) };
  } catch (error) {
    return { kind: 'failed', fault: faultFacts(error) };
  }
}
