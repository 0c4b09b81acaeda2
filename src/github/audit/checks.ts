import type { CommitChecks, CommitStatus, Listed } from '../../audit/index.ts';
import { ResponseError } from '../../errors/index.ts';
import { given, valueAt } from '../../text/index.ts';
import {
  emptyList,
  isOpen,
  readContexts,
  readRun,
  readStatus,
  readSuite,
  runsField,
  smallPage,
  statusField,
  suiteFragment,
  suitesField,
  whyCut,
  withPage,
  type ListSoFar,
  type SuiteSoFar,
} from './read-check.ts';
import { askEach, isRefusal, listOf, type Question, type Session } from './session.ts';
import { actorFragment } from './values.ts';

const perPage = 100;
/**
 * Commits: 20 × (20 + 20 × 50) are 20,400 nodes of the 500,000 that GitHub takes, and 4 points of the 1,000 that the token of a job has
 * in an hour (docs.github.com/graphql/overview, "Rate limits and query limits for the GraphQL API"). Its clock of 10 s is nearer: 20
 * commits with 10 checks each are 200 of them.
 */
const commitsAtOnce = 20;
/** Suites whose runs go on: 50 × 100 nodes. */
const suitesAtOnce = 50;
const mostPages = 101;
/**
 * How many suites come with a commit: 20, and more where others had more, up to 40, which are 8 points. Each app of a repository has one
 * at each commit, most of them without a run: 34 were seen before the first of GitHub Actions (github.com/ossf/scorecard/pull/5192).
 */
const firstSuites = { least: 20, most: 40 } as const;

const permission = 'checks: read';

interface CommitSoFar {
  readonly sha: string;
  suites: ListSoFar<SuiteSoFar>;
  /** The newest of each context, until all are read. */
  statuses: readonly CommitStatus[];
  /** Why not all of it could be read. */
  readonly faults: Set<string>;
}

/** Checks with all attempts, and all statuses. A commit that GitHub does not know is left out; one of which a part is missing says why. */
export async function checksOf(
  session: Session,
  shas: readonly string[],
  moments: ReadonlyMap<string, string> = new Map(),
): Promise<Listed<CommitChecks>> {
  const commits = await askCommits(session, [...new Set(shas)]);
  await readRestOfSuites(session, commits);
  await readRestOfRuns(
    session,
    commits.flatMap(({ suites }) => [...suites.items.values()]),
  );
  await readStatuses(
    session,
    commits.filter((commit) => hidesOthers(commit, moments.get(commit.sha))),
  );
  session.answered('POST /graphql ChecksOfCommits', commits.length);
  return listOf(commits.map(checksFrom), undefined);
}

function checksFrom({ faults, sha, statuses, suites }: CommitSoFar): CommitChecks {
  const found = [...suites.items.values()];
  const whys = [...faults, whyCut(suites), ...found.map(({ runs }) => whyCut(runs))].filter((why) => why !== undefined);
  return {
    sha,
    suites: found.map(({ fact, runs }) => ({ ...fact, runs: [...runs.items.values()].map((run) => run.fact) })),
    statuses,
    ...given({ cut: whys.length === 0 ? undefined : whys.join('; ') }),
  };
}

/**
 * The run of a workflow stands behind a permission of its own, without which GitHub answers null and an error at its place
 * (github.com/ag-grid/ag-charts/pull/7916), and so do statuses, at the place of each
 * (github.com/philips-software/pull-request-report-action/issues/557).
 */
const optional = { workflowRun: 'actions: read', status: 'statuses: read' };

async function askCommits(session: Session, shas: readonly string[]): Promise<readonly CommitSoFar[]> {
  const commits = new Map<string, CommitSoFar>();
  for (const sha of shas) commits.set(sha, { sha, suites: emptyList('check suites'), statuses: [], faults: new Set() });
  let isToldOfRuns = false;
  let done = 0;
  let first: number = firstSuites.least;
  await askEach(session, [...commits.values()], commitsAtOnce, {
    name: 'ChecksOfCommits',
    part: ({ sha }) => commitPart(sha, first),
    smallPart: ({ sha }) => commitPart(sha, smallPage.suites),
    fragments: `${suiteFragment}\n${actorFragment}`,
    purpose: 'tell the checks of commits',
    permission,
    optional,
    refused({ faults }, { field, why }) {
      if (field === 'status') faults.add(`its statuses: ${why}`);
      else if (!isToldOfRuns) session.report(`Checks come without the run of their workflow: ${why}`);
      isToldOfRuns ||= field === 'workflowRun';
    },
    failed: ({ faults }, why) => void faults.add(why),
    read(commit, answer) {
      if (answer === null) commits.delete(commit.sha);
      else readCommit(commit, answer);
      first = Math.min(firstSuites.most, Math.max(first, commit.suites.total ?? 0));
      done += 1;
      if (done % commitsAtOnce === 0 || done === shas.length)
        session.report(`Asked GitHub for the checks of ${done} of ${shas.length} commits`);
    },
  });
  return [...commits.values()];
}

function commitPart(sha: string, suites: number): string {
  return `object(oid: "${sha}") { ... on Commit { oid ${suitesField(suites)} ${statusField} } }`;
}

function readCommit(commit: CommitSoFar, answer: unknown): void {
  const { faults, sha, suites } = commit;
  if (valueAt(answer, 'oid') !== sha) {
    faults.add('its checks cannot be read');
    return;
  }
  commit.suites = withPage(suites, valueAt(answer, 'checkSuites'), readSuite);
  const statuses = readContexts(valueAt(answer, 'status'));
  if (statuses === undefined) faults.add('its statuses cannot be read');
  else commit.statuses = statuses;
}

async function readRestOfSuites(session: Session, commits: readonly CommitSoFar[]): Promise<void> {
  await readRest(session, commits, 'suites', {
    size: commitsAtOnce,
    name: 'RestOfCheckSuites',
    part: ({ sha }, first, after) => `object(oid: "${sha}") { ... on Commit { ${suitesField(first, after)} } }`,
    fragments: suiteFragment,
    purpose: 'list the rest of the check suites of commits',
    permission,
    optional,
    read: (commit, answer) => void (commit.suites = withPage(commit.suites, valueAt(answer, 'checkSuites'), readSuite)),
  });
}

async function readRestOfRuns(session: Session, suites: readonly SuiteSoFar[]): Promise<void> {
  await readRest(session, suites, 'runs', {
    size: suitesAtOnce,
    name: 'RestOfCheckRuns',
    atRoot: true,
    part: ({ node }, first, after) => `node(id: ${JSON.stringify(node)}) { ... on CheckSuite { ${runsField(first, after)} } }`,
    purpose: 'list the rest of the runs in check suites',
    permission,
    read: (suite, answer) => void (suite.runs = withPage(suite.runs, valueAt(answer, 'checkRuns'), readRun)),
  });
}

type Owner<Name extends string> = { [Key in Name]: ListSoFar<unknown> };

interface Rest<Of> extends Omit<Question, 'about' | 'body' | 'refused'> {
  /** How many lists a question asks for. */
  readonly size: number;
  readonly part: (of: Of, first: number, after: string | undefined) => string;
  readonly read: (of: Of, answer: unknown) => void;
}

/** All pages of lists, many lists a question. One that is shorter than its count is read once more, with fewer next to it. */
async function readRest<Name extends keyof typeof smallPage, Of extends Owner<Name>>(
  session: Session,
  all: readonly Of[],
  name: Name,
  { part, size, ...question }: Rest<Of>,
): Promise<void> {
  const cut = (of: Of, why: string): void => void Object.assign(of, { [name]: { ...of[name], next: null, why } });
  let pending = all.filter((of) => isOpen(of[name]));
  for (let page = 1; pending.length > 0; page += 1) {
    for (const of of pending) {
      if (page > mostPages) cut(of, `it has more ${of[name].name} than ${mostPages} pages hold`);
      else if (of[name].next === null) Object.assign(of, { [name]: emptyList(of[name].name, true) });
    }
    const open = pending.filter((of) => of[name].why === undefined);
    await askEach(session, open, size, {
      ...question,
      part: (of) => part(of, restOf(of[name]), of[name].next ?? undefined),
      smallPart: (of) => part(of, Math.min(smallPage[name], restOf(of[name])), of[name].next ?? undefined),
      failed: cut,
    });
    pending = open.filter((of) => isOpen(of[name]));
  }
}

/** No more than there are: GitHub counts points for each that is asked for. */
function restOf({ items, total = perPage }: ListSoFar<unknown>): number {
  const left = total - items.size;
  return left > 0 ? Math.min(perPage, left) : perPage;
}

const ofStatuses = {
  route: 'GET /repos/{owner}/{repo}/commits/{ref}/statuses',
  purpose: 'list the statuses of a commit',
  permission: 'statuses: read',
};

/** Whether a status that came later, or that waits, stands before one that counted at a moment. */
function hidesOthers({ statuses }: CommitSoFar, moment = ''): boolean {
  const end = Date.parse(moment);
  return statuses.some(({ at, state }) => !(Date.parse(at) <= end) || state === 'pending' || state === 'expected');
}

/** GraphQL has the newest of each context alone, REST has all of one commit. Where GitHub refuses them once, it is not asked again. */
async function readStatuses(session: Session, commits: readonly CommitSoFar[]): Promise<void> {
  let refused: string | undefined;
  for (const [index, commit] of commits.entries()) {
    try {
      const why = refused ?? (await readStatusesOf(session, commit));
      if (why !== undefined) commit.faults.add(`its statuses: ${why}`);
    } catch (error) {
      // 422: GitHub does not find the commit there.
      const isOfOne = error instanceof ResponseError && error.code === 'invalid-request';
      if (!isOfOne && !isRefusal(error)) throw error;
      const why = `only the newest of each are known: ${error.message}`;
      if (!isOfOne) refused = why;
      commit.faults.add(`its statuses: ${why}`);
    }
    if ((index + 1) % perPage === 0) session.report(`Asked GitHub for the statuses of ${index + 1} of ${commits.length} commits`);
  }
}

/** The newest come first (docs.github.com/rest/commits/statuses). Tells why not all are read. */
async function readStatusesOf(session: Session, commit: CommitSoFar): Promise<string | undefined> {
  const found = new Map<number, CommitStatus>();
  let last = Infinity;
  const newest = commit.statuses;
  for (let page = 1; page <= mostPages; page += 1) {
    const { items, next } = await session.page({ ...ofStatuses, parameters: { ref: commit.sha, per_page: perPage, page } });
    const read = items?.map(readStatus) ?? [undefined];
    const before = found.size;
    for (const one of read) {
      if (one === undefined) return 'one of them cannot be read';
      // One that was made between two pages moves the others.
      if (found.has(one.number)) continue;
      const at = Date.parse(one.status.at);
      if (at > last) return 'they are not in order';
      last = at;
      found.set(one.number, one.status);
    }
    if (next === null) {
      // `expected` stands for one that nobody has made yet.
      commit.statuses = [...found.values()].toReversed();
      const lost = newest.find((one) => one.state !== 'expected' && !commit.statuses.some((other) => isSame(one, other)));
      return lost && `GitHub shows ${lost.state} of ${lost.context} at ${lost.at}, and does not list it`;
    }
    if (found.size === before) return 'GitHub says that they go on, and they do not';
  }
  return `GitHub has more than ${mostPages * perPage} of them`;
}

function isSame(one: CommitStatus, other: CommitStatus): boolean {
  return one.context === other.context && one.at === other.at && one.state === other.state;
}
