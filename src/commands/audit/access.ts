import type { AccessAt } from '../../audit/index.ts';
import { isNotThere, listRecords, type Call } from '../../client/index.ts';
import { wrongUse } from '../../errors/index.ts';
import { auditAccessOptions, requiredToLookUp, uses, type AuditAccessSettings } from '../../options/index.ts';
import { count, grouped } from '../../text/index.ts';
import { describeCommand } from '../run/command.ts';
import { lookUp } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import type { View, Viewed } from '../run/result.ts';
import type { AuditRoom } from './parts.ts';

/** For the command line alone: the action has no need of it in a job. */
export const auditAccessCommand = describeCommand({
  name: 'audit-access',
  summary: 'Say who had access to the service at a date, by its log: users, roles, tokens and rules of jobs, and who granted what.',
  examples: [
    'compliance-evidence audit-access --org acme',
    'compliance-evidence audit-access --org acme --as-of 2026-07-01 --csv access.csv',
  ],
  options: uses(auditAccessOptions, requiredToLookUp),
  outputs: [],
  read: async (read) => (await import('../../options/read-audits.ts')).readAuditAccess(read),
  run: ({ asOf, csv, service }, context): Promise<Viewed> =>
    lookUp(service, 0, context, (call, org) => showAccess({ asOf, csv }, { call, org }, context)),
});

async function showAccess(
  { asOf, csv }: Pick<AuditAccessSettings, 'asOf' | 'csv'>,
  { call, org }: { readonly call: Call; readonly org: string },
  context: RunContext,
): Promise<Viewed> {
  const [parts, { pathsOf, writeFiles }] = await Promise.all([import('../../audit/parts.ts'), import('./named-files.ts')]);
  const paths = pathsOf(context.directory, { written: csv === undefined ? [] : [{ option: 'csv', path: csv }], read: [] });
  const now = new Date().toISOString();
  const at = asOf ?? now;
  if (at > now) throw wrongUse(`as-of is ${at}, which is still to come`, 'Name a moment that is over, or leave it out');
  const read = await readAccess(at, { call, org }, context, parts);
  if ('why' in read) return viewed({ holes: [{ what: `Who had access to ${org}`, ...read }], summary: '' });
  const content = async function* () {
    yield* parts.accessCsv(read);
  };
  const reports = await writeFiles(csv === undefined ? [] : [{ option: 'csv', content }], paths, context);
  return viewed({ ...viewOf(read), reports }, read);
}

async function readAccess(
  at: string,
  { call, org }: { readonly call: Call; readonly org: string },
  context: RunContext,
  { openAccess, openLogReader }: AuditRoom,
): Promise<AccessAt | { readonly why: string; readonly fix: string }> {
  const place: Parameters<typeof openLogReader>[1] = {};
  let opened: ReturnType<typeof openAccess> | undefined;
  const report = (message: string): void => context.report({ kind: 'progress', message });
  const reader = openLogReader({ call, org, questions: { isNotThere, listRecords }, report }, place, ({ org_id: orgId, records }) => {
    opened ??= openAccess(org, orgId, at);
    for (const record of records) opened.add(record);
  });
  await reader.readOn();
  for (const line of reader.gaps()) if (line.kind !== 'log') return { why: line.why, fix: line.fix };
  const read = place.read === undefined ? undefined : opened?.result(place.read.chain);
  return read ?? { why: 'its log has no record', fix: 'Name the organization that is meant' };
}

/** Nobody is sure who had access where the log does not hold, or is not understood: that is unknown, and no answer. */
function viewed(view: View, found?: AccessAt): Viewed {
  const isKnown = found !== undefined && found.problems.length === 0;
  return {
    kind: 'viewed',
    command: 'audit-access',
    ending: isKnown ? 'answered' : 'unknown',
    fails: !isKnown,
    view,
    json: found === undefined ? { access: null } : { ...found },
  };
}

function viewOf({ access, at, head, org, problems }: AccessAt): View {
  const inForce = access.filter((one) => one.inForce);
  const yes = (may: readonly string[] | null, what: string): string => (may === null ? 'not known' : may.includes(what) ? 'yes' : '');
  const rows = inForce.map(({ flows, grantedAt, grantedBy, label, machine, may, role, until, who }) => [
    [who, ...(machine ? ['a machine'] : []), ...(label === null ? [] : [`(${label})`])].join(' '),
    role,
    yes(may, 'override'),
    yes(may, 'approve'),
    yes(may, 'define'),
    flows?.join(', ') ?? 'all',
    until ?? '',
    grantedAt,
    grantedBy,
  ]);
  const ended = access.length - inForce.length;
  const place = head === null ? 'before the first record' : `by the log up to record ${grouped(head.sequence)}, ${head.link}`;
  return {
    tables: [
      {
        head: ['WHO', 'ROLE', 'OVERRIDES', 'APPROVES', 'DEFINES', 'FLOWS', 'UNTIL', 'GRANTED', 'BY'],
        rows,
        ...(ended === 0 ? {} : { note: `${grouped(ended)} more had ended: --csv and --json have them` }),
      },
    ],
    holes: problems.map((why) => ({
      what: 'Part of the log',
      why,
      fix: 'Have the service verified by `compliance-evidence verify`, or use a newer version of this program',
    })),
    lines: [
      `${count(inForce.length, 'token or rule', 'tokens and rules')} of ${org} let somebody in at ${at}, ${place}`,
      'Whoever holds the data or the machine of the service needs no token, and no record says who that is',
    ],
    summary: '',
  };
}
