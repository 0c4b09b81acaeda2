import { html, webLink } from '../../../html/index.ts';
import { webAddress } from '../../../text/index.ts';
import type { Words } from '../words.ts';

/** The part for programs that show text alone. */
export function textOf({ description, links, rows, title }: Words): string {
  const addresses = links.flatMap(({ label, url }) => (webAddress(url) === undefined ? [] : [`${label}: ${webAddress(url)?.href}`]));
  return [title, '', description, '', ...rows.map(({ label, value }) => `${label}: ${value}`), '', ...addresses, ''].join('\n');
}

/** The part for all others: no picture and nothing from elsewhere, so that reading it tells nobody anything. */
export function htmlOf({ description, links, rows, title }: Words): string {
  const cell = 'padding: 2px 12px 2px 0; vertical-align: top; text-align: left; overflow-wrap: anywhere';
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body style="font-family: sans-serif; line-height: 1.4">
        <h1 style="font-size: 1.2em">${title}</h1>
        <p>${description}</p>
        <table style="border-collapse: collapse">
          ${rows.map(
            ({ label, value }) =>
              html`<tr>
                <th style="${cell}">${label}</th>
                <td style="${cell}">${value}</td>
              </tr>`,
          )}
        </table>
        <p>${links.map(({ label, url }) => html`${webLink(url, label)} `)}</p>
      </body>
    </html> `;
  return page.toString();
}
