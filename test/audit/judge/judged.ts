import type { Landing, PullRequest } from '../../../src/audit/facts/landing.ts';
import type { AcceptedFact, Header, LandingFact, Line } from '../../../src/audit/facts/line.ts';
import type { Previous } from '../../../src/audit/facts/previous.ts';
import type { Audit } from '../../../src/audit/judge/audit.ts';
import { judgeAudit } from '../../../src/audit/judge/judge-audit.ts';
import { world } from '../reports/sample.ts';
import { at, carol, commit, landing as landingOf, sha, signed } from '../reviews/pull.ts';
import { heldSpool } from './held-spool.ts';

/** An audit of 2026-11-02 with nothing before it. */
export const header: Header = {
  ...world.header,
  branches: [{ name: 'main', tip: sha('t') }],
  period: { since: at('00:00'), until: '2026-11-03T00:00:00Z', sinceSha: null, by: 'landing' },
  at: '2026-11-03T00:00:00Z',
  flows: [],
  file: null,
};

export const auditFile = (text: string): Line => ({ kind: 'file', digest: 'the file', text });

/** A landing at noon that brought `t`. */
/** Carol wrote the entry of this key. */
export function enteredByCarol(key: string): AcceptedFact {
  const by = commit('f', { author: signed(carol), committer: signed(carol) });
  return { kind: 'accepted', key, commit: sha('f'), by, pull: null };
}

export function landed(more: Partial<Omit<LandingFact, 'landing'>> & { readonly landing?: Partial<Landing> } = {}): LandingFact {
  const commits = more.landing?.commits ?? [commit('t')];
  const { landing = {}, pulls = [], ...rest } = more;
  return {
    kind: 'landing',
    landing: landingOf({ id: '1', after: commits.at(-1)?.sha ?? null, commits, ...landing }),
    pulls,
    pullsOf: Object.fromEntries(commits.map((each) => [each.sha, pulls.map(({ number }: PullRequest) => number)])),
    paths: { '': ['src/a'], ...Object.fromEntries(pulls.map(({ number }) => [number, ['src/a']])) },
    file: null,
    workflows: null,
    trails: [],
    trees: {},
    ...rest,
  };
}

export interface Judged {
  readonly lines: readonly Line[];
  readonly header?: Partial<Header>;
  readonly previous?: Previous | null;
  readonly people?: 'login' | 'pseudonym';
}

export async function judged({ header: more = {}, lines, people = 'login', previous = null }: Judged): Promise<Audit> {
  const end: Line = { kind: 'end', counts: {}, trailsElsewhere: 0 };
  async function* file(): AsyncGenerator<Line> {
    yield { ...header, ...more };
    yield* lines;
    yield end;
  }
  return judgeAudit(file, { previous, people, spool: heldSpool() });
}

/** The part of an audit's report that the next audit reads. */
export function previousOf({ complete, findings, world: { header: of } }: Audit): Previous {
  return {
    about: { repository: of.repository, repositoryId: of.repositoryId ?? null, serverUrl: of.serverUrl, org: of.service?.org ?? null },
    complete,
    since: of.period.since,
    until: of.period.until,
    completeUntil: complete ? of.period.until : null,
    completeTips: {},
    findings: findings.filter(({ status }) => status !== 'fixed'),
    flows: of.flows,
    branches: of.branches.map(({ name }) => name),
    tags: {},
    head: null,
    digest: 'previous',
  };
}
