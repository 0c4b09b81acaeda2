import type { Audit } from '../judge/audit.ts';
import { asOfWords } from './as-of-words.ts';
import { suitesOf, type Case } from './junit/suites.ts';
import { nameless } from './nameless.ts';
import { XMLBuilder } from 'fast-xml-parser';

/** The audit as JUnit XML, for the page of tests of a CI. The totals stand in the frame, before the cases. */
export async function* junit(audit: Audit): AsyncGenerator<string> {
  const suites = suitesOf(audit).map((suite) => ({ ...suite, counts: counts(suite.cases()) }));
  const { header } = audit.world;
  const title = ['compliance audit', asOfWords(header)].filter((part) => part !== undefined).join(': ');
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield opening('testsuites', { name: title, ...sums(suites.map((suite) => suite.counts)), time: 0 });
  for (const suite of suites) {
    const { counts: numbers, name } = suite;
    yield opening('testsuite', { name, ...numbers, time: 0, timestamp: header.at.replace(/Z$/, '') });
    for (const each of suite.cases()) yield testcase(each, name);
    yield '</testsuite>\n';
  }
  yield '</testsuites>\n';
}

type Counts = Readonly<Record<'tests' | 'failures' | 'errors' | 'skipped', number>>;

function counts(cases: Iterable<Case>): Counts {
  const ended = { passed: 0, failure: 0, error: 0, skipped: 0 };
  for (const one of cases) ended[one.ended] += 1;
  const { error: errors, failure: failures, passed, skipped } = ended;
  return { tests: passed + failures + errors + skipped, failures, errors, skipped };
}

function sums(all: readonly Counts[]): Counts {
  const sum = (of: keyof Counts): number => all.reduce((total, one) => total + one[of], 0);
  return { tests: sum('tests'), failures: sum('failures'), errors: sum('errors'), skipped: sum('skipped') };
}

function testcase({ body, ended, message, name }: Case, suite: string): string {
  const head = { '@classname': xmlText(suite), '@name': xmlText(nameless(name, 300)), '@time': '0' };
  if (ended === 'passed') return element('testcase', head);
  const text = body.map((line) => nameless(line, 1_000)).join('\n');
  return element('testcase', {
    ...head,
    [ended]: { '@message': xmlText(nameless(message, 1_000)), ...(text === '' ? {} : { '#text': xmlText(text) }) },
  });
}

const builder = new XMLBuilder({
  attributeNamePrefix: '@',
  format: true,
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
});

/** Characters that no XML may hold, even as a reference: controls, halves of surrogate pairs, and the two that are no characters. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function xmlText(text: string): string {
  return text.toWellFormed().replace(forbidden, '');
}

/** An element with all that is in it. Names are our own constants; values are escaped. */
function element(name: string, content: object): string {
  return builder.build({ [name]: content });
}

/** The start of an element whose content follows in parts: the builder knows whole ones alone. */
function opening(name: string, attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(String(value))}"`);
  return `<${name}${written.join('')}>\n`;
}

function attribute(text: string): string {
  return xmlText(text).replace(/[&<>"'\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
