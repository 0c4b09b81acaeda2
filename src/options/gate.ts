import { verdictNames, type VerdictName } from '../errors/index.ts';
import type { JobsBefore, Policy } from '../gate/index.ts';
import { allOrComplaints } from './all-or-complaints.ts';
import { jobsOptions, readJobs } from './jobs.ts';
import { momentIn } from './moment.ts';
import type { ReaderOf } from './reader.ts';
import { readRequired, requiredOption } from './required.ts';
import type { DecidingSpec } from './spec.ts';

/**
 * Options about the requirements of the gate. Where an empty value would loosen the gate, the default is not empty, and empty is an error.
 */
export const policyOptions = [
  requiredOption,
  {
    name: 'allow-empty-template',
    kind: 'boolean',
    decides: 'nothing',
    default: 'false',
    description:
      'Let a trail pass that requires nothing, neither by a template nor by `required-attestations`; or whose flow has no template, and was begun by evidence alone.',
  },
  {
    name: 'template',
    kind: 'choice',
    decides: 'asked',
    choices: ['current', 'decided'],
    default: 'current',
    whenEmpty: 'error',
    placeholder: 'WHICH',
    description:
      'What a trail is judged by: the template that its flow has now (`current`); or, for a rollback, what was `decided` when the trail was written last.',
  },
  {
    name: 'allow-own-template',
    kind: 'boolean',
    decides: 'nothing',
    default: 'false',
    description: "Let a trail's own template decide alone. Without it what the flow's template asks is asked too.",
  },
  ...jobsOptions,
] as const satisfies readonly DecidingSpec[];

export const evaluationTimeoutOption = {
  name: 'evaluation-timeout',
  kind: 'duration',
  decides: 'nothing',
  default: '60',
  placeholder: 'TIME',
  description:
    'How long to wait until the service shows our own record evaluated, and the records behind every green name; after that the verdict is `unknown`.',
} as const satisfies DecidingSpec;

/** A yes fails no job. */
const failing = verdictNames.filter((name) => name !== 'compliant');

/** The same, with the waits of the gate, and the verdicts that fail the job. */
export const gateOptions = [
  ...policyOptions,
  {
    name: 'fail-on',
    kind: 'choices',
    decides: 'asked',
    choices: [...failing, 'none'],
    default: 'non-compliant,incomplete,unknown,unusable',
    whenEmpty: 'error',
    placeholder: 'VERDICTS',
    description:
      'Verdicts that fail the job. `none` never fails it; the summary says when it let something through. Wrong inputs always fail.',
  },
  {
    name: 'enforce-from',
    kind: 'text',
    decides: 'asked',
    placeholder: 'DATE',
    description:
      'A date, `2027-01-31` in UTC, or a moment with its zone. Until then no verdict fails the job: the summary and `would-fail` say what it would have done.',
  },
  {
    name: 'wait-timeout',
    kind: 'duration',
    decides: 'nothing',
    default: '0',
    placeholder: 'TIME',
    description: 'How long to wait for attestations of other jobs that are missing: `90`, `90s`, `5m`, `1h`.',
  },
  evaluationTimeoutOption,
] as const satisfies readonly DecidingSpec[];

/** The settings by which a subject is judged. */
export interface JudgeSettings {
  readonly policy: Policy;
  /** Jobs that must have ended well; `undefined` where the gate gets none. */
  readonly jobs: JobsBefore | undefined;
  /** Milliseconds. */
  readonly waitTimeout: number;
  /** Milliseconds. */
  readonly evaluationTimeout: number;
}

export interface GateSettings extends JudgeSettings {
  readonly failOn: ReadonlySet<VerdictName>;
  /** The moment from which a verdict fails the job; `undefined`: always. */
  readonly enforceFrom: Date | undefined;
}

/** `minTests` holds for each judged junit attestation; a command that also attests has another number for its own. */
export function readGate(read: ReaderOf<typeof gateOptions>, minTests: () => number): GateSettings {
  return allOrComplaints<GateSettings>({
    policy: () => readPolicy(read, minTests),
    jobs: () => readJobs(read),
    failOn: () => readFailOn(read),
    enforceFrom: () => readEnforceFrom(read),
    waitTimeout: () => read.duration('wait-timeout'),
    evaluationTimeout: () => read.duration('evaluation-timeout'),
  });
}

/** The settings by which a subject is judged where nothing waits for missing evidence. */
export function readJudge(
  read: ReaderOf<readonly [...typeof policyOptions, typeof evaluationTimeoutOption]>,
  minTests: () => number,
): JudgeSettings {
  return allOrComplaints<JudgeSettings>({
    policy: () => readPolicy(read, minTests),
    jobs: () => readJobs(read),
    waitTimeout: () => 0,
    evaluationTimeout: () => read.duration('evaluation-timeout'),
  });
}

function readPolicy(read: ReaderOf<typeof policyOptions>, minTests: () => number): Policy {
  const { required, ...others } = allOrComplaints({
    required: () => readRequired(read),
    allowEmptyTemplate: () => read.flag('allow-empty-template'),
    template: () => read.choice('template'),
    allowOwnTemplate: () => read.flag('allow-own-template'),
    minTests,
  });
  return { ...required, ...others };
}

function readFailOn(read: ReaderOf<typeof gateOptions>): ReadonlySet<VerdictName> {
  const names = read.choices('fail-on');
  if (names.includes('none') && names.length > 1)
    throw read.invalid('fail-on', 'holds `none` next to other verdicts', 'Write `none` alone, or leave it out');
  return new Set(names.filter((name) => name !== 'none'));
}

function readEnforceFrom(read: ReaderOf<typeof gateOptions>): Date | undefined {
  const text = read.text('enforce-from');
  if (text === undefined) return undefined;
  const date = momentIn(text);
  if (date !== undefined) return date;
  throw read.invalid('enforce-from', `is not a date: ${JSON.stringify(text)}`, 'Write 2027-01-31, or 2027-01-31T09:00:00+01:00');
}
