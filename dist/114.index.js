export const id = 114;
export const ids = [114];
export const modules = {

/***/ 4114:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   findingIssue: () => (/* binding */ findingIssue),
/* harmony export */   restIssue: () => (/* binding */ restIssue),
/* harmony export */   sharedIssue: () => (/* binding */ sharedIssue),
/* harmony export */   sharedKeys: () => (/* binding */ sharedKeys)
/* harmony export */ });
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1613);

/** Keys of the issues that are about several findings; no finding has them. */
const sharedKeys = { one: 'all findings', rest: 'the rest of the findings' };
const mostListed = 50;
const again = 'open by an audit before: the last one did not look at it again';
const foot = 'Kept up to date by `audit-issues`. It is closed when a complete audit no longer finds what it is about, or when that is accepted in `.github/compliance-audit.yml`. Closed by hand, it is opened again by the next audit.';
/** The issue of one finding. Nothing in it changes from run to run, as long as the finding does not. */
function findingIssue(finding) {
    const { carried = false, firstSeen, fix, key, message, rule, severity, subject } = finding;
    return {
        key,
        title: titleOf(`Audit: ${severity} ${rule}: ${subject.kind} ${shortId(subject)}`),
        body: [
            `**${shown(severity)}** ${shown(rule)}, first seen ${shown(firstSeen)}${carried ? `; ${again}` : ''}`,
            shown(message, 2_000),
            `**To fix it:** ${shown(fix, 2_000)}`,
            `${subjectText(subject)}\n<br>Key: <code>${shown(key, 500)}</code>`,
            `---\n${foot}`,
        ].join('\n\n'),
    };
}
/** One issue about all findings. */
function sharedIssue(findings) {
    return { key: sharedKeys.one, title: `Audit: open findings (${numbersOf(findings)})`, body: listText(findings) };
}
/** One issue about those that have none of their own. */
function restIssue(findings) {
    const body = `These have no issue of their own: the most that may be open at once are open.\n\n${listText(findings)}`;
    return { key: sharedKeys.rest, title: `Audit: more open findings (${numbersOf(findings)})`, body };
}
function listText(findings) {
    const lines = findings
        .slice(0, mostListed)
        .map(({ carried = false, message, rule, severity, subject }) => `- **${shown(severity)}** ${shown(rule)}: ${shown(message)} (${subjectText(subject)}${carried ? `; ${again}` : ''})`);
    const more = findings.length - lines.length;
    return [lines.join('\n'), ...(more > 0 ? [`and ${more} more: the reports of the audit have them`] : []), `---\n${foot}`].join('\n\n');
}
/** `2 critical, 3 high`. */
function numbersOf(findings) {
    return ['critical', 'high', 'medium', 'low']
        .map((severity) => [findings.filter((finding) => finding.severity === severity).length, severity])
        .filter(([number]) => number > 0)
        .map(([number, severity]) => `${number} ${severity}`)
        .join(', ');
}
function subjectText({ id, kind, url }) {
    const text = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .withoutAddresses */ .tg)(`${kind} ${id}`);
    return url === null ? (0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD)(text) : (0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownLink */ .iQ)(text, url);
}
function shortId({ id, kind }) {
    return kind === 'commit' || kind === 'artifact' ? id.slice(0, 12) : id;
}
function shown(text, limit = 300) {
    return (0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD)((0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .withoutAddresses */ .tg)(text, limit), limit);
}
/** A title is no markdown, but a mention in it is none either if it is broken up. */
function titleOf(text) {
    return (0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .withoutAddresses */ .tg)(text, 200).replaceAll('@', '@\u200B');
}


/***/ })

};
