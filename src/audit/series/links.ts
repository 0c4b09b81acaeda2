import type { NamedBefore, SeriesAudit } from './series-audit.ts';
import type { SeriesFinding } from './series.ts';
import { day, short } from './words.ts';

/**
 * Holds each audit against the one that it names as the one before: only then does nobody take one out, or put another in its
 * place, without that being seen.
 *
 * @param audits those that count, the earliest first
 * @param every all that were read, with a second copy of the same audit
 */
export function judgeLinks(audits: readonly SeriesAudit[], every: readonly SeriesAudit[]): readonly SeriesFinding[] {
  const places = new Map(audits.map(({ digest }, index) => [digest, index]));
  const named = new Set(audits.flatMap(({ previous }) => previous?.report ?? []));
  const findings = audits.flatMap((audit, index): readonly SeriesFinding[] => {
    const { previous } = audit;
    const say = (what: string, fix: string): readonly SeriesFinding[] => [
      { rule: 'series-link', severity: 'high', file: audit.file, message: `${audit.file} ${what}`, fix },
    ];
    if (previous === null) {
      if (index === 0) return [];
      const before = audits[index - 1]?.file ?? '';
      const fix = 'Let each audit have `previous`: the package or JSON report of the one before, or `last-run`';
      return say(`names no audit before it, though ${before} is: an audit between them could be left out, and nobody would see it`, fix);
    }
    const place = places.get(previous.report);
    if (place === undefined) return index === 0 ? [] : say(...absent(previous, audits));
    const isOther = previous.manifest !== null && !hasManifest(every, previous);
    if (isOther) return say(...replaced(previous, audits[place]?.file ?? ''));
    return place < index
      ? []
      : say('names an audit of a later time as the one before it', 'Look at how both were made, and audit that time again');
  });
  const passedOver = audits.slice(0, -1).filter(({ digest }) => !named.has(digest));
  return [...findings, ...passedOver.filter((audit) => isFollowed(audit, audits)).map(unnamed)];
}

/** Whether the audit after it names another: where it names none at all, that is said already. */
function isFollowed(audit: SeriesAudit, audits: readonly SeriesAudit[]): boolean {
  const before = audits[audits.indexOf(audit) + 1]?.previous ?? null;
  return before !== null && audits.some(({ digest }) => digest === before.report);
}

/** Whether the set has the very package that an audit names; a report alone has no manifest to compare. */
function hasManifest(every: readonly SeriesAudit[], { manifest, report }: NamedBefore): boolean {
  const copies = every.filter(({ digest }) => digest === report);
  return copies.some(({ packed }) => packed?.digest === manifest) || copies.every(({ packed }) => packed === null);
}

function absent(previous: NamedBefore, audits: readonly SeriesAudit[]): readonly [what: string, fix: string] {
  const { report, since, until } = previous;
  const other = audits.find((audit) => audit.until === until && audit.since === since);
  if (other !== undefined) return replaced(previous, other.file);
  const time = since === null ? `up to ${day(until)}` : `from ${day(since)} to ${day(until)}`;
  return [
    `names an audit before it that is not here: ${time}, report ${short(report)}`,
    `Add that audit: its JSON report has the SHA-256 ${report}`,
  ];
}

function replaced({ manifest, report }: NamedBefore, file: string): readonly [what: string, fix: string] {
  const meant = manifest === null ? `the report ${report}` : `the package with the manifest ${manifest}`;
  return [
    `names an audit before it that is ${file} by its time, and has another content now: it was changed or replaced`,
    `Get ${meant} from where it was kept`,
  ];
}

function unnamed({ file }: SeriesAudit): SeriesFinding {
  return {
    rule: 'series-link-passed-over',
    severity: 'medium',
    file,
    message: `${file} is named by no later audit: nothing would show it if this one were left out`,
    fix: 'Give the newest audit as `previous` to the one after it. If two audits ran for one time, keep both',
  };
}
