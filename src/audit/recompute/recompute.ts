import type { OpenReplay } from '../collect/past.ts';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EvidenceError, Fault, UsageError } from '../../errors/index.ts';
import { count, oneLine } from '../../text/index.ts';
import type { Previous } from '../facts/previous.ts';
import type { Audit } from '../judge/audit.ts';
import { readLines } from '../lines/read-lines.ts';
import { oddMembers, packedAudit, readmeName } from '../package/account.ts';
import { attachments, members as named, namesNone, packageVersion, reportFiles, type Manifest } from '../package/manifest.ts';
import { readPackedPrevious } from '../previous/packed-previous.ts';
import {
  checkLogFact,
  checkRecordsMoment,
  checkScope,
  compareAbout,
  cutLists,
  disagreements,
  lateParts,
  otherEvidence,
  scopeIn,
  type Findings,
  type Recomputed,
} from './check-account.ts';
import { checkLines, readTold, type Told } from './collected.ts';
import { workOutGitHub, type OpenGitHub } from './compare-github.ts';
import { Unreplayable, compareRecords, limitOf } from './compare-records.ts';
import { compareData, compareReports } from './compare-reports.ts';
import { spokenOf } from './shown-records.ts';

/** Most bytes of all kept members together: the facts and the records of some million changes. */
const mostBytes = 16 * 1024 ** 3;

export interface KeptMembers {
  readonly keep: (path: string) => ((piece: Uint8Array) => Promise<void>) | undefined;
  /** Together they are larger than is kept: the folder does not have all of them. */
  readonly isCut: () => boolean;
}

/** @param wanted paths without folders: nothing of a package names a file outside of the folder */
export function keepMembers(folder: string, wanted: ReadonlySet<string>): KeptMembers {
  let bytes = 0;
  return {
    keep(path) {
      if (!wanted.has(path)) return undefined;
      return async (piece) => {
        bytes += piece.length;
        if (bytes <= mostBytes) await appendFile(join(folder, path), piece);
      };
    },
    isCut: () => bytes > mostBytes,
  };
}

export const keptMembers: ReadonlySet<string> = new Set([
  named.facts,
  named.records,
  named.answers,
  named.previous,
  ...reportFiles.map(([path]) => path),
]);

const largestReport = 256 * 1024 * 1024;

export interface RecomputeRequest {
  readonly manifest: Manifest;
  /** A folder with only the kept members of the package, which holds in itself. */
  readonly folder: string;
  /** This program: `compliance-evidence/1.0.0`, and its digest, where it was built. */
  readonly program: { readonly name: string; readonly digest: string | null };
  /** The reader knows that there was no audit before. */
  readonly isFirst: boolean;
  readonly openReplay: OpenReplay;
  readonly openGitHub: OpenGitHub;
  readonly interrupt: AbortSignal;
  readonly report: (sentence: string) => void;
}

const noneBefore =
  'The package names no audit before: if there was one, its open findings may be missing. Say --first-audit where you know that there was none';

export async function recompute(request: RecomputeRequest): Promise<Recomputed> {
  const { folder, isFirst, manifest, program } = request;
  const found: Findings = { problems: [], unproven: [], outside: [] };
  if (!isFirst && namesNone(manifest)) found.unproven.push(noneBefore);
  const collected = join(folder, named.facts);
  const none = { about: null, facts: 0, records: 0, github: 0, reports: [] };
  if (!existsSync(collected)) {
    found.unproven.push('The package has no facts in collected.ndjson: there is nothing to work anything out from');
    return { ...found, ...none };
  }
  let told: Told;
  try {
    told = await readTold(collected);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    const list = manifest.tool === program.name ? found.problems : found.unproven;
    list.push(`collected.ndjson cannot be read: ${oneLine(error.message.replaceAll(`${folder}/`, ''), 300)}`);
    return { ...found, ...none };
  }
  found.problems.push(...(await checkLines(collected)), ...disagreements(manifest, told.header), ...otherEvidence(manifest, told));
  (manifest.tool === program.name ? found.problems : found.unproven).push(...lateParts(told));
  const other = otherProgram(manifest, told, program);
  const compared = await ofRecords(request, told, other !== undefined, found);
  const github = await workOutGitHub(request, told, other !== undefined, found);
  const { audit, reports } = await ofReports(request, other, found);
  if (other === undefined) found.problems.push(...oddMembers(manifest.members, told.header.evidence));
  // An earlier version demands less.
  if (other === undefined && manifest.version !== packageVersion)
    found.problems.push(`The package is of version ${manifest.version}, and this program writes version ${packageVersion}`);
  found.outside.push(...outsideOf(manifest, told, other !== undefined));
  const worked = packedAudit(audit);
  compareAbout(manifest, worked, other !== undefined, found);
  const { previous = null } = manifest;
  const about = { audit: worked, scope: scopeIn(told.header), previous };
  return { ...cutLists(found), about, facts: compared.facts, records: compared.records, github, reports };
}

/** Undefined where this program made the package. The action and the command line are two builds of one version. */
function otherProgram({ tool }: Manifest, { header }: Told, { digest, name }: RecomputeRequest['program']): string | undefined {
  if (tool !== name) return tool;
  return digest === header.tool.digest ? undefined : `another build of ${tool}`;
}

async function ofRecords(
  { folder, interrupt, manifest, openReplay, report }: RecomputeRequest,
  told: Told,
  isOfOtherProgram: boolean,
  found: Findings,
): Promise<Pick<Recomputed, 'facts' | 'records'>> {
  const { outside, problems, unproven } = found;
  const { log, scope } = manifest;
  if (log === null) {
    if (told.header.evidence !== 'github')
      unproven.push('The facts of the service could not be worked out: it keeps no records that could prove them');
    return { facts: 0, records: 0 };
  }
  const records = join(folder, named.records);
  if (told.log !== undefined) problems.push(...(await checkLogFact(told.log, log, records)));
  else (isOfOtherProgram ? unproven : problems).push('collected.ndjson has no fact about the log, and the package has its records');
  if (log.from.sequence > 0)
    unproven.push(`The records up to ${log.from.sequence} are not in the package, not even as hashes: a package begins with the first one`);
  const spoken = await spokenOf(records, log);
  (isOfOtherProgram ? unproven : problems).push(...spoken.misjudged);
  if (spoken.custom > 0)
    outside.push(`${count(spoken.custom, 'record')} of custom types: their verdicts are those that the rules of then gave`);
  checkRecordsMoment(manifest, told, spoken, found);
  const deadline = limitOf(interrupt);
  const isOfPeriod = scope.kind === 'period';
  const paths = { collected: join(folder, named.facts), records };
  if (scope.kind !== 'period') unproven.push(...(await checkScope(scope, () => readLines(paths.collected), spoken)));
  try {
    const compared = await compareRecords({ ...paths, log, told, spoken, isOfOtherProgram, isOfPeriod, openReplay, deadline, report });
    problems.push(...compared.differing.values());
    unproven.push(...compared.unproven.values());
    if (compared.passedOver > 0)
      unproven.push(
        `${compared.passedOver} fields of facts are of this program alone: the program that made the package did not write them`,
      );
    for (const source of compared.untold)
      unproven.push(
        `The audit says that the service did not tell ${source}, and the records of the package do: ${oneLine(told.untold.get(source) ?? '', 200)}`,
      );
    return { facts: compared.facts, records: spoken.records };
  } catch (error) {
    if (interrupt.aborted) throw error;
    if (!(error instanceof Unreplayable) && !(error instanceof Fault)) throw error;
    unproven.push(`The facts of the service could not be worked out from the records: ${oneLine(error.message, 400)}`);
    return { facts: 0, records: 0 };
  }
}

async function ofReports(
  { folder, manifest, program, report }: RecomputeRequest,
  other: string | undefined,
  { problems, unproven }: Findings,
): Promise<{ readonly audit: Audit; readonly reports: readonly string[] }> {
  const previous = await previousIn(folder, problems);
  if (previous !== null && manifest.previous !== undefined && manifest.previous?.report !== previous.digest)
    problems.push('manifest.json and previous.json disagree on the report of the audit before');
  const scratch = join(folder, 'made');
  await mkdir(scratch);
  const { audit, different, same } = await compareReports({ folder, manifest, previous, scratch, report });
  if (different.length === 0) return { audit, reports: same };
  const names = different.map(({ path }) => path).join(', ');
  const path = join(folder, 'audit.json');
  const text = (await stat(path)).size <= largestReport ? await readFile(path, 'utf8') : '';
  // The report itself says whether it was compared with one before it, and the first packages do not have that one.
  const lacksPrevious = manifest.version === 1 && previous === null && /^ {2}"previous": \{/m.test(text);
  if (other === undefined && !lacksPrevious) {
    for (const { line, path: report_ } of different) problems.push(`${report_} is not what the facts give: it differs from line ${line}`);
    return { audit, reports: same };
  }
  if (lacksPrevious)
    unproven.push(
      `${names}: made with the report of the audit before, which the package does not have: what is new and what was fixed cannot be worked out`,
    );
  if (other !== undefined)
    unproven.push(`${names}: made by ${oneLine(other, 80)}; this is ${program.name}: take that one to compare their bytes`);
  problems.push(...compareData(text, audit, { statuses: !lacksPrevious }));
  return { audit, reports: same };
}

async function previousIn(folder: string, problems: string[]): Promise<Previous | null> {
  const path = join(folder, named.previous);
  if (!existsSync(path)) return null;
  if ((await stat(path)).size > largestReport) {
    problems.push('previous.json is larger than the report of any audit');
    return null;
  }
  const text = await readFile(path, 'utf8');
  try {
    return readPackedPrevious(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    problems.push(`previous.json cannot be read: ${oneLine(error.message, 300)}`);
    return null;
  }
}

function outsideOf({ members, previous }: Manifest, { counts, header, log }: Told, isOfOtherProgram: boolean): readonly string[] {
  const isCompared = (path: string): boolean =>
    keptMembers.has(path) || path.startsWith(attachments) || (path === readmeName && !isOfOtherProgram);
  const others = members.map(({ path }) => path).filter((path) => !isCompared(path));
  const names = [...new Set(others.map((path) => (path.includes('/') ? `${path.split('/')[0] ?? ''}/` : path)))];
  const shown = names.length > 20 ? [...names.slice(0, 20), `and ${names.length - 20} more`] : names;
  return [
    `Facts of git, and those of GitHub's deployments, releases and tags, are as the run of the audit read them, at ${header.asOf?.readAt ?? header.at}; GitHub signs none of its answers`,
    ...(header.evidence === 'github'
      ? [
          'GitHub’s checks are as GitHub told them to the token of the audit. No service was asked, so that no log, head or witness proves them',
        ]
      : []),
    ...(previous
      ? [`previous.json is as the audit took it from the report with the SHA-256 ${previous.report}: compare that with yours`]
      : []),
    ...((log?.workedOut?.witnesses.length ?? 0) > 0 ? ['Who keeps a head of the log, and where, is as the audit was told'] : []),
    ...(log?.holders === undefined
      ? []
      : ['Who made the credentials of machines and of jobs is by records that the package has only as hashes']),
    ...((counts.get('ruleset-export') ?? 0) > 0
      ? ['Who may bypass rulesets is by the word of whoever exported them, where GitHub did not show it']
      : []),
    ...((counts.get('notification') ?? 0) > 0 ? ['How messages of notifications went is in no record'] : []),
    ...(shown.length > 0 ? [`Other members: ${shown.map((path) => oneLine(path, 80)).join(', ')}`] : []),
  ];
}
