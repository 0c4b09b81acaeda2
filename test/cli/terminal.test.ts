import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { note, openTerminal, showStopped, toldHere, warn } from '../../src/cli/terminal.ts';
import { root } from '../support/sources.ts';

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

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A terminal whose streams are listened to. `isWatched`: a person sees the progress. */
function heard({ isColoured = false, isWatched = false } = {}) {
  const said = { stdout: '', stderr: '' };
  vi.stubEnv(isColoured ? 'FORCE_COLOR' : 'NO_COLOR', '1');
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((piece) => ((said[name] += String(piece)), true));
  const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
  Object.defineProperty(process.stderr, 'isTTY', { value: isWatched, configurable: true, writable: true });
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(process.stderr, 'isTTY');
    else Object.defineProperty(process.stderr, 'isTTY', before);
  });
  return { said, terminal: openTerminal() };
}

test('results go to stdout and all else to stderr, without secrets, and foreign text does nothing', () => {
  const { said, terminal } = heard();
  terminal.hide(' a-secret-token \n');
  terminal.out('it is a-secret-token');
  terminal.out('::error::\u001B[31mred');
  terminal.json({ token: 'a-secret-token', text: '##[error]\u2028\u001B' });
  warn('careful', terminal);
  note('so it is', terminal);
  showStopped('it stopped', 'Do something', terminal);
  showStopped('it stopped', undefined, terminal);
  expect(said).toEqual({
    stderr: 'warning: careful\nnote: so it is\nerror: it stopped\n  Do something\nerror: it stopped\n',
    stdout: 'it is ***\n\\::error::red\n{\n  "token": "***",\n  "text": "##\\u005berror]\\u2028\\u001b"\n}\n',
  });
});

test('our own words have their styles as far as the stream takes them, and foreign text inside of them does nothing', () => {
  const { said, terminal } = heard({ isColoured: true });
  terminal.out(`${terminal.style(['bold', 'red'], 'two')} ${terminal.style('dim', 'li\u001B[31mnes\nof it')}`);
  warn('careful', terminal);
  note('so it is', terminal);
  showStopped('it stopped', 'Do something', terminal);
  const shown = Object.values(said).map((text) => text.replaceAll('\u001B', '␛'));
  expect(shown).toEqual([
    '␛[1m␛[31mtwo␛[39m␛[22m ␛[2mlines\nof it␛[22m\n',
    '␛[33mwarning␛[39m: careful\n␛[36mnote␛[39m: so it is\n␛[1m␛[31merror␛[39m␛[22m: it stopped\n  Do something\n',
  ]);
});

/** Tells progress at these seconds. Each step is a hundred. */
function telling(terminal: ReturnType<typeof openTerminal>, times: readonly number[], of?: number): void {
  for (const [index, at] of times.entries()) {
    vi.spyOn(performance, 'now').mockReturnValue(at * 1000);
    terminal.progress(`Read ${index}`, of === undefined ? undefined : { done: index * 100, of });
  }
}

test('progress that takes longer than two seconds replaces itself where a person watches, and goes before the next line', () => {
  const { said, terminal } = heard({ isWatched: true });
  telling(terminal, [0, 1.9]);
  expect(said.stderr).toBe('');
  telling(terminal, [2.1, 2.15, 2.3]);
  terminal.err('done');
  terminal.err('really');
  expect(said.stderr).toBe('\r\u001B[KRead 0\r\u001B[KRead 2\r\u001B[Kdone\nreally\n');
});

test('progress elsewhere is a line every ten seconds', () => {
  const { said, terminal } = heard();
  telling(terminal, [0, 3, 9.9, 10, 12, 19.9, 20]);
  expect(said.stderr).toBe('Read 3\nRead 6\n');
});

test('progress by steps says how fast it goes, and how long it takes; fewer steps than before are those of another work', () => {
  const { said, terminal } = heard();
  telling(terminal, [0, 10, 20], 1_000);
  expect(said.stderr).toBe('Read 1, 10 a second, about 1 min 30 s left\nRead 2, 10 a second, about 1 min 20 s left\n');
  telling(terminal, [30, 130], 200);
  expect(said.stderr.split('\n').slice(2)).toEqual(['Read 0', 'Read 1, 1.0 a second, about 1 min 40 s left', '']);
});

test('a result in parts waits until there is room for the next', async () => {
  const { said, terminal } = heard();
  terminal.hide('a-secret-token');
  await terminal.jsonLine('{ "a": "a-secret-token" }');
  expect(said.stdout).toBe('{ "a": "***" }\n');
  vi.spyOn(process.stdout, 'write').mockReturnValue(false);
  let isDone = false;
  const line = terminal.jsonLine('{}').then(() => (isDone = true));
  await new Promise((done) => setImmediate(done));
  expect(isDone).toBe(false);
  process.stdout.emit('drain');
  await line;
  const closed = terminal.jsonLine('{}');
  process.stdout.emit('close');
  await closed;
});

test('a page of this package is named in its own folder, where no release wrote its repository', () => {
  expect(toldHere('See nothing')).toBe('See nothing');
  expect(toldHere('See https://github.com/<owner>/compliance-evidence/blob/v1/docs/roles.md')).toBe(`See ${join(root, 'docs/roles.md')}`);
});
