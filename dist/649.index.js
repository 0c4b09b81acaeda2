export const id = 649;
export const ids = [649];
export const modules = {

/***/ 649:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   emptyInputs: () => (/* binding */ emptyInputs)
/* harmony export */ });
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4087);

/** What a step may write for an input that a command needs. */
const examples = {
    org: 'acme',
    flow: 'checkout-service',
    'attestation-name': 'unit-tests',
    'junit-paths': 'build/test-results/**/*.xml',
    'attestation-names': 'unit-tests',
    'approved-by': 'octocat',
    operation: 'get-trail',
    collected: '${{ runner.temp }}/collected',
    'json-file': 'audit/audit.json',
};
/** What is wrong with inputs that are left out or empty, as a step would correct it. */
function emptyInputs(command, raw) {
    const errors = new Map();
    for (const { required, use } of command.options) {
        const example = examples[use.name];
        if (required !== true || example === undefined || (raw[use.name] ?? '').trim() !== '')
            continue;
        errors.set(use.name, missing(use.name, example));
    }
    if (raw['test-outcome']?.trim() === '')
        errors.set('test-outcome', noSuchStep());
    return errors;
}
function missing(name, example) {
    return new _errors_index_js__WEBPACK_IMPORTED_MODULE_0__/* .UsageError */ .eb('empty-input', `Input ${name} is missing or empty`, {
        fix: `Write for example ${name}: ${example} under with:. A secret or variable that is not set gives an empty text too: look at where the value comes from`,
    });
}
/** An expression of a step that is not there is an empty text. */
function noSuchStep() {
    return new _errors_index_js__WEBPACK_IMPORTED_MODULE_0__/* .UsageError */ .eb('empty-input', 'Input test-outcome is empty: no step of this job before this one has that id', {
        fix: 'Give the test step id: tests, and write test-outcome: ${{ steps.tests.outcome }}',
    });
}


/***/ })

};
