import type { Call } from '../../client/index.ts';
import type { GateSubject } from '../../options/index.ts';
import { trailThatBegins, wholeSha } from './short-names.ts';
import { withWholeParameters } from './short-query.ts';

/** Finds the full names for short ones, for a command that only reads. */
export const shortNames = { withWholeSha, withLongerTrail, withWholeParameters };
export type ShortNames = Readonly<typeof shortNames>;

/** The same subject with a whole SHA for the commit or the artifact. Throws where no SHA begins so, or several do. */
async function withWholeSha(call: Call, org: string, asked: GateSubject): Promise<GateSubject> {
  if (asked.subject === 'artifact') {
    const { artifact } = asked;
    if (artifact.kind === 'path') return asked;
    return { ...asked, artifact: { ...artifact, fingerprint: await wholeSha(call, org, 'fingerprint', artifact.fingerprint) } };
  }
  const { commit, flow } = asked;
  if (commit === undefined) return asked;
  // A search knows the commits of evidence. A trail without evidence may still be named after its commit.
  const ofTrail = () => (flow === undefined ? Promise.resolve(undefined) : trailThatBegins(call, { org, flow_name: flow }, commit));
  return { ...asked, commit: await wholeSha(call, org, 'commit', commit, ofTrail) };
}

/** The subject with the only trail whose name begins like the name of a trail that does not exist; `undefined` where there is none. */
async function withLongerTrail(call: Call, org: string, asked: GateSubject): Promise<GateSubject | undefined> {
  if (asked.subject !== 'trail' || asked.trail === undefined) return undefined;
  const trail = await trailThatBegins(call, { org, flow_name: asked.flow }, asked.trail);
  return trail === undefined ? undefined : { ...asked, trail };
}
