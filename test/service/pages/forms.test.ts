import fastify from 'fastify';
import { Type } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { html } from '../../../src/html/index.ts';
import { tokenHash } from '../../../src/service/auth/authenticators.ts';
import { openGuesses } from '../../../src/service/auth/principal.ts';
import { linksFrom } from '../../../src/service/evidence/links.ts';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { createToken } from '../../../src/service/index.ts';
import { form, mountPages, page } from '../../../src/service/pages/mount.ts';
import { openTypeRules } from '../../../src/service/rules/rules.ts';
import { openData } from '../../../src/service/store/open-data.ts';
import { folder } from '../support.ts';
import { hiddenIn } from './reader.ts';

const roles = ['admin', 'member', 'reader'] as const;

/** A page with a form that only administrators may send, and a browser of each role. */
async function withForm() {
  const dataDir = await folder();
  for (const role of roles) await createToken({ dataDir, user: role, orgs: ['acme'], role, token: `a-token-of-the-role-${role}` });
  await createToken({ dataDir, user: 'eve', orgs: ['acme'], role: 'member', flows: ['f'], token: 'a-token-for-the-flow-f' });
  const data = await openData(dataDir, complianceRules);
  const typeRules = openTypeRules();
  const done: unknown[] = [];
  const shown = page('/:org/things', Type.Object({}), async ({ formTo }) => ({
    title: 'Things',
    way: [],
    main: html`<h1>Things</h1>
      ${formTo('/acme/things', html`<input name="name" />`)}`,
  }));
  const fields = Type.Object({ name: Type.String({ minLength: 1 }), count: Type.Optional(Type.Integer()) });
  const sent = form('/:org/things', { need: 'administer' }, fields, async ({ fields: given, org }) => {
    done.push([org.userName, given]);
    return '/acme/things';
  });
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, next) => next(null));
  const evidence = { ...data, links: linksFrom(() => ''), typeRules, webhookHosts: new Set<string>(), beginsFlows: true };
  const means = { evidence, door: { store: data.store, guesses: openGuesses(() => {}) }, outside: { publicUrl: undefined, hasTls: false } };
  mountPages(app, [shown, sent], means, () => {});
  onTestFinished(async () => {
    await app.close();
    await typeRules.close();
    await data.close();
  });
  const idOf = async (secret: string): Promise<string> => {
    const principal = await data.store.authenticate(tokenHash(secret));
    if (principal === undefined) throw new Error('The token is not known.');
    const id = tokenHash(`a session of ${secret}`).slice(0, 43);
    await data.store.beginSession(tokenHash(id), principal);
    return id;
  };
  const post = async (id: string, body: Readonly<Record<string, string>> | string, headers: Readonly<Record<string, string>> = {}) => {
    const { headers: answered, statusCode } = await app.inject({
      method: 'POST',
      url: '/acme/things',
      headers: {
        host: 'localhost',
        origin: 'http://localhost',
        cookie: `ce_session_80=${id}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      payload: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
    });
    return [statusCode, answered.location];
  };
  const hidden = async (id: string) => {
    const { body } = await app.inject({ url: '/acme/things', headers: { host: 'localhost', cookie: `ce_session_80=${id}` } });
    return hiddenIn(body.slice(body.indexOf('<main')));
  };
  return { app, done, hidden, idOf, post };
}

test('a form is taken from whoever may, with checked fields, and leads on', async () => {
  const it = await withForm();
  const id = await it.idOf('a-token-of-the-role-admin');
  expect(await it.post(id, { ...(await it.hidden(id)), name: 'a', count: '7' })).toEqual([303, '/acme/things']);
  expect(it.done).toEqual([['admin', { name: 'a', count: 7 }]]);
});

test('a form is refused to every other role, to a token for some flows, and to another organization', async () => {
  const it = await withForm();
  for (const secret of ['a-token-of-the-role-member', 'a-token-of-the-role-reader', 'a-token-for-the-flow-f']) {
    const id = await it.idOf(secret);
    const fields = secret === 'a-token-for-the-flow-f' ? {} : await it.hidden(id);
    expect((await it.post(id, { ...fields, name: 'a' }))[0]).toBe(403);
  }
  expect(it.done).toEqual([]);
});

test('a form is refused with another origin, session, field or type, and changes nothing', async () => {
  const it = await withForm();
  const [own, other] = [await it.idOf('a-token-of-the-role-admin'), await it.idOf('a-token-of-the-role-reader')];
  const [hidden, ofOther] = [await it.hidden(own), await it.hidden(other)];
  const good = { ...hidden, name: 'a' };
  const tried = [
    await it.post(own, good, { origin: 'http://evil.example' }),
    await it.post(own, good, { origin: 'null' }),
    await it.post(own, good, { origin: 'http://localhost:81' }),
    await it.post(own, { ...ofOther, name: 'a' }),
    await it.post(own, { name: 'a' }),
    await it.post(own, `form_token=${hidden['form_token']}&form_token=${hidden['form_token']}&name=a`),
    await it.post('x'.repeat(43), good),
    await it.post('', good),
    await it.post(own, good, { 'content-type': 'text/plain' }),
    await it.post(own, good, { 'content-type': 'multipart/form-data; boundary=a' }),
    await it.post(own, { ...good, name: 'x'.repeat(17_000) }),
    await it.post(own, { ...good, name: '' }),
    await it.post(own, { ...good, more: 'x' }),
    await it.post('', good, { authorization: 'Bearer a-token-of-the-role-admin' }),
  ];
  expect(tried.map(([status]) => status)).toEqual([403, 403, 403, 403, 403, 403, 401, 401, 400, 400, 413, 400, 400, 401]);
  expect(it.done).toEqual([]);
  expect(Object.keys(hidden)).toEqual(['form_token']);
});

test('no form is shown to a program, and none is sent by a link', async () => {
  const it = await withForm();
  const headers = { host: 'localhost', authorization: 'Bearer a-token-of-the-role-admin' };
  expect((await it.app.inject({ url: '/acme/things', headers })).body).not.toContain('<form method="post"');
  await it.app.inject({ url: '/acme/things?name=a', headers });
  expect(it.done).toEqual([]);
});
