import { expect } from 'vitest';
import { field, world, type World } from '../support.ts';
import { aboutArtifact, aboutTrail, callOf, gateOverHttp } from './gate-over-http.ts';
import { artifacts, demands, histories } from './gate-stories.ts';

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
