import { claimedHeadings, claimWords, totalWords } from '../presentation/index.ts';
import { count, list, markdown } from '../text/index.ts';
import type { ClaimedFacts, ClaimFacts } from './summary-facts.ts';
import { testSections } from './summary-tests.ts';

/** What runs without secrets claimed, a line each, and then the tests of each that failed. */
export function claimSections({ by, evidence }: ClaimedFacts): readonly (readonly string[])[] {
  const head = `### ${claimedHeadings[by]}\n\nWhoever can change its tests can change all of this but the commit.\n\n| Attestation | Job and leg | Tests | The tests ended in | State | Artifact |\n|:--|:--|:--|:--|:--|:--|\n`;
  const red = evidence.filter((claim) => claim.evidence.failed.length > 0);
  return [[head, ...evidence.map(claimRow)], ...red.flatMap(failedTests)];
}

function claimRow({ artifact, evidence, job, leg, matrix, testOutcome }: ClaimFacts): string {
  const { name, state, totals } = evidence;
  const parts = totalWords(totals)
    .filter(({ number }, index) => index === 0 || number > 0)
    .map(({ isRed, text }) => (isRed ? `**${text}**` : text));
  const shown = (text: string): string => markdown(text, 200);
  const tests = `${count(totals.total, 'test')}: ${list(parts)}`;
  const outcome = testOutcome ?? 'not told';
  return `| ${shown(name)} | ${shown(claimWords({ job, leg, matrix }))} | ${tests} | ${shown(outcome)} | ${shown(state)} | ${shown(artifact)} |\n`;
}

/** The failed tests of one claim, under the name of its attestation. */
function failedTests({ evidence }: ClaimFacts): readonly (readonly string[])[] {
  const [[, ...items] = []] = testSections(evidence);
  return [[`#### Failed tests of ${markdown(evidence.name, 200)}\n\n`, ...items]];
}
