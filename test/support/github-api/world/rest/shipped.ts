import { valueAt } from '../../../../../src/text/index.ts';
import { firstOf } from '../../operations.ts';
import { deploymentId } from '../graphql/shipped.ts';
import type { GitHubWorld } from '../model.ts';
import { simpleUser } from './account.ts';
import type { Reply } from './answer.ts';
import { numbered, type Asked } from './pages.ts';

/** Deployments, the newest first. */
export function deployments(world: GitHubWorld, asked: Asked, example: unknown): Reply {
  const query = asked.url.searchParams;
  const [environment, sha] = [query.get('environment'), query.get('sha')];
  const found = world.deployments.filter(
    (one) => (environment === null || one.environment === environment) && (sha === null || one.sha === sha),
  );
  const { headers, items } = numbered(
    found.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    asked,
  );
  const body = items.map((one) => ({
    ...firstOf(example),
    id: one.id,
    node_id: deploymentId(one.id),
    sha: one.sha,
    ref: one.ref,
    environment: one.environment,
    original_environment: one.environment,
    creator: simpleUser(world, one.by),
    created_at: one.at,
    updated_at: one.statuses.at(-1)?.at ?? one.at,
    production_environment: one.production,
    transient_environment: one.transient,
  }));
  return { status: 200, headers, body };
}

/** The run that made a deployment. */
export function deploymentRun(world: GitHubWorld, id: number, example: unknown): Reply {
  const made = world.deployments.find(({ run }) => run?.id === id);
  if (made === undefined) return { status: 404, body: { message: 'Not Found' } };
  return { status: 200, body: { ...firstOf(example), id, head_sha: made.run?.sha ?? made.sha } };
}

export function deploymentReviews(world: GitHubWorld, id: number, example: unknown): Reply {
  const made = world.deployments.filter(({ run }) => run?.id === id);
  const environment = firstOf(valueAt(firstOf(example), 'environments'));
  const body = made.flatMap((one) =>
    (one.run?.reviews ?? []).map(({ by, environment: name = one.environment, state }) => ({
      ...firstOf(example),
      state,
      user: simpleUser(world, by),
      environments: [{ ...environment, name }],
    })),
  );
  return { status: 200, body };
}

export function deploymentStatuses(world: GitHubWorld, id: number, asked: Asked, example: unknown): Reply {
  const found = world.deployments.find((one) => one.id === id);
  if (found === undefined) return { status: 404, body: { message: 'Not Found' } };
  const { headers, items } = numbered(
    found.statuses.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    asked,
  );
  const body = items.map((one) => ({
    ...firstOf(example),
    id: one.id,
    state: one.state,
    created_at: one.at,
    updated_at: one.at,
    creator: simpleUser(world, one.by),
  }));
  return { status: 200, headers, body };
}

export function releases(world: GitHubWorld, asked: Asked, example: unknown): Reply {
  const { headers, items } = numbered(
    world.releases.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt)),
    asked,
  );
  const body = items.map(({ by, createdAt, id, prerelease, publishedAt, tag }) => ({
    ...firstOf(example),
    id,
    tag_name: tag,
    name: tag,
    author: simpleUser(world, by ?? 'ghost'),
    created_at: createdAt,
    published_at: publishedAt,
    draft: publishedAt === null,
    prerelease,
    assets: [],
  }));
  return { status: 200, headers, body };
}
