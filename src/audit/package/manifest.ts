import { isSafePath } from './tar.ts';

/** The version of a package's format. Every later program reads every version. */
export const packageVersion = 1;

/** The names of the members with a meaning. `manifest` comes first in the archive, then `sums`, then the others by their names. */
export const members = {
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
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

/** The account that a package gives of itself. */
export interface Manifest {
  readonly format: 'compliance-evidence package';
  readonly version: typeof packageVersion;
  readonly tool: string;
  /** When its facts were collected, ISO 8601 in UTC. */
  readonly at: string;
  readonly scope: PackageScope;
  /** Null where the service has no chain. */
  readonly log: PackedLog | null;
  /** Null where none was handed in; absent where the program that packed did not say so yet. */
  readonly previous?: PackedPrevious | null;
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
  if (value.version !== packageVersion) {
    return `The package is of version ${JSON.stringify(value.version)}, and this program reads version ${packageVersion}: take a newer one`;
  }
  if (!isManifest(value)) return 'The manifest has not the fields of a manifest';
  const paths = value.members.map(({ path }) => path);
  const isOrdered = paths.every((path, index) => index === 0 || (paths[index - 1] ?? '') < path);
  if (!isOrdered) return 'The members of the manifest are not in order, each once';
  const plain = new Set([...paths, members.manifest, members.sums].map((path) => path.toLowerCase()));
  if (plain.size < paths.length + 2) return 'Two members of the manifest have one name where big and small letters are the same';
  return value;
}

/** The text of a manifest: the same manifest gives the same bytes. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 1)}\n`;
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
  const { at, log, members: all, previous, scope, tool } = value;
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
