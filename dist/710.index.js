export const id = 710;
export const ids = [710];
export const modules = {

/***/ 1710:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   fetchCommit: () => (/* binding */ fetchCommit)
/* harmony export */ });
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8433);
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4927);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1814);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3244);


/**
 * GitHub's answer to `GET /repos/{owner}/{repo}/commits/{ref}`, as it came: its shape is for the reader to check.
 * GitHub's client is loaded when this is called and not before: it would cost every run's start.
 *
 * @throws {ResponseError} when GitHub says no; on 403 and 404 with the permission to add.
 * @throws {TransportError} when nobody answers in time, or `signal` is aborted.
 */
async function fetchCommit(options) {
    const { fetch, token, repository, sha, signal, timeLimit = 10_000 } = options;
    const apiUrl = options.apiUrl.replace(/\/+$/, '');
    const request = `GET ${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .plainUrl */ .k)(apiUrl)}/repos/${repository}/commits/${sha}`;
    const limit = AbortSignal.timeout(timeLimit);
    try {
        const { getOctokit } = await __webpack_require__.e(/* import() */ 413).then(__webpack_require__.bind(__webpack_require__, 2413));
        const octokit = getOctokit(token, { baseUrl: apiUrl, log: silent, ...(fetch === undefined ? {} : { request: { fetch } }) });
        const [owner = '', repo = ''] = repository.split('/');
        const answer = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', {
            owner,
            repo,
            ref: sha,
            // Without it the answer carries the first 300 changed files with their patches.
            per_page: 1,
            request: { signal: signal === undefined ? limit : AbortSignal.any([limit, signal]) },
        });
        return answer.data;
    }
    catch (cause) {
        if (signal?.aborted === true)
            throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_1__/* .TransportError */ .w('interrupted', `The request to GitHub was stopped: ${request}`, { request, cause });
        if (limit.aborted) {
            throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_1__/* .TransportError */ .w('timeout', `GitHub did not answer within ${timeLimit / 1000} s: ${request}`, {
                request,
                cause,
                fix: 'Run the job again; githubstatus.com shows outages.',
            });
        }
        throw refusal(cause, request) ?? unreachable(cause, request);
    }
}
/** The client writes warnings of its own to the console otherwise, past the one printer. */
const silent = { debug: quiet, info: quiet, warn: quiet, error: quiet };
function quiet() { }
/** The client's error carries a `response` only where there was one: a broken connection is a status of 500 to it. Its class is not exported. */
function refusal(cause, request) {
    if (!(cause instanceof Error) || !('response' in cause) || cause.response === undefined)
        return undefined;
    if (!('status' in cause) || typeof cause.status !== 'number')
        return undefined;
    const { status } = cause;
    const limited = status === 429 || (status === 403 && /rate limit/i.test(cause.message));
    const serverMessage = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .cut */ .Jj)((0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .neutralize */ .YI)(cause.message), 300);
    const [code, fix] = limited ? rateLimited : (refusals[status] ?? otherwise);
    return new _errors_index_js__WEBPACK_IMPORTED_MODULE_3__/* .ResponseError */ .o(code, `GitHub refused to tell about the commit (${status}): ${request}`, {
        status,
        request,
        serverMessage,
        cause,
        fix,
    });
}
const permission = 'Give the job the permission to read the repository, and pass `github-token: ${{ github.token }}`:\npermissions:\n  contents: read';
const rateLimited = ['rate-limited', 'Run the job again later: the token has used up its requests of this hour.'];
const otherwise = ['unexpected-status', 'Run the job again; githubstatus.com shows outages.'];
const refusals = {
    401: ['unauthorized', 'The token is not valid here, or no longer: pass `github-token: ${{ github.token }}`.'],
    403: ['forbidden', permission],
    // GitHub answers 404 rather than 403 for what a token may not see.
    404: ['not-found', permission],
    422: ['not-found', 'The repository has no such commit: a commit of a fork is known only through its pull request.'],
};
function unreachable(cause, request) {
    const detail = cause instanceof Error ? `: ${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .cut */ .Jj)((0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .neutralize */ .YI)(cause.message), 200)}` : '';
    return new _errors_index_js__WEBPACK_IMPORTED_MODULE_1__/* .TransportError */ .w('unreachable', `GitHub could not be asked (${request})${detail}`, {
        request,
        cause,
        fix: 'Check that this runner can reach the API, and its HTTPS_PROXY and NO_PROXY.',
    });
}


/***/ })

};
