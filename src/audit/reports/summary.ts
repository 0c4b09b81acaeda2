import type { Audit } from '../judge/audit.ts';
import { artifactTable } from './markdown/artifacts.ts';
import { firstPage } from './first-page/first-page.ts';
import { printed } from './markdown/first-page.ts';
import { endingSoon, findingTable, fixedList, fixes, holes, witness } from './markdown/sections.ts';

/*
 * GitHub takes 1 MiB of summary a step, and shows nothing at all of a longer one
 * (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#step-isolation-and-limits).
 * All that is shown is bounded, each text and each list, so that no name can bring the page over it.
 */
const mostLines = 20;
const mostFindings = 30;
const mostFixes = 10;
const mostFixed = 15;

/** The audit as the summary of a job: what to do first. The other reports have the rest. */
export async function* summary(audit: Audit): AsyncGenerator<string> {
  yield printed(await firstPage(audit));
  yield holes(audit, mostLines);
  yield findingTable(audit, mostFindings);
  yield endingSoon(audit, mostFixed);
  yield fixes(audit, mostFixes, mostFindings);
  yield fixedList(audit, mostFixed);
  yield artifactTable(audit, mostFixed);
  yield witness(audit, mostLines);
}
