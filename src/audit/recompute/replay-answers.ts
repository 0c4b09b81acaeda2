import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { listAt, parseJson, stringAt, valueAt } from '../../text/index.ts';
import { textLines } from '../lines/read-lines.ts';

export type ReplayedFetch = (url: string, init?: object) => Promise<Response>;

type CommitQuestion = 'associatedPullRequests' | 'author' | 'checkSuites';

export interface ReplayedAnswers {
  readonly fetch: ReplayedFetch;
  has(question: CommitQuestion, sha: string): boolean;
  /**
   * The unanswered questions since the last call, those that GitHub was asked twice or answered with an error that is no
   * refusal, and whether secrets were hidden in an answer since then.
   */
  take(): { readonly missing: readonly string[]; readonly unsure: readonly string[]; readonly masked: boolean };
  close(): Promise<void>;
}

interface Place {
  readonly at: number;
  readonly bytes: number;
}

/** Lines held in memory: successive questions have their answers in one line. */
const mostHeld = 8;

/**
 * Opens the answers of a package. A question of GraphQL is about many things, each with an answer of its own: they are
 * found one by one, however many were asked at once, and however much of a list of checks was asked for. Where one request
 * has several answers the last one counts, with REST the last that is not a failure. The file is not held in memory.
 */
export async function replayAnswers(file: string): Promise<ReplayedAnswers> {
  const found = await indexOf(file);
  const { asked, places, refused } = found;
  const handle = await open(file);
  const read = openReader(handle);
  let [missing, unsure, masked]: [string[], string[], boolean] = [[], [], false];
  const lineAt = async (place: Place): Promise<Answer> => {
    const line = await read(place);
    masked ||= line.masked;
    return line;
  };

  const answerTo = openParts(found, lineAt, (part) => unsure.push(part));

  async function answerQuestion(query: string): Promise<Response> {
    const told: Record<string, unknown> = {};
    const errors: object[] = [];
    const { depth, parts } = partsOf(query);
    for (const [alias, part] of parts) {
      const answer = await answerTo(part);
      const no = answer === undefined ? refused.get(keyOf(part)) : undefined;
      if (no !== undefined) {
        const { data, status } = await lineAt(no);
        return respond(status, data);
      }
      if (answer === undefined) missing.push(part);
      told[alias] = answer?.value ?? null;
      for (const error of answer?.errors ?? []) {
        const path = (listAt(error, 'path') ?? []).slice(depth + 1);
        errors.push({ ...objectOf(error), path: [...above(depth), alias, ...path] });
      }
    }
    return respond(200, { data: depth === 0 ? told : { repository: told }, ...(errors.length === 0 ? {} : { errors }) });
  }

  return {
    async fetch(url, init) {
      const query = stringAt(parseJson(stringAt(init, 'body') ?? ''), 'query');
      if (query !== undefined && partsOf(query).parts.length > 0) return answerQuestion(query);
      const { pathname, search } = new URL(url);
      const request = query ?? restOf(stringAt(init, 'method') ?? 'GET', pathname, search.slice(1));
      const place = places.get(keyOf(request));
      if (place === undefined) {
        missing.push(request);
        return respond(404, { message: 'Not Found' });
      }
      const { data, link, status } = await lineAt(place);
      return respond(status, data, link);
    },
    has: (question, sha) => asked.has(keyOf(`${question} ${sha}`)),
    take() {
      const taken = { missing, unsure, masked };
      [missing, unsure, masked] = [[], [], false];
      return taken;
    },
    close: () => handle.close(),
  };
}

/**
 * Answers parts of questions.
 * @param doubt is told of one that GitHub was asked twice, or answered with an error that is no refusal
 */
function openParts(
  { places, twice }: Awaited<ReturnType<typeof indexOf>>,
  lineAt: (place: Place) => Promise<Answer>,
  doubt: (part: string) => void,
): (part: string) => Promise<PartAnswer | undefined> {
  /** With the errors about that part; undefined where there is none. */
  async function answerTo(part: string): Promise<PartAnswer | undefined> {
    const key = keyOf(part);
    const place = places.get(key);
    if (place === undefined) return undefined;
    const { aliases, data, depth, isFaulty } = await lineAt(place);
    if (isFaulty || twice.has(key)) doubt(part);
    const alias = aliases.get(key) ?? '';
    const errors = (listAt(data, 'errors') ?? []).filter((error) => listAt(error, 'path')?.[depth] === alias);
    return { value: valueAt(data, 'data', ...above(depth), alias), errors };
  }

  /** Where many commits shared a pull request, their numbers were asked for, and each pull request once. */
  async function composed(part: string): Promise<PartAnswer | undefined> {
    const whole = await answerTo(part);
    if (whole !== undefined || !part.includes(fullNodes)) return whole;
    const numbers = await answerTo(part.replace(fullNodes, numberNodes));
    const list = valueAt(numbers?.value, 'associatedPullRequests');
    if (numbers === undefined || list === undefined) return numbers;
    const nodes: unknown[] = [];
    for (const node of listAt(list, 'nodes') ?? []) {
      const one =
        valueAt(node, 'merged') === false
          ? { value: node }
          : await answerTo(`pullRequest(number: ${String(valueAt(node, 'number'))}) { ...P }`);
      if (one === undefined) return undefined;
      nodes.push(one.value);
    }
    return { ...numbers, value: { ...objectOf(numbers.value), associatedPullRequests: { ...objectOf(list), nodes } } };
  }

  return composed;
}

const [fullNodes, numberNodes] = ['nodes { ...P }', 'nodes { number merged }'];

interface PartAnswer {
  readonly value: unknown;
  readonly errors?: readonly unknown[];
}

/** The names in an answer above its parts. */
const above = (depth: number): readonly string[] => (depth === 0 ? [] : ['repository']);

interface Answer {
  readonly status: number;
  readonly data: unknown;
  readonly link: string | undefined;
  readonly masked: boolean;
  /** The names of the parts of a question in its answer, by their keys, and how many names stand above them. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly depth: number;
  /** It has an error that refuses nothing. */
  readonly isFaulty: boolean;
}

async function indexOf(file: string) {
  const places = new Map<string, Place>();
  const asked = new Set<string>();
  const twice = new Set<string>();
  const refused = new Map<string, Place>();
  let at = 0;
  for await (const { text } of textLines(file)) {
    const place = { at, bytes: Buffer.byteLength(text) };
    at += place.bytes + 1;
    const line = parseJson(text);
    const [method = '', path = '', query] = ['method', 'path', 'query'].map((name) => stringAt(line, 'request', name));
    const [body, question, status] = [stringAt(line, 'body'), stringAt(line, 'request', 'graphql'), valueAt(line, 'status')];
    if (body === undefined) continue;
    const { depth, parts } = partsOf(question ?? '');
    if (parts.length === 0) {
      const key = keyOf(question ?? restOf(method, path, query ?? ''));
      if (status === 200 || !places.has(key)) places.set(key, place);
      continue;
    }
    if (isRefusal(status, body)) for (const [, part] of parts) refused.set(keyOf(part), place);
    if (status !== 200 || !isOfParts(body, depth)) continue;
    for (const [, part] of parts) {
      const key = keyOf(part);
      if (places.has(key)) twice.add(key);
      places.set(key, place);
      const [, sha = '', what = ''] = /^object\(oid: "([0-9a-f]{40})"\) \{ \.\.\. on Commit \{ oid (\w+)/.exec(part) ?? [];
      asked.add(keyOf(`${what} ${sha}`));
    }
  }
  return { places, asked, refused, twice };
}

/** Whether there are answers to the parts, and all errors are about one of them: else the question was asked again, or refused. */
function isOfParts(body: string, depth: number): boolean {
  if (!body.includes('"errors"')) return true;
  const answer = parseJson(body);
  const isAboutOne = (error: unknown): boolean => /^p\d+$/.test(String(listAt(error, 'path')?.[depth]));
  return valueAt(answer, 'data', 'repository') !== null && (listAt(answer, 'errors') ?? []).every(isAboutOne);
}

/** Whether GitHub said no to the whole question. */
function isRefusal(status: unknown, body: string): boolean {
  if (status === 403) return true;
  const errors = status === 200 && body.includes('"errors"') ? (listAt(parseJson(body), 'errors') ?? []) : [];
  return errors.some((error) => refusals.has(stringAt(error, 'type') ?? ''));
}

interface Parts {
  readonly parts: readonly (readonly [alias: string, part: string])[];
  /** How many names stand above them: 1 of a question about a repository. */
  readonly depth: number;
}

/** The parts of a question, each with its alias; none of a question of another form. */
function partsOf(question: string): Parts {
  const [head = ''] = question.split(/\n(?=fragment )/, 1);
  const [, repository, body = ''] = /^query \w+ \{ (repository\(owner: "[^"]*", name: "[^"]*"\) \{ )?(p0: .*) \}\s*$/s.exec(head) ?? [];
  const depth = repository === undefined ? 0 : 1;
  const parts = body.slice(0, body.length - 2 * depth).split(/\n(?=p\d+: )/);
  return {
    depth,
    parts: parts.flatMap((text) => {
      const [, alias, part] = /^(p\d+): (.*)$/s.exec(text) ?? [];
      return alias === undefined || part === undefined ? [] : [[alias, part] as const];
    }),
  };
}

/** A request of REST. An enterprise server has its API below a path. */
function restOf(method: string, path: string, query: string): string {
  return `${method} ${path.replace(/^\/api\/v3(?=\/)/, '')}?${query}`;
}

/** Short, and a text of its own: a slice keeps the whole text in memory. How many checks are asked for depends on those before. */
function keyOf(text: string): string {
  return createHash('sha256')
    .update(text.replaceAll(/\b(checkSuites|checkRuns)\(first: \d+/g, '$1(first: n'))
    .digest('base64');
}

function openReader(handle: FileHandle): (place: Place) => Promise<Answer> {
  const held = new Map<number, Answer>();
  return async ({ at, bytes }) => {
    const known = held.get(at);
    if (known !== undefined) return known;
    const { buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, at);
    const line = parseJson(buffer.toString('utf8'));
    const body = stringAt(line, 'body') ?? '';
    const data = stringAt(line, 'form') === 'json' ? parseJson(body) : body;
    const { depth, parts } = partsOf(stringAt(line, 'request', 'graphql') ?? '');
    const answer: Answer = {
      status: Number(valueAt(line, 'status')),
      data,
      link: stringAt(line, 'headers', 'link'),
      masked: valueAt(line, 'masked') === true,
      aliases: new Map(parts.map(([alias, part]) => [keyOf(part), alias])),
      depth,
      isFaulty: (listAt(data, 'errors') ?? []).some((error) => !refusals.has(stringAt(error, 'type') ?? '')),
    };
    held.set(at, answer);
    for (const oldest of held.keys()) if (held.size > mostHeld) held.delete(oldest);
    return answer;
  };
}

/** Types of errors by which GitHub says no. */
const refusals: ReadonlySet<string> = new Set(['FORBIDDEN', 'INSUFFICIENT_SCOPES', 'NOT_FOUND']);

function respond(status: number, data: unknown, link?: string): Response {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...(link === undefined ? {} : { link }) };
  return new Response(JSON.stringify(data), { status, headers });
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
