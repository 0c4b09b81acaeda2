import { count, given } from '../../text/index.ts';
import type { Header, LandingFact } from '../facts/line.ts';
import { commitSubject, named, short, when, who } from './words.ts';
import { found, notTested, passed, type LandingRule, type Outcome } from './rule.ts';

export const historyRewritten: LandingRule = {
  name: 'history-rewritten',
  about: 'landing',
  text: 'No commit that landed on an audited branch is taken away again.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Forbid force pushes and deletions by a rule of the branch, and find out whether what was taken away had been deployed. A change is undone by a revert.',
  needs: ['landings'],
  *judge({ landing }, { header }) {
    const { actor, after, at, before, branch, kind, removed } = landing;
    const subject = commitSubject(after ?? before ?? landing.id, header);
    if (landing.deleted !== undefined) yield* madeAgain(landing, landing.deleted, header);
    else if (removed.length > 0) {
      const moved = `${who(actor)} moved ${branch} by force${before === null ? '' : ` from ${short(before)}`}${after === null ? '' : ` to ${short(after)}`}${when(at)}`;
      const message = `${moved}, and took away ${commitsOf(removed)}: ${named(removed.map(short))}.`;
      // The commit before tells it from another force push to the same commit: who accepts one accepts no other.
      yield found({ subject, ...given({ detail: before ?? undefined }), at, message });
    } else if (kind === 'force-push') yield notTested(`git no longer has what a force push took away from ${branch}${when(at)}`);
    // Git alone sees a branch as it is, and nothing of what it was.
    else if (kind === 'unknown') yield notTested(`nobody can tell whether ${branch} was moved by force`);
    else yield passed;
  },
};

/** A branch that was deleted and created again: it lost what it does not hold since. If another one holds that now, it was moved there. */
function* madeAgain(
  { actor, after, at, branch, elsewhere, removed }: LandingFact['landing'],
  { at: deletedAt, by, from }: NonNullable<LandingFact['landing']['deleted']>,
  header: Header,
): Generator<Outcome> {
  if (elsewhere === undefined) return yield notTested(`git no longer has what ${branch} was at before it was deleted${when(deletedAt)}`);
  if (removed.length === 0) return yield passed;
  const again = `${who(by)} deleted ${branch} at ${short(from)}${when(deletedAt)}, and ${who(actor)} created it again at ${short(after ?? '')}${when(at)}`;
  const moved = new Set(elsewhere.flatMap(({ commits }) => commits));
  const taken = removed.filter((sha) => !moved.has(sha));
  const about = { subject: commitSubject(after ?? from, header), at };
  if (taken.length > 0)
    yield found({ ...about, detail: from, message: `${again}. This took away ${commitsOf(taken)}: ${named(taken.map(short))}.` });
  if (moved.size > 0) {
    const shas = removed.filter((sha) => moved.has(sha));
    const message = `${again}. It no longer holds ${commitsOf(shas)}, which ${named(elsewhere.map(({ ref }) => refWords(ref)))} ${elsewhere.length === 1 ? 'holds' : 'hold'} now: ${named(shas.map(short))}.`;
    yield found({ ...about, detail: `${from} moved`, severity: 'low', message });
  }
}

function commitsOf(shas: readonly string[]): string {
  return shas.length === 1 ? 'one commit' : count(shas.length, 'commit');
}

function refWords(ref: string): string {
  return ref.replace(/^refs\/heads\//, 'the branch ').replace(/^refs\/tags\//, 'the tag ');
}
