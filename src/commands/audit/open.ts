import { createHash } from 'node:crypto';
import type { AuditSettings } from '../../options/index.ts';
import type { RunContext } from '../run/context.ts';
import type { EntryParts } from './entry-parts.ts';
import type { Audited, Planned } from './result.ts';
import type { Asked, Asking, AuditParts } from './parts.ts';
import { runAudit } from './run-audit.ts';
import { keepHeapSmall } from './small-heap.ts';
import { readVerifyPage } from './verify-page.ts';

/** Runs an audit. Only this loads its parts: no other command of the action has to wait for them. */
export async function audit(settings: AuditSettings, context: RunContext, entry: EntryParts): Promise<Audited | Planned> {
  keepHeapSmall();
  return runAudit(settings, context, await openParts(entry));
}

const loadParts = () => import('../../audit/parts.ts');

export async function openParts({ checkoutOf, logQuestions, questions, withService }: EntryParts): Promise<AuditParts> {
  const [parts, { openAuditPort }] = await Promise.all([loadParts(), import('../../github/audit/index.ts')]);
  const {
    collectAudit,
    headWords,
    judgeAudit,
    openSpool,
    packAudit,
    planAudit,
    reaches,
    readLines,
    readPrevious,
    reports,
    sampleLines,
    takeSample,
    writeLines,
  } = parts;
  return {
    collect: (asked, asking) => collectAudit(settingsOf(asked, asking), sourcesOf(asking, { questions, logQuestions }, parts)),
    plan: (asked, asking) => planAudit(settingsOf(asked, asking), sourcesOf(asking, { questions, logQuestions }, parts)),
    write: writeLines,
    read: readLines,
    pack: (file, audit, folder, sample) =>
      packAudit({ lines: readLines(file, { records: true, attached: true }), audit, reports, page: readVerifyPage(), folder, sample }),
    takeSample,
    sampleLines,
    spool: (file) => openSpool(file),
    judge: judgeAudit,
    previous: (text) => readPrevious(text, createHash('sha256').update(text).digest('hex')),
    github: openAuditPort,
    checkoutOf,
    withService,
    headWords,
    reaches,
    reports,
  };
}

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
  { directory, fetchFrom, github, log, report, service: { call, org }, witnesses }: Asking,
  { logQuestions, questions }: Pick<EntryParts, 'logQuestions' | 'questions'>,
  { collectLog, openSpool, readAuditFile, readServiceFacts }: AllParts,
): Parameters<AllParts['collectAudit']>[1] {
  const tell = (sentence: string): void => report({ kind: 'progress', message: sentence });
  return {
    git: directory,
    github,
    service: (wanted) =>
      readServiceFacts({ transport: call.transport, deadline: call.deadline, org, questions }, { ...wanted, report: tell }),
    log:
      log === null
        ? null
        : (trails) => collectLog({ call, org, questions: logQuestions, witnesses, spool: openSpool(log), report: tell }, trails),
    fetchFrom,
    readAuditFile,
    report: tell,
  };
}
