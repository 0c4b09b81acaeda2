import type { PlannedAudit } from '../../audit/index.ts';
import type { AuditSources } from '../../options/index.ts';
import { minuteOf } from '../../presentation/index.ts';
import { count, grouped, list } from '../../text/index.ts';
import type { RunContext } from '../run/context.ts';
import { withSources, type Settled } from './collect.ts';
import type { AuditParts } from './parts.ts';
import type { Viewed } from '../run/view.ts';

/** Commits in one question about pull requests, commits in one question about records of the service, and items on a page. */
const pullsAtOnce = 50;
const perPage = 100;

/** The questions that an audit would ask, and how often. git counts them, after GitHub was asked about each branch. */
export async function planOf(
  command: string,
  sources: AuditSources,
  settled: Settled,
  context: RunContext,
  parts: AuditParts,
): Promise<Viewed> {
  const planned = await withSources(sources, settled, context, parts, (asked, asking) => parts.plan(asked, asking));
  const isAsked = sources.githubToken !== undefined && settled.repository !== undefined;
  const gitHub = isAsked ? gitHubSteps(planned) : [nothing];
  for (const { fix, what, why } of planned.holes) context.report({ kind: 'warning', message: `Missing: ${what}: ${why}\n${fix}` });
  return viewPlan(command, [gitStep(planned), ...gitHub, ...serviceSteps(sources, planned)]);
}

/** Which source an audit would ask for which facts, and how often at most. */
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

/** A branch that was created is held against the default branch, the first updates of all, and what tags hold now. */
const created: PlannedStep = {
  of: 'GitHub',
  asked: 'The default branch, the first updates of all, and tags, about branches that were created',
  times: '1 to 4, and 1 a further page',
};

/** One question holds the last commits of so many merges; each commit of a push is asked about. */
function gitHubSteps({ branches, commits, creations, landings }: PlannedAudit): readonly PlannedStep[] {
  const least = questions(landings, pullsAtOnce);
  const most = questions(Math.max(commits ?? landings, landings), pullsAtOnce);
  const pulls = most === least ? grouped(least) : `${grouped(least)} to ${grouped(most)}`;
  return [
    { of: 'GitHub', asked: 'The repository by its number', times: '1' },
    { of: 'GitHub', asked: 'Updates of the branches', times: `${grouped(branches.length)}, and 1 a further page` },
    ...(creations === 0 ? [] : [created]),
    { of: 'GitHub', asked: 'Pull requests, reviews and timelines', times: `${pulls}, and 1 a further page` },
    { of: 'GitHub', asked: 'Deployments, releases, tags and updates of tags', times: '4, and 1 a further page' },
    { of: 'GitHub', asked: 'How many pull requests were merged, for comparison', times: grouped(branches.length) },
  ];
}

function serviceSteps({ connection: { org }, flows }: AuditSources, { commits }: PlannedAudit): readonly PlannedStep[] {
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
