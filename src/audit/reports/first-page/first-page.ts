import { auditOutcome, rulesInNumbers, unaskedHeading, unaskedLines, untestedLines, untestedRules } from '../../../presentation/index.ts';
import { count, grouped, oneLine } from '../../../text/index.ts';
import { severities } from '../../facts/finding.ts';
import type { Audit, JudgedFinding, ReportedChange } from '../../judge/audit.ts';
import { approvedWords, arrange, comparisons, gather, testedWords } from '../gathered.ts';
import type { Arranged, Compared, Gathered, Placed } from '../gathered.ts';
import { missingParts, numbersOf, openFindings } from '../numbers.ts';
import { allSince, noneBefore, proposedChecks, sinceOf, sinceWords } from '../words.ts';
import { about, headingOf } from './about.ts';
import { answerTable } from './answers.ts';
import { brief, code, firstOf, joinWords, link, moment, name, state, strong } from './page.ts';
import type { FirstPage, PageVerdict, Part, Words } from './page.ts';

/** Names in a cell: the first page has room for a few. */
const mostPeople = 2;

function short({ changes, short: { changes: shown, isAll, of } }: Gathered): readonly Part[] {
  if (changes === 0) return [];
  const rest: Words = ['under ', link('#changes', 'Every change'), ' of the HTML report, and in ', code('changes.csv')];
  if (shown.length === 0) {
    const sentence = `Each of the ${count(changes, 'change')} was approved and tested before its merge, and no override of one was read. They are `;
    return [{ kind: 'sentences', id: 'short', sentences: [[sentence, ...rest, '.']] }];
  }
  const isOne = of === 1;
  const wrong = `${grouped(of)} of ${count(changes, 'change')} ${isOne ? 'has' : 'have'} no clean yes (approved, tested), or ${isOne ? 'has' : 'have'} an override`;
  const caption = isAll
    ? `${count(changes, 'change')}: all of them`
    : shown.length < of
      ? `${wrong}; the first ${grouped(shown.length)} of them`
      : wrong;
  return [
    {
      kind: 'table',
      id: 'short',
      caption: [`${caption}. ${isAll ? 'They are also' : 'All changes are'} `, ...rest],
      columns: ['Change', 'Written by', 'Approved by', 'Tested before the merge'],
      rows: shown.map(cells),
    },
  ];
}

function people(texts: readonly string[]): Words {
  return joinWords(
    firstOf(
      texts.map((text) => [name(text)]),
      mostPeople,
    ),
  );
}

/** An approval that does not count has its reason, also where no person is named. */
function approval(change: Placed<ReportedChange>): Words {
  const { approved, approvedWhy, reviewers } = change;
  if (approved === 'yes') return people(reviewers);
  return [...people(reviewers), reviewers.length === 0 ? '' : ' ', state(approvedWords[approved]), `: ${approvedWhy ?? 'nobody said why'}`];
}

function cells(change: Placed<ReportedChange>): readonly Words[] {
  const { authors, of, overrides, place, tested, title } = change;
  return [
    [link(`#${place}`, of), ' ', name(brief(title, 8))],
    authors.length === 0 ? [name(null)] : people(authors),
    approval(change),
    [
      state(testedWords[tested.tested]),
      ...(tested.tested === 'yes' ? [] : [`: ${tested.why}`]),
      ...(overrides.length === 0 ? [] : [' ', link('#overrides', count(overrides.length, 'override'))]),
    ],
  ];
}

const mostNamed = 4;

function sinceBefore({ findings, world }: Audit, { fixed, shortOf }: Arranged): readonly Part[] {
  const { previous } = world;
  if (previous === null) {
    return [{ kind: 'sentences', id: 'since-before', sentences: [[noneBefore()]] }];
  }
  const open = openFindings(findings);
  const named = (some: readonly JudgedFinding[]): Words => {
    const words = some.slice(0, mostNamed).map(({ key, subject }): Words => {
      const { place, words: short } = shortOf(key);
      return [link(place, short), ` of ${subject.kind.replaceAll('-', ' ')} ${brief(subject.id, 3).slice(0, 40)}`];
    });
    return [strong(grouped(some.length)), ...(some.length === 0 ? [] : [': ', ...joinWords(firstOf(words, mostNamed, some.length))])];
  };
  const byKind = Map.groupBy([...open, ...fixed], sinceOf);
  const complete = previous.complete ? '' : ', which was not complete';
  return [
    {
      kind: 'table',
      id: 'since-before',
      caption: ['Since the audit before, up to ', moment(previous.until), complete],
      columns: ['Findings', 'How many, and which'],
      rows: allSince.map((kind) => [[sinceWords[kind]], named(byKind.get(kind) ?? [])]),
    },
  ];
}

/** Lines to paste, because an audit without any demand says of no change whether it was tested. */
function proposed({ world }: Audit): readonly Part[] {
  const found = proposedChecks(world);
  if (found === undefined) return [];
  const [id, caption] = ['proposed-checks', [found.sentence]] as const;
  if (found.ran.length === 0)
    return [{ kind: 'sentences', id, sentences: [[found.sentence, ' No check ran for them that GitHub still keeps.']] }];
  return [
    { kind: 'list', id, caption, items: [[code('checks:')], ...found.ran.map(({ about, line }): Words => [code(line), ` ${about}`])] },
  ];
}

/** Reasons that are told, and the longest of them with its rules, in UTF-16 units. */
const [mostReasons, longest] = [20, 2000];

function untested({ rules }: Audit): readonly Part[] {
  const without = untestedRules(rules).filter(({ lack }) => lack === 'answer');
  const caption = `Not tested, or not everywhere: ${without.length} of ${count(rules.length, 'rule')}`;
  return [...reasons('untested-rules', caption, untestedLines(rules)), ...reasons('unasked-rules', unaskedHeading, unaskedLines(rules))];
}

function reasons(id: string, caption: string, lines: readonly string[]): readonly Part[] {
  if (lines.length === 0) return [];
  const items = lines.map((line) => [oneLine(line, longest)]);
  return [{ kind: 'list', id, caption: [caption], items: firstOf(items, mostReasons) }];
}

function openOf(number: number, found: string): string {
  return number === 0 ? 'No finding is open' : `${count(number, 'finding')} ${number === 1 ? 'is' : 'are'} open: ${found}`;
}

/** An accepted finding is open too. */
function unacceptedOf(number: number, found: string): string {
  return number === 0
    ? 'Each open finding is accepted'
    : `${count(number, 'open finding')} ${number === 1 ? 'is' : 'are'} not accepted: ${found}`;
}

/** The outcome of the audit, which is never good by default, and what it does not cover. */
export function verdictOf(audit: Audit): PageVerdict {
  const { findings } = audit;
  const numbers = numbersOf(audit);
  const outcome = auditOutcome(numbers);
  const { accepted } = numbers;
  const live = openFindings(findings);
  const open = live.filter((finding) => finding.accepted === null);
  const bySeverity = severities
    .toReversed()
    .map((severity) => [open.filter((finding) => finding.severity === severity).length, severity] as const)
    .filter(([number]) => number > 0);
  const found = bySeverity.map(([number, severity]) => `${number} ${severity}`).join(', ');
  const openWords = accepted === 0 ? openOf(live.length, found) : unacceptedOf(open.length, found);
  const rest: readonly Words[] =
    accepted === 0 ? [] : [[`${count(accepted, 'finding')} ${accepted === 1 ? 'is' : 'are'} accepted, and counted all the same.`]];
  const { text, word } = outcome;
  // The longer words, where they say more than the short ones.
  const longer: readonly Words[] = text === word ? [] : [[`${text}.`]];
  const more = outcome.kind === 'unknown' ? ' There may be more.' : '';
  return { ...outcome, counts: numbers, missing: missingParts(audit), why: [...longer, [`${openWords}.${more}`], ...rest] };
}

/** Made once for all printers: each time all findings are arranged. */
const made = new WeakMap<Audit, Promise<FirstPage>>();

/** It alone says what was asked, the outcome, what changed, and what an auditor asks. */
export function firstPage(audit: Audit): Promise<FirstPage> {
  const page = made.get(audit) ?? makePage(audit);
  made.set(audit, page);
  return page;
}

async function makePage(audit: Audit): Promise<FirstPage> {
  const gathered = await gather(audit);
  return pageOf(audit, gathered, comparisons(audit, gathered), arrange(audit.findings));
}

export function pageOf(audit: Audit, gathered: Gathered, compared: readonly Compared[], arranged: Arranged): FirstPage {
  return {
    heading: headingOf(audit.world.header),
    facts: about(audit),
    verdict: verdictOf(audit),
    timeZone: audit.world.header.timeZone,
    parts: [
      terms,
      ...sinceBefore(audit, arranged),
      answerTable(audit, gathered, compared, arranged),
      ...short(gathered),
      ...proposed(audit),
      ...untested(audit),
      numbers(audit),
    ],
  };
}

const terms: Part = {
  kind: 'sentences',
  id: 'terms',
  sentences: [
    [
      strong('Landing:'),
      ' one update of an audited branch. ',
      strong('Trail:'),
      ' the evidence about one commit. ',
      strong('Covered:'),
      ' all evidence that a change owes was there when it landed, and said yes. ',
      strong('Head:'),
      " the last link of the service's log: one that somebody else kept proves all records before it; of a pull request, its last commit.",
    ],
  ],
};

function numbers({ findings, rules, totals, world }: Audit): Part {
  const { partly, untested } = rulesInNumbers(rules);
  const each: readonly (readonly [number: number, one: string, several: string])[] = [
    [totals.changes, 'change', 'changes'],
    [totals.landings, 'landing', 'landings'],
    [totals.commits, 'commit', 'commits'],
    [openFindings(findings).length, 'finding', 'findings'],
    [world.deployments.length, 'deployment', 'deployments'],
    [untested, 'rule not tested', 'rules not tested'],
    ...(partly === 0 ? [] : [[partly, 'rule not tested everywhere', 'rules not tested everywhere'] as const]),
    [world.end.trailsElsewhere, 'trail about commits of no audited branch', 'trails about commits of no audited branch'],
  ];
  return {
    kind: 'list',
    id: 'numbers',
    caption: ['In numbers'],
    items: each.map(([number, one, several]) => [strong(grouped(number)), ` ${count(number, one, several).replace(/^\S+ /, '')}`]),
  };
}
