import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { paramsOf, type ParamsIn } from '../../../contract/index.ts';
import { html, webLink } from '../../../html/index.ts';
import { stringAt, terminalCode, terminalPrefix } from '../../../text/index.ts';
import { tokenHash } from '../../auth/authenticators.ts';
import { noRole, otherBrowser, type People } from '../../auth/people/person.ts';
import { personWithGrants, principalOf, principalOfSession } from '../../auth/principal.ts';
import { Refusal } from '../../evidence/refusal.ts';
import { checked } from '../../http/check.ts';
import { readFields } from '../../http/form.ts';
import { formFor, ownPage, sendPage, takeForm, type Means, type PageRoute } from '../../pages/mount.ts';
import { command, documentOf, line, named } from '../../pages/parts.ts';
import { beginSignIn, cookieIn, newSecret, ownPath, safeOrigin, setCookie, signInOf } from '../../pages/session.ts';
import { refuseOtherForm, refuseOtherOrigin } from '../../pages/session.ts';

const path = '/sign-in';

/** A request for one of these pages. */
interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly means: Means;
}

function open(method: PageRoute['method'], at: string, show: (asked: Asked) => Promise<FastifyReply>): PageRoute {
  return { method, path: at, show: (request, reply, means) => show({ request, reply, means }) };
}

const signInPage = open('GET', path, async (asked) => {
  const { query } = asked.request;
  const left = stringAt(query, 'left') === undefined ? undefined : await asked.means.door.people?.signOutAddress();
  return showSignIn(asked, ownPath(stringAt(query, 'next')), { left });
});

const signIn = open('POST', path, async (asked) => {
  const { means, request } = asked;
  refuseOtherOrigin(means.outside, request);
  const { form_token: formToken, next, token } = await readFields(request);
  refuseOtherForm(cookieIn(safeOrigin(means.outside, request), request, 'sign_in'), formToken);
  return await goOn(asked, ownPath(next), async () => {
    if (typeof token !== 'string') throw new Refusal('unauthorized', 'There is no token in the form.');
    await beginSession(asked, async (hash) => {
      const principal = await principalOf(means.door, request, () => token);
      if (principal.credential.kind !== 'token' || token.startsWith(terminalPrefix))
        throw new Refusal('forbidden', 'The access of a job or of a terminal is not for browsers.', { fix: 'Use a token.' });
      await means.evidence.store.beginSession(hash, principal);
    });
    return means.evidence.links.page(ownPath(next));
  });
});

/** Each session has an id that nobody knew before, and ends the one that the browser had. `keep` keeps it by its hash. */
async function beginSession({ request, reply, means: { door, outside } }: Asked, keep: (hash: string) => Promise<void>): Promise<void> {
  const own = safeOrigin(outside, request);
  const earlier = tokenHash(cookieIn(own, request, 'session') ?? '');
  const before = await principalOfSession(door, request, earlier);
  const id = newSecret();
  await keep(tokenHash(id));
  if (before !== undefined) await door.store.endSession(earlier, before);
  setCookie(own, reply, 'session', id);
}

/**
 * Leads to the provider. It is a link and no form, because browsers hold `form-action` against each address that a form is led on to, and
 * nobody here knows to whom a provider leads on. It changes nothing but a cookie of this browser.
 */
const startSignIn = open('GET', `${path}/start`, async (asked) => {
  const { means, reply, request } = asked;
  const next = ownPath(stringAt(request.query, 'next'));
  return await goOn(asked, next, async () => {
    const secret = beginSignIn(safeOrigin(means.outside, request), reply, next);
    return (await peopleIn(means).begin(secret)).href;
  });
});

/** Where the provider sends the browser back. */
const finishSignIn = open('GET', `${path}/callback`, async (asked) => {
  const { means, reply, request } = asked;
  const own = safeOrigin(means.outside, request);
  const { next = '/', secret } = signInOf(own, request) ?? {};
  return await goOn(asked, next, async () => {
    const people = peopleIn(means);
    if (secret === undefined) throw otherBrowser();
    const person = await people.finish(request.url.replace(/^[^?]*/, ''), secret);
    await beginSession(asked, async (hash) => {
      const principal = await personWithGrants(means.door, person, hash);
      if (principal === undefined)
        throw noRole('None of your groups has one.', 'Ask for one of the groups that the file of the service names.');
      if (!(await means.door.store.beginPersonSession(hash, principal, person, tokenHash(secret)))) throw otherBrowser();
    });
    setCookie(own, reply, 'provider', '');
    return means.evidence.links.page(next);
  });
});

function peopleIn({ door }: Means): People {
  if (door.people !== undefined) return door.people;
  throw new Refusal('not-found', 'Here people sign in with tokens alone.', { fix: 'Open /sign-in.' });
}

/** Goes on to the address that a step gives; or says why somebody does not come in, next to the ways to sign in. */
async function goOn(asked: Asked, next: string, step: () => Promise<string>): Promise<FastifyReply> {
  try {
    return asked.reply.redirect(await step(), 303);
  } catch (error) {
    if (!(error instanceof Refusal) || !['unauthorized', 'ended', 'forbidden', 'unavailable'].includes(error.code)) throw error;
    asked.reply.code(error.code === 'unavailable' ? 503 : 401);
    return showSignIn(asked, next, { refused: error });
  }
}

/** The ways to sign in. The form has a cookie of its own, so that no other site can sign a browser in as somebody else. */
function showSignIn(
  { request, reply, means: { door, evidence, outside } }: Asked,
  next: string,
  { left, refused }: { readonly left?: string | undefined; readonly refused?: Refusal },
): FastifyReply {
  const own = safeOrigin(outside, request);
  const secret = cookieIn(own, request, 'sign_in') ?? newSecret();
  setCookie(own, reply, 'sign_in', secret);
  const [{ links }, { people }] = [evidence, door];
  const main = html`<h1>Sign in</h1>
    ${refused && html`<p class="bad" role="alert">${line(refused.message)} ${line(refused.fix ?? '')}</p>`}
    ${left && html`<p>You are signed out here, and not at ${people?.host ?? ''}: ${webLink(left, 'sign out there too')}.</p>`}
    ${people && html`<p><a href="${links.startSignIn(next)}">Sign in with ${people.host}</a></p>`}
    ${formFor(
      secret,
      links.signIn(),
      html`<input type="hidden" name="next" value="${next}" />
        <p>
          <label for="token">Token</label><br />
          <input id="token" name="token" type="password" autocomplete="current-password" maxlength="512" required autofocus />
          <button>Sign in</button>
        </p>`,
    )}
    <p class="soft">
      You read with the rights of your token${people && ', or of your groups'}. Those who run the service make tokens; for reading, the role
      <code>reader</code> is enough. You are signed out an hour after the last page that you open, and after eight hours in any case.
    </p>`;
  return reply.type('text/html; charset=utf-8').send(documentOf({ title: 'Sign in', main }, { links }));
}

const signOut = open('POST', '/sign-out', async ({ means, reply, request }) => {
  const { visitor } = await takeForm(request, means);
  await means.evidence.store.endSession(tokenHash(visitor.secret), visitor.principal);
  setCookie(safeOrigin(means.outside, request), reply, 'session', '');
  const isPerson = visitor.principal.credential.kind === 'person';
  return reply.redirect(`${means.evidence.links.signIn()}${isPerson ? '?left' : ''}`, 303);
});

const terminalPath = `${path}/terminal/:terminal` as const;

const terminalPage = ownPage(terminalPath, async ({ evidence: { links }, formTo, params: { terminal }, principal }) => ({
  title: 'Sign a terminal in',
  main: html`<h1>Sign a terminal in</h1>
    <p>Does your terminal show this code?</p>
    ${command(terminalCode(terminal))}
    <p>
      Go on only if it does, and you have just run <code>compliance-evidence login</code> yourself. Whoever has that terminal then reads and
      writes here as ${named(principal.shownName ?? principal.userName)}, until it was not used for an hour, and for eight hours at most.
    </p>
    ${formTo(links.terminal(terminal), html`<button>Sign it in</button>`)}`,
}));

/** Lets in who has the secret of this hash: no address and no browser ever has the secret itself. */
const admitTerminal = open('POST', terminalPath, async ({ means, reply, request }) => {
  const { principal, secret } = (await takeForm(request, means)).visitor;
  const { terminal } = checked<TSchema, ParamsIn<typeof terminalPath>>(paramsOf({ path: terminalPath }), request.params, 'path');
  const { store } = means.door;
  const person = (await store.findSession(tokenHash(secret)))?.person;
  if (person !== undefined) await store.beginPersonSession(terminal, principal, person, tokenHash(terminal));
  else if ((await store.findSession(terminal)) === undefined) await store.beginSession(terminal, principal);
  const main = html`<h1>The terminal is signed in</h1>
    <p>Go back to it. You can close this page.</p>`;
  return sendPage({ ...means, reply, request }, { title: 'The terminal is signed in', main });
});

export const sessionPages: readonly PageRoute[] = [signInPage, signIn, startSignIn, finishSignIn, signOut, terminalPage, admitTerminal];
