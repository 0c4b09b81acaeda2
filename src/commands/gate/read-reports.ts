import { searchSha, type Call } from '../../client/index.ts';
import { flowsFound, type ArtifactQuestion, type ArtifactReport, type ReportsAnswer } from '../../gate/index.ts';
import type { Artifact } from '../../contract/index.ts';
import { ContractError, ResponseError } from '../../errors/index.ts';
import { stringAt } from '../../text/index.ts';
import { faultFacts } from '../run/fault.ts';
import { artifactsIn } from './read-artifact.ts';

/**
 * Every report of an artifact in the organization: those of its flow, and those of the other flows that a search names (operation 7). Where
 * that may miss some, the whole organization is listed (operation 3).
 */
export async function readReports(call: Call, question: ArtifactQuestion, ofFlow: readonly Artifact[]): Promise<ReportsAnswer> {
  try {
    const flows = await flowsWith(call, question);
    const elsewhere = flows === undefined ? await inOrganization(call, question) : await inFlows(call, question, flows);
    return { kind: 'reports', reports: [...ofFlow.map((artifact) => ({ flow: question.flow, artifact })), ...elsewhere] };
  } catch (error) {
    return { kind: 'failed', fault: faultFacts(error) };
  }
}

async function flowsWith(call: Call, question: ArtifactQuestion): Promise<readonly string[] | undefined> {
  try {
    return flowsFound(await searchSha(call, { org: question.org, search_value: question.fingerprint }), question);
  } catch (error) {
    if (error instanceof ResponseError || error instanceof ContractError) return undefined;
    throw error;
  }
}

async function inFlows(call: Call, question: ArtifactQuestion, flows: readonly string[]): Promise<readonly ArtifactReport[]> {
  const reports: ArtifactReport[] = [];
  for (const flow of flows) {
    if (flow === question.flow) continue;
    for (const artifact of await artifactsIn(call, question, flow)) reports.push({ flow, artifact });
  }
  return reports;
}

async function inOrganization(call: Call, question: ArtifactQuestion): Promise<readonly ArtifactReport[]> {
  const all = await artifactsIn(call, question, undefined);
  return all.map((artifact) => ({ flow: stringAt(artifact, 'flow_name'), artifact }));
}
