import type { Principal } from '../store/model/roles.ts';
import type { Store } from '../store/store.ts';

/**
 * One way to authenticate. Answers whom the secret of a request speaks for, and `undefined` if the secret is not of this way or
 * not known. A secret of this way that is not valid may be refused with a Refusal that says why.
 */
export type Authenticator = (secret: string, store: Store) => Promise<Principal | undefined>;
