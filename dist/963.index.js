export const id = 963;
export const ids = [963];
export const modules = {

/***/ 7963:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   addressed: () => (/* binding */ addressed)
/* harmony export */ });
/** A result whose advice names this action as the step does that shows it. Of an action in the workspace the runner tells no name. */
function addressed(result, env) {
    if (result.kind === 'stopped')
        return result.fix === undefined ? result : { ...result, fix: named(result.fix, env) };
    if (result.kind !== 'judged' && result.kind !== 'explained')
        return result;
    const reasons = result.verdict.reasons.map((reason) => ({ ...reason, fix: named(reason.fix, env) }));
    return { ...result, verdict: { ...result.verdict, reasons } };
}
function named(fix, { GITHUB_ACTION_REF: ref = '', GITHUB_ACTION_REPOSITORY: repository = '' }) {
    if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || !/^[\w./-]+$/.test(ref))
        return fix;
    return fix.replaceAll(/<owner>\/compliance-evidence((?:\/[\w.-]+)*)@v1/g, (_, below) => `${repository}${below}@${ref}`);
}


/***/ })

};
