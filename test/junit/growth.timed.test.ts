import { expect, test } from 'vitest';
import { growth, tooMuch } from '../support/growth.ts';
import { countBytes } from './count-text.ts';

const leaf = { granularity: 'leaf', mergeRetries: 'last' };
const failing = '<testcase name="t"><failure message="m"/></testcase>';

/** Documents of any size. A test reads each in one size, and eight times as large. */
const documents: Readonly<Record<string, (size: number) => string>> = {
  'suites in suites': (size) => nested(size, 'name="d"', '<testcase name="t"/>'),
  'suites in suites, below a timestamp that is none': (size) => nested(size, 'name="d"', '<testcase/>', 'timestamp="tbd"'),
  'suites in suites with failures': (size) => nested(size, 'name="d"', failing),
  'lists of suites in one another': (size) => `${'<testsuites failures="1"><testcase/>'.repeat(size)}${'</testsuites>'.repeat(size)}`,
  'test cases in one another': (size) => `${'<testcase name="t"><error/>'.repeat(size)}${'</testcase>'.repeat(size)}`,
  'suites that come before those that ended': (size) =>
    `<testsuite>${'<testsuite><testsuite><testcase/></testsuite><testcase/></testsuite>'.repeat(size)}</testsuite>`,
  'retries of one test': (size) => `<testsuite>${failing.repeat(size * 4)}</testsuite>`,
  'failures in properties': (size) => `<testsuite><properties>${'<failure>m</failure>'.repeat(size * 4)}</properties></testsuite>`,
  'entities that are declared': (size) =>
    `<!DOCTYPE a [${Array.from({ length: size }, (_, index) => `<!ENTITY e${index} "<a/>">`).join('')}]><testsuite><testcase>${'&none;'.repeat(size)}</testcase></testsuite>`,
  'pieces of text in a failure': (size) => `<testcase><failure message="m">${'a<!-- -->'.repeat(size * 4)}</failure></testcase>`,
  'counts that are none': (size) => `<testsuite ${'failures="x" '.repeat(size / 4)}/>`.repeat(4),
  'odd counts': (size) => `<testsuite ${'failures="1 x" '.repeat(size / 4)}/>`.repeat(4),
  'messages that are nearly in the text': (size) =>
    `<testsuite>${`<testcase><failure message="b${'a'.repeat(2000)}">${'a'.repeat(16_000)}</failure></testcase>`.repeat(size / 50)}</testsuite>`,
};

function nested(depth: number, attributes: string, inside: string, outer = ''): string {
  return `<testsuite ${outer}>${`<testsuite ${attributes}>${inside}`.repeat(depth - 1)}${'</testsuite>'.repeat(depth)}`;
}

test.each(Object.entries(documents))('%s: eight times as many cost about eight times as much', async (_what, make) => {
  expect(
    await growth((size) => {
      const bytes = Buffer.from(make(size));
      return () => countBytes(bytes, bytes.length, leaf);
    }, 1200),
  ).toBeLessThan(tooMuch);
});
