import type { OwnEvidence } from '../evidence.ts';
import type { TrailQuestion } from '../question.ts';
import type { Reason } from '../verdict.ts';
import { given } from '../../text/index.ts';

/** The reasons on our own side: unusable evidence, a record that was not accepted, or one that was not seen evaluated. */
export function ownReasons(own: OwnEvidence, question: TrailQuestion): readonly Reason[] {
  const unusable = unusableReasons(own);
  const { sending } = own;
  if (sending.kind === 'failed') {
    return [
      ...unusable,
      {
        code: 'not-recorded',
        verdict: 'unknown',
        message:
          sending.unconfirmed === true
            ? `Nothing confirms that the evidence ${own.name} was recorded: ${sending.fault.message}`
            : `The evidence ${own.name} was not recorded: ${sending.fault.message}`,
        fix: sending.fault.fix ?? 'Run the job again: the latest record of a name decides',
        attestation: own.name,
      },
    ];
  }
  if (sending.kind === 'accepted' && !sending.evaluated) {
    return [
      ...unusable,
      {
        code: 'not-evaluated',
        verdict: 'unknown',
        message: `The service accepted ${own.name}${sending.id === undefined ? '' : ` as ${sending.id}`}, but trail ${question.trail} did not show it evaluated in time; what the trail said before is not used`,
        fix: 'Run the job again, or raise evaluation-timeout if the service is slow',
        attestation: own.name,
      },
    ];
  }
  return unusable;
}

/** The faults of the evidence, one reason for each cause. */
export function unusableReasons({ name, problems }: Pick<OwnEvidence, 'name' | 'problems'>): readonly Reason[] {
  return problems.map((problem): Reason => ({
    code: 'evidence-unusable',
    verdict: 'unusable',
    message: problem.message,
    fix: problem.fix ?? 'Fix the step that writes the file, or junit-paths',
    attestation: name,
    ...given({ file: problem.file }),
  }));
}
