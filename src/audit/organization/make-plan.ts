import type { OrganizationHole, OrganizationPlan, PlanContent, PlannedRepository } from './plan.ts';
import { planFormat, sealed } from './plan.ts';
import { shardsOf } from './shards.ts';
import { stateOf, type ListedRepository, type OrganizationExclusion } from './states.ts';

/** The repositories of an organization, as GitHub told of them. */
export interface OrganizationListing {
  /** As GitHub writes it. */
  readonly organization: string;
  readonly kind: PlanContent['kind'];
  /** All that any list has. */
  readonly repositories: readonly ListedRepository[];
  readonly seenBy: PlanContent['seenBy'];
  /** Ids of those that the token of the audit sees. */
  readonly seen: ReadonlySet<number>;
  readonly holes: readonly OrganizationHole[];
}

export interface PlanRequest extends Pick<PlanContent, 'tool' | 'serverUrl' | 'at' | 'period' | 'audit' | 'witnesses' | 'exclusions'> {
  readonly shards: number;
  readonly exclusionOf: (name: string) => OrganizationExclusion | undefined;
  /** The repositories of the plan before; null where there was none. */
  readonly previous: readonly Pick<PlannedRepository, 'id' | 'name'>[] | null;
}

/** Gives each repository its state, and shares out those that are audited. The same answers give the same plan. */
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
    };
  });
  const here = new Set(listed.map(({ id }) => id));
  const gone = (previous ?? []).filter(({ id }) => !here.has(id)).map((one) => goneOf(one, exclusionOf(one.name)));
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

/** A repository that was deleted or moved away takes its changes with it: only somebody's word leaves it out. */
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
