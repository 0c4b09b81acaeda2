import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { UsageError, type EvidenceProblem } from '../../errors/index.ts';
import { contains, discover } from '../../files/index.ts';
import { legWords, unusableReasons } from '../../gate/index.ts';
import { readTestResults } from '../results/read-results.ts';
import type { TestResults } from '../../results/index.ts';
import { forkCollectOptions, readForkCollect, requiredToCollect, uses, type ForkCollectSettings } from '../../options/index.ts';
import { crossCheck } from '../attest/cross-check.ts';
import { namesInFolders } from '../results/formats.ts';
import { searchRootOf, type RunContext } from '../run/context.ts';
import { describeCommand } from '../run/command.ts';
import { testOutputs } from '../run/outputs.ts';
import type { CollectedResults } from '../run/result.ts';
import { inWorkingDirectory } from '../run/working-directory.ts';
import { claimsFile, resultsFolder, writeClaims, keptName } from './claims.ts';

export const forkCollectCommand = describeCommand({
  name: 'fork collect',
  summary: 'Set test results aside where there are no secrets, as in the pull request of a fork: `fork-post` records them.',
  examples: [
    "compliance-evidence fork collect --attestation-name unit-tests \\\n    --junit-paths 'build/test-results/**/*.xml' --collect-into collected",
  ],
  options: uses(forkCollectOptions, requiredToCollect),
  outputs: ['verdict', 'compliant', 'reasons', 'collected', 'artifact-name', ...testOutputs],
  read: (read): ForkCollectSettings => readForkCollect(read),
  run: (settings, context): Promise<CollectedResults> => forkCollect(settings, context),
});

/**
 * The use case `fork collect`: copies test results unchanged into a folder of their own, with the claims of this run. It sends
 * nothing and needs no secret. Faults of the files are reported here, and decided where the files become evidence.
 */
async function forkCollect(settings: ForkCollectSettings, outer: RunContext): Promise<CollectedResults> {
  const context = inWorkingDirectory(outer, settings.workingDirectory);
  const { resultPaths, testOutcome, trackedResults } = settings;
  const results = await readTestResults(resultPaths, { ...searchRootOf(context), testOutcome, trackedResults });
  for (const warning of results.warnings) context.report({ kind: 'warning', ...warning });
  const checked = crossCheck({ testOutcome, jobStatus: undefined }, results);
  for (const message of checked.warnings) context.report({ kind: 'warning', message });
  const folder = newFolder(settings.into, context);
  const copied = await copyResults(resultPaths, results, folder, context);
  const { leg, matrix, name: attestationName } = settings;
  const job = context.event.job ?? null;
  const missing = [...lostProblems(results, copied.names).map(({ message }) => message), ...copied.failures];
  const claims = writeClaims({ attestationName, job, leg: leg ?? null, matrix, testOutcome: testOutcome ?? null, missing });
  writeFileSync(join(folder, claimsFile), claims);
  return {
    kind: 'collected',
    command: 'fork collect',
    name: attestationName,
    of: legWords({ matrix, leg }),
    artifact: artifactName(settings, job),
    folder,
    results,
    reasons: unusableReasons({ name: attestationName, problems: [...results.problems, ...checked.problems] }),
    sent: context.sent.soFar(),
  };
}

/** The folder must hold nothing yet: files already in it would be claimed as well. */
function newFolder(into: string | undefined, { directory, mayLeave, temporary, workspace }: RunContext): string {
  if (into === undefined) return mkdtempSync(join(temporary, 'compliance-evidence-collected-'));
  const folder = resolve(directory, into);
  const isAllowed = mayLeave || isAbsolute(into) || contains(workspace, folder);
  if (!isAllowed || existsSync(folder)) {
    throw new UsageError(
      'invalid-input',
      `collect-into names ${JSON.stringify(into)}, which ${isAllowed ? 'is there already' : 'lies outside of the workspace'}`,
      {
        fix: 'Name a new folder, or leave it out',
      },
    );
  }
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Copies the counted files and those that could not be counted: the other half must say no to these. Other formats stay behind. */
async function copyResults(
  patterns: readonly string[],
  results: TestResults,
  folder: string,
  context: RunContext,
): Promise<{ readonly names: ReadonlySet<string>; readonly failures: readonly string[] }> {
  const names = new Set<string>();
  const failures: string[] = [];
  const wanted = new Set([...results.files.map(({ name }) => name), ...results.problems.map(({ file }) => file)]);
  const { files } = await discover(patterns, { ...searchRootOf(context), inDirectories: namesInFolders });
  mkdirSync(join(folder, resultsFolder));
  for (const [index, { name, path }] of files.filter((file) => wanted.has(file.name)).entries()) {
    const inWorkspace = relative(context.workspace, path).replaceAll('\\', '/');
    const target = join(folder, resultsFolder, keptName(inWorkspace, index + 1));
    mkdirSync(dirname(target), { recursive: true });
    try {
      copyFileSync(path, target);
      names.add(name);
    } catch (error) {
      const message = `${name} could not be copied: ${error instanceof Error ? error.message : String(error)}`;
      context.report({ kind: 'warning', message });
      failures.push(message);
    }
  }
  return { names, failures };
}

/** Problems that `fork-post` cannot find by itself in the files that it gets. */
function lostProblems({ problems }: TestResults, copied: ReadonlySet<string>): readonly EvidenceProblem[] {
  return problems.filter(({ code, file }) => (file === undefined ? code !== 'no-tests' : code === 'committed-file' || !copied.has(file)));
}

/** A name for the artifact that no other leg has; it ends in a piece of a hash where the label does not say it all. */
function artifactName({ leg, matrix, name }: ForkCollectSettings, job: string | null): string {
  const plain = (leg ?? '').replace(/[^A-Za-z0-9_.-]/g, '-').slice(0, 60);
  const isSaid = plain === (leg ?? '') && matrix === null;
  const hash = createHash('sha256')
    .update(JSON.stringify([job, leg ?? null, matrix]))
    .digest('hex')
    .slice(0, 8);
  return ['compliance-evidence', name, ...(plain === '' ? [] : [plain]), ...(isSaid ? [] : [hash])].join('-');
}
