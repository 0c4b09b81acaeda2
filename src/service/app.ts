import multipart from '@fastify/multipart';
import { fastifyUnderPressure } from '@fastify/under-pressure';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { permit } from './auth/permit.ts';
import { principalOf } from './auth/principal.ts';
import type { Evidence } from './evidence/context.ts';
import { Refusal } from './evidence/refusal.ts';
import { refuseCrossSite } from './http/cross-site.ts';
import { describeInterface, schemaOf } from './http/openapi.ts';
import { successOf } from './http/operation-facts.ts';
import { problemHandler, type Log } from './http/problems.ts';
import { limitRequests } from './http/rate-limit.ts';
import { mountReady } from './http/ready.ts';
import type { Route } from './http/route.ts';
import { sendAnswer } from './http/send.ts';
import { mountPages, pageRoutes } from './pages/index.ts';
import { routes } from './routes/index.ts';
import type { RequestCounts } from './store/backend.ts';

export interface AppOptions {
  /** Bounds each token, or each address without a token. Nothing is bounded by default, because many runners may share both. */
  readonly requestsPerMinute?: number | undefined;
  readonly requestCounts?: RequestCounts | undefined;
  /** Where people reach the service, if it is not where the service listens. */
  readonly publicUrl?: string | undefined;
  readonly mounted?: readonly Route[];
}

/** The service without a port: what a server listens with and tests inject into. */
export function buildApp(
  evidence: Evidence,
  log: Log,
  { mounted = routes, publicUrl, requestCounts, requestsPerMinute }: AppOptions = {},
): FastifyInstance {
  const onError = problemHandler(log);
  const app = fastify({
    // Long enough for the largest attachment on a slow line.
    requestTimeout: 300_000,
    // A search may name a thousand commits in its query.
    http: { maxHeaderSize: 64 * 1024 },
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: onError,
  });
  app.setErrorHandler(onError);
  app.setNotFoundHandler(() => {
    throw new Refusal('not-found', 'There is nothing at this path.', { fix: 'Check the base URL: it ends in /api/v2.' });
  });
  // Every body is a form, and its JSON is read in one place (http/json.ts). Nothing else is parsed, nor even read.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.register(multipart, { throwFileSizeLimit: false });
  // Above this mean delay of the event loop, the service asks callers to come again instead of waiting.
  app.register(fastifyUnderPressure, { maxEventLoopDelay: 2000 });
  if (requestsPerMinute !== undefined) limitRequests(app, requestsPerMinute, requestCounts);
  describeInterface(app);
  // A proxy that kept a trail would show an old verdict.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff');
    done();
  });
  closeAfterwards(app);
  app.addHook('onRequest', (request, _reply, done) => {
    refuseCrossSite(request, publicUrl);
    done();
  });
  mountReady(app, evidence);
  app.register(async (scope) => mountPages(scope, pageRoutes, evidence, log));
  for (const each of mounted) app.register(async (scope) => mount(scope, each, evidence));
  return app;
}

/** While the service stops, every answer ends its connection. A connection that stays open would delay the stop for seconds. */
function closeAfterwards(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done();
  });
}

function mount(app: FastifyInstance, each: Route, evidence: Evidence): void {
  const { operation } = each;
  const allowed = new WeakMap<FastifyRequest, () => unknown>();
  app.route({
    method: operation.method,
    url: `/api/v2${operation.path}`,
    schema: schemaOf(each),
    // Runs before the body: the body of a stranger is not even read.
    onRequest: async (request, reply) => {
      allowed.set(request, await handlerFor(each, evidence, request, reply));
    },
    handler: async (request, reply) => {
      const handle = allowed.get(request);
      if (handle === undefined) throw new Error('A request came to its handler without having been permitted.');
      reply.code(successOf(operation)[0] ?? 200);
      const answer = await handle();
      return operation.isFile === true ? answer : await sendAnswer(reply, answer);
    },
  });
}

/** The handler of a request whose caller is known to be allowed to make it. */
async function handlerFor(each: Route, evidence: Evidence, request: FastifyRequest, reply: FastifyReply): Promise<() => unknown> {
  switch (each.scope) {
    case 'organization': {
      const { author, role } = await permit(evidence.store, request, each.need);
      return () => each.handle({ request, reply, evidence, author, role });
    }
    case 'user': {
      const principal = await principalOf(evidence.store, request);
      return () => each.handle({ request, reply, evidence, principal });
    }
  }
}
