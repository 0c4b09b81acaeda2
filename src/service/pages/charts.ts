import { html, type Html } from '../../html/index.ts';

/** A value a week, or a value of what `by` names: a bar, and a row of the table that says the same. At most 12. */
export interface WeekChart {
  readonly title: string;
  readonly by?: string;
  readonly words: (value: number) => string;
  /** By its first day; a week without a value has none. */
  readonly weeks: readonly { readonly day: string; readonly value: number | undefined }[];
}

const [width, height, step] = [288, 72, 24];

export function weekChart({ by = 'week', title, weeks, words }: WeekChart): Html {
  const most = Math.max(...weeks.map(({ value = 0 }) => value));
  const said = ({ value }: WeekChart['weeks'][number]): string => (value === undefined ? 'none' : words(value));
  const bars = weeks.map(({ value = 0 }, index) => {
    const tall = value === 0 ? 0 : Math.max(Math.round((value / most) * height), 2);
    return html`<rect x="${index * step + 3}" y="${height - tall}" width="${step - 6}" height="${tall}" />`;
  });
  return html`<figure>
    <figcaption>${title} <span class="soft">at most ${words(most)}</span></figcaption>
    <svg viewBox="0 0 ${width} ${height + 1}" width="${width}" role="img">
      <title>${title}, by ${by}: at most ${words(most)}</title>
      ${bars}
      <rect y="${height}" width="${width}" height="1" />
    </svg>
    <details>
      <summary>${title} as a table</summary>
      <table>
        ${weeks.map(
          (week) =>
            html`<tr>
              <th scope="row">${week.day}</th>
              <td>${said(week)}</td>
            </tr>`,
        )}
      </table>
    </details>
  </figure>`;
}
