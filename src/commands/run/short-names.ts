import { attestationsBeginning, getAttestation, getTrail, isNotThere, searchSha, trailsBeginning } from '../../client/index.ts';
import type { Beginning, Call } from '../../client/index.ts';
import type { AttestationRecord, ParamsOf, SearchResult, Trail } from '../../contract/index.ts';
import { limits, matches } from '../../contract/limits.ts';
import { type ResponseError, wrongUse } from '../../errors/index.ts';
import type { GateSubject, QuerySettings } from '../../options/index.ts';
import { ifThere } from './fault.ts';

/**
 * Tables show short names, and commands that only read accept them. A name that exists exactly as written always wins. Only when there is
 * none does the service look for the one that begins so. A SHA shows by its length that it is not whole.
 */

/** `undefined` where no trail begins so. @throws where several do. */
async function trailThatBegins(call: Call, flow: ParamsOf<'listTrails'>, begin: string): Promise<string | undefined> {
  if (!mayBeginTrail(begin)) return undefined;
  const where = `of flow ${flow.flow_name}`;
  return onlyOne(call, { begin, kind: 'trail', where }, await trailsBeginning(call, flow, begin));
}

/** A whole SHA may not, and a text with too few characters is always the whole name. */
function mayBeginTrail(name: string): boolean {
  return name.length >= limits.shortestPrefix && !matches('commitSha', name);
}

/** A trail by its name, or by the beginning of it. @throws {ResponseError} with status 404 where there is none. */
export async function trailNamed(call: Call, flow: ParamsOf<'listTrails'>, name: string): Promise<Trail> {
  try {
    return await getTrail(call, { ...flow, trail_name: name });
  } catch (error) {
    const full = isNotThere(error) ? await trailThatBegins(call, flow, name) : undefined;
    if (full === undefined) throw error;
    return await getTrail(call, { ...flow, trail_name: full });
  }
}

/** Takes the beginning of a name only where no trail has that name. */
export async function onTrailNamed<Item>(
  call: Call,
  flow: ParamsOf<'listTrails'>,
  name: string,
  read: (name: string) => Promise<Item>,
): Promise<Item> {
  try {
    return await read(name);
  } catch (error) {
    if (!isNotThere(error) || !mayBeginTrail(name)) throw error;
    const isTrail = (await ifThere(getTrail(call, { ...flow, trail_name: name }))) !== undefined;
    const full = isTrail ? undefined : await trailThatBegins(call, flow, name);
    if (full === undefined) throw error;
    return await read(full);
  }
}

/** Also of the beginning of an id. Empty where there is no such id. */
export async function recordsOfId(call: Call, org: string, id: string): Promise<readonly AttestationRecord[]> {
  const records = await getAttestation(call, { org }, id);
  const whole = records.length > 0 ? undefined : await attestationThatBegins(call, org, id);
  return whole === undefined ? records : await getAttestation(call, { org }, whole);
}

/** `undefined` where no id begins so. @throws where several do. */
async function attestationThatBegins(call: Call, org: string, begin: string): Promise<string | undefined> {
  if (!matches('idPrefix', begin) || matches('recordId', begin)) return undefined;
  const where = `in the organization ${org}`;
  return onlyOne(call, { begin, kind: 'attestation', where }, await attestationsBeginning(call, { org }, begin));
}

/**
 * The given one, or the only known one that begins so, of a commit or a fingerprint. @throws where there is none, or several. `otherwise`
 * looks for it where the search finds none.
 */
export async function wholeSha(
  call: Call,
  org: string,
  kind: 'commit' | 'fingerprint',
  sha: string,
  otherwise?: () => Promise<string | undefined>,
): Promise<string> {
  if (isWhole(kind, sha)) return sha;
  const where = `in the organization ${org}`;
  const found = await shasBeginning(call, org, kind, sha);
  const whole = (found.kind === 'found' ? onlyOne(call, { begin: sha, kind, where }, found) : undefined) ?? (await otherwise?.());
  if (whole !== undefined && isWhole(kind, whole)) return whole;
  const message =
    found.kind === 'found'
      ? `Nothing ${where} is about a ${kind} that begins with ${sha}`
      : `The service does not tell which ${kind} begins with ${sha}`;
  throw wrongUse(message, `Write all ${kind === 'commit' ? 40 : 64} hexadecimal digits`);
}

const mostShown = 10;

interface Wanted {
  readonly begin: string;
  readonly kind: 'trail' | 'attestation' | 'commit' | 'fingerprint';
  readonly where: string;
}

function onlyOne({ onNotice }: Call, { begin, kind, where }: Wanted, found: Beginning): string | undefined {
  if (found.kind === 'unsupported') {
    onNotice?.(`If ${begin} is the beginning of a longer name: this service does not find names by that, so write the full name`);
    return undefined;
  }
  const { names, total } = found;
  const [name] = names;
  if (name === undefined) return undefined;
  if (total === 1) {
    onNotice?.(`${begin} is the ${kind} ${name} ${where}`);
    return name;
  }
  const shown = names.slice(0, mostShown);
  const more = total > shown.length ? [`and ${total - shown.length} more`] : [];
  throw wrongUse(
    `${total} ${kind}s ${where} begin with ${begin}`,
    ['Write more of the one that is meant. The latest first, they are:', ...shown, ...more].join('\n'),
  );
}

async function shasBeginning(call: Call, org: string, kind: 'commit' | 'fingerprint', begin: string): Promise<Beginning> {
  let result: SearchResult;
  try {
    result = await searchSha(call, { org, search_value: begin });
  } catch (error) {
    if (!isNotThere(error)) throw error;
    return isAboutIt(error, begin) ? { kind: 'found', names: [], total: 0 } : { kind: 'unsupported' };
  }
  const to = result.resolved_to ?? undefined;
  if (to === undefined) return { kind: 'unsupported' };
  const listed = kind === 'commit' ? to.commits : to.fingerprints;
  const matching = listed?.matches ?? (to.type === kind && typeof to.full_match === 'string' ? [to.full_match] : []);
  const names = [...new Set(matching.map((sha) => sha.toLowerCase()))];
  const total = Math.max(names.length, listed?.count ?? 0);
  const isAnswer = names.every((sha) => sha.startsWith(begin) && isWhole(kind, sha)) && (names.length > 0 || total === 0);
  return isAnswer ? { kind: 'found', names, total } : { kind: 'unsupported' };
}

/** A service with the search names what it did not find. */
function isAboutIt({ isJson, serverMessage = '' }: ResponseError, begin: string): boolean {
  return isJson && serverMessage.toLowerCase().includes(begin);
}

function isWhole(kind: 'commit' | 'fingerprint', sha: string): boolean {
  return matches(kind === 'commit' ? 'commitSha' : 'fingerprint', sha);
}

export const shortNames = { withWholeSha, withLongerTrail, withWholeParameters };
export type ShortNames = Readonly<typeof shortNames>;

/** @throws where no SHA begins so, or several do. */
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

/** With the only trail whose name begins like the name of a missing one; `undefined` where there is none. */
async function withLongerTrail(call: Call, org: string, asked: GateSubject): Promise<GateSubject | undefined> {
  if (asked.subject !== 'trail' || asked.trail === undefined) return undefined;
  const trail = await trailThatBegins(call, { org, flow_name: asked.flow }, asked.trail);
  return trail === undefined ? undefined : { ...asked, trail };
}

/** Tables show the values of these parameters in short. */
const kinds: Readonly<Partial<Record<string, 'commit' | 'fingerprint' | 'trail' | 'attestation'>>> = {
  commit_list: 'commit',
  commit_sha: 'commit',
  fingerprint: 'fingerprint',
  trail: 'trail',
  trail_name: 'trail',
  attestation_id: 'attestation',
};

/** @throws where several begin so. If none does, the text stays, but a SHA throws. */
async function withWholeParameters(call: Call, org: string, asked: QuerySettings): Promise<QuerySettings> {
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
