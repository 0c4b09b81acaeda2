import { createHash } from 'node:crypto';
import type { AuditSettings } from '../../options/index.ts';
import type { RunContext } from '../context.ts';
import type { Audited, Planned } from '../result.ts';
import type { AuditParts } from './parts.ts';
import { runAudit } from './run-audit.ts';

/** Runs an audit. It and its parts are loaded here alone: no other command of the action waits for them. */
export async function audit(settings: AuditSettings, context: RunContext): Promise<Audited | Planned> {
  return runAudit(settings, context, await openParts());
}

async function openParts(): Promise<AuditParts> {
  const [{ collectAudit, judgeAudit, readLines, readPrevious, reports, writeLines }, { openAuditPort }] = await Promise.all([
    import('../../audit/parts.ts'),
    import('../../github/audit/index.ts'),
  ]);
  return {
    collect: (asked, asking) => collectAudit(asked, asking),
    write: writeLines,
    read: readLines,
    judge: judgeAudit,
    previous: (text) => readPrevious(text, createHash('sha256').update(text).digest('hex')),
    github: openAuditPort,
    reports,
  };
}
