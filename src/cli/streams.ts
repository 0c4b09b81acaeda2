import { exitCodes } from '../errors/index.ts';

/**
 * Lets a command go on when its reader has gone (`| head -1`): neither its work nor its exit code depends on the reader. When the
 * result could not be written for another reason, such as a full disk, that is never a success.
 */
export function outliveReaders(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
    process.stderr.write(`error: the result could not be written: ${error.message}\n`);
    process.once('exit', () => {
      process.exitCode = Number(process.exitCode) || exitCodes.unknown;
    });
  });
}
