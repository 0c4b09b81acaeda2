import type { MailServer } from './email/server.ts';
import type { Reachable } from './net/hosts.ts';

/** The things that the operator lets messages use. */
export interface Means extends Reachable {
  /** The server that takes mail. Without one no mail is sent. */
  readonly mail?: MailServer;
}
