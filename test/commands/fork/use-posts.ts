import { afterAll, beforeAll, beforeEach } from 'vitest';
import { fault } from '../../support/fault-server.ts';
import { openStage, posted, results, type Stage } from '../setup.ts';
import { artifactOf, claiming } from './folders.ts';
import { post, postAny, type Posted, type PostOptions } from './world.ts';

/** Posts to one service for the tests of a file. Each test has a flow of its own, and so a trail. */
export interface Posts {
  readonly stage: () => Stage;
  readonly flow: () => string;
  readonly go: (options: PostOptions) => Promise<Posted>;
  /** The same for a run that may be stopped. */
  readonly goAny: (options: PostOptions) => ReturnType<typeof postAny>;
  /** The records that some work sent, one each. */
  readonly sentBy: <Value>(work: () => Promise<Value>) => Promise<{ readonly sent: ReturnType<typeof posted>; readonly value: Value }>;
}

export function usePosts(): Posts {
  let opened: Stage | undefined;
  let made = 0;
  beforeAll(async () => {
    opened = await openStage();
  });
  afterAll(() => opened?.close());
  beforeEach(() => {
    made += 1;
    stage().script = fault.pass;
  });
  const flow = (): string => `flow-${made}`;
  function stage(): Stage {
    if (opened === undefined) throw new Error('The service is not open yet.');
    return opened;
  }
  return {
    stage,
    flow,
    go: (options) => post(stage(), { ...options, raw: { flow: flow(), ...options.raw } }),
    goAny: (options) => postAny(stage(), { ...options, raw: { flow: flow(), ...options.raw } }),
    async sentBy(work) {
      const before = posted(stage().server).length;
      const value = await work();
      return { value, sent: posted(stage().server).slice(before) };
    },
  };
}

export const green = artifactOf('compliance-evidence-unit-tests', claiming(), results(3, 0));
export const red = artifactOf('compliance-evidence-unit-tests', claiming({ testOutcome: 'failure' }), results(2, 1));

/** Each reason as its code and its message. */
export function reasons({ result }: Posted): readonly string[] {
  return result.verdict.reasons.map(({ code, message }) => `${code}: ${message}`);
}
