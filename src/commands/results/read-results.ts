import { setImmediate } from 'node:timers/promises';
import type { EvidenceProblem } from '../../errors/index.ts';
import { discover, headOf, type DiscoveredFile, type SearchBounds } from '../../files/index.ts';
import { checkoutTimes, committedFiles } from '../../git/index.ts';
import { Gathered, hideInResults, mostRows, otherRunRule } from '../../results/index.ts';
import type { FileReader, FoundFile, ReadingOptions, ResultsFormat, ResultsWarning, TestResults } from '../../results/index.ts';
import { list } from '../../text/index.ts';
import { formats as known } from './formats.ts';
import { searchWords } from './search-words.ts';

/** The tests of this run did not write committed results. `patterns` found the files, and are for the lines that leave such files out. */
async function refuseCommitted(files: readonly DiscoveredFile[], patterns: readonly string[], bounds: SearchBounds) {
  const { committed, unasked } = await committedFiles(files.map(({ path }) => path));
  const names = new Map(files.map(({ name, path }) => [path, name]));
  const warnings = unasked.map((each) =>
    unaskedWarning(
      each.why,
      each.files.map((path) => names.get(path) ?? path),
    ),
  );
  const found = files.filter(({ path }) => committed.has(path));
  if (found.length === 0) return { problems: new Map(), warnings };
  const { fixOfCommitted } = await import('./committed-fix.ts');
  const fix = fixOfCommitted(files, committed, patterns, bounds);
  const problems = found.map(({ name, path }): [string, EvidenceProblem] => [
    path,
    {
      code: 'committed-file',
      message: `${name}: git tracks the file with this very content, so it was committed, and the tests of this run did not write it`,
      file: name,
      fix,
    },
  ]);
  return { problems: new Map(problems), warnings };
}

function unaskedWarning(why: string, names: readonly string[]): ResultsWarning {
  return {
    code: 'git-unasked',
    message: `${list(names)}: ${why}, so nothing shows whether ${names.length === 1 ? 'the file was' : 'the files were'} committed or written by this run`,
    file: names[0] ?? '',
    rule: otherRunRule,
    fix: 'Attest in the checkout in which the tests ran, with git installed. Where the files come from elsewhere on purpose, tracked-results: allow asks no git.',
  };
}

const mostFailing = 200;

/**
 * Never throws for bad evidence: every bad file is a problem of its own, and any problem makes the evidence unusable. Files are streamed,
 * so that memory does not grow with them.
 */
export async function readTestResults(
  patterns: readonly string[],
  options: SearchBounds & ReadingOptions,
  formats: typeof known = known,
): Promise<TestResults> {
  const discovery = await discover(patterns, { ...options, inDirectories: formats.map(({ fileNames }) => fileNames) });
  const isMissed = discovery.findings.some(
    (finding) => finding.kind === 'no-match' && finding.is !== 'left-out' && finding.link === undefined,
  );
  const near = isMissed ? (await import('./nearby.ts')).searchNearby(options, new Set(discovery.files.map(({ path }) => path))) : undefined;
  const noticed = searchWords(discovery.findings, near);
  const gathered = new Gathered(formats.map(({ name }) => name).join(' or '), options, checkoutTimes(options.workspace));
  gathered.problems.push(...noticed.problems);
  gathered.warnings.push(...noticed.warnings);
  const committed = options.trackedResults === 'refuse' ? await refuseCommitted(discovery.files, patterns, options) : undefined;
  gathered.warnings.push(...(committed?.warnings ?? []));
  const readers = new Map<ResultsFormat, FileReader>();
  let pause = performance.now() + 50;
  for (const file of discovery.files) {
    const format = formatOf(file, formats);
    const read = readers.get(format) ?? format.read();
    readers.set(format, read);
    const left = mostFailing - gathered.failing.length;
    const result = await read(file, { ...options, mostRows: options.maxRows ?? mostRows, mostFailing: left });
    const problem = committed?.problems.get(file.path) ?? (result.kind === 'problem' ? result.problem : undefined);
    if (result.kind === 'other-format') gathered.reject(file, result.message);
    else if (problem !== undefined) gathered.problems.push(problem);
    else if (result.kind === 'counted') gathered.take(file, format, result);
    // Lets the rest of the program (a signal handler, a server in the tests) have its turn.
    if (performance.now() < pause) continue;
    await setImmediate();
    pause = performance.now() + 50;
  }
  // A single file needs no name to tell it from others.
  const folders = discovery.files.length < 2 ? undefined : (await import('../../results/folders.ts')).foldersApart(gathered.suites);
  return hideInResults(gathered.whole(discovery.files, folders), options.secrets ?? []);
}

/** Reads the beginning of a file only where there are several formats. */
function formatOf({ path }: FoundFile, [first, ...others]: typeof known): ResultsFormat {
  if (others.length === 0) return first;
  try {
    const head = headOf(path);
    return others.find((format) => format.recognizes(head)) ?? first;
  } catch {
    // The reader of the format says why the file cannot be read.
    return first;
  }
}
