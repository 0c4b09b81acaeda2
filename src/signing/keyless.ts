import { bundleFromJSON } from '@sigstore/bundle';
import { ASN1Obj } from '@sigstore/core';
import { TrustedRoot } from '@sigstore/protobuf-specs';
import { Verifier, VerificationError, toSignedEntity, toTrustMaterial, type SignedEntity, type Signer } from '@sigstore/verify';
import { EvidenceError, wrongUse } from '../errors/index.ts';
import { isSameRepository } from '../statement/index.ts';
import { oneLine, orNothing, parseJson, recordOf, valueAt } from '../text/index.ts';

/** Named as the options that demand them. https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md */
const extensions = {
  /** The whole address of the workflow that signed, with its ref, also where a workflow of another repository called it. */
  identity: '2.5.29.17',
  issuer: '1.3.6.1.4.1.57264.1.8',
  /** The page of the repository in which the run was. */
  repository: '1.3.6.1.4.1.57264.1.12',
  'repository-id': '1.3.6.1.4.1.57264.1.15',
  'source-digest': '1.3.6.1.4.1.57264.1.13',
} as const;
const factNames = ['identity', 'issuer', 'repository', 'repository-id', 'source-digest'] as const;
type FactName = (typeof factNames)[number];

export interface CertifiedSigner {
  /** `undefined`: the certificate does not say it, or more than once. */
  readonly facts: Readonly<Record<FactName, string | undefined>>;
  /** When a time stamp authority or a log first saw the signature, in Unix seconds. */
  readonly seen: number;
}

/** @throws {UsageError} where the text is no trusted roots: one of JSON, or one a line. */
export function readTrustedRoots(text: string): readonly TrustedRoot[] {
  const lines = parseJson(text) === undefined ? text.split('\n').filter((line) => line.trim() !== '') : [text];
  const roots = lines.flatMap((line) => orNothing(() => TrustedRoot.fromJSON(JSON.parse(line))) ?? []);
  const isWhole = (root: TrustedRoot) => root.certificateAuthorities.length > 0 && orNothing(() => toTrustMaterial(root)) !== undefined;
  if (roots.length > 0 && roots.length === lines.length && roots.every(isWhole)) return roots;
  const fix = 'Write it on a machine with a network: gh attestation trusted-root > trusted_root.jsonl';
  throw wrongUse('The file of --trusted-root has something else than trusted roots of Sigstore', fix);
}

/**
 * By the first of the roots that finds the certificate, its signature and its time good, else why none does. A root that names logs demands an
 * entry in one, and logs of certificates likewise; each demands a time. Whether it is the right signer is not judged here.
 * @throws {EvidenceError} where the bundle is broken
 */
export function certifiedSigner(file: string, bundle: unknown, roots: readonly TrustedRoot[]): CertifiedSigner | string {
  let entity: SignedEntity;
  try {
    // The time that it takes grows with its square.
    if (JSON.stringify(valueAt(bundle, 'verificationMaterial')).length > 32_768) throw new Error('its material is too long');
    entity = toSignedEntity(bundleFromJSON(bundle));
  } catch (cause) {
    const fix = 'Take it again from who made it';
    throw new EvidenceError('broken-file', `${oneLine(file, 200)}: The bundle cannot be read: ${oneLine(String(cause), 200)}`, {
      cause,
      fix,
    });
  }
  const refusals = new Set<string>();
  for (const root of roots) {
    const [tlogThreshold = 1, ctlogThreshold = 1] = [root.tlogs, root.ctlogs].map(({ length }) => Math.min(length, 1));
    try {
      const verifier = new Verifier(toTrustMaterial(root), { tlogThreshold, ctlogThreshold, timestampThreshold: 1 });
      return { facts: factsOf(verifier.verify(entity)), seen: firstSeen(entity) };
    } catch (error) {
      refusals.add(error instanceof VerificationError ? error.message : 'its material is broken');
    }
  }
  return oneLine([...refusals].join('; '), 300);
}

/** All were found good by then. A log tells a time only where it promised the entry. */
function firstSeen({ timestamps }: SignedEntity): number {
  const moments = timestamps.flatMap((one) => {
    if (one.$case === 'timestamp-authority') return [one.timestamp.signingTime.getTime() / 1000];
    return one.tlogEntry.inclusionPromise === undefined ? [] : [Number(one.tlogEntry.integratedTime)];
  });
  return Math.min(...moments);
}

function factsOf({ identity: { oids = [] } = {} }: Signer): CertifiedSigner['facts'] {
  return recordOf(factNames, (name) => {
    const [found, ...others] = oids.filter(({ oid }) => oid?.id.join('.') === extensions[name]);
    if (found === undefined || others.length > 0) return undefined;
    const { subs, value } = ASN1Obj.parseBuffer(Buffer.from(found.value));
    const [first = { tag: undefined, value }, ...more] = subs;
    // With two names, nobody says which one it is. The number of an address is 6.
    if (more.length > 0 || (name === 'identity') !== (first.tag?.isContextSpecific(6) === true)) return undefined;
    // The package itself reads them as ASCII with seven bits, which makes letters of other characters.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(first.value);
  });
}

type DemandedFacts = CertifiedSigner['facts'] & Readonly<Record<Exclude<FactName, 'repository-id'>, string>>;

/** A sentence, without its full stop, for each demand that the signer does not meet. Only the id need not be demanded. */
export function objectionsToSigner({ facts }: CertifiedSigner, wanted: DemandedFacts): readonly string[] {
  return factNames.flatMap((name) => {
    const [found = 'not there', demanded = found] = [facts[name], wanted[name]];
    return isFact(name, found, demanded) ? [] : [`The ${name} of the certificate is ${oneLine(found, 300)}, and not ${demanded}`];
  });
}

function isFact(name: FactName, found: string, demanded: string): boolean {
  if (name === 'repository') return isSameRepository(found, demanded);
  if (name !== 'identity' || !demanded.endsWith('/*')) return found === demanded;
  const begin = demanded.slice(0, -1);
  // The name of a file may hold an @ too: the ref could begin after the star.
  return found.startsWith(begin) && !found.slice(begin.length).includes('@');
}
