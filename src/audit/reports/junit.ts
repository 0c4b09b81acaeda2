import { XMLBuilder } from 'fast-xml-parser';
import { auditOutcome, carriedWords, entryWords, populationWords, type LookedAt } from '../../presentation/index.ts';
import { count, withoutAddresses } from '../../text/index.ts';
import type { Audit, JudgedFinding, RuleResult } from '../judge/audit.ts';
import { lookedAt, missingParts, numbersOf, openFindings } from './numbers.ts';
import { asOfWords, gitAloneWords } from './words.ts';

/** A test case of the report. `body` has several lines. */
interface Case {
  readonly name: string;
  readonly ended: 'passed' | 'failure' | 'error' | 'skipped';
  readonly message: string;
  readonly body: readonly string[];
}

interface Suite {
  readonly name: string;
  /** Made when asked for: there may be as many as findings. */
  readonly cases: () => Iterable<Case>;
}

/**
 * A suite for the population, then one suite for each rule: a case for each finding, and one case for everything else that
 * it tested. So a CI lists as failed the things to do, and shows the result of each rule. A rule that was not tested is
 * skipped, with the reason.
 */
function suitesOf(audit: Audit): readonly Suite[] {
  const { rules } = audit;
  const byRule = Map.groupBy(openFindings(audit.findings), ({ rule }) => rule);
  const looked = lookedAt(audit);
  const cases = (name: string): Iterable<Case> => (byRule.get(name) ?? []).values().map((finding) => findingCase(finding, looked));
  const others = [...byRule.keys()].filter((name) => !rules.some(({ rule }) => rule === name));
  return [
    { name: 'population', cases: () => population(audit) },
    ...rules.map((rule): Suite => ({
      name: rule.rule,
      *cases() {
        yield* cases(rule.rule);
        yield* restCases(rule);
      },
    })),
    ...others.map((name) => ({ name, cases: () => cases(name) })),
  ];
}

function population(audit: Audit): readonly Case[] {
  const numbers = numbersOf(audit);
  const holes = missingParts(audit).map(({ fix, what, why }, index): Case => ({
    name: `missing ${index + 1}: ${withoutAddresses(what, 200)}`,
    ended: 'error',
    message: `${what}: ${why}`,
    body: `Fix: ${fix}`.split('\n'),
  }));
  if (holes.length > 0) return holes;
  const name = 'all that landed could be read';
  // A week without a change is no proof that anything works.
  if (numbers.changes === 0)
    return [{ name, ended: 'skipped', message: auditOutcome({ ...numbers, open: 0, accepted: 0 }).text, body: [] }];
  const limit = gitAloneWords(audit.world);
  const read = `${name}: ${populationWords(numbers)}`;
  if (limit !== undefined) return [{ name: read, ended: 'skipped', message: `Told by ${limit}`, body: [] }];
  return [{ name: read, ended: 'passed', message: '', body: [] }];
}

function findingCase(finding: JudgedFinding, looked: LookedAt): Case {
  const { accepted, at, carried, firstSeen, fix, key, message, rule, severity, status, subject } = finding;
  const body = [
    `Severity: ${severity}`,
    ...(subject.url === null ? [] : [subject.url]),
    ...`Fix: ${fix}`.split('\n'),
    ...(at === null ? [] : [`Happened at ${at}`]),
    `${status === 'new' ? 'New in this audit' : `Open since ${firstSeen}`}${carried ? `, ${carriedWords(finding, looked)}` : ''}`,
  ];
  const name = key.startsWith(`${rule}:`) ? key.slice(rule.length + 1) : key;
  if (accepted === null) return { name, ended: 'failure', message, body };
  return {
    name,
    ended: 'skipped',
    message: `Accepted by ${accepted.owner} until ${accepted.until}: ${accepted.reason}; ${entryWords(accepted.by)}. ${message}`,
    body: [],
  };
}

function restCases({ found: wrong, result, tested, why }: RuleResult): readonly Case[] {
  const passed = tested - wrong;
  const reason = why ?? 'Nobody says why';
  switch (result) {
    case 'not applicable':
      return [{ name: 'not applicable', ended: 'skipped', message: why ?? 'There was nothing that it is about', body: [] }];
    case 'not tested':
      return [{ name: 'not tested', ended: 'skipped', message: reason, body: [] }];
    case 'tested':
      return [
        ...(passed > 0
          ? [{ name: `nothing found about ${count(passed, 'subject')}`, ended: 'passed', message: '', body: [] } as const]
          : []),
        ...(why === null ? [] : [{ name: 'not tested everywhere', ended: 'skipped', message: reason, body: [] } as const]),
      ];
  }
}

/** For the page of tests of a CI. The totals stand in the frame, before the cases. */
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
  const head = { '@classname': xmlText(suite), '@name': xmlText(withoutAddresses(name, 300)), '@time': '0' };
  if (ended === 'passed') return element('testcase', head);
  const text = body.map((line) => withoutAddresses(line, 1_000)).join('\n');
  return element('testcase', {
    ...head,
    [ended]: { '@message': xmlText(withoutAddresses(message, 1_000)), ...(text === '' ? {} : { '#text': xmlText(text) }) },
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

/** Names are our own constants; values are escaped. */
function element(name: string, content: object): string {
  return builder.build({ [name]: content });
}

/** The start of an element whose content follows in parts: the builder only knows whole ones. */
function opening(name: string, attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(String(value))}"`);
  return `<${name}${written.join('')}>\n`;
}

function attribute(text: string): string {
  return xmlText(text).replace(/[&<>"'\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
