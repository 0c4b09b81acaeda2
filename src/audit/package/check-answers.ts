import { readAnswerLine } from './answer-line.ts';
import { hashOf, type Sha256 } from './hash.ts';

/** The answers of GitHub in a package. GitHub signs nothing: they hold in themselves, and prove nothing. */
export interface CheckedAnswers {
  readonly count: number;
  readonly problems: readonly string[];
}

/** As many problems as people read. */
const mostProblems = 100;

/** Checks that each answer has the hash that its line says. */
export async function checkAnswers(name: string, lines: AsyncIterable<string>, sha256: Sha256): Promise<CheckedAnswers> {
  const problems: string[] = [];
  let count = 0;
  for await (const text of lines) {
    count += 1;
    const line = readAnswerLine(text);
    if (problems.length === mostProblems) continue;
    if (line === undefined) problems.push(`Line ${count} of ${name} is none of an answer of GitHub, or has a key twice`);
    else if (line.body !== undefined && hashOf(sha256, line.body) !== line.sha256)
      problems.push(`Line ${count} of ${name}: the answer was changed: its SHA-256 is not that of the line`);
  }
  return { count, problems };
}
