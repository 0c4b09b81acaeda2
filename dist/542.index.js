export const id = 542;
export const ids = [542];
export const modules = {

/***/ 9542:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ownSlot: () => (/* binding */ ownSlot)
/* harmony export */ });
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1607);
/* harmony import */ var _git_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7946);
/* harmony import */ var _git_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(740);
/* harmony import */ var _git_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7230);
/* harmony import */ var _github_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8274);
/* harmony import */ var _github_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1295);



/**
 * The slot of this run: the one that it follows decides where there is one, and this one for its part of it. A run that may be of
 * either of several pull requests is a slot of its own, because nobody knows which other run it replaces.
 *
 * @throws {UsageError} away from GitHub, where no run is known.
 */
async function ownSlot(event, { flow, isClaimed, leg, matrix, org, sha }, ask) {
    const self = runOf(event.runId, event.runAttempt);
    if (self === undefined)
        throw unknownRun();
    const followed = (0,_git_index_js__WEBPACK_IMPORTED_MODULE_0__/* .followedRun */ .m)(event);
    const of = followed === undefined ? self : (runOf(followed.id, followed.attempt) ?? self);
    const subject = (0,_git_index_js__WEBPACK_IMPORTED_MODULE_1__/* .subjectOf */ .e)(event);
    const pullRequests = followed === undefined ? (subject.pullRequest === undefined ? [] : [subject.pullRequest.number]) : await pullRequestsOf(followed, ask);
    const trigger = followed?.trigger ?? event.eventName;
    const ref = followed === undefined ? event.ref : `${followed.head?.repository ?? ''}:${followed.head?.branch ?? ''}`;
    const [pullRequest, ...others] = pullRequests;
    const isSure = pullRequest !== undefined && others.length === 0;
    const workflow = followed === undefined ? [event.workflow, (0,_git_index_js__WEBPACK_IMPORTED_MODULE_2__/* .workflowPathOf */ ._Z)(event)] : [followed.workflow, followed.workflowPath];
    const posting = followed === undefined ? [] : [event.workflow, (0,_git_index_js__WEBPACK_IMPORTED_MODULE_2__/* .workflowPathOf */ ._Z)(event)];
    const claimedBy = isClaimed ? (subject.isFork ? 'fork' : 'pull request') : undefined;
    const key = (0,_github_index_js__WEBPACK_IMPORTED_MODULE_3__/* .slotKey */ .q8)([
        org,
        flow,
        trigger,
        isSure ? pullRequest : ref,
        ...workflow,
        ...posting,
        event.job,
        event.step,
        matrix,
        leg,
        claimedBy,
        others.length > 0 ? of.run : undefined,
    ]);
    const place = isSure ? `${trigger} #${pullRequest}` : `${trigger} ${ref?.replace(/^refs\/(?:heads|tags)\//, '') ?? ''}`.trim();
    const file = fileName(workflow[1] ?? workflow[0]);
    const part = [matrix === null ? undefined : JSON.stringify(matrix), leg].filter((text) => text !== undefined).join(', ');
    const label = [place, file, event.job, part].filter((text) => text !== undefined && text !== '').join(' › ');
    return {
        slot: { key, org, flow, label, pullRequests, workflow: ownFile(event) },
        of,
        by: followed === undefined ? undefined : self,
        file: readableFile(event, sha),
    };
}
/**
 * Those with its head; as the event names them where GitHub may not be asked. The run of a push is for none, although GitHub names
 * those that are open by then.
 */
async function pullRequestsOf({ head, pullRequests, trigger }, ask) {
    if (trigger?.startsWith('pull_request') !== true)
        return [];
    if (head === undefined)
        return pullRequests;
    try {
        const found = await ask((access) => (0,_github_index_js__WEBPACK_IMPORTED_MODULE_4__/* .openPullRequests */ .S)(access, head, 'pull-requests: read'));
        return found.length > 0 ? found : pullRequests;
    }
    catch {
        return pullRequests;
    }
}
function runOf(run, attempt) {
    return isNumber(run) && isNumber(attempt) ? { run, attempt } : undefined;
}
function isNumber(text) {
    return /^[1-9]\d{0,30}$/.test(text ?? '');
}
/** Of another repository nothing can be asked. */
function ownFile({ repository, workflowFile }) {
    return workflowFile === undefined || workflowFile.repository !== repository ? undefined : workflowFile;
}
/** At the commit itself where the file was read from a merge that GitHub made for the run. */
function readableFile(event, sha) {
    const file = ownFile(event);
    if (file === undefined)
        return undefined;
    return { path: file.path, ref: file.ref.startsWith('refs/heads/') ? file.ref.slice('refs/heads/'.length) : sha };
}
function fileName(path) {
    return path?.replace(/^.*\//, '');
}
function unknownRun() {
    return new _errors_index_js__WEBPACK_IMPORTED_MODULE_5__/* .UsageError */ .e('missing-input', 'The status cannot be set: the run is not known (GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT)', {
        fix: 'Let `report` to runs of GitHub Actions, and hand these variables into the container where the step runs in one',
    });
}


/***/ }),

/***/ 8274:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fg: () => (/* binding */ markOf),
/* harmony export */   HD: () => (/* binding */ markedLink),
/* harmony export */   q8: () => (/* binding */ slotKey)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5628);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3244);


/** Version of the mark. One of another version is not read, and what says no then holds as that of a stranger does. */
const version = '1';
const words = { yes: true, no: true, running: true, awaiting: true, unapproved: true };
/** GitHub documents no limit for the link of a status. A mark without its label, file and pull requests is some 150 characters long. */
const longestLabel = 80;
/** As they stand in the address, where one character may be twelve. */
const longestLabelText = 400;
const longestFileText = 600;
const mostPullRequests = 20;
/** What tells a slot from others: equal lists are one slot. */
function slotKey(parts) {
    const text = JSON.stringify(parts.map((part) => part ?? null));
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(text).digest('base64url').slice(0, 22);
}
/**
 * The link of a status with its mark, in the part after `#` that no server is sent: whose the status is must stand in itself, for
 * whoever posts next. `page` is where it leads, if that is an address with room for it; else it leads to `run`.
 */
function markedLink(mark, page, run) {
    const text = markText(mark);
    for (const address of [page, run]) {
        const url = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_1__/* .webAddress */ .D)(address);
        if (url === undefined || url.hash !== '')
            continue;
        url.hash = text;
        const marked = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_1__/* .webAddress */ .D)(url.href);
        if (marked !== undefined)
            return marked.href;
    }
    return undefined;
}
/** The mark in the link of a status; `undefined` where it has none, or one that is not whole: it is foreign text. */
function markOf(link) {
    const hash = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_1__/* .webAddress */ .D)(link)?.hash ?? '';
    const at = new URLSearchParams(hash.slice(1));
    const word = wordOf(at.get('word'));
    const of = runOf(at.get('run'));
    const by = at.has('by') ? runOf(at.get('by')) : undefined;
    const [key, org, flow] = [at.get('slot') ?? '', at.get('org') ?? '', at.get('flow')];
    if (at.get('evidence') !== version || word === undefined || of === undefined || (at.has('by') && by === undefined))
        return undefined;
    if (key === '' || org === '' || flow === null)
        return undefined;
    const label = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .TN)((at.get('label') ?? '').replaceAll('*', ' › '), longestLabel);
    return {
        slot: { key, org, flow, label, pullRequests: numbersOf(at.get('pull')), workflow: fileOf(at.get('file'), at.get('ref')) },
        of,
        by,
        word,
    };
}
/** What has no room is left out: the slot is then not asked about, and holds. */
function markText({ by, of, slot, word }) {
    const { path, ref } = slot.workflow ?? { path: '', ref: '' };
    // `*` stays as it is in an address, and `›` would be nine characters.
    const label = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .TN)(slot.label, longestLabel).replaceAll(' › ', '*');
    const pulls = slot.pullRequests.length > mostPullRequests ? [] : slot.pullRequests;
    return new URLSearchParams({
        evidence: version,
        word,
        run: runText(of),
        ...(by === undefined ? {} : { by: runText(by) }),
        slot: slot.key,
        org: slot.org,
        flow: slot.flow,
        label: shortened(label, longestLabelText),
        ...(pulls.length === 0 ? {} : { pull: pulls.join('.') }),
        ...(path === '' || addressed(path + ref).length > longestFileText ? {} : { file: path, ref }),
    }).toString();
}
function shortened(text, longest) {
    let short = text;
    while (addressed(short).length > longest)
        short = short.slice(0, -1);
    return short;
}
function addressed(text) {
    return new URLSearchParams({ text }).toString();
}
function runText({ attempt, run }) {
    return `${run}.${attempt}`;
}
function runOf(text) {
    const [, run, attempt] = /^(0|[1-9]\d{0,30})\.(0|[1-9]\d{0,30})$/.exec(text ?? '') ?? [];
    return run === undefined || attempt === undefined ? undefined : { run, attempt };
}
function wordOf(text) {
    return text !== null && isWord(text) ? text : undefined;
}
function isWord(text) {
    return Object.hasOwn(words, text);
}
function numbersOf(text) {
    return (text ?? '')
        .split('.')
        .map(Number)
        .filter((number) => Number.isSafeInteger(number) && number > 0);
}
function fileOf(path, ref) {
    return path === null || path === '' || ref === null || ref === '' ? undefined : { path, ref };
}


/***/ })

};
