import { UsageError } from '../../errors/index.ts';
import type { IssueFinding } from '../../github/index.ts';
import { listAt, stringAt, valueAt } from '../../text/index.ts';

/** A finding and its state. */
export interface ReportedFinding extends IssueFinding {
  readonly state: 'open' | 'accepted' | 'fixed';
}

export interface ReportOfFindings {
  readonly complete: boolean;
  /** The worst first, as the report has them. */
  readonly findings: readonly ReportedFinding[];
}

/** The findings of an audit's JSON report. The file is not trusted until it was checked. */
export function findingsIn(text: string): ReportOfFindings {
  const report = parsed(text);
  const [complete, findings] = [valueAt(report, 'complete'), listAt(report, 'findings')];
  if (typeof complete !== 'boolean') throw wrong('has no `complete`');
  if (findings === undefined) throw wrong('has no `findings`');
  return { complete, findings: findings.map(findingOf) };
}

function findingOf(finding: unknown, index: number): ReportedFinding {
  const at = (...path: readonly string[]): string => {
    const found = stringAt(finding, ...path);
    if (found === undefined || found === '') throw wrong(`has no text at findings[${index}].${path.join('.')}`);
    return found;
  };
  return {
    key: at('key'),
    rule: at('rule'),
    severity: at('severity'),
    subject: { kind: at('subject', 'kind'), id: at('subject', 'id'), url: stringAt(finding, 'subject', 'url') ?? null },
    message: at('message'),
    fix: at('fix'),
    firstSeen: at('firstSeen'),
    carried: valueAt(finding, 'carried') === true,
    state: stateOf(at('status'), valueAt(finding, 'accepted'), index),
  };
}

function stateOf(status: string, accepted: unknown, index: number): ReportedFinding['state'] {
  if (status === 'fixed') return 'fixed';
  if (status !== 'new' && status !== 'open') throw wrong(`has a status that is not known at findings[${index}]`);
  return typeof accepted === 'object' && accepted !== null ? 'accepted' : 'open';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw wrong('is no JSON');
  }
}

function wrong(what: string): UsageError {
  return new UsageError('invalid-input', `The file of json-file ${what}: it is no report of an audit`, {
    fix: 'Name the file that `audit` wrote with `json-file`',
  });
}
