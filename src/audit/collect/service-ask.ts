import type * as client from '../../client/index.ts';
import { ContractError, ResponseError } from '../../errors/index.ts';
import type { Hole, Query, Untold } from '../facts/line.ts';
import type { Source } from '../facts/source.ts';

/** The way to the service, and how long all of it may take. */
export type ServiceAccess = Pick<Call, 'transport' | 'deadline'> & { readonly org: string; readonly questions: Questions };

type Call = client.Call;

/** Questions that other commands put to the service too: they are handed over, as the bundle has them where those commands are. */
export type Questions = Pick<
  typeof client,
  | 'attestationsOfName'
  | 'findAttestations'
  | 'getFlow'
  | 'getTrail'
  | 'isNotThere'
  | 'listArtifacts'
  | 'listFlowApprovals'
  | 'listFlows'
  | 'listTrails'
>;

/** Asks the service for the audit: a few questions at a time, each counted, and what was not answered. */
export interface Asking {
  readonly org: string;
  readonly questions: Questions;
  /** Asks when its turn comes. `text` is the kind of question, as somebody may repeat it; `answered` counts what came, 1 if left out. */
  ask<Answer>(text: string, question: (call: Call) => Promise<Answer>, answered?: (answer: Answer) => number): Promise<Answer>;
  /** The answer; undefined, and a hole, where it is not in the contract. */
  orHole<Answer>(what: string, answer: Promise<Answer>): Promise<Answer | undefined>;
  /** The same, and a source that is untold where the service has no such operation, or the token may not ask it. */
  orUntold<Answer>(source: Source, what: string, answer: Promise<Answer>): Promise<Answer | undefined>;
  hole(what: string, why: string, fix?: string): void;
  untell(source: Source, why: string, fix: string): void;
  readonly holes: readonly Hole[];
  readonly untold: readonly Untold[];
  queries(): readonly Query[];
  /** Nothing is asked any more. */
  stop(): void;
}

/** Questions under way at a time. */
const atOnce = 8;

const again = 'Run the audit again when nothing else is being recorded; if it happens again, look at the service';

/** @param report takes sentences on retries, for the log */
export function openAsking({ deadline, org, questions, transport }: ServiceAccess, report: (sentence: string) => void): Asking {
  const call: Call = { transport, deadline, onNotice: report };
  const holes: Hole[] = [];
  const untold = new Map<Source, Untold>();
  const queries = new Map<string, { times: number; answered: number }>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let isStopped = false;

  function hole(what: string, why: string, fix: string = again): void {
    holes.push({ kind: 'hole', what, why, fix });
  }

  function untell(source: Source, why: string, fix: string): void {
    if (!untold.has(source)) untold.set(source, { kind: 'untold', source, why, fix });
  }

  async function orHole<Answer>(what: string, answer: Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      hole(what, error.message, error.fix);
      return undefined;
    }
  }

  return {
    org,
    questions,
    holes,
    get untold() {
      return [...untold.values()];
    },
    hole,
    untell,
    orHole,
    async ask(text, question, answered = () => 1) {
      if (running >= atOnce) await new Promise<void>((resolve) => void waiting.push(resolve));
      else running += 1;
      try {
        if (isStopped) throw new Error(`${text} is not asked any more`);
        const counted = queries.get(text) ?? { times: 0, answered: 0 };
        queries.set(text, counted);
        counted.times += 1;
        const answer = await question(call);
        counted.answered += answered(answer);
        return answer;
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
    async orUntold(source, what, answer) {
      try {
        return await orHole(what, answer);
      } catch (error) {
        const isRefused = error instanceof ResponseError && error.status === 403;
        if (!questions.isNotThere(error) && !isRefused) throw error;
        const fix = isRefused ? 'Give the audit a token that may read them' : 'Nothing to do where the service has none; else update it';
        untell(source, `${what} could not be asked for: ${error.message}`, fix);
        return undefined;
      }
    },
    queries: () =>
      [...queries]
        .map(([text, counted]): Query => ({ kind: 'query', of: 'service', text, ...counted }))
        .toSorted((one, other) => (one.text < other.text ? -1 : 1)),
    stop() {
      isStopped = true;
    },
  };
}
