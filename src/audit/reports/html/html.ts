import { html, html as markup, webLink, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Header } from '../../facts/line.ts';
import type { Audit, Report } from '../../judge/audit.ts';
import { periodWords } from '../first-page/about.ts';
import { pageOf } from '../first-page/first-page.ts';
import type { FirstPage } from '../first-page/page.ts';
import { arrange, comparisons, gather, sum } from '../gathered.ts';
import { commandOf, coverWords, inZone, ownHeadWords, placeWords, readAtOf, untilWords, witnessWords } from '../words.ts';
import { changes } from './changes.ts';
import { artifacts, exceptions } from './exceptions.ts';
import { controlsOf } from '../controls.ts';
import { controls, findings, rules } from './findings.ts';
import { limits, scope } from './limits.ts';
import { footOf, footWords, pageEnd, startPage } from './page.ts';
import {
  code,
  facts,
  leftOut,
  line,
  moment,
  name,
  printed,
  printedCover,
  printedFacts,
  printedPart,
  printedVerdict,
  section,
  table,
} from './parts.ts';
import { pictures, population } from './population.ts';

const mostInputs = 100;
const mostQueries = 1000;

function showMaking({ world }: Audit): Html {
  const { end, header, previous, queries } = world;
  const { inputs, run, tool, workflow } = header;
  return html`${section(
    'made',
    'How this report was made',
    facts(
      ['Tool', html`${name(tool.name)} ${name(tool.version)}`],
      ['Digest of the tool', tool.digest === null ? name(null) : html`<code class="long">${line(tool.digest)}</code>`],
      ['Workflow', workflow === null ? 'none: it was run on a command line' : html`<code class="long">${line(workflow)}</code>`],
      ['Run', run === null ? 'none' : webLink(run, line(run))],
      ['Began', moment(readAtOf(header))],
      ['Period', printed(periodWords(header))],
      ['Foot of each sheet', html`${footWords(header)}. In a package, ${code('head -n 1 collected.ndjson | sha256sum')} begins with it`],
      ['Landings by', header.basis === 'github' ? "GitHub's activity of the branch" : "git's first-parent walk"],
      [
        'Audit before',
        previous === null
          ? 'none was given'
          : html`up to ${moment(previous.until)}, ${previous.complete ? 'complete' : 'not complete'}, SHA-256
              <code class="long">${line(previous.digest)}</code>`,
      ],
    ),
    witness(world),
    showInputs(inputs),
    html`<h3 id="count-again">Count again</h3>
      <p>
        Each question that was asked, as it can be asked again. A pull request that changes since, or a branch that is gone, answers
        otherwise.
      </p>`,
    showQueries(queries),
    table(
      'lines',
      'Lines of the collected file, by its last line',
      ['Kind', { number: 'Lines' }],
      Object.entries(end.counts).map(([kind, number]) => [html`<code>${line(kind)}</code>`, grouped(number)]),
      'whole',
    ),
    html`<h3 id="whole-audit">The whole audit again</h3>
      <pre tabindex="0">${commandOf(world)}</pre>`,
  )}`;
}

function showInputs(inputs: Audit['world']['header']['inputs']): Html | undefined {
  const given = Object.entries(inputs);
  if (given.length === 0) return undefined;
  const rows = given
    .slice(0, mostInputs)
    .map(([key, value]) => [html`<code>${line(key)}</code>`, html`<code class="long">${value === '' ? '(empty)' : line(value)}</code>`]);
  return html`${table('inputs', 'Inputs, as they were given', ['Input', 'Value'], rows)}${leftOut(given.length - mostInputs, 'input')}`;
}

function showQueries(queries: Audit['world']['queries']): Html {
  if (queries.length === 0) return html`<p>No question was written down.</p>`;
  const rows = queries
    .slice(0, mostQueries)
    .map(({ answered, of, text, times }) => [
      html`<code class="long">${line(text, 1000)}</code>`,
      name(of),
      grouped(times),
      grouped(answered),
    ]);
  const caption = `${count(queries.length, 'question')}, asked ${count(sum(queries.map(({ times }) => times)), 'time')}`;
  const columns = ['Question', 'Asked of', { number: 'Times' }, { number: 'Answers' }];
  return html`${table('queries', caption, columns, rows)}${leftOut(queries.length - mostQueries, 'question')}`;
}

const mostWitnesses = 200;

function witness({ header, log }: Audit['world']): Html | undefined {
  if (log === null) return undefined;
  const { chain, witnesses } = log;
  const rows = witnesses
    .slice(0, mostWitnesses)
    .map((kept) => [
      html`<code class="long">${line(kept.link)}</code>`,
      html`${name(kept.keeper, 'nobody is named')}${placeBehind(placeWords(kept))}`,
      witnessWords(kept),
      untilWords(kept, header),
    ]);
  return html`<h3 id="witness">Witness of the log</h3>
    <p>Witness: <code class="long">${line(chain.link)}</code> (record ${chain.sequence}), as read at ${line(readAtOf(header))}</p>
    <p>${ownHeadWords(header)}</p>
    <p>${coverWords(log)}</p>
    ${
      rows.length === 0
        ? undefined
        : html`${table('witnesses', 'Heads that somebody kept', ['Witness', 'Kept by', 'Proves', 'Kept until'], rows)}${leftOut(witnesses.length - mostWitnesses, 'witness')}`
    }`;
}

function placeBehind(place: string | null): string {
  return place === null ? '' : `, in ${place}`;
}

/**
 * One file that holds all that people ask of an audit, for paper and for screens. The changes are read twice, and as many
 * as a browser can cope with are written as they are read: memory does not grow with them.
 */
export const htmlReport: Report = async function* htmlReport(audit) {
  for await (const part of page(audit)) yield inZone(part, audit.world.header);
};

async function* page(audit: Audit): AsyncGenerator<string> {
  const gathered = await gather(audit);
  const compared = comparisons(audit, gathered);
  const arranged = arrange(audit.findings);
  const ofControls = controls(await controlsOf(audit), audit);
  yield String(top(pageOf(audit, gathered, compared, arranged), audit.world.header, ofControls !== undefined));
  for (const part of [limits(audit), scope(audit), population(audit, compared), rules(audit)]) yield String(part);
  if (ofControls !== undefined) yield String(ofControls);
  for (const part of findings(audit, arranged)) yield String(part);
  yield String(pictures(audit));
  for await (const part of changes(audit, gathered, arranged)) yield String(part);
  for (const part of exceptions(audit, gathered, arranged)) yield String(part);
  yield String(artifacts(audit));
  yield String(showMaking(audit));
  yield String(pageEnd);
}

const parts = [
  ['limits', 'Limits'],
  ['scope', 'Scope'],
  ['population', 'Population'],
  ['rules', 'Rules'],
  ['controls', 'Controls'],
  ['findings', 'Findings'],
  ['pictures', 'Over time'],
  ['changes', 'Every change'],
  ['exceptions', 'Exceptions'],
  ['artifacts', 'Artifacts and approvals'],
  ['made', 'How it was made'],
] as const;

function top(page: FirstPage, header: Header, hasControls: boolean): Html {
  return markup`${startPage(`${line(page.heading)}: ${page.verdict.word}`, footOf(header))}
  <body>
    <nav class="skip" aria-label="Skip">
      <a href="#answers">Skip to the answers</a> <a href="#limits">Skip to the limits</a> <a href="#findings">Skip to the findings</a> <a href="#changes">Skip to the changes</a>
    </nav>
    ${printedCover(page, footWords(header))}
    <header>
      <h1>${line(page.heading)}</h1>
      ${printedFacts(page.facts)}
    </header>
    <main>
      ${printedVerdict(page.verdict)} ${page.parts.map(printedPart)}
      <nav class="contents" aria-label="Contents">
        <ol>
          ${parts.filter(([id]) => id !== 'controls' || hasControls).map(([id, name]) => markup`<li><a href="#${id}">${name}</a></li>`)}
        </ol>
      </nav>
      `;
}
