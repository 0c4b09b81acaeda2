import { html, webLink, type Html } from '../../html/index.ts';
import { count, docsPage, oneLine } from '../../text/index.ts';
import type { Audit } from '../judge/audit.ts';
import { row } from '../reports/csv.ts';
import { startPage } from '../reports/html/page.ts';
import { code, line, lines, moment, table } from '../reports/html/parts.ts';
import { inZone } from '../reports/words.ts';
import { sizeLines, type SampledChange, type TakenSample } from './take-sample.ts';
import { answersOf, attributes, testSheet } from './test-sheet.ts';

/** Empty columns for the tester: the audit draws no conclusion. */
const byHand = ['initials', 'conclusion'] as const;

export function matrixCsv(audit: Audit, { changes }: TakenSample): string {
  const head = ['number', 'sha', 'pull_request', 'title', ...attributes.map(({ asks, letter }) => `${letter}: ${asks}`), ...byHand];
  const rows = changes.map(({ change }, index) => {
    const { pull, sha, title } = change;
    return [
      String(index + 1),
      sha,
      String(pull?.number ?? ''),
      title,
      ...answersOf(audit, change).map(({ known }) => known),
      ...byHand.map(() => ''),
    ];
  });
  return `\uFEFF${[head, ...rows].map((cells) => row(cells)).join('')}`;
}

/** `matrixCsv` as a page to be printed. */
export function matrixPage(audit: Audit, sample: TakenSample): string {
  const { header } = audit.world;
  const columns = ['Change', ...attributes.map(({ letter }) => letter), 'Initials', 'Conclusion'];
  const page = html`${startPage('Attributes of a sample')}
      <body class="matrix">
        <main>
          <h1>Attributes of a sample of ${header.repository === null ? 'a repository' : line(header.repository)}</h1>
          <p>
            Up to ${moment(header.period.until)}; SHA-256 of the keys of the population ${code(sample.digest)}. What stands in a cell is
            what the audit knows; the last two columns are for those who test.
          </p>
          <ol type="A">
            ${attributes.map(({ asks }) => html`<li>${asks}</li>`)}
          </ol>
          ${table(
            'matrix',
            'Each change of the sample by its attributes',
            columns,
            sample.changes.map((each) => matrixRow(audit, each)),
          )}
        </main>
      </body>
    </html> `;
  return inZone(String(page), header);
}

function matrixRow(audit: Audit, { change, folder }: SampledChange): readonly Html[] {
  const { pull, title, url } = change;
  const shown = webLink(pull?.url ?? url, pull === null ? code(change.sha.slice(0, 12)) : `#${pull.number}`);
  const known = answersOf(audit, change).map((answer) =>
    lines(
      answer.known.split('\n').map((each) => line(each)),
      '–',
    ),
  );
  return [html`${shown} ${line(title, 80)} <span class="about">${line(folder)}</span>`, ...known, html``, html``];
}

export function* sampleFiles(audit: Audit, sample: TakenSample): Generator<{ readonly path: string; readonly content: string }> {
  yield { path: 'sample/README.txt', content: readme(audit, sample) };
  yield { path: 'sample/sample.csv', content: sampleTable(sample) };
  yield { path: 'sample/attributes.csv', content: matrixCsv(audit, sample) };
  yield { path: 'sample/attributes.html', content: matrixPage(audit, sample) };
  for (const { change, folder } of sample.changes) yield { path: `sample/${folder}/test-sheet.csv`, content: testSheet(audit, change) };
}

/** Only one line each: titles and names are foreign text. */
export function sampleLines(sample: TakenSample): readonly string[] {
  const { changes, how } = sample;
  return [
    ...accountOf(sample),
    ...changes.map(({ change, folder, order }) => {
      const pull = change.pull === null ? '' : `  #${change.pull.number}`;
      return `  ${folder}${pull}  ${oneLine(change.branch, 60)}  ${change.state}${order === null ? '' : `  ${order.slice(0, 16)}`}`;
    }),
    ...(how.kind === 'picked' ? how.missing.map((pick) => `  ${pick}: ${notFound}`) : []),
  ];
}

const notFound = 'no audited change has this commit or pull request';

function accountOf({ changes, digest, how, period, population }: TakenSample): readonly string[] {
  const of = `The population: ${count(population, 'change')} of ${period}, SHA-256 of their keys ${digest}`;
  if (how.kind === 'picked') {
    return [of, `The sample: ${count(changes.length, 'change')} of a list of somebody's own picks; ${how.missing.length} without a change`];
  }
  const { auto, count: wanted, origin, seed, sizes, strata } = how;
  const parted = strata === 'none' ? '' : ` of each ${strata}`;
  return [
    of,
    ...(auto ? sizeLines(population) : []),
    `The sample: ${count(changes.length, 'change')}, ${wanted} at most${parted}, by the HMAC-SHA-256 of each key`,
    `The seed: ${seed} (${origin === 'auditor' ? 'given to the command, as that of an auditor' : 'a seed of our own making, which the team can influence'})`,
    ...(strata === 'none' ? [] : [...sizes].map(([stratum, size]) => `  ${strata} ${oneLine(stratum, 60)}: ${count(size, 'change')}`)),
  ];
}

function sampleTable({ changes, how }: TakenSample): string {
  const rows = changes.map(({ change, folder, key, order, stratum }, index) => {
    const { pull, title, url } = change;
    return row([String(index + 1), key, order ?? '', stratum, folder, String(pull?.number ?? ''), title, url ?? '', 'yes']);
  });
  const missing = how.kind === 'picked' ? how.missing : [];
  return [
    `\uFEFF${row(['number', 'key', 'hmac_sha256', 'stratum', 'folder', 'pull_request', 'title', 'commit_url', 'found'])}`,
    ...rows,
    ...missing.map((pick) => row(['', pick, '', '', '', '', '', '', `no: ${notFound}`])),
  ].join('');
}

function readme({ complete, world }: Audit, sample: TakenSample): string {
  const holes = world.holes.map(({ what, why }) => `  ${oneLine(what)}: ${oneLine(why)}`);
  return `${[
    'This is a sample of the changes in changes.csv, for tests of single changes.',
    '',
    ...accountOf(sample),
    '',
    ...(complete
      ? ['The audit is complete: nothing of the population is known to be missing.']
      : ['The audit is not complete, and so is not this population. Missing:', ...holes]),
    '',
    'The key of a change is its SHA, its branch and its landing, with a space between two. The population is fixed by the SHA-256 of',
    'all keys in order, each on a line. Changes that the file of the audit leaves out are among them.',
    ...(sample.how.kind === 'drawn' && sample.how.origin === 'own'
      ? ['Nobody gave a seed: it is the SHA-256 of that digest, a line feed, and the period as it stands above.']
      : []),
    '',
    'sample.csv        each change of the sample, in order, with its folder',
    'attributes.html   all of them by the attributes A to H in one table, to be printed, with room for initials and a conclusion',
    'attributes.csv    the same table',
    '*/test-sheet.csv  the attributes A to H of one change: what the audit knows, its links, and room for initials and a conclusion',
    '',
    `${docsPage('audit-sample.md')} has a script that draws the sample again from changes.csv.`,
  ].join('\n')}\n`;
}
