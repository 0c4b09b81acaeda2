import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AttestationRecord } from '../../src/contract/index.ts';
import { startFaultServer, type Fault, type FaultServer, type RecordedRequest } from '../support/fault-server.ts';
import { runAction, type ActionRun, type RunOptions } from '../support/runner/index.ts';
import type { Stage } from './stage.ts';
import { green, type Files, type Workspaces } from './workspace.ts';

/** One run of the action, as a job of the pipeline would have it. */
export interface Run extends Partial<Omit<RunOptions, 'workspace'>> {
  /** Files of the workspace; one green results file when left out. */
  readonly files?: Files;
  /** Whether the workspace is a checkout, and its commit. It is the event's commit when left out. */
  readonly checkout?: boolean;
  readonly at?: string;
}

/** A fault in front of the service: what happens to each request, `n` counted from 1. */
export type Script = (request: RecordedRequest, n: number) => Fault | Promise<Fault>;

/** The stage of a scenario: its own flow on the common stage. */
export interface Play {
  readonly stage: Stage;
  readonly flow: string;
  /** The commit that the event is about, and so the trail. */
  readonly sha: string;
  readonly workspaces: Workspaces;
  /** Runs the action from the real manifest, with the inputs of the README, changed by `run`. */
  run(run?: Run): Promise<ActionRun>;
  /** A server that stands in front of the service. */
  faulty(script: Script): Promise<FaultServer>;
  /** The records that one run has made, as the service holds them now. */
  recordsOf(run: ActionRun): Promise<readonly AttestationRecord[]>;
  /** Waits until the service holds a record of this name in the play's flow. */
  untilRecorded(name: string): Promise<void>;
  close(): Promise<void>;
}

export function openPlay(stage: Stage, workspaces: Workspaces, flow: string): Play {
  const tags = new WeakMap<ActionRun, string>();
  const servers: FaultServer[] = [];
  const { sha } = workspaces;
  const ofFlow = async (): Promise<readonly AttestationRecord[]> =>
    (await stage.records()).filter((record) => (record.flow_name ?? '') === flow);

  return {
    stage,
    flow,
    sha,
    workspaces,
    async run({ files = { 'build/unit.xml': green }, checkout = true, at, inputs = {}, contexts = {}, event, ...options } = {}) {
      // Every run marks its record, so that it can be told from those of other runs, whatever its answer was.
      const tag = randomUUID();
      const workspace = await workspaces.make(files, { checkout, ...(at === undefined ? {} : { at }) });
      const run = await runAction({
        ...options,
        workspace,
        event: event ?? { name: 'push', payload: { ref: 'refs/heads/main', after: sha } },
        contexts: { ...contexts, github: { sha, ...contexts.github } },
        inputs: {
          'base-url': stage.baseUrl,
          'api-token': stage.tokens.member,
          org: 'acme',
          flow,
          ...(inputs['command'] === 'gate'
            ? {}
            : { 'attestation-name': 'unit', 'junit-paths': 'build/*.xml', 'user-data': JSON.stringify({ play: tag }) }),
          ...inputs,
        },
      });
      tags.set(run, tag);
      return run;
    },
    async faulty(script) {
      const server = await startFaultServer({ target: stage.baseUrl, script });
      servers.push(server);
      return server;
    },
    async recordsOf(run) {
      const tag = tags.get(run);
      return (await stage.records()).filter(
        ({ user_data: data }) => typeof data === 'object' && data !== null && Reflect.get(data, 'play') === tag,
      );
    },
    async untilRecorded(name) {
      while (!(await ofFlow()).some((record) => record.attestation_name === name)) await delay(50);
    },
    async close() {
      for (const server of servers) await server.close();
    },
  };
}

/** Inputs that name a service of this machine by an address that is not loopback: links to its pages are shown. */
export function elsewhere(baseUrl: string): Readonly<Record<string, string>> {
  return { 'base-url': baseUrl.replace('127.0.0.1', '0.0.0.0'), 'allow-insecure-http': 'true' };
}

/** Whether a request is the one that records evidence. */
export function isPost({ method }: RecordedRequest): boolean {
  return method === 'POST';
}

/** Whether a request asks for one trail. */
export function asksForTrail({ method, url }: RecordedRequest): boolean {
  return method === 'GET' && /\/trails\/acme\/[^/?]+\/[^/?]+$/.test(url);
}

/** Whether a request asks for the records of a name (operation 2). */
export function asksForRecords({ method, url }: RecordedRequest): boolean {
  return method === 'GET' && url.includes('/attestations/acme?');
}

/** Passes a request on to the service and changes its JSON answer. The status stays. */
export async function rewritten(stage: Stage, request: RecordedRequest, change: (answer: unknown) => unknown): Promise<Fault> {
  const headers = new Headers();
  for (const name of ['authorization', 'content-type', 'idempotency-key']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const response = await fetch(new URL(request.url, stage.baseUrl), {
    method: request.method,
    headers,
    ...(request.body.length === 0 ? {} : { body: new Uint8Array(request.body) }),
  });
  const body = JSON.stringify(change(await response.json()));
  return {
    kind: 'answer',
    answer: { status: response.status, headers: ['content-type', 'application/json'], body: Buffer.from(body) },
  };
}
