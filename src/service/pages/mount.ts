import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static, type TObject } from 'typebox';
import { patterns } from '../../contract/index.ts';
import { readerSecretOf } from '../auth/authenticators.ts';
import { permit, type Door } from '../auth/principal.ts';
import { reachOf } from '../auth/reach.ts';
import type { Evidence } from '../evidence/context.ts';
import { Refusal } from '../evidence/refusal.ts';
import { checked, checkedQuery } from '../http/check.ts';
import { problemHandler } from '../http/problems.ts';
import type { Log } from '../operation/log.ts';
import type { Caller } from '../store/roles.ts';
import { contentSecurityPolicy, documentOf, type Page } from './page.ts';
import { asPage } from './problem.ts';

/** The request of a reader who may read in this organization. */
export interface Asked<Params, Query> {
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

/** Connects a path to its page. */
export function page<Params extends TObject, Query extends TObject, Path = Static<Params>, Filter = Static<Query>>(
  path: string,
  params: Params,
  query: Query,
  show: (asked: Asked<NoInfer<Path>, NoInfer<Filter>>) => Promise<Page>,
): PageRoute {
  return file<Params, Query, Path, Filter>(path, params, query, async (asked) =>
    asked.reply.type('text/html; charset=utf-8').send(documentOf(await show(asked))),
  );
}

/** Connects a path to an answer that is not a page. */
export function file<Params extends TObject, Query extends TObject, Path = Static<Params>, Filter = Static<Query>>(
  path: string,
  params: Params,
  query: Query,
  send: (asked: Asked<NoInfer<Path>, NoInfer<Filter>>) => Promise<FastifyReply>,
): PageRoute {
  return {
    path,
    show: async (request, reply, evidence, door) => {
      const org = await reader(door, request, path);
      return await send({
        evidence,
        org,
        reply,
        params: checked<Params, Path>(params, request.params, 'path'),
        query: checkedQuery<Query, Filter>(query, request.query),
      });
    },
  };
}

/** A person without access is asked for another token: a browser has no other way to send one. */
async function reader(door: Door, request: FastifyRequest, path: string): Promise<Caller> {
  try {
    return await permit(door, request, { need: 'read', reach: reachOf('GET', path) }, readerSecretOf);
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

/** No script runs, nobody frames a page, no other site learns its address or embeds its content. */
const headers = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
} as const;

/** Mounts everything that readers can open in a browser. */
export function mountPages(app: FastifyInstance, routes: readonly PageRoute[], evidence: Evidence, door: Door, log: Log): void {
  app.setErrorHandler(problemHandler(log, asPage));
  app.addHook('onSend', async (_, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
  for (const { path, show } of routes) app.get(path, { schema: { hide: true } }, (request, reply) => show(request, reply, evidence, door));
}

/** The id of a record in a path or a query. */
export const RecordId = Type.String({ pattern: patterns.recordId });

/** A page of a list, from 1. */
export const PageNumber = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }));
