import type { Call } from '../../client/index.ts';
import { ResponseError } from '../../errors/index.ts';
import type { Report } from '../run/context.ts';
import type { EntryParts } from './entry-parts.ts';

/** The custom type of a published audit. */
export const typeName = 'compliance-audit';

/** The service says yes of an audit by these alone: complete, and without a finding that fails it. */
const rules: readonly string[] = ['.complete == true', '.verdict == "audited" or .verdict == "not-applicable"'];

const typeFile = `name: ${typeName}\nrules:\n${rules.map((rule) => `  - '${rule}'\n`).join('')}`;

/** Makes the type with its rules, and the flow, where they are missing. A type with other rules gets a new version with these. */
export async function prepareService(
  call: Call,
  org: string,
  flow: string,
  { getFlow, getType, ifThere, putFlow, putType }: EntryParts['publishing'],
  report: Report,
): Promise<void> {
  const type = await ifThere(getType(call, { org, type_name: typeName }, {}));
  const [newest] = type?.versions ?? [];
  const isOurs = type?.archived !== true && JSON.stringify(newest?.evaluator?.rules ?? []) === JSON.stringify(rules);
  if (!isOurs) {
    const what = {
      name: typeName,
      description: 'An audit of changes that was handed in',
      evaluator: { content_type: 'jq', rules },
    } as const;
    const fix = `Publish with the token of a member or an administrator, or let one make the type once, with \`type apply FILE\` and this file:\n${typeFile}`;
    await mayFail(putType(call, { org }, what, undefined), `The custom type ${typeName} cannot be made`, fix);
    report({ kind: 'info', message: `${type === undefined ? 'Made' : 'Renewed'} the custom type ${typeName}` });
  }
  if ((await ifThere(getFlow(call, { org, flow_name: flow }))) !== undefined) return;
  const fix = `Publish with the token of a member or an administrator, or let one make the flow once, with \`flow apply FILE\` and a file with the line \`name: ${flow}\``;
  await mayFail(
    putFlow(call, { org }, { name: flow, description: 'Audits that were handed in' }, undefined),
    `The flow ${flow} cannot be made`,
    fix,
  );
  report({ kind: 'info', message: `Made the flow ${flow}` });
}

/** A refusal in words of what is missing. */
async function mayFail(asked: Promise<unknown>, what: string, fix: string): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof ResponseError) || (error.code !== 'forbidden' && error.code !== 'invalid-request')) throw error;
    const { code, request, serverMessage, status } = error;
    throw new ResponseError(code, `${what}: ${serverMessage ?? error.message}`, { status, request, serverMessage, cause: error, fix });
  }
}
