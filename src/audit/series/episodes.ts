import { pick } from '../../text/index.ts';
import { severities } from '../facts/finding.ts';
import { auditGap } from '../rules/audit.ts';
import type { Episode, SeenFinding, SeriesAudit, Span } from './series.ts';
import { personIn } from './words.ts';

type Growing = { -readonly [Name in keyof Episode]: Episode[Name] };

/**
 * The findings of all audits, each from the first one that had it to the first complete one that said that it is fixed. An
 * audit that merely lacks it closes nothing: without the audit before it, it would not know of it.
 * @param audits those that count, in the order in which they were made
 */
export function episodesOf(audits: readonly SeriesAudit[]): readonly Episode[] {
  const all: Growing[] = [];
  const open = new Map<string, Growing>();
  const closed = new Map<string, string>();
  const [first] = audits;
  for (const audit of audits) {
    for (const finding of audit.findings) {
      const known = open.get(finding.key);
      // Two audits of one time both report the same finding as fixed.
      const isKnown = known === undefined && Date.parse(finding.firstSeen) <= Date.parse(closed.get(finding.key) ?? '');
      if (finding.status === 'fixed' && (isKnown || !audit.complete)) continue;
      const episode = known ?? beginning(finding, audit, first);
      if (known === undefined) all.push(episode);
      if (finding.status === 'fixed') {
        close(episode, audit);
        open.delete(finding.key);
        closed.set(finding.key, audit.at);
      } else {
        see(episode, finding, audit);
        open.set(finding.key, episode);
      }
    }
  }
  const last = audits.at(-1);
  const held = new Set(last?.findings.filter(({ status }) => status !== 'fixed').map(({ key }) => key));
  for (const episode of open.values()) if (!held.has(episode.key)) episode.state = 'lost';
  return all;
}

/** The moment of the first finding by the reports, but never later than the first audit of the series that has it. */
function beginning(finding: SeenFinding, audit: SeriesAudit, first: SeriesAudit | undefined): Growing {
  const { firstSeen } = finding;
  const isEarlier = Date.parse(firstSeen) < Date.parse(audit.at);
  return {
    ...pick(finding, 'key', 'rule', 'severity', 'subject', 'message'),
    state: 'open',
    opened: isEarlier ? firstSeen : audit.at,
    openedIn: audit.file,
    isBefore: isEarlier && first !== undefined && Date.parse(firstSeen) < Date.parse(first.at),
    closed: null,
    closedIn: null,
    days: null,
    accepted: null,
  };
}

function see(episode: Growing, { accepted, message, severity }: SeenFinding, audit: SeriesAudit): void {
  episode.message = message;
  episode.severity = severity;
  episode.state = accepted === null ? 'open' : 'accepted';
  const by = accepted === null ? null : personIn(accepted.owner, audit.until);
  if (by === null) episode.accepted = null;
  else episode.accepted ??= { by, at: audit.at, file: audit.file };
}

function close(episode: Growing, audit: SeriesAudit): void {
  episode.state = 'closed';
  episode.closed = audit.at;
  episode.closedIn = audit.file;
  episode.days = Math.max(0, Math.round((Date.parse(audit.at) - Date.parse(episode.opened)) / 86_400_000));
}

/**
 * Findings of a gap in time, where the series has no hole: an audit looks no further than to the one before it, and a
 * later one may have closed the gap. A gap that began before the period stands.
 */
export function withCovered(episodes: readonly Episode[], { since }: Span): readonly Episode[] {
  return episodes.map((one) => {
    const isGap = one.rule === auditGap.name && (one.state === 'open' || one.state === 'lost');
    return isGap && Date.parse(one.subject.id) >= Date.parse(since) ? { ...one, state: 'covered' } : one;
  });
}

const order: readonly Episode['state'][] = ['open', 'lost', 'accepted', 'covered', 'closed'];

/** Standing ones first, of these the worst, and of those the oldest. */
export function worstEpisodes(episodes: readonly Episode[]): readonly Episode[] {
  return episodes.toSorted(
    (one, other) =>
      order.indexOf(one.state) - order.indexOf(other.state) ||
      severities.indexOf(other.severity) - severities.indexOf(one.severity) ||
      Date.parse(one.opened) - Date.parse(other.opened),
  );
}
