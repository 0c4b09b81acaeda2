import { urlOf, type Reason } from '../../gate/index.ts';
import type { Refusal } from './artifacts.ts';
import type { TestedRun } from './tested-run.ts';

export function nothingCollected({ conclusion, url }: TestedRun): Reason {
  return {
    code: 'evidence-unusable',
    verdict: 'unusable',
    message: `No evidence was collected: the run ended in ${JSON.stringify(conclusion)}, and left no artifact of fork-collect`,
    fix: 'Look at the run: its tests, or the job of fork-collect, may have failed; the names of its artifacts must match those that are downloaded',
    ...urlOf(url),
  };
}

export function refusalReason({ artifact, fix, why }: Refusal): Reason {
  return {
    code: 'claim-refused',
    verdict: 'unusable',
    message: `What the artifact ${JSON.stringify(artifact)} claims is refused: ${why}`,
    fix,
  };
}

/** A run that did not end well may have lost evidence that says no. If some evidence says no, that explains how the run ended. */
export function endReasons({ conclusion, url }: TestedRun, said: readonly Reason[]): readonly Reason[] {
  if (conclusion === 'success' || said.some(({ verdict }) => verdict === 'non-compliant' || verdict === 'unusable')) return [];
  return [
    {
      code: 'job-ended',
      verdict: 'incomplete',
      message: `The run ended in ${JSON.stringify(conclusion)}: evidence that says no may be missing`,
      fix: 'Look at the jobs of the run, fix those that did not end well, and re-run them',
      ...urlOf(url),
    },
  ];
}

export function noticesOf({ pullRequests, sha }: TestedRun): readonly string[] {
  const commit = sha.slice(0, 12);
  if (pullRequests.length === 0) return [`No open pull request has ${commit} as its head now: what is recorded names none`];
  if (pullRequests.length === 1) return [];
  const numbers = pullRequests.map((number) => `#${number}`).join(' and ');
  return [
    `The pull requests ${numbers} have one head, ${commit}: which of them the run was for is not known, and what is recorded names both`,
  ];
}
