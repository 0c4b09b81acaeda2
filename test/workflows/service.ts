import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isAttestationRecord } from '../../src/contract/checks/attestations.gen.ts';
import type { AttestationRecord } from '../../src/contract/index.ts';
import { startIssuer, type Issuer } from '../support/issuer.ts';

const bin = join(import.meta.dirname, '../../lib/cli/bin.js');

/** The embedded service, started and asked as a user would: by the command line and over HTTP. */
export interface Service {
  /** The address, with `/api/v2`. */
  readonly baseUrl: string;
  /** An administrator's. */
  readonly token: string;
  /** Makes a token as the pages say: of a recorder, which is narrowed to these flows. */
  recorder(flows: readonly string[]): string;
  /** Gives ID tokens to jobs. Rules let in pushes to `main` of the repository 4711, and its pull requests to read. */
  readonly issuer: Issuer;
  /** Makes the flow demand these attestations of its trails. */
  demand(...names: readonly string[]): void;
  /** Applies a flow file. */
  apply(text: string): void;
  /** The records that the service holds of a commit, oldest first. */
  recordsOf(sha: string): Promise<readonly AttestationRecord[]>;
  close(): Promise<void>;
}

export async function openService(folder: string): Promise<Service> {
  const data = join(folder, 'data');
  const cli = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [bin, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
  const place = ['--data', data, '--org', 'acme'];
  const token = cli('token', 'create', '--init', ...place, '--user', 'ada', '--role', 'admin');
  const child = spawn(process.execPath, [bin, 'serve', '--data', data, '--port', '0', '--oidc-http-loopback'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const baseUrl = await Promise.race([ready(createInterface({ input: child.stdout })), ended.then(() => undefined)]);
  if (baseUrl === undefined) throw new Error('The service ended before it was ready.');
  const issuer = await startIssuer();
  const from = ['--issuer', issuer.url, '--audience', new URL(baseUrl).origin, '--repository', 'acme/app', '--repository-id', '4711'];
  const rule = (...args: readonly string[]): string => cli('oidc-rule', 'add', ...place, ...from, ...args);
  rule('--role', 'member', '--ref', 'refs/heads/main');
  rule('--role', 'reader', '--event', 'pull_request');
  const apply = (text: string): void => {
    const file = join(folder, 'flow.yml');
    writeFileSync(file, text);
    cli('flow', 'apply', file, '--base-url', baseUrl, '--api-token', token, '--org', 'acme');
  };
  const demand = (...names: readonly string[]): void => {
    const attestations = names.map((name) => ({ name, type: 'junit' }));
    apply(JSON.stringify({ name: 'checkout-service', template: { version: 1, trail: { attestations } } }));
  };
  // The same for each lane, whatever it plays first: somebody made the flow of most recipes, and another team has a template.
  demand();
  apply(JSON.stringify({ name: 'billing', template: { version: 1, trail: { attestations: [{ name: 'unit-tests', type: 'junit' }] } } }));
  return {
    baseUrl,
    token,
    recorder: (flows) =>
      cli('token', 'create', ...place, '--user', 'ci', '--role', 'recorder', ...flows.flatMap((flow) => ['--flow', flow])),
    issuer,
    demand,
    apply,
    async recordsOf(sha) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${baseUrl}/attestations/acme?commit_list=${sha}`, { headers });
      const answer: Readonly<Record<string, readonly unknown[]>> = JSON.parse(await response.text());
      const records = answer[sha];
      if (response.status !== 200 || records === undefined || !records.every((record) => isAttestationRecord(record)))
        throw new Error(`The service answered ${response.status}: ${JSON.stringify(answer)}`);
      return records;
    },
    async close() {
      child.kill('SIGTERM');
      await Promise.all([ended, issuer.close()]);
    },
  };
}

/** The base URL, which the first line of `serve` says. */
async function ready(lines: AsyncIterable<string>): Promise<string | undefined> {
  for await (const line of lines) return /http:\S+/.exec(line)?.[0];
  return undefined;
}
