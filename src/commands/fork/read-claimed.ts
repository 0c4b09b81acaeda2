import { EvidenceError, type EvidenceProblem } from '../../errors/index.ts';
import type { GitFacts } from '../../git/index.ts';
import { readTestResults } from '../results/read-results.ts';
import type { ClaimRecordSettings } from '../../options/index.ts';
import type { TestEvidence } from '../attest/test-evidence.ts';
import { crossCheck } from '../attest/cross-check.ts';
import { commitOf } from '../run/commit.ts';
import type { RunContext } from '../run/context.ts';
import type { Artifact } from './artifacts.ts';

/**
 * Reads the test results of an artifact. No git looks at them or at anything around them: a stranger's folder could tell git what to run.
 * Failing tests also get no place in the code, because the code is not here.
 */
export async function readClaimed(
  { claims, files, folder, name }: Artifact,
  settings: ClaimRecordSettings,
  git: GitFacts | undefined,
  { report }: Pick<RunContext, 'report'>,
): Promise<TestEvidence> {
  const read = await readTestResults(files, { ...settings.reading, workspace: folder });
  const results = files.length === 0 ? { ...read, problems: [noFiles(name)] } : read;
  for (const { message } of results.warnings) report({ kind: 'warning', message: `${name}: ${message}` });
  const checked = crossCheck({ testOutcome: claims.testOutcome ?? undefined, jobStatus: undefined }, results);
  for (const message of checked.warnings) report({ kind: 'warning', message: `${name}: ${message}` });
  const failing = results.failing.map(({ file: _file, line: _line, ...test }) => test);
  const problems = [...(claims.missing ?? []).map(missingProblem), ...results.problems, ...checked.problems].map((problem) =>
    inArtifact(problem, name),
  );
  return { git, results: { ...results, failing }, problems };
}

/** The head of the pull request, as the event gives it. A checkout in the workspace is of another commit, and is not looked at. */
export async function commitOfHead(settings: ClaimRecordSettings, context: RunContext): Promise<GitFacts | undefined> {
  try {
    return await commitOf(settings, undefined, context, { checkout: false });
  } catch (error) {
    if (error instanceof EvidenceError) return undefined;
    throw error;
  }
}

/** The run could not set everything aside that it should have: the files that are here may be only the green part. */
function missingProblem(sentence: string): EvidenceProblem {
  return {
    code: 'no-files',
    message: `fork-collect could not set everything aside: ${sentence}`,
    fix: 'Look at the log of the run: the tests may have crashed before they wrote their results, or junit-paths of fork-collect may name nothing',
  };
}

function noFiles(artifact: string): EvidenceProblem {
  return {
    code: 'no-files',
    message: 'there are no test results in it',
    fix: `Look at the log of the run that made ${artifact}: the tests may have crashed, or junit-paths of fork-collect may name nothing`,
  };
}

/** Its file is not in this repository, so it is named with its artifact. */
function inArtifact(
  { column: _column, file: _file, line: _line, message, ...problem }: EvidenceProblem,
  artifact: string,
): EvidenceProblem {
  return { ...problem, message: `${artifact}: ${message}` };
}
