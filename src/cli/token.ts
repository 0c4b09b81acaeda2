import { roles, type Role } from '../commands/index.ts';
import { UsageError, wrongUse } from '../errors/index.ts';
import { momentIn, spanIn } from '../options/index.ts';
import { utcTime } from '../presentation/index.ts';
import type { ReplacedToken } from '../service/index.ts';
import { count, given } from '../text/index.ts';
import { administer, type AdministeredOptions, type Work } from './administered.ts';
import { begunPlace, placeOf, type PlaceOptions } from './data-place.ts';
import { warn, type Terminal } from './terminal.ts';

/** `90d`, `24h` or `30m` in seconds; `0` needs no unit. */
export function spanOf(option: string, text: string): number {
  const span = text === '0' ? 0 : spanIn(text);
  if (span !== undefined) return span;
  const fix = 'Write a number with m, h or d: 30m, 24h, 90d';
  throw wrongUse(`${option} is not a time: ${JSON.stringify(text)}`, fix);
}

/** In Unix seconds: after a span, or at a moment. A token that ends on a day ends at its beginning, midnight UTC. */
function endOf(text: string, now: number): number | 'never' {
  if (text === 'never') return 'never';
  const span = spanIn(text);
  const end = span === undefined ? Number(momentIn(text)) / 1000 : now + span;
  if (end > now) return end;
  const fix = 'Write how long the token lives (90d, 12h), a day (2027-01-31), a moment (2027-01-31T10:00:00Z), or never';
  const wrong = /^\d{4}-\d\d-\d\d/.test(text) ? 'is no day of the calendar' : 'is not a time';
  const what = Number.isNaN(end) ? wrong : 'is not in the future';
  throw wrongUse(`--expires ${what}: ${JSON.stringify(text)}`, fix);
}

export interface TokenOptions extends AdministeredOptions {
  readonly user: string;
  readonly org?: readonly string[];
  readonly role: string;
  readonly label?: string;
  readonly flow?: readonly string[];
  readonly expires?: string;
  readonly token?: string;
  /** A missing data directory is made, or the tables in an empty database. */
  readonly init?: boolean;
  /** An organization that is missing is made, also where there are others. */
  readonly newOrg?: boolean;
  readonly onlyNewOrgs?: boolean;
}

/** A limited life, so that a lost token does not open the service for ever. */
const usualLife = '365d';

/** Prints the token on a line of its own; only its hash is kept. */
export async function createToken(options: TokenOptions, terminal: Terminal): Promise<number> {
  const { flow, init, label, newOrg, onlyNewOrgs, org: orgs = [], token: own, user } = options;
  const role = roleOf(options.role);
  const end = endOf(options.expires ?? usualLife, Date.now() / 1000);
  const limits = given({ label, flows: flow, expiresAt: end === 'never' ? undefined : end, token: own });
  const asked = { user, orgs, role, ...limits, ...given({ mayEndLater: options.expires === undefined || undefined, onlyNewOrgs }) };
  const placed = () => begunPlace(options, init === true);
  const work: Work = async (ways, dataDir) => {
    if (dataDir === '' && [own, init, newOrg].some((each) => each !== undefined)) {
      const what = 'By the interface of a service there is no --token, --init or --new-org';
      throw new UsageError('conflicting-inputs', what, { fix: 'Leave it out, or name the place of the data: --data DIR' });
    }
    const made = await ways.createToken({ ...asked, dataDir, onlyKnownOrgs: newOrg !== true && onlyNewOrgs !== true });
    const { token, expiresAt } = typeof made === 'string' ? { ...limits, token: made } : made;
    if (token.length < 16) warn(`a token of ${token.length} characters can be guessed; leave --token out to have one made`, terminal);
    // One of the caller's own making may have been there before, and then keeps its end.
    if (own === undefined) sayEnd(terminal, expiresAt, options.expires === undefined);
    terminal.out(token);
  };
  return await administer(options, terminal, work, placed);
}

export type RotateOptions = AdministeredOptions & Readonly<{ overlap: string; expires?: string }>;

/** Prints a token with the same rights as another one, which ends after the overlap. */
export async function rotateToken(options: RotateOptions, id: string, terminal: Terminal): Promise<number> {
  const asked = replacementOf(options, id);
  return await administer(options, terminal, async ({ replaceToken }, dataDir) =>
    showReplaced(await replaceToken({ ...asked, dataDir, command: 'token rotate' }), terminal),
  );
}

export type NarrowOptions = RotateOptions & Readonly<{ flow?: readonly string[]; role?: string }>;

/** Prints a token with fewer rights than another one, which ends after the overlap. */
export async function narrowToken(options: NarrowOptions, id: string, terminal: Terminal): Promise<number> {
  const { flow, role } = options;
  if (flow === undefined && role === undefined) {
    throw new UsageError('missing-input', 'Nothing says what the other token may do less', { fix: 'Add --flow NAME, or --role ROLE' });
  }
  const { replaceToken } = await import('../service/index.ts');
  const less = given({ flows: flow, role: role === undefined ? undefined : roleOf(role) });
  const asked = { ...replacementOf(options, id), ...less, dataDir: await placeOf(options) };
  showReplaced(await replaceToken({ ...asked, command: 'token narrow' }), terminal);
  return 0;
}

function replacementOf(options: RotateOptions, id: string) {
  const expiresAt = options.expires === undefined ? undefined : endOf(options.expires, Date.now() / 1000);
  const overlap = spanOf('--overlap', options.overlap);
  return { id, overlap, ...given({ expiresAt }) };
}

function showReplaced({ endsAt, expiresAt, replaced, token }: ReplacedToken, terminal: Terminal): void {
  const isOver = endsAt <= Date.now() / 1000;
  terminal.err(`The token ${replaced.id} of ${replaced.user} ${isOver ? 'ended' : 'is taken until'} ${utcTime(endsAt)}.`);
  sayEnd(terminal, expiresAt, false);
  terminal.out(token);
}

/** On stderr: stdout has the token alone. */
function sayEnd(terminal: Terminal, expiresAt: number | undefined, isUsual: boolean): void {
  if (expiresAt === undefined) return warn('this token never ends; --expires 90d gives it an end', terminal);
  terminal.err(`This token ends ${utcTime(expiresAt)}${isUsual ? '; --expires names another time, or never' : ''}.`);
}

export function roleOf(name: string): Role {
  const role = roles.find((known) => known === name);
  if (role !== undefined) return role;
  throw wrongUse(`--role does not know ${name}`, `Choose from ${roles.join(', ')}`);
}

export function revokeToken(options: AdministeredOptions, id: string, terminal: Terminal): Promise<number> {
  return administer(options, terminal, async (ways, place) => {
    const user = await ways.revokeToken(place, id);
    terminal.out(`The token ${id} of ${user} is refused from now on.`);
  });
}

export type SignOutOptions = PlaceOptions & Readonly<Record<'org' | 'user', string>>;

export async function signOut(options: SignOutOptions, terminal: Terminal): Promise<number> {
  const ended = await (await import('../service/index.ts')).endSessions(await placeOf(options), options);
  terminal.out(`Ended ${count(ended, 'session')} of ${options.user}.`);
  return 0;
}
