import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { seriesParts } from '../../../src/audit/parts.ts';
import { checkPackageAudit } from '../../../src/audit/series/check-package-audit.ts';
import { runSeries, type SeriesShown } from '../../../src/commands/audit/run-series.ts';
import { contextOf, type Event, type RunContext } from '../../../src/commands/index.ts';
import { auditOptions, openReader, uses, type RawOptions, type SeriesSettings } from '../../../src/options/index.ts';
import { readSeries } from '../../../src/options/read-audits.ts';
import { startReplay } from '../../../src/service/index.ts';
import { monday, openYear, type WeekAudit, type Year } from '../../audit/series/year.ts';

export function settingsOf(raw: RawOptions): SeriesSettings {
  return readSeries(openReader(uses(auditOptions), { raw, naming: (name) => `--${name}` }));
}

/** Reports about a folder of audits, for real. */
export function seriesOf(folder: string, raw: RawOptions = {}, events: Event[] = []): Promise<SeriesShown> {
  return seriesWith({ openReplay: startReplay, loadPackageCheck: () => Promise.resolve(checkPackageAudit) }, folder, raw, events);
}

/** The same, with a service at hand or without one, as in the action. */
export function seriesWith(
  given: Pick<RunContext, 'openReplay' | 'loadPackageCheck'>,
  folder: string,
  raw: RawOptions = {},
  events: Event[] = [],
): Promise<SeriesShown> {
  const temporary = mkdtempSync(join(tmpdir(), 'series-'));
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
  const context = contextOf({ RUNNER_TEMP: temporary }, folder, new AbortController().signal, (event) => void events.push(event));
  return runSeries(settingsOf({ series: folder, ...raw }), { ...context, ...given }, seriesParts);
}

/** A year of its own for one test. */
export function someWeeks(): Year {
  const year = openYear();
  onTestFinished(() => year.remove());
  return year;
}

/** `severity rule: message` of each finding about the series. */
export function found({ series }: SeriesShown): readonly string[] {
  return series.findings.map(({ message, rule, severity }) => `${severity} ${rule}: ${message}`);
}

export const hole: Line = { kind: 'hole', what: 'updates of main', why: 'GitHub did not answer', fix: 'Run it again' };

/** The audit of a week, of the year 2026. */
export const week = (number: number, more: Partial<WeekAudit> = {}): WeekAudit => ({
  name: `w${number}`,
  since: monday(number),
  until: monday(number + 1),
  ...more,
});

export const given = (previous: string | undefined): Partial<WeekAudit> => (previous === undefined ? {} : { previous });

/** Packs audits one after the other, each after the one before it, and gives their paths. */
export async function packed(
  audits: readonly WeekAudit[],
  year = someWeeks(),
): Promise<{ readonly folder: string; readonly paths: readonly string[] }> {
  const paths: string[] = [];
  for (const audit of audits) paths.push(await year.pack({ ...given(paths.at(-1)), ...audit }));
  return { folder: year.folder, paths };
}
