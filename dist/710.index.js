export const id = 710;

export const ids = [ 710 ];

export const modules = {
 1710: (__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, {
   fetchCommit: () => fetchCommit
  });
  var _errors_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3766);
  var _text_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1814);
  var _text_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3244);
  async function fetchCommit(options) {
   const {token: token, repository: repository, sha: sha, signal: signal, timeLimit: timeLimit = 1e4} = options;
   const apiUrl = options.apiUrl.replace(/\/+$/, "");
   const request = `GET ${(0, _text_index_js__WEBPACK_IMPORTED_MODULE_1__.k)(apiUrl)}/repos/${repository}/commits/${sha}`;
   const limit = AbortSignal.timeout(timeLimit);
   try {
    const {getOctokit: getOctokit} = await __webpack_require__.e(413).then(__webpack_require__.bind(__webpack_require__, 2413));
    const octokit = getOctokit(token, {
     baseUrl: apiUrl,
     log: silent
    });
    const [owner = "", repo = ""] = repository.split("/");
    const answer = await octokit.request("GET /repos/{owner}/{repo}/commits/{ref}", {
     owner: owner,
     repo: repo,
     ref: sha,
     per_page: 1,
     request: {
      signal: signal === undefined ? limit : AbortSignal.any([ limit, signal ])
     }
    });
    return answer.data;
   } catch (cause) {
    if (signal?.aborted === true) throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_0__.wX("interrupted", `The question to GitHub was given up: ${request}`, {
     request: request,
     cause: cause
    });
    if (limit.aborted) {
     throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_0__.wX("timeout", `GitHub did not answer within ${timeLimit / 1e3} s: ${request}`, {
      request: request,
      cause: cause,
      fix: "Run the job again; githubstatus.com tells of disturbances."
     });
    }
    throw refusal(cause, request) ?? unreachable(cause, request);
   }
  }
  const silent = {
   debug: quiet,
   info: quiet,
   warn: quiet,
   error: quiet
  };
  function quiet() {}
  function refusal(cause, request) {
   if (!(cause instanceof Error) || !("response" in cause) || cause.response === undefined) return undefined;
   if (!("status" in cause) || typeof cause.status !== "number") return undefined;
   const {status: status} = cause;
   const limited = status === 429 || status === 403 && /rate limit/i.test(cause.message);
   const serverMessage = (0, _text_index_js__WEBPACK_IMPORTED_MODULE_2__.Jj)((0, _text_index_js__WEBPACK_IMPORTED_MODULE_2__.YI)(cause.message), 300);
   const [code, fix] = limited ? rateLimited : refusals[status] ?? otherwise;
   return new _errors_index_js__WEBPACK_IMPORTED_MODULE_0__.o3(code, `GitHub refused to tell about the commit (${status}): ${request}`, {
    status: status,
    request: request,
    serverMessage: serverMessage,
    cause: cause,
    fix: fix
   });
  }
  const permission = "Give the job the permission to read the repository, and pass `github-token: ${{ github.token }}`:\npermissions:\n  contents: read";
  const rateLimited = [ "rate-limited", "Run the job again later: the token has used up its requests of this hour." ];
  const otherwise = [ "unexpected-status", "Run the job again; githubstatus.com tells of disturbances." ];
  const refusals = {
   401: [ "unauthorized", "The token is not valid here, or no longer: pass `github-token: ${{ github.token }}`." ],
   403: [ "forbidden", permission ],
   404: [ "not-found", permission ],
   422: [ "not-found", "The repository has no such commit: a commit of a fork is known only through its pull request." ]
  };
  function unreachable(cause, request) {
   const said = cause instanceof Error ? `: ${(0, _text_index_js__WEBPACK_IMPORTED_MODULE_2__.Jj)((0, 
   _text_index_js__WEBPACK_IMPORTED_MODULE_2__.YI)(cause.message), 200)}` : "";
   return new _errors_index_js__WEBPACK_IMPORTED_MODULE_0__.wX("unreachable", `GitHub could not be asked (${request})${said}`, {
    request: request,
    cause: cause,
    fix: "Check that this runner can reach the API, and its HTTPS_PROXY and NO_PROXY."
   });
  }
 }
};
