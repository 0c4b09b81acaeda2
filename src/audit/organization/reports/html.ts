import { html as markup, webLink, type Html } from '../../../html/index.ts';
import { untestedRules } from '../../../presentation/index.ts';
import { count, grouped } from '../../../text/index.ts';
import { worstFirst } from '../../facts/finding.ts';
import { pageEnd, startPage } from '../../reports/html/page.ts';
import {
  badge,
  code,
  day,
  facts,
  leftOut,
  line,
  lines,
  listEnd,
  listStart,
  moment,
  name,
  row,
  section,
  sectionEnd,
  sectionStart,
  severityWords,
  subjectWords,
  table,
  tableEnd,
  tableStart,
} from '../../reports/html/parts.ts';
import { inZone } from '../../reports/words.ts';
import { coveredOf, type MergedRepository, type OrganizationAudit } from '../merge.ts';
import type { AuditedRepository, RepositoryFinding } from '../part.ts';
import { repositoryStates } from '../plan.ts';
import {
  findingsOf,
  lackingIn,
  outcomeOf,
  repositoryWords,
  sinceHeading,
  sinceOfRepository,
  sinceWordsOf,
  stateMeanings,
  stateWords,
  untestedIn,
  untestedWords,
  whyWords,
} from './words.ts';

/** Findings that are shown of all repositories together: browsers cannot cope with more. */
const mostFindings = 5_000;

/** The findings of each repository, the worst first, and the rules that were not tested there. */
function* findings({ repositories, totals }: OrganizationAudit): Generator<Html> {
  yield sectionStart('findings', 'Findings of each repository');
  let room = mostFindings;
  for (const { result } of repositories) {
    if (result?.kind !== 'audited') continue;
    const shown = worstFirst.flatMap((severity) => result.findings.filter((finding) => finding.severity === severity)).slice(0, room);
    room -= shown.length;
    yield* ofRepository(result, shown);
  }
  yield markup`${leftOut(totals.findings - (mostFindings - room), 'finding')}${sectionEnd}`;
}

function* ofRepository({ findings: all, id, name: of, rules }: AuditedRepository, shown: readonly RepositoryFinding[]): Generator<Html> {
  const untested = untestedRules(rules);
  if (all.length === 0 && untested.length === 0) return;
  yield markup`<h3 id="r${id}">${line(of)} <span class="soft">${count(all.length, 'finding')}</span></h3> `;
  if (shown.length > 0) yield listStart;
  for (const finding of shown) yield entry(finding);
  if (shown.length > 0) yield listEnd;
  if (untested.length > 0) {
    yield markup`<details>
      <summary>${count(untested.length, 'rule')} not tested</summary>
      <ul>
        ${untested.map(({ rule, why }) => markup`<li>${code(rule)}: ${line(why, 500)}</li>`)}
      </ul>
    </details> `;
  }
}

function entry({ accepted, at, carried, fix, key, message, rule, severity, subject: { id, kind, url } }: RepositoryFinding): Html {
  const about = kind === 'pull-request' ? `#${id}` : kind === 'commit' ? id.slice(0, 12) : id;
  return markup`<li>
    <p>
      ${badge(severityWords[severity])} ${code(rule)}${accepted === null ? undefined : markup`, <strong>accepted</strong>`}${carried === null ? undefined : markup`, <strong>${line(carried)}</strong>`}:
      <span class="name">${line(message, 1000)}</span>
    </p>
    ${accepted === null ? markup`<p><strong>Fix:</strong> ${line(fix, 1000)}</p>` : markup`<p>Accepted by ${name(accepted.owner)} until ${day(accepted.until)}: ${line(accepted.reason)}</p>`}
    <p class="soft">
      ${subjectWords[kind] ?? line(kind)} ${webLink(url, code(about, 120))}${at === null ? undefined : markup`, ${moment(at)}`}. Key
      <code>${line(key)}</code>
    </p>
  </li> `;
}

/** Rows that are shown: browsers cannot cope with more. */
const mostRows = 20_000;

const columns = [
  'Repository',
  'State',
  'Verdict',
  { number: 'Changes' },
  { number: 'Covered' },
  { number: 'Findings' },
  sinceHeading,
  { number: 'Not tested' },
  'Why',
] as const;

/** In pieces, because there may be thousands. */
function* repositories({ plan, repositories: all }: OrganizationAudit): Generator<Html> {
  yield sectionStart('repositories', 'Every repository');
  yield tableStart('all-repositories', 'Repositories by their ids, each with its one state', columns);
  for (const one of all.slice(0, mostRows)) yield row(columns, cells(one, plan.serverUrl));
  yield tableEnd;
  yield markup`${leftOut(all.length - mostRows, 'row')}${sectionEnd}`;
}

function cells(one: MergedRepository, serverUrl: string): Parameters<typeof row>[1] {
  const { planned, result } = one;
  const { accepted, open } = findingsOf(one);
  const isAudited = result?.kind === 'audited';
  const some = planned.audited && open > 0;
  return [
    markup`${webLink(`${serverUrl}/${planned.name}`, name(planned.name))}${planned.before === null ? undefined : markup` <span class="about soft">before: ${line(planned.before)}</span>`}`,
    planned.state,
    badge(outcomeOf(one)),
    isAudited ? grouped(result.changes) : '',
    isAudited ? grouped(coveredOf(result)) : '',
    some
      ? markup`<a href="#r${planned.id}">${grouped(open)}</a>${accepted === 0 ? undefined : `, ${grouped(accepted)} accepted`}`
      : isAudited
        ? '0'
        : '',
    sinceOfRepository(one),
    isAudited ? grouped(lackingIn(result.rules).length) : '',
    line(repositoryWords(one) || '–', 500),
  ];
}

/** Missing things that are shown: browsers cannot cope with more. */
const mostHoles = 5_000;

/** One file for auditors: the verdict, what is missing, each repository with its state, and the findings of each. */
export function* writeHtml(audit: OrganizationAudit): Generator<string> {
  for (const part of page(audit)) yield inZone(part, audit.plan.audit);
}

function* page(audit: OrganizationAudit): Generator<string> {
  yield String(top(audit));
  yield String(since(audit));
  yield String(showMissing(audit));
  yield String(untested(audit));
  for (const part of repositories(audit)) yield String(part);
  for (const part of findings(audit)) yield String(part);
  yield String(showMaking(audit));
  yield String(pageEnd);
}

function top(audit: OrganizationAudit): Html {
  const { outcome, plan, totals } = audit;
  const { mark, tone, word } = outcome;
  const title = `Compliance audit of the ${plan.kind} ${line(plan.organization)}`;
  const numbers: readonly (readonly [string, number])[] = [
    ['repositories', audit.repositories.length],
    ['of them audited', totals.audited],
    ['changes', totals.changes],
    ['of them covered', totals.covered],
    ['open findings', totals.findings],
    ['things missing', audit.holes.length],
    ['rules not tested everywhere', untestedIn(audit).length],
  ];
  return markup`${startPage(`${title}: ${word}`)}
  <body>
    <nav class="skip" aria-label="Skip"><a href="#missing">Skip to what is missing</a> <a href="#untested">Skip to what was not tested</a> <a href="#findings">Skip to the findings</a></nav>
    <header>
      <h1>${title}</h1>
      <p>Landed from ${moment(plan.period.since)} up to ${moment(plan.period.until)}. Read at ${moment(plan.at)}.</p>
      <p>${stateWords(audit)}.</p>
    </header>
    <main>
      <div class="verdict ${tone}">
        <p class="word"><span aria-hidden="true">${mark}</span> ${word}</p>
        ${whyWords(audit).map((sentence) => markup`<p>${sentence}</p>`)}
      </div>
      <ul class="numbers" aria-label="In numbers">
        ${numbers.map(([what, number]) => markup`<li><b>${grouped(number)}</b> ${what}</li>`)}
      </ul>
      `;
}

function since(audit: OrganizationAudit): Html {
  const { none, rows } = sinceWordsOf(audit);
  if (rows.length === 0 && none === null) return markup``;
  const cells = rows.map(({ number, what, where }) => [what, grouped(number), line(where || '–', 400)]);
  const told = rows.length === 0 ? undefined : table('since-before', sinceHeading, ['Findings', { number: 'How many' }, 'Where'], cells);
  return section('since', sinceHeading, told, none === null ? undefined : markup`<p>${none}</p>`);
}

function showMissing({ holes }: OrganizationAudit): Html {
  if (holes.length === 0)
    return section('missing', 'What is missing', markup`<p>Nothing: each repository was seen, and each audit ended.</p>`);
  const items = holes.slice(0, mostHoles).map(
    ({ fix, what, why }) => markup`<li>
      <p><strong>${line(what, 1000)}</strong>: ${line(why, 1000)}</p>
      <p><strong>Fix:</strong> ${line(fix, 1000)}</p>
    </li> `,
  );
  return markup`${sectionStart('missing', 'What is missing')}${listStart}${items}${listEnd}${leftOut(holes.length - mostHoles, 'thing')}${sectionEnd}`;
}

function untested(audit: OrganizationAudit): Html {
  const all = untestedIn(audit);
  if (all.length === 0) return section('untested', 'What was not tested', markup`<p>Nothing: no answer, right or permission lacked.</p>`);
  const rows = all.map((one) => {
    const { where, why } = untestedWords(one);
    return [code(one.rule), line(where, 400), line(why, 400)];
  });
  const caption = `${count(all.length, 'rule')} not tested, or not everywhere`;
  return section('untested', 'What was not tested', table('untested-rules', caption, ['Rule', 'Not tested in', 'Why'], rows));
}

function heads(witnesses: NonNullable<OrganizationAudit['plan']['witnesses']>): Html {
  return lines(
    witnesses.map(({ keeper, link }) => markup`${code(link)}${keeper === null ? undefined : markup`, kept by ${name(keeper)}`}`),
    'none was handed in, and the log was not read',
  );
}

const seers: Readonly<Record<OrganizationAudit['plan']['seenBy'], string>> = {
  installation: 'the installation of a GitHub App',
  token: 'the token that was given',
  git: 'git alone: no token of GitHub was given',
};

function showMaking({ plan, scope }: OrganizationAudit): Html {
  const { audit, exclusions, seenBy, serverUrl, tool } = plan;
  return section(
    'made',
    'How it was made',
    facts(
      ['Program', `${line(tool.name)} ${line(tool.version)}`],
      ['GitHub', code(serverUrl)],
      ['Seen by', seers[seenBy]],
      audit.evidence === 'github'
        ? ['Evidence', 'GitHub’s checks: no evidence service was asked']
        : ['Evidence service', markup`${code(audit.baseUrl ?? '')}, organization ${name(audit.org ?? '')}`],
      ['Flows', audit.flows.length === 0 ? 'as the file of each repository says' : audit.flows.map((flow) => line(flow)).join(', ')],
      [
        'Branches',
        audit.branches.length === 0 ? 'the default branch of each repository' : audit.branches.map((branch) => line(branch)).join(', '),
      ],
      ['Findings that fail it', audit.failOn === 'none' ? 'none' : `of severity ${audit.failOn} or more`],
      ['Kept heads of the log', heads(plan.witnesses ?? [])],
      ['File of exclusions', exclusions === null ? 'none' : code(exclusions)],
      ['Digest of the scope', code(scope)],
    ),
    markup`<h3>The states</h3>
      <ul>
        ${repositoryStates.map((state) => markup`<li><b>${state}</b>: ${stateMeanings[state]}</li>`)}
      </ul>`,
  );
}
