import { hash, randomBytes } from 'node:crypto';
import { utcTime } from '../../presentation/index.ts';
import { Refusal } from '../evidence/refusal.ts';
import type { EndedToken } from '../resources/tokens/tables.ts';
import type { Principal } from '../roles.ts';
import type { Store } from '../store/store.ts';

export type SecretIn = (header: string | undefined) => string | undefined;

/** The token of an Authorization header: a bearer's, or the user name of basic authentication, whose password is ignored. */
export function secretOf(header: string | undefined): string | undefined {
  const { scheme, value } = partsOf(header);
  switch (scheme) {
    case 'bearer':
      return value;
    case 'basic':
      return Buffer.from(value, 'base64').toString().split(':')[0] || undefined;
    default:
      return undefined;
  }
}

/** The token of a program that reads a page. A browser repeats basic credentials by itself, so a page takes none. */
export function bearerOf(header: string | undefined): string | undefined {
  const { scheme, value } = partsOf(header);
  return scheme === 'bearer' ? value : undefined;
}

/** The scheme of an Authorization header, in lower case; empty if there is none. */
export function schemeOf(header: string | undefined): string {
  return partsOf(header).scheme;
}

function partsOf(header: string | undefined): { readonly scheme: string; readonly value: string } {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(header ?? '') ?? [];
  return { scheme: scheme.toLowerCase(), value };
}

/** One way to authenticate: `undefined` if a secret is nothing of this way, or not known. May throw a Refusal that says why. */
export type Authenticator = (secret: string, store: Store) => Promise<Principal | undefined>;

/** A token that was made for a user of this service. One that has ended is named to its holder alone. */
export const byToken: Authenticator = async (secret, store) => {
  const principal = await store.authenticate(tokenHash(secret));
  if (principal !== undefined) return principal;
  const ended = await store.endedToken(tokenHash(secret));
  if (ended !== undefined) throw tokenEnded(ended);
  return undefined;
};

function tokenEnded({ endedAt, id, label }: EndedToken): Refusal {
  const name = label === undefined ? id : `${id} (${label})`;
  return new Refusal('ended', `The token ${name} ended on ${utcTime(endedAt)}.`, {
    fix: `Use the one that replaced it, or have another one made like it: compliance-evidence token rotate ${id}`,
  });
}

/** 256 random bits. */
export function newToken(): string {
  return `ce_${randomBytes(32).toString('base64url')}`;
}

/** Only this hash of a token is kept. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}

/** The uses of one token are kept this often at most, however many requests come: so exactly is known when it was used last. */
const betweenMs = 60_000;

/** The first use of a token is kept this soon, together with others that come meanwhile. */
const soonMs = 1000;

/** Notes which tokens are used, and writes it now and then. A use may be lost with the process or the write: nothing depends on it. */
export function notingTokenUses(store: Store, clock: () => number = () => Date.now() / 1000) {
  /** The last use of each token that is not kept yet, and when it is to be, in the milliseconds of this process. */
  const noted = new Map<string, { readonly usedAt: number; readonly due: number }>();
  const keptAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Infinity;

  function note(tokenId: string): void {
    const known = keptAt.get(tokenId);
    const due = noted.get(tokenId)?.due ?? (known === undefined ? performance.now() + soonMs : known + betweenMs);
    noted.set(tokenId, { usedAt: clock(), due });
    wakeAt(due);
  }

  /** Wakes up then, unless that is to be earlier anyway. It keeps no process alive. */
  function wakeAt(due: number): void {
    if (due >= timerAt) return;
    clearTimeout(timer);
    timerAt = due;
    timer = setTimeout(() => void keep(performance.now()), Math.max(0, due - performance.now())).unref();
  }

  async function keep(moment: number): Promise<void> {
    clearTimeout(timer);
    timerAt = Infinity;
    const uses = [...noted].filter(([, { due }]) => due <= moment).map(([tokenId, { usedAt }]) => ({ tokenId, usedAt }));
    for (const { tokenId } of uses) {
      noted.delete(tokenId);
      keptAt.set(tokenId, performance.now());
    }
    for (const { due } of noted.values()) wakeAt(due);
    if (uses.length > 0) await store.noteTokenUses(uses).catch(() => {});
  }

  return {
    flush: () => keep(Infinity),
    store: {
      ...store,
      authenticate: async (tokenHash: string) => {
        const principal = await store.authenticate(tokenHash);
        if (principal !== undefined) note(principal.credential.id);
        return principal;
      },
    },
  };
}

/** The beginning of every access token of a job, so that other requests are not looked up twice. */
export const accessPrefix = 'ce_job_';

export const byJobAccess: Authenticator = async (secret, store) => {
  if (!secret.startsWith(accessPrefix)) return undefined;
  const access = await store.authenticateJob(tokenHash(secret));
  switch (access?.state) {
    case undefined:
      return undefined;
    case 'valid':
      return access.principal;
    case 'expired':
      throw new Refusal('unauthorized', 'The access of this job has expired.', { fix: askAgain });
    case 'rule-removed':
      throw new Refusal('unauthorized', 'The rule that this job was let in by was removed.', {
        fix: 'Ask those who run the service for another rule.',
      });
  }
};

/** The correction for access that ended. */
export const askAgain = 'Exchange a new ID token of the job for access, at /api/v2/oidc/token/ORG.';
