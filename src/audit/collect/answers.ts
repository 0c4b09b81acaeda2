import type { AnswerFact, Hole } from '../facts/line.ts';
import type { Spool } from '../lines/write-lines.ts';
import { holeOf } from './gaps.ts';

/** The answers of GitHub that a package keeps. They wait in a file: there is one for each request. */
export interface Answers {
  add(answer: AnswerFact): Promise<void>;
  /** In the order in which they came. One that could not be kept is a hole. */
  lines(): AsyncGenerator<AnswerFact | Hole>;
}

/** @param spool of its own */
export function openAnswers(spool: Spool<AnswerFact>): Answers {
  // Requests run at the same time, and two that write at once would mix their lines.
  let last: Promise<void> = Promise.resolve();
  let missing: Hole | undefined;
  const addAfter = async (before: Promise<void>, answer: AnswerFact): Promise<void> => {
    await before;
    if (missing !== undefined) return;
    try {
      await spool.add([answer]);
    } catch (error) {
      missing = holeOf('answers of GitHub, which the package keeps', error);
    }
  };
  return {
    add(answer) {
      last = addAfter(last, answer);
      return last;
    },
    async *lines() {
      await last;
      try {
        yield* spool.all();
      } catch (error) {
        missing ??= holeOf('answers of GitHub, which the package keeps', error);
      }
      if (missing !== undefined) yield missing;
    },
  };
}

/** The answers follow the facts that were read from them, also where the facts break off. */
export async function* withAnswers<Fact>(
  facts: AsyncIterable<Fact>,
  answers: Pick<Answers, 'lines'>,
): AsyncGenerator<Fact | AnswerFact | Hole> {
  let hasBegun = false;
  try {
    for await (const fact of facts) {
      hasBegun = true;
      yield fact;
    }
  } catch (error) {
    if (hasBegun) yield* answers.lines();
    throw error;
  }
  yield* answers.lines();
}
