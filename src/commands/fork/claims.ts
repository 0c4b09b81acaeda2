import { isUtf8 } from 'node:buffer';
import { matches } from '../../contract/limits.ts';
import { readJson } from '../../options/index.ts';
import { cut, isObject, listAt, oneLine } from '../../text/index.ts';

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
export const largestClaims = 64 * 1024;

const format = 'compliance-evidence/claims';
const version = 1;
/** With the longest values of everything else these still fit. */
const most = { missing: 20, sentence: 200 };
const outcomes: ReadonlySet<unknown> = new Set(['success', 'failure', 'cancelled', 'skipped']);

export function writeClaims({ attestationName, job, leg, matrix, missing = [], testOutcome }: Claims): string {
  const shown = missing.slice(0, most.missing).map((sentence) => oneLine(sentence, most.sentence));
  const fields = { format, version, attestation_name: attestationName, job, leg, matrix, test_outcome: testOutcome };
  return `${JSON.stringify({ ...fields, ...(shown.length === 0 ? {} : { missing: shown }) }, null, 2)}\n`;
}

type ClaimsRead = { readonly kind: 'claims'; readonly claims: Claims } | { readonly kind: 'refused'; readonly why: string };

/** The author is unknown: takes exactly the form of `writeClaims`, and nothing more. */
export function readClaimsFile(bytes: Buffer): ClaimsRead {
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
    holds: (value) => value === undefined || (Array.isArray(value) && value.length <= most.missing && value.every(isLabel)),
    form: `at most ${most.missing} lines of text`,
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
export function isPlainName(name: string): boolean {
  return name.length <= 255 && plain.test(name);
}

/** The path in the workspace if possible, else a number and a plain form of the name. */
export function keptName(path: string, number: number): string {
  const parts = path.split('/');
  if (parts.length <= 16 && parts.every(isPlainName)) return path;
  const base = (parts.at(-1) ?? '').replace(/[^A-Za-z0-9_.-]/g, '_').slice(-100);
  return `renamed/${number}_${base.replace(/\.+$/, '')}`;
}
