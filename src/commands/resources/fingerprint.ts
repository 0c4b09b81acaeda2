import { resolve } from 'node:path';
import { fingerprintOf } from '../../files/index.ts';
import { kindKey, runKey, singleFile, treeKey, type ArtifactQuestion } from '../../gate/index.ts';
import type { ArtifactSettings } from '../../options/index.ts';
import { count, list } from '../../text/index.ts';
import type { RunContext } from '../run/context.ts';

/** The fingerprint of an artifact, and the tree that tells its directory from others with that fingerprint. */
export type Identity = Pick<ArtifactQuestion, 'fingerprint' | 'tree'>;

/** Finds both, and reports the parts of a directory that do not count. */
export async function identityOf(artifact: ArtifactSettings, { interrupt, report, workspace }: RunContext): Promise<Identity> {
  if (artifact.kind === 'fingerprint') {
    const { fingerprint, listedAs } = artifact;
    if (listedAs !== undefined)
      report({ kind: 'info', message: `An earlier step of this job declared the artifact ${listedAs}; its fingerprint is ${fingerprint}` });
    return { fingerprint };
  }
  const { exclude, path } = artifact;
  const found = await fingerprintOf(resolve(workspace, path), { exclude, withTree: true, signal: interrupt });
  const { entries, ignored, kind, sha256, tree = null } = found;
  const without = [...exclude, ...ignored];
  const left = without.length === 0 ? '' : `, without ${list(without)}`;
  report({ kind: 'info', message: `The fingerprint of the ${kind} ${path} is ${sha256} (${count(entries, 'entry', 'entries')}${left})` });
  return { fingerprint: sha256, tree };
}

/** The part of `user_data` that says which directory it is, or that it is a single file. */
export function treeData({ tree }: Identity): Readonly<Record<string, unknown>> {
  if (tree === undefined) return {};
  return { [runKey]: tree === null ? { [kindKey]: singleFile } : { [treeKey]: tree } };
}
