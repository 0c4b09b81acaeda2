import { parse } from './parser.ts';
import { type ConditionContext, type Test, testOf, Undecided } from './parts.ts';
import type { Condition } from './policy.ts';
import { ConditionFault } from './tokens.ts';

const compiled = new WeakMap<Condition, Test>();

/** Why a condition cannot be one; `undefined` when it can. */
export function conditionFault(condition: Condition): string | undefined {
  try {
    compile(condition);
    return undefined;
  } catch (error) {
    if (error instanceof ConditionFault) return error.message;
    throw error;
  }
}

/** Whether a condition is true; `undefined` when that cannot be decided, which is never a yes to anything. */
export function decideCondition(condition: Condition, context: ConditionContext): boolean | undefined {
  try {
    return compile(condition)(context);
  } catch (error) {
    if (error instanceof Undecided || error instanceof ConditionFault) return undefined;
    throw error;
  }
}

function compile(condition: Condition): Test {
  let test = compiled.get(condition);
  if (test === undefined) {
    test = testOf(parse(condition.text), 'The whole');
    compiled.set(condition, test);
  }
  return test;
}
