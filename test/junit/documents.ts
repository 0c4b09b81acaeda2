import * as fc from 'fast-check';

const characters = Array.from('abcXYZ0189 .:-_/()[]{}$#@!?=+,;|~^%');

/** Names with what must be escaped, and with what must not confuse a reader. */
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
const count = fc.constantFrom('0', '0', '1', '2', '3', '7', '1,000', '', 'x', '-1', '2.5');
const status = fc.constantFrom('run', 'completed', 'passed', 'failed', 'error', 'disabled', 'notrun', 'SKIPPED', 'suppressed', '');

type Attribute = readonly [string, fc.Arbitrary<string>];

function attributes(...some: readonly Attribute[]): fc.Arbitrary<string> {
  const each = some.map(([key, value]) =>
    fc.option(fc.tuple(value, fc.constantFrom('"', "'")), { nil: undefined, freq: 1 }).map((chosen) => [key, chosen] as const),
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

/** What stands between elements and must change nothing. */
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
  '<unknown><deep/></unknown>',
);

function element(tag: string, own: fc.Arbitrary<string>, inside: fc.Arbitrary<readonly string[]>): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom('', '', '', 'n:'), own, inside, filling, fc.boolean()).map(([prefix, text, children, fill, short]) => {
    const open = `<${prefix}${tag}${text}`;
    const body = fill + children.join(fill.trim() === '' ? fill : '\n');
    return body === '' && short ? `${open}/>` : `${open}>${body}</${prefix}${tag}>`;
  });
}

const nothing = fc.constant<readonly string[]>([]);
const signal = fc
  .constantFrom('failure', 'error', 'skipped', 'disabled', 'ignored', 'flakyFailure', 'flakyError', 'rerunFailure', 'rerunError')
  .chain((tag) => element(tag, attributes(['message', name], ['type', fc.constantFrom('T', 'todo')]), nothing));

const testcase = element(
  'testcase',
  attributes(
    ['name', name],
    ['classname', name],
    ['time', fc.constantFrom('0.5', '', '1,5', 'NaN')],
    ['status', status],
    ['result', status],
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
);

const { suite } = fc.letrec<{ suite: string; member: string }>((tie) => ({
  suite: element('testsuite', suiteAttributes, fc.array(tie('member'), { maxLength: 4 })),
  member: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: testcase },
    { weight: 2, arbitrary: tie('suite') },
    { weight: 1, arbitrary: signal },
    { weight: 1, arbitrary: fc.array(tie('member'), { maxLength: 2 }).map((members) => `<wrapper>${members.join('')}</wrapper>`) },
  ),
}));

const root = fc.oneof(
  {
    weight: 4,
    arbitrary: element(
      'testsuites',
      suiteAttributes,
      fc.array(fc.oneof({ weight: 4, arbitrary: suite }, { weight: 1, arbitrary: testcase }), { maxLength: 3 }),
    ),
  },
  { weight: 3, arbitrary: suite },
  { weight: 1, arbitrary: testcase },
  { weight: 1, arbitrary: suite.map((inside) => `<report>${inside}</report>`) },
);

/** Whole documents, well formed, in every dialect that the rules know. */
export const junitDocument: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', '<?xml version="1.0" encoding="UTF-8"?>\n', '<?xml version="1.0"?><!-- c -->'), root)
  .map(([head, body]) => `${head}${body}\n`);
