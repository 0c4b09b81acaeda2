/** A workflow command as the runner parsed it from a line. Names and properties are compared without regard to case. */
export interface Command {
  /** The name in lower case. */
  readonly name: string;
  /** Names in lower case, values unescaped. */
  readonly properties: ReadonlyMap<string, string>;
  readonly data: string;
}

/**
 * Parses one line as the runner does (ActionCommand.cs): first `::name k=v,k=v::data` at the start of the line after white
 * space, then the older `##[name k=v;k=v]data` anywhere in it. Only the first `##[` of a line is looked at, and a name that is
 * not registered is no command. One difference: the runner finds the second `::` by culture, so that invisible characters
 * inside it are skipped; since its first `::` must be exact, that changes no decision about a printer that breaks the first.
 */
export function parseCommand(line: string, registered: ReadonlySet<string>): Command | undefined {
  return parseColons(line, registered) ?? parseBracket(line, registered);
}

function parseColons(line: string, registered: ReadonlySet<string>): Command | undefined {
  const message = line.replace(leadingSpace, '');
  const end = message.startsWith('::') ? message.indexOf('::', 2) : -1;
  if (end < 0) return undefined;
  const { name, rest } = split(message.slice(2, end));
  if (!registered.has(name)) return undefined;
  const trimmed = rest.replace(leadingSpace, '').replace(trailingSpace, '');
  return {
    name,
    properties: parseProperties(trimmed.split(','), colonPropertyEscapes),
    data: unescape(message.slice(end + 2), colonDataEscapes),
  };
}

function parseBracket(line: string, registered: ReadonlySet<string>): Command | undefined {
  const start = line.indexOf('##[');
  const end = start < 0 ? -1 : line.indexOf(']', start);
  if (end < 0) return undefined;
  const { name, rest } = split(line.slice(start + 3, end));
  if (!registered.has(name)) return undefined;
  return { name, properties: parseProperties(rest.split(';'), bracketEscapes), data: unescape(line.slice(end + 1), bracketEscapes) };
}

function split(head: string): { name: string; rest: string } {
  const space = head.indexOf(' ');
  return { name: (space < 0 ? head : head.slice(0, space)).toLowerCase(), rest: space < 0 ? '' : head.slice(space + 1) };
}

function parseProperties(parts: readonly string[], escapes: readonly Escape[]): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  for (const part of parts) {
    // Empty entries around `=` are dropped, so `k=` is no property and `k==v` is `k=v`.
    const [, key, value] = /^=*([^=]+)=+([^=].*)$/s.exec(part) ?? [];
    if (key !== undefined && value !== undefined) properties.set(key.toLowerCase(), unescape(value, escapes));
  }
  return properties;
}

/** `%25` comes last, so that `%250A` becomes `%0A` and not a line break. */
function unescape(text: string, escapes: readonly Escape[]): string {
  return escapes.reduce((rest, [character, code]) => rest.replaceAll(code, character), text).replaceAll('%25', '%');
}

type Escape = readonly [character: string, code: string];
const colonDataEscapes: readonly Escape[] = [
  ['\r', '%0D'],
  ['\n', '%0A'],
];
const colonPropertyEscapes: readonly Escape[] = [...colonDataEscapes, [':', '%3A'], [',', '%2C']];
const bracketEscapes: readonly Escape[] = [...colonDataEscapes, [';', '%3B'], [']', '%5D']];

// .NET's white space, which is not JavaScript's: it has U+0085 and lacks the byte order mark.
const leadingSpace = /^[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/;
const trailingSpace = /[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+$/;
