import type { Call } from '../../client/index.ts';
import type { GateSubject, QuerySettings } from '../../options/index.ts';
import { trailThatBegins, wholeSha, attestationThatBegins, trailNamed } from './short-names.ts';
import { ifThere } from '../run/fault.ts';

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

/** The kind of thing that a parameter names, for parameters whose values tables show in short. */
const kinds: Readonly<Partial<Record<string, 'commit' | 'fingerprint' | 'trail' | 'attestation'>>> = {
  commit_list: 'commit',
  commit_sha: 'commit',
  fingerprint: 'fingerprint',
  trail: 'trail',
  trail_name: 'trail',
  attestation_id: 'attestation',
};

/** The same question with full names for short ones. Throws where several begin so. If none does, the text stays, but a SHA throws. */
export async function withWholeParameters(call: Call, org: string, asked: QuerySettings): Promise<QuerySettings> {
  // This operation accepts the beginning of a fingerprint itself, and several matches.
  if (asked.operation === 'attestationsOfArtifact') return asked;
  const flow = asked.path.find(([key]) => key === 'flow_name')?.[1];

  async function whole(key: string, value: string): Promise<string> {
    const kind = kinds[key];
    if (kind === undefined || !/^[a-f0-9]{7}[a-f0-9-]*$/.test(value)) return value;
    switch (kind) {
      case 'commit':
      case 'fingerprint':
        return await wholeSha(call, org, kind, value);
      case 'attestation':
        return (await attestationThatBegins(call, org, value)) ?? value;
      case 'trail':
        return flow === undefined || value.length >= 40
          ? value
          : ((await ifThere(trailNamed(call, { org, flow_name: flow }, value)))?.name ?? value);
    }
  }

  const path: (readonly [string, string])[] = [];
  for (const [key, value] of asked.path) path.push([key, await whole(key, value)]);
  const query: Record<string, readonly string[]> = {};
  for (const [key, values] of Object.entries(asked.query)) {
    const named: string[] = [];
    for (const value of values) named.push(await whole(key, value));
    query[key] = named;
  }
  return { ...asked, path, query };
}
