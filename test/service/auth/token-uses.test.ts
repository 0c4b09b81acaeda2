import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { notingTokenUses } from '../../../src/service/auth/authenticators.ts';
import type { TokenUse } from '../../../src/service/resources/tokens/tables.ts';
import { openStore } from '../../../src/service/store/open-data.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { folder } from '../support.ts';

let kept: (readonly TokenUse[])[];
let failure: Error | undefined;
let store: Store;
let now: number;

beforeEach(async () => {
  [kept, failure, now] = [[], undefined, 0];
  const real = await openStore(await folder(), complianceRules);
  for (const hash of ['a', 'b']) await real.addToken({ hash, user: hash, orgs: ['acme'], role: 'reader' });
  const noteTokenUses = async (uses: readonly TokenUse[]) => {
    kept.push(uses);
    if (failure !== undefined) throw failure;
    await real.noteTokenUses(uses);
  };
  store = { ...real, noteTokenUses };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  return () => real.close();
});
afterEach(() => void vi.useRealTimers());

/** Uses a token at a moment. */
async function use(noting: Store, hash: string, moment: number): Promise<void> {
  now = moment;
  await noting.authenticate(hash);
}

const open = () => notingTokenUses(store, () => now);
const times = () => kept.map((uses) => uses.map(({ usedAt }) => usedAt));

test('the first use is kept within a second, and no request waits for it', async () => {
  const { store: noting } = open();
  await use(noting, 'a', 5);
  expect(kept).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(times()).toEqual([[5]]);
});

test('whatever comes then is kept once a minute, the last use of each token', async () => {
  const { store: noting } = open();
  await use(noting, 'a', 5);
  await vi.advanceTimersByTimeAsync(1000);
  for (const moment of [6, 7, 8]) await use(noting, 'a', moment);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(times()).toEqual([[5]]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(times()).toEqual([[5], [8]]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(times()).toHaveLength(2);
});

test('the first use of another token is kept as soon, and waits for nobody else', async () => {
  const { store: noting } = open();
  await use(noting, 'a', 5);
  await vi.advanceTimersByTimeAsync(1000);
  await use(noting, 'a', 6);
  await use(noting, 'b', 7);
  await vi.advanceTimersByTimeAsync(1000);
  expect(times()).toEqual([[5], [7]]);
});

test('a token that is used all the time is kept all the same', async () => {
  const { store: noting } = open();
  for (const moment of Array(30).keys()) {
    await use(noting, 'a', moment);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(times()).toEqual([[9]]);
});

test('a token that is not known leaves nothing', async () => {
  const { flush, store: noting } = open();
  await use(noting, 'nobody has this', 5);
  await flush();
  expect(kept).toEqual([]);
});

test('the end of the service keeps what is noted', async () => {
  const { flush, store: noting } = open();
  await use(noting, 'a', 5);
  await flush();
  expect(times()).toEqual([[5]]);
  expect((await noting.listTokens()).map(({ lastUsedAt }) => lastUsedAt)).toEqual([5, undefined]);
});

test('a write that fails spoils nothing, and later uses are kept', async () => {
  const { store: noting } = open();
  failure = new Error('The disk is full.');
  await use(noting, 'a', 5);
  await vi.advanceTimersByTimeAsync(1000);
  failure = undefined;
  await use(noting, 'a', 6);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(times()).toEqual([[5], [6]]);
});
