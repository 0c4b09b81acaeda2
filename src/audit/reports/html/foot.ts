import { createHash } from 'node:crypto';
import type { Header } from '../../facts/line.ts';
import { momentWords } from '../in-zone.ts';
import { line } from './parts.ts';

/** The foot of each sheet: it tells a sheet of this report from one of another. */
export function footOf(header: Header): string {
  const { period, repository } = header;
  const from = period.since === null ? `after ${period.sinceSha?.slice(0, 12) ?? 'the beginning'}` : momentWords(period.since, header);
  // As the first line of the collected file, and of `collected.ndjson` in a package, says it.
  const digest = createHash('sha256')
    .update(`${JSON.stringify(header)}\n`)
    .digest('hex');
  return `${repository === null ? 'a repository' : line(repository, 80)} · ${from} to ${momentWords(period.until, header)} · asked ${digest.slice(0, 16)}`;
}
