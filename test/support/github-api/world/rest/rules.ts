import type { Reply } from '../../answering.ts';
import { object } from '../../operations.ts';
import { accountOf, loginOf } from '../graphql/accounts.ts';
import type { GitHubWorld, WorldRuleset, WorldRuleSuite, WorldVersion } from '../model.ts';
import { numbered, type Asked } from './pages.ts';

const notFound: Reply = { status: 404, body: { message: 'Not Found' } };
/** The rules of all rulesets that hold for a branch. */
export function branchRules(world: GitHubWorld, branch: string, asked: Asked): Reply {
  const own = world.rulesets.filter(({ branches }) => branches.includes(decodeURIComponent(branch)));
  const rules = own.flatMap(({ id, rules: all, source }) =>
    all.map((rule) => ({
      ...rule,
      ruleset_source_type: source.includes('/') ? 'Repository' : 'Organization',
      ruleset_source: source,
      ruleset_id: id,
    })),
  );
  const { headers, items } = numbered(rules, asked);
  return { status: 200, headers, body: items };
}

function actorsOf(bypass: NonNullable<WorldRuleset['bypass']>): readonly object[] {
  return bypass.map(({ id, kind, mode }) => ({ actor_id: id, actor_type: kind, bypass_mode: mode }));
}

export function rulesetById(world: GitHubWorld, id: number, example: unknown): Reply {
  const found = world.rulesets.find((one) => one.id === id && one.hidden !== true);
  if (found === undefined) return { status: 404, body: { message: 'Not Found' } };
  const { bypass, changedAt, name, rules, source } = found;
  const rest = Object.fromEntries(Object.entries(object(example)).filter(([key]) => key !== 'bypass_actors'));
  const actors = bypass === null ? undefined : actorsOf(bypass);
  return {
    status: 200,
    body: {
      ...rest,
      id,
      name,
      source,
      source_type: source.includes('/') ? 'Repository' : 'Organization',
      rules,
      updated_at: changedAt,
      ...(actors === undefined ? {} : { bypass_actors: actors }),
    },
  };
}

const noPermission: Reply = { status: 403, body: { message: 'Resource not accessible by integration' } };

/** The versions of a ruleset, the newest first, by numbers that count down to 1. */
function versionsOf(world: GitHubWorld, id: number): readonly (WorldVersion & { readonly number: number })[] | undefined {
  const found = world.rulesets.find((one) => one.id === id && one.hidden !== true);
  if (found === undefined) return undefined;
  const all = [{ at: found.changedAt }, ...(found.earlier ?? [])];
  return all.map((one, index) => ({ bypass: found.bypass, rules: found.rules, ...one, number: all.length - index }));
}

export function rulesetHistory(world: GitHubWorld, id: number, number: string | undefined, asked: Asked): Reply {
  if (world.administration !== 'write') return noPermission;
  const versions = versionsOf(world, id);
  if (versions === undefined) return notFound;
  const shown = ({ at, number: version }: (typeof versions)[number]) => ({
    version_id: version,
    actor: { id: 101, type: 'User' },
    updated_at: at,
  });
  if (number === undefined) {
    const { headers, items } = numbered(versions, asked);
    return { status: 200, headers, body: items.map(shown) };
  }
  const one = versions.find((version) => String(version.number) === number);
  if (one === undefined) return notFound;
  const { bypass, enforcement = 'active', include = '~DEFAULT_BRANCH', rules } = one;
  const state = {
    id,
    target: 'branch',
    enforcement,
    conditions: { ref_name: { include: [include], exclude: [] } },
    rules,
    ...(bypass === null ? {} : { bypass_actors: actorsOf(bypass ?? []) }),
  };
  return { status: 200, body: { ...shown(one), state } };
}

/** Suites of rules of the last month, the newest first, or one of them with what it held against what. */
export function ruleSuites(world: GitHubWorld, id: string | undefined, asked: Asked): Reply {
  if (world.administration === 'none') return noPermission;
  const query = asked.url.searchParams;
  const [ref, result] = [query.get('ref'), query.get('rule_suite_result') ?? 'all'];
  const days = { hour: 1 / 24, day: 1, week: 7, month: 30 }[query.get('time_period') ?? 'day'] ?? 1;
  const since = Date.parse(world.now) - days * 86_400_000;
  const shown = ({ after, at, before, by, ref: of, result: ended, id: number }: WorldRuleSuite) => ({
    id: number,
    ...(by === null ? {} : { actor_id: accountOf(world, by).id, actor_name: loginOf(world, by) }),
    before_sha: before,
    after_sha: after,
    ref: of,
    repository_id: 1,
    repository_name: 'app',
    pushed_at: at,
    result: ended,
  });
  if (id === undefined) {
    const found = world.ruleSuites.filter(
      (one) => Date.parse(one.at) >= since && (ref === null || one.ref === ref) && (result === 'all' || one.result === result),
    );
    const { headers, items } = numbered(
      found.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
      asked,
    );
    return { status: 200, headers, body: items.map(shown) };
  }
  const one = world.ruleSuites.find((suite) => String(suite.id) === id);
  if (one === undefined) return notFound;
  const failed = one.failed.map(({ ruleset, type }) => ({
    rule_source: ruleset === undefined ? { type: 'protected_branch' } : { type: 'ruleset', id: 5, name: ruleset },
    enforcement: 'active',
    result: 'fail',
    rule_type: type,
  }));
  const kept = { rule_source: { type: 'ruleset', id: 5, name: 'main' }, enforcement: 'active', result: 'pass', rule_type: 'deletion' };
  return { status: 200, body: { ...shown(one), rule_evaluations: [kept, ...failed] } };
}
