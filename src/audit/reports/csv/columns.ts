import type { ReportedChange } from '../../judge/audit.ts';
import type { Coverage } from '../../coverage/coverage.ts';

/** A column of the table of changes. Its name stays the same from version to version, and new ones come at the end. */
export interface ChangeColumn {
  readonly name: string;
  readonly cell: (change: ReportedChange) => string;
}

/** The state of a change in each flow, as `flow: word`, one flow after the other. */
function ofFlows(word: (coverage: Coverage) => string | null): ChangeColumn['cell'] {
  return ({ coverage }) => coverage.map((each) => `${each.flow}: ${word(each) ?? ''}`).join('; ');
}

export const changeColumns: readonly ChangeColumn[] = [
  { name: 'sha', cell: ({ sha }) => sha },
  { name: 'pull_request', cell: ({ pull }) => String(pull?.number ?? '') },
  { name: 'branch', cell: ({ branch }) => branch },
  { name: 'landed_at', cell: ({ landedAt }) => landedAt ?? '' },
  { name: 'landing', cell: ({ landing }) => landing },
  { name: 'landing_kind', cell: ({ landingKind }) => landingKind },
  { name: 'title', cell: ({ title }) => title },
  { name: 'commits', cell: ({ commits }) => String(commits) },
  { name: 'authors', cell: ({ authors }) => authors.join('; ') },
  { name: 'reviewers', cell: ({ reviewers }) => reviewers.join('; ') },
  { name: 'approved_at', cell: ({ approvedAt }) => approvedAt ?? '' },
  { name: 'merged_by', cell: ({ mergedBy }) => mergedBy ?? '' },
  { name: 'state', cell: ({ state }) => state },
  { name: 'match', cell: ofFlows(({ match }) => match) },
  { name: 'trails', cell: ofFlows(({ trail }) => trail) },
  { name: 'at_merge', cell: ofFlows(({ atMerge }) => atMerge) },
  { name: 'at_deployment', cell: ofFlows(({ atDeployment }) => atDeployment ?? 'not deployed') },
  { name: 'now', cell: ofFlows(({ now }) => now) },
  { name: 'now_by_todays_template', cell: ofFlows(({ nowByTodaysTemplate }) => nowByTodaysTemplate) },
  { name: 'lacks', cell: ofFlows(({ lacks }) => lacks.join(', ')) },
  { name: 'tests', cell: ({ tests }) => tests ?? '' },
  { name: 'deployments', cell: ({ deployments }) => deployments.map(({ at, environment }) => `${environment} at ${at}`).join('; ') },
  { name: 'findings', cell: ({ findings }) => findings.join('; ') },
  { name: 'commit_url', cell: ({ url }) => url ?? '' },
  { name: 'pull_request_url', cell: ({ pull }) => pull?.url ?? '' },
  { name: 'run_url', cell: ({ run }) => run ?? '' },
  { name: 'trail_urls', cell: ofFlows(({ url }) => url) },
  { name: 'deployment_urls', cell: ({ deployments }) => deployments.map(({ url }) => url ?? '').join('; ') },
];
