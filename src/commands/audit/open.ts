import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { EvidenceError } from '../../errors/index.ts';
import { cloneHistory, isInRepository } from '../../git/index.ts';
import type { AuditSettings, SeriesSettings } from '../../options/index.ts';
import { given } from '../../text/index.ts';
import type { RunContext } from '../run/context.ts';
import type { Audited, Viewed } from '../run/result.ts';
import { basicOf } from './collect.ts';
import type { EntryParts } from './entry-parts.ts';
import { loadAudit, type Asked, type AskedService, type Asking, type AuditParts, type AuditRoom } from './parts.ts';
import { runAudit } from './run-audit.ts';
import { runSeries, type SeriesShown } from './run-series.ts';
/**
 * Has V8 collect its garbage sooner than it would by itself. An audit reads a file line by line, and what it keeps of that
 * is small; yet with memory to spare V8 lets a heap of 30 MB grow to 250 MB before it looks, and never gives the pages
 * back. `npm run bench:audit` holds the bound. The flags only say when V8 collects: it reads each of them anew whenever it
 * decides, so that they may be set while the program runs. They hold until the process ends, which does nothing after an
 * audit; no other command sets them.
 */
export function keepHeapSmall(): void {
  // The room for young objects stays as it is, and the old ones may grow by a tenth before the next collection.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=10');
  // Collect at once rather than on the side: on a busy machine the heap keeps growing meanwhile.
  setFlagsFromString('--no-incremental-marking');
}

/** Only this loads the parts of an audit: no other command of the action has to wait for them. */
export async function audit(settings: AuditSettings, context: RunContext, entry: EntryParts): Promise<Audited | Viewed> {
  keepHeapSmall();
  const parts = await openParts(entry);
  return withClone(settings, context, (clone) => runAudit(settings, context, parts, given({ clone })));
}

/** Where a repository is named and this folder is in none, it is cloned, and the clone is removed afterwards. */
async function withClone<Outcome>(
  { from }: AuditSettings,
  { directory, event, report, temporary }: RunContext,
  work: (clone?: string) => Promise<Outcome>,
): Promise<Outcome> {
  if (from.kind !== 'sources' || from.repository === undefined || (await isInRepository(directory))) return work();
  await using scratch = await mkdtempDisposable(join(temporary, 'compliance-audit-clone-'));
  const clone = join(scratch.path, 'clone');
  report({ kind: 'info', message: `Cloning ${from.repository}, because this folder is in no clone of it` });
  const authorization = from.githubToken === undefined ? null : basicOf(from.githubToken);
  try {
    await cloneHistory({ url: `${event.serverUrl}/${from.repository}`, authorization }, scratch.path, clone);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    // There are reports all the same, which say that nothing is known.
    report({ kind: 'warning', message: `${error.message}\n${error.fix ?? ''}`.trimEnd() });
    return await work();
  }
  return await work(clone);
}

/** Loaded with an audit, because they share most of their parts. */
export async function series(settings: SeriesSettings, context: RunContext): Promise<SeriesShown> {
  const { seriesParts } = await loadAudit();
  return runSeries(settings, context, seriesParts);
}

export async function openParts({ checkoutOf, publishing, startDeadline, withService, ...asks }: EntryParts): Promise<AuditParts> {
  const [parts, { openAuditPort, readRulesets }] = await Promise.all([loadAudit(), import('../../github/audit/index.ts')]);
  const { collectAudit, packAudit, planAudit, readLines, readPrevious, replayPast, reports } = parts;
  return {
    ...parts,
    collect: (asked, asking) => collectAudit(settingsOf(asked, asking), sourcesOf(asking, asks, parts)),
    plan: (asked, asking) => planAudit(settingsOf(asked, asking), sourcesOf(asking, asks, parts)),
    past: (access) => replayPast({ ...access, questions: asks.logQuestions }),
    pack: (file, audit, folder, sample) =>
      packAudit({
        lines: readLines(file, { records: true, attached: true, answers: true }),
        audit,
        reports,
        page: verifyPage(),
        folder,
        sample,
      }),
    previous: (text) => readPrevious(text, hash('sha256', text)),
    github: openAuditPort,
    rulesets: readRulesets,
    checkoutOf,
    publishing,
    startDeadline,
    withService,
  };
}

type Questions = Pick<EntryParts, 'logQuestions' | 'questions' | 'scopeQuestions'>;

function settingsOf({ at, scope, since, until, ...asked }: Asked, { service }: Asking): Parameters<AuditRoom['collectAudit']>[0] {
  return {
    ...asked,
    ...(service === null ? { service: null, evidence: 'github' as const } : { service: { url: service.url, org: service.org } }),
    since: since.kind === 'moment' ? since.at : null,
    sinceSha: since.kind === 'commit' ? since.sha : null,
    until: until.kind === 'moment' ? until.at : null,
    untilSha: until.kind === 'commit' ? until.sha : null,
    now: at,
    ...given({ scope }),
  };
}

function sourcesOf(asking: Asking, asks: Questions, room: AuditRoom): Parameters<AuditRoom['collectAudit']>[1] {
  const { answers, directory, fetchFrom, github, report, service } = asking;
  return {
    git: directory,
    github,
    answers,
    fetchFrom,
    readAuditFile: room.readAuditFile,
    report: (sentence) => report({ kind: 'progress', message: sentence }),
    ...(service === null
      ? { service, log: null, ended: () => ({ at: new Date().toISOString(), service: null }) }
      : serviceOf({ ...asking, service }, asks, room)),
  };
}

type OfService = Pick<Parameters<AuditRoom['collectAudit']>[1], 'service' | 'scope' | 'log' | 'ended'>;

function serviceOf(
  { headBefore, log, report, service: { call: way, files = way, org, past }, witnesses }: Asking & { readonly service: AskedService },
  { logQuestions, questions, scopeQuestions }: Questions,
  { openClock, openLog, openSpool, pastFacts, readScope, readServiceFacts }: AuditRoom,
): OfService {
  const tell = (sentence: string): void => report({ kind: 'progress', message: sentence });
  const { call, latest } = openClock(way);
  const access = { call, org, questions: readingFrom(files, logQuestions), witnesses, report: tell };
  return {
    async service(wanted) {
      const facts = await readServiceFacts(
        { transport: call.transport, deadline: call.deadline, org, questions },
        { ...wanted, report: tell },
      );
      return past === undefined ? facts : pastFacts(facts, past);
    },
    scope: (scope) => readScope({ call, org, questions: scopeQuestions }, scope),
    log: typeof log === 'string' ? openLog({ ...access, spool: openSpool(log) }) : (log?.open({ ...access, before: headBefore }) ?? null),
    // A service of the past runs on this machine: it has the same clock.
    ended: () => ({ at: new Date().toISOString(), service: past === undefined ? latest() : null }),
  };
}

/** The questions about a log, of which those about files go to the service that has them. */
function readingFrom(files: AskedService['call'], questions: EntryParts['logQuestions']): EntryParts['logQuestions'] {
  return { ...questions, downloadEvidence: (_call, params) => questions.downloadEvidence(files, params) };
}

/** The page that checks a package in a browser. It lies next to the code, in the bundles too. */
function verifyPage(): string {
  const here = fileURLToPath(import.meta.url);
  return readFileSync(here.replace(/[^\\/]+$/, 'verify.html'), 'utf8');
}
