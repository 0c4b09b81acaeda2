import type { Line } from './facts/line.ts';
import type { Previous } from './facts/previous.ts';
import type { Audit, Report } from './judged/audit.ts';
import type { Rule } from './rules/rule.ts';

// Stands in for the parts until they are there.

export function collectAudit(
  _asked: unknown,
  _sources: { readonly service: (asked: object) => Promise<unknown>; readonly [name: string]: unknown },
): AsyncIterable<Line> {
  throw new Error('Nothing collects yet');
}

export function readServiceFacts(_service: unknown, _asked: unknown): Promise<unknown> {
  throw new Error('Nothing asks the service yet');
}

export function readAuditFile(_text: string): unknown {
  throw new Error('Nothing reads the file yet');
}

export function writeLines(_lines: AsyncIterable<Line>, _file: string): Promise<void> {
  throw new Error('Nothing writes lines yet');
}

export function readLines(_file: string): AsyncIterable<Line> {
  throw new Error('Nothing reads lines yet');
}

export function judgeAudit(
  _file: () => AsyncIterable<Line>,
  _options: { readonly previous: Previous | null; readonly people: 'login' | 'pseudonym' },
): Promise<Audit> {
  throw new Error('Nothing judges yet');
}

export function readPrevious(_text: string, _digest: string): Previous {
  throw new Error('Nothing reads reports yet');
}

const report: Report = () => {
  throw new Error('There is no report yet');
};

export const reports = {
  html: report,
  csv: report,
  json: report,
  sarif: report,
  junit: report,
  markdown: report,
  'badge-json': report,
  'badge-svg': report,
  summary: report,
} as const;

export const rules: readonly Rule[] = [];
