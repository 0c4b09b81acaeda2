import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Places } from './contexts.ts';
import type { RunOptions } from './types.ts';

/** The folders of one job. */
export interface JobPlace {
  readonly places: Omit<Places, 'commandFiles'>;
  readonly commandFolder: string;
  readonly home: string;
  /** Removes them, as a runner does that is used once. */
  readonly remove: () => Promise<void>;
}

export async function openJobPlace(options: RunOptions): Promise<JobPlace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'runner-')));
  const directory = async (...path: string[]): Promise<string> => {
    await mkdir(join(root, ...path), { recursive: true });
    return join(root, ...path);
  };
  const temp = await directory('_temp');
  const commandFolder = await directory('_temp', '_runner_file_commands');
  const eventPath = join(await directory('_temp', '_github_workflow'), 'event.json');
  await writeFile(eventPath, JSON.stringify(options.event?.payload ?? {}));
  return {
    places: {
      workspace: options.workspace === undefined ? await directory('shop', 'shop') : resolve(options.workspace),
      temp,
      toolCache: await directory('_tool'),
      eventPath,
    },
    commandFolder,
    home: await directory('home'),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}
