import { aText } from '../../../text/check.ts';
import { kind, type SaidBy } from '../../record/kind.ts';

const session = { user: aText, user_id: aText };

/** A person signed in with a browser, with the token that the credential names, or by a provider that it names. */
export const signedIn = kind(['signed_in'], session);

/** A person signed out. A session that just ends leaves no record. */
export const signedOut = kind(['signed_out'], session);

export type SessionContent = SaidBy<typeof signedIn> | SaidBy<typeof signedOut>;
