import type { Audit } from '../judged/audit.ts';
import { suitesOf, type Case } from './junit/suites.ts';
import { element, opening, xmlText } from './junit/xml.ts';
import { nameless } from './nameless.ts';

/** The audit as JUnit XML, for the page of tests of a CI. The totals stand in the frame, before the cases. */
export async function* junit(audit: Audit): AsyncGenerator<string> {
  const suites = suitesOf(audit);
  const { at } = audit.world.header;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield opening('testsuites', { name: 'compliance audit', ...counts(suites.flatMap(({ cases }) => cases)) });
  for (const { cases, name } of suites) {
    yield opening('testsuite', { name, ...counts(cases), timestamp: at.replace(/Z$/, '') });
    for (const each of cases) yield testcase(each, name);
    yield '</testsuite>\n';
  }
  yield '</testsuites>\n';
}

function counts(cases: readonly Case[]): Readonly<Record<string, number>> {
  const ended = (how: Case['ended']): number => cases.filter((one) => one.ended === how).length;
  return { tests: cases.length, failures: ended('failure'), errors: ended('error'), skipped: ended('skipped'), time: 0 };
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
