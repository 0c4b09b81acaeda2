import { Fault, UsageError, endings, isFull, messageOf, wrongUse } from '../errors/index.ts';
import type * as Service from '../service/index.ts';
import type { VerifyRequest } from '../service/index.ts';
import { count } from '../text/index.ts';
import { calledPlace, placeOf, type PlaceOptions } from './data-place.ts';
import { showStopped, toldInterrupted, type Terminal } from './terminal.ts';

export function verifyProgressOn(terminal: Terminal): NonNullable<VerifyRequest['onProgress']> {
  return ({ blobs, of, org, records, rows }) => {
    const compared = rows === 0 ? '' : `, ${count(rows, 'row')} compared`;
    terminal.progress(`${org}: ${count(records, 'record')} and ${count(blobs, 'file')} read${compared} so far`, { done: records, of });
  };
}

/** `done`: in one word. */
export function copyProgressOn(terminal: Terminal, done: string): NonNullable<Parameters<typeof Service.backUpData>[0]['onProgress']> {
  return ({ files, of, records }) =>
    terminal.progress(`${count(records, 'record')} and ${count(files, 'file')} ${done} so far`, { done: records, of });
}

export interface BackupOptions extends PlaceOptions {
  /** A file, a folder, or `-` for stdout. */
  readonly to: string;
}

/**
 * Exits with 0 when everything is in the backup, 1 when the data is not what was recorded, 3 when something could not be read or written,
 * 130 when it was interrupted.
 */
export async function backup(options: BackupOptions, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  const place = await placeOf(options);
  const isStream = options.to === '-';
  if (isStream && process.stdout.isTTY) {
    throw wrongUse(
      '--to - writes the backup to stdout, and that is a terminal',
      'Send it to a program or a file: compliance-evidence backup --to - … | ssh HOST "cat > evidence.tar"',
    );
  }
  const service = await import('../service/index.ts');
  const { backUpData, BrokenData } = service;
  try {
    const done = await backUpData({
      dataDir: place,
      to: isStream ? process.stdout : options.to,
      signal: interrupt,
      onProgress: copyProgressOn(terminal, 'written'),
    });
    // The words go to stdout, unless the backup does.
    const say = (text: string) => (isStream ? terminal.err(text) : terminal.out(text));
    for (const { head, name, records } of done.organizations) say(`${name}: ${count(records, 'record')}, head ${head}`);
    say(`Backed up ${count(done.records, 'record')} and ${count(done.files, 'file')}${done.file === undefined ? '' : ` to ${done.file}`}.`);
    if (!isStream) terminal.err('Whoever has this file reads everything in it: evidence, files, and the hashes of tokens.');
    return 0;
  } catch (error) {
    if (interrupt.aborted) return toldInterrupted('Interrupted before everything was written. There is no backup.', terminal);
    if (error instanceof UsageError) throw error;
    const message = sentence(error);
    if (error instanceof BrokenData) {
      showStopped(`${message} There is no backup: the data is not what was recorded`, brokenFix, terminal);
      return 1;
    }
    const called = await calledPlace(place);
    showStopped(`The ${called} could not be backed up. ${message} There is no backup`, fixOf(error, service), terminal);
    return endings.unknown.exitCode;
  }
}

export function sentence(error: unknown): string {
  return messageOf(error).replace(/\.?$/, '.');
}

export function fixOf(error: unknown, { Damage }: Pick<typeof Service, 'Damage'>): string | undefined {
  if (isFull(error)) return 'Make room on that disk, and run it again.';
  if (error instanceof Damage)
    return 'The disk lost something, or somebody wrote there. Keep a copy of it, and put the data back from a backup.';
  return error instanceof Fault ? error.fix : undefined;
}

const brokenFix = 'Keep the last backup. `verify` says what else is wrong; put back what is missing from a backup, or restore one.';
