import { lstat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { discover, type SearchPlace } from '../../files/index.ts';
import type { JunitEvidence, JunitOptions } from '../../results/test-results.ts';
import { Gathered, mostRows } from '../../results/gathered.ts';
import { hideInEvidence } from '../../results/hide-in-results.ts';
import { readFile } from '../../junit/read-file.ts';
import { searchWords } from './search-words.ts';
import { Window } from '../../xml/index.ts';

const mostFailing = 200;

/**
 * Finds, reads and counts JUnit files. Never throws for bad evidence: every bad file is a problem of its own, and with any
 * problem the evidence is unusable. Files are streamed, so that memory does not grow with them.
 */
export async function readJunit(patterns: readonly string[], options: SearchPlace & JunitOptions): Promise<JunitEvidence> {
  const discovery = await discover(patterns, { ...options, inDirectories: '*.xml' });
  const isMissed = discovery.findings.some(
    (finding) => finding.kind === 'no-match' && finding.is !== 'left-out' && finding.link === undefined,
  );
  const near = isMissed ? (await import('./nearby.ts')).searchNearby(options, new Set(discovery.files.map(({ path }) => path))) : undefined;
  const noticed = searchWords(discovery.findings, near);
  const gathered = new Gathered(options, await checkoutTime(options.workspace));
  gathered.problems.push(...noticed.problems);
  gathered.warnings.push(...noticed.warnings);
  const window = new Window();
  let pause = performance.now() + 50;
  for (const file of discovery.files) {
    const result = await readFile(
      file,
      { ...options, mostRows: options.maxRows ?? mostRows, mostFailing: mostFailing - gathered.failing.length },
      window,
    );
    if (result.kind === 'counted') gathered.take(file, result);
    else if (result.kind === 'problem') gathered.problems.push(result.problem);
    else gathered.reject(file, result.message);
    // The rest of the program (a signal handler, a server in the tests) gets its turn.
    if (performance.now() < pause) continue;
    await setImmediate();
    pause = performance.now() + 50;
  }
  // One file has nothing to be told from.
  const folders = discovery.files.length < 2 ? undefined : (await import('../../results/folders.ts')).foldersApart(gathered.suites);
  return hideInEvidence(gathered.evidence(discovery.files, folders), options.secrets ?? []);
}

/** When the checkout was made, by its HEAD; files older than that come from elsewhere. */
async function checkoutTime(workspace: string): Promise<number | undefined> {
  const head = await lstat(join(resolve(workspace), '.git', 'HEAD')).catch(() => undefined);
  return head?.mtimeMs;
}
