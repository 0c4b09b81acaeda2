import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { downloadEvidence } from '../../client/index.ts';
import { UsageError } from '../../errors/index.ts';
import { argument, downloadOptions, shortIdOption, uses } from '../../options/index.ts';
import { lookupCommand } from './resource-command.ts';
import type { Saved } from '../run/result.ts';
import { recordsOfId } from './short-names.ts';

export const attestationDownloadCommand = lookupCommand({
  name: 'attestation download',
  summary: 'Save the file that is attached to a record of evidence.',
  examples: ['compliance-evidence attestation download 19ab3c4d-5e6f-7081-92a3-b4c5d6e7 --org acme --output evidence.tgz'],
  options: [argument(shortIdOption), ...uses(downloadOptions)],
  fields: (read) => ({ id: () => read.required('id'), output: () => read.text('output'), force: () => read.flag('force') }),
  async run(call, { force, id, org, output }, context): Promise<Saved> {
    const [record] = await recordsOfId(call, org, id);
    const { flow_name: flow, trail_name: trail } = record ?? {};
    if (record === undefined || typeof flow !== 'string' || typeof trail !== 'string') {
      throw new UsageError('invalid-input', `There is no attestation ${id} on a trail of the organization ${org}`, {
        fix: 'Check the id: `trail get` shows those of a trail',
      });
    }
    const params = { org, flow_name: flow, trail_name: trail, attestation_id: record.attestation_id };
    const { content, name } = await downloadEvidence(call, params);
    const path = resolve(context.workspace, output ?? safeName(name, `${record.attestation_name}-${record.attestation_id}`));
    save(path, content, force);
    return { kind: 'saved', path, bytes: content.length };
  },
});

/** Names that Windows takes for a device, whatever follows the dot. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\s*(?:\.|$))/i;

/** The file name for somebody else's name: no path, no device, no hidden file, nothing that a shell reads as an option. */
function safeName(name: string | undefined, otherwise: string): string {
  const last = basename((name ?? '').replaceAll('\\', '/'));
  const safe = last
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^[.\s-]+/, '')
    .slice(0, 200)
    .replace(device, '_$&')
    .replace(/[. ]+$/, '');
  return safe === '' ? otherwise.replace(/[^A-Za-z0-9._-]/g, '_') : safe;
}

/** Written whole or not at all. An existing file stays, unless it may be replaced. */
function save(path: string, content: Buffer, force: boolean): void {
  const part = join(dirname(path), `.${randomUUID()}.part`);
  try {
    writeFileSync(part, content, { flag: 'wx' });
    if (force) renameSync(part, path);
    else linkSync(part, path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new UsageError('conflicting-inputs', `${path} is there already`, {
        cause: error,
        fix: 'Choose another output, or add --force to replace it',
      });
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError('invalid-input', `${path} could not be written: ${why}`, {
      cause: error,
      fix: 'Choose an output in a folder that can be written to',
    });
  } finally {
    rmSync(part, { force: true });
  }
}
