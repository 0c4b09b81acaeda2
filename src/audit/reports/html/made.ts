import { html, webLink, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import { periodWords } from '../first-page/about.ts';
import { sum } from '../gathered.ts';
import { coverWords, ownHeadWords, placeWords, untilWords, witnessWords } from '../witness-words.ts';
import { commandOf, readAtOf } from '../words.ts';
import { printed } from './first-page.ts';
import { footWords } from './page.ts';
import { code, facts, leftOut, line, moment, name, section, table } from './parts.ts';

const mostInputs = 100;
const mostQueries = 1000;

export function showMaking({ world }: Audit): Html {
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
