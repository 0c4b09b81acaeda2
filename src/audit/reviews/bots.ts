import type { AuditFile } from '../file/audit-file.ts';
import { matchesPath } from '../file/globs.ts';
import type { People } from '../people/identity.ts';
import type { AuditedChange } from '../judge/change.ts';
import { addsByHand } from './by-hand.ts';
import { authorsOf, type InDoubt } from './authors.ts';

/**
 * Whether the audit's file lets an account make such a change without a person: nobody else wrote a part of it, and all of
 * its paths are that account's. Undefined where that cannot be told.
 *
 * A commit's author is a claim, so that it must be the account's own pull request, or its own push.
 */
export function isAllowedBot(
  change: Pick<AuditedChange, 'commits' | 'landing' | 'paths' | 'pull'>,
  bots: AuditFile['bots'],
  people: People,
): boolean | undefined {
  const { commits, landing, paths, pull } = change;
  const by = pull === undefined ? landing.actor : pull.openedBy;
  const allowed = bots.filter(({ account }) => account === by?.id);
  if (by === null || allowed.length === 0) return false;
  const added = addsByHand(change);
  if (added === true) return false;
  const written = pull ?? { askedBy: null, commits, openedBy: landing.actor };
  const isAlone = (inDoubt: InDoubt): boolean => {
    const { accounts, unidentified } = authorsOf(written, people, inDoubt);
    return unidentified.length === 0 && [...accounts].every((account) => account === by.id);
  };
  if (!isAlone('for')) return false;
  if (!isAlone('against') || pull?.commitsCut === true || paths === null || added === undefined) return undefined;
  const globs = allowed.flatMap((bot) => bot.paths);
  return paths.every((path) => matchesPath(globs, path));
}
