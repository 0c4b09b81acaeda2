import { tokenHash } from '../../../src/service/auth/authenticators.ts';
import {
  addOidcRule,
  createToken,
  listOidcRules,
  listTokens,
  removeOidcRule,
  revokeToken,
  type NewOidcRule,
} from '../../../src/service/index.ts';
import { openStore } from '../../../src/service/store/open-data.ts';
import type { Role } from '../../../src/service/store/roles.ts';
import { everyRole, rules, type Narrowed, type Rule } from './rules.ts';
import { ours } from './stage.ts';

/** A request about an operation, by somebody with a role. */
export interface Ask {
  readonly role: Role;
  /** The organization: the one that the secret is for, another one that is there, or none. `null` for what is of no organization. */
  readonly place: 'own' | 'other' | 'none' | null;
  /** The flow that the path or the query names; `undefined` if neither names one. */
  readonly flow: string | undefined;
  readonly rule: Rule;
}

/** One way to say who one is. */
export interface Credential {
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

const claims = {
  issuer: 'https://token.example',
  repository: 'acme/shop',
  repository_id: '1',
  ref: 'refs/heads/main',
  event: 'push',
  run_id: '9',
};

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
        const store = await openStore(dataDir);
        const [hash, idToken] = [tokenHash(accessOf(role)), accessOf(role)];
        await store.grantJobAccess({ org: ours.org, ruleId: id, hash, idToken, lifetime, claims });
        await store.close();
      }
    },
    headers: (role) => ({ authorization: `Bearer ${accessOf(role)}` }),
    refuses,
  };
}

/** A job is no user, so that it has no organization of its own. */
const asJob: Credential['refuses'] = (ask) => (ask.rule === rules.setDefaultOrganization ? 403 : byRole(ask));

const ofRemovedRule = jobs('access by a rule that was removed', everyRole, { environment: 'gone' }, never);

const ended = tokens('ended token', everyRole, { expiresAt: 1_700_000_000 }, never);
const revoked = tokens('revoked token', everyRole, {}, never);
const valid = tokens('token', everyRole, {}, byRole);

function unknown(name: string, headers: Readonly<Record<string, string>>): Credential {
  return { name, roles: ['admin'], prepare: async () => {}, headers: () => headers, refuses: never };
}

/** Every way to say who one is, also those that say nothing. */
export const credentials: readonly Credential[] = [
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
