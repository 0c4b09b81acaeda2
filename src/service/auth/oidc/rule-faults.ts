import { matches } from '../../../contract/index.ts';
import { flowRoles, limits, type Role } from '../../../contract/limits.ts';
import { UsageError, wrongUse } from '../../../errors/index.ts';
import { isLoopback, list } from '../../../text/index.ts';
import type { NewOidcRule } from '../../resources/oidc/tables.ts';
import { usualEvents, usualIssuer } from './claims.ts';

const howTo = {
  '--org': 'Use letters, digits and - _ . ~, and begin with a letter or digit.',
  '--issuer': `Write it as the tokens do: ${usualIssuer}, or https://HOST/_services/token for GitHub Enterprise Server.`,
  '--audience':
    'Write the address of this service, such as https://evidence.example: the action asks for tokens for the origin of its base-url.',
  '--workflow': 'Write owner/name/.github/workflows/file.yml@refs/heads/main; * may be the last part, behind the @.',
  '--environment': 'Write its name as it stands in the repository.',
  '--event': 'Write the name of an event of GitHub Actions, such as push or pull_request.',
};

/** Throws a UsageError about the first option that is wrong. */
export function refuseWrongRule(rule: NewOidcRule): void {
  const { audience, environment, events = [], issuer, org, ref, workflow } = rule;
  const refuse = (option: keyof typeof howTo, value: string | undefined, isRight: (value: string) => boolean): void => {
    if (value !== undefined && !isRight(value)) throw wrong(option, value, howTo[option]);
  };
  refuse('--org', org, (name) => matches('orgName', name));
  refuse('--issuer', issuer, isIssuer);
  refuse('--audience', audience, (text) => /^[!-~]{1,512}$/.test(text));
  refuseWrongPlace(rule);
  if (ref !== undefined && !isRef(ref)) throw wrong('--ref', ref, refFix(ref));
  refuse('--workflow', workflow, isWorkflow);
  refuse('--environment', environment, (name) => /^[^\u0000-\u001F\u007F]{1,255}$/u.test(name));
  for (const event of events) refuse('--event', event, (name) => /^[a-z_]{1,64}$/.test(name));
  const unreviewed = events.find(isOfPullRequest);
  if (ref !== undefined && unreviewed !== undefined) {
    const why = `--ref ${ref} and --event ${unreviewed} do not go together: such runs are at refs/pull/NUMBER/merge.`;
    throw new UsageError('conflicting-inputs', why, { fix: 'Leave --ref out, and make another rule for the other events.' });
  }
  if (rule.flows !== undefined) checkFlows(rule.flows, rule.role);
  if (rule.role === 'admin') refuseOpenAdmin(rule);
}

/** One repository by its id, or all of an owner by the id of that. */
function refuseWrongPlace({ ownerId, repository, repositoryId, role, workflow }: NewOidcRule): void {
  const [, owner, name = ''] = /^([\w.-]{1,100})\/([\w.-]{1,100}|\*)$/.exec(repository) ?? [];
  if (owner === undefined) throw wrong('--repository', repository, 'Write owner/name, or owner/* for all repositories of an owner.');
  if (name !== '*') {
    if (!isId.test(repositoryId)) throw wrong('--repository-id', repositoryId, howToFindId(repository));
    if (ownerId !== undefined) throw wrong('--owner-id', ownerId, 'Leave it out, or write --repository owner/*.');
    return;
  }
  if (ownerId === undefined || !isId.test(ownerId)) throw wrong('--owner-id', ownerId ?? '', `It stays: gh api users/${owner} --jq .id`);
  if (repositoryId !== '') throw wrong('--repository-id', repositoryId, 'Leave it out: the rule is for all repositories of the owner.');
  if (role !== 'recorder' && role !== 'reader') {
    throw new UsageError('conflicting-inputs', `A rule for all repositories of an owner cannot give the role ${role}.`, {
      fix: 'Give it the role recorder or reader, or make a rule for each repository.',
    });
  }
  if (workflow === undefined) throw wrong('--workflow', '', 'Without one, whoever may push to any repository of the owner gets the role.');
}

const isId = /^[1-9]\d{0,18}$/;

/** An administrator may give rights to others, so that whoever gets this role has all of them for ever. */
function refuseOpenAdmin({ environment, events = usualEvents, ref }: NewOidcRule): void {
  const open = events.find((name) => !usualEvents.includes(name));
  if (open !== undefined) {
    const why = `A rule for the event ${open} cannot give the role admin: others than people with write access start it.`;
    throw new UsageError('conflicting-inputs', why, { fix: 'Give it another role, or leave the event out.' });
  }
  if (environment !== undefined || ref !== undefined) return;
  const why = 'without one, whoever may push a branch would be an administrator.';
  throw new UsageError('missing-input', `A rule that gives the role admin needs --environment or --ref: ${why}`, {
    fix: 'Name an environment with required reviewers, or a protected branch: GitHub says in each token whether a branch is protected, and others are not let in.',
  });
}

/** Events that others than people with write access to the repository can start, or that follow what those did. */
const foreignEvents: ReadonlySet<string> = new Set(
  `branch_protection_rule check_run check_suite create delete deployment_status discussion discussion_comment fork gollum image_version
  issue_comment issues label milestone page_build project project_card project_column public pull_request_target registry_package status
  watch workflow_call workflow_run`.split(/\s+/),
);

/** Jobs that a rule lets in and that its author may not have meant, a sentence each. */
export function warningsOf({ environment, events = usualEvents, ref, role, workflow }: NewOidcRule): readonly string[] {
  const isOpen = environment === undefined && ref === undefined && workflow === undefined;
  const writes = role !== 'reader' && role !== 'auditor';
  const foreign = events.filter((name) => foreignEvents.has(name));
  const unknown = events.filter((name) => !foreignEvents.has(name) && !usualEvents.includes(name) && !isOfPullRequest(name));
  return [
    ...(isOpen && writes && events.some((name) => usualEvents.includes(name))
      ? [`every workflow on every branch of the repository gets the role ${role}; --ref, --environment or --workflow narrows that`]
      : []),
    ...(events.some(isOfPullRequest) && writes
      ? [`a pull request from a branch of the repository gets the role ${role} before anybody has looked at it`]
      : []),
    ...(foreign.length > 0
      ? [`${foreign.join(', ')} also runs for forks and for strangers: its workflows must never run or read what they bring`]
      : []),
    ...unknown.map((name) => `${name} is no event that is known here: look at its spelling, because a job of another event is not let in`),
  ];
}

/** Events whose run is at the merge of a pull request, with code that may be unreviewed. */
function isOfPullRequest(event: string): boolean {
  return event === 'pull_request' || event === 'pull_request_review' || event === 'pull_request_review_comment';
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.length > 512 || !/^[!-~]+$/.test(text)) return false;
  if (url.username !== '' || url.password !== '' || /[?#]/.test(text)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** A ref of git. One `*` may be its last part, behind the name of a folder. */
function isRef(text: string): boolean {
  return (
    /^refs\/(?:heads|tags)\/(?:[^\s*?[\\^~:\u0000-\u001F\u007F]+|(?:[^\s*?[\\^~:\u0000-\u001F\u007F]+\/)?\*)$/u.test(text) &&
    text.length <= 512
  );
}

function refFix(ref: string): string {
  if (ref.startsWith('refs/pull/')) return 'For pull requests leave --ref out, and add --event pull_request.';
  if (!ref.startsWith('refs/')) return `Write it in full, such as refs/heads/${ref} or refs/tags/${ref}.`;
  return 'Write refs/heads/NAME or refs/tags/NAME; * may be its whole last part, such as refs/heads/release/*.';
}

/** The file of a workflow at a ref or a commit. */
function isWorkflow(text: string): boolean {
  const [, at = ''] = /^[\w.-]+\/[\w.-]+\/\.github\/workflows\/[^\s@*/]+\.ya?ml@(.+)$/.exec(text) ?? [];
  return text.length <= 512 && (/^[0-9a-f]{40}$/.test(at) || isRef(at));
}

function howToFindId(repository: string): string {
  return `The id stays when the repository is renamed, and a new one of the same name has another: gh api repos/${repository} --jq .id`;
}

function wrong(option: string, value: string, fix: string): UsageError {
  return wrongUse(value === '' ? `${option} is missing.` : `${option} is not usable: ${value}`, fix);
}

/** Throws a UsageError unless a token of this role can be narrowed to these flows. */
export function checkFlows(flows: readonly string[], role: Role): void {
  const wrong = flows.find((flow) => !matches('flowName', flow));
  if (wrong !== undefined) {
    throw wrongUse(`'${wrong}' is no name for a flow.`, 'Use letters, digits and . - _ ~, and begin with a letter or digit.');
  }
  if (flows.length === 0 || flows.length > limits.flowsOfToken) {
    throw wrongUse(`A narrowed token is for 1 to ${limits.flowsOfToken} flows.`, 'Add --flow NAME for each.');
  }
  if (!flowRoles.includes(role)) {
    throw new UsageError('conflicting-inputs', `The role ${role} is for a whole organization, and cannot be narrowed to flows.`, {
      fix: `Use one of ${list(flowRoles)}, or leave --flow out.`,
    });
  }
}
