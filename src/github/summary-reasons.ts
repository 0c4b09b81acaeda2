import { endings } from '../errors/index.ts';
import type { Reason } from '../gate/index.ts';
import { failedWords, fixesOnce, fixParts, runWords } from '../presentation/index.ts';
import { markdown, markdownLink, oneLine } from '../text/index.ts';

/** Why, and how to fix it: a header and an item each. `isFirstSaid`: the first message stands above. */
export function reasonList(all: readonly Reason[], isFirstSaid: boolean): readonly string[] {
  const fixes = fixesOnce(all);
  if (all.length === 0) return [];
  const items = all.map((reason, index) => reasonItem(reason, fixes[index] ?? '', isFirstSaid && index === 0));
  return ['### Why, and how to fix it\n\n', ...items];
}

function reasonItem(reason: Reason, fix: string, isSaid: boolean): string {
  const { icon } = endings[reason.verdict];
  const since = reason.since === undefined ? '' : ` (since ${time(reason.since)})`;
  const link = reason.url === undefined ? '' : ` ${markdownLink('Open', reason.url)}.`;
  return `- ${icon} ${isSaid ? 'As said above' : `**${markdown(reason.message, 1_000)}**`}${since}${link}  \n${details(reason)}${fixText(fix)}\n`;
}

/** The suites that failed, and the run that recorded it, a line each. Tests that failed stand on top. */
function details(reason: Reason): string {
  const [failed, run] = [reason.failed?.by !== 'test' ? failedWords(reason) : undefined, runWords(reason)];
  const page = reason.run?.url;
  const recorded = run === undefined ? '' : `  Recorded by ${page === undefined ? markdown(run) : markdownLink(run, page)}  \n`;
  return `${failed === undefined ? '' : `  ${markdown(failed, 3_000)}  \n`}${recorded}`;
}

/** How to fix something, inside the item of a list: sentences as text, lines to paste as code that can be copied. */
function fixText(fix: string): string {
  return fixParts(fix)
    .map(({ kind, lines }) =>
      kind === 'text'
        ? lines.map((line) => `  ${markdown(line, 1_000)}`).join('\n')
        : ['', `\`\`\`${kind}`, ...withoutMargin(lines).map(codeLine), '```', '']
            .map((line) => (line === '' ? '' : `  ${line}`))
            .join('\n'),
    )
    .join('\n');
}

/** Inputs for a step stand further in among the sentences. */
function withoutMargin(lines: readonly string[]): readonly string[] {
  const margin = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(margin));
}

/** Inside a fence everything is text, but for what ends a line or the fence. */
function codeLine(line: string): string {
  const indent = ' '.repeat(line.length - line.trimStart().length);
  return `${indent}${oneLine(line, 500).replaceAll('```', "'''").replaceAll('~~~', "'''")}`;
}

/** Unix seconds as people read them, in UTC. */
export function time(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
