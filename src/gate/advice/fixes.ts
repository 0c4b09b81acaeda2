import { list } from '../../text/index.ts';
import type { ArtifactQuestion, TrailQuestion } from '../evidence.ts';
import { nameInYaml, namesInYaml, stepOf, stepsFor, trailInputs, type Wanted } from './steps.ts';

/**
 * A fix is sentences, and YAML that can be pasted: lines that are indented, items of a list, or keys alone. A part that the user
 * has to fill in stands in `<…>`, which GitHub refuses until it is replaced.
 */

/** How to record what is missing. */
export function recordThem(wanted: readonly Wanted[], question: TrailQuestion): string {
  const it = wanted.length === 1 ? 'it' : 'them';
  return `Let the ${wanted.length === 1 ? 'job that records' : 'jobs that record'} ${it} run before this one (needs: …), or set wait-timeout. ${orAdd(wanted, question, it)}`;
}

/** How to get what some job records already, on other trails of the flow: it lacks no step. */
export function runItsJob({ flow }: Pick<TrailQuestion, 'flow'>): string {
  return `Other trails of flow ${flow} hold it, so a job records it: look whether that job ran here and how it ended, and let it run before this one (needs: …), or set wait-timeout`;
}

/** How to begin a trail: record the first evidence on it. */
export function beginTrail(wanted: readonly Wanted[], question: TrailQuestion): string {
  const isShort = /^[0-9a-f]{7,39}$/.test(question.trail);
  const look = isShort ? 'Write the full name of the trail, all 40 digits of a SHA.' : 'Look at trail, which is the commit by default.';
  if (wanted.length > 0) return `${look} ${recordThem(wanted, question)}`;
  return `${look} Let the jobs that record evidence run before this one (needs: …), or set wait-timeout`;
}

/** The pipeline of two kinds of jobs: those that record, and one that decides. `jobs`: those that are known to record already. */
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

/** One job has already recorded this, for another commit or another pull request. */
export function recordAgain(name: string, { flow }: TrailQuestion, forWhat: string): string {
  return `Let the job that records ${name} in flow ${flow} run for ${forWhat} too, before this one (needs: …), or set wait-timeout`;
}

/** How to report an artifact of the template. */
export function reportArtifact(artifact: string, question: TrailQuestion): string {
  return reportedBy(question, [...trailInputs(question), `artifact-name: ${nameInYaml(artifact)}`]);
}

/** How to report an artifact that is known by its fingerprint alone. */
export function reportFingerprint(question: ArtifactQuestion): string {
  return `Look at fingerprint and flow. ${reportedBy(question, [])}`;
}

/** How to tell two directories with one fingerprint apart. */
export const buildAnew =
  'Build the directory with one more file in it (the number of the build, for instance), so that it has a fingerprint of its own; report it by artifact-path, and let it be approved again';

function reportedBy(where: Pick<TrailQuestion, 'org' | 'flow'>, inputs: readonly string[]): string {
  const step = stepOf('artifact-report', where, [...inputs, 'artifact-path: <the file or directory>'], false);
  return `Report it in the job that builds it, and let that job run before this one (needs: …):\n\n${step}`;
}

/** The command that reports a person's decision. */
export function approvalCommand({ approvedFor, fingerprint, flow, org }: ArtifactQuestion): string {
  const environment = typeof approvedFor === 'string' ? ` --environment ${approvedFor}` : '';
  return `compliance-evidence approval report --org ${org} --flow ${flow} --fingerprint ${fingerprint}${environment} --approved-by NAME`;
}

/** The command that makes a flow on purpose. */
export function createFlow(flow: string, org: string): string {
  return `compliance-evidence flow create ${flow} --org ${org}`;
}

function orAdd(wanted: readonly Wanted[], question: TrailQuestion, it: string): string {
  const steps = stepsFor(wanted, question);
  if (steps === undefined) return `Nothing here records ${it} under such a name and type: look at the template of the flow`;
  return `Where no job records ${it} yet, add to the one that has the results:\n\n${steps}`;
}

/** Those that may stand in YAML. */
function namesOf(wanted: readonly Wanted[]): string {
  const names = wanted.map(({ name }) => name).filter((name) => /^[\w-]+$/.test(name));
  return names.length === 0 ? 'the rest' : list(names, 5).replaceAll(',', ' and');
}
