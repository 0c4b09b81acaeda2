import type { LiveToken } from '../service/index.ts';
import { count } from '../text/index.ts';
import { administer, type AdministeredOptions } from './administered.ts';
import { warn, type Terminal } from './terminal.ts';

/** In seconds: a token that ends this soon is marked. */
const soon = 14 * 86_400;

/** Without the tokens that were revoked. */
export function listTokens(options: AdministeredOptions & { readonly json?: boolean }, terminal: Terminal): Promise<number> {
  return administer(options, terminal, async (ways, place) => show(await ways.listTokens(place), options.json === true, terminal));
}

async function show(tokens: readonly LiveToken[], inJson: boolean, terminal: Terminal): Promise<void> {
  const now = Date.now() / 1000;
  if (inJson) return terminal.json({ tokens: tokens.map((token) => tokenJson(token, now)) });
  const { table } = await import('./table.ts');
  if (tokens.length === 0) terminal.err('There are none');
  else {
    const rows = tokens.map((token) => [
      token.id,
      token.isMachine === true ? `${token.user} (machine)` : token.user,
      token.label ?? '',
      grantsOf(token.roles),
      token.flows?.join(', ') ?? 'all',
      dayOf(token.createdAt),
      token.lastUsedAt === undefined ? 'never' : dayOf(token.lastUsedAt),
      endWords(token, now),
    ]);
    const head = ['ID', 'USER', 'LABEL', 'ORGANIZATIONS', 'FLOWS', 'CREATED', 'LAST USED', 'ENDS'];
    terminal.out(table(head, rows, [], terminal.columns, [0, 7]));
  }
  const { length } = tokens.filter((token) => stateOf(token, now) === 'ends-soon');
  if (length > 0) warn(`${count(length, 'token')} will end within 14 days; \`token rotate ID\` makes another one like it`, terminal);
}

/** A token that was replaced ends on purpose. */
function stateOf({ expiresAt = Infinity, isReplaced }: LiveToken, now: number): 'ended' | 'replaced' | 'ends-soon' | 'valid' {
  if (expiresAt <= now) return 'ended';
  if (isReplaced) return 'replaced';
  return expiresAt <= now + soon ? 'ends-soon' : 'valid';
}

function endWords(token: LiveToken, now: number): string {
  if (token.expiresAt === undefined) return 'never';
  const day = dayOf(token.expiresAt);
  return { ended: `ended ${day}`, replaced: `${day}, replaced`, 'ends-soon': `${day}, soon`, valid: day }[stateOf(token, now)];
}

function tokenJson(token: LiveToken, now: number): object {
  const { createdAt, expiresAt, flows = null, id, isMachine: machine = false, label = null, lastUsedAt, roles, user } = token;
  const organizations = [...roles].map(([org, role]) => ({ org, role }));
  const [created_at, last_used_at = null, expires_at = null] = [createdAt, lastUsedAt, expiresAt].map((at) => at && momentOf(at));
  return { id, user, machine, label, organizations, flows, created_at, last_used_at, expires_at, state: stateOf(token, now) };
}

function momentOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function dayOf(seconds: number): string {
  return momentOf(seconds).slice(0, 10);
}

/** Everybody with a token that lets them in now, and the roles of these: on the data in any organization. */
export function listMembers(options: AdministeredOptions & { readonly json?: boolean }, terminal: Terminal): Promise<number> {
  return administer(options, terminal, async (ways, place) => {
    const now = Date.now() / 1000;
    const live = (await ways.listTokens(place)).filter((token) => stateOf(token, now) !== 'ended');
    const members = [...Map.groupBy(live, ({ user }) => user)].map(([user, tokens]) => ({
      user,
      machine: tokens.every(({ isMachine }) => isMachine === true),
      roles: [...new Set(tokens.map(({ roles }) => grantsOf(roles)))],
      tokens: tokens.length,
    }));
    if (options.json === true) return terminal.json({ members });
    const { table } = await import('./table.ts');
    const rows = members.map(({ machine, roles, tokens, user }) => [user, machine ? 'yes' : '', roles.join(', '), String(tokens)]);
    if (rows.length === 0) terminal.err('There are none');
    else terminal.out(table(['USER', 'MACHINE', 'ORGANIZATIONS', 'TOKENS'], rows, [3], terminal.columns, [0]));
  });
}

function grantsOf(roles: LiveToken['roles']): string {
  return [...roles].map(([org, role]) => `${org} (${role})`).join(', ');
}
