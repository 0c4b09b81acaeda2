import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** A folder that stands for an image: programs of this machine are its base image, and nothing else of this machine is in it. */
export interface Box {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly workdir: string;
}

export interface BoxOptions {
  /** Nothing but these folders and /tmp can be written, and it has a network of its own. */
  readonly writable?: readonly string[];
  /** The user and the group, as numbers. */
  readonly user?: string;
}

const path = '/opt/node/bin:/usr/local/bin:/usr/bin:/bin';

/** Runs by bubblewrap. */
function command({ env, root, workdir }: Box, args: readonly string[], { user, writable }: BoxOptions): readonly string[] {
  for (const folder of ['usr', 'etc', 'proc', 'dev', 'tmp', 'opt/node/bin', workdir.slice(1)])
    mkdirSync(join(root, folder), { recursive: true });
  for (const each of ['bin', 'sbin', 'lib', 'lib64']) if (!isThere(join(root, each))) symlinkSync(`usr/${each}`, join(root, each));
  const node = process.execPath;
  const own =
    writable === undefined
      ? ['--bind', root, '/']
      : ['--ro-bind', root, '/', ...writable.flatMap((each) => ['--bind', join(root, each), each])];
  const base = ['--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc'];
  const apart = writable === undefined ? [] : ['--unshare-net', '--unshare-pid', '--unshare-ipc'];
  const [uid, gid] = (user ?? '').split(':');
  const as =
    user === undefined
      ? []
      : ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  const variables = Object.entries({ PATH: path, HOME: '/tmp', ...env }).flatMap(([name, value]) => ['--setenv', name, value]);
  const rest = [
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--perms',
    '1777',
    '--tmpfs',
    '/tmp',
    ...apart,
    '--chdir',
    workdir,
    '--cap-add',
    'ALL',
    '--die-with-parent',
  ];
  return ['bwrap', '--clearenv', ...variables, ...own, ...base, '--ro-bind', dirname(node), '/opt/node/bin', ...rest, ...as, ...args];
}

/** True also for a link that leads nowhere outside of the box. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Answers its output. @throws if it fails. */
export function runIn(box: Box, args: readonly string[], options: BoxOptions = {}): string {
  const [program = '', ...rest] = command(box, args, options);
  return execFileSync(program, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

export interface Started {
  readonly child: ChildProcess;
  readonly stdout: Readable;
  /** As the same user. */
  readonly also: (args: readonly string[]) => string;
}

export async function startIn(box: Box, args: readonly string[], options: BoxOptions): Promise<Started> {
  const [program = '', ...rest] = command(box, args, options);
  const child = spawn(program, ['--info-fd', '3', ...rest], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  const info = child.stdio[3];
  if (info === null || info === undefined || !('on' in info) || child.stdout === null) throw new Error('bubblewrap did not start.');
  const text = await new Promise<string>((resolve) => {
    let said = '';
    info.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes('}')) resolve(said);
    });
  });
  const [pid = ''] = /\d+/.exec(text) ?? [];
  const [uid, gid] = (options.user ?? '0:0').split(':');
  const inside = [
    'nsenter',
    '--target',
    pid,
    '--mount',
    '--net',
    '--setuid',
    uid ?? '0',
    '--setgid',
    gid ?? '0',
    'env',
    '-i',
    `PATH=${path}`,
  ];
  return {
    child,
    stdout: child.stdout,
    also: (more) => execFileSync(inside[0] ?? '', [...inside.slice(1), ...more], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
  };
}
