import { hash } from 'node:crypto';
import type { Ending } from '../../errors/index.ts';
import { draftSummary, policyText, subjectsOf, writeStatement, type GateAnswer } from '../../statement/index.ts';
import { orNothing, packageUri, plainUrl, webAddress } from '../../text/index.ts';
import type { Audit, ReportedChange } from '../judge/audit.ts';
import type { ChangeState } from '../population/change.ts';
import type { World } from '../population/world.ts';

/** As a gate would have said it when the change landed. The other states are no answer: nothing was owed, or nobody knows. */
const answers: ReadonlyMap<string, Ending> = new Map<ChangeState, Ending>([
  ['covered', 'compliant'],
  ['covered-now', 'compliant'],
  ['tested-on-head-only', 'incomplete'],
  ['covered-later', 'incomplete'],
  ['incomplete', 'incomplete'],
  ['uncovered', 'incomplete'],
  ['non-compliant', 'non-compliant'],
]);

/** The verdict of each change as others read it, a line each. Nobody signed them: they are worth as much as the facts of the audit. */
export async function* statements(audit: Audit): AsyncGenerator<string> {
  const { at, repository: name, serverUrl } = audit.world.header;
  const repository = webAddress(`${serverUrl}/${name ?? ''}`)?.href;
  if (name === null || repository === undefined) return;
  const policyOf = openPolicies(audit.world, repository);
  for await (const change of audit.changes()) {
    const ending = answers.get(change.state);
    const policy = ending === undefined ? undefined : policyOf(change);
    if (ending === undefined || policy === undefined) continue;
    const rows = [{ state: hasOverride(change) ? 'overridden' : 'compliant' } as const];
    const of = { repository, at: Date.parse(at) / 1000, verifier: packageUri, records: [] };
    const made = writeStatement(draftSummary({ ...of, ending, policy, rows }), subjectsOf({ repository, sha: change.sha }, []));
    if (made.kind === 'written') yield `${made.statement}\n`;
  }
}

/** Any that says yes counts, also one that a later record replaced: then the statement says less, and never more. */
function hasOverride({ coverage, overrides }: ReportedChange): boolean {
  return overrides.some(({ compliant, flow }) => compliant !== false && coverage.some((each) => each.flow === flow));
}

type Policy = GateAnswer['policy'];

/** The demands of the flows that a change owes, once for all that owe the same. `undefined` where facts are in no form to be hashed. */
function openPolicies({ flows, header: { evidence, file, service } }: World, repository: string) {
  const base = service === null ? '' : plainUrl(service.url).replace(/(?:\/api\/v2)?\/*$/, '');
  const known = new Map<string, Policy | undefined>();
  const make = (names: readonly string[]): Policy => {
    const demands = names.map((name) => ({ name, template: flows.get(name)?.template ?? null, since: flows.get(name)?.templates ?? [] }));
    const parts = [service?.org ?? '', ...(names.length === 1 ? ['flows', ...names] : [])].map(encodeURIComponent);
    return {
      uri: webAddress([base, ...parts].join('/'))?.href ?? repository,
      sha256: hash('sha256', policyText(demands, [], { at: 'landing', evidence: evidence ?? 'service', file })),
    };
  };
  return ({ coverage }: ReportedChange): Policy | undefined => {
    const names = [...new Set(coverage.map(({ flow }) => flow).filter((flow) => flow !== ''))].toSorted();
    const key = JSON.stringify(names);
    if (!known.has(key))
      known.set(
        key,
        orNothing(() => make(names)),
      );
    return known.get(key);
  };
}
