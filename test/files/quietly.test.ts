import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { quietly } from '../../src/files/discover.ts';

const { stdout } = process;
const original = Object.getOwnPropertyDescriptor(stdout, 'write');
let heard: string[];

beforeEach(() => {
  heard = [];
  stdout.write = (text: string | Uint8Array): boolean => {
    heard.push(String(text));
    return false;
  };
});

afterEach(() => {
  if (original === undefined) Reflect.deleteProperty(stdout, 'write');
  else Object.defineProperty(stdout, 'write', original);
});

test('what the task writes goes nowhere, and it is told that all was taken', async () => {
  const result = await quietly(async () => {
    const isTaken = stdout.write('one');
    await sleep(1);
    stdout.write('two');
    return isTaken;
  });
  expect(result).toBe(true);
  expect(heard).toEqual([]);
});

test('others are heard meanwhile and afterwards, with what they are told', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const task = quietly(() => promise);
  expect(stdout.write('meanwhile')).toBe(false);
  resolve();
  await task;
  stdout.write('after');
  expect(heard).toEqual(['meanwhile', 'after']);
});

test('an error of the task passes, and others are heard again', async () => {
  const before = Object.getOwnPropertyDescriptor(stdout, 'write');
  await expect(quietly(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(Object.getOwnPropertyDescriptor(stdout, 'write')).toEqual(before);
});

test('a stream without a writer of its own has none afterwards', async () => {
  Reflect.deleteProperty(stdout, 'write');
  await quietly(async () => undefined);
  expect(Object.hasOwn(stdout, 'write')).toBe(false);
});

test('a writer that somebody takes away meanwhile stays away', async () => {
  await quietly(async () => void Reflect.deleteProperty(stdout, 'write'));
  expect(Object.hasOwn(stdout, 'write')).toBe(false);
});

test('a writer that somebody puts on top meanwhile stays', async () => {
  const write = (): boolean => true;
  await quietly(async () => {
    stdout.write = write;
  });
  expect(Object.getOwnPropertyDescriptor(stdout, 'write')?.value).toBe(write);
});

test('others may replace the writer meanwhile, by assignment or by definition', async () => {
  await quietly(async () => {
    expect(Object.getOwnPropertyDescriptor(stdout, 'write')).toMatchObject({ configurable: true, writable: true });
  });
});
