import { createHash } from 'node:crypto';
import type { AuditSettings } from '../../options/index.ts';
import type { RunContext } from '../context.ts';
import type { Audited, Planned } from './result.ts';
import type { AuditParts } from './parts.ts';
import { runAudit } from './run-audit.ts';
import { keepHeapSmall } from './small-heap.ts';

/** Runs an audit. It and its parts are loaded here alone: no other command of the action waits for them. */
export async function audit(settings: AuditSettings, context: RunContext): Promise<Audited | Planned> {
  keepHeapSmall();
  return runAudit(settings, context, await openParts());
}

async function openParts(): Promise<AuditParts> {
  const [parts, { openAuditPort }] = await Promise.all([import('../../audit/parts.ts'), import('../../github/audit/index.ts')]);
  const { collectAudit, judgeAudit, readAuditFile, readLines, readPrevious, readServiceFacts, reports, writeLines } = parts;
  return {
    collect({ at, since, until, ...asked }, { directory, fetchFrom, github, report, service }) {
      const tell = (sentence: string): void => report({ kind: 'progress', message: sentence });
      const { call, org, url } = service;
      return collectAudit(
        {
          ...asked,
          service: { url, org },
          since: since.kind === 'moment' ? since.at : null,
          sinceSha: since.kind === 'commit' ? since.sha : null,
          until: until.kind === 'moment' ? until.at : null,
          untilSha: until.kind === 'commit' ? until.sha : null,
          now: at,
        },
        {
          git: directory,
          github,
          service: (wanted) => readServiceFacts({ transport: call.transport, deadline: call.deadline, org }, { ...wanted, report: tell }),
          fetchFrom,
          readAuditFile,
          report: tell,
        },
      );
    },
    write: writeLines,
    read: readLines,
    judge: judgeAudit,
    previous: (text) => readPrevious(text, createHash('sha256').update(text).digest('hex')),
    github: openAuditPort,
    reports,
  };
}
