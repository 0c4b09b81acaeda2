import { parseNumbers } from '../../text/index.ts';

/** An integer that no double can hold, and where it is in the data. */
export interface UnsafeInteger {
  /** The digits as they were sent. */
  readonly source: string;
  /** For example `attestation_data.builds[0].id`. */
  readonly path: string;
  /** The same as a JSON pointer into the data. */
  readonly pointer: string;
}

/** Stands in the data for such an integer while its path is determined. */
class Marked {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** The integers in JSON text that no double can hold; `path` is where the data is. */
export function unsafeIntegers(data: string, path: string): readonly UnsafeInteger[] {
  // Such integers have many digits, or an exponent.
  if (!/\d{16}|\d[eE]/.test(data)) return [];
  const marked = parseNumbers(data, (source, value) => (isUnsafe(source, value) ? new Marked(source) : value));
  const found: UnsafeInteger[] = [];
  const open: { readonly value: unknown; readonly at: string; readonly pointer: string }[] = [{ value: marked, at: path, pointer: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, pointer, value } = next;
    if (value instanceof Marked) found.push({ source: value.source, path: at, pointer });
    else if (Array.isArray(value))
      value.forEach((inner: unknown, index) => open.push({ value: inner, at: `${at}[${index}]`, pointer: `${pointer}/${index}` }));
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value))
        open.push({ value: inner, at: `${at}.${name}`, pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` });
  }
  return found;
}

function isUnsafe(source: string, value: number): boolean {
  if (Math.abs(value) < 2 ** 53 && !/\d{16}/.test(source)) return false;
  const whole = wholeNumber(source);
  return whole !== undefined && (!Number.isFinite(value) || whole !== BigInt(value));
}

/** The number, if it is whole; a number near a double has at most 309 digits. */
function wholeNumber(source: string): bigint | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(source) ?? [];
  const shift = Number(exponent) - fraction.length;
  const digits = `${whole}${fraction}`;
  if (shift >= 0) return BigInt(`${sign}${digits}${'0'.repeat(Math.min(shift, 400))}`);
  const [before, after] = [digits.slice(0, shift), digits.slice(shift)];
  return /^0*$/.test(after) ? BigInt(`${sign}${before === '' ? '0' : before}`) : undefined;
}
