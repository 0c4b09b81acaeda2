import type { AuditFile } from './audit-file.ts';

/**
 * The audit's file that a landing is judged by; null where there was none. In the place of one that nobody can read stands
 * that of now, without all that lets a change off: else somebody breaks the file, and excuses a change where it is corrected.
 *
 * @param digest of the file at the parent of the landing
 */
export function fileInForce(
  digest: string | null,
  { file, files }: { readonly file: AuditFile | null; readonly files: ReadonlyMap<string, AuditFile | null> },
): AuditFile | null {
  if (digest === null) return null;
  return files.get(digest) ?? (file === null ? null : strict(file));
}

/** Whether there was a file at the parent of a landing, and nobody can read it. */
export function isUnreadable(digest: string | null, files: ReadonlyMap<string, AuditFile | null>): boolean {
  return digest !== null && (files.get(digest) ?? null) === null;
}

/** Made once: what it was made of is compared by identity. */
const made = new WeakMap<AuditFile, AuditFile>();

function strict(file: AuditFile): AuditFile {
  const flows = file.flows.map((flow) => ({ ...flow, from: null, headIsEnough: false }));
  const known = made.get(file) ?? { ...file, flows, bots: [], emergency: null, exclusions: [] };
  made.set(file, known);
  return known;
}
