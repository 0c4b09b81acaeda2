import { createHash } from 'node:crypto';
import type { AuditSettings } from '../../options/index.ts';
import type { RunContext } from '../context.ts';
import type { Audited, Planned } from './result.ts';
import type { Asked, Asking, AuditParts } from './parts.ts';
import { runAudit } from './run-audit.ts';
import { keepHeapSmall } from './small-heap.ts';

/** Runs an audit. It and its parts are loaded here alone: no other command of the action waits for them. */
export async function audit(settings: AuditSettings, context: RunContext): Promise<Audited | Planned> {
  keepHeapSmall();
  return runAudit(settings, context, await openParts());
}

async function openParts(): Promise<AuditParts> {
  const [parts, { openAuditPort }] = await Promise.all([loadParts(), import('../../github/audit/index.ts')]);
  const { collectAudit, judgeAudit, planAudit, readLines, readPrevious, reports, writeLines } = parts;
  return {
    collect: (asked, asking) => collectAudit(settingsOf(asked, asking), sourcesOf(asking, parts)),
    plan: (asked, asking) => planAudit(settingsOf(asked, asking), sourcesOf(asking, parts)),
    write: writeLines,
    read: readLines,
    judge: judgeAudit,
    previous: (text) => readPrevious(text, createHash('sha256').update(text).digest('hex')),
    github: openAuditPort,
    reports,
  };
}

/** All of an audit, in a chunk of its own. */
const loadParts = () => import('../../audit/parts.ts');
type AllParts = Awaited<ReturnType<typeof loadParts>>;

function settingsOf({ at, since, until, ...asked }: Asked, { service: { org, url } }: Asking): Parameters<AllParts['collectAudit']>[0] {
  return {
    ...asked,
    service: { url, org },
    since: since.kind === 'moment' ? since.at : null,
    sinceSha: since.kind === 'commit' ? since.sha : null,
    until: until.kind === 'moment' ? until.at : null,
    untilSha: until.kind === 'commit' ? until.sha : null,
    now: at,
  };
}

function sourcesOf(
  { directory, fetchFrom, github, report, service: { call, org } }: Asking,
  { readAuditFile, readServiceFacts }: AllParts,
): Parameters<AllParts['collectAudit']>[1] {
  const tell = (sentence: string): void => report({ kind: 'progress', message: sentence });
  return {
    git: directory,
    github,
    service: (wanted) => readServiceFacts({ transport: call.transport, deadline: call.deadline, org }, { ...wanted, report: tell }),
    fetchFrom,
    readAuditFile,
    report: tell,
  };
}
