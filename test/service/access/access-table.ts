import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type OperationName } from '../../../src/contract/index.ts';
import { tokenHash } from '../../../src/service/auth/authenticators.ts';
import { principalOfPerson, rolesOf, type People, type Person, type SignInSettings } from '../../../src/service/auth/people/person.ts';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import {
  addOidcRule,
  createToken,
  listOidcRules,
  listTokens,
  removeOidcRule,
  revokeToken,
  type NewOidcRule,
} from '../../../src/service/index.ts';
import { pageRoutes, routes } from '../../../src/service/resources/routes.ts';
import { operators, type Role } from '../../../src/contract/limits.ts';
import { openStore } from '../../../src/service/store/open-data.ts';
import { claims } from '../store/conformance-tokens.ts';
import { everyRole, pageRoles, pageRules, rules, type Narrowed, type Rule } from './rules.ts';
import { addressOf, ours, stage, type Stage } from './stage.ts';

/** A request about an operation, by somebody with a role. */
interface Ask {
  readonly role: Role;
  /** The organization: the one that the secret is for, another one that is there, or none. `null` for what is of no organization. */
  readonly place: 'own' | 'other' | 'none' | null;
  /** The flow that the path or the query names; `undefined` if neither names one. */
  readonly flow: string | undefined;
  readonly rule: Rule;
}

/** One way to say who one is. */
interface Credential {
  readonly name: string;
  /** The roles that it can have. */
  readonly roles: readonly Role[];
  /** Whether it is only for the flow `f`, so that it matters which flow is asked about. */
  readonly isNarrowed?: boolean;
  /** Makes the secrets, one for each role, in the organization `acme`. */
  readonly prepare: (dataDir: string) => Promise<void>;
  readonly headers: (role: Role) => Readonly<Record<string, string>>;
  /** The status that refuses a request, or `undefined` if it may be made. */
  readonly refuses: (ask: Ask) => 401 | 403 | undefined;
}

type More = Partial<Parameters<typeof createToken>[0]>;

/** A token for each role. */
function tokens(name: string, roles: readonly Role[], more: More, refuses: Credential['refuses']): Credential {
  const tokenOf = (role: Role) => `${name.replaceAll(' ', '-')}-of-the-${role}`;
  return {
    name,
    roles,
    prepare: async (dataDir) => {
      for (const role of roles)
        await createToken({ dataDir, user: `${name} ${role}`, orgs: [ours.org], role, token: tokenOf(role), ...more });
    },
    headers: (role) => ({ authorization: `Bearer ${tokenOf(role)}` }),
    refuses,
  };
}

const byRole: Credential['refuses'] = ({ place, role, rule }) => {
  if (rule.isForOperators === true) return 403;
  if (place === null) return undefined;
  return place === 'own' && rule.roles.includes(role) ? undefined : 403;
};

/** Whether a secret that is only for the flow `f` may ask. */
const inItsFlow: Readonly<Record<Narrowed, (flow: string | undefined) => boolean>> = {
  path: (flow) => flow === ours.flow,
  flow: (flow) => flow === ours.flow,
  flow_name: (flow) => flow === ours.flow,
  body: () => true,
  listed: () => true,
  yes: () => true,
  no: () => false,
};

const never = (): 401 => 401;

/** Access of a job for each role: what its exchange leaves in the data. */
function jobs(
  name: string,
  roles: readonly Role[],
  more: Partial<NewOidcRule>,
  refuses: Credential['refuses'],
  lifetime = 900,
): Credential {
  const accessOf = (role: Role) => `ce_job_${name.replaceAll(' ', '-')}-${role}`;
  const { issuer, ref, repository, repository_id: repositoryId } = claims;
  return {
    name,
    roles,
    prepare: async (dataDir) => {
      for (const role of roles) {
        const { id } = await addOidcRule(dataDir, { org: ours.org, role, audience: 'a', issuer, ref, repository, repositoryId, ...more });
        const store = await openStore(dataDir, complianceRules);
        const [hash, idToken] = [tokenHash(accessOf(role)), accessOf(role)];
        await store.grantJobAccess({ org: ours.org, ruleId: id, hash, idToken, lifetime, claims });
        await store.close();
      }
    },
    headers: (role) => ({ authorization: `Bearer ${accessOf(role)}` }),
    refuses,
  };
}

/** A job is no user, so that it has no organization of its own; and it administers none. */
const asJob: Credential['refuses'] = (ask) =>
  ask.rule === rules.setDefaultOrganization || ask.rule.isForPeople === true ? 403 : byRole(ask);

const ofRemovedRule = jobs('access by a rule that was removed', everyRole, { environment: 'gone' }, never);

const ended = tokens('ended token', everyRole, { expiresAt: 1_700_000_000 }, never);
const revoked = tokens('revoked token', everyRole, {}, never);
const valid = tokens('token', everyRole, {}, byRole);

function unknown(name: string, headers: Readonly<Record<string, string>>): Credential {
  return { name, roles: ['admin'], prepare: async () => {}, headers: () => headers, refuses: never };
}

/** Every way to say who one is, also those that say nothing. */
const credentials: readonly Credential[] = [
  valid,
  {
    ...tokens('token as user name', ['member', 'reader'], {}, byRole),
    headers: (role) => ({ authorization: `Basic ${Buffer.from(`token-as-user-name-of-the-${role}:`).toString('base64')}` }),
  },
  {
    ...tokens(
      'narrowed token',
      ['member', 'recorder', 'approver', 'reader'],
      { flows: [ours.flow] },
      (ask) => byRole(ask) ?? (inItsFlow[ask.rule.narrowed](ask.flow) ? undefined : 403),
    ),
    isNarrowed: true,
  },
  // It has no role, and is refused everywhere but at its own operations.
  tokens("operator's token", ['reader'], { orgs: [operators] }, ({ rule }) => (rule.isForOperators === true ? undefined : 403)),
  jobs('access of a job', everyRole, {}, asJob),
  {
    ...jobs(
      'access of a job by a narrowed rule',
      ['member', 'recorder', 'approver', 'reader'],
      { flows: [ours.flow] },
      (ask) => asJob(ask) ?? (inItsFlow[ask.rule.narrowed](ask.flow) ? undefined : 403),
    ),
    isNarrowed: true,
  },
  jobs('access of a job that has ended', everyRole, {}, never, -1),
  {
    ...ofRemovedRule,
    prepare: async (dataDir) => {
      await ofRemovedRule.prepare(dataDir);
      for (const { environment, id } of await listOidcRules(dataDir)) if (environment === 'gone') await removeOidcRule(dataDir, id);
    },
  },
  unknown('access of a job that nobody let in', { authorization: 'Bearer ce_job_nobody-has-this' }),
  ended,
  {
    ...revoked,
    prepare: async (dataDir) => {
      await revoked.prepare(dataDir);
      const made = (await listTokens(dataDir)).filter(({ user }) => user.startsWith(revoked.name));
      for (const { id } of made) await revokeToken(dataDir, id);
    },
  },
  unknown('no credential', {}),
  unknown('unknown token', { authorization: 'Bearer nobody-has-this' }),
  unknown('token as password', { authorization: `Basic ${Buffer.from(':token-of-the-admin').toString('base64')}` }),
  unknown('another scheme', { authorization: 'Digest token-of-the-admin' }),
];

/** A browser that signed in with each of these tokens. Pages take its cookie, and operations never do. */
function browsers(of: Credential): Credential {
  const idOf = (role: Role) => tokenHash(`${of.name} ${role}`).slice(0, 43);
  return {
    ...of,
    name: `session of a ${of.name}`,
    prepare: async (dataDir) => {
      const store = await openStore(dataDir, complianceRules);
      for (const role of of.roles) {
        const [, secret = ''] = of.headers(role)['authorization']?.split(' ') ?? [];
        const principal = await store.authenticate(tokenHash(secret));
        if (principal === undefined) throw new Error(`The token of the ${role} is not known.`);
        await store.beginSession(tokenHash(idOf(role)), principal);
      }
      await store.close();
    },
    headers: (role) => ({ cookie: `ce_session_80=${idOf(role)}`, host: 'localhost' }),
  };
}

/** How people sign in by a provider, where each group has the name of its role. */
const settings: SignInSettings = {
  issuer: 'https://login.example',
  clientId: 'evidence',
  clientSecret: undefined,
  scopes: ['openid'],
  groupsClaim: 'groups',
  tenants: undefined,
  verifiedEmail: false,
  refused: ['sub-refused'],
  organizations: new Map([[ours.org, new Map(everyRole.map((role) => [role, role]))]]),
};

const unasked = () => Promise.reject(new Error('Nobody asks a provider here.'));
const byProvider: People = {
  host: 'login.example',
  rolesOf: (person) => rolesOf(settings, person),
  begin: unasked,
  finish: unasked,
  signOutAddress: unasked,
};

/** A person of each role in a browser that signed in by the provider, and those who have none any more. */
function people(name: string, who: Partial<Person>, refuses: Credential['refuses']): Credential {
  const idOf = (role: Role) => tokenHash(`${name} ${role}`).slice(0, 43);
  return {
    name,
    roles: everyRole,
    prepare: async (dataDir) => {
      const store = await openStore(dataDir, complianceRules);
      for (const role of everyRole) {
        const person = { issuer: settings.issuer, subject: `sub-${role}`, name: 'ada', groups: [role], ...who };
        const principal = principalOfPerson(person, new Map(), 'session');
        await store.beginPersonSession(tokenHash(idOf(role)), principal, person, `mark ${name} ${role}`);
      }
      await store.close();
    },
    headers: (role) => ({ cookie: `ce_session_80=${idOf(role)}`, host: 'localhost' }),
    refuses,
  };
}

const sessions = [
  ...credentials.filter(({ name }) => name === 'token' || name === 'narrowed token').map(browsers),
  people('session of a person', {}, byRole),
  people('session of a person whose groups have no role', { groups: ['others'] }, never),
  people('session of a person whom the file refuses', { subject: 'sub-refused' }, never),
  people('session of a person of another issuer', { issuer: 'https://elsewhere.example' }, never),
];

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
      for (const { prepare } of [...credentials, ...sessions]) await prepare(dataDir);
    }, byProvider);
  });
  afterAll(() => it.app.close());

  test('every operation that the service answers has a rule here', () => {
    const answered = routes.map(({ operation: { method, path } }) => `${method} ${path}`);
    const ruled = asked.map(({ method, path }) => `${String(method)} ${path.slice('/api/v2'.length)}`);
    expect(answered.toSorted()).toEqual(ruled.toSorted());
    expect(Object.keys(rules).toSorted()).toEqual(Object.keys(operations).toSorted());
  });

  describe.each([...credentials, ...sessions.map((each) => ({ ...each, refuses: never }))])('with $name', (credential) => {
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
    const opened = pageRoutes.filter(
      ({ method, path }) => method === 'GET' && !path.startsWith('/sign-in') && path !== '/statement-key.pem',
    );
    const pages: readonly Asked[] = opened.map(({ path }) => ({
      name: path,
      method: 'GET',
      path,
      rule: pageRoles[path] ?? { roles: everyRole, narrowed: pageRules[path] ?? 'no' },
    }));

    test('all have a rule here', () => {
      expect(pages.map(({ path }) => path).toSorted()).toEqual(Object.keys(pageRules).toSorted());
    });

    // A page takes no basic authentication.
    const ofReaders = [...credentials.filter(({ name }) => !name.startsWith('token as')), ...sessions];

    test.each(ofReaders)('with $name are open to those who may read, and to nobody else', async (credential) => {
      const wrong: string[] = [];
      for (const page of pages)
        for (const { refused, role, url } of requests(page, credential, isFull)) {
          const { statusCode } = await it.app.inject({ method: 'GET', url, headers: credential.headers(role), remoteAddress: newClient() });
          // The first page leads to the only organization of a token.
          const isOpen = [200, 404].includes(statusCode) || (url === '/' && statusCode === 303);
          const isRight = refused === undefined ? isOpen : statusCode === refused;
          if (!isRight) wrong.push(`${url} as ${role}: ${statusCode} in place of ${refused ?? 'success'}`);
        }
      expect(wrong).toEqual([]);
    });
  });
}
