export const id = 375;
export const ids = [375];
export const modules = {

/***/ 375:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   keepIssues: () => (/* binding */ keepIssues)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4087);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1613);
/* harmony import */ var _api_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7671);
/* harmony import */ var _own_login_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7803);





const perPage = 100;
const mostPages = 100;
const permission = 'issues: write';
/**
 * Has the issues as they are wanted, with nothing sent for those that are so already. They are known by a hidden marker and by
 * their author: anybody can write the marker. One that somebody closed by hand is opened again. Errors as those of `askGitHub`.
 *
 * @param pause waits between two requests that write: GitHub asks for a second
 */
async function keepIssues(access, plan, pause) {
    const own = await ownIssues(access);
    const counts = { opened: 0, updated: 0, closed: 0, unchanged: 0 };
    let hasWritten = false;
    const write = async (route, parameters, purpose) => {
        if (hasWritten)
            await pause();
        hasWritten = true;
        await (0,_api_js__WEBPACK_IMPORTED_MODULE_3__/* .askGitHub */ .X3)(access, { route, parameters, purpose, permission, repeatable: route.startsWith('PATCH') });
    };
    const change = (number, parameters) => write('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { issue_number: number, ...parameters }, `change issue ${number}`);
    const wanted = plan.wanted((key) => own.get(markerOf(key))?.isOpen === true);
    for (const { body, key, title } of wanted) {
        const marker = markerOf(key);
        const text = `${marker}\n${body}`;
        const issue = own.get(marker);
        if (issue === undefined) {
            await write('POST /repos/{owner}/{repo}/issues', { title, body: text }, 'open an issue');
            counts.opened += 1;
        }
        else if (issue.isOpen && issue.title === title && issue.body === text.trim())
            counts.unchanged += 1;
        else {
            await change(issue.number, { title, body: text, state: 'open' });
            counts.updated += 1;
        }
    }
    for (const [key, reason] of plan.closing) {
        const issue = own.get(markerOf(key));
        if (issue?.isOpen !== true || wanted.some((one) => one.key === key))
            continue;
        await change(issue.number, { state: 'closed', state_reason: reason });
        counts.closed += 1;
    }
    return counts;
}
/** The key may hold foreign text: its digest cannot end a comment of HTML. */
function markerOf(key) {
    return `<!-- compliance-evidence-audit: ${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(key).digest('hex')} -->`;
}
/** The issues that this token opened for audits, by their markers; the first of two alike. */
async function ownIssues(access) {
    const author = await (0,_own_login_js__WEBPACK_IMPORTED_MODULE_4__/* .ownLogin */ .C)(access, permission);
    const own = new Map();
    for (let page = 1; page <= mostPages; page += 1) {
        const found = await pageOfIssues(access, author, page);
        for (const issue of found) {
            const body = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .stringAt */ .bX)(issue, 'body')?.replaceAll('\r\n', '\n').trim() ?? '';
            const [marker] = /^<!-- compliance-evidence-audit: [0-9a-f]{64} -->/.exec(body) ?? [];
            const number = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .countAt */ .$v)(issue, 'number');
            // GitHub lists pull requests as issues too, and a filter that it does not understand it leaves out.
            const isOurs = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .stringAt */ .bX)(issue, 'user', 'login') === author && (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .valueAt */ .fK)(issue, 'pull_request') === undefined;
            if (marker === undefined || number === undefined || !isOurs)
                continue;
            const known = own.get(marker);
            if (known !== undefined && known.number < number)
                continue;
            own.set(marker, { number, isOpen: (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .stringAt */ .bX)(issue, 'state') === 'open', title: (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .stringAt */ .bX)(issue, 'title') ?? '', body });
        }
        if (found.length < perPage)
            return own;
    }
    throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_1__/* .UsageError */ .eb('invalid-input', `${author} has opened more than ${mostPages * perPage} issues: ours cannot be told from them`, {
        fix: 'Give the token of an App of its own as github-token',
    });
}
async function pageOfIssues(access, creator, page) {
    try {
        const answer = await (0,_api_js__WEBPACK_IMPORTED_MODULE_3__/* .askGitHub */ .X3)(access, {
            route: 'GET /repos/{owner}/{repo}/issues',
            parameters: { state: 'all', creator, per_page: perPage, page },
            purpose: 'list the issues',
            permission,
            repeatable: true,
        });
        return Array.isArray(answer) ? answer : [];
    }
    catch (error) {
        if (!(error instanceof _errors_index_js__WEBPACK_IMPORTED_MODULE_1__/* .ResponseError */ .o3) || error.status !== 410)
            throw error;
        throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_1__/* .UsageError */ .eb('invalid-input', `The repository ${access.repository} has no issues: they are switched off`, {
            fix: 'Switch them on in its settings, or write `issues: none`',
            cause: error,
        });
    }
}


/***/ })

};
