import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { AuditHole, GitHubPort, Header, KeptHead, Past, PlannedAudit, Previous, RulesetExport } from '../../audit/index.ts';
import type { Call, Deadline } from '../../client/index.ts';
import { TransportError, wrongUse } from '../../errors/index.ts';
import { readNamedText } from '../../files/index.ts';
import type { AuditSources, ConnectionSettings } from '../../options/index.ts';
import { minuteOf } from '../../presentation/index.ts';
import { count, given as definedIn, grouped, list, orNothing, userAgent, version } from '../../text/index.ts';
import { buildUrlOf } from '../run/commit.ts';
import { withGitHub } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import type { Viewed } from '../run/result.ts';
import { endingLines, type KnownGap } from './ending-lines.ts';
import { writeWhole } from './named-files.ts';
import type { Asked, Asking, AuditParts, LogAsked } from './parts.ts';
import { refuseOther } from './previous.ts';
import { programDigest } from './verifying.ts';

/** By the word of this machine. */
async function ranByHere({ event, program }: RunContext, githubToken: string | undefined): Promise<NonNullable<Header['ranBy']>> {
  const commit =
    program === undefined
      ? null
      : await readFile(join(program, 'commit.txt'), 'utf8').then(
          (text) => text.trim(),
          () => null,
        );
  const about = { commit, githubToken: githubToken === undefined ? null : kindOf(githubToken) };
  // A machine need not have a name for the user, as in a container.
  const name = orNothing(() => userInfo().username) ?? null;
  return event.runId === undefined ? { kind: 'person', name, ...about } : { kind: 'job', name: event.actor ?? null, ...about };
}

/**
 * A job's own token and that of an app begin alike:
 * https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats
 */
function kindOf(token: string): 'app' | 'person' | 'unknown' {
  if (token.startsWith('ghs_')) return 'app';
  return /^(?:ghp_|github_pat_|gho_|ghu_)/.test(token) ? 'person' : 'unknown';
}

/** A service as it was at a moment, ready to be asked. */
interface AskedPast extends Pick<Past, 'asOf' | 'query'> {
  readonly call: Call;
  readonly holes: readonly AuditHole[];
}

/**
 * Lets work ask the service as it was at a moment: one of our own on this machine, into which the records were replayed.
 * @throws {UsageError} where the moment is in the future, or the service cannot say what it was then
 */
async function withPast<Outcome>(
  at: string,
  connection: ConnectionSettings,
  call: Call,
  context: RunContext,
  parts: Pick<AuditParts, 'past' | 'withService'>,
  work: (past: AskedPast) => Promise<Outcome>,
): Promise<Outcome> {
  const { openReplay, report } = context;
  if (openReplay === undefined) throw new Error('as-of was read where no service can be replayed');
  report({ kind: 'info', message: `Replaying the records of the service up to ${at}` });
  const tell = (message: string): void => report({ kind: 'progress', message });
  const publicUrl = connection.baseUrl.href.replace(/\/api\/v2\/?$/, '');
  const { asOf, holes, query, service } = await parts.past({ call, org: connection.org, openReplay, at, publicUrl, report: tell });
  try {
    const address = { baseUrl: new URL('/api/v2', service.url), timeout: connection.timeout, token: service.token };
    // No proxy: it listens on this machine.
    return await parts.withService(address, 0, { ...context, network: {} }, (own) =>
      work({ asOf, holes, query, call: { ...own, deadline: call.deadline } }),
    );
  } finally {
    await service.close();
  }
}

export function refuseFuture(at: string, now: Date): void {
  if (Date.parse(at) > now.getTime()) throw wrongUse(`as-of is in the future: ${at}`, 'Leave it out: the facts are those of now then');
}

/** The parts of an audit that are settled before the first request. */
export interface Settled {
  readonly period: Pick<Asked, 'earlier' | 'since' | 'until'>;
  readonly repository: string | undefined;
  /** The clone, where it is not the directory of the run. */
  readonly clone?: string;
  /** The text of the file with more checks that changes owe. */
  readonly demand?: string;
  readonly rulesets?: RulesetExport;
  readonly now: Date;
  readonly log: LogAsked;
  /** A file for GitHub's answers; null: no package was asked for. */
  readonly answers: string | null;
  readonly witnesses: readonly KeptHead[];
  readonly gaps: readonly KnownGap[];
  /** It must be of the same repository and organization; null: there is none. */
  readonly before: { readonly previous: Previous; readonly earlierName: string | undefined } | null;
}

export function sourcesIn({ connection, githubToken }: Pick<AuditSources, 'connection' | 'githubToken'>): string {
  return list(['git', ...(githubToken === undefined ? [] : ['GitHub']), ...(connection === undefined ? [] : ['the service'])]);
}

/** Asks git, GitHub and the service, and writes their answers into a file. A question without an answer is a hole in it. */
export function collectInto(path: string, sources: AuditSources, settled: Settled, context: RunContext, parts: AuditParts): Promise<void> {
  const { report } = context;
  return withSources(sources, settled, context, parts, (asked, asking) =>
    writeWhole(path, parts.lineTexts(endingLines(parts.collect(asked, asking), [...settled.gaps, ...asking.holes], report))),
  );
}

export async function withSources<Outcome>(
  sources: AuditSources,
  { answers, before, clone, demand, log, now, period, repository, rulesets, witnesses }: Settled,
  context: RunContext,
  parts: Pick<AuditParts, 'rulesets' | 'openAnswers' | 'openSpool' | 'github' | 'past' | 'startDeadline' | 'withService'>,
  work: (asked: Asked, asking: Asking) => Promise<Outcome>,
): Promise<Outcome> {
  const { asOf, connection, githubToken, timeout } = sources;
  const { clock, directory, event, interrupt, report } = context;
  const asked = {
    ...(await askedOf(sources, { now, period, repository }, context)),
    ...definedIn({ demand, rulesets: rulesets ?? readExport(sources, directory, parts) }),
  };
  const kept = answers === null ? null : parts.openAnswers(parts.openSpool(answers));
  const headBefore = before?.previous.head ?? null;
  const asking = { directory: clone ?? directory, log, answers: kept, headBefore, witnesses, report, holes: [] };
  if (connection === undefined) return withRepository(asked, { ...asking, service: null }, parts.startDeadline(timeout, interrupt, clock));
  return parts.withService(connection, 0, context, async (call) => {
    const service = { call, org: connection.org, url: connection.baseUrl.href };
    if (asOf === undefined) return withRepository(asked, { ...asking, service }, call.deadline);
    return withPast(asOf, connection, call, context, parts, (past) =>
      withRepository(
        { ...asked, asOf: past.asOf },
        { ...asking, service: { ...service, call: past.call, files: call, past: past.query }, holes: past.holes },
        call.deadline,
      ),
    );
  });

  /** With GitHub too, where there is a token. */
  async function withRepository(question: Asked, asking: Omit<Asking, 'github' | 'fetchFrom'>, { signal }: Deadline): Promise<Outcome> {
    if (githubToken === undefined || repository === undefined) return ofRepository(question, { ...asking, github: null, fetchFrom: null });
    return withGitHub(githubToken, repository, context, (access) =>
      ofRepository(question, {
        ...asking,
        github: parts.github({
          ...access,
          signal,
          timeLimit: timeout,
          report: (message) => report({ kind: 'progress', message }),
          ...keepIn(asking.answers, context.secrets),
        }),
        fetchFrom: { url: `${event.serverUrl}/${repository}`, authorization: basicOf(githubToken) },
      }),
    );
  }

  /** The audit before is read first, because it decides where this one begins. */
  async function ofRepository(question: Asked, asking: Asking): Promise<Outcome> {
    const repositoryId = repository === undefined ? undefined : await idOf(repository, asking.github, event);
    const whole = { ...question, ...definedIn({ repositoryId }) };
    if (before !== null) refuseOther(before.previous, { ...whole, org: connection?.org ?? null }, before.earlierName, report);
    return work(whole, asking);
  }
}

/** A ruleset has a few kilobytes, and a branch at most 150 of them. */
const largestExport = 4 * 1024 * 1024;

/** The file of `rulesets`, which is refused before the first request where it is no export of them. */
function readExport({ rulesets: path }: AuditSources, directory: string, parts: Pick<AuditParts, 'rulesets'>): RulesetExport | undefined {
  if (path === undefined) return undefined;
  const fix = 'Let an administrator of the repository write it: gh api repos/OWNER/NAME/rulesets/ID > rulesets.json';
  const told = readNamedText('rulesets', resolve(directory, path), largestExport, fix);
  const rulesets = parts.rulesets(told);
  if (typeof rulesets === 'string') throw wrongUse(`The file of rulesets is no export of rulesets: ${rulesets}`, fix);
  return { kind: 'ruleset-export', file: basename(path), sha256: hash('sha256', told), rulesets };
}

async function askedOf(
  { branches, flows, githubToken, given, period: { timeZone }, scope }: AuditSources,
  { now, period, repository }: Pick<Settled, 'now' | 'period' | 'repository'>,
  context: RunContext,
): Promise<Asked> {
  const { event } = context;
  const file = event.workflowFile;
  return {
    tool: { name: userAgent.split('/')[0] ?? userAgent, version, digest: await programDigest(context.program) },
    workflow: file === undefined ? null : `${file.repository}/${file.path}@${event.sha ?? file.ref}`,
    run: buildUrlOf(event) ?? null,
    ranBy: await ranByHere(context, githubToken),
    inputs: given,
    repository: repository ?? null,
    serverUrl: event.serverUrl,
    at: now.toISOString(),
    flows,
    branches,
    scope,
    ...(timeZone === 'UTC' ? {} : { timeZone }),
    ...period,
  };
}

/** GitHub's number of a repository, by the job where it is the job's own; undefined where it is unknown. */
async function idOf(repository: string, github: GitHubPort | null, event: RunContext['event']): Promise<number | undefined> {
  const own = /^[1-9]\d{0,14}$/.test(event.repositoryId ?? '') ? Number(event.repositoryId) : undefined;
  if (own !== undefined && repository === event.repository) return own;
  try {
    return await github?.repositoryId();
  } catch (error) {
    // Without an answer the name decides. An interrupted run stops here too.
    if (error instanceof TransportError && error.code === 'interrupted') throw error;
    return undefined;
  }
}

/** Only where a package was asked for. */
function keepIn(answers: Asking['answers'], secrets: RunContext['secrets']): Pick<Parameters<AuditParts['github']>[0], 'keep'> {
  return answers === null ? {} : { keep: { secrets, add: (answer) => answers.add(answer) } };
}

/** The way actions/checkout signs in to git: the user name does not matter. */
export function basicOf(token: string): string {
  return `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
}

/** Commits in one question about pull requests, about records of the service with items on a page, and about checks. */
const pullsAtOnce = 50;
const perPage = 100;
const checksAtOnce = 20;
/** Requests about what was shipped, and about the rules of a branch. */
const [ofShipped, ofRules] = [4, 3];

/** The questions that an audit would ask, and how often. Git counts them, after GitHub was asked about each branch. */
export async function planOf(
  command: string,
  sources: AuditSources,
  settled: Settled,
  context: RunContext,
  parts: AuditParts,
): Promise<Viewed> {
  const planned = await withSources(sources, settled, context, parts, (asked, asking) => parts.plan(asked, asking));
  const isAsked = sources.githubToken !== undefined && settled.repository !== undefined;
  const ofChecks = sources.connection === undefined ? checkSteps(planned) : [];
  const gitHub = isAsked ? [...gitHubSteps(planned), ...ofChecks] : [nothing];
  for (const { fix, what, why } of planned.holes) context.report({ kind: 'warning', message: `Missing: ${what}: ${why}\n${fix}` });
  return viewPlan(command, [
    gitStep(planned),
    ...gitHub,
    ...(sources.connection === undefined ? [] : serviceSteps(sources.connection, sources, planned)),
  ]);
}

interface PlannedStep {
  /** `GitHub`, `git`, `service`. */
  readonly of: string;
  readonly asked: string;
  /** In words: `1 for 50 commits`. */
  readonly times: string;
}

function viewPlan(command: string, steps: readonly PlannedStep[]): Viewed {
  return {
    kind: 'viewed',
    command,
    ending: 'planned',
    fails: false,
    view: {
      tables: [{ head: ['OF', 'IS ASKED', 'HOW OFTEN'], rows: steps.map(({ asked, of, times }) => [of, asked, times]) }],
      log: steps.map(({ asked, of, times }) => `${of}: ${asked} (${times})`),
      summary: '',
    },
    json: { plan: steps },
  };
}

function gitStep({ basis, branches, commits, landings, since, until }: PlannedAudit): PlannedStep {
  const told = basis === 'github' ? `${count(landings, 'landing')}, as GitHub tells` : `${count(landings, 'landing')}, as git alone tells`;
  return {
    of: 'git',
    asked: `Commits of ${list(branches)} from ${since === null ? 'a commit' : minuteOf(since)} to ${minuteOf(until)}`,
    times: `${told}; ${commits === null ? 'git cannot count the commits' : count(commits, 'commit')}`,
  };
}

const nothing: PlannedStep = {
  of: 'GitHub',
  asked: 'Nothing: landings, reviews and deployments are not tested',
  times: 'give `github-token` to ask for them',
};

/** A created branch is held against the default branch, the first updates of all, and what tags hold now. */
const created: PlannedStep = {
  of: 'GitHub',
  asked: 'The default branch, the first updates of all, and tags, about branches that were created',
  times: '1 to 4, and 1 a further page',
};

/** One question holds the last commits of so many merges; each commit of a push is asked about. */
function pullQuestions({ commits, landings }: PlannedAudit, more = 0): string {
  const least = more + questions(landings, pullsAtOnce);
  const most = more + questions(Math.max(commits ?? landings, landings), pullsAtOnce);
  return most === least ? grouped(least) : `${grouped(least)} to ${grouped(most)}`;
}

function gitHubSteps(planned: PlannedAudit): readonly PlannedStep[] {
  const { branches, creations } = planned;
  return [
    { of: 'GitHub', asked: 'The repository by its number', times: '1' },
    { of: 'GitHub', asked: 'Updates of the branches', times: `${grouped(branches.length)}, and 1 a further page` },
    ...(creations === 0 ? [] : [created]),
    { of: 'GitHub', asked: 'Pull requests, reviews and timelines', times: `${pullQuestions(planned)}, and 1 a further page` },
    { of: 'GitHub', asked: 'Deployments, releases, tags and updates of tags', times: `${ofShipped}, and 1 a further page` },
    { of: 'GitHub', asked: 'How many pull requests were merged, for comparison', times: grouped(branches.length) },
  ];
}

/** The commits that landed and the heads of their pull requests, by as many as one question holds. */
function checkSteps(planned: PlannedAudit): readonly PlannedStep[] {
  const { branches, landings, requests } = planned;
  const [checks, rules] = [questions(2 * landings, checksAtOnce), ofRules * branches.length];
  return [
    {
      of: 'GitHub',
      asked: 'Checks of what landed and of the heads of pull requests',
      times: `${grouped(checks)}, and 1 a further page`,
    },
    { of: 'GitHub', asked: 'All statuses of a commit, where one waits or came after the landing', times: '1 a commit' },
    { of: 'GitHub', asked: 'Rules of the branches', times: `${grouped(rules)}, and 1 a ruleset, version of it and bypass` },
    {
      of: 'GitHub',
      asked: 'All of these, a ruleset a branch',
      times: pullQuestions(planned, requests + ofShipped + checks + rules + 2 * branches.length),
    },
  ];
}

function serviceSteps({ org }: ConnectionSettings, { flows }: AuditSources, { commits }: PlannedAudit): readonly PlannedStep[] {
  const trails = `1 for ${perPage} trails of ${flows.length === 0 ? 'each flow' : count(flows.length, 'flow')}`;
  const records = commits === null ? `1 for ${perPage} commits` : grouped(questions(commits, perPage));
  return [
    { of: 'service', asked: `Flows of ${org}`, times: '1' },
    { of: 'service', asked: 'Trails', times: trails },
    { of: 'service', asked: 'Records about the commits', times: records },
    { of: 'service', asked: 'Artifacts, approvals, snapshots, notifications', times: `1 for ${perPage} of each` },
  ];
}

function questions(things: number, each: number): number {
  return Math.ceil(things / each);
}
