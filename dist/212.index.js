export const id = 212;

export const ids = [ 212 ];

export const modules = {
 8212: (__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, {
   strip: () => strip
  });
  var external_node_fs_ = __webpack_require__(3024);
  var encoding = __webpack_require__(6903);
  var junit_source = __webpack_require__(5623);
  var junit_frame = __webpack_require__(6505);
  const logs = new Set([ "system-out", "system-err", "properties" ]);
  const telling = new Set([ "failure", "error", "skipped", "disabled", "ignored", "flakyFailure", "flakyError", "rerunFailure", "rerunError" ]);
  class Stripper {
   wantsText=false;
   #target;
   #options;
   #first;
   elements=0;
   cases=0;
   #cut=0;
   #wasCut=false;
   #cutAt=-1;
   #depth=0;
   #caseAt=-1;
   #caseTarget=0;
   #caseEnds=false;
   #isTelling=false;
   constructor(target, options, first) {
    this.#target = target;
    this.#options = options;
    this.#first = first;
   }
   open(name, attributes, offset) {
    if (this.#cut > 0) {
     this.#cut += 1;
    } else if (this.#options.logs === "drop" && logs.has(name)) {
     this.#cut = 1;
     this.#cutAt = offset;
     this.elements += 1;
    } else if (name === "testcase") {
     this.#depth += 1;
     if (this.#depth === 1) {
      this.#caseAt = offset;
      this.#isTelling = false;
     }
     this.#isTelling ||= (0, junit_frame.em)(attributes) !== undefined;
    } else if (telling.has(name)) {
     this.#isTelling = true;
    }
   }
   close(name) {
    if (this.#cut > 0) {
     this.#cut -= 1;
    } else if (name === "testcase") {
     this.#depth -= 1;
     this.#caseEnds = this.#depth === 0;
    }
   }
   text() {}
   note() {}
   pass(view, start, end, place) {
    const target = this.#target;
    if (this.#cutAt >= 0) {
     target.write(view, start, start + this.#cutAt - place);
    } else if (this.#caseAt >= 0) {
     const tag = start + this.#caseAt - place;
     target.write(view, start, tag);
     this.#caseTarget = target.contentEnd;
     target.write(view, tag, end);
    } else if (place === 0) {
     const first = this.#first(view.subarray(start, end));
     target.write(first, 0, first.length);
    } else if (!this.#wasCut) {
     target.write(view, start, end);
    }
    if (this.#caseEnds && !this.#isTelling && this.#options.passed === "drop") {
     target.rewind(this.#caseTarget);
     this.cases += 1;
    }
    this.#wasCut = this.#cut > 0;
    this.#cutAt = -1;
    this.#caseAt = -1;
    this.#caseEnds = false;
   }
  }
  var bytes = __webpack_require__(5947);
  class Target {
   #descriptor;
   #buffer=Buffer.allocUnsafeSlow(64 * 1024);
   #flushed=0;
   #used=0;
   constructor(descriptor) {
    this.#descriptor = descriptor;
   }
   write(from, start, end) {
    if (this.#used + end - start > this.#buffer.length) this.#flush();
    if (end - start > this.#buffer.length) this.#put(from, start, end); else this.#used += from.copy(this.#buffer, this.#used, start, end);
   }
   get contentEnd() {
    let end = this.#used;
    while (end > 0 && (0, bytes.xC)(this.#buffer[end - 1])) end -= 1;
    return this.#flushed + end;
   }
   rewind(place) {
    this.#used = Math.max(0, place - this.#flushed);
    this.#flushed = Math.min(this.#flushed, place);
   }
   finish() {
    this.#flush();
    (0, external_node_fs_.ftruncateSync)(this.#descriptor, this.#flushed);
    return this.#flushed;
   }
   #flush() {
    this.#put(this.#buffer, 0, this.#used);
    this.#used = 0;
   }
   #put(from, start, end) {
    for (let at = start; at < end; ) {
     const count = (0, external_node_fs_.writeSync)(this.#descriptor, from, at, end - at, this.#flushed);
     at += count;
     this.#flushed += count;
    }
   }
  }
  var promises_ = __webpack_require__(8500);
  var attributes = __webpack_require__(2795);
  var tag = __webpack_require__(9576);
  var tokenizer = __webpack_require__(8978);
  var xml = __webpack_require__(2753);
  const usualSize = 256 * 1024;
  const largestSize = 16 * 1024 * 1024;
  const burst = 32 * 1024 * 1024;
  async function walk(reader, walker) {
   const source = new junit_source.kL(reader);
   const steps = new Steps(walker);
   let buffer = Buffer.allocUnsafeSlow(usualSize);
   let kept = 0;
   for (let pause = burst; ;) {
    const count = source.fill(buffer, kept);
    const end = kept + count;
    const done = steps.take(buffer.subarray(0, end), count === 0);
    if (count === 0) return source.sha256();
    buffer.copyWithin(0, done, end);
    kept = end - done;
    if (kept > buffer.length / 2) buffer = larger(buffer, kept);
    if (source.bytes < pause) continue;
    pause += burst;
    await (0, promises_.setImmediate)();
   }
  }
  function larger(buffer, kept) {
   if (buffer.length >= largestSize) throw new xml.k(`a tag is longer than ${largestSize / 2} bytes`, 0);
   const copy = Buffer.allocUnsafeSlow(buffer.length * 2);
   buffer.copy(copy, 0, 0, kept);
   return copy;
  }
  class Steps {
   #walker;
   #tokenizer;
   #attributes=new attributes.e;
   #place=0;
   constructor(walker) {
    this.#walker = walker;
    this.#tokenizer = new tokenizer._(walker);
   }
   take(view, last) {
    let at = 0;
    for (let from = 0; ;) {
     const begin = view.indexOf(bytes.Xe, at);
     const found = begin < 0 ? -1 : view.indexOf(bytes.MM, Math.max(begin, from));
     const stop = found < 0 ? view.length : found + 1;
     const done = this.#tokenizer.scan(view.subarray(at, stop), last && stop === view.length);
     if (done > 0) this.#walker.pass(view, at, at + done, this.#place);
     this.#place += done;
     at += done;
     if (found < 0 || stop === view.length && last) return at;
     from = at === stop ? stop : Math.max(stop, this.#tagEnd(view, at));
     if (from === view.length && at === from) return at;
    }
   }
   #tagEnd(view, at) {
    if (view[at] !== bytes.Xe || bytes.tV[view[at + 1] ?? 0] === 0) return at;
    let nameEnd = at + 1;
    while (nameEnd < view.length && bytes.Ar[view[nameEnd] ?? 0] === 0) nameEnd += 1;
    const close = (0, tag.wb)(view, nameEnd, this.#attributes);
    return close === tag.OS ? view.length : close;
   }
  }
  async function strip(path, target, options) {
   const from = (0, external_node_fs_.openSync)(path, "r");
   try {
    const to = (0, external_node_fs_.openSync)(target, "wx", 384);
    try {
     const output = new Target(to);
     const stripper = new Stripper(output, options, isUtf8(from) ? piece => piece : declareUtf8);
     const sha256 = await walk((0, junit_source.TC)(from), stripper);
     return {
      kind: "stripped",
      bytes: output.finish(),
      sha256: sha256,
      elements: stripper.elements,
      cases: stripper.cases
     };
    } finally {
     (0, external_node_fs_.closeSync)(to);
    }
   } catch (error) {
    if (error instanceof xml.k) return {
     kind: "broken",
     why: error.message
    };
    throw error;
   } finally {
    (0, external_node_fs_.closeSync)(from);
   }
  }
  function isUtf8(descriptor) {
   const head = Buffer.alloc(1024);
   return (0, encoding.O)(head.subarray(0, (0, external_node_fs_.readSync)(descriptor, head, 0, head.length, 0)))?.label === "utf-8";
  }
  function declareUtf8(piece) {
   const text = piece.toString("utf8");
   return /^\s*<\?xml\s/.test(text) ? Buffer.from(text.replace(/(\sencoding\s*=\s*)(["'])[^"']*\2/, "$1$2UTF-8$2")) : piece;
  }
 }
};
