import { matches, type PatternName } from '../contract/patterns.ts';
import type { OptionReader } from './reader.ts';

/** The name of something in the service. Throws where the service would refuse it. */
export function readName<Name extends string>(read: OptionReader<Name>, option: Name, pattern: PatternName): string {
  const value = read.required(option);
  if (!matches(pattern, value) || value.length > 255)
    throw read.invalid(
      option,
      `is not a name that the service takes: ${JSON.stringify(value)}`,
      meantName(value, pattern) + withoutDot(value, pattern) + ruleOf(pattern),
    );
  return value;
}

/** The same for an option that may be left out. */
export function readNameIfGiven<Name extends string>(read: OptionReader<Name>, option: Name, pattern: PatternName): string | undefined {
  return read.text(option) === undefined ? undefined : readName(read, option, pattern);
}

/** The beginning of an advice about a name with spaces in it. */
function meantName(value: string, pattern: PatternName): string {
  const joined = value.replace(/\s+/g, '-');
  return joined !== value && matches(pattern, joined) ? `Did you mean ${joined}? ` : '';
}

/** The ways out for a name with a dot, which mostly comes from a value of a matrix. */
function withoutDot(value: string, pattern: PatternName): string {
  if (pattern !== 'templateName' || !value.includes('.') || !matches(pattern, value.replaceAll('.', '-'))) return '';
  const [, name = '<name>', dotted = value] = /^([A-Za-z][\w-]*?)[-_]?(\d*\..*)$/.exec(value) ?? [];
  return `A name holds no dot. Let all legs of a matrix record under one name, such as ${name}: each counts by itself. Or give each leg a second value without a dot in \`include:\` of the matrix, as \`- {version: '${dotted}', id: '${dotted.replaceAll('.', '-')}'}\`, and write ${name}-\${{ matrix.id }}. `;
}

/** Several such names. */
export function readNames<Name extends string>(read: OptionReader<Name>, option: Name, pattern: PatternName): readonly string[] {
  const names = read.names(option);
  const wrong = names.find((name) => !matches(pattern, name));
  if (wrong !== undefined)
    throw read.invalid(option, `holds ${JSON.stringify(wrong)}, which is not a name that the service takes`, ruleOf(pattern));
  return names;
}

const rules: Readonly<Partial<Record<PatternName, string>>> = {
  templateName: 'Use letters, digits, -, _ and commas only',
  artifactName: 'Use letters, digits, - and _ only',
  typeName: 'Use letters, digits, -, _ and ~, beginning with a letter or digit',
  environmentName: 'Use letters, digits, -, _ and ., beginning with a letter or digit',
};

function ruleOf(pattern: PatternName): string {
  return rules[pattern] ?? 'Use letters, digits, -, _, . and ~, beginning with a letter or digit';
}
