import { given, listsBy } from '../../text/index.ts';
import { flowOf, requiredChecks, trailsOf, whyNoneCounts } from '../coverage/check-trails.ts';
import { isHeadEnough, stateOf } from '../coverage/match.ts';
import { orderTrails } from '../coverage/records.ts';
import { coverageOf } from '../coverage/standing.ts';
import type { CommitChecks } from '../facts/check.ts';
import type { PullRequest } from '../facts/landing.ts';
import type { Hole, LandingFact } from '../facts/line.ts';
import type { Deployment } from '../facts/shipped.ts';
import { exclusionOf, fileInForce, owedChecks, owedFlows, type AuditFile, type OwedCheck } from '../file/audit-file.ts';
import type { AuditedChange, CoverState, Coverage } from '../population/change.ts';
import { changesIn, unreconciled, type Change } from '../population/changes.ts';
import type { World } from '../population/world.ts';
import { whyHeadUntold } from '../reviews/approval.ts';
import { isNamed, namesOf, peopleFor } from '../reviews/authors.ts';
import { bringsNothing } from '../reviews/owed-review.ts';

export type Deployed = ReadonlyMap<string, readonly Deployment[]>;

export function deployedCommits({ deployments }: World): Deployed {
  return listsBy(deployments, ({ brought, sha }) => [...(brought ?? []), ...(sha === null ? [] : [sha])]);
}

export function makeAuditedChanges(
  told: LandingFact,
  world: World,
  deployed: Deployed,
): { readonly changes: readonly AuditedChange[]; readonly holes: readonly Hole[] } {
  const fact = { ...told, trails: orderTrails(told.trails) };
  const { landing } = fact;
  const changes = changesIn(fact, world.header.branches);
  const why = unreconciled(landing, changes);
  return {
    changes: changes.map((change) => makeAuditedChange(fact, change, world, deployed)),
    holes:
      why === undefined
        ? []
        : [{ kind: 'hole', what: `landing ${landing.id} of ${landing.branch}`, why, fix: 'Collect again, in a full clone' }],
  };
}

function makeAuditedChange(
  told: LandingFact,
  { commits: shas, landing, pull }: Change<PullRequest>,
  world: World,
  deployed: Deployed,
): AuditedChange {
  const own = new Set(shas);
  const commits = landing.commits.filter(({ sha }) => own.has(sha));
  const tip = commits.at(-1);
  if (tip === undefined) throw new Error(`A change of landing ${landing.id} has no commit`);
  const paths = told.paths[pull === undefined ? '' : String(pull.number)] ?? null;
  const file = fileInForce(told.file, world);
  const subject = { branch: landing.branch, paths, landedAt: landing.at };
  const demand = demandOf(file, subject, world);
  const fact = { ...told, trails: demand.trailsOf({ commits, pull, file }, told) };
  // Also those before it landed: then it came to users earlier than to the branch.
  const deployments = deployed.get(tip.sha) ?? [];
  const first = deployments.find(({ production }) => production);
  const asked = {
    fact,
    pull,
    tip,
    landing,
    deployedAt: first?.at ?? null,
    headIsEnough: (flow: string) => isHeadEnough(flow, { fact, pull, tip }, file),
  };
  const cover = (owes: readonly string[] | null): readonly Coverage[] => coverAsTold({ ...asked, owes }, demand, world);
  const ofItself = demand.owes;
  // A promotion owes nothing again, but evidence that says no counts wherever it lands.
  const isAgain =
    bringsNothing({ commits, landing, pull, tip }, world) && !cover(ofItself).some(({ atMerge }) => atMerge === 'non-compliant');
  const owes = isAgain ? [] : ofItself;
  const covered = { ...asked, owes };
  const coverage = cover(owes);
  const excluded = file === null ? undefined : exclusionOf(file, { shas, pull: pull?.number ?? null, paths });
  return {
    fact,
    landing,
    pull,
    commits,
    tip,
    paths,
    file,
    owes,
    // Most changes landed under the file that is in force now.
    owesByTip: isAgain || file === world.file ? owes : demandOf(world.file, subject, world).owes,
    unbound: demand.unbound,
    byToday: demand.byToday,
    coverage,
    trails: new Map(fact.trails.map((trail) => [`${trail.flow}/${trail.name}`, trail])),
    deployments,
    excluded,
    state: excluded === undefined ? stateOf(coverage, covered) : 'excluded',
  };
}

/**
 * Evidence is not missing where trails, or the merged head, are unknown: then it is unknown. Without a mapping the own
 * evidence of what landed is enough.
 */
function coverAsTold(asked: Parameters<typeof coverageOf>[0], demand: Demand, world: World): readonly Coverage[] {
  const coverage = coverageOf(asked, demand.flows);
  if (world.untold.some(({ source }) => source === 'trails'))
    return coverage.map((each) => (each.match === 'none' ? { ...withoutNone(each), atMerge: 'unknown', now: 'unknown' } : each));
  const known = withHead(coverage, asked, world);
  const { checks } = asked.fact;
  return checks === undefined ? known : known.map((each) => withAbsent({ ...each, of: 'check' }, asked.owes, demand, checks));
}

/** Evidence of the merged head is not missing where nobody tells which one that is. */
function withHead(coverage: readonly Coverage[], asked: Parameters<typeof coverageOf>[0], world: World): readonly Coverage[] {
  const why = whyHeadUntold(asked, world);
  if (why === undefined || (asked.owes === null && coverage.some(({ atMerge }) => atMerge === 'compliant'))) return coverage;
  return coverage.map((each) => {
    if (each.atMerge !== 'none') return each;
    // The commit's own no at the deployment is known, whatever its head had.
    return each.atDeployment === 'non-compliant' ? withoutNone(each) : { ...withoutNone(each), lacks: [why], untold: why };
  });
}

/**
 * A check of which GitHub shows nothing is unknown, because it lets them go: with the logs, and with each run that somebody deletes.
 * One that ended after the landing shows that the change landed without it.
 */
function withAbsent(coverage: Coverage, owes: Demand['owes'], { checks, untold }: Demand, told: readonly CommitChecks[]): Coverage {
  if (coverage.untold !== undefined || coverage.atMerge === 'compliant' || coverage.now !== 'none') return coverage;
  const check = checks.find(({ name }) => name === coverage.flow);
  const none = `GitHub shows no check ${coverage.flow} about it: it did not run, or GitHub no longer keeps it`;
  const why =
    owes === null
      ? (untold ?? 'nothing says which checks a change owes: name them under checks in .github/compliance-audit.yml')
      : ((check && whyNoneCounts(check, told)) ?? none);
  return { ...withoutNone(coverage), lacks: [why], untold: why };
}

/** It is not known that there was no evidence. */
function withoutNone(coverage: Coverage): Coverage {
  const { atDeployment, atMerge, now, nowByTodaysTemplate } = coverage;
  const known = <State extends CoverState | null>(state: State): State | 'unknown' => (state === 'none' ? 'unknown' : state);
  return {
    ...coverage,
    atMerge: known(atMerge),
    atDeployment: known(atDeployment),
    now: known(now),
    nowByTodaysTemplate: known(nowByTodaysTemplate),
  };
}

/** The evidence that a change owes, by the name of a flow or of a check. */
interface Demand {
  /** Null: nothing is mapped. */
  readonly owes: readonly string[] | null;
  /** Why that is not known; left out where it is. */
  readonly untold?: string;
  readonly checks: readonly OwedCheck[];
  readonly unbound: readonly string[];
  /** The file of then named no check, and a file of now does. */
  readonly byToday: boolean;
  readonly flows: World['flows'];
  readonly trailsOf: (change: Pick<AuditedChange, 'commits' | 'pull' | 'file'>, fact: LandingFact) => LandingFact['trails'];
}

function demandOf(file: AuditFile | null, subject: Parameters<typeof owedFlows>[1], world: World): Demand {
  if (world.header.evidence === 'github') return demandOfChecks(file, subject, world);
  const { flows } = world;
  return { owes: owed(file, subject, world), checks: [], unbound: [], byToday: false, flows, trailsOf: (_, { trails }) => trails };
}

const none: ReturnType<typeof requiredChecks> = { checks: [] };

/** Where the file of then named no check, those of today demand, and excuse nothing; and so do the rules of the branch. */
function demandOfChecks(file: AuditFile | null, subject: Parameters<typeof owedFlows>[1], world: World): Demand {
  const then = owedChecks(file, subject);
  const today = then ?? demandedToday(subject, world);
  const byRules =
    then === null && subject.paths?.length !== 0
      ? requiredChecks(world.branchRules.get(subject.branch), subject.landedAt, world.previous?.rules)
      : none;
  const named = new Set(today?.map(({ name }) => name));
  const checks: readonly OwedCheck[] = [
    ...(today ?? []).map((check) => boundBy(byRules.checks, check)),
    ...byRules.checks.filter(({ name }) => !named.has(name)),
  ];
  const isOwed = today !== null || byRules.checks.length > 0;
  return {
    owes: isOwed ? checks.map(({ name }) => name) : null,
    ...given({ untold: isOwed ? undefined : byRules.untold }),
    checks,
    unbound: checks.filter(({ app, workflow }) => app === null && workflow === null).map(({ name }) => name),
    byToday: then === null && today !== null,
    flows: new Map(checks.map((check) => [check.name, flowOf(check)])),
    trailsOf(change, { checks: told = [] }) {
      const authors = namesOf(change, peopleFor(change, world));
      return orderTrails(checks.flatMap((check) => trailsOf(check, told, (login) => isNamed(authors, login))));
    },
  };
}

/** By the audit's file of now, and by the file that was handed in; null where neither names a check. */
function demandedToday(subject: Parameters<typeof owedFlows>[1], { demanded, file }: World): readonly OwedCheck[] | null {
  const own = owedChecks(file, subject);
  const more = owedChecks(file, subject, demanded);
  if (own === null || more === null) return own ?? more;
  const named = new Set(own.map(({ name }) => name));
  // Both are owed, also where they have one name.
  return [...own, ...more.map((check) => (named.has(check.name) ? { ...check, name: `${check.name} (file of checks)` } : check))];
}

/** Today's file does not excuse the app that a rule of the branch names. */
function boundBy(rules: readonly OwedCheck[], check: OwedCheck): OwedCheck {
  if (check.app !== null || check.workflow !== null) return check;
  return { ...check, app: rules.find(({ name }) => name === check.name)?.app ?? null };
}

/** Named flows narrow what the file maps: an audit of some flows says nothing about the others. */
function owed(file: AuditFile | null, subject: Parameters<typeof owedFlows>[1], { header }: World): readonly string[] | null {
  const mapped = owedFlows(file, subject);
  return mapped === null || header.flows.length === 0 ? mapped : mapped.filter((flow) => header.flows.includes(flow));
}
