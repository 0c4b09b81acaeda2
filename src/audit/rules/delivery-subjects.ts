import type { Account } from '../facts/account.ts';
import type { Header } from '../facts/line.ts';
import type { PullRequest } from '../facts/pull-request.ts';
import type { Subject } from '../findings/finding.ts';
import type { AuditedChange } from '../judge/change.ts';
import type { Found } from './rule.ts';

type Repository = Pick<Header, 'repository' | 'serverUrl'>;

export function commitSubject(sha: string, { repository, serverUrl }: Repository): Subject {
  return { kind: 'commit', id: sha, url: repository === null ? null : `${serverUrl}/${repository}/commit/${sha}` };
}

export function pullSubject({ number, url }: PullRequest): Subject {
  return { kind: 'pull-request', id: String(number), url };
}

/** The change that a finding is about, as findings name it. */
export function foundIn({ pull, tip }: Pick<AuditedChange, 'pull' | 'tip'>): NonNullable<Found['change']> {
  return { sha: tip.sha, pull: pull?.number ?? null };
}

/** Its login; GitHub has no name for an account that is gone. */
export function who(account: Account | null): string {
  return account?.login ?? 'an account that is gone';
}

/** The person who brought a change to its branch; git alone tells only the name in the commit. */
export function whoLanded({ landing, tip }: Pick<AuditedChange, 'landing' | 'tip'>): string {
  if (landing.actor !== null || landing.at !== null) return who(landing.actor);
  const { account, name } = tip.committer;
  return account?.login ?? (name.trim() === '' ? 'somebody without a name' : `${name} (by the name in the commit)`);
}

/** `a and b`, each once. */
export function everyone(accounts: readonly (Account | null)[]): string {
  return named([...new Set(accounts.map(who))]);
}

/** The first few, and how many more: `a, b and 3 more`. */
export function named(names: readonly string[], most = 5): string {
  const [last, ...before] =
    names.length > most ? [`${names.length - most} more`, ...names.slice(0, most).toReversed()] : names.toReversed();
  return before.length === 0 ? (last ?? '') : `${before.toReversed().join(', ')} and ${last}`;
}

export function short(sha: string): string {
  return sha.slice(0, 7);
}

/** `on 2026-11-02 at 10:30 UTC`; nothing where the moment is not known. */
export function when(moment: string | null): string {
  const at = moment === null ? Number.NaN : Date.parse(moment);
  return Number.isNaN(at) ? '' : ` on ${new Date(at).toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
}
