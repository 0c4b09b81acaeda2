import { TooMuch } from './session.ts';

/** Works in batches of a size; one that is too much for GitHub is done in halves. */
export async function inHalves<Item>(items: readonly Item[], size: number, work: (batch: readonly Item[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    const batch = items.slice(start, start + size);
    try {
      await work(batch);
    } catch (error) {
      if (!(error instanceof TooMuch) || batch.length === 1) throw error;
      await inHalves(batch, Math.ceil(batch.length / 2), work);
    }
  }
}
