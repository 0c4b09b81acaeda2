import type { Column } from '../commands/index.ts';
import type { LiveToken } from '../service/index.ts';
import { count } from '../text/index.ts';
import { administer, type AdministeredOptions } from './administered.ts';
import { printList } from './show-view.ts';
import { warn, type FormOptions, type Terminal } from './terminal.ts';

/** In seconds: a token that ends this soon is marked. */
const soon = 14 * 86_400;

type ListOptions = AdministeredOptions & FormOptions;

const columns: readonly Column<LiveToken>[] = [
  { head: 'ID', cell: ({ id }) => id, isWhole: true },
  { head: 'USER', cell: ({ isMachine, user }) => (isMachine === true ? `${user} (machine)` : user) },
  { head: 'LABEL', cell: ({ label }) => label },
  { head: 'ORGANIZATIONS', cell: ({ roles }) => grantsOf(roles) },
  { head: 'FLOWS', cell: ({ flows }) => flows?.join(', ') ?? 'all' },
  { head: 'CREATED', cell: ({ createdAt }) => createdAt, isTime: true },
  { head: 'MADE BY', cell: ({ madeBy }) => madeBy },
  { head: 'LAST USED', cell: ({ lastUsedAt }) => lastUsedAt ?? 'never', isTime: true },
  { head: 'ENDS', cell: ({ expiresAt }) => expiresAt ?? 'never', isTime: true },
  { head: 'TAKEN', cell: (token) => takenWords[stateOf(token)] },
];

const takenWords = { ended: 'no: ended', replaced: 'yes, replaced', 'ends-soon': 'yes, ends soon', valid: 'yes' };

/** Without the tokens that were revoked. */
export function listTokens(options: ListOptions, terminal: Terminal): Promise<number> {
  return administer(options, terminal, async (ways, place) => {
    const tokens = await ways.listTokens(place);
    await printList('tokens', columns, tokens, options, terminal, tokenJson);
    const { length } = tokens.filter((token) => stateOf(token) === 'ends-soon');
    if (length > 0) warn(`${count(length, 'token')} will end within 14 days; \`token rotate ID\` makes another one like it`, terminal);
  });
}

/** A token that was replaced ends on purpose. */
function stateOf({ expiresAt = Infinity, isReplaced }: LiveToken, now = Date.now() / 1000): 'ended' | 'replaced' | 'ends-soon' | 'valid' {
  if (expiresAt <= now) return 'ended';
  if (isReplaced) return 'replaced';
  return expiresAt <= now + soon ? 'ends-soon' : 'valid';
}

function tokenJson(token: LiveToken): object {
  const { createdAt, expiresAt, flows = null, id, isMachine: machine = false, label = null, lastUsedAt, roles, user } = token;
  const organizations = [...roles].map(([org, role]) => ({ org, role }));
  const [created_at, last_used_at = null, expires_at = null] = [createdAt, lastUsedAt, expiresAt].map((at) => at && momentOf(at));
  const made = { created_at, made_by: token.madeBy ?? null };
  return { id, user, machine, label, organizations, flows, ...made, last_used_at, expires_at, state: stateOf(token) };
}

function momentOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

type Member = Readonly<{ user: string; machine: boolean; roles: readonly string[]; tokens: number }>;

const memberColumns: readonly Column<Member>[] = [
  { head: 'USER', cell: ({ user }) => user, isWhole: true },
  { head: 'MACHINE', cell: ({ machine }) => (machine ? 'yes' : '') },
  { head: 'ORGANIZATIONS', cell: ({ roles }) => roles.join(', ') },
  { head: 'TOKENS', cell: ({ tokens }) => tokens },
];

/** Everybody with a token that lets them in now, and the roles of these: on the data in any organization. */
export function listMembers(options: ListOptions, terminal: Terminal): Promise<number> {
  return administer(options, terminal, async (ways, place) => {
    const live = (await ways.listTokens(place)).filter((token) => stateOf(token) !== 'ended');
    const members = [...Map.groupBy(live, ({ user }) => user)].map(([user, tokens]) => ({
      user,
      machine: tokens.every(({ isMachine }) => isMachine === true),
      roles: [...new Set(tokens.map(({ roles }) => grantsOf(roles)))],
      tokens: tokens.length,
    }));
    await printList('members', memberColumns, members, options, terminal);
  });
}

function grantsOf(roles: LiveToken['roles']): string {
  return [...roles].map(([org, role]) => `${org} (${role})`).join(', ');
}
