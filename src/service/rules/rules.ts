import type { Checked, Definition, Problems, Verdict } from './definition.ts';
import { openPool } from './pool.ts';
import { Exceeded } from './thread.ts';

/** Runs schemas and rules that users of an organization wrote, away from everything else; none waits for those of another. */
export interface Rules {
  /** What is wrong with what a type would judge by, a sentence for each field. Throws `Busy`. */
  readonly problemsOf: (org: string, definition: Checked) => Promise<Problems>;
  /** Judges data; `path` is where the data is in what was sent. Throws `Busy`. */
  readonly verdictOf: (org: string, definition: Definition, data: unknown, path: string) => Promise<Verdict>;
  readonly close: () => Promise<void>;
}

/** How long the rules of one record may take, all together: many times what honest ones need, for the machine may be busy. */
const limitMs = 5000;

export function openRules(): Rules {
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
    async verdictOf(org, of, data, path) {
      if (of.schema === undefined && of.rules.length === 0) return { outcome: 'judged', compliant: true };
      try {
        const answer = await pool.run(org, { asks: 'verdict', of, data: JSON.stringify(data), path });
        return answer.says === 'verdict' ? answer.verdict : crossed();
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
