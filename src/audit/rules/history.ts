import { count, given, isWithin } from '../../text/index.ts';
import { isMergeQueue } from '../facts/account.ts';
import { isMerged, type Landing } from '../facts/landing.ts';
import type { Header, LandingFact } from '../facts/line.ts';
import type { Previous } from '../facts/previous.ts';
import type { Tag } from '../facts/shipped.ts';
import type { World } from '../population/world.ts';
import { peopleFor } from '../reviews/authors.ts';
import { isAllowedBot } from '../reviews/owed-review.ts';
import { found, notApplicable, notTested, passed } from './rule.ts';
import type { ChangeRule, LandingRule, Outcome, WorldRule, Rule } from './rule.ts';
import { commitSubject, foundIn, named, short, when, who } from './words.ts';

export const pushedDirectly: ChangeRule = {
  name: 'pushed-directly',
  about: 'change',
  text: 'What lands on an audited branch comes by a pull request.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Have the commits reviewed now, and require a pull request by a rule of the branch that nobody can bypass. An account of a machine that must push is named under `bots`, with its paths.',
  needs: ['landings', 'pull-requests', 'paths'],
  judge(change, world) {
    const { commits, excluded, file, landing, pull, tip } = change;
    if (excluded !== undefined || landing.kind === 'deletion' || (pull === undefined && landing.beginning === true)) return notApplicable;
    if (pull !== undefined) return passed;
    if (isUntoldBeginning(landing, world))
      return notTested(`nobody can tell whether ${landing.branch} began with what another branch had before`);
    if (landing.kind === 'unknown') return notTested(`nobody can tell how ${landing.branch} came to ${short(tip.sha)}`);
    // It merges pull requests and pushes nothing of its own: a missing pull request does not make it a direct push.
    if (isMerged(landing) || isMergeQueue(landing.actor))
      return notTested(`GitHub merged ${short(tip.sha)} to ${landing.branch} and names no pull request for it`);
    const allowed = isAllowedBot(change, file?.bots ?? [], peopleFor(change, world));
    if (allowed === true) return passed;
    if (allowed === undefined) return notTested(`nobody can tell whether ${short(tip.sha)} is of an allowed bot alone`);
    const shas = named(commits.map(({ sha }) => short(sha)));
    const message =
      landing.kind === 'creation'
        ? `${who(landing.actor)} began ${landing.branch} with ${shas}${when(landing.at)}, which neither the default branch of now nor another audited one had then, and without a pull request.`
        : `${who(landing.actor)} pushed ${shas} to ${landing.branch}${when(landing.at)} without a pull request.`;
    return found({ subject: commitSubject(landing.after ?? tip.sha, world.header), change: foundIn(change), message });
  },
};

/** Earlier programs did not collect whether a branch had existed before: there the very first commits may be a beginning. */
function isUntoldBeginning({ beginning, branch, commits, kind }: Landing, { header }: World): boolean {
  const isFirst = branch === header.branches[0]?.name && commits.some(({ parents }) => parents.length === 0);
  return kind === 'creation' && beginning === undefined && isFirst;
}

export const historyReplaced: WorldRule = {
  name: 'history-replaced',
  about: 'world',
  text: 'A branch still holds what the last complete audit ended with, where git alone is asked.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Find out what was taken away, and whether it had been deployed. Forbid force pushes by a rule of the branch. A change is undone by a revert.',
  needs: ['previous'],
  *judge({ header }): Generator<Outcome> {
    // Its time is unknown. The next audit does not look at the time before it began, and keeps the finding.
    const at = header.period.since;
    for (const { after, lost, name } of header.branches) {
      if (after === undefined) yield notApplicable;
      else if (lost === undefined) yield passed;
      else {
        const what =
          lost === null
            ? 'The clone does not have it, so that nobody can tell what was taken away, and which commits of an older date came in its place.'
            : `${lostCommits(lost)}.`;
        const message = `${name} does not hold ${short(after)}, which the last complete audit ended with: it was moved by force, and git does not tell who did it, or when. ${what}`;
        yield found({ subject: commitSubject(after, header), detail: name, at, message });
      }
    }
  },
};

function lostCommits(lost: readonly string[]): string {
  return `${lost.length === 1 ? 'One commit was' : `${lost.length} commits were`} taken away: ${named(lost.map(short))}`;
}

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
      const message = `${moved}, and took away ${countCommits(removed)}: ${named(removed.map(short))}.`;
      // The commit before tells it from another force push to the same commit: accepting one does not accept the other.
      yield found({ subject, ...given({ detail: before ?? undefined }), at, message });
    } else if (kind === 'force-push') yield notTested(`git no longer has what a force push took away from ${branch}${when(at)}`);
    // Git alone sees a branch as it is, and nothing of what it was.
    else if (kind === 'unknown') yield notTested(`nobody can tell whether ${branch} was moved by force`);
    else yield passed;
  },
};

/** A branch that was deleted and created again lost what it does not hold since. If another one holds that now, it was moved there. */
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
    yield found({ ...about, detail: from, message: `${again}. This took away ${countCommits(taken)}: ${named(taken.map(short))}.` });
  if (moved.size > 0) {
    const shas = removed.filter((sha) => moved.has(sha));
    const message = `${again}. It no longer holds ${countCommits(shas)}, which ${named(elsewhere.map(({ ref }) => refWords(ref)))} ${elsewhere.length === 1 ? 'holds' : 'hold'} now: ${named(shas.map(short))}.`;
    yield found({ ...about, detail: `${from} moved`, severity: 'low', message });
  }
}

function countCommits(shas: readonly string[]): string {
  return shas.length === 1 ? 'one commit' : count(shas.length, 'commit');
}

function refWords(ref: string): string {
  return ref.replace(/^refs\/heads\//, 'the branch ').replace(/^refs\/tags\//, 'the tag ');
}

export const tagMoved: WorldRule = {
  name: 'tag-moved',
  about: 'world',
  text: 'A tag stands for the commit that it was made for.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Forbid updates of tags by a rule, and release again under a new one. Whoever took the tag must be told which commit it stands for.',
  needs: ['tags'],
  *judge({ header, previous, tags }) {
    for (const tag of tags) {
      const { name, told = false, url } = tag;
      // Without a moment, the audit before saw the tag: since then is within the period.
      const moves = movesOf(tag, previous).filter(({ at, from, to }) => from !== to && (at === null || isWithin(at, header.period)));
      const last = moves.at(-1);
      if (last === undefined) {
        yield told || knownBefore(name, previous) !== undefined ? passed : notTested(notKnown, 'before');
        continue;
      }
      const by = last.at === null && last.by === null ? 'Somebody' : who(last.by);
      const times = moves.length === 1 ? '' : `, the last of ${moves.length} times`;
      const message = `${by} moved the tag ${name} from ${short(last.from)} to ${short(last.to)}${when(last.at)}${times}.`;
      // Accepting this move does not accept a later one.
      yield found({ subject: { kind: 'tag', id: name, url }, detail: last.to, at: last.at ?? header.at, message });
    }
  },
};

const notKnown = 'GitHub does not tell the updates of a tag, and no audit before this one saw it';

function knownBefore(name: string, previous: Previous | null): string | undefined {
  return previous !== null && Object.hasOwn(previous.tags, name) ? previous.tags[name] : undefined;
}

/** Without updates from GitHub, the audit before may have seen the tag elsewhere. */
function movesOf({ moved, name, sha }: Tag, previous: Previous | null): Tag['moved'] {
  const from = knownBefore(name, previous);
  return moved.length > 0 || from === undefined ? moved : [{ from, to: sha, at: null, by: null }];
}

/** In the order of the reports. */
export const historyRules: readonly Rule[] = [pushedDirectly, historyReplaced, historyRewritten, tagMoved];
