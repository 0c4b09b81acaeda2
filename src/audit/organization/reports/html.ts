import { html as markup, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import { pageEnd, startPage } from '../../reports/html/page.ts';
import {
  code,
  facts,
  leftOut,
  line,
  lines,
  listEnd,
  listStart,
  moment,
  name,
  section,
  sectionEnd,
  sectionStart,
  table,
} from '../../reports/html/parts.ts';
import { inZone } from '../../reports/words.ts';
import type { OrganizationAudit } from '../merge.ts';
import { repositoryStates } from '../states.ts';
import { findings } from './html-findings.ts';
import { repositories } from './html-repositories.ts';
import { sinceHeading, sinceWordsOf, stateMeanings, stateWords, untestedIn, untestedWords, whyWords } from './words.ts';

/** Things that are missing, and are shown: a browser does not get on with more. */
const mostHoles = 5_000;

/** One file for auditors: the verdict, what is missing, each repository with its state, and the findings of each. */
export function* html(audit: OrganizationAudit): Generator<string> {
  for (const part of page(audit)) yield inZone(part, audit.plan.audit);
}

function* page(audit: OrganizationAudit): Generator<string> {
  yield String(top(audit));
  yield String(since(audit));
  yield String(missing(audit));
  yield String(untested(audit));
  for (const part of repositories(audit)) yield String(part);
  for (const part of findings(audit)) yield String(part);
  yield String(made(audit));
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

function missing({ holes }: OrganizationAudit): Html {
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

function made({ plan, scope }: OrganizationAudit): Html {
  const { audit, exclusions, seenBy, serverUrl, tool } = plan;
  return section(
    'made',
    'How it was made',
    facts(
      ['Program', `${line(tool.name)} ${line(tool.version)}`],
      ['GitHub', code(serverUrl)],
      ['Seen by', seenBy === 'installation' ? 'the installation of a GitHub App' : 'the token that was given'],
      ['Evidence service', markup`${code(audit.baseUrl)}, organization ${name(audit.org)}`],
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
