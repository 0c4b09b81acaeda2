import type { AuditFile } from './audit-file.ts';
import { matchesName } from './globs.ts';

/** Whether an environment serves users: by the audit's file, and where that names none, by GitHub's mark or the name. */
export function servesUsers(file: AuditFile | null, environment: string, isMarked: boolean): boolean {
  const named = file?.production ?? [];
  return named.length > 0 ? matchesName(named, environment) : isMarked || environment.toLowerCase() === 'production';
}
