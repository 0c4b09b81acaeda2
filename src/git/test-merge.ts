import { EvidenceError } from '../errors/index.ts';
import { readCheckout } from './checkout.ts';
import { parentsAt } from './facts.ts';
import { shaAt } from './payload.ts';

/**
 * Whether a commit with these parents is what GitHub makes to test a pull request: its head merged into its base, so that the
 * head is the second of two parents (docs.github.com/actions, `GITHUB_SHA` of `pull_request`).
 */
export function isTestMerge(parents: readonly string[], head: string): boolean {
  return parents.length === 2 && parents[1] === head;
}

/** The parents of a commit as the checkout around a directory has it; `undefined` where there is none that has it and can be read. */
export async function parentsIn(directory: string, sha: string): Promise<readonly string[] | undefined> {
  try {
    return (await readCheckout(directory, sha))?.asked?.parents;
  } catch (error) {
    if (error instanceof EvidenceError) return undefined;
    throw error;
  }
}

/** The parents of a commit in GitHub's answer; `undefined` where that is about another one, or does not tell them all. */
export function parentsFromApi(answer: unknown, sha: string): readonly string[] | undefined {
  return shaAt(answer, 'sha') === sha ? parentsAt(answer) : undefined;
}
