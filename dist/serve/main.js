import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 916:
/***/ ((__unused_webpack_module, exports) => {

var __webpack_unused_export__;

__webpack_unused_export__ = true;
exports.Io = __webpack_unused_export__ = void 0;
var peq = new Uint32Array(0x10000);
var myers_32 = function (a, b) {
    var n = a.length;
    var m = b.length;
    var lst = 1 << (n - 1);
    var pv = -1;
    var mv = 0;
    var sc = n;
    var i = n;
    while (i--) {
        peq[a.charCodeAt(i)] |= 1 << i;
    }
    for (i = 0; i < m; i++) {
        var eq = peq[b.charCodeAt(i)];
        var xv = eq | mv;
        eq |= ((eq & pv) + pv) ^ pv;
        mv |= ~(eq | pv);
        pv &= eq;
        if (mv & lst) {
            sc++;
        }
        if (pv & lst) {
            sc--;
        }
        mv = (mv << 1) | 1;
        pv = (pv << 1) | ~(xv | mv);
        mv &= xv;
    }
    i = n;
    while (i--) {
        peq[a.charCodeAt(i)] = 0;
    }
    return sc;
};
var myers_x = function (b, a) {
    var n = a.length;
    var m = b.length;
    var mhc = [];
    var phc = [];
    var hsize = Math.ceil(n / 32);
    var vsize = Math.ceil(m / 32);
    for (var i = 0; i < hsize; i++) {
        phc[i] = -1;
        mhc[i] = 0;
    }
    var j = 0;
    for (; j < vsize - 1; j++) {
        var mv_1 = 0;
        var pv_1 = -1;
        var start_1 = j * 32;
        var vlen_1 = Math.min(32, m) + start_1;
        for (var k = start_1; k < vlen_1; k++) {
            peq[b.charCodeAt(k)] |= 1 << k;
        }
        for (var i = 0; i < n; i++) {
            var eq = peq[a.charCodeAt(i)];
            var pb = (phc[(i / 32) | 0] >>> i) & 1;
            var mb = (mhc[(i / 32) | 0] >>> i) & 1;
            var xv = eq | mv_1;
            var xh = ((((eq | mb) & pv_1) + pv_1) ^ pv_1) | eq | mb;
            var ph = mv_1 | ~(xh | pv_1);
            var mh = pv_1 & xh;
            if ((ph >>> 31) ^ pb) {
                phc[(i / 32) | 0] ^= 1 << i;
            }
            if ((mh >>> 31) ^ mb) {
                mhc[(i / 32) | 0] ^= 1 << i;
            }
            ph = (ph << 1) | pb;
            mh = (mh << 1) | mb;
            pv_1 = mh | ~(xv | ph);
            mv_1 = ph & xv;
        }
        for (var k = start_1; k < vlen_1; k++) {
            peq[b.charCodeAt(k)] = 0;
        }
    }
    var mv = 0;
    var pv = -1;
    var start = j * 32;
    var vlen = Math.min(32, m - start) + start;
    for (var k = start; k < vlen; k++) {
        peq[b.charCodeAt(k)] |= 1 << k;
    }
    var score = m;
    for (var i = 0; i < n; i++) {
        var eq = peq[a.charCodeAt(i)];
        var pb = (phc[(i / 32) | 0] >>> i) & 1;
        var mb = (mhc[(i / 32) | 0] >>> i) & 1;
        var xv = eq | mv;
        var xh = ((((eq | mb) & pv) + pv) ^ pv) | eq | mb;
        var ph = mv | ~(xh | pv);
        var mh = pv & xh;
        score += (ph >>> (m - 1)) & 1;
        score -= (mh >>> (m - 1)) & 1;
        if ((ph >>> 31) ^ pb) {
            phc[(i / 32) | 0] ^= 1 << i;
        }
        if ((mh >>> 31) ^ mb) {
            mhc[(i / 32) | 0] ^= 1 << i;
        }
        ph = (ph << 1) | pb;
        mh = (mh << 1) | mb;
        pv = mh | ~(xv | ph);
        mv = ph & xv;
    }
    for (var k = start; k < vlen; k++) {
        peq[b.charCodeAt(k)] = 0;
    }
    return score;
};
var distance = function (a, b) {
    if (a.length < b.length) {
        var tmp = b;
        b = a;
        a = tmp;
    }
    if (b.length === 0) {
        return a.length;
    }
    if (a.length <= 32) {
        return myers_32(a, b);
    }
    return myers_x(a, b);
};
exports.Io = distance;
var closest = function (str, arr) {
    var min_distance = Infinity;
    var min_index = 0;
    for (var i = 0; i < arr.length; i++) {
        var dist = distance(str, arr[i]);
        if (dist < min_distance) {
            min_distance = dist;
            min_index = i;
        }
    }
    return arr[min_index];
};
__webpack_unused_export__ = closest;


/***/ }),

/***/ 24:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 161:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");

/***/ }),

/***/ 760:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");

/***/ }),

/***/ 942:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  eb: () => (/* reexport */ UsageError),
  hS: () => (/* reexport */ exitCodes)
});

// UNUSED EXPORTS: ContractError, EvidenceError, Fault, ResponseError, TransportError, stopEndingOf, verdictNames

;// CONCATENATED MODULE: ./lib/errors/fault.js
/**
 * The common shape of the five error classes, one class per party at fault.
 * `code` is a closed union per class, for programs; `message` says what happened, to what; `fix` how to fix it.
 */
class Fault extends Error {
    code;
    fix;
    constructor(code, message, options = {}) {
        super(message, 'cause' in options ? { cause: options.cause } : undefined);
        this.code = code;
        this.fix = options.fix;
    }
}

;// CONCATENATED MODULE: ./lib/errors/usage-error.js

/** The caller gave wrong inputs. Nothing was sent. Exit code 64. */
class UsageError extends Fault {
    name = 'UsageError';
    parts;
    constructor(code, message, options = {}) {
        super(code, message, options);
        this.parts = options.parts ?? [];
    }
}

;// CONCATENATED MODULE: ./lib/errors/verdict.js
/** What the gate says. Only the first passes, unless `fail-on` says otherwise. */
const verdictNames = (/* unused pure expression or super */ null && (['compliant', 'non-compliant', 'incomplete', 'unknown', 'unusable']));
/** Exit code of the command line for each ending. */
const exitCodes = {
    compliant: 0,
    pending: 0,
    recorded: 0,
    'would-record': 0,
    answered: 0,
    collected: 0,
    audited: 0,
    'not-applicable': 0,
    planned: 0,
    'non-compliant': 1,
    incomplete: 2,
    unknown: 3,
    unusable: 4,
    usage: 64,
    interrupted: 130,
};

;// CONCATENATED MODULE: ./lib/errors/index.js










/***/ }),

/***/ 56:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   il: () => (/* binding */ renderEnding)
/* harmony export */ });
/* unused harmony exports renderPending, renderReported */
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(542);


/** The job summary of a run that came to no verdict: what stopped it, and how to fix it. */
function renderEnding(message, fix, title = 'Stopped before a verdict') {
    return `## 🛑 ${title}\n\n**${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD)(message, 2_000)}**\n\n${fix
        .split('\n')
        .map((line) => (0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD)(line, 1_000))
        .join('  \n')}\n`;
}
/** The job summary of a run that waits for another one: why there is no verdict yet. */
function renderPending(why) {
    return `## ⏳ Pending\n\n${markdown(why, 2_000)}. Nothing is judged yet, and this is not a yes.\n`;
}
/** The job summary of a run that reported something other than test results: what, where, and its fingerprint. */
function renderReported(facts) {
    const fingerprint = facts.fingerprint === undefined ? '' : `\n\nSHA-256 \`${markdown(facts.fingerprint)}\``;
    const { dryRun, name, objection } = facts;
    const { what, where } = reportedParts(facts);
    const says = objection === undefined ? '' : `\n\n> ⚠️ ${markdown(objectionWords(name, objection, dryRun))}`;
    const place = `${where.slice(0, 1).toUpperCase()}${where.slice(1)}`;
    return `## 📥 ${markdown(what, 2_000)}\n\n${markdown(place, 2_000)}${fingerprint}${says}\n`;
}


/***/ }),

/***/ 131:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ openPrinter)
/* harmony export */ });
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(542);

/** Annotations of a step. The runner records ten of a level and drops the rest (actions/runner, `_maxCountPerIssueType`); more than ten in all nobody reads. */
const mostAnnotations = 10;
/** The runner cuts a message there (`_maxIssueMessageLength`). */
const longestMessage = 4_000;
/** A printer to `write`, which takes whole lines. */
function openPrinter(write) {
    const secrets = [];
    const unlinked = [];
    const held = [];
    const clean = (text) => (0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .redact */ .E$)(text, secrets);
    // Twice: some secrets hold what is made harmless, others appear only when control characters are gone.
    const safe = (text) => clean(withoutLinks((0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .neutralize */ .YI)(clean(text)), unlinked));
    const line = (text) => write(`${safe(text)}\n`);
    const group = (title, lines) => {
        write(`::group::${escapeData(safe(title))}\n`);
        for (const text of lines)
            line(text);
        write('::endgroup::\n');
    };
    const command = ({ file, level, line: row, message, title }) => {
        const properties = [
            ...(file === undefined ? [] : [`file=${escapeProperty(safe(file))}`]),
            ...(row === undefined ? [] : [`line=${row}`]),
            ...(title === undefined ? [] : [`title=${escapeProperty(safe(title))}`]),
        ];
        const text = escapeData((0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .cut */ .Jj)(safe(message), longestMessage));
        write(`::${level}${properties.length > 0 ? ` ${properties.join(',')}` : ''}::${text}\n`);
    };
    return {
        line,
        clean,
        annotate(annotation) {
            held.push(annotation);
        },
        group,
        hide(secret) {
            // A mask of a few characters would blank the log; the runner would use it all the same.
            if (secret.length < 4 || secrets.includes(secret))
                return;
            secrets.push(secret);
            write(`::add-mask::${escapeData(secret)}\n`);
        },
        unlink(origin) {
            unlinked.push(origin);
        },
        finish(where) {
            const ranked = held.splice(0).toSorted((a, b) => rankOf(a) - rankOf(b));
            const rest = ranked.slice(mostAnnotations);
            if (rest.length > 0) {
                const lines = rest.map(({ level, message, title }) => `${level}: ${title === undefined ? '' : `${title}: `}${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .cut */ .Jj)(safe(message), longestMessage)}`);
                group('More than the annotations of this step', lines);
            }
            for (const annotation of ranked.slice(0, mostAnnotations))
                command(annotation);
            if (rest.length > 0)
                line(`${rest.length} more ${rest.length === 1 ? 'is' : 'are'} in the fold above${where === undefined ? '' : `; what failed is in ${where}`}`);
        },
    };
}
/** The most severe first, each in the order in which it came. */
function rankOf({ isDetail = false, level }) {
    return levels.indexOf(level) + (isDetail ? 0.5 : 0);
}
const levels = ['error', 'warning', 'notice'];
function withoutLinks(text, origins) {
    return origins.reduce((rest, origin) => rest.replaceAll(origin, origin.slice(origin.indexOf('//') + 2)), text);
}
function escapeData(text) {
    return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
function escapeProperty(text) {
    return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}


/***/ }),

/***/ 499:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  x: () => (/* binding */ handOn)
});

;// CONCATENATED MODULE: external "node:crypto"
const external_node_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(24);
// EXTERNAL MODULE: ./lib/errors/index.js + 3 modules
var errors = __nccwpck_require__(942);
;// CONCATENATED MODULE: ./lib/job-service/command-file.js



/** Writes values where the runner looks for them. Throws a UsageError where it gave no file. */
function handOn(file, values, env) {
    const path = env[file];
    if (path === undefined || path === '') {
        throw new errors/* UsageError */.eb('missing-input', `${file} is not set: it names the file that the runner reads`, {
            fix: 'Use the action in a job of GitHub Actions; elsewhere run `compliance-evidence serve --ephemeral`',
        });
    }
    // No value can hold a mark that nobody can guess, and so end itself early.
    const mark = `end_${(0,external_node_crypto_namespaceObject.randomUUID)()}`;
    (0,external_node_fs_.appendFileSync)(path, Object.entries(values)
        .map(([name, value]) => `${name}<<${mark}\n${value}\n${mark}\n`)
        .join(''));
}


/***/ }),

/***/ 418:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  $D: () => (/* binding */ readServeInputs)
});

// UNUSED EXPORTS: requiredToServe, serveInputs, serveOutputs

// EXTERNAL MODULE: ./lib/errors/index.js + 3 modules
var errors = __nccwpck_require__(942);
// EXTERNAL MODULE: ./lib/text/index.js + 7 modules
var lib_text = __nccwpck_require__(542);
;// CONCATENATED MODULE: ./lib/options/reader.js


/** The reader of those options that a command uses; to ask for another is a fault of ours, a `RangeError`. */
function openReader(options, { absent, raw, naming, nameLength = 'whole' }, readFile, artifactList = { kind: 'none' }) {
    const invalid = (name, what, fix, given = [], known = []) => new errors/* UsageError */.eb('invalid-input', `${naming(name)} ${what}`, { fix: given.map((value) => (0,lib_text/* didYouMean */.au)(value, known)).join('') + fix });
    const unknown = (name, given, known) => invalid(name, `does not know ${(0,lib_text/* list */.p_)(given.map((value) => JSON.stringify(value)))}`, `Choose from ${(0,lib_text/* list */.p_)(known, 20)}`, given, known);
    function useOf(name) {
        const found = options.find(({ use }) => use.name === name);
        if (found === undefined)
            throw new RangeError(`the command does not use the option ${name}`);
        return found;
    }
    function text(name) {
        const { required: isRequired, use: spec } = useOf(name);
        const given = raw[name]?.trim();
        if (given !== undefined && given !== '')
            return given;
        const known = absent?.get(name);
        if (known !== undefined)
            throw known;
        if (given === '' && (spec.whenEmpty === 'error' || isRequired === true))
            throw empty(name);
        if (spec.default !== undefined)
            return spec.default;
        if (isRequired === true)
            throw missing(name);
        return undefined;
    }
    function required(name) {
        const value = text(name);
        if (value === undefined)
            throw missing(name);
        return value;
    }
    function lines(name) {
        return (text(name) ?? '')
            .split(/\r?\n/)
            .map((line) => line.trim())
            .filter((line) => line !== '');
    }
    function names(name) {
        const found = (text(name) ?? '').split(/[\s,]+/).filter((part) => part !== '');
        const { required: isRequired, use: spec } = useOf(name);
        // Commas alone are what `${{ vars.A }},${{ vars.B }}` comes to when neither is set.
        if (found.length === 0 && (spec.whenEmpty === 'error' || isRequired === true))
            throw empty(name);
        return [...new Set(found)];
    }
    function missing(name) {
        return new errors/* UsageError */.eb('missing-input', `${naming(name)} is missing`, { fix: `Give it: ${useOf(name).use.description}` });
    }
    function empty(name) {
        const { required: isRequired, use: spec } = useOf(name);
        const hint = spec.default === undefined
            ? 'A secret or variable that is not set gives an empty text: look at where the value comes from'
            : `If it comes from an output, a variable or a secret, that one is not set: look at it. Else leave it out for the default (${spec.default})`;
        return new errors/* UsageError */.eb('empty-input', `${naming(name)} is ${isRequired === true ? 'missing or empty' : 'empty'}`, { fix: hint });
    }
    return {
        text,
        required,
        lines,
        names,
        invalid,
        file: readFile,
        artifactList,
        nameLength,
        secrets: options.filter(({ use }) => use.secret === true).flatMap(({ use }) => raw[use.name]?.trim() ?? []),
        flag(name) {
            const value = text(name) ?? 'false';
            if (/^(true|True|TRUE)$/.test(value))
                return true;
            if (/^(false|False|FALSE)$/.test(value))
                return false;
            throw invalid(name, `must be true or false, not ${JSON.stringify(value)}`, 'Write true or false', [value], ['true', 'false']);
        },
        duration(name) {
            const value = text(name) ?? '0';
            const [, number, unit = 's'] = /^(\d{1,6})(ms|s|m|h)?$/.exec(value) ?? [];
            if (number === undefined)
                throw invalid(name, `is not a time: ${JSON.stringify(value)}`, `${timeMeant(value)}Write seconds, or a number with s, m or h: 90, 90s, 5m, 1h`);
            return Number(number) * (unit === 'ms' ? 1 : unit === 's' ? 1_000 : unit === 'm' ? 60_000 : 3_600_000);
        },
        count(name) {
            const value = text(name) ?? '0';
            if (!/^\d{1,9}$/.test(value))
                throw invalid(name, `is not a whole number: ${JSON.stringify(value)}`, 'Write 0 or a positive number');
            return Number(value);
        },
        pairs(name) {
            const pairs = new Map();
            for (const line of lines(name)) {
                const at = line.indexOf('=');
                if (at < 1)
                    throw invalid(name, `has a line that is not key=value: ${JSON.stringify(line)}`, 'Write one key=value a line');
                const key = line.slice(0, at).trim();
                if (pairs.has(key))
                    throw invalid(name, `names ${JSON.stringify(key)} twice`, 'Keep one of the two lines');
                pairs.set(key, line.slice(at + 1).trim());
            }
            return pairs;
        },
        choice(name) {
            const value = required(name);
            const { choices: allowed = [] } = useOf(name).use;
            if (!allowed.includes(value))
                throw unknown(name, [value], allowed);
            return value;
        },
        choices(name) {
            const { choices: allowed = [] } = useOf(name).use;
            const found = names(name);
            const wrong = found.filter((value) => !allowed.includes(value));
            if (wrong.length > 0)
                throw unknown(name, wrong, allowed);
            return found;
        },
    };
}
/** The beginning of an advice about a time whose unit is written another way: `5 min` is `5m`. */
function timeMeant(text) {
    const [, number, unit = ''] = /^(\d+)\s*(ms|milli|[smh])[a-z]*$/.exec(text.toLowerCase()) ?? [];
    return number === undefined ? '' : `Did you mean ${number}${unit.replace('milli', 'ms')}? `;
}
/** The text of an option whose default is `none`: `undefined` for that. An empty text is no way to say none. */
function givenText(read, option) {
    const text = read.required(option);
    return text === 'none' ? undefined : text;
}

;// CONCATENATED MODULE: ./lib/options/spec.js
/** How the command line writes an option, without its dashes. */
function flagOf({ flag, name }) {
    return flag ?? name;
}
/** The use of some options, of which the named ones are required. */
function uses(specs, required = []) {
    return specs.map((use) => (required.includes(use.name) ? { use, required: true } : { use }));
}

;// CONCATENATED MODULE: ./lib/options/all-or-complaints.js

/**
 * Reads every field, and complains about all wrong ones at once: who corrects a step wants to know them all, not one
 * after each run. A single complaint stays as it is.
 */
function allOrComplaints(fields) {
    const complaints = [];
    const values = {};
    for (const key in fields) {
        try {
            values[key] = fields[key]();
        }
        catch (error) {
            if (!(error instanceof errors/* UsageError */.eb))
                throw error;
            complaints.push(...(error.parts.length > 0 ? error.parts : [error]));
        }
    }
    if (isWhole(values, complaints))
        return values;
    throw joined(complaints);
}
/** A field whose reading takes time, to be read with the others: what is wrong with it is thrown only there. */
function later(reading) {
    return reading.then((value) => () => value, (error) => () => {
        throw error;
    });
}
function isWhole(_values, complaints) {
    return complaints.length === 0;
}
/** One error for all; an option that two settings read is complained about once. */
function joined(complaints) {
    const parts = complaints.filter(({ message }, index) => complaints.findIndex((other) => other.message === message) === index);
    const [first] = parts;
    if (first !== undefined && parts.length === 1)
        return first;
    return new errors/* UsageError */.eb('invalid-input', `${parts.length} are wrong: ${parts.map(({ message }) => message).join('; ')}`, {
        fix: parts.map(({ fix, message }) => (fix === undefined ? message : `${message}: ${fix}`)).join('\n'),
        parts,
    });
}

;// CONCATENATED MODULE: ./lib/contract/patterns.js
/**
 * What names and identifiers look like, as regular expression sources; plain strings, so that the action can carry
 * them without a schema library. Fingerprint, commit, flow, trail and template names are the interface's own patterns;
 * the others are what its best-known implementation accepts.
 */
const patterns = {
    fingerprint: '^[a-f0-9]{64}$',
    /** The tree of a directory: the version of its form, and a SHA-256. `file` is a single file, which has none. */
    tree: '^(?:[1-9][0-9]?:[a-f0-9]{64}|file)$',
    commitSha: '^[a-f0-9]{40}$',
    orgName: '^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$',
    flowName: '^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_~]*$',
    trailName: '^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*$',
    /** Attestation names, target artifacts, and `template_reference_name`; a comma is allowed in the first two. */
    templateName: '^[a-zA-Z0-9\\-_,]+$',
    /** The name of an artifact in a template. */
    artifactName: '^[a-zA-Z0-9\\-_]+$',
    /** Name of a custom attestation type. */
    typeName: '^[a-zA-Z0-9][a-zA-Z0-9\\-_~]*$',
    /** Without `~`, which stands between an environment and a place among its snapshots. */
    environmentName: '^[a-zA-Z0-9][a-zA-Z0-9\\.\\-_]*$',
    notificationName: '^[a-zA-Z0-9][a-zA-Z0-9\\-_\\.~/]*$',
    policyName: '^[a-zA-Z0-9][a-zA-Z0-9\\-_\\.~]*$',
    tagName: '^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]{0,254}$',
    externalUrlLabel: '^[^=.]+$',
    annotationKey: '^[A-Za-z0-9_-]+$',
    /** Identifiers of records: 8-4-4-4-8 hexadecimal digits, which is not a UUID. */
    recordId: '^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{8}$',
    /** The beginning of one, of seven digits and more. */
    idPrefix: '^[a-f0-9]{7}[a-f0-9-]*$',
};
/** Where pull requests are, as evidence of them says it. */
const gitProviders = (/* unused pure expression or super */ null && (['github', 'gitlab', 'bitbucket', 'azure']));
const compiled = new Map();
/** Whether a string is of that form. */
function patterns_matches(name, value) {
    let pattern = compiled.get(name);
    if (pattern === undefined) {
        pattern = new RegExp(patterns[name], 'u');
        compiled.set(name, pattern);
    }
    return pattern.test(value);
}

;// CONCATENATED MODULE: ./lib/options/names.js

/** The name of something in the service. Throws where the service would refuse it. */
function readName(read, option, pattern) {
    const value = read.required(option);
    if (!patterns_matches(pattern, value) || value.length > 255)
        throw read.invalid(option, `is not a name that the service takes: ${JSON.stringify(value)}`, meantName(value, pattern) + ruleOf(pattern));
    return value;
}
/** The beginning of an advice about a name with spaces in it. */
function meantName(value, pattern) {
    const joined = value.replace(/\s+/g, '-');
    return joined !== value && patterns_matches(pattern, joined) ? `Did you mean ${joined}? ` : '';
}
/** Several such names. */
function readNames(read, option, pattern) {
    const names = read.names(option);
    const wrong = names.find((name) => !matches(pattern, name));
    if (wrong !== undefined)
        throw read.invalid(option, `holds ${JSON.stringify(wrong)}, which is not a name that the service takes`, ruleOf(pattern));
    return names;
}
const rules = {
    templateName: 'Use letters, digits, -, _ and commas only',
    artifactName: 'Use letters, digits, - and _ only',
    typeName: 'Use letters, digits, -, _ and ~, beginning with a letter or digit',
    environmentName: 'Use letters, digits, -, _ and ., beginning with a letter or digit',
};
function ruleOf(pattern) {
    return rules[pattern] ?? 'Use letters, digits, -, _, . and ~, beginning with a letter or digit';
}

;// CONCATENATED MODULE: ./lib/job-service/time-limit.js


/** How long a service for one job lives at most, unless it is told. */
const usualTimeLimit = '6h';
const units = { s: 1_000, m: 60_000, h: 3_600_000 };
/** In milliseconds; a timer could wait for a little more. */
const longest = 500 * units.h;
/** Milliseconds. `name`: how the message names the setting. Throws a UsageError. */
function readTimeLimit(text, name) {
    const [, number, unit = 's'] = /^([1-9]\d{0,6})([smh])?$/.exec(text) ?? [];
    const time = Number(number) * (unit === 'h' || unit === 'm' || unit === 's' ? units[unit] : Number.NaN);
    if (time <= longest)
        return time;
    const isTooLong = time > longest;
    const near = timeMeant(text);
    const meant = !isTooLong && /[1-9]\d*[smh]\?/.test(near) ? near : '';
    throw new errors/* UsageError */.eb('invalid-input', `${name} ${isTooLong ? 'is longer than 500h' : 'is not a time'}: ${JSON.stringify(text)}`, {
        fix: `${meant}Write seconds, or a number with s, m or h, at most 500h: 90, 90s, 5m, 6h`,
    });
}

;// CONCATENATED MODULE: ./lib/job-service/inputs.js




/** The inputs of the action `serve`; its manifest and its documentation are made from them. */
const serveInputs = [
    { name: 'org', kind: 'text', description: 'Organization that the service has.' },
    {
        name: 'flow-files',
        kind: 'lines',
        description: 'YAML files of the flows that the service begins with, one a line; evidence for another flow is then refused. None by default: evidence begins its flow.',
    },
    {
        name: 'time-limit',
        kind: 'duration',
        default: usualTimeLimit,
        description: 'How long the service lives at most, should the step that ends it never run: `90s`, `5m`, `6h`; at most `500h`.',
    },
];
/** Those without which it does nothing. */
const requiredToServe = ['org'];
/** Its outputs. */
const serveOutputs = {
    url: 'Address of the service, for the input `base-url`.',
    token: 'Token of an administrator of the organization, for the input `api-token`; masked in the log.',
};
const names = serveInputs.map(({ name }) => name);
const naming = (name) => `Input ${name}`;
/** Reads `with:`. Throws a UsageError that names all that is wrong. */
function readServeInputs(env) {
    const raw = Object.fromEntries(names.map((name) => [name, env[`INPUT_${name.toUpperCase()}`]]));
    const read = openReader(uses(serveInputs, requiredToServe), { raw, naming }, () => {
        throw new RangeError('no input of serve is a file that is read here');
    });
    const { flowFiles, org, timeLimit } = allOrComplaints({
        org: () => readName(read, 'org', 'orgName'),
        flowFiles: () => read.lines('flow-files'),
        timeLimit: () => readTimeLimit(read.required('time-limit'), naming('time-limit')),
        known: () => refuseUnknown(env),
    });
    return { org, flowFiles, timeLimit };
}
/** A service that lacks a flow for a mistyped name would require less than was meant. */
function refuseUnknown(env) {
    const given = Object.entries(env).filter(([variable]) => variable.startsWith('INPUT_'));
    const unknown = given
        .map(([variable, value = '']) => [variable.slice('INPUT_'.length).toLowerCase(), value.trim()])
        .filter(([name]) => !names.some((known) => known === name));
    if (unknown.length === 0)
        return;
    const says = unknown.map(([name, value]) => `${naming(name)} (it says ${JSON.stringify((0,lib_text/* cut */.Jj)(value, 100))})`);
    throw new errors/* UsageError */.eb('invalid-input', `${(0,lib_text/* list */.p_)(says)} ${says.length === 1 ? 'is' : 'are'} not of this action`, {
        fix: `${unknown.map(([name]) => (0,lib_text/* didYouMean */.au)(name, names)).join('')}The inputs are ${(0,lib_text/* list */.p_)(names)}`,
    });
}


/***/ }),

/***/ 880:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(24);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(760);
/* harmony import */ var _errors_index_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(942);
/* harmony import */ var _github_index_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(131);
/* harmony import */ var _github_index_js__WEBPACK_IMPORTED_MODULE_8__ = __nccwpck_require__(56);
/* harmony import */ var _command_file_js__WEBPACK_IMPORTED_MODULE_7__ = __nccwpck_require__(499);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(418);
/* harmony import */ var _start_child_js__WEBPACK_IMPORTED_MODULE_6__ = __nccwpck_require__(283);








const { env } = process;
process.stdout.on('error', () => undefined);
const printer = (0,_github_index_js__WEBPACK_IMPORTED_MODULE_4__/* .openPrinter */ .L)((text) => process.stdout.write(text));
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => interrupt.abort());
try {
    await serve();
}
catch (error) {
    fail(error);
}
printer.finish();
process.stdout.write('', () => process.exit());
/** Starts the service, and leaves it to the job when it is ready. */
async function serve() {
    requireNode(process.versions.node);
    const { flowFiles, org, timeLimit } = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_5__/* .readServeInputs */ .$D)(env);
    const folder = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(env['RUNNER_TEMP'] || (0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'compliance-evidence-'));
    const directory = env['GITHUB_WORKSPACE'] || process.cwd();
    const child = (0,_start_child_js__WEBPACK_IMPORTED_MODULE_6__/* .startChild */ .v)({ org, host: '127.0.0.1', port: 0, folder, flowFiles, directory, timeLimit }, interrupt.signal);
    try {
        (0,_command_file_js__WEBPACK_IMPORTED_MODULE_7__/* .handOn */ .x)('GITHUB_STATE', { folder, pid: String(child.pid) }, env);
        const { baseUrl, token } = await child.ready();
        // Nothing shows the token before.
        printer.hide(token);
        (0,_command_file_js__WEBPACK_IMPORTED_MODULE_7__/* .handOn */ .x)('GITHUB_OUTPUT', { url: baseUrl, token }, env);
        printer.line(`compliance-evidence is ready at ${baseUrl}, for the rest of this job`);
        child.release();
    }
    catch (error) {
        child.kill();
        throw error;
    }
}
/** Says why, and leaves a mark for the messages of later steps: what they were to ask is not there. */
function fail(error) {
    const fix = error instanceof _errors_index_js__WEBPACK_IMPORTED_MODULE_3__/* .UsageError */ .eb ? error.fix : undefined;
    const message = error instanceof Error ? error.message : String(error);
    printer.annotate({ level: 'error', message: `The evidence service did not start: ${message}${fix === undefined ? '' : `\n${fix}`}` });
    process.exitCode = error instanceof _errors_index_js__WEBPACK_IMPORTED_MODULE_3__/* .UsageError */ .eb ? _errors_index_js__WEBPACK_IMPORTED_MODULE_3__/* .exitCodes */ .hS.usage : _errors_index_js__WEBPACK_IMPORTED_MODULE_3__/* .exitCodes */ .hS.unknown;
    writeSummary((0,_github_index_js__WEBPACK_IMPORTED_MODULE_8__/* .renderEnding */ .il)(message, fix ?? '', 'The evidence service did not start'));
    try {
        (0,_command_file_js__WEBPACK_IMPORTED_MODULE_7__/* .handOn */ .x)('GITHUB_ENV', { COMPLIANCE_EVIDENCE_SERVE_FAILED: 'true' }, env);
    }
    catch {
        // The error is said, and the step fails without the mark too.
    }
}
/** For people, who see there why later steps of the job failed too: that it cannot be written changes nothing. */
function writeSummary(text) {
    const file = env['GITHUB_STEP_SUMMARY'];
    if (file === undefined || file === '')
        return;
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.appendFileSync)(file, printer.clean(text));
    }
    catch {
        // The error is in the log.
    }
}
function requireNode(version) {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major > 24 || (major === 24 && minor >= 15))
        return;
    throw new _errors_index_js__WEBPACK_IMPORTED_MODULE_3__/* .UsageError */ .eb('node-version', `the Node that runs this action is ${version}, and the service needs 24.15 or newer`, {
        fix: 'The runner brings that Node along: update the runner',
    });
}

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 283:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  v: () => (/* binding */ startChild)
});

;// CONCATENATED MODULE: external "node:child_process"
const external_node_child_process_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:child_process");
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(24);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __nccwpck_require__(760);
;// CONCATENATED MODULE: external "node:url"
const external_node_url_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:url");
// EXTERNAL MODULE: ./lib/errors/index.js + 3 modules
var errors = __nccwpck_require__(942);
;// CONCATENATED MODULE: ./lib/job-service/child-environment.js
/**
 * What the process of the service gets of the step's environment: what a program needs to run. Nothing of it is a secret,
 * and no variable of inputs, of the runner's own services or of a token gets through. By `RUNNER_TRACKING_ID` the runner
 * finds it at the end of the job, should the step that ends it never run.
 */
const passed = [
    'PATH',
    'HOME',
    'USERPROFILE',
    'SYSTEMROOT',
    'TMPDIR',
    'TEMP',
    'TMP',
    'LANG',
    'LC_ALL',
    'TZ',
    'RUNNER_TEMP',
    'RUNNER_TRACKING_ID',
];
function childEnvironment(env) {
    const known = new Set(passed);
    return Object.fromEntries(Object.entries(env).filter(([name]) => known.has(name.toUpperCase())));
}

// EXTERNAL MODULE: ./lib/text/index.js + 7 modules
var lib_text = __nccwpck_require__(542);
;// CONCATENATED MODULE: ./lib/job-service/log-tail.js


/** The log of the service, in its folder. */
const logFile = 'service.log';
/** How much of a log is shown, in bytes. */
const longest = (/* unused pure expression or super */ null && (64 * 1024));
/** The last lines of a file, whose first says what was left out; none where there is no such file. */
function lastLines(file) {
    let handle;
    try {
        handle = openSync(file, 'r');
    }
    catch {
        return [];
    }
    try {
        const { size } = fstatSync(handle);
        const start = Math.max(0, size - longest);
        const buffer = Buffer.alloc(size - start);
        const text = buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, start));
        const lines = text.split('\n').filter((line) => line !== '');
        return start === 0 ? lines : [`(${bytes(start)} before this are left out)`, ...lines.slice(1)];
    }
    finally {
        closeSync(handle);
    }
}

;// CONCATENATED MODULE: ./lib/job-service/start-child.js







/** How long it may take to be ready, in milliseconds: many times what it needs, for the machine may be busy. */
const patience = 60_000;
/** Starts it, with nothing of this process's environment but what it needs. */
function startChild(order, interrupt) {
    const log = (0,external_node_fs_.openSync)((0,external_node_path_.join)(order.folder, logFile), 'a');
    // The name of this file ends as that one does: in the sources, and where they are compiled.
    const file = (0,external_node_url_namespaceObject.fileURLToPath)(new URL(import.meta.url.endsWith('.ts') ? 'child.ts' : 'child.js', import.meta.url));
    const child = (0,external_node_child_process_namespaceObject.spawn)(process.execPath, [file], {
        cwd: (0,external_node_path_.dirname)(order.folder),
        env: childEnvironment(process.env),
        detached: true,
        windowsHide: true,
        // A stream of this process that it held open would keep the runner waiting for the end of the step.
        stdio: ['ignore', log, log, 'ipc'],
    });
    (0,external_node_fs_.closeSync)(log);
    child.send(order, () => undefined);
    return {
        pid: child.pid ?? 0,
        ready: () => answerOf(child, interrupt),
        release() {
            if (child.connected)
                child.disconnect();
            child.unref();
        },
        kill: () => void child.kill('SIGKILL'),
    };
}
async function answerOf(child, interrupt) {
    const answer = await new Promise((resolve) => {
        const fail = (message) => resolve({ kind: 'failed', message });
        setTimeout(fail, patience, `it was not ready within ${patience / 1000} s`).unref();
        child.once('message', (message) => resolve(message));
        child.once('error', (error) => fail(`its process could not be started: ${error.message}`));
        // What it said before comes in first.
        child.once('exit', (code, signal) => setImmediate(fail, `its process ended with ${signal ?? code}`));
        interrupt.addEventListener('abort', () => fail('the step was cancelled'), { once: true });
    });
    switch (answer.kind) {
        case 'ready':
            return answer;
        case 'refused':
            throw new errors/* UsageError */.eb('invalid-input', answer.message, { fix: answer.fix });
        case 'failed':
            throw new Error(`${answer.message}\nThe log of the service is shown when the job ends: in the step that cleans up after this one`);
    }
}


/***/ }),

/***/ 542:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  Jj: () => (/* reexport */ cut),
  au: () => (/* reexport */ didYouMean),
  p_: () => (/* reexport */ list),
  wD: () => (/* reexport */ markdown),
  YI: () => (/* reexport */ neutralize),
  E$: () => (/* reexport */ redact)
});

// UNUSED EXPORTS: bytes, contextSize, count, countAt, decodeText, formsOf, grouped, hideSecrets, isExactNumber, isLoopback, jsonProblem, listAt, longestKey, markdownLink, mayBeRounded, nearest, oneLine, otherwise, parseExact, parseNumbers, plainUrl, readPatternLine, seconds, seeThrough, stringAt, unprintable, unwrapped, valueAt, webAddress, withoutAddresses

;// CONCATENATED MODULE: ./lib/text/invisible.js
/** Whole escape sequences, with what they carry: CSI and OSC, then any other with its final byte. */
const escapeSequences = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g;
/**
 * What is taken out of foreign text: controls but tab and line feed, what turns the direction of writing, and what takes
 * up no room. Of these stay the variants of characters (an emoji needs them) and the marks of Arabic and its like,
 * which are of the class but are seen.
 */
const unprintable = /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\t\n\p{Variation_Selector}\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]]/gv;
/** What shows nothing of its own: controls of every kind, line breaks and tabs among them, marks of zero width, fillers. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}]/gu;
/** Those alone that end where they say: of any other, a reader may leave the final byte, and take the escape. */
const longSequences = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;
/** The same as JSON and programs write them, `\u001b[31m` or `\t`: there for everybody to see, and to leave out. */
const written = /(?<!\\)\\+(?:u001[Bb]\[[0-?]*[ -/]*[@-~]|u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]{1,6}\}|x[\dA-Fa-f]{2}|[abefnrtv0])/g;
/** Where base64 goes on in the next line, also as JSON writes it. Lines of base64 are long; most others end in a shorter word. */
const wraps = /(?:\r?\n|(?:\\r)?\\n)(?<=[\w+/-]{16}(?:\r?\n|(?:\\r)?\\n))[ \t]*/g;
/**
 * The ways in which a text may be read by whoever shows it, each a list of what is taken out in turn: what is invisible,
 * or whole escape sequences and then the rest, or what is written out, or the ends of the lines of base64. In any, a secret appears again whose characters
 * stood apart.
 */
const readings = [
    [invisible],
    [longSequences, invisible],
    [escapeSequences, invisible],
    [written, invisible],
    [wraps],
];

;// CONCATENATED MODULE: ./lib/text/neutralize.js

/**
 * The core of the one safe printer: foreign text (test names, messages, answers of servers) made harmless for a
 * runner's log. The runner acts on `::command::` at the start of a line (after white space) and on `##[command]`
 * anywhere in it, on stdout and on stderr alike, so both tokens are broken up, and control characters, ANSI sequences
 * and what turns the direction of writing or takes up no room are taken out. Line breaks stay: each line is safe on its own.
 */
function neutralize(text) {
    return text
        .toWellFormed()
        .replace(escapeSequences, '')
        .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
        .replace(unprintable, '')
        .replace(/##\[/g, '##\\[')
        .replace(/^([^\S\n]*)::/gm, '$1\\::');
}
/** The same on one line: line breaks become a visible `⏎`, and at most `limit` characters stay. */
function oneLine(text, limit = 500) {
    return cut(neutralize(text).trim().replace(/\n+/g, ' ⏎ '), limit);
}
/** Cuts to `limit` UTF-16 units, never inside a surrogate pair, and marks the cut with `…`. */
function cut(text, limit) {
    if (text.length <= limit)
        return text;
    return `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

;// CONCATENATED MODULE: ./lib/text/markdown.js


/**
 * Foreign text as markdown that shows just that text: no markup, no HTML, no mention, no link, one line.
 * Written as HTML entities, which GitHub's markdown shows literally everywhere but inside code spans.
 */
function markdown(text, limit = 300) {
    return oneLine(text, limit)
        .replace(special, (character) => `&#${character.codePointAt(0)};`)
        .replace(filtered, '$&&#8203;');
}
// Everything that starts markup in GitHub's markdown, `@`, `:` and `.` in addresses, which it links by itself, and what
// begins a list at the start of a line.
const special = /[&<>"'`|*_~[\]()\\#@!{}$+=]|(?<=https?|ftp|mailto):|(?<=www)\.|^-|(?<=^\d+)\./gi;
// GitHub looks for mentions, mail addresses, references and names of pictures (`:tada:`, `:+1:`) in the finished page, where an entity is its character again:
// they are broken up by a zero-width space, which no other foreign text holds.
const filtered = /&#64;(?=[\w-])|&#35;(?=\d)|\bGH-(?=\d)|:(?=(?:(?:&#43;|[a-z-])[\w-]*|100|1234):)/gi;
/**
 * A link whose text and address are foreign; only http and https addresses become links, without user and password. A
 * backslash or a backtick in the address would end the link early, and what follows would be markup.
 */
function markdownLink(text, url) {
    const address = webAddress(url);
    if (address === undefined)
        return markdown(text);
    const { hash, origin, pathname, search } = address;
    return `[${markdown(text)}](<${origin}${`${pathname}${search}${hash}`.replace(/[^\w\-.~:/?#&=%+,;@]/g, percent)}>)`;
}
/** Of ASCII only: the reading of the address has encoded all else. */
function percent(character) {
    return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

// EXTERNAL MODULE: ./node_modules/fastest-levenshtein/mod.js
var mod = __nccwpck_require__(916);
;// CONCATENATED MODULE: ./lib/text/nearest.js

/**
 * The known name that was probably meant: one that differs by case and separators, or by a typing mistake for every four
 * letters, or the only one that shares all words. Names with other numbers are meant to differ.
 */
function nearest(name, known) {
    // The time grows with the product of both lengths.
    const others = known.filter((other) => other !== name && name.length + other.length <= 400 && numbersIn(other) === numbersIn(name));
    const counts = others.map((other) => mistakes(lettersOf(name), lettersOf(other)));
    const fewest = Math.min(...counts);
    if (fewest < Infinity)
        return others[counts.indexOf(fewest)];
    const alike = others.filter((other) => sharesAll(name, other) || sharesAll(other, name));
    return alike.length === 1 ? alike[0] : undefined;
}
/** The beginning of an advice: `Did you mean gate? `, or nothing. */
function didYouMean(name, known) {
    const meant = nearest(name, known);
    return meant === undefined ? '' : `Did you mean ${meant}? `;
}
function mistakes(one, other) {
    const steps = (0,mod/* distance */.Io)(one, other);
    // Letters that changed places take two steps, and are the smallest mistake: three letters are enough for it.
    const count = steps === 2 && sorted(one) === sorted(other) ? 0.75 : steps;
    return one !== '' && count * 4 <= Math.max(one.length, other.length) ? count : Infinity;
}
function lettersOf(name) {
    return wordsIn(name).join('');
}
function sorted(name) {
    return Array.from(name).toSorted().join('');
}
function numbersIn(name) {
    return (name.match(/\d+/g) ?? []).join();
}
function sharesAll(name, of) {
    const words = wordsIn(of);
    return words.length > 0 && words.every((word) => wordsIn(name).includes(word));
}
function wordsIn(name) {
    return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

;// CONCATENATED MODULE: ./lib/text/base64-forms.js
/**
 * Fewest bytes of a secret whose base64 is looked for: they decide ten characters of it, whatever stands around them. Fewer
 * could be a word of ordinary text.
 */
const fewestBytes = 8;
/**
 * How a secret shows in base64, as in `basic` credentials with a user before it: the characters that the secret alone
 * decides, for each of the three places in a group of bytes where it may begin; in both alphabets, and as URLs and JSON
 * write them. Whether the end is padded makes no difference to them.
 */
function base64Forms(secret) {
    const bytes = Buffer.from(secret);
    if (bytes.length < fewestBytes)
        return [];
    return [0, 1, 2].flatMap((before) => {
        const length = before + bytes.length;
        // A character has six bits: the first and the last may be shared with what stands before and behind.
        const form = Buffer.concat([Buffer.alloc(before), bytes])
            .toString('base64')
            .slice(Math.ceil((before * 8) / 6), Math.floor((length * 8) / 6));
        const ofUrl = form.replaceAll('+', '-').replaceAll('/', '_');
        return [form, ofUrl, encodeURIComponent(form), form.replaceAll('/', String.raw `\/`)];
    });
}

;// CONCATENATED MODULE: ./lib/text/redact.js


/** Of a secret that a cut (`…`) has left the beginning of, so many characters are too many to be shown. */
const longestRest = 7;
/**
 * Takes secrets out of text: every occurrence of each secret, raw, URL-encoded, as JSON writes it or in base64, becomes
 * `***`; and so does one whose characters stand apart by what nobody sees (zero-width characters, controls, escape sequences,
 * line breaks), for they come together again where the text is shown, and one whose end was cut off.
 * Secrets shorter than 4 characters are left: masking them would blank ordinary text.
 */
function redact(text, secrets) {
    const forms = secrets.filter((secret) => secret.length >= 4).flatMap(formsOf);
    if (forms.length === 0)
        return text;
    // Halves of a character that stand apart could come together, too, into one that nobody sees.
    const whole = text.toWellFormed();
    return hide(whole, [...spansIn(whole, forms), ...readings.flatMap((reading) => spansApart(whole, forms, reading))]);
}
/** By their secrets: texts are many, and secrets few. */
const formsMade = new Map();
function formsOf(secret) {
    const forms = formsMade.get(secret) ?? makeForms(secret);
    formsMade.set(secret, forms);
    return forms;
}
function makeForms(secret) {
    const joined = readings.map((reading) => joinedBy(reading, secret)).filter((form) => form.length >= 4);
    const written = [encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)];
    return [...new Set([secret, ...written, ...joined, ...base64Forms(secret)])];
}
function spansIn(text, forms) {
    const spans = [];
    for (const form of forms) {
        for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + 1))
            spans.push({ start, end: start + form.length });
    }
    for (let end = text.indexOf('…'); end >= 0; end = text.indexOf('…', end + 1)) {
        for (const form of forms) {
            const length = cutLength(text, end, form);
            if (length > longestRest)
                spans.push({ start: end - length, end });
        }
    }
    return spans;
}
/** How many characters before `end` are the beginning of a form. */
function cutLength(text, end, form) {
    for (let length = Math.min(form.length - 1, end); length > longestRest; length -= 1)
        if (text.startsWith(form.slice(0, length), end - length))
            return length;
    return 0;
}
/** The text as it is read: without what `reading` takes out. */
function joinedBy(reading, text) {
    return reading.reduce((rest, separator) => rest.replace(separator, ''), text);
}
/** The places in `text` where a form shows once it is read in this way. */
function spansApart(text, forms, reading) {
    const joined = joinedBy(reading, text);
    if (joined.length === text.length)
        return [];
    const spans = spansIn(joined, forms);
    if (spans.length === 0)
        return [];
    // Where in `text` each unit of `joined` stands.
    let places = Array.from({ length: text.length }, (_, place) => place);
    let rest = text;
    for (const separator of reading) {
        const kept = [];
        let from = 0;
        for (const { index, 0: taken } of rest.matchAll(separator)) {
            for (let place = from; place < index; place += 1)
                kept.push(places[place] ?? 0);
            from = index + taken.length;
        }
        places = kept.concat(places.slice(from));
        rest = rest.replace(separator, '');
    }
    return spans.map(({ start, end }) => ({ start: places[start] ?? 0, end: (places[end - 1] ?? text.length) + 1 }));
}
/** The text with `***` in place of each span; spans that overlap become one, so that no rest of either stays. */
function hide(text, spans) {
    let hidden = '';
    let until = 0;
    for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
        if (start >= until)
            hidden += `${text.slice(until, start)}***`;
        until = Math.max(until, end);
    }
    return hidden + text.slice(until);
}
/** A URL without user, password, query and fragment; `''` for what is not a URL. */
function plainUrl(url) {
    try {
        const parsed = new URL(url);
        return `${parsed.origin === 'null' ? `${parsed.protocol}//${parsed.host}` : parsed.origin}${parsed.pathname}`;
    }
    catch {
        return '';
    }
}

;// CONCATENATED MODULE: ./lib/text/words.js
/** `12,345`. By hand: the first `toLocaleString` of a process costs more than sending the evidence (15 ms, measured). */
function grouped(number) {
    return String(number).replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');
}
/** `1 test`, `12,345 tests`. */
function count(number, noun, plural = `${noun}s`) {
    return `${grouped(number)} ${number === 1 ? noun : plural}`;
}
/** `a`, `a and b`, `a, b and c`; past `most` names the rest is counted. */
function list(names, most = 10) {
    const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
    if (shown.length <= 1)
        return shown.join('');
    return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
/** Seconds for people: `0.42 s`, `12 s`, `3 min 5 s`, `2 h 4 min`. */
function seconds(value) {
    if (value < 10)
        return `${Number(value.toFixed(2))} s`;
    const whole = Math.round(value);
    if (whole < 60)
        return `${whole} s`;
    if (whole < 3600)
        return `${Math.floor(whole / 60)} min ${whole % 60} s`;
    return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
/** Bytes for people, in binary units: `12 B`, `4.0 KiB`, `10 MiB`. */
function bytes(value) {
    const units = ['B', 'KiB', 'MiB', 'GiB'];
    let size = value;
    let unit = 0;
    while (size >= 1024 && unit < units.length - 1) {
        size /= 1024;
        unit += 1;
    }
    return `${unit === 0 || Number.isInteger(size) ? size : size.toFixed(1)} ${units[unit]}`;
}
/** Between a fix that may not be the right one, and the fix for when it is not. */
const otherwise = '\n\nOtherwise: ';

;// CONCATENATED MODULE: ./lib/text/index.js



















/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		// no module.id needed
/******/ 		// no module.loaded needed
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/async module */
/******/ (() => {
/******/ 	var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 	var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 	var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 	var resolveQueue = (queue) => {
/******/ 		if(queue && queue.d < 1) {
/******/ 			queue.d = 1;
/******/ 			queue.forEach((fn) => (fn.r--));
/******/ 			queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 		}
/******/ 	}
/******/ 	var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 		if(dep !== null && typeof dep === "object") {
/******/ 			if(dep[webpackQueues]) return dep;
/******/ 			if(dep.then) {
/******/ 				var queue = [];
/******/ 				queue.d = 0;
/******/ 				dep.then((r) => {
/******/ 					obj[webpackExports] = r;
/******/ 					resolveQueue(queue);
/******/ 				}, (e) => {
/******/ 					obj[webpackError] = e;
/******/ 					resolveQueue(queue);
/******/ 				});
/******/ 				var obj = {};
/******/ 				obj[webpackQueues] = (fn) => (fn(queue));
/******/ 				return obj;
/******/ 			}
/******/ 		}
/******/ 		var ret = {};
/******/ 		ret[webpackQueues] = x => {};
/******/ 		ret[webpackExports] = dep;
/******/ 		return ret;
/******/ 	}));
/******/ 	__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 		var queue;
/******/ 		hasAwait && ((queue = []).d = -1);
/******/ 		var depQueues = new Set();
/******/ 		var exports = module.exports;
/******/ 		var currentDeps;
/******/ 		var outerResolve;
/******/ 		var reject;
/******/ 		var promise = new Promise((resolve, rej) => {
/******/ 			reject = rej;
/******/ 			outerResolve = resolve;
/******/ 		});
/******/ 		promise[webpackExports] = exports;
/******/ 		promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 		module.exports = promise;
/******/ 		body((deps) => {
/******/ 			currentDeps = wrapDeps(deps);
/******/ 			var fn;
/******/ 			var getResult = () => (currentDeps.map((d) => {
/******/ 				if(d[webpackError]) throw d[webpackError];
/******/ 				return d[webpackExports];
/******/ 			}))
/******/ 			var promise = new Promise((resolve) => {
/******/ 				fn = () => (resolve(getResult));
/******/ 				fn.r = 0;
/******/ 				var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 				currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 			});
/******/ 			return fn.r ? promise : getResult();
/******/ 		}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 		queue && queue.d < 0 && (queue.d = 0);
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(880);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
