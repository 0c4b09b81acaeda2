import type { Connections } from './connections.ts';
import type { CallLimits } from './deadline.ts';
import type { RetryPolicy } from './retry.ts';

export interface Access {
  token(limits: CallLimits): Promise<string>;
  /** Another token in place of one that the service refused; `undefined` where there is no other. */
  renewed(refused: string, limits: CallLimits): Promise<string | undefined>;
}

/** For access that must be asked for. */
export interface WayToService {
  readonly baseUrl: URL;
  readonly userAgent: string;
  readonly connections: Connections;
  readonly retry: RetryPolicy;
}

/** Called once, with the first request. */
export type OpenAccess = (way: WayToService) => Promise<Access>;

/** How a job of GitHub Actions says who it is: it asks GitHub for an ID token, and exchanges that for access to an organization. */
export interface JobIdentity {
  readonly org: string;
  /** The ID token is for this service. */
  readonly audience: string;
  readonly requestUrl: string;
  readonly requestToken: string;
}

export function storedToken(token: string): Access {
  return { token: async () => token, renewed: async () => undefined };
}
