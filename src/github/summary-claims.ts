import { claimedHeadings, claimWords } from '../presentation/index.ts';
import { markdown } from '../text/index.ts';
import type { ClaimedFacts, ClaimFacts } from './summary-facts.ts';
import { failedTests, totalsText } from './summary-tests.ts';

/** The claims of runs without secrets, a line each. */
export function claimSections({ by, evidence }: ClaimedFacts): readonly (readonly string[])[] {
  const head = `### ${claimedHeadings[by]}\n\nWhoever can change its tests can change all of this but the commit.\n\n| Attestation | Job and leg | Tests | The tests ended in | State | Artifact |\n|:--|:--|:--|:--|:--|:--|\n`;
  const witnesses = evidence.flatMap((claim) => claim.evidence.witness ?? []);
  return [[head, ...evidence.map(claimRow), ...witnesses.map(witnessLine)]];
}

/** The head of the log after a record: a paragraph of its own, because it is long. */
export function witnessLine(witness: string): string {
  return `\n<sub>Witness: ${markdown(witness)}</sub>\n`;
}

function claimRow({ artifact, evidence, job, leg, matrix, testOutcome }: ClaimFacts): string {
  const { name, state, totals } = evidence;
  const shown = (text: string): string => markdown(text, 200);
  const outcome = testOutcome ?? 'not told';
  return `| ${shown(name)} | ${shown(claimWords({ job, leg, matrix }))} | ${totalsText(totals)} | ${shown(outcome)} | ${shown(state)} | ${shown(artifact)} |\n`;
}

/** The failed tests of what was claimed, under the name of their attestation. */
export function claimedFailures({ evidence }: ClaimedFacts): readonly (readonly string[])[] {
  const red = evidence.filter((claim) => claim.evidence.failed.length > 0).map((claim) => claim.evidence);
  return [...Map.groupBy(red, ({ name }) => name)].map(([name, all]) => [
    `### Failed tests of ${markdown(name, 200)}\n\n`,
    ...all.flatMap(failedTests),
  ]);
}
