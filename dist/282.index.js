export const id = 282;
export const ids = [282];
export const modules = {

/***/ 1282:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   getOctokit: () => (/* reexport safe */ _actions_github__WEBPACK_IMPORTED_MODULE_0__.Q),
/* harmony export */   retry: () => (/* reexport safe */ _octokit_plugin_retry__WEBPACK_IMPORTED_MODULE_1__.L),
/* harmony export */   throttling: () => (/* reexport safe */ _octokit_plugin_throttling__WEBPACK_IMPORTED_MODULE_2__.A)
/* harmony export */ });
/* harmony import */ var _actions_github__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1758);
/* harmony import */ var _octokit_plugin_retry__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9735);
/* harmony import */ var _octokit_plugin_throttling__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6856);
// What asking GitHub takes, in one module: it is loaded only when GitHub is asked, and then as one chunk of the bundle.





/***/ })

};
