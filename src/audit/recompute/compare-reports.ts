import { join } from 'node:path';
import type { Previous } from '../facts/previous.ts';
import type { Audit, ReportedChange } from '../judge/audit.ts';
import { judgeAudit } from '../judge/judge-audit.ts';
import { readLines, textLines } from '../lines/read-lines.ts';
import { openSpool } from '../lines/write-lines.ts';
import { members, type Manifest } from '../package/manifest.ts';
import { sha256 } from '../package/node-sha256.ts';
import { reportFiles, type ReportFile } from '../package/report-files.ts';
import { reports } from '../reports/reports.ts';

export interface ReportsToCompare {
  /** The folder of the members of a package. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly previous: Previous | null;
  /** A folder of its own, for what is made. */
  readonly scratch: string;
  readonly report: (sentence: string) => void;
}

export interface ComparedReports {
  readonly audit: Audit;
  /** Reports with the very same bytes. */
  readonly same: readonly ReportFile[];
  /** The others, each with the first line that differs. */
  readonly different: readonly { readonly path: ReportFile; readonly line: number }[];
}

/** Judges the facts of a package again, and compares each report with what is made of that, byte by byte. */
export async function compareReports({ folder, manifest, previous, report, scratch }: ReportsToCompare): Promise<ComparedReports> {
  report('Judging the facts again');
  const spool = openSpool<ReportedChange>(join(scratch, 'changes.ndjson'));
  const collected = join(folder, members.facts);
  const audit = await judgeAudit((wanted) => readLines(collected, wanted), { people: 'login', previous, spool });
  const same: ReportFile[] = [];
  const different: { path: ReportFile; line: number }[] = [];
  const digests = new Map(manifest.members.map((member) => [member.path, member.sha256]));
  for (const [path, form] of reportFiles) {
    const digest = digests.get(path);
    if (digest === undefined) continue;
    report(`Making ${path} again`);
    const hasher = sha256();
    for await (const part of reports[form](audit)) hasher.update(new TextEncoder().encode(part));
    if (hasher.hex() === digest) same.push(path);
    else different.push({ path, line: await firstLine(join(folder, path), reports[form](audit)) });
  }
  return { audit, same, different };
}

/** The number of the first line of a file that is not that of a text. */
async function firstLine(file: string, text: AsyncIterable<string>): Promise<number> {
  const theirs = textLines(file);
  let number = 0;
  try {
    for await (const line of linesOf(text)) {
      number += 1;
      const next = await theirs.next();
      if (next.done === true || next.value.text !== line) return number;
    }
    return number + 1;
  } finally {
    await theirs.return(undefined);
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const part of text) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
