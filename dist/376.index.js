export const id = 376;
export const ids = [376];
export const modules = {

/***/ 3376:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  keepAuditIssues: () => (/* binding */ keepAuditIssues)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/errors/index.js + 8 modules
var errors = __webpack_require__(4087);
// EXTERNAL MODULE: ./lib/files/regular-file.js
var regular_file = __webpack_require__(4726);
// EXTERNAL MODULE: ./lib/text/index.js + 18 modules
var lib_text = __webpack_require__(1613);
// EXTERNAL MODULE: ./lib/commands/github.js + 1 modules
var github = __webpack_require__(8757);
;// CONCATENATED MODULE: ./lib/commands/audit/report-findings.js


/** The findings of an audit's JSON report, which is a file like any other until it was checked. */
function findingsIn(text) {
    const report = parsed(text);
    const [complete, findings] = [(0,lib_text/* valueAt */.fK)(report, 'complete'), (0,lib_text/* listAt */.gT)(report, 'findings')];
    if (typeof complete !== 'boolean')
        throw wrong('has no `complete`');
    if (findings === undefined)
        throw wrong('has no `findings`');
    return { complete, findings: findings.map(findingOf) };
}
function findingOf(finding, index) {
    const at = (...path) => {
        const found = (0,lib_text/* stringAt */.bX)(finding, ...path);
        if (found === undefined || found === '')
            throw wrong(`has no text at findings[${index}].${path.join('.')}`);
        return found;
    };
    return {
        key: at('key'),
        rule: at('rule'),
        severity: at('severity'),
        subject: { kind: at('subject', 'kind'), id: at('subject', 'id'), url: (0,lib_text/* stringAt */.bX)(finding, 'subject', 'url') ?? null },
        message: at('message'),
        fix: at('fix'),
        firstSeen: at('firstSeen'),
        carried: (0,lib_text/* valueAt */.fK)(finding, 'carried') === true,
        state: stateOf(at('status'), (0,lib_text/* valueAt */.fK)(finding, 'accepted'), index),
    };
}
function stateOf(status, accepted, index) {
    if (status === 'fixed')
        return 'fixed';
    if (status !== 'new' && status !== 'open')
        throw wrong(`has a status that is not known at findings[${index}]`);
    return typeof accepted === 'object' && accepted !== null ? 'accepted' : 'open';
}
function parsed(text) {
    try {
        return JSON.parse(text.replace(/^\uFEFF/, ''));
    }
    catch {
        throw wrong('is no JSON');
    }
}
function wrong(what) {
    return new errors/* UsageError */.eb('invalid-input', `The file of json-file ${what}: it is no report of an audit`, {
        fix: 'Name the file that `audit` wrote with `json-file`',
    });
}

;// CONCATENATED MODULE: ./lib/commands/audit/keep-issues.js






/** As large as a report that the next audit reads. */
const largest = 256 * 1024 * 1024;
/** Of one request, in milliseconds. */
const timeLimit = 60_000;
/** Has the issues about the findings of a report as they should be. */
async function keepAuditIssues(settings, context) {
    const { githubToken, issues, most } = settings;
    const repository = settings.repository ?? context.event.repository;
    if (repository === undefined)
        throw new errors/* UsageError */.eb('missing-input', 'The repository of the issues is not known', { fix: 'Give `repository` as owner/name' });
    const report = findingsIn(await textOf(settings.report, context));
    if (issues === 'none')
        return { kind: 'issues', command: 'audit-issues', opened: 0, updated: 0, closed: 0, unchanged: 0 };
    const [texts, { keepIssues }] = await Promise.all([__webpack_require__.e(/* import() */ 114).then(__webpack_require__.bind(__webpack_require__, 4114)), __webpack_require__.e(/* import() */ 375).then(__webpack_require__.bind(__webpack_require__, 375))]);
    const plan = issues === 'one' ? onePlan(report, texts) : eachPlan(report, most, texts);
    const counts = await (0,github/* withGitHub */.W)(githubToken, repository, context, (access) => keepIssues({ ...access, signal: context.interrupt, timeLimit }, plan, () => context.clock.wait(1_000, context.interrupt)));
    return { kind: 'issues', command: 'audit-issues', ...counts };
}
function onePlan({ complete, findings }, { sharedIssue, sharedKeys }) {
    const open = findings.filter(({ state }) => state === 'open');
    // An audit that did not see everything cannot say that nothing is left.
    const isDone = open.length === 0 && complete ? [[sharedKeys.one, 'completed']] : [];
    return {
        wanted: () => (open.length === 0 ? [] : [sharedIssue(open)]),
        closing: new Map([...isDone, [sharedKeys.rest, 'not_planned'], ...findings.map(({ key, state }) => [key, reasonOf(state)])]),
    };
}
/** The worst have an issue each, and those that have one already keep it; one more is about the rest. */
function eachPlan({ findings }, most, { findingIssue, restIssue, sharedKeys }) {
    const open = findings.filter(({ state }) => state === 'open');
    return {
        wanted(isOpen) {
            const kept = open.filter(({ key }) => isOpen(key));
            const added = open.filter(({ key }) => !isOpen(key)).slice(0, Math.max(0, most - kept.length));
            const rest = open.filter((finding) => !kept.includes(finding) && !added.includes(finding));
            return [...[...kept, ...added].map(findingIssue), ...(rest.length === 0 ? [] : [restIssue(rest)])];
        },
        closing: new Map([
            [sharedKeys.one, 'not_planned'],
            [sharedKeys.rest, 'completed'],
            ...findings.filter(({ state }) => state !== 'open').map(({ key, state }) => [key, reasonOf(state)]),
        ]),
    };
}
function reasonOf(state) {
    return state === 'fixed' ? 'completed' : 'not_planned';
}
async function textOf(path, { directory }) {
    const file = await (0,regular_file/* readRegularFile */.X)((0,external_node_path_.resolve)(directory, path), largest);
    if (Buffer.isBuffer(file))
        return (0,lib_text/* decodeText */.g7)(file);
    const why = file.kind === 'unreadable' ? file.code : file.kind === 'too-large' ? `it is larger than ${(0,lib_text/* bytes */.ee)(largest)}` : 'it is no regular file';
    throw new errors/* UsageError */.eb('invalid-input', `The file of json-file, ${JSON.stringify(path)}, cannot be read: ${why}`, {
        fix: 'Name the file that `audit` wrote with `json-file`',
    });
}


/***/ })

};
