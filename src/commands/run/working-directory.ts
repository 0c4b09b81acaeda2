import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../errors/index.ts';
import { contains } from '../../files/index.ts';
import type { RunContext } from './context.ts';

/**
 * The context in a working directory, given relative to the workspace: patterns are relative to it, and git starts there. On a runner it
 * must lie in the workspace, also when links are followed; on the command line it takes the workspace's place.
 *
 * @throws {UsageError} where there is no such directory, or it lies outside.
 */
export function inWorkingDirectory(context: RunContext, given: string | undefined): RunContext {
  if (given === undefined) return context;
  const { mayLeave, workspace } = context;
  const directory = resolve(workspace, given);
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) throw invalid(given, 'is no directory');
  if (mayLeave) return { ...context, workspace: directory, directory };
  if (!contains(workspace, directory) || !contains(realpathSync.native(workspace), realpathSync.native(directory)))
    throw invalid(given, 'lies outside of the workspace');
  return { ...context, directory };
}

function invalid(given: string, what: string): UsageError {
  return new UsageError('invalid-input', `The working directory ${JSON.stringify(given)} ${what}`, {
    fix: 'Let working-directory name the folder that the tests run in, relative to the workspace',
  });
}
