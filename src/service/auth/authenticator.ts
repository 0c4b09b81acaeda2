import type { Principal } from '../store/model/roles.ts';
import type { Store } from '../store/store.ts';

/**
 * One way to say who one is: whom the secret of a request speaks for, and `undefined` where it is not of this way, or not
 * known. A secret that is of this way and does not hold may be refused with a Refusal that says why.
 */
export type Authenticator = (secret: string, store: Store) => Promise<Principal | undefined>;
