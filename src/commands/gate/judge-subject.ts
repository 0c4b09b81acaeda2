import { narrow, sleep, type Call } from '../../client/index.ts';
import {
  decideArtifact,
  decideCommit,
  trailsOfArtifact,
  trailsOfCommit,
  type ArtifactQuestion,
  type CommitQuestion,
  type Question,
  type TrailAnswer,
  type TrailBehind,
  type TrailQuestion,
  type Verdict,
} from '../../gate/index.ts';
import { seconds } from '../../text/index.ts';
import type { JudgeSettings } from '../../options/index.ts';
import { backoff } from './backoff.ts';
import { gate } from './gate.ts';
import { readApprovals, readArtifacts } from './read-artifact.ts';
import { readCommit } from './read-commit.ts';

/** What was decided, and what was read of the trail where there is one alone. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly answer: TrailAnswer | undefined;
}

/** The use case `gate` for each subject: a trail, or every trail behind an artifact or a commit. */
export async function judgeSubject(call: Call, question: Question, settings: JudgeSettings): Promise<Judgement> {
  switch (question.subject) {
    case 'trail':
      return gate(call, { question }, settings);
    case 'artifact':
      return untilComplete(call, settings, (now) => judgeArtifact(call, question, now));
    case 'commit':
      return untilComplete(call, settings, (now) => judgeCommit(call, question, now));
  }
}

async function judgeArtifact(call: Call, question: ArtifactQuestion, settings: JudgeSettings): Promise<Judgement> {
  const answer = await readArtifacts(call, question);
  const { answers, trails } = await judgeTrails(call, trailsOfArtifact(answer, question), settings);
  // Where there is no artifact there is nothing that could be approved.
  const isThere = answer.kind === 'artifacts' && answer.artifacts.length > 0;
  const approvals = question.approvedFor === undefined || !isThere ? undefined : await readApprovals(call, question);
  return { verdict: decideArtifact({ question, answer, trails, approvals }, settings.policy), answer: onlyOf(answers) };
}

async function judgeCommit(call: Call, question: CommitQuestion, settings: JudgeSettings): Promise<Judgement> {
  const found = await readCommit(call, question);
  const { answers, trails } = await judgeTrails(call, trailsOfCommit(found, question), settings);
  return { verdict: decideCommit({ question, found, trails }, settings.policy), answer: onlyOf(answers) };
}

async function judgeTrails(
  call: Call,
  questions: readonly TrailQuestion[],
  settings: JudgeSettings,
): Promise<{ readonly trails: readonly TrailBehind[]; readonly answers: readonly TrailAnswer[] }> {
  const trails: TrailBehind[] = [];
  const answers: TrailAnswer[] = [];
  for (const question of questions) {
    const { answer, verdict } = await gate(call, { question }, settings);
    trails.push({ question, verdict });
    answers.push(answer);
  }
  return { trails, answers };
}

function onlyOf(answers: readonly TrailAnswer[]): TrailAnswer | undefined {
  return answers.length === 1 ? answers[0] : undefined;
}

/** Judges again and again while what is missing may still come; each judgement on its own does not wait. */
async function untilComplete(
  { deadline, onNotice }: Call,
  settings: JudgeSettings,
  judge: (settings: JudgeSettings) => Promise<Judgement>,
): Promise<Judgement> {
  const wait = narrow(deadline, settings.waitTimeout);
  let announced = false;
  for (const pause of backoff(15_000)) {
    const judgement = await judge({ ...settings, waitTimeout: 0 });
    if (judgement.verdict.name !== 'incomplete' || wait.remaining() === 0) return judgement;
    if (!announced) onNotice?.(`Waiting up to ${seconds(wait.remaining() / 1000)} for what is missing`);
    announced = true;
    await sleep(Math.min(pause, wait.remaining()), deadline, 'the wait for what is missing');
  }
  throw new RangeError('the backoff never ends');
}
