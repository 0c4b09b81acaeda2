import type { Evidence, OwnEvidence, TrailAnswer } from '../evidence.ts';
import { overrides, rowsOf, stateOf, type TrailRow } from './rows.ts';
import type { About, Reason } from '../verdict.ts';

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
