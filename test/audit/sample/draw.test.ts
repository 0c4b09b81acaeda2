import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { draw, populationDigest } from '../../../src/audit/sample/take-sample.ts';

const items = (count: number, stratum?: string) =>
  Array.from({ length: count }, (_, index) => ({ key: `${stratum ?? 'k'}${index}`, ...(stratum === undefined ? {} : { stratum }) }));
const keys = (sample: ReturnType<typeof draw>): readonly string[] => sample.picks.map(({ item }) => item.key);
const period = '2026-11-16/2026-11-23';

describe('a sample', () => {
  test('is the one that an independent script draws', () => {
    const script = `
import hashlib, hmac, sys
keys = sys.argv[3:]
print(hashlib.sha256("".join(k + "\\n" for k in sorted(keys)).encode()).hexdigest())
key = lambda k: hmac.new(sys.argv[1].encode(), k.encode(), hashlib.sha256).hexdigest()
print(" ".join(sorted(keys, key=key)[:int(sys.argv[2])]))`;
    const all = items(500);
    const [digest, picked] = execFileSync('python3', ['-c', script, 'a seed', '25', ...all.map(({ key }) => key)], { encoding: 'utf8' })
      .trim()
      .split('\n');
    const sample = draw(all, 25, { seed: 'a seed', period });
    expect([sample.digest, keys(sample).join(' '), sample.origin]).toEqual([digest, picked, 'auditor']);
  });

  test('does not depend on the order of the population', () => {
    const all = items(60, 's');
    expect(draw(all.toReversed(), 5, { seed: 'x', period })).toEqual(draw(all, 5, { seed: 'x', period }));
  });

  test('orders keys by their bytes, as other languages do, and not by UTF-16', () => {
    const inBytes = ['a', '\uFF5E', '\u{1F600}'];
    const digest = createHash('sha256')
      .update(inBytes.map((key) => `${key}\n`).join(''))
      .digest('hex');
    expect(populationDigest(inBytes.toReversed())).toBe(digest);
  });

  test('is another one with another seed, another population or another period', () => {
    const all = items(200);
    const own = draw(all, 10, { seed: undefined, period });
    const others = [
      draw(all, 10, { seed: 'x', period }),
      draw(all.slice(1), 10, { seed: undefined, period }),
      draw(all, 10, { seed: undefined, period: '2026-11-09/2026-11-16' }),
    ];
    expect(own.origin).toBe('own');
    expect(keys(draw(all, 10, { seed: own.seed, period }))).toEqual(keys(own));
    for (const other of others) expect(keys(other)).not.toEqual(keys(own));
  });

  test('takes all where there are no more than were asked for', () => {
    for (const count of [3, 4]) expect(keys(draw(items(3), count, { seed: 'x', period })).toSorted()).toEqual(['k0', 'k1', 'k2']);
    expect(draw([], 25, { seed: 'x', period }).picks).toEqual([]);
  });

  test('has so many of each stratum, or all of it', () => {
    const sample = draw([...items(40, 'b'), ...items(2, 'a')], 3, { seed: 'x', period });
    expect([...sample.strata]).toEqual([
      ['a', 2],
      ['b', 40],
    ]);
    expect(sample.picks.map(({ item }) => item.stratum)).toEqual(['a', 'a', 'b', 'b', 'b']);
  });

  test('is of nothing that is there twice', () => {
    expect(() => populationDigest(['a', 'b', 'a'])).toThrow('a is twice in the population');
  });

  test('takes each as often as any other', () => {
    const all = items(20);
    const times = new Map(all.map(({ key }) => [key, 0]));
    for (let seed = 0; seed < 2000; seed += 1)
      for (const key of keys(draw(all, 5, { seed: String(seed), period }))) times.set(key, (times.get(key) ?? 0) + 1);
    // Each is expected 500 times; five standard deviations are 97.
    for (const [key, count] of times) expect([key, Math.abs(count - 500) < 97]).toEqual([key, true]);
  });
});
