import type { JobEnd, JobsBefore } from '../gate/index.ts';
import { allOrComplaints } from './all-or-complaints.ts';
import { readJson } from './json-text.ts';
import { givenText, type ReaderOf } from './reader.ts';
import type { DecidingSpec } from './spec.ts';
import { stringAt } from '../text/index.ts';

/** Options about the jobs before the gate. */
export const jobsOptions = [
  {
    name: 'jobs',
    kind: 'text',
    decides: 'asked',
    default: 'none',
    whenEmpty: 'error',
    placeholder: 'JSON',
    description:
      'The jobs before this one and how they ended: `${{ toJSON(needs) }}`. One that failed, was cancelled or was skipped makes the verdict of a gate `incomplete`, and evidence that `attest` records unusable unless its files show a failing test. `none` asks after no job.',
  },
  {
    name: 'allowed-skips',
    kind: 'names',
    decides: 'asked',
    default: 'none',
    whenEmpty: 'error',
    placeholder: 'JOBS',
    description: 'Jobs among `jobs` that may be skipped. `none` allows it to no job.',
  },
] as const satisfies readonly DecidingSpec[];

/** Outputs of jobs are part of the JSON: GitHub limits those of one job to 1 MB. */
const longest = 8_000_000;

/** `undefined` where the gate gets no job. */
export function readJobs(read: ReaderOf<typeof jobsOptions>): JobsBefore | undefined {
  const { allowedSkips, ends } = allOrComplaints({
    ends: () => readEnds(read),
    allowedSkips: () => read.names('allowed-skips').filter((name) => name !== 'none'),
  });
  if (ends === undefined) {
    if (allowedSkips.length === 0) return undefined;
    throw read.invalid('allowed-skips', 'is set, but no jobs are given', 'Give `jobs: ${{ toJSON(needs) }}` as well');
  }
  const names = ends.map(({ name }) => name);
  const strangers = allowedSkips.filter((name) => !names.includes(name));
  if (strangers.length > 0)
    throw read.invalid(
      'allowed-skips',
      `names ${strangers.join(', ')}, which the gate does not need`,
      `Choose from ${names.join(', ')}, or add the job to \`needs:\``,
      strangers,
      names,
    );
  return { ends, allowedSkips };
}

/** Throws where jobs are given with evidence that does not come from files of jobs. */
export function refuseJobs(read: ReaderOf<typeof jobsOptions>): void {
  const given = (['jobs', 'allowed-skips'] as const).find((name) => givenText(read, name) !== undefined);
  if (given !== undefined)
    throw read.invalid(given, 'is about test results, which are evidence of the type junit', 'Leave it out, or leave attestation-type out');
}

function readEnds(read: ReaderOf<typeof jobsOptions>): readonly JobEnd[] | undefined {
  const text = read.required('jobs');
  if (text === 'none') return undefined;
  if (text.length > longest)
    throw read.invalid('jobs', `is longer than ${longest / 1_000_000} MB`, 'Let the jobs before the gate write smaller outputs');
  const json = readJson(text);
  const ends = json.kind === 'json' ? endsIn(json.value) : undefined;
  const form = 'Write `jobs: ${{ toJSON(needs) }}` in the job of the gate';
  if (ends === undefined)
    throw read.invalid('jobs', `is not the JSON of the jobs that this one needs${json.kind === 'unclear' ? `: ${json.why}` : ''}`, form);
  if (ends.length === 0)
    throw read.invalid('jobs', 'names no job', 'Let the job of the gate need the jobs that record: `needs: [tests, lint]`');
  return ends;
}

function endsIn(value: unknown): readonly JobEnd[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const ends: JobEnd[] = [];
  for (const [name, job] of Object.entries(value)) {
    const result = stringAt(job, 'result');
    if (result === undefined) return undefined;
    ends.push({ name, result });
  }
  return ends;
}
