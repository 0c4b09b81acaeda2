export const id = 230;
export const ids = [230];
export const modules = {

/***/ 2230:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   artifactsOfRuns: () => (/* binding */ artifactsOfRuns)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4087);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1613);
/* harmony import */ var _api_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7671);




/**
 * Runs that begin by the clock, by hand, or by a push to the branch: nobody starts one on the default branch who may not
 * write to it. A run for a pull request has its branch's name too, and a fork may call its branch `main`.
 */
const trusted = new Set(['schedule', 'workflow_dispatch', 'push']);
/** Runs that are looked at. */
const mostRuns = 100;
/**
 * The artifacts of one name that earlier runs of one workflow file left on the default branch, the newest first: nothing that another
 * workflow, another branch or a fork has uploaded. Errors as those of `askGitHub`.
 */
async function* artifactsOfRuns(access, { largest, name, runId, workflow }) {
    const repository = await ask(access, 'GET /repos/{owner}/{repo}', {}, 'tell its default branch', 'contents: read');
    const branch = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .stringAt */ .bX)(repository, 'default_branch') ?? '';
    const runs = await ask(access, 'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs', { workflow_id: workflow.split('/').at(-1) ?? workflow, branch, status: 'completed', per_page: mostRuns }, `list the runs of ${workflow}`);
    // The filters are applied here again: GitHub passes over one that it does not understand.
    const own = itemsOf(runs, 'workflow_runs').filter((run) => (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .stringAt */ .bX)(run, 'path')?.split('@')[0] === workflow &&
        (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .stringAt */ .bX)(run, 'head_branch') === branch &&
        trusted.has((0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .stringAt */ .bX)(run, 'event') ?? '') &&
        (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .countAt */ .$v)(run, 'head_repository', 'id') === (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .countAt */ .$v)(repository, 'id') &&
        String((0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .countAt */ .$v)(run, 'id')) !== runId);
    for (const run of own.toSorted((one, other) => ((0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .countAt */ .$v)(other, 'id') ?? 0) - ((0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .countAt */ .$v)(one, 'id') ?? 0))) {
        const id = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .countAt */ .$v)(run, 'id');
        const artifact = id === undefined ? undefined : await artifactOf(access, id, name);
        if (artifact === undefined || !(((0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .countAt */ .$v)(artifact, 'size_in_bytes') ?? Infinity) <= largest))
            continue;
        yield { url: (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .stringAt */ .bX)(run, 'html_url') ?? '', zip: await download(access, artifact) };
    }
}
/** The newest of that name: a run that was repeated may have several. */
async function artifactOf(access, run, name) {
    const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts';
    const answer = await ask(access, route, { run_id: run, name, per_page: 100 }, `list the artifacts of run ${run}`);
    return itemsOf(answer, 'artifacts')
        .filter((artifact) => (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .stringAt */ .bX)(artifact, 'name') === name && (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .valueAt */ .fK)(artifact, 'expired') === false && (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .countAt */ .$v)(artifact, 'workflow_run', 'id') === run)
        .toSorted((one, other) => ((0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .countAt */ .$v)(other, 'id') ?? 0) - ((0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .countAt */ .$v)(one, 'id') ?? 0))[0];
}
async function download(access, artifact) {
    const id = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .countAt */ .$v)(artifact, 'id') ?? 0;
    const route = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}';
    const answer = await ask(access, route, { artifact_id: id, archive_format: 'zip' }, `download artifact ${id}`);
    const zip = answer instanceof ArrayBuffer ? Buffer.from(answer) : undefined;
    const digest = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .stringAt */ .bX)(artifact, 'digest');
    const found = `sha256:${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256')
        .update(zip ?? '')
        .digest('hex')}`;
    if (zip !== undefined && (digest === undefined || digest === found))
        return zip;
    throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_1__/* .ContractError */ .Vl('wrong-shape', `Artifact ${id} is not what GitHub says of it: ${digest ?? 'a file'} was told, ${zip === undefined ? 'none' : found} came`, {
        fix: 'Run the job again; if it stays so, name the report of another run in `previous`',
    });
}
/** A list that is not there must not look like an empty one: this audit would be taken for the first. */
function itemsOf(answer, name) {
    const items = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .listAt */ .gT)(answer, name);
    if (items !== undefined)
        return items;
    throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_1__/* .ContractError */ .Vl('wrong-shape', `GitHub's answer has no ${name}`, { path: `$.${name}`, fix: 'Run the job again' });
}
function ask(access, route, parameters, purpose, permission = 'actions: read') {
    return (0,_api_js__WEBPACK_IMPORTED_MODULE_3__/* .askGitHub */ .X3)(access, { route, parameters, purpose, permission, repeatable: true });
}


/***/ })

};
