import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../errors/index.ts';
import type { AnswersForRequest, GateAnswers } from '../../context.ts';
import { inChunks } from '../../evidence/listing.ts';
import type { Org } from '../../log/chain.ts';
import type { Store } from '../../store/store.ts';
import type { TrailRow } from '../trails/tables.ts';

/** A trail, or all trails of a flow. */
interface Changed {
  readonly org: Org;
  readonly flow: string;
  readonly trail: string | undefined;
  /** In the milliseconds of this process. */
  readonly due: number;
}

interface Later {
  /** A store that notes which trails a write concerns. */
  readonly store: Store;
  /** Begins nothing more, and waits for the answer under way. */
  readonly stop: () => Promise<void>;
}

/** A trail is worked out so long after its last record, because a job often records several things one after the other. */
const quietMs = 500;

/** While the service is written to, answers wait for a pause of that length too, but no longer than this. */
const longestMs = 10_000;

/** After each answer the others have so many times as long for themselves, and longer while they write. */
const shareOfOthers = 20;
const shareOfWriters = 200;

/** More trails than that do not wait: they are worked out when they are shown. */
const mostWaiting = 10_000;

/** Trails of a flow, and artifacts of a trail, that are read at once. */
const atOnce = 20;

/**
 * Works out what a gate says of trails that were written to, and of all trails of a changed flow, one by one and slowly enough for
 * requests. True answers do not need it: whoever shows one whose basis changed works it out.
 */
export function answeringLater(store: Store, answers: GateAnswers, log: (line: string) => void): Later {
  const waiting = new Map<string, Changed>();
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let written = Number.NEGATIVE_INFINITY;

  function note({ orgId, orgName }: Org, flow: string, trail?: string): void {
    if (stopping.signal.aborted) return;
    written = performance.now();
    const key = JSON.stringify([orgId, flow, trail ?? null]);
    // At the end again, so that the first one is due before all others.
    waiting.delete(key);
    if (waiting.size < mostWaiting) waiting.set(key, { org: { orgId, orgName }, flow, trail, due: written + quietMs });
    if (isRunning) return;
    isRunning = true;
    running = run();
  }

  async function run(): Promise<void> {
    for (let [next] = waiting; next !== undefined && !stopping.signal.aborted; [next] = waiting) {
      const [key, changed] = next;
      const wait = Math.min(Math.max(changed.due, written + quietMs), changed.due + longestMs) - performance.now();
      if (wait > 0) {
        await pause(wait);
        continue;
      }
      waiting.delete(key);
      await work(changed).catch((error: unknown) => {
        log(`What a gate says of trails of ${changed.org.orgName} could not be worked out: ${messageOf(error)}`);
      });
    }
    isRunning = false;
  }

  async function work({ flow, org, trail }: Changed): Promise<void> {
    const read = answers.forRequest(org);
    if (trail !== undefined) return await workTrail(org, flow, trail, read);
    const total = (await store.trailCount(org.orgId, flow)) ?? 0;
    for (let upTo = total; upTo > 0 && !stopping.signal.aborted; upTo -= atOnce) {
      for (const found of await store.trailsByNumber(org.orgId, flow, Math.max(upTo - atOnce, 0), upTo)) {
        await aside(() => ahead(found, () => answers.forRequest(org).onTrail(found)));
      }
    }
  }

  async function workTrail(org: Org, flow: string, trail: string, read: AnswersForRequest): Promise<void> {
    await aside(async () => {
      const found = await store.findTrail(org.orgId, flow, trail);
      if (found !== undefined) await ahead(found, () => read.onTrail(found));
    });
    const numbers = await store.artifactNumbers(org.orgId, { flowName: flow, trailName: trail }, 0, atOnce);
    for await (const row of inChunks(numbers, atOnce, (some) => store.artifactsNumbered(org.orgId, some))) {
      await aside(() => ahead(row, () => read.onArtifact(row)));
    }
  }

  /** An answer that depends on the caller is not worked out before one asks. */
  async function ahead({ ofDoubtfulFlow }: Pick<TrailRow, 'ofDoubtfulFlow'>, workOut: () => Promise<unknown>): Promise<void> {
    if (!ofDoubtfulFlow) await workOut();
  }

  async function aside(step: () => Promise<unknown>): Promise<void> {
    if (stopping.signal.aborted) return;
    const since = performance.now();
    await step();
    const now = performance.now();
    await pause((now - since) * (now - written < quietMs ? shareOfWriters : shareOfOthers));
  }

  async function pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
  }

  return {
    store: {
      ...store,
      recordAttestation: noting(store.recordAttestation, ([{ author, flowName, said }]) => note(author, flowName, said.trail)),
      recordOverride: noting(store.recordOverride, ([{ author, flowName, said }]) => note(author, flowName, said.trail)),
      reportArtifact: noting(store.reportArtifact, ([{ author, flowName, trailName }]) => {
        if (trailName !== undefined) note(author, flowName, trailName);
      }),
      putTrail: noting(store.putTrail, ([{ author, flowName, name }]) => note(author, flowName, name)),
      putFlow: noting(store.putFlow, ([{ author, name }]) => note(author, name)),
      renameFlow: noting(store.renameFlow, ([author, , newName]) => note(author, newName)),
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** A write that notes what it was about once it is done. */
function noting<Args extends readonly unknown[], Result>(
  write: (...args: Args) => Promise<Result>,
  note: (args: Args) => void,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    const result = await write(...args);
    note(args);
    return result;
  };
}
