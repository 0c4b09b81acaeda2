import { isWithin, oneLine } from '../../text/index.ts';
import { openKeeper } from '../collect/scope.ts';
import { templateOf } from '../collect/service-template.ts';
import type { ServiceFacts } from '../collect/settings.ts';
import type { AuditScope, FlowFact, Line, Source } from '../facts/line.ts';
import type { Approval, Artifact, Deployment } from '../facts/shipped.ts';
import type { TrailFact } from '../facts/trail.ts';
import { commitsOf, type Told } from './collected.ts';
import { openComparison, type ComparedFacts, type Comparison } from './comparison.ts';
import type { Spoken } from './shown-records.ts';

/**
 * Compares flows with their present templates, and the templates that decided trails. Trails whose records are hidden have
 * a part in those: so each of them must be one that the flow had by then, and each that the shown trails tell must be
 * among them.
 */
function compareFlows(
  comparison: Comparison,
  said: readonly FlowFact[],
  recorded: readonly FlowFact[],
  { hadTemplate, hasFlow, hidden }: Spoken,
): void {
  const nameOf = ({ name }: FlowFact): string => `Flow ${oneLine(name, 100)}`;
  // A flow without an audited trail covers nothing: its records are hidden, and nothing is judged by it.
  const isUsed = ({ name }: FlowFact): boolean => hidden === 0 || hasFlow(name);
  comparison.add<FlowFact>(said.filter(isUsed), recorded, {
    keyOf: ({ name }) => `flow ${JSON.stringify(name)}`,
    nameOf,
    shown: ({ templates, ...more }) => (hidden > 0 ? more : { ...more, templates }),
    excuse: () => undefined,
  });
  if (hidden === 0) return;
  const byName = new Map(recorded.map((flow) => [flow.name, flow]));
  for (const flow of said) {
    const [other, templates] = [byName.get(flow.name), flow.templates ?? []];
    if (other === undefined || flow.templates === undefined) continue;
    for (const { from, template } of templates) {
      const isSame = (one: unknown): boolean => sameTemplate(one, template);
      if (!hadTemplate(flow.name, isSame, Date.parse(from) / 1000))
        comparison.differ(`template ${flow.name} ${from}`, `${nameOf(flow)}: no record gave it the template that it had at ${from}`);
    }
    for (const { from, template } of other.templates ?? []) {
      const isThere = templates.some((one) => sameTemplate(one.template, template) && Date.parse(one.from) <= Date.parse(from));
      if (!isThere)
        comparison.differ(
          `template of ${flow.name} ${from}`,
          `${nameOf(flow)}: the template that decided its trails at ${from} is left out`,
        );
    }
  }
}

/** Fields that an audit does not read do not count. */
function sameTemplate(one: unknown, other: unknown): boolean {
  const asked = templateOf(one);
  return asked !== null && JSON.stringify(asked) === JSON.stringify(templateOf(other));
}

/**
 * The facts of the records that a package of one trail or artifact must have, and those that it has: git alone tells which
 * commits a deployment brought, so that more may belong to it than the records tell.
 */
function scopedFacts(
  again: ServiceFacts,
  said: Omit<Small, 'flows'>,
  scope: AuditScope | undefined,
  shas: readonly string[],
): ServiceFacts {
  if (scope === undefined) return again;
  const trails = scope.kind === 'trail' ? [{ flow: scope.flow, trail: scope.trail }] : [];
  const isKept = openKeeper({ scope, commits: [], trails }, shas);
  const among = <Fact>(facts: readonly Fact[], keyOf: (fact: Fact) => string): ((fact: Fact) => boolean) => {
    const keys = new Set(facts.map(keyOf));
    return (fact) => keys.has(keyOf(fact));
  };
  const isSaidDeployment = among<Pick<Deployment, 'id' | 'fingerprint'>>(said.deployments, ({ fingerprint, id }) => `${id} ${fingerprint}`);
  const isSaidArtifact = among(said.artifacts, ({ fingerprint, flow }) => `${fingerprint} ${flow}`);
  const isSaidApproval = among(said.approvals, ({ flow, number }) => `${number} ${flow}`);
  // In this order: a later one belongs to the scope by those before it.
  const deployments = again.deployments.filter((one) => isKept({ ...one, branch: null, brought: null }) || isSaidDeployment(one));
  const artifacts = again.artifacts.filter((one) => isKept(one) || isSaidArtifact(one));
  const approvals = again.approvals.filter((one) => isKept(one) || isSaidApproval(one));
  return { ...again, deployments, artifacts, approvals };
}

interface FactsToCompare {
  /** Opens the collected file of the package from its beginning. */
  readonly lines: () => AsyncIterable<Line>;
  readonly told: Told;
  readonly again: ServiceFacts;
  readonly spoken: Spoken;
  readonly isOfOtherProgram: boolean;
  readonly isOfPeriod: boolean;
}

/** The facts of the service without its trails: small enough for memory. */
interface Small {
  readonly flows: FlowFact[];
  readonly artifacts: Artifact[];
  readonly approvals: Approval[];
  readonly deployments: Deployment[];
}

export async function compareFacts(request: FactsToCompare): Promise<ComparedFacts> {
  const { again, isOfOtherProgram, isOfPeriod, lines, spoken, told } = request;
  const comparison = openComparison({ source: 'records', isOfOtherProgram, isIncomplete: told.holes.length > 0 });
  const small: Small = { flows: [], artifacts: [], approvals: [], deployments: [] };
  const trails = new Set<string>();
  const isTold = (...sources: readonly Source[]): boolean => !sources.some((source) => told.untold.has(source));
  for await (const line of lines()) {
    if (line.kind === 'flow') small.flows.push(line);
    else if (line.kind === 'artifact') small.artifacts.push(line);
    else if (line.kind === 'approval') small.approvals.push(line);
    else if (line.kind === 'deployment' && line.source === 'service') small.deployments.push(line);
    else if (line.kind === 'landing' && isTold('trails', 'records')) {
      for (const { flow, name } of line.trails) trails.add(JSON.stringify([flow, name]));
      compareTrails(comparison, line, again, spoken);
    }
  }
  if (isTold('trails')) compareFlows(comparison, small.flows, again.flows, spoken);
  const meant = scopedFacts(again, small, told.header.scope, told.asked.shas);
  if (isTold('artifacts', 'snapshots')) compareArtifacts(comparison, small, { ...request, again: meant });
  if (isTold('snapshots')) compareDeployments(comparison, small, { ...request, again: meant });
  if (isTold('approvals')) compareApprovals(comparison, small, { ...request, again: meant });
  if (isOfPeriod && isTold('trails', 'artifacts')) compareShown(comparison, trails, small, spoken);
  const unanswered = again.untold.map(({ source }) => source);
  const untold = recorded.filter((source) => told.untold.has(source) && !unanswered.includes(source));
  return { ...comparison.result(), untold };
}

/** The sources whose facts are all in records. */
const recorded = ['trails', 'records', 'artifacts', 'snapshots', 'approvals'] as const satisfies readonly Source[];

const onHidden = 'it rests on records that the package has only as hashes';

function compareTrails(
  comparison: Comparison,
  line: Extract<Line, { readonly kind: 'landing' }>,
  again: ServiceFacts,
  { hasFlow, hidden }: Spoken,
): void {
  comparison.add<TrailFact>(line.trails, again.trailsAbout(commitsOf(line)), {
    keyOf: ({ flow, name }) => `trail ${JSON.stringify([line.landing.branch, line.landing.id, flow, name])}`,
    nameOf: ({ flow, name }) => `Trail ${oneLine(name, 100)} of flow ${oneLine(flow, 100)}`,
    // The records of an audited trail are shown. Earlier programs hid those of a flow that was asked for by an earlier name.
    excuse: ({ flow }, standing) => (standing === 'added' && hidden > 0 && !hasFlow(flow) ? onHidden : undefined),
  });
}

function compareArtifacts(comparison: Comparison, { artifacts }: Small, { again, isOfPeriod, spoken, told }: FactsToCompare): void {
  // One trail or artifact is not about unreported artifacts in the same environment.
  const recorded = again.artifacts.filter(
    ({ fingerprint, withoutProvenance }) => isOfPeriod || !withoutProvenance || artifacts.some((one) => one.fingerprint === fingerprint),
  );
  // An artifact of a flow that was not asked about is no fact; the shown records alone do not name its flow.
  const mayBeOther = told.asked.flows.length > 0 && spoken.hidden > 0;
  comparison.add<Artifact>(artifacts, recorded, {
    keyOf: ({ fingerprint, flow, trail }) => `artifact ${JSON.stringify([flow, trail, fingerprint])}`,
    nameOf: ({ fingerprint, flow, name }) =>
      `Artifact ${oneLine(name, 100)} (${fingerprint.slice(0, 12)}) of ${flow === '' ? 'no flow' : `flow ${oneLine(flow, 100)}`}`,
    excuse({ fingerprint, flow, trail, withoutProvenance }, standing) {
      // In the shown records, an artifact of a hidden trail is unreported.
      const isElsewhere = artifacts.some((one) => one.fingerprint === fingerprint && isHidden(one, spoken));
      if (standing === 'left out') return withoutProvenance && (isElsewhere || mayBeOther) ? onHidden : undefined;
      return isHidden({ flow, trail }, spoken) ? onHidden : undefined;
    },
  });
}

/** Whether reports about an artifact may be in records with only a hash. */
function isHidden({ flow, trail }: Pick<Artifact, 'flow' | 'trail'>, { hasFlow, hasTrail, hidden }: Spoken): boolean {
  if (hidden === 0 || flow === '') return false;
  return trail === null ? !hasFlow(flow) : !hasTrail(flow, trail);
}

function compareDeployments(
  comparison: Comparison,
  { artifacts, deployments }: Small,
  { again, isOfPeriod, spoken, told }: FactsToCompare,
): void {
  const { since, until } = told.asked;
  const own = new Set([...artifacts, ...deployments].map(({ fingerprint }) => fingerprint));
  const within = again.deployments
    .filter(({ at, fingerprint }) => isWithin(at, { since, until }) && (isOfPeriod || own.has(fingerprint)))
    .map((one) => ({ ...one, branch: null, brought: null }));
  comparison.add<Deployment>(deployments, within, {
    keyOf: ({ fingerprint, id }) => `deployment ${JSON.stringify([id, fingerprint])}`,
    nameOf: ({ environment, id }) => `Deployment ${oneLine(id, 100)} to ${oneLine(environment, 100)}`,
    // Git tells the branch and the commits that it brought.
    shown: ({ branch: _branch, brought: _brought, ...more }) => more,
    excuse({ fingerprint }, standing, recorded) {
      const known = artifacts.filter((one) => one.fingerprint === fingerprint);
      const mayBe = known.length === 0 ? spoken.hidden > 0 : known.some((one) => isHidden(one, spoken));
      return standing === 'changed' && recorded?.sha === null && mayBe ? onHidden : undefined;
    },
  });
}

function compareApprovals(comparison: Comparison, { approvals }: Small, { again, isOfOtherProgram, spoken, told }: FactsToCompare): void {
  const { hasArtifact, hidden } = spoken;
  // Earlier programs asked only for those that the audit's file demands.
  const asked = new Set([...told.asked.approvalsOf, ...approvals.map(({ flow }) => flow)]);
  const recorded = isOfOtherProgram ? again.approvals.filter(({ flow }) => asked.has(flow)) : again.approvals;
  comparison.add<Approval>(approvals, recorded, {
    keyOf: ({ flow, number }) => `approval ${JSON.stringify([flow, number])}`,
    nameOf: ({ flow, number }) => `Approval ${number} of flow ${oneLine(flow, 100)}`,
    // Earlier programs hid the approvals of artifacts whose trails are hidden.
    excuse: ({ fingerprint, flow }, standing) =>
      standing === 'added' && hidden > 0 && !hasArtifact(flow, fingerprint) ? onHidden : undefined,
  });
}

/** The records show only the trails of audited changes and artifacts: a shown trail without a fact was taken out of the facts. */
function compareShown(comparison: Comparison, trails: ReadonlySet<string>, { artifacts }: Small, spoken: Spoken): void {
  const known = new Set([...trails, ...artifacts.map(({ flow, trail }) => JSON.stringify([flow, trail]))]);
  for (const { flows, trail } of spoken.trails) {
    if ([...flows].some((flow) => known.has(JSON.stringify([flow, trail])))) continue;
    const [flow = ''] = flows;
    const name = `Trail ${oneLine(trail, 100)} of flow ${oneLine(flow, 100)}`;
    comparison.differ(`shown ${JSON.stringify([flow, trail])}`, `${name} is shown in records.ndjson, and no fact is about it`);
  }
}
