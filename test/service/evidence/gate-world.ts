import { expect } from 'vitest';
import { attest, field, green, putFlow, red, world, type Answer, type World } from '../support.ts';
import { aboutArtifact, aboutTrail, callOf, gateOverHttp } from './gate-over-http.ts';

const yaml = (...names: readonly string[]): string =>
  JSON.stringify({ version: 1, trail: { attestations: names.map((name) => ({ name, type: '*' })) } });

/** A trail that a story is played on, and the commit that it is about. */
export interface Place {
  readonly it: World;
  readonly flow: string;
  readonly trail: string;
  readonly commit: string;
}

const empty = { ...green, total: 0 };
const skipped = { ...green, skipped: 3 };

interface Run {
  readonly event?: string;
  readonly run?: number;
  readonly attempt?: number;
  readonly leg?: string;
  readonly pull?: number;
}

/** A record of `unit` by a run of GitHub. */
async function record(
  { commit, flow, it, trail }: Place,
  row: object,
  { attempt = 1, event = 'push', leg, pull, run = 1 }: Run = {},
  more: object = {},
): Promise<void> {
  const made = {
    event,
    workflow: 'ci',
    job: 'test',
    run_id: run,
    run_attempt: attempt,
    nonce: `${run}.${attempt}.${leg ?? ''}.${JSON.stringify(row)}`,
    ...(leg === undefined ? {} : { leg }),
    ...(pull === undefined ? {} : { pull_request: pull }),
  };
  const said = { junit_results: [row], git_commit_info: { sha1: commit }, user_data: { compliance_evidence: made }, ...more };
  done(await attest(it, `${flow}/${trail}`, said));
}

async function override({ flow, it, trail }: Place, isCompliant: boolean): Promise<void> {
  const said = { attestation_name: 'unit', reason: 'looked at', new_compliance_status: isCompliant, original_attestation_type: 'junit' };
  done(await it.json('POST', `/attestations/acme/${flow}/trail/${trail}/override`, said));
}

function done({ body, status }: Answer): void {
  expect([status < 300, status < 300 ? undefined : body]).toEqual([true, undefined]);
}

const other = (commit: string): string => commit.replace(/^./, 'f');

/** Records on a trail, each story in its own way. */
const histories: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  green: (place) => record(place, green),
  red: (place) => record(place, red),
  empty: (place) => record(place, empty),
  skipped: (place) => record(place, skipped),
  'nothing recorded': async ({ flow, it, trail }) => done(await it.form('PUT', `/trails/acme/${flow}`, { name: trail })),
  'red nightly, green push': async (place) => {
    await record(place, red, { event: 'schedule', run: 1 });
    await record(place, green, { event: 'push', run: 2 });
  },
  'green push, red nightly': async (place) => {
    await record(place, green, { event: 'push', run: 1 });
    await record(place, red, { event: 'schedule', run: 2 });
  },
  'a re-run that is green': async (place) => {
    await record(place, red);
    await record(place, green, { attempt: 2 });
  },
  'an older run that was run again': async (place) => {
    await record(place, green, { run: 1 });
    await record(place, red, { run: 2 });
    await record(place, green, { run: 1, attempt: 2 });
  },
  'two legs, one red': async (place) => {
    await record(place, red, { leg: 'linux' });
    await record(place, green, { leg: 'windows' });
  },
  'two legs, one empty': async (place) => {
    await record(place, empty, { leg: 'linux' });
    await record(place, green, { leg: 'windows' });
  },
  'a call that recorded once where it had recorded twice': async (place) => {
    await record(place, red);
    await record(place, green);
    await record(place, green, { attempt: 2 });
  },
  'a red run of a pull request': async (place) => {
    await record(place, red, { event: 'pull_request', pull: 7 });
    await record(place, green, { run: 2 });
  },
  'an override to green': async (place) => {
    await record(place, red);
    await override(place, true);
  },
  'an override to red': async (place) => {
    await record(place, green);
    await override(place, false);
  },
  'red after an override': async (place) => {
    await record(place, red);
    await override(place, true);
    await record(place, red, { run: 3 });
  },
  'another commit': (place) => record(place, green, {}, { git_commit_info: { sha1: other(place.commit) } }),
  'another commit, red before': async (place) => {
    await record(place, red, {}, { git_commit_info: { sha1: other(place.commit) } });
    await record(place, green, { run: 2 });
  },
  'tests of another tool, of another commit': async ({ commit, flow, it, trail }) =>
    done(await attest(it, `${flow}/${trail}`, { git_commit_info: { sha1: other(commit) } })),
  'no commit': async ({ flow, it, trail }) => done(await attest(it, `${flow}/${trail}`)),
  'evidence of another kind that says no': async (place) => {
    const { flow, it, trail } = place;
    await record(place, green);
    const said = { attestation_name: 'licences', is_compliant: false };
    done(await it.form('POST', `/attestations/acme/${flow}/trail/${trail}/generic`, said));
  },
};

/** The demands on a trail, before its story and after it. */
const demands: Readonly<
  Record<string, { readonly before: (place: Place) => Promise<void>; readonly after?: (place: Place) => Promise<void> }>
> = {
  'unit is required': { before: ({ flow, it }) => template(it, flow, 'unit') },
  'nothing is required': { before: ({ flow, it }) => template(it, flow) },
  'another name is required too': { before: ({ flow, it }) => template(it, flow, 'unit', 'lint') },
  'the template asks for more now': {
    before: ({ flow, it }) => template(it, flow, 'unit'),
    after: ({ flow, it }) => template(it, flow, 'unit', 'lint'),
  },
  'the trail has a template of its own': {
    before: async ({ flow, it, trail }) => {
      await template(it, flow, 'unit', 'lint');
      const upload = { field: 'template_file', name: 't.yml', content: yaml('unit') };
      done(await it.form('PUT', `/trails/acme/${flow}`, { name: trail }, upload));
    },
  },
  'the flow was renamed': {
    before: ({ flow, it }) => template(it, flow, 'unit'),
    after: async ({ flow, it }) => done(await it.json('PUT', `/flows/acme/${flow}/rename`, { new_name: `${flow}-new` })),
  },
};

async function template(it: World, flow: string, ...names: readonly string[]): Promise<void> {
  done(await putFlow(it, flow, yaml(...names)));
}

/** Ways in which artifacts are on a trail whose `unit` is green, the first one as it is asked about. */
const artifacts: Readonly<Record<string, (place: Place, fingerprint: string) => Promise<void>>> = {
  'on a green trail': async (place, print) => {
    await record(place, green);
    await report(place, print);
  },
  'on a trail with a red nightly': async (place, print) => {
    await record(place, red, { event: 'schedule' });
    await record(place, green, { run: 2 });
    await report(place, print);
  },
  'with evidence of its own that is red': async (place, print) => {
    await record(place, green);
    await report(place, print);
    await record(place, red, {}, { attestation_name: 'scan', artifact_fingerprint: print });
  },
  'with a red leg of its own': async (place, print) => {
    await record(place, green);
    await report(place, print);
    await record(place, red, { leg: 'a' }, { attestation_name: 'scan', artifact_fingerprint: print });
    await record(place, green, { leg: 'b' }, { attestation_name: 'scan', artifact_fingerprint: print });
  },
  'whose name another one took': async (place, print) => {
    await record(place, green);
    await report(place, print);
    await report(place, print.replace(/^./, '0'));
    await record(place, red, {}, { attestation_name: 'scan', artifact_fingerprint: print.replace(/^./, '0') });
  },
  'on two trails, of which one is red': async (place, print) => {
    await record(place, green);
    await report(place, print);
    const beside = { ...place, trail: `${place.trail}-2` };
    await record(beside, red);
    await report(beside, print);
  },
  'of two contents': async (place, print) => {
    await record(place, green);
    await report(place, print, { user_data: { compliance_evidence: { tree: '1:aaaa' } } });
    const beside = { ...place, flow: `${place.flow}-2` };
    await report(beside, print, { user_data: { compliance_evidence: { tree: '1:bbbb' } } });
  },
  'reported without a trail': async ({ flow, it }, print) => {
    await template(it, flow);
    await report({ flow, it, trail: '', commit: '' }, print, { trail_name: null, git_commit: null });
  },
  'of another commit than the evidence': async (place, print) => {
    await record(place, green);
    await report(place, print, { git_commit: other(place.commit) });
  },
};

async function report({ commit, flow, it, trail }: Place, fingerprint: string, more: object = {}): Promise<void> {
  const built = { filename: 'shop.tgz', build_url: 'https://ci.example/b', commit_url: '', git_commit: commit, trail_name: trail };
  done(await it.json('POST', `/artifacts/acme/${flow}`, { ...built, fingerprint, template_reference_name: 'image', ...more }));
}

interface Row {
  readonly name: string;
  readonly history: keyof typeof histories;
  readonly demand: keyof typeof demands;
  readonly named: 'its commit' | 'a release';
}

/** Every history under every demand, on trails that are named after their commit and on others. */
export const rows: readonly Row[] = Object.keys(demands).flatMap((demand) =>
  Object.keys(histories).flatMap((history) =>
    (['its commit', 'a release'] as const).map((named) => ({
      name: `${history}; ${demand}; named after ${named}`,
      history,
      demand,
      named,
    })),
  ),
);

/** Plays the rows, and answers the trails that show something else than a gate says of them. */
export async function played(it: World, some: readonly Row[]): Promise<readonly unknown[]> {
  const wrong: unknown[] = [];
  const call = callOf(it.service.url);
  for (const [index, { demand, history, name, named }] of some.entries()) {
    const commit = (index + 1).toString(16).padStart(40, 'a');
    const place = { it, flow: `f${index}`, trail: named === 'its commit' ? commit : `v${index}`, commit };
    await demands[demand]?.before(place);
    await histories[history]?.(place);
    await demands[demand]?.after?.(place);
    const flow = demand === 'the flow was renamed' ? `${place.flow}-new` : place.flow;
    const said = await gateOverHttp(call, aboutTrail(flow, place.trail));
    const shown = field((await it.get(`/trails/acme/${flow}/${place.trail}`)).body, 'gate');
    const listed = field((await it.get(`/trails/acme/${flow}`)).body, '0.gate');
    if (JSON.stringify([shown, listed]) !== JSON.stringify([said, said])) wrong.push({ name, said, shown, listed });
  }
  return wrong;
}

/** Plays all stories of artifacts; each must be shown as a gate says it. */
export async function playedArtifacts(): Promise<ReadonlyMap<string, unknown>> {
  const it = await world();
  const call = callOf(it.service.url);
  const verdicts = new Map<string, unknown>();
  for (const [index, [name, play]] of Object.entries(artifacts).entries()) {
    const commit = (index + 1).toString(16).padStart(40, 'b');
    const print = (index + 1).toString(16).padStart(64, 'c');
    const place = { it, flow: `a${index}`, trail: commit, commit };
    await play(place, print);
    const said = await gateOverHttp(call, aboutArtifact(place.flow, print));
    const one = field((await it.get(`/artifacts/acme/${place.flow}/fingerprint/${print}`)).body, 'gate');
    const listed = (await it.get(`/artifacts/acme?flow_name=${place.flow}`)).body;
    const inList = Array.isArray(listed) ? listed.find((each) => field(each, 'fingerprint') === print) : undefined;
    const found = field((await it.get(`/search/acme/sha/${print}`)).body, 'artifacts');
    const inSearch = Array.isArray(found) ? found.find((each) => field(each, 'flow') === place.flow) : undefined;
    expect({ name, one, list: field(inList, 'gate'), search: field(inSearch, 'gate') }).toEqual({
      name,
      one: said,
      list: said,
      search: said,
    });
    verdicts.set(name, field(said, 'verdict'));
  }
  return verdicts;
}
