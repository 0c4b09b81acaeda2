import { html, webLink, type Child, type Html } from '../../../html/index.ts';
import { entryWords } from '../../../presentation/index.ts';
import { count } from '../../../text/index.ts';
import type { AcceptedBy, Audit, JudgedFinding, ReportedChange } from '../../judge/audit.ts';
import { endingSoonWords } from '../ending-soon.ts';
import { openFindings } from '../numbers.ts';
import { sum } from '../compared.ts';
import type { Arranged } from '../arranged.ts';
import { findingLink } from './findings.ts';
import { mostExceptions, type Gathered } from '../gathered.ts';
import {
  commit,
  day,
  leftOut,
  line,
  lines,
  moment,
  name,
  names,
  row,
  sectionEnd,
  sectionStart,
  table,
  tableEnd,
  tableStart,
  type Column,
} from './parts.ts';
import { overrideWords } from '../looked-up.ts';
import { commitUrl, repositoryUrl } from '../pages.ts';

/** The exceptions, each kind in a list of its own, in pieces: auditors ask for them after the population. */
export function* exceptions(audit: Audit, gathered: Gathered, arranged: Arranged): Generator<Html> {
  const link: Link = (key) => findingLink(arranged, key);
  yield sectionStart('exceptions', 'Exceptions');
  yield emergencies(audit, gathered, link);
  yield* overrides(audit, gathered);
  yield accepted(audit, link);
  yield excluded(audit, gathered);
  yield sectionEnd;
}

type Link = (key: string) => Html;

function emergencies({ findings, rules, totals, world }: Audit, gathered: Gathered, link: Link): Html {
  const shown = totals.emergencies.slice(0, mostExceptions);
  const rule = rules.find((one) => one.rule === 'emergency-not-reviewed');
  const open = openFindings(findings).filter((finding) => finding.rule === 'emergency-not-reviewed');
  const about = (number: number): readonly JudgedFinding[] =>
    open.filter(({ change, subject: { id, kind } }) => change?.pull === number || (kind === 'pull-request' && id === String(number)));
  const none =
    rule?.result === 'not tested'
      ? `Not known: the rule about emergencies was not tested${rule.tested === 0 ? '' : ' everywhere'}.`
      : (world.file?.emergency ?? null) === null
        ? "The audit's file names no label for emergencies, so that none can be told apart."
        : 'None.';
  return html`<h3 id="emergencies">Emergencies</h3>
    ${
      shown.length === 0
        ? html`<p>${none}</p>`
        : html`${table(
            'all-emergencies',
            `${count(totals.emergencies.length, 'change')} with the label of an emergency`,
            ['Pull request', 'Title', 'Written by', 'Approved by', 'Landed', 'Review afterwards'],
            shown.map((number) => {
              const change = gathered.emergencies.get(number);
              const links = about(number).map(({ key }) => link(key));
              const repository = repositoryUrl(world.header);
              return [
                webLink(change?.pull?.url ?? (repository === null ? null : `${repository}/pull/${number}`), `#${number}`),
                name(change?.title),
                names(change?.authors ?? [], 'not known'),
                names(change?.reviewers ?? [], 'nobody'),
                moment(change?.landedAt ?? null),
                links.length > 0 ? lines(links, '') : rule?.result === 'tested' ? 'no finding' : 'not tested',
              ];
            }),
          )}${leftOut(totals.emergencies.length - mostExceptions, 'emergency')}`
    } `;
}

const ofOverrides = ['What', 'By', 'When', 'Why', 'Change'] as const;

function* overrides({ findings, rules, totals, world }: Audit, gathered: Gathered): Generator<Html> {
  const all = Math.max(sum(totals.overrides.map((one) => one.count)), gathered.overrides.length);
  const rule = rules.find((one) => one.rule === 'overridden');
  const isTold = !world.untold.some(({ source }) => source === 'records' || source === 'trails');
  const found = openFindings(findings).filter((finding) => finding.rule === 'overridden').length;
  yield html`<h3 id="overrides">Overrides</h3>
    ${
      rule?.result === 'not tested' || !isTold
        ? html`<p>Not known everywhere: ${line(rule?.why ?? 'the evidence service did not tell')}.</p>`
        : undefined
    }${
      found === 0
        ? undefined
        : html`<p>${count(found, 'finding')} of the rule <code>overridden</code>: <a href="#findings">the findings have them</a>.</p>`
    }`;
  if (all === 0) {
    yield html`<p>${isTold ? 'None was read.' : 'Not known.'}</p> `;
    return;
  }
  yield tableStart('all-overrides', count(all, 'override'), ofOverrides);
  for (const one of gathered.overrides) {
    yield row(ofOverrides, [
      webLink(one.url, line(overrideWords(one), 400)),
      name(one.by),
      moment(one.at),
      name(one.reason, 'no reason is known'),
      html`<a href="#${one.place}">${one.of}</a>`,
    ]);
  }
  yield html`${tableEnd}${leftOut(all - gathered.overrides.length, 'override', 'The CSV report has all.')}`;
}

function accepted(audit: Audit, link: Link): Html {
  const { findings, world } = audit;
  const soon = endingSoonWords(audit);
  return html`<h3 id="accepted">Accepted findings</h3>
    ${
      soon.length === 0
        ? undefined
        : html`<ul id="ending-soon">
            ${soon.slice(0, mostExceptions).map((words) => html`<li>${line(words, 1500)}.</li>`)}
          </ul>`
    }
    ${list(
      'all-accepted',
      'accepted finding',
      'None.',
      openFindings(findings).filter((finding) => finding.accepted !== null),
      ['Finding', 'What happened', 'Reason', 'Accepted by'],
      ({ accepted: by, key, message }) => [
        link(key),
        name(message),
        name(by?.reason),
        by === null ? undefined : html`${name(by.owner)} until ${day(by.until)}${entry(by.by, world.header)}`,
      ],
    )} `;
}

/** The people who merged and approved an entry of the audit's file, and a way to look it up. */
function entry(by: AcceptedBy | undefined, header: Audit['world']['header']): Html {
  const page =
    by === undefined
      ? undefined
      : by.pull === null
        ? commit(by.commit, commitUrl(header, by.commit))
        : webLink(by.pull.url, `#${by.pull.number}`);
  return html`<span class="about">${line(entryWords(by), 1000)} ${page}</span>`;
}

function excluded({ totals, world }: Audit, gathered: Gathered): Html {
  const all = totals.states['excluded'] ?? 0;
  const rules = world.file?.exclusions ?? [];
  return html`<h3 id="excluded">Left out</h3>
    ${list(
      'all-excluded',
      'change',
      rules.length === 0
        ? "None: the audit's file of now leaves nothing out."
        : `None, though the audit's file of now has ${count(rules.length, 'exclusion')}.`,
      gathered.excluded,
      ['Change', 'Commit', 'Landed', 'Owner', 'Reason'],
      (change: ReportedChange) => [
        html`${change.pull === null ? undefined : webLink(change.pull.url, `#${change.pull.number}`)} ${name(change.title)}`,
        commit(change.sha, change.url),
        moment(change.landedAt),
        name(change.excluded?.owner),
        name(change.excluded?.reason),
      ],
      Math.max(all, gathered.excluded.length),
    )} `;
}

/** A list with its number, as far as there is room for it. */
function list<Item>(
  id: string,
  noun: string,
  none: string,
  items: readonly Item[],
  columns: readonly Column[],
  cells: (item: Item) => readonly Child[],
  all = items.length,
): Html {
  const shown = items.slice(0, mostExceptions);
  if (all === 0) return html`<p>${line(none)}</p>`;
  return html`${table(id, count(all, noun), columns, shown.map(cells))}${leftOut(all - shown.length, noun, 'The CSV and JSON reports have all.')}`;
}
