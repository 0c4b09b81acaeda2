import { contradiction } from '../../../presentation/index.ts';
import { count, grouped, list } from '../../../text/index.ts';
import type { Audit, ReportedOverride } from '../../judge/audit.ts';
import { evidenceSource, type CheckedLog } from '../../population/world.ts';
import { recordAltered } from '../../rules/audit.ts';
import { overridden as overrideRule } from '../../rules/evidence.ts';
import { historyReplaced, historyRewritten, tagMoved } from '../../rules/history.ts';
import { changeWithoutTicket, type Ticket } from '../../rules/tickets.ts';
import { differing, mostNamed, someNamed, sum } from '../gathered.ts';
import type { Arranged, Compared, FilterId, Gathered, Placed, Untested } from '../gathered.ts';
import { numbersOf, openFindings } from '../numbers.ts';
import { commandOf, scopeWords } from '../words.ts';
import { answerBypass, bypassWords } from './checks.ts';
import { brief, code, firstOf, joinWords, link, moment, name, strong } from './page.ts';
import type { Answer, PageTable, Piece, Words } from './page.ts';

/** The answers but a clean yes, the worst first, with the filter that shows their changes. */
const kinds: readonly (readonly [tested: Untested, filter: FilterId, words: string])[] = [
  ['no', 'only-untested', 'Not tested'],
  ['failed', 'only-failed', 'The tests said no'],
  ['head', 'only-head', 'Tested on the head alone'],
  ['not known', 'only-tests-unknown', 'Not known'],
];

/** Names that an answer of 75 words has room for. */
const room = 28;

function answerTested({ changes, filtered, now, untested }: Gathered): Answer {
  const question = '3. Which changes were not tested before the merge?';
  const asOfNow = now.yes + now.failed + now.head + now.no + now['not known'];
  const isNow = changes > 0 && asOfNow === changes;
  const words = isNow ? ' says what is known of then' : ' has the words in brackets';
  const how: Words = ['In changes.csv: ', code('tested_before_merge'), `${words}, `, code('tested_why'), ' the reason'];
  if (changes === 0) return { question, answer: ['Nothing landed.'], how };
  if (isNow) return { question, answer: stateOfNow(now, changes), how };
  const counts = kinds.map(([, filter]) => filtered.get(filter) ?? 0);
  const share = Math.floor(room / Math.max(1, counts.filter((number) => number > 0).length));
  const [most, some] = [Math.min(mostNamed, share), Math.min(someNamed, share - 3)];
  const said = kinds.flatMap(([kind, filter, words]): Words => {
    const number = filtered.get(filter) ?? 0;
    const heading = linkPart(filter, filtered, words);
    if (number === 0) return [heading, '. '];
    const named = untested[kind].map(({ of, place }): Words => [link(`#${place}`, of)]);
    return [heading, ' (', code(kind), '): ', ...joinWords(firstOf(named, number > most ? some : most, number)), '. '];
  });
  return {
    question,
    answer: [
      ...said,
      'Tested, and said yes (',
      code('yes'),
      '): ',
      strong(grouped(changes - sum(counts))),
      ` of ${count(changes, 'change')}.`,
    ],
    how,
  };
}

function stateOfNow(now: Gathered['now'], changes: number): Words {
  return [
    'Nobody tells when anything landed: this is the state of ',
    strong('now'),
    `, of ${count(changes, 'change')}. Tests say yes: `,
    strong(grouped(now.yes)),
    '. Say no: ',
    strong(grouped(now.failed)),
    `. Yes on the head alone: ${grouped(now.head)}. None recorded: `,
    strong(grouped(now.no)),
    `. Not known: ${grouped(now['not known'])}. Of those with a yes, recorded after the period had ended: ${grouped(now.late)}. Whether they were there when the changes landed is not known.`,
  ];
}

function linkPart(id: FilterId, filtered: Gathered['filtered'], words: string): Piece {
  const number = filtered.get(id) ?? 0;
  const text = `${words}: ${grouped(number)}`;
  return number === 0 ? text : link(`#${id}`, text);
}

const mostNames = 2;

function answerOverridden(audit: Audit, gathered: Gathered): Answer {
  const { findings, rules, totals } = audit;
  const rule = rules.find((one) => one.rule === overrideRule.name);
  const accepted = openFindings(findings).filter((finding) => finding.accepted !== null).length;
  const others = [
    [accepted, 'accepted', 'finding accepted', 'findings accepted'],
    [totals.states['excluded'] ?? 0, 'excluded', 'change left out', 'changes left out'],
    [totals.emergencies.length, 'emergencies', 'emergency', 'emergencies'],
  ] as const;
  const shown = others.filter(([number]) => number > 0);
  const partly: Words =
    rule?.result === 'not tested' ? [' ', strong('Not known everywhere:'), ` ${brief(rule.why ?? 'nobody said why', 8)}.`] : [];
  return {
    question: '4. What was overridden, and by whom?',
    answer: [
      ...overrideSums(audit, gathered),
      ...partly,
      ...shown.flatMap(([number, id, one, all]) => [' ', link(`#${id}`, `${grouped(number)} ${number === 1 ? one : all}`), '.']),
    ],
    how: [link('#overrides', 'Overrides'), ', under Exceptions. In changes.csv: ', code('overrides')],
  };
}

function overrideSums(audit: Audit, { changes, overrides }: Gathered): Words {
  const { rules, totals, world } = audit;
  const all = sum(totals.overrides.map((one) => one.count));
  if (all === 0) {
    const rule = rules.find((one) => one.rule === overrideRule.name);
    const untold = world.untold.some(({ source }) => source === 'records' || source === 'trails');
    if (changes === 0) return ['Nothing landed.'];
    if (untold || rule === undefined) return [strong('Not known:'), ` ${evidenceSource(world)} did not tell.`];
    if (world.header.evidence === 'github') return bypassWords(audit);
    if (rule.result === 'not tested') return ['No override was read.'];
    return [strong('Nothing:'), ' no verdict was set in place of evidence.'];
  }
  const people = totals.overrides.slice(0, mostNames).map(({ by, count: number }): Words => [name(brief(by, 2)), `: ${grouped(number)}`]);
  const more = totals.overrides.length - mostNames;
  const [first] = overrides;
  return [
    strong(count(all, 'override')),
    `, by the ${all === 1 ? 'user whose token set it' : 'users whose tokens set them'}, people or robots: `,
    ...joinWords(people),
    `${more > 0 ? ` and ${count(more, 'other')}` : ''}.`,
    ...(first === undefined ? [] : [all > 1 ? ' One of them: ' : ' ', ...sentence(first)]),
  ];
}

function sentence({ at, by, compliant, fingerprint, name: evidence, of, place, reason }: Placed<ReportedOverride>): Words {
  const artifact = fingerprint === null ? '' : ` of the artifact ${fingerprint.slice(0, 12)}`;
  const verdict = compliant === null ? '' : `, to say ${compliant ? 'yes' : 'no'}`;
  const why: Words = reason === null ? ['no reason is known'] : ['“', name(brief(reason, 7)), '”'];
  return [
    strong(brief(evidence, 3)),
    `${artifact} of `,
    link(`#${place}`, of),
    `${verdict}, by `,
    name(by === null ? null : brief(by, 2)),
    ', ',
    moment(at),
    ': ',
    ...why,
    '.',
  ];
}

const ofHistory = [
  [historyRewritten.name, 'a branch was rewritten'],
  [historyReplaced.name, 'a branch lost what the audit before ended with'],
  [tagMoved.name, 'a tag was moved'],
] as const;

function answerAltered(audit: Audit, { shortOf }: Arranged): Answer {
  const { log } = audit.world;
  const found = openFindings(audit.findings).filter(({ rule }) => rule === recordAltered.name || ofHistory.some(([name]) => name === rule));
  const told = found.slice(0, 1).flatMap(({ carried, key, message }): Words => {
    const { place, words } = shortOf(key);
    const before = carried ? ', seen by an audit before' : '';
    return [strong(brief(message, 15).replace(/\.$/, '')), ' (', link(place, words), `${before})`];
  });
  const more = found.length > 1 ? `, and ${grouped(found.length - 1)} more` : '';
  const yes: Words = found.length === 0 ? [] : [strong('Yes.'), ' ', ...told, `${more}. `];
  return {
    question: '5. Was anything altered?',
    answer: [...yes, 'The log: ', ...(log === null ? whyUnread(audit) : logAnswer(log, audit)), ` ${gitAnswer(audit)}`],
    how:
      log === null
        ? [link('#not-tested', 'What was not tested, and why'), ', under Limits']
        : [link('#witness', 'Witness of the log'), ', and ', code('compliance-evidence verify --package FILE --head HEAD')],
  };
}

function whyUnread({ world }: Audit): Words {
  const why = world.untold.find(({ source }) => source === 'log')?.why ?? 'the log of the service was not read';
  return [strong('not checked'), `. ${brief(why, 20).replace(/\.$/, '')}.`];
}

function logAnswer({ chain, problems, records, witnesses }: CheckedLog, { world }: Audit): Words {
  // A file that was cut off ends its records early too, and says nothing of the service.
  if (records < chain.sequence && world.holes.length > 0) {
    return [strong('not known'), `, only ${grouped(records)} of ${count(chain.sequence, 'record')} could be read.`];
  }
  const nowhere = witnesses.filter(({ sequence }) => sequence === null).length;
  if (problems.length > 0 || nowhere > 0) {
    const faults = [
      ...(problems.length > 0 ? [`${count(problems.length, 'fault')} in its chain`] : []),
      ...(nowhere > 0 ? [`${count(nowhere, 'head')} that somebody kept ${nowhere === 1 ? 'is' : 'are'} nowhere in it`] : []),
    ];
    return [strong('yes'), `, ${list(faults)}.`];
  }
  const proven = witnesses.reduce((most, { sequence }) => Math.max(most, sequence ?? 0), 0);
  const rest = records - proven;
  if (proven === 0) {
    const chained = records === 1 ? 'Its one record is a chain' : `Its ${count(records, 'record')} are one chain`;
    const why = `${chained}, but nobody handed in a kept head: a log that was written anew is not seen.`;
    return [strong('not proven'), `. ${why}`];
  }
  const after = rest === 0 ? '' : ` The ${count(rest, 'record')} after it ${rest === 1 ? 'is' : 'are'} one chain, and not proven.`;
  return [strong('no'), ` in the records 1 to ${grouped(proven)}, by a kept head.${after}`];
}

function gitAnswer({ rules }: Audit): string {
  const words = ofHistory.flatMap(([name, what]) => {
    const rule = rules.find((one) => one.rule === name);
    // Where GitHub tells of each push by force, or no audit came before, this one has nothing to say.
    if (name === historyReplaced.name && (rule === undefined || rule.result === 'not applicable')) return [];
    if (rule === undefined || (rule.result === 'not tested' && rule.found === 0))
      return `${what}: not tested${rule !== undefined && rule.tested > 0 ? ' everywhere' : ''}`;
    if (rule.found > 0) return `${what}: yes, ${grouped(rule.found)}`;
    return rule.result === 'not applicable' ? `${what}: nothing to test` : `${what}: no`;
  });
  return `In git: ${words.join('; ')}.`;
}

/** Only where tickets are asked for, or GitHub's checks are the evidence. */
function answerAuthorized({ rules, world }: Audit, { tickets }: Gathered): readonly Answer[] {
  const question = `${world.checked === null ? 7 : 8}. Was it authorized?`;
  if (!rules.some(({ rule }) => rule === changeWithoutTicket.name)) {
    if (world.header.evidence !== 'github') return [];
    const how: Words = ['Name the form of tickets under ', code('ticket'), ' in ', code('.github/compliance-audit.yml')];
    return [{ question, answer: [strong('Not known:'), ' the audit’s file asks for no ticket.'], how }];
  }
  const of = (state: Ticket['state']): number => tickets.get(state) ?? 0;
  const asked = sum([of('named'), of('without'), of('not known')]);
  const word = of('without') > 0 ? 'Not all:' : of('not known') > 0 ? 'Not known of all:' : 'As far as tickets tell, yes:';
  const rest = `Without: ${grouped(of('without'))}. Not known: ${grouped(of('not known'))}. Need none, for a reason: ${grouped(of('excepted'))}.`;
  const counts: Words = [
    strong(word),
    ' a ticket is named by ',
    strong(grouped(of('named'))),
    ` of ${count(asked, 'change')} that ${asked === 1 ? 'needs' : 'need'} one. ${rest} That a ticket is named does not prove that it exists.`,
  ];
  const how: Words = ['In changes.csv: ', code('ticket'), ', ', code('tickets'), ' and ', code('ticket_why')];
  return [{ question, answer: asked === 0 ? ['No change needed a ticket.'] : counts, how }];
}

const mostHoles = 2;
/** Longest command that the first page has room for: words, and UTF-16 units. */
const [mostWords, longestCommand] = [14, 200];

const numberWords: Readonly<Record<number, string>> = { 6: 'Six', 7: 'Seven', 8: 'Eight' };

/** Only the first page answers these. */
export function answerTable(audit: Audit, gathered: Gathered, compared: readonly Compared[], arranged: Arranged): PageTable {
  const answers = [
    answerComplete(audit, compared),
    answerApproved(gathered),
    answerTested(gathered),
    answerOverridden(audit, gathered),
    answerAltered(audit, arranged),
    answerAgain(audit, compared),
    ...(audit.world.checked === null ? [] : [answerBypass(audit)]),
    ...answerAuthorized(audit, gathered),
  ];
  return {
    kind: 'table',
    id: 'answers',
    caption: [`${numberWords[answers.length] ?? grouped(answers.length)} questions of an auditor`],
    columns: ['Question', 'Answer', 'Look at in the HTML report, or count again'],
    rows: answers.map(({ answer, how, question }) => [[question], answer, how]),
  };
}

function answerComplete(audit: Audit, compared: readonly Compared[]): Answer {
  const { totals, world } = audit;
  const { agrees, complete: isComplete } = numbersOf(audit);
  const question = '1. Is the audit complete?';
  const { basis, branches } = world.header;
  const alone = scopeWords(world.header);
  const ofScope = alone === undefined ? '' : ` Only what landed with ${brief(alone, 8)} was asked for.`;
  const there = `${count(totals.changes, 'change')} in ${count(totals.landings, 'landing')} of ${count(totals.commits, 'commit')} on ${count(branches.length, 'branch', 'branches')}${branches.length > 1 ? ' (a commit on two of them counts twice)' : ''}`;
  if (!isComplete) {
    const { holes } = world;
    const parts = holes.length === 0 ? 'Something' : count(holes.length, 'part');
    const missing = holes.length === 0 ? '' : `: ${missingParts(holes)}`;
    return {
      question,
      answer: [strong('No.'), ` ${parts} of the population could not be read${missing}. At least ${there}.${ofScope}`],
      how: [link('#missing', 'What is missing from the population'), ', under Limits'],
    };
  }
  const told = compared.filter(({ here, own, there: other }) => here !== null && other !== null && own !== true);
  const equal =
    told.length === 0
      ? 'nobody else counted any of it'
      : `${grouped(told.length - differing(told).length)} of ${count(told.length, 'other count')} ${told.length === 1 ? 'is' : 'are'} equal`;
  const git = basis === 'git' ? ' Told by git alone, with the limits under “Landings by”.' : '';
  return {
    question,
    answer: agrees
      ? [strong('Yes,'), ` as far as its sources told: ${there}; ${equal}.${git}${ofScope}`]
      : [strong('Not known:'), ` ${contradiction}. Here are ${there}.${ofScope}`],
    how: [link('#counts', 'Held against other counts'), ', under Population'],
  };
}

/** Several may read the same when cut. */
function missingParts(holes: Audit['world']['holes']): string {
  const same = Map.groupBy(holes, ({ what, why }) => `${brief(what, 6)} (${brief(why, 7)})`);
  const shown = [...same].slice(0, mostHoles);
  const named = shown.map(([words, all]) => `${words}${all.length === 1 ? '' : `, ${grouped(all.length)} times`}`);
  const rest = holes.length - sum(shown.map(([, all]) => all.length));
  return [...named, ...(rest > 0 ? [`and ${grouped(rest)} more`] : [])].join('; ');
}

function answerApproved({ changes, example, filtered }: Gathered): Answer {
  const unapproved = (filtered.get('only-unapproved') ?? 0) + (filtered.get('only-approval-unknown') ?? 0);
  const alone: Words = example === null ? [] : ['; one alone: add ', code(`#${example}`), ' to the address of the report'];
  return {
    question: '2. Who approved change X?',
    answer:
      changes === 0
        ? ['Nothing landed.']
        : [
            'Each change is listed with its approvers. Approved before the merge by somebody who wrote nothing of it: ',
            strong(grouped(changes - unapproved)),
            ` of ${count(changes, 'change')}. `,
            linkPart('only-unapproved', filtered, 'Not'),
            '. ',
            linkPart('only-approval-unknown', filtered, 'Not known'),
            '.',
          ],
    how: [
      link('#changes', 'Every change'),
      ...alone,
      '. In changes.csv: ',
      code('reviewers'),
      ' (who approved), ',
      code('approved'),
      ' (whether that counts), ',
      code('approved_why'),
    ],
  };
}

function answerAgain({ totals, world }: Audit, compared: readonly Compared[]): Answer {
  // After a push by force there are several, and none of them counts all.
  const questions = world.queries.filter(({ of, text }) => of === 'git' && text.includes('rev-list --count '));
  const all = questions.find(({ answered, text }) => answered === totals.commits && hasRoom(text, 8));
  const byGit: Words =
    all !== undefined
      ? ["git's own count of the commits, ", strong(grouped(totals.commits)), ', by ', code(all.text), '.']
      : questions.length > 0
        ? [
            `git's own counts of the commits, ${count(questions.length, 'question')} with `,
            code('git rev-list --count'),
            ' under “Count again”.',
          ]
        : ['nothing of git, which was not asked for a count.'];
  const others = compared.filter(({ by, own, there }) => own !== true && there !== null && by.startsWith('GitHub')).length;
  const whole = commandOf(world, ' ');
  return {
    question: '6. How is a number counted again?',
    answer: [
      strong('Independent'),
      ' of this report: ',
      ...byGit,
      others === 0 ? ' ' : ` GitHub's: ${count(others, 'count')}, under Population. `,
      strong('Not independent:'),
      ` ${count(totals.changes, 'change')}, the rows of changes.csv, and ${count(totals.commits, 'commit')}, the sum of its column `,
      code('commits'),
      ': this report alone says so.',
    ],
    how: [
      ...(hasRoom(whole, mostWords)
        ? ['All of it: ', code(whole)]
        : ['All of it: the command under ', link('#whole-audit', 'The whole audit again')]),
      '. Each question that was asked: ',
      link('#count-again', 'Count again'),
    ],
  };
}

function hasRoom(command: string, most: number): boolean {
  return command.length <= longestCommand && command.split(/\s+/).length <= most;
}
