import { parse, stringify } from 'yaml';
import type { Job, WorkflowRun } from './log.ts';
import type { Workflow, WorkflowJob } from './workflow.ts';

/**
 * The engine stops when a reusable workflow fails, where GitHub goes on with the jobs that run always. This is the
 * workflow of those that are left: each job that they need is one that ends as it did. `undefined` where none is left.
 *
 * @param outputs of the workflow that failed
 */
export function afterFailedCall(text: string, { jobs: ran }: WorkflowRun, outputs: Readonly<Record<string, string>>): string | undefined {
  const workflow: Workflow = parse(text);
  const ofName = (name: string): readonly Job[] =>
    Array.from(ran.values()).filter((job) => job.name === name || job.name.startsWith(`${name} {`));
  const calls = Object.entries(workflow.jobs).filter(([, { uses }]) => uses !== undefined);
  if (!calls.some(([name]) => ofName(name).some(({ failed }) => failed.length > 0))) return undefined;
  const left = calls.filter(([name, job]) => job.if?.startsWith('${{ always() ') === true && ofName(name).length === 0);
  if (left.length === 0) return undefined;
  const needed = new Set(left.flatMap(([, { needs }]) => [needs].flat().map(String)));
  const jobs = [...Array.from(needed, (name): [string, WorkflowJob] => [name, endingAs(ofName(name), outputs)]), ...left];
  return stringify({ ...workflow, jobs: Object.fromEntries(jobs) });
}

function endingAs(legs: readonly Job[], outputs: Readonly<Record<string, string>>): WorkflowJob {
  const step = { run: legs.some(({ failed }) => failed.length > 0) ? 'exit 1' : 'true' };
  return { 'runs-on': 'ubuntu-latest', outputs, ...(legs.length === 0 ? { if: '${{ false }}' } : {}), steps: [step] };
}
