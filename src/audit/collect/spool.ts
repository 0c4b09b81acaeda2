import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LandingFact } from '../facts/line.ts';
import { lineOf } from '../lines/line-shapes.ts';
import { textLines } from '../lines/text-lines.ts';

/** Landings that wait in a file until the service was asked about all of them: their number costs no memory. */
export interface Spool {
  add(facts: readonly LandingFact[]): Promise<void>;
  all(): AsyncGenerator<LandingFact>;
}

export function openSpool(directory: string): Spool {
  const file = join(directory, 'landings.ndjson');
  let some = false;
  return {
    add: async (facts) => {
      some ||= facts.length > 0;
      for (const fact of facts) await appendFile(file, `${JSON.stringify(fact)}\n`);
    },
    all: async function* () {
      if (!some) return;
      for await (const { text } of textLines(file)) {
        const line = lineOf(JSON.parse(text));
        if (typeof line === 'string' || line.kind !== 'landing') throw new Error(`The file ${file} does not hold what was written`);
        yield line;
      }
    },
  };
}
