import { findAttestations, isNotThere, searchSha, type Call } from '../../client/index.ts';
import { trailsOfCommit, type CommitAnswers, type CommitQuestion, type CommitRecordsAnswer, type SearchAnswer } from '../../gate/index.ts';
import { answerOrFault } from '../run/fault.ts';
import { flowNow } from './flow-now.ts';
import { inTurns } from './in-turns.ts';
import { readCurrent } from './read-current.ts';
import { given } from '../../text/index.ts';

/** All that the service knows of a commit (operations 7 and 2), and the question with the current name of a flow that was renamed. */
export async function readCommit(
  call: Call,
  question: CommitQuestion,
): Promise<{ readonly question: CommitQuestion; readonly found: CommitAnswers }> {
  const [search, records] = await Promise.all([searchCommit(call, question), recordsAt(call, question)]);
  const found = { search, records };
  const { flow, org } = question;
  // Facts of another flow are left out. If all facts are of others, they may be of this flow by another name.
  const isOfOthers = flow !== undefined && trailsOfCommit(found, question).length === 0 && holds(found);
  const renamed = isOfOthers ? await flowNow(call, { org, flow }) : undefined;
  const now = renamed === undefined ? question : { ...question, flow: renamed };
  return { question: now, found: { records, search: await withCurrent(call, search, now) } };
}

function holds({ records, search }: CommitAnswers): boolean {
  return (search.kind === 'found' && search.result.artifacts.length > 0) || (records.kind === 'records' && records.records.length > 0);
}

function searchCommit(call: Call, { commit, org }: CommitQuestion): Promise<SearchAnswer> {
  return answerOrFault(async () => {
    try {
      return { kind: 'found', result: await searchSha(call, { org, search_value: commit }) };
    } catch (error) {
      // A service that searches names the commit that it does not know; one without the operation cannot.
      if (isNotThere(error) && error.status === 404 && error.serverMessage?.toLowerCase().includes(commit) === true)
        return { kind: 'nothing' };
      throw error;
    }
  });
}

/** Adds the service's answers about each artifact. */
async function withCurrent(call: Call, search: SearchAnswer, { flow: of, org }: CommitQuestion): Promise<SearchAnswer> {
  if (search.kind !== 'found') return search;
  return answerOrFault(async () => {
    const artifacts = await inTurns(search.result.artifacts, async (artifact) => {
      const { fingerprint, flow, trail } = artifact;
      const onTrail = isName(flow) && isName(trail) && (of === undefined || flow === of);
      return onTrail ? { ...artifact, ...(await readCurrent(call, { org, flow, trail, fingerprint })) } : artifact;
    });
    return { ...search, result: { ...search.result, artifacts } };
  });
}

function recordsAt(call: Call, { commit, flow, org }: CommitQuestion): Promise<CommitRecordsAnswer> {
  return answerOrFault(async () => {
    const search = { commit_list: [commit], ...given({ flow_name: flow }) };
    return { kind: 'records', records: (await findAttestations(call, { org }, search)).get(commit) ?? [] };
  });
}

function isName(text: string | null | undefined): text is string {
  return typeof text === 'string' && text !== '';
}
