import type { TrailQuestion } from '../evidence.ts';

/** An attestation that somebody waits for. */
export interface Wanted {
  /** As the template calls it on the trail or on its artifact. */
  readonly name: string;
  readonly artifact: string | undefined;
  /** Kind of evidence, as the template has it; `undefined` where nobody says. */
  readonly type: string | undefined;
}

/** An attestation by the name that `required-attestations` has for it: `name`, or `artifact.name`. */
export function wantedBy(key: string, type?: string): Wanted {
  const dot = key.indexOf('.');
  return dot < 0 ? { name: key, artifact: undefined, type } : { name: key.slice(dot + 1), artifact: key.slice(0, dot), type };
}

/** The name of something as a value of YAML, with the type of evidence after it or not. It may be foreign: what the service would not take as a name is not proposed. */
export function nameInYaml(name: string): string {
  if (!/^[\w.~,-]{1,255}(?::[\w~:*-]{1,300})?$/.test(name)) return '<its name>';
  // In quotes where it would be a number, a flag or nothing.
  return /^(?:[^a-z].*|true|false|null|yes|no|on|off|y|n)$/i.test(name) ? `'${name}'` : name;
}

/** A name of evidence as a value of YAML: it holds no dot, which stands between an artifact and its evidence. */
export function evidenceNameInYaml(name: string): string {
  return nameInYaml(/^[\w,-]+$/.test(name) ? name : '');
}

/** Several names as one value. */
export function namesInYaml(names: readonly string[]): string {
  const written = names.map(nameInYaml);
  // In a list nothing is read as a number or a flag, and a quote would end the value.
  return written.length === 1 ? written.join('') : written.map((name) => name.replaceAll("'", '')).join(', ');
}

/** A step with our action: the inputs of every command, then those of this one, a line each. */
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

/** The inputs that name the trail, where it is not the one of the commit. */
export function trailInputs({ commit, trail }: Pick<TrailQuestion, 'commit' | 'trail'>): readonly string[] {
  return trail === commit ? [] : [`trail: ${nameInYaml(trail)}`];
}

/** Inputs of one kind of evidence; `undefined` for one that nothing here records. Not filled in, they turn no name green with results of another. */
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

/** Steps that record what somebody waits for, one for each kind of evidence; `undefined` where nothing here can record it. */
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
