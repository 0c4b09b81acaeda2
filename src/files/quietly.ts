import { AsyncLocalStorage } from 'node:async_hooks';

const isQuiet = new AsyncLocalStorage<true>();

/**
 * Runs a task whose own writes to standard output go nowhere. @actions/glob prints `::debug::` lines through @actions/core,
 * which would end up in the middle of what the command line prints as JSON. Only writes made by the task itself, told by
 * its asynchronous context, are dropped; whoever else writes meanwhile is heard.
 */
export async function quietly<Result>(task: () => Promise<Result>): Promise<Result> {
  const { stdout } = process;
  const before = Object.getOwnPropertyDescriptor(stdout, 'write');
  const write = stdout.write.bind(stdout);
  const filtered = (...args: Parameters<typeof write>): boolean => (isQuiet.getStore() === true ? true : write(...args));
  Object.defineProperty(stdout, 'write', { value: filtered, configurable: true, writable: true });
  try {
    return await isQuiet.run(true, task);
  } finally {
    // Somebody who put a writer of their own on top meanwhile keeps it.
    if (Object.getOwnPropertyDescriptor(stdout, 'write')?.value === filtered) {
      if (before === undefined) Reflect.deleteProperty(stdout, 'write');
      else Object.defineProperty(stdout, 'write', before);
    }
  }
}
