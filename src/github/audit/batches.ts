import { valueAt } from '../../text/index.ts';
import { TooMuch, type Question, type Session } from './session.ts';

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

/** How a part of a question is asked for each of many things, and read. */
interface EachPart<Item> {
  readonly part: (item: Item) => string;
  readonly read: (item: Item, answer: unknown) => void;
}

/** Asks the same of many things, a batch in one question; each has an answer of its own. */
export async function askEach<Item>(
  session: Session,
  items: readonly Item[],
  size: number,
  { part, read, ...question }: Omit<Question, 'about' | 'body'> & EachPart<Item>,
): Promise<void> {
  await inHalves(items, size, async (batch) => {
    const body = batch.map((item, index) => `p${index}: ${part(item)}`).join('\n');
    const data = await session.ask({ ...question, body, about: batch.length });
    for (const [index, item] of batch.entries()) read(item, valueAt(data, `p${index}`));
  });
}
