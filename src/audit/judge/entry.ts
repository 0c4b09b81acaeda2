import { given } from '../../text/index.ts';
import type { Account, Signature } from '../facts/account.ts';
import type { AcceptedFact } from '../facts/line.ts';
import { isAmong } from '../people/digests.ts';
import { namesOf, signedAs } from '../people/names.ts';
import { isReviewed, judgeFourEyes } from '../reviews/four-eyes.ts';
import { standingReviews } from '../reviews/standing.ts';
import type { AcceptedBy } from './audit.ts';
import { gone } from './reported.ts';
import type { World } from './world.ts';

/** Whether somebody else than the authors of a change took a finding about it upon themselves: by writing the entry, or by approving it. */
export type Entered =
  | { readonly kind: 'by-another' | 'by-author' | 'by-machine' }
  /** Nobody can say that it was. */
  | { readonly kind: 'not-known'; readonly why: string }
  /** By its names in git it was, and nobody told whose they are. */
  | { readonly kind: 'by-names-alone'; readonly why: string };

const unasked = 'nobody checked who wrote and who approved';

/**
 * Who entered an acceptance, held against the authors of the change that its finding is about. The person who writes the entry may name
 * another one as its owner.
 *
 * @param authors digests of the names of who wrote the change
 * @param pushedBy who pushed the entry past the pull requests: a commit names whomever its author wants
 */
export function enteredBy(
  fact: AcceptedFact | undefined,
  { authors, sha }: { readonly authors: readonly string[]; readonly sha: string },
  pushedBy: Account | undefined,
  { file, untold }: Pick<World, 'file' | 'untold'>,
): Entered {
  if (authors.length === 0) return { kind: 'by-another' };
  if (fact?.by === undefined) return { kind: 'not-known', why: 'nobody collected who wrote it' };
  if (fact.by === null) return { kind: 'not-known', why: 'git cannot tell who wrote it' };
  const { by, pull } = fact;
  const people = file?.people ?? new Map<string, number>();
  const isOfPull = pull?.commits.some(({ sha: own }) => own === by.sha) === true;
  // A squash is by all who wrote its pull request, whomever it names.
  const commits = pull === null || isOfPull ? [by] : pull.commits;
  const opened = pull === null ? undefined : { ...pull, commits: [] };
  const names = [...namesOf({ commits, pull: opened }, people), ...(pushedBy === undefined ? [] : [pushedBy.login])];
  const isAuthor = names.some((name) => isAmong(authors, sha, name));
  const silent = untold.find(({ source }) => source === 'pull-requests');
  if (silent !== undefined)
    return isAuthor
      ? { kind: 'not-known', why: `an author of the change wrote it, and ${unasked} it: ${silent.why}` }
      : { kind: 'by-names-alone', why: `${unasked} it: ${silent.why}` };
  const isUnclear = pull !== null && pull.commitsCut && !isOfPull;
  const writers = [
    pull?.openedBy,
    pull?.askedBy,
    pushedBy,
    ...commits.flatMap(({ author, coAuthors }) => [author, ...coAuthors].map(asWriter)),
  ];
  const isMachine = writers.every((writer) => writer === undefined || writer === null || writer.kind === 'bot');
  if (!isAuthor && !isUnclear && !isMachine) return { kind: 'by-another' };
  if (pull !== null && isApproved(pull, { authors, sha }, file)) return { kind: 'by-another' };
  if (isMachine && !isAuthor) return { kind: 'by-machine' };
  return isAuthor ? { kind: 'by-author' } : { kind: 'not-known', why: `not all commits of #${pull?.number} could be read` };
}

/** Somebody without an account that is known is no machine. */
function asWriter({ account }: Signature): Pick<Account, 'kind'> {
  return account ?? { kind: 'person' };
}

/** Whether somebody approved the entry as it was merged who wrote neither it nor the change. */
function isApproved(
  pull: NonNullable<AcceptedFact['pull']>,
  { authors, sha }: { readonly authors: readonly string[]; readonly sha: string },
  file: World['file'],
): boolean {
  const machines = new Set((file?.bots ?? []).map(({ account }) => account));
  const judged = judgeFourEyes(pull, file?.people ?? new Map(), pull.mergedAt, machines);
  const said = judged.against ?? judged.for;
  return isReviewed(said) && said.by.some(({ by }) => by !== null && !isAmong(authors, sha, by.login));
}

/** The people who let the entry for a finding into the audit's file; undefined where git cannot tell. */
export function acceptedBy(key: string, { accepted, untold }: Pick<World, 'accepted' | 'untold'>): AcceptedBy | undefined {
  const fact = accepted.get(key);
  if (fact === undefined || fact.commit === null) return undefined;
  const { by, commit, pull, reworded } = fact;
  const wrote = {
    commit,
    ...given({
      author: by === undefined || by === null ? undefined : signedAs(by.author),
      reworded: reworded === undefined ? undefined : { commit: reworded.sha, author: signedAs(reworded.author) },
    }),
  };
  if (pull === null) {
    const isTold = !untold.some(({ source }) => source === 'pull-requests');
    return { ...wrote, pull, merged: null, approved: isTold ? [] : null };
  }
  const approvals = standingReviews(pull).filter(({ said }) => said === 'APPROVED');
  return {
    ...wrote,
    pull: { number: pull.number, url: pull.url },
    merged: pull.mergedBy?.login ?? gone,
    approved: [...new Set(approvals.map(({ by: reviewer }) => reviewer?.login ?? gone))],
  };
}
