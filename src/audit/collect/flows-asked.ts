import type { CollectSources, ServiceAsked } from './settings.ts';

/**
 * The flows to ask about: those that were named, else those of every text of the audit's file that was in force. Where there
 * was none, or one that cannot be read, any flow may cover a change: all are asked then.
 */
export function flowsAsked(
  flows: readonly string[],
  readAuditFile: CollectSources['readAuditFile'],
  { files, hasNoFile }: { readonly files: readonly string[]; readonly hasNoFile: boolean },
): Pick<ServiceAsked, 'flows' | 'approvalsOf'> {
  const read = files.map((text) => readAuditFile(text));
  const mapped = read.flatMap((one) => ('file' in one ? one.file.flows : []));
  const namesOf = (list: readonly { readonly name: string }[]): readonly string[] => [...new Set(list.map(({ name }) => name))];
  const isMapped = !hasNoFile && read.length > 0 && read.every((one) => 'file' in one && one.file.flows.length > 0);
  return {
    flows: flows.length > 0 ? flows : isMapped ? namesOf(mapped) : [],
    approvalsOf: namesOf(mapped.filter(({ approvals }) => approvals.length > 0)),
  };
}
