import type { AuditedChange } from '../judge/change.ts';
import type { Header } from '../facts/line.ts';
import type { PullRequest } from '../facts/pull-request.ts';
import type { World } from '../judge/world.ts';
import { addsByHand } from './by-hand.ts';

/**
 * Whether a pull request only brings commits that landed on an audited branch already, or in another change of this landing: each
 * of those changes is judged where it landed first, so this one owes nothing again. Undefined where that cannot be told. Its head
 * was an audited branch of this repository, however it was merged. Or its own commits are merges that anybody could repeat: all
 * others that it brought belong to pull requests that were merged before. A person who pushes the merge by hand can add changes
 * that landed nowhere else.
 */
export function isPromotion(
  change: Pick<AuditedChange, 'commits' | 'landing' | 'pull'>,
  { header }: Pick<World, 'header'>,
): boolean | undefined {
  const { commits, pull } = change;
  if (pull === undefined) return false;
  const added = addsByHand(change);
  if (added === true) return false;
  if (promotesBranch(pull, header)) return added === undefined ? undefined : true;
  if (commits.some(({ mergeAlone, parents }) => parents.length < 2 || mergeAlone === false)) return false;
  return commits.every(({ mergeAlone }) => mergeAlone === true) ? true : undefined;
}

/** Whether it merged one audited branch of this repository into another. */
function promotesBranch(pull: PullRequest, { branches, repository }: Pick<Header, 'branches' | 'repository'>): boolean {
  const isOfHere = pull.from !== null && pull.from.toLowerCase() === repository?.toLowerCase();
  return isOfHere && pull.headBranch !== pull.base && branches.some(({ name }) => name === pull.headBranch);
}

/**
 * Whether a pull request merged one audited branch into another and added nothing: all of it was judged where it landed
 * before. Its merge is GitHub's own or one that git repeats, or it left the files of the first branch and nothing else.
 */
export function bringsNothing(
  change: Pick<AuditedChange, 'commits' | 'landing' | 'pull' | 'tip'>,
  { header }: Pick<World, 'header'>,
): boolean {
  const { landing, pull, tip } = change;
  if (pull === undefined || !promotesBranch(pull, header)) return false;
  if (isPromotion(change, { header }) === true) return true;
  const head = [...landing.commits, ...pull.commits].find(({ sha }) => sha === pull.head);
  return head?.tree === tip.tree;
}
