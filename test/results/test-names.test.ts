import { describe, expect, it } from 'vitest';
import { NameLog, nameOfTest } from '../../src/results/index.ts';

describe('the name of a test', () => {
  it.each([
    ['shop.CartTest', { classname: 'shop.CartTest', name: 'adds' }, 'shop.CartTest › adds'],
    ['pytest', { classname: 'tests.test_cart', name: 'test_adds' }, 'pytest › tests.test_cart › test_adds'],
    ['s', { classname: undefined, name: ' ' }, 's › (no name)'],
    ['s', undefined, 's'],
  ])('%s, %o', (suite, test, name) => {
    expect(nameOfTest(suite, test)).toBe(name);
  });

  it('is cut by its parts', () => {
    expect(nameOfTest('s'.repeat(5000), { classname: 'c'.repeat(5000), name: 'n'.repeat(5000) }).length).toBeLessThan(3_100);
  });
});

describe('the log of names', () => {
  it('has a name as often as there are tests of it, and forgets an attempt', () => {
    const log = new NameLog();
    log.add('failed', 'a');
    log.add('failed', 'a');
    log.add('failed', 'b');
    log.add('failed', 'a', -1);
    log.add('failed', 'b', -3);
    log.add('warned', 'never', -1);
    expect(log.list()).toEqual({ failed: ['a'], warned: [], passed: [] });
  });

  it('keeps 15 million characters: a passed name makes room for a failed one, and none for another passed one', () => {
    const log = new NameLog();
    for (let n = 0; n < 100; n += 1) log.add('passed', `${n} ${'x'.repeat(200_000)}`);
    expect(log.list().passed).toHaveLength(74);
    log.add('failed', 'y'.repeat(300_000));
    expect([log.list().failed.length, log.list().passed.length]).toEqual([1, 73]);
    log.add('warned', 'w'.repeat(14_700_000));
    expect([log.list().failed.length, log.list().warned.length, log.list().passed.length]).toEqual([1, 1, 0]);
    log.add('failed', 'z'.repeat(300_000));
    expect(log.list().failed).toHaveLength(1);
  });

  it('takes another one in', () => {
    const [one, other] = [new NameLog(), new NameLog()];
    one.add('failed', 'a');
    other.add('failed', 'a', 2);
    other.add('passed', 'p');
    one.take(other);
    expect(one.list()).toEqual({ failed: ['a', 'a', 'a'], warned: [], passed: ['p'] });
  });
});
