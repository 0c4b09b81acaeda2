import { aDigest, aText, aWhole, ifThere, isObject, listOf, oneOf, onlyIf, orNull, passes, shape } from '../../text/check.ts';
import type { Check, Checked, CheckedBy, Checks } from '../../text/check.ts';
import { isSafePath } from './tar.ts';
import { parseJson } from '../../text/index.ts';

export const reportFiles = [
  ['index.html', 'html'],
  ['changes.csv', 'csv'],
  ['audit.json', 'json'],
  ['audit.md', 'markdown'],
  ['oscal.json', 'oscal'],
  ['statements.jsonl', 'statements'],
] as const;

export type ReportFile = (typeof reportFiles)[number][0];

/** Reports that came later, each with the version from which every package has it. Any may lack statements: they say nothing more. */
export const laterReports: ReadonlyMap<string, number> = new Map<ReportFile, number>([
  ['oscal.json', 2],
  ['statements.jsonl', Number.POSITIVE_INFINITY],
]);

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

const place = shape({ sequence: aWhole, link: aDigest });
/** A place in the log, and the link of the record there; 0 and 64 zeros before the first record. */
export type LogPlace = Checked<typeof place>;

const packedLog = shape({ org: aText, org_id: aText, from: place, to: place });
/** The part of an organization's log that a package holds: the records after `from`, up to `to`. */
export type PackedLog = Checked<typeof packedLog>;

const scopes = {
  period: exactly({ kind: oneOf('period'), since: orNull(aText), until: aText }),
  trail: exactly({ kind: oneOf('trail'), flow: aText, trail: aText }),
  artifact: exactly({ kind: oneOf('artifact'), fingerprint: aDigest }),
};
export type PackageScope = Checked<(typeof scopes)[keyof typeof scopes]>;

const aScope: Check<PackageScope> = (value) =>
  Object.values(scopes).some((check) => check(value) === undefined) ? undefined : ' is no scope';

/** The audit before the packaged one, by SHA-256: of its JSON report, and of the manifest of its package where that was handed in. */
const packedPrevious = shape({ report: aDigest, manifest: orNull(aDigest) });

const inShort = shape({
  repository: orNull(aText),
  branches: listOf(aText),
  basis: oneOf('github', 'git'),
  /** Left out where it is that of a service. */
  evidence: ifThere(oneOf('github')),
  /** The commit that the period begins after; null where a moment alone says it. */
  since_sha: orNull(aText),
  /** The kind of its outcome, by which every report of it is shown. */
  verdict: aText,
  /** Open ones, also the accepted. */
  findings: aWhole,
});
/** The audit of a package in short. It follows from the facts, from which `verify` works it out again. */
export type PackedAudit = Checked<typeof inShort>;

const member = shape({
  path: onlyIf(aText, (path) => isSafePath(path) && path !== members.manifest && path !== members.sums, ' is the name of no member'),
  bytes: aWhole,
  sha256: aDigest,
});
export type PackedMember = Checked<typeof member>;

const manifestShape = shape({
  format: oneOf('compliance-evidence package'),
  version: oneOf(1, packageVersion),
  tool: aText,
  /** When its facts were collected, ISO 8601 in UTC. */
  at: aText,
  scope: aScope,
  /** Null where the service has no chain, and where none was asked. */
  log: orNull(packedLog),
  /** Absent in version 1. */
  audit: ifThere(inShort),
  /** Null where none was handed in; absent in packages of version 1 by earlier programs. */
  previous: ifThere(orNull(packedPrevious)),
  /** Every member but the manifest and the sums, by its name. */
  members: listOf(member),
});
export type Manifest = Checked<typeof manifestShape>;

export type PackedAbout = Pick<Manifest, 'scope' | 'audit' | 'previous'>;

function exactly<Of extends Checks>(checks: Of): Check<CheckedBy<Of>> {
  const names = Object.keys(checks).length;
  return onlyIf(shape(checks), (value) => Object.keys(value).length === names, ' has another field');
}

/** The manifest, or the sentence that says what is wrong with it. */
export function readManifest(text: string): Manifest | string {
  const value = parseJson(text);
  if (value === undefined) return 'The manifest is not JSON';
  if (!isObject(value) || value.format !== 'compliance-evidence package') return 'The manifest is of no package of this program';
  if (value.version !== 1 && value.version !== packageVersion) {
    return `The package is of version ${JSON.stringify(value.version)}, and this program reads 1 to ${packageVersion}: take a newer one`;
  }
  if (manifestText(value) !== text) return 'The manifest has a key twice, or is written in another way than an audit writes it';
  if (value.version !== 1 && value.previous === undefined)
    return 'The manifest has no previous: every package of its version names the audit before, or says null';
  if (!passes(manifestShape, value) || (value.version === 1) !== (value.audit === undefined))
    return 'The manifest has not the fields of a manifest';
  return oddnessOf(value) ?? value;
}

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

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The same manifest gives the same bytes. */
export function manifestText(manifest: Manifest | Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(manifest, null, 1)}\n`;
}

/** Whether a package of a period names no audit before: then missing findings of one would not show. */
export function namesNone({ previous = null, scope }: PackedAbout): boolean {
  return previous === null && scope.kind === 'period';
}

/** The lines that `sha256sum -c` reads: of every member but itself. */
export function sumsText(manifest: Manifest, sha256: string): string {
  const lines = [...manifest.members, { path: members.manifest, sha256 }].map((each) => `${each.sha256}  ${each.path}\n`);
  return lines.toSorted((one, other) => (one.slice(66) < other.slice(66) ? -1 : 1)).join('');
}
