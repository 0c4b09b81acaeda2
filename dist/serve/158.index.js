export const id = 158;
export const ids = [158];
export const modules = {

/***/ 8158:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   readYaml: () => (/* binding */ readYaml)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(38815);
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(39014);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(13355);



/** Reads YAML whose keys are known: a mistyped one is named with its line. `file` is what the `UsageError` calls it. */
function readYaml(text, file, keys) {
    const lines = new yaml__WEBPACK_IMPORTED_MODULE_0__.LineCounter();
    const document = (0,yaml__WEBPACK_IMPORTED_MODULE_0__.parseDocument)(text, { lineCounter: lines });
    const [problem] = document.errors;
    if (problem !== undefined)
        throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_1__/* .UsageError */ .eb('invalid-input', `${file} is not YAML: ${problem.message}`, { fix: 'Fix the line it names' });
    let value;
    try {
        value = document.toJS({ maxAliasCount: 100 });
    }
    catch (cause) {
        throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_1__/* .UsageError */ .eb('invalid-input', `${file} refers to itself too often: ${cause instanceof Error ? cause.message : String(cause)}`, {
            cause,
            fix: 'Write out what the aliases stand for',
        });
    }
    const unknown = unknownKeys(document.contents, keys, lines);
    if (unknown.length === 0)
        return value;
    throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_1__/* .UsageError */ .eb('invalid-input', `${file}: ${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .list */ .p_)(unknown, 20)}`, { fix: 'Spell each key as it is named here' });
}
/** A sentence for each key that nobody would read: its line, and the one that was probably meant. */
function unknownKeys(node, known, lines) {
    if ((0,yaml__WEBPACK_IMPORTED_MODULE_0__.isSeq)(node))
        return node.items.flatMap((item) => unknownKeys(item, known, lines));
    if (!(0,yaml__WEBPACK_IMPORTED_MODULE_0__.isMap)(node))
        return [];
    return node.items.flatMap(({ key, value }) => {
        const name = (0,yaml__WEBPACK_IMPORTED_MODULE_0__.isScalar)(key) ? String(key.value) : '';
        if (!Object.hasOwn(known, name))
            return [`line ${lines.linePos(key.range?.[0] ?? 0).line} ${unknownKey(name, known)}`];
        const below = known[name];
        return below === undefined ? [] : unknownKeys(value, below, lines);
    });
}
function unknownKey(name, keys) {
    const known = Object.keys(keys);
    const above = known.find((key) => Object.hasOwn(keys[key] ?? {}, name));
    const meant = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .nearest */ .pA)(name, known);
    const fix = above !== undefined
        ? `: put it under ${above}:`
        : meant !== undefined
            ? `: did you mean ${meant}?`
            : `, where only ${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_2__/* .list */ .p_)(known)} can stand`;
    return `has the key ${JSON.stringify(name)}${fix}`;
}


/***/ })

};
