import type { NameDemands } from './verdict.ts';
import { aroundDot, docsPage, list, nearest, oneLine } from '../text/index.ts';
import type { ArtifactQuestion, Evidence, RecordedBefore, TrailQuestion } from './evidence.ts';
import type { RunGroup } from './groups.ts';
import { isOfType, requiredTexts, stateOf, type TrailRow } from './rows.ts';

export interface Wanted {
  readonly name: string;
  readonly artifact: string | undefined;
  /** As the template has it; `undefined` where the kind is not known. */
  readonly type: string | undefined;
}

/** `key` as `required-attestations` has it: `name`, or `artifact.name`. */
export function wantedBy(key: string, type?: string): Wanted {
  const dot = key.indexOf('.');
  return dot < 0 ? { name: key, artifact: undefined, type } : { name: key.slice(dot + 1), artifact: key.slice(0, dot), type };
}

/** In YAML, with the type of evidence or without. A foreign name that the service would not take is not proposed. */
export function nameInYaml(name: string): string {
  if (!/^[\w.~,-]{1,255}(?::[\w~:*-]{1,300})?$/.test(name)) return '<its name>';
  // In quotes where it would be a number, a flag or nothing.
  return /^(?:[^a-z].*|true|false|null|yes|no|on|off|y|n)$/i.test(name) ? `'${name}'` : name;
}

/** It holds no dot, which stands between an artifact and its evidence. */
function evidenceNameInYaml(name: string): string {
  return nameInYaml(/^[\w,-]+$/.test(name) ? name : '');
}

export function namesInYaml(names: readonly string[]): string {
  const written = names.map(nameInYaml);
  // In a list nothing is read as a number or a flag, and a quote would end the value.
  return written.length === 1 ? written.join('') : written.map((name) => name.replaceAll("'", '')).join(', ');
}

/** The inputs of every command, then those of this one, a line each. */
export function stepOf(
  command: string,
  where: Pick<TrailQuestion, 'org' | 'flow'>,
  inputs: readonly string[],
  isAlwaysRun: boolean,
): string {
  const lines = [
    `command: ${command}`,
    'base-url: ${{ vars.EVIDENCE_BASE_URL }}',
    'api-token: ${{ secrets.EVIDENCE_API_TOKEN }}',
    `org: ${nameInYaml(where.org)}`,
    `flow: ${nameInYaml(where.flow)}`,
    ...inputs,
  ];
  return [
    '- uses: <owner>/compliance-evidence@v1',
    ...(isAlwaysRun ? ['  if: ${{ !cancelled() }}'] : []),
    '  with:',
    ...lines.map((line) => `    ${line}`),
  ].join('\n');
}

/** None where the trail is the one of the commit. */
export function trailInputs({ commit, trail }: Pick<TrailQuestion, 'commit' | 'trail'>): readonly string[] {
  return trail === commit ? [] : [`trail: ${nameInYaml(trail)}`];
}

/** `undefined` for a kind that nothing here records. Inputs that are not filled in turn no name green with results of another. */
function inputsOf(type: string, name: string): readonly string[] | undefined {
  if (/^custom:[\w~-]+$/.test(type)) return [`attestation-type: ${type}`, 'data: evidence.json # what it says, as the type has it'];
  switch (type) {
    case 'junit':
      return [`junit-paths: <where ${name} writes its JUnit files>`, `test-outcome: \${{ steps.<the id of its step>.outcome }}`];
    case 'generic':
      return ['attestation-type: generic', "compliant: ${{ steps.<the id of its step>.outcome == 'success' }}"];
    case 'decision':
      return ['attestation-type: decision', 'control: <what was decided about>', 'compliant: <true or false, as somebody decided>'];
    case 'pull_request':
      return ['attestation-type: pull_request', 'data: pull-requests.json # the list of the pull requests of the commit'];
    case 'snyk':
    case 'sonar':
    case 'jira':
      return [`attestation-type: ${type}`, `data: ${type}.json # what it found`];
    default:
      return undefined;
  }
}

/** One for each kind of evidence; `undefined` where nothing here can record it. */
export function stepsFor(wanted: readonly Wanted[], question: TrailQuestion): string | undefined {
  const recordable = wanted.filter(({ artifact = 'a', name }) => /^[\w,-]+$/.test(name) && /^[\w-]+$/.test(artifact));
  const steps = [...Map.groupBy(recordable, kindOf)].flatMap(([type, [first, ...others]]) => {
    const inputs = first === undefined ? undefined : inputsOf(type, first.name);
    return first === undefined || inputs === undefined ? [] : [attestStep(first, others, inputs, question)];
  });
  return steps.length === 0 ? undefined : steps.join('\n');
}

/** Templates write `*` for any kind, and most evidence is test results. */
function kindOf({ type }: Wanted): string {
  return type === undefined || type === '*' ? 'junit' : type.replace(/^system:/, '');
}

function attestStep({ artifact, name }: Wanted, others: readonly Wanted[], inputs: readonly string[], question: TrailQuestion): string {
  const alike = others.slice(0, 10).map((other) => (other.artifact === undefined ? other.name : `${other.artifact}.${other.name}`));
  const more = alike.length === 0 ? '' : ` # and a step like this one for ${alike.join(' and for ')}`;
  const target = artifact === undefined ? [] : [`target-artifacts: ${nameInYaml(artifact)}`];
  return stepOf(
    'attest',
    question,
    [...trailInputs(question), `attestation-name: ${evidenceNameInYaml(name)}${more}`, ...target, ...inputs],
    true,
  );
}

/**
 * A fix is sentences, and YAML that can be pasted: lines that are indented, items of a list, or keys alone. A part that the user
 * has to fill in stands in `<…>`, which GitHub refuses until it is replaced.
 */

export function recordThem(wanted: readonly Wanted[], question: TrailQuestion): string {
  const it = wanted.length === 1 ? 'it' : 'them';
  return `Let the ${wanted.length === 1 ? 'job that records' : 'jobs that record'} ${it} run before this one (needs: …), or set wait-timeout. ${orAdd(wanted, question, it)}`;
}

export function runItsJob({ flow }: Pick<TrailQuestion, 'flow'>): string {
  return `Other trails of flow ${flow} hold it, so a job records it: look whether that job ran here and how it ended, and let it run before this one (needs: …), or set wait-timeout`;
}

export function beginTrail(wanted: readonly Wanted[], question: TrailQuestion): string {
  const isShort = /^[0-9a-f]{7,39}$/.test(question.trail);
  const look = isShort ? 'Write the full name of the trail, all 40 digits of a SHA.' : 'Look at trail, which is the commit by default.';
  if (wanted.length > 0) return `${look} ${recordThem(wanted, question)}`;
  return `${look} Let the jobs that record evidence run before this one (needs: …), or set wait-timeout`;
}

/** `jobs`: those that are known to record already. */
export function twoJobs(question: TrailQuestion, jobs: readonly string[], wanted: readonly Wanted[], required: readonly string[]): string {
  const known = jobs.filter((job) => /^[A-Za-z_][\w-]*$/.test(job)).slice(0, 10);
  const needs = [
    ...(known.length === 0 ? ['<this job>'] : known),
    `<the ${wanted.length === 1 ? 'job that records' : 'jobs that record'} ${namesOf(wanted)}>`,
  ];
  const inputs = [
    ...trailInputs(question),
    ...(required.length === 0 ? [] : [`required-attestations: ${namesInYaml(required)}`]),
    'jobs: ${{ toJSON(needs) }}',
  ];
  return `Let each job record its own evidence, with command: attest, and one last job decide. Put names of jobs in the place of <…>:

gate:
  needs: [${needs.join(', ')}]
  if: \${{ always() }}
  runs-on: ubuntu-latest
  permissions: {}
  steps:
${stepOf('gate', question, inputs, false).replace(/^/gm, '    ')}

${orAdd(wanted, question, wanted.length === 1 ? 'it' : 'them')}`;
}

export function recordAgain(name: string, { flow }: TrailQuestion, forWhat: string): string {
  return `Let the job that records ${name} in flow ${flow} run for ${forWhat} too, before this one (needs: …), or set wait-timeout`;
}

export function reportArtifact(artifact: string, question: TrailQuestion): string {
  return reportedBy(question, [...trailInputs(question), `artifact-name: ${nameInYaml(artifact)}`]);
}

export function reportFingerprint(question: ArtifactQuestion): string {
  return `Look at fingerprint and flow. ${reportedBy(question, [])}`;
}

export const buildAnew =
  'Build the directory with one more file in it (the number of the build, for instance), so that it has a fingerprint of its own; report it by artifact-path, and let it be approved again';

function reportedBy(where: Pick<TrailQuestion, 'org' | 'flow'>, inputs: readonly string[]): string {
  const step = stepOf('artifact-report', where, [...inputs, 'artifact-path: <the file or directory>'], false);
  return `Report it in the job that builds it, and let that job run before this one (needs: …):\n\n${step}`;
}

export function approvalCommand({ approvedFor, fingerprint, flow, org }: ArtifactQuestion): string {
  const environment = typeof approvedFor === 'string' ? ` --environment ${approvedFor}` : '';
  return `compliance-evidence approval report --org ${org} --flow ${flow} --fingerprint ${fingerprint}${environment} --approved-by NAME`;
}

export function createFlow(flow: string, org: string): string {
  return `compliance-evidence flow create ${flow} --org ${org}`;
}

function orAdd(wanted: readonly Wanted[], question: TrailQuestion, it: string): string {
  const steps = stepsFor(wanted, question);
  if (steps === undefined) return `Nothing here records ${it} under such a name and type: look at the template of the flow`;
  return `Where no job records ${it} yet, add to the one that has the results:\n\n${steps}`;
}

function namesOf(wanted: readonly Wanted[]): string {
  const names = wanted.map(({ name }) => name).filter((name) => /^[\w-]+$/.test(name));
  return names.length === 0 ? 'the rest' : list(names, 5).replaceAll(',', ' and');
}

/** Names that nothing can record, each with one that can be: the dot in them is that of a version. */
type DottedNames = ReadonlyMap<string, string>;

/** A dot behind the name of a known artifact stands before its evidence. */
export function dottedNames({ required }: NameDemands, artifacts: readonly string[], before: RecordedBefore | undefined): DottedNames {
  const isKnown = (name: string): boolean =>
    before?.attestations.has(name) === true || artifacts.some((artifact) => name.startsWith(`${artifact}.`));
  return new Map(
    required.flatMap((name): [string, string][] => {
      const around = isKnown(name) ? undefined : aroundDot(name);
      return around === undefined ? [] : [[name, around.oneName]];
    }),
  );
}

export function dottedFix(name: string, policy: NameDemands, dotted: DottedNames): string {
  const { advice = '' } = aroundDot(name) ?? {};
  return `${advice}. With one name, require that one:\n\n  required-attestations: ${namesInYaml([...new Set(requiredTexts(policy, dotted))])}`;
}

/** Missing names with the ones that were probably meant: a run recorded those, and they are not required. */
type MeantNames = ReadonlyMap<string, string>;

export function meantNames(names: readonly string[], rows: readonly TrailRow[], { own }: Evidence, policy: NameDemands): MeantNames {
  // An own name that the trail has may be that of an artifact's row, which it does not say.
  const mine = own === undefined || rows.some(({ status }) => status.attestation_name === own.name) ? [] : [own.name];
  const meant = new Map<string, string>();
  for (const name of names) {
    const near = nearest(name, free(name, rows, policy, mine));
    if (near !== undefined) meant.set(name, near);
  }
  return meant;
}

function free(name: string, rows: readonly TrailRow[], policy: NameDemands, more: readonly string[] = []): readonly string[] {
  const there = rows.filter((row) => stateOf(row) !== 'missing' && isOfType(row, policy.requiredTypes?.get(name))).map(({ key }) => key);
  // The service's answer is foreign: only a text that has the form of a name is proposed as one.
  return [...new Set([...there, ...more])].filter(
    (key) => /^[\w,.~-]+$/.test(key) && !policy.required.includes(key) && !rows.some((row) => row.key === key && row.expected),
  );
}

/** As those of the legs of a matrix: `unit-tests-1` and `unit-tests-2`. */
export function legNames(name: string, rows: readonly TrailRow[], policy: NameDemands): readonly string[] {
  return free(name, rows, policy).filter((key) => key.startsWith(`${name}-`) || key.startsWith(`${name}_`));
}

export function legsFix(name: string, legs: readonly string[], policy: NameDemands, isByCaller: boolean): string {
  const { artifact, name: asked } = wantedBy(name);
  const target = artifact === undefined ? '' : `\n  target-artifacts: ${nameInYaml(artifact)}`;
  const one = `  attestation-name: ${evidenceNameInYaml(asked)}${target}`;
  if (!isByCaller)
    return `If so, let each of them record under one name, because each counts by itself:\n\n${one}\n\nOr let the template name each of them`;
  const required = policy.required.flatMap((each) => (each === name ? legs : [each]));
  const type = policy.requiredTypes?.get(name);
  const types = new Map([...(policy.requiredTypes ?? []), ...(type === undefined ? [] : legs.map((leg) => [leg, type] as const))]);
  return `If so, write:\n\n  required-attestations: ${namesInYaml(requiredTexts({ ...policy, required, requiredTypes: types }))}`;
}

export function meantFix(name: string, meant: MeantNames, { own: mine }: Evidence, policy: NameDemands, isByCaller: boolean): string {
  const { artifact, name: asked } = wantedBy(name);
  if (isByCaller) {
    const near = meant.get(name);
    const parts = [...meant].flatMap(([part, other]) => (other === near ? [part] : []));
    const apart = parts.length > 1 ? `A space or a comma parts names: ${list(parts)} are ${parts.length}. ` : '';
    const here = parts.length === 1 && near === mine?.name && artifact === undefined;
    return `${apart}If so, write:\n\n  required-attestations: ${namesInYaml([...new Set(requiredTexts(policy, meant))])}${
      here ? `\n\nOr in this step:\n\n  attestation-name: ${evidenceNameInYaml(name)}` : ''
    }`;
  }
  const target = artifact === undefined ? '' : `\n  target-artifacts: ${nameInYaml(artifact)}`;
  return `If so, let the step that records it write:\n\n  attestation-name: ${evidenceNameInYaml(asked)}${target}`;
}

/** `undefined` where no name could keep these groups of runs apart. */
export function nameApart(name: string, groups: readonly RunGroup[]): string | undefined {
  const differing = (of: (group: RunGroup) => string | undefined): boolean =>
    new Set(groups.map(of).filter((value) => value !== undefined)).size > 1;
  const keys = matrixKeys(groups);
  const byMatrix = keys.map(({ key, odd }) => `matrix.${key}${odd === undefined ? '' : '-id'}`);
  const byJob = differing(({ job }) => job) ? ['github.job'] : [];
  const byEvent = differing(({ event }) => event) ? ['github.event_name'] : [];
  const suffix = [...byMatrix, ...byJob, ...byEvent].map((context) => `-\${{ ${context} }}`).join('');
  if (suffix === '' && differing(({ workflow }) => workflow))
    return 'To see them apart, give the step of each workflow its own attestation-name';
  if (suffix === '') return undefined;
  const advice = `give each its own name, and require each of the names:\n\n  attestation-name: ${evidenceNameInYaml(name)}${suffix}${keys.flatMap(secondValue).join('')}`;
  return byEvent.length === 0 ? `To see them apart, ${advice}` : `${oneTrigger(groups)}${advice}`;
}

function oneTrigger(groups: readonly RunGroup[]): string {
  const events = [...new Set(groups.map(({ event }) => event).filter((event) => event !== undefined))];
  const said = `The runs are of different events (${list(events)}): each event is a group of its own, whatever the job is called.`;
  // Whatever is red on the trail holds the commit back, under any name.
  if (events.includes('schedule'))
    return `Where a run on a schedule must not hold this commit back, give it a flow and a trail of its own: ${docsPage('recipes.md')}#a-nightly-run. ${said} To see them apart, `;
  if (!events.includes('push') || !events.includes('pull_request')) return `${said} To see them apart, `;
  return `${said} Let one event test a commit:

on:
  push:
    branches: [main]
  pull_request:

Or `;
}

/** `odd` is the JSON of a value that no name can hold, if it has one. */
interface ApartKey {
  readonly key: string;
  readonly odd: string | undefined;
}

function secondValue({ key, odd }: ApartKey): readonly string[] {
  if (odd === undefined) return [];
  const plain = oneLine(odd, 60)
    .replaceAll(/[^\w.-]+/g, '')
    .replaceAll('.', '-');
  return [
    `\n\nNo name holds the values of matrix.${key} as they are (${oneLine(odd, 60)}): give each a second value in include: of the matrix, as {${key}: ${oneLine(odd, 60)}, ${key}-id: ${JSON.stringify(plain)}}. Or let all legs keep one name: each counts by itself`,
  ];
}

/** Only keys whose values differ between the groups, and that an expression can name. */
function matrixKeys(groups: readonly RunGroup[]): readonly ApartKey[] {
  const legs = groups.map(({ matrix }) => Object.entries(Object(matrix === undefined ? undefined : JSON.parse(matrix))));
  const values = new Map<string, Set<string>>();
  for (const leg of legs) for (const [key, value] of leg) values.set(key, (values.get(key) ?? new Set()).add(JSON.stringify(value)));
  return [...values]
    .filter(([key, of]) => /^[A-Za-z_][\w-]*$/.test(key) && (of.size > 1 || legs.some((leg) => !leg.some(([known]) => known === key))))
    .map(([key, of]) => ({ key, odd: [...of].find((value) => !/^(?:"[\w,-]+"|-?\d+|true|false)$/.test(value)) }))
    .slice(0, 5);
}
