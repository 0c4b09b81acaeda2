import type { AuditFile } from '../file/audit-file.ts';
import { matchesPath } from '../file/globs.ts';
import type { People } from '../people/identity.ts';
import type { AuditedChange } from '../judge/change.ts';
import { addsByHand } from './by-hand.ts';
import { authorsOf, type Authors, type InDoubt } from './authors.ts';

type Made = Pick<AuditedChange, 'commits' | 'landing' | 'paths' | 'pull'>;

/**
 * Whether the audit's file lets an account make such a change without a person: nobody else wrote a part of it, and all of
 * its paths are that account's. Undefined where that cannot be told.
 *
 * A commit's author is a claim, so that it must be the account's own pull request, or its own push.
 */
export function isAllowedBot(change: Made, bots: AuditFile['bots'], people: People): boolean | undefined {
  const { landing, paths, pull } = change;
  const by = pull === undefined ? landing.actor : pull.openedBy;
  const allowed = bots.filter(({ account }) => account === by?.id);
  if (by === null || allowed.length === 0) return false;
  const added = addsByHand(change);
  if (added === true) return false;
  const alone = (inDoubt: InDoubt): boolean => isAlone(by.id, writersOf(change, people, inDoubt));
  if (!alone('for')) return false;
  if (!alone('against') || pull?.commitsCut === true || paths === null || added === undefined) return undefined;
  const globs = allowed.flatMap((bot) => bot.paths);
  return paths.every((path) => matchesPath(globs, path));
}

function isAlone(account: number, { accounts, unidentified }: Authors): boolean {
  return unidentified.length === 0 && [...accounts].every((each) => each === account);
}

function writersOf({ commits, landing, pull }: Made, people: People, inDoubt: InDoubt): Authors {
  return authorsOf(pull ?? { askedBy: null, commits, openedBy: landing.actor }, people, inDoubt);
}
