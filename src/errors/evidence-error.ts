import { Fault, type FaultOptions } from './fault.ts';

export type EvidenceCode =
  | 'no-files'
  | 'no-tests'
  | 'empty-file'
  | 'broken-file'
  | 'not-junit'
  | 'unreadable-file'
  | 'outside-workspace'
  | 'wrong-commit'
  | 'unknown-commit'
  | 'contradiction'
  | 'stale-file'
  | 'committed-file'
  | 'changed-file'
  | 'too-few-tests'
  | 'too-large';

/** One cause among possibly many: every bad file is named, not only the first. */
export interface EvidenceProblem {
  readonly code: EvidenceCode;
  readonly message: string;
  /** Relative to the workspace where it lies inside, with `/`; never a pattern. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in UTF-16 units. */
  readonly column?: number;
  readonly fix?: string;
}

/** Our own evidence is absent, broken, stale, of another commit, or contradicts the test step. Exit code 4. */
export class EvidenceError extends Fault<EvidenceCode> {
  override readonly name = 'EvidenceError';
  readonly problems: readonly EvidenceProblem[];

  constructor(code: EvidenceCode, message: string, options: FaultOptions & Partial<Pick<EvidenceError, 'problems'>> = {}) {
    super(code, message, options);
    this.problems = options.problems ?? [{ code, message, ...(options.fix === undefined ? {} : { fix: options.fix }) }];
  }
}
