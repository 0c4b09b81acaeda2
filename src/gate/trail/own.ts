import type { Evidence, OwnEvidence, TrailAnswer, TrailQuestion } from '../evidence.ts';
import { given } from '../../text/index.ts';
import { overrides, rowsOf, stateOf, type TrailRow } from './rows.ts';
import type { About, Reason } from '../verdict.ts';

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

/** This run sent failed tests, but the trail calls them compliant: only an override of that record may do so. */
export function sentReason(row: TrailRow, { own }: Pick<Evidence, 'own'>, about: About): readonly Reason[] {
  if (own === undefined || own.name !== row.status.attestation_name || own.failed === 0 || own.problems.length > 0) return [];
  if (own.sending.kind === 'accepted' && own.sending.id !== undefined && overrides(row, own.sending.id)) return [];
  return [sentFailing(own, row.key, 'no override names it, although the trail calls it compliant', about)];
}

/** The same for evidence whose name is not on the trail: on a dry run nothing else says that its tests failed. */
export function unlistedReason({ own }: Pick<Evidence, 'own'>, reasons: readonly Reason[]): readonly Reason[] {
  if (own === undefined || own.failed === 0 || own.problems.length > 0) return [];
  const known = reasons.some(
    ({ attestation = '', verdict }) => verdict === 'non-compliant' && (attestation === own.name || attestation.endsWith(`.${own.name}`)),
  );
  return known || own.sending.kind === 'accepted' ? [] : [sentFailing(own, own.name, 'the trail has no record of it', {})];
}

/** Both, for one of several pieces of evidence that were sent before the trail was judged without them. */
export function sentReasons(own: OwnEvidence, answer: TrailAnswer, reasons: readonly Reason[]): readonly Reason[] {
  const isSaid = reasons.some(({ attestation, verdict }) => verdict === 'non-compliant' && attestation === own.name);
  const green = answer.kind === 'trail' && !isSaid ? rowsOf(answer.trail).filter((row) => stateOf(row) === 'compliant') : [];
  return [...green.flatMap((row) => sentReason(row, { own }, {})), ...unlistedReason({ own }, reasons)];
}

function sentFailing({ failed, sending }: OwnEvidence, key: string, but: string, about: About): Reason {
  const tests = `${failed} failed ${failed === 1 ? 'test' : 'tests'}`;
  return {
    ...about,
    attestation: key,
    code: 'sent-failing',
    verdict: 'non-compliant',
    message: `${key} ${sending.kind === 'accepted' ? 'was just sent' : 'would be sent'} with ${tests}, and ${but}`,
    fix: 'Fix the tests and push again',
  };
}
