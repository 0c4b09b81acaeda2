import type { Audit } from '../../judge/audit.ts';
import { approvalWords, shownArtifacts, titleOf, whyNoApprovals } from '../approvals.ts';
import { section } from './sections.ts';
import { shown } from './shown.ts';

/** Artifacts, with who decided about them, when and in which words. */
export function artifactTable({ world }: Audit, most: number): string {
  const why = whyNoApprovals(world);
  const all = shownArtifacts(world);
  if (all.length === 0 && why !== undefined) return section(heading, [`- Who approved artifacts is not known: ${shown(why)}\n`]);
  const none = why === undefined ? 'no approval is known' : `not known: ${why}`;
  const rows = all.slice(0, most).map((artifact) => {
    const decided = artifact.approvals.slice(0, mostApprovals).map((one) => shown(approvalWords(one).join('; '), 1_000));
    const more = artifact.approvals.length - decided.length;
    const cell = decided.length === 0 ? shown(none) : [...decided, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
    return `| ${shown(titleOf(artifact))} | ${shown(artifact.commit?.slice(0, 12) ?? 'not known')} | ${shown(artifact.running.join(', ') || 'nowhere that a snapshot shows')} | ${cell} |\n`;
  });
  return section(heading, rows, { most, all: all.length, table: '| Artifact | Commit | Runs in | Approvals |\n|:--|:--|:--|:--|\n' });
}

const heading = '### Artifacts and approvals';

/** Nobody reads more of them in a cell: the JSON report has all. */
const mostApprovals = 10;
