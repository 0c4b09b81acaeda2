import { docsPage } from '../../../text/index.ts';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../../errors/index.ts';
import type { RunContext } from '../../run/context.ts';
import { textOfFile } from './files.ts';
import type { OrganizationParts } from './parts.ts';

const usualFile = '.github/compliance-audit-organization.yml';
const largest = 256 * 1024;

/** Which repositories are left out, and the digest of the file that says so; null where there is none. */
export interface Exclusions {
  readonly digest: string | null;
  readonly exclusionOf: ReturnType<OrganizationParts['exclusionIn']>;
}

/** Reads the file of exclusions: the one that was named, else the usual one where it exists. An entry that is over leaves nothing out. */
export async function exclusionsOf(
  named: string | undefined,
  at: string,
  { directory, report }: Pick<RunContext, 'directory' | 'report'>,
  { exclusionIn, inForce, readExclusions }: OrganizationParts,
): Promise<Exclusions> {
  const path = resolve(directory, named ?? usualFile);
  if (named === undefined && !existsSync(path)) return { digest: null, exclusionOf: exclusionIn([]) };
  const text = await textOfFile(path, 'exclusions', largest);
  const read = readExclusions(text, named ?? usualFile);
  if ('fault' in read)
    throw new UsageError('invalid-input', read.fault, {
      fix: `Correct the file: ${docsPage('audit-organization.md')} shows how it is written`,
    });
  const { active, over } = inForce(read.file, at);
  for (const { repositories, until } of over)
    report({ kind: 'warning', message: `An exclusion ended on ${until}, and leaves nothing out any more: ${repositories.join(', ')}` });
  return { digest: createHash('sha256').update(text).digest('hex'), exclusionOf: exclusionIn(active) };
}
