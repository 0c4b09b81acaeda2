import type { EnvironmentChange, NewEnvironment } from '../../../src/service/resources/environments/tables.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import type { Author } from '../../../src/service/log/chain.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { readChain } from './setup.ts';

export const print = (letter: string): string => letter.repeat(64);

/** Acts of somebody on the environments of an organization, and reads of them. `world` is asked again each time. */
export function environmentActs(world: () => { readonly engine: Engine; readonly store: Store; readonly author: Author }) {
  const put = (called: string, more: Partial<NewEnvironment> = {}) =>
    world().store.putEnvironment({ author: world().author, name: called, type: 'server', ...more });
  const logical = (called: string, ...included: readonly string[]) => put(called, { type: 'logical', included });
  const change = (called: string, what: EnvironmentChange | Parameters<Store['changeEnvironment']>[2]) =>
    world().store.changeEnvironment(world().author, called, what);
  const find = (called: string) => world().store.findEnvironment(world().author.orgId, called);
  const idOf = async (called: string) => (await find(called))?.id ?? '';
  /** Reports the running instances, a letter each: `aab` is two of `a` and one of `b`. */
  const report = (called: string, running: string) => {
    const letters = [...new Set(running)].map((letter) => ({
      fingerprint: print(letter),
      name: letter,
      instances: Array<number>(running.split(letter).length - 1).fill(7),
    }));
    return world().store.reportSnapshot({ author: world().author, environment: called, type: 'server', running: letters });
  };
  const allow = (called: string, letter: string, description = 'tried') =>
    world().store.allowArtifact({ author: world().author, environment: called, fingerprint: print(letter), name: letter, description });
  const provide = (letter: string, more: object = {}) =>
    world().store.reportArtifact({
      author: world().author,
      flowName: 'f',
      name: letter,
      fingerprint: print(letter),
      data: {},
      trail: {},
      ...more,
    });
  const policy = (called: string, required = true) => {
    const rule = { required, exceptions: [] };
    const rules = { provenance: rule, 'trail-compliance': { required: false, exceptions: [] }, attestations: [] };
    return world().store.putPolicy({ author: world().author, name: called, data: {}, rules: { rules, content: `${called} ${required}` } });
  };
  const snapshot = async (called: string) => {
    const environment = await find(called);
    return await world().store.findSnapshot(world().author.orgId, environment?.id ?? '', environment?.snapshotCount ?? 0);
  };
  const seen = async (called: string) => {
    const latest = await snapshot(called);
    // Sorted by name because their own order depends on the second in which each came.
    const artifacts = (latest?.artifacts ?? []).map((each) => `${each.name}${each.instances.length} ${each.state}`).toSorted();
    return [latest?.number, latest?.state, ...artifacts];
  };
  const events = async (called: string, more: object = {}, skip = 0, limit = 99) => {
    const filter = { from: 0, to: 99, repoNames: [], oldestFirst: true, ...more };
    return await world().store.eventsOfEnvironment(world().author.orgId, await idOf(called), filter, skip, limit);
  };
  const records = async () => (await readChain(world().engine, world().author)).records;

  return { put, logical, change, find, idOf, report, allow, provide, policy, snapshot, seen, events, records };
}
