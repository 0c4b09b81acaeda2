import { createHash } from 'node:crypto';
import { html, type Html } from '../../../html/index.ts';
import type { Header } from '../../facts/line.ts';
import { momentWords } from '../in-zone.ts';
import { code, line } from './parts.ts';

/** The foot of each sheet: it tells a sheet of this report from one of another. */
export function footOf(header: Header): string {
  const { period, repository } = header;
  const from = period.since === null ? `after ${period.sinceSha?.slice(0, 12) ?? 'the beginning'}` : momentWords(period.since, header);
  return `${repository === null ? 'a repository' : line(repository, 80)} · ${from} to ${momentWords(period.until, header)} · question ${digestOf(header)}`;
}

/** The same digest for a reader of the sheets: what it is of, and what it does not say. */
export function footWords(header: Header): Html {
  return html`question ${code(digestOf(header))}: the beginning of the SHA-256 of what this audit was asked, when, and where each branch
  stood. Sheets of one audit have the same. It is no proof of what is on them`;
}

/** As the first line of the collected file, and of `collected.ndjson` in a package, says it. */
function digestOf(header: Header): string {
  const digest = createHash('sha256')
    .update(`${JSON.stringify(header)}\n`)
    .digest('hex');
  return digest.slice(0, 16);
}
