import { EvidenceError, type EvidenceProblem } from '../../errors/index.ts';
import { checkWorkTrees, type CheckedWorkTrees, type GitFacts } from '../../git/index.ts';
import { readTestResults } from '../results/read-results.ts';
import type { TestResults } from '../../results/index.ts';
import { commitOf } from '../run/commit.ts';
import { searchRootOf, type RunContext } from '../run/context.ts';
import { crossCheck } from './cross-check.ts';
import { locateFailures } from './locate-failures.ts';
import type { AttestSettings } from '../../options/index.ts';

/** Everything that is read on the runner before anything is sent. */
export interface TestEvidence {
  readonly git: GitFacts | undefined;
  readonly results: TestResults;
  /** Problems of the files and of the commit together; any of them makes the evidence unusable. */
  readonly problems: readonly EvidenceProblem[];
}

/** Reads the test results, the commit and the repository. All faults come back together, as problems. */
export async function readTestEvidence(settings: AttestSettings, commit: string | undefined, context: RunContext): Promise<TestEvidence> {
  const { reading, resultPaths, testOutcome, trackedResults } = settings;
  const [results, { git, problems }] = await Promise.all([
    readTestResults(resultPaths, { ...searchRootOf(context), ...reading, testOutcome, trackedResults }),
    readGit(settings, commit, context),
  ]);
  for (const warning of results.warnings) context.report({ kind: 'warning', ...warning });
  for (const notice of git?.notices ?? []) context.report({ kind: 'notice', message: notice });
  const trees = await compareWorkTrees(git, results, context);
  for (const message of trees.notices) context.report({ kind: 'notice', message });
  const checked = crossCheck(settings, results);
  for (const message of checked.warnings) context.report({ kind: 'warning', message });
  const located = await locateFailures(results, context, git);
  const unread = git?.checkout === 'none' ? results.problems.map(withoutCheckout) : results.problems;
  return { git, results: located, problems: [...problems, ...trees.problems, ...unread, ...checked.problems] };
}

/** Tests that do not exist cannot run. */
function withoutCheckout(problem: EvidenceProblem): EvidenceProblem {
  if (problem.code !== 'no-tests' && problem.code !== 'no-files') return problem;
  const look = 'There is no git checkout: if the tests run in this job, check the repository out before them (actions/checkout).';
  return { ...problem, fix: `${look} ${problem.fix}` };
}

async function readGit(
  settings: AttestSettings,
  commit: string | undefined,
  context: RunContext,
): Promise<{ git: GitFacts | undefined; problems: readonly EvidenceProblem[] }> {
  try {
    return { git: await commitOf(settings, commit, context), problems: [] };
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    // A record for the event's commit is made anyway: without one, an earlier green record would count for it.
    const facts = error.code === 'wrong-commit' ? await commitOf(settings, commit, context, { checkout: false }) : undefined;
    return { git: facts === undefined ? undefined : { ...facts, notices: [] }, problems: error.problems };
  }
}

/** The checkout of the working directory was already compared; a checkout with a `path:` of its own may be of another commit. */
async function compareWorkTrees(
  git: GitFacts | undefined,
  { files }: TestResults,
  { directory, event }: RunContext,
): Promise<CheckedWorkTrees> {
  if (git === undefined) return { problems: [], notices: [] };
  const paths = files.map(({ path }) => path);
  return checkWorkTrees(paths, { sha: git.commit.sha1, directory, event });
}
