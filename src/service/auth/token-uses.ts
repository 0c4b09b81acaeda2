import type { Store } from '../store/store.ts';

/** The uses of one token are kept this often at most, however many requests come: so exactly is known when it was used last. */
const betweenMs = 60_000;

/** The first use of a token is kept this soon, together with others that come meanwhile. */
const soonMs = 1000;

/** A store that notes when tokens are used. */
export interface NotingStore {
  readonly store: Store;
  /** Keeps what is noted. */
  readonly flush: () => Promise<void>;
}

/**
 * Notes which tokens are used, and keeps it now and then in one write that nobody waits for. A use is lost where the process dies
 * before that, or where the write fails: nobody decides anything by it.
 */
export function notingTokenUses(store: Store, clock: () => number = () => Date.now() / 1000): NotingStore {
  /** The last use of each token that is not kept yet, and when it is to be, in the milliseconds of this process. */
  const noted = new Map<string, { readonly usedAt: number; readonly due: number }>();
  const keptAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Infinity;

  function note(tokenId: string): void {
    const known = keptAt.get(tokenId);
    const due = noted.get(tokenId)?.due ?? (known === undefined ? performance.now() + soonMs : known + betweenMs);
    noted.set(tokenId, { usedAt: clock(), due });
    wakeAt(due);
  }

  /** Wakes up then, unless that is to be earlier anyway. It keeps no process alive. */
  function wakeAt(due: number): void {
    if (due >= timerAt) return;
    clearTimeout(timer);
    timerAt = due;
    timer = setTimeout(() => void keep(performance.now()), Math.max(0, due - performance.now())).unref();
  }

  /** Keeps what is due by a moment. */
  async function keep(moment: number): Promise<void> {
    clearTimeout(timer);
    timerAt = Infinity;
    const uses = [...noted].filter(([, { due }]) => due <= moment).map(([tokenId, { usedAt }]) => ({ tokenId, usedAt }));
    for (const { tokenId } of uses) {
      noted.delete(tokenId);
      keptAt.set(tokenId, performance.now());
    }
    for (const { due } of noted.values()) wakeAt(due);
    if (uses.length > 0) await store.noteTokenUses(uses).catch(() => {});
  }

  return {
    flush: () => keep(Infinity),
    store: {
      ...store,
      authenticate: async (tokenHash) => {
        const principal = await store.authenticate(tokenHash);
        if (principal !== undefined) note(principal.credential.id);
        return principal;
      },
    },
  };
}
