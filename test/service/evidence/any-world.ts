import { coverageOf } from '../../../src/audit/coverage/standing.ts';
import { showResult } from '../../../src/cli/show-result.ts';
import { openTerminal } from '../../../src/cli/terminal.ts';
import { startDeadline, type Call, type Transport } from '../../../src/client/index.ts';
import type { Result } from '../../../src/commands/index.ts';
import { read } from '../../audit/collect/service-world.ts';
import { question } from '../../audit/coverage/world.ts';
import { commit as commitFact } from '../../audit/reviews/pull.ts';
import { playNamed } from '../../commands/play-named.ts';
import { putEnvironment } from '../environment-support.ts';
import { attest, field, green, putFlow, putPolicy, red, token, world, type Answer, type World } from '../support.ts';
import { aboutArtifact, aboutTrail, callOf, gateOverHttp } from './gate-over-http.ts';

/** Numbers below 1 from a seed: the same ones each time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A trail with all that was done on it, in words, so that a failure can be read. */
interface AnyTrail {
  readonly flow: string;
  readonly trail: string;
  readonly commit: string;
  readonly fingerprints: readonly [string, string];
  readonly story: string[];
}

type Pick = <Item>(...items: readonly [Item, ...Item[]]) => Item;

function pickWith(random: () => number): Pick {
  return <Item>(...items: readonly [Item, ...Item[]]): Item => {
    const [first, ...others] = items;
    return others.reduce((picked, item, index) => (random() < 1 / (index + 2) ? item : picked), first);
  };
}

const rows = {
  green: [green],
  red: [red],
  skipped: [{ ...green, skipped: 3 }],
  empty: [{ ...green, total: 0 }],
  'no row': [],
  'more skipped than there are': [{ ...green, total: 1, skipped: 2 }],
} as const;
const rowNames = ['green', 'green', 'green', 'red', 'skipped', 'empty', 'no row', 'more skipped than there are'] as const;

const templates = [
  {},
  { attestations: [{ name: 'unit', type: 'junit' }] },
  { attestations: [{ name: 'unit', type: '*' }] },
  { attestations: [{ name: 'unit', type: 'junit', min_tests: 0 }] },
  {
    attestations: [
      { name: 'unit', type: 'junit' },
      { name: 'lint', type: '*' },
    ],
  },
  {
    attestations: [{ name: 'unit', type: '*', min_tests: 0 }],
    artifacts: [{ name: 'image', attestations: [{ name: 'scan', type: 'junit' }] }],
  },
  { artifacts: [{ name: 'image', attestations: [{ name: 'scan', type: '*', min_tests: 0 }] }] },
] as const;

/** Gives a flow one of the templates. */
async function anyTemplate(it: World, flow: string, pick: Pick): Promise<string> {
  const trail = pick(...templates);
  okay(await putFlow(it, flow, JSON.stringify({ version: 1, trail })));
  return JSON.stringify(trail);
}

let made = 0;

/** Does one thing on a trail. One that the service refuses, as an override of nothing, leaves the trail as it was. */
async function anyStep(it: World, on: AnyTrail, pick: Pick): Promise<void> {
  const { commit, fingerprints, flow, story, trail } = on;
  const what = pick('record', 'record', 'record', 'record', 'record', 'override', 'generic', 'artifact');
  const name = pick('unit', 'unit', 'unit', 'lint', 'scan');
  const about = pick({}, {}, {}, { artifact_fingerprint: pick(...fingerprints) }, { target_artifacts: ['image'] });
  const sha1 = pick(commit, commit, commit, commit, commit.replace(/.$/, 'f'), undefined);
  const named = (sha: string | undefined): object => (sha === undefined ? {} : { git_commit_info: { sha1: sha } });
  const ofCommit = named(sha1);
  const send = async (): Promise<readonly [Answer, object]> => {
    switch (what) {
      case 'record': {
        const row = pick(...rowNames);
        made += 1;
        const run = pick(
          undefined,
          { event: 'push', leg: pick('a', 'b') },
          { event: 'push' },
          { event: 'schedule' },
          { event: 'pull_request', pull_request: 7 },
        );
        const of = run && { ...run, workflow: 'ci', job: 'test', run_id: pick(1, 2, 3), run_attempt: pick(1, 1, 2), nonce: `${made}` };
        const user_data = of === undefined ? {} : { compliance_evidence: of };
        // Tests of another commit that no run of ours made depend on GitHub, which is not asked here.
        const at = of === undefined && sha1 !== undefined ? commit : sha1;
        const said = { attestation_name: name, junit_results: rows[row], user_data, ...named(at), ...about };
        return [await attest(it, `${flow}/${trail}`, said), { row, of, name, sha1: at, about }];
      }
      case 'override': {
        const isCompliant = pick(true, false);
        const said = { attestation_name: name, reason: 'seen', new_compliance_status: isCompliant, original_attestation_type: 'junit' };
        const answer = await it.json('POST', `/attestations/acme/${flow}/trail/${trail}/override`, { ...said, ...about, ...ofCommit });
        return [answer, { override: name, isCompliant, sha1, about }];
      }
      case 'generic': {
        const isCompliant = pick(true, true, false);
        const said = { attestation_name: 'ticket', is_compliant: isCompliant, ...ofCommit, ...about };
        return [
          await it.form('POST', `/attestations/acme/${flow}/trail/${trail}/generic`, said),
          { generic: 'ticket', isCompliant, sha1, about },
        ];
      }
      case 'artifact': {
        const fingerprint = pick(...fingerprints);
        const template_reference_name = pick('image', 'image', 'other');
        const said = { fingerprint, filename: 'shop.tgz', build_url: '', commit_url: '', git_commit: commit, trail_name: trail };
        const answer = await it.json('POST', `/artifacts/acme/${flow}`, { ...said, template_reference_name });
        return [answer, { artifact: fingerprint, as: template_reference_name }];
      }
    }
  };
  const [answer, words] = await send();
  if (answer.status >= 500) throw new Error(JSON.stringify(answer.body));
  if (answer.status < 300) story.push(JSON.stringify(words));
}

function okay({ body, status }: Answer): void {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

/** A service, and how it is asked as a gate asks. */
interface Asked {
  readonly it: World;
  readonly transport: Transport;
}

/** The places that show another answer than the gate, with what each shows. */
type Differing = Readonly<Record<string, unknown>>;

const callOn = ({ transport }: Asked): Call => ({ transport, deadline: startDeadline(60_000) });

async function ran({ it }: Asked, name: string, raw: Readonly<Record<string, string>>): Promise<Result> {
  const connection = { 'base-url': it.service.url, 'api-token': token, org: 'acme' };
  return (await playNamed(name, { ...connection, ...raw })).result;
}

/** The line of a table of the command line that begins so. */
async function lineOf(asked: Asked, command: string, flow: string, begin: string): Promise<string> {
  const out: string[] = [];
  const result = await ran(asked, command, { flow, limit: '0' });
  if (result.kind === 'stopped') throw new Error(result.message);
  showResult(result, { ...openTerminal(), style: (_: unknown, text: string) => text, out: (text) => void out.push(text), err: () => {} });
  return (
    out
      .join('\n')
      .split('\n')
      .find((line) => line.startsWith(begin)) ?? ''
  );
}

async function pageOf({ it }: Asked, path: string): Promise<string> {
  const answer = await fetch(`${it.service.url}/acme/flows/${path}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`);
  return text;
}

/** The word of the first state in a part of a page. */
const stateIn = (html: string): string =>
  /<span class="state [^"]*"><span aria-hidden="true">[^<]*<\/span>\s*([^<]*)<\/span>/.exec(html)?.[1]?.trim() ?? '';

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const found = (value: unknown, key: string, name: string): unknown => list(value).find((each) => field(each, key) === name);

/** The answer without its fix, which may be of another moment: advice about what is missing looks at other trails. */
const bare = (gate: unknown): string => JSON.stringify({ ...Object(gate), reason: { ...Object(field(gate, 'reason')), fix: '' } });

function differing(gate: unknown, answers: Differing, words: Readonly<Record<string, string>>): Differing {
  const verdict = String(field(gate, 'verdict'));
  const headline = verdict === 'non-compliant' ? '(?:not |non-)compliant' : verdict;
  // After a state comes nothing, another column, or what stands in brackets; a title tells the state of now after that of then.
  const isHeadline = new RegExp(`(?:^|, now | {2})${headline}(?: \\(| {2}|$)`, 'i');
  return Object.fromEntries([
    ...Object.entries(answers).filter(([, answer]) => answer !== undefined && bare(answer) !== bare(gate)),
    ...Object.entries(words).filter(([, text]) => !isHeadline.test(text)),
  ]);
}

/** The places that say something else of a trail than the gate. */
async function differingOfTrail(asked: Asked, { commit, flow, trail }: AnyTrail): Promise<Differing> {
  const { it } = asked;
  const gate = await gateOverHttp(callOn(asked), aboutTrail(flow, trail));
  const named = commit === trail ? { commit } : {};
  const explained = await ran(asked, 'explain', { flow, trail, ...named, 'allow-empty-template': 'true' });
  const html = await pageOf(asked, `${flow}/trails/${trail}`);
  const [row = ''] = (await pageOf(asked, flow)).split(`trails/${trail}"`);
  const search = list(field((await it.get(`/search/acme/sha/${commit}`)).body, 'trails')).filter((each) => field(each, 'flow') === flow);
  const ofOrg = field((await it.get(`/trails/acme?flow=${flow}&page=1&per_page=50`)).body, 'data');
  const differs = differing(
    gate,
    {
      trail: field((await it.get(`/trails/acme/${flow}/${trail}`)).body, 'gate') ?? null,
      list: field(found((await it.get(`/trails/acme/${flow}`)).body, 'name', trail), 'gate') ?? null,
      ofOrg: field(found(ofOrg, 'name', trail), 'gate') ?? null,
      search: field(found(search, 'name', trail), 'gate'),
    },
    {
      explain: explained.kind === 'explained' ? explained.verdict.name : explained.kind,
      page: stateIn(html.slice(html.indexOf('<h1>'))),
      title: /<title>([^:<]*):/.exec(html)?.[1] ?? '',
      row: stateIn(row.slice(row.lastIndexOf('<li>'))),
      table: await lineOf(asked, 'trail list', flow, trail.slice(0, 12)),
    },
  );
  return Object.keys(differs).length === 0 ? {} : { gate, ...differs };
}

/** The places that say something else of an artifact than the gate. */
async function differingOfArtifact(asked: Asked, flow: string, fingerprint: string): Promise<Differing> {
  const { it } = asked;
  const gate = await gateOverHttp(callOn(asked), aboutArtifact(flow, fingerprint));
  const html = await pageOf(asked, `${flow}/artifacts/${fingerprint}`);
  const search = list(field((await it.get(`/search/acme/sha/${fingerprint}`)).body, 'artifacts'));
  const differs = differing(
    gate,
    {
      artifact: field((await it.get(`/artifacts/acme/${flow}/fingerprint/${fingerprint}`)).body, 'gate') ?? null,
      list: field(found((await it.get(`/artifacts/acme?flow_name=${flow}`)).body, 'fingerprint', fingerprint), 'gate') ?? null,
      search: field(found(search, 'flow', flow), 'gate') ?? null,
    },
    {
      page: stateIn(html.slice(html.indexOf('<h1>'))),
      table: await lineOf(asked, 'artifact list', flow, fingerprint.slice(0, 12)),
    },
  );
  return Object.keys(differs).length === 0 ? {} : { gate, ...differs };
}

/** The audit's word of now about each commit in its flow, by the template of today. */
async function auditsNow({ it }: Asked, trails: readonly AnyTrail[]): Promise<(on: AnyTrail) => string | undefined> {
  const facts = await read(it.service.url, { shas: trails.map(({ commit }) => commit) });
  const flows = new Map(facts.flows.map((each) => [each.name, each]));
  return ({ commit, flow }) => {
    const tip = { ...commitFact('t'), sha: commit };
    const [only] = coverageOf(question({ trails: facts.trailsAbout([commit]), tip, pull: null, owes: [flow] }), flows);
    return only?.nowByTodaysTemplate;
  };
}

/** The verdict of a gate that leaves no part out. */
async function verdictOf(asked: Asked, { flow, trail }: AnyTrail): Promise<unknown> {
  return field(await gateOverHttp(callOn(asked), aboutTrail(flow, trail)), 'verdict');
}

/** Whether an artifact may run, by its flow, by a policy and by an environment. */
async function assertsOf({ it }: Asked, flow: string, fingerprint: string): Promise<Readonly<Record<string, unknown>>> {
  const ask = async (query: string): Promise<unknown> =>
    (await it.get(`/asserts/acme/fingerprint/${fingerprint}?flow_name=${flow}${query}`)).body;
  const [alone, policy, environment] = [await ask(''), await ask('&policy_name=rules'), await ask('&environment_name=prod')];
  return {
    states: list(field(alone, 'flows')).map((each) => field(each, 'compliance_status.status')),
    reason: field(alone, 'reason'),
    says: [alone, policy, environment].map((each) => field(each, 'compliant')),
  };
}

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
