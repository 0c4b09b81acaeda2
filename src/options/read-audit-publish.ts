import { allOrComplaints } from './all-or-complaints.ts';
import type { AuditOption } from './audit.ts';
import { readConnection, type ConnectionSettings } from './connection.ts';
import { readName } from './names.ts';
import type { OptionReader } from './reader.ts';

/** How an audit is handed in. */
export interface PublishSettings {
  readonly flow: string;
  readonly dryRun: boolean;
  /** Absent where the audit asks the service anyway, and has it. */
  readonly connection?: ConnectionSettings;
}

/**
 * `undefined` where nobody asks for it.
 *
 * @param asks whether the audit asks the service itself
 */
export function readAuditPublish(read: OptionReader<AuditOption>, asks: boolean): PublishSettings | undefined {
  const { dryRun, flow, isAsked, plan } = allOrComplaints({
    isAsked: () => read.flag('publish'),
    flow: () => readName(read, 'publish-flow', 'flowName'),
    dryRun: () => read.flag('dry-run'),
    plan: () => read.flag('plan'),
  });
  if (!isAsked) {
    if (!dryRun) return undefined;
    throw read.invalid(
      'dry-run',
      'does nothing without publish: an audit writes nothing to the service',
      'Give `publish` too, or leave it out',
    );
  }
  if (plan) throw read.invalid('publish', 'does nothing with plan, which only says what would be asked', 'Leave one of the two out');
  return { flow, dryRun, ...(asks ? {} : { connection: readConnection(read) }) };
}
