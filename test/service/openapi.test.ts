import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import { route, userRoute, type Route } from '../../src/service/http/route.ts';
import { answered, mounted } from './mounted.ts';
import { field } from './support.ts';

async function document(routes?: readonly Route[]): Promise<unknown> {
  const app = await mounted(routes);
  return (await app.inject('/api/v2/openapi.json')).json();
}

/** A field of the document; names on the way may hold dots and slashes. */
function at(document: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined),
    document,
  );
}

const templated = (path: string) => `/api/v2${path.replace(/:(\w+)/g, '{$1}')}`;

/** The document's entry for an operation. */
const saidOf = (whole: unknown, { method, path }: { readonly method: string; readonly path: string }) =>
  at(whole, 'paths', templated(path), method.toLowerCase());

const form = ['requestBody', 'content', 'multipart/form-data', 'schema'];

describe('the document', () => {
  test('has every operation that the service answers, and no other', async () => {
    const whole = await document();
    const paths = at(whole, 'paths');
    const there = Object.entries(Object(paths)).flatMap(([path, methods]) =>
      Object.keys(Object(methods)).map((method) => `${method} ${path}`),
    );
    const wanted = answered.map(([, { method, path }]) => `${method.toLowerCase()} ${templated(path)}`);
    expect(there.toSorted()).toEqual(wanted.toSorted());
  });

  test('names the parameters of each path and query, with their types', async () => {
    const whole = await document();
    for (const [, operation] of answered) {
      const parameters = at(saidOf(whole, operation), 'parameters');
      const said = Array.isArray(parameters) ? parameters.map((each) => `${String(field(each, 'in'))} ${String(field(each, 'name'))}`) : [];
      const inPath = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => `path ${name}`);
      const inQuery = 'query' in operation ? Object.keys(operation.query.properties).map((name) => `query ${name}`) : [];
      const inHeader = 'keyed' in operation ? ['header idempotency-key'] : [];
      expect(said.toSorted(), `at ${operation.path}`).toEqual([...inPath, ...inQuery, ...inHeader].toSorted());
    }
    const commits = at(saidOf(whole, operations.findAttestations), 'parameters');
    expect(commits).toContainEqual(expect.objectContaining({ name: 'commit_list', schema: expect.objectContaining({ type: 'array' }) }));
  });

  test.each([
    ['attestJunit', 'attachment_file'],
    ['putFlow', 'template_file'],
    ['putTrail', 'template_file'],
  ] as const)('describes the form of %s: its JSON, and the file %s, which may be absent', async (name, file) => {
    const said = saidOf(await document(), operations[name]);
    expect(Object.keys(Object(at(said, 'requestBody', 'content')))).toEqual(['multipart/form-data']);
    expect(Object.keys(Object(at(said, ...form, 'properties'))).toSorted()).toEqual([file, 'data_json'].toSorted());
    expect(at(said, ...form, 'properties', file)).toEqual({ type: 'string', format: 'binary' });
    const json = at(said, ...form, 'properties', 'data_json');
    expect(Object.keys(Object(at(json, 'properties')))).toEqual(Object.keys(operations[name].data.properties));
    expect([at(json, 'required'), at(json, 'additionalProperties')]).toEqual([operations[name].data.required, false]);
    expect(at(said, ...form, 'required')).toEqual(['data_json']);
  });

  test('describes the body of an operation that takes JSON', async () => {
    const said = saidOf(await document(), operations.reportArtifact);
    expect(Object.keys(Object(at(said, 'requestBody', 'content')))).toEqual(['application/json']);
    const properties = at(said, 'requestBody', 'content', 'application/json', 'schema', 'properties');
    expect(Object.keys(Object(properties))).toEqual(Object.keys(operations.reportArtifact.data.properties));
  });

  test('says of every operation what comes back, of each refusal as well', async () => {
    const whole = await document();
    for (const [, operation] of answered) {
      const responses = at(saidOf(whole, operation), 'responses');
      const statuses = Object.keys(Object(responses));
      expect(statuses, `at ${operation.path}`).toEqual(expect.arrayContaining(['400', '401', '429', '500', '503']));
      for (const status of statuses.filter((each) => Number(each) >= 400))
        expect(at(responses, status, 'content', 'application/json', 'schema', 'properties', 'message')).toMatchObject({ type: 'string' });
    }
  });

  test.each([
    ['getDefaultOrganization', [200, 400, 401, 403, 429, 500, 503]],
    ['setDefaultOrganization', [200, 400, 401, 403, 429, 500, 503]],
    ['getFlow', [200, 400, 401, 403, 404, 429, 500, 503]],
    ['listArtifacts', [200, 400, 401, 403, 404, 429, 500, 503]],
    ['putFlow', [200, 201, 400, 401, 403, 413, 429, 500, 503]],
    ['renameFlow', [200, 400, 401, 403, 404, 413, 429, 500, 503]],
    ['attestJunit', [201, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503]],
    ['overrideAttestation', [200, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503]],
    ['replaceSigningSecrets', [200, 400, 401, 403, 404, 409, 429, 500, 503]],
  ] as const)('says of %s that it answers %j', async (name, statuses) => {
    const said = saidOf(await document(), operations[name]);
    expect(Object.keys(Object(at(said, 'responses'))).map(Number)).toEqual(statuses);
    expect(at(said, 'operationId')).toBe(name);
  });

  test('says which body a success has: what the operation replies, or that it was done', async () => {
    const whole = await document();
    const body = (name: 'putFlow' | 'getFlow', status: string) =>
      at(saidOf(whole, operations[name]), 'responses', status, 'content', 'application/json', 'schema', 'required');
    expect([body('putFlow', '201'), body('getFlow', '200')]).toEqual([
      ['message'],
      expect.arrayContaining(['name', 'template', 'visibility']),
    ]);
  });

  test('takes nothing from the look of a path: only from what is said of the operation', async () => {
    const answer = async () => ({});
    const whole = await document([
      // It is named like others that take a form, and it is a write, but it takes none.
      route({ method: 'PUT', path: '/flows/:org/template_file', need: 'evidence' }, answer),
      // A read by its name, with a form that has a file.
      route({ method: 'POST', path: '/attestations/:org/list', need: 'read', data: Type.Object({ a: Type.String() }), file: 'b' }, answer),
      // JSON alone, by the name of others that take a form.
      route({ method: 'POST', path: '/trails/:org/junit', need: 'read', data: Type.Object({ c: Type.Number() }) }, answer),
      userRoute({ method: 'GET', path: '/organizations', need: 'token' }, answer),
    ]);
    expect(at(saidOf(whole, { method: 'PUT', path: '/flows/:org/template_file' }), 'requestBody')).toBeUndefined();
    const withFile = at(saidOf(whole, { method: 'POST', path: '/attestations/:org/list' }), ...form);
    expect(at(withFile, 'properties')).toEqual({
      data_json: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
      b: { type: 'string', format: 'binary' },
    });
    const json = at(saidOf(whole, { method: 'POST', path: '/trails/:org/junit' }), 'requestBody', 'content');
    expect(Object.keys(Object(json))).toEqual(['application/json']);
    const outside = saidOf(whole, { method: 'GET', path: '/organizations' });
    expect([at(outside, 'parameters'), at(outside, 'requestBody')]).toEqual([undefined, undefined]);
  });
});
