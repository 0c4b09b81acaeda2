import { setOutput } from '@actions/core';
import type { Ending } from '../errors/index.ts';
import type { RunResult } from '../commands/index.ts';
import { outputTable, type OutputName } from './output-table.ts';

export type Outputs = Readonly<Record<OutputName, string>>;

/** Bound on the output `reasons`, in characters: all outputs of a job together may hold 1 MB. */
const longestReasons = 200_000;

/** The outputs of a run that came to a result. */
export function outputsOf(result: RunResult): Outputs {
  const { evidence, question, verdict } = result;
  const totals = evidence?.junit.totals;
  const number = (value: number | undefined): string => (value === undefined ? '' : String(value));
  return {
    verdict: verdict.name,
    compliant: String(verdict.name === 'compliant'),
    reasons: reasonsOf(verdict.reasons),
    'trail-url': result.trailUrl ?? '',
    trail: question.trail,
    commit: question.commit ?? '',
    'attestation-name': evidence?.name ?? '',
    'attestation-id': evidence?.sending.kind === 'accepted' ? (evidence.sending.id ?? '') : '',
    'tests-total': number(totals?.total),
    'tests-passed': number(totals?.passed),
    'tests-failed': number(totals?.failures),
    'tests-errors': number(totals?.errors),
    'tests-skipped': number(totals?.skipped),
    'tests-time': number(totals?.duration),
  };
}

/** The outputs of a run that came to none: every one is written all the same, so that nothing older can stand for it. */
export function outputsOfEnding(
  ending: Ending,
  reason: { readonly code: string; readonly message: string; readonly fix: string },
  recorded: { readonly name: string; readonly id?: string | undefined } | undefined,
): Outputs {
  const empty: Record<OutputName, string> = {
    verdict: ending,
    compliant: 'false',
    reasons: JSON.stringify([{ ...reason, verdict: ending }]),
    'trail-url': '',
    trail: '',
    commit: '',
    'attestation-name': recorded?.name ?? '',
    'attestation-id': recorded?.id ?? '',
    'tests-total': '',
    'tests-passed': '',
    'tests-failed': '',
    'tests-errors': '',
    'tests-skipped': '',
    'tests-time': '',
  };
  return empty;
}

/** Writes every output, by the runner's file. */
export function writeOutputs(outputs: Outputs): void {
  for (const name of Object.keys(outputTable)) setOutput(name, Reflect.get(outputs, name));
}

function reasonsOf(reasons: RunResult['verdict']['reasons']): string {
  const parts: string[] = [];
  let length = 2;
  for (const reason of reasons) {
    const part = JSON.stringify(reason);
    if (length + part.length + 1 > longestReasons) break;
    parts.push(part);
    length += part.length + 1;
  }
  return `[${parts.join(',')}]`;
}
