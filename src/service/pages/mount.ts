import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { paramsOf, type Operation, type ParamsIn, type Permission } from '../../contract/index.ts';
import { html, type Child, type Html } from '../../html/index.ts';
import { callerIn, reachOf, type Door } from '../auth/principal.ts';
import type { Evidence } from '../context.ts';
import { linksFrom } from '../evidence/links.ts';
import { Refusal } from '../evidence/refusal.ts';
import { checked, checkedQuery } from '../http/check.ts';
import { readFields } from '../http/form.ts';
import { problemHandler, refusalOf, type ProblemForm } from '../http/problems.ts';
import type { Log } from '../operation/log.ts';
import type { Caller, Principal } from '../roles.ts';
import { alert, contentSecurityPolicy, documentOf, line, reasonsOf, type Page, type Refused, type Shell } from './parts.ts';
import { formToken, ownOrigin, refuseOtherForm, refuseOtherOrigin, visitorOf, type Outside, type Visitor } from './session.ts';

/** All that pages are shown with. The links of `evidence` are paths, so that they lead to the host that the browser asked. */
export interface Means {
  readonly evidence: Evidence;
  readonly door: Door;
  readonly outside: Outside;
}

const htmlType = 'text/html; charset=utf-8';

function asPage({ links }: Evidence): ProblemForm {
  return {
    challenge: 'Bearer',
    type: htmlType,
    write: (refusal, status, request) =>
      documentOf(shownAgain.get(request) ?? problem(refusal, titleOf(status)), shells.get(request) ?? { links }),
  };
}

function titleOf(status: number): string {
  if (status === 401) return 'Sign in to read this';
  if (status === 403) return 'You may not do this';
  if (status === 404) return 'There is nothing here';
  return status < 500 ? 'This cannot be done' : 'The service could not show this';
}

function problem(refusal: Refusal, title: string): Page {
  const why = reasonsOf(refusal).map((reason) => html`<p>${line(reason.replace(/^\w+/, (field) => field.replaceAll('_', ' ')))}</p>`);
  return {
    title,
    main: html`<h1>${title}</h1>
      ${why}`,
  };
}

/** Who asks and how, as the frame of the page shows it, also where the page is a refusal. */
const shells = new WeakMap<FastifyRequest, Shell>();

/** In place of a refusal, the page whose form was refused. */
const shownAgain = new WeakMap<FastifyRequest, Page>();

/** The markup of a form for an address of this service. Nobody sees it who has no session, because only a session may send it. */
export type FormTo = (action: string, ...fields: readonly Child[]) => Html | undefined;

interface Asked<Params, Query> {
  readonly evidence: Evidence;
  readonly principal: Principal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: Params;
  readonly query: Query;
  /** Where the service is, as this reader reaches it, without a slash at its end. */
  readonly address: string;
  readonly formTo: FormTo;
}

export interface AskedIn<Params = unknown, Query = unknown> extends Asked<Params, Query> {
  readonly org: Caller;
  /** How the form of this page was refused, if it was. */
  readonly refused?: Refused;
}

/** One page, a form that one of them sends, or a file that one links to. */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly show: (request: FastifyRequest, reply: FastifyReply, means: Means) => Promise<FastifyReply>;
}

/** Who may open a page: whoever may read, and as for operations where its path names no flow: nobody who is narrowed to flows. */
interface Access extends Pick<Operation, 'reach'> {
  readonly need?: Permission;
}

/** A page in the organization that its path names. */
export function page<Path extends `/${string}`, Query extends TObject, Filter = Static<Query>>(
  path: Path,
  query: Query,
  show: (asked: AskedIn<ParamsIn<Path>, NoInfer<Filter>>) => Promise<Page>,
  access?: Access,
): PageRoute {
  return file<Path, Query, Filter>(path, query, async (asked) => sendPage(asked, await show(asked)), access);
}

/** A page for everybody who is signed in, in whatever organization; or the address of another one to go on to. */
export function ownPage<Path extends `/${string}`>(
  path: Path,
  show: (asked: Asked<ParamsIn<Path>, unknown>) => Promise<Page | string>,
): PageRoute {
  return {
    method: 'GET',
    path,
    show: async (request, reply, means) => {
      const visitor = await enter(request, means);
      if (visitor === undefined) return toSignIn(request, reply, means);
      const asked = { ...askedBy(visitor, request, reply, means, path), query: checkedQuery(Nothing, request.query) };
      return sendPage(asked, await show(asked));
    },
  };
}

type Answering = Pick<Asked<unknown, unknown>, 'evidence' | 'reply' | 'request'>;

/** In the frame of whoever asks, or leads on to an address. */
export function sendPage({ evidence, reply, request }: Answering, shown: Page | string): FastifyReply {
  if (typeof shown === 'string') return reply.redirect(shown, 303);
  return reply.type(htmlType).send(documentOf(shown, shells.get(request) ?? evidence));
}

/** Connects a path to an answer that is not a page. */
export function file<Path extends `/${string}`, Query extends TObject, Filter = Static<Query>>(
  path: Path,
  query: Query,
  send: (asked: AskedIn<ParamsIn<Path>, NoInfer<Filter>>) => Promise<FastifyReply>,
  { need = 'read', ...access }: Access = {},
): PageRoute {
  return {
    method: 'GET',
    path,
    show: async (request, reply, means) => {
      const visitor = await enter(request, means);
      if (visitor === undefined) return toSignIn(request, reply, means);
      const org = inOrganization(visitor, request, { need, reach: reachOf({ path, ...access }) });
      const asked = askedBy(visitor, request, reply, means, path);
      return await send({ ...asked, org, query: checkedQuery<Query, Filter>(query, request.query) });
    },
  };
}

/**
 * A form in the organization that its path names, which changes something: `act` does it, and answers the address to go on to, or a page
 * that is shown this once. Nobody gets there but a browser that is signed in, with a form of our own page, for that very session. Its page makes the form with `formTo`.
 * A field that is left blank is not there. Where the form is refused, `again` shows its page, with what was typed.
 */
export function form<Path extends `/${string}`, Fields extends TObject, Given = Static<Fields>>(
  path: Path,
  { again, need, ...access }: Access & { readonly need: Permission; readonly again?: (asked: AskedIn) => Promise<Page> },
  fields: Fields,
  act: (asked: AskedIn<ParamsIn<Path>> & { readonly fields: NoInfer<Given> }) => Promise<string | Page>,
): PageRoute {
  return {
    method: 'POST',
    path,
    show: async (request, reply, means) => {
      const { given, visitor } = await takeForm(request, means);
      const org = inOrganization(visitor, request, { need, reach: reachOf({ path, ...access }) });
      const asked = { ...askedBy(visitor, request, reply, means, path), query: undefined, org };
      try {
        return sendPage(asked, await act({ ...asked, fields: checkedQuery<Fields, Given>(fields, given, '') }));
      } catch (error) {
        const refusal = refusalOf(error, request.id);
        if (again === undefined || refusal.code === 'internal') throw error;
        const shown = await again({ ...asked, refused: { refusal, typed: given } });
        shownAgain.set(request, { ...shown, title: `Not done · ${shown.title}` });
        throw error;
      }
    },
  };
}

/** The page of a form that has nothing to type, such as that of a row: it comes again below the reason. */
export function below(show: (asked: AskedIn) => Promise<Page>): (asked: AskedIn) => Promise<Page> {
  return async ({ refused, ...asked }) => {
    const shown = await show(asked);
    return { ...shown, main: html`${refused && alert(reasonsOf(refused.refusal))}${shown.main}` };
  };
}

/** The fields of a form that this browser was given, and who sent it. Throws a Refusal for every other one. */
export async function takeForm(request: FastifyRequest, means: Means) {
  refuseOtherOrigin(means.outside, request);
  const visitor = await enter(request, means);
  if (visitor?.secret === undefined) {
    throw new Refusal('unauthorized', 'Only a browser that is signed in may send this form. Nothing was changed.', {
      fix: 'Sign in, open the page again, and send its form. A program uses the operations below /api/v2.',
    });
  }
  const { form_token: token, ...given } = await readFields(request);
  refuseOtherForm(visitor.secret, token);
  return { visitor: { principal: visitor.principal, secret: visitor.secret }, given };
}

/** Who opens this page; from now on its frame says so. */
async function enter(request: FastifyRequest, { door, evidence: { links }, outside }: Means): Promise<Visitor | undefined> {
  const visitor = await visitorOf(door, outside, request);
  if (visitor === undefined) return undefined;
  const { principal, secret } = visitor;
  const { shownName: userName = principal.userName } = principal;
  shells.set(request, { links, userName, signOut: formWith(secret)(links.signOut(), html`<button>Sign out</button>`) });
  return visitor;
}

function inOrganization({ principal }: Visitor, request: FastifyRequest, needed: Parameters<typeof callerIn>[2]): Caller {
  const caller = callerIn(principal, request, needed);
  const shell = shells.get(request);
  if (shell !== undefined) shells.set(request, { ...shell, org: caller });
  return caller;
}

function askedBy<Path extends `/${string}`>(
  { principal, secret }: Visitor,
  request: FastifyRequest,
  reply: FastifyReply,
  { evidence, outside }: Means,
  path: Path,
): Omit<Asked<ParamsIn<Path>, unknown>, 'query'> {
  const params = checked<TSchema, ParamsIn<Path>>(paramsOf({ path }), request.params, 'path');
  const address = `${ownOrigin(outside, request).origin}${evidence.links.page('')}`;
  return { address, evidence, principal, request, reply, params, formTo: formWith(secret) };
}

function formWith(secret: string | undefined): FormTo {
  return (action, ...fields) => (secret === undefined ? undefined : formFor(secret, action, ...fields));
}

export function formFor(secret: string, action: string, ...fields: readonly Child[]): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="form_token" value="${formToken(secret)}" />${fields}
  </form>`;
}

/** A person is led to where they sign in; a program is told that it lacks a token. */
function toSignIn(request: FastifyRequest, reply: FastifyReply, { evidence }: Means): FastifyReply {
  if (wantsPage(request)) return reply.redirect(evidence.links.signIn(request.url), 303);
  throw new Refusal('unauthorized', 'Only those who have a token of this service may read this.', {
    fix: 'Send the header Authorization: Bearer <token>; or open this with a browser, and sign in.',
  });
}

function wantsPage({ headers: { accept = '' }, url }: FastifyRequest): boolean {
  return accept.includes('text/html') && !url.startsWith('/api/');
}

/** No foreign script runs, no site frames a page, learns its address or embeds its content. Without its origin no form of our own would be taken. */
const headers = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/** Shows people a page where an address is so malformed that it leads to none, nor to the hooks of one. */
export function malformedHandler(evidence: Evidence, log: Log): ReturnType<typeof problemHandler> {
  const [toPeople, toPrograms] = [problemHandler(log, asPage(evidence)), problemHandler(log)];
  return (error, request, reply) => (wantsPage(request) ? toPeople : toPrograms)(error, request, reply.headers(headers));
}

/** The path of a page with a slash behind it that does not belong there. No part of it is empty, and none could be the name of another host. */
const ownFolder = /^((?!\/api(?:\/|$))(?:\/[^/\\?#]+)+)\/+(\?.*)?$/;

export function mountPages(app: FastifyInstance, routes: readonly PageRoute[], { evidence, ...means }: Means, log: Log): void {
  const { publicUrl } = means.outside;
  const base = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
  const here = { ...evidence, links: linksFrom(() => base) };
  app.setErrorHandler(problemHandler(log, asPage(here)));
  app.addHook('onSend', async (_, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
  app.addHook('onRequest', async ({ method, url }, reply) => {
    const [, path = '', query = ''] = ownFolder.exec(url) ?? [];
    return path === '' || method === 'POST' ? undefined : reply.redirect(here.links.page(path + query), 308);
  });
  for (const { method, path, show } of routes)
    app.route({
      method,
      url: path,
      schema: { hide: true },
      handler: (request, reply) => show(request, reply, { ...means, evidence: here }),
    });
  app.get('/favicon.ico', { schema: { hide: true } }, (_, reply) => reply.callNotFound());
  app.get('/robots.txt', { schema: { hide: true } }, (_, reply) => reply.send('User-agent: *\nDisallow: /\n'));
  app.all('/*', { schema: { hide: true } }, (request, reply) => {
    if (!wantsPage(request)) return reply.callNotFound();
    throw new Refusal('not-found', 'There is no page at this address.', { fix: 'Check the address, or begin at the home page.' });
  });
}

/** The query of a page, or the fields of a form, that has none. */
export const Nothing = Type.Object({});

export const PageNumber = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }));
