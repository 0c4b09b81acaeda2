import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { initializeCA, initializeCTLog, initializeTLog, initializeTSA } from '@sigstore/mock';
import { signStatement, type Envelope } from '../../src/statement/index.ts';

/** A private instance of Sigstore in this process: `@sigstore/mock`, whose certificates are given the extensions of GitHub. */

const p256 = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const base64 = (bytes: ArrayBufferView): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

export const workflow = 'https://github.com/acme/shop/.github/workflows/gate.yml@refs/heads/main';
export const issuer = 'https://token.actions.githubusercontent.com';

export interface Certified {
  readonly identity: string;
  readonly issuer: string;
  readonly repository: string;
  readonly repositoryId: string;
  readonly commit: string;
}

export interface Witnesses {
  readonly log?: boolean;
  readonly stamp?: boolean;
  /** A proof that the certificate is in a log. */
  readonly proof?: boolean;
}

export interface Authority {
  /** A trusted root with what it names. */
  root(of: Witnesses): string;
  /** A bundle of a statement. */
  certify(statement: string, of: Certified, by: Witnesses, change?: Change): Promise<string>;
}

export interface Change {
  readonly extensions?: readonly { readonly oid: string; readonly value: string }[];
  readonly material?: object;
}

/**
 * Its time stands still at `at`, and its certificates begin while they are made, which takes over a second on a busy machine: by default it
 * is half a minute ahead. Whole seconds, because the package does not read a time stamp whose milliseconds end in a zero.
 */
export async function openAuthority(at = new Date(Math.ceil(Date.now() / 1000 + 30) * 1000)): Promise<Authority> {
  const keys = { ca: p256(), ct: p256(), log: p256(), stamp: p256() };
  const ctLog = await initializeCTLog(keys.ct, at);
  const ca = await initializeCA(keys.ca, ctLog, at);
  const bareCa = await initializeCA(keys.ca, undefined, at);
  const log = await initializeTLog('https://rekor.example', keys.log, at);
  const stamps = await initializeTSA(keys.stamp, at);
  const roots = [ca.rootCertificate, bareCa.rootCertificate].map(base64);
  const validFor = { start: '2020-01-01T00:00:00Z' };
  const logOf = (publicKey: Buffer) => ({
    baseUrl: 'https://rekor.example',
    hashAlgorithm: 'SHA2_256',
    publicKey: { rawBytes: publicKey.toString('base64'), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor },
    logId: { keyId: createHash('sha256').update(publicKey).digest('base64') },
  });
  const authority = (...certificates: readonly string[]) => ({
    subject: { organization: 'sigstore.mock', commonName: 'sigstore' },
    uri: 'https://fulcio.example',
    certChain: { certificates: certificates.map((rawBytes) => ({ rawBytes })) },
    validFor,
  });
  return {
    root: ({ log: hasLog, proof, stamp }) =>
      JSON.stringify({
        mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
        tlogs: hasLog === true ? [logOf(log.publicKey)] : [],
        certificateAuthorities: roots.map((root) => authority(root)),
        ctlogs: proof === true ? [logOf(ctLog.publicKey)] : [],
        timestampAuthorities: stamp === true ? [authority(base64(stamps.intCertificate), base64(stamps.rootCertificate))] : [],
      }),
    certify: async (statement, of, by, { extensions = [], material = {} } = {}) => {
      const { privateKey, publicKey } = p256();
      const oid = (last: number, value: string, more = {}) => ({ oid: `1.3.6.1.4.1.57264.1.${last}`, value, ...more });
      // Fulcio still writes them, in no form of ASN.1, and cosign compares them.
      const old = [oid(3, of.commit, { legacy: true }), oid(5, of.repository.replace('https://github.com/', ''), { legacy: true })];
      const certificate = await (by.proof === true ? ca : bareCa).issueCertificate({
        publicKey: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
        subjectAltName: of.identity,
        extensions: [...old, oid(8, of.issuer), oid(12, of.repository), oid(13, of.commit), oid(15, of.repositoryId), ...extensions],
      });
      const envelope = signStatement(statement, (bytes) => sign('sha256', bytes, privateKey));
      const signature = Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64');
      const token = by.stamp === true ? await stamps.timestamp(requestOf(signature)) : undefined;
      return JSON.stringify({
        mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
        verificationMaterial: {
          certificate: { rawBytes: base64(certificate) },
          ...(by.log === true ? { tlogEntries: [await entryOf(log, envelope, certificate)] } : {}),
          ...(token === undefined ? {} : { timestampVerificationData: { rfc3161Timestamps: [{ signedTimestamp: base64(token) }] } }),
          ...material,
        },
        dsseEnvelope: envelope,
      });
    },
  };
}

interface LogEntry {
  readonly body: string;
  readonly integratedTime: number;
  readonly logID: string;
  readonly logIndex: number;
  readonly verification: {
    readonly signedEntryTimestamp: string;
    readonly inclusionProof: Readonly<Record<'logIndex' | 'treeSize', number> & Record<'rootHash' | 'checkpoint', string>>;
  };
}

function requestOf(signature: Buffer) {
  return {
    artifactHash: createHash('sha256').update(signature).digest(),
    hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
    nonce: 1,
    policyOID: '1.3.6.1.4.1.57264.2',
    certReq: true,
  };
}

/** As Rekor keeps an `intoto` entry: in base64 once more, the signature and the certificate in PEM, which cosign compares. */
async function entryOf(
  log: Awaited<ReturnType<typeof initializeTLog>>,
  { payload, payloadType, signatures }: Envelope,
  certificate: ArrayBufferView,
) {
  const sha256 = (bytes: string | Buffer) => ({ algorithm: 'sha256', value: createHash('sha256').update(bytes).digest('hex') });
  const twice = (text: string): string => Buffer.from(text).toString('base64');
  const [signature] = signatures;
  const pem = `-----BEGIN CERTIFICATE-----\n${base64(certificate)}\n-----END CERTIFICATE-----\n`;
  const content = {
    envelope: { payloadType, signatures: [{ sig: twice(signature?.sig ?? ''), publicKey: twice(pem) }] },
    hash: sha256(JSON.stringify(signatures)),
    payloadHash: sha256(Buffer.from(payload, 'base64')),
  };
  // The types of the package lack those of another one.
  const made: Readonly<Record<string, LogEntry>> = JSON.parse(
    JSON.stringify(await log.log({ apiVersion: '0.0.2', kind: 'intoto', spec: { content } })),
  );
  const [entry] = Object.values(made);
  if (entry === undefined) throw new Error('the log took nothing');
  const { inclusionProof: proof, signedEntryTimestamp } = entry.verification;
  return {
    logIndex: String(entry.logIndex),
    logId: { keyId: Buffer.from(entry.logID, 'hex').toString('base64') },
    kindVersion: { kind: 'intoto', version: '0.0.2' },
    integratedTime: String(entry.integratedTime),
    inclusionPromise: { signedEntryTimestamp },
    inclusionProof: {
      logIndex: String(proof.logIndex),
      rootHash: Buffer.from(proof.rootHash, 'hex').toString('base64'),
      treeSize: String(proof.treeSize),
      hashes: [],
      checkpoint: { envelope: proof.checkpoint },
    },
    canonicalizedBody: entry.body,
  };
}
