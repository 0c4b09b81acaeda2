import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultJson } from '../../../src/cli/show-result.ts';
import { operations } from '../../../src/contract/index.ts';
import type { Operation } from '../../../src/contract/schemas/operation.ts';
import { queries } from '../../../src/contract/queries.gen.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, play, type Checkout, type Stage } from '../setup.ts';

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', ['unit']);
  at = checkout();
  await play('attest', stage, at, {});
  await play('attest', stage, at, { trail: 'release' });
});
afterAll(() => stage.close());

async function ask(operation: string, parameters: readonly string[], raw: RawOptions = {}) {
  const given = { 'base-url': stage.url, 'api-token': stage.token, org: 'acme', operation, parameters: parameters.join('\n'), ...raw };
  return (await playNamed('query', given)).result;
}

describe('query', () => {
  it('gives the answer of the service as it came', async () => {
    const result = await ask('list-trails', ['flow_name=shop', 'per_page=1', 'page=2']);
    expect(result).toMatchObject({
      ending: 'answered',
      answer: { data: [{ name: at.sha }], pagination: { total: 2, page: 2, per_page: 1, page_count: 2 } },
    });
    if (result.kind !== 'viewed') throw new Error(`it ended as ${result.kind}`);
    expect(resultJson(result)).toEqual({ operation: 'list-trails', answer: result.answer });
  });

  it('gives several values of one parameter', async () => {
    const result = await ask('find-attestations', [`commit_list=${at.sha}`, `commit_list=${'0'.repeat(40)}`, 'flow_name=shop']);
    expect(result).toMatchObject({ answer: { [at.sha]: [{ attestation_name: 'unit' }, { attestation_name: 'unit' }] } });
    expect(stage.server.requests.at(-1)?.url).toContain(`commit_list=${at.sha}&commit_list=${'0'.repeat(40)}`);
  });

  it('needs no parameters where an operation has none', async () => {
    expect(await ask('get-default-organization', [])).toMatchObject({ ending: 'answered', answer: { default_org_name: '' } });
  });

  it.each<readonly [string, string, readonly string[], RegExp, RegExp]>([
    ['an unknown operation', 'list-trail', [], /does not know "list-trail"/, /^Did you mean list-trails\? Choose from/],
    ['one that writes', 'put-flow', [], /does not know "put-flow"/, /list-trails/],
    ['one that every object has', 'constructor', [], /does not know "constructor"/, /list-trails/],
    [
      'an unknown parameter',
      'get-flow',
      ['flow_name=shop', 'flow=x'],
      /has "flow", which get-flow does not take/,
      /^Did you mean flow_name\? It takes flow_name/,
    ],
    ['a parameter that is missing', 'get-flow', [], /lacks flow_name/, /flow_name=/],
    ['an empty parameter, as of a variable that is not set', 'list-artifacts', ['repo_name='], /repo_name=""/, /not empty/],
    ['a name of another form', 'get-flow', ['flow_name=../x'], /flow_name="\.\.\/x"/, /of the form/],
    ['a page that is no number', 'list-flows', ['page=one'], /page="one", which is not a whole number from 1/, /whole number/],
    ['a page below the first', 'list-flows', ['page=0'], /page="0", which is not a whole number from 1/, /whole number/],
    ['half a page', 'list-flows', ['page=1.5'], /page="1\.5"/, /whole number/],
    [
      'a word that is neither true nor false',
      'list-flows',
      ['case_sensitive=yes'],
      /case_sensitive="yes", which is not true or false/,
      /true or false/,
    ],
    ['one parameter twice', 'list-flows', ['page=1', 'page=2'], /page 2 times/, /Keep one/],
    ['a line that is no parameter', 'list-flows', ['page'], /not key=value: "page"/, /key=value/],
    ['a way up', 'get-notification', ['notification_number=..'], /notification_number="\.\."/, /\S/],
  ])('sends nothing for %s', async (_, operation, parameters, message, fix) => {
    const before = stage.server.requests.length;
    const result = await ask(operation, parameters);
    expect(result).toMatchObject({
      kind: 'stopped',
      ending: 'usage',
      message: expect.stringMatching(message),
      fix: expect.stringMatching(fix),
    });
    expect(stage.server.requests).toHaveLength(before);
  });

  it('names all that is wrong at once', async () => {
    expect(await ask('list-trails', ['page=x', 'per_page=y'])).toMatchObject({
      message: expect.stringMatching(/^3 are wrong: .*flow_name.*page="x".*per_page="y"/s),
    });
  });

  it('is no answer where there is none', async () => {
    expect(await ask('get-flow', ['flow_name=none'])).toMatchObject({
      kind: 'stopped',
      ending: 'unknown',
      message: expect.stringContaining("'none'"),
    });
  });

  it('knows every operation that reads, and no other', () => {
    const reading = Object.entries<Operation>(operations)
      .filter(
        ([, { isFile, isOnLine, method, need }]) =>
          method === 'GET' && !(isFile ?? isOnLine ?? ['administer', 'operator'].includes(need ?? '')),
      )
      .map(([name]) => name);
    expect(Object.values(queries).map(({ operation }) => operation)).toEqual(reading);
    expect(reading.length).toBeGreaterThan(15);
    expect(reading.filter((name) => /token/i.test(name))).toEqual([]);
  });
});
