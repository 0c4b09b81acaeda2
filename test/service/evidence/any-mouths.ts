import { coverageOf } from '../../../src/audit/coverage/cover.ts';
import { startDeadline, type Call, type Transport } from '../../../src/client/index.ts';
import { showResult } from '../../../src/cli/show-result.ts';
import { openTerminal } from '../../../src/cli/terminal.ts';
import type { Result } from '../../../src/commands/index.ts';
import { question } from '../../audit/coverage/world.ts';
import { read } from '../../audit/collect/service-world.ts';
import { commit as commitFact } from '../../audit/reviews/pull.ts';
import { playNamed } from '../../commands/play-named.ts';
import { field, token, type World } from '../support.ts';
import { aboutArtifact, aboutTrail, gateOverHttp } from './gate-over-http.ts';
import type { AnyTrail } from './any-trails.ts';

/** A service, and how it is asked as a gate asks. */
export interface Asked {
  readonly it: World;
  readonly transport: Transport;
}

/** The places that show another answer than the gate, with what each shows. */
type Differing = Readonly<Record<string, unknown>>;

const callOf = ({ transport }: Asked): Call => ({ transport, deadline: startDeadline(60_000) });

async function ran({ it }: Asked, name: string, raw: Readonly<Record<string, string>>): Promise<Result> {
  const connection = { 'base-url': it.service.url, 'api-token': token, org: 'acme' };
  return (await playNamed(name, { ...connection, ...raw })).result;
}

/** The line of a table of the command line that begins so. */
async function lineOf(asked: Asked, command: string, flow: string, begin: string): Promise<string> {
  const out: string[] = [];
  const result = await ran(asked, command, { flow });
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
export async function differingOfTrail(asked: Asked, { commit, flow, trail }: AnyTrail): Promise<Differing> {
  const { it } = asked;
  const gate = await gateOverHttp(callOf(asked), aboutTrail(flow, trail));
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
export async function differingOfArtifact(asked: Asked, flow: string, fingerprint: string): Promise<Differing> {
  const { it } = asked;
  const gate = await gateOverHttp(callOf(asked), aboutArtifact(flow, fingerprint));
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
export async function auditsNow({ it }: Asked, trails: readonly AnyTrail[]): Promise<(on: AnyTrail) => string | undefined> {
  const facts = await read(it.service.url, { shas: trails.map(({ commit }) => commit) });
  const flows = new Map(facts.flows.map((each) => [each.name, each]));
  return ({ commit, flow }) => {
    const tip = { ...commitFact('t'), sha: commit };
    const [only] = coverageOf(question({ trails: facts.trailsAbout([commit]), tip, pull: null, owes: [flow] }), flows);
    return only?.nowByTodaysTemplate;
  };
}

/** The verdict of a gate that leaves no part out. */
export async function verdictOf(asked: Asked, { flow, trail }: AnyTrail): Promise<unknown> {
  return field(await gateOverHttp(callOf(asked), aboutTrail(flow, trail)), 'verdict');
}

/** Whether an artifact may run, by its flow, by a policy and by an environment. */
export async function assertsOf({ it }: Asked, flow: string, fingerprint: string): Promise<Readonly<Record<string, unknown>>> {
  const ask = async (query: string): Promise<unknown> =>
    (await it.get(`/asserts/acme/fingerprint/${fingerprint}?flow_name=${flow}${query}`)).body;
  const [alone, policy, environment] = [await ask(''), await ask('&policy_name=rules'), await ask('&environment_name=prod')];
  return {
    states: list(field(alone, 'flows')).map((each) => field(each, 'compliance_status.status')),
    reason: field(alone, 'reason'),
    says: [alone, policy, environment].map((each) => field(each, 'compliant')),
  };
}
