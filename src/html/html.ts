import { cut, unprintable, webAddress } from '../text/index.ts';

/** Only `html` makes it of texts, so that a foreign text is never taken for markup. */
export class Html {
  readonly #markup: string;

  /** `markup` as it stands: for our own constants alone. */
  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

export type Child = Html | string | number | undefined | readonly Child[];

/** In UTF-16 units. */
const longestText = 10_000;

/** A child that is not markup is shown as the text that it is, in elements and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...children: readonly Child[]): Html {
  return new Html(parts.map((part, index) => `${part}${markupOf(children[index])}`).join(''));
}

function markupOf(child: Child): string {
  if (child === undefined) return '';
  if (child instanceof Html) return child.toString();
  return typeof child === 'object' ? child.map(markupOf).join('') : escaped(String(child));
}

/** Without characters that are not seen, or that turn the direction of writing. */
function escaped(text: string): string {
  return cut(text.toWellFormed().replace(unprintable, ''), longestText).replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A foreign address is a link only where it is one of the web: `javascript:` in a link runs in our page. */
export function webLink(address: string | null | undefined, shown: Child): Html {
  const url = webAddress(address);
  if (url === undefined || url.href.length > longestText) return html`${shown}`;
  return html`<a href="${url.href}" rel="noopener noreferrer nofollow">${shown}</a>`;
}

/** For all that we show in a browser, on light and on dark screens: each text has a contrast of 4.5 or more. */
export const colours = `:root { color-scheme: light dark; --ink: #1c2024; --soft: #57606a; --line: #d0d7de; --paper: #fff; --card: #f6f8fa;
  --link: #0b57d0; --good: #116329; --bad: #b42318; --open: #7a4d00; --amber: #ffe8b3; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --soft: #a4adb8; --line: #3d444d; --paper: #14171a; --card: #1d2126;
  --link: #8ab4f8; --good: #6fdd8b; --bad: #ff8d80; --open: #f0b849; --amber: #4a3500; } }
`;
