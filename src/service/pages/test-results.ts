import { runKey } from '../../gate/index.ts';
import { html, type Html } from '../../html/index.ts';
import { totalWords, type Totals } from '../../presentation/index.ts';
import { count, countAt, grouped, listAt, seconds, stringAt, valueAt } from '../../text/index.ts';
import type { AttestationView } from '../evidence/attestation-view.ts';
import { line } from './parts.ts';

/** Rows of one record that are shown. */
const mostRows = 200;

/** How many tests a record holds, and how they ended; `undefined` if it holds no test results. */
export function testCounts(record: AttestationView): Html | undefined {
  const rows = listAt(record, 'junit_results');
  if (rows === undefined) return undefined;
  const sum = (name: string): number => rows.reduce<number>((total, row) => total + (countAt(row, name) ?? 0), 0);
  const [failures, errors, skipped, total] = [sum('failures'), sum('errors'), sum('skipped'), sum('total')];
  const flaky = countAt(record, 'user_data', runKey, 'flaky') ?? 0;
  const totals: Totals = { passed: Math.max(total - failures - errors - skipped, 0), failures, errors, skipped, flaky };
  const words = totalWords(totals).filter(({ number }) => number > 0);
  return html`${count(total, 'test')}${words.map(({ isRed, text }) => html`, ${isRed ? html`<b class="bad">${text}</b>` : text}`)}`;
}

/** The rows of a record, one per suite, with the failed ones first. */
export function testTable(record: AttestationView): Html | undefined {
  const rows = listAt(record, 'junit_results') ?? [];
  if (rows.length === 0) return undefined;
  const red = (row: unknown): boolean => (countAt(row, 'failures') ?? 0) + (countAt(row, 'errors') ?? 0) > 0;
  const shown = [...rows.filter(red), ...rows.filter((row) => !red(row))].slice(0, mostRows);
  const more = rows.length - shown.length;
  return html`<h2>Test suites</h2>
    <section class="scroll" tabindex="0" aria-label="Test suites">
      <table>
        <thead>
          <tr>
            <th scope="col">Suite</th>
            ${heads.map(([head]) => html`<th scope="col" class="number">${head}</th>`)}
            <th scope="col" class="number">Time</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map(suiteRow)}
        </tbody>
      </table>
    </section>
    ${more > 0 ? html`<p>and ${grouped(more)} more suites</p>` : undefined}`;
}

const heads = [
  ['Tests', 'total'],
  ['Failed', 'failures'],
  ['Errors', 'errors'],
  ['Skipped', 'skipped'],
] as const;

function suiteRow(row: unknown): Html {
  const duration = valueAt(row, 'duration');
  const name = line(stringAt(row, 'name') ?? '');
  return html`<tr>
    <th scope="row">${name === '' ? '(no name)' : name}</th>
    ${heads.map(([, field]) => html`<td class="number">${grouped(countAt(row, field) ?? 0)}</td>`)}
    <td class="number">${typeof duration === 'number' ? seconds(duration) : undefined}</td>
  </tr>`;
}
