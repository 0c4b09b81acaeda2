import { roles, type Role } from '../../../contract/limits.ts';
import { aText, listOf, shape, type Checked } from '../../../text/check.ts';
import { cut, valueAt } from '../../../text/index.ts';
import { Refusal } from '../../evidence/refusal.ts';
import type { Principal } from '../../roles.ts';
import { claim } from '../oidc/claims.ts';

/** How people sign in by the provider of their company, as those who run the service say it. */
export interface SignInSettings {
  /** As ID tokens name it, to the letter. */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
  readonly groupsClaim: string;
  /** The only tenants of a provider that has many, by the claim `tid`. */
  readonly tenants: readonly string[] | undefined;
  readonly verifiedEmail: boolean;
  /** People who have no role whatever their groups are, by `sub`. */
  readonly refused: readonly string[];
  /** For each organization the role of each group. */
  readonly organizations: ReadonlyMap<string, ReadonlyMap<string, Role>>;
}

/** Somebody as a session keeps them. Issuer and subject say who it is, and never a name or an address, which others can have too. */
export const aPerson = shape({ issuer: aText, subject: aText, name: aText, groups: listOf(aText) });
export type Person = Checked<typeof aPerson>;

/** The way in for people of a company. Its functions throw a Refusal that says why somebody does not come in, and what helps. */
export interface People {
  readonly host: string;
  readonly rolesOf: (person: Person) => ReadonlyMap<string, Role>;
  /** Where the browser goes, which keeps `secret` until it comes back. */
  readonly begin: (secret: string) => Promise<URL>;
  /** Who came back with the query of its address. */
  readonly finish: (query: string, secret: string) => Promise<Person>;
  /** Where one signs out at the provider itself, if it says so. */
  readonly signOutAddress: () => Promise<string | undefined>;
}

/** The role in each organization now: the first in the list of roles that one of the groups gives. */
export function rolesOf(settings: SignInSettings, { groups, issuer, subject }: Person): ReadonlyMap<string, Role> {
  if (!isIssuer(settings, issuer) || settings.refused.includes(subject)) return new Map();
  return new Map(
    [...settings.organizations].flatMap(([org, ofGroups]) => {
      const role = roles.find((each) => groups.some((group) => ofGroups.get(group) === each));
      return role === undefined ? [] : [[org, role] as const];
    }),
  );
}

/** In the issuer of a provider with many tenants, which names in its tokens that of the person instead. */
export const manyTenants = /\/(?:common|organizations|consumers)(?=\/)/;

function isIssuer({ issuer: own, tenants = [] }: SignInSettings, issuer: string): boolean {
  return issuer === own || tenants.some((tenant) => issuer === own.replace(manyTenants, `/${tenant}`));
}

/** Who a proved ID token is about, with those of their groups that the settings name. Throws a Refusal. */
export function personOf(settings: SignInSettings, claims: object): Person {
  const [issuer, subject] = [claim(claims, 'iss'), claim(claims, 'sub')];
  if (issuer === undefined || subject === undefined || subject.length > 255)
    throw refused('The ID token does not say in a usual text who it is about.', 'Tell those who run the provider.');
  if (!isIssuer(settings, issuer))
    throw refused(`The ID token is of ${issuer}, and not of ${settings.issuer}.`, `${operators} compare \`issuer\`.`);
  const tenant = claim(claims, 'tid');
  if (settings.tenants !== undefined && (tenant === undefined || !settings.tenants.includes(tenant)))
    throw refused(`Your tenant (${tenant ?? 'none'}) may not sign in here.`, `${operators} name it under \`tenants\`.`);
  const isVerified: unknown = valueAt(claims, 'email_verified');
  if (settings.verifiedEmail && isVerified !== undefined && isVerified !== true)
    throw refused('Your provider has not verified your address.', 'Verify it there, and sign in again.');
  const named = new Set([...settings.organizations.values()].flatMap((ofGroups) => [...ofGroups.keys()]));
  const groups = groupsIn(settings, claims).filter((group) => named.has(group));
  const name = ['preferred_username', 'name', 'email'].map((each) => claim(claims, each)).find((each) => each !== undefined);
  return { issuer, subject, name: cut(name ?? subject, 100), groups: [...new Set(groups)] };
}

const operators = 'Those who run the service can help: they';
const atProvider = 'Those who run the provider can help: they';

function groupsIn({ groupsClaim }: SignInSettings, claims: object): readonly string[] {
  const found = [valueAt(claims, groupsClaim) ?? []].flat();
  if (valueAt(claims, groupsClaim) !== undefined) return found.filter((group) => typeof group === 'string');
  if (valueAt(claims, '_claim_names', groupsClaim) !== undefined || valueAt(claims, 'hasgroups') !== undefined)
    throw noRole('You are in so many groups that the provider left them out.', `${atProvider} send only the groups of this application.`);
  throw noRole(`The ID token has no claim \`${groupsClaim}\`.`, `${atProvider} add your groups to it, or \`groups_claim\` names another.`);
}

const refused = (message: string, fix: string) => new Refusal('forbidden', message, { fix });
export const noRole = (why: string, fix: string) => refused(`You have no role here. ${why}`, fix);

/** For a callback that no sign-in of this browser waits for. */
export const otherBrowser = () =>
  refused('This sign-in was not begun in this browser, or is over: it has 10 minutes, and is used once.', 'Sign in again, with cookies.');

/**
 * The user of a session. Records name the user by issuer and subject: a provider lets people choose their names. `sessionId` names the
 * session without letting anybody in.
 */
export function principalOfPerson({ issuer, name, subject }: Person, grants: Principal['grants'], sessionId: string): Principal {
  const userName = `oidc:${issuer.replace(/^https?:\/\//, '')}:${subject}`;
  const credential = { kind: 'person', id: sessionId, claims: { issuer, subject, name } };
  return { credential, userId: '', userName, shownName: name, grants };
}
