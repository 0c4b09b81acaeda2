import type { BranchRule, BranchRules, Listed, Ruleset } from '../../audit/index.ts';
import { ResponseError } from '../../errors/index.ts';
import { listAt, stringAt, valueAt } from '../../text/index.ts';
import { isNotFound } from '../api.ts';
import { isRefusal, listOf, type Session } from './session.ts';
import { complete, momentAt, numberAt } from './values.ts';

/** A branch has at most 75 rulesets of its own and 75 of the organization (docs.github.com, "About rulesets"). */
const mostPages = 20;
const perPage = 100;

/**
 * The rules that hold for a branch now. Everybody who reads a repository may read them; who may bypass a ruleset is told only to those
 * who may change it (docs.github.com/en/rest/repos/rules).
 */
export async function rulesOf(session: Session, branch: string): Promise<Listed<BranchRules>> {
  const { rules, why } = await listRules(session, branch);
  const rulesets: Ruleset[] = [];
  const faults = why === undefined ? [] : [why];
  for (const id of new Set(rules.map(({ ruleset }) => ruleset))) {
    const found = await rulesetOf(session, id);
    if (typeof found === 'string') faults.push(found);
    else if (found !== undefined) rulesets.push(found);
  }
  const required = new Set(rules.flatMap(({ checks }) => checks.map(({ name }) => name)));
  const classic = await classicChecks(session, branch);
  if (classic === undefined) faults.push(`The protection of ${branch} in GitHub's answer cannot be read`);
  return listOf(
    [{ kind: 'branch-rules', branch, rules, rulesets, classic: (classic ?? []).filter((name) => !required.has(name)) }],
    faults[0],
  );
}

async function listRules(session: Session, branch: string): Promise<{ readonly rules: readonly BranchRule[]; readonly why?: string }> {
  const rules: BranchRule[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const { items, next } = await session.page({
      route: 'GET /repos/{owner}/{repo}/rules/branches/{branch}',
      parameters: { branch, per_page: perPage, page },
      purpose: `tell the rules of ${branch}`,
      permission: 'contents: read',
    });
    if (items === undefined) return { rules, why: `GitHub's rules of ${branch} are no list` };
    const read = items.map(readRule);
    rules.push(...read.filter((rule) => rule !== undefined));
    if (read.includes(undefined)) return { rules, why: `A rule of ${branch} in GitHub's answer cannot be read` };
    if (next === null) return { rules };
    if (items.length === 0) return { rules, why: `GitHub says that the rules of ${branch} go on, and they do not` };
  }
  return { rules, why: `GitHub has more than ${mostPages * perPage} rules of ${branch}` };
}

function readRule(value: unknown): BranchRule | undefined {
  const type = stringAt(value, 'type');
  const checks = type === 'required_status_checks' ? listAt(value, 'parameters', 'required_status_checks')?.map(readCheck) : [];
  const workflows = type === 'workflows' ? listAt(value, 'parameters', 'workflows')?.map((one) => stringAt(one, 'path')) : [];
  const ruleset = numberAt(value, 'ruleset_id');
  if (checks === undefined || checks.includes(undefined) || workflows === undefined || workflows.includes(undefined)) return undefined;
  return complete({
    type,
    ruleset: ruleset === undefined ? undefined : String(ruleset),
    checks: checks.filter((check) => check !== undefined),
    workflows: workflows.filter((path) => path !== undefined),
    strict: valueAt(value, 'parameters', 'strict_required_status_checks_policy') === true,
  });
}

/** Without `integration_id` any app may tell the check. */
function readCheck(value: unknown): BranchRule['checks'][number] | undefined {
  const app = valueAt(value, 'integration_id');
  return complete({ name: stringAt(value, 'context'), app: app === undefined || app === null ? null : numberAt(value, 'integration_id') });
}

/** Undefined where the token may not see it; a text where it cannot be read. */
async function rulesetOf(session: Session, id: string): Promise<Ruleset | string | undefined> {
  let answer: unknown;
  try {
    answer = await session.rest({
      route: 'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}',
      parameters: { ruleset_id: id },
      purpose: `tell about ruleset ${id}`,
      permission: 'contents: read',
    });
  } catch (error) {
    if (isNotFound(error) || (error instanceof ResponseError && isRefusal(error))) return undefined;
    throw error;
  }
  // An absent list is not an empty one: the token may not see it.
  const bypass = listAt(answer, 'bypass_actors')?.map(bypassWords);
  const read = complete({
    id,
    name: stringAt(answer, 'name'),
    source: stringAt(answer, 'source'),
    changedAt: momentAt(answer, 'updated_at') ?? null,
    bypass: bypass ?? null,
  });
  return read ?? `Ruleset ${id} in GitHub's answer cannot be read`;
}

/** `Team 7 always`. An administrator of the organization has no number. */
function bypassWords(value: unknown): string {
  const [kind, mode] = [stringAt(value, 'actor_type') ?? 'somebody', stringAt(value, 'bypass_mode') ?? 'always'];
  const number = numberAt(value, 'actor_id');
  return `${kind}${number === undefined ? '' : ` ${number}`} ${mode}`;
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
