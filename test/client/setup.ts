import { EvidenceClient, parseBaseUrl, startDeadline, type ClientOptions } from '../../src/client/index.ts';
import type { JunitAttestation } from '../../src/contract/index.ts';
import { startFaultServer, type Fault, type FaultServer, type RecordedRequest } from '../support/fault-server.ts';

export const token = 'a-token-of-32-characters-for-test';
export const sha = 'c0ffee0000000000000000000000000000000001';
export const shop = { org: 'acme', flow: 'shop', trail: sha } as const;

export const attestation: JunitAttestation = {
  attestation_name: 'unit',
  junit_results: [{ name: 'größe ✓', failures: 0, errors: 0, skipped: 0, total: 3, duration: 0.5 }],
};

/** A trail in the contract. */
export function trailNamed(name: string, facts: object = {}): object {
  return { name, compliance_status: { status: 'COMPLIANT', is_compliant: true, attestations_statuses: [] }, ...facts };
}

/** A client with short waits, and what it said. */
export interface TestClient {
  readonly client: EvidenceClient;
  readonly notices: readonly string[];
}

const open: (() => Promise<void>)[] = [];

/** A client of a server at `url`; closed by `closeAll`. */
export function clientOf(url: string, options: Partial<ClientOptions> = {}): TestClient {
  const notices: string[] = [];
  const client = new EvidenceClient({
    baseUrl: parseBaseUrl(url, { allowInsecureHttp: true }),
    token,
    userAgent: 'compliance-evidence/test',
    deadline: startDeadline(20_000),
    network: {},
    retry: { attempts: 3, first: 2, longest: 4, random: () => 0.5 },
    onNotice: (sentence) => notices.push(sentence),
    ...options,
  });
  open.push(async () => client.close());
  return { client, notices };
}

/** A loopback server that answers by script, and a client of it. */
export async function serve(
  script: (request: RecordedRequest, n: number) => Fault | Promise<Fault>,
  options: Partial<ClientOptions> = {},
): Promise<TestClient & { readonly server: FaultServer }> {
  const server = await startFaultServer({ script });
  open.push(() => server.close());
  return { server, ...clientOf(server.url, options) };
}

/** To be called after each test. */
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
