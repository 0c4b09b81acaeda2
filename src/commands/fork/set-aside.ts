import { hash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { messageOf, wrongUse, type EvidenceProblem } from '../../errors/index.ts';
import { contains, discover } from '../../files/index.ts';
import type { ForkCollectSettings } from '../../options/index.ts';
import type { TestResults } from '../../results/index.ts';
import { formats } from '../results/formats.ts';
import { searchRootOf, type RunContext } from '../run/context.ts';
import { claimsFile, keptName, resultsFolder, writeClaims } from './artifacts.ts';

/** Unchanged, next to the claims of this run. Answers the folder, and a name for the artifact. */
export async function setAside(
  settings: ForkCollectSettings,
  results: TestResults,
  context: RunContext,
): Promise<{ readonly artifact: string; readonly folder: string }> {
  const { collectInto: into, leg, matrix, name, resultPaths, testOutcome } = settings;
  const folder = newFolder(into, context);
  const copied = await copyResults(resultPaths, results, folder, context);
  const job = context.event.job ?? null;
  const missing = [...lostProblems(results, copied.names).map(({ message }) => message), ...copied.failures];
  const claims = writeClaims({ attestationName: name, job, leg: leg ?? null, matrix, testOutcome: testOutcome ?? null, missing });
  writeFileSync(join(folder, claimsFile), claims);
  return { artifact: artifactName(settings, job), folder };
}

/** The folder must hold nothing yet: files already in it would be claimed as well. */
function newFolder(into: string | undefined, { directory, mayLeave, temporary, workspace }: RunContext): string {
  if (into === undefined) return mkdtempSync(join(temporary, 'compliance-evidence-collected-'));
  const folder = resolve(directory, into);
  const isAllowed = mayLeave || isAbsolute(into) || contains(workspace, folder);
  if (!isAllowed || existsSync(folder)) {
    throw wrongUse(
      `collect-into names ${JSON.stringify(into)}, which ${isAllowed ? 'is there already' : 'lies outside of the workspace'}`,
      'Name a new folder, or leave it out',
    );
  }
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Copies also the files that could not be counted: `fork-post` must say no to these. Other formats stay behind. */
async function copyResults(
  patterns: readonly string[],
  results: TestResults,
  folder: string,
  context: RunContext,
): Promise<{ readonly names: ReadonlySet<string>; readonly failures: readonly string[] }> {
  const names = new Set<string>();
  const failures: string[] = [];
  const wanted = new Set([...results.files.map(({ name }) => name), ...results.problems.map(({ file }) => file)]);
  const { files } = await discover(patterns, { ...searchRootOf(context), inDirectories: formats.map(({ fileNames }) => fileNames) });
  mkdirSync(join(folder, resultsFolder));
  for (const [index, { name, path }] of files.filter((file) => wanted.has(file.name)).entries()) {
    const inWorkspace = relative(context.workspace, path).replaceAll('\\', '/');
    const target = join(folder, resultsFolder, keptName(inWorkspace, index + 1));
    mkdirSync(dirname(target), { recursive: true });
    try {
      copyFileSync(path, target);
      names.add(name);
    } catch (error) {
      const message = `${name} could not be copied: ${messageOf(error)}`;
      context.report({ kind: 'warning', message });
      failures.push(message);
    }
  }
  return { names, failures };
}

/** `fork-post` cannot find them by itself in its files. */
function lostProblems({ problems }: TestResults, copied: ReadonlySet<string>): readonly EvidenceProblem[] {
  return problems.filter(({ code, file }) => (file === undefined ? code !== 'no-tests' : code === 'committed-file' || !copied.has(file)));
}

/** No other leg has it; it ends in a piece of a hash where the label does not say it all. */
function artifactName({ leg, matrix, name }: ForkCollectSettings, job: string | null): string {
  const plain = (leg ?? '').replace(/[^A-Za-z0-9_.-]/g, '-').slice(0, 60);
  const isSaid = plain === (leg ?? '') && matrix === null;
  const part = hash('sha256', JSON.stringify([job, leg ?? null, matrix])).slice(0, 8);
  return ['compliance-evidence', name, ...(plain === '' ? [] : [plain]), ...(isSaid ? [] : [part])].join('-');
}
