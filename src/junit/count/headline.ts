import { cut } from '../../text/index.ts';

/** Longest headline, in UTF-16 units. */
const longest = 300;

/** Lines that frameworks write around a failure; none of them explains it. */
const boilerplate: readonly RegExp[] = [
  /^(?:the )?(?:tests?|assertion|spec|case|collection)? ?(?:failed|failure|error)[.!:]?$/i,
  // Go's own lines around the output of a test.
  /^=== (?:RUN|PAUSE|CONT|NAME)\b/,
  /^--- (?:FAIL|PASS|SKIP):/,
  // pytest repeats the source of the test.
  /^(?:async )?def \w+\(/,
  /^@[\w.]+/,
  /^\w+ = <.*>$/,
  /^[-_=~. ]{3,}$/,
  // The name of an exception's class alone, in any language.
  /^(?:[\w$]+(?:\.|::|\\))*[\w$]*(?:Error|Exception|Failure|Failed|Fault)(?: *\[\w+\])?:?$/,
  // Stacks.
  /^at \S/,
  /^File ".*", line \d+/,
  /^Traceback \(most recent call last\):?$/,
  /^thread '.*' (?:\(\d+\) )?panicked at .*$/,
  /^[\w./\\-]+\.\w+:\d+(?::\d+)?:?$/,
  /^\((?:from|in) .*, line \d+\),?$/,
  // PHPUnit begins with the name of the test, Playwright with its place.
  /^[\w\\]+::\w+(?: with data set .*)?$/,
  /─{3,}$/,
];

/**
 * The line that people look for first in a failed test: one line of its message, else of its body, with the expectation or the error. A
 * line that ends with a colon is joined with the next one. If the framework wrote every line, the first one; empty where there is no text.
 */
export function headlineOf(message: string, body: string, name: string): string {
  const lines = [...linesOf(message), ...saidFirst(linesOf(body))];
  const telling = lines.filter((line) => !isName(line, name) && !boilerplate.some((pattern) => pattern.test(line)));
  const [first, second] = telling;
  if (first === undefined) return cut(lines[0] ?? '', longest);
  return cut(first.endsWith(':') && second !== undefined ? `${first} ${second}` : first, longest);
}

/** The name of the test, alone or after its place. */
function isName(line: string, name: string): boolean {
  return line === name || (name !== '' && line.endsWith(` ${name}`) && /^\S+\.\w+:\d+:\d+ /.test(line));
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => withoutWrapper(line.trim()))
    .filter((line) => line !== '');
}

/** node:test wraps the thrown error in one of its own. */
function withoutWrapper(line: string): string {
  return line.replace(/^\[?Error \[ERR_TEST_FAILURE\]:? ?(.*?)(?:\] ?\{?)?$/, '$1').replace(/^E {2,}/, 'E   ');
}

/** pytest marks the failed lines with `E`; a stack that Python wrote ends with the error. */
function saidFirst(lines: readonly string[]): readonly string[] {
  const marked = lines.filter((line) => line.startsWith('E   ')).map((line) => line.slice(4).trim());
  if (marked.length > 0) return marked;
  const last = lines.at(-1);
  return lines[0]?.startsWith('Traceback (most recent call last)') === true && last !== undefined ? [last, ...lines] : lines;
}
