import multipart from '@fastify/multipart';
import { fastifyUnderPressure } from '@fastify/under-pressure';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openGuesses, permit, principalOf, type Door } from './auth/principal.ts';
import type { RequestCounts } from './backend.ts';
import type { Evidence } from './context.ts';
import { Refusal } from './evidence/refusal.ts';
import { describeInterface, schemaOf, successOf } from './http/openapi.ts';
import { problemHandler } from './http/problems.ts';
import { limitRequests, refuseCrossSite, requestId, tellAnswered } from './http/requests.ts';
import type { Route } from './http/route.ts';
import { sendAnswer } from './http/send.ts';
import type { Certificate } from './operation/certificate.ts';
import { boundBodies, isBelieved } from './operation/clients.ts';
import { createListener, refuseConnection, usualLimits, type ConnectionLimits } from './operation/listener.ts';
import type { AnsweredRequest, Log } from './operation/log.ts';
import { mountHealth, mountReady, watchRoom, type Room } from './operation/ready.ts';
import { malformedHandler, mountPages } from './pages/mount.ts';
import { pageRoutes, routes } from './resources/routes.ts';

interface AppOptions {
  /** Bounds each token, or each address without a token. Nothing is bounded by default, because many runners may share both. */
  readonly requestsPerMinute?: number | undefined;
  readonly requestCounts?: RequestCounts | undefined;
  /** Where people reach the service, if it is not where the service listens. */
  readonly publicUrl?: string | undefined;
  readonly mounted?: readonly Route[];
  readonly certificate?: Certificate | undefined;
  /** How many proxies are in front: so many of the last addresses in `x-forwarded-for` are believed. */
  readonly proxies?: number | undefined;
  readonly limits?: ConnectionLimits | undefined;
  readonly answered?: ((request: AnsweredRequest) => void) | undefined;
  /** Whether its disk is full, for those who measure that too. */
  readonly room?: Room | undefined;
  /** Aborted when the service begins to stop. */
  readonly stopping?: AbortSignal | undefined;
}

/** The service without a port: what a server listens with and tests inject into. */
export function buildApp(
  evidence: Evidence,
  log: Log,
  {
    answered,
    certificate,
    limits = usualLimits,
    mounted = routes,
    proxies = 0,
    publicUrl,
    requestCounts,
    requestsPerMinute,
    room = watchRoom(evidence.blobs),
    stopping,
  }: AppOptions = {},
): FastifyInstance {
  const onError = problemHandler(log);
  const app = fastify({
    serverFactory: (handler) => createListener(handler, limits, certificate),
    clientErrorHandler: refuseConnection,
    genReqId: requestId,
    // A request that came before its connection was closed is answered like any other.
    return503OnClosing: false,
    trustProxy: proxies === 0 ? false : isBelieved(proxies),
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: malformedHandler(evidence, log),
  });
  if (answered !== undefined) tellAnswered(app, answered);
  boundBodies(app, limits);
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
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff').header('x-request-id', request.id);
    done();
  });
  const isStopping = closeAfterwards(app, stopping);
  app.addHook('onRequest', (request, _reply, done) => {
    refuseCrossSite(request, publicUrl);
    done();
  });
  mountHealth(app);
  app.addHook('onError', async (_request, _reply, error) => room.met(error));
  mountReady(app, evidence, room, isStopping);
  const outside = { publicUrl, hasTls: certificate !== undefined || proxies > 0 };
  const door: Door = { store: evidence.store, people: evidence.people, guesses: openGuesses(log) };
  app.register(async (scope) => mountPages(scope, pageRoutes, { evidence, door, outside }, log));
  for (const each of mounted) app.register(async (scope) => mount(scope, each, evidence, door));
  return app;
}

/** While the service stops, every answer ends its connection. A connection that stays open would delay the stop for seconds. */
function closeAfterwards(app: FastifyInstance, stopping: AbortSignal | undefined): () => boolean {
  let isClosing = false;
  const isStopping = (): boolean => isClosing || stopping?.aborted === true;
  const endsConnections = (): boolean => isClosing || (isStopping() && !app.server.listening);
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (endsConnections()) reply.header('connection', 'close');
    done();
  });
  return isStopping;
}

function mount(app: FastifyInstance, each: Route, evidence: Evidence, door: Door): void {
  const { operation } = each;
  const allowed = new WeakMap<FastifyRequest, () => unknown>();
  app.route({
    method: operation.method,
    url: `/api/v2${operation.path}`,
    schema: schemaOf(each),
    // Runs before the body: the body of a stranger is not even read.
    onRequest: async (request, reply) => {
      allowed.set(request, await handlerFor(each, { door, evidence }, request, reply));
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

async function handlerFor(
  each: Route,
  { door, evidence }: { readonly door: Door; readonly evidence: Evidence },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<() => unknown> {
  switch (each.scope) {
    case 'organization': {
      const author = await permit(door, request, each);
      return () => each.handle({ request, reply, evidence, author });
    }
    case 'open':
      return () => each.handle({ request, reply, evidence });
    case 'user': {
      const principal = await principalOf({ ...door, isForOperators: each.operation.need === 'operator' }, request);
      return () => each.handle({ request, reply, evidence, principal });
    }
  }
}
