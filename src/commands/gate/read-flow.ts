import { everyItem, getFlow, listFlows, type Call } from '../../client/index.ts';
import type { Flow } from '../../contract/index.ts';
import { ContractError, ResponseError } from '../../errors/index.ts';
import { mayLackTemplate, type Evidence, type FlowAnswer, type Policy } from '../../gate/index.ts';
import { answerOrFault } from '../run/fault.ts';

/** Flows among which the one that was meant is looked for. */
const most = 1000;

/** How the flow of a trail began, where that decides. */
export async function readFlow(
  call: Call,
  { answer, question }: Pick<Evidence, 'answer' | 'question'>,
  policy: Policy,
): Promise<FlowAnswer | undefined> {
  if (answer.kind !== 'trail' || !mayLackTemplate(answer.trail, policy)) return undefined;
  const { flow, org } = question;
  return answerOrFault(async () => {
    const told = await ifTold(getFlow(call, { org, flow_name: flow }));
    if (typeof told?.begun_after_template !== 'boolean') return { kind: 'untold' };
    if (!isUnmade(told)) return { kind: 'meant' };
    const others = await otherFlows(call, org, told.name);
    const names = (of: readonly Flow[]): readonly string[] => of.map(({ name }) => name);
    return { kind: 'begun-by-evidence', others: names(others), unmade: names(others.filter(isUnmade)) };
  });
}

/** Whether evidence began the flow after the organization had a template, and nobody has made it since. */
function isUnmade({ begun_after_template: isAfter, made_at: madeAt }: Flow): boolean {
  return isAfter === true && typeof madeAt !== 'number';
}

/** The flows that the token may see, but one. */
async function otherFlows(call: Call, org: string, flow: string): Promise<readonly Flow[]> {
  const others: Flow[] = [];
  const flows = everyItem(
    call,
    (page, per_page) => listFlows(call, { org }, { page, per_page }),
    ({ name }) => name,
  );
  for await (const other of flows) {
    if (other.name !== flow) others.push(other);
    if (others.length === most) break;
  }
  return others;
}

/** An answer; `undefined` where the service does not know the question, keeps it to others, or answers in another form. */
async function ifTold<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ContractError || (error instanceof ResponseError && error.status < 500 && error.status !== 429)) return undefined;
    throw error;
  }
}
