import { request } from 'node:http';
import { text as textIn } from 'node:stream/consumers';
import { token } from '../client.ts';
import type { World } from '../support.ts';

/** The answer to somebody with a browser. */
export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export const bearer = (secret: string): string => `Bearer ${secret}`;

/** Opens an address of the service as a program does that sends a token. */
export async function open(it: World, address: string, authorization: string | undefined = bearer(token), method = 'GET'): Promise<Shown> {
  const response = await fetch(new URL(address, it.service.url), { method, headers: { authorization } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

type Sent = Readonly<Record<string, string>>;

/** An answer with the cookies that it sets, as they are written. */
interface Answered {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Sends headers unchanged, which `fetch` does not allow. */
export async function ask(url: string, method: string, headers: Sent, body?: string): Promise<Answered> {
  const { promise, reject, resolve } = Promise.withResolvers<Answered>();
  const asked = request(url, { method, headers: { accept: 'text/html', ...headers } }, (answer) => {
    const { location, 'set-cookie': cookies = [] } = answer.headers;
    textIn(answer).then((text) => resolve({ status: answer.statusCode ?? 0, text, location, cookies, headers: answer.headers }), reject);
  });
  asked.on('error', reject);
  asked.end(body);
  return await promise;
}

/** A browser that keeps cookies by their names, and sends forms as pages make them. `seen` is where it reaches the service. */
export function browser(it: Pick<World, 'service'>, seen = it.service.url) {
  const { host, origin } = new URL(seen);
  const kept = new Map<string, string>();
  const send = async (method: string, path: string, headers: Sent, body?: string): Promise<Answered> => {
    const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await ask(it.service.url + path, method, { host, ...(cookie === '' ? {} : { cookie }), ...headers }, body);
    for (const set of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (set.includes('Max-Age=0')) kept.delete(name);
      else kept.set(name, value);
    }
    return answer;
  };
  const get = (path: string, headers: Sent = {}) => send('GET', path, headers);
  const post = (path: string, fields: Sent, headers: Sent = {}) =>
    send('POST', path, { origin, 'content-type': 'application/x-www-form-urlencoded', ...headers }, new URLSearchParams(fields).toString());
  return {
    kept,
    get,
    post,
    signIn: async (secret = token, next?: string, headers: Sent = {}): Promise<Answered> => {
      const { text } = await get(`/sign-in${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`);
      return await post('/sign-in', { ...hiddenIn(text), token: secret }, headers);
    },
    signOut: async (): Promise<Answered> => await post('/sign-out', hiddenIn((await get('/acme')).text)),
  };
}

export type Browser = ReturnType<typeof browser>;

/** The hidden fields of the last form of a page, by their names. */
export function hiddenIn(page: string): Sent {
  const fields = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, plain(value)]));
}

function plain(value: string): string {
  return value.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

/** The text of a page, without its markup, the style and the script. */
export function textOf(page: string): string {
  return plain(
    page
      .replace(/<\/?(?:a|b|code|span|time)\b[^>]*>/g, '')
      .replace(/<style>.*?<\/style>|<script type="module">.*?<\/script>|<title>.*?<\/title>|<[^>]*>/gs, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();
}

/** The addresses that a page leads to, without its icon. */
export function linksOf(page: string): readonly string[] {
  return [...page.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, address = '']) => plain(address));
}

/** The page of the first record that the page of a trail leads to. */
export async function openRecord(it: World, trail: string): Promise<Shown> {
  const record = linksOf((await open(it, trail)).text).find((link) => link.includes('attestation_id='));
  return await open(it, record ?? 'there is no record');
}
