import { describe, expect, test } from 'vitest';
import { codesOf, readText, warningsOf, wordsOf } from './support.ts';

const passed = '<testcase name="a"/>';
const suite = (attributes: string, inside = passed): string => `<testsuite name="s" ${attributes}>${inside}</testsuite>`;
const one = (attributes: string, inside = ''): string => suite('', `<testcase name="a" ${attributes}>${inside}</testcase>`);
const withDoctype = (declarations: string, inside: string): string => `<!DOCTYPE testsuite ${declarations}>${one('', inside)}`;

/** Rows for a document that is red. */
const red: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  'a red <testsuites> over green suites': [`<testsuites failures="1">${suite('')}</testsuites>`, ['results.xml: 1, 1 f', 's: 1']],
  'a <testsuites> with errors and a name': [`<testsuites name="all" errors="2">${suite('')}</testsuites>`, ['all: 2, 2 e', 's: 1']],
  'a red <testsuites> over a suite without tests': [`<testsuites failures="1"><testsuite name="s"/></testsuites>`, ['results.xml: 1, 1 f', 's: 0']],
  'a red <testsuites> over loose test cases': [`<testsuites failures="1">${passed}${passed}</testsuites>`, ['results.xml: 2, 1 f']],
  'a red <testsuites> that tells of more tests': [`<testsuites tests="5" failures="1">${suite('')}</testsuites>`, ['results.xml: 4, 1 f', 's: 1']],
  'a red <testsuites> in another': [`<testsuites><testsuites failures="1">${suite('')}</testsuites></testsuites>`, ['results.xml: 1, 1 f', 's: 1']],
  'a red <testsuites> in a suite': [suite('', `<testsuites failures="1">${passed}</testsuites>`), ['s: 1, 1 f']],
  'a <testsuites> in another that is only a summary': [`<testsuites><testsuites tests="3" failures="1"/></testsuites>`, ['results.xml: 3, 1 f']],
  'a red suite around green suites': [suite('failures="1"', suite('')), ['s: 2, 1 f']],
  'a capital <Failure>': [one('', '<Failure/>'), ['s: 1, 1 f']],
  'an <ERROR>': [one('', '<ERROR message="m"/>'), ['s: 1, 1 e']],
  'a <flakyfailure> that is no failure, and an <Error>': [one('', '<flakyfailure/><Error/>'), ['s: 1, 1 e']],
  '<TestCase> among suites of JUnit': [suite('', '<TestCase><FAILURE/></TestCase><testCase/>'), ['s: 2, 1 f']],
  'suites and cases in another case that are red': ['<TestSuites><TestSuite name="s"><TestCase><Failure/></TestCase></TestSuite></TestSuites>', ['s: 1, 1 f']],
  'FAILURES in capitals': [suite('FAILURES="1"'), ['s: 1, 1 f']],
  'an attribute twice': [suite('failures="1" failures="0"'), ['s: 1, 1 f']],
  'an attribute twice, in two cases': [suite('Errors="1" errors="0"'), ['s: 1, 1 e']],
  'an attribute with a prefix': [suite('n:failures="1"'), ['s: 1, 1 f']],
  'a status in capitals': [one('Status="FAILED"'), ['s: 1, 1 f']],
  'a status twice': [one('status="failed" status="passed"'), ['s: 1, 1 f']],
  'a result with a prefix': [one('n:result="failed"'), ['s: 1, 1 f']],
  'success="false"': [one('success="false"'), ['s: 1, 1 f']],
  'success="False"': [one('success="False"'), ['s: 1, 1 f']],
  'a status that says failed, of a test that was skipped': [one('status="failed"', '<skipped/>'), ['s: 1, 1 f']],
  'an aborted test': [one('status="aborted"'), ['s: 1, 1 e']],
  'an interrupted test': [one('result="interrupted"'), ['s: 1, 1 e']],
  'a status that a DOCTYPE declares': [one('status="&what;"'), ['s: 1, 1 e']],
  'a suite whose status is red': [suite('status="failed"'), ['s: 1, 1 f']],
  'a suite whose result is red': [suite('result="Error"'), ['s: 1, 1 f']],
  'a suite without success': [suite('success="false" failures="0"'), ['s: 1, 1 f']],
  'a <testsuites> whose status is red': [`<testsuites status="FAILED">${suite('')}</testsuites>`, ['results.xml: 1, 1 f', 's: 1']],
  'a failure in <skipped>': [one('', '<skipped><failure/></skipped>'), ['s: 1, 1 f']],
  'an error deep in <skipped>': [one('', '<skipped><a><testcase><error/></testcase></a></skipped>'), ['s: 1, 1 e']],
  'a failure in <properties>': [one('', '<properties><property><failure/></property></properties>'), ['s: 1, 1 f']],
  'a failure in the <properties> of a suite': [suite('', `<properties><failure/></properties>${passed}`), ['s: 2, 1 f']],
  'a failure in an attempt': [one('', '<flakyFailure><failure/></flakyFailure>'), ['s: 1, 1 f']],
  'a suite with a failure that is not its todo’s': [suite('failures="1"', '<testcase><skipped type="todo"/></testcase>'), ['s: 2, 1 f, 1 s']],
  'an error of every rerun': [one('', '<rerunError/>'), ['s: 1, 1 f']],
  'a failure after output in <properties>': [one('', '<properties><system-out>o</system-out><failure/></properties>'), ['s: 1, 1 f']],
}; // prettier-ignore

test.each(Object.entries(red))('red: %s', async (_what, [document, rows]) => {
  const evidence = await readText(document);
  expect(wordsOf(evidence)).toEqual(rows);
  expect(evidence.problems).toEqual([]);
  const leaf = await readText(document, { granularity: 'leaf' });
  expect({ ...leaf.totals, duration: 0 }).toEqual({ ...evidence.totals, duration: 0 });
});

/** Rows for a document of an honest team. */
const green: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  'a green <testsuites>': [`<testsuites tests="1" failures="0" errors="0">${suite('')}</testsuites>`, ['s: 1']],
  'a <testsuites> whose failures are flaky tests': [`<testsuites failures="1">${one('', '<flakyFailure/>')}</testsuites>`, ['s: 1']],
  'a suite whose failures are those of a flaky test inside': [suite('failures="1"', one('', '<flakyError/>')), ['s: 1']],
  'a suite whose status is that of a flaky test': [suite('status="failed"', '<testcase><flakyFailure/></testcase>'), ['s: 1']],
  'a suite whose failure is a todo': [suite('failures="1"', '<testcase><skipped type="todo"/><failure/></testcase>'), ['s: 1, 1 s']],
  'an aborted test that was skipped': [one('status="aborted"', '<skipped/>'), ['s: 1, 1 s']],
  'an interrupted test that was skipped': [one('result="Interrupted"', '<skipped/>'), ['s: 1, 1 s']],
  'a skipped test without success': [one('success="false"', '<skipped/>'), ['s: 1, 1 s']],
  'a test that was not run': [one('status="not run"'), ['s: 1, 1 s']],
  'words that decide nothing': [one('status="run" result="completed"') + one('status="Passed" success="true"') + one('result="254"'), ['s: 1', 's: 1', 's: 1']],
  'an unknown word': [one('status="wobbly" result=""'), ['s: 1']],
  'a suite of unknown words': [suite('status="done" result="Passed" success="true"'), ['s: 1']],
  'output that looks like failures': [one('', '<system-out><failure/></system-out><System-Err><Error/></System-Err>'), ['s: 1']],
  'output in <properties>': [one('', '<properties><property><system-out><failure/></system-out></property></properties>'), ['s: 1']],
  'test cases and reruns in <properties>': [one('', '<properties><testcase/><rerunError/></properties>'), ['s: 1']],
  'properties of such names': [one('', '<properties><property name="failure" value="1"/></properties>'), ['s: 1']],
}; // prettier-ignore

test.each(Object.entries(green))('not red: %s', async (_what, [document, rows]) => {
  const evidence = await readText(document, { minTests: 0 });
  expect(wordsOf(evidence)).toEqual(rows);
  expect(evidence.problems).toEqual([]);
  expect(warningsOf(evidence)).not.toContain('attributes-red');
});

test('rule 7: what accuses is told with its words', async () => {
  const { warnings } = await readText(`<testsuites errors="1 or 2">${suite('tests="1"')}</testsuites>`);
  expect(warnings).toMatchObject([{ code: 'attributes-red', line: 1, column: 1 }]);
  expect(warnings[0]?.message).toContain('(errors="1 or 2");');
  const [status] = (await readText(suite('status="broken"'))).warnings;
  expect(status?.message).toContain('("broken");');
});

test('rule 9: the notice about a status names the test, cut', async () => {
  const [notice] = (await readText(suite('', `<testcase name="${'n'.repeat(100)}" status="failed"/>`))).warnings;
  expect(notice?.message).toContain(`("${'n'.repeat(80)}")`);
});

test('rule 13: only a test that passed in the end is flaky', async () => {
  const { totals } = await readText(
    suite('', '<testcase><flakyFailure/><failure/></testcase><testcase><flakyError/><skipped/></testcase>'),
  );
  expect(totals).toMatchObject({ total: 2, failures: 1, skipped: 1, flaky: 0 });
});

test('a failure that is misplaced is described like any other, without what follows it', async () => {
  const { failing } = await readText(one('', '<skipped>no<failure message="m">body</failure>not this</skipped>'));
  expect(failing).toMatchObject([{ name: 'a', kind: 'failure', message: 'm\nbody' }]);
});

test('a failure inside of a failure counts once', async () => {
  expect(wordsOf(await readText(suite('', '<failure><error/></failure><testcase><failure><failure/></failure></testcase>')))).toEqual([
    's: 2, 2 f',
  ]);
});

test('other formats that have <TestCase> are not taken for JUnit where they are green, and refused where they are cut off', async () => {
  const qt = '<TestCase name="tst"><TestFunction name="a"><Incident type="fail"/></TestFunction></TestCase>';
  expect(codesOf((await readText(qt)).problems)).toEqual(['not-junit']);
  expect(codesOf((await readText(qt.slice(0, -5))).problems)).toEqual(['broken-file']);
  const boost = '<TestLog><TestSuite name="m"><TestCase name="a"><Error file="f"/></TestCase></TestSuite></TestLog>';
  expect(wordsOf(await readText(boost))).toEqual(['m: 1, 1 e']);
});

describe('counts', () => {
  test.each([
    ['1', 1], ['01', 1], ['+2', 2], [' 3 ', 3], ['1.5', 2], ['1e0', 1], ['1E2', 100], ['0.1', 1], ['1,5', 2], ['1,50', 2], ['0,5', 1], ['.5', 1], [',5', 1],
    ['1,000', 1000], ['1,234,567', 1_234_567], ['1,000.0', 1000], ['1,0000', 1], ['1e-400', 1], ['1e400', 1e12],
    ['99999999999999999999', 1e12],
  ])('failures="%s" is red', async (text, failures) => {
    const { totals } = await readText(suite(`failures="${text}"`));
    expect(totals).toMatchObject({ total: failures, failures });
  }); // prettier-ignore

  test.each([
    ['1 failed'],
    ['0 of 3'],
    ['0x1'],
    ['1/3'],
    ['Infinity'],
    ['∞'],
    ['½'],
    ['Ⅳ'],
    ['&n;'],
    ['1e'],
    ["1'000"],
    ['1\u00A0000'],
    ['１'],
    ['٣'],
    ['१०'],
    ['𝟙'],
    ['٠'],
    ['𝟘'],
  ])('failures="%s" cannot be read, and is not taken for zero', async (text) => {
    expect((await readText(suite(`failures="${text}"`))).totals).toMatchObject({ total: 1, failures: 1 });
    // A known number of failures says more.
    expect((await readText(suite(`failures="${text}" errors="2"`))).totals).toMatchObject({ failures: 0, errors: 2 });
  });

  test.each([[''], [' '], ['NaN'], ['nan'], ['null'], ['undefined'], ['-'], ['-1'], ['\u22121'], ['- 2'], ['none'], ['some']])(
    'failures="%s" is ignored, with a warning',
    async (text) => {
      const evidence = await readText(suite(`failures="${text}"`));
      expect(wordsOf(evidence)).toEqual(['s: 1']);
      expect(evidence.warnings).toMatchObject([{ code: 'bad-count', rule: 40, message: expect.stringContaining(`failures="${text}"`) }]);
    },
  );

  test.each([['0'], ['000'], ['0.0'], ['0,000'], ['0e5'], ['+0']])('failures="%s" is zero', async (text) => {
    const evidence = await readText(suite(`failures="${text}"`));
    expect(wordsOf(evidence)).toEqual(['s: 1']);
    expect(warningsOf(evidence)).toEqual([]);
  });

  test('the other counts are read alike, and never accuse', async () => {
    const summary = (attributes: string): Promise<readonly string[]> =>
      readText(`<testsuite name="s" ${attributes}/>`).then((evidence) => wordsOf(evidence));
    expect(await summary('tests="1,5" skipped="1e0"')).toEqual(['s: 2, 1 s']);
    expect(await summary('tests="4" skips="1" disabled="2"')).toEqual(['s: 4, 3 s']);
    expect(await summary('tests="4" skipped="x" skip="2"')).toEqual(['s: 4, 2 s']);
    expect(await summary('tests="4" ignored="3"')).toEqual(['s: 4, 3 s']);
    expect(await summary('tests="3" skipped="1 or 2"')).toEqual(['s: 3']);
    expect(await summary('tests="1" failures="1" errors="1" skipped="1"')).toEqual(['s: 3, 1 f, 1 e, 1 s']);
  });
});

describe('rule 35: entities in the text of elements', () => {
  test.each([
    ['one that stands for a failure', '[<!ENTITY f "<failure/>">]', '&f;'],
    ['one in the quotation marks of the other kind', "[<!ENTITY f '<failure/>'>]", 'a &f; b'],
    ['one whose elements are written as references', '[<!ENTITY f "&#60;failure/&#x3E;">]', '&f;'],
    ['one that refers to another', '[<!ENTITY g "<error/>"><!ENTITY f "&g;">]', '&f;'],
    ['one in another file', '[<!ENTITY f SYSTEM "failures.xml">]', '&f;'],
    ['one of a name past ASCII', '[<!ENTITY fé "<failure/>">]', '&fé;'],
    ['one declared twice', '[<!ENTITY f "<failure/>"><!ENTITY f "plain">]', '&f;'],
    ['one declared in small letters', '[<!entity f "<failure/>">]', '&f;'],
    ['one after a comment, a declaration and an instruction', '[<!-- > --><!ELEMENT a ANY><?pi x?><!ENTITY f "<failure/>">]', '&f;'],
    ['one that is longer than is kept', `[<!ENTITY f "${'a'.repeat(9000)}<failure/>">]`, '&f;'],
    ['one of another file of declarations', 'SYSTEM "report.dtd"', '&f;'],
    ['one of public declarations', 'PUBLIC "-//A//B" "report.dtd" []', '&f;'],
    ['one of a parameter entity', '[<!ENTITY % more "x"> %more;]', '&f;'],
    ['one in an unknown element', '[<!ENTITY f "<failure/>">]', '<a>&f;</a>'],
    ['one in a failure', '[<!ENTITY f "<failure/>">]', '<failure>&f;</failure>'],
    ['one of a name without end', '[<!ENTITY f "<failure/>">]', `&${'f'.repeat(2000)};`],
  ])('%s is refused', async (_what, declarations, inside) => {
    const { problems, rows } = await readText(withDoctype(declarations, inside));
    expect(codesOf(problems)).toEqual(['broken-file']);
    expect(problems[0]?.message).toContain('DOCTYPE');
    expect(rows).toEqual([]);
  });

  test('the message names the place', async () => {
    const { problems } = await readText(`<!DOCTYPE a [<!ENTITY f "<failure/>">]>\n${one('', 'ab &f;')}`);
    expect(problems).toMatchObject([{ line: 2, column: 45, message: expect.stringContaining('the file is not believed: `&f;` refers') }]);
    expect(problems[0]?.fix).toContain('without entities');
  });

  test.each([
    ['one that stands for characters', '[<!ENTITY nbsp "&#160;"><!ENTITY t "a > b">]', '&nbsp;<failure>&t;</failure>', ['s: 1, 1 f']],
    ['one that nobody declared', '[<!ENTITY f "<failure/>">]', '&nbsp; &; & &f', ['s: 1']],
    ['those of XML itself', 'SYSTEM "report.dtd"', '&lt;&gt;&amp;&quot;&apos;&#60;&#x3C;', ['s: 1']],
    ['one in CDATA or a comment', '[<!ENTITY f "<failure/>">]', '<![CDATA[&f;]]><!-- &f; -->', ['s: 1']],
    ['a parameter entity that nothing refers to', '[<!ENTITY % f "<failure/>">]', '&f;', ['s: 1']],
    ['a declaration in a comment', '[<!-- <!ENTITY f "<failure/>"> -->]', '&f;', ['s: 1']],
    ['a percent sign in quotation marks', '[<!ENTITY g "5"><!ATTLIST a b CDATA "%c;">]', '&f;', ['s: 1']],
    ['a name like a keyword', 'SYSTEM', '&f;', ['s: 1']],
  ])('%s is no harm', async (_what, declarations, inside, rows) => {
    const evidence = await readText(withDoctype(declarations, inside));
    expect(wordsOf(evidence)).toEqual(rows);
    expect(evidence.problems).toEqual([]);
  });
});
