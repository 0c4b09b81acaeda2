import { narrow, sleep, type Call } from '../../client/index.ts';
import {
  asJudged,
  commitsNamed,
  decide,
  missingNames,
  otherTrailCommit,
  rowsOf,
  namesWithoutRecord,
  type Evidence,
  type MergeAnswer,
  type OwnEvidence,
  type Policy,
  type TrailQuestion,
  type TrailAnswer,
  type Verdict,
} from '../../gate/index.ts';
import { given, list, seconds } from '../../text/index.ts';
import { askEitherWay, type AskMerge } from './ask-merges.ts';
import { trailReader, type TrailReader } from './read-trail.ts';
import { backoff, waitWithin } from './backoff.ts';
import { readBefore } from './read-before.ts';
import { readFlow } from './read-flow.ts';
import { readRecords } from './read-records.ts';
import type { JudgeSettings } from '../../options/index.ts';

export interface GateInput {
  readonly question: TrailQuestion;
  readonly own?: OwnEvidence;
  /** The trail's answer when our own record was found evaluated; asked for again when absent. */
  readonly answer?: TrailAnswer;
  /** Tells which other commits were made from the one in question. */
  readonly askMerge: AskMerge;
  /** A reader that has read the trail already, and knows how the service answers. */
  readonly reader?: TrailReader;
}

/** The use case `gate`: reads the trail, waits for other jobs, looks at the records of every green name, and decides. */
export async function gate(call: Call, input: GateInput, settings: JudgeSettings): Promise<{ verdict: Verdict; answer: TrailAnswer }> {
  const { askMerge, question, own, reader = trailReader(question) } = input;
  const { deadline } = call;
  const wait = narrow(deadline, settings.waitTimeout);
  const pauses = backoff(15_000);
  let announced = '';
  for (let { answer } = input; ; answer = undefined) {
    const current = answer ?? (await reader(call));
    const missing = isLost(own) ? undefined : waitedFor(current, settings);
    const pause = pauses.next().value;
    if (missing === undefined || wait.remaining() === 0) {
      const asked = current.kind === 'trail' && current.flow !== undefined ? { ...question, flow: current.flow } : question;
      const verdict = await decideWithRecords(call, { question: asked, answer: current, ...given({ own }) }, settings, askMerge);
      return { verdict, answer: current };
    }
    if (missing !== announced) call.onNotice?.(`Waiting up to ${seconds(wait.remaining() / 1000)} for ${missing}`);
    announced = missing;
    await sleep(Math.min(pause, wait.remaining()), deadline, `the wait for ${missing}`);
  }
}

/**
 * Decides with the records of the names. Searches lag: a record that the trail carries, but that neither the search nor its id shows,
 * is asked for again until `evaluation-timeout`, unless something already says no.
 */
async function decideWithRecords(
  call: Call,
  asked: Omit<Evidence, 'records' | 'flow'>,
  { evaluationTimeout, policy }: JudgeSettings,
  askMerge: AskMerge,
): Promise<Verdict> {
  const { answer, question } = asked;
  const evidence = { ...asked, ...given({ flow: await readFlow(call, asked, policy) }) };
  const within = narrow(call.deadline, evaluationTimeout);
  let records = await readRecords(call, evidence, policy);
  let polls = 0;
  for (const pause of backoff(3_000)) {
    const merges = await mergesNamed({ ...evidence, records }, policy, askMerge);
    const verdict = decide({ ...evidence, records, merges }, policy);
    const unseen = answer.kind === 'trail' ? namesWithoutRecord(rowsOf(asJudged(answer.trail, policy)), records, question) : [];
    if (unseen.length === 0 || verdict.name === 'non-compliant' || verdict.name === 'unusable') {
      const before = await readBefore(call, question, verdict);
      return before === undefined ? verdict : decide({ ...evidence, records, merges, before }, policy);
    }
    polls += 1;
    if (polls === 3)
      call.onNotice?.(`Waiting up to ${seconds(within.remaining() / 1000)} more until the service shows the records of ${list(unseen)}`);
    if (!(await waitWithin(pause, within, 'the wait for the records'))) return verdict;
    records = new Map([...records, ...(await readRecords(call, evidence, policy, unseen))]);
  }
  throw new RangeError('the backoff never ends');
}

async function mergesNamed(evidence: Evidence, policy: Policy, askMerge: AskMerge): Promise<NonNullable<Evidence['merges']>> {
  const { commit } = evidence.question;
  const merges = new Map<string, MergeAnswer>();
  if (commit === undefined) return merges;
  for (const sha of commitsNamed(evidence, policy)) merges.set(sha, await askMerge(sha, commit));
  const ofTrail = policy.isForStatus === true ? otherTrailCommit(evidence.question) : undefined;
  if (ofTrail !== undefined) merges.set(ofTrail, await askEitherWay(askMerge, ofTrail, commit));
  return merges;
}

/** Whether our own evidence already rules out a yes, whatever other jobs still bring. */
function isLost(own: OwnEvidence | undefined): boolean {
  if (own === undefined) return false;
  const { problems, sending } = own;
  return problems.length > 0 || sending.kind === 'failed' || (sending.kind === 'accepted' && !sending.evaluated);
}

/** The evidence to wait for; `undefined` when waiting could change nothing: all is there, or something already says no. */
function waitedFor(answer: TrailAnswer, { policy }: JudgeSettings): string | undefined {
  switch (answer.kind) {
    case 'no-flow':
    case 'no-trail':
      return 'the trail to begin';
    case 'failed':
      return undefined;
    case 'trail': {
      const rows = rowsOf(asJudged(answer.trail, policy));
      const names = missingNames(rows, policy);
      const fails = rows.some(({ status }) => status.is_compliant === false && status.status !== 'MISSING');
      return fails || names.length === 0 ? undefined : list(names);
    }
  }
}
