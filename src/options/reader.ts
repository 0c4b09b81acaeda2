import { UsageError } from '../errors/index.ts';
import { list } from '../text/index.ts';
import type { OptionSpec } from './option.ts';
import { specOf, type Naming, type OptionName, type RawOptions } from './table.ts';

/** Reads options out of a shell's texts; every complaint names the option the way that shell's user wrote it. */
export interface OptionReader {
  /** The text, trimmed; `undefined` when unset. Throws where it is required, or must not be empty. */
  text(name: OptionName): string | undefined;
  required(name: OptionName): string;
  flag(name: OptionName): boolean;
  /** Milliseconds. */
  duration(name: OptionName): number;
  /** A whole number, 0 or more. */
  count(name: OptionName): number;
  lines(name: OptionName): readonly string[];
  names(name: OptionName): readonly string[];
  pairs(name: OptionName): ReadonlyMap<string, string>;
  choice(name: OptionName): string;
  choices(name: OptionName): readonly string[];
  invalid(name: OptionName, what: string, fix: string): UsageError;
}

export function optionReader(raw: RawOptions, naming: Naming): OptionReader {
  const invalid = (name: OptionName, what: string, fix: string): UsageError =>
    new UsageError('invalid-input', `${naming(name)} ${what}`, { fix });

  function text(name: OptionName): string | undefined {
    const spec = specOf(name);
    const given = raw[name]?.trim();
    if (given !== undefined && given !== '') return given;
    if (given === '' && (spec.whenEmpty === 'error' || spec.required === true)) throw empty(spec, naming);
    if (spec.default !== undefined) return spec.default;
    if (spec.required === true)
      throw new UsageError('missing-input', `${naming(name)} is missing`, { fix: `Give it: ${spec.description}` });
    return undefined;
  }

  function required(name: OptionName): string {
    const value = text(name);
    if (value === undefined)
      throw new UsageError('missing-input', `${naming(name)} is missing`, { fix: `Give it: ${specOf(name).description}` });
    return value;
  }

  function lines(name: OptionName): readonly string[] {
    return (text(name) ?? '')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }

  function names(name: OptionName): readonly string[] {
    const found = (text(name) ?? '').split(/[\s,]+/).filter((part) => part !== '');
    const spec = specOf(name);
    // Commas alone are what `${{ vars.A }},${{ vars.B }}` comes to when neither is set.
    if (found.length === 0 && (spec.whenEmpty === 'error' || spec.required === true)) throw empty(spec, naming);
    return [...new Set(found)];
  }

  function choices(name: OptionName): readonly string[] {
    const { choices: allowed = [] } = specOf(name);
    const found = names(name);
    const wrong = found.filter((value) => !allowed.includes(value));
    if (wrong.length > 0) throw invalid(name, `does not know ${list(wrong)}`, `Choose from ${list(allowed, 20)}`);
    return found;
  }

  return {
    text,
    required,
    lines,
    names,
    choices,
    invalid,
    flag(name) {
      const value = text(name) ?? 'false';
      if (/^(true|True|TRUE)$/.test(value)) return true;
      if (/^(false|False|FALSE)$/.test(value)) return false;
      throw invalid(name, `must be true or false, not ${JSON.stringify(value)}`, 'Write true or false');
    },
    duration(name) {
      const value = text(name) ?? '0';
      const [, number, unit = 's'] = /^(\d{1,6})(ms|s|m|h)?$/.exec(value) ?? [];
      if (number === undefined)
        throw invalid(name, `is not a time: ${JSON.stringify(value)}`, 'Write seconds, or a number with s, m or h: 90, 90s, 5m, 1h');
      return Number(number) * (unit === 'ms' ? 1 : unit === 's' ? 1_000 : unit === 'm' ? 60_000 : 3_600_000);
    },
    count(name) {
      const value = text(name) ?? '0';
      if (!/^\d{1,9}$/.test(value)) throw invalid(name, `is not a whole number: ${JSON.stringify(value)}`, 'Write 0 or a positive number');
      return Number(value);
    },
    pairs(name) {
      const pairs = new Map<string, string>();
      for (const line of lines(name)) {
        const at = line.indexOf('=');
        if (at < 1) throw invalid(name, `has a line that is not key=value: ${JSON.stringify(line)}`, 'Write one key=value a line');
        const key = line.slice(0, at).trim();
        if (pairs.has(key)) throw invalid(name, `names ${JSON.stringify(key)} twice`, 'Keep one of the two lines');
        pairs.set(key, line.slice(at + 1).trim());
      }
      return pairs;
    },
    choice(name) {
      const value = required(name);
      const { choices: allowed = [] } = specOf(name);
      if (!allowed.includes(value)) throw invalid(name, `does not know ${JSON.stringify(value)}`, `Choose from ${list(allowed, 20)}`);
      return value;
    },
  };
}

function empty(spec: OptionSpec, naming: Naming): UsageError {
  const hint =
    spec.default === undefined
      ? 'A secret or variable that is not set gives an empty text: look at where the value comes from'
      : `Leave it out for the default (${spec.default}), or write \`none\``;
  return new UsageError('empty-input', `${naming(spec.name)} is ${spec.required === true ? 'missing or empty' : 'empty'}`, { fix: hint });
}
