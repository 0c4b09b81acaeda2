import { ContractError } from '../errors/index.ts';
import { isItems, isPage } from '../contract/checks/answers.gen.ts';
import type { Page } from '../contract/index.ts';
import type { ReplyName } from '../contract/schemas.gen.ts';
import { oneLine } from '../text/index.ts';
import type { HttpAnswer } from './exchange.ts';
import type { ListPage } from './pages.ts';

/** The fix for an answer that is not in the contract. */
export const notOurService =
  'Look whether base-url is that of a compliance evidence service, with or without /api/v2 at its end; if it is, report this to those who run it';

/** The JSON of a success; anything else (a login page, a body cut off) is a `ContractError`. */
export function readJson(answer: HttpAnswer, request: string): unknown {
  try {
    return JSON.parse(answer.text);
  } catch (cause) {
    const type = answer.headers['content-type'];
    const what =
      answer.text === ''
        ? 'nothing'
        : `${typeof type === 'string' ? oneLine(type, 80) : 'no content type'}, beginning ${JSON.stringify(oneLine(answer.text, 60))}`;
    throw new ContractError('not-json', `${request} answered ${answer.status}, but not with whole JSON: ${what}`, {
      cause,
      expected: 'JSON',
      fix: 'Look at base-url: it is the address of the service, with or without /api/v2, and of no page. A login page or a proxy may be answering in its place',
    });
  }
}

/** An answer whose JSON is not checked yet, and the name of its request. */
interface Answer {
  readonly reply: () => unknown;
  readonly request: string;
}

/** A listing in either shape, `{data, pagination}` or the plain array; its items are not checked. */
export async function expectPage({ reply, request }: Answer): Promise<Page> {
  const value = reply();
  return isItems(value) ? { data: [...value] } : expect(isPage, 'Page', value, request);
}

/** The same with each item checked. */
export async function expectList<T>(check: (value: unknown) => value is T, name: ReplyName, answer: Answer): Promise<ListPage<T>> {
  const { data, pagination } = await expectPage(answer);
  return { items: await Promise.all(data.map((item) => expect(check, name, item, answer.request))), pagination };
}

/** The value if the check says it is in the contract, else a `ContractError` with the JSON path of the first mismatch. */
export async function expect<T>(check: (value: unknown) => value is T, name: ReplyName, value: unknown, request: string): Promise<T> {
  if (check(value)) return value;
  const { explain } = await import('../contract/explain.ts');
  const { path, expected } = explain(name, value) ?? { path: '$', expected: `a ${name}` };
  const message = `${request} answered with something that is not in the contract: expected ${expected} at ${path}`;
  throw new ContractError('wrong-shape', message, { path, expected, fix: notOurService });
}
