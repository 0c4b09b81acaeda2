import type { Reachable } from './hosts.ts';

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; TLS from `STARTTLS` on, or nothing is sent; or none, for this machine and where the operator says so. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly login: { readonly user: string; readonly password: string } | undefined;
  readonly from: string;
}

export interface Means extends Reachable {
  readonly mail?: MailServer;
}
