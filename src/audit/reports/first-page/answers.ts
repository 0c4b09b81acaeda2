import { contradiction } from '../../../presentation/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import { commandOf } from '../again.ts';
import type { Arranged } from '../arranged.ts';
import { differing, sum, type Compared } from '../compared.ts';
import type { Gathered } from '../gathered.ts';
import { numbersOf } from '../numbers.ts';
import { scopeWords } from '../scope-words.ts';
import { altered } from './altered.ts';
import { overridden } from './overridden.ts';
import { code, link, strong, type PageTable, type Words } from './page.ts';
import { only, tested } from './tested.ts';
import { brief, type Answer } from './words.ts';

/** Missing parts that are named. */
const mostHoles = 2;
/** Longest command that the first page has room for: words, and UTF-16 units. */
const [mostWords, longestCommand] = [14, 200];

/** The first page alone answers these. */
export function answers(audit: Audit, gathered: Gathered, compared: readonly Compared[], arranged: Arranged): PageTable {
  const six = [
    complete(audit, compared),
    approved(gathered),
    tested(gathered),
    overridden(audit, gathered),
    altered(audit, arranged),
    again(audit, compared),
  ];
  return {
    kind: 'table',
    id: 'answers',
    caption: ['Six questions of an auditor'],
    columns: ['Question', 'Answer', 'Look at in the HTML report, or count again'],
    rows: six.map(({ answer, how, question }) => [[question], answer, how]),
  };
}

function complete(audit: Audit, compared: readonly Compared[]): Answer {
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

/** Several may read the same where there is room for their beginnings alone. */
function missingParts(holes: Audit['world']['holes']): string {
  const same = Map.groupBy(holes, ({ what, why }) => `${brief(what, 6)} (${brief(why, 7)})`);
  const shown = [...same].slice(0, mostHoles);
  const named = shown.map(([words, all]) => `${words}${all.length === 1 ? '' : `, ${grouped(all.length)} times`}`);
  const rest = holes.length - sum(shown.map(([, all]) => all.length));
  return [...named, ...(rest > 0 ? [`and ${grouped(rest)} more`] : [])].join('; ');
}

function approved({ approved: counts, changes, example }: Gathered): Answer {
  const alone: Words = example === null ? [] : ['; one alone: add ', code(`#${example}`), ' to the address of the report'];
  return {
    question: '2. Who approved change X?',
    answer:
      changes === 0
        ? ['Nothing landed.']
        : [
            'Each change is listed with its approvers. Approved before the merge by somebody who wrote nothing of it: ',
            strong(grouped(counts.yes)),
            ` of ${count(changes, 'change')}. `,
            only('only-unapproved', counts.no, 'Not'),
            '. ',
            only('only-approval-unknown', counts['not known'], 'Not known'),
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

function again({ totals, world }: Audit, compared: readonly Compared[]): Answer {
  // After a push by force there are several, and no one of them counts all.
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
