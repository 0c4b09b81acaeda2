/** The states of a repository; each has exactly one. */
export const repositoryStates = ['in scope', 'created', 'renamed', 'archived', 'excluded', 'not seen'] as const;
export type RepositoryState = (typeof repositoryStates)[number];

/** A repository as GitHub lists it. */
export interface ListedRepository {
  readonly id: number;
  /** `owner/name` */
  readonly name: string;
  readonly archived: boolean;
  /** ISO 8601 in UTC; null where GitHub tells none. */
  readonly createdAt: string | null;
  readonly pushedAt: string | null;
  readonly updatedAt: string | null;
  /** In KiB. */
  readonly size: number;
}

/** Why a repository is left out, who says so, and until when. */
export interface OrganizationExclusion {
  readonly reason: string;
  readonly owner: string;
  /** A day: `2027-01-31`. */
  readonly until: string;
}

/** A repository with all that decides its state. */
export interface KnownRepository {
  readonly listed: ListedRepository;
  /** Whether the token of the audit sees it. */
  readonly isSeen: boolean;
  /** The exclusion that is in force. */
  readonly exclusion: OrganizationExclusion | undefined;
  /** Its name in the plan before. */
  readonly before: string | undefined;
}

export interface Decided {
  readonly state: RepositoryState;
  readonly audited: boolean;
  readonly reason: string | null;
}

/** The state of a repository. One that nobody sees is left out by somebody's word alone. */
export function stateOf({ before, exclusion, isSeen, listed }: KnownRepository, since: string): Decided {
  if (exclusion !== undefined) {
    const { owner, reason, until } = exclusion;
    return { state: 'excluded', audited: false, reason: `${reason} (${owner}, until ${until})` };
  }
  if (!isSeen) return { state: 'not seen', audited: false, reason: 'the organization has it, and the token of the audit does not see it' };
  if (listed.archived) return archived(listed, since);
  if (listed.createdAt !== null && Date.parse(listed.createdAt) >= Date.parse(since))
    return { state: 'created', audited: true, reason: null };
  if (before !== undefined && before !== listed.name)
    return { state: 'renamed', audited: true, reason: `it was ${before} in the plan before` };
  return { state: 'in scope', audited: true, reason: null };
}

/** Nothing lands in an archived repository. One that changed since the period began may have been archived after that. */
function archived({ pushedAt, updatedAt }: ListedRepository, since: string): Decided {
  const last = [pushedAt, updatedAt].filter((at) => at !== null).map((at) => Date.parse(at));
  return last.length > 0 && Math.max(...last) < Date.parse(since)
    ? { state: 'archived', audited: false, reason: 'it is archived, and nothing in it changed since the period began' }
    : { state: 'archived', audited: true, reason: 'it is archived now, and changed since the period began' };
}
