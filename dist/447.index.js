export const id = 447;
export const ids = [447];
export const modules = {

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


/***/ })

};
