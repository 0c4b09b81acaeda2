export interface FaultOptions {
  readonly cause?: unknown;
  /** How to fix it: one or two sentences, or the lines of YAML to add. */
  readonly fix?: string;
}

/**
 * The common shape of the five error classes, one class per party at fault.
 * `code` is a closed union per class, for programs; `message` says what happened, to what; `fix` how to fix it.
 */
export abstract class Fault<Code extends string> extends Error {
  readonly code: Code;
  readonly fix: string | undefined;

  constructor(code: Code, message: string, options: FaultOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.fix = options.fix;
  }
}

/** `other-flow`: the answer names another flow than the one asked about, which may have been renamed. */
export type ContractCode = 'not-json' | 'wrong-shape' | 'other-flow';

/** The answer is not in the contract: no decision can be read from it. */
export class ContractError extends Fault<ContractCode> {
  override readonly name = 'ContractError';
  /** Where in the answer, as a JSON path such as `$.compliance_status.status`. */
  readonly path: string;
  readonly expected: string | undefined;

  constructor(code: ContractCode, message: string, options: FaultOptions & Partial<Pick<ContractError, 'path' | 'expected'>> = {}) {
    super(code, message, options);
    this.path = options.path ?? '$';
    this.expected = options.expected;
  }
}

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

export type ResponseCode =
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'invalid-request'
  | 'too-large'
  | 'rate-limited'
  | 'unavailable'
  | 'redirect'
  | 'unexpected-status';

/** Defaults: one attempt, and a body that is not JSON. */
export type ResponseErrorOptions = FaultOptions &
  Pick<ResponseError, 'status' | 'request'> &
  Partial<Pick<ResponseError, 'serverMessage' | 'fields' | 'attempts' | 'isJson'>>;

export class ResponseError extends Fault<ResponseCode> {
  override readonly name = 'ResponseError';
  /** HTTP status of the last answer. */
  readonly status: number;
  /** Method and URL without credentials and query. */
  readonly request: string;
  /** Cut to a readable length; `undefined` where it said nothing readable. */
  readonly serverMessage: string | undefined;
  /** As they came: mostly an object with a sentence for each field. */
  readonly fields: unknown;
  readonly attempts: number;
  /** A service that knows the interface answers in JSON; a proxy or another server may not. */
  readonly isJson: boolean;

  constructor(code: ResponseCode, message: string, options: ResponseErrorOptions) {
    super(code, message, options);
    this.status = options.status;
    this.request = options.request;
    this.serverMessage = options.serverMessage;
    this.fields = options.fields;
    this.attempts = options.attempts ?? 1;
    this.isJson = options.isJson ?? false;
  }
}

export type TransportCode = 'unreachable' | 'timeout' | 'deadline' | 'interrupted' | 'cut-off' | 'tls' | 'body-too-large';

type TransportErrorOptions = FaultOptions & Pick<TransportError, 'request'> & Partial<Pick<TransportError, 'attempts' | 'mayHaveArrived'>>;

/** No answer, or it did not arrive whole. */
export class TransportError extends Fault<TransportCode> {
  override readonly name = 'TransportError';
  readonly request: string;
  readonly attempts: number;
  /** `false` only when no try can have got through: nothing listened, or the certificate was refused. Then nothing was recorded. */
  readonly mayHaveArrived: boolean;

  constructor(code: TransportCode, message: string, options: TransportErrorOptions) {
    super(code, message, options);
    this.request = options.request;
    this.attempts = options.attempts ?? 1;
    this.mayHaveArrived = options.mayHaveArrived ?? true;
  }
}

export type UsageCode = 'missing-input' | 'empty-input' | 'invalid-input' | 'conflicting-inputs' | 'insecure-url' | 'node-version';

/** The caller gave wrong inputs. Nothing was sent. Exit code 64. */
export class UsageError extends Fault<UsageCode> {
  override readonly name = 'UsageError';
  readonly parts: readonly UsageError[];

  constructor(code: UsageCode, message: string, options: FaultOptions & Partial<Pick<UsageError, 'parts'>> = {}) {
    super(code, message, options);
    this.parts = options.parts ?? [];
  }
}

/** As most are: an input or an option that cannot be meant as it stands. */
export function wrongUse(message: string, fix: string, cause?: unknown): UsageError {
  return new UsageError('invalid-input', message, cause === undefined ? { fix } : { fix, cause });
}

/** The code of an error, if there is one: of Node, of the network, or of a server. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error) ?? '');
}

/** Whether an error says that there was no room to write in: in a file, or in a database of the service, which has an error of its own. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && (hasCode(error, 'ENOSPC', 'EDQUOT') || error.name === 'DiskFull');
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
