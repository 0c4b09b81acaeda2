import { messageOf } from '../../../errors/index.ts';
import type { AnswersForRequest, Asking, GateAnswers } from '../../context.ts';
import { turn } from '../../turns.ts';
import type { TrailRow } from '../trails/tables.ts';
import type { GateAnswer, KeptAnswer, WorkedOut } from './tables.ts';
import { TooMuch, answerOnArtifact, answerOnTrail, type Source } from './use.ts';

/** How long one request works out answers, in milliseconds; those after that are shown as unknown. */
const mostMs = 5000;

/** Answers that were worked out are kept together, so soon after the first of them. */
const keptAfterMs = 300;

/** Answers that wait to be kept, at most: then they are kept at once. */
const mostWaiting = 200;

type About = Pick<TrailRow, 'gate' | 'ofDoubtfulFlow'>;

export function openGateAnswers(source: Source, log: (line: string) => void): GateAnswers {
  const waiting = new Map<string, WorkedOut>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const answers = [...waiting.values()];
    // Each reader meanwhile works it out again, and so does the next one if they cannot be kept.
    waiting.clear();
    if (answers.length > 0) await source.store.keepGateAnswers(answers).catch(() => {});
  }

  function keep(kept: KeptAnswer, answer: GateAnswer): void {
    waiting.set(keyOf(kept), { ...kept, answer });
    if (waiting.size >= mostWaiting) void flush();
    else timer ??= setTimeout(() => void flush(), keptAfterMs).unref();
  }

  function known(kept: KeptAnswer): GateAnswer | undefined {
    const soon = waiting.get(keyOf(kept));
    return kept.answer ?? (soon?.basis === kept.basis ? soon.answer : undefined);
  }

  function forRequest(org: Asking): AnswersForRequest {
    let left = mostMs;
    // Its basis was read before the evidence is, so that a record which comes meanwhile makes the answer one that is not of now.
    const answer = async ({ gate: kept, ofDoubtfulFlow }: About, workOut: () => Promise<GateAnswer>): Promise<GateAnswer> => {
      // The names of the other flows that the caller sees are a part of it: such an answer is for this caller alone.
      const ready = ofDoubtfulFlow ? undefined : known(kept);
      if (ready !== undefined) return ready;
      if (left <= 0) return unknown('It is not worked out yet', 'Ask again in a moment');
      const since = performance.now();
      try {
        await turn();
        const found = await workOut();
        if (!ofDoubtfulFlow) keep(kept, found);
        return found;
      } catch (error) {
        if (error instanceof TooMuch) return unknown(error.message, 'Ask the gate itself: compliance-evidence explain');
        log(`What a gate says in ${org.orgName} could not be worked out: ${messageOf(error)}`);
        return unknown('It could not be worked out', 'Ask the gate itself: compliance-evidence explain. The log of the service says why');
      } finally {
        left -= performance.now() - since;
      }
    };
    return {
      onTrail: (trail) => answer(trail, () => answerOnTrail(source, org, trail.id)),
      onArtifact: async (row) => withinReach(org, await answer(row, () => answerOnArtifact(source, org, row))),
    };
  }

  return { forRequest, flush };
}

/** Reports in any flow may stand against an artifact: a caller who is narrowed to flows does not learn the names of the others. */
function withinReach({ flows }: Asking, answer: GateAnswer): GateAnswer {
  const { reason } = answer;
  if (flows === undefined || reason?.code !== 'other-tree') return answer;
  return {
    ...answer,
    reason: { ...reason, message: 'The fingerprint stands for two different contents, by what was reported of it in this organization' },
  };
}

/** An unknown answer is not a yes. */
function unknown(message: string, fix: string): GateAnswer {
  return { verdict: 'unknown', reason: { code: 'not-worked-out', message, fix } };
}

function keyOf({ aboutId, fingerprint, orgId }: KeptAnswer): string {
  return `${orgId} ${aboutId} ${fingerprint}`;
}
