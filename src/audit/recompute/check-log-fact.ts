import type { LogFact } from '../facts/log.ts';
import { textLines } from '../lines/read-lines.ts';
import { openChain } from '../package/chain.ts';
import type { PackedLog } from '../package/manifest.ts';
import { sha256 } from '../package/node-sha256.ts';
import { readRecordLine } from '../package/record-line.ts';

/** Where the fact about the log does not say what the records of the package say. @param file its `records.ndjson` */
export async function checkLogFact({ chain, workedOut }: LogFact, log: PackedLog, file: string): Promise<readonly string[]> {
  const problems: string[] = [];
  const { link, sequence } = log.to;
  if (chain === null || chain.org !== log.org || chain.orgId !== log.org_id || chain.sequence !== sequence || chain.link !== link)
    problems.push('The log among the facts is another than that of the manifest');
  if (workedOut === undefined) return [...problems, 'The facts do not say what the records of the log prove'];
  if (workedOut.records !== sequence)
    problems.push(`The facts say that ${workedOut.records} records were worked out, and the package has ${sequence}`);
  const wanted = new Map(workedOut.witnesses.map((witness) => [witness.link, witness]));
  if (wanted.size === 0) return problems;
  const found = new Map<string, number>();
  const links = openChain(log, sha256);
  for await (const { text } of textLines(file)) {
    if (links.add(readRecordLine(text)).isLost) break;
    if (wanted.has(links.head.link)) found.set(links.head.link, links.head.sequence);
  }
  for (const { link: head, sequence: at } of wanted.values()) {
    const place = found.get(head) ?? null;
    if (place !== at) problems.push(`The facts say that the witness ${head} is ${placeOf(at)}, and it is ${placeOf(place)}`);
  }
  return problems;
}

function placeOf(sequence: number | null): string {
  return sequence === null ? 'nowhere in the log' : `the link of record ${sequence}`;
}
