import { findAttestations, isNotThere, searchSha, type Call } from '../../client/index.ts';
import type { CommitAnswers, CommitQuestion, CommitRecordsAnswer, SearchAnswer } from '../../gate/index.ts';
import { faultFacts } from '../fault.ts';
import { inTurns } from './in-turns.ts';
import { readCurrent } from './read-current.ts';

/** What the service knows of a commit: its artifacts (operation 7) and its records (operation 2). */
export async function readCommit(call: Call, question: CommitQuestion): Promise<CommitAnswers> {
  const [search, records] = await Promise.all([searchCommit(call, question), recordsAt(call, question)]);
  return { search, records };
}

async function searchCommit(call: Call, { commit, flow: of, org }: CommitQuestion): Promise<SearchAnswer> {
  try {
    const result = await searchSha(call, { org, search_value: commit });
    const artifacts = await inTurns(result.artifacts, async (artifact) => {
      const { fingerprint, flow, trail } = artifact;
      const onTrail = isName(flow) && isName(trail) && (of === undefined || flow === of);
      return onTrail ? { ...artifact, ...(await readCurrent(call, { org, flow, trail, fingerprint })) } : artifact;
    });
    return { kind: 'found', result: { ...result, artifacts } };
  } catch (error) {
    // A service that searches names the commit that it does not know; one that does not have the operation cannot.
    if (isNotThere(error) && error.status === 404 && error.serverMessage?.toLowerCase().includes(commit) === true)
      return { kind: 'nothing' };
    return { kind: 'failed', fault: faultFacts(error) };
  }
}

async function recordsAt(call: Call, { commit, flow, org }: CommitQuestion): Promise<CommitRecordsAnswer> {
  try {
    const search = { commit_list: [commit], ...(flow === undefined ? {} : { flow_name: flow }) };
    return { kind: 'records', records: (await findAttestations(call, { org }, search)).get(commit) ?? [] };
  } catch (error) {
    return { kind: 'failed', fault: faultFacts(error) };
  }
}

function isName(text: string | null | undefined): text is string {
  return typeof text === 'string' && text !== '';
}
