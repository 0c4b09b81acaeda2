import { isUtf8 } from 'node:buffer';
import { lstatSync, opendirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { matches } from '../../contract/limits.ts';
import { wrongUse } from '../../errors/index.ts';
import { readRegularFile } from '../../files/index.ts';
import { readJson } from '../../options/index.ts';
import { bytes, cut, grouped, isObject, list, listAt, oneLine, orNothing, sortedJson } from '../../text/index.ts';

/** A run's claims about the test results that it set aside. They are not trusted: whoever can change the tests can change them. */
export interface Claims {
  readonly attestationName: string;
  readonly job: string | null;
  readonly leg: string | null;
  /** JSON of any shape; `null` where there is no matrix. */
  readonly matrix: unknown;
  readonly testOutcome: string | null;
  /** A sentence for each file that should have been set aside and could not be. */
  readonly missing?: readonly string[];
}

export const claimsFile = 'claims.json';
export const resultsFolder = 'results';

/** Largest file of claims, in bytes: a matrix alone may have 16 KiB. */
const largestClaims = 64 * 1024;

const format = 'compliance-evidence/claims';
const version = 1;
/** With the longest values of everything else these still fit. */
const claimLimits = { missing: 20, sentence: 200 };
const outcomes: ReadonlySet<unknown> = new Set(['success', 'failure', 'cancelled', 'skipped']);

export function writeClaims({ attestationName, job, leg, matrix, missing = [], testOutcome }: Claims): string {
  const shown = missing.slice(0, claimLimits.missing).map((sentence) => oneLine(sentence, claimLimits.sentence));
  const fields = { format, version, attestation_name: attestationName, job, leg, matrix, test_outcome: testOutcome };
  return `${JSON.stringify({ ...fields, ...(shown.length === 0 ? {} : { missing: shown }) }, null, 2)}\n`;
}

type ClaimsRead = { readonly kind: 'claims'; readonly claims: Claims } | { readonly kind: 'refused'; readonly why: string };

/** The author is unknown: takes exactly the form of `writeClaims`, and nothing more. */
function readClaimsFile(bytes: Buffer): ClaimsRead {
  if (!isUtf8(bytes)) return refused('is not UTF-8');
  const json = readJson(new TextDecoder().decode(bytes));
  if (json.kind === 'no-json') return refused('is not JSON');
  if (json.kind === 'unclear') return refused(`is not clear: ${oneLine(json.why, 200)}`);
  if (json.kind === 'too-deep') return refused('is nested too deeply');
  const { value } = json;
  if (!isObject(value)) return refused('is no JSON object');
  const fields = new Map<string, unknown>(Object.entries(value));
  if (fields.get('format') !== format) return refused(`has no format ${format}`);
  if (fields.get('version') !== version) return refused(`is of version ${shown(fields.get('version'))}, and only ${version} is known here`);
  const lacking = Object.keys(rules).find((name) => name !== 'missing' && !fields.has(name));
  if (lacking !== undefined) return refused(`has no ${lacking}`);
  const stranger = [...fields.keys()].find((name) => !Object.hasOwn(rules, name));
  if (stranger !== undefined) return refused(`has a field that is not known here: ${shown(stranger)}`);
  const wrong = Object.entries(rules).find(([name, { holds }]) => !holds(fields.get(name)));
  if (wrong !== undefined) return refused(`has a wrong ${wrong[0]}, ${shown(fields.get(wrong[0]))}: ${wrong[1].form}`);
  return {
    kind: 'claims',
    claims: {
      attestationName: String(fields.get('attestation_name')),
      job: textOf(fields.get('job')),
      leg: textOf(fields.get('leg')),
      matrix: fields.get('matrix'),
      testOutcome: textOf(fields.get('test_outcome')),
      ...(fields.has('missing') ? { missing: listAt(value, 'missing')?.map(String) ?? [] } : {}),
    },
  };
}

interface Rule {
  readonly holds: (value: unknown) => boolean;
  readonly form: string;
}

const label: Rule = { holds: (value) => value === null || isLabel(value), form: 'one line of at most 255 characters, or null' };

const rules: Readonly<Record<string, Rule>> = {
  format: { holds: (value) => value === format, form: format },
  version: { holds: (value) => value === version, form: String(version) },
  attestation_name: {
    holds: (value) => isLabel(value) && matches('templateName', value),
    form: 'letters, digits, -, _ and commas',
  },
  job: label,
  leg: label,
  matrix: { holds: (value) => JSON.stringify(value).length <= 16_384, form: 'JSON of at most 16 KiB' },
  test_outcome: { holds: (value) => value === null || outcomes.has(value), form: `${[...outcomes].join(', ')} or null` },
  missing: {
    holds: (value) => value === undefined || (Array.isArray(value) && value.length <= claimLimits.missing && value.every(isLabel)),
    form: `at most ${claimLimits.missing} lines of text`,
  },
};

function isLabel(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 255 && !/[\u0000-\u001F\u007F\u2028\u2029]/.test(value);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function shown(value: unknown): string {
  return cut(JSON.stringify(value) ?? 'none', 60);
}

function refused(why: string): ClaimsRead {
  return { kind: 'refused', why: `its ${claimsFile} ${why}` };
}

/** Letters that every file system, pattern and archive accepts in a name. Hidden names and `..` are left out. */
const plain = /^[A-Za-z0-9_](?:[A-Za-z0-9_.+@=() -]*[A-Za-z0-9_+@=()-])?$/;

/** As `fork-collect` would write it. */
function isPlainName(name: string): boolean {
  return name.length <= 255 && plain.test(name);
}

/** The path in the workspace if possible, else a number and a plain form of the name. */
export function keptName(path: string, number: number): string {
  const parts = path.split('/');
  if (parts.length <= 16 && parts.every(isPlainName)) return path;
  const base = (parts.at(-1) ?? '').replace(/[^A-Za-z0-9_.-]/g, '_').slice(-100);
  return `renamed/${number}_${base.replace(/\.+$/, '')}`;
}

/** Downloaded claims of a run, and the files that they are about. */
export interface Artifact {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  readonly claims: Claims;
  /** Test results, relative to the folder, with `/`. */
  readonly files: readonly string[];
}

export interface Refusal {
  readonly artifact: string;
  readonly why: string;
  readonly fix: string;
}

export interface Downloads {
  readonly artifacts: readonly Artifact[];
  readonly refusals: readonly Refusal[];
}

/** GitHub makes at most 256 jobs of a matrix. */
export const artifactLimits = { artifacts: 256, files: 10_000, depth: 20, bytes: 512 * 1024 * 1024, allBytes: 2 * 1024 * 1024 * 1024 };

/**
 * Each artifact has a folder of its own; a single one may lie there directly. Everything in them is hostile: links are not followed,
 * nothing is run, and no git looks into them. @throws {UsageError} where the path is not a folder.
 */
export async function readDownloads(folder: string): Promise<Downloads> {
  const stats = orNothing(() => lstatSync(folder));
  if (stats === undefined) return { artifacts: [], refusals: [] };
  if (!stats.isDirectory()) {
    throw wrongUse(`${JSON.stringify(folder)} is no folder`, 'Let `collected` name the folder that the artifacts were downloaded into');
  }
  const names = entriesOf(folder, artifactLimits.artifacts + 1);
  const isAlone = orNothing(() => lstatSync(join(folder, claimsFile)))?.isFile() === true;
  if (isAlone) return readAll([['the only artifact', folder]]);
  if (names.length > artifactLimits.artifacts)
    return {
      artifacts: [],
      refusals: [refusal('all', `there are more than ${artifactLimits.artifacts} of them`, 'Collect in fewer legs')],
    };
  return readAll(names.toSorted().map((name) => [name, join(folder, name)]));
}

async function readAll(folders: readonly (readonly [string, string])[]): Promise<Downloads> {
  const artifacts: Artifact[] = [];
  const refusals: Refusal[] = [];
  let left = artifactLimits.allBytes;
  for (const [name, folder] of folders) {
    const read = await readArtifact(name, folder, Math.min(left, artifactLimits.bytes));
    if ('why' in read) refusals.push(read);
    else {
      artifacts.push(read.artifact);
      left -= read.size;
    }
  }
  return { artifacts, refusals };
}

async function readArtifact(name: string, folder: string, mostBytes: number): Promise<{ artifact: Artifact; size: number } | Refusal> {
  const found = walk(folder, mostBytes);
  if ('why' in found) return refusal(name, found.why);
  const file = readRegularFile(join(folder, claimsFile), largestClaims);
  if (!Buffer.isBuffer(file)) {
    const why = file.kind === 'too-large' ? `is more than ${bytes(largestClaims)}` : 'is not there, or is no file';
    return refusal(name, `its ${claimsFile} ${why}`);
  }
  const read = readClaimsFile(file);
  if (read.kind === 'refused') return refusal(name, read.why);
  const files = found.files.filter((path) => path !== claimsFile);
  const stray = files.find((path) => !path.startsWith(`${resultsFolder}/`));
  if (stray !== undefined) return refusal(name, `it holds ${JSON.stringify(stray)}, which is neither claims nor a test result`);
  return { artifact: { name, folder, claims: read.claims, files }, size: found.size };
}

/** If the folder holds nothing but regular files, and not too much. */
function walk(root: string, mostBytes: number): { readonly files: readonly string[]; readonly size: number } | { readonly why: string } {
  const files: string[] = [];
  let size = 0;
  const folders: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }];
  if (orNothing(() => lstatSync(root))?.isDirectory() !== true) return { why: 'it is no folder, but a file or a link' };
  for (const { depth, path } of folders) {
    for (const name of entriesOf(join(root, path), artifactLimits.files + 1)) {
      const inner = path === '' ? name : `${path}/${name}`;
      if (!isPlainName(name)) return { why: `it holds a name that is not plain: ${JSON.stringify(inner)}` };
      const stats: Stats | undefined = orNothing(() => lstatSync(join(root, inner)));
      if (stats?.isDirectory() === true) {
        if (depth + 1 > artifactLimits.depth) return { why: `its folders are more than ${artifactLimits.depth} deep` };
        folders.push({ path: inner, depth: depth + 1 });
      } else if (stats?.isFile() === true) {
        files.push(inner);
        size += stats.size;
      } else return { why: `it holds something that is no regular file: ${JSON.stringify(inner)}` };
      if (files.length + folders.length > artifactLimits.files)
        return { why: `it holds more than ${grouped(artifactLimits.files)} files and folders` };
      if (size > mostBytes) return { why: `its files are too large: more than ${bytes(mostBytes)}` };
    }
  }
  return { files: files.toSorted(), size };
}

/** Read only as far as needed. */
function entriesOf(folder: string, limit: number): readonly string[] {
  const directory = opendirSync(folder);
  const names: string[] = [];
  try {
    for (let entry = directory.readSync(); entry !== null && names.length < limit; entry = directory.readSync()) names.push(entry.name);
  } finally {
    directory.closeSync();
  }
  return names;
}

function refusal(
  artifact: string,
  why: string,
  fix = 'Let fork-collect of the same release make it, and nothing else upload an artifact of such a name',
): Refusal {
  return { artifact, why, fix };
}

/** Only those of an attestation that the caller allows, and each job and leg once. */
export function acceptedClaims({ artifacts, refusals }: Downloads, allowed: ReadonlySet<string>): Downloads {
  const accepted = new Map<string, Artifact>();
  const refused = [...refusals];
  for (const artifact of artifacts) {
    const { attestationName, job, leg, matrix } = artifact.claims;
    // The same leg, in whatever order its keys were written.
    const key = sortedJson([attestationName, job, leg, matrix]);
    const first = accepted.get(key);
    if (!allowed.has(attestationName)) {
      refused.push({
        artifact: artifact.name,
        why: `it is about the attestation ${attestationName}, which the run of a pull request may not claim`,
        fix: `It may claim ${list([...allowed], 20)}: where this one is meant too, add it to attestation-names`,
      });
    } else if (first !== undefined) {
      refused.push({
        artifact: artifact.name,
        why: `it is about ${attestationName} of the same job and leg as ${JSON.stringify(first.name)}`,
        fix: 'Give each call of fork-collect a `leg` of its own',
      });
    } else accepted.set(key, artifact);
  }
  return { artifacts: [...accepted.values()], refusals: refused };
}
