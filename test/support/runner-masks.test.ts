import { expect, test } from 'vitest';
import { bodyOf, runFake, runLines } from './runner/fake-action.ts';

const secret = `p"a'ss\\wörd&<x>/(1)!`;

test.each<[name: string, text: string]>([
  ['as it is', secret],
  ['in base64', Buffer.from(secret).toString('base64')],
  ['in base64 behind one byte', Buffer.from(secret).subarray(1).toString('base64')],
  ['in base64 behind two bytes', Buffer.from(secret).subarray(2).toString('base64')],
  ['in JSON', JSON.stringify(secret).slice(1, -1)],
  ['in a URL, as .NET encodes it', 'p%22a%27ss%5Cw%C3%B6rd%26%3Cx%3E%2F%281%29%21'],
  ['in XML', `p&quot;a&apos;ss\\wörd&amp;&lt;x&gt;/(1)!`],
  ['in a command line', secret.replaceAll('"', '\\"')],
  ['in an expression', secret.replaceAll("'", "''")],
])('masks a secret %s', async (_, text) => {
  const run = await runLines([`before ${text} after`], { secrets: [secret] });
  expect(bodyOf(run)).toEqual(['before *** after']);
  expect(run.rawStdout).toContain(text);
});

test('masks a quoted secret without its quotes', async () => {
  expect(bodyOf(await runLines(['x quoted-value x', 'x short x'], { secrets: ['"quoted-value"', '"short"'] }))).toEqual([
    'x *** x',
    'x short x',
  ]);
});

test('masks what add-mask names from then on, in log, annotations and summary', async () => {
  const run = await runFake({
    main: `say('early'); say('::add-mask::early'); say('early'); say('::warning title=early::early'); append('STEP_SUMMARY', 'early')`,
  });
  expect(bodyOf(run)).toEqual(['early', '***', '##[warning]***']);
  // The runner does not mask titles.
  expect(run.annotations).toEqual([{ level: 'warning', message: '***', title: 'early' }]);
  expect(run.summary).toBe('***\n');
  expect(run.masks).toContain('early');
});

test('masks each line of a secret of several lines', async () => {
  const run = await runLines(['::add-mask::first%0D%0A  second  %0Athird', 'a first b', 'a second b', 'third'], { secrets: ['one\ntwo'] });
  expect(bodyOf(run)).toEqual(['a *** b', 'a *** b', '***']);
  expect(run.masks).toEqual(expect.arrayContaining(['one\ntwo', 'one', 'two', 'first', 'second', 'third']));
});

test('does not add an empty mask', async () => {
  const run = await runLines(['::add-mask:: %0D %0A ', 'text']);
  expect(run.annotations).toEqual([{ level: 'warning', message: "Can't add secret mask for empty string in ##[add-mask] command." }]);
  expect(bodyOf(run)).toContain('text');
});

test('honours a mask of one character, and joins masks that overlap or touch', async () => {
  const run = await runLines(['a1b', 'abcd', 'xyxy', 'zyzyz', 'bc d'], { secrets: ['1', 'abc', 'bcd', 'xy', 'zyz'] });
  expect(bodyOf(run)).toEqual(['a***b', '***', '***', '***', 'bc d']);
});

test('always masks github.token', async () => {
  const run = await runFake({
    contexts: { github: { token: 'ghs_abc' } },
    declare: '{ t: { default: "${{ github.token }}" } }',
    main: 'say(env.INPUT_T)',
  });
  expect(run.rawStdout).toBe('ghs_abc\n');
  expect(run.log).not.toContain('ghs_abc');
});

test('leaves outputs as they are, but names those that a job would drop', async () => {
  const run = await runFake({ secrets: ['s3cret'], main: `append('OUTPUT', 'a=the s3cret\\nb=plain\\n')` });
  expect(run.outputs).toEqual({ a: 'the s3cret', b: 'plain' });
  expect(run.secretOutputs).toEqual(['a']);
});

test('does not tell a mask that it cannot register in an error', async () => {
  const run = await runLines(['::add-mask::s3cret-value', '::set-output::s3cret-value']);
  expect(run.annotations.find(({ level }) => level === 'error')?.message).toBe(
    "Unable to process command '::set-output::***' successfully.",
  );
});
