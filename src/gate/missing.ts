import type { Trail } from '../contract/index.ts';
import { list, oneLine, otherwise } from '../text/index.ts';
import {
  dottedFix,
  dottedNames,
  legNames,
  legsFix,
  meantFix,
  meantNames,
  namesInYaml,
  recordThem,
  reportArtifact,
  runItsJob,
  twoJobs,
  wantedBy,
  type Wanted,
} from './advice.ts';
import type { Evidence, RecordedBefore } from './evidence.ts';
import { jobsOf } from './groups.ts';
import { isOfType, isRequired, recordsIn, requiredTexts, rowsOf, stateOf, type TrailRow } from './rows.ts';
import type { NameDemands, Reason, Verdict, VerdictRow } from './verdict.ts';

/** The wait for other jobs asks the same. */
export function missingNames(rows: readonly TrailRow[], policy: NameDemands): readonly string[] {
  const fromTemplate = rows.filter((row) => row.expected && stateOf(row) === 'missing').map((row) => row.key);
  const fromCaller = policy.required.filter((name) => {
    const asked = rows.filter((row) => row.key === name && isRequired(row, policy));
    return asked.length === 0 || asked.some((row) => stateOf(row) === 'missing');
  });
  return [...new Set([...fromTemplate, ...fromCaller])];
}

export function recordedOn(trails: readonly Trail[]): RecordedBefore {
  const attestations = trails.flatMap((trail) => rowsOf(trail).flatMap((row) => (stateOf(row) === 'missing' ? [] : row.key)));
  const artifacts = trails.flatMap(({ compliance_status: { artifacts_statuses: all } }) =>
    Object.entries(all ?? {}).flatMap(([name, { status }]) => (status === 'MISSING' ? [] : name)),
  );
  return { attestations: new Set(attestations), artifacts: new Set(artifacts) };
}

/** Other trails of the flow change the advice about what is missing, and no verdict. */
export function advisesByOthers({ reasons }: Pick<Verdict, 'reasons'>): boolean {
  return reasons.some(({ code }) => ['missing', 'missing-artifact', 'trail-missing'].includes(code));
}

export function absentRows(rows: readonly TrailRow[], policy: NameDemands): readonly VerdictRow[] {
  return policy.required
    .filter((name) => !rows.some((row) => row.key === name && isRequired(row, policy)))
    .map((attestation) => ({
      attestation,
      type: policy.requiredTypes?.get(attestation),
      state: 'missing',
      requiredBy: ['required-attestations'],
      groups: 0,
      since: undefined,
      url: undefined,
    }));
}

/** One reason per missing attestation, and per artifact of the template that was not reported; `answered`: as it was decided. */
export function missingReasons(trail: Trail, answered: Trail, evidence: Evidence, policy: NameDemands): readonly Reason[] {
  const { before, own, question } = evidence;
  const rows = rowsOf(trail);
  const asker = askerOf(answered);
  const names = missingNames(rows, policy);
  const isKnown = (name: string): boolean => before?.attestations.has(name) === true;
  const dotted = dottedNames(policy, Object.keys(trail.compliance_status.artifacts_statuses ?? {}), before);
  const wanted = names.filter((name) => !isKnown(name) && !dotted.has(name)).map((name) => wantedIn(rows, name, policy));
  const isOwn = (name: string): boolean => own !== undefined && (name === own.name || name.endsWith(`.${own.name}`));
  // This run did its part and only other jobs' evidence is missing: the pipeline wants two kinds of job.
  const isForOthers = own !== undefined && own.problems.length === 0 && !names.some(isOwn);
  const fix = isForOthers
    ? twoJobs(question, jobsOf([...evidence.records.values()].flatMap(recordsIn)), wanted, [...new Set(requiredTexts(policy, dotted))])
    : recordThem(wanted, question);
  const meant = meantNames(names, rows, evidence, policy);
  const attestations = names.map((name): Reason => {
    const isByCaller = isAsked(rows, name, policy);
    const by = isByCaller ? callerWords(name, policy) : asker.ofName(name);
    const near = meant.get(name);
    const legs = near === undefined ? legNames(name, rows, policy) : [];
    const others = otherTypes(rows, name, policy);
    const byName = dotted.has(name) ? dottedFix(name, policy, dotted) : otherTypeFix(name, others, policy);
    const usual = byName ?? (isKnown(name) ? runItsJob(question) : fix);
    const first = [
      ...(near === undefined ? [] : [meantFix(name, meant, evidence, policy, isByCaller)]),
      ...(legs.length === 0 ? [] : [legsFix(name, legs, policy, isByCaller)]),
    ];
    return {
      code: 'missing',
      verdict: 'incomplete',
      attestation: name,
      message: `${name} is missing: ${by}, and the trail ${lackWords(others)}${meantWords(near, legs)}`,
      fix: orOwn(by, [...first, usual].join(otherwise)),
      ...sinceOf(trail),
    };
  });
  const artifacts = Object.entries(trail.compliance_status.artifacts_statuses ?? {})
    .filter(
      ([name, artifact]) =>
        artifact.status === 'MISSING' && artifact.unexpected !== true && !names.some((missing) => missing.startsWith(`${name}.`)),
    )
    .map(([artifact]): Reason => {
      const by = asker.ofArtifact(artifact);
      return {
        code: 'missing-artifact',
        verdict: 'incomplete',
        artifact,
        message: `The artifact ${artifact} is missing: ${by}, and none was reported on the trail`,
        fix: orOwn(by, before?.artifacts.has(artifact) === true ? runItsJob(question) : reportArtifact(artifact, question)),
        ...sinceOf(trail),
      };
    });
  return [...attestations, ...artifacts];
}

function meantWords(near: string | undefined, legs: readonly string[]): string {
  if (near !== undefined) return `; did you mean ${near}?`;
  return legs.length === 0 ? '' : `; it holds ${list(legs)}, which nobody requires: did you mean ${legs.length === 1 ? 'that' : 'those'}?`;
}

/** A name that the caller asks for may be there with another type. */
function isAsked(rows: readonly TrailRow[], name: string, policy: NameDemands): boolean {
  const isThere = rows.some((row) => row.key === name && isRequired(row, policy) && stateOf(row) !== 'missing');
  return policy.required.includes(name) && !isThere;
}

function callerWords(name: string, { requiredTypes }: NameDemands): string {
  const type = requiredTypes?.get(name);
  return `required-attestations ${type === undefined ? 'names it' : `names it with the type ${type}`}`;
}

/** Types of rows that have the name, where another type is asked for. */
function otherTypes(rows: readonly TrailRow[], name: string, { requiredTypes }: NameDemands): readonly (string | null | undefined)[] {
  const type = requiredTypes?.get(name);
  const others = rows.filter((row) => row.key === name && !isOfType(row, type) && stateOf(row) !== 'missing');
  return others.map(({ status }) => status.attestation_type);
}

function lackWords(others: ReturnType<typeof otherTypes>): string {
  if (others.length === 0) return 'has no record of it';
  return `has a record of ${oneLine(list(others.map((type) => type ?? 'a type that the service does not tell')), 100)} under that name`;
}

/** Recording the asked type under the same name would take the place of what is there. */
function otherTypeFix(name: string, [found]: ReturnType<typeof otherTypes>, policy: NameDemands): string | undefined {
  const asked = policy.requiredTypes?.get(name);
  if (typeof found !== 'string' || asked === undefined) return undefined;
  const written = namesInYaml(requiredTexts({ ...policy, requiredTypes: new Map(policy.requiredTypes).set(name, found) }));
  return `If that is the evidence, write:\n\n  required-attestations: ${written}\n\nOtherwise record the ${asked} one under another name, and require that`;
}

const byFlow = "the flow's template requires it";
const byFlowAlone = "the flow's template requires it, the trail's own template does not";

/** A trail's own template asks for the names that were missing when it was decided. */
function askerOf(answered: Trail): { readonly ofName: (name: string) => string; readonly ofArtifact: (artifact: string) => string } {
  if (answered.own_template !== true) return { ofName: () => byFlow, ofArtifact: () => byFlow };
  const rows = rowsOf(answered).filter((row) => row.expected && stateOf(row) === 'missing');
  const words = (asksToo: boolean): string => (asksToo ? "the trail's own template requires it" : byFlowAlone);
  return {
    ofName: (name) => words(rows.some(({ key }) => key === name)),
    ofArtifact: (artifact) => words(answered.compliance_status.artifacts_statuses?.[artifact]?.status === 'MISSING'),
  };
}

function orOwn(asker: string, fix: string): string {
  return asker === byFlowAlone ? `${fix}\n\nallow-own-template: true lets the trail's own template decide alone` : fix;
}

function wantedIn(rows: readonly TrailRow[], key: string, { requiredTypes }: NameDemands): Wanted {
  const type = requiredTypes?.get(key);
  const row = rows.find((one) => one.key === key);
  return row === undefined || type !== undefined
    ? wantedBy(key, type)
    : { name: row.status.attestation_name, artifact: row.artifact, type: row.status.attestation_type ?? undefined };
}

function sinceOf(trail: Trail): { since?: number } {
  return typeof trail.created_at === 'number' ? { since: trail.created_at } : {};
}
