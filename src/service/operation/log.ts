import type { FastifyRequest } from 'fastify';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** The part of a line of the log that is for programs. */
type LogFacts = Readonly<Record<string, string | number | undefined>> & { readonly level?: LogLevel };

/** Takes a line of the log. Without a level it is a warning. */
export type Log = (message: string, facts?: LogFacts) => void;

/** A request that was answered, as the log tells of it: no value of a path, a query, a header or a body is in it. */
export interface AnsweredRequest {
  /** The id that its answer has in `x-request-id`. */
  readonly id: string;
  readonly method: string;
  /** The path with the names of its values, such as `/api/v2/trails/:org`. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The address of the client; behind a proxy as that proxy says it. */
  readonly address: string;
  /** Absent if the caller was not recognized. */
  readonly user?: string | undefined;
  /** The thing that the user authenticated with, such as `token` and its id. */
  readonly credential?: string | undefined;
  /** Whether the client had gone before it had the whole answer. */
  readonly isCutOff: boolean;
}

/** How a request is named in the log: values of its path are names that others than the readers of the log chose. */
export function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'none';
}
