/** The outcome of one job, or of one leg of a matrix. */
export interface Job {
  /** `unit-tests`, or `unit-tests {"shard":1}`. A job of a reusable workflow has the name of the job that calls that. */
  readonly name: string;
  /** Steps that failed, by their id or their place; `job` where the job failed and no step did. */
  readonly failed: readonly string[];
  /** The outputs of the last step with a verdict. They are empty if no step had one. */
  readonly outputs: ReadonlyMap<string, string>;
  /** The job summary, as markdown. */
  readonly summary: string;
  /** Milliseconds that each step and its end of the job took, by its id or its place: `service` and `Post service`. */
  readonly took: ReadonlyMap<string, number>;
}

/** A run of a workflow, as the engine tells it. */
export interface WorkflowRun {
  readonly exitCode: number | null;
  readonly jobs: ReadonlyMap<string, Job>;
  /** The output of the jobs and of the engine, in the order in which it came. */
  readonly log: string;
}

interface Line {
  readonly msg?: string;
  readonly jobID?: string;
  /** `Workflow/Job`, and `caller/Workflow/Job` in a reusable workflow. */
  readonly job?: string;
  readonly matrix?: object | null;
  readonly stepID?: readonly string[];
  readonly stepResult?: string;
  readonly stage?: string;
  /** Nanoseconds. */
  readonly executionTime?: number;
  readonly jobResult?: string;
  readonly command?: string;
  readonly name?: string;
  readonly arg?: string;
  readonly content?: string;
}

interface Growing {
  readonly failed: string[];
  /** The outputs by the step. */
  readonly outputs: Map<string, Map<string, string>>;
  readonly took: Map<string, number>;
  summary: string;
}

/** Reads the output of `act --json`: an object a line. Any other line is one of its own words. */
export function readLog(exitCode: number | null, printed: string): WorkflowRun {
  const jobs = new Map<string, Growing>();
  const log: string[] = [];
  for (const text of printed.split('\n').filter((line) => line !== '')) {
    const line = parse(text);
    const name = jobName(line);
    log.push(name === undefined ? (line.msg ?? text) : `[${name}] ${line.msg ?? ''}`);
    if (name === undefined) continue;
    const job = jobs.get(name) ?? {
      failed: [],
      outputs: new Map<string, Map<string, string>>(),
      took: new Map<string, number>(),
      summary: '',
    };
    jobs.set(name, job);
    if (line.executionTime !== undefined) {
      const step = line.stepID?.join('/') ?? '';
      job.took.set(line.stage === 'Post' ? `Post ${step}` : step, line.executionTime / 1e6);
    }
    if (line.stepResult === 'failure') job.failed.push(line.stepID?.at(-1) ?? '');
    // The legs of a matrix share one result: there only the steps tell them apart.
    if (line.jobResult === 'failure' && !name.includes(' {') && job.failed.length === 0) job.failed.push('job');
    if (line.command === 'set-output') {
      const step = line.stepID?.join('/') ?? '';
      job.outputs.set(step, (job.outputs.get(step) ?? new Map<string, string>()).set(line.name ?? '', line.arg ?? ''));
    }
    if (line.command === 'summary') job.summary += line.content ?? '';
  }
  return { exitCode, jobs: new Map(Array.from(jobs, ([name, job]) => [name, toJob(name, job)])), log: log.join('\n') };
}

function toJob(name: string, { failed, outputs, summary, took }: Growing): Job {
  const ours = [...outputs.values()].findLast((each) => each.has('verdict'));
  return { name, failed, outputs: ours ?? new Map(), summary, took };
}

function parse(text: string): Line {
  if (!text.startsWith('{')) return {};
  const line: Line = JSON.parse(text);
  return line;
}

function jobName({ job, jobID, matrix }: Line): string | undefined {
  if (jobID === undefined) return undefined;
  const [caller, _workflow, called] = job?.split('/') ?? [];
  if (caller !== undefined && called !== undefined) return caller;
  return matrix === undefined || matrix === null || Object.keys(matrix).length === 0 ? jobID : `${jobID} ${JSON.stringify(matrix)}`;
}
