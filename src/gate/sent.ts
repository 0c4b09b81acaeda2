import type { Evidence, OwnEvidence } from './evidence.ts';
import { overrides, type TrailRow } from './rows.ts';
import type { About, Reason } from './verdict.ts';

/** What was just sent has failed tests, but the trail calls it compliant: only an override of that record may do so. */
export function sentReason(row: TrailRow, { own }: Evidence, about: About): readonly Reason[] {
  if (own === undefined || own.name !== row.status.attestation_name || own.failed === 0 || own.problems.length > 0) return [];
  if (own.sending.kind === 'accepted' && own.sending.id !== undefined && overrides(row, own.sending.id)) return [];
  return [sentFailing(own, row.key, 'no override names it, although the trail calls it compliant', about)];
}

/** The same for evidence whose name is not on the trail: on a dry run nothing else says that its tests failed. */
export function unlistedReason({ own }: Evidence, reasons: readonly Reason[]): readonly Reason[] {
  if (own === undefined || own.failed === 0 || own.problems.length > 0) return [];
  const known = reasons.some(
    ({ attestation = '', verdict }) => verdict === 'non-compliant' && (attestation === own.name || attestation.endsWith(`.${own.name}`)),
  );
  return known || own.sending.kind === 'accepted' ? [] : [sentFailing(own, own.name, 'the trail has no record of it', {})];
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
