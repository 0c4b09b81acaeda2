import { UsageError, messageOf } from '../errors/index.ts';
import { openJobService } from './open.ts';
import { startPulse } from './service-folder.ts';
import type { ServiceAnswer, ServiceOrder } from './start-child.ts';

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt.abort());
const logger = (line: string): void => void process.stderr.write(`${new Date().toISOString()} ${line}\n`);

process.once('message', (order: ServiceOrder) => void serve(order));

/** The process of the service. Who started it has gone when it ends. */
async function serve(order: ServiceOrder): Promise<void> {
  process.once('exit', startPulse(order.folder, process.pid));
  // The process that started it has gone.
  const leave = (): void => interrupt.abort();
  process.once('disconnect', leave);
  try {
    const { baseUrl, close, over, token } = await openJobService(order, {
      interrupt: interrupt.signal,
      logger,
      naming: 'Input flow-files:',
    });
    process.removeListener('disconnect', leave);
    logger(`The service is ready at ${baseUrl}`);
    say({ kind: 'ready', baseUrl, token });
    logger(`The service ends: ${await over}`);
    await close();
  } catch (error) {
    logger(error instanceof Error && !(error instanceof UsageError) ? String(error.stack) : String(error));
    say(answerTo(error));
  } finally {
    if (process.connected) process.disconnect();
  }
}

function say(answer: ServiceAnswer): void {
  if (process.connected) process.send?.(answer);
}

function answerTo(error: unknown): ServiceAnswer {
  const message = messageOf(error);
  return error instanceof UsageError ? { kind: 'refused', message, fix: error.fix ?? '' } : { kind: 'failed', message };
}
