/** A place that a failure names, as it is written there. */
export interface StackFrame {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

const longestLine = 1000;

/**
 * The places that the message of a failure names, the likeliest first: where the error arose, then who called that. Knows
 * the stack traces of Node.js and browsers, Python and pytest, the JVM, Go, Rust, PHP, Ruby, .NET, and C++ assertions.
 */
export function framesIn(message: string): readonly StackFrame[] {
  const frames = message.split('\n').flatMap((line) => frameIn(line.slice(0, longestLine)) ?? []);
  // Only Python shows the last call last.
  return frames.some(({ path }) => path.endsWith('.py')) ? frames.toReversed() : frames;
}

function frameIn(text: string): StackFrame | undefined {
  const jvm = jvmFrame.exec(text);
  if (jvm !== null) return frame(`${packageOf(jvm[1] ?? '')}${jvm[2] ?? ''}`, jvm[3]);
  for (const form of forms) {
    const found = form.exec(text);
    if (found !== null) return frame(plainPath(found[1] ?? ''), found[2]);
  }
  return undefined;
}

function frame(path: string, line: string | undefined): StackFrame | undefined {
  const number = Number(line);
  return path === '' || number === 0 ? undefined : { path, line: number };
}

// `at app//com.example.BasketTest.adds(BasketTest.java:12)`: a class loader or module may stand before the class.
const jvmFrame = /(?:^|\s)(?:at )?(?:[\w.$@-]*\/)*([\w$.]+)\.[\w$<>]+\(([\w$-]+\.(?:java|kt|kts|scala|groovy|clj)):(\d{1,7})\)/;

/** The directories of a class: its package, without its own name. */
function packageOf(className: string): string {
  const parts = className.split('.').slice(0, -1);
  return parts.map((part) => `${part}/`).join('');
}

const forms = [
  // Python: File "tests/test_basket.py", line 3, in test_adds
  /\bFile "([^"]+)", line (\d{1,7})/,
  // .NET: in /src/Basket.cs:line 12
  /\bin ((?:[A-Za-z]:)?[^:*?"<>|]+):line (\d{1,7})/,
  // PHP: in /src/Basket.php on line 12
  /\bin ((?:[A-Za-z]:)?[^:*?"<>|]+) on line (\d{1,7})/,
  // Node.js with spaces in the path: (file:///work/my shop/basket.js:3:5)
  /\(((?:file:\/\/)?[^()]+):(\d{1,7}):\d{1,7}\)/,
  // Everything else: path:line, path:line:column
  /(?:^|[\s(@"'`])((?:[a-z][a-z-]{1,20}:\/\/[^\s/:]*(?::\d+)?\/|[A-Za-z]:(?=[\\/]))?[^\s():"'`<>|*]+\.[A-Za-z]\w{0,9}(?:\?[^\s:()]*)?):(\d{1,7})(?!\d)/,
  // PHP and MSVC: /src/Basket.php(12)
  /(?:^|\s)((?:[A-Za-z]:(?=[\\/]))?[^\s():"'`<>|*]+\.[A-Za-z]\w{0,9})\((\d{1,7})\)/,
] as const;

/** A path without the scheme, host and query of a URL. */
function plainPath(written: string): string {
  const url = /^[a-z][a-z-]*:\/\/([^\s/]*)(\/.*)/s.exec(written);
  if (url === null) return written;
  const [, host = '', rest = ''] = url;
  const path = rest.replace(/\?.*/s, '');
  // Only a file's URL without a host is a place on this machine; a server's paths begin wherever it serves from.
  const isLocal = written.startsWith('file:') && host === '';
  try {
    return decodeURIComponent(isLocal ? path.replace(/^\/(?=[A-Za-z]:)/, '') : path.slice(1));
  } catch {
    return '';
  }
}
