import { narrow, sleep, type Call, type Deadline } from '../../client/index.ts';
import { TransportError } from '../../errors/index.ts';
import {
  asJudged,
  commitsNamed,
  decide,
  isUnsettled,
  missingNames,
  namesWithoutRecord,
  otherTrailCommit,
  rowsOf,
} from '../../gate/index.ts';
import type { Evidence, MergeAnswer, OwnEvidence, Policy, TrailAnswer, TrailQuestion, Verdict } from '../../gate/index.ts';
import { isTestMerge, parentsFromApi, parentsIn, subjectOf } from '../../git/index.ts';
import { fetchCommit } from '../../github/index.ts';
import type { JudgeSettings } from '../../options/index.ts';
import { given, list, seconds } from '../../text/index.ts';
import { withGitHub } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import { faultFacts } from '../run/fault.ts';
import { readBefore, readFlow, readRecords, trailReader, type TrailReader } from './read-trail.ts';

/** Waits between polls: short at first, then up to `longest`, with a random part, so that many jobs do not ask at once. */
export function* backoff(longest: number, random: () => number = Math.random): Generator<number, never> {
  for (let ceiling = 250; ; ceiling = Math.min(longest, ceiling * 2)) yield ceiling / 2 + (random() * ceiling) / 2;
}

/** Waits, but not into the last half second of the deadline: the last poll needs a moment of its own. Returns whether there was time. */
export async function waitWithin(milliseconds: number, deadline: Deadline, what: string): Promise<boolean> {
  const left = deadline.remaining() - 500;
  if (left <= 0) return false;
  try {
    await sleep(Math.min(milliseconds, left), deadline, what);
    return true;
  } catch (error) {
    if (error instanceof TransportError && error.code === 'deadline') return false;
    throw error;
  }
}

/** Tells whether a commit was made from another one, so that its tests count as tests of that one. */
export type AskMerge = (sha: string, commit: string) => Promise<MergeAnswer>;

/** Asks the event, then git in the checkout, then GitHub with a token; each question once. */
export function askMerges(githubToken: string | undefined, context: RunContext): AskMerge {
  const answers = new Map<string, Promise<MergeAnswer>>();
  return (sha, commit) => {
    const key = `${sha} ${commit}`;
    const answer = answers.get(key) ?? ask(sha, commit, githubToken, context);
    answers.set(key, answer);
    return answer;
  };
}

/** Either may be made of the other. */
export async function askEitherWay(askMerge: AskMerge, one: string, other: string): Promise<MergeAnswer> {
  const answers = [await askMerge(one, other), await askMerge(other, one)];
  return answers.find(({ kind }) => kind === 'of-this') ?? answers.find(isUnsettled) ?? { kind: 'another' };
}

async function ask(sha: string, commit: string, githubToken: string | undefined, context: RunContext): Promise<MergeAnswer> {
  if (isOwnMerge(sha, commit, context)) return { kind: 'of-this' };
  const known = await parentsIn(context.directory, sha);
  if (known !== undefined) return answerBy(known, commit);
  const { repository } = context.event;
  if (githubToken === undefined || repository === undefined) return { kind: 'unasked' };
  try {
    const found = await withGitHub(githubToken, repository, context, (access) =>
      fetchCommit({ ...access, signal: context.interrupt }, sha),
    );
    const parents = parentsFromApi(found, sha);
    return parents === undefined ? { kind: 'another' } : answerBy(parents, commit);
  } catch (error) {
    return { kind: 'another', fault: faultFacts(error) };
  }
}

/** In a run for a pull request `GITHUB_SHA` is the merge of its head; elsewhere it may be the tip of the default branch. */
function isOwnMerge(sha: string, commit: string, { event }: RunContext): boolean {
  const isOfPull = event.eventName.startsWith('pull_request') && event.eventName !== 'pull_request_target';
  return isOfPull && sha === event.sha && (subjectOf(event).sha ?? commit) === commit;
}

function answerBy(parents: readonly string[], commit: string): MergeAnswer {
  return { kind: isTestMerge(parents, commit) ? 'of-this' : 'another' };
}

export interface GateInput {
  readonly question: TrailQuestion;
  readonly own?: OwnEvidence;
  /** The trail's answer when our own record was found evaluated; asked for again when absent. */
  readonly answer?: TrailAnswer;
  readonly askMerge: AskMerge;
  /** It has read the trail already, and knows how the service answers. */
  readonly reader?: TrailReader;
}

/** Reads the trail, waits for other jobs, looks at the records of every green name, and decides. */
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

function isLost(own: OwnEvidence | undefined): boolean {
  if (own === undefined) return false;
  const { problems, sending } = own;
  return problems.length > 0 || sending.kind === 'failed' || (sending.kind === 'accepted' && !sending.evaluated);
}

/** `undefined` when waiting could change nothing: all is there, or something already says no. */
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
