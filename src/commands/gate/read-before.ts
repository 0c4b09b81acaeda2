import { listTrails, narrow, type Call } from '../../client/index.ts';
import { advisesByOthers, recordedOn, type RecordedBefore, type TrailQuestion, type Verdict } from '../../gate/index.ts';
import { answerOrFault } from '../run/fault.ts';

/** Trails that are looked at, and milliseconds for it: it changes the advice, and no verdict. */
const newest = 20;
const patience = 5_000;

/** The names that the newest trails of the flow hold, if a verdict says that something is missing: advice depends on it. One request. */
export async function readBefore(call: Call, { org, flow }: TrailQuestion, verdict: Verdict): Promise<RecordedBefore | undefined> {
  if (!advisesByOthers(verdict)) return undefined;
  const brief = { ...call, deadline: narrow(call.deadline, patience) };
  const answer = await answerOrFault(() => listTrails(brief, { org, flow_name: flow }, { page: 1, per_page: newest }));
  return 'items' in answer ? recordedOn(answer.items.flatMap((item) => (item.kind === 'trail' ? item.trail : []))) : undefined;
}
