import type { LandingFact, WorkflowsFact } from '../facts/line.ts';
import type { World } from '../judge/world.ts';
import { changesOf } from '../population/changes.ts';
import { commitSubject, foundIn, short } from './words.ts';
import { gateUses, longest } from './gate-uses.ts';
import { weaknessesOf, type Weakness } from './gate-weakness.ts';
import { found, notTested, passed, type LandingRule, type Outcome } from './rule.ts';
import { given } from '../../text/index.ts';

export const gateLetThrough: LandingRule = {
  name: 'gate-let-through',
  about: 'landing',
  text: 'The gate is used with settings that fail the job for every verdict that is no yes.',
  severity: 'medium',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PO.3'],
  fix: 'Leave the setting out, so that its default is in force, or accept the finding with a reason.',
  needs: ['workflows'],
  *judge(fact, world): Generator<Outcome> {
    const { landing, workflows } = fact;
    if (workflows === null) return;
    const files = world.workflows.get(workflows);
    if (files === undefined) return yield notTested(`the workflow files of ${landing.branch} could not be read`);
    const isOwn = /^[^/]+\/compliance-evidence$/i.test(world.header.repository ?? '');
    for (const { brought, path, weaknesses } of readingOf(files, isOwn)) {
      if (weaknesses === undefined) yield notTested(`${path} cannot be read: it is no YAML, or has more than ${longest} characters`);
      else if (weaknesses.length === 0) yield passed;
      else for (const weakness of weaknesses) yield outcomeOf(weakness, { brought, path }, fact, world);
    }
  },
};

interface Reading {
  readonly path: string;
  readonly brought: string | null;
  /** Undefined where the file cannot be read. */
  readonly weaknesses: readonly Weakness[] | undefined;
}

/** Most landings have the same files as the one before: they are read once. */
const read = new WeakMap<WorkflowsFact, readonly Reading[]>();

function readingOf(fact: WorkflowsFact, isOwn: boolean): readonly Reading[] {
  const known = read.get(fact);
  if (known !== undefined) return known;
  const readings = fact.files.flatMap(({ brought, path, text }): readonly Reading[] => {
    const uses = gateUses(text, isOwn);
    // A file that GitHub cannot read runs nothing; it is named where it may be meant to run the gate.
    if (uses === undefined) return text.toLowerCase().includes('compliance-evidence') ? [{ brought, path, weaknesses: undefined }] : [];
    return uses.length === 0 ? [] : [{ brought, path, weaknesses: distinct(uses.flatMap(weaknessesOf)) }];
  });
  read.set(fact, readings);
  return readings;
}

/** A job with two steps of ours has one `continue-on-error`. */
function distinct(weaknesses: readonly Weakness[]): readonly Weakness[] {
  return [...new Map(weaknesses.map((weakness) => [`${weakness.name}\n${weakness.setting}`, weakness])).values()];
}

/**
 * About the commit that the file has its text from, as git tells it at every later landing too: so it is one finding, with
 * the same key in every run, until somebody changes the file again.
 */
function outcomeOf(weakness: Weakness, { brought, path }: Pick<Reading, 'brought' | 'path'>, fact: LandingFact, world: World): Outcome {
  const { kind, means, name, setting, until, value } = weakness;
  const { landing } = fact;
  const where = `${name} in ${path} sets ${setting} to ${value}`;
  if (kind === 'expression') return notTested(`${where}, which is known in the run alone`);
  if (until !== undefined) {
    if (landing.at === null) return notTested(`${where}, and nobody can tell when ${landing.branch} was moved`);
    if (until <= Date.parse(landing.at)) return passed;
  }
  const detail = `${path}#${name}#${setting}`;
  if (brought === null) {
    const subject = { kind: 'branch' as const, id: landing.branch, url: null };
    return found({ subject, detail, message: `${where}: ${means}.` });
  }
  const commit = landing.commits.find(({ sha }) => sha === brought);
  const by = commit === undefined ? '' : ` of ${commit.author.account?.login ?? commit.author.name}`;
  const change = commit === undefined ? undefined : changeWith(brought, fact, world);
  const message = `${where}: ${means}. The file is as ${short(brought)}${by} left it.`;
  return found({ subject: commitSubject(brought, world.header), detail, message, ...given({ change }) });
}

/** The change of this landing that a commit is in. */
function changeWith(sha: string, { landing, pulls, pullsOf }: LandingFact, { header }: World): ReturnType<typeof foundIn> | undefined {
  const byNumber = new Map(pulls.map((pull) => [pull.number, pull]));
  const audited = new Set(header.branches.map(({ name }) => name));
  const changes = changesOf(landing, {
    of: (each) => (pullsOf[each] ?? []).flatMap((number) => byNumber.get(number) ?? []),
    audited: (branch) => audited.has(branch),
  });
  const change = changes.find(({ commits }) => commits.includes(sha));
  const tip = landing.commits.find((commit) => commit.sha === change?.commits.at(-1));
  return change === undefined || tip === undefined ? undefined : foundIn({ pull: change.pull, tip });
}
