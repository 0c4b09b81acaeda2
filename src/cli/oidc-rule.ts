import type { Column } from '../commands/index.ts';
import { type UsageError, wrongUse } from '../errors/index.ts';
import type { NewOidcRule, OidcRule } from '../service/index.ts';
import { canonical, given, isObject, list, listAt, orNothing, valueAt } from '../text/index.ts';
import { administer, type AdministeredOptions, type Work } from './administered.ts';
import { placeOf } from './data-place.ts';
import { roleOf } from './token.ts';
import { printList } from './show-view.ts';
import { warn, type FormOptions, type Terminal } from './terminal.ts';

const usualIssuer = 'https://token.actions.githubusercontent.com';

type Texts = Record<'org' | 'role' | 'audience' | 'repository', string>;
type Conditions = Record<'repositoryId' | 'ownerId' | 'issuer' | 'workflow' | 'ref' | 'environment', string>;
type Lists = Record<'event' | 'flow', readonly string[]>;
export type OidcRuleOptions = AdministeredOptions & Readonly<Texts & Partial<Conditions & Lists>>;

/** Prints the identifier on a line of its own. */
export async function addOidcRule(options: OidcRuleOptions, terminal: Terminal): Promise<number> {
  const { audience, environment, event: events, flow: flows, issuer = usualIssuer, org, ownerId, ref, repository, workflow } = options;
  const { repositoryId = '' } = options;
  const asked = given({ environment, events, flows, ownerId, ref, workflow });
  const rule = { org, role: roleOf(options.role), audience, repository, repositoryId, issuer, ...asked };
  const work: Work = async (ways, place) => {
    const { id, warnings, wasThere } = await ways.addOidcRule(place, rule);
    for (const warning of warnings) warn(warning, terminal);
    if (issuer.startsWith('http:')) warn('the service asks this issuer only when it is started with --oidc-http-loopback', terminal);
    if (wasThere) terminal.err('A rule that says the same was there before.');
    terminal.out(id);
  };
  return await administer(options, terminal, work, () => placeOf(options));
}

const columns: readonly Column<OidcRule>[] = [
  { head: 'ID', cell: ({ id }) => id, isWhole: true },
  { head: 'ORGANIZATION', cell: ({ org }) => org },
  { head: 'ROLE', cell: ({ flows, role }) => (flows === undefined ? role : `${role} of ${list(flows)}`) },
  { head: 'REPOSITORY', cell: ({ ownerId, repository, repositoryId }) => `${repository} (${ownerId ?? repositoryId})` },
  { head: 'ASKS FOR', cell: askedBy },
];

/** Only the rules that are in force. */
export function listOidcRules(options: AdministeredOptions & FormOptions, terminal: Terminal): Promise<number> {
  return administer(options, terminal, async (ways, place) =>
    printList('rules', columns, await ways.listOidcRules(place), options, terminal, jsonOf),
  );
}

function jsonOf({ createdAt: created_at, id, org, ownerId, repositoryId, role, ...rule }: OidcRule): object {
  const place = ownerId === undefined ? { repository_id: repositoryId } : { owner_id: ownerId };
  return { id, org, role, ...rule, ...place, created_at };
}

function askedBy({ audience, environment, events, issuer, ref, workflow }: NewOidcRule): string {
  const others = { audience, issuer: issuer === usualIssuer ? undefined : issuer, ref, environment, workflow, event: events?.join(' or ') };
  return Object.entries(given(others))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

export function removeOidcRule(options: AdministeredOptions, id: string, terminal: Terminal): Promise<number> {
  return administer(options, terminal, async (ways, place) => {
    const { org, repository, role } = await ways.removeOidcRule(place, id);
    terminal.out(`The rule ${id}, which let jobs of ${repository} into ${org} as ${role}, lets nobody in from now on.`);
  });
}

export interface ApplyOptions extends AdministeredOptions {
  readonly org: string;
  readonly dryRun?: boolean;
}

/** Makes the rules of an organization those of a file. New ones come first, so that no job is shut out meanwhile. */
export async function applyOidcRules(options: ApplyOptions, file: string, terminal: Terminal): Promise<number> {
  const { dryRun = false, org } = options;
  const wanted = await rulesIn(file, org);
  const work: Work = async (ways, place) => {
    const inForce = (await ways.listOidcRules(place)).filter((rule) => rule.org === org);
    const [known, kept] = [new Set(inForce.map(keyOf)), new Set(wanted.map(keyOf))];
    const [added, gone] = [wanted.filter((rule) => !known.has(keyOf(rule))), inForce.filter((rule) => !kept.has(keyOf(rule)))];
    const isChange = (rule: NewOidcRule, others: readonly NewOidcRule[]): boolean =>
      others.some((other) => placeIn(other) === placeIn(rule));
    const said = (does: string, rule: NewOidcRule): string => `${does}: ${rule.repository} as ${rule.role} (${askedBy(rule)})`;
    const steps: readonly (readonly [words: string, take: () => Promise<object>])[] = [
      ...added.map((rule) => [said(isChange(rule, gone) ? 'change to' : 'add', rule), () => ways.addOidcRule(place, rule)] as const),
      ...gone.map((rule) => {
        const words = said(`${isChange(rule, added) ? 'change from' : 'remove'} ${rule.id}`, rule);
        return [words, () => ways.removeOidcRule(place, rule.id)] as const;
      }),
    ];
    let taken = 0;
    try {
      for (const [words, take] of steps) {
        const answer = dryRun ? {} : await take();
        terminal.out(words);
        for (const warning of listAt(answer, 'warnings') ?? []) warn(String(warning), terminal);
        taken += 1;
      }
    } finally {
      for (const [index, [words]] of steps.slice(taken).entries()) terminal.err(`${index === 0 ? 'stopped at' : 'not done'} ${words}`);
      if (taken < steps.length) terminal.err('The same command again does the rest');
    }
    if (steps.length === 0) terminal.out('The rules in force are those of the file');
    if (dryRun) terminal.err('Nothing was changed');
  };
  return await administer(options, terminal, work, () => placeOf(options));
}

/** All that counts in a rule: the name of a repository does not. */
function keyOf({ audience, environment, events = [], flows = [], issuer, ref, role, workflow, ...rule }: NewOidcRule): string {
  const lists = [events.toSorted(), flows.toSorted()];
  return canonical([placeIn({ ...rule, issuer }), audience, role, environment ?? '', ref ?? '', workflow ?? '', ...lists]);
}

function placeIn({ issuer, ownerId = '', repositoryId }: Pick<NewOidcRule, 'issuer' | 'ownerId' | 'repositoryId'>): string {
  return `${issuer} ${repositoryId} ${ownerId}`;
}

const example = `rules:
  - role: recorder
    repository: acme/shop
    repository_id: 123456789
    audience: https://evidence.example
    ref: refs/heads/main`;

async function rulesIn(file: string, org: string): Promise<readonly NewOidcRule[]> {
  const wrong = (what: string): UsageError => wrongUse(`${file} ${what}`, `Write it so:\n\n${example}`);
  const [{ parse }, { readRegularFile }] = await Promise.all([import('yaml'), import('../files/index.ts')]);
  const content = readRegularFile(file, 1024 * 1024);
  if (!Buffer.isBuffer(content)) throw wrong('is no file that can be read, of at most 1 MiB');
  const rules = listAt(
    orNothing((): unknown => parse(content.toString(), { logLevel: 'error' })),
    'rules',
  );
  if (rules === undefined) throw wrong('is no YAML with a list of rules');
  return rules.map((rule, index) => ruleIn(rule, org, (what) => wrong(`${what} in rule ${index + 1}`)));
}

const texts = ['role', 'audience', 'repository', 'repository_id', 'owner_id', 'issuer', 'workflow', 'ref', 'environment'];

/** A key that nobody knows is refused: a condition that was mistyped would let everybody in. */
function ruleIn(rule: unknown, org: string, wrong: (what: string) => UsageError): NewOidcRule {
  const isText = (value: unknown) => typeof value === 'string' || Number.isSafeInteger(value);
  for (const [key, value] of Object.entries(isObject(rule) ? rule : { '': rule })) {
    const isRight = ['events', 'flows'].includes(key) ? Array.isArray(value) && value.every(isText) : texts.includes(key) && isText(value);
    if (!isRight) throw wrong(`has no usable ${JSON.stringify(key)}`);
  }
  const text = (key: string): string | undefined => (valueAt(rule, key) === undefined ? undefined : String(valueAt(rule, key)));
  const [role = '', audience = '', repository = '', repositoryId = '', ownerId, issuer = usualIssuer, workflow, ref, environment] =
    texts.map(text);
  const lists = given({ events: listAt(rule, 'events')?.map(String), flows: listAt(rule, 'flows')?.map(String) });
  const asked = given({ ownerId, workflow, ref, environment });
  return { org, role: roleOf(role), audience, repository, repositoryId, issuer, ...asked, ...lists };
}
