import { expect, it } from 'vitest';
import { openSentLog } from '../../../src/commands/run/context.ts';

const fault = { code: 'forbidden', message: 'no' };

it('nothing was sent before the sending began', () => {
  expect(openSentLog(new AbortController().signal).soFar()).toEqual({ kind: 'nothing' });
});

it('what is sent is on its way until it is known what became of it', () => {
  const log = openSentLog(new AbortController().signal);
  log.begin('unit');
  expect(log.soFar()).toEqual({ kind: 'on-its-way', name: 'unit' });
});

it.each(['made', undefined])('what was accepted is recorded: id %s', (id) => {
  const log = openSentLog(new AbortController().signal);
  log.begin('unit');
  log.end('unit', { kind: 'accepted', id, evaluated: false });
  expect(log.soFar()).toEqual({ kind: 'recorded', name: 'unit', id });
});

it('what was refused for certain was not sent', () => {
  const log = openSentLog(new AbortController().signal);
  log.begin('unit');
  log.end('unit', { kind: 'failed', fault, unconfirmed: false });
  expect(log.soFar()).toEqual({ kind: 'nothing' });
});

it('what may be recorded all the same stays on its way', () => {
  const log = openSentLog(new AbortController().signal);
  log.begin('unit');
  log.end('unit', { kind: 'failed', fault, unconfirmed: true });
  expect(log.soFar()).toEqual({ kind: 'on-its-way', name: 'unit' });
});

it('nothing begins to be sent once the run is interrupted', () => {
  const log = openSentLog(AbortSignal.abort());
  expect(() => log.begin('unit')).toThrow(expect.objectContaining({ code: 'interrupted' }));
  expect(log.soFar()).toEqual({ kind: 'nothing' });
});
