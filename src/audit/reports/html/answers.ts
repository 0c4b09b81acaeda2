import { html, type Child, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import { openFindings } from '../numbers.ts';
import { scopeWords } from '../scope-words.ts';
import { altered } from './altered.ts';
import type { Gathered } from './gathered.ts';
import { filters, overrideWords, type FilterId } from './looked-up.ts';
import { line, name, table } from './parts.ts';
import { differing, unequal, sum, type Compared } from './population.ts';

const mostNames = 4;
/** Overrides that are told on the first page. */
const mostOverrides = 2;

/** The questions that an auditor brings, each with a sentence and the place that proves it: the first page alone answers them. */
export function answers(audit: Audit, gathered: Gathered, compared: readonly Compared[]): Html {
  return table(
    'answers',
    'Six questions of an auditor',
    ['Question', 'Answer', 'Look at, or count again'],
    [complete(audit, compared), approved(gathered), tested(gathered), overridden(audit, gathered), altered(audit), again(audit)],
  );
}

type Row = readonly Child[];

function complete({ complete: isComplete, totals, world }: Audit, compared: readonly Compared[]): Row {
  const question = '1. Is the audit complete?';
  const { basis, branches } = world.header;
  const alone = scopeWords(world.header);
  const ofScope = alone === undefined ? '' : ` Only what landed with ${line(alone)} was asked for: this says nothing of any other change.`;
  const there = `${count(totals.changes, 'change')} in ${count(totals.landings, 'landing')} of ${count(totals.commits, 'commit')} on ${count(branches.length, 'branch', 'branches')}`;
  if (!isComplete || world.holes.length > 0) {
    const parts = world.holes.length === 0 ? 'something' : count(world.holes.length, 'part');
    const answer = html`<b>No.</b> ${parts} of the population could not be read. There are at least ${there}.${ofScope}`;
    return [question, answer, html`<a href="#missing">What is missing, and why</a>`];
  }
  const wrong = unequal(compared);
  const told = compared.filter(({ here, there: other }) => here !== null && other !== null);
  const equal = `${grouped(told.length - differing(told).length)} of ${count(told.length, 'count')} from another source ${told.length === 1 ? 'is' : 'are'} equal`;
  const git = basis === 'git' ? ' Told by git alone: a push by force is not seen.' : '';
  return [
    question,
    wrong.length > 0
      ? html`<b>Not known.</b> ${count(wrong.length, 'count')} of the population ${wrong.length === 1 ? 'does' : 'do'} not agree with
          another source. Here are ${there}.${ofScope}`
      : html`<b>Yes,</b> as far as its sources told: ${there}; ${equal}.${git}${ofScope}`,
    html`<a href="#counts">Each count next to the other</a>`,
  ];
}

function approved({ approved: counts, changes, example }: Gathered): Row {
  const how = html`<a href="#changes">Every change</a>, column Approved
    by${example === null ? '' : html`; one alone: add <code>#${example}</code> to the address of this page`}. In changes.csv:
    <code>approved</code>, <code>reviewers</code>`;
  return [
    '2. Who approved change X?',
    changes === 0
      ? 'Nothing landed.'
      : html`Each change is listed with its approvers. Approved before the merge by somebody who wrote nothing of it:
          <b>${grouped(counts.yes)}</b> of ${count(changes, 'change')}. ${only('only-unapproved', counts.no, 'Not')}
          ${only('only-approval-unknown', counts['not known'], 'Not known')}`,
    how,
  ];
}

function tested({ changes, tested: counts }: Gathered): Row {
  return [
    '3. Which changes were not tested before the merge?',
    changes === 0
      ? 'Nothing landed.'
      : html`<b>${only('only-untested', counts.no, 'Not tested')}</b> ${only('only-tests-unknown', counts['not known'], 'Not known')}
          ${only('only-failed', counts.failed, 'Tested, and the tests said no')}
          ${only('only-head', counts.head, 'Tested on the head of the pull request alone')} Tested, and said yes:
          <b>${grouped(counts.yes)}</b> of ${count(changes, 'change')}.`,
    html`The numbers lead to the changes. In changes.csv count the rows where <code>tested_before_merge</code> is <code>no</code>`,
  ];
}

/** A number of changes with a way to them; nothing to follow where it is zero. */
function only(id: FilterId, number: number, words: string): Html {
  const filter = filters.find((one) => one.id === id);
  return number === 0 || filter === undefined ? html`${words}: 0.` : html`<a href="#${id}">${words}: ${grouped(number)}</a>.`;
}

function overridden(audit: Audit, { changes, overrides }: Gathered): Row {
  const { findings, rules, totals, world } = audit;
  const set = sum(totals.overrides.map((one) => one.count));
  const rule = rules.find((one) => one.rule === 'overridden');
  const untold = world.untold.find(({ source }) => source === 'records' || source === 'trails');
  const people = totals.overrides
    .slice(0, mostNames)
    .map((one, index) => html`${index === 0 ? '' : ', '}${name(one.by)} ${grouped(one.count)}`);
  const more = totals.overrides.length - mostNames;
  const accepted = openFindings(findings).filter((finding) => finding.accepted !== null).length;
  const others = [
    [accepted, 'accepted', 'finding accepted', 'findings accepted'],
    [totals.states['excluded'] ?? 0, 'excluded', 'change left out', 'changes left out'],
    [totals.emergencies.length, 'emergencies', 'emergency', 'emergencies'],
  ] as const;
  const shown = others.filter(([number]) => number > 0);
  const named = overrides.slice(0, mostOverrides);
  const what = named.map(
    (one, index) => html`${index === 0 ? '' : '; '}${line(overrideWords(one), 160)} (<a href="#${one.place}">${one.place}</a>)`,
  );
  const partly = rule?.result === 'not tested' ? html` <b>Not known everywhere:</b> ${line(rule.why ?? 'nobody said why')}.` : undefined;
  return [
    '4. What was overridden, and by whom?',
    html`${
      set > 0
        ? html`<b>${count(set, 'override')}</b>, by
            ${people}${more > 0 ? ` and ${count(more, 'other')}` : ''}${
              named.length === 0 ? '' : html`${set > named.length ? '. Among them: ' : ': '}${what}`
            }.`
        : changes === 0
          ? 'Nothing landed.'
          : untold !== undefined || rule === undefined
            ? html`<b>Not known:</b> the evidence service did not tell.`
            : partly === undefined
              ? html`<b>Nothing:</b> no verdict was set in place of evidence.`
              : 'No override was read.'
    }${partly}${shown.map(([number, id, one, all]) => html` <a href="#${id}">${grouped(number)} ${number === 1 ? one : all}</a>.`)}`,
    html`<a href="#overrides">Each override with who, when and why</a>. In changes.csv: <code>overrides</code>`,
  ];
}

function again({ totals, world }: Audit): Row {
  // After a push by force there are several, and no one of them counts all.
  const told = world.queries.find(
    ({ answered, of, text }) => of === 'git' && text.includes('rev-list --count ') && answered === totals.commits,
  );
  return [
    '6. How is a number counted again?',
    html`Changes: <b>${grouped(totals.changes)}</b> rows of changes.csv, without its head. Commits: <b>${grouped(totals.commits)}</b>, the
      sum of its column <code>commits</code>${told === undefined ? '' : html`, and by <code class="long">${line(told.text, 160)}</code>`}.`,
    html`<a href="#count-again">Each question that was asked</a>, and the command of the whole audit`,
  ];
}
