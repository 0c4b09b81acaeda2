import { carriedWords, entryWords, minuteOf, type LookedAt } from '../../presentation/index.ts';
import { count, markdown, markdownLink, webAddress, withoutAddresses } from '../../text/index.ts';
import type { Subject } from '../facts/finding.ts';
import type { Audit, JudgedFinding } from '../judge/audit.ts';
import { approvalWords, shownArtifacts, titleOf, whyNoApprovals } from './approvals.ts';
import type { FirstPage, Part, Piece, Words } from './first-page/page.ts';
import { lookedAt, missingParts, openFindings } from './numbers.ts';
import { coverWords, endingSoonWords, headWords, ownHeadWords, placeWords, readAtOf, untilWords, witnessWords } from './words.ts';

/** Only text, and without e-mail addresses. */
export function showText(text: string, limit = 300): string {
  return markdown(withoutAddresses(text, limit), limit);
}

/** The text of the link is foreign as well; only the text where there is no web page. */
export function showLink(text: string, url: string | null): string {
  const page = webAddress(url);
  return page === undefined ? showText(text, 200) : markdownLink(withoutAddresses(text, 200), page.href);
}

/** The first 12 digits of a SHA or a fingerprint are enough where a link leads to the whole. */
export function showSubject({ id, kind, url }: Subject): string {
  const name = url !== null && /^[0-9a-f]{40,64}$/.test(id) ? id.slice(0, 12) : id;
  return showLink(`${kind.replaceAll('-', ' ')} ${name}`, url);
}

/** Several lines stay as they were laid out. */
export function showFix(fix: string, mostLines = 8): string {
  const lines = fix.split('\n').filter((line) => line.trim() !== '');
  if (lines.length <= 1) return showText(fix, 500);
  const rest = lines.slice(0, mostLines).map((line) => {
    const indent = line.length - line.trimStart().length;
    return `${' '.repeat(Math.min(indent, 40))}${showText(line, 160)}`;
  });
  return `\n  <pre>${rest.join('\n  ')}</pre>`;
}

export function listHoles(audit: Audit, most: number): string {
  const items = missingParts(audit).map(
    ({ fix, what, why }) => `- ❔ **${showText(what, 200)}**: ${showText(why)}. Fix: ${showFix(fix, 3)}\n`,
  );
  return section('### What is missing', items, { most });
}

interface Limits {
  readonly most?: number;
  readonly all?: number;
  readonly table?: string;
}

/** Items without room are only counted. */
export function section(heading: string, items: readonly string[], { all = items.length, most = all, table = '' }: Limits = {}): string {
  if (items.length === 0) return '';
  const more = all - most;
  return `\n${heading}\n\n${table}${items.slice(0, most).join('')}${more > 0 ? `\n_${count(more, 'more line')} not shown here._\n` : ''}`;
}

export function showWitness({ world: { header, log } }: Audit, most: number): string {
  if (log === null) return '';
  const table = '| Witness | Kept by | Proves | Kept until |\n|:--|:--|:--|:--|\n';
  const rows = log.witnesses.map((each) => {
    const place = placeWords(each);
    const keeper = each.keeper === null ? 'nobody is named' : showText(each.keeper, 100);
    const mark = each.sequence === null ? '❌ ' : '';
    const by = `${keeper}${place === null ? '' : `, in ${place}`}`;
    return `| ${mark}${showText(each.link)} | ${by} | ${showText(witnessWords(each))} | ${showText(untilWords(each, header))} |\n`;
  });
  // The head is digits and a moment, to be copied as they are; only a keeper is foreign text.
  const own = `- ${headWords(log, readAtOf(header))}\n- ${ownHeadWords(header)}\n- ${coverWords(log)}\n`;
  return section('### Witness of the log', [own], {}) + section('#### Heads that somebody kept', rows, { most, table });
}

const icons = { critical: '🟥', high: '🟧', medium: '🟨', low: '⬜' } as const;

export function findingTable(audit: Audit, most: number): string {
  const findings = openFindings(audit.findings);
  const looked = lookedAt(audit);
  const table = '| Severity | Rule | About | What | State |\n|:--|:--|:--|:--|:--|\n';
  const rows = findings.slice(0, most).map((finding) => findingRow(finding, looked));
  return section('### Findings, the worst first', rows, { most, table, all: findings.length });
}

function findingRow(finding: JudgedFinding, looked: LookedAt): string {
  const { accepted, carried, firstSeen, message, rule, severity, status, subject } = finding;
  const unseen = carried ? `; ${showText(carriedWords(finding, looked))}` : '';
  const state =
    accepted === null
      ? status === 'open'
        ? `open since ${showText(firstSeen.slice(0, 10))}`
        : status
      : `accepted by ${showText(accepted.owner, 60)} until ${showText(accepted.until.slice(0, 10))}; ${showText(entryWords(accepted.by))}`;
  return `| ${icons[severity]} ${severity} | ${showText(rule, 60)} | ${showSubject(subject)} | ${showText(message)} | ${state}${unseen} |\n`;
}

/** Listed so that the end of an acceptance does not first show in a failing job. */
export function listEndingSoon(audit: Audit, most: number): string {
  const items = endingSoonWords(audit).map((words) => `- ${showText(words, 1500)}.\n`);
  return section('### Acceptances that end soon', items, { most });
}

/** Fixes of the worst findings that are not accepted, each fix once. */
export function listFixes(audit: Audit, most: number, mostFindings = Infinity): string {
  const findings = openFindings(audit.findings).filter(({ accepted }) => accepted === null);
  const once = new Map(findings.slice(0, mostFindings).map(({ fix, rule }) => [`${rule}\n${fix}`, { fix, rule }]));
  const items = [...once.values()].map(({ fix, rule }) => `- **${showText(rule, 60)}**: ${showFix(fix)}\n`);
  return section('### How to fix it', items, { most });
}

export function listFixed({ findings }: Audit, most: number): string {
  const gone = findings.filter(({ status }) => status === 'fixed');
  const items = gone.map(({ rule, subject }) => `- ${showText(rule, 60)}: ${showSubject(subject)}\n`);
  return section('### Fixed since the audit before', items, { most });
}

export function artifactTable({ world }: Audit, most: number): string {
  if (world.header.evidence === 'github') return '';
  const why = whyNoApprovals(world);
  const all = shownArtifacts(world);
  if (all.length === 0 && why !== undefined) return section(heading, [`- Who approved artifacts is not known: ${showText(why)}\n`]);
  const none = why === undefined ? 'no approval is known' : `not known: ${why}`;
  const rows = all.slice(0, most).map((artifact) => {
    const decided = artifact.approvals.slice(0, mostApprovals).map((one) => showText(approvalWords(one).join('; '), 1_000));
    const more = artifact.approvals.length - decided.length;
    const cell = decided.length === 0 ? showText(none) : [...decided, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
    return `| ${showText(titleOf(artifact))} | ${showText(artifact.commit?.slice(0, 12) ?? 'not known')} | ${showText(artifact.running.join(', ') || 'nowhere that a snapshot shows')} | ${cell} |\n`;
  });
  return section(heading, rows, { most, all: all.length, table: '| Artifact | Commit | Runs in | Approvals |\n|:--|:--|:--|:--|\n' });
}

const heading = '### Artifacts and approvals';

/** More of them in a cell are unreadable: the JSON report has all. */
const mostApprovals = 10;

export function printFirstPage({ facts, heading, parts, timeZone, verdict }: FirstPage): string {
  const wordsOf = wordsIn(timeZone);
  const [icon, text] = [verdict.icon, showText(`${heading}: ${verdict.word}`, 500)];
  const [before, after] = [`## ${icon} ${text}`, verdict.why.map(wordsOf)];
  const table = `| About | |\n|:--|:--|\n${facts.map(([term, value]) => `| ${term} | ${wordsOf(value)} |\n`).join('')}`;
  return [before, ...after, table, ...parts.map((part) => partOf(part, wordsOf)), ''].join('\n\n').replace(/\n{3,}/g, '\n\n');
}

/** A part of another page, in the same words. */
export function printPart(part: Part | undefined, timeZone: string | undefined): string {
  return part === undefined ? '' : `\n${partOf(part, wordsIn(timeZone))}`;
}

function wordsIn(timeZone: string | undefined): (words: Words) => string {
  return (words) => words.map((one) => piece(one, timeZone)).join('');
}

function partOf(part: Part, wordsOf: (words: Words) => string): string {
  switch (part.kind) {
    case 'sentences':
      return part.sentences.map(wordsOf).join('\n\n');
    case 'list':
      return `### ${wordsOf(part.caption)}\n\n${part.items.map((item) => `- ${wordsOf(item)}\n`).join('')}`;
    case 'table': {
      const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
      const head = row(part.columns) + row(part.columns.map(() => ':--'));
      return `### ${wordsOf(part.caption)}\n\n${head}${part.rows.map((cells) => row(cells.map(wordsOf))).join('')}`;
    }
  }
}

function piece(one: Piece, zone: string | undefined): string {
  if (typeof one === 'string') return spaced(one);
  switch (one.kind) {
    case 'strong':
      return `**${showText(one.text)}**`;
    case 'name':
      return showText(one.text);
    case 'code':
      return `<code>${showText(one.text)}</code>`;
    case 'link':
      return one.to.startsWith('#') ? showText(one.text) : showLink(one.text, one.to);
    case 'moment':
      return showText(minuteOf(one.at, zone));
    case 'state':
      return `${one.badge.mark} ${one.badge.word}`;
  }
}

/** Our own words may have foreign ones in them. The spaces at their ends stay. */
function spaced(text: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  const start = text.indexOf(inner);
  return `${text.slice(0, start)}${showText(inner, 1000)}${text.slice(start + inner.length)}`;
}
