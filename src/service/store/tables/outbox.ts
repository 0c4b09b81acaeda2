import type { EnvironmentEvent } from '../environment-event.ts';
import type { Chain } from '../log/chain.ts';
import type { Steps } from '../sql/statement.ts';

/** Hands events to the rules that listen. */
export function* raiseEvents(_chain: Chain, _events: readonly EnvironmentEvent[]): Steps<void> {}
