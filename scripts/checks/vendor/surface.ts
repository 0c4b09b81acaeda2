import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Names alone, without a sentence of the client's help. */
export interface Surface {
  /** The package and its version. */
  readonly client: string;
  readonly global: readonly string[];
  /** They run, but no help lists them. */
  readonly hidden: readonly string[];
  /** For a family of commands: the flags that all of them have, if any. */
  readonly commands: Readonly<Record<string, readonly string[]>>;
}

/** Commands that neither a help nor a message of the client names. */
const unlisted = ['attest override', 'docs', 'evaluate policy'];

const run = promisify(execFile);

export async function readSurface(client: string, program: string, home: string): Promise<Surface> {
  const commands = new Map<string, readonly string[]>();
  const hidden: string[] = [];
  const say = async (words: readonly string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'], HOME: home };
    const ending = run(program, [...words], { env }).catch((error: { readonly stdout: string; readonly stderr: string }) => error);
    const { stderr, stdout } = await ending;
    return `${stdout}${stderr}`;
  };
  const visit = async (path: readonly string[], isHidden: boolean): Promise<readonly string[]> => {
    const name = path.join(' ');
    const help = await say([...path, '--help']);
    const flags = flagsOf(help, 'Flags');
    if (isHidden) hidden.push(name);
    if (/^ {2}kosli .* \[flags\]$/m.test(help) || path.length > 2) {
      commands.set(name, flags);
      return flags;
    }
    // The client answers an unknown command with all commands, also those that the help does not list.
    const listed = listedIn(help);
    const all = /available subcommands are: (.*)/.exec(await say([...path, 'no-such-command']))?.[1]?.split(' | ') ?? [];
    const known = unlisted.flatMap((other) => (other.split(' ').slice(0, -1).join(' ') === name ? [other.split(' ').at(-1) ?? ''] : []));
    const children = [...new Set([...listed, ...all, ...known])].filter((child) => child !== 'help' && child !== '');
    if (path.length > 0 && (flags.length > 0 || children.length === 0)) commands.set(name, flags);
    for (const child of children) await visit([...path, child], isHidden || !listed.includes(child));
    return flags;
  };
  const global = await visit([], false);
  return {
    client,
    global: global.toSorted(),
    hidden: hidden.toSorted(),
    commands: Object.fromEntries([...commands].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function listedIn(help: string): readonly string[] {
  const [, list = ''] = /\nAvailable Commands:\n([^]*?)\n\n/.exec(help) ?? [];
  return list.split('\n').flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
}

function flagsOf(help: string, heading: string): readonly string[] {
  const [, list = ''] = new RegExp(`\\n${heading}:\\n([^]*?)(?:\\n\\n|$)`).exec(help) ?? [];
  return [...list.matchAll(/^ +(?:-\w, )?--([\w-]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

export function differences(stored: Surface, real: Surface): readonly string[] {
  const [before, now] = [namesIn(stored), namesIn(real)];
  return [
    ...before.filter((name) => !now.includes(name)).map((name) => `${name} is gone`),
    ...now.filter((name) => !before.includes(name)).map((name) => `${name} is new`),
  ];
}

function namesIn({ client, commands, global, hidden }: Surface): readonly string[] {
  return [
    client,
    ...global.map((flag) => `--${flag}`),
    ...hidden.map((name) => `${name} (not in its help)`),
    ...Object.entries(commands).flatMap(([name, flags]) => [name, ...flags.map((flag) => `${name} --${flag}`)]),
  ];
}
