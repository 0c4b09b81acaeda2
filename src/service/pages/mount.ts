import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { paramsOf, type ParamsIn } from '../../contract/index.ts';
import { html, type Html } from '../../html/index.ts';
import { stringAt } from '../../text/index.ts';
import { readerSecretOf } from '../auth/authenticators.ts';
import { permit, reachOf, type Door } from '../auth/principal.ts';
import type { Evidence } from '../context.ts';
import { Refusal } from '../evidence/refusal.ts';
import { checked, checkedQuery } from '../http/check.ts';
import { problemHandler, type ProblemForm } from '../http/problems.ts';
import type { Log } from '../operation/log.ts';
import type { Caller } from '../roles.ts';
import { contentSecurityPolicy, documentOf, items, line, type Page } from './parts.ts';

const asPage: ProblemForm = {
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

interface Asked<Params, Query> {
  readonly evidence: Evidence;
  readonly org: Caller;
  readonly reply: FastifyReply;
  readonly params: Params;
  readonly query: Query;
}

/** One page, or a file that a page links to. */
export interface PageRoute {
  readonly path: string;
  readonly show: (request: FastifyRequest, reply: FastifyReply, evidence: Evidence, door: Door) => Promise<FastifyReply>;
}

export function page<Path extends `/${string}`, Query extends TObject, Filter = Static<Query>>(
  path: Path,
  query: Query,
  show: (asked: Asked<ParamsIn<Path>, NoInfer<Filter>>) => Promise<Page>,
): PageRoute {
  return file<Path, Query, Filter>(path, query, async (asked) =>
    asked.reply.type('text/html; charset=utf-8').send(documentOf(await show(asked))),
  );
}

/** Connects a path to an answer that is not a page. */
export function file<Path extends `/${string}`, Query extends TObject, Filter = Static<Query>>(
  path: Path,
  query: Query,
  send: (asked: Asked<ParamsIn<Path>, NoInfer<Filter>>) => Promise<FastifyReply>,
): PageRoute {
  const params = paramsOf({ path });
  return {
    path,
    show: async (request, reply, evidence, door) => {
      const org = await reader(door, request, path);
      return await send({
        evidence,
        org,
        reply,
        params: checked<TSchema, ParamsIn<Path>>(params, request.params, 'path'),
        query: checkedQuery<Query, Filter>(query, request.query),
      });
    },
  };
}

/** A person without access is asked for another token: a browser has no other way to send one. */
async function reader(door: Door, request: FastifyRequest, path: `/${string}`): Promise<Caller> {
  try {
    return await permit(door, request, { need: 'read', reach: reachOf({ path }) }, readerSecretOf);
  } catch (error) {
    if (!(error instanceof Refusal) || !['forbidden', 'unauthorized', 'ended'].includes(error.code)) throw error;
    throw new Refusal(
      'unauthorized',
      error.code !== 'unauthorized' ? error.message : 'Only those who have a token of this service may read this.',
      {
        cause: error,
      },
    );
  }
}

/** No script runs, no site frames a page, learns its address or embeds its content. */
const headers = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
} as const;

export function mountPages(app: FastifyInstance, routes: readonly PageRoute[], evidence: Evidence, door: Door, log: Log): void {
  app.setErrorHandler(problemHandler(log, asPage));
  app.addHook('onSend', async (_, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
  for (const { path, show } of routes) app.get(path, { schema: { hide: true } }, (request, reply) => show(request, reply, evidence, door));
}

/** A page of a list, from 1. */
export const PageNumber = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }));
