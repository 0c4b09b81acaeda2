import type { Account, Deployment, Listed, Release, Tag } from '../../audit/index.ts';
import { given, isWithin, listAt, stringAt, valueAt } from '../../text/index.ts';
import { inHalves, isRefusal, listOf, type Question, type Session } from './session.ts';
import { actorAt, actorFragment, complete, connectionAt, from, momentAt, numberAt, oidAt, page, shaAt, userAt } from './values.ts';

/** The newest first. All are read: a draft may be published long after it was made. */
export async function releases(session: Session, since: string, until: string): Promise<Listed<Omit<Release, 'branch' | 'brought'>>> {
  const { nodes, why } = await readAll(session, {
    name: 'Releases',
    list: 'releases',
    fields: (after) =>
      `releases(first: 100${after}, orderBy: { field: CREATED_AT, direction: DESC }) { totalCount ${page} nodes { tagName isDraft publishedAt url author { ...A } tagCommit { oid } } }`,
    fragments: actorFragment,
    purpose: 'list the releases',
  });
  const read = nodes.map(readRelease);
  const items = read.filter((one) => one !== undefined && one !== null).filter(({ at }) => isWithin(at, { since, until }));
  const reason = why ?? (read.includes(undefined) ? "A release in GitHub's answer cannot be read" : undefined);
  return listOf(
    items.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    reason,
  );
}

/** All tags that stand for a commit. */
export async function tags(session: Session, serverUrl: string): Promise<Listed<Pick<Tag, 'name' | 'sha' | 'url'>>> {
  const { nodes, why } = await readAll(session, {
    name: 'Tags',
    list: 'refs',
    fields: (after) =>
      `refs(refPrefix: "refs/tags/", first: 100${after}) { totalCount ${page} nodes { name target { __typename oid ... on Tag { target { __typename oid ... on Tag { target { __typename oid } } } } } } }`,
    purpose: 'list the tags',
  });
  const found: Pick<Tag, 'name' | 'sha' | 'url'>[] = [];
  let reason = why;
  for (const node of nodes) {
    const name = stringAt(node, 'name');
    const target = targetOf(valueAt(node, 'target'));
    const sha = shaAt(target, 'oid');
    if (name === undefined || sha === undefined) reason ??= "A tag in GitHub's answer cannot be read";
    else if (stringAt(target, '__typename') === 'Commit')
      found.push({ name, sha, url: `${serverUrl}/${session.repository}/tree/${encodeURIComponent(name)}` });
  }
  return listOf(found, reason);
}

interface Wanted extends Pick<Question, 'name' | 'fragments' | 'purpose'> {
  readonly list: string;
  readonly fields: (after: string) => string;
}

/** 20,000 of either. */
const mostPages = 200;

async function readAll(
  session: Session,
  { fields, list, ...asked }: Wanted,
): Promise<{ readonly nodes: readonly unknown[]; readonly why?: string }> {
  const nodes: unknown[] = [];
  const seen = new Set<string>();
  let after: string | undefined;
  for (let number = 1; number <= mostPages; number += 1) {
    const data = await session.ask({ ...asked, body: fields(from(after)), permission: 'contents: read', about: 1 });
    const found = connectionAt(data, list);
    if (found === undefined) return { nodes, why: `GitHub's answer cannot be read: it was asked to ${asked.purpose}` };
    nodes.push(...found.nodes);
    session.answered(`POST /graphql ${asked.name}`, found.nodes.length);
    if (found.next === null && found.total === nodes.length) return { nodes };
    if (found.next === null)
      return { nodes, why: `GitHub counts ${found.total} and lists ${nodes.length}: it was asked to ${asked.purpose}` };
    if (seen.has(found.next) || found.nodes.length === 0)
      return { nodes, why: `GitHub says that a list goes on, and it does not: it was asked to ${asked.purpose}` };
    seen.add(found.next);
    after = found.next;
  }
  return { nodes, why: `GitHub has more than ${mostPages * 100}: it was asked to ${asked.purpose}` };
}

/** Null: a draft. */
function readRelease(node: unknown): Omit<Release, 'branch' | 'brought'> | null | undefined {
  if (valueAt(node, 'isDraft') === true) return null;
  return complete({
    kind: 'release' as const,
    tag: stringAt(node, 'tagName'),
    at: momentAt(node, 'publishedAt'),
    by: actorAt(node, 'author'),
    sha: oidAt(node, 'tagCommit'),
    url: stringAt(node, 'url') ?? null,
  });
}

/** A tag object may stand for another one. */
function targetOf(target: unknown): unknown {
  return stringAt(target, '__typename') === 'Tag' ? targetOf(valueAt(target, 'target')) : target;
}

type Reviews = NonNullable<Deployment['reviews']>;

interface Deployed {
  readonly id: number;
  readonly environment: string;
  readonly sha: string;
  readonly production: boolean;
  /** The address that its status names: anybody who may set a status can write any. */
  readonly logUrl: string | undefined;
}

/** Most runs that are asked about, those that served users first: each takes two requests. */
const mostRuns = 100;

const permission = 'actions: read';
const ofRun = { route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}', purpose: 'tell about the run of a deployment', permission };
const ofReviews = {
  route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/approvals',
  purpose: 'tell who let a deployment begin',
  permission,
};

/**
 * The people who let GitHub begin each deployment, or did not, by its number; one that is left out is not known. GitHub keeps them with
 * the run, so that the run must be of the deployed commit: a status can name any run.
 */
async function deploymentReviews(session: Session, deployments: readonly Deployed[]): Promise<ReadonlyMap<number, Reviews>> {
  const found = new Map<number, Reviews>();
  const runs = new Map<number, Deployed[]>();
  const ordered = deployments.toSorted((one, other) => Number(other.production) - Number(one.production));
  for (const one of ordered) {
    const run = runOf(one, session.repository);
    if (run !== undefined) runs.set(run, [...(runs.get(run) ?? []), one]);
  }
  for (const [run, made] of [...runs].slice(0, mostRuns)) {
    try {
      const parameters = { run_id: run };
      const sha = shaAt(await session.rest({ ...ofRun, parameters }), 'head_sha');
      const own = made.filter((one) => one.sha === sha);
      if (own.length === 0) continue;
      const list = await session.rest({ ...ofReviews, parameters });
      for (const { environment, id } of own) {
        const reviews = reviewsIn(list, environment);
        if (reviews !== undefined) found.set(id, reviews);
      }
    } catch (error) {
      // Without the permission, without Actions, or after the run is deleted, this cannot be known.
      if (!isRefusal(error)) throw error;
      if (error.code === 'forbidden') return found;
    }
  }
  return found;
}

/** The number of the run, whatever server the address names: the run is asked of this repository. */
function runOf({ logUrl = '' }: Deployed, repository: string): number | undefined {
  const path = URL.parse(logUrl)?.pathname ?? '';
  const runs = `/${repository}/actions/runs/`;
  const [, number] = /^([1-9]\d{0,14})(?:\/|$)/.exec(path.startsWith(runs) ? path.slice(runs.length) : '') ?? [];
  return number === undefined ? undefined : Number(number);
}

/** `undefined` where a part of the answer cannot be read. */
function reviewsIn(list: unknown, environment: string): Reviews | undefined {
  if (!Array.isArray(list)) return undefined;
  const reviews: Reviews[number][] = [];
  for (const item of list) {
    const environments = valueAt(item, 'environments');
    const [said, by] = [stringAt(item, 'state'), userAt(item, 'user')];
    if (!Array.isArray(environments) || by === undefined || said === undefined) return undefined;
    if (!environments.some((one) => stringAt(one, 'name') === environment) || said === 'pending') continue;
    if (said !== 'approved' && said !== 'rejected') return undefined;
    reviews.push({ by, said });
  }
  return reviews;
}

type Item = Omit<Deployment, 'branch' | 'brought'>;

interface Begun {
  readonly id: number;
  readonly node: string;
  readonly environment: string;
  readonly production: boolean;
  readonly isTransient: boolean;
  readonly sha: string;
  readonly by: Account | null;
  readonly at: string;
}

interface Done extends Begun {
  /** For the first time. */
  readonly succeeded: string;
  /** GitHub says nothing that speaks against it. */
  readonly isThere: boolean;
  readonly logUrl: string | undefined;
}

const perPage = 100;
const mostDeploymentPages = 100;
/** A job may wait so long for those who let it deploy (docs.github.com/actions, "Deployments and environments"). */
const longestWait = 30 * 86_400_000;
/** Most environments whose deployment before the period is looked for, those that serve users first. */
const mostEnvironments = 30;
const asked = { route: 'GET /repos/{owner}/{repo}/deployments', purpose: 'list the deployments', permission: 'deployments: read' };

/** The newest first, with the one before the time in each lasting environment. */
export async function deployments(session: Session, serverUrl: string, since: string, until: string): Promise<Listed<Item>> {
  const start = Date.parse(since);
  const begun = await readBegun(session, ({ at }) => Date.parse(at) < start - longestWait);
  const done = await readDone(session, begun.items);
  const faults = [begun.why, done.why];
  const within = done.items.filter(({ succeeded }) => isWithin(succeeded, { since, until }));
  const before = new Map<string, Done>();
  for (const one of done.items.toSorted(byTime))
    if (Date.parse(one.succeeded) < start && !before.has(one.environment)) before.set(one.environment, one);
  const lasting = within.filter(({ environment, isTransient }) => !isTransient && !before.has(environment));
  const wanted = [
    ...new Set(lasting.toSorted((one, other) => Number(other.production) - Number(one.production)).map(({ environment }) => environment)),
  ];
  if (!begun.isAll)
    for (const environment of wanted.slice(0, mostEnvironments)) {
      const older = await readBefore(session, environment, begun.items.filter((one) => one.environment === environment).length, start);
      faults.push(older.why);
      if (older.found !== undefined) before.set(environment, older.found);
    }
  const used = new Set(within.map(({ environment }) => environment));
  const all = [...within, ...[...before.values()].filter(({ environment }) => used.has(environment))].toSorted(byTime);
  const newest = new Map(
    done.items
      .toSorted(byTime)
      .toReversed()
      .map(({ environment, id }) => [environment, id]),
  );
  const reviews = await deploymentReviews(session, within);
  const pages = `${serverUrl}/${session.repository}/deployments`;
  return listOf(
    all.map((one) => ({
      ...shown(one, newest.get(one.environment) === one.id, `${pages}/${encodeURIComponent(one.environment)}`),
      ...given({ reviews: reviews.get(one.id) }),
    })),
    faults.find((why) => why !== undefined),
  );
}

function byTime(one: Done, other: Done): number {
  return Date.parse(other.succeeded) - Date.parse(one.succeeded);
}

function shown({ by, environment, id, isThere, production, sha, succeeded }: Done, isNewest: boolean, url: string): Item {
  const known = { id: String(id), environment, production, at: succeeded, by, sha, fingerprint: null, url };
  return { kind: 'deployment', source: 'github', ...known, running: isNewest && isThere };
}

/** GitHub lists them by when they began, the newest first: it is checked, because the end of the reading goes by it. */
async function readBegun(
  session: Session,
  isLast: (one: Begun) => boolean,
): Promise<{ readonly items: readonly Begun[]; readonly isAll: boolean; readonly why?: string }> {
  const items: Begun[] = [];
  const ids = new Set<number>();
  for (let page = 1; page <= mostDeploymentPages; page += 1) {
    const { list, next, why } = await readPage(session, { per_page: perPage, page });
    if (why !== undefined) return { items, isAll: false, why };
    for (const one of list) {
      const last = items.at(-1);
      if (last !== undefined && Date.parse(one.at) > Date.parse(last.at))
        return { items, isAll: false, why: "GitHub's deployments are not in order" };
      // One that began between two pages moves the others.
      if (ids.has(one.id)) continue;
      ids.add(one.id);
      items.push(one);
    }
    if (!next) return { items, isAll: true };
    if (items.some(isLast)) return { items, isAll: false };
    if (list.length === 0) return { items, isAll: false, why: 'GitHub says that its deployments go on, and they do not' };
  }
  return { items, isAll: false, why: `GitHub has more than ${mostDeploymentPages * perPage} deployments since 30 days before the period` };
}

async function readPage(
  session: Session,
  parameters: Readonly<Record<string, string | number>>,
): Promise<{ readonly list: readonly Begun[]; readonly next: boolean; readonly why?: string }> {
  const { items, next } = await session.page({ ...asked, parameters });
  const read = items?.map(readOne) ?? [undefined];
  const list = read.filter((one) => one !== undefined);
  if (read.includes(undefined)) return { list, next: false, why: "A deployment in GitHub's answer cannot be read" };
  return { list, next: next !== null };
}

function readOne(value: unknown): Begun | undefined {
  return complete({
    id: numberAt(value, 'id'),
    node: stringAt(value, 'node_id'),
    environment: stringAt(value, 'environment'),
    production: valueAt(value, 'production_environment') === true,
    isTransient: valueAt(value, 'transient_environment') === true,
    sha: shaAt(value, 'sha'),
    by: userAt(value, 'creator'),
    at: momentAt(value, 'created_at'),
  });
}

/** GitHub's GraphQL, `DeploymentStatusState`: one that is not known may be a success. */
const knownState = /^(?:ERROR|FAILURE|INACTIVE|IN_PROGRESS|PENDING|QUEUED|SUCCESS|WAITING)$/;

/** REST gives the states of one deployment at a time, GraphQL those of a hundred, by the same ids. */
async function readDone(session: Session, begun: readonly Begun[]): Promise<{ readonly items: readonly Done[]; readonly why?: string }> {
  const items: Done[] = [];
  let why: string | undefined;
  await inHalves(begun, perPage, async (batch) => {
    const data = await session.ask({
      name: 'DeploymentStatuses',
      atRoot: true,
      body: `nodes(ids: ${JSON.stringify(batch.map(({ node }) => node))}) { ... on Deployment { databaseId statuses(first: 100) { totalCount ${page} nodes { state createdAt logUrl } } } }`,
      purpose: 'tell the states of deployments',
      permission: 'deployments: read',
      about: batch.length,
    });
    const nodes = listAt(data, 'nodes') ?? [];
    session.answered('POST /graphql DeploymentStatuses', nodes.length);
    for (const [index, one] of batch.entries()) {
      const statuses = connectionAt(nodes[index], 'statuses');
      const states = statuses?.nodes.flatMap((node) => {
        const read = complete({ state: stringAt(node, 'state'), at: momentAt(node, 'createdAt') });
        return read === undefined || !knownState.test(read.state) ? [] : [{ ...read, logUrl: stringAt(node, 'logUrl') }];
      });
      const isWhole = statuses?.next === null && statuses.total === statuses.nodes.length && states?.length === statuses.total;
      if (states === undefined || !isWhole || numberAt(nodes[index], 'databaseId') !== one.id) {
        why ??= `The states of deployment ${one.id} cannot be read whole`;
        continue;
      }
      const ordered = states.toSorted((first, second) => Date.parse(first.at) - Date.parse(second.at));
      const success = ordered.find(({ state }) => state === 'SUCCESS');
      if (success !== undefined) {
        const { at, logUrl } = success;
        items.push({ ...one, succeeded: at, isThere: ordered.at(-1)?.state === 'SUCCESS', logUrl });
      }
    }
  });
  return why === undefined ? { items } : { items, why };
}

/** The deployment before those that are known. */
async function readBefore(
  session: Session,
  environment: string,
  known: number,
  start: number,
): Promise<{ readonly found?: Done; readonly why?: string }> {
  for (let page = Math.floor(known / perPage) + 1; page <= mostDeploymentPages; page += 1) {
    const { list, next, why } = await readPage(session, { environment, per_page: perPage, page });
    if (why !== undefined) return { why };
    const done = await readDone(session, list);
    if (done.why !== undefined) return { why: done.why };
    const found = done.items.filter(({ succeeded }) => Date.parse(succeeded) < start).toSorted(byTime)[0];
    if (found !== undefined) return { found };
    if (!next) return {};
  }
  return {};
}
