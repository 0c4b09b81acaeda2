import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 24:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 760:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");

/***/ }),

/***/ 500:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");

/***/ }),

/***/ 131:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ openPrinter)
/* harmony export */ });
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(620);

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

/***/ 910:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ logFile),
/* harmony export */   w: () => (/* binding */ lastLines)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(24);
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(620);


/** The log of the service, in its folder. */
const logFile = 'service.log';
/** How much of a log is shown, in bytes. */
const longest = 64 * 1024;
/** The last lines of a file, whose first says what was left out; none where there is no such file. */
function lastLines(file) {
    let handle;
    try {
        handle = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(file, 'r');
    }
    catch {
        return [];
    }
    try {
        const { size } = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.fstatSync)(handle);
        const start = Math.max(0, size - longest);
        const buffer = Buffer.alloc(size - start);
        const text = buffer.toString('utf8', 0, (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readSync)(handle, buffer, 0, buffer.length, start));
        const lines = text.split('\n').filter((line) => line !== '');
        return start === 0 ? lines : [`(${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_1__/* .bytes */ .ee)(start)} before this are left out)`, ...lines.slice(1)];
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(handle);
    }
}


/***/ }),

/***/ 459:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(24);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(760);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(500);
/* harmony import */ var _github_index_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(131);
/* harmony import */ var _log_tail_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(910);
/* harmony import */ var _pulse_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(552);






/** How long the service may take to end, and how often it is looked, in milliseconds. */
const patience = 5_000;
const look = 50;
process.stdout.on('error', () => undefined);
const printer = (0,_github_index_js__WEBPACK_IMPORTED_MODULE_3__/* .openPrinter */ .L)((text) => process.stdout.write(text));
// What the step that started it saved; nothing where it failed before.
const { STATE_folder: folder, STATE_pid: pid } = process.env;
if (folder !== undefined && folder !== '')
    await end(folder, Number(pid));
process.stdout.write('', () => process.exit());
/** Ends the service, shows its log, and removes all that it left. A fault in that is no fault of the job. */
async function end(place, service) {
    try {
        await stop(place, service);
        const lines = (0,_log_tail_js__WEBPACK_IMPORTED_MODULE_4__/* .lastLines */ .w)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(place, _log_tail_js__WEBPACK_IMPORTED_MODULE_4__/* .logFile */ .N));
        printer.group('Log of the evidence service', lines.length === 0 ? ['It is empty'] : lines);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(place, { recursive: true, force: true, maxRetries: 5 });
    }
    catch (error) {
        printer.annotate({
            level: 'warning',
            message: `The evidence service was not cleaned up: ${error instanceof Error ? error.message : String(error)}`,
        });
    }
    printer.finish();
}
async function stop(place, service) {
    (0,_pulse_js__WEBPACK_IMPORTED_MODULE_5__/* .signalTo */ .q)(place, service, 'SIGTERM');
    const until = Date.now() + patience;
    while ((0,_pulse_js__WEBPACK_IMPORTED_MODULE_5__/* .signalTo */ .q)(place, service, 0) && Date.now() < until)
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_2__.setTimeout)(look);
    (0,_pulse_js__WEBPACK_IMPORTED_MODULE_5__/* .signalTo */ .q)(place, service, 'SIGKILL');
}

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 552:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   q: () => (/* binding */ signalTo)
/* harmony export */ });
/* unused harmony export startPulse */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(24);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(760);


/** How often it beats, and after which silence it is dead, in milliseconds. */
const beat = 500;
const silence = 10_000;
/**
 * Shows by a file in a folder that a process is alive; the function that comes back takes that sign away. It is how another
 * process tells whether the number of this one still stands for it: when a process is gone, the system gives its number away.
 */
function startPulse(folder, pid) {
    const file = fileOf(folder, pid);
    writeFileSync(file, '');
    const timer = setInterval(() => {
        try {
            utimesSync(file, new Date(), new Date());
        }
        catch {
            // The folder is gone, and so is the need for a sign.
            clearInterval(timer);
        }
    }, beat);
    timer.unref();
    return () => {
        clearInterval(timer);
        rmSync(file, { force: true });
    };
}
/**
 * Sends a signal to the process that showed its pulse there, and only to that; 0 is none. Answers whether it is alive.
 */
function signalTo(folder, pid, signal) {
    const { mtimeMs } = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(fileOf(folder, pid), { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
    if (Date.now() - mtimeMs > silence)
        return false;
    try {
        return process.kill(pid, signal);
    }
    catch {
        return false;
    }
}
function fileOf(folder, pid) {
    return (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, `pulse-${pid}`);
}


/***/ }),

/***/ 620:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  ee: () => (/* reexport */ bytes),
  Jj: () => (/* reexport */ cut),
  YI: () => (/* reexport */ neutralize),
  E$: () => (/* reexport */ redact)
});

// UNUSED EXPORTS: contextSize, count, countAt, decodeText, didYouMean, formsOf, grouped, hideSecrets, isExactNumber, isLoopback, jsonProblem, list, listAt, longestKey, markdown, markdownLink, mayBeRounded, nearest, oneLine, otherwise, parseExact, parseNumbers, plainUrl, readPatternLine, seconds, seeThrough, stringAt, unprintable, unwrapped, valueAt, webAddress, withoutAddresses

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
/******/ var __webpack_exports__ = __nccwpck_require__(459);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
