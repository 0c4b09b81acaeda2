import { cut, webAddress } from '../../../text/index.ts';
import type { Words } from '../words.ts';

/** The lengths that the chat takes, in characters of the escaped text. */
const longest = { header: 150, section: 3000, field: 2000, fields: 10, url: 1000 };

/** A message in the format of the chat's incoming webhooks: `text` for the list of notifications, and blocks for the channel. */
export function blocksOf({ description, links, rows, title }: Words): object {
  const shown = links.flatMap(({ label, url }) => linkOf(label, url));
  return {
    text: fit(`${title}: ${description}`, longest.section),
    // Our links need a token, so that the chat would show the page of a refusal.
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(title, longest.header) },
      { type: 'section', text: plain(description, longest.section) },
      { type: 'section', fields: rows.slice(0, longest.fields).map(({ label, value }) => plain(`${label}\n${value}`, longest.field)) },
      ...(shown.length === 0 ? [] : [{ type: 'context', elements: [{ type: 'mrkdwn', text: shown.join(' · ') }] }]),
    ],
  };
}

/** Text without the markup of the chat: names may hold `*` and `_`. */
function plain(text: string, limit: number): object {
  return { type: 'plain_text', text: fit(text, limit), emoji: false };
}

/** A text as the chat shows it, whose three signs with a meaning are escaped, and no longer than `limit` afterwards. */
function fit(text: string, limit: number): string {
  for (let length = limit; ; length -= 1) {
    const found = escaped(cut(text, length));
    if (found.length <= limit) return found;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A link, if its address is one of the web. `|` and `>` would end it early. */
function linkOf(label: string, url: string): readonly string[] {
  const address = webAddress(url)?.href.replace(/[<>|]/g, (sign) => encodeURIComponent(sign));
  if (address === undefined || address.length > longest.url) return [];
  return [`<${escaped(address)}|${escaped(label)}>`];
}
