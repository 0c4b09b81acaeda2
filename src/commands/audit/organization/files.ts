import { UsageError } from '../../../errors/index.ts';
import { readRegularFile } from '../../../files/index.ts';
import { bytes, decodeText } from '../../../text/index.ts';
import type { OrganizationPlan } from '../../../audit/index.ts';
import { version } from '../../../text/index.ts';

/** The text of a file of at most so many bytes. `option` names it in the error. */
export async function textOfFile(path: string, option: string, largest: number): Promise<string> {
  const file = await readRegularFile(path, largest);
  if (Buffer.isBuffer(file)) return decodeText(file);
  const why =
    file.kind === 'unreadable' ? file.code : file.kind === 'too-large' ? `it is larger than ${bytes(largest)}` : 'it is no regular file';
  throw new UsageError('invalid-input', `The file of ${option}, ${JSON.stringify(path)}, cannot be read: ${why}`, {
    fix: 'Name the file that this program wrote',
  });
}

/** Another version may find other things, so that the parts of one audit would not fit together. */
export function refuseOtherVersion({ tool }: Pick<OrganizationPlan, 'tool'>): void {
  if (tool.version !== version)
    throw new UsageError('invalid-input', `The plan is of version ${tool.version} of this program, and this is ${version}`, {
      fix: 'Use one version for the plan, its parts and the merge',
    });
}
