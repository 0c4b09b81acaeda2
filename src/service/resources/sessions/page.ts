import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Html } from '../../../html/index.ts';
import { stringAt } from '../../../text/index.ts';
import { tokenHash } from '../../auth/authenticators.ts';
import { principalOf, principalOfSession } from '../../auth/principal.ts';
import { Refusal } from '../../evidence/refusal.ts';
import { readFields } from '../../http/form.ts';
import { formFor, takeForm, type Means, type PageRoute } from '../../pages/mount.ts';
import { documentOf, line } from '../../pages/parts.ts';
import { cookieIn, newSecret, ownPath, refuseOtherForm, refuseOtherOrigin, safeOrigin, setCookie } from '../../pages/session.ts';

const path = '/sign-in';

/** A form with a cookie of its own, so that no other site can sign a browser in as somebody else. */
const signInPage: PageRoute = {
  method: 'GET',
  path,
  show: async (request, reply, means) => {
    const own = safeOrigin(means.outside, request);
    const secret = cookieIn(own, request, 'sign_in') ?? newSecret();
    setCookie(own, reply, 'sign_in', secret);
    return showSignIn(reply, means, secret, ownPath(stringAt(request.query, 'next')));
  },
};

const signIn: PageRoute = {
  method: 'POST',
  path,
  show: async (request, reply, means) => {
    const own = safeOrigin(means.outside, request);
    refuseOtherOrigin(means.outside, request);
    const { form_token: formToken, next, token } = await readFields(request);
    const secret = cookieIn(own, request, 'sign_in');
    refuseOtherForm(secret, formToken);
    const where = ownPath(next);
    try {
      await begin(request, reply, means, own, typeof token === 'string' ? token.trim() : '');
    } catch (error) {
      if (!(error instanceof Refusal) || !['unauthorized', 'ended', 'forbidden'].includes(error.code)) throw error;
      return showSignIn(reply.code(401), means, secret ?? '', where, error);
    }
    return reply.redirect(means.evidence.links.page(where), 303);
  },
};

/** Each sign-in has an id that nobody knew before, and ends the session that the browser had. */
async function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  { door, evidence: { store } }: Means,
  own: URL,
  token: string,
): Promise<void> {
  if (token === '') throw new Refusal('unauthorized', 'There is no token in the form.');
  const earlier = tokenHash(cookieIn(own, request, 'session') ?? '');
  const before = await principalOfSession(door, request, earlier);
  const principal = await principalOf(door, request, () => token);
  if (principal.credential.kind !== 'token')
    throw new Refusal('forbidden', 'The access of a job is not for people.', { fix: 'Use a token.' });
  if (before !== undefined) await store.endSession(earlier, before);
  const id = newSecret();
  await store.beginSession(tokenHash(id), principal);
  setCookie(own, reply, 'session', id);
}

function showSignIn(reply: FastifyReply, { evidence: { links } }: Means, secret: string, next: string, refused?: Refusal): FastifyReply {
  const main = html`<h1>Sign in</h1>
    ${refused && problemOf(refused)}
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
      You read with the rights of your token. Those who run the service make tokens; for reading, the role <code>reader</code> is enough.
      You are signed out an hour after the last page that you open, and after eight hours in any case.
    </p>`;
  return reply.type('text/html; charset=utf-8').send(documentOf({ title: 'Sign in', way: [], main }, { links }));
}

function problemOf({ fix, message }: Refusal): Html {
  return html`<p class="bad" role="alert">${line(message)} ${line(fix ?? '')}</p>`;
}

const signOut: PageRoute = {
  method: 'POST',
  path: '/sign-out',
  show: async (request, reply, means) => {
    const { visitor } = await takeForm(request, means);
    await means.evidence.store.endSession(tokenHash(visitor.secret), visitor.principal);
    setCookie(safeOrigin(means.outside, request), reply, 'session', '');
    return reply.redirect(means.evidence.links.signIn(), 303);
  },
};

export const sessionPages: readonly PageRoute[] = [signInPage, signIn, signOut];
