import { firstOf, object } from '../../operations.ts';
import type { GitHubWorld, WorldUpdate } from '../model.ts';
import type { GitObjects } from '../git-objects.ts';
import { simpleUser } from './account.ts';
import { byCursor, numbered, type Asked } from './pages.ts';
import type { Reply } from './answer.ts';

const none = '0'.repeat(40);
const days: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, quarter: 92, year: 366 };

/** Updates of refs, the newest first; a `ref` without `refs/` is a branch. */
export function activity(world: GitHubWorld, asked: Asked): Reply {
  const query = asked.url.searchParams;
  const [type, ref, period] = [query.get('activity_type'), query.get('ref'), days[query.get('time_period') ?? '']];
  const wanted = ref === null || ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
  const found = world.activity.filter(
    (one) =>
      (wanted === null || one.ref === wanted) &&
      (type === null || one.type === type) &&
      (period === undefined || Date.parse(one.at) >= Date.parse(world.now) - period * 86_400_000),
  );
  const ordered = found.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at) || other.id - one.id);
  const { headers, items } = byCursor(query.get('direction') === 'asc' ? ordered.toReversed() : ordered, asked, ({ id }) => id);
  return { status: 200, headers, body: items.map((one) => shownUpdate(world, one)) };
}

function shownUpdate(world: GitHubWorld, { after, at, before, by, id, ref, type }: WorldUpdate): object {
  return {
    id,
    node_id: `PSH_${id}`,
    before: before ?? none,
    after: after ?? none,
    ref,
    timestamp: at,
    activity_type: type,
    actor: simpleUser(world, by),
  };
}

export function repository(world: GitHubWorld, example: unknown): Reply {
  const [owner = '', name = ''] = world.repository.split('/');
  // The example lacks a field that the description demands, and so do the repositories in it.
  const { parent: _, source: __, ...sample } = { parent: undefined, source: undefined, ...object(example) };
  const given = {
    language: null,
    name,
    full_name: world.repository,
    private: world.private,
    default_branch: world.defaultBranch,
    created_at: world.createdAt,
  };
  return {
    status: 200,
    body: { ...sample, ...given, owner: { ...object(simpleUser(world, 'ada')), login: owner, type: 'Organization' } },
  };
}

export function tags(git: GitObjects, asked: Asked, example: unknown): Reply {
  const { headers, items } = numbered(
    git.tags().filter(({ peeledKind }) => peeledKind === 'commit'),
    asked,
  );
  const body = items.map(({ name, peeled }) => ({
    ...firstOf(example),
    name,
    commit: { sha: peeled, url: `https://api.github.com/commits/${peeled}` },
  }));
  return { status: 200, headers, body };
}

export function matchingTags(git: GitObjects, prefix: string, example: unknown): Reply {
  const found = git.tags().filter(({ name }) => `tags/${name}`.startsWith(prefix));
  const body = found.map(({ kind, name, oid }) => ({
    ...firstOf(example),
    ref: `refs/tags/${name}`,
    object: { type: kind, sha: oid, url: `https://api.github.com/${oid}` },
  }));
  return { status: 200, body };
}
