import type { BranchRule, BranchRules, Bypass, Bypasses, Listed, Ruleset, RulesetVersion, RulesPeriod } from '../../audit/index.ts';
import { ResponseError } from '../../errors/index.ts';
import { countAt, given, listAt, parseJson, stringAt, valueAt } from '../../text/index.ts';
import { isNotFound } from '../api.ts';
import { isRefusal, listOf, type Session } from './session.ts';
import { complete, momentAt, numberAt, tipAt } from './values.ts';

/** A branch has at most 75 rulesets of its own and 75 of the organization (docs.github.com, "About rulesets"). */
const mostPages = 20;
const perPage = 100;

/**
 * The rules that hold for a branch now. Everybody who reads a repository may read them; who may bypass a ruleset is told only to those
 * who may change it (docs.github.com/en/rest/repos/rules).
 */
export async function rulesOf(session: Session, branch: string, { now, since }: RulesPeriod): Promise<Listed<BranchRules>> {
  const rules = await pagesOf(
    session,
    {
      route: 'GET /repos/{owner}/{repo}/rules/branches/{branch}',
      parameters: { branch },
      purpose: `tell the rules of ${branch}`,
      permission: 'contents: read',
    },
    (item) => readRule(item),
  );
  // A part of the rules would look like fewer rules.
  if (typeof rules === 'string') return listOf<BranchRules>([], rules);
  const rulesets: Ruleset[] = [];
  const faults: string[] = [];
  for (const id of new Set(rules.map(({ ruleset }) => ruleset))) {
    const found = await rulesetOf(session, id);
    if (typeof found === 'object') {
      const own = rules.filter(({ ruleset }) => ruleset === id);
      const history = isSince(found.changedAt, since) ? await historyOf(session, own, id, since) : undefined;
      if (typeof history === 'string') faults.push(history);
      rulesets.push({ ...found, ...(typeof history === 'object' ? { history } : {}) });
    } else if (found !== undefined) faults.push(found);
  }
  const required = new Set(rules.flatMap(({ checks }) => checks.map(({ name }) => name)));
  const classic = await classicChecks(session, branch);
  if (classic === undefined) faults.push(`The protection of ${branch} in GitHub's answer cannot be read`);
  const bypasses = await bypassesOf(session, branch, laterOf(since, new Date(Date.parse(now) - keptDays * 86_400_000).toISOString()));
  if (typeof bypasses === 'string') faults.push(bypasses);
  const told = typeof bypasses === 'string' ? { since: null, why: bypasses, found: [] } : bypasses;
  return listOf(
    [{ kind: 'branch-rules', branch, rules, rulesets, classic: (classic ?? []).filter((name) => !required.has(name)), bypasses: told }],
    faults[0],
  );
}

type Request = Omit<Parameters<Session['page']>[0], 'repeatable'>;

/** All items of a list, or why not all could be read. */
async function pagesOf<Item>(
  session: Session,
  asked: Request,
  read: (item: unknown) => Item | undefined,
): Promise<readonly Item[] | string> {
  const found: Item[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const { items, next } = await session.page({ ...asked, parameters: { ...asked.parameters, per_page: perPage, page } });
    if (items === undefined) return `GitHub was asked to ${asked.purpose}, and its answer is no list`;
    for (const item of items) {
      const one = read(item);
      if (one === undefined) return `GitHub was asked to ${asked.purpose}, and one of these cannot be read`;
      found.push(one);
    }
    if (next === null) return found;
    if (items.length === 0) return `GitHub was asked to ${asked.purpose}, and says that they go on, and they do not`;
  }
  return `GitHub was asked to ${asked.purpose}, and has more than ${mostPages * perPage}`;
}

/** @param of its ruleset, where the rule itself does not say it */
function readRule(value: unknown, of?: string): BranchRule | undefined {
  const type = stringAt(value, 'type');
  const checks = type === 'required_status_checks' ? listAt(value, 'parameters', 'required_status_checks')?.map(readCheck) : [];
  const workflows = type === 'workflows' ? listAt(value, 'parameters', 'workflows')?.map((one) => stringAt(one, 'path')) : [];
  const number = numberAt(value, 'ruleset_id');
  if (checks === undefined || checks.includes(undefined) || workflows === undefined || workflows.includes(undefined)) return undefined;
  return complete({
    type,
    ruleset: number === undefined ? of : String(number),
    checks: checks.filter((check) => check !== undefined),
    workflows: workflows.filter((path) => path !== undefined),
    strict: valueAt(value, 'parameters', 'strict_required_status_checks_policy') === true,
    ...given({ approvals: type === 'pull_request' ? countAt(value, 'parameters', 'required_approving_review_count') : undefined }),
  });
}

/** Without `integration_id` any app may tell the check. */
function readCheck(value: unknown): BranchRule['checks'][number] | undefined {
  const app = valueAt(value, 'integration_id');
  return complete({ name: stringAt(value, 'context'), app: app === undefined || app === null ? null : numberAt(value, 'integration_id') });
}

/** Undefined where the token may not see it; a text where it cannot be read. */
async function rulesetOf(session: Session, id: string): Promise<Ruleset | string | undefined> {
  const answer = await orHidden(
    session.rest({
      route: 'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}',
      parameters: { ruleset_id: id },
      purpose: `tell about ruleset ${id}`,
      permission: 'contents: read',
    }),
  );
  if (answer === undefined) return undefined;
  const read = readRuleset(answer, id);
  return read ?? `Ruleset ${id} in GitHub's answer cannot be read`;
}

function readRuleset(value: unknown, id: string): Ruleset | undefined {
  return complete({
    id,
    name: stringAt(value, 'name'),
    source: stringAt(value, 'source'),
    changedAt: momentAt(value, 'updated_at') ?? null,
    bypass: bypassAt(value),
  });
}

/**
 * The rulesets of a file with what GitHub answers to `GET …/rulesets/{ruleset_id}`, one of these answers or a list of them, as somebody
 * got them who may change the rulesets. A text says why it is none.
 */
export function readRulesets(text: string): readonly Ruleset[] | string {
  const value = parseJson(text);
  const list = Array.isArray(value) ? value : [value];
  const rulesets: Ruleset[] = [];
  for (const [index, one] of list.entries()) {
    const number = numberAt(one, 'id');
    const read = readRuleset(one, number === undefined ? '' : String(number));
    const which = list.length === 1 ? 'it' : `entry ${index + 1}`;
    if (number === undefined || read === undefined || read.changedAt === null)
      return `${which} is no ruleset with id, name, source and updated_at`;
    if (read.bypass === null) return `${which} has no bypass_actors, which GitHub shows only to who may change the ruleset`;
    rulesets.push(read);
  }
  return rulesets.length === 0 ? 'no ruleset is in it' : rulesets;
}

/** Undefined where the token may not see it. */
async function orHidden<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isNotFound(error) || (error instanceof ResponseError && isRefusal(error))) return undefined;
    throw error;
  }
}

function isSince(at: string | null, since: string | null): boolean {
  return at !== null && (since === null || Date.parse(at) > Date.parse(since));
}

/** Versions of one ruleset that are read: each is a request of its own. */
const mostVersions = 100;

/**
 * The versions of a ruleset that were in force since a moment, the newest first. Only who may change the ruleset sees them
 * (`administration: write`, docs.github.com/en/rest/authentication/permissions-required-for-github-apps): undefined for all others.
 * @param now its rules, with which the newest version must agree
 */
async function historyOf(
  session: Session,
  now: readonly BranchRule[],
  id: string,
  since: string | null,
): Promise<readonly RulesetVersion[] | string | undefined> {
  const asked = { parameters: { ruleset_id: id }, purpose: `tell the history of ruleset ${id}`, permission: 'administration: write' };
  const route = 'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}/history';
  const named = await orHidden(
    pagesOf(session, { ...asked, route }, (item) => complete({ id: numberAt(item, 'version_id'), at: momentAt(item, 'updated_at') })),
  );
  if (named === undefined || typeof named === 'string') return named;
  const versions: RulesetVersion[] = [];
  let conditions: string | undefined;
  for (const { at, id: version } of named.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at) || other.id - one.id)) {
    if (versions.length === mostVersions) return `Ruleset ${id} was changed more than ${mostVersions} times within the period`;
    const parameters = { ruleset_id: id, version_id: version };
    const answer = await orHidden(
      session.rest({ ...asked, route: 'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}/history/{version_id}', parameters }),
    );
    const state = valueAt(answer, 'state');
    const rules = listAt(state, 'rules')?.map((rule) => readRule(rule, id));
    const enforcement = stringAt(state, 'enforcement');
    if (rules === undefined || rules.includes(undefined) || enforcement === undefined)
      return `Version ${version} of ruleset ${id} in GitHub's answer cannot be read`;
    const own = JSON.stringify(valueAt(state, 'conditions')) ?? '';
    conditions ??= own;
    // Under the conditions that it has now it holds for the branch. No other program than GitHub tells whether it did under others.
    const inForce = enforcement !== 'active' ? false : own === conditions ? true : null;
    versions.push({ at, inForce, rules: rules.filter((rule) => rule !== undefined), bypass: bypassAt(state) });
    if (!isSince(at, since)) break;
  }
  const [newest] = versions;
  if (newest === undefined || newest.inForce !== true || demandsIn(newest.rules) !== demandsIn(now))
    return `The history of ruleset ${id} does not end with what GitHub says of it now`;
  return versions;
}

/** The same text for the same demands, in any order. */
function demandsIn(rules: readonly BranchRule[]): string {
  return JSON.stringify(rules.flatMap((rule) => [...rule.checks, ...rule.workflows].map((one) => JSON.stringify(one))).toSorted());
}

/** Null where the list is absent, which is not an empty one: the token may not see it. */
function bypassAt(value: unknown): readonly string[] | null {
  return listAt(value, 'bypass_actors')?.map(bypassWords) ?? null;
}

/** `Team 7 always`. An administrator of the organization has no number. */
function bypassWords(value: unknown): string {
  const [kind, mode] = [stringAt(value, 'actor_type') ?? 'somebody', stringAt(value, 'bypass_mode') ?? 'always'];
  const number = numberAt(value, 'actor_id');
  return `${kind}${number === undefined ? '' : ` ${number}`} ${mode}`;
}

/** GitHub tells of suites of rules for a month, whose days it does not count for us: the shortest has so many. */
const keptDays = 28;

function laterOf(one: string | null, other: string): string {
  return one !== null && Date.parse(one) > Date.parse(other) ? one : other;
}

/** Suites of rules that are read: each is a request of its own. */
const mostBypasses = 200;

/**
 * The landings of the last month that bypassed rules. Needs `administration: read`, and never tells of an actor whose mode is `exempt`:
 * GitHub makes no entry then (docs.github.com/en/rest/repos/rule-suites, and `bypass_mode` at docs.github.com/en/rest/repos/rules).
 */
async function bypassesOf(session: Session, branch: string, since: string): Promise<Bypasses | string> {
  const ref = `refs/heads/${branch}`;
  const asked = { purpose: `tell which landings on ${branch} bypassed its rules`, permission: 'administration: read' };
  try {
    const listed = await pagesOf(
      session,
      {
        ...asked,
        route: 'GET /repos/{owner}/{repo}/rulesets/rule-suites',
        parameters: { ref, time_period: 'month', rule_suite_result: 'bypass' },
      },
      readSuite,
    );
    if (typeof listed === 'string') return listed;
    const suites = listed.filter((suite) => suite.ref === ref && suite.result === 'bypass' && Date.parse(suite.at) >= Date.parse(since));
    if (suites.length > mostBypasses) return `GitHub was asked to ${asked.purpose}, and these are more than ${mostBypasses}`;
    const found: Bypass[] = [];
    for (const { after, at, by, id } of suites) {
      // The branch was deleted: nothing landed.
      if (after === null) continue;
      const answer = await session.rest({
        ...asked,
        route: 'GET /repos/{owner}/{repo}/rulesets/rule-suites/{rule_suite_id}',
        parameters: { rule_suite_id: id },
      });
      const rules = listAt(answer, 'rule_evaluations')?.flatMap(brokenRule);
      if (rules === undefined) return `GitHub was asked to ${asked.purpose}, and suite ${id} of these cannot be read`;
      found.push({ id: String(id), at, by, after, rules: [...new Set(rules)] });
    }
    return { since, found };
  } catch (error) {
    if (isRefusal(error)) return { since: null, why: error.message, found: [] };
    throw error;
  }
}

function readSuite(value: unknown) {
  const [id, login] = [numberAt(value, 'actor_id'), stringAt(value, 'actor_name')];
  const isKnown = id !== undefined && login !== undefined;
  return complete({
    id: numberAt(value, 'id'),
    at: momentAt(value, 'pushed_at'),
    by: isKnown ? ({ id, login, kind: login.endsWith('[bot]') ? 'bot' : 'person' } as const) : null,
    after: tipAt(value, 'after_sha'),
    ref: stringAt(value, 'ref'),
    result: stringAt(value, 'result'),
  });
}

function brokenRule(value: unknown): readonly string[] {
  if (stringAt(value, 'result') !== 'fail' || stringAt(value, 'enforcement') === 'evaluate') return [];
  const source = stringAt(value, 'rule_source', 'name') ?? stringAt(value, 'rule_source', 'type') ?? 'a rule';
  return [`${stringAt(value, 'rule_type') ?? 'a rule'} of ${source}`];
}

/** The checks that protection of the classic kind requires, which a token that may only read sees through what its own update owes. */
async function classicChecks(session: Session, branch: string): Promise<readonly string[] | undefined> {
  const data = await session.ask({
    name: 'ProtectionOfBranch',
    body: `ref(qualifiedName: ${JSON.stringify(`refs/heads/${branch}`)}) { refUpdateRule { requiredStatusCheckContexts } }`,
    purpose: `tell the protection of ${branch}`,
    permission: 'contents: read',
    about: 1,
  });
  session.answered('POST /graphql ProtectionOfBranch', 1);
  const ref = valueAt(data, 'ref');
  const rule = valueAt(ref, 'refUpdateRule');
  if (ref === null || rule === null) return [];
  const names = valueAt(rule, 'requiredStatusCheckContexts');
  if (names === null) return [];
  const list = listAt(rule, 'requiredStatusCheckContexts');
  return list?.every((name) => typeof name === 'string') === true ? list : undefined;
}
