/** The runner's secret masker (SecretMasker.cs, ValueEncoders.cs). */
export interface Masker {
  /** Registers a value and its encodings. Even one character counts. */
  add(value: string): void;
  /** Registers a value and each of its lines, trimmed, as add-mask and secrets of several lines do. */
  addLines(value: string): void;
  mask(text: string): string;
  readonly values: readonly string[];
}

export function createMasker(): Masker {
  const values: string[] = [];
  const needles = new Set<string>();
  const add = (value: string): void => {
    if (value === '' || values.includes(value)) return;
    values.push(value);
    for (const needle of [value, ...encoders.map((encode) => encode(value))]) if (needle !== '') needles.add(needle);
  };
  return {
    values,
    add,
    addLines(value) {
      add(value);
      for (const line of value.split(/[\r\n]/)) add(line.trim());
    },
    mask: (text) => replaceRanges(text, merge(find(text, needles))),
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Every occurrence, overlapping ones too. */
function find(text: string, needles: ReadonlySet<string>): Range[] {
  const found: Range[] = [];
  for (const needle of needles) {
    for (let start = text.indexOf(needle); start >= 0; start = text.indexOf(needle, start + 1))
      found.push({ start, end: start + needle.length });
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** Ranges that overlap or touch become one, and so one `***`. */
function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && range.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else merged.push(range);
  }
  return merged;
}

function replaceRanges(text: string, ranges: readonly Range[]): string {
  let masked = '';
  let from = 0;
  for (const { start, end } of ranges) {
    masked += `${text.slice(from, start)}***`;
    from = end;
  }
  return masked + text.slice(from);
}

// The two encoders for PowerShell's coloured output are left out: masking less than the runner cannot hide a leak.
const encoders: readonly ((value: string) => string)[] = [
  (value) => base64(value, 0),
  // A secret inside `user:secret` is encoded at another offset; the runner masks the two other alignments as well.
  (value) => base64(value, 1),
  (value) => base64(value, 2),
  (value) => value.replaceAll('"', '\\"'),
  (value) => value.replaceAll("'", "''"),
  (value) => JSON.stringify(value).slice(1, -1),
  (value) =>
    encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`),
  (value) => value.replace(/[<>"'&]/g, (character) => xml[character] ?? character),
  (value) => (value.length > 8 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : ''),
];

function base64(value: string, shift: number): string {
  const bytes = Buffer.from(value, 'utf8');
  return (bytes.length > shift ? bytes.subarray(shift) : bytes).toString('base64');
}

const xml: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;', '&': '&amp;' };
