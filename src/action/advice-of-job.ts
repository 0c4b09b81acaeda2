import type { ActionResult, Explained, Judged, Report } from '../commands/index.ts';

/**
 * Advice of the gate and the client, in words for a service of this job alone. No other job reaches it, it is gone when the job ends,
 * nobody looks at its pages or runs it, and its address and token are outputs of a step.
 */
const changes: readonly (readonly [what: RegExp, instead: string])[] = [
  // Other jobs.
  [/Let each job record its own evidence, with command: attest, and one last job decide\.[^]*?\n\n(?=Where no|Nothing here)/, ''],
  [/Let the jobs? that records? (?:it|them) run before this one \(needs: …\), or set wait-timeout\. /, ''],
  [
    /Where no job records (it|them) yet, add to the one that has the results:/,
    'Let a step of this job record $1 before this one, because no other job reaches this service:',
  ],
  [
    /the jobs that (record evidence|attest) run before(?: this one)? \(needs: …\), or set wait-timeout/,
    'the steps of this job that $1 run before this one',
  ],
  [
    /Let the job that records (.*) too, before this one \(needs: …\), or set wait-timeout/,
    'Let a step of this job, before this one, record $1 too',
  ],
  [
    /Report it in the job that builds it, and let that job run before this one \(needs: …\):/,
    'Report it in a step of this job, before this one:',
  ],
  [/Run its job again/, 'Run the job again'],
  [/, or run its job again/, ', or run the job again'],
  // A service of one job has no older record.
  [/: the latest record of (?:a|the) name decides/, ''],
  // Templates and approvals.
  [
    /, in a template \(compliance-evidence flow apply FILE\) or in the step:/,
    ': name it in the step, or give the step that serves `flow-files`:',
  ],
  [
    /, and base-url, the .*compliance-evidence flow apply FILE/,
    '. A flow of this service begins with its first attestation, or in `flow-files` of the step that serves',
  ],
  [/make it once, with the token of a member: .*/, 'give the step that serves its file in `flow-files`'],
  [/look at the template of the flow/, 'look at `flow-files` of the step that serves'],
  [
    /report it: compliance-evidence approval report .*/,
    'report it in a step of this job, before this one, with `command: approval-report`',
  ],
  // Pages, and the people who run the service.
  [/Look at its evidence in the service, fix what failed/, 'Fix what failed'],
  [
    /Look at its trail in the service, and record what is missing before the gate/,
    'Let steps of this job record what is missing before this one',
  ],
  [/Look at the (?:trail|artifact in the service); a newer version/, 'A newer version'],
  [/Look at the record in the service: it should carry junit_results\. /, ''],
  [
    /Look at the .* in the service; if the service is at fault, tell those who run it/,
    'Run the job again; if it happens again, look at the log of the step that serves',
  ],
  [/look at the (?:trail in the )?service(?:: .*)?$/m, 'look at the log of the step that serves'],
  [
    /Check that the service is up, and that the network lets you through/,
    'Look at the log of the step that serves: whether the service is up still',
  ],
  [/Check api-token: .*/, 'Look at api-token: take it from the step that serves:\n\n  api-token: ${{ steps.service.outputs.token }}'],
  // A service that is not the one of this job, or that is gone.
  [
    /Check base-url \(https, the name and the port\), .*a proxy is needed/,
    'The service of this job has ended, such as after its `time-limit`, or it is another one. Look at the log of the step that serves, and write:\n\n  base-url: ${{ steps.service.outputs.url }}',
  ],
  // Steps to paste.
  [/\$\{\{ vars\.EVIDENCE_BASE_URL \}\}/g, '${{ steps.service.outputs.url }}'],
  [/\$\{\{ secrets\.EVIDENCE_API_TOKEN \}\}/g, '${{ steps.service.outputs.token }}'],
];

export function adviceOfJob(fix: string, message = ''): string {
  // The token of a job's service lacks nothing else. A service that is kept may be on loopback too, and its tokens may be narrowed.
  if (message.includes('the token is not for the organization'))
    return 'The service of this job has another organization: write the `org` of the step that serves';
  return changes.reduce((text, [what, instead]) => text.replace(what, instead), fix);
}

/** A refusal in fewer words: there is only one organization, and its administrator lacks no right. */
function messageOfJob(message: string): string {
  return message.replace(
    /[A-Z]+ \S+ answered 403: Access denied to \S+ the token is not for the organization ('[^']*')\. .*/,
    'the service of this job has no organization $1',
  );
}

export function advisedInJob(result: ActionResult): ActionResult {
  if (result.kind === 'judged' || result.kind === 'explained') {
    const empty = adviceOnEmpty(result);
    const reasons = result.verdict.reasons.map((reason) => ({
      ...reason,
      message: messageOfJob(reason.message),
      fix:
        (reason.code === 'unknown-flow' || reason.code === 'trail-missing' ? empty : undefined) ?? adviceOfJob(reason.fix, reason.message),
    }));
    return { ...result, verdict: { ...result.verdict, reasons } };
  }
  if (result.kind !== 'stopped') return result;
  return {
    ...result,
    message: messageOfJob(result.message),
    ...(result.fix === undefined ? {} : { fix: adviceOfJob(result.fix, result.message) }),
  };
}

/** Why a service that starts empty still has no trail, where the step itself says it. */
function adviceOnEmpty(result: Judged | Explained): string | undefined {
  if (result.kind === 'judged') {
    if (result.dryRun)
      return 'A dry run records nothing, and a service of this job begins empty: leave dry-run out where a verdict is wanted';
    if (result.evidence !== undefined) return undefined;
  }
  return `Nothing was recorded there in this job, and command: ${result.command} records nothing: command: attest-and-gate does. If a step before this one recorded it, look at the spelling of flow, trail and org`;
}

/** Says once, with the first line of a wait, what cannot end it. */
export function waitsOfJob(report: Report): Report {
  let isSaid = false;
  return (event) => {
    const isWait = !isSaid && event.kind === 'info' && /^Waiting up to .* for /.test(event.message);
    isSaid ||= isWait;
    report(isWait ? { ...event, message: `${event.message}: no other job reaches this service, only steps of this job do` } : event);
  };
}
