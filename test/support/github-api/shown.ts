import { valueAt } from '../../../src/text/index.ts';
import { object } from './operations.ts';
import type { ListedStatus, PullRequest } from './open.ts';

export function shownStatus({ account, context, description, state, target_url }: ListedStatus, example: object): object {
  const creator = { ...object(valueAt(example, 'creator')), login: account };
  return { ...example, context, state, description: description ?? null, target_url: target_url ?? null, creator };
}

export function pageOf<Item>(items: readonly Item[], query: URLSearchParams): readonly Item[] {
  const [page, size] = [Number(query.get('page') ?? '1'), Math.min(Number(query.get('per_page') ?? '30'), 100)];
  return items.slice((page - 1) * size, page * size);
}

/** Answers as GitHub does: a filter `owner:branch` counts, a filter of another form is left out. */
export function pullRequestsFor(query: URLSearchParams, all: readonly PullRequest[], one: object): readonly object[] {
  const head = query.get('head') ?? '';
  const found = all.filter(({ branch, repository, state = 'open' }) => {
    const isAsked = !head.includes(':') || head === `${repository?.split('/')[0]}:${branch}`;
    return isAsked && state === (query.get('state') ?? 'open');
  });
  return pageOf(found, query).map((pull) => shownPull(pull, one));
}

export function shownPull({ branch, number, repository, sha, state = 'open' }: PullRequest, one: object): object {
  return {
    ...one,
    // The team of the example does not fit the description.
    requested_teams: [],
    number,
    state,
    head: {
      ...object(valueAt(one, 'head')),
      sha,
      ref: branch,
      repo: repository === null ? null : { ...object(valueAt(one, 'head', 'repo')), full_name: repository },
    },
  };
}
