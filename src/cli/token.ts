import { UsageError } from '../errors/index.ts';
import { utcTime } from '../presentation/index.ts';
import type * as Service from '../service/index.ts';
import type { ReplacedToken } from '../service/index.ts';
import { given } from '../text/index.ts';
import { begunPlace, placeOf, type PlaceOptions } from './data-place.ts';
import { warn, type Terminal } from './terminal.ts';

const units: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };

/** `90d`, `24h` or `30m` in seconds; `0` needs no unit. */
function spanOf(option: string, text: string): number {
  const [, number, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (number !== undefined) return Number(number) * (units[unit] ?? 0);
  if (text === '0') return 0;
  throw new UsageError('invalid-input', `${option} is not a time: ${JSON.stringify(text)}`, {
    fix: 'Write a number with m, h or d: 30m, 24h, 90d',
  });
}

/** In Unix seconds: after a span, or at a moment. A token that ends on a day ends at its beginning, midnight UTC. */
function endOf(text: string, now: number): number | 'never' {
  if (text === 'never') return 'never';
  const isMoment = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d))?$/.test(text);
  const moment = isMoment ? Date.parse(text) / 1000 : Number.NaN;
  if (isMoment && (Number.isNaN(moment) || !isDay(text.slice(0, 10)))) {
    throw new UsageError('invalid-input', `--expires is no day of the calendar: ${text}`, { fix: 'Write it as 2027-01-31' });
  }
  if (!isMoment && !/^\d{1,5}[mhd]$/.test(text)) {
    throw new UsageError('invalid-input', `--expires is not a time: ${JSON.stringify(text)}`, {
      fix: 'Write how long the token lives (90d, 12h), a day (2027-01-31), a moment (2027-01-31T10:00:00Z), or never',
    });
  }
  const end = isMoment ? moment : now + spanOf('--expires', text);
  if (end > now) return end;
  throw new UsageError('invalid-input', `--expires is not in the future: ${text}`, { fix: 'Name a later time' });
}

/** JavaScript takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  return new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

export interface TokenOptions extends PlaceOptions {
  readonly user: string;
  readonly org: readonly string[];
  readonly role: string;
  readonly label?: string;
  readonly flow?: readonly string[];
  readonly expires?: string;
  readonly token?: string;
  /** A missing data directory is made, or the tables in an empty database. */
  readonly init?: boolean;
  /** An organization that is missing is made, also where there are others. */
  readonly newOrg?: boolean;
}

/** A limited life, so that a lost token does not open the service for ever. */
const usualLife = '365d';

/** Prints the token on a line of its own; only its hash is kept. */
export async function createToken(options: TokenOptions, terminal: Terminal): Promise<number> {
  const { flow, label, token: own } = options;
  const service = await import('../service/index.ts');
  const role = roleOf(options.role, service);
  const end = endOf(options.expires ?? usualLife, Date.now() / 1000);
  const expiresAt = end === 'never' ? undefined : end;
  const token = await service.createToken({
    dataDir: await begunPlace(options, options.init === true),
    user: options.user,
    orgs: options.org,
    role,
    onlyKnownOrgs: options.newOrg !== true,
    ...given({ label, flows: flow, expiresAt, token: own, mayEndLater: options.expires === undefined || undefined }),
  });
  if (token.length < 16) warn(`a token of ${token.length} characters can be guessed; leave --token out to have one made`, terminal);
  // One of the caller's own making may have been there before, and then keeps its end.
  if (own === undefined) sayEnd(terminal, expiresAt, options.expires === undefined);
  terminal.out(token);
  return 0;
}

export interface RotateOptions extends PlaceOptions {
  readonly overlap: string;
  readonly expires?: string;
}

/** Prints a token with the same rights as another one, which ends after the overlap. */
export async function rotateToken(options: RotateOptions, id: string, terminal: Terminal): Promise<number> {
  const { replaceToken } = await import('../service/index.ts');
  return showReplaced(await replaceToken({ ...(await replacementOf(options, id)), command: 'token rotate' }), terminal);
}

export interface NarrowOptions extends RotateOptions {
  readonly flow?: readonly string[];
  readonly role?: string;
}

/** Prints a token with fewer rights than another one, which ends after the overlap. */
export async function narrowToken(options: NarrowOptions, id: string, terminal: Terminal): Promise<number> {
  const { flow, role } = options;
  if (flow === undefined && role === undefined) {
    throw new UsageError('missing-input', 'Nothing says what the other token may do less', { fix: 'Add --flow NAME, or --role ROLE' });
  }
  const service = await import('../service/index.ts');
  const less = given({ flows: flow, role: role === undefined ? undefined : roleOf(role, service) });
  return showReplaced(await service.replaceToken({ ...(await replacementOf(options, id)), ...less, command: 'token narrow' }), terminal);
}

async function replacementOf(options: RotateOptions, id: string) {
  const expiresAt = options.expires === undefined ? undefined : endOf(options.expires, Date.now() / 1000);
  const overlap = spanOf('--overlap', options.overlap);
  return { dataDir: await placeOf(options), id, overlap, ...given({ expiresAt }) };
}

function showReplaced({ endsAt, expiresAt, replaced, token }: ReplacedToken, terminal: Terminal): number {
  const isOver = endsAt <= Date.now() / 1000;
  terminal.err(`The token ${replaced.id} of ${replaced.user} ${isOver ? 'ended' : 'is taken until'} ${utcTime(endsAt)}.`);
  sayEnd(terminal, expiresAt, false);
  terminal.out(token);
  return 0;
}

/** On stderr: stdout has the token alone. */
function sayEnd(terminal: Terminal, expiresAt: number | undefined, isUsual: boolean): void {
  if (expiresAt === undefined) return warn('this token never ends; --expires 90d gives it an end', terminal);
  terminal.err(`This token ends ${utcTime(expiresAt)}${isUsual ? '; --expires names another time, or never' : ''}.`);
}

export function roleOf(name: string, { roles }: Pick<typeof Service, 'roles'>): (typeof roles)[number] {
  const role = roles.find((known) => known === name);
  if (role !== undefined) return role;
  throw new UsageError('invalid-input', `--role does not know ${name}`, { fix: `Choose from ${roles.join(', ')}` });
}

export async function revokeToken(options: PlaceOptions, id: string, terminal: Terminal): Promise<number> {
  const service = await import('../service/index.ts');
  const user = await service.revokeToken(await placeOf(options), id);
  terminal.out(`The token ${id} of ${user} is refused from now on.`);
  return 0;
}
