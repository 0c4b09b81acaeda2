export const id = 630;
export const ids = [630];
export const modules = {

/***/ 630:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   adviceOfJob: () => (/* binding */ adviceOfJob),
/* harmony export */   advisedInJob: () => (/* binding */ advisedInJob)
/* harmony export */ });
/**
 * What the advice of the gate and of the client says where the service is one of this job alone: no other job reaches it, it
 * is gone when the job ends, nobody looks at its pages or runs it, and its address and token are outputs of a step.
 */
const changes = [
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
    [/Run its job again:/, 'Run the job again:'],
    // Templates and approvals.
    [
        /, in a template \(compliance-evidence flow apply FILE\) or in the step:/,
        ': name it in the step, or give the step that serves `flow-files`:',
    ],
    [
        /, and at base-url, which .*compliance-evidence flow apply FILE/,
        '. A flow of this service begins with its first attestation, or in `flow-files` of the step that serves',
    ],
    [/look at the template of the flow/, 'look at `flow-files` of the step that serves'],
    [
        /report it: compliance-evidence approval report .*/,
        'report it in a step of this job, before this one, with `command: approval-report`',
    ],
    // Pages, and those who run the service.
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
        /Look whether the service is up and the network lets the runner through/,
        'Look at the log of the step that serves: whether the service is up still',
    ],
    [/Look at api-token: .*/, 'Take it from the step that serves:\n\n  api-token: ${{ steps.service.outputs.token }}'],
    // Steps to be pasted.
    [/\$\{\{ vars\.EVIDENCE_BASE_URL \}\}/g, '${{ steps.service.outputs.url }}'],
    [/\$\{\{ secrets\.EVIDENCE_API_TOKEN \}\}/g, '${{ steps.service.outputs.token }}'],
];
/** A fix for those whose service is one of their job. */
function adviceOfJob(fix) {
    return changes.reduce((text, [what, instead]) => text.replace(what, instead), fix);
}
/** A result with advice that fits a service which is one of this job alone. */
function advisedInJob(result) {
    if (result.kind === 'judged' || result.kind === 'explained') {
        const reasons = result.verdict.reasons.map((reason) => ({ ...reason, fix: adviceOfJob(reason.fix) }));
        return { ...result, verdict: { ...result.verdict, reasons } };
    }
    return result.kind !== 'stopped' || result.fix === undefined ? result : { ...result, fix: adviceOfJob(result.fix) };
}


/***/ })

};
