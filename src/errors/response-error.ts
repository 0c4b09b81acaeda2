import { Fault, type FaultOptions } from './fault.ts';

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

/** By default it was asked once, and the body was no JSON. */
export type ResponseErrorOptions = FaultOptions &
  Pick<ResponseError, 'status' | 'request'> &
  Partial<Pick<ResponseError, 'serverMessage' | 'fields' | 'attempts' | 'isJson'>>;

/** The service answered, and said no. */
export class ResponseError extends Fault<ResponseCode> {
  override readonly name = 'ResponseError';
  /** HTTP status of the last answer. */
  readonly status: number;
  /** Method and URL without credentials and query. */
  readonly request: string;
  /** The message of the service, cut to a readable length; `undefined` where it said nothing readable. */
  readonly serverMessage: string | undefined;
  /** Its messages about single fields, as they came: mostly an object with a sentence for each. */
  readonly fields: unknown;
  /** How often we asked. */
  readonly attempts: number;
  /** Whether the body was JSON: a service that knows the interface answers so; a proxy or another server may not. */
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
