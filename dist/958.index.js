export const id = 958;
export const ids = [958,447,753];
export const modules = {

/***/ 1753:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  mask: () => (/* binding */ mask)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./lib/junit/strip/copy-file.js
var copy_file = __webpack_require__(8447);
// EXTERNAL MODULE: ./lib/xml/doctype.js
var doctype = __webpack_require__(323);
// EXTERNAL MODULE: ./lib/xml/entities.js
var entities = __webpack_require__(9686);
// EXTERNAL MODULE: ./lib/xml/bytes.js
var bytes = __webpack_require__(3218);
// EXTERNAL MODULE: ./lib/xml/references.js
var references = __webpack_require__(7379);
;// CONCATENATED MODULE: ./lib/xml/characters.js


/** More bytes than any reference or character takes, and than a `<![CDATA[`. */
const lookahead = 80;
/** The reference that begins at an `&`, and how many bytes it has: what it means, or the `&` itself where it is none. */
function referenceAt(view, at, end) {
    const semicolon = view.subarray(at, Math.min(end, at + lookahead)).indexOf(0x3b);
    if (semicolon < 0)
        return ['&', 1];
    const written = view.toString('latin1', at, at + semicolon + 1).replace(/^&#(x?)0+(?=[0-9A-Fa-f])/i, '&#$1');
    const meant = (0,references/* resolveReferences */.d)(written);
    return meant === written ? ['&', 1] : [meant, semicolon + 1];
}
/** The character of UTF-8 at a place, and how many bytes it has. */
function characterAt(view, at, end) {
    const byte = view[at] ?? 0;
    if (byte < 0xc2)
        return [String.fromCharCode(byte < 0x80 ? byte : 0xfffd), 1];
    const length = Math.min(byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2, end - at);
    const meant = view.toString('utf8', at, at + length);
    // Not UTF-8: each byte by itself.
    return Buffer.byteLength(meant) === length && !meant.includes('\ufffd') ? [meant, length] : ['\ufffd', 1];
}
/** Whether a character takes no room where it is shown. An escape character stays, for the colour that it may begin. */
function isInvisible(character) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20)
        return code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x1b;
    return ((code >= 0x7f && code <= 0x9f) ||
        code === 0xad ||
        (code >= 0x200b && code <= 0x200f) ||
        (code >= 0x202a && code <= 0x202e) ||
        (code >= 0x2060 && code <= 0x206f) ||
        code === 0xfeff);
}
/** 1 for each byte that is a character by itself, or part of one, and neither markup nor perhaps invisible. */
const isOrdinary = new Uint8Array(256).fill(1);
// Other control characters than NUL are known as such where they are searched.
for (const byte of [0x00, bytes/* lessThan */.Xe, bytes/* ampersand */.cx, bytes/* quotation */.fh, bytes/* apostrophe */.yw, 0xc2, 0xe2, 0xef])
    isOrdinary[byte] = 0;

;// CONCATENATED MODULE: ./lib/junit/secrets/element-names.js

/** A name without its prefix, in small letters. There are few in a document. */
function localName(qualified) {
    const known = localNames.get(qualified);
    if (known !== undefined)
        return known;
    const name = qualified.slice(qualified.lastIndexOf(':') + 1).toLowerCase();
    if (localNames.size < 1000 && qualified.length < 100)
        localNames.set(qualified, name);
    return name;
}
const localNames = new Map();
/** Where the name that begins at `start` ends in the view. */
function nameEnd(view, start) {
    let end = start;
    while (end < view.length && bytes/* endsName */.Ar[view[end] ?? 0] === 0)
        end += 1;
    return end;
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./lib/text/find-secrets.js
var find_secrets = __webpack_require__(9688);
// EXTERNAL MODULE: ./lib/text/see-through.js
var see_through = __webpack_require__(1168);
;// CONCATENATED MODULE: ./lib/junit/secrets/search-window.js


/** Of a name of a holder so much is kept, and somewhat more. */
const longestName = 16 * 1024;
/** Searched at once. What is behind is kept until more of it is known. */
const enough = 256 * 1024;
const overlap = find_secrets/* longestKey */.CS + 1024;
/** Other secrets than these are no longer than a key. */
const inBounds = (secret) => secret.length < find_secrets/* longestKey */.CS;
/** Equal secrets get equal masks, so that names that differ by a secret still do; nobody can tell the secret from it. */
const maskKey = (0,external_node_crypto_.randomBytes)(16);
/**
 * A piece of what a document says: its characters as they are meant, each a byte of UTF-8, and where in the file they are
 * written. It is searched piece by piece, in constant memory; a break is where a word cannot go on.
 */
class SearchWindow {
    #known;
    #text = '';
    /** Begin in the text, place in the file and, where one reference stands for it, its bytes there (else 0). */
    #segments = [];
    /** Begin in the text, and whose it is. */
    #holders = [];
    #context = 0;
    #isBroken = true;
    /** `known` are secrets as UTF-8, a character a byte. */
    constructor(known) {
        this.#known = known.filter(inBounds);
    }
    /** Characters that stand in the file as they are meant. */
    plain(text, place, holder) {
        this.#add(text, place, 0, holder);
    }
    /** Characters for which a reference of so many bytes stands. */
    reference(text, place, bytes, holder) {
        this.#add(text, place, bytes, holder);
    }
    break() {
        if (this.#isBroken)
            return;
        this.#add('\0', 0, 0, this.#holders.at(-1)?.holder);
        this.#isBroken = true;
    }
    #add(text, place, bytes, holder) {
        if (this.#holders.length === 0 || this.#holders.at(-1)?.holder !== holder)
            this.#holders.push({ at: this.#text.length, holder });
        this.#segments.push(this.#text.length, place, bytes);
        this.#text += text;
        this.#isBroken = false;
    }
    /** What was found since the last call. `last`: no more will come. */
    search(last) {
        const text = this.#text;
        if (!last && text.length < enough)
            return [];
        const whole = last ? text.length : text.length - overlap;
        const places = (0,see_through/* seeThrough */.Lr)(text, this.#known, this.#context, 'bytes').filter(({ start }) => start < whole);
        const finds = places.map((place) => ({ holder: this.#holderAt(place.start), masks: this.#masks(place) }));
        this.#forget(Math.max(whole, places.at(-1)?.end ?? 0));
        return finds;
    }
    /** Keeps what is not yet searched, and before it what tells whether a word begins there. */
    #forget(searched) {
        const from = Math.max(0, searched - find_secrets/* contextSize */.dQ);
        const first = this.#segmentAt(from);
        const segments = this.#segments.slice(first * 3);
        for (let at = 0; at < segments.length; at += 3)
            segments[at] = (segments[at] ?? 0) - from;
        // The first begins where the text does.
        const cut = -(segments[0] ?? 0);
        if (cut > 0) {
            segments[0] = 0;
            if (segments[2] === 0)
                segments[1] = (segments[1] ?? 0) + cut;
        }
        const holder = this.#holderAt(from);
        this.#holders = [{ at: 0, holder }, ...this.#holders.filter(({ at }) => at > from).map((one) => ({ ...one, at: one.at - from }))];
        this.#segments = segments;
        // A copy: a part of the text would keep the whole of it.
        this.#text = Buffer.from(this.#text.slice(from), 'latin1').toString('latin1');
        this.#context = searched - from;
    }
    #masks({ start, end }) {
        const masks = [];
        const digest = (0,external_node_crypto_.createHmac)('sha256', maskKey).update(this.#text.slice(start, end), 'latin1').digest('hex').slice(0, 8);
        let written = 0;
        const sign = () => (written >= 3 && written < 3 + digest.length ? digest.charCodeAt(written - 3) : asterisk);
        for (let index = this.#segmentAt(start); index * 3 < this.#segments.length; index += 1) {
            const [at = 0, place = 0, bytes = 0] = this.#segments.slice(index * 3, index * 3 + 3);
            if (at >= end)
                break;
            const from = Math.max(at, start);
            const to = Math.min(this.#segments[(index + 1) * 3] ?? this.#text.length, end);
            const mask = Buffer.alloc(bytes === 0 ? to - from : bytes);
            for (let byte = 0; byte < mask.length; byte += 1) {
                const code = bytes === 0 ? this.#text.charCodeAt(from + byte) : 0;
                // White space is no secret, and lines stay where they are.
                mask[byte] = code === 0x20 || (code >= 0x09 && code <= 0x0d) ? code : sign();
                written += 1;
            }
            masks.push({ place: bytes === 0 ? place + from - at : place, bytes: mask });
        }
        return masks;
    }
    /** The last segment that begins at a place of the text or before it. */
    #segmentAt(place) {
        let low = 0;
        for (let high = this.#segments.length / 3; high - low > 1;) {
            const middle = (low + high) >> 1;
            if ((this.#segments[middle * 3] ?? 0) <= place)
                low = middle;
            else
                high = middle;
        }
        return low;
    }
    #holderAt(place) {
        let low = 0;
        for (let high = this.#holders.length; high - low > 1;) {
            const middle = (low + high) >> 1;
            if ((this.#holders[middle]?.at ?? 0) <= place)
                low = middle;
            else
                high = middle;
        }
        return this.#holders[low]?.holder;
    }
}
const asterisk = 0x2a;

;// CONCATENATED MODULE: ./lib/junit/secrets/markup.js



const endings = { cdata: Buffer.from(']]>'), comment: Buffer.from('-->'), instruction: Buffer.from('?>') };
/** Attributes whose values decide counts. */
const deciding = new Set('tests failures errors skipped skips skip disabled ignored status result success time timestamp type line'.split(' '));
/** Neither seen nor a break. */
const unseen = '\u0001';
/**
 * Parts a document, or plain text, into what it says and the markup around it, and puts what it says into windows for
 * search. It never fails: a document that is not well formed is parted as far as it can be. Names of elements and attributes
 * are markup.
 */
class Markup {
    #windows;
    #state;
    #quote = 0;
    #element = '';
    #attribute = '';
    #isEnd = false;
    #isEmpty = false;
    #doctype = new doctype/* Doctype */.f(new entities/* Entities */.W());
    #suite;
    #holder;
    /** What came before the place that is scanned cannot go on without more bytes. */
    #isShort = false;
    constructor(windows, kind) {
        this.#windows = windows;
        this.#state = kind === 'markup' ? 'text' : 'plain';
    }
    /** Returns how many bytes of `view` it is done with; all of them when `last`. `base` is their place in the file. */
    scan(view, base, last) {
        this.#isShort = false;
        let at = 0;
        while (at < view.length && !this.#isShort)
            at = this.#step(view, at, base, last);
        return at;
    }
    #step(view, at, base, last) {
        switch (this.#state) {
            case 'plain':
                return this.#characters(view, at, view.length, base, last, this.#windows.content, 'none');
            case 'text':
                if (view[at] === bytes/* lessThan */.Xe)
                    return this.#begin(view, at, last);
                return this.#characters(view, at, view.length, base, last, this.#windows.content, 'text');
            case 'tag':
                return this.#tag(view, at, last);
            case 'value':
                return this.#value(view, at, base, last);
            case 'cdata':
                return this.#until('cdata', view, at, base, last, this.#windows.content);
            case 'comment':
            case 'instruction':
                return this.#until(this.#state, view, at, base, last, this.#windows.aside);
            case 'doctype': {
                const end = this.#doctype.skip(view, at, last);
                if (end > at)
                    this.#windows.aside.plain(view.toString('latin1', at, end), base + at, this.#holder);
                if (this.#doctype.isOver)
                    this.#windows.aside.break();
                if (this.#doctype.isOver || (end === at && last))
                    this.#state = 'text';
                else if (end === at)
                    return this.#short(at);
                return end;
            }
        }
    }
    #short(at) {
        this.#isShort = true;
        return at;
    }
    #begin(view, at, last) {
        if (view.length - at < lookahead && !last)
            return this.#short(at);
        if (view[at + 1] === bytes/* question */.b1) {
            this.#state = 'instruction';
            return at + 2;
        }
        if (view[at + 1] === bytes/* bang */.r8) {
            const text = view.toString('latin1', at, at + 9);
            if (text.startsWith('<!--')) {
                this.#state = 'comment';
                return at + 4;
            }
            this.#doctype = new doctype/* Doctype */.f(new entities/* Entities */.W());
            this.#state = text === '<![CDATA[' ? 'cdata' : 'doctype';
            return Math.min(at + 9, view.length);
        }
        const isEnd = view[at + 1] === bytes/* slash */.St;
        const start = at + (isEnd ? 2 : 1);
        const end = nameEnd(view, start);
        if (end === view.length && !last)
            return this.#short(at);
        this.#windows.content.break();
        this.#isEnd = isEnd;
        this.#isEmpty = false;
        this.#element = localName(view.toString('latin1', start, end));
        this.#attribute = '';
        this.#state = 'tag';
        if (!isEnd && (this.#element === 'testcase' || this.#element === 'testsuite'))
            this.#open(this.#element);
        return end;
    }
    #open(element) {
        this.#holder = { kind: element === 'testcase' ? 'case' : 'suite', name: '' };
        if (element === 'testsuite')
            this.#suite = this.#holder;
    }
    #tag(view, at, last) {
        const byte = view[at] ?? 0;
        if (byte === bytes/* greaterThan */.MM) {
            if ((this.#isEnd || this.#isEmpty) && this.#element === 'testcase')
                this.#holder = this.#suite;
            this.#state = 'text';
            return at + 1;
        }
        if (byte === bytes/* slash */.St)
            this.#isEmpty = true;
        if (byte === bytes/* quotation */.fh || byte === bytes/* apostrophe */.yw) {
            this.#quote = byte;
            this.#state = 'value';
            return at + 1;
        }
        if ((0,bytes/* isSpace */.xC)(byte) || bytes/* endsName */.Ar[byte] === 1) {
            if (byte !== bytes/* equals */.aI && byte !== bytes/* slash */.St && !(0,bytes/* isSpace */.xC)(byte))
                this.#attribute = '';
            return at + 1;
        }
        const end = nameEnd(view, at);
        if (end === view.length && !last && end - at < view.length)
            return this.#short(at);
        this.#attribute = localName(view.toString('latin1', at, end));
        return end;
    }
    #value(view, at, base, last) {
        if (view[at] !== this.#quote) {
            const window = deciding.has(this.#attribute) ? this.#windows.deciding : this.#windows.content;
            return this.#characters(view, at, view.length, base, last, window, 'value');
        }
        this.#windows.content.break();
        this.#windows.deciding.break();
        this.#state = 'tag';
        return at + 1;
    }
    #until(state, view, at, base, last, window) {
        const ending = endings[state];
        const found = view.indexOf(ending, at);
        const end = found >= 0 ? found : last ? view.length : Math.max(at, view.length - ending.length + 1);
        const to = end === at ? at : this.#characters(view, at, end, base, found >= 0 || last, window, 'none');
        if (found < 0)
            return to === at ? this.#short(at) : to;
        if (state !== 'cdata')
            window.break();
        this.#state = 'text';
        return found + ending.length;
    }
    /**
     * Puts the characters from `at` on into a window, up to `end` or to what ends them, and returns how far it came. One
     * stands for all that nobody sees. `last`: what is cut at `end` will not go on.
     */
    #characters(view, at, end, base, last, window, kind) {
        let run = at;
        let next = at;
        const put = () => {
            if (next === run)
                return;
            const text = view.toString('latin1', run, next);
            window.plain(text, base + run, this.#holder);
            this.#name(kind, text);
        };
        while (next < end) {
            while (next < end && isOrdinary[view[next] ?? 0] === 1)
                next += 1;
            if (next === end)
                break;
            const byte = view[next] ?? 0;
            if (kind === 'text' ? byte === bytes/* lessThan */.Xe : kind === 'value' && byte === this.#quote)
                break;
            const isReference = byte === bytes/* ampersand */.cx && kind !== 'none';
            if (!last && end - next < lookahead && (isReference || byte >= 0xc2)) {
                put();
                // What is short at the end of the view waits for more; the caller comes back for the rest.
                return next === at ? this.#short(next) : next;
            }
            const [meant, length] = isReference ? referenceAt(view, next, end) : characterAt(view, next, end);
            const isUnseen = isInvisible(meant);
            if (isUnseen || (isReference && length > 1)) {
                put();
                const text = isUnseen ? unseen : Buffer.from(meant).toString('latin1');
                window.reference(text, base + next, length, this.#holder);
                this.#name(kind, text);
                run = next + length;
            }
            next += length;
        }
        put();
        return next;
    }
    /** The name of the test case or suite that is open, for messages. */
    #name(kind, text) {
        if (kind === 'value' &&
            this.#attribute === 'name' &&
            this.#holder !== undefined &&
            (this.#element === 'testcase' || this.#element === 'testsuite')) {
            if (this.#holder.name.length < longestName)
                this.#holder.name += text.slice(0, longestName);
        }
    }
}

// EXTERNAL MODULE: ./lib/junit/secrets/secret-warning.js
var secret_warning = __webpack_require__(6993);
;// CONCATENATED MODULE: ./lib/junit/secrets/suspicion.js


/*
 * What a secret begins with as it is mostly written, and all that may hide one: references but for white space, markup that
 * a text goes on before or behind, control characters and such as nobody sees.
 */
const suspect = new RegExp([
    'gh[oprsu]_|github_pat_|-----BEGIN ',
    '&#(?!(?:9|10|13|x[9aAdD]);)',
    '[^\\s>]<[!?]|(?:\\]\\]|--|\\?)>(?:[^\\s<]|<[!?])',
    '[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F]|\\xC2[\\x80-\\x9F\\xAD]|\\xE2\\x80[\\x8B-\\x8F\\xAA-\\xAE]|\\xE2\\x81[\\xA0-\\xAF]|\\xEF\\xBB\\xBF',
].join('|'));
const size = 256 * 1024;
const burst = 32 * 1024 * 1024;
/** Longer than what `suspect` matches. */
const shortest = 16;
/**
 * Whether a piece of a file may hold a secret: what surely holds none, as nearly all do, need not be taken apart. `known` are
 * secrets as UTF-8, a character a byte.
 */
async function mayHoldSecrets(descriptor, start, bytes, known) {
    // Those that XML writes with references have too many forms.
    if (known.some((secret) => /[<>&"'\s]/.test(secret)))
        return true;
    const overlap = known.reduce((most, { length }) => Math.max(most, length), shortest);
    if (overlap > size / 2)
        return true;
    const buffer = Buffer.allocUnsafeSlow(Math.min(size, bytes + 1));
    let kept = 0;
    for (let read = 0, pause = burst; read < bytes;) {
        const got = (0,external_node_fs_.readSync)(descriptor, buffer, kept, Math.min(buffer.length - kept, bytes - read), start + read);
        if (got === 0)
            return false;
        // A byte order mark at the head is none of what nobody sees.
        const from = read === 0 && buffer.readUIntBE(0, Math.min(3, got)) === 0xefbbbf ? 3 : 0;
        const text = buffer.toString('latin1', from, kept + got);
        if (suspect.test(text) || known.some((secret) => text.includes(secret)))
            return true;
        read += got;
        const end = kept + got;
        kept = Math.min(overlap, end);
        buffer.copyWithin(0, end - kept, end);
        if (read < pause)
            continue;
        pause += burst;
        await (0,promises_.setImmediate)();
    }
    return false;
}

;// CONCATENATED MODULE: ./lib/junit/secrets/mask.js







const mask_size = 256 * 1024;
const mask_burst = 8 * 1024 * 1024;
const mostHolders = 20;
/** No word or number that decides counts is so long. */
const longEnough = 24;
/**
 * Overwrites the secrets in a piece of a file, byte for byte, so that all else stays where it is: a document stays well
 * formed, and counts as it did. One pass, in constant memory, whatever parts a secret: references, CDATA, comments.
 */
async function mask(descriptor, start, bytes, options) {
    const known = options.known.map((secret) => Buffer.from(secret).toString('latin1'));
    if (options.kind === 'markup' && !(await mayHoldSecrets(descriptor, start, bytes, known)))
        return { count: 0, holders: [] };
    const windows = {
        content: new SearchWindow(known),
        deciding: new SearchWindow(known.filter((secret) => secret.length >= longEnough)),
        aside: new SearchWindow(known),
    };
    const markup = new Markup(windows, options.kind);
    const holders = new Map();
    let count = 0;
    const take = (finds) => {
        for (const { holder, masks } of finds) {
            count += 1;
            if (holder !== undefined && holders.size < mostHolders) {
                const written = Buffer.from(holder.name.slice(0, longestName), 'latin1').toString('utf8');
                const named = (0,secret_warning/* holderOf */.K)(holder.kind, holder.name.length > longestName ? `${written}…` : written, options.known);
                holders.set(`${named.kind} ${named.name}`, named);
            }
            if (options.mode === 'mask')
                for (const { bytes: over, place } of masks)
                    (0,copy_file/* writeAll */.f)(descriptor, over, place);
        }
    };
    const buffer = Buffer.allocUnsafeSlow(Math.min(mask_size, bytes + 1));
    let kept = 0;
    for (let read = 0, pause = mask_burst;;) {
        const got = (0,external_node_fs_.readSync)(descriptor, buffer, kept, Math.min(buffer.length - kept, bytes - read), start + read);
        read += got;
        const end = kept + got;
        // A buffer that is full without an end in sight holds no document: it is taken as it is.
        const last = got === 0;
        const done = markup.scan(buffer.subarray(0, end), start + read - end, last);
        for (const window of Object.values(windows))
            take(window.search(last));
        if (last && (read === bytes || end < buffer.length))
            return { count, holders: [...holders.values()] };
        buffer.copyWithin(0, done, end);
        kept = end - done;
        if (read < pause)
            continue;
        pause += mask_burst;
        await (0,promises_.setImmediate)();
    }
}


/***/ }),

/***/ 8447:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   copyFile: () => (/* binding */ copyFile),
/* harmony export */   f: () => (/* binding */ writeAll),
/* harmony export */   headOf: () => (/* binding */ headOf)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8500);
/* harmony import */ var _xml_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4420);




const size = 256 * 1024;
const burst = 32 * 1024 * 1024;
/** Copies a file as it is now, into the file `to` from a place on; with `to` left out it is only read. */
async function copyFile(path, to, start = 0) {
    const from = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.openSync)(path, 'r');
    try {
        const reader = (0,_xml_index_js__WEBPACK_IMPORTED_MODULE_3__/* .readerOf */ .TC)(from);
        const buffer = Buffer.allocUnsafeSlow(Math.min(size, Math.max(1, reader.size)));
        const sum = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256');
        let head = Buffer.alloc(0);
        let bytes = 0;
        for (let count = reader.read(buffer, 0), pause = burst; count > 0; count = reader.read(buffer, 0)) {
            if (bytes === 0)
                head = Buffer.from(buffer.subarray(0, Math.min(count, headSize)));
            sum.update(buffer.subarray(0, count));
            if (to !== undefined)
                writeAll(to, buffer.subarray(0, count), start + bytes);
            bytes += count;
            if (bytes < pause)
                continue;
            pause += burst;
            await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_2__.setImmediate)();
        }
        return { bytes, sha256: sum.digest('hex'), head };
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.closeSync)(from);
    }
}
/** Writes all of some bytes at a place of a file. */
function writeAll(descriptor, bytes, place) {
    for (let at = 0; at < bytes.length;)
        at += (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeSync)(descriptor, bytes, at, bytes.length - at, place + at);
}
/** The first bytes of a file. */
function headOf(path) {
    const from = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.openSync)(path, 'r');
    try {
        const head = Buffer.alloc(headSize);
        return head.subarray(0, (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readSync)(from, head, 0, headSize, 0));
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.closeSync)(from);
    }
}
const headSize = 8 * 1024;


/***/ }),

/***/ 7958:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  take: () => (/* binding */ take)
});

// EXTERNAL MODULE: ./lib/junit/strip/copy-file.js
var copy_file = __webpack_require__(8447);
// EXTERNAL MODULE: ./lib/xml/encoding.js
var encoding = __webpack_require__(1368);
// EXTERNAL MODULE: ./lib/junit/secrets/mask.js + 5 modules
var mask = __webpack_require__(1753);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: ./lib/xml/source.js
var xml_source = __webpack_require__(4420);
// EXTERNAL MODULE: ./lib/xml/window.js
var xml_window = __webpack_require__(8641);
// EXTERNAL MODULE: ./lib/xml/attributes.js
var attributes = __webpack_require__(2636);
// EXTERNAL MODULE: ./lib/xml/bytes.js
var bytes = __webpack_require__(3218);
// EXTERNAL MODULE: ./lib/xml/tag.js
var tag = __webpack_require__(4181);
// EXTERNAL MODULE: ./lib/xml/tokenizer.js + 1 modules
var tokenizer = __webpack_require__(2116);
;// CONCATENATED MODULE: ./lib/xml/tag-steps.js




/**
 * Hands each byte of a document on once. It feeds the tokenizer up to one `>` at a time: that tells where a tag begins but
 * not where it ends; so fed, no two tags end in one call, and what it has read by then ends with the tag.
 */
class TagSteps {
    #events;
    #tokenizer;
    #attributes = new attributes/* Attributes */.eS();
    #place = 0;
    /** No value is cut: every byte is to be handed on. */
    openValue = -1;
    constructor(events) {
        this.#events = events;
        this.#tokenizer = new tokenizer/* Tokenizer */._(events);
    }
    get place() {
        return this.#place;
    }
    dropped() { }
    scan(view, last) {
        let at = 0;
        for (let from = 0;;) {
            // Where no `<` comes before it, a `>` ends no tag: logs are full of such.
            const begin = view.indexOf(bytes/* lessThan */.Xe, at);
            const found = begin < 0 ? -1 : view.indexOf(bytes/* greaterThan */.MM, Math.max(begin, from));
            const stop = found < 0 ? view.length : found + 1;
            const done = this.#tokenizer.scan(view.subarray(at, stop), last && stop === view.length);
            if (done > 0)
                this.#events.pass(view, at, at + done, this.#place);
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

// EXTERNAL MODULE: ./lib/xml/events.js
var events = __webpack_require__(5164);
// EXTERNAL MODULE: ./lib/junit/count/outcome.js
var outcome = __webpack_require__(5500);
;// CONCATENATED MODULE: ./lib/junit/strip/stripper.js

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
            this.#isTelling ||= (0,outcome/* statusIn */.em)(attributes) !== undefined;
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

;// CONCATENATED MODULE: ./lib/junit/strip/target.js


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

;// CONCATENATED MODULE: ./lib/junit/strip/strip.js




/**
 * Writes a JUnit file anew without its logs, or without its passed test cases, in one pass and constant memory: into the
 * file `to` from the place `start` on, of which what lies behind does not count. What stays is byte for byte as it was, but
 * that other encodings become UTF-8. Throws what the file system throws.
 */
async function strip(path, to, start, options) {
    const from = (0,external_node_fs_.openSync)(path, 'r');
    try {
        const reader = (0,xml_source/* readerOf */.TC)(from);
        const target = new Target(to, start, reader.size);
        const stripper = new Stripper(target, options, isUtf8(from) ? (piece) => piece : declareUtf8);
        const source = new xml_source/* Source */.kL(reader);
        await new xml_window/* Window */.p(reader.size).read(source, new TagSteps(stripper));
        return {
            kind: 'stripped',
            bytes: target.finish() - start,
            sha256: source.sha256(),
            elements: stripper.elements,
            cases: stripper.cases,
        };
    }
    catch (error) {
        if (error instanceof events/* XmlFault */.k)
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

;// CONCATENATED MODULE: ./lib/junit/strip/take.js




const whole = { logs: 'keep', passed: 'keep' };
/**
 * Writes a JUnit file that was counted into the file `to`, from the place `start` on: the bytes that were counted or nothing,
 * without what `options` leave out, and with its secrets masked. `file` is what is known since it was counted.
 */
async function take(file, to, start, options, known) {
    try {
        return await takeAs(file, to, start, options, known);
    }
    catch (error) {
        // What fails about the file itself; that nothing can be written is another matter.
        if (!isOf(file.path, error))
            throw error;
        return { kind: 'changed', why: `it could no longer be read after it was counted (${error.code ?? error.message})` };
    }
}
async function takeAs({ path, sha256 }, to, start, options, known) {
    const maskAll = (bytes) => (0,mask.mask)(to, start, bytes, { known, kind: 'markup', mode: 'mask' });
    if (options.logs === 'drop' || options.passed === 'drop') {
        const stripped = await strip(path, to, start, options);
        if (stripped.kind === 'broken')
            return brokenOrChanged(path, sha256, stripped);
        if (stripped.sha256 !== sha256)
            return changed;
        return { ...stripped, kind: 'taken', masked: await maskAll(stripped.bytes) };
    }
    const copied = await (0,copy_file.copyFile)(path, to, start);
    if (copied.sha256 !== sha256)
        return changed;
    const all = { kind: 'taken', elements: 0, cases: 0 };
    if ((0,encoding/* sniffEncoding */.O)(copied.head)?.label === 'utf-8')
        return { ...all, bytes: copied.bytes, masked: await maskAll(copied.bytes) };
    // Secrets are looked for in UTF-8; without any the file goes as it is.
    const decoded = await strip(path, to, start, whole);
    if (decoded.kind === 'broken')
        return brokenOrChanged(path, sha256, decoded);
    const masked = await maskAll(decoded.bytes);
    if (masked.count > 0)
        return decoded.sha256 === sha256 ? { ...all, bytes: decoded.bytes, masked } : changed;
    const again = await (0,copy_file.copyFile)(path, to, start);
    return again.sha256 === sha256 ? { ...all, bytes: again.bytes, masked } : changed;
}
const changed = { kind: 'changed', why: 'it was written again after it was counted' };
async function brokenOrChanged(path, sha256, { why }) {
    return (await (0,copy_file.copyFile)(path, undefined)).sha256 === sha256 ? { kind: 'broken', why } : changed;
}
function isOf(path, error) {
    return error instanceof Error && 'syscall' in error && 'path' in error && error.path === path;
}


/***/ })

};
