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
  const { flow, org } = question;
  // Everything that is found carries the name that its flow has now, and a filter by an earlier name may find nothing.
  const isOfNone = flow !== undefined && trailsOfCommit({ search, records }, question).length === 0;
  const renamed = isOfNone ? await flowNow(call, { org, flow }) : undefined;
  if (renamed === undefined) return { question, found: { records, search: await withCurrent(call, search, question) } };
  const now = { ...question, flow: renamed };
  return { question: now, found: { records: await recordsAt(call, now), search: await withCurrent(call, search, now) } };
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
