import { fault } from '../../support/fault-server.ts';
import { asksForRecords, asksForTrail, isPost, rewritten, type Play, type Script } from '../play.ts';
import { red } from '../workspace.ts';
import { afterGreen, told, usual, type Scenario, type Scenarios } from './scenario.ts';

/** A fault of the service in its answers to one kind of question. */
function whileAsking(which: typeof asksForTrail, script: Script): Scenario {
  return async (play, expect) => {
    await afterGreen(play, expect);
    const server = await play.faulty((request, n) => (which(request) ? script(request, n) : fault.pass()));
    return play.run({ inputs: { 'base-url': server.url, 'evaluation-timeout': '1s' } });
  };
}

/** The trail as the service tells it, with something changed in it. */
function whileTrailSays(change: (trail: Trail) => unknown, says: string): Scenario {
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

interface Trail {
  readonly compliance_status: object;
}

/** A trail that its own template decides, next to that of its flow. */
async function withOwnTemplate(play: Play, ofFlow: readonly string[], own: readonly string[]): Promise<void> {
  await play.stage.putFlow(play.flow, ofFlow);
  const entries = own.map((name) => `{ name: ${name}, type: junit }`).join(', ');
  const files = { 'own.yml': `version: 1\ntrail: { attestations: [${entries}] }\n` };
  await play.run({ files, inputs: { command: 'trail-begin', 'template-file': 'own.yml' } });
}

function gateOnly(play: Play, inputs: Readonly<Record<string, string>> = {}): ReturnType<Scenario> {
  return play.run({ files: {}, inputs: { command: 'gate', ...inputs } });
}

/** What the trail says, or does not say, once the evidence is recorded. */
export const decidingScenarios: Scenarios = {
  'The service does not show the record evaluated in time': async (play, expect) => {
    await afterGreen(play, expect);
    const before = await play.stage.read(`/trails/acme/${play.flow}/${play.sha}`);
    const server = await play.faulty((request) => (asksForTrail(request) ? fault.status(200, {}, before) : fault.pass()));
    const run = await play.run({ inputs: { 'base-url': server.url, 'evaluation-timeout': '1s' } });
    expect(told(run)).toContain('evaluation-timeout');
    return run;
  },

  '`flow` is mistyped': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit']);
    const run = await play.run({ inputs: { flow: `${play.flow}-mistyped` } });
    expect(told(run)).toContain('spelling of flow');
    return run;
  },

  'The template of the flow requires nothing': async (play) => {
    await play.stage.putFlow(play.flow, []);
    return play.run();
  },

  'The same, with `allow-empty-template: true`': async (play) => {
    await play.stage.putFlow(play.flow, []);
    return play.run({ inputs: { 'allow-empty-template': 'true' } });
  },

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

  'Evidence of another job is missing': async (play, expect) => {
    const run = await usual(play, { inputs: { 'required-attestations': 'unit, lint' } });
    expect(told(run)).toContain('needs: [test, <the job that records lint>]');
    expect(run.summary).toContain('\n  gate:\n    needs: [test, <the job that records lint>]\n');
    return run;
  },

  'Evidence of another job arrives within `wait-timeout`': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit', 'lint']);
    const waiting = play.run({ inputs: { 'wait-timeout': '60s' } });
    await play.untilRecorded('unit');
    await play.run({ inputs: { command: 'attest', 'attestation-name': 'lint' }, contexts: { github: { job: 'lint' } } });
    const run = await waiting;
    expect(run.log).toContain('for lint');
    return run;
  },

  'Evidence of another job does not arrive within `wait-timeout`': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit', 'lint']);
    const run = await play.run({ inputs: { 'wait-timeout': '1s' } });
    expect(told(run)).toContain('lint is missing');
    return run;
  },

  'Evidence of another job is red': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit', 'lint']);
    await play.run({ files: { 'build/lint.xml': red }, inputs: { command: 'attest', 'attestation-name': 'lint' } });
    const run = await play.run({ inputs: { 'wait-timeout': '1h' } });
    expect(told(run)).toContain('lint is not compliant');
    return run;
  },

  'Evidence of another job is of another commit, on a longer trail': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit', 'lint']);
    const { parent } = play.workspaces;
    const before = await play.run({
      at: parent,
      event: { name: 'push', payload: { ref: 'refs/heads/main', after: parent } },
      contexts: { github: { sha: parent } },
      inputs: { command: 'attest', 'attestation-name': 'lint', trail: 'release-1' },
    });
    expect((await play.recordsOf(before)).map(({ is_compliant: green }) => green)).toEqual([true]);
    const run = await play.run({ inputs: { trail: 'release-1' } });
    expect(told(run)).toContain('lint');
    return run;
  },

  'The answer about the trail is cut off': whileAsking(asksForTrail, () => fault.cutOff({ name: 'a trail', compliance_status: {} })),

  'The answer about the trail is half a JSON text': whileAsking(asksForTrail, () =>
    fault.status(200, { 'content-type': 'application/json' }, '{"name": "a trail", "compliance_st'),
  ),

  'A login page (200, HTML) answers the question about the trail': whileAsking(asksForTrail, () => fault.wrongContentType()),

  'The service never answers the question about the trail': whileAsking(asksForTrail, () => fault.hang()),

  'The question about the trail is redirected to another origin': whileAsking(asksForTrail, () =>
    fault.redirect('http://127.0.0.1:9/api/v2/trails'),
  ),

  'The records behind a green name cannot be read': whileAsking(asksForRecords, () => fault.status(403)),

  'The service does not know the path of a single trail': async (play, expect) => {
    await usual(play);
    const server = await play.faulty((request) =>
      asksForTrail(request) ? fault.status(404, {}, { message: 'no such path' }) : fault.pass(),
    );
    const run = await play.run({ inputs: { 'base-url': server.url } });
    expect(run.log).toContain('newest first');
    return run;
  },

  'The trail is in a state that we do not know': whileTrailSays(
    (trail) => ({ ...trail, compliance_state: 'SUSPENDED', compliance_status: { ...trail.compliance_status, status: 'SUSPENDED' } }),
    'compliance_status.status is "SUSPENDED"',
  ),

  'The trail contradicts itself': whileTrailSays((trail) => ({ ...trail, is_compliant: false }), 'contradicts itself'),

  'A failing test was sent, and the trail calls it compliant': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit']);
    const server = await play.faulty((request) => {
      const lie = (answer: unknown): unknown =>
        JSON.parse(
          JSON.stringify(answer).replaceAll('"is_compliant":false', '"is_compliant":true').replaceAll('NON-COMPLIANT', 'COMPLIANT'),
        );
      return isPost(request) ? fault.pass() : rewritten(play.stage, request, lie);
    });
    const run = await play.run({ files: { 'build/unit.xml': red }, inputs: { 'base-url': server.url } });
    expect(told(run)).toContain('no override names it');
    return run;
  },

  '`command: gate`, and the trail has not begun': async (play) => {
    await play.stage.putFlow(play.flow, ['unit']);
    return gateOnly(play);
  },

  '`command: gate`, and the flow does not exist': (play) => gateOnly(play),

  '`dry-run` of a gate on a green trail': async (play, expect) => {
    await afterGreen(play, expect);
    return gateOnly(play, { 'dry-run': 'true' });
  },

  '`dry-run` of `command: attest-and-gate` on a trail without evidence': async (play) => {
    await play.stage.putFlow(play.flow, ['unit']);
    return play.run({ inputs: { 'dry-run': 'true' } });
  },

  'A test fails, with `fail-on: none`': async (play, expect) => {
    const run = await usual(play, { files: { 'build/unit.xml': red }, inputs: { 'fail-on': 'none' } });
    expect(run.summary).toContain('lets it through');
    return run;
  },
};
