export const id = 205;

export const ids = [ 205 ];

export const modules = {
 9205: (__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.r(__webpack_exports__);
  __webpack_require__.d(__webpack_exports__, {
   placeFinder: () => placeFinder
  });
  var external_node_path_ = __webpack_require__(6760);
  const longestLine = 1e3;
  function framesIn(message) {
   const frames = message.split("\n").flatMap(line => frameIn(line.slice(0, longestLine)) ?? []);
   return frames.some(({path: path}) => path.endsWith(".py")) ? frames.toReversed() : frames;
  }
  function frameIn(text) {
   const jvm = jvmFrame.exec(text);
   if (jvm !== null) return stack_frame(`${packageOf(jvm[1] ?? "")}${jvm[2] ?? ""}`, jvm[3]);
   for (const form of stack_forms) {
    const found = form.exec(text);
    if (found !== null) return stack_frame(plainPath(found[1] ?? ""), found[2]);
   }
   return undefined;
  }
  function stack_frame(path, line) {
   const number = Number(line);
   return path === "" || number === 0 ? undefined : {
    path: path,
    line: number
   };
  }
  const jvmFrame = /(?:^|\s)(?:at )?(?:[\w.$@-]*\/)*([\w$.]+)\.[\w$<>]+\(([\w$-]+\.(?:java|kt|kts|scala|groovy|clj)):(\d{1,7})\)/;
  function packageOf(className) {
   const parts = className.split(".").slice(0, -1);
   return parts.map(part => `${part}/`).join("");
  }
  const stack_forms = [ /\bFile "([^"]+)", line (\d{1,7})/, /\bin ((?:[A-Za-z]:)?[^:*?"<>|]+):line (\d{1,7})/, /\bin ((?:[A-Za-z]:)?[^:*?"<>|]+) on line (\d{1,7})/, /\(((?:file:\/\/)?[^()]+):(\d{1,7}):\d{1,7}\)/, /(?:^|[\s(@"'`])((?:[a-z][a-z-]{1,20}:\/\/[^\s/:]*(?::\d+)?\/|[A-Za-z]:(?=[\\/]))?[^\s():"'`<>|*]+\.[A-Za-z]\w{0,9}(?:\?[^\s:()]*)?):(\d{1,7})(?!\d)/, /(?:^|\s)((?:[A-Za-z]:(?=[\\/]))?[^\s():"'`<>|*]+\.[A-Za-z]\w{0,9})\((\d{1,7})\)/ ];
  function plainPath(written) {
   const url = /^[a-z][a-z-]*:\/\/([^\s/]*)(\/.*)$/.exec(written);
   if (url === null) return written;
   const [, host = "", rest = ""] = url;
   const path = rest.replace(/\?.*$/, "");
   const isLocal = written.startsWith("file:") && host === "";
   try {
    return decodeURIComponent(isLocal ? path.replace(/^\/(?=[A-Za-z]:)/, "") : path.slice(1));
   } catch {
    return "";
   }
  }
  function placeFinder(checkout) {
   const resolver = pathResolver(checkout);
   return test => {
    const resolve = path => resolver(path, test.source);
    const frames = framesIn(test.message);
    const [named] = test.file === undefined ? [] : [ ...framesIn(test.file), {
     path: test.file,
     line: undefined
    } ];
    const file = named === undefined ? undefined : resolve(named.path) ?? resolve(test.file ?? "");
    if (file !== undefined) {
     const line = test.line ?? named?.line ?? frames.find(({path: path}) => resolve(path) === file)?.line;
     return line === undefined ? {
      file: file
     } : {
      file: file,
      line: line
     };
    }
    for (const {path: path, line: line} of frames) {
     const found = resolve(pathInPackage(path, test)) ?? resolve(path);
     if (found !== undefined) return {
      file: found,
      line: line
     };
    }
    return undefined;
   };
  }
  function pathInPackage(path, {classname: classname, suite: suite}) {
   const from = classname ?? suite;
   return path.includes("/") || path.includes("\\") || !path.endsWith(".go") ? path : `${from}/${path}`;
  }
  const foreign = /^(?:node|internal|java|javax|jdk|sun|kotlin|scala|groovy|junit)[:/]|^(?:org\/(?:junit|testng|gradle|apache\/maven|hamcrest|assertj|mockito)\/)|(?:^|\/)(?:node_modules|site-packages|dist-packages|\.cargo|rustc|gems|\.venv|venv|\.pnpm|\.yarn)\/|^\/usr\/(?:lib|local\/(?:lib|go))\//;
  function pathResolver({paths: paths, root: root, workspace: workspace}) {
   const tracked = new Set(paths);
   const byEnd = indexByEnd(paths);
   const known = new Map;
   const base = slashed(root);
   const here = slashed(workspace);
   const prefix = here.startsWith(`${base}/`) ? here.slice(base.length + 1) : "";
   function find(given, source) {
    const path = external_node_path_.posix.normalize(slashed(given));
    for (const folder of [ base, here ]) {
     if (folder !== "" && path.startsWith(`${folder}/`)) {
      const inside = path.slice(folder.length + 1);
      return tracked.has(inside) ? inside : undefined;
     }
    }
    const isAbsolute = /^(?:\/|[A-Za-z]:\/)/.test(path);
    const exact = isAbsolute ? undefined : foldersAbove(source).map(folder => external_node_path_.posix.join(prefix, folder, path));
    const near = [ ...exact ?? [], path ].find(one => tracked.has(one));
    if (near !== undefined) return near;
    return foreign.test(path) ? undefined : bySuffix(path.split("/"), isAbsolute);
   }
   function bySuffix(parts, isAbsolute) {
    const name = parts.at(-1) ?? "";
    if (parts.length === 1) return only(byEnd.get(name));
    const near = byEnd.get(parts.slice(-2).join("/"));
    if (near === undefined) return !isAbsolute && tracked.has(name) ? name : undefined;
    const shared = near.map(path => sharedEnd(parts, path.split("/")));
    const longest = shared.reduce((one, other) => Math.max(one, other));
    return only(near.filter((_path, index) => shared[index] === longest));
   }
   return (path, source) => {
    const key = `${external_node_path_.posix.dirname(source)}\0${path}`;
    if (!known.has(key)) known.set(key, find(path, source));
    return known.get(key);
   };
  }
  function foldersAbove(source) {
   const parts = external_node_path_.posix.isAbsolute(source) ? [] : source.split("/").slice(0, -1);
   return [ ...parts.map((_part, index) => parts.slice(0, parts.length - index).join("/")), "" ];
  }
  function indexByEnd(paths) {
   const index = new Map;
   const add = (end, path) => {
    const known = index.get(end);
    if (known === undefined) index.set(end, [ path ]); else known.push(path);
   };
   for (const path of paths) {
    const name = path.lastIndexOf("/");
    add(path.slice(name + 1), path);
    if (name > 0) add(path.slice(path.lastIndexOf("/", name - 1) + 1), path);
   }
   return index;
  }
  function only(paths) {
   return paths?.length === 1 ? paths[0] : undefined;
  }
  function sharedEnd(one, other) {
   let shared = 0;
   while (shared < one.length && shared < other.length && one.at(-1 - shared) === other.at(-1 - shared)) shared += 1;
   return shared;
  }
  function slashed(path) {
   const isWindows = /^[A-Za-z]:[\\/]/.test(path) || path.includes("\\") && !path.includes("/");
   return (isWindows ? path.replaceAll("\\", "/") : path).replace(/\/+$/, "");
  }
 }
};
