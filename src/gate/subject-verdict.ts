import { given } from '../text/index.ts';
import type { TrailQuestion } from './evidence.ts';
import { inOrder, worst, type Reason, type Verdict } from './verdict.ts';

/** A trail behind a subject, and what the gate says of it. */
export interface TrailVerdict {
  readonly question: TrailQuestion;
  readonly verdict: Verdict;
}

/** The worst of the reasons of a subject and of each trail behind it. Each reason of a trail names it: there may be several. */
export function verdictOn(ofSubject: readonly Reason[], trails: readonly TrailVerdict[], notices: readonly string[]): Verdict {
  const reasons = [...ofSubject, ...trails.flatMap(reasonsOf)];
  const doubted = trails.find(({ verdict }) => verdict.foremost !== undefined);
  return {
    name: worst(reasons),
    reasons: inOrder(reasons),
    notices: [...notices, ...trails.flatMap(({ question, verdict }) => verdict.notices.map((notice) => naming(question, notice)))],
    rows: trails.flatMap(({ question: { flow, trail }, verdict }) => verdict.rows.map((row) => ({ ...row, trail, flow }))),
    ...given({ foremost: doubted?.verdict.foremost && naming(doubted.question, doubted.verdict.foremost) }),
  };
}

function reasonsOf({ question, verdict }: TrailVerdict): readonly Reason[] {
  const { flow, trail } = question;
  return verdict.reasons.map((reason) => ({ ...reason, trail, flow, message: naming(question, reason.message) }));
}

function naming({ flow, trail }: TrailQuestion, sentence: string): string {
  const name = `rail ${trail} of flow ${flow}`;
  return sentence.includes(name) ? sentence : `T${name}: ${sentence}`;
}
