import { allOrComplaints } from './all-or-complaints.ts';
import { auditOptions, type AuditOption } from './audit.ts';
import { readConnection } from './connection.ts';
import type { ReaderOf } from './reader.ts';
import { readWitness } from './witness.ts';

/** The options that go with `reperform`: who is asked, and the heads and the file of the auditor. */
const own: ReadonlySet<AuditOption> = new Set([
  'reperform',
  'base-url',
  'api-token',
  'oidc-audience',
  'timeout',
  'allow-insecure-http',
  'org',
  'github-token',
  'witness',
  'keep-collected',
]);

export type ReperformSettings = ReturnType<typeof readReperform>;

/** The settings of an audit that is performed again; the package says all the rest. */
export function readReperform(read: ReaderOf<typeof auditOptions>) {
  const settings = allOrComplaints({
    kind: (): 'reperform' => 'reperform',
    package: () => read.required('reperform'),
    connection: () => readConnection(read),
    githubToken: () => read.text('github-token'),
    witness: () => readWitness(read),
    keepCollected: () => read.text('keep-collected'),
    others: () => refuseOthers(read),
  });
  const { others: _others, ...rest } = settings;
  return rest;
}

function refuseOthers(read: ReaderOf<typeof auditOptions>): void {
  const refuse = ({ name, ...option }: (typeof auditOptions)[number]): void => {
    const byDefault = 'default' in option ? option.default : undefined;
    if (!own.has(name) && read.text(name) !== byDefault)
      throw read.invalid(name, 'does nothing with reperform: the package says what is asked, and no report is written', 'Leave it out');
  };
  allOrComplaints(Object.fromEntries(auditOptions.map((option) => [option.name, (): void => refuse(option)])));
}
