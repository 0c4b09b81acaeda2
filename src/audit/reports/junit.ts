import type { Audit } from '../judge/audit.ts';
import { suitesOf, type Case } from './junit/suites.ts';
import { element, opening, xmlText } from './junit/xml.ts';
import { nameless } from './nameless.ts';

/** The audit as JUnit XML, for the page of tests of a CI. The totals stand in the frame, before the cases. */
export async function* junit(audit: Audit): AsyncGenerator<string> {
  const suites = suitesOf(audit).map((suite) => ({ ...suite, counts: counts(suite.cases()) }));
  const { at } = audit.world.header;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield opening('testsuites', { name: 'compliance audit', ...sums(suites.map((suite) => suite.counts)), time: 0 });
  for (const suite of suites) {
    const { counts: own, name } = suite;
    yield opening('testsuite', { name, ...own, time: 0, timestamp: at.replace(/Z$/, '') });
    for (const each of suite.cases()) yield testcase(each, name);
    yield '</testsuite>\n';
  }
  yield '</testsuites>\n';
}

interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

function counts(cases: Iterable<Case>): Counts {
  const ended = { passed: 0, failure: 0, error: 0, skipped: 0 };
  for (const one of cases) ended[one.ended] += 1;
  const { error: errors, failure: failures, passed, skipped } = ended;
  return { tests: passed + failures + errors + skipped, failures, errors, skipped };
}

function sums(all: readonly Counts[]): Readonly<Record<keyof Counts, number>> {
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
