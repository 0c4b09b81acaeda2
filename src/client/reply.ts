import { isItems, isPage } from '../contract/checks/answers.gen.ts';
import type { AttestationRecord, Page, ParamsOf, Trail } from '../contract/index.ts';
import { matches } from '../contract/limits.ts';
import type { ReplyName } from '../contract/schemas.gen.ts';
import { ContractError, type ContractCode } from '../errors/index.ts';
import { cut, oneLine, stringAt, valueAt } from '../text/index.ts';
import type { HttpAnswer } from './exchange.ts';
import type { ListPage } from './pages.ts';

export const notOurService =
  'Check that base-url is the address of a compliance evidence service, with or without /api/v2. If it is, tell those who run it';

/** Anything but JSON (a login page, a body cut off) is a `ContractError`. */
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
      fix: 'Check base-url: it is the address of the service, with or without /api/v2, and of no page. A login page or a proxy may be answering in its place',
    });
  }
}

interface Answer {
  readonly reply: () => unknown;
  readonly request: string;
}

/** In either shape, `{data, pagination}` or the plain array; the items are not checked. */
export async function expectPage({ reply, request }: Answer): Promise<Page> {
  const value = reply();
  return isItems(value) ? { data: [...value] } : expect(isPage, 'Page', value, request);
}

export async function expectList<T>(check: (value: unknown) => value is T, name: ReplyName, answer: Answer): Promise<ListPage<T>> {
  const { data, pagination } = await expectPage(answer);
  return { items: await Promise.all(data.map((item) => expect(check, name, item, answer.request))), pagination };
}

/** A `ContractError` has the JSON path of the first mismatch. */
export async function expect<T>(check: (value: unknown) => value is T, name: ReplyName, value: unknown, request: string): Promise<T> {
  if (check(value)) return value;
  const { explain } = await import('../contract/explain.ts');
  const { path, expected } = explain(name, value) ?? { path: '$', expected: `a ${name}` };
  const message = `${request} answered with something that is not in the contract: expected ${expected} at ${path}`;
  throw new ContractError('wrong-shape', message, { path, expected, fix: notOurService });
}

/**
 * An answer names its own subject. When that is not what was asked for, nothing in it is used: a cache or a proxy may have mixed answers
 * up. An absent value or `null` contradicts nothing, and `html_url` is not compared.
 */

/** `actual` is the name in the answer: foreign text. */
export function anotherThing(
  request: string,
  path: string,
  expected: string,
  actual: string,
  code: ContractCode = 'wrong-shape',
): ContractError {
  return new ContractError(
    code,
    `${request} answered about something else: ${path} is ${JSON.stringify(cut(actual, 80))}, not ${JSON.stringify(expected)}`,
    { path, expected, fix: notOurService },
  );
}

/** Throws where the name, the flow or the organization is another. */
export function refuseOtherTrail(answer: Trail, { trail_name: trail, ...of }: ParamsOf<'getTrail'>, request: string): void {
  refuseOther(answer, ['name'], trail, request);
  refuseOther(answer, ['trail_name'], trail, request);
  refuseOtherFlow(answer, of, request);
}

/** In any of the ways to name a flow. */
export function refuseOtherFlow(answer: Trail, { org, flow_name: flow }: ParamsOf<'listTrails'>, request: string): void {
  // A value that is not a text may be the flow's number.
  if (stringAt(answer, 'flow') !== undefined) refuseOther(answer, ['flow'], flow, request, 'other-flow');
  refuseOther(answer, ['flow', 'name'], flow, request, 'other-flow');
  refuseOther(answer, ['flow_name'], flow, request, 'other-flow');
  refuseOtherOrganization(answer, org, request);
}

/** Throws also for a value that cannot be a name. */
function refuseOther(answer: object, path: readonly string[], expected: string, request: string, code?: ContractCode): void {
  const actual = valueAt(answer, ...path);
  if (actual === undefined || actual === null || actual === expected) return;
  throw anotherThing(request, `$.${path.join('.')}`, expected, typeof actual === 'string' ? actual : JSON.stringify(actual), code);
}

/** A display name, which may hold anything, is not compared. */
export function refuseOtherOrganization(answer: object, org: string, request: string): void {
  for (const field of ['org', 'org_name', 'organization', 'organization_name']) {
    const name = stringAt(answer, field) ?? stringAt(answer, field, 'name');
    if (name !== undefined && matches('orgName', name) && name !== org) throw anotherThing(request, `$.${field}`, org, name);
  }
}

export function refuseOtherCommit(record: AttestationRecord, { commit, org }: { readonly commit: string; readonly org: string }): void {
  const request = `the search for the records of ${record.attestation_name} at commit ${commit}`;
  const sha = valueAt(record, 'git_commit_info', 'sha1');
  const isSame = typeof sha === 'string' && sha.toLowerCase() === commit;
  if (!isSame) refuseOther(record, ['git_commit_info', 'sha1'], commit, request);
  refuseOtherOrganization(record, org, request);
}
