import { createHash } from 'node:crypto';
import { Html, html, type Child } from '../../html/index.ts';
import { style } from './style.ts';

/** The parts of a page; `way` leads to it, from the organization down to where the reader is. */
export interface Page {
  readonly title: string;
  readonly way: readonly Child[];
  readonly main: Html;
}

/** Allows only this style: no script, no picture, no form, no frame around the page or in it. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Must keep this exact text: the policy above knows it by its hash. */
const styleElement = new Html(`<style>${style}</style>`);

/** The whole document. */
export function documentOf({ main, title, way }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        ${
          way.length === 0
            ? undefined
            : html`<header>
                <nav aria-label="Where you are">
                  <ol>
                    ${way.map((step) => html`<li>${step}</li>`)}
                  </ol>
                </nav>
              </header>`
        }
        <main>${main}</main>
      </body>
    </html> `.toString();
}
