import { list } from '../../text/index.ts';
import type { Caller } from '../store/model/roles.ts';
import { Refusal } from './refusal.ts';

/** Whether a caller reaches a flow by this name. */
export function reachesFlow({ flows }: Pick<Caller, 'flows'>, name: string): boolean {
  return flows === undefined || flows.has(name);
}

/** Refuses a flow that a narrowed secret does not reach, in the same words whether there is one of that name or not. */
export function refuseOtherFlow(caller: Pick<Caller, 'flows' | 'orgName'>, name: string): void {
  if (reachesFlow(caller, name)) return;
  throw new Refusal('forbidden', `${reachOfToken(caller)}, and not for '${name.slice(0, 100)}'.`, {
    fix: 'Check the name of the flow, or use a token that is for it.',
  });
}

/** The refusal of a request about more than the flows of a narrowed secret. */
export function beyondFlows(caller: Pick<Caller, 'flows' | 'orgName'>, fix: string): Refusal {
  return new Refusal('forbidden', `${reachOfToken(caller)}, and this is about more than that.`, { fix });
}

function reachOfToken({ flows = new Set(), orgName }: Pick<Caller, 'flows' | 'orgName'>): string {
  const named = list([...flows].map((flow) => `'${flow}'`));
  return `This token is only for the ${flows.size === 1 ? 'flow' : 'flows'} ${named} of the organization '${orgName}'`;
}
