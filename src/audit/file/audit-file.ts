import type { People } from '../facts/account.ts';
import { matchesName, matchesPath } from './globs.ts';

export const auditFilePath = '.github/compliance-audit.yml';

/** GitHub reads CODEOWNERS in three places. */
const always = [
  '.github/workflows/**',
  '.github/actions/**',
  '.github/codeowners',
  'codeowners',
  'docs/codeowners',
  auditFilePath,
  '.github/flows/**',
  '.github/policies/**',
];

/**
 * Whether a file decides what is checked: workflows, actions, owners, templates, policies, and the audit's own file. Its
 * case does not count: on some machines those are the same files.
 * @param more globs of the audit's file (`controls`): they add to these, and take nothing away
 */
export function isControlPath(path: string, more: readonly string[] = []): boolean {
  return matchesPath(always, path.toLowerCase()) || matchesPath(more, path);
}

/** An entry of the repository's own file: its owner takes a finding upon themselves, for a time. */
export interface Acceptance {
  readonly key: string;
  readonly reason: string;
  readonly owner: string;
  /** From when it counts, and until when: ISO 8601 in UTC. */
  readonly since: string;
  readonly until: string;
}

export const mostDays = 90;

/** Days before its end from which a report says that an acceptance ends. */
const daysAhead = 14;

export function endsSoon(until: string, now: string): boolean {
  return Date.parse(until) - Date.parse(now) <= daysAhead * 86_400_000;
}

export interface MappedFlow {
  readonly name: string;
  /** Globs of paths; empty: every path. */
  readonly paths: readonly string[];
  /** Globs of branches; empty: every audited one. */
  readonly branches: readonly string[];
  /** A change that landed before owes nothing; ISO 8601 in UTC, null: always. */
  readonly from: string | null;
  /** Evidence of the pull request's head is enough, also where its base moved. */
  readonly headIsEnough: boolean;
  /** Environments that an artifact of this flow needs an approval for; empty: none. */
  readonly approvals: readonly string[];
}

/** A check of GitHub that a change owes, where GitHub's checks are the evidence. */
export interface OwedCheck {
  /** As the audit names it. */
  readonly name: string;
  /** Its names on GitHub, old and new: any of them counts. Empty: all jobs of the workflow do. */
  readonly names: readonly string[];
  /** Path of the workflow file whose runs alone count; null: any. */
  readonly workflow: string | null;
  /** The app whose word alone counts, by its short name, `github-actions`, or by GitHub's number; null: any. */
  readonly app: string | number | null;
  /** As for a flow. */
  readonly paths: readonly string[];
  readonly branches: readonly string[];
  readonly from: string | null;
  /** A change that lands then or later owes it no more; ISO 8601 in UTC, null: it does. */
  readonly until: string | null;
}

/** A part that is left out of the audit, and who answers for it. */
export interface Exclusion {
  readonly commits: readonly string[];
  readonly pullRequests: readonly number[];
  /** A change is left out if it touches only these. */
  readonly paths: readonly string[];
  readonly reason: string;
  readonly owner: string;
}

/** A place where a change can name a ticket. */
export const ticketPlaces = ['branch', 'title', 'body', 'commits', 'jira'] as const;
export type TicketPlace = (typeof ticketPlaces)[number];

/** Changes that need no ticket: those of which all that is written here is so. */
export interface TicketException {
  /** Accounts that alone wrote the change; empty: anybody. */
  readonly accounts: readonly number[];
  /** Globs of paths, of which it touches no other; empty: any. */
  readonly paths: readonly string[];
  /** Globs of branches on which it lands; empty: any. */
  readonly branches: readonly string[];
  /** Labels, of which its pull request had one when it was merged; empty: it needs none. */
  readonly labels: readonly string[];
  readonly reason: string;
}

/** The ticket that a change must name. A name is no proof that the ticket exists. */
export interface TicketDemand {
  readonly patterns: readonly string[];
  readonly in: readonly TicketPlace[];
  /** A change that landed before needs none; ISO 8601 in UTC, null: each does. */
  readonly from: string | null;
  readonly except: readonly TicketException[];
}

/** A control of a company, by its own code. */
export interface MappedControl {
  /** `SOC 2`. */
  readonly framework: string;
  /** `CC8.1`. */
  readonly code: string;
  readonly name: string;
  readonly owner: string;
  /** In the words of the company; null: as the rules say it. */
  readonly demand: string | null;
  /** Names of rules. */
  readonly rules: readonly string[];
  /** Names of flows, or of checks where those are the evidence. */
  readonly evidence: readonly string[];
}

export interface AuditFile {
  /** Empty: no mapping, and one trail in any flow is enough. */
  readonly flows: readonly MappedFlow[];
  /** Empty: it names no check. */
  readonly checks: readonly OwedCheck[];
  /** Null: a change needs no ticket. */
  readonly ticket: TicketDemand | null;
  readonly people: People;
  /** Accounts whose changes need no person, as long as they touch only these paths. */
  readonly bots: readonly { readonly account: number; readonly paths: readonly string[] }[];
  readonly emergency: { readonly label: string; readonly days: number } | null;
  readonly exclusions: readonly Exclusion[];
  readonly accepted: readonly Acceptance[];
  /** Globs of names of environments that serve users; empty: by GitHub's mark and the name `production`. */
  readonly production: readonly string[];
  /** Globs of more files that decide what is checked: templates, policies, actions elsewhere. */
  readonly controls: readonly string[];
  readonly frameworks: readonly MappedControl[];
}

/** By the audit's file, and where that names none, by GitHub's mark or the name. */
export function servesUsers(file: AuditFile | null, environment: string, isMarked: boolean): boolean {
  const named = file?.production ?? [];
  return named.length > 0 ? matchesName(named, environment) : isMarked || environment.toLowerCase() === 'production';
}

interface Excludable {
  readonly shas: readonly string[];
  readonly pull: number | null;
  /** Null where git cannot tell them. */
  readonly paths: readonly string[] | null;
}

/**
 * The exclusion that leaves a change out: by its pull request, by its commits if it names each of them, or by its paths if
 * it touches no other. Paths never leave out a change to what decides what is checked: that one must be named.
 */
export function exclusionOf(file: AuditFile | null, { paths, pull, shas }: Excludable): Exclusion | undefined {
  const isControl = paths === null || paths.some((path) => isControlPath(path, file?.controls));
  return file?.exclusions.find(
    (exclusion) =>
      (pull !== null && exclusion.pullRequests.includes(pull)) ||
      (shas.length > 0 && shas.every((sha) => exclusion.commits.includes(sha))) ||
      (!isControl && paths.length > 0 && paths.every((path) => matchesPath(exclusion.paths, path))),
  );
}

/**
 * The audit's file that a landing is judged by; null where there was none. An unreadable one is replaced by today's,
 * without all that lets a change off: else breaking the file would excuse the change that corrects it.
 * @param digest of the file at the parent of the landing
 */
export function fileInForce(
  digest: string | null,
  { file, files }: { readonly file: AuditFile | null; readonly files: ReadonlyMap<string, AuditFile | null> },
): AuditFile | null {
  if (digest === null) return null;
  return files.get(digest) ?? (file === null ? null : strict(file));
}

export function isUnreadable(digest: string | null, files: ReadonlyMap<string, AuditFile | null>): boolean {
  return digest !== null && (files.get(digest) ?? null) === null;
}

/** Made once: the original is compared by identity. */
const made = new WeakMap<AuditFile, AuditFile>();

function strict(file: AuditFile): AuditFile {
  const flows = file.flows.map((flow) => ({ ...flow, from: null, headIsEnough: false }));
  const checks = file.checks.map((check) => ({ ...check, from: null, until: null }));
  const ticket = file.ticket === null ? null : { ...file.ticket, from: null, except: [] };
  const known = made.get(file) ?? { ...file, flows, checks, ticket, bots: [], emergency: null, exclusions: [] };
  made.set(file, known);
  return known;
}

/**
 * The ticket that a change needs; undefined where it needs none. Where the file of then asked for none, that of today asks, and
 * excuses nothing.
 */
export function ticketAsked(file: AuditFile | null, today: AuditFile | null, landedAt: string | null): TicketDemand | undefined {
  const asked = file?.ticket ?? today?.ticket ?? undefined;
  const from = asked?.from ?? null;
  return from !== null && landedAt !== null && Date.parse(landedAt) < Date.parse(from) ? undefined : asked;
}

interface Owing {
  readonly branch: string;
  /** Null where git cannot tell them. */
  readonly paths: readonly string[] | null;
  /** ISO 8601 in UTC; null where it is not known. */
  readonly landedAt: string | null;
}

/**
 * The flows that a change owes evidence in; null where no flow is mapped, so that one trail in any is enough. A change
 * with unknown paths, or one that decides what is checked, owes every flow of its branch. One that touches no path at all
 * leaves the tree as it was, and owes none.
 */
export function owedFlows(file: AuditFile | null, change: Owing): readonly string[] | null {
  const owed = owedOf(file, file?.flows ?? [], change);
  return owed === null ? null : owed.map(({ name }) => name);
}

/** The checks that a change owes, as the flows; null where none is named. */
export function owedChecks(file: AuditFile | null, change: Owing, checks = file?.checks ?? []): readonly OwedCheck[] | null {
  return owedOf(file, checks, change);
}

/** Whether changes of a branch owe a check at a moment, some of them at least. */
export function isOwedOn(check: OwedCheck, branch: string, at: string): boolean {
  return isInForce(check, { branch, paths: null, landedAt: at });
}

type Mapped = Pick<MappedFlow, 'paths' | 'branches' | 'from'> & Partial<Pick<OwedCheck, 'until'>>;

function owedOf<Each extends Mapped>(file: AuditFile | null, mapped: readonly Each[], change: Owing): readonly Each[] | null {
  const { paths } = change;
  if (paths?.length === 0) return [];
  if (mapped.length === 0) return null;
  const every = paths === null || paths.some((path) => isControlPath(path, file?.controls));
  return mapped.filter((each) => isInForce(each, change) && (every || isTouched(each, paths)));
}

function isInForce({ branches, from, until = null }: Mapped, { branch, landedAt }: Owing): boolean {
  if (branches.length > 0 && !matchesName(branches, branch)) return false;
  if (landedAt === null) return true;
  return (from === null || Date.parse(landedAt) >= Date.parse(from)) && (until === null || Date.parse(landedAt) < Date.parse(until));
}

function isTouched({ paths: globs }: Mapped, paths: readonly string[]): boolean {
  return globs.length === 0 || paths.some((path) => matchesPath(globs, path));
}
