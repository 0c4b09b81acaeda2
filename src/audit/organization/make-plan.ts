import { hash } from 'node:crypto';
import { given } from '../../text/index.ts';
import { globFault, matchesName } from '../file/globs.ts';
import { below, day, entriesOf, mapping, listOf, name, named, readUsable, words, type Read } from '../file/keys.ts';
import { planFormat, sealed, stateOf } from './plan.ts';
import type {
  ListedRepository,
  OrganizationExclusion,
  OrganizationHole,
  OrganizationPlan,
  PlanContent,
  PlannedRepository,
} from './plan.ts';

/**
 * Shares repositories out so that the shards have about the same to read: the largest first, each to the shard that has
 * the least. The same repositories always give the same shards. There is at least one shard; only a single one may be
 * empty.
 */
export function shardsOf(
  repositories: readonly { readonly id: number; readonly size: number }[],
  wanted: number,
): readonly (readonly number[])[] {
  const number = Math.max(1, Math.min(wanted, repositories.length));
  const shards = Array.from({ length: number }, () => ({ load: 0, ids: new Array<number>() }));
  for (const { id, size } of repositories.toSorted((one, other) => other.size - one.size || one.id - other.id)) {
    const least = shards.reduce((best, shard) => (shard.load < best.load ? shard : best));
    least.ids.push(id);
    // Each takes some time, however small it is.
    least.load += size + 1_000;
  }
  return shards.map(({ ids }) => ids.toSorted((one, other) => one - other));
}

interface ExclusionEntry extends OrganizationExclusion {
  /** Names or patterns, without the organization. */
  readonly repositories: readonly string[];
}

/** The file of an organization. Patterns are of names without the organization. */
interface OrganizationFile {
  readonly exclude: readonly ExclusionEntry[];
  /** The patterns of each team. */
  readonly teams: ReadonlyMap<string, readonly string[]>;
}

/** Reads the file of an organization; all faults come in one sentence. `path` names it. */
export function readOrganizationFile(text: string, path: string): { readonly file: OrganizationFile } | { readonly fault: string } {
  const read = mapping((keys) => ({
    exclude: keys.has('teams') ? keys.optional('exclude', listOf(entry), []) : keys.demanded('exclude', listOf(entry), []),
    teams: keys.optional('teams', teamsOf, new Map<string, readonly string[]>()),
  }));
  return readUsable(text, path, read);
}

const teamsOf: Read<OrganizationFile['teams']> = (piece, place) =>
  new Map(
    entriesOf(piece, place).map(({ name: team, piece: repositories }) => [
      team,
      listOf(pattern)(repositories, { ...place, path: below(place.path, team) }) ?? [],
    ]),
  );

const entry: Read<ExclusionEntry> = mapping((keys) => ({
  repositories: keys.demanded('repositories', listOf(pattern), []),
  reason: keys.demanded('reason', words, ''),
  owner: keys.demanded('owner', words, ''),
  until: keys.demanded('until', day, '').slice(0, 10),
}));

const pattern: Read<string> = (piece, place) => {
  const glob = name(piece, place);
  if (glob === undefined) return undefined;
  const fault = glob.includes('/')
    ? 'has a slash: write the name without the organization'
    : glob.startsWith('!')
      ? 'begins with !: name the repositories that are meant, and no others'
      : globFault(glob);
  if (fault === undefined) return glob;
  place.say(piece.line, `${named(place.path)} ${fault}`);
  return undefined;
};

/** Expired entries leave nothing out any more. */
export function inForce(
  entries: readonly ExclusionEntry[],
  at: string,
): { readonly active: readonly ExclusionEntry[]; readonly over: readonly ExclusionEntry[] } {
  const isOver = ({ until }: ExclusionEntry): boolean => Date.parse(`${until}T00:00:00Z`) <= Date.parse(at);
  return { active: entries.filter((each) => !isOver(each)), over: entries.filter(isOver) };
}

/** The first entry that names a repository. GitHub ignores the case of names. */
export function exclusionIn(entries: readonly ExclusionEntry[]): (name: string) => OrganizationExclusion | undefined {
  const lower = entries.map((each) => ({ each, globs: each.repositories.map((glob) => glob.toLowerCase()) }));
  return (fullName) => {
    const own = fullName.slice(fullName.indexOf('/') + 1).toLowerCase();
    return lower.find(({ globs }) => matchesName(globs, own))?.each;
  };
}

export interface OrganizationListing {
  /** As GitHub writes it. */
  readonly organization: string;
  readonly kind: PlanContent['kind'];
  readonly repositories: readonly ListedRepository[];
  readonly seenBy: PlanContent['seenBy'];
  /** Ids of those that the token of the audit sees. */
  readonly seen: ReadonlySet<number>;
  readonly holes: readonly OrganizationHole[];
}

/** A repository of a list that the caller wrote. */
export interface NamedRepository extends Pick<ListedRepository, 'name' | 'clone' | 'fault'> {}

/** In place of an id that GitHub did not tell: the same for the same name, whose case GitHub ignores. */
function madeId(name: string): number {
  return -1 - Number.parseInt(hash('sha256', name.toLowerCase()).slice(0, 12), 16);
}

/** @param told what GitHub says of each name, a sentence where it shows no repository; null where there is no token to ask it with */
export function listingOf(
  organization: string,
  named: readonly NamedRepository[],
  told: ReadonlyMap<string, ListedRepository | string> | null,
): OrganizationListing {
  const repositories = named.map((one): ListedRepository => {
    const { clone, name } = one;
    const answer = told?.get(name);
    if (typeof answer === 'object') return { ...answer, ...given({ clone }) };
    const unknown = { id: madeId(name), archived: false, createdAt: null, pushedAt: null, updatedAt: null, size: 0 };
    return {
      name,
      ...unknown,
      ...given({ clone, fault: one.fault ?? answer ?? (told === null ? undefined : 'GitHub was not asked about it') }),
    };
  });
  return {
    organization,
    kind: 'list',
    repositories: [...new Map(repositories.map((one) => [one.id, one])).values()],
    seenBy: told === null ? 'git' : 'token',
    seen: new Set(repositories.filter(({ fault }) => fault === undefined).map(({ id }) => id)),
    holes: [],
  };
}

export interface PlanRequest extends Pick<PlanContent, 'tool' | 'serverUrl' | 'at' | 'period' | 'audit' | 'witnesses' | 'exclusions'> {
  readonly shards: number;
  readonly exclusionOf: (name: string) => OrganizationExclusion | undefined;
  /** The repositories of the plan before; null where there was none. */
  readonly previous: readonly Pick<PlannedRepository, 'id' | 'name'>[] | null;
}

/** The same answers give the same plan. */
export function makePlan(listing: OrganizationListing, request: PlanRequest): OrganizationPlan {
  const { exclusionOf, previous, shards, ...asked } = request;
  const names = new Map(previous?.map(({ id, name }) => [id, name]));
  const listed = listing.repositories.map((one): PlannedRepository => {
    const before = names.get(one.id);
    const decided = stateOf(
      { listed: one, isSeen: listing.seen.has(one.id), exclusion: exclusionOf(one.name), before },
      asked.period.since,
    );
    return {
      id: one.id,
      name: one.name,
      ...decided,
      before: before === undefined || before === one.name ? null : before,
      createdAt: one.createdAt,
      pushedAt: one.pushedAt,
      size: one.size,
      ...given({ clone: one.clone }),
    };
  });
  const here = new Set(listed.map(({ id }) => id));
  // GitHub tells now the number of one that git alone was asked about.
  const isNumbered = new Set(listed.map(({ name }) => madeId(name)));
  const gone = (previous ?? []).filter(({ id }) => !here.has(id) && !isNumbered.has(id)).map((one) => goneOf(one, exclusionOf(one.name)));
  const repositories = [...listed, ...gone].toSorted((one, other) => one.id - other.id);
  return sealed({
    format: planFormat,
    version: 1,
    ...asked,
    organization: listing.organization,
    kind: listing.kind,
    seenBy: listing.seenBy,
    repositories,
    holes: listing.holes,
    shards: shardsOf(
      repositories.filter(({ audited }) => audited),
      shards,
    ),
  });
}

/** A deleted or moved repository takes its changes with it: only an exclusion leaves it out. */
function goneOf({ id, name }: Pick<PlannedRepository, 'id' | 'name'>, exclusion: OrganizationExclusion | undefined): PlannedRepository {
  const reason = 'the plan before has it, and no list has it now: it was deleted, moved away, or hidden from the token';
  return {
    id,
    name,
    ...(exclusion === undefined
      ? { state: 'not seen', reason }
      : { state: 'excluded', reason: `${exclusion.reason} (${exclusion.owner}, until ${exclusion.until})` }),
    audited: false,
    before: null,
    createdAt: null,
    pushedAt: null,
    size: 0,
  };
}
