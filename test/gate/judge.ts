import type { AttestationRecord, AttestationStatus } from '../../src/contract/index.ts';
import { decide, type Evidence, type OwnEvidence, type Policy, type TrailQuestion, type RecordsAnswer } from '../../src/gate/index.ts';
import { nothingMore, question, record, row, sha, told, trail } from './build.ts';

export interface Given {
  readonly row?: Partial<AttestationStatus>;
  readonly records?: readonly AttestationRecord[];
  readonly byId?: readonly AttestationRecord[];
  readonly answer?: RecordsAnswer;
  readonly question?: Partial<TrailQuestion>;
  readonly policy?: Partial<Policy>;
  readonly own?: OwnEvidence;
  readonly merges?: Evidence['merges'];
}

/** The verdict on a trail with one green row, `unit`, whose record is `id-of-unit`. */
export function judge({ records = [], byId = [], ...given }: Given): ReturnType<typeof decide> {
  return decide(
    {
      question: { ...question, ...given.question },
      answer: { kind: 'trail', trail: told({ ...trail([row('unit', given.row)]), name: given.question?.trail ?? sha }) },
      records: new Map([['unit', given.answer ?? { kind: 'records', records, byId }]]),
      ...(given.own === undefined ? {} : { own: given.own }),
      ...(given.merges === undefined ? {} : { merges: given.merges }),
    },
    { ...nothingMore, ...given.policy },
  );
}

/** A record behind the row of `judge`. */
export const ofUnit = (facts: Partial<AttestationRecord> = {}, isCompliant: boolean | null = true): AttestationRecord =>
  record('unit', isCompliant, { attestation_id: 'id-of-unit', ...facts });
export const codes = ({ reasons }: ReturnType<typeof decide>): readonly string[] => reasons.map(({ code }) => code);
