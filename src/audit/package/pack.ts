import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { wrongUse } from '../../errors/index.ts';
import { encodedIn } from '../../text/index.ts';
import { countsOfFacts, type Line } from '../facts/line.ts';
import type { LogFact, LoggedRecord } from '../facts/log.ts';
import type { Audit, Report } from '../judge/audit.ts';
import type { CheckedLog, World } from '../population/world.ts';
import { previousText } from '../previous/packed-previous.ts';
import { sampleFiles } from '../sample/sample-files.ts';
import type { TakenSample } from '../sample/take-sample.ts';
import { packedAudit, readme, readmeName } from './account.ts';
import { openInForce, type InForce } from './in-force.ts';
import { attachments, members, reportFiles, type PackedForm, type PackedLog } from './manifest.ts';
import { sha256 } from './node-sha256.ts';
import { answerLine, type RecordLine } from './records.ts';
import { writePackage, type Packable } from './write-package.ts';

interface PackRequest {
  /** Every line of the collected file, with the log. */
  readonly lines: AsyncIterable<Line>;
  readonly audit: Audit;
  readonly reports: Readonly<Record<PackedForm, Report>>;
  readonly page: string;
  /** A folder of its own, for the members until they are packed. */
  readonly folder: string;
  /** `undefined`: none was asked for, or none could be taken. */
  readonly sample: TakenSample | undefined;
}

/**
 * The archive of a package of an audit, before its gzip. The same collected file gives the same bytes.
 * @throws {UsageError} where the file was collected without the log, or without the answers of GitHub where these are the evidence:
 * it cannot prove anything
 */
export async function* packAudit({ audit, folder, lines, page, reports, sample }: PackRequest): AsyncGenerator<Uint8Array> {
  const { header, previous: before } = audit.world;
  const packed: Packable[] = [];
  const openMember = membersIn(folder);
  const text = async (path: string, parts: Iterable<string> | AsyncIterable<string>): Promise<void> => {
    const member = await openMember(path);
    for await (const part of parts) await member.write(part);
    packed.push(await member.close());
  };
  const inForce = openInForce(header.period, async (path, content) => {
    const member = await openMember(path);
    await member.write(content);
    return member.close();
  });
  const { files, log } = await splitLines(openMember, lines, audit.world, inForce);
  packed.push(...files, ...(await inForce.close()));
  await text('verify.html', [page]);
  if (before !== null) await text(members.previous, [previousText(before)]);
  for (const [path, form] of reportFiles) await text(path, reports[form](audit));
  if (sample !== undefined) for (const { content, path } of sampleFiles(audit, sample)) await text(path, [content]);
  await text(readmeName, [
    readme(
      packed.map(({ path }) => path),
      header.evidence,
    ),
  ]);
  const { at, period, scope: alone, tool } = header;
  const previous = before === null ? null : { report: before.digest, manifest: before.manifest ?? null };
  const scope = alone ?? ({ kind: 'period', since: period.since, until: period.until } as const);
  const about = { tool: `${tool.name}/${tool.version}`, at, scope, log, audit: packedAudit(audit), previous };
  yield* writePackage(about, packed, sha256);
}

/** Facts, records of the log with their files, and answers of GitHub: each becomes a member of its own. */
async function splitLines(
  openMember: ReturnType<typeof membersIn>,
  lines: AsyncIterable<Line>,
  { header: { evidence }, log: checked }: Pick<World, 'header' | 'log'>,
  inForce: InForce,
): Promise<{ readonly files: readonly Packable[]; readonly log: PackedLog | null }> {
  const collected = await openMember(members.facts);
  const records = await openMember(members.records);
  const files: Packable[] = [];
  let answers: Member | undefined;
  let chain: LogFact['chain'] | undefined;
  for await (const line of lines) {
    if (line.kind === 'record' || line.kind === 'flow') await inForce.add(line);
    if (line.kind === 'log') {
      // The facts of a package have no records: no package can be made from them.
      if (line.workedOut === undefined) ({ chain } = line);
      await collected.write(`${JSON.stringify(factOf(line, checked))}\n`);
    } else if (line.kind === 'record') {
      await records.write(`${JSON.stringify(recordLine(line))}\n`);
    } else if (line.kind === 'attached') {
      const member = await openMember(`${attachments}${line.sha256}`);
      await member.write(Buffer.from(line.content, 'base64'));
      files.push(await member.close());
    } else if (line.kind === 'answer') {
      answers ??= await openMember(members.answers);
      await answers.write(`${JSON.stringify(answerLine(line))}\n`);
    } else if (line.kind !== 'witness') {
      const kept =
        line.kind === 'end' ? { ...line, counts: { ...countsOfFacts(line.counts), ...(evidence === 'github' ? {} : { log: 1 }) } } : line;
      await collected.write(`${JSON.stringify(kept)}\n`);
    }
  }
  files.push(await collected.close());
  if (answers !== undefined) files.push(await answers.close());
  const all = await records.close();
  const lacks = evidence === 'github' ? answers === undefined && noAnswers : chain === undefined && noLog;
  if (lacks !== false) throw wrongUse(`The collected file has no ${lacks.what}, which a package needs`, lacks.fix);
  if (chain === null || chain === undefined) return { files, log: null };
  const { link, org, orgId, sequence } = chain;
  return {
    files: [...files, all],
    log: { org, org_id: orgId, from: { sequence: 0, link: '0'.repeat(64) }, to: { sequence, link } },
  };
}

const noAnswers = { what: 'answers of GitHub', fix: 'Collect again with `package`, and with a token of GitHub' };
const noLog = {
  what: 'log of the service',
  fix: 'Collect again with `package`, and with the token of an auditor or an administrator',
};

/** The log among the facts of a package, with what its records prove, so that the reports can be made again without them. */
function factOf(line: LogFact, checked: CheckedLog | null): LogFact {
  if (checked === null) return line;
  const { problems, records, witnesses } = checked;
  return { ...line, workedOut: { records, problems, witnesses } };
}

function recordLine({ body, bodySha256, sequence }: LoggedRecord): RecordLine {
  return body === undefined ? { sequence, body_sha256: bodySha256 ?? '' } : { sequence, body };
}

interface Member {
  write(part: string | Uint8Array): Promise<void>;
  close(): Promise<Packable>;
}

/** Opens members, of which one is written to at a time. */
function membersIn(folder: string): (path: string) => Promise<Member> {
  const room = new Uint8Array(256 * 1024);
  return async (path) => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    const handle = await open(file, 'wx');
    const hash = createHash('sha256');
    let bytes = 0;
    return {
      async write(part) {
        for (const piece of typeof part === 'string' ? encodedIn(room, part) : [part]) {
          hash.update(piece);
          bytes += piece.length;
          await handle.appendFile(piece);
        }
      },
      async close() {
        await handle.close();
        return { path, bytes, sha256: hash.digest('hex'), open: () => createReadStream(file) };
      },
    };
  };
}
