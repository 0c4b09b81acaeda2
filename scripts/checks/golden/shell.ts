import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Ended } from '../../../test/cli/build.ts';

/** Whether a line of progress is printed depends on the machine. */
const progress = /^(?!error|warning|note|Witness|Kept| |\().*\n/gm;

/** Runs the command line with the fixed clock, and keeps its output and files. */
export interface Shell {
  /** Keeps the exit code and the output under `name`. Leaves out a variable that is undefined. */
  run(name: string, args: readonly string[], env?: Readonly<Record<string, string | undefined>>): Promise<Ended>;
  files(folder: string, names: readonly string[]): void;
  readonly texts: Map<string, string | Uint8Array>;
  close(): void;
}

/** `under`: the folder of the kept texts. `cwd`: where each command runs. */
export function openShell(fixed: string, under: string, cwd: string, env: Readonly<Record<string, string>> = {}): Shell {
  const cli = build();
  const texts = new Map<string, string | Uint8Array>();
  return {
    texts,
    async run(name, args, more = {}) {
      const all = Object.entries({
        NO_COLOR: '1',
        TMPDIR: process.env['TMPDIR'],
        GOLDEN_SEED: name,
        GOLDEN_NOW: '2030-01-20T09:00:00Z',
        ...env,
        ...more,
      });
      const ended = await cli.run(args, {
        cwd,
        node: [process.execPath, '--import', fixed],
        env: Object.fromEntries(all.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))),
      });
      texts.set(`${under}/${name}.txt`, `exit ${ended.code}\n${ended.stdout}\n--- stderr\n${ended.stderr.replaceAll(progress, '')}`);
      return ended;
    },
    files(folder, names) {
      for (const name of names) {
        const path = join(folder, name);
        texts.set(`${under}/${name}`, existsSync(path) ? readFileSync(path) : 'It was not written.\n');
      }
    },
    close: () => cli.remove(),
  };
}
