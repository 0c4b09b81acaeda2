import { overridden } from '../../rules/evidence.ts';
import { emergencyNotReviewed } from '../../rules/reviews.ts';
import { html, webLink, type Child, type Html } from '../../../html/index.ts';
import { entryWords } from '../../../presentation/index.ts';
import { count } from '../../../text/index.ts';
import type { AcceptedBy, Audit, JudgedFinding, ReportedChange } from '../../judge/audit.ts';
import { evidenceSource } from '../../population/world.ts';
import { shownArtifacts, whyNoApprovals, type ShownApproval, type ShownArtifact } from '../approvals.ts';
import { mostExceptions, overrideWords, sum, type Arranged, type Gathered } from '../gathered.ts';
import { openFindings } from '../numbers.ts';
import { commitUrl, endingSoonWords, repositoryUrl } from '../words.ts';
import { findingLink } from './findings.ts';
import {
  code,
  commit,
  day,
  leftOut,
  line,
  lines,
  moment,
  name,
  names,
  row,
  section,
  sectionEnd,
  sectionStart,
  table,
  tableEnd,
  tableStart,
  type Column,
} from './parts.ts';

const columns = ['Artifact', 'Commit', 'Runs in', 'Approvals'];

export function artifacts({ world }: Audit): Html {
  const all = shownArtifacts(world);
  const why = whyNoApprovals(world);
  const unknown = why === undefined ? undefined : html`<p><strong>Who approved artifacts is not known:</strong> ${line(why)}.</p>`;
  const shown = all.slice(0, mostExceptions);
  const rows = shown.map((one) => [
    artifact(one),
    one.commit === null ? html`<span class="soft">not known</span>` : commit(one.commit, commitUrl(world.header, one.commit)),
    names(one.running, 'nowhere that a snapshot shows'),
    lines(one.approvals.map(approval), why === undefined ? 'no approval is known' : 'not known', mostExceptions),
  ]);
  return section(
    'artifacts',
    'Artifacts and approvals',
    unknown,
    html`<p>Names, comments and tickets are the words of whoever held the token that reported them.</p>`,
    all.length === 0
      ? html`<p>${why === undefined ? 'No artifact was reported, seen or approved.' : 'No artifact is known.'}</p>`
      : undefined,
    all.length === 0 ? undefined : table('all-artifacts', count(all.length, 'artifact'), columns, rows),
    leftOut(all.length - shown.length, 'artifact', 'The JSON report has all.'),
  );
}

function artifact({ at, fingerprint, flow, name: title, url }: ShownArtifact): Child {
  return html`${webLink(url, name(title, 'no name is known'))} <span class="about">${code(fingerprint)}</span>
    <span class="about"
      >${flow === '' ? 'of no flow' : html`of flow ${name(flow)}`}${at === null ? undefined : html`, reported ${moment(at)}`}</span
    >`;
}

function approval({ answers, at, by, description, environment, number, state }: ShownApproval): Child {
  const people = answers.map(
    (answer) =>
      html`<span class="about"
        >${name(answer.name)} said
        ${line(answer.said)}${answer.at === null ? undefined : html` on ${moment(answer.at)}`}${
          answer.comment === null ? undefined : html`: “${name(answer.comment)}”`
        }${answer.ticket === null ? undefined : html` ${webLink(answer.ticket, 'ticket')} <code>${line(answer.ticket, 200)}</code>`}</span
      >`,
  );
  return html`<strong>${line(state, 60)}</strong> for ${environment === null ? 'every environment' : name(environment)}, number ${number},
    asked for on ${moment(at)}${description === null ? undefined : html`: “${name(description)}”`}
    ${people.length === 0 ? html`<span class="about">Nobody is named who decided.</span>` : people}
    <span class="about">${by === null ? 'Nobody says whose token reported it.' : html`Reported with the token of ${name(by)}.`}</span>`;
}

/** Each kind in a list of its own, in pieces: auditors ask for them after the population. */
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
  const rule = rules.find((one) => one.rule === emergencyNotReviewed.name);
  const open = openFindings(findings).filter((finding) => finding.rule === emergencyNotReviewed.name);
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
  const its = overridden.name;
  const rule = rules.find((one) => one.rule === its);
  const isTold = !world.untold.some(({ source }) => source === 'records' || source === 'trails');
  const found = openFindings(findings).filter((finding) => finding.rule === its).length;
  yield html`<h3 id="overrides">Overrides</h3>
    ${
      rule?.result === 'not tested' || !isTold
        ? html`<p>Not known everywhere: ${line(rule?.why ?? `${evidenceSource(world)} did not tell`)}.</p>`
        : undefined
    }${
      found === 0
        ? undefined
        : html`<p>${count(found, 'finding')} of the rule <code>${its}</code>: <a href="#findings">the findings have them</a>.</p>`
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
