import type { Checked, Definition, Evaluation, Problems } from './definition.ts';
import { openPool } from './pool.ts';
import { Exceeded } from './thread.ts';

/** Runs schemas and rules that users wrote, apart from everything else. No organization waits for the rules of another. */
export interface TypeRules {
  /** The problems of a type's schema and rules, a sentence for each field. Throws `Busy`. */
  readonly problemsOf: (org: string, definition: Checked) => Promise<Problems>;
  /** Evaluates data; `path` says where the data is in the request. Throws `Busy`. */
  readonly evaluate: (org: string, definition: Definition, data: unknown, path: string) => Promise<Evaluation>;
  readonly close: () => Promise<void>;
}

/** How long the rules of one record may take together: many times what honest rules need, because the machine may be busy. */
const limitMs = 5000;

export function openTypeRules(): TypeRules {
  const pool = openPool(limitMs);
  return {
    async problemsOf(org, of) {
      if (of.schema === undefined && of.rules.length === 0 && of.expressions.length === 0) return {};
      try {
        const answer = await pool.run(org, { asks: 'problems', of });
        return answer.says === 'problems' ? answer.problems : crossed();
      } catch (error) {
        if (!(error instanceof Exceeded)) throw error;
        return { [of.rules.length > 0 ? 'evaluator.rules' : 'type_schema']: `cannot be checked: ${error.message}.` };
      }
    },
    async evaluate(org, of, data, path) {
      if (of.schema === undefined && of.rules.length === 0) return { outcome: 'evaluated', compliant: true };
      try {
        const answer = await pool.run(org, { asks: 'evaluation', of, data: JSON.stringify(data), path });
        return answer.says === 'evaluation' ? answer.evaluation : crossed();
      } catch (error) {
        if (!(error instanceof Exceeded)) throw error;
        return { outcome: 'unreadable', problems: { [path]: `cannot be judged by its type: ${error.message}.` } };
      }
    },
    close: () => pool.close(),
  };
}

function crossed(): never {
  throw new Error('The thread of the rules answered another question.');
}
