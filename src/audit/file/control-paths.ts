import type { AuditFile } from './audit-file.ts';
import { matchesPath } from './globs.ts';

const always = [
  '.github/workflows/**',
  '.github/actions/**',
  '.github/codeowners',
  'codeowners',
  'docs/codeowners',
  '.github/compliance-audit.yml',
];

/** Whether a file decides what is checked. */
export function isControlPath(path: string, _file: AuditFile | null): boolean {
  return matchesPath(always, path.toLowerCase());
}
