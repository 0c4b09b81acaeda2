import { commands } from '../../../src/commands/index.ts';
import { root } from '../../../test/support/sources.ts';
import type { Golden } from './golden.ts';
import { openShell } from './shell.ts';

/** The help of each command. Manifests and generated tables are committed, and so need no digest. */
export async function readTexts(fixed: string): Promise<Golden> {
  const shell = openShell(fixed, 'help', root);
  await shell.run('all', ['--help']);
  for (const { name } of commands) await shell.run(name, [...name.split(' '), '--help']);
  shell.close();
  return shell.texts;
}
