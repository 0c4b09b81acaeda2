import { createHash } from 'node:crypto';
import type { AuditSettings, SeriesSettings } from '../../options/index.ts';
import type { RunContext } from '../run/context.ts';
import type { EntryParts } from './entry-parts.ts';
import type { Audited, Planned, SeriesShown } from './result.ts';
import type { Asked, Asking, AuditParts } from './parts.ts';
import { runAudit } from './run-audit.ts';
import { runSeries } from './run-series.ts';
import { keepHeapSmall } from './small-heap.ts';
import { readVerifyPage } from './verify-page.ts';

/** Runs an audit. Only this loads its parts: no other command of the action has to wait for them. */
export async function audit(settings: AuditSettings, context: RunContext, entry: EntryParts): Promise<Audited | Planned> {
  keepHeapSmall();
  return runAudit(settings, context, await openParts(entry));
}

/** Reports about earlier audits. It is loaded with an audit, because they share most of their parts. */
export async function series(settings: SeriesSettings, context: RunContext): Promise<SeriesShown> {
  const { seriesParts } = await loadParts();
  return runSeries(settings, context, seriesParts);
}

const loadParts = () => import('../../audit/parts.ts');

async function openParts({ checkoutOf, logQuestions, publishing, questions, withService }: EntryParts): Promise<AuditParts> {
  const [parts, { openAuditPort }] = await Promise.all([loadParts(), import('../../github/audit/index.ts')]);
  const {
    collectAudit,
    headWords,
    judgeAudit,
    manifestDigest,
    openSpool,
    packAudit,
    planAudit,
    previousPackage,
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
    manifestDigest,
    takeSample,
    sampleLines,
    spool: (file) => openSpool(file),
    judge: judgeAudit,
    previous: (text) => readPrevious(text, createHash('sha256').update(text).digest('hex')),
    previousPackage,
    github: openAuditPort,
    checkoutOf,
    publishing,
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
