import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { Audit, Header } from '../../audit/index.ts';
import type { AuditSettings } from '../../options/index.ts';
import type { RunContext } from '../run/context.ts';
import type { Audited, Planned } from './result.ts';
import { collectInto, type Settled } from './collect.ts';
import { auditedOf } from './audited.ts';
import type { AuditParts } from './parts.ts';
import { headFileOf, keptHeads } from './kept-heads.ts';
import { refuseFuture } from './past.ts';
import { periodOf } from './period.ts';
import { pathsOf, type NamedFile } from './named-files.ts';
import { planOf } from './plan.ts';
import { readPicks, sampleOf } from './sample.ts';
import { previousAudit } from './previous.ts';
import { withPublished } from './publish.ts';
import { placeOf, refuseOther } from './same-repository.ts';
import { repositoryOf } from './repository.ts';
import { writeFiles, type WrittenFile } from './write-files.ts';

export const command = 'audit';

/** The parts of an audit that whoever runs it has already. */
type AuditGiven = Partial<Pick<Settled, 'gaps' | 'log' | 'now' | 'witnesses'>>;

/**
 * Runs an audit, from its settings to its reports. The reports are written whatever it found, also when a part of it is missing.
 *
 * @param given `now`: when it is said to begin, as all repositories of an organization are audited as of one moment; and what is known to
 *   be missing; and a log that several audits hold kept heads against
 */
export async function runAudit(
  settings: AuditSettings,
  context: RunContext,
  parts: AuditParts,
  { gaps: missing = [], log: shared = null, now = new Date(), witnesses: kept = [] }: AuditGiven = {},
): Promise<Audited | Planned> {
  const { from, headFile, package: packed, people, previous, reports, sample: wanted } = settings;
  const facts = from.kind === 'sources' && from.keepCollected !== undefined ? [{ option: 'keep-collected', path: from.keepCollected }] : [];
  const paths = pathsOf(context.directory, {
    written: [...reports, ...facts, ...(packed === undefined ? [] : [{ option: 'package', path: packed }]), ...headFileNamed(settings)],
    read: [
      ...(previous?.kind === 'file' ? [{ option: 'previous', path: previous.path }] : []),
      ...filesOf(settings),
      ...picksFile(settings),
    ],
  });
  const witnesses = from.kind === 'sources' ? [...kept, ...(await keptHeads(from.witness, paths.get('witness'), parts))] : [];
  const picks = wanted?.kind === 'picked' ? await readPicks(paths.get('sample-file') ?? '') : [];
  const repository = from.kind === 'sources' ? await repositoryOf(from, context, parts) : undefined;
  const { gaps, previous: known } = await previousAudit(settings, paths.get('previous') ?? '', repository, context, parts);
  const before = known === null ? null : { previous: known, earlierName: settings.previousRepository };
  const folder = await mkdtemp(join(context.temporary, 'compliance-audit-'));
  try {
    const file = paths.get('collected') ?? paths.get('keep-collected') ?? join(folder, 'collected.ndjson');
    if (from.kind === 'sources') {
      const { asOf } = from;
      if (asOf !== undefined) refuseFuture(asOf, now);
      const period = periodOf(from.period, known, asOf === undefined ? now : new Date(asOf), context.report);
      const log = packed === undefined ? shared : join(folder, 'records.ndjson');
      const answers = packed === undefined ? null : join(folder, 'answers.ndjson');
      const settled = { period, repository, now, gaps: [...missing, ...gaps], log, answers, witnesses, before };
      if (from.plan) return await planOf(command, from, settled, context, parts);
      context.report({ kind: 'info', message: `Collecting from git${from.githubToken === undefined ? '' : ', GitHub'} and the service` });
      await collectInto(file, from, settled, context, parts);
    } else if (before !== null) refuseOther(before.previous, placeOf(await headerIn(file, parts)), before.earlierName, context.report);
    context.report({ kind: 'info', message: 'Judging what was collected' });
    const spool = parts.spool(join(folder, 'changes.ndjson'));
    const audit = await parts.judge((wanted) => parts.read(file, wanted), { previous: known, people, spool });
    // A package is made again from its facts alone, by the severity that they were collected for.
    const shown = { ...audit, failOn: settings.failOn };
    const { header, log: read } = audit.world;
    if (read !== null)
      for (const message of parts.headLines(read, header.asOf?.readAt ?? header.at)) context.report({ kind: 'info', message });
    if (header.scope?.kind === 'artifact')
      for (const message of parts.approvalLines(audit.world)) context.report({ kind: 'info', message });
    for (const message of parts.endingSoonWords(audit)) context.report({ kind: 'notice', message });
    const sampled = wanted === undefined ? undefined : await sampleOf(audit, wanted, picks, parts);
    const sample = sampled?.kind === 'taken' ? sampled.sample : undefined;
    const files: readonly WrittenFile[] = reports.map(({ form, option }) => ({ option, content: () => parts.reports[form](shown) }));
    const archive: WrittenFile = {
      option: 'package',
      content: () => parts.pack(file, audit, join(folder, 'package'), sample),
      by: createGzip({ level: 9 }),
    };
    const isPacked = packed !== undefined && !isWithoutLog(audit, context.report);
    const head: WrittenFile = { option: 'head-file', content: () => headFileOf(audit, paths.get('package') ?? '', parts) };
    const proof = isPacked ? [archive, ...(headFile === undefined ? [] : [head])] : [];
    const written = await writeFiles([...files, ...proof], paths, context);
    if (sampled?.kind === 'refused') throw sampled.error;
    if (sample !== undefined) for (const message of parts.sampleLines(sample)) context.report({ kind: 'info', message });
    const ended = await auditedOf(audit, {
      command,
      missing: sampled?.kind === 'unknown' ? [sampled.hole] : [],
      page: await parts.firstPage(shown),
      reports: written,
      summary: await text(Readable.from(parts.reports.summary(shown))),
    });
    return await withPublished(audit, ended, settings, { folder: join(folder, 'published'), packed: paths.get('package') }, context, parts);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The first line of a collected file. */
async function headerIn(file: string, parts: AuditParts): Promise<Header> {
  for await (const line of parts.read(file, { landings: false })) if (line.kind === 'audit') return line;
  throw new TypeError('A collected file begins with its header');
}

/** The message says why there is no package. The audit ends as what it is: not complete, because the log could not be read. */
function isWithoutLog({ complete, world: { isLogCollected, untold } }: Audit, report: RunContext['report']): boolean {
  if (complete || isLogCollected) return false;
  const { fix, why } = untold.find(({ source }) => source === 'log') ?? cutOff;
  report({ kind: 'warning', message: `No package was written, because the log of the service is missing: ${why}\n${fix}` });
  return true;
}

const cutOff = { why: 'it was not read', fix: 'Run the audit again' };

function filesOf({ from }: AuditSettings): readonly NamedFile[] {
  if (from.kind === 'collected') return [{ option: 'collected', path: from.path }];
  return from.witness?.kind === 'file' ? [{ option: 'witness', path: from.witness.path }] : [];
}

function headFileNamed({ headFile }: AuditSettings): readonly NamedFile[] {
  return headFile === undefined ? [] : [{ option: 'head-file', path: headFile }];
}

function picksFile({ sample }: AuditSettings): readonly NamedFile[] {
  return sample?.kind === 'picked' ? [{ option: 'sample-file', path: sample.path }] : [];
}
