import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurns } from '../../src/service/turns.ts';

test('no more works at once than may, nor of one organization, and the next of another goes first', async () => {
  const turns = inTurns(3, 2);
  const running: string[] = [];
  const begun: string[] = [];
  let [most, mostOfOne] = [0, 0];
  const work = (org: string) =>
    turns(org, async () => {
      running.push(org);
      begun.push(org);
      most = Math.max(most, running.length);
      mostOfOne = Math.max(mostOfOne, running.filter((each) => each === org).length);
      await sleep(5);
      running.splice(running.indexOf(org), 1);
      return org;
    });
  const all = [...Array.from({ length: 6 }, () => work('a')), work('b'), work('c')];
  expect(await Promise.all(all)).toEqual(['a', 'a', 'a', 'a', 'a', 'a', 'b', 'c']);
  expect([most, mostOfOne]).toEqual([3, 2]);
  expect(begun.slice(0, 4)).toEqual(['a', 'a', 'b', 'c']);
});

test('work that fails makes room too', async () => {
  const turns = inTurns(1, 1);
  const failed = turns('a', () => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect(await turns('a', async () => 7)).toBe(7);
});
