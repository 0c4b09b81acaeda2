import { expect, onTestFinished, test } from 'vitest';
import { openTerminal } from '../../src/cli/terminal.ts';

/** The width that the result may have on a standard output like this one. */
function widthOn(stream: { readonly isTTY: boolean; readonly columns: number }): number | undefined {
  for (const name of ['isTTY', 'columns'] as const) {
    const before = Object.getOwnPropertyDescriptor(process.stdout, name);
    Object.defineProperty(process.stdout, name, { value: stream[name], configurable: true, writable: true });
    onTestFinished(() => {
      if (before === undefined) Reflect.deleteProperty(process.stdout, name);
      else Object.defineProperty(process.stdout, name, before);
    });
  }
  return openTerminal().columns;
}

test.each([
  [{ isTTY: true, columns: 80 }, 80],
  [{ isTTY: true, columns: 0 }, undefined],
  [{ isTTY: false, columns: 80 }, undefined],
])('a result has the width of its terminal, where it has one: %j', (stream, width) => {
  expect(widthOn(stream)).toBe(width);
});
