import { rules as allRules } from '../rules/rules.ts';
import type { AuditedRepository } from './result.ts';

const names = allRules.map(({ name }) => name).toSorted();

/** The words in which a result contradicts itself; undefined where it does not: then nobody took a part of it out. */
export function contradictionIn({ changes, findings, rules, states }: AuditedRepository): string | undefined {
  const counted = Object.values(states).reduce((sum, number) => sum + number, 0);
  if (counted !== changes) return `it has ${changes} changes, and the states of ${counted}`;
  if (
    names.join() !==
    rules
      .map(({ rule }) => rule)
      .toSorted()
      .join()
  )
    return 'it does not have each rule once';
  const here = new Set(findings.filter(({ carried }) => carried === null).map(({ rule }) => rule));
  for (const { found, result, rule, tested, why } of rules) {
    if (found > 0 !== here.has(rule)) return `${rule} found ${found}, and there ${here.has(rule) ? 'is a finding' : 'is none'} of it`;
    if (found > tested || (result === 'tested') !== (tested > 0 && why === null) || (result === 'not tested') !== (why !== null))
      return `${rule} cannot be ${result} with ${tested} tested and ${found} found`;
  }
  return undefined;
}
