import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken, startService } from '../../../src/service/index.ts';
import { fault } from '../../support/fault-server.ts';
import { asksForRecords, asksForTrail, isPost, rewritten, type Script } from '../play.ts';
import { red } from '../workspace.ts';
import { postResults, pullRequest } from './others.ts';
import { afterGreen, gateOnly, told, usual, whileTrailSays, type Scenario, type Scenarios } from './scenario.ts';

/** A fault of the service in its answers to one kind of question. */
function whileAsking(which: typeof asksForTrail, script: Script): Scenario {
  return async (play, expect) => {
    await afterGreen(play, expect);
    const server = await play.faulty((request, n) => (which(request) ? script(request, n) : fault.pass()));
    return play.run({ inputs: { 'base-url': server.url, 'evaluation-timeout': '1s' } });
  };
}

const passed = [{ name: 'suite', failures: 0, errors: 0, skipped: 0, total: 3, duration: 1 }];

/** The trail's answer, or the lack of one, once the evidence is recorded. */
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

  '`flow` is mistyped, and `required-attestations` names what was recorded there': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit']);
    const run = await play.run({ inputs: { flow: `${play.flow}-mistyped`, 'required-attestations': 'unit' } });
    expect(told(run)).toContain(`did you mean ${play.flow}?`);
    expect(run.summary.split('\n')[0]).toBe('## 🔴 Incomplete: flow may be mistyped');
    return run;
  },

  '`flow` is mistyped, and the service of the job has `flow-files`': async (play, expect) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'evidence-job-'));
    const token = await createToken({ dataDir, user: 'job', orgs: ['acme'], role: 'admin' });
    const service = await startService({ host: '127.0.0.1', port: 0, dataDir, beginsFlows: false });
    try {
      const run = await play.run({
        inputs: { 'base-url': service.url, 'api-token': token, 'required-attestations': 'unit' },
      });
      expect(told(run)).toContain(`There is no flow '${play.flow}'`);
      return run;
    } finally {
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },

  'The template of the flow requires nothing': async (play) => {
    await play.stage.putFlow(play.flow, []);
    return play.run();
  },

  'The same, with `allow-empty-template: true`': async (play) => {
    await play.stage.putFlow(play.flow, []);
    return play.run({ inputs: { 'allow-empty-template': 'true' } });
  },

  'Evidence of another job is missing': async (play, expect) => {
    const run = await usual(play, { inputs: { 'required-attestations': 'unit, lint' } });
    expect(told(run)).toContain('Let a step of this job record it before this one, because no other job reaches this service');
    expect(run.summary).toContain('\n  - uses: acme/compliance-evidence@v1\n');
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

  'Another client recorded test results of another commit on the trail of this one': async (play, expect) => {
    await postResults(play, passed, play.workspaces.parent);
    const run = await gateOnly(play);
    expect(told(run)).toContain(`for commit ${play.workspaces.parent.slice(0, 12)}`);
    return run;
  },

  'Another client recorded the test merge of the pull request on the trail of its head': async (play, expect) => {
    const merge = 'e'.repeat(40);
    await postResults(play, passed, merge);
    const run = await play.run({
      files: {},
      event: pullRequest(play, 1),
      contexts: { github: { sha: merge } },
      inputs: { command: 'gate' },
    });
    expect(run.log).toContain(`of commit ${merge.slice(0, 12)}, which was made of commit`);
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
