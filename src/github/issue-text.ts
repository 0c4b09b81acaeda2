import { markdown, markdownLink, withoutAddresses } from '../text/index.ts';
import type { WantedIssue } from './issues.ts';

/** Foreign text as it came. */
export interface IssueFinding {
  readonly key: string;
  readonly rule: string;
  readonly severity: string;
  readonly subject: { readonly kind: string; readonly id: string; readonly url: string | null };
  readonly message: string;
  readonly fix: string;
  readonly firstSeen: string;
  /** Open by the audit before alone: this one did not look at it again. */
  readonly carried?: boolean;
}

/** Keys of the issues that are about several findings; no finding has them. */
export const sharedKeys = { one: 'all findings', rest: 'the rest of the findings' } as const;

const listLimit = 50;
const again = 'open by an audit before: the last one did not look at it again';
const foot =
  'Kept up to date by `audit-issues`. It is closed when a complete audit no longer finds what it is about, or when that is accepted in `.github/compliance-audit.yml`. Closed by hand, it is opened again by the next audit.';

/** Nothing in it changes from run to run, as long as the finding does not. */
export function findingIssue(finding: IssueFinding): WantedIssue {
  const { carried = false, firstSeen, fix, key, message, rule, severity, subject } = finding;
  return {
    key,
    title: titleOf(`Audit: ${severity} ${rule}: ${subject.kind} ${shortId(subject)}`),
    body: [
      `**${shown(severity)}** ${shown(rule)}, first seen ${shown(firstSeen)}${carried ? `; ${again}` : ''}`,
      shown(message, 2_000),
      `**To fix it:** ${shown(fix, 2_000)}`,
      `${subjectText(subject)}\n<br>Key: <code>${shown(key, 500)}</code>`,
      `---\n${foot}`,
    ].join('\n\n'),
  };
}

export function sharedIssue(findings: readonly IssueFinding[]): WantedIssue {
  return { key: sharedKeys.one, title: `Audit: open findings (${numbersOf(findings)})`, body: listText(findings) };
}

export function restIssue(findings: readonly IssueFinding[]): WantedIssue {
  const body = `These have no issue of their own: the most that may be open at once are open.\n\n${listText(findings)}`;
  return { key: sharedKeys.rest, title: `Audit: more open findings (${numbersOf(findings)})`, body };
}

function listText(findings: readonly IssueFinding[]): string {
  const lines = findings
    .slice(0, listLimit)
    .map(
      ({ carried = false, message, rule, severity, subject }) =>
        `- **${shown(severity)}** ${shown(rule)}: ${shown(message)} (${subjectText(subject)}${carried ? `; ${again}` : ''})`,
    );
  const more = findings.length - lines.length;
  return [lines.join('\n'), ...(more > 0 ? [`and ${more} more: the reports of the audit have them`] : []), `---\n${foot}`].join('\n\n');
}

/** `2 critical, 3 high`. */
function numbersOf(findings: readonly IssueFinding[]): string {
  return ['critical', 'high', 'medium', 'low']
    .map((severity) => [findings.filter((finding) => finding.severity === severity).length, severity] as const)
    .filter(([number]) => number > 0)
    .map(([number, severity]) => `${number} ${severity}`)
    .join(', ');
}

function subjectText({ id, kind, url }: IssueFinding['subject']): string {
  const text = withoutAddresses(`${kind} ${id}`);
  return url === null ? markdown(text) : markdownLink(text, url);
}

function shortId({ id, kind }: IssueFinding['subject']): string {
  return kind === 'commit' || kind === 'artifact' ? id.slice(0, 12) : id;
}

function shown(text: string, limit = 300): string {
  return markdown(withoutAddresses(text, limit), limit);
}

/** A title is not markdown; a mention in it is broken up all the same. */
function titleOf(text: string): string {
  return withoutAddresses(text, 200).replaceAll('@', '@\u200B');
}
