export const id = 667;
export const ids = [667];
export const modules = {

/***/ 667:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  readAudit: () => (/* reexport */ readAudit),
  readAuditIssues: () => (/* reexport */ readAuditIssues)
});

// EXTERNAL MODULE: ./lib/options/all-or-complaints.js
var all_or_complaints = __webpack_require__(2950);
// EXTERNAL MODULE: ./lib/options/audit.js + 1 modules
var audit = __webpack_require__(3862);
// EXTERNAL MODULE: ./lib/options/audit-reports.js
var audit_reports = __webpack_require__(7863);
// EXTERNAL MODULE: ./lib/options/connection.js + 1 modules
var connection = __webpack_require__(9114);
// EXTERNAL MODULE: ./lib/options/names.js
var names = __webpack_require__(2298);
// EXTERNAL MODULE: ./lib/options/moment.js
var moment = __webpack_require__(6536);
;// CONCATENATED MODULE: ./lib/options/read-audit-period.js


function readAuditPeriod(read) {
    const period = (0,all_or_complaints/* allOrComplaints */.p)({
        since: () => readSince(read),
        until: () => readPoint(read, 'until') ?? 'now',
        previous: () => readPrevious(read),
    });
    const { since, until } = period;
    if (since === 'last' && period.previous === undefined)
        throw read.invalid('since', 'is `last`, but no audit before is given', 'Give `previous`: the JSON report of the audit before');
    if (typeof until === 'object' && until.kind === 'commit' && !(typeof since === 'object' && since.kind === 'commit'))
        throw read.invalid('until', 'is a commit, and `since` is not', 'Name a commit in both, or a date in both');
    if (typeof until === 'object' && until.kind === 'moment' && typeof since === 'object' && since.kind === 'commit')
        throw read.invalid('until', 'is a moment, and `since` is a commit', 'Name a commit in both, or a date in both');
    const [begin, end] = [momentOf(since), momentOf(until)];
    if (begin !== undefined && end !== undefined && begin >= end)
        throw read.invalid('until', 'is not after `since`: the audited time is empty', 'Let `since` be the earlier one');
    return period;
}
function momentOf(point) {
    return typeof point === 'object' && point.kind === 'moment' ? Date.parse(point.at) : undefined;
}
function readSince(read) {
    return read.text('since') === 'last' ? 'last' : (readPoint(read, 'since') ?? 'default');
}
function readPoint(read, option) {
    const text = read.text(option);
    if (text === undefined)
        return undefined;
    const date = (0,moment/* momentIn */.I)(text);
    if (date !== undefined)
        return { kind: 'moment', at: date.toISOString() };
    const sha = text.toLowerCase();
    if (/^[0-9a-f]{40}$/.test(sha))
        return { kind: 'commit', sha };
    const words = option === 'since' ? ', or last' : '';
    throw read.invalid(option, `is neither a date nor a full SHA: ${JSON.stringify(text)}`, `Write 2026-11-01, 2026-11-01T09:00:00+01:00, all 40 hexadecimal digits of a commit${words}`, [text], option === 'since' ? ['last'] : []);
}
function readPrevious(read) {
    const path = read.text('previous');
    if (path === undefined)
        return undefined;
    return path === 'last-run' ? { kind: 'last-run' } : { kind: 'file', path };
}

;// CONCATENATED MODULE: ./lib/options/read-audit-reports.js


/** The reports that were asked for; those of one file are refused, for the last would overwrite the others. */
function readAuditReports(read) {
    const files = audit_reports/* auditReportOptions */.C.flatMap(({ name }) => {
        const path = read.text(name);
        return path === undefined ? [] : [{ option: name, form: formOf(read, name, path), path }];
    });
    return Object.values((0,all_or_complaints/* allOrComplaints */.p)(Object.fromEntries(files.map((file, index) => [
        file.option,
        () => {
            const other = files.slice(0, index).find(({ path }) => path === file.path);
            if (other === undefined)
                return file;
            throw read.invalid(file.option, `names the file of ${other.option}: ${JSON.stringify(file.path)}`, 'Give each report a file of its own');
        },
    ]))));
}
function formOf(read, option, path) {
    if (option === 'json-file')
        return 'json';
    if (option !== 'badge')
        return option;
    if (/\.svg$/i.test(path))
        return 'badge-svg';
    if (/\.json$/i.test(path))
        return 'badge-json';
    throw read.invalid(option, `has neither the end .svg nor .json: ${JSON.stringify(path)}`, 'Write badge.svg for a picture, or badge.json for shields.io');
}

;// CONCATENATED MODULE: ./lib/options/read-audit.js







/** The options that ask somebody: with facts that were collected before it would do nothing. */
const asking = ['since', 'until', 'flow', 'branch', 'repository', 'keep-collected'];
function readAudit(read) {
    const path = read.text('collected');
    return (0,all_or_complaints/* allOrComplaints */.p)({
        from: () => (path === undefined ? { kind: 'sources', ...readSources(read) } : readCollected(read, path)),
        previous: () => (path === undefined ? readAuditPeriod(read).previous : readPreviousFile(read)),
        failOn: () => failOnOf(read.choice('fail-on-severity')),
        people: () => (read.choice('people') === 'pseudonym' ? 'pseudonym' : 'login'),
        reports: () => readAuditReports(read),
    });
}
function readSources(read) {
    return (0,all_or_complaints/* allOrComplaints */.p)({
        connection: () => (0,connection/* readConnection */.dC)(read),
        githubToken: () => read.text('github-token'),
        repository: () => readRepository(read),
        flows: () => (0,names/* readNames */.r)(read, 'flow', 'flowName'),
        branches: () => readBranches(read),
        period: () => readAuditPeriod(read),
        keepCollected: () => readKept(read),
        plan: () => read.flag('plan'),
        given: () => givenTexts(read),
    });
}
function givenTexts(read) {
    return Object.fromEntries(audit/* auditOptions */.wA.flatMap((option) => {
        const text = 'secret' in option ? undefined : read.text(option.name);
        return text === undefined ? [] : [[option.name, text]];
    }));
}
function readCollected(read, path) {
    (0,all_or_complaints/* allOrComplaints */.p)({
        ...Object.fromEntries(asking.map((name) => [name, () => refuseWithFile(read, name, read.text(name) !== undefined)])),
        plan: () => refuseWithFile(read, 'plan', read.flag('plan')),
    });
    return { kind: 'collected', path };
}
function refuseWithFile(read, name, isGiven) {
    if (isGiven)
        throw read.invalid(name, 'does nothing with collected: nobody is asked', 'Leave it out, or leave collected out to ask again');
}
function readPreviousFile(read) {
    const path = read.text('previous');
    if (path === 'last-run')
        throw read.invalid('previous', 'would ask GitHub, and with collected nobody is asked', 'Name a file');
    return path === undefined ? undefined : { kind: 'file', path };
}
/** `owner/name`, where it is given. */
function readRepository(read) {
    const name = read.text('repository');
    if (name === undefined || /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(name))
        return name;
    throw read.invalid('repository', `is not a repository: ${JSON.stringify(name)}`, 'Write owner/name');
}
/** Names of branches as git allows them (git-check-ref-format), without `refs/heads/`. */
function readBranches(read) {
    const names = read.lines('branch');
    const wrong = names.find((name) => /^[-/]|^refs\/|\.\.|@\{|\/\/|[\s~^:?*[\\\p{Cc}]|[/.]$|\.lock$/u.test(name));
    if (wrong === undefined)
        return [...new Set(names)];
    throw read.invalid('branch', `is not the name of a branch: ${JSON.stringify(wrong)}`, 'Write main, or release/1.2, one a line');
}
function readKept(read) {
    const path = read.text('keep-collected');
    const other = audit_reports/* auditReportOptions */.C.find(({ name }) => path !== undefined && read.text(name) === path);
    if (other === undefined)
        return path;
    throw read.invalid('keep-collected', `names the file of ${other.name}: ${JSON.stringify(path)}`, 'Give each a file of its own');
}
function failOnOf(choice) {
    return choice === 'low' || choice === 'medium' || choice === 'critical' || choice === 'none' ? choice : 'high';
}

;// CONCATENATED MODULE: ./lib/options/read-audit-issues.js


function readAuditIssues(read) {
    return (0,all_or_complaints/* allOrComplaints */.p)({
        report: () => read.required('json-file'),
        issues: () => issuesOf(read.choice('issues')),
        most: () => readMost(read),
        repository: () => readRepository(read),
        githubToken: () => read.required('github-token'),
    });
}
function issuesOf(choice) {
    return choice === 'each' || choice === 'none' ? choice : 'one';
}
function readMost(read) {
    const most = read.count('most-issues');
    if (most >= 1 && most <= 100)
        return most;
    throw read.invalid('most-issues', `is ${most}`, 'Write 1 to 100, or `issues: none` for no issue');
}

;// CONCATENATED MODULE: ./lib/options/audit-readers.js
// The readers of an audit's options in one module: it is loaded when one runs, and then as one chunk of the bundle.




/***/ })

};
