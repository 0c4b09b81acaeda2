import { describe, expect, it } from 'vitest';
import { wholeListing, type ListPage } from '../../src/client/index.ts';

type Pages = readonly (readonly string[])[];

/** Reads a listing of two items a page. Each reading of page 1, except the re-reading, begins the next of these states. */
async function readThrough(...states: readonly Pages[]): Promise<{ readonly items: readonly string[]; readonly asked: readonly number[] }> {
  const asked: number[] = [];
  let at = -1;
  const read = async (page: number): Promise<ListPage<string>> => {
    if (page === 1) at = Math.min(at + 1, states.length - 1);
    asked.push(page);
    return { items: states[at]?.[page - 1] ?? [], pagination: undefined };
  };
  return { items: await wholeListing(read, (item) => item, 'The list', 2), asked };
}

describe('a listing that must be whole', () => {
  it.each([
    ['nothing', [[]], [1]],
    ['one page', [['a']], [1, 2]],
    ['one full page', [['a', 'b']], [1, 2]],
    ['more pages: the first is looked at again', [['a', 'b'], ['c', 'd'], ['e']], [1, 2, 3, 4, 1]],
    ['shorter pages than were asked for', [['a'], ['b'], ['c']], [1, 2, 3, 4, 1]],
    ['more than was asked for, which is everything', [['a', 'b', 'c']], [1]],
  ] as const)('is read of %s', async (_, pages, asked) => {
    expect(await readThrough(pages)).toEqual({ items: pages.flat(), asked });
  });

  it('is read again when something came in front of it meanwhile', async () => {
    const before = [['b', 'c'], ['d']];
    const after = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    const { asked, items } = await readThrough(before, after, after, after);
    expect([items, asked]).toEqual([
      ['a', 'b', 'c', 'd'],
      [1, 2, 3, 1, 1, 2, 3, 1],
    ]);
  });

  it('is a fault when it goes on moving', async () => {
    const states = Array.from({ length: 6 }, (_, n) => [[`${n}`, 'x'], ['y']]);
    await expect(readThrough(...states)).rejects.toMatchObject({
      name: 'ContractError',
      message: expect.stringMatching(/^The list could not be read whole: its first page changed/),
      fix: expect.stringMatching(/\S/),
    });
  });

  it('is a fault when it never ends', async () => {
    let n = 0;
    const read = async (): Promise<ListPage<string>> => ({ items: [`${(n += 1)}`], pagination: undefined });
    await expect(wholeListing(read, (item) => item, 'The list', 1)).rejects.toThrow('it does not end');
  });
});
