import type { Author } from '../log/chain.ts';
import type { ApprovalContent } from '../kinds/approvals.ts';
import type { Header, Sent } from '../log/header.ts';
import { number, reader } from '../sql/row.ts';

export type ApprovalRecord = Header & ApprovalContent;

export interface NewApproval {
  readonly author: Author;
  readonly flowName: string;
  readonly fingerprint: string;
  /** Absent if it is valid everywhere. */
  readonly environment?: string;
  /** The commit that the approved ones come after. */
  readonly oldestCommit?: string;
  readonly state: ApprovalContent['state'];
  /** The fields as the client sent them. */
  readonly data: Sent;
}

export type ApprovalOutcome =
  | { readonly outcome: 'reported'; readonly number: number }
  | { readonly outcome: 'no-flow' }
  | { readonly outcome: 'no-artifact' };

/** The filter of a search for approvals of a flow: those of one artifact, or those with a number in `(after, upTo]`. */
export interface ApprovalSearch {
  readonly fingerprint?: string;
  readonly after?: number;
  readonly upTo?: number;
}

/** An approval without its record: its number in its flow, the place of the record in the log, and its approximate size. */
export const approvalEntry = reader({ number, sequence: number, bytes: number });
export type ApprovalEntry = ReturnType<typeof approvalEntry>;
