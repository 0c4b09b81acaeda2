import type { Answer } from './forward.ts';

/** The fate of one request. */
export type Fault =
  | { readonly kind: 'pass' }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'slow'; readonly ms: number; readonly next: Fault }
  | { readonly kind: 'reset' }
  | { readonly kind: 'cutOff'; readonly answer?: Answer }
  | { readonly kind: 'loseAnswer' }
  | { readonly kind: 'hang' };

type Headers = Readonly<Record<string, string>>;

/** The faults by name. A body that is not a text is sent as JSON. */
export const fault = {
  /** The target's own answer. */
  pass: (): Fault => ({ kind: 'pass' }),
  /** Any answer: `fault.status(429, { 'retry-after': '1' }, { message: 'slow down' })`. */
  status: (code: number, headers: Headers = {}, body: unknown = { message: `answered ${code} by the fault server` }): Fault => ({
    kind: 'answer',
    answer: answer(code, headers, body),
  }),
  /** The connection is reset before any answer; the target sees nothing. */
  reset: (): Fault => ({ kind: 'reset' }),
  /** Half of a JSON answer, then the end: of `body`, or of the target's answer when there is no `body`. */
  cutOff: (body?: unknown): Fault => (body === undefined ? { kind: 'cutOff' } : { kind: 'cutOff', answer: answer(200, {}, body) }),
  /** No answer at all until the server is closed. */
  hang: (): Fault => ({ kind: 'hang' }),
  /** Another fault after a while. By default it is the target's answer. */
  slow: (ms: number, next: Fault = { kind: 'pass' }): Fault => ({ kind: 'slow', ms, next }),
  /** A page where JSON was expected: a captive portal, a login page, a proxy. */
  wrongContentType: (body = '<!doctype html><title>Sign in</title>', code = 200): Fault => ({
    kind: 'answer',
    answer: answer(code, { 'content-type': 'text/html; charset=utf-8' }, body),
  }),
  redirect: (location: string, code: 301 | 302 | 303 | 307 | 308 = 307): Fault => ({
    kind: 'answer',
    answer: answer(code, { location }, ''),
  }),
  /** The target gets the request and answers it, but the connection is reset before the client hears of it. */
  loseAnswer: (): Fault => ({ kind: 'loseAnswer' }),
};

function answer(status: number, headers: Headers, body: unknown): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const type = typeof body === 'string' || names.has('content-type') ? [] : ['content-type', 'application/json'];
  return { status, headers: [...type, ...Object.entries(headers).flat()], body: Buffer.from(text) };
}
