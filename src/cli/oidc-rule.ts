import type { OidcRule } from '../service/index.ts';
import { given, list } from '../text/index.ts';
import { placeOf, type PlaceOptions } from './data-place.ts';
import { roleOf } from './token.ts';
import { warn, type Terminal } from './terminal.ts';

export interface OidcRuleOptions extends PlaceOptions {
  readonly org: string;
  readonly role: string;
  readonly audience: string;
  readonly repository: string;
  readonly repositoryId?: string;
  readonly issuer?: string;
  readonly workflow?: string;
  readonly ref?: string;
  readonly environment?: string;
  readonly event?: readonly string[];
  readonly flow?: readonly string[];
}

/** Prints the identifier on a line of its own. */
export async function addOidcRule(options: OidcRuleOptions, terminal: Terminal): Promise<number> {
  const service = await import('../service/index.ts');
  const { audience, environment, event: events, flow: flows, issuer = service.usualIssuer, org, ref, repository, workflow } = options;
  const { repositoryId = '' } = options;
  const role = roleOf(options.role, service);
  const rule = { org, role, audience, repository, repositoryId, issuer, ...given({ environment, events, flows, ref, workflow }) };
  const { id, warnings, wasThere } = await service.addOidcRule(await placeOf(options), rule);
  for (const warning of warnings) warn(warning, terminal);
  if (issuer.startsWith('http:')) warn('the service asks this issuer only when it is started with --oidc-http-loopback', terminal);
  if (wasThere) terminal.err('A rule that says the same was there before.');
  terminal.out(id);
  return 0;
}

/** Only the rules that are in force. */
export async function listOidcRules(options: PlaceOptions & { readonly json?: boolean }, terminal: Terminal): Promise<number> {
  const service = await import('../service/index.ts');
  const rules = await service.listOidcRules(await placeOf(options));
  if (options.json === true) {
    terminal.json({ rules: rules.map(jsonOf) });
    return 0;
  }
  const { table } = await import('./table.ts');
  const rows = rules.map((rule) => [
    rule.id,
    rule.org,
    rule.flows === undefined ? rule.role : `${rule.role} of ${list(rule.flows)}`,
    `${rule.repository} (${rule.repositoryId})`,
    askedBy(rule, service.usualIssuer),
  ]);
  if (rows.length === 0) terminal.err('There are none');
  else terminal.out(table(['ID', 'ORGANIZATION', 'ROLE', 'REPOSITORY', 'ASKS FOR'], rows, [], terminal.columns, [0]));
  return 0;
}

function jsonOf({
  audience,
  createdAt,
  environment,
  events,
  flows,
  id,
  issuer,
  org,
  ref,
  repository,
  repositoryId,
  role,
  workflow,
}: OidcRule): object {
  const asked = given({ workflow, ref, environment, events });
  return { id, org, role, ...given({ flows }), issuer, audience, repository, repository_id: repositoryId, ...asked, created_at: createdAt };
}

function askedBy({ audience, environment, events, issuer, ref, workflow }: OidcRule, usualIssuer: string): string {
  const asked = given({
    audience,
    issuer: issuer === usualIssuer ? undefined : issuer,
    ref,
    environment,
    workflow,
    event: events?.join(' or '),
  });
  return Object.entries(asked)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

export async function removeOidcRule(options: PlaceOptions, id: string, terminal: Terminal): Promise<number> {
  const service = await import('../service/index.ts');
  const { org, repository, role } = await service.removeOidcRule(await placeOf(options), id);
  terminal.out(`The rule ${id}, which let jobs of ${repository} into ${org} as ${role}, lets nobody in from now on.`);
  return 0;
}
