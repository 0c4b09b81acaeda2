import { html, webLink, type Html } from '../../html/index.ts';
import type { Audit } from '../judge/audit.ts';
import { row } from '../reports/csv.ts';
import { startPage } from '../reports/html/page.ts';
import { code, line, lines, moment, table } from '../reports/html/parts.ts';
import { inZone } from '../reports/words.ts';
import type { SampledChange, TakenSample } from './take-sample.ts';
import { answersOf, attributes } from './test-sheet.ts';

/** The last columns are empty: whoever tests fills them in, and the audit draws no conclusion. */
const byHand = ['initials', 'conclusion'] as const;

/** The attributes of the whole sample as CSV: a change a row, an attribute a column. */
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

/** The same as a page to be printed. */
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
