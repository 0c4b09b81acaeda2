import type { ListedRepository, OrganizationHole, OrganizationListing } from '../../audit/index.ts';
import { ContractError, ResponseError } from '../../errors/index.ts';
import { count, countAt, listAt, stringAt, valueAt } from '../../text/index.ts';
import { isRefusal, openSession, type AuditAccess, type Session } from './session.ts';
import { momentAt, numberAt } from './values.ts';

/**
 * A repository of GitHub's lists. Its name becomes an address and a folder, so that only the characters are taken that GitHub allows in it.
 *
 * @throws {ContractError} where it cannot be read: a list without it would look whole.
 */
function repositoryIn(item: unknown, owner: string): ListedRepository {
  const [id, name, archived] = [numberAt(item, 'id'), stringAt(item, 'full_name'), valueAt(item, 'archived')];
  const isName = name !== undefined && /^[\w.-]{1,100}\/(?!\.{1,2}$)[\w.-]{1,100}$/.test(name);
  if (id === undefined || !isName || name.split('/')[0]?.toLowerCase() !== owner.toLowerCase() || typeof archived !== 'boolean')
    throw new ContractError('wrong-shape', `GitHub’s list has a repository of ${owner} that cannot be read`, {
      path: '$[].full_name',
      fix: 'Plan again',
    });
  const at = (field: string): string | null => momentAt(item, field) ?? null;
  return {
    id,
    name,
    archived,
    createdAt: at('created_at'),
    pushedAt: at('pushed_at'),
    updatedAt: at('updated_at'),
    size: countAt(item, 'size') ?? 0,
  };
}

/** As many as GitHub puts on a page, and more pages than any organization has. */
const perPage = 100;
const mostPages = 1_000;

/** Every token that reads a repository may list it. */
const permission = 'contents: read';

/**
 * The repositories of an organization or a user, once as the account lists them, and once as the token of the audit sees them. No list of
 * GitHub says that it leaves private repositories out, so the lists are held against a count of GitHub's. Errors as those of `askGitHub`.
 */
export async function listOrganization(
  name: string,
  { audit, other }: { readonly audit: AuditAccess; readonly other: AuditAccess | undefined },
): Promise<OrganizationListing> {
  const own = openSession(audit);
  const account = await accountOf(name, own).catch((error: unknown) => {
    throw notListed(error, name);
  });
  const first = { told: account.told, items: await itemsOf(own, account) };
  const lists = other === undefined ? [first] : [first, ...(await listedByOther(openSession(other), account))];
  const all = new Map(lists.flatMap(({ items }) => items.map((item) => repositoryIn(item, account.login))).map((one) => [one.id, one]));
  const told = lists.flatMap((list) => (list.told === null ? [] : [list.told]));
  // A token that may not read a repository says so there.
  const visible = first.items
    .filter((item) => valueAt(item, 'permissions', 'pull') !== false)
    .map((item) => repositoryIn(item, account.login).id);
  const holes: OrganizationHole[] = [];
  const installation = await installationOf(own);
  const seen = new Set<number>();
  for (const item of installation?.items ?? []) {
    if (stringAt(item, 'owner', 'login')?.toLowerCase() !== account.login.toLowerCase()) continue;
    const one = repositoryIn(item, account.login);
    seen.add(one.id);
    all.set(one.id, one);
  }
  const listed = new Set(installation?.items.map((item) => countAt(item, 'id'))).size;
  if (installation !== undefined && listed < installation.total)
    holes.push({
      what: `repositories of ${account.login}`,
      why: `GitHub says that the App sees ${count(installation.total, 'repository', 'repositories')}, and lists ${listed}`,
      fix: 'Plan again: a repository may have come or gone meanwhile',
    });
  const isAll = installation?.selection === 'all' && seen.size > 0;
  const hole = isAll ? undefined : uncounted(account.login, all.size, told);
  return {
    organization: account.login,
    kind: account.kind,
    repositories: [...all.values()],
    seenBy: installation === undefined ? 'token' : 'installation',
    seen: installation === undefined ? new Set(visible) : seen,
    holes: hole === undefined ? holes : [...holes, hole],
  };
}

/**
 * The repositories of a list that somebody wrote, by their names there. A sentence says why GitHub shows this token none. One request each.
 */
export async function lookUpRepositories(
  names: readonly string[],
  access: Omit<AuditAccess, 'repository'>,
): Promise<ReadonlyMap<string, ListedRepository | string>> {
  const told = new Map<string, ListedRepository | string>();
  for (const name of new Set(names)) {
    const session = openSession({ ...access, repository: name });
    const asked = { route: 'GET /repos/{owner}/{repo}', parameters: {}, purpose: `tell about ${name}`, permission };
    try {
      told.set(name, lookedUp(await session.rest(asked), name));
    } catch (error) {
      // A token that is not valid, or no answer, is about all of them.
      if (!isRefusal(error)) throw error;
      told.set(name, `GitHub shows no repository ${name} to this token (${error.status}): ${error.serverMessage ?? 'it said no'}`);
    }
  }
  return told;
}

/** GitHub answers to an old name too, also of one that has another owner now. */
function lookedUp(item: unknown, name: string): ListedRepository | string {
  const [owner = ''] = name.split('/');
  const now = stringAt(item, 'full_name');
  if (now !== undefined && now.split('/')[0]?.toLowerCase() !== owner.toLowerCase())
    return `it is ${now} now: write that name into the list`;
  if (valueAt(item, 'permissions', 'pull') === false) return `the token may not read ${name}`;
  return repositoryIn(item, owner);
}

/** The advice for jobs of one repository does not fit here. */
function notListed(error: unknown, name: string): unknown {
  if (!(error instanceof ResponseError) || (error.code !== 'not-found' && error.code !== 'forbidden')) return error;
  const { code, message, request, status } = error;
  const fix = `Look at the name ${name}; then install the App on it, or give a token that may list its repositories`;
  return new ResponseError(code, message, { status, request, cause: error, fix });
}

/** Another token adds to the list. Where GitHub refuses it, the count shows whether something is missing. */
async function listedByOther(
  session: Session,
  account: Account,
): Promise<readonly { readonly told: number | null; readonly items: readonly unknown[] }[]> {
  try {
    return [{ told: (await accountOf(account.login, session)).told, items: await itemsOf(session, account) }];
  } catch (error) {
    if (!(error instanceof ResponseError) || !['unauthorized', 'forbidden', 'not-found'].includes(error.code)) throw error;
    return [];
  }
}

interface Account {
  readonly login: string;
  readonly kind: OrganizationListing['kind'];
  /** Null where this token is not shown the number of private ones. */
  readonly told: number | null;
}

/** GitHub has one question for organizations, and another one for users. */
async function accountOf(name: string, session: Session): Promise<Account> {
  const asked = { purpose: `tell about ${name}`, permission };
  try {
    return accountIn(await session.rest({ route: 'GET /orgs/{org}', parameters: { org: name }, ...asked }), 'organization', name);
  } catch (error) {
    if (!(error instanceof ResponseError) || error.code !== 'not-found') throw error;
  }
  return accountIn(await session.rest({ route: 'GET /users/{username}', parameters: { username: name }, ...asked }), 'user', name);
}

function accountIn(answer: unknown, kind: Account['kind'], name: string): Account {
  const login = stringAt(answer, 'login');
  if (login?.toLowerCase() !== name.toLowerCase())
    throw new ContractError('wrong-shape', `GitHub’s answer about ${name} is about another account`, {
      path: '$.login',
      fix: 'Plan again',
    });
  const [open, closed] = [countAt(answer, 'public_repos'), countAt(answer, 'total_private_repos')];
  return { login, kind, told: open === undefined || closed === undefined ? null : open + closed };
}

function itemsOf(session: Session, { kind, login }: Account): Promise<readonly unknown[]> {
  const purpose = `list the repositories of ${login}`;
  // In the order of their making: one that comes meanwhile moves none to a page that was read.
  const order = { sort: 'created', direction: 'asc' };
  const asked =
    kind === 'organization'
      ? { route: 'GET /orgs/{org}/repos', parameters: { org: login, type: 'all', ...order } }
      : { route: 'GET /users/{username}/repos', parameters: { username: login, type: 'owner', ...order } };
  return pages(async (page) => {
    const answer = await session.rest({ ...asked, parameters: { ...asked.parameters, ...page }, purpose, permission });
    if (!Array.isArray(answer))
      throw new ContractError('wrong-shape', `GitHub’s answer is no list of repositories of ${login}`, { fix: 'Plan again' });
    return answer;
  });
}

/** `undefined` where the token is not of an installation. */
async function installationOf(session: Session) {
  const asked = { route: 'GET /installation/repositories', purpose: 'list what the App sees', permission };
  let [total, selection]: [number, string | undefined] = [0, undefined];
  try {
    const items = await pages(async (page) => {
      const answer = await session.rest({ ...asked, parameters: page });
      const some = listAt(answer, 'repositories');
      if (some === undefined)
        throw new ContractError('wrong-shape', 'GitHub’s answer has no repositories of the App', { fix: 'Plan again' });
      [total, selection] = [countAt(answer, 'total_count') ?? Infinity, stringAt(answer, 'repository_selection')];
      return some;
    });
    return { items, total, selection };
  } catch (error) {
    // GitHub says so to every token that is not of an installation.
    if (error instanceof ResponseError && error.status === 403 && /installation access token/i.test(error.serverMessage ?? ''))
      return undefined;
    throw error;
  }
}

async function pages(
  ask: (page: { readonly per_page: number; readonly page: number }) => Promise<readonly unknown[]>,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const some = await ask({ per_page: perPage, page });
    items.push(...some);
    if (some.length < perPage) return items;
  }
  throw new ContractError('wrong-shape', `GitHub’s list of repositories has more than ${mostPages} pages`, {
    fix: 'Audit this account another way',
  });
}

/** Without a count it is not known whether private repositories are left out. */
function uncounted(login: string, listed: number, told: readonly number[]): OrganizationHole | undefined {
  const what = `repositories of ${login}`;
  const fix = `Install the App on all repositories of ${login}; or give as github-token that of an owner, whom GitHub tells the count`;
  if (told.length === 0) return { what, why: 'GitHub tells this token no count of the private ones, so that some may be in no list', fix };
  const most = Math.max(...told);
  return listed >= most
    ? undefined
    : { what, why: `GitHub counts ${most}, and lists ${listed}: the others are hidden from the token`, fix };
}
