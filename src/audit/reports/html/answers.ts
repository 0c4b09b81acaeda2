import { html, type Child, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import { gitAloneWords } from '../git-alone.ts';
import { scopeWords } from '../scope-words.ts';
import { altered } from './altered.ts';
import type { Arranged } from './findings.ts';
import type { Gathered } from './gathered.ts';
import { command } from './made.ts';
import { overridden } from './overridden.ts';
import { joined, line, table } from './parts.ts';
import { differing, sum, unequal, type Compared } from './population.ts';
import { only, tested } from './tested.ts';

/** Missing parts that are named. */
const mostHoles = 3;
/** Longest command, in UTF-16 units, that the first page has room for. */
const longestCommand = 160;

/** The questions that an auditor brings, each with a sentence and the place that proves it: the first page alone answers them. */
export function answers(audit: Audit, gathered: Gathered, compared: readonly Compared[], arranged: Arranged): Html {
  return table(
    'answers',
    'Six questions of an auditor',
    ['Question', 'Answer', 'Look at, or count again'],
    [
      complete(audit, compared),
      approved(gathered),
      tested(gathered),
      overridden(audit, gathered),
      altered(audit, arranged),
      again(audit, compared),
    ],
  );
}

type Row = readonly Child[];

function complete({ complete: isComplete, totals, world }: Audit, compared: readonly Compared[]): Row {
  const question = '1. Is the audit complete?';
  const { branches } = world.header;
  const scope = scopeWords(world.header);
  const ofScope = scope === undefined ? '' : ` Only what landed with ${line(scope)} was asked for: this says nothing of any other change.`;
  const there = `${count(totals.changes, 'change')} in ${count(totals.landings, 'landing')} of ${count(totals.commits, 'commit')} on ${count(branches.length, 'branch', 'branches')}`;
  if (!isComplete || world.holes.length > 0) {
    const { holes } = world;
    const parts = holes.length === 0 ? 'Something' : count(holes.length, 'part');
    const missing = holes.length === 0 ? '' : html`: ${joined(missingParts(holes), '; ')}`;
    const answer = html`<b>No.</b> ${parts} of the population could not be read${missing}. There are at least ${there}.${ofScope}`;
    return [question, answer, html`<a href="#missing">What is missing from the population</a>, under Limits`];
  }
  const wrong = unequal(compared);
  const told = compared.filter(({ here, own, there: other }) => here !== null && other !== null && own !== true);
  const equal =
    told.length === 0
      ? 'no other source counted any of it'
      : `${grouped(told.length - differing(told).length)} of ${count(told.length, 'count')} from another source ${told.length === 1 ? 'is' : 'are'} equal`;
  const alone = gitAloneWords(world);
  const git = alone === undefined ? '' : ` ${line(alone, 600)}`;
  return [
    question,
    wrong.length > 0
      ? html`<b>Not known.</b> ${count(wrong.length, 'count')} of the population ${wrong.length === 1 ? 'does' : 'do'} not agree with
          another source. Here are ${there}.${ofScope}`
      : html`<b>Yes,</b> as far as its sources told: ${there}; ${equal}.${git}${ofScope}`,
    html`<a href="#counts">Held against other counts</a>, under Population`,
  ];
}

/** Several may read the same where there is room for their beginnings alone. */
function missingParts(holes: Audit['world']['holes']): readonly Child[] {
  const same = Map.groupBy(holes, ({ what, why }) => `${line(what, 80)} (${line(why, 110)})`);
  const shown = [...same].slice(0, mostHoles);
  const named = shown.map(([words, all]) => `${words}${all.length === 1 ? '' : `, ${grouped(all.length)} times`}`);
  return [...named, ...(same.size > mostHoles ? [`and ${grouped(holes.length - sum(shown.map(([, all]) => all.length)))} more`] : [])];
}

function approved({ approved: counts, changes, example }: Gathered): Row {
  const alone = example === null ? '' : html`; one alone: add <code>#${example}</code> to the address of this page`;
  const how = html`<a href="#changes">Every change</a>${alone}. In changes.csv: <code>reviewers</code> (who approved),
    <code>approved</code> (whether that counts), <code>approved_why</code>`;
  return [
    '2. Who approved change X?',
    changes === 0
      ? 'Nothing landed.'
      : html`Each change is listed with its approvers. Approved before the merge by somebody who wrote nothing of it:
          <b>${grouped(counts.yes)}</b> of ${count(changes, 'change')}. ${only('only-unapproved', counts.no, 'Not')}.
          ${only('only-approval-unknown', counts['not known'], 'Not known')}.`,
    how,
  ];
}

function again({ totals, world }: Audit, compared: readonly Compared[]): Row {
  // After a push by force there are several, and no one of them counts all.
  const questions = world.queries.filter(({ of, text }) => of === 'git' && text.includes('rev-list --count '));
  const all = questions.find(({ answered }) => answered === totals.commits);
  const byGit =
    all !== undefined
      ? html`git's own count of the commits, <b>${grouped(totals.commits)}</b>, by <code class="long">${line(all.text, 160)}</code>.`
      : questions.length > 0
        ? html`git's own counts of the commits, ${count(questions.length, 'question')} with <code>git rev-list --count</code> under the
            heading “Count again”.`
        : html`nothing of git, which was not asked for a count.`;
  const others = compared.filter(({ by, own, there }) => own !== true && there !== null && by.startsWith('GitHub')).length;
  const ofGitHub = others === 0 ? '' : ` GitHub's: ${count(others, 'count')}, under Population.`;
  const whole = command(world, ' ');
  return [
    '6. How is a number counted again?',
    html`<b>Independent</b> of this report: ${byGit}${ofGitHub} <b>Not independent:</b> ${count(totals.changes, 'change')} as the rows of
      changes.csv without its head, and ${count(totals.commits, 'commit')} as the sum of its column <code>commits</code>: these only repeat
      this report's own rows.`,
    html`${
        whole.length > longestCommand
          ? html`All of it: the command under the heading <a href="#whole-audit">The whole audit again</a>`
          : html`All of it: <code class="long">${whole}</code>`
      }.
      Each question that was asked: <a href="#count-again">Count again</a>`,
  ];
}
