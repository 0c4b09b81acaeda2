import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contextOf, run, type Event, type Judged, type Recorded, type Result, type Stopped } from '../../src/commands/index.ts';
import type { RawOptions } from '../../src/options/index.ts';
import { createToken, startService, type RunningService } from '../../src/service/index.ts';
import type { Clock } from '../../src/client/index.ts';
import { commandNamed, type CommandName } from '../support/commands.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { fault, startFaultServer, type Fault, type FaultServer, type RecordedRequest } from '../support/fault-server.ts';
import { commit, makeRepository, removeRepositories } from '../support/git.ts';

/** The real service with an organization, and all that a run against it needs. */
export interface Stage {
  readonly url: string;
  readonly token: string;
  /** All requests, and the posts among them. */
  readonly server: FaultServer;
  /** The fault for each request from now on. It is the service's own answer unless said otherwise. */
  script: (request: RecordedRequest, n: number) => Fault | Promise<Fault>;
  /** The service's own answer to a request, to be changed. */
  answerOf(request: RecordedRequest): Promise<{ readonly status: number; readonly body: unknown }>;
  /** A flow whose template demands these attestations. */
  flow(name: string, demanded: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'evidence-stage-'));
  const service: RunningService = await startService({ host: '127.0.0.1', port: 0, dataDir });
  const token = await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin' });
  const server = await startFaultServer({ target: service.url, script: (request, n) => stage.script(request, n) });
  const stage: Stage = {
    url: server.url,
    token,
    server,
    script: fault.pass,
    async answerOf({ body, headers, method, url }) {
      const sent: [string, string][] = Object.entries(headers).flatMap(([name, value]) =>
        typeof value === 'string' && !hop.has(name) ? [[name, value]] : [],
      );
      const answer = await fetch(`${service.url}${url}`, {
        method,
        headers: sent,
        ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
    async flow(name, demanded) {
      const form = new FormData();
      form.set('data_json', JSON.stringify({ name }));
      const attestations = demanded.map((one) => ({ name: one, type: 'junit' }));
      form.set('template_file', new Blob([JSON.stringify({ version: 1, trail: { attestations } })]), 'template.yml');
      const answer = await fetch(`${service.url}/api/v2/flows/acme/template_file`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async close() {
      await server.close();
      await service.close();
      rmSync(dataDir, { recursive: true });
      removeRepositories();
    },
  };
  return stage;
}

const hop = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/** A checkout with a commit and test results in it. */
export interface Checkout {
  readonly path: string;
  readonly sha: string;
  /** Writes a file below the workspace. */
  write(name: string, content: string | Uint8Array): void;
}

let made = 0;

export function checkout(): Checkout {
  const path = makeRepository({ origin: 'https://github.com/acme/shop.git' });
  made += 1;
  const sha = commit(path, `Change ${made}`);
  const write: Checkout['write'] = (name, content) => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  };
  write('green.xml', results(3, 0));
  write('red.xml', results(2, 1));
  return { path, sha, write };
}

/** JUnit XML of one suite. */
export function results(passed: number, failed: number): string {
  const cases = [
    ...Array.from({ length: passed }, (_, n) => `<testcase name="good ${n}" time="0.25"/>`),
    ...Array.from({ length: failed }, (_, n) => `<testcase name="bad ${n}"><failure message="no"/></testcase>`),
  ];
  return `<testsuite name="suite">${cases.join('')}</testsuite>`;
}

export interface Played<Ended extends Result = Judged | Recorded | Stopped> {
  readonly result: Ended;
  readonly events: readonly Event[];
}

interface PlayOptions {
  readonly github?: Readonly<Record<string, string>>;
  readonly interrupt?: AbortSignal;
  readonly temporary?: string;
  /** The clock. It is a fake one unless said otherwise, so that no run waits. */
  readonly clock?: Clock;
}

/** Runs a command as a shell would, in a checkout, on GitHub if `github` says so. Rejects if something stops it. */
export async function play(
  command: 'attest',
  stage: Stage,
  at: Checkout,
  raw: RawOptions,
  options?: PlayOptions,
): Promise<Played<Judged | Recorded>>;
export async function play(
  command: CommandName,
  stage: Stage,
  at: Checkout,
  raw: RawOptions,
  options?: PlayOptions,
): Promise<Played<Judged>>;
export async function play(
  command: CommandName,
  stage: Stage,
  at: Checkout,
  raw: RawOptions,
  options: PlayOptions = {},
): Promise<Played<Judged | Recorded>> {
  const { events, result } = await playAny(command, stage, at, raw, options);
  if (result.kind === 'stopped') throw new Error(`stopped: ${result.message}`);
  return { events, result };
}

/** The same for a run that may be stopped: that is a result too. */
export async function playAny(
  command: CommandName,
  stage: Stage,
  at: Checkout,
  raw: RawOptions,
  options: PlayOptions = {},
): Promise<Played> {
  const events: Event[] = [];
  const env = options.github === undefined ? {} : { ...runner(at), ...options.github };
  const { clock = fakeClock() } = options;
  const context = contextOf(
    { RUNNER_TEMP: options.temporary ?? tmpdir(), ...env },
    at.path,
    options.interrupt ?? new AbortController().signal,
    (event) => events.push(event),
  );
  const attesting: RawOptions = command === 'gate' ? {} : { 'attestation-name': 'unit', 'junit-paths': 'green.xml' };
  const given = { 'base-url': stage.url, 'api-token': stage.token, org: 'acme', flow: 'shop', ...attesting, ...raw };
  const result = await run(commandNamed(command), { raw: given, naming: (name) => `--${name}` }, { ...context, clock });
  if (result.kind === 'reported') throw new Error('these are no test results');
  return { result, events };
}

function runner({ sha }: Checkout): Readonly<Record<string, string>> {
  return {
    GITHUB_EVENT_NAME: 'push',
    GITHUB_SHA: sha,
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REF_NAME: 'main',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ID: '42',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_WORKFLOW: 'ci',
    GITHUB_JOB: 'test',
  };
}

/** The posted attestations in order: `data_json` of each. */
export function posted({ requests }: FaultServer): readonly Readonly<Record<string, unknown>>[] {
  return posts(requests).map(({ body }) => {
    const [, json = '{}'] = /name="data_json"\r\n\r\n(.*?)\r\n--/s.exec(body.toString('utf8')) ?? [];
    const value: unknown = JSON.parse(json);
    return Object.fromEntries(Object.entries(Object(value)));
  });
}

export function posts(requests: readonly RecordedRequest[]): readonly RecordedRequest[] {
  return requests.filter(({ method }) => method === 'POST');
}
