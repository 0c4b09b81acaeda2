import { auditGap, recordAltered } from '../rules/audit.ts';
import { given } from '../../text/index.ts';
import type { Account } from '../facts/account.ts';
import { partsOf, type Compared } from '../facts/finding.ts';
import type { AcceptedFact, LandingFact } from '../facts/line.ts';
import { mostDays, type Acceptance } from '../file/audit-file.ts';
import type { World } from '../population/world.ts';
import { isAmong, namesOf, signedAs } from '../reviews/authors.ts';
import { isReviewed, judgeFourEyes, standingReviews } from '../reviews/four-eyes.ts';
import { notApplicable, notTested, passed, type Lack, type Outcome } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import type { AcceptedBy, RuleResult } from './audit.ts';
import { gone } from './reported.ts';

type Entered =
  | { readonly kind: 'by-another' | 'by-author' | 'by-machine' }
  /** It cannot be known. */
  | { readonly kind: 'not-known'; readonly why: string }
  /** By its names in git it was, and the owners of the names are unknown. */
  | { readonly kind: 'by-names-alone'; readonly why: string };

const unasked = 'nobody checked who wrote and who approved';

/**
 * Holds the authors of an acceptance against those of the change that its finding is about. The writer of the entry may
 * name another person as its owner.
 * @param authors digests of the names of the change's authors
 * @param pushedBy the account that pushed the entry past the pull requests: a commit names whomever its author wants
 */
function enteredBy(
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
  // A squash is by all authors of its pull request, whatever names it has.
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
  // An author without a known account is not a machine.
  const writers = [
    pull?.openedBy,
    pull?.askedBy,
    pushedBy,
    ...commits.flatMap(({ author, coAuthors }) => [author, ...coAuthors].map(({ account }) => account ?? { kind: 'person' })),
  ];
  const isMachine = writers.every((writer) => writer === undefined || writer === null || writer.kind === 'bot');
  if (!isAuthor && !isUnclear && !isMachine) return { kind: 'by-another' };
  if (pull !== null && isApproved(pull, { authors, sha }, file)) return { kind: 'by-another' };
  if (isMachine && !isAuthor) return { kind: 'by-machine' };
  return isAuthor ? { kind: 'by-author' } : { kind: 'not-known', why: `not all commits of #${pull?.number} could be read` };
}

/** Whether a person who wrote neither the entry nor the change approved the entry as it was merged. */
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
    mergedAt: pull.mergedAt,
    approved: [...new Set(approvals.map(({ by: reviewer }) => reviewer?.login ?? gone))],
  };
}

type Sought =
  /** This audit looked at it, and found nothing. */
  | { readonly kind: 'judged' }
  /** It is, or may be, where this audit did not look: outside of its period only an earlier audit did. */
  | { readonly kind: 'elsewhere'; readonly why: string; readonly lack: Lack }
  | { readonly kind: 'nowhere'; readonly why: string };

const judged: Sought = { kind: 'judged' };

export interface Landed {
  add(fact: LandingFact): void;
  has(kind: string, id: string): boolean;
}

/** @param keys those that will be asked about: a landing holds far more subjects */
export function openLanded(keys: readonly string[]): Landed {
  const wanted = new Set(keys.map(partsOf).map(nameOf));
  const found = new Set<string>();
  return {
    add({ landing, pulls, trails }) {
      if (wanted.size === 0) return;
      const commits = [...landing.commits.map(({ sha }) => sha), ...landing.removed, landing.after ?? ''];
      const here = [
        ...commits.map((id) => ({ kind: 'commit', id })),
        ...pulls.map(({ number }) => ({ kind: 'pull-request', id: String(number) })),
        ...trails.map(({ name }) => ({ kind: 'trail', id: name })),
      ];
      for (const one of here.map(nameOf)) if (wanted.has(one)) found.add(one);
    },
    has: (kind, id) => found.has(nameOf({ kind, id })),
  };
}

function nameOf({ id, kind }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`;
}

function soughtFor(key: string, world: World, results: readonly RuleResult[], landed: Landed): Sought {
  const { id, kind, rule } = partsOf(key);
  if (!rules.some(({ name }) => name === rule)) return { kind: 'nowhere', why: `there is no rule ${rule}` };
  const told = results.find((one) => one.rule === rule);
  if (told?.result === 'not tested') return { kind: 'elsewhere', why: `${rule} was not tested`, lack: told.lack ?? 'answer' };
  const name = id.slice(0, 200);
  const here = (isHere: boolean, why: string): Sought => (isHere ? judged : { kind: 'elsewhere', why, lack: 'before' });
  const isUntold = (...sources: readonly string[]): boolean => world.untold.some(({ source }) => sources.includes(source));
  switch (kind) {
    case 'commit': {
      if (landed.has(kind, id)) return judged;
      const inClone = world.accepted.get(key)?.inClone;
      if (inClone === undefined) return judged;
      return inClone
        ? here(false, `commit ${name.slice(0, 12)} did not land in this period`)
        : { kind: 'nowhere', why: `the clone has no commit ${name}` };
    }
    case 'pull-request':
      return here(landed.has(kind, id), `#${name} did not land in this period`);
    case 'trail':
      return here(landed.has(kind, id), `no change of this period has a trail ${name}`);
    case 'artifact':
      return here(
        world.artifacts.some(({ fingerprint }) => fingerprint === id),
        `no change of this period has an artifact ${name.slice(0, 12)}`,
      );
    case 'deployment':
      return here(
        world.deployments.some((one) => one.id === id),
        `no deployment ${name} was in this period`,
      );
    case 'branch':
      return here(
        world.header.branches.some((one) => one.name === id),
        `branch ${name} is not audited`,
      );
    case 'tag': {
      const isThere = world.tags.some((one) => one.name === id) || world.releases.some(({ tag }) => tag === id);
      if (isThere || !isUntold('tags')) return isThere ? judged : { kind: 'nowhere', why: `there is no tag ${name}` };
      return { kind: 'elsewhere', why: 'nobody told which tags there are', lack: 'answer' };
    }
    case 'notification':
      return world.notifications.some((one) => one.name === id) ? judged : { kind: 'nowhere', why: `there is no notification ${name}` };
    case 'audit':
    case 'log':
      return judged;
    default:
      return { kind: 'nowhere', why: `${kind === '' ? 'the key' : kind} names nothing that a finding is about` };
  }
}

/** Findings of these rules cannot be accepted: they say that the audit itself cannot be trusted. */
const never: ReadonlySet<string> = new Set([recordAltered.name, auditGap.name]);

/** Only `accepted` takes anything away from what fails the job; each stays in every count. */
type Standing = 'accepted' | 'expired' | 'not-begun' | 'unused' | 'too-long' | 'not-acceptable';

export function standingOf({ since, until }: Acceptance, finding: Compared | undefined, now: string): Standing {
  if (!(Date.parse(until) - Date.parse(since) <= mostDays * 86_400_000)) return 'too-long';
  if (finding === undefined || finding.status === 'fixed') return 'unused';
  if (never.has(finding.rule)) return 'not-acceptable';
  if (Date.parse(since) > Date.parse(now)) return 'not-begun';
  return Date.parse(until) > Date.parse(now) ? 'accepted' : 'expired';
}

type Wrong = Exclude<Standing, 'accepted' | 'not-begun'> | 'own' | 'by-author' | 'by-machine' | 'nowhere';

const words: Readonly<Record<Wrong, { readonly said: string; readonly fix: string }>> = {
  expired: { said: 'is over', fix: 'Fix what it accepts, or accept it again, with a reason' },
  own: { said: 'is by an author of the change itself', fix: 'Have somebody accept it who wrote nothing of the change' },
  'by-author': {
    said: 'was written or pushed by an author of the change itself, and nobody else approved it',
    fix: 'Have somebody who wrote nothing of the change write the entry, or approve the pull request that brings it before it is merged',
  },
  'by-machine': {
    said: 'was written by a machine, and nobody approved it who wrote nothing of the change',
    fix: 'Have a person write the entry who wrote nothing of the change, or approve the pull request that brings it before it is merged',
  },
  unused: { said: 'accepts nothing that this audit found', fix: 'Take the entry out of the file' },
  nowhere: { said: 'accepts a finding about no such subject', fix: 'Copy the key from a report, or take the entry out of the file' },
  'too-long': { said: 'is for more than 90 days', fix: 'Choose an earlier end' },
  'not-acceptable': { said: 'accepts what nobody can accept', fix: 'Take the entry out of the file, and fix what it names' },
};

interface Looked {
  readonly complete: boolean;
  /** By key, with the authors of the changes that they are about. */
  readonly findings: ReadonlyMap<string, Compared>;
  readonly results: readonly RuleResult[];
  readonly landed: Landed;
  /** The people who brought each entry, by key, under their own names. */
  readonly entered: ReadonlyMap<string, AcceptedFact>;
  /** The account that pushed a commit with an entry past the pull requests, by its SHA. */
  readonly pushers: ReadonlyMap<string, Account>;
}

/**
 * The acceptances of the audit's file that count, by key, and the standing of each as an outcome of its rule. Only a
 * complete audit finds an unused one: another did not look everywhere. An acceptance for a change with unknown authors
 * does not count: an author may be its owner.
 */
export function judgeAcceptances(
  world: World,
  looked: Looked,
): { readonly counts: ReadonlyMap<string, Acceptance>; readonly outcomes: readonly Outcome[] } {
  const counts = new Map<string, Acceptance>();
  const outcomes = (world.file?.accepted ?? []).map((acceptance): Outcome => {
    const finding = looked.findings.get(acceptance.key);
    const standing = standingOf(acceptance, finding, world.header.at);
    // It counts from its day on: until then the finding stands, and nothing is wrong with the entry.
    if (standing === 'not-begun') return notApplicable;
    if (standing === 'unused') return finding === undefined ? judgeUnused(acceptance, world, looked) : findWrong(acceptance, 'unused');
    if (standing !== 'accepted') return findWrong(acceptance, standing);
    const { counts: isCounted, outcome } = accepted(acceptance, finding?.change ?? null, world, looked);
    if (isCounted) counts.set(acceptance.key, acceptance);
    return outcome;
  });
  return { counts, outcomes };
}

function accepted(
  acceptance: Acceptance,
  change: Compared['change'],
  world: World,
  { entered, pushers }: Looked,
): { readonly counts: boolean; readonly outcome: Outcome } {
  const { authors, sha } = change ?? { authors: [], sha: '' };
  const not = (outcome: Outcome) => ({ counts: false, outcome });
  if (authors === undefined)
    return not(notTested(`${sha.slice(0, 7)} landed before this period, and who wrote it is not known: the entry does not count`));
  if (isAmong(authors, sha, acceptance.owner)) return not(findWrong(acceptance, 'own'));
  const fact = entered.get(acceptance.key);
  const by = enteredBy(fact, { authors, sha }, pushers.get(fact?.commit ?? ''), world);
  switch (by.kind) {
    case 'by-author':
    case 'by-machine':
      return not(findWrong(acceptance, by.kind));
    case 'not-known':
      return not(notTested(`${entryOf(acceptance)}: ${by.why}; the entry does not count`));
    case 'by-names-alone':
      return { counts: true, outcome: notTested(`${entryOf(acceptance)}: ${by.why}`) };
    case 'by-another':
      return { counts: true, outcome: passed };
  }
}

/** An entry without an open finding: only where the audit looked can it say that there is none. */
function judgeUnused(acceptance: Acceptance, world: World, { complete, landed, results }: Looked): Outcome {
  const sought = soughtFor(acceptance.key, world, results, landed);
  if (sought.kind === 'elsewhere') return notTested(`${entryOf(acceptance)}: not judged here, because ${sought.why}`, sought.lack);
  if (sought.kind === 'nowhere') return findWrong(acceptance, 'nowhere', sought.why);
  return complete ? findWrong(acceptance, 'unused') : notTested('the audit is not complete: what it accepts may be there');
}

function findWrong(acceptance: Acceptance, standing: Wrong, why?: string): Outcome {
  const { key, owner, until } = acceptance;
  const { fix, said } = words[standing];
  const message = `The entry of ${owner} until ${until.slice(0, 10)}, for ${key}, ${said}${why === undefined ? '' : `: ${why}`}`;
  const severity = standing === 'unused' || standing === 'nowhere' ? { severity: 'low' as const } : {};
  return { kind: 'found', found: [{ subject: { kind: 'audit', id: key, url: null }, detail: standing, ...severity, message, fix }] };
}

function entryOf({ key, owner }: Acceptance): string {
  return `the entry of ${owner} for ${key}`;
}
