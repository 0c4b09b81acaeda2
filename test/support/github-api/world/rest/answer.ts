import type { Operation } from '../../operations.ts';
import type { GitHubWorld } from '../model.ts';
import type { GitObjects } from '../git-objects.ts';
import { addComment, createIssue, listComments, listIssues, updateIssue } from './issues.ts';
import type { Asked } from './pages.ts';
import { activity, matchingTags, repository, tags } from './refs.ts';
import { download, listArtifacts, listRuns } from './runs.ts';
import { deploymentReviews, deploymentRun, deployments, deploymentStatuses, releases } from './shipped.ts';

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The answer of a world to an operation of REST. It is undefined where the double has no answer. */
export function answerRest(
  world: GitHubWorld,
  git: GitObjects,
  { example, method, path }: Operation,
  asked: Asked,
  body: unknown,
): Reply | undefined {
  const [, , , , , one = '', two = ''] = asked.url.pathname.split('/').map(decodeURIComponent);
  const rest = path.replace('/repos/{owner}/{repo}', '');
  switch (`${method} ${rest}`) {
    case 'GET ':
      return repository(world, example);
    case 'GET /activity':
      return activity(world, asked);
    case 'GET /deployments':
      return deployments(world, asked, example);
    case 'GET /deployments/{deployment_id}/statuses':
      return deploymentStatuses(world, Number(one), asked, example);
    case 'GET /actions/runs/{run_id}':
      return deploymentRun(world, Number(two), example);
    case 'GET /actions/runs/{run_id}/approvals':
      return deploymentReviews(world, Number(two), example);
    case 'GET /releases':
      return releases(world, asked, example);
    case 'GET /tags':
      return tags(git, asked, example);
    case 'GET /git/matching-refs/{ref}':
      return matchingTags(git, asked.url.pathname.split('/matching-refs/')[1] ?? '', example);
    case 'GET /issues':
      return listIssues(world, asked, example);
    case 'POST /issues':
      return createIssue(world, body, example);
    case 'PATCH /issues/{issue_number}':
      return updateIssue(world, Number(one), body, example);
    case 'GET /issues/{issue_number}/comments':
      return listComments(world, Number(one), asked, example);
    case 'POST /issues/{issue_number}/comments':
      return addComment(world, Number(one), body, example);
    case 'GET /actions/workflows/{workflow_id}/runs':
      return listRuns(world, two, asked, example);
    case 'GET /actions/runs/{run_id}/artifacts':
      return listArtifacts(world, Number(two), asked, example);
    case 'GET /actions/artifacts/{artifact_id}/{archive_format}':
      return download(world, Number(two), asked);
    default:
      return undefined;
  }
}
