export const id = 212;
export const ids = [212];
export const modules = {

/***/ 8212:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  strip: () => (/* binding */ strip)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: ./lib/junit/encoding.js
var encoding = __webpack_require__(6903);
// EXTERNAL MODULE: ./lib/junit/source.js
var junit_source = __webpack_require__(5623);
// EXTERNAL MODULE: ./lib/junit/frame.js
var junit_frame = __webpack_require__(6505);
;// CONCATENATED MODULE: ./lib/junit/stripper.js

const logs = new Set(['system-out', 'system-err', 'properties']);
/** What a test case holds that did not simply pass. */
const telling = new Set([
    'failure',
    'error',
    'skipped',
    'disabled',
    'ignored',
    'flakyFailure',
    'flakyError',
    'rerunFailure',
    'rerunError',
]);
/** Copies a document while its elements go by, and leaves out what it is told to; all else stays as it is, byte for byte. */
class Stripper {
    wantsText = false;
    #target;
    #options;
    #first;
    /** How many elements of logs were left out. */
    elements = 0;
    /** How many test cases were left out. */
    cases = 0;
    /** Depth inside of the element that is left out. */
    #cut = 0;
    #wasCut = false;
    /** Place of the tag in the piece to come where leaving out begins; -1 if none. */
    #cutAt = -1;
    /** Depth inside of test cases. */
    #depth = 0;
    #caseAt = -1;
    /** How much of the target stays if the test case that is open goes. */
    #caseTarget = 0;
    #caseEnds = false;
    #isTelling = false;
    /** `first` may change the document's first piece: its declaration, if it has one. */
    constructor(target, options, first) {
        this.#target = target;
        this.#options = options;
        this.#first = first;
    }
    open(name, attributes, offset) {
        if (this.#cut > 0) {
            this.#cut += 1;
        }
        else if (this.#options.logs === 'drop' && logs.has(name)) {
            this.#cut = 1;
            this.#cutAt = offset;
            this.elements += 1;
        }
        else if (name === 'testcase') {
            this.#depth += 1;
            if (this.#depth === 1) {
                this.#caseAt = offset;
                this.#isTelling = false;
            }
            this.#isTelling ||= (0,junit_frame/* statusIn */.em)(attributes) !== undefined;
        }
        else if (telling.has(name)) {
            this.#isTelling = true;
        }
    }
    close(name) {
        if (this.#cut > 0) {
            this.#cut -= 1;
        }
        else if (name === 'testcase') {
            this.#depth -= 1;
            this.#caseEnds = this.#depth === 0;
        }
    }
    text() { }
    note() { }
    pass(view, start, end, place) {
        const target = this.#target;
        if (this.#cutAt >= 0) {
            target.write(view, start, start + this.#cutAt - place);
        }
        else if (this.#caseAt >= 0) {
            const tag = start + this.#caseAt - place;
            target.write(view, start, tag);
            this.#caseTarget = target.contentEnd;
            target.write(view, tag, end);
        }
        else if (place === 0) {
            const first = this.#first(view.subarray(start, end));
            target.write(first, 0, first.length);
        }
        else if (!this.#wasCut) {
            target.write(view, start, end);
        }
        if (this.#caseEnds && !this.#isTelling && this.#options.passed === 'drop') {
            target.rewind(this.#caseTarget);
            this.cases += 1;
        }
        this.#wasCut = this.#cut > 0;
        this.#cutAt = -1;
        this.#caseAt = -1;
        this.#caseEnds = false;
    }
}

// EXTERNAL MODULE: ./lib/junit/bytes.js
var bytes = __webpack_require__(5947);
;// CONCATENATED MODULE: ./lib/junit/target.js


const largestBuffer = 64 * 1024;
/** A piece of a file being written, of which the end can be taken back: what comes later decides whether a test case stays. */
class Target {
    #descriptor;
    #buffer;
    /** Where the bytes in the file that count end; what lies behind them is written over. */
    #flushed;
    #used = 0;
    /** Writes from the place `start` of a file on. `expected` is about how many bytes will come. */
    constructor(descriptor, start, expected = largestBuffer) {
        this.#descriptor = descriptor;
        this.#flushed = start;
        this.#buffer = Buffer.allocUnsafeSlow(Math.min(largestBuffer, expected));
    }
    write(from, start, end) {
        if (this.#used + end - start > this.#buffer.length)
            this.#flush();
        if (end - start > this.#buffer.length)
            this.#put(from, start, end);
        else
            this.#used += from.copy(this.#buffer, this.#used, start, end);
    }
    /** The place behind the last byte that is no white space, as far back as is still in memory. */
    get contentEnd() {
        let end = this.#used;
        while (end > 0 && (0,bytes/* isSpace */.xC)(this.#buffer[end - 1]))
            end -= 1;
        return this.#flushed + end;
    }
    /** Takes back everything from a place on. */
    rewind(place) {
        this.#used = Math.max(0, place - this.#flushed);
        this.#flushed = Math.min(this.#flushed, place);
    }
    /** Writes what is left, and returns the place behind it: what the file holds from there on is not of it. */
    finish() {
        this.#flush();
        return this.#flushed;
    }
    #flush() {
        this.#put(this.#buffer, 0, this.#used);
        this.#used = 0;
    }
    #put(from, start, end) {
        for (let at = start; at < end;) {
            const count = (0,external_node_fs_.writeSync)(this.#descriptor, from, at, end - at, this.#flushed);
            at += count;
            this.#flushed += count;
        }
    }
}

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./lib/junit/attributes.js
var attributes = __webpack_require__(2795);
// EXTERNAL MODULE: ./lib/junit/tag.js
var tag = __webpack_require__(9576);
// EXTERNAL MODULE: ./lib/junit/tokenizer.js + 1 modules
var tokenizer = __webpack_require__(8978);
// EXTERNAL MODULE: ./lib/junit/xml.js
var xml = __webpack_require__(2753);
;// CONCATENATED MODULE: ./lib/junit/walk.js







const usualSize = 256 * 1024;
const largestSize = 16 * 1024 * 1024;
const burst = 32 * 1024 * 1024;
/**
 * Reads a document to its end, in constant memory, and hands each of its bytes on once. Resolves to the SHA-256 of the
 * bytes as they lie on disk; throws `XmlFault` where the document is not well formed.
 */
async function walk(reader, walker) {
    const source = new junit_source/* Source */.kL(reader);
    const steps = new Steps(walker);
    // Thousands of small files must not each leave a large buffer behind.
    let buffer = Buffer.allocUnsafeSlow(Math.min(usualSize, reader.size + 1024));
    let kept = 0;
    for (let pause = burst;;) {
        const count = source.fill(buffer, kept);
        const end = kept + count;
        const done = steps.take(buffer.subarray(0, end), count === 0);
        if (count === 0)
            return source.sha256();
        buffer.copyWithin(0, done, end);
        kept = end - done;
        if (kept > buffer.length / 2)
            buffer = larger(buffer, kept);
        if (source.bytes < pause)
            continue;
        pause += burst;
        await (0,promises_.setImmediate)();
    }
}
function larger(buffer, kept) {
    if (buffer.length >= largestSize)
        throw new xml/* XmlFault */.k(`a tag is longer than ${largestSize / 2} bytes`, 0);
    const copy = Buffer.allocUnsafeSlow(buffer.length * 2);
    buffer.copy(copy, 0, 0, kept);
    return copy;
}
/**
 * Feeds the tokenizer up to one `>` at a time. It tells where a tag begins but not where it ends; so fed, no two tags
 * end in one call, and what it has read by then ends with the tag.
 */
class Steps {
    #walker;
    #tokenizer;
    #attributes = new attributes/* Attributes */.e();
    #place = 0;
    constructor(walker) {
        this.#walker = walker;
        this.#tokenizer = new tokenizer/* Tokenizer */._(walker);
    }
    /** Returns how many bytes of `view` it is done with. */
    take(view, last) {
        let at = 0;
        for (let from = 0;;) {
            // Where no `<` comes before it, a `>` ends no tag: logs are full of such.
            const begin = view.indexOf(bytes/* lessThan */.Xe, at);
            const found = begin < 0 ? -1 : view.indexOf(bytes/* greaterThan */.MM, Math.max(begin, from));
            const stop = found < 0 ? view.length : found + 1;
            const done = this.#tokenizer.scan(view.subarray(at, stop), last && stop === view.length);
            if (done > 0)
                this.#walker.pass(view, at, at + done, this.#place);
            this.#place += done;
            at += done;
            if (found < 0 || (stop === view.length && last))
                return at;
            from = at === stop ? stop : Math.max(stop, this.#tagEnd(view, at));
            if (from === view.length && at === from)
                return at;
        }
    }
    /** Where the start tag at `at` ends whose attributes hold a `>`; without this, it would be read again for each of them. */
    #tagEnd(view, at) {
        if (view[at] !== bytes/* lessThan */.Xe || bytes/* startsName */.tV[view[at + 1] ?? 0] === 0)
            return at;
        let nameEnd = at + 1;
        while (nameEnd < view.length && bytes/* endsName */.Ar[view[nameEnd] ?? 0] === 0)
            nameEnd += 1;
        const close = (0,tag/* readAttributes */.wb)(view, nameEnd, this.#attributes);
        return close === tag/* more */.OS ? view.length : close;
    }
}

;// CONCATENATED MODULE: ./lib/junit/strip.js







/**
 * Writes a JUnit file anew without its logs, or without its passed test cases, in one pass and constant memory: into the
 * file `to` from the place `start` on, of which what lies behind does not count. What stays is byte for byte as it was, but
 * that other encodings become UTF-8. Throws what the file system throws.
 */
async function strip(path, to, start, options) {
    const from = (0,external_node_fs_.openSync)(path, 'r');
    try {
        const reader = (0,junit_source/* readerOf */.TC)(from);
        const target = new Target(to, start, reader.size);
        const stripper = new Stripper(target, options, isUtf8(from) ? (piece) => piece : declareUtf8);
        const sha256 = await walk(reader, stripper);
        return { kind: 'stripped', bytes: target.finish() - start, sha256, elements: stripper.elements, cases: stripper.cases };
    }
    catch (error) {
        if (error instanceof xml/* XmlFault */.k)
            return { kind: 'broken', why: error.message };
        throw error;
    }
    finally {
        (0,external_node_fs_.closeSync)(from);
    }
}
function isUtf8(descriptor) {
    const head = Buffer.alloc(1024);
    return (0,encoding/* sniffEncoding */.O)(head.subarray(0, (0,external_node_fs_.readSync)(descriptor, head, 0, head.length, 0)))?.label === 'utf-8';
}
/** The declaration of a document that was in another encoding. */
function declareUtf8(piece) {
    const text = piece.toString('utf8');
    return /^\s*<\?xml\s/.test(text) ? Buffer.from(text.replace(/(\sencoding\s*=\s*)(["'])[^"']*\2/, '$1$2UTF-8$2')) : piece;
}


/***/ })

};
