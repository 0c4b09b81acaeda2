import { createHash } from 'node:crypto';
import { Html, html, type Child } from '../../html/index.ts';
import { style } from './style.ts';

/** A page as it is made; `way` leads to it, from the organization down to where the reader is. */
export interface Page {
  readonly title: string;
  readonly way: readonly Child[];
  readonly main: Html;
}

/** Nothing but this style: no script, no picture, no form, no frame around it or in it. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Its text to the letter: the policy above knows it by its hash. */
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
