import { artifactOptions, environmentOption, readArtifact, type ArtifactSettings } from './artifacts.ts';
import { allOrComplaints, readOptions } from './reader.ts';
import { commitOption, flowOption, trailOption } from './service.ts';
import type { DecidingSpec, NameLength, NamesOf, ReaderOf } from './spec.ts';
import { readCommitSha, readName, readNameIfGiven } from './values.ts';

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

type SubjectOption = NamesOf<typeof gateSubjectOptions>;
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
function useless<Subject extends string>(read: Reader, subject: Subject, options: readonly SubjectOption[]): Subject {
  const given = options.find((option) => read.isGiven(option));
  if (given === undefined) return subject;
  const other = subject === 'trail' ? 'Write subject: artifact, or leave it out' : 'Leave it out, or choose another subject';
  throw read.invalid(given, `does nothing with subject: ${subject}`, other);
}
