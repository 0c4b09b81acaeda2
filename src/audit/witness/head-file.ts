import { oneLine } from '../../text/index.ts';
import type { Audit } from '../judge/audit.ts';

/** Its name without a folder, and the SHA-256 of its file. */
export interface WrittenPackage {
  readonly name: string;
  readonly sha256: string;
}

/**
 * The end of the log for people and programs, to be given to a keeper whom the service cannot reach. `readHeads` reads it:
 * all but the head are comments. Where there is no head to keep, the file says why.
 */
export function headFile({ world: { header, log } }: Audit, packed: WrittenPackage): string {
  const audited = oneLine(header.repository ?? 'this repository', 200);
  const lines = [
    `The end of the log of ${oneLine(header.service?.org ?? 'the service', 200)}, as the audit of ${audited} read it at ${header.at}.`,
    ...(header.run === null ? [] : [`The run of that audit: ${oneLine(header.run, 500)}`]),
    `${ofPackage}${oneLine(packed.name, 200)}, SHA-256 ${packed.sha256}`,
    '',
  ];
  if (log === null) return commented([...lines, 'No head: the service has no log that could be read, so that there is nothing to keep.']);
  if (log.problems.length > 0)
    return commented([...lines, 'No head: the log did not hold when it was read, so that its end proves nothing.']);
  const { link, sequence } = log.chain;
  if (sequence === 0) return commented([...lines, 'No head: the log had no record yet.']);
  const read = [
    `Keep this file where nobody who can write to the service can write. It proves that records 1 to ${sequence} stayed as they are:`,
    `  compliance-evidence verify --package ${oneLine(packed.name, 200)} --head THIS_FILE`,
    '  compliance-evidence audit … --package FILE --witness THIS_FILE',
    'After the digits you may write where it is kept and until when, `in:mail until:2027-02-21`, before who keeps it.',
  ];
  return `${commented([...lines, ...read])}${link} the head file of the audit of ${audited}, ${header.at}\n`;
}

const ofPackage = 'The package of that audit: ';

/** The SHA-256 of the package that a head file names; undefined in other files of heads. */
export function namedPackage(text: string): string | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`# ${ofPackage}`));
  return /, SHA-256 ([0-9a-f]{64})\s*$/.exec(line ?? '')?.[1];
}

function commented(lines: readonly string[]): string {
  return lines.map((line) => `${`# ${line}`.trimEnd()}\n`).join('');
}
