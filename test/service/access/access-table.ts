import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type OperationName } from '../../../src/contract/index.ts';
import { pageRoutes } from '../../../src/service/resources/pages.ts';
import { routes } from '../../../src/service/resources/routes.ts';
import { credentials, type Ask, type Credential } from './credentials.ts';
import { everyRole, pageRules, rules, type Rule } from './rules.ts';
import { addressOf, ours, stage, type Stage } from './stage.ts';

const places = { own: ours.org, other: 'globex', none: 'nowhere' } as const;

let it: Stage;

/** An operation of the interface, with the rule that is said of it. */
interface Asked {
  readonly name: string;
  readonly method: HTTPMethods;
  readonly path: string;
  readonly rule: Rule;
}

const asked: readonly Asked[] = Object.entries<(typeof operations)[OperationName]>(operations).map(([name, { method, path }]) => ({
  name,
  method,
  path: `/api/v2${path}`,
  rule: ruleOf(name),
}));

function ruleOf(name: string): Rule {
  const rule = Object.entries(rules).find(([known]) => known === name)?.[1];
  if (rule === undefined) throw new Error(`Nobody said who may do ${name}.`);
  return rule;
}

/** The flows that are asked about: one, another, one that is not there, and none where the query would name it. */
function flowsFor({ path, rule }: Asked): readonly (string | undefined)[] {
  const inQuery = rule.narrowed === 'flow' || rule.narrowed === 'flow_name';
  if (!inQuery && !path.includes(':flow_name')) return [undefined];
  return [ours.flow, ours.other, 'no-such-flow', ...(inQuery ? [undefined] : [])];
}

function urlOf({ path, rule }: Asked, org: string, flow: string | undefined): string {
  const address = addressOf(path, { org, flow: flow ?? ours.flow, ...attestationOf(flow) });
  return flow !== undefined && (rule.narrowed === 'flow' || rule.narrowed === 'flow_name')
    ? `${address}?${rule.narrowed}=${flow}`
    : address;
}

function attestationOf(flow: string | undefined): { readonly attestation?: string } {
  const attestation = it.attestation[flow ?? ours.flow];
  return attestation === undefined ? {} : { attestation };
}

/**
 * The requests about one operation, with the status that must refuse each, if any. Organizations of others are asked about by each
 * role if the table is full, and otherwise by the first one.
 */
function* requests(operation: Asked, { isNarrowed = false, refuses, roles }: Credential, isFull: boolean) {
  const inOrganization = operation.path.includes(':org');
  for (const role of roles)
    for (const place of inOrganization ? (isFull || role === roles[0] ? (['own', 'other', 'none'] as const) : (['own'] as const)) : [null])
      for (const flow of place === 'own' && isNarrowed ? flowsFor(operation) : [ours.flow]) {
        const ask: Ask = { role, place, flow, rule: operation.rule };
        yield {
          role,
          url: urlOf(operation, place === null ? '' : places[place], flow),
          refused: operation.rule.isOpen === true ? undefined : refuses(ask),
        };
      }
}

let clients = 0;

/** The address of a client that asked nothing before: who sends many wrong tokens is told so, whatever comes next. */
function newClient(): string {
  clients += 1;
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
}

/** The table of operations, roles, organizations and credentials. */
export function accessTable({ isFull }: { readonly isFull: boolean }): void {
  beforeAll(async () => {
    it = await stage(async (dataDir) => {
      for (const { prepare } of credentials) await prepare(dataDir);
    });
  });
  afterAll(() => it.app.close());

  test('every operation that the service answers has a rule here', () => {
    const answered = routes.map(({ operation: { method, path } }) => `${method} ${path}`);
    const ruled = asked.map(({ method, path }) => `${String(method)} ${path.slice('/api/v2'.length)}`);
    expect(answered.toSorted()).toEqual(ruled.toSorted());
    expect(Object.keys(rules).toSorted()).toEqual(Object.keys(operations).toSorted());
  });

  describe.each(credentials)('with $name', (credential) => {
    test.each(asked)('$name is open to those who may, and to nobody else', async (operation) => {
      const wrong: string[] = [];
      for (const { refused, role, url } of requests(operation, credential, isFull)) {
        const { body, statusCode } = await it.app.inject({
          method: operation.method,
          url,
          headers: credential.headers(role),
          remoteAddress: newClient(),
        });
        // A permitted request goes on to the next questions: whether the thing is there, and whether the body is right.
        const isRight = refused === undefined ? [200, 201, 400, 404].includes(statusCode) : statusCode === refused;
        if (!isRight)
          wrong.push(
            `${String(operation.method)} ${url} as ${role}: ${statusCode} in place of ${refused ?? 'success'}: ${body.slice(0, 200)}`,
          );
      }
      expect(wrong).toEqual([]);
    });
  });

  describe('the pages', () => {
    const pages: readonly Asked[] = pageRoutes.map(({ path }) => ({
      name: path,
      method: 'GET',
      path,
      rule: { roles: everyRole, narrowed: pageRules[path] ?? 'no' },
    }));

    test('all have a rule here', () => {
      expect(pages.map(({ path }) => path).toSorted()).toEqual(Object.keys(pageRules).toSorted());
    });

    // A page takes the token as the password: the user name is what operations take.
    const ofReaders = credentials.filter(({ name }) => !name.startsWith('token as'));

    test.each(ofReaders)('with $name are open to those who may read, and to nobody else', async (credential) => {
      const wrong: string[] = [];
      for (const page of pages)
        for (const { refused, role, url } of requests(page, credential, isFull)) {
          const { statusCode } = await it.app.inject({ method: 'GET', url, headers: credential.headers(role), remoteAddress: newClient() });
          const isRight = refused === undefined ? [200, 404].includes(statusCode) : statusCode === 401;
          if (!isRight) wrong.push(`${url} as ${role}: ${statusCode} in place of ${refused ?? 'success'}`);
        }
      expect(wrong).toEqual([]);
    });
  });
}
