import { openObjectStore, present, reachable, tipOf } from '../../git/index.ts';
import type { Header } from '../facts/line.ts';
import type { Difference } from './compare-items.ts';

/** @throws {EvidenceError} where there is no whole clone */
export async function checkClone(directory: string, { branches }: Header, shas: ReadonlySet<string>) {
  await using store = await openObjectStore(directory);
  const asked = new Set([...shas, ...branches.map(({ tip }) => tip)]);
  const here = await present(store, [...asked]);
  const lacking = [...asked].filter((sha) => !here.has(sha));
  const differences: Difference[] = [];
  const unknown: string[] = [];
  for (const { name, tip } of branches) {
    const now = await tipOf(store, name);
    if (now === undefined || !here.has(tip)) unknown.push(name);
    else if ((await reachable(store, [tip], [now])).length > 0) differences.push(rewritten(name, tip, now));
  }
  return { commits: asked.size, lacking: lacking.length, first: lacking[0] ?? null, differences, unknown };
}

function rewritten(name: string, before: string, after: string): Difference {
  const subject = `branch ${name}`;
  return {
    weight: 'altered',
    what: 'changed',
    about: 'branch',
    subject,
    field: 'history',
    before,
    after: `${after}, which does not come after it`,
  };
}
