import { matches, type PatternName } from '../contract/patterns.ts';
import type { OptionReader } from './reader.ts';

/** The name of something in the service. Throws where the service would refuse it. */
export function readName<Name extends string>(read: OptionReader<Name>, option: Name, pattern: PatternName): string {
  const value = read.required(option);
  if (!matches(pattern, value) || value.length > 255)
    throw read.invalid(option, `is not a name that the service takes: ${JSON.stringify(value)}`, ruleOf(pattern));
  return value;
}

/** Several such names. */
export function readNames<Name extends string>(read: OptionReader<Name>, option: Name, pattern: PatternName): readonly string[] {
  const names = read.names(option);
  const wrong = names.find((name) => !matches(pattern, name));
  if (wrong !== undefined)
    throw read.invalid(option, `holds ${JSON.stringify(wrong)}, which is not a name that the service takes`, ruleOf(pattern));
  return names;
}

function ruleOf(pattern: PatternName): string {
  switch (pattern) {
    case 'templateName':
      return 'Use letters, digits, -, _ and commas only';
    case 'typeName':
      return 'Use letters, digits, -, _ and ~, beginning with a letter or digit';
    case 'artifactName':
      return 'Use letters, digits, - and _ only';
    case 'environmentName':
      return 'Use letters, digits, -, _ and ., beginning with a letter or digit';
    default:
      return 'Use letters, digits, -, _, . and ~, beginning with a letter or digit';
  }
}
