import { describe, expect, test } from 'vitest';
import { openTurns, type Turns } from '../../src/service/turns.ts';

/** A queue with the items that owners added, such as `a1` of `a`, one after the other. */
function queue(added: string, most = 100): Turns<string> {
  const turns = openTurns<string>(most);
  for (const item of added.split(' ')) turns.add(item.slice(0, 1), item);
  return turns;
}

/** The order of the turns, until nobody has one. */
function order(turns: Turns<string>, may: (owner: string) => boolean = () => true): string {
  const items: string[] = [];
  for (let next = turns.next(may); next !== undefined; next = turns.next(may)) items.push(next[1]);
  return items.join(' ');
}

describe('the next turn', () => {
  test.each([
    ['a1 a2 a3', 'a1 a2 a3', 'one alone has all, in its order'],
    ['a1 a2 a3 a4 b1', 'a1 b1 a2 a3 a4', 'another does not wait for the rest of one'],
    ['a1 a2 a3 b1 b2 c1', 'a1 b1 c1 a2 b2 a3', 'all have one, and then all the next one'],
  ])('of %s comes in the order %s: %s', (added, expected) => {
    expect(order(queue(added))).toBe(expected);
  });

  test('is not that of an owner who had the last one, however late the other came', () => {
    const turns = queue('a1 a2 a3');
    const seen = [turns.next(() => true)?.[1]];
    turns.add('b', 'b1');
    turns.add('a', 'a4');
    seen.push(turns.next(() => true)?.[1], turns.next(() => true)?.[1]);
    turns.add('c', 'c1');
    turns.add('b', 'b2');
    expect([...seen, order(turns)]).toEqual(['a1', 'b1', 'a2', 'c1 b2 a3 a4']);
  });

  test('is not that of an owner who had the last one, also when nothing of theirs waited meanwhile', () => {
    const turns = queue('b1 a1');
    expect(order(turns)).toBe('b1 a1');
    for (const item of ['a2', 'b2']) turns.add(item.slice(0, 1), item);
    expect(order(turns)).toBe('b2 a2');
  });

  test('passes over those who may not have one now, and they have it as soon as they may', () => {
    const turns = queue('a1 a2 b1');
    expect(order(turns, (owner) => owner === 'b')).toBe('b1');
    expect(order(turns)).toBe('a1 a2');
    expect(turns.next(() => true)).toBeUndefined();
  });
});

describe('where too many wait', () => {
  test('one alone is sent away with what came last', () => {
    const turns = queue('a1 a2 a3', 2);
    expect([turns.surplus(), turns.surplus(), order(turns), turns.surplus()]).toEqual(['a3', undefined, 'a1 a2', undefined]);
  });

  test('whoever has most waiting gives a place to another', () => {
    const turns = queue('a1 a2 a3', 3);
    const away = ['b1', 'b2', 'c1', 'd1'].map((item) => {
      turns.add(item.slice(0, 1), item);
      return turns.surplus();
    });
    expect([...away, order(turns)]).toEqual(['a3', 'b2', 'a2', 'd1', 'a1 b1 c1']);
    turns.add('d', 'd2');
    expect([turns.surplus(), order(turns)]).toEqual([undefined, 'd2']);
  });
});
