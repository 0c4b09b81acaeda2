import { hash } from 'node:crypto';
import type { AnswerFact } from '../../audit/index.ts';
import { given, hideSecrets, isExactNumber, orNothing, parseExact, stringAt } from '../../text/index.ts';
import type { GitHubAccess } from '../api.ts';

type Fetch = NonNullable<GitHubAccess['fetch']>;

export interface Keeping {
  /** In all their forms: GitHub's answers are not to hold any, but people write them into descriptions. */
  readonly secrets: readonly string[];
  readonly add: (answer: AnswerFact) => Promise<void>;
}

/** Longest body that is kept: a hundred releases with the longest descriptions have as many bytes. */
const longest = 12 * 1024 * 1024;

/** The time of the answer, the next page, and the number by which GitHub finds a request again. */
const telling = ['date', 'link', 'x-github-request-id'] as const;

/** Also an answer that says no. Nothing of the request's headers is kept. */
export function keepingAnswers(fetch: Fetch, { add, secrets }: Keeping, now = (): Date => new Date()): Fetch {
  return async (url, init) => {
    // Only who keeps answers loads this.
    const { canonical } = await import('../../text/canonical-json.ts');
    const response = await fetch(url, init);
    if (!isResponse(response)) throw new TypeError('The answer of GitHub is no response');
    // A copy: who asked reads the body too.
    const body = await response.clone().text();
    const headers = telling.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, hidden(value, secrets).text] as const];
    });
    await add({
      kind: 'answer',
      at: now().toISOString(),
      request: requestOf(url, init, secrets),
      status: response.status,
      headers: Object.fromEntries(headers),
      ...bodyOf(body, secrets, canonical),
    });
    return response;
  };
}

function isResponse(value: unknown): value is Pick<Response, 'clone' | 'headers' | 'status'> {
  return typeof value === 'object' && value !== null && 'clone' in value && 'headers' in value && 'status' in value;
}

function requestOf(address: string, init: object | undefined, secrets: readonly string[]): AnswerFact['request'] {
  const { pathname, search } = new URL(address);
  const method = stringAt(init, 'method') ?? 'GET';
  const graphql = method === 'POST' ? stringAt(jsonOf(stringAt(init, 'body') ?? ''), 'query') : undefined;
  return {
    method,
    path: pathname,
    ...given({ query: search === '' ? undefined : hidden(search.slice(1), secrets).text, graphql }),
  };
}

type Write = (value: unknown) => string;

interface Clean extends Pick<AnswerFact, 'form' | 'masked'> {
  readonly body: string;
}

function bodyOf(text: string, secrets: readonly string[], write: Write): Pick<AnswerFact, 'form' | 'masked' | 'sha256' | 'body'> {
  const { body, form, masked } = cleanBody(text, secrets, write);
  const sha256 = hash('sha256', body);
  return { form, masked, sha256, ...(Buffer.byteLength(body) > longest ? {} : { body }) };
}

function cleanBody(text: string, secrets: readonly string[], write: Write): Clean {
  const value = jsonOf(text);
  if (value !== undefined) {
    let masked = false;
    const clean = (inner: string): string => {
      const { found, text: shown } = hidden(inner, secrets);
      masked ||= found;
      return shown;
    };
    try {
      return { form: 'json', body: write(cleaned(value, clean)), masked };
    } catch {
      // Half a surrogate pair, or nested too deep: it has no canonical form.
    }
  }
  const { found, text: shown } = hidden(text.toWellFormed(), secrets);
  return { form: 'text', masked: found, body: shown };
}

/** Each text is cleaned by itself: what lies between two of them is not to go with a secret. */
function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((inner) => cleaned(inner, clean));
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner, clean)]));
}

/** A user and a password in an address, or a signature of it: with these, anybody may fetch what it leads to. */
const user = /(:\/\/)[^/\s@"'<>?#]{1,500}@/g;
const signing = /([?&;](?:access_token|token|jwt|sig|signature|x-(?:amz|goog)-(?:credential|security-token|signature))=)[^&#\s"'<>]+/gi;

function hidden(text: string, secrets: readonly string[]): { readonly text: string; readonly found: boolean } {
  const first = hideSecrets(text, secrets);
  const clean = first.text.replace(user, '$1***@').replace(signing, '$1***');
  return { text: clean, found: clean !== text };
}

function jsonOf(text: string): unknown {
  return orNothing(() => parseExact(text));
}
