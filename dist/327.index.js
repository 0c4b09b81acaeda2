export const id = 327;
export const ids = [327];
export const modules = {

/***/ 4708:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   absentService: () => (/* binding */ absentService)
/* harmony export */ });
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1607);

/** What they come from where a server is used. */
const sources = { 'base-url': 'a variable', 'api-token': 'a secret' };
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
        return new _errors_index_js__WEBPACK_IMPORTED_MODULE_0__/* .UsageError */ .e(code, `${what}: the step of the service failed`, {
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
    return new _errors_index_js__WEBPACK_IMPORTED_MODULE_0__/* .UsageError */ .e(code, `${what}: the step of the service failed or was skipped, or ${unset.message}`, {
        fix: `With a service in this job: look at the log of its step. It comes before this one, with \`id: service\` and \`if: \${{ !cancelled() }}\`\n${unset.fix}`,
    });
}


/***/ })

};
