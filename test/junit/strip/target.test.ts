import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Target } from '../../../src/junit/strip/stripper.ts';
import { workspaceOf } from '../support.ts';

/** Writes into a file after `old`, and gives its content then, up to the end that the target tells. */
function written(write: (target: Target) => void, expected?: number): string {
  const path = join(workspaceOf({}), 'to.txt');
  writeFileSync(path, 'old:');
  const descriptor = openSync(path, 'r+');
  onTestFinished(() => closeSync(descriptor));
  const target = new Target(descriptor, 4, expected);
  write(target);
  const end = target.finish();
  return readFileSync(path, 'utf8').slice(0, end);
}

const put = (target: Target, text: string): void => target.write(Buffer.from(`<<${text}>>`), 2, 2 + Buffer.byteLength(text));

test('pieces are written one behind the other, behind what is there, whatever room there is', () => {
  const pieces = ['one', ' two ', 'x'.repeat(70_000), 'y', 'z'.repeat(65_536), '.'];
  for (const expected of [undefined, 0, 1, 4, 100, 10_000_000]) {
    const path = join(workspaceOf({ 'to.txt': 'old:' }), 'to.txt');
    const descriptor = openSync(path, 'r+');
    const target = new Target(descriptor, 4, expected);
    for (const piece of pieces) put(target, piece);
    const end = target.finish();
    closeSync(descriptor);
    expect(readFileSync(path, 'utf8')).toBe(`old:${pieces.join('')}`);
    expect(end).toBe(4 + pieces.join('').length);
  }
});

test('small pieces wait until they fill the room, or the end', () => {
  const path = join(workspaceOf({ 'to.txt': '' }), 'to.txt');
  const descriptor = openSync(path, 'r+');
  onTestFinished(() => closeSync(descriptor));
  const target = new Target(descriptor, 0, 5);
  put(target, 'abc');
  put(target, 'de');
  expect(readFileSync(path, 'utf8')).toBe('');
  put(target, 'f');
  expect(readFileSync(path, 'utf8')).toBe('abcde');
  expect(target.finish()).toBe(6);
  expect(readFileSync(path, 'utf8')).toBe('abcdef');
});

test('it takes no more room than it is told that bytes will come, and never more than 64 KB', () => {
  for (const [expected, room] of [
    [1000, 1000],
    [10_000_000, 65_536],
  ] as const) {
    const path = join(workspaceOf({ 'to.txt': '' }), 'to.txt');
    const descriptor = openSync(path, 'r+');
    onTestFinished(() => closeSync(descriptor));
    const target = new Target(descriptor, 0, expected);
    put(target, 'x'.repeat(room));
    expect(readFileSync(path).length).toBe(0);
    put(target, 'y');
    expect(readFileSync(path).length).toBe(room);
  }
});

test('the content ends behind the last byte that is no white space', () => {
  written((target) => {
    expect(target.contentEnd).toBe(4);
    put(target, ' \n\t ');
    expect(target.contentEnd).toBe(4);
    put(target, 'a b \n');
    expect(target.contentEnd).toBe(4 + 7);
  });
});

test('what was taken back is written over, in memory or in the file', () => {
  const back = (place: number): string =>
    written((target) => {
      put(target, '0123456789');
      target.rewind(place);
      put(target, '!');
    }, 4);
  expect(back(4 + 8)).toBe('old:01234567!');
  expect(back(4 + 2)).toBe('old:01!');
  expect(back(4)).toBe('old:!');
  expect(
    written((target) => {
      put(target, '0123456789');
      target.rewind(4 + 3);
      put(target, 'ab');
      target.rewind(4 + 4);
      put(target, '!');
    }),
  ).toBe('old:012a!');
});
