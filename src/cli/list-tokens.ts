import type { LiveToken } from '../service/index.ts';
import { count } from '../text/index.ts';
import { placeOf, type PlaceOptions } from './data-place.ts';
import { warn, type Terminal } from './terminal.ts';

/** In seconds: a token that ends this soon is marked. */
const soon = 14 * 86_400;

/** Without the tokens that were revoked. */
export async function listTokens(options: PlaceOptions & { readonly json?: boolean }, terminal: Terminal): Promise<number> {
  const service = await import('../service/index.ts');
  const tokens = await service.listTokens(await placeOf(options));
  const now = Date.now() / 1000;
  if (options.json === true) {
    terminal.json({ tokens: tokens.map((token) => tokenJson(token, now)) });
    return 0;
  }
  const { table } = await import('./table.ts');
  if (tokens.length === 0) terminal.err('There are none');
  else {
    const rows = tokens.map((token) => [
      token.id,
      token.user,
      token.label ?? '',
      service.listOfGrants(token.roles),
      token.flows?.join(', ') ?? 'all',
      dayOf(token.createdAt),
      token.lastUsedAt === undefined ? 'never' : dayOf(token.lastUsedAt),
      endWords(token, now),
    ]);
    const head = ['ID', 'USER', 'LABEL', 'ORGANIZATIONS', 'FLOWS', 'CREATED', 'LAST USED', 'ENDS'];
    terminal.out(table(head, rows, [], terminal.columns, [0, 7]));
  }
  warnOf(tokens, now, terminal);
  return 0;
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
  switch (stateOf(token, now)) {
    case 'ended':
      return `ended ${day}`;
    case 'replaced':
      return `${day}, replaced`;
    case 'ends-soon':
      return `${day}, soon`;
    case 'valid':
      return day;
  }
}

function warnOf(tokens: readonly LiveToken[], now: number, terminal: Terminal): void {
  const ending = tokens.filter((token) => stateOf(token, now) === 'ends-soon');
  if (ending.length === 0) return;
  warn(`${count(ending.length, 'token')} will end within 14 days; \`token rotate ID\` makes another one like it`, terminal);
}

function tokenJson(token: LiveToken, now: number): object {
  const { createdAt, expiresAt, flows, id, label, lastUsedAt, roles, user } = token;
  return {
    id,
    user,
    label: label ?? null,
    organizations: [...roles].map(([org, role]) => ({ org, role })),
    flows: flows ?? null,
    created_at: momentOf(createdAt),
    last_used_at: lastUsedAt === undefined ? null : momentOf(lastUsedAt),
    expires_at: expiresAt === undefined ? null : momentOf(expiresAt),
    state: stateOf(token, now),
  };
}

function momentOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function dayOf(seconds: number): string {
  return momentOf(seconds).slice(0, 10);
}
