import { countSpan } from '../../git/index.ts';
import type { AuditSources } from '../../options/index.ts';
import { grouped } from '../../text/index.ts';
import type { RunContext } from '../context.ts';
import type { Planned, PlannedStep } from './result.ts';
import type { Asked } from './parts.ts';

const perQuestion = 50;
const perPage = 100;

/** What an audit would ask, and how often: nobody but the clone is asked for that. */
export async function planOf(
  command: string,
  { branches, connection, flows, githubToken }: AuditSources,
  { period, repository }: { readonly period: Pick<Asked, 'since' | 'until'>; readonly repository: string | undefined },
  { directory }: RunContext,
): Promise<Planned> {
  const named = branches.length === 0 ? [undefined] : branches;
  const counts = await Promise.all(named.map((branch) => countSpan(directory, branch, period)));
  const commits = counts.includes(undefined) ? undefined : counts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const requests = (each: number): string =>
    commits === undefined
      ? `1 for ${each} commits, and git cannot say how many there are`
      : `${grouped(Math.ceil(commits / each))}, 1 for ${each} commits`;
  const git: PlannedStep = {
    of: 'git',
    asked: `Commits of ${branches.length === 0 ? 'the default branch' : branches.join(', ')}, their paths and trees`,
    times:
      commits === undefined ? 'git cannot say how many commits: is this a full clone?' : `${grouped(commits)} commits by their own dates`,
  };
  const service: readonly PlannedStep[] = [
    {
      of: 'service',
      asked: `Flows of ${connection.org}, and what each asks for`,
      times: flows.length === 0 ? 'about 1 a flow' : grouped(flows.length),
    },
    { of: 'service', asked: 'Trails about the commits', times: `${requests(perPage)}, for each flow` },
    { of: 'service', asked: 'Artifacts, approvals, snapshots and notifications', times: `1 for ${perPage} of each` },
  ];
  return { kind: 'planned', command, steps: [git, ...gitHubSteps(githubToken, repository, requests), ...service] };
}

function gitHubSteps(
  token: string | undefined,
  repository: string | undefined,
  requests: (each: number) => string,
): readonly PlannedStep[] {
  if (token === undefined || repository === undefined)
    return [
      { of: 'GitHub', asked: 'Nothing: landings, reviews and deployments are not tested', times: 'give `github-token` to ask for them' },
    ];
  return [
    { of: 'GitHub', asked: `Updates of the branches and tags of ${repository}`, times: `1 for ${perPage} updates` },
    { of: 'GitHub', asked: 'Pull requests, reviews and timelines', times: `${requests(perQuestion)}, and 1 for each further page` },
    { of: 'GitHub', asked: 'Deployments, releases and tags', times: `1 for ${perPage} of each` },
  ];
}
