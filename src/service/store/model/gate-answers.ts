import { aText, ifThere, passes, shape, type Checked } from '../../../text/check.ts';
import { text } from '../sql/row.ts';
import type { Row } from '../sql/sql.ts';

/** The answer of a gate, with its first reason; `note` says that nothing is required, which is no verdict. */
export const aGateAnswer = shape({
  verdict: aText,
  reason: ifThere(shape({ code: aText, message: aText, fix: aText })),
  note: ifThere(aText),
});
export type GateAnswer = Checked<typeof aGateAnswer>;

/** The answer about a trail, or about an artifact in a flow, as far as it is kept. */
export interface KeptAnswer {
  readonly orgId: string;
  /** The id of the trail, or of the flow of the artifact. */
  readonly aboutId: string;
  /** The fingerprint of the artifact; '' of a trail. */
  readonly fingerprint: string;
  /** All that an answer of now is made from. */
  readonly basis: string;
  /** `undefined` where none is kept that was made from this. */
  readonly answer: GateAnswer | undefined;
}

/** The same with an answer that was made from that basis. */
export type WorkedOut = KeptAnswer & { readonly answer: GateAnswer };

/** The kept answer in a row with the columns of `gateColumns`; one that was made from something else, or is broken, is none. */
export function keptAnswerOf(
  row: Row,
  { basedOn, ...about }: Pick<KeptAnswer, 'orgId' | 'aboutId' | 'fingerprint'> & { readonly basedOn: readonly (string | number)[] },
): KeptAnswer {
  const basis = JSON.stringify(basedOn);
  const isOfNow = row['gate_basis'] === basis;
  return { ...about, basis, answer: isOfNow ? answerOf(row) : undefined };
}

function answerOf(row: Row): GateAnswer | undefined {
  try {
    // It holds no number that could be rounded, and to look for one costs a list more than to parse it.
    const answer: unknown = JSON.parse(text(row, 'gate_answer'));
    return passes(aGateAnswer, answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}
