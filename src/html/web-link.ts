import { webAddress } from '../text/index.ts';
import { html, longestText, type Child, type Html } from './html.ts';

/** A link to a foreign address where that is one of the web; else what it would show: `javascript:` in a link runs in our page. */
export function webLink(address: string | null | undefined, shown: Child): Html {
  const url = webAddress(address);
  if (url === undefined || url.href.length > longestText) return html`${shown}`;
  return html`<a href="${url.href}" rel="noopener noreferrer nofollow">${shown}</a>`;
}
