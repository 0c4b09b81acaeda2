import { UsageError } from '../../errors/index.ts';
import { given, grouped, stringAt, valueAt, webAddress } from '../../text/index.ts';
import { type PreviousFinding, severities, type Subject, subjectKinds } from '../facts/finding.ts';
import type { Previous, ReportedHead } from '../facts/previous.ts';

/**
 * The texts of the values that a JSON object has under the names that are wanted. All others are passed over unread, and take
 * no memory, however long they are. Undefined where the text is no object, was cut off, or has one of the names twice.
 */
export function topLevel(text: string, wanted: ReadonlySet<string>): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>();
  let at = afterSpace(text, 0);
  if (text[at] !== '{') return undefined;
  do {
    const name = afterSpace(text, at + 1);
    const nameEnd = text[name] === '"' ? endOfString(text, name) : undefined;
    if (nameEnd === undefined) return undefined;
    const colon = afterSpace(text, nameEnd);
    if (text[colon] !== ':') return undefined;
    const value = afterSpace(text, colon + 1);
    const end = endOfValue(text, value);
    if (end === undefined) return undefined;
    const key = text.slice(name + 1, nameEnd - 1);
    if (wanted.has(key)) {
      if (found.has(key)) return undefined;
      found.set(key, text.slice(value, end));
    }
    at = afterSpace(text, end);
  } while (text[at] === ',');
  return text[at] === '}' && afterSpace(text, at + 1) === text.length ? found : undefined;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (' \t\n\r'.includes(text[at] ?? '.')) at += 1;
  return at;
}

/** The place after the quote that ends a string. */
function endOfString(text: string, start: number): number | undefined {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
  return undefined;
}

/** The place after a value: of a list or an object by its brackets, which are counted. */
function endOfValue(text: string, start: number): number | undefined {
  const [first] = text.slice(start, start + 1);
  if (first === '"') return endOfString(text, start);
  const isNested = first === '{' || first === '[';
  const sign = isNested ? /["[\]{}]/g : /[\s,\]}]/g;
  sign.lastIndex = start;
  let depth = 0;
  for (let next = sign.exec(text); next !== null; next = sign.exec(text)) {
    if (!isNested) return next.index > start ? next.index : undefined;
    if (next[0] === '"') {
      const end = endOfString(text, next.index);
      if (end === undefined) return undefined;
      sign.lastIndex = end;
    } else if (next[0] === '{' || next[0] === '[') depth += 1;
    else if ((depth -= 1) === 0) return next.index + 1;
  }
  return undefined;
}

/** Characters of a report that are looked at: some 300,000 changes. */
const longest = 400_000_000;
/** Characters of its findings, which are held in memory. */
const longestList = 100_000_000;

const names = ['version', 'complete', 'header', 'findings', 'completeUntil', 'tags'] as const;
/** Reports of earlier versions have none of these. */
const laterNames = ['head', 'completeTips'] as const;

/**
 * All that this audit takes from the JSON report of the one before it. Somebody hands that file in, so that nothing in it is
 * believed before it was checked; its changes are passed over.
 *
 * @param digest SHA-256 of the file
 */
export function readPrevious(text: string, digest: string): Previous {
  if (text.length > longest) throw wrong(`has ${grouped(text.length)} characters, and at most ${grouped(longest)} are read`);
  const found = topLevel(text.startsWith('\uFEFF') ? text.slice(1) : text, new Set<string>([...names, ...laterNames]));
  if (found === undefined) throw wrong('is no JSON object, or was cut off');
  for (const name of names) if (!found.has(name)) throw wrong(`has no ${name}`);
  for (const [name, value] of found) {
    if (value.length > longestList)
      throw wrong(`has ${grouped(value.length)} characters of ${name}, and at most ${grouped(longestList)} are read`);
  }
  const part = (name: (typeof names)[number] | (typeof laterNames)[number]): unknown => parsed(name, found.get(name) ?? '');
  const version = part('version');
  if (version !== 1) throw wrong('is of a version that this program does not know: version is not 1', newer);
  const complete = part('complete');
  if (typeof complete !== 'boolean') throw wrong('has no true or false in complete');
  const header = part('header');
  if (valueAt(header, 'scope') !== undefined)
    throw wrong('is of one trail or artifact: no audit begins where it ended', 'Name the report of an audit of a period');
  return {
    about: aboutOf(header),
    complete,
    since: momentOrNull(valueAt(header, 'period', 'since'), 'header.period.since'),
    until: moment(valueAt(header, 'period', 'until'), 'header.period.until'),
    completeUntil: momentOrNull(part('completeUntil'), 'completeUntil'),
    completeTips: found.has('completeTips') ? commitsOf(part('completeTips'), 'completeTips') : {},
    findings: findingsOf(part('findings')),
    flows: textsOf(valueAt(header, 'flows'), 'header.flows'),
    branches: textsOf(namesOf(valueAt(header, 'branches')), 'header.branches'),
    tags: commitsOf(part('tags'), 'tags'),
    head: headOf(found.has('head') ? part('head') : null),
    digest,
  };
}

function aboutOf(header: unknown): Previous['about'] {
  const id = valueAt(header, 'repositoryId') ?? undefined;
  // It decides whose report this is: one that nobody can read is no report without one.
  if (id !== undefined && !(typeof id === 'number' && Number.isSafeInteger(id) && id > 0))
    throw wrong('has no number in header.repositoryId');
  return {
    repository: stringAt(header, 'repository') ?? null,
    repositoryId: id ?? null,
    serverUrl: stringAt(header, 'serverUrl') ?? null,
    org: stringAt(valueAt(header, 'service'), 'org') ?? null,
  };
}

function findingsOf(list: unknown): readonly PreviousFinding[] {
  if (!Array.isArray(list)) throw wrong('has no list in findings');
  const keys = new Set<string>();
  return list.flatMap((item: unknown, index): readonly PreviousFinding[] => {
    const place = `findings[${index}]`;
    const status = stringAt(item, 'status');
    if (status !== 'new' && status !== 'open' && status !== 'fixed') throw wrong(`has no state in ${place}.status`);
    const key = filled(item, 'key', place);
    if (keys.has(key)) throw wrong(`has the key of ${place} twice`);
    keys.add(key);
    // A finding that was fixed then is not looked for now.
    return status === 'fixed' ? [] : [{ key, ...findingOf(item, place) }];
  });
}

function findingOf(item: unknown, place: string): Omit<PreviousFinding, 'key'> {
  const severity = severities.find((each) => each === stringAt(item, 'severity'));
  if (severity === undefined) throw wrong(`has no severity in ${place}.severity`);
  return {
    rule: filled(item, 'rule', place),
    severity,
    subject: subjectOf(valueAt(item, 'subject'), `${place}.subject`),
    message: filled(item, 'message', place),
    fix: filled(item, 'fix', place),
    controls: textsOf(valueAt(item, 'controls'), `${place}.controls`),
    change: changeOf(valueAt(item, 'change'), `${place}.change`),
    at: momentOrNull(valueAt(item, 'at'), `${place}.at`),
    firstSeen: moment(valueAt(item, 'firstSeen'), `${place}.firstSeen`),
  };
}

function subjectOf(subject: unknown, place: string): Subject {
  const kind = subjectKinds.find((each) => each === stringAt(subject, 'kind'));
  if (kind === undefined) throw wrong(`has no kind of subject in ${place}.kind`);
  const url = stringAt(subject, 'url');
  // It becomes a link: only an address of the web may.
  return { kind, id: filled(subject, 'id', place), url: webAddress(url) === undefined ? null : (url ?? null) };
}

function namesOf(list: unknown): unknown {
  return Array.isArray(list) ? list.map((item: unknown) => stringAt(item, 'name')) : list;
}

function textsOf(list: unknown, place: string): readonly string[] {
  if (!Array.isArray(list) || !list.every((item): item is string => typeof item === 'string'))
    throw wrong(`has no list of texts in ${place}`);
  return list;
}

function changeOf(change: unknown, place: string): PreviousFinding['change'] {
  if (change === null) return null;
  const sha = stringAt(change, 'sha');
  const pull = valueAt(change, 'pull');
  if (sha === undefined || !/^[0-9a-f]{40}$/.test(sha)) throw wrong(`has no SHA in ${place}.sha`);
  if (pull !== null && !(typeof pull === 'number' && Number.isSafeInteger(pull))) throw wrong(`has no number in ${place}.pull`);
  const authors = valueAt(change, 'authors');
  return { sha, pull, ...(authors === undefined ? {} : { authors: textsOf(authors, `${place}.authors`) }) };
}

/** An object of commits by names. */
function commitsOf(named: unknown, place: 'completeTips' | 'tags'): Readonly<Record<string, string>> {
  if (typeof named !== 'object' || named === null || Array.isArray(named)) throw wrong(`has no object in ${place}`);
  const entries = Object.entries(named).map(([name, sha]: [string, unknown]): [string, string] => {
    if (typeof sha !== 'string' || !/^[0-9a-f]{40}$/.test(sha)) throw wrong(`has a name without the SHA of its commit in ${place}`);
    return [name, sha];
  });
  return Object.fromEntries(entries);
}

/** The head that this audit holds the log against: one that is not as it was written would be a false alarm. */
function headOf(head: unknown): ReportedHead | null {
  if (head === null) return null;
  const link = stringAt(head, 'link');
  const sequence = valueAt(head, 'sequence');
  if (link === undefined || !/^[0-9a-f]{64}$/.test(link)) throw wrong('has no 64 hexadecimal digits in head.link');
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence) || sequence < 1) throw wrong('has no number in head.sequence');
  return { org: filled(head, 'org', 'head'), link, sequence, readAt: moment(valueAt(head, 'readAt'), 'head.readAt') };
}

function filled(item: unknown, name: string, place: string): string {
  const text = stringAt(item, name);
  if (text === undefined || text === '') throw wrong(`has no text in ${place}.${name}`);
  return text;
}

function momentOrNull(value: unknown, place: string): string | null {
  return value === null ? null : moment(value, place);
}

function moment(value: unknown, place: string): string {
  const isMoment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(value);
  if (!isMoment || Number.isNaN(Date.parse(value))) throw wrong(`has no moment in UTC in ${place}`);
  return value;
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw wrong(`is no JSON in ${name}`, undefined, cause);
  }
}

const newer = 'Use the version of compliance-evidence that wrote it, or a newer one';
const again = 'Give the whole file that the audit before wrote with --json. Without one every finding is new';

function wrong(what: string, fix = again, cause?: unknown): UsageError {
  return new UsageError('invalid-input', `The report of the audit before (previous) ${what}`, {
    fix,
    ...given({ cause }),
  });
}
