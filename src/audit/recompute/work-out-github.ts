import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '../../text/index.ts';
import type { GitHubPort } from '../collect/port.ts';
import { readLines } from '../lines/read-lines.ts';
import { members } from '../package/manifest.ts';
import { compareGitHub } from './compare-github.ts';
import type { Findings } from './recomputed.ts';
import { replayAnswers, type ReplayedFetch } from './replay-answers.ts';
import type { Told } from './told.ts';

/** The code that asks GitHub, over answers that are there already. It is handed in: an audit knows no GitHub. */
export type OpenGitHub = (access: {
  readonly repository: string;
  readonly fetch: ReplayedFetch;
  readonly signal: AbortSignal;
}) => GitHubPort;

interface Request {
  readonly folder: string;
  readonly openGitHub: OpenGitHub;
  readonly interrupt: AbortSignal;
  readonly report: (sentence: string) => void;
}

/** Works the facts of GitHub out from its answers in a package, and compares them. The number of facts. */
export async function workOutGitHub(
  { folder, interrupt, openGitHub, report }: Request,
  told: Told,
  isOfOtherProgram: boolean,
  { problems, unproven }: Findings,
): Promise<number> {
  const { basis, repository } = told.header;
  // Nothing is told by GitHub.
  if (basis === 'git' && told.untold.has('pull-requests')) return 0;
  const file = join(folder, members.answers);
  if (repository === null || !existsSync(file)) {
    unproven.push('The facts of GitHub could not be worked out: the package has no answers of GitHub');
    return 0;
  }
  report('Working out the facts of GitHub from its answers');
  const answers = await replayAnswers(file);
  try {
    const port = openGitHub({ repository, fetch: answers.fetch, signal: interrupt });
    const lines = () => readLines(join(folder, members.facts));
    const compared = await compareGitHub({ lines, told, port, answers, isOfOtherProgram });
    problems.push(...compared.differing.values());
    unproven.push(...compared.unproven.values());
    return compared.facts;
  } catch (error) {
    if (interrupt.aborted) throw error;
    const why = error instanceof Error ? error.message : String(error);
    unproven.push(`The facts of GitHub could not be worked out from its answers: ${oneLine(why, 300)}`);
    return 0;
  } finally {
    await answers.close();
  }
}
