import { list } from '../text/index.ts';
import { namesInYaml } from './advice/steps.ts';
import { inOrder, worst, type Reason, type Verdict } from './verdict.ts';

/** How a job before the gate ended. */
export interface JobEnd {
  readonly name: string;
  /** `success`, `failure`, `cancelled` or `skipped`, as GitHub's `needs` says it. */
  readonly result: string;
}

/** The jobs before the gate, and those of them that may be skipped. */
export interface JobsBefore {
  readonly ends: readonly JobEnd[];
  readonly allowedSkips: readonly string[];
  /** Page of their run, where it is known. */
  readonly page?: string | undefined;
}

/** A verdict with what the jobs before the gate add to it; `undefined`: the gate is told of none. */
export function withJobs(verdict: Verdict, jobs: JobsBefore | undefined): Verdict {
  const recorded = new Set(
    verdict.reasons.flatMap(({ run, verdict: says }) =>
      says === 'non-compliant' && run?.job !== undefined && !isOtherRun(run.url, jobs?.page) ? run.job : [],
    ),
  );
  // A job whose red record is a reason already failed for that.
  const untold = jobs && { ...jobs, ends: jobs.ends.filter(({ name, result }) => result !== 'failure' || !recorded.has(name)) };
  const reasons = [...verdict.reasons, ...jobReasons(untold)];
  return reasons.length === verdict.reasons.length ? verdict : { ...verdict, name: worst(reasons), reasons: inOrder(reasons) };
}

/** Whether two pages are of different runs; a page that somebody chose tells no run. */
function isOtherRun(...pages: readonly (string | undefined)[]): boolean {
  const runs = pages.map((page) => /^(.*\/actions\/runs\/\d+)(?![\w-])/.exec(page ?? '')?.[1]);
  return runs.every((run) => run !== undefined) && new Set(runs).size > 1;
}

/** Jobs that did not end well, one reason for each way to end: evidence that says no may be what got lost. */
export function jobReasons(jobs: JobsBefore | undefined): readonly Reason[] {
  if (jobs === undefined) return [];
  const { allowedSkips, ends } = jobs;
  const ended = (result: string): readonly string[] => ends.filter((end) => end.result === result).map(({ name }) => name);
  const skipped = ended('skipped').filter((name) => !allowedSkips.includes(name));
  const strange = ends.filter(({ result }) => !['success', 'failure', 'cancelled', 'skipped'].includes(result));
  return [
    ...reason(
      ended('failure'),
      'failed',
      'Look at the log of the job; what it was to record may be missing here. Fix it, then run it again',
    ),
    ...reason(ended('cancelled'), 'was cancelled', 'Run the job again: what it was to record may be missing here'),
    ...reason(
      skipped,
      'was skipped',
      `Look at its if: and at the jobs that it needs. If it may be skipped, say so:\n\n  allowed-skips: ${namesInYaml(skipped)}`,
    ),
    ...strange.flatMap(({ name, result }) =>
      reason(
        [name],
        `ended in a state that this version does not know (${JSON.stringify(result)})`,
        'Update compliance-evidence, and give the gate what GitHub says of the jobs:\n\n  jobs: ${{ toJSON(needs) }}',
        'unknown',
      ),
    ),
  ];
}

function reason(names: readonly string[], what: string, fix: string, verdict: 'incomplete' | 'unknown' = 'incomplete'): readonly Reason[] {
  if (names.length === 0) return [];
  const [job, were] = names.length === 1 ? ['Job', what] : ['Jobs', what.replace(/^was /, 'were ')];
  return [{ code: 'job-ended', verdict, message: `${job} ${list(names)} ${were}`, fix }];
}
