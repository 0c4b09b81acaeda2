import { describe, expect, test } from 'vitest';
import { readText } from '../support.ts';
import type { FailingCase } from '../../../src/results/index.ts';

async function told(inside: string): Promise<readonly FailingCase[]> {
  return (await readText(`<testsuite name="s">${inside}</testsuite>`)).failing;
}

const one = (attributes: string, inside: string): string => `<testcase ${attributes}>${inside}</testcase>`;

test('a failing case carries only what its file tells', async () => {
  expect(await told(one('name="n"', '<failure/>'))).toStrictEqual([
    { suite: 's', name: 'n', headline: '', message: '', kind: 'failure', source: 'results.xml' },
  ]);
  expect(await told(one('name="n" class="c" classname=" " file=" "', '<error/>'))).toStrictEqual([
    { suite: 's', name: 'n', headline: '', message: '', kind: 'error', source: 'results.xml' },
  ]);
  expect(await told(one('class="c"', '<error/>'))).toStrictEqual([
    { suite: 's', name: '', classname: 'c', headline: '', message: '', kind: 'error', source: 'results.xml' },
  ]);
});

test.each([
  ['12', 12],
  [' 7 ', 7],
  ['123456789', 123_456_789],
  ['1234567890', undefined],
  ['0', undefined],
  ['1a', undefined],
  ['a1', undefined],
  ['', undefined],
])('the line "%s" is %s', async (text, line) => {
  const [failing] = await told(one(`line="${text}"`, '<failure/>'));
  expect(failing?.line).toBe(line);
});

test.each([
  ['<failure message="m">body</failure>', 'm\nbody'],
  ['<failure message=" m "> body </failure>', 'm\nbody'],
  ['<failure message="body">the body</failure>', 'the body'],
  ['<failure message="m"/>', 'm'],
  ['<failure type="T">body</failure>', 'T\nbody'],
  ['<failure type="T" message="">body</failure>', 'body'],
  ['<failure>a<![CDATA[b]]>c<x>d</x></failure>', 'abcd'],
  ['<failure>\u001B[31mred\u001B[0m</failure>', 'red'],
  ['<failure>a</failure> and this', 'a'],
  ['before <failure>a</failure>', 'a'],
])('%s says %j', async (inside, message) => {
  expect((await told(one('', inside)))[0]?.message).toBe(message);
});

test('of several the first of the kind that decides is told', async () => {
  const messages = async (inside: string): Promise<readonly unknown[]> =>
    (await told(one('', inside))).map(({ kind, message }) => [kind, message]);
  expect(await messages('<failure>1</failure><failure>2</failure>')).toEqual([['failure', '1']]);
  expect(await messages('<failure>1</failure><error>2</error><error>3</error>')).toEqual([['error', '2']]);
  expect(await messages('<error>1</error><failure>2</failure>')).toEqual([['error', '1']]);
});

test('a case that is red only in its status, or by reruns, is told without a message', async () => {
  expect(await told(one('name="a" status="error"', '') + one('name="b"', '<rerunFailure>r</rerunFailure>'))).toMatchObject([
    { name: 'a', kind: 'error', message: '' },
    { name: 'b', kind: 'failure', message: '' },
  ]);
});

test('texts are cut', async () => {
  const long = 'x'.repeat(5000);
  const [failing] = await told(one(`name="${long}" classname="${long}" file="${long}"`, `<failure message="m">${long}</failure>`));
  expect([failing?.name.length, failing?.classname?.length, failing?.file?.length, failing?.message.length]).toEqual([
    1000, 1000, 1000, 4000,
  ]);
  const message = await told(one('', `<failure message="${long}">body</failure>`));
  expect(message[0]?.message).toBe(`${'x'.repeat(3999)}…`);
  // Characters that are taken out later are gathered first, but not without end.
  const controls = '\u001B[0m'.repeat(3900);
  expect((await told(one('', `<failure>${controls}end</failure>`)))[0]?.message).toBe('end');
  expect((await told(one('', `<failure>${controls.repeat(2)}end</failure>`)))[0]?.message).toBe('');
});

test('a failure of a suite is told when its text is over, and before the cases that follow', async () => {
  expect(await told(`<failure message="m">body</failure>${one('name="a"', '<error/>')}`)).toStrictEqual([
    { suite: 's', name: 's', headline: 'm', message: 'm\nbody', kind: 'failure', source: 'results.xml' },
    { suite: 's', name: 'a', headline: '', message: '', kind: 'error', source: 'results.xml' },
  ]);
  const [nameless] = (await readText('<testsuite><error>e</error></testsuite>')).failing;
  expect(nameless).toMatchObject({ suite: 'results.xml', name: 'results.xml', kind: 'error' });
});

test('the first 200 are told, also where suites fail, and a merged retry makes room', async () => {
  const failure = one('name="a"', '<failure>f</failure>');
  expect(await told('<failure>f</failure>'.repeat(201))).toHaveLength(200);
  const evidence = await readText(
    `<testsuite>${failure.repeat(200)}${one('name="a"', '')}${one('name="z"', '<error>last</error>')}</testsuite>`,
    {
      mergeRetries: 'last',
    },
  );
  expect(evidence.failing).toMatchObject([{ name: 'z', message: 'last' }]);
  const full = await readText(`<testsuite>${failure.repeat(200)}${one('name="z"', '<error>last</error>')}</testsuite>`);
  expect(full.failing.at(-1)?.name).toBe('a');
  expect(full.failing).toHaveLength(200);
});

test('failures past the first 200 of all files are not told', async () => {
  const evidence = await readText(
    `<testsuites><testsuite name="s">${one('name="a"', '<failure>f</failure>').repeat(199)}</testsuite><error>outside</error><testsuite name="t">${one('', '<failure>t</failure>').repeat(3)}</testsuite></testsuites>`,
  );
  expect(evidence.failing).toHaveLength(200);
  expect(evidence.failing.at(-1)).toMatchObject({ kind: 'error', message: 'outside' });
});

describe('a package of Go that does not build', () => {
  const written = (text: string, attributes = 'classname="" name="TestMain"') =>
    told(one(attributes, `<failure message="Failed" type="">${text}</failure>`));
  const because = 'the package does not build: the log of the test step says why';

  test.each([
    ['FAIL&#x9;example.com/demo/broken [build failed]&#xA;', '[build failed]'],
    ['FAIL&#x9;example.com/demo/setup [setup failed]&#xA;', '[setup failed]'],
    ['# example.com/demo/vet&#xA;vet/a_test.go:5: no&#xA;FAIL&#x9;example.com/demo/vet [build failed]&#xA;', '[build failed]'],
  ])('is named as Go says it, and not after a test that nobody wrote: %s', async (text, name) => {
    expect(await written(text)).toMatchObject([{ suite: 's', name, headline: because, kind: 'failure' }]);
  });

  test('is told apart from one whose tests end badly, and from a test of that name', async () => {
    const timedOut = 'panic: test timed out after 2s&#xA;FAIL&#x9;example.com/demo/slow&#x9;2.026s&#xA;';
    const quoted = 'wanted FAIL&#x9;x [build failed]&#xA;';
    expect(await written(timedOut)).toMatchObject([{ name: 'TestMain', headline: 'panic: test timed out after 2s' }]);
    expect(await written(quoted)).toMatchObject([{ name: 'TestMain' }]);
    const own = await written('FAIL&#x9;x [build failed]&#xA;', 'classname="example.com/x" name="TestMain"');
    expect(own).toMatchObject([{ name: 'TestMain' }]);
  });
});
