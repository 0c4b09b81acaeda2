import { putPolicy, world, type World } from '../support.ts';
import { putEnvironment } from '../environment-support.ts';
import { callOf } from './gate-over-http.ts';
import { anyStep, anyTemplate, okay, pickWith, randomOf, type AnyTrail, type Pick } from './any-trails.ts';
import { assertsOf, auditsNow, differingOfArtifact, differingOfTrail, verdictOf, type Asked } from './any-mouths.ts';

const policy = '_schema: https://kosli.com/schemas/policy/environment/v1\nartifacts: {trail-compliance: {required: true}}';

/** Plays trails of all kinds, in flows of two each, by a seed; answers all that contradicts the gate, before and after changes. */
export async function contradictions(flows: number, seed: number): Promise<readonly unknown[]> {
  const it = await world();
  const asked = { it, transport: callOf(it.service.url).transport };
  const pick = pickWith(randomOf(seed));
  okay(await putPolicy(it, 'rules', policy));
  await putEnvironment(it, 'prod', { policies: ['rules'] });
  const trails: AnyTrail[] = [];
  for (let number = 1; number <= flows * 2; number += 1) {
    const flow = `f${Math.ceil(number / 2)}`;
    const template = number % 2 === 1 ? await anyTemplate(it, flow, pick) : '';
    trails.push(await begun(it, flow, number, template, pick));
  }
  const before = await contradicting(asked, trails);
  const changed: AnyTrail[] = [];
  for (const on of trails) changed.push(await changing(it, on, pick));
  return [...before, ...(await contradicting(asked, changed))];
}

async function begun(it: World, flow: string, number: number, template: string, pick: Pick): Promise<AnyTrail> {
  const digits = number.toString(16).padStart(4, '0');
  const commit = digits.padEnd(40, 'a');
  const fingerprints = [digits.padEnd(64, 'c'), digits.padEnd(64, 'd')] as const;
  const on: AnyTrail = { flow, trail: pick(commit, commit, `v${number}`), commit, fingerprints, story: [template] };
  okay(await it.form('PUT', `/trails/acme/${flow}`, { name: on.trail, git_commit_info: { sha1: commit } }));
  const steps = pick(1, 2, 3, 4, 5, 6);
  for (let step = 0; step < steps; step += 1) await anyStep(it, on, pick);
  return on;
}

/** A trail after something else was done: to it, or to its flow. */
async function changing(it: World, on: AnyTrail, pick: Pick): Promise<AnyTrail> {
  const { flow, story, trail } = on;
  const what = pick('nothing', 'step', 'step', 'template', 'own template', 'name');
  // Both trails of a flow change it: the name that it has now is taken from it, and the other finds it by its old one.
  const now = String(Object((await it.get(`/flows/acme/${flow}`)).body).name);
  if (what === 'step') await anyStep(it, { ...on, flow: now }, pick);
  if (what === 'template') story.push(`template: ${await anyTemplate(it, now, pick)}`);
  if (what === 'own template') {
    const content = JSON.stringify({ version: 1, trail: { attestations: [{ name: 'lint', type: '*' }] } });
    okay(await it.form('PUT', `/trails/acme/${now}`, { name: trail }, { field: 'template_file', name: 't.yml', content }));
    story.push('own template: lint');
  }
  if (what === 'name') okay(await it.json('PUT', `/flows/acme/${now}/rename`, { new_name: `${now}n` }));
  return on;
}

async function contradicting(asked: Asked, all: readonly AnyTrail[]): Promise<readonly unknown[]> {
  const { it } = asked;
  const wrong: unknown[] = [];
  const named = await Promise.all(
    all.map(async (on) => ({ ...on, flow: String(Object((await it.get(`/flows/acme/${on.flow}`)).body).name) })),
  );
  const audit = await auditsNow(asked, named);
  for (const on of named) {
    const differs = await differingOfTrail(asked, on);
    const isAudited = on.trail === on.commit;
    const [verdict, audited] = [await verdictOf(asked, on), audit(on)];
    const reported = on.fingerprints.filter((print) => on.story.some((step) => step.includes(`"artifact":"${print}"`)));
    const artifacts: Record<string, unknown> = {};
    for (const print of reported) {
      const ofArtifact = await differingOfArtifact(asked, on.flow, print);
      if (Object.keys(ofArtifact).length > 0) artifacts[print] = ofArtifact;
      const asserts = await assertsOf(asked, on.flow, print);
      if (isUnexplained(asserts, verdict)) artifacts[`asserts ${print}`] = { asserts, verdict };
    }
    const isAlike = !isAudited || isBare(on) || verdict === audited;
    if (Object.keys(differs).length + Object.keys(artifacts).length > 0 || !isAlike) {
      wrong.push({ on, differs, artifacts, ...(isAlike ? {} : { audited, verdict }) });
    }
  }
  return wrong;
}

/** A trail without a record and without a demand: the audit says that something was to come, as the gate does of what requires nothing. */
function isBare({ story }: AnyTrail): boolean {
  return !story.some((step) => /^\{"(?:row|generic|override|artifact)"/.test(step));
}

/** Whether the three answers differ, of an artifact that the trail still decides, or say another thing than the state without a reason that the gate shares. */
function isUnexplained({ reason, says, states }: Readonly<Record<string, unknown>>, verdict: unknown): boolean {
  const all = new Set(Array.isArray(says) ? says : []);
  if (!Array.isArray(states) || states.includes(undefined)) return false;
  const isYes = states.every((state) => state === 'COMPLIANT');
  if (all.size !== 1) return true;
  if (all.has(isYes)) return false;
  return !(isYes && typeof reason === 'string' && verdict === 'non-compliant');
}
