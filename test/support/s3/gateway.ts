import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../../src/service/backend.ts';
import { findGoTool } from '../../workflows/go-tool.ts';
import { freePort } from '../loopback.ts';

const version = '1.8.0';

/** An S3-compatible server on loopback, with one bucket that is called `evidence`. */
export interface Gateway {
  /** The variables that a service needs to use it. */
  readonly env: Environment;
  /** The folder of the bucket: the files in it are the objects. */
  readonly bucket: string;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** The path of Versity's S3 gateway, a server that keeps objects as files. Go installs it where it is missing. */
function findGateway(): string {
  const page = 'https://github.com/versity/versitygw/releases';
  // Built by Go, it does not say its version; the folder that it is installed in does.
  const tool = { name: 'versitygw', module: 'github.com/versity/versitygw/cmd/versitygw', version };
  return findGoTool({ ...tool, ask: '--version', answer: 'Version  : git', page }, (line) => process.stderr.write(`${line}\n`));
}

/** Starts one in a scratch folder. */
export async function openGateway(): Promise<Gateway> {
  const program = findGateway();
  const folder = mkdtempSync(join(tmpdir(), 's3-'));
  const [bucket, sidecar] = [join(folder, 'root', 'evidence'), join(folder, 'sidecar')];
  for (const each of [bucket, sidecar]) mkdirSync(each, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const keys = { AWS_ACCESS_KEY_ID: 'evidence-key', AWS_SECRET_ACCESS_KEY: 'evidence-secret' };
  const args = ['--port', `127.0.0.1:${port}`, '--access', keys.AWS_ACCESS_KEY_ID, '--secret', keys.AWS_SECRET_ACCESS_KEY];
  let stop = async (): Promise<void> => {};
  const start = async (): Promise<void> => {
    const child = spawn(program, [...args, '--quiet', 'posix', '--sidecar', sidecar, join(folder, 'root')], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    const end = (): void => void child.kill('SIGKILL');
    process.once('exit', end);
    stop = async () => {
      end();
      await ended;
      process.removeListener('exit', end);
    };
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if (child.exitCode !== null) break;
      const answer = await fetch(url).catch(() => undefined);
      if (answer !== undefined) return;
      await sleep(100);
    }
    throw new Error('The S3 gateway did not start.');
  };
  await start();
  return {
    env: { ...keys, AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL_S3: url },
    bucket,
    start,
    stop: () => stop(),
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
