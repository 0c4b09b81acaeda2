import { narrow, sleep, type Call } from '../../client/index.ts';
import { decideArtifact, decideCommit, trailsOfArtifact, trailsOfCommit } from '../../gate/index.ts';
import type {
  ArtifactEvidence,
  ArtifactQuestion,
  CommitQuestion,
  Question,
  TrailAnswer,
  TrailQuestion,
  TrailVerdict,
  Verdict,
} from '../../gate/index.ts';
import type { AddressSettings, GateSettings, JudgeSettings } from '../../options/index.ts';
import { seconds } from '../../text/index.ts';
import { withService } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import { judged } from '../run/question.ts';
import type { Judged } from '../run/result.ts';
import { askMerges, backoff, gate, type AskMerge } from './gate.ts';
import { readApprovals, readArtifacts, readCommit, readReports } from './read-artifact.ts';

export interface Judgement {
  readonly verdict: Verdict;
  readonly answer: TrailAnswer | undefined;
}

export async function judgeSubject(call: Call, question: Question, settings: JudgeSettings, askMerge: AskMerge): Promise<Judgement> {
  switch (question.subject) {
    case 'trail':
      return gate(call, { question, askMerge }, settings);
    case 'artifact':
      return untilComplete(call, settings, (calling, now) => judgeArtifact(calling, question, now, askMerge));
    case 'commit':
      return untilComplete(call, settings, (calling, now) => judgeCommit(calling, question, now, askMerge));
  }
}

async function judgeArtifact(call: Call, asked: ArtifactQuestion, settings: JudgeSettings, askMerge: AskMerge): Promise<Judgement> {
  const { answer, question } = await readArtifacts(call, asked);
  const { answer: ofTrail, trails } = await judgeTrails(call, trailsOfArtifact(answer, question), settings, askMerge);
  const verdictWith = (more: Pick<ArtifactEvidence, 'approvals' | 'reports'>): Judgement => ({
    verdict: decideArtifact({ question, answer, trails, ...more }, settings.policy),
    answer: ofTrail,
  });
  // Without an artifact there is nothing to approve.
  if (answer.kind === 'failed' || answer.artifacts.length === 0) return verdictWith({ approvals: undefined, reports: undefined });
  const approvals = question.approvedFor === undefined ? undefined : await readApprovals(call, question);
  return verdictWith({ approvals, reports: await readReports(call, question, answer.artifacts) });
}

async function judgeCommit(call: Call, asked: CommitQuestion, settings: JudgeSettings, askMerge: AskMerge): Promise<Judgement> {
  const { found, question } = await readCommit(call, asked);
  const { answer, trails } = await judgeTrails(call, trailsOfCommit(found, question), settings, askMerge);
  return { verdict: decideCommit({ question, found, trails }, settings.policy), answer };
}

/** `answer` is that of the only trail. */
async function judgeTrails(
  call: Call,
  questions: readonly TrailQuestion[],
  settings: JudgeSettings,
  askMerge: AskMerge,
): Promise<{ readonly trails: readonly TrailVerdict[]; readonly answer: TrailAnswer | undefined }> {
  const trails: TrailVerdict[] = [];
  const answers: TrailAnswer[] = [];
  for (const question of questions) {
    const { answer, verdict } = await gate(call, { question, askMerge }, settings);
    trails.push({ question, verdict });
    answers.push(answer);
  }
  return { trails, answer: answers.length === 1 ? answers[0] : undefined };
}

/** Judges again while missing evidence may still come; a single judgement does not wait. */
async function untilComplete(
  call: Call,
  settings: JudgeSettings,
  judge: (call: Call, settings: JudgeSettings) => Promise<Judgement>,
): Promise<Judgement> {
  const { deadline, onNotice } = call;
  const said = new Set<string>();
  // Each judgement would say it again, such as the new name of a flow.
  const once: Call = {
    ...call,
    onNotice(notice) {
      if (!said.has(notice)) onNotice?.(notice);
      said.add(notice);
    },
  };
  const wait = narrow(deadline, settings.waitTimeout);
  let announced = false;
  for (const pause of backoff(15_000)) {
    const judgement = await judge(once, { ...settings, waitTimeout: 0 });
    if (judgement.verdict.name !== 'incomplete' || wait.remaining() === 0) return judgement;
    if (!announced) onNotice?.(`Waiting up to ${seconds(wait.remaining() / 1000)} for what is missing`);
    announced = true;
    await sleep(Math.min(pause, wait.remaining()), deadline, 'the wait for what is missing');
  }
  throw new RangeError('the backoff never ends');
}

/** A verdict for a commit status must meet more. */
export function judgingIn<Settings extends JudgeSettings>(settings: Settings, { isForStatus = false }: RunContext): Settings {
  return { ...settings, policy: { ...settings.policy, isForStatus } };
}

interface AgainSettings {
  readonly connection: AddressSettings;
  readonly gating: GateSettings;
  readonly githubToken: string | undefined;
}

/** By the service's current answers: others may have recorded a no. */
export function judgeAgain(
  command: string,
  { connection, gating, githubToken }: AgainSettings,
  question: Question,
  context: RunContext,
): Promise<Judged> {
  return withService(connection, gating.evaluationTimeout, context, async (call) => {
    const judging = judgingIn({ ...gating, waitTimeout: 0 }, context);
    const decided = await judgeSubject(call, question, judging, askMerges(githubToken, context));
    return judged({ command, dryRun: false, evidence: undefined, sent: context.sent.soFar(), question, ...decided }, gating, context);
  });
}
