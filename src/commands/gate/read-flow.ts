import { everyItem, getFlow, listFlows, type Call } from '../../client/index.ts';
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
    if (typeof told.made_at === 'number' || !told.begun_after_template) return { kind: 'meant' };
    return { kind: 'begun-by-evidence', others: await otherFlows(call, org, told.name) };
  });
}

/** The names of the flows that the token may see, but one: of those that may be mistyped themselves only where there is no other. */
async function otherFlows(call: Call, org: string, flow: string): Promise<readonly string[]> {
  const names: string[] = [];
  const meant: string[] = [];
  const flows = everyItem(
    call,
    (page, per_page) => listFlows(call, { org }, { page, per_page }),
    ({ name }) => name,
  );
  for await (const { begun_after_template: isLate, made_at: madeAt, name } of flows) {
    if (name !== flow) names.push(name);
    if (name !== flow && (isLate !== true || typeof madeAt === 'number')) meant.push(name);
    if (names.length === most) break;
  }
  return meant.length > 0 ? meant : names;
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
