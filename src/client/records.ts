import { isRecords } from '../contract/checks/records.gen.ts';
import type { ParamsOf, QueryOf, Records } from '../contract/index.ts';
import { ContractError } from '../errors/index.ts';
import { callOperation } from './operation.ts';
import { expect } from './reply.ts';
import type { Call } from './transport.ts';

/**
 * Some records of the log, those right after the place `after`: a `ContractError` where one is left out. It needs the role
 * `auditor` or `admin`; a `ResponseError` with status 404 where the service has no log.
 */
export async function listRecords(call: Call, params: ParamsOf<'listRecords'>, query: QueryOf<'listRecords'>): Promise<Records> {
  const answer = await callOperation(call, 'listRecords', params, { query });
  const page = await expect(isRecords, 'Records', answer.reply(), answer.request);
  const after = query.after ?? 0;
  const isWhole = page.records.every(({ sequence }, index) => sequence === after + index + 1);
  const isEnd = after + page.records.length >= page.head.sequence;
  if (!isWhole || (page.records.length === 0 && !isEnd)) {
    throw new ContractError('wrong-shape', `${answer.request} answered without the record ${after + 1}, or one after it`, {
      path: '$.records',
      fix: 'Ask again; where it stays so, have the service verified by `compliance-evidence verify`',
    });
  }
  return page;
}
