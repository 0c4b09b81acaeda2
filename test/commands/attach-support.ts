import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { contextOf, run, type Event, type Judged, type Recorded } from '../../src/commands/index.ts';
import type { RawOptions } from '../../src/options/index.ts';
import { createToken, startService, type RunningService } from '../../src/service/index.ts';
import { commandNamed } from '../support/commands.ts';
import { commit, makeRepository, removeRepositories } from '../support/git.ts';
import { folder } from './attach-files.ts';

/** The messages and files of one run of `attest`. */
export interface AttestRun {
  readonly result: Judged | Recorded;
  /** The warnings about the attachment. */
  readonly warnings: readonly string[];
  readonly infos: readonly string[];
  readonly events: readonly Event[];
  /** The `data_json` as it was posted. */
  readonly data: string;
  /** The file that the service has stored, or `undefined` if none came. */
  readonly stored: Buffer | undefined;
  /** The names that are left in the folder for temporary files. */
  readonly leftovers: readonly string[];
}

export const secret = 'AKIA-SECRET-IN-A-LOG';
/** A results file with logs and properties. */
export const noisy = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="basket" tests="2">
    <properties><property name="token" value="${secret}"/></properties>
    <testcase name="adds" classname="basket"/>
    <testcase name="removes" classname="basket"><failure message="2 is not 1">at basket.js:3</failure><system-out><![CDATA[${secret}]]></system-out></testcase>
    <system-err>${secret}</system-err>
  </testsuite>
</testsuites>
`;
/** The same without them. */
export const clean = noisy
  .replace(/<properties>.*<\/properties>/, '')
  .replace(/<system-out>.*<\/system-out>/, '')
  .replace(/<system-err>.*<\/system-err>/, '');

/** A checkout with these files, gone when the test is over. */
export function checkoutOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const workspace = makeRepository();
  commit(workspace);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), content);
  }
  return workspace;
}

/** One real service for the tests of a file. The function that it returns runs `attest` against it. */
export function useAttest(): (
  workspace: string,
  options?: RawOptions,
  temporary?: string,
  onEvent?: (event: Event) => void,
) => Promise<AttestRun> {
  const token = 'a-token-for-tests-only';
  let dataDir: string;
  let service: RunningService;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'attach-service-'));
    await createToken({ dataDir, user: 'ci', orgs: ['acme'], role: 'member', token });
    service = await startService({ host: '127.0.0.1', port: 0, dataDir });
  });
  afterAll(async () => {
    await service.close();
    rmSync(dataDir, { recursive: true, force: true });
    removeRepositories();
  });
  return async (workspace, options = {}, temporary = folder(), onEvent = () => {}) => {
    const events: Event[] = [];
    const context = contextOf({ RUNNER_TEMP: temporary }, workspace, new AbortController().signal, (event) => {
      events.push(event);
      onEvent(event);
    });
    const blobs = join(dataDir, 'blobs');
    const before = readdirSync(blobs);
    const raw = {
      'base-url': service.url,
      'api-token': token,
      org: 'acme',
      flow: 'shop',
      'attestation-name': 'unit',
      'junit-paths': 'build/*.xml',
      ...options,
    };
    const result = await run(commandNamed('attest'), { raw, naming: (name) => name }, context);
    if (result.kind === 'stopped') throw new Error(result.message);
    if (result.kind === 'reported') throw new Error('these are no test results');
    const [blob] = readdirSync(blobs).filter((name) => !before.includes(name));
    return {
      result,
      warnings: events.flatMap((event) => (event.kind === 'warning' && event.message.startsWith('attach') ? [event.message] : [])),
      events,
      data: JSON.stringify(result.evidence?.data),
      infos: events.flatMap((event) => (event.kind === 'info' ? [event.message] : [])),
      stored: blob === undefined ? undefined : readFileSync(join(blobs, blob)),
      leftovers: existsSync(temporary) ? readdirSync(temporary) : [],
    };
  };
}
