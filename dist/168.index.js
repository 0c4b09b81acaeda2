export const id = 168;
export const ids = [168];
export const modules = {

/***/ 4168:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   statusCommit: () => (/* binding */ statusCommit)
/* harmony export */ });
/* harmony import */ var _contract_patterns_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6011);
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1607);
/* harmony import */ var _git_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(740);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1762);




/**
 * The commit that a status is set on: the one that is judged, else that of the event.
 *
 * @throws {UsageError} where none is known, and where it is the test merge of a pull request: a status of that one would outrank
 * every status of the head.
 */
function statusCommit(event, asked) {
    const subject = (0,_git_index_js__WEBPACK_IMPORTED_MODULE_0__/* .subjectOf */ .e)(event);
    const sha = asked ?? subject.sha;
    if (sha === undefined || !(0,_contract_patterns_js__WEBPACK_IMPORTED_MODULE_1__/* .matches */ .cK)('commitSha', sha)) {
        const { fix, message } = subject.unknown ?? unknownCommit;
        throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_2__/* .UsageError */ .e('missing-input', `The status cannot be set: ${message}`, { fix });
    }
    if (isTestMerge(event, sha, subject.sha)) {
        throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_2__/* .UsageError */ .e('invalid-input', `Commit ${sha} is the test merge that GitHub made for this pull request: a status of it would hide those of the head`, {
            fix: 'Leave commit out: the status is then that of the head of the pull request. Or give the head:\n\n  commit: ${{ github.event.pull_request.head.sha }}',
        });
    }
    return sha;
}
const unknownCommit = { message: 'the commit of this event is not known', fix: 'Give `commit`, 40 hexadecimal digits' };
function isTestMerge({ eventName, payload, sha: runSha }, sha, head) {
    if (sha === head)
        return false;
    const pull = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_3__/* .valueAt */ .fK)(payload, 'pull_request');
    // The tip of the default branch is what a pull_request_target has.
    const isOfRun = sha === runSha && eventName.startsWith('pull_request') && eventName !== 'pull_request_target';
    const isMerge = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_3__/* .valueAt */ .fK)(pull, 'merge_commit_sha') === sha;
    // After the merge it is the one on the branch.
    return isMerge ? (0,_text_index_js__WEBPACK_IMPORTED_MODULE_3__/* .valueAt */ .fK)(pull, 'merged') !== true : isOfRun;
}


/***/ })

};
