import { fault } from '../../support/fault-server.ts';
import { asksForTrail, rewritten, type Play } from '../play.ts';
import { afterGreen, gateOnly, told, usual, whileTrailSays, type Scenarios } from './scenario.ts';

/** A trail that its own template decides, next to that of its flow. */
async function withOwnTemplate(play: Play, ofFlow: readonly string[], own: readonly string[]): Promise<void> {
  await play.stage.putFlow(play.flow, ofFlow);
  const entries = own.map((name) => `{ name: ${name}, type: junit }`).join(', ');
  const files = { 'own.yml': `version: 1\ntrail: { attestations: [${entries}] }\n` };
  await play.run({ files, inputs: { command: 'trail-begin', 'template-file': 'own.yml' } });
}

/** A template that changed since the trail was decided, and a trail with one of its own. */
export const templateScenarios: Scenarios = {
  'The template of the flow asks for more since the trail was decided': async (play, expect) => {
    await afterGreen(play, expect);
    await play.stage.putFlow(play.flow, ['unit', 'review']);
    const run = await gateOnly(play);
    expect(told(run)).toContain('review is missing');
    expect(run.summary).toContain('as compliant by version 1 of the template; by version 2 of the template, which flow');
    return run;
  },

  'The same, with `template: decided`': async (play, expect) => {
    await afterGreen(play, expect);
    await play.stage.putFlow(play.flow, ['unit', 'review']);
    const run = await gateOnly(play, { template: 'decided' });
    for (const text of [run.log, run.summary]) expect(text).toContain('template: decided: Trail');
    return run;
  },

  'The template of the flow asked for a name by mistake, and was repaired since': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit', 'reveiw']);
    expect((await play.run()).outputs['verdict']).toBe('incomplete');
    await play.stage.putFlow(play.flow, ['unit']);
    const run = await gateOnly(play);
    for (const text of [run.log, run.summary]) expect(text).toContain('was decided as incomplete by version 1 of the template');
    return run;
  },

  "The trail's own template leaves out what the flow's asks for": async (play, expect) => {
    await withOwnTemplate(play, ['unit', 'review'], ['unit']);
    const run = await play.run();
    expect(told(run)).toMatch(/review is missing[^]*allow-own-template: true/);
    for (const text of [run.log, run.summary]) expect(text).toContain('it is judged by that and by the template of flow');
    return run;
  },

  'The same, with `allow-own-template: true`': async (play, expect) => {
    await withOwnTemplate(play, ['unit', 'review'], ['unit']);
    const run = await play.run({ inputs: { 'allow-own-template': 'true' } });
    for (const text of [run.log, run.summary]) expect(text).toContain('is judged by its own template alone');
    return run;
  },

  "The trail's own template asks for more than the flow's": async (play, expect) => {
    await withOwnTemplate(play, ['unit'], ['unit', 'scan']);
    const run = await play.run();
    expect(told(run)).toContain("scan is missing: the trail's own template requires it");
    return run;
  },

  'The service does not tell what the template of now asks': async (play, expect) => {
    await usual(play);
    const server = await play.faulty((request) => {
      const older = (trail: unknown): unknown => ({ ...Object(trail), current: undefined, own_template: undefined });
      return asksForTrail(request) ? rewritten(play.stage, request, older) : fault.pass();
    });
    const run = await play.run({ inputs: { 'base-url': server.url } });
    for (const text of [run.log, run.summary]) expect(text).toContain('what was decided last is judged');
    return run;
  },

  'The service tells what the trail is now in a state that we do not know': whileTrailSays(
    (trail) => ({ ...trail, current: { ...trail.compliance_status, status: 'SUSPENDED' } }),
    'current.status is "SUSPENDED"',
  ),
};
