export const id = 573;
export const ids = [573];
export const modules = {

/***/ 7671:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   X: () => (/* binding */ askGitHub)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8433);
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4927);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1814);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3244);



/**
 * GitHub's answer as it came: its shape is for the reader to check. Server errors and rate limits are retried. GitHub's
 * client is loaded when this is called and not before: it would cost every run's start.
 *
 * @throws {ResponseError} when GitHub says no; on 403 and 404 with the permission to add.
 * @throws {TransportError} when nobody answers in time, or `signal` is aborted.
 */
async function askGitHub(access, asked) {
    const { firstPause = 1_000, repository, signal, timeLimit = 10_000, token } = access;
    const apiUrl = access.apiUrl.replace(/\/+$/, '');
    const [owner = '', repo = ''] = repository.split('/');
    const request = spelled(asked, (0,_text_index_js__WEBPACK_IMPORTED_MODULE_1__/* .plainUrl */ .k)(apiUrl), repository);
    const limit = AbortSignal.timeout(timeLimit);
    const either = signal === undefined ? limit : AbortSignal.any([limit, signal]);
    try {
        const { getOctokit, retry, throttling } = await Promise.all(/* import() */[__webpack_require__.e(239), __webpack_require__.e(282)]).then(__webpack_require__.bind(__webpack_require__, 1282));
        const octokit = getOctokit(token, {
            baseUrl: apiUrl,
            log: silent,
            ...(access.fetch === undefined ? {} : { request: { fetch: access.fetch } }),
            retry: { retries: 2, retryAfterBaseValue: firstPause },
            // Under an id of its own: the few requests of a run need no pauses between them.
            throttle: { onRateLimit: mayWait, onSecondaryRateLimit: mayWait, retryAfterBaseValue: firstPause, id: (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)() },
        }, retry, throttling);
        const answering = octokit.request(asked.route, {
            owner,
            repo,
            ...asked.parameters,
            request: {
                signal: either,
                ...(asked.repeatable ? {} : { retries: 0 }),
            },
        });
        // The client would retry what was aborted.
        const answer = await Promise.race([answering, aborted(either)]);
        return answer.data;
    }
    catch (cause) {
        if (signal?.aborted === true)
            throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_2__/* .TransportError */ .w('interrupted', `The request to GitHub was stopped: ${request}`, { request, cause });
        if (limit.aborted) {
            throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_2__/* .TransportError */ .w('timeout', `GitHub did not answer within ${timeLimit / 1000} s: ${request}`, {
                request,
                cause,
                fix: 'Run the job again; githubstatus.com shows outages.',
            });
        }
        throw refusal(cause, request, asked) ?? unreachable(cause, request);
    }
}
function aborted(signal) {
    return new Promise((_, reject) => {
        const stop = () => reject(new Error('aborted'));
        if (signal.aborted)
            stop();
        signal.addEventListener('abort', stop, { once: true });
    });
}
/** The request as people read it. */
function spelled({ parameters, route }, apiUrl, repository) {
    const [method, path = ''] = route.split(' ');
    const filled = path.replace('{owner}/{repo}', repository).replace(/\{(\w+)\}/g, (_, name) => String(parameters[name] ?? ''));
    return `${method} ${apiUrl}${filled}`;
}
/** A rate limit that is over within a minute is waited for, once. */
function mayWait(seconds, _options, _octokit, retries) {
    return seconds <= 60 && retries < 1;
}
/** The client writes warnings of its own to the console otherwise, past the one printer. */
const silent = { debug: quiet, info: quiet, warn: quiet, error: quiet };
function quiet() { }
/** The client's error carries a `response` only where there was one: a broken connection is a status of 500 to it. Its class is not exported. */
function refusal(cause, request, { permission, purpose, unprocessable }) {
    if (!(cause instanceof Error) || !('response' in cause) || cause.response === undefined)
        return undefined;
    if (!('status' in cause) || typeof cause.status !== 'number')
        return undefined;
    const { status } = cause;
    const limited = status === 429 || (status === 403 && /rate limit/i.test(cause.message));
    const [code, fix] = limited ? rateLimited : (refusals[status] ?? otherwise);
    return new _errors_index_js__WEBPACK_IMPORTED_MODULE_3__/* .ResponseError */ .o(code, `GitHub refused to ${purpose} (${status}): ${request}`, {
        status,
        request,
        serverMessage: (0,_text_index_js__WEBPACK_IMPORTED_MODULE_4__/* .cut */ .Jj)((0,_text_index_js__WEBPACK_IMPORTED_MODULE_4__/* .neutralize */ .YI)(cause.message), 300),
        cause,
        fix: status === 422 && unprocessable !== undefined ? unprocessable : fix.replace('PERMISSION', permission),
    });
}
const permit = 'Give the job the permission, and pass `github-token: ${{ github.token }}`:\npermissions:\n  PERMISSION';
const rateLimited = ['rate-limited', 'Run the job again later: the token has used up its requests of this hour.'];
const otherwise = ['unexpected-status', 'Run the job again; githubstatus.com shows outages.'];
const refusals = {
    401: ['unauthorized', 'The token is not valid here, or no longer: pass `github-token: ${{ github.token }}`.'],
    403: ['forbidden', permit],
    // GitHub answers 404 rather than 403 for what a token may not see.
    404: ['not-found', permit],
    422: ['invalid-request', 'GitHub does not take what was sent: look at what it says.'],
};
function unreachable(cause, request) {
    const detail = cause instanceof Error ? `: ${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_4__/* .cut */ .Jj)((0,_text_index_js__WEBPACK_IMPORTED_MODULE_4__/* .neutralize */ .YI)(cause.message), 200)}` : '';
    return new _errors_index_js__WEBPACK_IMPORTED_MODULE_2__/* .TransportError */ .w('unreachable', `GitHub could not be asked (${request})${detail}`, {
        request,
        cause,
        fix: 'Check that this runner can reach the API, and its HTTPS_PROXY and NO_PROXY.',
    });
}


/***/ }),

/***/ 573:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   postStatus: () => (/* binding */ postStatus)
/* harmony export */ });
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3244);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5628);
/* harmony import */ var _api_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7671);


/** docs.github.com/rest/commits/statuses: a longer description is refused with 422. */
const longestDescription = 140;
/** Sets a status of a commit. Errors as those of `askGitHub`. */
async function postStatus(access, { context, description, sha, state, targetUrl }) {
    await (0,_api_js__WEBPACK_IMPORTED_MODULE_0__/* .askGitHub */ .X)(access, {
        route: 'POST /repos/{owner}/{repo}/statuses/{sha}',
        parameters: {
            sha,
            state,
            context,
            description: (0,_text_index_js__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .TN)(description, longestDescription),
            ...(targetUrl !== undefined && (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .webAddress */ .D)(targetUrl) !== undefined ? { target_url: targetUrl } : {}),
        },
        purpose: `set the status ${context}`,
        permission: 'statuses: write',
        // The last one of a name counts: the same one twice changes nothing.
        repeatable: true,
        unprocessable: `Commit ${sha} is not one of this repository, or has 1,000 statuses of this name.`,
    });
}


/***/ })

};
