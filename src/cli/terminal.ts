import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import type { Event, Shown } from '../commands/index.ts';
import { UsageError, endings } from '../errors/index.ts';
import { fromFolder, fromOrigin, grouped, neutralize, redact, seconds, stringAt, unprintable, type Origin } from '../text/index.ts';

/**
 * Breaks sentences into lines of so many columns, each with the margin: a terminal would break words, and start the rest at its edge. Lines
 * of code, which are indented, and items of a list stay as they are.
 */
export function wrapped(text: string, margin: string, columns: number = Infinity): string {
  const room = Math.max(columns - margin.length, 20);
  return text
    .split('\n')
    .flatMap((line) => (/^(?:\s|- )/.test(line) ? [line] : broken(line, room)))
    .map((line) => (line === '' ? '' : `${margin}${line}`))
    .join('\n');
}

function broken(line: string, room: number): readonly string[] {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** With `action.yml`, `dist/` and `README.md`. It is as far from this file as from the bundle. */
export const packageRoot = fileURLToPath(new URL('../../', import.meta.url));

let known: Origin | undefined | 'not read' = 'not read';

/** With links to the pages of this package: at its repository where that is known, else in its own folder. */
export function toldHere(text: string): string {
  if (!text.includes('<owner>/compliance-evidence')) return text;
  if (known === 'not read') known = readOrigin();
  if (known !== undefined) return fromOrigin(text, known);
  return existsSync(join(packageRoot, 'docs')) ? fromFolder(text, packageRoot.replace(/[/\\]$/, '')) : text;
}

/** A release writes its repository into the package. A program that stands without its package has none. */
function readOrigin(): Origin | undefined {
  const path = join(packageRoot, 'package.json');
  if (!existsSync(path)) return undefined;
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const [, serverUrl, repository] =
    /^git\+(https:\/\/[^/]+)\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(stringAt(manifest, 'repository', 'url') ?? '') ?? [];
  const version = stringAt(manifest, 'version');
  return serverUrl === undefined || repository === undefined ? undefined : { serverUrl, repository, ref: `v${version ?? ''}` };
}

const allStyles = ['bold', 'dim', 'red', 'green', 'yellow', 'blue', 'cyan', 'gray'] as const;
type Style = (typeof allStyles)[number];

/** The only writer to the terminal: results to stdout, everything else to stderr, foreign text made harmless. */
export interface Terminal {
  out(text: string): void;
  json(value: unknown): void;
  /** Prints one line of our own JSON, for a result that comes in parts. Resolves when there is room for the next. */
  jsonLine(line: string): Promise<void>;
  /** Progress, warnings, errors. */
  err(text: string): void;
  /**
   * Progress of what takes longer than two seconds: on a terminal a line that the next one replaces, elsewhere a line every ten seconds.
   * By the steps it also says how fast it goes, and how long it takes.
   */
  progress(text: string, steps?: Steps): void;
  /** Columns that a line of the result may have; `undefined` where the output goes to a file or a program. */
  readonly columns: number | undefined;
  /** Our own words in a style, as far as the stream and `NO_COLOR` allow. */
  style(style: Style | readonly Style[], text: string): string;
  hide(secret: string): void;
}

/** Those that are done, and all of them where that is known. */
type Steps = Extract<Event, { kind: 'progress' }>['steps'];

const [quietMs, refreshMs, lineMs] = [2_000, 100, 10_000];

/** Gives what is to be shown now, if anything. */
function openPace(): (text: string, steps: Steps, isWatched: boolean) => string | undefined {
  let begun: number | undefined;
  let shown: number | undefined;
  let [first, last] = [{ at: 0, done: 0 }, Infinity];
  return (text, steps, isWatched) => {
    const now = performance.now();
    begun ??= now;
    if (steps !== undefined && steps.done < last) first = { at: now, done: steps.done };
    last = steps?.done ?? last;
    const wait = isWatched ? (shown === undefined ? quietMs : refreshMs) : lineMs;
    if (now - (shown ?? begun) < wait) return undefined;
    shown = now;
    const rate = steps === undefined ? 0 : ((steps.done - first.done) / (now - first.at)) * 1000;
    if (steps === undefined || !(rate > 0)) return text;
    const rest =
      steps.of === undefined || steps.of <= steps.done ? '' : `, about ${seconds(Math.ceil((steps.of - steps.done) / rate))} left`;
    return `${text}, ${rate < 10 ? rate.toFixed(1) : grouped(Math.round(rate))} a second${rest}`;
  };
}

export function openTerminal(): Terminal {
  const pace = openPace();
  const secrets: string[] = [];
  const clean = (text: string): string => redact(toldHere(text), secrets);
  // Styles are put in as marks first, because making foreign text harmless removes every escape sequence. Foreign text cannot
  // hold a mark: a mark removed from the start of a line could turn the rest into a command.
  const mark = randomBytes(12).toString('hex');
  const marks = new RegExp(`<${mark} ([a-z,]+)>(.*?)</${mark}>`, 'gs');
  let isUnfinished = false;
  const write = (stream: NodeJS.WriteStream, text: string): void => {
    if (isUnfinished) process.stderr.write('\r\u001b[K');
    isUnfinished = false;
    const safe = clean(neutralize(clean(text))).replace(marks, (_, names: string, inner: string) => {
      const styles = allStyles.filter((style) => names.split(',').includes(style));
      return styles.length === 0 ? inner : styleText(styles, inner, { stream });
    });
    stream.write(`${safe}\n`);
  };
  return {
    out: (text) => write(process.stdout, text),
    json: (value) => void process.stdout.write(`${harmlessJson(JSON.stringify(value, null, 2), clean)}\n`),
    jsonLine: async (line) => {
      if (!process.stdout.write(`${harmlessJson(line, clean)}\n`) && !process.stdout.destroyed)
        await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]);
    },
    err: (text) => write(process.stderr, text),
    progress: (text, steps) => {
      const line = pace(text, steps, process.stderr.isTTY);
      if (line === undefined) return;
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${clean(neutralize(line))}`);
      else write(process.stderr, line);
      isUnfinished = process.stderr.isTTY;
    },
    // A pseudo-terminal without a set size has a width of 0.
    columns: process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : undefined,
    style: (style, text) => `<${mark} ${[style].flat().join(',')}>${neutralize(text)}</${mark}>`,
    hide: (secret) => void secrets.push(secret.trim()),
  };
}

/** Without secrets, and without anything that a runner's log or a terminal would act on. */
function harmlessJson(json: string, clean: (text: string) => string): string {
  return clean(json)
    .replaceAll('##[', '##\\u005b')
    .replace(/[\u2028\u2029]/g, escaped)
    .replace(unprintable, (character) => character.replace(/[^]/g, escaped));
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export function warn(sentence: string, terminal: Terminal): void {
  terminal.err(`${terminal.style('yellow', 'warning')}: ${sentence}`);
}

export function note(sentence: string, terminal: Terminal): void {
  terminal.err(`${terminal.style('cyan', 'note')}: ${sentence}`);
}

export function showStopped(message: string, fix: string | undefined, terminal: Terminal): void {
  terminal.err(`${terminal.style(['bold', 'red'], 'error')}: ${message}`);
  if (fix !== undefined) terminal.err(wrapped(fix, '  ', terminal.columns));
}

/** Answers the exit code. */
export function toldInterrupted(sentence: string, terminal: Terminal): number {
  terminal.err(sentence);
  return endings.interrupted.exitCode;
}

export type FormOptions = Readonly<{ json?: boolean; output?: NonNullable<Shown['listed']>['form'] }>;

/** @throws {UsageError} where two are asked for. */
export function formOf<Form extends string>({ json = false, output }: { json?: boolean; output?: Form }): Form | 'table' | 'json' {
  if (!json) return output ?? 'table';
  if (output === undefined || output === 'json') return 'json';
  throw new UsageError('conflicting-inputs', `--json and -o ${output} are two forms`, { fix: 'Leave one of the two out' });
}

export interface Shell {
  readonly terminal: Terminal;
  /** Aborts on SIGINT, SIGTERM and SIGHUP. */
  readonly interrupt: AbortSignal;
  readonly done: (exitCode: number) => void;
}
