import {
  findAttestations,
  openTransport,
  startDeadline,
  type Attachment,
  type Call,
  type Deadline,
  type Submission,
  type TransportOptions,
} from '../../src/client/index.ts';
import type { AttestationRecord, JunitAttestation } from '../../src/contract/index.ts';
import { parseBaseUrl } from '../../src/options/service.ts';
import { startFaultServer, type Fault, type FaultServer, type RecordedRequest } from '../support/fault-server.ts';

export const token = 'a-token-of-32-characters-for-test';
export const sha = 'c0ffee0000000000000000000000000000000001';
export const shop = { org: 'acme', flow_name: 'shop', trail_name: sha } as const;

export const attestation: JunitAttestation = {
  attestation_name: 'unit',
  junit_results: [{ name: 'größe ✓', failures: 0, errors: 0, skipped: 0, total: 3, duration: 0.5 }],
};

/** A trail in the contract. */
export function trailNamed(name: string, facts: object = {}): object {
  return { name, compliance_status: { status: 'COMPLIANT', is_compliant: true, attestations_statuses: [] }, ...facts };
}

/** Calls with short waits between their tries, and the messages about them. */
export interface TestClient {
  readonly call: Call;
  readonly notices: readonly string[];
}

type TestOptions = Partial<TransportOptions> & { readonly deadline?: Deadline };

const open: (() => Promise<void>)[] = [];

/** A client of a server at `url`. `closeAll` closes it. */
export function clientOf(url: string, options: TestOptions = {}): TestClient {
  const notices: string[] = [];
  const onNotice = (sentence: string): unknown => notices.push(sentence);
  const { deadline = startDeadline(20_000), ...others } = options;
  const transport = openTransport({
    baseUrl: parseBaseUrl(url, { allowInsecureHttp: true }),
    token,
    userAgent: 'compliance-evidence/test',
    network: {},
    retry: { attempts: 3, first: 2, longest: 4, random: () => 0.5 },
    onNotice,
    ...others,
  });
  open.push(async () => transport.close());
  return { call: { transport, deadline, onNotice }, notices };
}

/** A loopback server that answers by script, and a client of it. */
export async function serve(
  script: (request: RecordedRequest, n: number) => Fault | Promise<Fault>,
  options: TestOptions = {},
): Promise<TestClient & { readonly server: FaultServer }> {
  const server = await startFaultServer({ script });
  open.push(() => server.close());
  return { server, ...clientOf(server.url, options) };
}

/** The records of one name at one commit. */
export async function recordsOfUnit(call: Call): Promise<readonly AttestationRecord[]> {
  const found = await findAttestations(call, { org: 'acme' }, { flow_name: 'shop', commit_list: [sha], attestation_name: ['unit'] });
  const records = found.get(sha);
  if (records === undefined) throw new Error('a commit that was asked for is not in the answer');
  return records;
}

/** The attestation of this room's tests, ready to be sent to the shop. */
export function submissionOf(key: string, attachment?: Attachment): Submission {
  return { to: shop, data: attestation, key, attachment };
}

/** Call this after each test. */
export async function closeAll(): Promise<void> {
  for (const close of open.splice(0)) await close();
}

/** The error of something that must fail. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`this was to fail, but gave ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}
