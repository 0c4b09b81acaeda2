export const id = 632;
export const ids = [632];
export const modules = {

/***/ 632:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   meantInputs: () => (/* binding */ meantInputs)
/* harmony export */ });
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4087);
/* harmony import */ var _commands_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9874);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1613);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2868);




const commandInput = { name: 'command', kind: 'choice', description: '' };
/**
 * Tells mistyped inputs from variables that only look like inputs. The runner itself sets those of the step's `with:` alone
 * (actions/runner, `Handler.cs`), but `env:` and `$GITHUB_ENV` may hold others, some engines leave those of an outer action, and nothing
 * tells them apart. One that is near to an input which would have been read, and is not set, was meant for us; an input that the
 * command does not read is only proposed where none that it reads is near.
 */
function meantInputs(command, raw, variables, env) {
    const open = _inputs_js__WEBPACK_IMPORTED_MODULE_2__/* .inputs */ .QL.filter((input) => (0,_inputs_js__WEBPACK_IMPORTED_MODULE_2__/* .uses */ .r9)(command, input.name) && !(0,_inputs_js__WEBPACK_IMPORTED_MODULE_2__/* .isOwn */ .NP)(input, raw[input.name] ?? ''));
    // The usual command may be one that nobody chose.
    if (command === _commands_index_js__WEBPACK_IMPORTED_MODULE_3__/* .actionCommands */ .P[0])
        open.push(commandInput);
    const needed = command.options.filter(({ required, use }) => required === true && open.includes(use)).map(({ use }) => use.name);
    const read = _inputs_js__WEBPACK_IMPORTED_MODULE_2__/* .inputs */ .QL.map(({ name }) => name).filter((name) => (0,_inputs_js__WEBPACK_IMPORTED_MODULE_2__/* .uses */ .r9)(command, name));
    const names = ['command', ..._inputs_js__WEBPACK_IMPORTED_MODULE_2__/* .inputs */ .QL.map(({ name }) => name)];
    const all = { ...raw };
    const complaints = [];
    const warnings = [];
    for (const variable of variables) {
        const name = variable.slice('INPUT_'.length).toLowerCase();
        const near = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_1__/* .nearest */ .pA)(name, needed) ?? (0,_text_index_js__WEBPACK_IMPORTED_MODULE_1__/* .nearest */ .pA)(name, read) ?? (0,_text_index_js__WEBPACK_IMPORTED_MODULE_1__/* .nearest */ .pA)(name, names);
        const meant = open.find((input) => input.name === near);
        const value = env[variable]?.trim() ?? '';
        if (meant === undefined) {
            const hint = near === undefined ? '' : `; the nearest is ${near}`;
            warnings.push(`Input ${name} is not one of this action and was not read${hint}`);
            continue;
        }
        const complaint = mistyped(name, value, meant);
        // Another command reads other inputs: what else is wrong is not known.
        if (meant === commandInput)
            throw complaint;
        complaints.push(complaint);
        all[meant.name] = value;
    }
    return { raw: all, complaints, warnings };
}
/** Neither a token is repeated nor an address, which may hold one. */
function mistyped(name, value, { kind, name: meant, secret }) {
    const says = secret === true || kind === 'url' ? '' : ` (it says ${JSON.stringify((0,_text_index_js__WEBPACK_IMPORTED_MODULE_1__/* .cut */ .Jj)(value, 100))})`;
    return new _errors_index_js__WEBPACK_IMPORTED_MODULE_0__/* .UsageError */ .eb('invalid-input', `Input ${name}${says} is not one of this action`, {
        fix: `Did you mean ${meant}? Nothing reads an input of another name`,
    });
}


/***/ })

};
