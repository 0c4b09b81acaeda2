import { EvidenceError, type EvidenceProblem } from '../../errors/index.ts';
import { collectGit, completeFromApi, holdWorkTrees, subjectOf, type GitFacts, type Held } from '../../git/index.ts';
import { readJunit, type JunitEvidence } from '../../junit/index.ts';
import type { RunContext } from '../context.ts';
import { withGitHub } from '../github.ts';
import { crossCheck } from './cross-check.ts';
import { placeFailures } from './locate-failures.ts';
import type { AttestSettings } from '../../options/index.ts';

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
  const held = await hold(git, junit, context);
  for (const message of held.notices) context.report({ kind: 'notice', message });
  const checked = crossCheck(settings, junit);
  for (const message of checked.warnings) context.report({ kind: 'warning', message });
  const placed = await placeFailures(junit, context.workspace);
  return { git, junit: placed, problems: [...problems, ...held.problems, ...junit.problems, ...checked.problems] };
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
    // A record for the commit of the event is made all the same: without one, an earlier green record would count for it.
    const facts = error.code === 'wrong-commit' ? await collectGit({ ...options, directory: undefined }) : undefined;
    return { git: facts === undefined ? undefined : { ...facts, notices: [] }, problems: error.problems };
  }
}

/** The workspace's own checkout is held already; a checkout with a `path:` of its own may be of another commit. */
async function hold(git: GitFacts | undefined, { files }: JunitEvidence, { event, workspace }: RunContext): Promise<Held> {
  if (git === undefined) return { problems: [], notices: [] };
  const paths = files.map(({ path }) => path);
  return holdWorkTrees(paths, { sha: git.commit.sha1, directory: workspace, subject: subjectOf(event), event });
}

/** Asks GitHub for what neither the event nor the clone knows; without an answer the facts stay as they are. */
async function complete(facts: GitFacts, settings: AttestSettings, context: RunContext): Promise<GitFacts> {
  const repository = context.event.repository;
  const wanted = facts.missing.some((field) => field === 'message' || field === 'author' || field === 'timestamp' || field === 'parents');
  if (!wanted || settings.githubToken === undefined || repository === undefined) return facts;
  const { fetchCommit } = await import('../../github/commit-from-api.ts');
  try {
    const answer = await withGitHub(settings.githubToken, repository, context, (access) =>
      fetchCommit({ ...access, signal: context.interrupt }, facts.commit.sha1),
    );
    return completeFromApi(facts, answer);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...facts, notices: [...facts.notices, `GitHub did not give the commit: ${why}`] };
  }
}
