import { type UsageError, endings, wrongUse } from '../errors/index.ts';
import type { Verification, Verified } from '../service/index.ts';
import { count, decodeText, given, oneLine } from '../text/index.ts';
import { fixOf, sentence, verifyProgressOn } from './backup.ts';
import { calledPlace, isNamed, placeOf, type PlaceOptions } from './data-place.ts';
import { showStopped, toldInterrupted, type Terminal } from './terminal.ts';
import type { ExpectOptions } from './verify-package.ts';
import type { StatementOptions } from './verify-statement.ts';

/** A file with one head is small, whatever people write around it. */
const largest = 1024 * 1024;

export interface NotedHead {
  readonly link: string;
  /** SHA-256 of the package that the file names; `undefined` without one. */
  readonly packed?: string;
}

/** The hash itself, or a file with one, such as `audit --head-file` writes. */
async function notedHead(text: string): Promise<NotedHead> {
  if (/^[a-f0-9]{64}$/.test(text)) return { link: text };
  const [{ readRegularFile }, { readHeads }, { namedPackage }] = await Promise.all([
    import('../files/index.ts'),
    import('../audit/witness/read-heads.ts'),
    import('../audit/witness/head-file.ts'),
  ]);
  const file = readRegularFile(text, largest);
  if (!Buffer.isBuffer(file)) throw wrong(`--head is neither a hash nor a file that can be read: ${oneLine(text, 200)}`);
  const content = decodeText(file);
  const [head, ...others] = readHeads(content, `the file of --head, ${oneLine(text, 200)}`);
  if (head === undefined || others.length > 0) throw wrong(`The file of --head has ${others.length + 1} heads: ${oneLine(text, 200)}`);
  return { link: head.link, ...given({ packed: namedPackage(content) }) };
}

function wrong(what: string): UsageError {
  return wrongUse(
    what,
    'Write the 64 lower-case hexadecimal digits of one head that somebody kept, or name a file with one head, as `audit --head-file` writes it',
  );
}

type Named = Partial<Record<'package' | 'org' | 'head', string>>;
export type VerifyOptions = PlaceOptions & ExpectOptions & StatementOptions & Readonly<Named & { json?: boolean }>;

/**
 * Exits with 0 when the record holds, 1 when it does not, 3 when it could not be read, this program does not know all of it, or its tables
 * are of another form, 130 when it was interrupted.
 */
export async function verify(options: VerifyOptions, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  if (options.statement !== undefined)
    return await (await import('./verify-statement.ts')).verifyStatements(options.statement, { ...options, interrupt }, terminal);
  const { data, databaseUrl, expectRepository, expectSince, expectUntil, firstAudit, json, org, package: file } = options;
  const expect = given({ expectRepository, expectSince, expectUntil, firstAudit });
  const noted = options.head === undefined ? undefined : await notedHead(options.head);
  const head = noted?.link;
  if (file !== undefined && data === undefined && databaseUrl === undefined && org === undefined) {
    const { verifyPackage } = await import('./verify-package.ts');
    const code = await verifyPackage({ package: file, ...given({ head, json }), ...expect }, interrupt, terminal);
    if (noted?.packed === undefined) return code;
    const { heldAgainst } = await import('./named-package.ts');
    return heldAgainst(noted.packed, { code, path: file, isJson: json === true, terminal });
  }
  if (Object.keys(expect).length > 0)
    throw wrongUse(
      '--expect-repository, --expect-since, --expect-until and --first-audit are about a package',
      'Name it with --package, or leave them out',
    );
  if (!isNamed(options) || file !== undefined) {
    throw wrongUse(
      'verify takes --data with a data directory, or --package with a package',
      'Name one of the two, or a database with --database-url; --org does not go with --package',
    );
  }
  const place = await placeOf(options);
  const service = await import('../service/index.ts');
  const request = { dataDir: place, ...given({ org, head }) };
  let report: Verification;
  try {
    report = await service.verifyData({ ...request, signal: interrupt, onProgress: verifyProgressOn(terminal) });
  } catch (error) {
    if (interrupt.aborted) return toldInterrupted('Interrupted before everything was read. Nothing was changed.', terminal);
    showStopped(`The ${await calledPlace(place)} could not be read. ${sentence(error)}`, fixOf(error, service), terminal);
    return endings.unknown.exitCode;
  }
  const finding = findingOf(report);
  if (options.json === true) terminal.json(reportJson(report, finding));
  else showReport(report, finding, terminal);
  return findings[finding].exitCode;
}

const findings = {
  holds: { holds: true, exitCode: 0, words: 'The record holds.' },
  broken: {
    holds: false,
    exitCode: 1,
    words: 'The record does not hold. Put the data back from a backup, and find out who can write to it.',
  },
  unwitnessed: {
    holds: false,
    exitCode: 1,
    words:
      'The record agrees with itself, and not with the witness. If it was restored from a backup since that was noted, verify with a head that was noted before the backup, and note the heads above in place of the later ones. Otherwise put the data back from a backup, and find out who can write to it.',
  },
  unknown: {
    holds: null,
    exitCode: endings.unknown.exitCode,
    words:
      'The log holds. Whether the rest agrees with it is not known: verify with the program that served this data last, or a newer one.',
  },
  'other-form': {
    holds: null,
    exitCode: endings.unknown.exitCode,
    words:
      'The log holds: no record was changed. The tables are not those of this version, so they were not compared with it. A program of another day may have made them, or somebody changed them by hand: `backup` reads the log, and `restore` makes the tables anew in an empty place.',
  },
} as const;

function findingOf({ isOtherForm, organizations, problem }: Verification): keyof typeof findings {
  if (isOtherForm === true) return 'other-form';
  if (organizations.some((each) => each.problem !== undefined)) return 'broken';
  // Then no other problem of the log is looked for.
  if (problem !== undefined)
    return organizations.length > 0 && organizations.every(({ witness }) => witness === 'nowhere') ? 'unwitnessed' : 'broken';
  return organizations.some(({ unapplied }) => unapplied.size > 0) ? 'unknown' : 'holds';
}

function showReport({ organizations, problem }: Verification, finding: keyof typeof findings, terminal: Terminal): void {
  for (const each of organizations) terminal.out(lineOf(each));
  if (problem !== undefined) terminal.out(problem);
  terminal.out(findings[finding].words);
}

/** Every key is always present. */
function reportJson({ organizations, problem }: Verification, finding: keyof typeof findings): object {
  const each = ({ blobs, head, org, problem: wrong, records, unapplied, witness }: Verified): object => {
    return { org, records, blobs, head, witness: witness ?? null, problem: wrong ?? null, unknown_kinds: Object.fromEntries(unapplied) };
  };
  return { holds: findings[finding].holds, problem: problem ?? null, organizations: organizations.map(each) };
}

export function lineOf({ org, records, blobs, head, unapplied, witness, problem }: Verified): string {
  const kinds = [...unapplied].map(([kind, times]) => `${kind} (${times})`).join(', ');
  const unknown = kinds === '' ? '' : `\n${org}: records of kinds that this program does not know were verified and not applied: ${kinds}.`;
  const read = `${org}: ${count(records, 'record')} and ${count(blobs, 'file')} read, head ${head}${unknown}`;
  if (problem !== undefined) return `${read}\n${org}: does not hold: ${problem}`;
  if (witness === 'end') return `${read}\n${org}: the witness is the head.`;
  if (witness === 'before') return `${read}\n${org}: the witness is in the log; the chain went on since.`;
  return read;
}
