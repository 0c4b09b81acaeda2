import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attachment } from '../client/index.ts';
import type { EvidenceProblem } from '../errors/index.ts';
import { discover } from '../junit/index.ts';
import { list } from '../text/index.ts';
import type { Collected } from './collect.ts';
import type { RunContext } from './context.ts';
import { fit } from './fit.ts';
import type { AttestSettings } from './settings.ts';
import type { Packable } from './tarball.ts';

/** A file ready to go along, and how to clear away what was made for it. */
export interface PackedAttachment {
  readonly attachment: Attachment & { readonly name: string };
  readonly bytes: number;
  /** What is in it, for people. */
  readonly holds: string;
  remove(): Promise<void>;
}

/**
 * Packs the files that became evidence and what `attachments` names; what is too large for the interface, or cannot be
 * read, is warned about and stays behind. Never throws for what the files are: an attachment never holds evidence back.
 */
export async function pack(
  settings: Pick<AttestSettings, 'attach' | 'attachments'>,
  { junit, problems }: Pick<Collected, 'junit' | 'problems'>,
  context: RunContext,
): Promise<PackedAttachment | undefined> {
  const own = await ownFiles(settings.attachments, context);
  // What the caller names goes as the caller has it, results files too.
  const named = new Set(own.map(({ path }) => path));
  const results = settings.attach === 'never' ? [] : junit.files.filter(({ path }) => !named.has(path));
  if (settings.attach !== 'never') tellUnusable(problems, context);
  if (own.length + results.length === 0) return undefined;
  let folder: string | undefined;
  const remove = async (): Promise<void> => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    folder = await mkdtemp(join(context.temporary, 'compliance-evidence-'));
    const { file, warnings } = await fit(own, results, settings.attach, folder);
    for (const message of warnings) context.report({ kind: 'warning', message });
    if (file !== undefined) return { attachment: { name: file.name, path: file.path }, bytes: file.bytes, holds: file.holds, remove };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    context.report({ kind: 'warning', message: `attach: the files could not be packed, so nothing is attached: ${why}` });
  }
  await remove();
  return undefined;
}

async function ownFiles(patterns: readonly string[], context: RunContext): Promise<readonly Packable[]> {
  if (patterns.length === 0) return [];
  const { files, problems } = await discover(patterns, { workspace: context.workspace });
  for (const { message } of problems) context.report({ kind: 'warning', message: `attachments: ${message}` });
  return files;
}

/** A file that is not well formed cannot be stripped for certain, so it does not go along. */
function tellUnusable(problems: readonly EvidenceProblem[], context: RunContext): void {
  const files = problems.flatMap(({ code, file }) => (file !== undefined && unusable.has(code) ? [file] : []));
  if (files.length === 0) return;
  context.report({ kind: 'warning', message: `attach: ${list(files)} ${files.length === 1 ? 'is' : 'are'} no evidence, so not attached` });
}

const unusable: ReadonlySet<string> = new Set(['broken-file', 'empty-file', 'unreadable-file', 'stale-file', 'not-junit']);
