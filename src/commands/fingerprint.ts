import { resolve } from 'node:path';
import { fingerprintOf } from '../files/index.ts';
import type { ArtifactSettings } from '../options/index.ts';
import { count, list } from '../text/index.ts';
import type { RunContext } from './context.ts';

/** The fingerprint of an artifact; says what of a directory does not count. */
export async function fingerprintFor(artifact: ArtifactSettings, { interrupt, report, workspace }: RunContext): Promise<string> {
  if (artifact.kind === 'fingerprint') {
    const { fingerprint, listedAs } = artifact;
    if (listedAs !== undefined)
      report({ kind: 'info', message: `An earlier step of this job declared the artifact ${listedAs}; its fingerprint is ${fingerprint}` });
    return fingerprint;
  }
  const { exclude, path } = artifact;
  const { entries, ignored, kind, sha256 } = await fingerprintOf(resolve(workspace, path), { exclude, signal: interrupt });
  const without = [...exclude, ...ignored];
  const left = without.length === 0 ? '' : `, without ${list(without)}`;
  report({ kind: 'info', message: `The fingerprint of the ${kind} ${path} is ${sha256} (${count(entries, 'entry', 'entries')}${left})` });
  return sha256;
}
