import { complianceOf } from '../../gate/index.ts';
import { oneLine } from '../../text/index.ts';
import type { FlowFact } from '../facts/line.ts';
import type { TrailFact } from '../facts/trail.ts';
import type { CoverState, Match } from './coverage.ts';
import { aboutCommit, everything } from './about.ts';
import { evaluateRecords, rankOf, worse, type Evaluation } from './evaluate-records.ts';
import type { Level } from './match.ts';
import { ever, wasThere } from './moment.ts';
import { isSettled, templateAt, templateToday } from './template.ts';

/** How a change stands by its strongest match at one moment. */
export interface Standing {
  readonly match: Match;
  readonly trail: TrailFact | null;
  readonly state: CoverState;
  readonly lacks: readonly string[];
}

interface Found extends Evaluation {
  readonly match: Match;
  readonly trail: TrailFact;
}

/** The trails of one flow, and what that asks for. */
export interface Evidence {
  readonly flow: FlowFact | undefined;
  about(sha: string): readonly TrailFact[];
}

/**
 * How a change stood at a moment, or stands by all that was ever recorded. The strongest match that held something decides,
 * and of several trails the worst: each that has something about the commit must say yes, as at the gate.
 */
export function standingAt(levels: readonly Level[], evidence: Evidence, moment: number, by: 'then' | 'today' = 'then'): Standing {
  for (const { match, shas } of levels) {
    const found = shas.flatMap((sha) =>
      evidence.about(sha).flatMap((trail): Found[] => {
        const evaluation = evaluateTrail(trail, { sha, moment, flow: evidence.flow, by });
        return evaluation === undefined ? [] : [{ ...evaluation, match, trail }];
      }),
    );
    const [first, ...others] = found;
    if (first !== undefined) return others.reduce(worse, first);
  }
  return begunAt(levels, evidence, moment);
}

/** Where nothing was recorded: a trail that had begun says at least that something was to come. */
function begunAt(levels: readonly Level[], evidence: Evidence, moment: number): Standing {
  for (const { match, shas } of levels) {
    const trail = shas.flatMap((sha) => evidence.about(sha)).find((each) => wasThere(each, moment));
    if (trail !== undefined)
      return { match, trail, state: 'incomplete', lacks: [`trail ${oneLine(trail.name, 100)} holds no record about it`] };
  }
  return { match: 'none', trail: null, state: 'none', lacks: [] };
}

interface Asked {
  readonly sha: string;
  readonly moment: number;
  readonly flow: FlowFact | undefined;
  /** By the template of that moment, or by today's. */
  readonly by: 'then' | 'today';
}

/** The state of a trail for a commit; undefined where it held nothing about it. */
function evaluateTrail(trail: TrailFact, { by, flow, moment, sha }: Asked): Evaluation | undefined {
  if (trail.cut) return wasThere(trail, moment) ? cutTrail(trail, sha, moment) : undefined;
  const about = aboutCommit(trail, sha, moment);
  if (about.records.length + about.artifacts.length + about.elsewhere.length === 0) return undefined;
  const evaluation = evaluateRecords(about, by === 'today' ? templateToday(trail, flow) : templateAt(trail, flow, moment));
  const word = unexplained(trail);
  if (word === undefined) return evaluation;
  // A later record may have changed the service's word, so that nothing is known of then.
  if (isSettled(trail, moment)) return worse(evaluation, word);
  return evaluation.state === 'compliant' ? { state: 'unknown', lacks: word.lacks } : evaluation;
}

/** The service's word, where it is worse than all records of the trail explain. Its yes is never asked for: that is for the records. */
function unexplained(trail: TrailFact): Evaluation | undefined {
  const word = wordOf(trail);
  let own = explained.get(trail);
  if (own === undefined) {
    own = evaluateRecords(everything(trail), trail.template);
    explained.set(trail, own);
  }
  return rankOf(word.state) > rankOf(own.state) ? word : undefined;
}

/** The state of all records of a trail: kept, because a trail may be asked about many commits. */
const explained = new WeakMap<TrailFact, Evaluation>();

function wordOf({ state }: TrailFact): Evaluation {
  const said = complianceOf(state) ?? 'unknown';
  return { state: said, lacks: said === 'compliant' ? [] : [`the service says ${oneLine(state, 100)}`] };
}

/** A trail whose events are not all here tells its state of now alone, and that only where it is about one commit. */
function cutTrail(trail: TrailFact, sha: string, moment: number): Evaluation {
  const isAlone = trail.commits.every((commit) => commit === sha);
  if (moment === ever && isAlone) return wordOf(trail);
  return { state: 'unknown', lacks: [`not all events of trail ${oneLine(trail.name, 100)} could be read`] };
}
