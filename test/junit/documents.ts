import * as fc from 'fast-check';

const characters = Array.from('abcXYZ0189 .:-_/()[]{}$#@!?=+,;|~^%');

/** Names with characters that must be escaped, and with others that must not confuse a reader. */
const name = fc.oneof(
  fc.constantFrom(
    'a',
    'Größe',
    '日本語 🚀',
    'x &lt; y',
    '&quot;q&quot; &amp; &apos;p&apos;',
    "it's",
    '/>',
    ' padded ',
    '##[error]no',
    '&nbsp;',
    '',
  ),
  fc.string({ maxLength: 8, unit: fc.constantFrom(...characters) }),
);
const count = fc.constantFrom(
  '0',
  '0',
  '0',
  '0',
  '1',
  '2',
  '3',
  '7',
  '1,000',
  '',
  'x',
  '-1',
  '2.5',
  '1e0',
  '0,5',
  '0.0',
  'NaN',
  'null',
  '-',
);
const greenWords = ['run', 'completed', 'passed', 'Passed', 'disabled', 'notrun', 'SKIPPED', 'suppressed', 'unheard of', ''];
const status = fc.constantFrom(
  ...greenWords,
  'failed',
  'error',
  'Failure',
  'timed out',
  'TIMEOUT',
  'killed',
  'broken',
  'crashed',
  'aborted',
  'interrupted',
);
const suiteStatus = fc.constantFrom(...greenWords, ...greenWords, 'failed', 'error', 'timed_out');
const success = fc.constantFrom('true', 'True', 'false');

type Attribute = readonly [string, fc.Arbitrary<string>];

function attributes(...some: readonly Attribute[]): fc.Arbitrary<string> {
  const each = some.map(([key, value]) =>
    fc.option(fc.tuple(value, fc.constantFrom('"', "'")), { nil: undefined, freq: 2 }).map((chosen) => [key, chosen] as const),
  );
  return fc
    .tuple(fc.tuple(...each), fc.constantFrom(' ', '\n  '))
    .map(([chosen, space]) =>
      chosen.map(([key, pair]) => (pair === undefined ? '' : `${space}${key}=${quoted(pair[0], pair[1])}`)).join(''),
    );
}

function quoted(value: string, quote: string): string {
  return value.includes(quote) ? `"${value.replaceAll('"', '&quot;')}"` : `${quote}${value}${quote}`;
}

/** Text between elements that must not change anything. */
const filling = fc.constantFrom(
  '',
  '\n    ',
  'text &amp; more',
  '<!-- <testcase><failure/></testcase> -->',
  '<![CDATA[</testsuite><failure>]]>',
  '<?hint no?>',
  '<system-out><![CDATA[<error/>]]></system-out>',
  '<system-err><testcase><failure/></testcase></system-err>',
  '<properties><property name="failure" value="1"/></properties>',
  '<properties><property name="a"><system-out><failure/></system-out></property><testcase/></properties>',
  '<unknown><deep/></unknown>',
);

/** An element's name as tools write it: with a prefix, or in another case. */
function written(tag: string): fc.Arbitrary<string> {
  const capital = tag.slice(0, 1).toUpperCase() + tag.slice(1);
  return fc.constantFrom(tag, tag, tag, tag, `n:${tag}`, capital, tag.toUpperCase());
}

function element(
  tag: string,
  own: fc.Arbitrary<string>,
  inside: fc.Arbitrary<readonly string[]>,
  names = written(tag),
): fc.Arbitrary<string> {
  return fc.tuple(names, own, inside, filling, fc.boolean()).map(([chosen, text, children, fill, short]) => {
    const open = `<${chosen}${text}`;
    const body = fill + children.join(fill.trim() === '' ? fill : '\n');
    return body === '' && short ? `${open}/>` : `${open}>${body}</${chosen}>`;
  });
}

const nothing = fc.constant<readonly string[]>([]);
const signalAttributes = attributes(['message', name], ['type', fc.constantFrom('T', 'todo')]);
const red = fc.constantFrom('failure', 'error').chain((tag) => element(tag, signalAttributes, nothing));
/** A failure where a tool misplaced it. */
const hidden = fc.oneof(
  { weight: 6, arbitrary: nothing },
  { weight: 1, arbitrary: fc.tuple(red) },
  { weight: 1, arbitrary: red.map((inside) => [`<a><testcase>${inside}</testcase></a>`]) },
);
const signal = fc.oneof(
  { weight: 2, arbitrary: red },
  {
    weight: 7,
    arbitrary: fc
      .constantFrom('skipped', 'disabled', 'ignored', 'flakyFailure', 'flakyError', 'rerunFailure', 'rerunError')
      .chain((tag) => element(tag, signalAttributes, hidden)),
  },
  { weight: 1, arbitrary: element('properties', fc.constant(''), hidden) },
);

const testcase = element(
  'testcase',
  attributes(
    ['name', name],
    ['classname', name],
    ['time', fc.constantFrom('0.5', '', '1,5', 'NaN')],
    ['status', status],
    ['result', status],
    ['success', success],
  ),
  fc.oneof({ weight: 4, arbitrary: nothing }, { weight: 2, arbitrary: fc.array(signal, { maxLength: 3 }) }),
);

const suiteAttributes = attributes(
  ['name', name],
  ['tests', count],
  ['failures', count],
  ['errors', count],
  ['skipped', count],
  ['disabled', count],
  ['result', suiteStatus],
);

const { suite } = fc.letrec<{ suite: string; member: string }>((tie) => ({
  suite: element('testsuite', suiteAttributes, fc.array(tie('member'), { maxLength: 4 })),
  member: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: testcase },
    { weight: 2, arbitrary: tie('suite') },
    { weight: 1, arbitrary: signal },
    { weight: 1, arbitrary: fc.array(tie('member'), { maxLength: 2 }).map((members) => `<wrapper>${members.join('')}</wrapper>`) },
    { weight: 1, arbitrary: element('testsuites', suiteAttributes, fc.array(tie('member'), { maxLength: 2 })) },
  ),
}));

const root = fc.oneof(
  {
    weight: 4,
    arbitrary: element(
      'testsuites',
      suiteAttributes,
      fc.array(fc.oneof({ weight: 4, arbitrary: suite }, { weight: 1, arbitrary: testcase }), { maxLength: 3 }),
      // One element in JUnit's own case: without any the document may be of another format.
      fc.constantFrom('testsuites', 'n:testsuites'),
    ),
  },
  { weight: 3, arbitrary: suite.map((inside) => `<report>${inside}<testsuites tests="0"/></report>`) },
  { weight: 3, arbitrary: suite.filter((inside) => /^<(?:n:)?testsuite/.test(inside)) },
  { weight: 1, arbitrary: testcase.filter((inside) => /^<(?:n:)?testcase/.test(inside)) },
);

function documents(...heads: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...heads), root).map(([head, body]) => `${head}${body}\n`);
}

/** Whole documents, well formed, in every dialect that the rules know. */
export const junitDocument = documents('', '<?xml version="1.0" encoding="UTF-8"?>\n', '<?xml version="1.0"?><!-- c -->');

/** The same with a DOCTYPE. It declares `plain`, which is text, and `hidden`, which is a failure. */
export const documentWithDoctype = documents(
  '<!DOCTYPE testsuites>',
  '<?xml version="1.0"?>\n<!DOCTYPE testsuites SYSTEM "http://127.0.0.1:9/[report].dtd">\n',
  '<!DOCTYPE a [\n<!-- it\'s a ]> trap <!ENTITY b "<failure/>"> -->\n<!ENTITY plain "a > \'b\'">\n<!ENTITY hidden "<failure/>">\n]>\n',
  "<!DOCTYPE a PUBLIC '-//A//B' '>' [<!ENTITY % p 'q'><!ENTITY hidden SYSTEM 'file:///a'><!ELEMENT testsuite ANY>]>",
);

const { quiet } = fc.letrec<{ quiet: string; member: string }>((tie) => ({
  quiet: element('testsuite', suiteAttributes, fc.array(tie('member'), { maxLength: 3 }), fc.constant('testsuite')),
  member: fc.oneof(
    { depthSize: 'medium' },
    { weight: 2, arbitrary: fc.constantFrom('<testcase/>', '<testcase><skipped/></testcase>', '<testcase><flakyFailure/></testcase>') },
    { weight: 2, arbitrary: tie('quiet') },
  ),
}));

/** Suites in suites whose test cases all passed, so that their attributes decide. */
export const quietDocument = fc
  .tuple(suiteAttributes, fc.array(quiet, { maxLength: 3 }))
  .map(([own, suites]) => `<testsuites${own}>${suites.join('')}</testsuites>`);
