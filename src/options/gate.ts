import { matches } from '../contract/limits.ts';
import { verdictNames, type VerdictName } from '../errors/index.ts';
import type { JobEnd, JobsBefore, Policy } from '../gate/index.ts';
import { aroundDot, isObject, stringAt } from '../text/index.ts';
import { artifactOptions, environmentOption, readArtifact, type ArtifactSettings } from './artifacts.ts';
import { readJson } from './given-files.ts';
import { allOrComplaints, readOptions } from './reader.ts';
import { commitOption, flowOption, trailOption } from './service.ts';
import type { DecidingSpec, NameLength, NamesOf, OptionReader, ReaderOf, SettingsOf } from './spec.ts';
import { readCommitSha, readMoment, readName, readNameIfGiven } from './values.ts';

export const judgedOptions = [
  {
    name: 'subject',
    kind: 'choice',
    decides: 'asked',
    choices: ['trail', 'artifact', 'commit'],
    default: 'trail',
    whenEmpty: 'error',
    placeholder: 'KIND',
    description:
      'What is judged: a `trail`; an `artifact` by its `fingerprint` or `artifact-path`, on every trail of `flow` that it was reported on; or a `commit`, on every trail that has evidence of it (of `flow`, or of all flows).',
  },
  {
    name: 'require-approval',
    kind: 'boolean',
    decides: 'asked',
    default: 'false',
    whenEmpty: 'error',
    description: 'Let an artifact pass only if its newest approval is `APPROVED`, and by everybody who decided; see `environment`.',
  },
] as const satisfies readonly DecidingSpec[];

export const gateSubjectOptions = [flowOption, trailOption, commitOption, ...judgedOptions, ...artifactOptions, environmentOption] as const;

const ofArtifacts = ['fingerprint', 'artifact-path', 'exclude', 'require-approval', 'environment'] as const;

type Reader = ReaderOf<typeof gateSubjectOptions>;

export type GateSubject =
  /** `undefined`: the trail has the name of the commit, which is that of the event. */
  | { readonly subject: 'trail'; readonly flow: string; readonly trail: string | undefined; readonly commit: string | undefined }
  | {
      readonly subject: 'artifact';
      readonly flow: string;
      readonly artifact: ArtifactSettings;
      /** The environment that needs the approval; `null`: everywhere; `undefined` where no approval is needed. */
      readonly approvedFor: string | null | undefined;
    }
  /** `undefined`: all flows. */
  | { readonly subject: 'commit'; readonly flow: string | undefined; readonly commit: string };

/**
 * The options that name the subject must be there and must not be empty: an output of an earlier step that was not set is empty, and would
 * open the gate to something else. An option that the subject does not use is refused as well. Commands that only read may accept short
 * SHAs.
 */
export function readGateSubject(read: Reader, length: NameLength = 'whole'): GateSubject {
  const subject = read.choice('subject');
  switch (subject) {
    case 'artifact':
      return allOrComplaints<Extract<GateSubject, { subject: 'artifact' }>>({
        subject: () => useless(read, 'artifact', ['trail', 'commit']),
        flow: () => readName(read, 'flow', 'flowName'),
        artifact: () => readArtifact(read, length),
        approvedFor: () => readApprovedFor(read),
      });
    case 'commit':
      return allOrComplaints<Extract<GateSubject, { subject: 'commit' }>>({
        subject: () => useless(read, 'commit', ['trail', ...ofArtifacts]),
        flow: () => readNameIfGiven(read, 'flow', 'flowName'),
        commit: () => readCommit(read, length),
      });
    case 'trail':
      return allOrComplaints<Extract<GateSubject, { subject: 'trail' }>>({
        subject: () => useless(read, 'trail', ofArtifacts),
        flow: () => readName(read, 'flow', 'flowName'),
        trail: () => readNameIfGiven(read, 'trail', 'trailName'),
        commit: () => readCommitSha(read, 'commit', length),
      });
  }
}

/** The commit must be named: that of the event may be another one than was meant. */
function readCommit(read: Reader, length: NameLength): string {
  const commit = readCommitSha(read, 'commit', length);
  if (commit !== undefined) return commit;
  throw read.invalid('commit', 'is missing or empty', 'Give all 40 hexadecimal digits: subject: commit judges the commit that is named');
}

function readApprovedFor(read: Reader): string | null | undefined {
  const { environment } = readOptions(read, [environmentOption]);
  if (read.flag('require-approval')) return environment ?? null;
  if (environment === undefined) return undefined;
  throw read.invalid('environment', 'does nothing without require-approval', 'Write require-approval: true, or leave it out');
}

/** @throws where the subject does not use a given option: the caller may rely on it. */
function useless<Subject extends string>(read: Reader, subject: Subject, options: readonly NamesOf<typeof gateSubjectOptions>[]): Subject {
  const given = options.find((option) => read.isGiven(option));
  if (given === undefined) return subject;
  const other = subject === 'trail' ? 'Write subject: artifact, or leave it out' : 'Leave it out, or choose another subject';
  throw read.invalid(given, `does nothing with subject: ${subject}`, other);
}

/** Types of evidence; a custom one is `custom:NAME`, and `*` is any. */
const types: readonly string[] = ['junit', 'generic', 'snyk', 'sonar', 'jira', 'pull_request', 'decision', 'system:decision', '*'];

const form = 'Write `name` or `artifact.name`, and `:type` after it where the type matters, separated by commas; or `none` alone';

/** With the required type of a name where one is given. */
export function readRequired(read: OptionReader): Required<Pick<Policy, 'required' | 'requiredTypes'>> {
  const texts = read.names('required-attestations');
  if (texts.length === 1 && texts[0] === 'none') return { required: [], requiredTypes: new Map() };
  const requiredTypes = new Map<string, string>();
  const names = texts.map((text) => {
    const { name, type } = parts(text);
    if (name === 'none' || !/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)?$/.test(name))
      throw wrong(read, text, `${aroundDot(name)?.advice.concat('. ') ?? ''}${form}`);
    if (type === undefined) return name;
    if (!isType(type)) throw wrong(read, text, `Choose the type from ${types.join(', ')}, or custom:NAME`, [type]);
    if ((requiredTypes.get(name) ?? type) !== type) throw wrong(read, text, 'Evidence has one type: ask for each name once');
    requiredTypes.set(name, type);
    return name;
  });
  return { required: [...new Set(names)], requiredTypes };
}

/** Split at the first colon: names have none, but the names of custom types do. */
function parts(text: string): { readonly name: string; readonly type: string | undefined } {
  const colon = text.indexOf(':');
  return colon < 0 ? { name: text, type: undefined } : { name: text.slice(0, colon), type: text.slice(colon + 1) };
}

function isType(type: string): boolean {
  return types.includes(type) || (type.startsWith('custom:') && matches('typeName', type.slice('custom:'.length)));
}

function wrong(read: OptionReader, text: string, fix: string, given: readonly string[] = []): Error {
  return read.invalid('required-attestations', `holds ${JSON.stringify(text)}`, fix, given, types);
}

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

/** @throws where jobs are given with evidence that does not come from files of jobs. */
export function refuseJobs(read: ReaderOf<typeof jobsOptions>): void {
  const given = (['jobs', 'allowed-skips'] as const).find((name) => read.isGiven(name));
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
  if (!isObject(value)) return undefined;
  const ends: JobEnd[] = [];
  for (const [name, job] of Object.entries(value)) {
    const result = stringAt(job, 'result');
    if (result === undefined) return undefined;
    ends.push({ name, result });
  }
  return ends;
}

/** Where an empty value would loosen the gate, the default is not empty, and empty is an error. */
const demandOptions = [
  {
    name: 'required-attestations',
    kind: 'names',
    read: readRequired,
    decides: 'asked',
    default: 'none',
    whenEmpty: 'error',
    description:
      'Attestations that must be on the trail and compliant, next to those of the template: `name`, or `artifact.name`; with `:type` after it evidence of that type alone (`unit-tests:junit`, `app.scan:snyk`, `coverage:custom:coverage`). `none` requires nothing more.',
  },
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
] as const satisfies readonly DecidingSpec[];

export const policyOptions = [...demandOptions, ...jobsOptions] as const;

export const evaluationTimeoutOption = {
  name: 'evaluation-timeout',
  kind: 'duration',
  decides: 'nothing',
  default: '60',
  description:
    'How long to wait until the service shows our own record evaluated, and the records behind every green name; after that the verdict is `unknown`.',
} as const satisfies DecidingSpec;

/** A yes fails no job. */
const failing = verdictNames.filter((name) => name !== 'compliant');

/** They belong to a gate alone. */
const endingOptions = [
  {
    name: 'fail-on',
    kind: 'choices',
    read: readFailOn,
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
    // From then on a verdict fails the job; `undefined`: always.
    read: (read: OptionReader): Date | undefined =>
      readMoment(read, 'enforce-from', { what: 'is not a date', fix: 'Write 2027-01-31, or 2027-01-31T09:00:00+01:00' }),
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
    description: 'How long to wait for attestations of other jobs that are missing: `90`, `90s`, `5m`, `1h`.',
  },
] as const satisfies readonly DecidingSpec[];

/** As `policyOptions`, with the waits of the gate, and the verdicts that fail the job. */
export const gateOptions = [...policyOptions, ...endingOptions, evaluationTimeoutOption] as const;

export interface JudgeSettings {
  readonly policy: Policy;
  /** They must have ended well; `undefined` where the gate gets none. */
  readonly jobs: JobsBefore | undefined;
  /** Milliseconds. */
  readonly waitTimeout: number;
  /** Milliseconds. */
  readonly evaluationTimeout: number;
}

export interface GateSettings extends JudgeSettings, SettingsOf<typeof endingOptions> {}

/** `minTests` holds for each judged junit attestation; a command that also attests has another number for its own. */
export function readGate(read: ReaderOf<typeof gateOptions>, minTests: () => number): GateSettings {
  const { judging, others } = allOrComplaints({
    judging: () => readJudge(read, minTests),
    others: () => readOptions(read, endingOptions),
  });
  return { ...judging, ...others };
}

/** Nothing waits for missing evidence. */
export function readJudge(
  read: ReaderOf<readonly [...typeof policyOptions, typeof evaluationTimeoutOption]>,
  minTests: () => number,
): JudgeSettings {
  const { demands, others, ...rest } = allOrComplaints({
    demands: () => readOptions(read, demandOptions),
    minTests,
    jobs: () => readJobs(read),
    others: () => readOptions(read, [evaluationTimeoutOption]),
  });
  const { requiredAttestations, ...policy } = demands;
  return { policy: { ...requiredAttestations, ...policy, minTests: rest.minTests }, jobs: rest.jobs, waitTimeout: 0, ...others };
}

function readFailOn(read: OptionReader): ReadonlySet<VerdictName> {
  const names = read.choices('fail-on');
  if (names.includes('none') && names.length > 1)
    throw read.invalid('fail-on', 'holds `none` next to other verdicts', 'Write `none` alone, or leave it out');
  return new Set(failing.filter((name) => names.includes(name)));
}
