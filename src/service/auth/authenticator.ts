import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '../store/model/roles.ts';
import type { Store } from '../store/store.ts';
import type { SecretIn } from './header.ts';

/**
 * One way to authenticate. Answers whom the headers of a request speak for, and `undefined` if they hold nothing of this way, or
 * nothing that is known. A secret of this way that is not valid may be refused with a Refusal that says why.
 */
export type Authenticator = (headers: IncomingHttpHeaders, secretIn: SecretIn, store: Store) => Promise<Principal | undefined>;
