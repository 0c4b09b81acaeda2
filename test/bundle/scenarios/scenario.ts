import type { ExpectStatic } from 'vitest';
import type { ActionRun } from '../../support/runner/index.ts';
import { fault } from '../../support/fault-server.ts';
import { asksForTrail, rewritten, type Play } from '../play.ts';

/** Plays a fault. Gives the run that the row of the table is about. */
export type Scenario = (play: Play, expect: ExpectStatic) => Promise<ActionRun>;

/** Scenarios by the text of their row in `docs/verdicts.md`. */
export type Scenarios = Readonly<Record<string, Scenario>>;

/** A run of the pipeline whose flow demands the evidence that it records. */
export async function usual(play: Play, run: Parameters<Play['run']>[0] = {}): Promise<ActionRun> {
  await play.stage.putFlow(play.flow, ['unit']);
  return play.run(run);
}

/** A green run before the one that counts, so that a wrong yes could rest on it. */
export async function afterGreen(play: Play, expect: ExpectStatic): Promise<void> {
  const before = await usual(play);
  expect(before.outputs['verdict']).toBe('compliant');
}

/** The messages and fixes of all reasons, in one text. */
export function told(run: ActionRun): string {
  const reasons: unknown = JSON.parse(run.outputs['reasons'] ?? '');
  if (!Array.isArray(reasons)) throw new Error('the output reasons is no list');
  return reasons.map((reason: { message?: string; fix?: string }) => `${reason.message} ${reason.fix}`).join('\n');
}

/** The trail as the service tells it, with something changed in it. */
export function whileTrailSays(change: (trail: { readonly compliance_status: object }) => unknown, says: string): Scenario {
  return async (play, expect) => {
    await afterGreen(play, expect);
    const server = await play.faulty((request) =>
      asksForTrail(request) ? rewritten(play.stage, request, (trail) => change(Object(trail))) : fault.pass(),
    );
    const run = await play.run({ inputs: { 'base-url': server.url } });
    expect(told(run)).toContain(says);
    return run;
  };
}

/** A gate without evidence of its own. */
export function gateOnly(play: Play, inputs: Readonly<Record<string, string>> = {}): ReturnType<Scenario> {
  return play.run({ files: {}, inputs: { command: 'gate', ...inputs } });
}
