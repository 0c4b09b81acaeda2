import { isSafePath } from './tar.ts';

/** The reports that a package has, by the name of their file; the first one is what an auditor opens first. */
export const reportFiles = [
  ['index.html', 'html'],
  ['changes.csv', 'csv'],
  ['audit.json', 'json'],
  ['audit.md', 'markdown'],
  ['oscal.json', 'oscal'],
] as const;

/** The name of a report in a package. */
export type ReportFile = (typeof reportFiles)[number][0];

/** Reports that the first packages of version 1 did not have yet. */
export const laterReports: ReadonlySet<string> = new Set<ReportFile>(['oscal.json']);

/** The form of such a report. */
export type PackedForm = (typeof reportFiles)[number][1];

/** The version of a package's format that is written. Every later program reads every version. */
export const packageVersion = 2;

/** The names of the members with a meaning. `manifest` comes first in the archive, then `sums`, then the others by their names. */
export const members = {
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
  facts: 'collected.ndjson',
  records: 'records.ndjson',
  answers: 'github.ndjson',
  previous: 'previous.json',
} as const;

/** The folder of the attached files, each named by its SHA-256. */
export const attachments = 'attachments/';

/** A place in the log, and the link of the record there; 0 and 64 zeros before the first record. */
export interface LogPlace {
  readonly sequence: number;
  readonly link: string;
}

/** The part of an organization's log that a package holds: the records after `from`, up to `to`. */
export interface PackedLog {
  readonly org: string;
  readonly org_id: string;
  readonly from: LogPlace;
  readonly to: LogPlace;
}

/** The question that a package answers. Moments are ISO 8601 in UTC. */
export type PackageScope =
  | { readonly kind: 'period'; readonly since: string | null; readonly until: string }
  | { readonly kind: 'trail'; readonly flow: string; readonly trail: string }
  | { readonly kind: 'artifact'; readonly fingerprint: string };

/** The audit before the packaged one, by SHA-256: of its JSON report, and of the manifest of its package where that was handed in. */
export interface PackedPrevious {
  readonly report: string;
  readonly manifest: string | null;
}

/** The audit of a package in short: what it is about, and how it ended. It follows from the facts, which `verify` works out again. */
export interface PackedAudit {
  /** `owner/name`; null where it is not known. */
  readonly repository: string | null;
  readonly branches: readonly string[];
  readonly basis: 'github' | 'git';
  /** The commit that the period begins after; null where a moment alone says it. */
  readonly since_sha: string | null;
  /** The kind of its outcome, by which every report of it is shown. */
  readonly verdict: string;
  /** Open findings, those that somebody accepted too. */
  readonly findings: number;
}

/** The subject of a package, how its audit ended, and which audit came before it. */
export interface PackedAbout {
  readonly scope: PackageScope;
  /** Absent in version 1. */
  readonly audit?: PackedAudit;
  /** Null where none was handed in; absent in packages of version 1 whose program did not say so yet. */
  readonly previous?: PackedPrevious | null;
}

/** The account that a package gives of itself. */
export interface Manifest extends PackedAbout {
  readonly format: 'compliance-evidence package';
  readonly version: 1 | typeof packageVersion;
  readonly tool: string;
  /** When its facts were collected, ISO 8601 in UTC. */
  readonly at: string;
  /** Null where the service has no chain. */
  readonly log: PackedLog | null;
  /** Every member but the manifest and the sums, by its name. */
  readonly members: readonly PackedMember[];
}

export interface PackedMember {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The manifest that a text holds, or the sentence that says why it is none. */
export function readManifest(text: string): Manifest | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'The manifest is not JSON';
  }
  if (!isObject(value) || value.format !== 'compliance-evidence package') return 'The manifest is of no package of this program';
  if (value.version !== 1 && value.version !== packageVersion) {
    return `The package is of version ${JSON.stringify(value.version)}, and this program reads 1 to ${packageVersion}: take a newer one`;
  }
  if (manifestText(value) !== text) return 'The manifest has a key twice, or is written in another way than an audit writes it';
  if (value.version !== 1 && value.previous === undefined)
    return 'The manifest has no previous: every package of its version names the audit before, or says null';
  if (!isManifest(value)) return 'The manifest has not the fields of a manifest';
  return oddnessOf(value) ?? value;
}

/** The sentence that says what is wrong with a manifest that has all its fields. */
function oddnessOf({ members: all, previous, version }: Manifest): string | undefined {
  const paths = all.map(({ path }) => path);
  const isOrdered = paths.every((path, index) => index === 0 || (paths[index - 1] ?? '') < path);
  if (!isOrdered) return 'The members of the manifest are not in order, each once';
  const plain = new Set([...paths, members.manifest, members.sums].map((path) => path.toLowerCase()));
  if (plain.size < paths.length + 2) return 'Two members of the manifest have one name where big and small letters are the same';
  const folder = [...plain].find((path) => foldersOf(path).some((each) => plain.has(each)));
  if (folder !== undefined) return `The manifest has a file with the name of a folder of ${folder}`;
  const hasPrevious = paths.includes(members.previous);
  if (version !== 1 && hasPrevious !== (previous !== null))
    return `The manifest has ${members.previous} without an audit before, or an audit before without it`;
  return undefined;
}

/** The folders that a path is in. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The text of a manifest: the same manifest gives the same bytes. */
export function manifestText(manifest: Manifest | Fields): string {
  return `${JSON.stringify(manifest, null, 1)}\n`;
}

/** Whether a package of a period names no audit before: then nothing shows whether findings of one are missing. */
export function namesNone({ previous = null, scope }: PackedAbout): boolean {
  return previous === null && scope.kind === 'period';
}

/** The lines that `sha256sum -c` reads: of every member but itself. */
export function sumsText(manifest: Manifest, sha256: string): string {
  const lines = [...manifest.members, { path: members.manifest, sha256 }].map((each) => `${each.sha256}  ${each.path}\n`);
  return lines.toSorted((one, other) => (one.slice(66) < other.slice(66) ? -1 : 1)).join('');
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isManifest(value: Fields): value is Fields & Manifest {
  const { at, audit, log, members: all, previous, scope, tool, version } = value;
  if (version === 1 ? audit !== undefined : !isAudit(audit)) return false;
  if (!areTexts(at, tool) || !isScope(scope) || (log !== null && !isLog(log))) return false;
  return isPrevious(previous) && Array.isArray(all) && all.every((each) => isMember(each));
}

function isScope(value: unknown): value is PackageScope {
  if (!isObject(value)) return false;
  const names = Object.keys(value).toSorted().join(' ');
  if (value.kind === 'period')
    return names === 'kind since until' && (value.since === null || areTexts(value.since)) && areTexts(value.until);
  if (value.kind === 'trail') return names === 'flow kind trail' && areTexts(value.flow, value.trail);
  return value.kind === 'artifact' && names === 'fingerprint kind' && isHash(value.fingerprint);
}

function isLog(value: unknown): value is PackedLog {
  return isObject(value) && areTexts(value.org, value.org_id) && isPlace(value.from) && isPlace(value.to);
}

function isAudit(value: unknown): value is PackedAudit {
  if (!isObject(value)) return false;
  const { basis, branches, findings, repository, since_sha: sha, verdict } = value;
  if ((repository !== null && !areTexts(repository)) || !Array.isArray(branches) || !areTexts(...branches)) return false;
  return (basis === 'github' || basis === 'git') && (sha === null || areTexts(sha)) && areTexts(verdict) && isCount(findings);
}

function isPrevious(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return isObject(value) && isHash(value.report) && (value.manifest === null || isHash(value.manifest));
}

function isPlace(value: unknown): value is LogPlace {
  return isObject(value) && isCount(value.sequence) && isHash(value.link);
}

function isMember(value: unknown): value is PackedMember {
  if (!isObject(value) || typeof value.path !== 'string' || !isSafePath(value.path)) return false;
  return value.path !== members.manifest && value.path !== members.sums && isCount(value.bytes) && isHash(value.sha256);
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** SHA-256 as 64 lower-case hexadecimal digits. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
