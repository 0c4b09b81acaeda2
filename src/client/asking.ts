import type { OperationName, ParamsOf, QueryOf } from '../contract/index.ts';
import type { ReplyName } from '../contract/schemas.gen.ts';
import { callOperation, type RequestParts } from './operation.ts';
import type { ListPage } from './pages.ts';
import { expect, expectList } from './reply.ts';
import type { Call } from './transport.ts';

type Check<Item> = (value: unknown) => value is Item;

/** Makes the function of an operation that answers with one thing. `refuse` throws where the answer is about something else. */
export function one<Name extends OperationName, Item>(
  operation: Name,
  isItem: Check<Item>,
  reply: ReplyName,
  refuse?: (item: Item, params: ParamsOf<Name>, request: string) => void,
) {
  return async (call: Call, params: ParamsOf<Name>, query?: QueryOf<Name>): Promise<Item> => {
    const answer = await callOperation(call, operation, params, { query });
    const item = await expect(isItem, reply, answer.reply(), answer.request);
    refuse?.(item, params, answer.request);
    return item;
  };
}

/** The same for a listing of which a page is asked for, in either shape: `{data, pagination}`, or the plain array. */
export function page<Name extends OperationName, Item>(operation: Name, isItem: Check<Item>, reply: ReplyName) {
  return async (call: Call, params: ParamsOf<Name>, query?: QueryOf<Name>): Promise<ListPage<Item>> =>
    expectList(isItem, reply, await callOperation(call, operation, params, { query }));
}

/** The same for a listing without pages. */
export function every<Name extends OperationName, Item>(operation: Name, isItem: Check<Item>, reply: ReplyName) {
  const read = page(operation, isItem, reply);
  return async (call: Call, params: ParamsOf<Name>, query?: QueryOf<Name>): Promise<readonly Item[]> =>
    (await read(call, params, query)).items;
}

/** The same for an operation whose answer says nothing but that it was done. `dataOf` makes its body. */
export function change<Name extends OperationName, Args extends readonly unknown[] = []>(
  operation: Name,
  dataOf: (...args: Args) => unknown = () => null,
) {
  return async (call: Call, params: ParamsOf<Name>, ...args: Args): Promise<void> => {
    await callOperation(call, operation, params, { data: dataOf(...args) });
  };
}

/** Makes something, or changes what is there. Resolves to which of the two it was. */
export async function put<Name extends OperationName>(
  call: Call,
  operation: Name,
  params: ParamsOf<Name>,
  parts: Pick<RequestParts, 'data' | 'file'>,
): Promise<'created' | 'updated'> {
  const { status } = await callOperation(call, operation, params, parts);
  return status === 201 ? 'created' : 'updated';
}

/** A text as a file of a form; `undefined` where there is none. */
export function fileOf(part: string, name: string, text: string | undefined): RequestParts['file'] {
  return text === undefined ? undefined : { part, attachment: { name, content: Buffer.from(text) } };
}
