import { cut, unprintable } from '../text/index.ts';

/** Markup. Only `html` makes it of texts, so that a foreign text is never taken for it. */
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

/** The values between the parts of a template; `undefined` shows nothing. */
export type Child = Html | string | number | undefined | readonly Child[];

/** Longest text that is shown of a value, in UTF-16 units. */
export const longestText = 10_000;

/** Markup with values in it: whatever is not markup itself is shown as the text that it is, in elements and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...children: readonly Child[]): Html {
  return new Html(parts.map((part, index) => `${part}${markupOf(children[index])}`).join(''));
}

function markupOf(child: Child): string {
  if (child === undefined) return '';
  if (child instanceof Html) return child.toString();
  return typeof child === 'object' ? child.map(markupOf).join('') : escaped(String(child));
}

/** Without what nobody sees, and what turns the direction of writing. */
function escaped(text: string): string {
  return cut(text.toWellFormed().replace(unprintable, ''), longestText).replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
