import { dirname } from 'node:path';
import { openFetch } from '../client/index.ts';
import { EvidenceError, type EvidenceProblem } from '../errors/index.ts';
import { collectGit, completeFromApi, subjectOf, type GitFacts } from '../git/index.ts';
import { readJunit, type JunitEvidence } from '../junit/index.ts';
import type { RunContext } from './context.ts';
import { crossCheck } from './cross-check.ts';
import { placeFailures } from './place-failures.ts';
import type { AttestSettings } from './settings.ts';

/** Everything that is read on the runner before anything is sent. */
export interface Collected {
  readonly git: GitFacts | undefined;
  readonly junit: JunitEvidence;
  /** Of the files and of the commit together; any makes the evidence unusable. */
  readonly problems: readonly EvidenceProblem[];
}

/** Reads the test results, the commit and the repository. What is wrong with them comes back as problems, all in one go. */
export async function collect(settings: AttestSettings, commit: string | undefined, context: RunContext): Promise<Collected> {
  const [junit, { git, problems }] = await Promise.all([
    readJunit(settings.junitPaths, { workspace: context.workspace, ...settings.junit }),
    readGit(settings, commit, context),
  ]);
  for (const warning of junit.warnings) context.report({ kind: 'warning', ...warning });
  for (const notice of git?.notices ?? []) context.report({ kind: 'notice', message: notice });
  const below = git?.checkout === 'none' ? await checkoutOfFiles(settings, commit, junit, context) : [];
  const checked = crossCheck(settings, junit);
  for (const message of checked.warnings) context.report({ kind: 'warning', message });
  const placed = await placeFailures(junit, context.workspace);
  return { git, junit: placed, problems: [...problems, ...below, ...junit.problems, ...checked.problems] };
}

async function readGit(
  settings: AttestSettings,
  commit: string | undefined,
  context: RunContext,
): Promise<{ git: GitFacts | undefined; problems: readonly EvidenceProblem[] }> {
  const options = {
    subject: subjectOf(context.event),
    event: context.event,
    redact: settings.redact,
    ...(commit === undefined ? {} : { sha: commit }),
  };
  try {
    const facts = await collectGit({ ...options, directory: context.workspace });
    return { git: await complete(facts, settings, context), problems: [] };
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    // The commit of the event is still worth a record that says so: without one, an earlier green would speak for it.
    const facts = error.code === 'wrong-commit' ? await collectGit({ ...options, directory: undefined }) : undefined;
    return { git: facts === undefined ? undefined : { ...facts, notices: [] }, problems: error.problems };
  }
}

/**
 * Where the workspace itself is no checkout, the one that the files lie in is held to the commit as well: a checkout
 * with a `path:` of its own may be of another one.
 */
async function checkoutOfFiles(
  settings: AttestSettings,
  commit: string | undefined,
  junit: JunitEvidence,
  context: RunContext,
): Promise<readonly EvidenceProblem[]> {
  const [first] = junit.files;
  if (first === undefined) return [];
  const below = await readGit(settings, commit, { ...context, workspace: dirname(first.path) });
  return below.problems.filter((problem) => problem.code === 'wrong-commit');
}

/** Asks GitHub for what neither event nor clone could tell; without an answer the facts stay as they are. */
async function complete(facts: GitFacts, settings: AttestSettings, context: RunContext): Promise<GitFacts> {
  const repository = context.event.repository;
  const wanted = facts.missing.some((field) => field === 'message' || field === 'author' || field === 'timestamp' || field === 'parents');
  if (!wanted || settings.githubToken === undefined || repository === undefined) return facts;
  const { fetchCommit } = await import('../github/commit-from-api.ts');
  const network = openFetch(context.network);
  try {
    const answer = await fetchCommit({
      fetch: (url, init) => network.fetch(url, init),
      token: settings.githubToken,
      apiUrl: context.githubApiUrl,
      repository,
      sha: facts.commit.sha1,
      signal: context.interrupt,
    });
    return completeFromApi(facts, answer);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...facts, notices: [...facts.notices, `GitHub was asked for the commit, in vain: ${why}`] };
  } finally {
    network.close();
  }
}
