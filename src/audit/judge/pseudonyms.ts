import { given } from '../../text/index.ts';
import { accountOf, accountsOf, isGitHub, isWebFlow, type Account, type People, type Signature } from '../facts/account.ts';
import type { BranchRules, CommitChecks } from '../facts/check.ts';
import type { Commit, Landing, PullRequest } from '../facts/landing.ts';
import type { LandingFact, Line } from '../facts/line.ts';
import type { LogFact } from '../facts/log.ts';
import type { Approval } from '../facts/shipped.ts';
import { plain, readingsOf, spellings } from '../reviews/authors.ts';

/** The bearer of a name: a person by a key without meaning, an App by its own name. */
type Named = { readonly kind: 'person'; readonly key: string } | { readonly kind: 'bot'; readonly login: string };

type Aliases = ReadonlyMap<string, Named>;

/** The number of the account, else the address. */
function keyOf(signature: Signature, people: People): string {
  const id = accountOf(signature, people);
  return id === undefined ? signature.email.toLowerCase() : String(id);
}

export async function readAliases(lines: AsyncIterable<Line>, people: People): Promise<Aliases> {
  const logins = new Map<string, Named>();
  const addresses = new Map<string, Named>([...people].map(([address, id]) => [address, { kind: 'person', key: String(id) }]));
  const names = new Map<string, Named>();
  const add = (to: Map<string, Named>, text: string, named: Named): void => {
    if (!to.has(plain(text))) to.set(plain(text), named);
  };
  for await (const line of lines) {
    if (line.kind !== 'landing') continue;
    for (const account of accountsIn(line)) add(logins, account.login, namedBy(account));
    for (const signature of signaturesIn(line)) {
      const { account, email } = signature;
      const named = account?.kind === 'bot' ? namedBy(account) : ({ kind: 'person', key: keyOf(signature, people) } as const);
      add(addresses, email, named);
      for (const text of spellings(signature)) add(names, text, named);
    }
  }
  return new Map([...names, ...addresses, ...logins]);
}

function namedBy({ id, kind, login }: Account): Named {
  return kind === 'bot' ? { kind, login } : { kind, key: String(id) };
}

function signaturesIn({ landing, pulls }: LandingFact): readonly Signature[] {
  return [...landing.commits, ...pulls.flatMap(({ commits }) => commits)]
    .flatMap(({ author, coAuthors, committer }) => [author, committer, ...coAuthors])
    .filter(({ account }) => !isWebFlow(account));
}

function accountsIn(fact: LandingFact): readonly Account[] {
  const ofPulls = fact.pulls.flatMap(({ askedBy, mergedBy, openedBy, reviews }) => [
    openedBy,
    askedBy,
    mergedBy,
    ...reviews.map(({ by }) => by),
  ]);
  return [fact.landing.actor, fact.landing.deleted?.by ?? null, ...ofPulls, ...signaturesIn(fact).map(({ account }) => account)].filter(
    (account) => account !== null,
  );
}

/** The accounts that set statuses. */
function withoutSetters(checks: CommitChecks, account: <Given extends Account | null>(given: Given) => Given): CommitChecks {
  return { ...checks, statuses: checks.statuses.map((status) => ({ ...status, by: account(status.by) })) };
}

function withoutBypassers({ bypasses, ...line }: BranchRules, account: (of: Account | null) => Account | null): BranchRules {
  return {
    ...line,
    ...given({ bypasses: bypasses && { ...bypasses, found: bypasses.found.map((one) => ({ ...one, by: account(one.by) })) } }),
  };
}

function withoutHolders({ holders, ...line }: LogFact, nameOf: (name: string) => string): LogFact {
  return { ...line, ...given({ holders: holders?.map(({ at, by, user }) => ({ user: nameOf(user), by: nameOf(by), at })) }) };
}

function withoutApprovers(approval: Approval & { readonly kind: 'approval' }, nameOf: (name: string) => string) {
  const approvers = approval.approvers.map((approver) => ({ ...approver, name: nameOf(approver.name) }));
  return { ...approval, by: approval.by === null ? null : nameOf(approval.by), approvers };
}

/**
 * Gives each person a name without meaning, by the order in which they appear: the same file gives the same names. Apps
 * keep theirs. An address becomes its account first, because afterwards its owner could not be found.
 * @param people the addresses that the audit's file knows
 * @param aliases of the names that the service may have
 */
export function openPseudonyms(people: People, aliases: Aliases): (line: Line) => Line {
  const names = new Map<string, string>();
  const nameOf = (key: string): string => {
    const known = names.get(key) ?? `person-${names.size + 1}`;
    names.set(key, known);
    return known;
  };
  // An author under a name of the service is still the same person: this decides about overrides and approvals.
  const serviceName = (name: string): string => {
    const known = readingsOf(name).flatMap((text) => aliases.get(text) ?? [])[0];
    return known === undefined ? nameOf(`service:${name}`) : known.kind === 'bot' ? known.login : nameOf(known.key);
  };
  const account = <Given extends Account | null>(given: Given): Given =>
    given === null || given.kind === 'bot' || isWebFlow(given) ? given : { ...given, login: nameOf(String(given.id)) };
  const signature = (given: Signature): Signature => {
    if (isGitHub(given)) return given;
    if (given.account?.kind === 'bot') return { ...given, email: '' };
    const id = accountOf(given, people);
    const name = nameOf(keyOf(given, people));
    return { name, email: '', account: id === undefined ? null : { id, login: name, kind: 'person' } };
  };
  // Without its address a signature loses the second account that it may stand for.
  const second = (given: Signature): readonly Signature[] =>
    given.account === null || given.account.kind === 'bot'
      ? []
      : accountsOf(given, people)
          .slice(1)
          .map((id): Signature => ({ name: nameOf(String(id)), email: '', account: { id, login: nameOf(String(id)), kind: 'person' } }));
  const commit = (given: Commit): Commit => ({
    ...given,
    author: signature(given.author),
    committer: signature(given.committer),
    coAuthors: [...given.coAuthors.map(signature), ...[given.author, given.committer, ...given.coAuthors].flatMap(second)],
  });
  const pull = (given: PullRequest): PullRequest => ({
    ...given,
    openedBy: account(given.openedBy),
    askedBy: account(given.askedBy),
    mergedBy: account(given.mergedBy),
    labels: given.labels.map((label) => ({ ...label, by: account(label.by) })),
    commits: given.commits.map(commit),
    reviews: given.reviews.map((review) => ({ ...review, by: account(review.by) })),
  });
  const updated = ({ actor, commits, deleted, ...rest }: Landing): Landing => ({
    ...rest,
    actor: account(actor),
    commits: commits.map(commit),
    ...given({ deleted: deleted === undefined ? undefined : { ...deleted, by: account(deleted.by) } }),
  });
  const landing = (fact: LandingFact): LandingFact => ({
    ...fact,
    landing: updated(fact.landing),
    pulls: fact.pulls.map(pull),
    trails: fact.trails.map((trail) => ({
      ...trail,
      records: trail.records.map((record) => ({ ...record, by: record.by === null ? null : serviceName(record.by) })),
    })),
    ...given({ checks: fact.checks?.map((each) => withoutSetters(each, account)) }),
  });
  return (line) => {
    switch (line.kind) {
      case 'landing':
        return landing(line);
      case 'accepted':
        return {
          ...line,
          pull: line.pull && pull(line.pull),
          ...given({ by: line.by && commit(line.by), reworded: line.reworded && commit(line.reworded) }),
        };
      case 'deployment':
        return { ...line, by: account(line.by), ...given({ reviews: line.reviews?.map((one) => ({ ...one, by: account(one.by) })) }) };
      case 'release':
        return { ...line, by: account(line.by) };
      case 'tag':
        return { ...line, moved: line.moved.map((move) => ({ ...move, by: account(move.by) })) };
      case 'approval':
        return withoutApprovers(line, serviceName);
      case 'branch-rules':
        return withoutBypassers(line, account);
      case 'log':
        return withoutHolders(line, serviceName);
      case 'artifact':
      case 'audit':
      case 'end':
      case 'file':
      case 'flow':
      case 'hole':
      case 'notification':
      case 'query':
      case 'ruleset-export':
      case 'total':
      case 'record':
      case 'attached':
      case 'answer':
      case 'untold':
      case 'witness':
      case 'workflows':
        return line;
    }
  };
}
