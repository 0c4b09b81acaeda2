import type { FastifyRequest } from 'fastify';
import { html, type Html } from '../../html/index.ts';
import { stringAt } from '../../text/index.ts';
import type { ProblemForm } from '../http/problems.ts';
import type { Refusal } from '../evidence/refusal.ts';
import { items, line } from './parts.ts';
import { documentOf } from './page.ts';

/** A problem as a page for people with a browser. */
export const asPage: ProblemForm = {
  challenge: ({ params }) => `Basic realm="${realmOf(params)}", charset="UTF-8"`,
  type: 'text/html; charset=utf-8',
  write: (refusal, status) => documentOf({ title: titleOf(status), way: [], main: problem(refusal, status) }),
};

/** One realm per organization, so that a browser keeps the token of each apart. */
function realmOf(params: FastifyRequest['params']): string {
  const org = stringAt(params, 'org') ?? '';
  return /^[\w.~-]{1,255}$/.test(org) ? org : 'compliance-evidence';
}

function titleOf(status: number): string {
  if (status === 401) return 'Sign in to read this';
  if (status === 404) return 'There is nothing here';
  return status < 500 ? 'This cannot be shown' : 'The service could not show this';
}

function problem({ errors, fix, message }: Refusal, status: number): Html {
  return html`<h1>${titleOf(status)}</h1>
    <p>${line(message)}</p>
    ${fix === undefined ? undefined : html`<p>${line(fix)}</p>`}
    ${items(Object.entries(errors ?? {}).map(([field, sentence]) => html`<code>${line(field)}</code> ${line(sentence)}`))}
    ${status === 401 ? signIn : undefined}`;
}

const signIn = html`<p>
  Load this page again. Your browser asks for a user name and a password: the password is a token of this service, and the user name does
  not matter. Those who run the service make tokens; for reading, the role <code>reader</code> is enough.
</p>`;
