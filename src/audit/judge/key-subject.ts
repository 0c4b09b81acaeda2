import { partsOf } from '../findings/finding.ts';
import type { LandingFact } from '../facts/line.ts';
import type { Lack } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import type { RuleResult } from './audit.ts';
import type { World } from './world.ts';

/** Where the subject is that a key without a finding names. */
export type Sought =
  /** This audit looked at it, and found nothing. */
  | { readonly kind: 'judged' }
  /** It is, or may be, where this audit did not look: outside of its period only an audit before this one did. */
  | { readonly kind: 'elsewhere'; readonly why: string; readonly lack: Lack }
  /** Nothing has that key. */
  | { readonly kind: 'nowhere'; readonly why: string };

const judged: Sought = { kind: 'judged' };

/** The subjects of some keys that the landings of an audit hold. */
export interface Landed {
  add(fact: LandingFact): void;
  has(kind: string, id: string): boolean;
}

/** @param keys those that somebody will ask about: a landing holds far more subjects */
export function openLanded(keys: readonly string[]): Landed {
  const wanted = new Set(keys.map(partsOf).map(nameOf));
  const found = new Set<string>();
  return {
    add({ landing, pulls, trails }) {
      if (wanted.size === 0) return;
      const commits = [...landing.commits.map(({ sha }) => sha), ...landing.removed, landing.after ?? ''];
      const here = [
        ...commits.map((id) => ({ kind: 'commit', id })),
        ...pulls.map(({ number }) => ({ kind: 'pull-request', id: String(number) })),
        ...trails.map(({ name }) => ({ kind: 'trail', id: name })),
      ];
      for (const one of here.map(nameOf)) if (wanted.has(one)) found.add(one);
    },
    has: (kind, id) => found.has(nameOf({ kind, id })),
  };
}

function nameOf({ id, kind }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`;
}

/** Where to look for the subject of a key that no finding has. */
export function soughtFor(key: string, world: World, results: readonly RuleResult[], landed: Landed): Sought {
  const { id, kind, rule } = partsOf(key);
  if (!rules.some(({ name }) => name === rule)) return { kind: 'nowhere', why: `there is no rule ${rule}` };
  const told = results.find((one) => one.rule === rule);
  if (told?.result === 'not tested') return { kind: 'elsewhere', why: `${rule} was not tested`, lack: told.lack ?? 'answer' };
  const name = id.slice(0, 200);
  const here = (isHere: boolean, why: string): Sought => (isHere ? judged : { kind: 'elsewhere', why, lack: 'before' });
  const isUntold = (...sources: readonly string[]): boolean => world.untold.some(({ source }) => sources.includes(source));
  switch (kind) {
    case 'commit': {
      if (landed.has(kind, id)) return judged;
      const inClone = world.accepted.get(key)?.inClone;
      if (inClone === undefined) return judged;
      return inClone
        ? here(false, `commit ${name.slice(0, 12)} did not land in this period`)
        : { kind: 'nowhere', why: `the clone has no commit ${name}` };
    }
    case 'pull-request':
      return here(landed.has(kind, id), `#${name} did not land in this period`);
    case 'trail':
      return here(landed.has(kind, id), `no change of this period has a trail ${name}`);
    case 'artifact':
      return here(
        world.artifacts.some(({ fingerprint }) => fingerprint === id),
        `no change of this period has an artifact ${name.slice(0, 12)}`,
      );
    case 'deployment':
      return here(
        world.deployments.some((one) => one.id === id),
        `no deployment ${name} was in this period`,
      );
    case 'branch':
      return here(
        world.header.branches.some((one) => one.name === id),
        `branch ${name} is not audited`,
      );
    case 'tag': {
      const isThere = world.tags.some((one) => one.name === id) || world.releases.some(({ tag }) => tag === id);
      if (isThere || !isUntold('tags')) return isThere ? judged : { kind: 'nowhere', why: `there is no tag ${name}` };
      return { kind: 'elsewhere', why: 'nobody told which tags there are', lack: 'answer' };
    }
    case 'notification':
      return world.notifications.some((one) => one.name === id) ? judged : { kind: 'nowhere', why: `there is no notification ${name}` };
    case 'audit':
    case 'log':
      return judged;
    default:
      return { kind: 'nowhere', why: `${kind === '' ? 'the key' : kind} names nothing that a finding is about` };
  }
}
