import { matches, type PatternName } from '../contract/patterns.ts';
import { aroundDot } from '../text/index.ts';
import { readJson } from './json-text.ts';
import type { OptionReader } from './reader.ts';

/** The name of something in the service. Throws where the service would refuse it. `matrix`: the leg that it may be made of, as JSON. */
export function readName<Name extends string>(read: OptionReader<Name>, option: Name, pattern: PatternName, matrix = ''): string {
  const value = read.required(option);
  if (!matches(pattern, value) || value.length > 255)
    throw read.invalid(
      option,
      `is not a name that the service takes: ${JSON.stringify(value)}`,
      meantName(value, pattern) + withoutDot(value, pattern, matrix) + ruleOf(pattern),
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

/** The ways out for a name with a dot: one that comes from a value of a matrix, and one that stands for an artifact and its evidence. */
function withoutDot(value: string, pattern: PatternName, matrix: string): string {
  if (pattern !== 'templateName' || !value.includes('.')) return '';
  const leg = readJson(matrix);
  const around = aroundDot(value, leg.kind === 'json' ? Object(leg.value) : {});
  if (around !== undefined) return `${around.advice}. `;
  const joined = value.replaceAll('.', '-');
  const [, artifact, name] = /^([\w-]+)\.([\w-]+)$/.exec(value) ?? [];
  const ofArtifact =
    artifact === undefined ? '' : ` Evidence ${name} of the artifact ${artifact} has target-artifacts: ${artifact} next to it.`;
  return matches(pattern, joined) ? `Did you mean ${joined}?${ofArtifact} ` : '';
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
