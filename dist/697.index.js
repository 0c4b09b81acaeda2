export const id = 697;
export const ids = [697];
export const modules = {

/***/ 8697:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   readZipEntry: () => (/* binding */ readZipEntry)
/* harmony export */ });
/* harmony import */ var node_zlib__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8522);

/** Where the numbers stand in the records of a ZIP file (PKWARE APPNOTE 6.3, 4.3). */
const end = { mark: 0x06054b50, size: 22, longestComment: 0xffff };
const central = { mark: 0x02014b50, size: 46 };
const local = { mark: 0x04034b50, size: 30 };
/**
 * A file within a ZIP file that is held in memory, of at most so many bytes; `undefined` where there is none of that name.
 * The directory is held against the entries: an entry that is longer or other than it should be is a fault.
 */
function readZipEntry(zip, name, most) {
    try {
        const entry = findEntry(zip, name);
        return entry === undefined ? undefined : contentsOf(zip, entry, most);
    }
    catch (error) {
        return { fault: error instanceof Error ? error.message : String(error) };
    }
}
/** Where an entry stands in the directory at the end. */
function findEntry(zip, name) {
    const last = lastMark(zip);
    let at = zip.readUInt32LE(last + 16);
    for (let left = zip.readUInt16LE(last + 10); left > 0; left -= 1) {
        if (zip.readUInt32LE(at) !== central.mark)
            throw new Error('its directory is broken');
        const length = zip.readUInt16LE(at + 28);
        if (zip.toString('utf8', at + central.size, at + central.size + length) === name)
            return at;
        at += central.size + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
    return undefined;
}
function lastMark(zip) {
    for (let at = zip.length - end.size; at >= Math.max(0, zip.length - end.size - end.longestComment); at -= 1)
        if (zip.readUInt32LE(at) === end.mark)
            return at;
    throw new Error('it is no ZIP file');
}
function contentsOf(zip, at, most) {
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
    const [crc, packed, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const start = zip.readUInt32LE(at + 42);
    if ((flags & 1) !== 0 || (method !== 0 && method !== 8))
        throw new Error('the entry is packed in a way that is not read');
    if (size > most)
        throw new Error('the entry is too large');
    if (zip.readUInt32LE(start) !== local.mark)
        throw new Error('the entry is not where its directory says');
    const from = start + local.size + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const bytes = zip.subarray(from, from + packed);
    const contents = method === 0 ? bytes : (0,node_zlib__WEBPACK_IMPORTED_MODULE_0__.inflateRawSync)(bytes, { maxOutputLength: Math.max(1, size) });
    if (contents.length !== size || (0,node_zlib__WEBPACK_IMPORTED_MODULE_0__.crc32)(contents) !== crc)
        throw new Error('the entry is not what its directory says');
    return contents;
}


/***/ })

};
