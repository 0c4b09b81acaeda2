import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { OrganizationAudit } from '../../../audit/index.ts';
import { wrongUse } from '../../../errors/index.ts';
import type { AuditMergeSettings } from '../../../options/index.ts';
import { count } from '../../../text/index.ts';
import type { RunContext } from '../../run/context.ts';
import type { Viewed } from '../../run/result.ts';
import { faultWord, pathsOf, writeFiles } from '../named-files.ts';
import { loadAudit, type AuditRoom } from '../parts.ts';
import { readTextOf, refuseOtherVersion } from './sources.ts';

/** As many files as parts may be, with room for those of earlier attempts. */
const mostFiles = 1_024;

/** Writes the reports whatever was found or is missing. */
export async function mergeOrganization(settings: AuditMergeSettings, context: RunContext): Promise<Viewed> {
  const { planFile, reports } = settings;
  const paths = pathsOf(context.directory, { written: reports, read: [{ option: 'plan-file', path: planFile }] });
  const organization = await loadAudit();
  const { largestPart, largestPlan, mergeParts, partsOf, readPlan } = organization;
  const plan = readPlan(readTextOf('plan-file', paths.get('plan-file') ?? '', largestPlan), planFile);
  refuseOtherVersion(plan);
  const given: { readonly file: string; readonly text: string }[] = [];
  for (const file of await partFiles(settings.parts, context)) given.push({ file, text: readTextOf('parts', file, largestPart) });
  return writeReports('audit-merge', mergeParts(plan, partsOf(given, plan)), reports, paths, organization, context);
}

export async function writeReports(
  command: string,
  audit: OrganizationAudit,
  reports: AuditMergeSettings['reports'],
  paths: ReadonlyMap<string, string>,
  organization: AuditRoom,
  context: RunContext,
  heads: readonly string[] = [],
): Promise<Viewed> {
  const { organizationReports } = organization;
  const files = reports.map(({ option }) => ({ option, content: () => organizationReports[option](audit) }));
  const written = await writeFiles(files, paths, context);
  const step = stepOf(audit, written, [...organizationReports.summary(audit)].join(''), organization);
  return { ...step, command, view: { ...step.view, lines: [...(step.view.lines ?? []), ...heads] } };
}

/** The named files, and each `.json` in a named folder. A missing file is a missing shard. */
async function partFiles(named: readonly string[], { directory, report }: RunContext): Promise<readonly string[]> {
  const files: string[] = [];
  for (const name of named) {
    const path = resolve(directory, name);
    try {
      if ((await stat(path)).isDirectory()) {
        const names = await readdir(path, { recursive: true });
        files.push(
          ...names
            .filter((one) => one.endsWith('.json'))
            .toSorted()
            .map((one) => join(path, one)),
        );
      } else files.push(path);
    } catch (error) {
      report({ kind: 'warning', message: `${JSON.stringify(name)} of parts cannot be read, and counts as missing: ${faultWord(error)}` });
    }
  }
  const all = [...new Set(files)];
  if (all.length <= mostFiles) return all;
  throw wrongUse(`parts names ${all.length} files, and a plan has 256 shards at most`, 'Name the folder that holds the parts alone');
}

export function stepOf(
  audit: OrganizationAudit,
  written: readonly { readonly option: string; readonly path: string }[],
  summary: string,
  { sinceLines, untestedIn, untestedWords, whyWords }: Pick<AuditRoom, 'sinceLines' | 'untestedIn' | 'untestedWords' | 'whyWords'>,
): Viewed {
  const { holes, outcome, plan, repositories, scope, totals } = audit;
  const { ending, fails } = outcome;
  const lines = repositories.map(({ outcome: of, planned }) => `${planned.name}: ${planned.state}${of === null ? '' : `, ${of.word}`}`);
  const untested = Map.groupBy(untestedIn(audit), (one) => Object.values(untestedWords(one)).join(': '));
  const notTested = Array.from(untested, ([words, some]) => `Not tested: ${some.map(({ rule }) => rule).join(', ')} in ${words}`);
  const numbers = `${count(totals.changes, 'change')}, ${totals.covered} covered, in ${count(totals.audited, 'audited repository', 'audited repositories')}`;
  return {
    kind: 'viewed',
    command: 'audit-merge',
    ending,
    fails,
    view: {
      holes,
      lines: [...lines, ...sinceLines(audit), ...notTested, ...written.map(({ option, path }) => `${option}: ${path}`)],
      end: { outcome, words: `${plan.organization}: ${numbers}. ${whyWords(audit).join(' ')}` },
      summary,
    },
    outputs: { findings: String(totals.findings), 'audit-report': written[0]?.path ?? '' },
    json: {
      verdict: ending,
      outcome: outcome.word,
      organization: plan.organization,
      scope,
      totals,
      missing: holes.length,
      reports: written,
    },
  };
}
