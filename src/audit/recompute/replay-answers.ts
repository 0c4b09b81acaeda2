import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { listAt, parseJson, stringAt, valueAt } from '../../text/index.ts';
import { textLines } from '../lines/read-lines.ts';

export type ReplayedFetch = (url: string, init?: object) => Promise<Response>;

type CommitQuestion = 'associatedPullRequests' | 'author';

export interface ReplayedAnswers {
  readonly fetch: ReplayedFetch;
  has(question: CommitQuestion, sha: string): boolean;
  /** The unanswered questions since the last call, and whether secrets were hidden in an answer since then. */
  take(): { readonly missing: readonly string[]; readonly masked: boolean };
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
 * found one by one, however many were asked at once. Where one request has several answers the last one counts, with REST
 * the last that is not a failure. The file is not held in memory.
 */
export async function replayAnswers(file: string): Promise<ReplayedAnswers> {
  const { places, asked } = await indexOf(file);
  const handle = await open(file);
  const read = openReader(handle);
  let [missing, masked]: [string[], boolean] = [[], false];
  const lineAt = async (place: Place): Promise<Answer> => {
    const line = await read(place);
    masked ||= line.masked;
    return line;
  };

  /** With the errors about that part; undefined where there is none. */
  async function answerTo(part: string): Promise<PartAnswer | undefined> {
    const place = places.get(keyOf(part));
    if (place === undefined) return undefined;
    const { aliases, data } = await lineAt(place);
    const alias = aliases.get(part) ?? '';
    const errors = (listAt(data, 'errors') ?? []).filter((error) => listAt(error, 'path')?.[1] === alias);
    return { value: valueAt(data, 'data', 'repository', alias), errors };
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

  async function answerQuestion(query: string): Promise<Response> {
    const repository: Record<string, unknown> = {};
    const errors: object[] = [];
    for (const [alias, part] of partsOf(query)) {
      const answer = await composed(part);
      if (answer === undefined) missing.push(part);
      repository[alias] = answer?.value ?? null;
      for (const error of answer?.errors ?? []) {
        const [root, , ...path] = listAt(error, 'path') ?? [];
        errors.push({ ...objectOf(error), path: [root, alias, ...path] });
      }
    }
    return respond(200, { data: { repository }, ...(errors.length === 0 ? {} : { errors }) });
  }

  return {
    async fetch(url, init) {
      const query = stringAt(parseJson(stringAt(init, 'body') ?? ''), 'query');
      if (query !== undefined) return answerQuestion(query);
      const { pathname, search } = new URL(url);
      const request = restOf(stringAt(init, 'method') ?? 'GET', pathname, search.slice(1));
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
      const taken = { missing, masked };
      [missing, masked] = [[], false];
      return taken;
    },
    close: () => handle.close(),
  };
}

const [fullNodes, numberNodes] = ['nodes { ...P }', 'nodes { number merged }'];

interface PartAnswer {
  readonly value: unknown;
  readonly errors?: readonly unknown[];
}

interface Answer {
  readonly status: number;
  readonly data: unknown;
  readonly link: string | undefined;
  readonly masked: boolean;
  /** The names of the parts of a question in its answer, by their texts. */
  readonly aliases: ReadonlyMap<string, string>;
}

async function indexOf(file: string) {
  const places = new Map<string, Place>();
  const asked = new Set<string>();
  let at = 0;
  for await (const { text } of textLines(file)) {
    const place = { at, bytes: Buffer.byteLength(text) };
    at += place.bytes + 1;
    const line = parseJson(text);
    const [method = '', path = '', query] = ['method', 'path', 'query'].map((name) => stringAt(line, 'request', name));
    const [body, question, status] = [stringAt(line, 'body'), stringAt(line, 'request', 'graphql'), valueAt(line, 'status')];
    if (body === undefined) continue;
    if (question === undefined) {
      const key = keyOf(restOf(method, path, query ?? ''));
      if (status === 200 || !places.has(key)) places.set(key, place);
      continue;
    }
    if (status !== 200 || !isOfParts(body)) continue;
    for (const [, part] of partsOf(question)) {
      places.set(keyOf(part), place);
      const [, sha = '', what = ''] = /^object\(oid: "([0-9a-f]{40})"\) \{ \.\.\. on Commit \{ oid (\w+)/.exec(part) ?? [];
      asked.add(keyOf(`${what} ${sha}`));
    }
  }
  return { places, asked };
}

/** Whether there are answers to the parts, and all errors are about one of them: else the question was asked again, or refused. */
function isOfParts(body: string): boolean {
  if (!body.includes('"errors"')) return true;
  const answer = parseJson(body);
  const isAboutOne = (error: unknown): boolean => /^p\d+$/.test(String(listAt(error, 'path')?.[1]));
  return valueAt(answer, 'data', 'repository') !== null && (listAt(answer, 'errors') ?? []).every(isAboutOne);
}

/** The parts of a question about a repository, each with its alias; none of a question of another form. */
function partsOf(question: string): readonly (readonly [alias: string, part: string])[] {
  const [, body = ''] = /^query \w+ \{ repository\(owner: "[^"]*", name: "[^"]*"\) \{ (p0: .*) \} \}\n/s.exec(question) ?? [];
  return body.split(/\n(?=p\d+: )/).flatMap((text) => {
    const [, alias, part] = /^(p\d+): (.*)$/s.exec(text) ?? [];
    return alias === undefined || part === undefined ? [] : [[alias, part] as const];
  });
}

/** A request of REST. An enterprise server has its API below a path. */
function restOf(method: string, path: string, query: string): string {
  return `${method} ${path.replace(/^\/api\/v3(?=\/)/, '')}?${query}`;
}

/** Short, and a text of its own: a slice keeps the whole text in memory. */
function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function openReader(handle: FileHandle): (place: Place) => Promise<Answer> {
  const held = new Map<number, Answer>();
  return async ({ at, bytes }) => {
    const known = held.get(at);
    if (known !== undefined) return known;
    const { buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, at);
    const line = parseJson(buffer.toString('utf8'));
    const body = stringAt(line, 'body') ?? '';
    const answer: Answer = {
      status: Number(valueAt(line, 'status')),
      data: stringAt(line, 'form') === 'json' ? parseJson(body) : body,
      link: stringAt(line, 'headers', 'link'),
      masked: valueAt(line, 'masked') === true,
      aliases: new Map(partsOf(stringAt(line, 'request', 'graphql') ?? '').map(([alias, part]) => [part, alias])),
    };
    held.set(at, answer);
    for (const oldest of held.keys()) if (held.size > mostHeld) held.delete(oldest);
    return answer;
  };
}

function respond(status: number, data: unknown, link?: string): Response {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...(link === undefined ? {} : { link }) };
  return new Response(JSON.stringify(data), { status, headers });
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
