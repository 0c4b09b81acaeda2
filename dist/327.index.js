export const id = 327;
export const ids = [327];
export const modules = {

/***/ 4708:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   absentService: () => (/* binding */ absentService)
/* harmony export */ });
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4087);

/** What they come from where a server is used. */
const sources = { 'base-url': 'a variable', 'api-token': 'a secret' };
/** The outputs of the step that serves which they come from where it does. */
const outputs = { 'base-url': 'url', 'api-token': 'token' };
/** What the step of the service leaves in the environment when it fails. Any step before can set it, so it changes words alone. */
const mark = 'COMPLIANCE_EVIDENCE_SERVE_FAILED';
/** Why these inputs are empty: one error for all of them, as they have one cause. `noSecrets` says that this run gets no secrets. */
function absentService(names, env, noSecrets) {
    const error = errorOf(names, env[mark] === 'true', noSecrets);
    return new Map(names.map((name) => [name, error]));
}
function errorOf(names, hasFailed, noSecrets) {
    const what = `Input ${names[0]} is missing or empty${names.length > 1 ? `, and so is ${names[1]}` : ''}`;
    const code = noSecrets?.code ?? 'empty-input';
    if (hasFailed)
        return new _errors_index_js__WEBPACK_IMPORTED_MODULE_0__/* .UsageError */ .eb(code, `${what}: the step of the service failed`, {
            fix: 'Look at the log of that step: it says why, and how to fix it',
        });
    // A service that has an address has started.
    if (noSecrets !== undefined && !names.includes('base-url'))
        return noSecrets;
    const source = names.map((name) => sources[name]).join(' or ');
    const unset = noSecrets ?? {
        message: `${source} is not set`,
        fix: `With a server: set ${source} under Settings, Secrets and variables, Actions. Pull requests of forks and of Dependabot get no secrets: docs/forks.md`,
    };
    const written = names.map((name) => `${name}: \${{ steps.service.outputs.${outputs[name]} }}`).join(' and ');
    // A step that gave one of them has not failed.
    return names.length === 1
        ? new _errors_index_js__WEBPACK_IMPORTED_MODULE_0__/* .UsageError */ .eb(code, `${what}: its expression names a step or an output that there is not, or ${unset.message}`, {
            fix: `With a service in this job: write ${written}, where service is the id of its step\n${unset.fix}`,
        })
        : new _errors_index_js__WEBPACK_IMPORTED_MODULE_0__/* .UsageError */ .eb(code, `${what}: no step before this one serves, its id is another than in the expression, it failed or was skipped, or ${unset.message}`, {
            fix: `With a service in this job: let its step come before this one, with \`id: service\` and \`if: \${{ !cancelled() }}\`, and write ${written}. Where it is so, look at the log of that step\n${unset.fix}`,
        });
}


/***/ })

};
