import { madeAt } from '../facts/log.ts';
import type { ReportedHead } from '../facts/previous.ts';
import { keptByReport } from '../witness/kept-by-report.ts';
import type { KeptHead } from '../witness/read-heads.ts';
import { openRecordChain, unproven, type ProvenLink, type RecordChain } from '../witness/record-chain.ts';
import type { ServiceLog } from './log.ts';
import { openLogReader, type LogPlace, type LogReading } from './log-reader.ts';

/** A log that several audits hold kept heads against, one after the other: each record is asked for once. */
export interface SharedLog {
  /** @param before the head that the audit before this one read */
  open(access: LogReading & { readonly witnesses: readonly KeptHead[]; readonly before: ReportedHead | null }): ServiceLog;
  /** Its end, as far as it was read; undefined: nobody could read it. */
  readonly end: () => LogPlace['read'];
}

/** It keeps the link of each record and when it was made, which are 40 bytes, and no record. */
export function openSharedLog(): SharedLog {
  const place: LogPlace = {};
  const links = openLinks();
  let chain: RecordChain | undefined;
  return {
    end: () => place.read,
    open(access) {
      const { before, org, witnesses } = access;
      const reader = openLogReader(access, place, ({ org_id: orgId, records }) => {
        chain ??= openRecordChain({ org, orgId });
        for (const { body, link, sequence } of records) {
          // After a reading that broke off some come again.
          if (sequence <= links.count()) continue;
          const proven = chain.add({ kind: 'record', sequence, link, body });
          if (proven !== undefined) links.add(proven);
        }
      });
      return {
        readOn: () => reader.readOn(),
        async *lines() {
          const gaps = reader.gaps();
          yield* gaps;
          if (place.read === undefined || gaps.length > 0) return;
          const said = place.read.chain;
          const kept = new Map([...keptByReport(before, org), ...witnesses].map((head) => [head.link, unproven(head)]));
          const worked = (chain ?? openRecordChain(said)).result(said);
          yield {
            kind: 'log',
            chain: said,
            workedOut: { ...worked, witnesses: [...kept.values()].map((head) => ({ ...head, ...links.find(head.link) })) },
          };
        },
      };
    },
  };
}

/** Bytes of a link, and of the moment after it. */
const [linkSize, size] = [32, 40];

/** The links of the records 1, 2, 3 and so on, in one piece of memory that grows. */
function openLinks(): {
  readonly count: () => number;
  readonly add: (one: ProvenLink) => void;
  readonly find: (link: string) => Omit<ProvenLink, 'link'> | undefined;
} {
  let held = Buffer.alloc(size * 1024);
  let count = 0;
  return {
    count: () => count,
    add({ at, link }) {
      const start = count * size;
      if (start === held.length) held = Buffer.concat([held, Buffer.alloc(held.length)]);
      held.write(link, start, 'hex');
      held.writeDoubleBE(at === null ? Number.NaN : Date.parse(at) / 1000, start + linkSize);
      count += 1;
    },
    find(link) {
      const wanted = Buffer.from(link, 'hex');
      const all = held.subarray(0, count * size);
      for (let start = all.indexOf(wanted); start !== -1; start = all.indexOf(wanted, start + 1)) {
        if (start % size !== 0) continue;
        return { sequence: start / size + 1, at: madeAt(held.readDoubleBE(start + linkSize)) ?? null };
      }
      return undefined;
    },
  };
}
