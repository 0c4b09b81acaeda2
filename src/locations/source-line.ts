import { posix } from 'node:path';

interface StackFrame {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

const longestLine = 1000;

/**
 * The likeliest first: where the error arose, then who called that. Knows the stack traces of Node.js and browsers, Python and pytest, the
 * JVM, Go, Rust, PHP, Ruby, .NET, and C++ assertions.
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

/** Foreign text. */
export interface FailureText {
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly classname?: string;
  readonly suite: string;
  /** Paths are mostly relative to a folder around this file. */
  readonly source: string;
}

export interface SourceLine {
  /** A tracked file, relative to the root of the checkout, with `/`. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
}

export interface SourceTree {
  /** Tracked files relative to the root, with `/`. */
  readonly paths: readonly string[];
  /** Absolute. */
  readonly root: string;
  /** Absolute; where the tests ran, in the root or at it. */
  readonly workspace: string;
}

export function namesPlace({ file, message }: Pick<FailureText, 'file' | 'message'>): boolean {
  return file !== undefined || framesIn(message).length > 0;
}

/**
 * Finds where tests failed: by the attributes `file` and `line`, else by the first frame of the message that is in a tracked
 * file. Never another file: what lies outside of the checkout, or could be several files, is left out.
 */
export function lineFinder(checkout: SourceTree): (test: FailureText) => SourceLine | undefined {
  const resolver = pathResolver(checkout);
  return (test) => {
    const resolve = (path: string): string | undefined => resolver(path, test.source);
    const frames = framesIn(test.message);
    const named = test.file === undefined ? [] : [...framesIn(test.file), { path: test.file, line: undefined }];
    for (const told of named) {
      const file = resolve(told.path);
      if (file === undefined) continue;
      const line = test.line ?? told.line ?? frames.find(({ path }) => resolve(path) === file)?.line;
      return line === undefined ? { file } : { file, line };
    }
    for (const { path, line } of frames) {
      const found = resolve(pathInPackage(path, test)) ?? resolve(path);
      if (found !== undefined) return { file: found, line };
    }
    return undefined;
  };
}

/** Go names only the last part of a file, but the class is its package: `example.com/shop/basket`. */
function pathInPackage(path: string, { classname, suite }: FailureText): string {
  const from = classname ?? suite;
  return path.includes('/') || !path.endsWith('.go') ? path : `${from}/${path}`;
}

// Code that is not the repository's own, even if a path of it ends like one that is.
const foreign =
  /^(?:node|internal|java|javax|jdk|sun|kotlin|scala|groovy|junit)[:/]|^(?:org\/(?:junit|testng|gradle|apache\/maven|hamcrest|assertj|mockito)\/)|(?:^|\/)(?:node_modules|site-packages|dist-packages|hostedtoolcache|\.cargo|rustc|gems|\.venv|venv|\.pnpm|\.yarn)\/|^\/usr\/(?:lib|local\/(?:lib|go))\//;

/** Resolves a path that stands in a results file (`source`) to the one tracked file that it means; an index is built once. */
function pathResolver({ paths, root, workspace }: SourceTree): (path: string, source: string) => string | undefined {
  const tracked = new Set(paths);
  const byEnd = indexByEnd(paths);
  const known = new Map<string, string | undefined>();
  const base = slashed(root);
  const here = slashed(workspace);
  const prefix = here.startsWith(`${base}/`) ? here.slice(base.length + 1) : '';

  function find(given: string, source: string): string | undefined {
    const path = posix.normalize(slashed(given));
    for (const folder of [base, here]) {
      // A file in the checkout has the committed content, or it is not tracked.
      if (folder !== '' && path.startsWith(`${folder}/`)) {
        const inside = path.slice(folder.length + 1);
        return tracked.has(inside) ? inside : undefined;
      }
    }
    const isAbsolute = /^(?:\/|[A-Za-z]:\/)/.test(path);
    const exact = isAbsolute ? [] : foldersAbove(source).map((folder) => posix.join(prefix, folder, path));
    const near = [...exact, path].find((one) => tracked.has(one));
    if (near !== undefined) return near;
    return foreign.test(path) ? undefined : bySuffix(path.split('/'), isAbsolute);
  }

  /** `undefined` where several share it. */
  function bySuffix(parts: readonly string[], isAbsolute: boolean): string | undefined {
    const name = parts.at(-1) ?? '';
    const near = byEnd.get(parts.slice(-2).join('/'));
    // A name alone means a file only where nothing more is known, or the file lies in the root.
    if (near === undefined) return !isAbsolute && tracked.has(name) ? name : undefined;
    const shared = near.map((path) => sharedEnd(parts, path.split('/')));
    const longest = shared.reduce((one, other) => Math.max(one, other));
    return only(near.filter((_path, index) => shared[index] === longest));
  }

  return (path, source) => {
    const key = `${posix.dirname(source)}\0${path}`;
    if (!known.has(key)) known.set(key, find(path, source));
    return known.get(key);
  };
}

/** The innermost first. */
function foldersAbove(source: string): readonly string[] {
  const parts = posix.isAbsolute(source) ? [] : source.split('/').slice(0, -1);
  return [...parts.map((_part, index) => parts.slice(0, parts.length - index).join('/')), ''];
}

function indexByEnd(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  const add = (end: string, path: string): void => {
    const known = index.get(end);
    if (known === undefined) index.set(end, [path]);
    else known.push(path);
  };
  for (const path of paths) {
    const name = path.lastIndexOf('/');
    add(path.slice(name + 1), path);
    if (name > 0) add(path.slice(path.lastIndexOf('/', name - 1) + 1), path);
  }
  return index;
}

function only(paths: readonly string[]): string | undefined {
  return paths.length === 1 ? paths[0] : undefined;
}

function sharedEnd(one: readonly string[], other: readonly string[]): number {
  let shared = 0;
  while (shared < one.length && one.at(-1 - shared) === other.at(-1 - shared)) shared += 1;
  return shared;
}

/** With `/`, as git writes paths, and without one at the end; drives in upper case, because tools disagree. */
function slashed(path: string): string {
  const isWindows = /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path) || !path.includes('/');
  return (isWindows ? path.replaceAll('\\', '/') : path)
    .replace(/^[a-z](?=:\/)/, (drive) => drive.toUpperCase())
    .replace(/^\/\/+/, '/')
    .replace(/\/+$/, '');
}
