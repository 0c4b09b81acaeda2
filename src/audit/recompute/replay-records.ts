import type { PackedLog } from '../package/manifest.ts';
import type { ReplayedService } from './replayed.ts';
import { shownRecords, type ShownRecord } from './shown-records.ts';

/** Records that are handed over at once, and their text in characters. */
const [mostAtOnce, longestAtOnce] = [500, 4_000_000];

/** The records cannot be replayed, and the message says why. */
export class Unreplayable extends Error {
  override readonly name = 'Unreplayable';
}

/** Hands the shown records to a replayed service, up to a place in the log, one after the other. */
export interface Replaying {
  /** Adds the records that are not after this place. */
  upTo(sequence: number): Promise<void>;
  close(): Promise<void>;
}

/** @param file the `records.ndjson` of a package whose chain was checked */
export function replayRecords(service: ReplayedService, file: string, log: PackedLog, report: (sentence: string) => void): Replaying {
  const records = shownRecords(file, log);
  let next: ShownRecord | undefined;
  let [isOver, added] = [false, 0];
  return {
    async upTo(sequence) {
      let batch: ShownRecord[] = [];
      let length = 0;
      const hand = async (): Promise<void> => {
        await service.add(batch).catch((error: unknown) => {
          throw new Unreplayable(error instanceof Error ? error.message : String(error), { cause: error });
        });
        added += batch.length;
        report(`Replayed ${added} records`);
        [batch, length] = [[], 0];
      };
      while (!isOver) {
        if (next === undefined) {
          const read = await records.next();
          isOver = read.done === true;
          next = read.done === true ? undefined : read.value;
        }
        if (next === undefined || next.sequence > sequence) break;
        batch.push(next);
        length += next.body.length;
        next = undefined;
        if (batch.length >= mostAtOnce || length >= longestAtOnce) await hand();
      }
      if (batch.length > 0) await hand();
    },
    async close() {
      await records.return(undefined);
    },
  };
}
