import { administering, contextOf, exitCodeOf, jobOfRun, run, type Administration } from '../commands/index.ts';
import type { JobRule } from '../contract/index.ts';
import { UsageError, wrongUse } from '../errors/index.ts';
import { stoppedWords } from '../presentation/index.ts';
import type * as Service from '../service/index.ts';
import type { OidcRule, Place } from '../service/index.ts';
import { given } from '../text/index.ts';
import { variableOf, withConnection } from './connection.ts';
import { isNamed, placeOf, type PlaceOptions } from './data-place.ts';
import { showStopped, type Terminal } from './terminal.ts';

/** Where it is done: on the data, or by the interface of a service. */
export interface AdministeredOptions extends PlaceOptions {
  readonly baseUrl?: string;
  readonly apiToken?: string;
  readonly context?: string;
  readonly org?: string | readonly string[];
  readonly interrupt?: AbortSignal;
}

type OfTokens = 'listTokens' | 'replaceToken' | 'revokeToken' | 'listOrganizations' | 'changeOrganization';
type OfRules = 'addOidcRule' | 'listOidcRules' | 'removeOidcRule';

/** The functions of the service on the data, or the same by the interface: those take no notice of the place. */
interface Ways extends Pick<typeof Service, OfTokens | OfRules> {
  readonly createToken: (request: Service.TokenRequest) => Promise<string | { readonly token: string; readonly expiresAt?: number }>;
}

export type Work = (ways: Ways, place: Place) => Promise<void>;

/** `placed` is the place of the data for a command that names an organization there, too. */
export async function administer(
  options: AdministeredOptions,
  terminal: Terminal,
  work: Work,
  placed?: () => Promise<Place>,
): Promise<number> {
  const { apiToken, baseUrl, context, org } = options;
  const isOfData = options.data !== undefined || options.databaseUrl !== undefined;
  const isOfInterface = [apiToken, baseUrl, context].some((each) => each !== undefined);
  if (isOfData && (isOfInterface || (placed === undefined && org !== undefined))) {
    const other = isOfInterface ? '--base-url, --api-token and --context' : '--org';
    throw new UsageError('conflicting-inputs', `The data is named, and ${other} is about a service that is asked by its interface`, {
      fix: 'Leave out the place of the data, or the others',
    });
  }
  const onData = async (): Promise<number> => {
    if (placed !== undefined && org === undefined) throw wrongUse('--org is missing', 'Name the organization: --org NAME');
    await work(await import('../service/index.ts'), await (placed ?? (() => placeOf(options)))());
    return 0;
  };
  if (!isOfInterface && isNamed(options)) return await onData();
  return await askThere((ways) => work(byInterface(ways), ''), options, terminal, isOfInterface ? undefined : onData);
}

/** At the service that options, variables, or else a context names. Shows why it stopped, and nothing else. */
export async function askThere(
  work: (ways: Administration) => Promise<void>,
  { apiToken, baseUrl, context, interrupt = new AbortController().signal, org }: Omit<AdministeredOptions, keyof PlaceOptions>,
  terminal: Terminal,
  nowhere?: () => Promise<number>,
): Promise<number> {
  const command = administering(work);
  const said = Object.entries({ 'base-url': baseUrl, 'api-token': apiToken, context, org: [org].flat().join(' ') || undefined });
  const known = said.map(([name, value]) => [name, value ?? process.env[variableOf(name)]?.trim()] as const);
  const ofVariables = known.filter(([, value], at) => value !== said[at]?.[1]);
  const origins = new Map(ofVariables.map(([name]) => [name, ` (variable ${variableOf(name)})`]));
  const raw = await withConnection(command, given(Object.fromEntries(known)), terminal, origins);
  if (nowhere !== undefined && raw['base-url'] === undefined) return await nowhere();
  terminal.hide(raw['api-token'] ?? '');
  const inherited = contextOf(process.env, process.cwd(), interrupt, ({ message }) => terminal.err(message));
  const running = { ...inherited, hide: (secret: string) => terminal.hide(secret) };
  const naming = (name: string): string => `--${name}${origins.get(name) ?? ''}`;
  const result = await run(command, { raw, naming, nameLength: 'short', job: jobOfRun(process.env) }, running);
  if (result.kind === 'stopped') showStopped(stoppedWords(result, 'options'), result.fix, terminal);
  return exitCodeOf(result);
}

function byInterface(ways: Administration): Ways {
  const { org } = ways;
  const ruleOf = ({ created_at: createdAt, owner_id: ownerId, repository_id: repositoryId = '', ...rule }: JobRule): OidcRule => {
    return { ...rule, ...given({ ownerId }), org, repositoryId, createdAt };
  };
  return {
    async createToken({ expiresAt, flows, label, mayEndLater, onlyNewOrgs, orgs: [name = ''], role, user }) {
      const end = given({ expires_at: mayEndLater === true ? undefined : (expiresAt ?? ('never' as const)) });
      const asked = { user, role, ...given({ label, flows }), ...end };
      const made = onlyNewOrgs === true ? ways.makeOrganization({ name, user, ...end }) : ways.createToken(asked);
      const { expires_at: at, token } = await made;
      return { token, ...given({ expiresAt: at ?? undefined }) };
    },
    async listTokens() {
      return (await ways.listTokens()).map(({ created_at: createdAt, flows, id, label, role, user, ...token }) => {
        const { expires_at: expiresAt, last_used_at: lastUsedAt, machine: isMachine, replaced: isReplaced } = token;
        const known = { ...given({ flows: flows ?? undefined, label: label ?? undefined, madeBy: token.made_by ?? undefined }), isMachine };
        const times = given({ expiresAt: expiresAt ?? undefined, lastUsedAt: lastUsedAt ?? undefined });
        return { id, user, roles: new Map([[org, role]]), createdAt, isReplaced, ...known, ...times };
      });
    },
    async replaceToken({ expiresAt, id, overlap }) {
      const made = await ways.rotateToken(id, { overlap, ...given({ expires_at: expiresAt }) });
      const { expires_at: at, replaced_ends_at: endsAt = 0, token, user } = made;
      return { token, endsAt, replaced: { id, user }, ...given({ expiresAt: at ?? undefined }) };
    },
    revokeToken: async (_place, id) => (await ways.revokeToken(id)).user,
    async addOidcRule(_place, { org: _org, ownerId, repositoryId, ...rule }) {
      const place = given({ owner_id: ownerId, repository_id: repositoryId || undefined });
      const { id, warnings, was_there: wasThere } = await ways.addRule({ ...rule, ...place });
      return { id, warnings, wasThere };
    },
    listOidcRules: async () => (await ways.listRules()).map(ruleOf),
    removeOidcRule: async (_place, id) => ruleOf(await ways.removeRule(id)),
    listOrganizations: ways.listOrganizations,
    changeOrganization: (_place, name, archived) => ways.changeOrganization(name, archived),
  };
}
