import { endingOf, exitCodeOf, type CollectedResults } from '../commands/index.ts';
import { endings } from '../errors/index.ts';
import { collectedWords } from '../presentation/index.ts';
import { marked } from './styled.ts';
import type { Terminal } from './terminal.ts';

/** Shows which test results were set aside and, where they cannot be evidence, why. */
export function showCollected(result: CollectedResults, terminal: Terminal): void {
  const { results, reasons } = result;
  terminal.out(
    `${marked(endings[endingOf(result)], terminal)} ${collectedWords({ ...result, tests: results.totals.total, files: results.files.length })}`,
  );
  for (const { fix, message } of reasons) terminal.out(`\n${message}\n${fix.replace(/^/gm, '  ')}`);
}

/** The same for machines. */
export function collectedJson(result: CollectedResults): Readonly<Record<string, unknown>> {
  const { artifact, command, folder, results, name, reasons } = result;
  return {
    command,
    verdict: endingOf(result),
    exit_code: exitCodeOf(result),
    attestation_name: name,
    collected: folder,
    artifact_name: artifact,
    reasons,
    totals: results.totals,
  };
}
