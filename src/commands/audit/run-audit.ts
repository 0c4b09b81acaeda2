import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PassThrough, Readable, type Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { UsageError } from '../../errors/index.ts';
import type { AuditSettings } from '../../options/index.ts';
import type { RunContext } from '../run/context.ts';
import type { Audited, Planned } from './result.ts';
import { collectInto } from './collect.ts';
import { auditedOf } from './audited.ts';
import type { AuditParts } from './parts.ts';
import { keptHeads } from './kept-heads.ts';
import { periodOf } from './period.ts';
import { codeOf, pathsOf, type NamedFile } from './named-files.ts';
import { planOf } from './plan.ts';
import { readPicks, sampleOf } from './sample.ts';
import { previousAudit } from './previous.ts';
import { repositoryOf } from './repository.ts';

export const command = 'audit';

/**
 * Runs an audit, from its settings to its reports. The reports are written whatever it found, also when a part of it is missing.
 *
 * @param now when it is said to begin: all repositories of an organization are audited as of one moment
 */
export async function runAudit(
  settings: AuditSettings,
  context: RunContext,
  parts: AuditParts,
  now = new Date(),
): Promise<Audited | Planned> {
  const { from, package: packed, people, previous, reports, sample: wanted } = settings;
  const kept = from.kind === 'sources' && from.keepCollected !== undefined ? [{ option: 'keep-collected', path: from.keepCollected }] : [];
  const paths = pathsOf(context.directory, {
    written: [...reports, ...kept, ...(packed === undefined ? [] : [{ option: 'package', path: packed }])],
    read: [
      ...(previous?.kind === 'file' ? [{ option: 'previous', path: previous.path }] : []),
      ...filesOf(settings),
      ...picksFile(settings),
    ],
  });
  const witness = paths.get('witness');
  const witnesses = witness === undefined ? [] : await keptHeads(witness);
  const picks = wanted?.kind === 'picked' ? await readPicks(paths.get('sample-file') ?? '') : [];
  const repository = from.kind === 'sources' ? await repositoryOf(from, context, parts) : undefined;
  const { holes, previous: before } = await previousAudit(settings, paths.get('previous') ?? '', repository, context, parts);
  const folder = await mkdtemp(join(context.temporary, 'compliance-audit-'));
  try {
    const file = paths.get('collected') ?? paths.get('keep-collected') ?? join(folder, 'collected.ndjson');
    if (from.kind === 'sources') {
      const period = periodOf(from.period, before, now, context.report);
      const log = packed === undefined ? null : join(folder, 'records.ndjson');
      const settled = { period, repository, now, holes, log, witnesses };
      if (from.plan) return await planOf(command, from, settled, context, parts);
      context.report({ kind: 'info', message: `Collecting from git${from.githubToken === undefined ? '' : ', GitHub'} and the service` });
      await collectInto(file, from, settled, context, parts);
    }
    context.report({ kind: 'info', message: 'Judging what was collected' });
    const spool = parts.spool(join(folder, 'changes.ndjson'));
    const audit = await parts.judge((wanted) => parts.read(file, wanted), { previous: before, people, spool });
    const { header, log: read } = audit.world;
    if (read !== null) context.report({ kind: 'info', message: parts.headWords(read, header.at) });
    const sample = wanted === undefined ? undefined : await sampleOf(audit, wanted, picks, parts);
    const taken = sample instanceof UsageError ? undefined : sample;
    const files: readonly WrittenFile[] = reports.map(({ form, option }) => ({ option, content: () => parts.reports[form](audit) }));
    const archive: WrittenFile = {
      option: 'package',
      content: () => parts.pack(file, audit, join(folder, 'package'), taken),
      by: createGzip({ level: 9 }),
    };
    const written = await writeFiles(packed === undefined ? files : [...files, archive], paths, context);
    if (sample instanceof UsageError) throw sample;
    if (sample !== undefined) for (const message of parts.sampleLines(sample)) context.report({ kind: 'info', message });
    return await auditedOf(audit, settings.failOn, {
      command,
      reaches: (finding, least) => parts.reaches(finding, least),
      reports: written,
      summary: await text(Readable.from(parts.reports.summary(audit))),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function filesOf({ from }: AuditSettings): readonly NamedFile[] {
  if (from.kind === 'collected') return [{ option: 'collected', path: from.path }];
  return from.witness === undefined ? [] : [{ option: 'witness', path: from.witness }];
}

function picksFile({ sample }: AuditSettings): readonly NamedFile[] {
  return sample?.kind === 'picked' ? [{ option: 'sample-file', path: sample.path }] : [];
}

/** A file that an audit leaves: a report, or the package. */
interface WrittenFile {
  readonly option: string;
  readonly content: () => AsyncIterable<string | Uint8Array>;
  /** Compresses it. */
  readonly by?: Transform;
}

/** Writes each file. One that cannot be written does not stop the others. */
async function writeFiles(
  files: readonly WrittenFile[],
  paths: ReadonlyMap<string, string>,
  { report }: RunContext,
): Promise<Audited['reports']> {
  const failures: string[] = [];
  for (const { by, content, option } of files) {
    report({ kind: 'progress', message: `Writing the ${option === 'package' ? option : `report ${option}`}` });
    try {
      await writeWhole(paths.get(option) ?? '', content(), by);
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      failures.push(`The report ${option} could not be written: ${codeOf(error)}`);
    }
  }
  if (failures.length > 0) throw new UsageError('invalid-input', failures.join('; '), { fix: 'Look at the disk: is it full, or gone?' });
  return files.map(({ option }) => ({ option, path: paths.get(option) ?? '' }));
}

/**
 * Writes a file as its parts come, under another name until it is complete. A reader who finds the file finds all of it, and an older file
 * stays if the writing fails.
 */
export async function writeWhole(
  path: string,
  parts: AsyncIterable<string | Uint8Array> | Iterable<string>,
  by: Transform = new PassThrough(),
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await pipeline(Readable.from(parts), by, createWriteStream(temporary, { flags: 'wx' }));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
