import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../errors/index.ts';
import { openPrinter } from '../github/printer.ts';
import { lastLines, logFile, signalTo } from './service-folder.ts';

/** How long the service may take to end, and how often it is looked, in milliseconds. */
const patience = 5_000;
const look = 50;

process.stdout.on('error', () => undefined);
const printer = openPrinter();
// The values that the step which started it saved; nothing where it failed before.
const { STATE_folder: folder, STATE_pid: pid } = process.env;
if (folder !== undefined && folder !== '') await end(folder, Number(pid));
process.stdout.write('', () => process.exit());

/** Ends the service, shows its log, and removes all that it left. A fault in that is no fault of the job. */
async function end(root: string, service: number): Promise<void> {
  try {
    await stop(root, service);
    const lines = lastLines(join(root, logFile));
    printer.group('Log of the evidence service', lines.length === 0 ? ['It is empty'] : lines);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    printer.annotate({
      level: 'warning',
      message: `The evidence service was not cleaned up: ${messageOf(error)}`,
    });
  }
  printer.finish();
}

async function stop(root: string, service: number): Promise<void> {
  signalTo(root, service, 'SIGTERM');
  const until = Date.now() + patience;
  while (signalTo(root, service, 0) && Date.now() < until) await pause(look);
  signalTo(root, service, 'SIGKILL');
}
