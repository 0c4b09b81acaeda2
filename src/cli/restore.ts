import { UsageError, endings, wrongUse } from '../errors/index.ts';
import { utcTime } from '../presentation/index.ts';
import { count } from '../text/index.ts';
import { copyProgressOn, fixOf, sentence, verifyProgressOn } from './backup.ts';
import { calledPlace, placeOf, type PlaceOptions } from './data-place.ts';
import { showStopped, toldInterrupted, type Terminal } from './terminal.ts';
import { lineOf } from './verify.ts';

export interface RestoreOptions extends PlaceOptions {
  /** A file, or `-` for stdin. */
  readonly from: string;
}

/**
 * Exits with 0 when everything is back and holds, 1 when the backup is cut off, was changed or does not hold, 3 when something could not be
 * read or written, 130 when it was interrupted.
 */
export async function restore(options: RestoreOptions, interrupt: AbortSignal, terminal: Terminal): Promise<number> {
  const place = await placeOf(options);
  const isStream = options.from === '-';
  if (isStream && process.stdin.isTTY) {
    throw wrongUse(
      '--from - reads the backup from stdin, and that is a terminal',
      'Send the backup to it: ssh HOST cat evidence.tar | compliance-evidence restore --from - …',
    );
  }
  const service = await import('../service/index.ts');
  const { BrokenBackup, FateUnknown, restoreData } = service;
  const called = await calledPlace(place);
  try {
    const { files, heads, madeAt, records, verification } = await restoreData({
      from: isStream ? process.stdin : options.from,
      dataDir: place,
      signal: interrupt,
      onProgress: copyProgressOn(terminal, 'restored'),
      onVerified: verifyProgressOn(terminal),
    });
    const { organizations, problem } = verification;
    for (const each of organizations) {
      terminal.out(lineOf(each));
      const before = heads.get(each.org);
      if (before !== each.head) terminal.out(`${each.org}: head ${before} in the backup; the record after it ends the access of jobs.`);
    }
    if (problem !== undefined) terminal.out(problem);
    if (problem !== undefined || organizations.some((each) => each.problem !== undefined || each.unapplied.size > 0)) {
      showStopped('The restored record does not hold. Nothing of it was kept', 'Restore an earlier backup.', terminal);
      return 1;
    }
    const day = utcTime(madeAt).replace(/:\d\d UTC$/, ' UTC');
    terminal.out(`Restored ${count(records, 'record')} and ${count(files, 'file')} of ${day} into the ${called}. The record holds.`);
    terminal.err(
      'Anything recorded later is not there. The heads above hold from now on: note them elsewhere. `verify --head HEAD` finds each head that was noted before the backup, and none that was noted after it: keep those as the account of what was lost.',
    );
    return 0;
  } catch (error) {
    if (interrupt.aborted) return toldInterrupted('Interrupted before everything was restored. Nothing of it was kept.', terminal);
    if (error instanceof UsageError) throw error;
    const message = sentence(error);
    if (error instanceof FateUnknown) {
      const fix = 'Run `verify` there: it says whether everything is there, or nothing. Restore again if there is nothing.';
      showStopped(`Nobody can tell whether the ${called} was restored. ${message}`, fix, terminal);
      return endings.unknown.exitCode;
    }
    if (error instanceof BrokenBackup) {
      const fix = 'Fetch the file again, or restore an earlier backup.';
      showStopped(`The backup is not whole. ${message} Nothing of it was kept`, fix, terminal);
      return 1;
    }
    showStopped(`The ${called} could not be restored. ${message} Nothing of it was kept`, fixOf(error, service), terminal);
    return endings.unknown.exitCode;
  }
}
