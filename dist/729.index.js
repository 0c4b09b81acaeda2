export const id = 729;
export const ids = [729];
export const modules = {

/***/ 5729:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   decisive: () => (/* binding */ decisive),
/* harmony export */   unreadInputs: () => (/* binding */ unreadInputs)
/* harmony export */ });
/* harmony import */ var _commands_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9874);
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4087);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1613);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2868);




/** Inputs that say what a gate asks: a command that decides without them says another yes than its user asked for. */
const asked = new Set([
    'subject',
    'fingerprint',
    'artifact-path',
    'require-approval',
    'environment',
    'required-attestations',
    'template',
    'template-file',
    'jobs',
    'allowed-skips',
    'min-tests',
    'fail-on',
    'fail-on-severity',
    'enforce-from',
]);
/** Inputs that say what is recorded: the same holds for a command that records and decides. */
const recorded = new Set(['newer-than', 'test-outcome', 'attestation-type', 'compliant', 'data', 'original-type']);
const decisive = new Set([...asked, ...recorded]);
function unreadInputs(command, names, env) {
    const nothing = `does nothing with command: ${(0,_commands_index_js__WEBPACK_IMPORTED_MODULE_2__/* .actionNameOf */ .V)(command)}`;
    const decides = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_3__/* .uses */ .r9)(command, 'fail-on');
    const isRefused = (name) => decides && (asked.has(name) || (recorded.has(name) && (0,_inputs_js__WEBPACK_IMPORTED_MODULE_3__/* .uses */ .r9)(command, 'attestation-name') && (0,_inputs_js__WEBPACK_IMPORTED_MODULE_3__/* .uses */ .r9)(command, 'junit-paths')));
    const errors = new Map(names.map((name) => [name, refused(name, env[(0,_inputs_js__WEBPACK_IMPORTED_MODULE_3__/* .variableOf */ .Qn)(name)]?.trim() ?? '', nothing)]));
    const chosen = (wanted) => [...errors].filter(([name]) => wanted(name));
    return {
        complaints: chosen(isRefused).map(([, error]) => error),
        warnings: chosen((name) => decisive.has(name) && !isRefused(name)).map(([, { fix, message }]) => `${message}, and was not used\n${fix ?? ''}`),
        notices: chosen((name) => !decisive.has(name)).map(([name]) => `Input ${name} ${nothing}, and was not used`),
    };
}
function refused(name, value, nothing) {
    const readers = _commands_index_js__WEBPACK_IMPORTED_MODULE_2__/* .actionCommands */ .P.filter((command) => (0,_inputs_js__WEBPACK_IMPORTED_MODULE_3__/* .uses */ .r9)(command, name)).map(_commands_index_js__WEBPACK_IMPORTED_MODULE_2__/* .actionNameOf */ .V);
    return new _errors_index_js__WEBPACK_IMPORTED_MODULE_0__/* .UsageError */ .eb('invalid-input', `Input ${name} (${JSON.stringify((0,_text_index_js__WEBPACK_IMPORTED_MODULE_1__/* .cut */ .Jj)(value, 100))}) ${nothing}`, {
        fix: `Use a step with command: ${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_1__/* .list */ .p_)(readers).replace(' and ', ' or ')} for it, or leave it out`,
    });
}


/***/ })

};
