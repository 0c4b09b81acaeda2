import { realpath } from 'node:fs/promises';
import { EvidenceError, type EvidenceProblem } from '../../errors/index.ts';
import { jobReasons } from '../../gate/index.ts';
import { checkWorkTrees, contentsAt, subjectOf, trackedFiles, type CheckedWorkTrees, type GitFacts } from '../../git/index.ts';
import type { AttestSettings } from '../../options/index.ts';
import type { FailingCase, TestResults } from '../../results/index.ts';
import { count, given } from '../../text/index.ts';
import { readTestResults } from '../results/read-results.ts';
import { commitOf } from '../run/commit.ts';
import { searchRootOf, type RunContext } from '../run/context.ts';

/** With the runner's facts about the test step, and about the jobs that made the files. */
export function crossCheck(
  said: Pick<AttestSettings, 'testOutcome' | 'jobStatus' | 'jobs'>,
  results: TestResults,
): { readonly problems: readonly EvidenceProblem[]; readonly warnings: readonly string[] } {
  const jobs = checkJobs(said.jobs, results);
  if (results.problems.length > 0) return { problems: jobs, warnings: [] };
  return { problems: [...jobs, ...stepProblems(said, results)], warnings: stepWarnings(said, results) };
}

/** A job that did not end well may have left no file, and the other files do not show it. */
function checkJobs(jobs: AttestSettings['jobs'], { problems, totals }: TestResults): readonly EvidenceProblem[] {
  if (totals.failures + totals.errors > 0) return [];
  const files = problems.length > 0 ? '' : `, but the files show ${count(totals.total, 'test')} and none that failed`;
  return jobReasons(jobs).map(({ message, fix }) => ({ code: 'contradiction', message: `${message}${files}`, fix }));
}

/** Some frameworks write nothing about a test file that could not be loaded: the step fails with green files, and only this sees it. */
function stepProblems({ testOutcome }: Pick<AttestSettings, 'testOutcome'>, { totals }: TestResults): readonly EvidenceProblem[] {
  if (testOutcome === undefined || testOutcome === 'success' || totals.failures + totals.errors > 0) return [];
  const ended = testOutcome === 'failure' ? 'failed' : `was ${testOutcome}`;
  const message = `The test step ${ended}, but its files show ${count(totals.total, 'test')} and none that failed`;
  const fix =
    testOutcome === 'skipped'
      ? 'Where the files come from an earlier run, remove them before the tests; attest only when the test step ran'
      : 'Look in the log of the test step: a test file that could not be loaded, or a crash after the last test, leaves no trace in the files of some frameworks';
  return [{ code: 'contradiction', message, fix }];
}

function stepWarnings(
  { testOutcome, jobStatus }: Pick<AttestSettings, 'testOutcome' | 'jobStatus'>,
  { totals }: TestResults,
): readonly string[] {
  const failed = totals.failures + totals.errors;
  if (testOutcome === 'success' && failed > 0) {
    return [
      `The test step succeeded, but its files show ${count(failed, 'failed test')}; they count as failed. Where they are attempts that a later one made good, set merge-retries: last`,
    ];
  }
  if (testOutcome === undefined && jobStatus === 'failure' && failed === 0) {
    return [
      'The job has failed already, but the files show no failing test. If it was the test step, they are not to be trusted: give that step an id and set test-outcome: ${{ steps.<id>.outcome }}',
    ];
  }
  return [];
}

/** So that failing tests are shown next to the code and linked to it. Green runs pay nothing. */
export async function locateFailures(
  results: TestResults,
  { directory, event, report, workspace }: Pick<RunContext, 'directory' | 'event' | 'report' | 'workspace'>,
  git: GitFacts | undefined,
): Promise<TestResults> {
  if (results.failing.length === 0) return results;
  const [checkout, { lineFinder, lineLinks, namesPlace, shownCommit }] = await Promise.all([
    trackedFiles(directory),
    import('../../locations/index.ts'),
  ]);
  const find =
    checkout === undefined ? relativeLine : lineFinder({ ...checkout, workspace: await realpath(workspace).catch(() => workspace) });
  const failing = results.failing.map((test): FailingCase => {
    const { file: _file, line: _line, ...rest } = test;
    return { ...rest, ...find(test) };
  });
  const lost = results.failing.filter((_test, index) => failing[index]?.file === undefined);
  const unnamed = lost.filter((test) => !namesPlace(test)).length;
  const unknown = lost.length - unnamed;
  const causes = [
    ...(unnamed === 0 ? [] : [`no file is named: ${unnamed}`]),
    ...(unknown === 0 ? [] : [`git tracks no file of that path here, or several that it may mean: ${unknown}`]),
  ];
  if (lost.length > 0)
    report({ kind: 'info', message: `${count(lost.length, 'failing test')} shown without a place in the code (${causes.join('; ')})` });
  const sha = git === undefined ? undefined : shownCommit(git, [event.sha, subjectOf(event).sha]);
  if (checkout === undefined || sha === undefined || event.repository === undefined) return { ...results, failing };
  const { root } = checkout;
  const contents = await contentsAt(
    root,
    sha,
    failing.flatMap(({ file }) => file ?? []),
  );
  const linkOf = await lineLinks(root, { repositoryUrl: `${event.serverUrl}/${event.repository}`, sha, contents });
  return { ...results, failing: failing.map((test) => ({ ...test, ...linkOf(test) })) };
}

/** Without a checkout to look into, a relative path is believed: the tests ran in another job. */
function relativeLine({ file, line }: FailingCase): Pick<FailingCase, 'file' | 'line'> {
  if (file === undefined || /^[\\/]|^[A-Za-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(file)) return {};
  return { file, ...given({ line }) };
}

export interface TestEvidence {
  readonly git: GitFacts | undefined;
  readonly results: TestResults;
  /** Problems of the files and of the commit; any of them makes the evidence unusable. */
  readonly problems: readonly EvidenceProblem[];
}

/** All faults come back together, as problems. */
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
