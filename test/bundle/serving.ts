import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../support/sources.ts';
import { startAction, type RunOptions, type StartedAction } from '../support/runner/index.ts';

/** The action `serve` as a runner has it: a copy of its manifest and its bundle, out of reach of our packages. */
export interface Serving {
  readonly manifest: string;
  readonly post: string;
  /** Runs the step in a job that goes on. The job ends with the tests, if they do not end it. */
  start(inputs?: RunOptions['inputs'], more?: Partial<RunOptions>): Promise<StartedAction>;
  remove(): Promise<void>;
}

export async function openServing(): Promise<Serving> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'serving-')));
  const own = '.github/actions/serve/action.yml';
  await cp(join(root, 'dist', 'serve'), join(folder, 'dist', 'serve'), { recursive: true });
  await cp(join(root, own), join(folder, own));
  const jobs = new Set<StartedAction>();
  return {
    manifest: join(folder, own),
    post: join(folder, 'dist', 'serve', 'post.js'),
    async start(inputs = { org: 'acme' }, more = {}) {
      const job = await startAction({ manifest: join(folder, own), inputs, ...more });
      jobs.add(job);
      return {
        ...job,
        end() {
          jobs.delete(job);
          return job.end();
        },
      };
    },
    async remove() {
      await Promise.all(Array.from(jobs, (job) => job.end()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A workspace with these files. */
export function workspaceWith(files: Readonly<Record<string, string>>): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'serving-workspace-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let left = 200; left > 0; left -= 1) {
    if (await holds()) return;
    await pause(50);
  }
  throw new Error('It did not come to hold within 10 s.');
}

export const isGone = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  );

/** Asks a service as an administrator would. */
export async function ask(
  url: string,
  token: string,
  path: string,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  return { status: response.status, body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text };
}

/** A form as the interface takes it. */
export function form(data: object, file?: { readonly field: string; readonly content: string }): RequestInit {
  const body = new FormData();
  body.set('data_json', JSON.stringify(data));
  if (file !== undefined) body.set(file.field, new Blob([file.content]), 'file.json');
  return { method: 'POST', body };
}

/** The variables of a process, or `undefined` if this system does not tell them. */
export function environmentOf(pid: string): readonly string[] | undefined {
  const file = `/proc/${pid}/environ`;
  if (!existsSync(file)) return undefined;
  const variables = readFileSync(file, 'utf8')
    .split('\0')
    .filter((entry) => entry !== '');
  return variables.map((entry) => entry.slice(0, entry.indexOf('='))).toSorted();
}
