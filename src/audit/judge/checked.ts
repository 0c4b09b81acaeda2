import { isSkip } from '../coverage/check-trails.ts';
import { byText, endOf, ever, wasThere } from '../coverage/records.ts';
import type { AuditedChange, Coverage } from '../population/change.ts';
import type { CheckedChange, CheckedChanges, RanCheck } from '../population/world.ts';

/** An app may give each run a name of its own. */
const mostNames = 1_000;

/** Counts how GitHub's checks covered the changes of an audit, for the findings about a branch or a check as a whole. */
export function openChecked() {
  const branches = new Map<string, { changes: number; onHead: number }>();
  const skipped = new Map<string, { changes: number; of: CheckedChange[] }>();
  const idle: CheckedChange[] = [];
  const ran = new Map<string, RanCheck>();
  let [changes, undemanded] = [0, 0];
  return {
    add(change: AuditedChange): void {
      if (change.fact.checks === undefined || change.excluded !== undefined) return;
      changes += 1;
      if (change.owes === null) undemanded += 1;
      for (const [key, check] of ranFor(change)) {
        if (ran.size < mostNames || ran.has(key)) ran.set(key, { ...check, changes: (ran.get(key)?.changes ?? 0) + 1 });
      }
      const covering = change.coverage.filter(({ atMerge }) => atMerge === 'compliant');
      if (covering.length === 0) return;
      const { landing, pull, tip } = change;
      const about = { sha: tip.sha, pull: pull?.number ?? null, at: landing.at };
      const branch = branches.get(landing.branch) ?? { changes: 0, onHead: 0 };
      branches.set(landing.branch, branch);
      branch.changes += 1;
      if (covering.some(({ match }) => match === 'head')) branch.onHead += 1;
      const skips = covering.filter((coverage) => isSkipped(change, coverage));
      for (const { flow } of covering) {
        const check = skipped.get(flow) ?? { changes: 0, of: [] };
        skipped.set(flow, check);
        check.changes += 1;
        if (skips.some((one) => one.flow === flow)) check.of.push(about);
      }
      if (skips.length === change.coverage.length) idle.push(about);
    },
    result: (): CheckedChanges => ({
      changes,
      undemanded,
      ran: [...ran.values()].toSorted((one, other) => other.changes - one.changes || byText(one.name, other.name)),
      branches,
      skipped,
      idle,
    }),
  };
}

/** The checks of what landed, and of its head, once each. */
function ranFor({ fact, landing, pull, tip }: AuditedChange): ReadonlyMap<string, Omit<RanCheck, 'changes'>> {
  const shas = new Set([tip.sha, landing.after, pull?.head]);
  const own = (fact.checks ?? []).filter(({ sha }) => shas.has(sha));
  const found = own.flatMap(({ statuses, suites }) => [
    ...suites.flatMap(({ app, runs, workflow }) =>
      runs.map(({ name }) => ({ name, workflow: workflow?.path ?? null, app: app?.slug ?? null })),
    ),
    ...statuses.map(({ context }) => ({ name: context, workflow: null, app: null })),
  ]);
  return new Map(found.map((check) => [JSON.stringify(check), check]));
}

/** Whether all attempts that decided were skipped, or neutral. */
function isSkipped({ fact, landing, trails }: AuditedChange, { flow, trail }: Coverage): boolean {
  const before = (trails.get(`${flow}/${trail}`)?.records ?? []).filter((record) => wasThere(record, endOf(landing.at) ?? ever));
  const last = new Map(before.map((record) => [record.group, record.id]));
  const conclusions = new Map<string, string | null>(
    (fact.checks ?? [])
      .filter(({ sha }) => sha === trail)
      .flatMap(({ suites }) => suites.flatMap(({ runs }) => runs.map(({ conclusion, id }) => [`check-run ${id}`, conclusion] as const))),
  );
  return last.size > 0 && [...last.values()].every((id) => isSkip(conclusions.get(id) ?? null));
}
