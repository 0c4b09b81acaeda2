import type { LandingKind, Listed, RefUpdate, TagUpdates } from '../../audit/index.ts';
import { given, isWithin, stringAt } from '../../text/index.ts';
import { listOf, type Session } from './session.ts';
import { complete, momentAt, numberAt, tipAt, userAt } from './values.ts';

const kinds: Readonly<Record<string, LandingKind>> = {
  push: 'push',
  force_push: 'force-push',
  pr_merge: 'pull-request',
  merge_queue_merge: 'merge-queue',
  branch_creation: 'creation',
  branch_deletion: 'deletion',
};

const perPage = 100;
/** 50,000 updates of one branch. */
const mostPages = 500;
const year = 365 * 86_400_000;

interface Read {
  readonly updates: readonly RefUpdate[];
  readonly why: string | undefined;
  readonly isLong: boolean;
}

/**
 * Updates of a branch, the newest first, and one older than `since`. GitHub publishes no number for how long it keeps them;
 * its widest filter is the past year (`time_period`), so what is older than that is taken for lost where nothing older is there.
 */
export async function branchUpdates(session: Session, branch: string, since: string, until: string): Promise<Listed<RefUpdate>> {
  const start = Date.parse(since);
  const isOlder = ({ at }: RefUpdate): boolean => Date.parse(at) < start;
  const { updates, why } = await readActivity(session, { ref: `refs/heads/${branch}`, name: branch, most: mostPages }, isOlder);
  const within = updates.filter(({ at }) => isWithin(at, { since, until }));
  const older = updates.find(isOlder);
  const items = older === undefined ? within : [...within, older];
  if (why !== undefined || older !== undefined) return listOf(items, why);
  const first = updates.at(-1);
  if (first?.before === null) return listOf(items, undefined);
  if (first !== undefined)
    return listOf(
      items,
      `GitHub keeps no update of ${branch} before ${first.at}, when it was at ${first.before}: nothing says how it came there`,
      `Begin the audit after ${first.at}, or audit by commits: leave the token out.`,
    );
  const isTooOld = start < Date.now() - year;
  return listOf(
    items,
    isTooOld ? `GitHub keeps no update of ${branch}, and offers them for the past year at most: the period begins before that` : undefined,
    'Begin the audit later, or audit by commits: leave the token out.',
  );
}

/** Pages of the updates of all refs: no more than 1,000 updates are read for a few tags that moved. */
const mostPagesOfAll = 10;
const tags = 'refs/tags/';

/**
 * Updates of all tags since a moment, out of the list of all refs: tags are too many to ask for each. GitHub's description of
 * that list names branches alone, so that it is taken to hold tags only where one is in it.
 */
export async function tagUpdates(session: Session, since: string): Promise<Listed<TagUpdates>> {
  const start = Date.parse(since);
  const read = await readActivity(session, { name: 'all refs', most: mostPagesOfAll }, ({ at }) => Date.parse(at) < start);
  const updates = read.updates.filter(({ name }) => name.startsWith(tags)).map((one) => ({ ...one, name: one.name.slice(tags.length) }));
  const told = updates.length > 0 && !read.isLong;
  return listOf([{ updates, told }], read.isLong ? undefined : read.why);
}

/** One page of updates of all refs, by their full names, the oldest first. */
export async function firstUpdates(session: Session): Promise<Listed<RefUpdate>> {
  const { isLong, updates, why } = await readActivity(session, { name: 'all refs', most: 1, isOldestFirst: true }, () => false);
  return listOf(updates, isLong ? undefined : why);
}

interface Wanted {
  /** Left out: of all refs, which are named in full then. */
  readonly ref?: string;
  readonly name: string;
  /** Pages. */
  readonly most: number;
  /** The newest are first if left out. */
  readonly isOldestFirst?: boolean;
}

async function readActivity(
  session: Session,
  { isOldestFirst = false, most, name, ref }: Wanted,
  isLast: (update: RefUpdate) => boolean,
): Promise<Read> {
  const asked = { route: 'GET /repos/{owner}/{repo}/activity', purpose: `tell the updates of ${name}`, permission: 'contents: read' };
  const updates: RefUpdate[] = [];
  const [ids, cursors] = [new Set<string>(), new Set<string>()];
  let after: string | undefined;
  const stop = (why?: string, isLong = false): Read => ({ updates, why, isLong });
  for (let page = 1; page <= most; page += 1) {
    const cursor = given({ after });
    const parameters = { ...given({ ref }), direction: isOldestFirst ? 'asc' : 'desc', per_page: perPage, ...cursor };
    const { items, next } = await session.page({ ...asked, parameters });
    if (items === undefined) return stop(`GitHub's updates of ${name} are no list`);
    for (const one of items) {
      const update = ref === undefined ? readUpdate(one) : readUpdate(one, { ref, name });
      if (update === undefined) return stop(`An update of ${name} in GitHub's answer cannot be read`);
      const last = updates.at(-1);
      if (ids.has(update.id)) return stop(`GitHub lists update ${update.id} of ${name} twice`);
      const [earlier, later] = isOldestFirst ? [last, update] : [update, last];
      if (earlier !== undefined && later !== undefined && Date.parse(earlier.at) > Date.parse(later.at))
        return stop(`GitHub's updates of ${name} are not in order`);
      ids.add(update.id);
      updates.push(update);
    }
    // Not before all of the page is read: a list in another order would end at its first update.
    if (updates.some(isLast)) return stop();
    if (next === null) return stop();
    after = next.searchParams.get('after') ?? undefined;
    if (after === undefined || cursors.has(after) || items.length === 0)
      return stop(`GitHub says that the updates of ${name} go on, and they do not`);
    cursors.add(after);
  }
  return stop(`GitHub has more than ${most * perPage} updates of ${name}`, true);
}

/** Without `wanted` it is of any ref, under its full name. */
function readUpdate(value: unknown, wanted?: { readonly ref: string; readonly name: string }): RefUpdate | undefined {
  const update = complete({
    id: numberAt(value, 'id'),
    name: stringAt(value, 'ref'),
    kind: kinds[stringAt(value, 'activity_type') ?? ''],
    at: momentAt(value, 'timestamp'),
    actor: userAt(value, 'actor'),
    before: tipAt(value, 'before'),
    after: tipAt(value, 'after'),
  });
  if (update === undefined || (update.before ?? update.after) === null) return undefined;
  if (wanted === undefined ? !update.name.startsWith('refs/') : update.name !== wanted.ref) return undefined;
  return { ...update, id: String(update.id), name: wanted?.name ?? update.name };
}
