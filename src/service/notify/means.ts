import type { Reachable } from './hosts.ts';

/** The server that takes the mail of a service. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; TLS from `STARTTLS` on, or nothing is sent; or none, for this machine and where the operator says so. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly login: { readonly user: string; readonly password: string } | undefined;
  /** The address that mail comes from. */
  readonly from: string;
}

/** The things that the operator lets messages use. */
export interface Means extends Reachable {
  /** The server that takes mail. Without one no mail is sent. */
  readonly mail?: MailServer;
}
