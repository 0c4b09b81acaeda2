import { matchesPath } from './globs.ts';

/** Where the audit's own file is. */
export const auditFilePath = '.github/compliance-audit.yml';

/** GitHub reads CODEOWNERS in three places. */
const always = [
  '.github/workflows/**',
  '.github/actions/**',
  '.github/codeowners',
  'codeowners',
  'docs/codeowners',
  auditFilePath,
  '.github/flows/**',
  '.github/policies/**',
];

/**
 * Whether a file decides what is checked: workflows, actions, owners, templates, policies, and the audit's own file. Its case
 * does not count: on some machines those are the same files.
 *
 * @param more globs of the audit's file (`controls`): they add to these, and take nothing away
 */
export function isControlPath(path: string, more: readonly string[] = []): boolean {
  return matchesPath(always, path.toLowerCase()) || matchesPath(more, path);
}
