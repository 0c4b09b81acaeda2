export const id = 53;
export const ids = [53];
export const modules = {

/***/ 7053:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  collectAudit: () => (/* reexport */ collectAudit),
  judgeAudit: () => (/* reexport */ judgeAudit),
  openSpool: () => (/* reexport */ openSpool),
  planAudit: () => (/* reexport */ planAudit),
  reaches: () => (/* reexport */ reaches),
  readAuditFile: () => (/* reexport */ readAuditFile),
  readLines: () => (/* reexport */ readLines),
  readPrevious: () => (/* reexport */ readPrevious),
  readServiceFacts: () => (/* reexport */ readServiceFacts),
  reports: () => (/* reexport */ reports),
  rules: () => (/* reexport */ rules),
  writeLines: () => (/* reexport */ writeLines)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: ./lib/errors/index.js + 8 modules
var errors = __webpack_require__(4087);
// EXTERNAL MODULE: ./lib/text/index.js + 18 modules
var lib_text = __webpack_require__(1613);
// EXTERNAL MODULE: ./lib/git/run-git.js + 1 modules
var run_git = __webpack_require__(9173);
;// CONCATENATED MODULE: ./lib/git/object-store.js






const settings = {
    GIT_CONFIG_GLOBAL: external_node_os_.devNull,
    GIT_CONFIG_SYSTEM: external_node_os_.devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_GRAFT_FILE: external_node_os_.devNull,
};
/**
 * Opens the objects of the clone around a directory.
 *
 * @throws {EvidenceError} `unknown-commit` where there is no whole clone: of a shallow or partial one every list has holes.
 */
async function openObjectStore(directory) {
    const clone = (0,external_node_path_.resolve)(directory);
    const told = await (0,run_git/* runGit */.E)(clone, ['rev-parse', '--git-path', 'objects', '--is-shallow-repository', '--show-object-format']);
    if (told.kind === 'failed') {
        if (/cannot use bare repository/i.test(told.stderr))
            throw refused(clone, 'is a bare repository', 'Run this in a clone with a work tree');
        if (/not a git repository/i.test(told.stderr))
            throw refused(clone, 'is in no git repository', 'Run this in a clone of the repository');
    }
    const [objects = '', shallow, format = 'sha1'] = textOf(told, clone, 'where its objects are').trimEnd().split('\n');
    if (shallow !== 'false')
        throw refused(clone, 'is a shallow clone', 'Run `git fetch --unshallow` in it; in a workflow give actions/checkout fetch-depth: 0');
    if (format !== 'sha1')
        throw refused(clone, `names its commits by ${format}, and GitHub by sha1`, 'Run this in a clone of the repository on GitHub');
    const partial = await (0,run_git/* runGit */.E)(clone, ['config', '--get-regexp', String.raw `^remote\..*\.(promisor|partialclonefilter)$`]);
    if (partial.kind === 'done')
        throw refused(clone, 'is a partial clone, without all of its objects', 'Clone again without --filter');
    const own = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'compliance-audit-'));
    const store = storeOf(clone, own);
    await store.read(['init', '--quiet', '--bare', '--template=', '--initial-branch=main', own], 'a repository of our own');
    await (0,promises_.writeFile)((0,external_node_path_.join)(own, 'objects', 'info', 'alternates'), `${(0,external_node_path_.resolve)(clone, objects)}\n`);
    return store;
}
function storeOf(clone, directory) {
    const run = (args, options = {}) => (0,run_git/* runGit */.E)(directory, [`--git-dir=${directory}`, '-c', `core.attributesFile=${external_node_os_.devNull}`, ...args], {
        timeLimit: 60_000,
        sizeLimit: 256 * 1024 * 1024,
        ...options,
        env: { ...settings, ...options.env },
    });
    return {
        clone,
        directory,
        run,
        read: async (args, about, options) => textOf(await run(args, options), clone, about),
        close: () => (0,promises_.rm)(directory, { recursive: true, force: true }),
    };
}
/** Runs git in the clone itself: it tells where objects are, and which commits names stand for. */
async function inClone(clone, args) {
    return textOf(await (0,run_git/* runGit */.E)(clone, args, { timeLimit: 60_000 }), clone, args.join(' ')).trimEnd();
}
function textOf(ending, clone, about) {
    if (ending.kind === 'done')
        return ending.stdout.toString('utf8');
    if (ending.kind === 'missing')
        throw unreadable(clone, 'there is no git on this machine', 'Install git');
    const why = ending.kind === 'failed' ? ending.stderr : `git was stopped: too much ${ending.why === 'time' ? 'time' : 'output'}`;
    throw unreadable(clone, `${about}: ${why}`);
}
function refused(clone, why, fix) {
    return new errors/* EvidenceError */.oe('unknown-commit', `${clone} cannot be audited: it ${why}`, { fix });
}
const fullClone = 'Run this in a full clone of the repository: actions/checkout with fetch-depth: 0 and without a filter';
function unreadable(clone, why, fix = fullClone) {
    return new errors/* EvidenceError */.oe('unknown-commit', `The history is not all in the clone in ${clone}: ${(0,lib_text/* oneLine */.TN)(why.trim(), 300)}`, { fix });
}

;// CONCATENATED MODULE: ./lib/git/trees.js
/** The trees of commits, as far as the clone has them. */
async function treesOf(store, shas) {
    const asked = [...new Set(shas)];
    if (asked.length === 0)
        return new Map();
    const answer = await store.read(['cat-file', '--batch-check=%(objectname)'], 'trees', {
        input: asked.map((sha) => `${sha}^{tree}\n`).join(''),
    });
    const lines = answer.split('\n');
    return new Map(asked.flatMap((sha, index) => {
        const tree = /^[0-9a-f]{40}$/.exec(lines[index] ?? '')?.[0];
        return tree === undefined ? [] : [[sha, tree]];
    }));
}

;// CONCATENATED MODULE: ./lib/audit/facts/line.js
/** A source that rules need. A rule whose source was not asked, or did not answer, is not tested; it is never green. */
const sources = [
    'landings',
    'pull-requests',
    'paths',
    'trails',
    'records',
    'deployments',
    'releases',
    'tags',
    'artifacts',
    'snapshots',
    'approvals',
    'workflows',
    'notifications',
    'log',
    'previous',
];

;// CONCATENATED MODULE: ./lib/audit/lines/text-lines.js

/** Most bytes of one line: a landing of 50,000 commits has about 30 MB. */
const longestLine = 256 * 1024 * 1024;
/** A line that is longer than any of ours. */
class TooLong extends Error {
    /** 1-based. */
    line;
    constructor(line) {
        super(`it is longer than ${longestLine / 1024 / 1024} MiB`);
        this.line = line;
    }
}
/**
 * The lines of a file, by line feeds alone: JSON texts may hold all other characters that end lines elsewhere. `whole` is false
 * for a last one without its line feed. All is read into the same room: memory of its own for each part is given back late.
 */
async function* textLines(file) {
    const handle = await (0,promises_.open)(file);
    try {
        const room = Buffer.allocUnsafeSlow(256 * 1024);
        let line = 1;
        let parts = [];
        let length = 0;
        for (let { bytesRead } = await handle.read(room); bytesRead > 0; bytesRead = (await handle.read(room)).bytesRead) {
            const chunk = room.subarray(0, bytesRead);
            let from = 0;
            for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
                parts.push(chunk.subarray(from, at));
                yield { text: Buffer.concat(parts).toString('utf8'), whole: true };
                parts = [];
                length = 0;
                from = at + 1;
                line += 1;
            }
            // A copy: the next part goes to the same place.
            parts.push(Buffer.from(chunk.subarray(from)));
            length += chunk.length - from;
            if (length > longestLine)
                throw new TooLong(line);
        }
        if (length > 0)
            yield { text: Buffer.concat(parts).toString('utf8'), whole: false };
    }
    finally {
        await handle.close();
    }
}

;// CONCATENATED MODULE: ./lib/audit/lines/spool.js


/** Text that is gathered before it is written, in characters. */
const atOnce = 64 * 1024;
/** @param file does not exist yet, in a folder that nobody else writes to: it is read as it was written, without a check */
function openSpool(file, isWritten = (_item) => true) {
    let waiting = '';
    let some = false;
    const write = async () => {
        const text = waiting;
        waiting = '';
        await (0,promises_.appendFile)(file, text);
    };
    return {
        async add(items) {
            some ||= items.length > 0;
            for (const item of items) {
                waiting += `${JSON.stringify(item)}\n`;
                if (waiting.length >= atOnce)
                    await write();
            }
        },
        async *all() {
            if (!some)
                return;
            await write();
            for await (const { text } of textLines(file)) {
                const item = JSON.parse(text);
                if (isWritten(item))
                    yield item;
            }
        },
    };
}

;// CONCATENATED MODULE: ./lib/git/blame.js
/** The commit that brought each line of a file, seen from a commit, the first line first; null where git cannot tell. */
async function blame(store, from, path) {
    const ending = await store.run(['blame', '--porcelain', '--no-textconv', from, '--', path]);
    if (ending.kind !== 'done')
        return null;
    // The text of a line begins with a tab, so that none of it looks like the head of one.
    return [...ending.stdout.toString('latin1').matchAll(/^([0-9a-f]{40}) \d+ \d+/gm)].map(([, sha = '']) => sha);
}

;// CONCATENATED MODULE: ./lib/git/landed.js
const fields = ['%H', '%T', '%P', '%an', '%ae', '%cn', '%ce', '%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x01)', '%s'];
const details = `--format=tformat:${fields.join('%x00')}`;
/**
 * All commits that `after` holds and none of `before` does, side branches included, each after its parents. All are full SHAs.
 *
 * @throws {EvidenceError} `unknown-commit` where the clone cannot tell.
 */
async function landedCommits(store, before, after) {
    const range = [after, ...before.map((sha) => `^${sha}`), '--'];
    const list = ['rev-list', '--topo-order', '--reverse', '--no-commit-header', '--encoding=UTF-8', details, ...range];
    return (await store.read(list, after)).split('\n').filter(Boolean).map(readCommit);
}
/** How many commits `after` holds and none of `before` does: by git's own count, without a list. */
async function countCommits(store, before, after) {
    const answer = await store.read(['rev-list', '--count', after, ...before.map((sha) => `^${sha}`), '--'], after);
    return Number(answer.trim());
}
/** The SHAs of all commits that one of `wanted` holds and none of `without` does. */
async function reachable(store, wanted, without) {
    if (wanted.length === 0)
        return [];
    const input = [...wanted, ...without.map((sha) => `^${sha}`)].map((line) => `${line}\n`).join('');
    return (await store.read(['rev-list', '--topo-order', '--stdin'], wanted[0] ?? '', { input })).split('\n').filter(Boolean);
}
/** The newest commit that two histories have both; undefined where there is none. */
async function commonCommit(store, one, other) {
    const ending = await store.run(['merge-base', one, other]);
    const found = ending.kind === 'done' ? ending.stdout.toString('latin1').trim() : '';
    return /^[0-9a-f]{40}$/.test(found) ? found : undefined;
}
/** The first-parent line that leads to a commit, the newest first, without what `before` holds. */
async function firstParentLine(store, before, tip) {
    const range = [tip, ...before.map((sha) => `^${sha}`), '--'];
    const answer = await store.read(['rev-list', '--first-parent', '--no-commit-header', '--format=tformat:%H %ct %P', ...range], tip);
    return answer
        .split('\n')
        .filter(Boolean)
        .map((line) => {
        const [sha = '', committedAt = '', parent] = line.split(' ');
        return { sha, parent: parent === undefined || parent === '' ? null : parent, committedAt: Number(committedAt) };
    });
}
/** Which commits the clone has, with their histories not looked at. */
async function present(store, shas) {
    const asked = [...new Set(shas)];
    if (asked.length === 0)
        return new Set();
    const answer = await store.read(['cat-file', '--batch-check=%(objectname) %(objecttype)'], 'commits', {
        input: asked.map((sha) => `${sha}\n`).join(''),
    });
    return new Set(answer.split('\n').flatMap((line) => /^([0-9a-f]{40}) commit$/.exec(line)?.[1] ?? []));
}
function readCommit(line) {
    const [sha = '', tree = '', parents = '', name = '', email = '', committerName = '', committerEmail = '', trailers = '', title = ''] = line.split('\0');
    return {
        sha,
        tree,
        parents: parents.split(' ').filter(Boolean),
        title: title.slice(0, 1000),
        author: { name, email },
        committer: { name: committerName, email: committerEmail },
        coAuthors: trailers.split('\u0001').flatMap((trailer) => {
            const [, said, address] = /^(.*?)\s*<([^<>]*)>\s*$/.exec(trailer) ?? [];
            return address === undefined ? [] : [{ name: said ?? '', email: address }];
        }),
    };
}

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(8815);
;// CONCATENATED MODULE: ./lib/audit/file/document.js

const largest = { characters: 262_144, depth: 12, pieces: 30_000, tokens: 60_000, faults: 32 };
/** The pieces of a YAML text that is as small as such a file is; undefined where it is none, and why was said. */
function readDocument(text, say) {
    if (text.length > largest.characters) {
        say(1, `the file has more than ${largest.characters} characters: take out what is over, such as acceptances that have ended`);
        return undefined;
    }
    const lines = new dist/* LineCounter */.HN();
    const lineOf = (node) => lines.linePos(rangeOf(node)).line;
    // The library looks for a name twice by comparing each with each.
    const composer = new dist/* Composer */.Dk({ version: '1.2', uniqueKeys: false, prettyErrors: false });
    const [document, second] = composer.compose(tokensOf(text, lines, say), true, text.length);
    if (document === undefined)
        return undefined;
    const anchors = anchorsOf(document);
    for (const { message, pos } of document.errors)
        say(lines.linePos(pos[0]).line, `${message}: correct the YAML, or put the text in quotes`);
    if (second !== undefined)
        say(lineOf(second), 'a second document begins: write one');
    let pieces = 0;
    function pieceOf(node, depth, line) {
        pieces += 1;
        const here = node === null ? line : lineOf(node);
        if (pieces > largest.pieces || depth > largest.depth)
            return { kind: 'scalar', line: here, value: undefined };
        if ((0,dist/* isAlias */.Vj)(node) && anchors.has(node))
            return pieceOf(anchors.get(node), depth + 1, here);
        if ((0,dist/* isAlias */.Vj)(node))
            say(here, `*${node.source} stands for nothing: put a text that begins with * in quotes`);
        if ((0,dist/* isNode */.Ll)(node) && node.tag?.startsWith('!') === true)
            say(here, `${node.tag} is a tag of YAML: put a text that begins with ! in quotes`);
        if ((0,dist/* isSeq */.oP)(node))
            return { kind: 'list', line: here, items: node.items.map((item) => pieceOf(item, depth + 1, here)) };
        if ((0,dist/* isMap */.jh)(node))
            return { kind: 'map', line: here, entries: node.items.map(({ key, value }) => entryOf(key, value, depth, here)) };
        return { kind: 'scalar', line: here, value: (0,dist/* isScalar */.jn)(node) ? node.value : null };
    }
    function entryOf(key, value, depth, around) {
        const line = key === null ? around : lineOf(key);
        if (!(0,dist/* isScalar */.jn)(key))
            say(line, 'a name is no text: write name: value');
        const name = (0,dist/* isScalar */.jn)(key) ? (key.source ?? String(key.value)) : '';
        return { name, line, piece: pieceOf(value, depth + 1, line) };
    }
    const root = pieceOf(document.contents, 0, 1);
    if (pieces > largest.pieces)
        say(1, `the file has more than ${largest.pieces} pieces of YAML: aliases count as often as they are used`);
    return root;
}
/** The value of each alias. To look each up in the document takes the square of the time. */
function anchorsOf(document) {
    const known = new Map();
    const found = new Map();
    (0,dist/* visit */.YR)(document, {
        Node: (_, node) => {
            if ((0,dist/* isAlias */.Vj)(node)) {
                const target = known.get(node.source);
                if (target !== undefined)
                    found.set(node, target);
            }
            else if (node.anchor !== undefined)
                known.set(node.anchor, node);
        },
    });
    return found;
}
function rangeOf(node) {
    const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
    return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : 0;
}
/** The concrete pieces of the text, for as long as they are within the bounds: the library goes down into each level. */
function* tokensOf(text, lines, say) {
    const parser = new dist/* Parser */.iX(lines.addNewLine);
    lines.addNewLine(0);
    let [tokens, faults] = [0, 0];
    for (const piece of new dist/* Lexer */.JG().lex(text)) {
        const { offset } = parser;
        for (const token of parser.next(piece)) {
            yield token;
            // Each of these costs far more than another token, and none belongs in this file.
            if (token.type === 'error' || token.type === 'directive')
                faults += 1;
        }
        tokens += 1;
        const end = (sentence) => say(lines.linePos(offset).line, sentence);
        if (parser.stack.length > largest.depth + 1)
            end(`is nested deeper than ${largest.depth} levels: no key of this file is`);
        else if (tokens > largest.tokens)
            end('the file is too large from here on: make it smaller');
        else if (faults > largest.faults)
            end('reading ended here, for too much before it is no YAML: correct that');
        else
            continue;
        return;
    }
    yield* parser.end();
}

;// CONCATENATED MODULE: ./lib/audit/file/accepted-lines.js

/** Where each entry of `accepted` stands, for whoever asks git who brought it; none of a file that cannot be read. */
function acceptedLines(text) {
    const root = readDocument(text, () => { });
    if (root?.kind !== 'map')
        return [];
    const accepted = root.entries.find(({ name }) => name === 'accepted')?.piece;
    if (accepted?.kind !== 'list')
        return [];
    const lines = text.split('\n');
    const starts = [...accepted.items.map(({ line }) => line), ...root.entries.map(({ line }) => line)];
    return accepted.items.flatMap((item) => {
        const key = keyOf(item);
        const next = Math.min(lines.length + 1, ...starts.filter((line) => line > item.line));
        return key === undefined ? [] : [{ key, first: item.line, last: lastOf(lines, item.line, next - 1) }];
    });
}
function keyOf(item) {
    const piece = item.kind === 'map' ? item.entries.find(({ name }) => name === 'key')?.piece : undefined;
    return piece?.kind === 'scalar' && typeof piece.value === 'string' ? piece.value : undefined;
}
/** Blank lines and comments at the end belong to what follows. */
function lastOf(lines, first, last) {
    return last > first && /^\s*(?:#.*)?$/.test(lines[last - 1] ?? '') ? lastOf(lines, first, last - 1) : last;
}

// EXTERNAL MODULE: ./node_modules/picomatch/index.js
var picomatch = __webpack_require__(4006);
;// CONCATENATED MODULE: ./lib/audit/file/globs.js

/** Longer ones are no patterns that people write. */
const longest = 256;
/**
 * Whether a path is one of those that patterns name. They are read in their order, as in the `paths` of a workflow: `!` takes
 * away what the ones before it named. A pattern without a wildcard is the file of that name, or all that is in the directory.
 */
function matchesPath(globs, path) {
    return matches(globs, path, pathTests, (glob) => (isPlain(glob) ? [glob.replace(/\/$/, ''), `${glob.replace(/\/$/, '')}/**`] : [glob]));
}
/** The same of names that are no paths: branches, environments. */
function matchesName(globs, name) {
    return matches(globs, name, nameTests, (glob) => [glob]);
}
/** The fault of a pattern, and what to write; undefined where nothing is. */
function globFault(glob) {
    const positive = positiveOf(glob);
    if (positive.trim() !== positive || positive === '')
        return 'is empty, or begins or ends with a blank: write a pattern such as src/**';
    if (glob.length > longest)
        return `has more than ${longest} characters: write a shorter pattern`;
    if (positive.startsWith('/'))
        return 'begins with a slash: leave it out, for all paths begin at the root of the repository';
    const segments = positive.split('/');
    if (segments.some((segment) => segment === '.' || segment === '..'))
        return 'has . or .. in it: write the path from the root';
    if (/\{[^{},]*\.\.[^{},]*\}/.test(positive))
        return 'has a range in braces: write each name, as in {a,b,c}';
    // A workflow's `**.js` crosses directories and here it would not: a flow would be owed less often than it seems.
    if (segments.some((segment) => /\*\*/.test(segment) && segment !== '**'))
        return 'has ** next to other characters: write **/*.js, not **.js';
    // The time that a pattern takes grows with the power of its stars.
    if (segments.some((segment) => segment !== '**' && (segment.match(/\*/g) ?? []).length > 3))
        return 'has more than three * between two slashes: write several patterns';
    if (segments.filter((segment) => segment === '**').length > 3)
        return 'has more than three **: write several patterns';
    if (segments.slice(0, -1).includes(''))
        return 'has two slashes in a row: write one';
    if (positive.endsWith('/') && !isPlain(positive))
        return 'ends with a slash: write ** after it';
    try {
        compile(positive);
        return undefined;
    }
    catch {
        return 'has a bracket or a brace that is not closed, or an order such as [z-a]: write a \\ before a character that stands for itself';
    }
}
/** By their lists: those are few and asked for every path of every change. */
const pathTests = new WeakMap();
const nameTests = new WeakMap();
function matches(globs, text, known, spellings) {
    let steps = known.get(globs);
    if (steps === undefined) {
        steps = globs.map((glob) => ({ takesAway: glob.startsWith('!'), tests: spellings(positiveOf(glob)).map(compile) }));
        known.set(globs, steps);
    }
    return steps.findLast(({ tests }) => tests.some((test) => test(text)))?.takesAway === false;
}
function positiveOf(glob) {
    return glob.startsWith('!') ? glob.slice(1) : glob;
}
function isPlain(glob) {
    return !/[*?[\]{}\\]/.test(glob);
}
function compile(glob) {
    // `s`: a name may hold a line break, which `.` would not match. `debug` throws where a pattern would match nothing.
    const test = picomatch(plainly(glob), { dot: true, windows: false, noextglob: true, strictBrackets: true, flags: 's', debug: true });
    const start = plainStart(glob);
    return (text) => text.startsWith(start) && test(text);
}
/** Letters that all that a pattern matches begins with: of hundreds of patterns most are told apart by them, at a hundredth of the cost. */
function plainStart(glob) {
    // `a/**` matches `a` too.
    return (/^[\w/.-]*/.exec(glob)?.[0] ?? '').replace(/\/$/, '');
}
/** The pattern without what picomatch reads as more than a wildcard: groups, quotes, negations. */
function plainly(glob) {
    return glob.replace(/\\.|\[[!^]|\[|[()|"+@$^!]/gs, (piece) => {
        if (piece === '[' || piece === '[^')
            return piece;
        if (piece === '[!')
            return '[^';
        const character = piece.at(-1) ?? '';
        // Of two backslashes picomatch takes one for the other's escape, and then for that of what follows.
        if (character === '\\')
            return '[\\\\]';
        // To an expression `\b` and `\d` are more than a letter.
        return /[a-z0-9]/i.test(character) ? character : `\\${character}`;
    });
}

;// CONCATENATED MODULE: ./lib/audit/file/control-paths.js

/** Where the audit's own file is. */
const auditFilePath = '.github/compliance-audit.yml';
/** GitHub reads CODEOWNERS in three places. */
const always = [
    '.github/workflows/**',
    '.github/actions/**',
    '.github/codeowners',
    'codeowners',
    'docs/codeowners',
    auditFilePath,
    '.github/flows/**',
    '.github/policies/**',
];
/**
 * Whether a file decides what is checked: workflows, actions, owners, templates, policies, and the audit's own file. Its case
 * does not count: on some machines those are the same files.
 *
 * @param more globs of the audit's file (`controls`): they add to these, and take nothing away
 */
function isControlPath(path, more = []) {
    return matchesPath(always, path.toLowerCase()) || matchesPath(more, path);
}

;// CONCATENATED MODULE: ./lib/audit/collect/accepted.js



/**
 * Who brought each entry of `accepted` that the audit's file has at the tip of the default branch: the newest commit that
 * a line of it comes from, and the pull request that brought this commit there first.
 */
async function* acceptedFacts({ controls, known, plan, store }) {
    const [branch] = plan.branches;
    const entries = branch === undefined ? [] : acceptedLines((await controls.at(branch.tip))?.text ?? '');
    if (branch === undefined || entries.length === 0)
        return;
    const lines = (await blame(store, branch.tip, auditFilePath)) ?? [];
    yield { kind: 'query', of: 'git', text: `git blame origin/BRANCH -- ${auditFilePath}`, times: 1, answered: lines.length };
    const history = new Map((await reachable(store, [branch.tip], [])).map((sha, index) => [sha, index]));
    const brought = entries.map(({ first, key, last }) => {
        const places = lines.slice(first - 1, last).map((sha) => [history.get(sha) ?? Infinity, sha]);
        return { key, commit: places.toSorted(([one], [other]) => one - other)[0]?.[1] ?? null };
    });
    await known.ask(brought.flatMap(({ commit }) => commit ?? []));
    for (const { commit, key } of brought) {
        const pulls = known
            .numbersOf(commit ?? '')
            .flatMap((number) => known.pulls.get(number) ?? [])
            .filter(({ base }) => base === branch.name)
            .toSorted((one, other) => Date.parse(one.mergedAt) - Date.parse(other.mergedAt));
        yield { kind: 'accepted', key, commit, pull: pulls[0] ?? null };
    }
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./lib/git/blobs.js
/** The texts of files by their SHAs, each at most `limit` bytes, by two calls of git. */
async function readBlobs(store, objects, limit) {
    const asked = [...new Set(objects)];
    if (asked.length === 0)
        return new Map();
    const lines = (names) => names.map((name) => `${name}\n`).join('');
    const sizes = new Map((await store.read(['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)'], 'files', { input: lines(asked) }))
        .split('\n')
        .flatMap((line) => {
        const [, name, size] = /^([0-9a-f]{40}) blob (\d+)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, Number(size)]];
    }));
    const wanted = asked.filter((name) => (sizes.get(name) ?? Infinity) <= limit);
    const texts = wanted.length === 0 ? new Map() : await contents(store, wanted);
    return new Map(asked.map((name) => {
        const text = texts.get(name);
        if (text !== undefined)
            return [name, { kind: 'text', text }];
        return [name, sizes.has(name) && !wanted.includes(name) ? { kind: 'too-large' } : { kind: 'missing' }];
    }));
}
async function contents(store, names) {
    const ending = await store.run(['cat-file', '--batch'], { input: names.map((name) => `${name}\n`).join('') });
    const found = new Map();
    if (ending.kind !== 'done')
        return found;
    const { stdout } = ending;
    for (let position = 0; position < stdout.length;) {
        const lineEnd = stdout.indexOf('\n', position);
        if (lineEnd < 0)
            break;
        const [, name, size] = /^([0-9a-f]{40}) blob (\d+)$/.exec(stdout.toString('latin1', position, lineEnd)) ?? [];
        position = lineEnd + 1;
        if (name === undefined)
            continue;
        found.set(name, stdout.toString('utf8', position, position + Number(size)));
        position += Number(size) + 1;
    }
    return found;
}

;// CONCATENATED MODULE: ./lib/git/tree-changes.js
/** git's tree without an entry, which it knows without having it. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/**
 * The differences between each pair of trees, by one call of git; null where an object is missing. `whole`: down to the files;
 * else the entries of these trees alone. Paths come as bytes: what is no UTF-8 has U+FFFD.
 */
async function treeChanges(store, pairs, how) {
    const keys = pairs.map(tree_changes_keyOf);
    const found = new Map();
    await ask(store, [...new Set(keys)], how, found);
    return keys.map((key) => found.get(key) ?? null);
}
const tree_changes_keyOf = ({ from, to }) => `${from} ${to}`;
/** git stops at an object that is missing: then each half is asked alone, until the one that it is about is known. */
async function ask(store, keys, how, found) {
    if (keys.length === 0)
        return;
    const depth = how === 'whole' ? ['-r'] : [];
    const ending = await store.run(['diff-tree', '--stdin', ...depth, '--raw', '-z', '--no-renames', '--no-abbrev'], {
        input: keys.map((key) => `${key}\n`).join(''),
    });
    if (ending.kind === 'done') {
        for (const [key, changes] of readRecords(ending.stdout, keys))
            found.set(key, changes);
        return;
    }
    if (keys.length === 1)
        return;
    const middle = Math.ceil(keys.length / 2);
    await ask(store, keys.slice(0, middle), how, found);
    await ask(store, keys.slice(middle), how, found);
}
/**
 * Each pair is a line with both SHAs, then for each path `:modes objects status`, a zero byte, the path, a zero byte. A path
 * can hold anything but a zero byte, also what looks like the next pair: where one ends is told by the zero bytes alone.
 */
function readRecords(output, keys) {
    const asked = new Set(keys);
    const found = new Map();
    let current = [];
    let position = 0;
    while (position < output.length) {
        if (output[position] !== 0x3a) {
            const key = output.toString('latin1', position, position + 81);
            position += 82;
            current = [];
            if (asked.has(key))
                found.set(key, current);
            continue;
        }
        const metaEnd = output.indexOf(0, position);
        const pathEnd = output.indexOf(0, metaEnd + 1);
        const [oldMode = '', mode = '', , object = '', status = ''] = output.toString('latin1', position + 1, metaEnd).split(' ');
        current.push({ path: output.toString('utf8', metaEnd + 1, pathEnd), status, oldMode, mode, object });
        position = pathEnd + 1;
    }
    return found;
}

;// CONCATENATED MODULE: ./lib/audit/population/line.js
/** The commits of a landing by their SHAs. */
function bySha({ commits }) {
    return new Map(commits.map((commit) => [commit.sha, commit]));
}
/** The landing's own line: from what landed along first parents, as far as the landing goes, the newest first. */
function lineOf(landing) {
    const commits = bySha(landing);
    const line = [];
    let at = landing.after === null ? undefined : commits.get(landing.after);
    while (at !== undefined) {
        line.push(at);
        const [first] = at.parents;
        at = first === undefined ? undefined : commits.get(first);
    }
    return line;
}
/** Which commits of a landing a commit of it holds, itself included. */
function heldBy(commits, tip) {
    const held = new Set();
    const waiting = [tip];
    for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
        const commit = held.has(sha) ? undefined : commits.get(sha);
        if (commit === undefined)
            continue;
        held.add(sha);
        waiting.push(...commit.parents);
    }
    return held;
}

;// CONCATENATED MODULE: ./lib/audit/collect/gaps.js

const gaps_fullClone = 'Run this in a full clone of the repository: actions/checkout with fetch-depth: 0';
function hole(what, why, fix = gaps_fullClone) {
    return { kind: 'hole', what, why, fix };
}
function untold(source, why, fix) {
    return { kind: 'untold', source, why, fix };
}
/** A failure as a hole: what did not answer leaves the audit unknown. A usage error is the caller's and stays one, and who was stopped stays stopped. */
function holeOf(what, error) {
    if (error instanceof errors/* UsageError */.eb || (error instanceof Error && error.name === 'AbortError'))
        throw error;
    const why = error instanceof Error ? error.message : String(error);
    const fix = error instanceof errors/* Fault */.vC ? error.fix : undefined;
    return hole(what, why, fix ?? (error instanceof errors/* EvidenceError */.oe ? gaps_fullClone : 'Run this again later'));
}
/** The items of a list, with what is not in it written down; undefined where there is no answer at all. */
async function itemsOf({ holes, untold: told }, source, what, ask) {
    try {
        const listed = await ask();
        if (listed.kind === 'refused') {
            told.push(untold(source, listed.why, listed.fix));
            return undefined;
        }
        if (listed.kind === 'cut')
            holes.push(hole(what, listed.why, listed.fix));
        return listed.items;
    }
    catch (error) {
        const found = holeOf(what, error);
        holes.push(found);
        told.push(untold(source, found.why, found.fix));
        return undefined;
    }
}

;// CONCATENATED MODULE: ./lib/git/last-change.js
/** The commit that last changed a file, seen from another commit; null where git cannot tell, or not within its time. */
async function lastChange(store, from, path) {
    const ending = await store.run(['rev-list', '-1', from, '--', `:(literal)${path}`]);
    const found = ending.kind === 'done' ? ending.stdout.toString('latin1').trim() : '';
    return /^[0-9a-f]{40}$/.test(found) ? found : null;
}

;// CONCATENATED MODULE: ./lib/audit/collect/parallel.js
/** Does something with each item, a few at a time; the results are in the order of the items. */
async function inParallel(items, atOnce, work) {
    const results = new Map();
    const waiting = items.entries();
    const worker = async () => {
        for (const [index, item] of waiting)
            results.set(index, await work(item));
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
    return items.flatMap((_, index) => {
        const result = results.get(index);
        return result === undefined ? [] : [result];
    });
}
/** A list in parts of a size. */
function* inParts(items, size) {
    for (let at = 0; at < items.length; at += size)
        yield items.slice(at, at + size);
}

;// CONCATENATED MODULE: ./lib/audit/collect/workflow-files.js



/** Trees of workflows that are read together. */
const treesAtOnce = 50;
/** A file that may use this action, also from its own repository: of all others nobody asks who wrote them. */
const mayBeOurs = /compliance-evidence|uses:\s*["']?[.$]\//i;
/** The workflow files, and the files of composite actions, of each pair of trees by its name. */
async function* workflowsOf(store, trees, longest, { untold: told }) {
    // The commit that last changed a file is the same at an older landing of the branch, as long as the file is.
    const before = new Map();
    for (const part of inParts([...trees], treesAtOnce)) {
        const listed = await filesOf(store, part.map(([, of]) => of));
        const texts = await readBlobs(store, listed.flatMap((files) => (files ?? []).map(({ object }) => object)), longest);
        for (const [index, [tree, { actions, branch, seenAt, workflows }]] of part.entries()) {
            const wanted = listed[index];
            if (wanted === undefined) {
                told.push(untold('workflows', `The clone does not have the tree ${workflows} of .github/workflows${actions === null ? '' : `, or ${actions} of .github/actions`}`, 'Clone all'));
                continue;
            }
            const files = [];
            for (const { object, path } of wanted) {
                const blob = texts.get(object);
                if (blob?.kind !== 'text') {
                    told.push(untold('workflows', `${path} cannot be read: it is ${blob?.kind ?? 'missing'}`, 'Make it shorter than 1 MiB, and clone all'));
                    continue;
                }
                const known = before.get(`${branch} ${path}`);
                const asked = known?.object !== object && mayBeOurs.test(blob.text);
                const brought = known?.object === object ? known.brought : asked ? await lastChange(store, seenAt, path) : null;
                before.set(`${branch} ${path}`, { object, brought });
                files.push({ path, text: blob.text, brought });
            }
            yield { kind: 'workflows', tree, files };
        }
    }
}
/** The files that each of the trees has; undefined where the clone does not have one of its trees. */
async function filesOf(store, trees) {
    const actions = [...new Set(trees.flatMap((tree) => tree.actions ?? []))];
    const workflows = await filesIn(store, trees.map((tree) => tree.workflows), { how: 'entries', name: /\.ya?ml$/, folder: '.github/workflows' });
    const own = await filesIn(store, actions, { how: 'whole', name: /(?:^|\/)action\.ya?ml$/, folder: '.github/actions' });
    return trees.map((tree, index) => {
        const [these, those] = [workflows[index], tree.actions === null ? [] : own[actions.indexOf(tree.actions)]];
        return these === undefined || those === undefined ? undefined : [...these, ...those];
    });
}
async function filesIn(store, trees, { folder, how, name }) {
    const changes = await treeChanges(store, trees.map((to) => ({ from: emptyTree, to })), how);
    return changes.map((entries) => entries
        ?.filter(({ mode, path }) => mode.startsWith('1') && name.test(path))
        .map(({ object, path }) => ({ object, path: `${folder}/${path}` })));
}

;// CONCATENATED MODULE: ./lib/audit/collect/control-files.js





const folder = '.github';
const auditFile = 'compliance-audit.yml';
/** Most bytes of a file that is read. */
const control_files_longest = 1024 * 1024;
function openControlFiles(store, gaps) {
    const files = new Map();
    const trees = new Map();
    const folders = new Map();
    const heldAt = async (shas) => {
        const found = await foldersOf(store, shas, gaps);
        const unread = [...new Set(found.values())].filter((tree) => tree !== null && !folders.has(tree)).map(String);
        for (const [index, entries] of (await entriesOf(store, unread)).entries()) {
            if (entries === null)
                gaps.holes.push(hole(`folder ${folder}`, `The clone does not have ${unread[index] ?? ''}`));
            folders.set(unread[index] ?? '', {
                file: objectOf(entries, auditFile, '1'),
                workflows: objectOf(entries, 'workflows', '0'),
                actions: objectOf(entries, 'actions', '0'),
            });
        }
        const blobs = [...folders.values()].flatMap(({ file }) => (file === null || files.has(file) ? [] : [file]));
        for (const [object, blob] of await readBlobs(store, blobs, control_files_longest)) {
            if (blob.kind !== 'text')
                gaps.holes.push(hole(`${folder}/${auditFile}`, blob.kind === 'missing' ? `The clone does not have ${object}` : `It is longer than ${control_files_longest / 1024} KiB`));
            files.set(object, blob.kind === 'text' ? { kind: 'file', digest: (0,external_node_crypto_.createHash)('sha256').update(blob.text).digest('hex'), text: blob.text } : null);
        }
        return new Map([...found].flatMap(([sha, tree]) => [[sha, (tree === null ? undefined : folders.get(tree)) ?? nothing]]));
    };
    const factOf = (held) => held === undefined || held.file === null ? null : (files.get(held.file) ?? null);
    return {
        of: async (landings) => {
            const held = await heldAt(landings.flatMap((landing) => [parentOf(landing), landing.after].filter((sha) => sha !== null)));
            return landings.map((landing) => {
                const { actions, workflows: own } = held.get(landing.after ?? '') ?? nothing;
                const workflows = own === null ? null : nameOfBoth(own, actions);
                if (own !== null && workflows !== null && !trees.has(workflows))
                    trees.set(workflows, { workflows: own, actions, seenAt: landing.after ?? '', branch: landing.branch });
                return { file: factOf(held.get(parentOf(landing) ?? ''))?.digest ?? null, workflows };
            });
        },
        at: async (sha) => factOf((await heldAt([sha])).get(sha)),
        facts: async function* () {
            yield* new Map([...files.values()].flatMap((fact) => (fact === null ? [] : [[fact.digest, fact]]))).values();
            yield* workflowsOf(store, trees, control_files_longest, gaps);
        },
    };
}
const nothing = { file: null, workflows: null, actions: null };
/** One name, as of a tree, for the workflows and the actions that they use. */
function nameOfBoth(workflows, actions) {
    return actions === null ? workflows : (0,external_node_crypto_.createHash)('sha256').update(`${workflows} ${actions}`).digest('hex').slice(0, 40);
}
/** The commit that a landing came upon; of a branch that was created, the parent of its first commit. */
function parentOf(landing) {
    return landing.before ?? lineOf(landing).at(-1)?.parents[0] ?? null;
}
/** The tree of `.github` at each commit, null where there is none; commits that are missing are left out. */
async function foldersOf(store, shas, { holes }) {
    const roots = await treesOf(store, shas);
    const distinct = [...new Set(roots.values())];
    const found = new Map();
    for (const [index, entries] of (await entriesOf(store, distinct)).entries()) {
        if (entries === null)
            holes.push(hole('files of a commit', `The clone does not have the tree ${distinct[index] ?? ''}`));
        found.set(distinct[index] ?? '', objectOf(entries, folder, '0'));
    }
    return new Map([...roots].map(([sha, root]) => [sha, found.get(root) ?? null]));
}
function entriesOf(store, trees) {
    return treeChanges(store, trees.map((to) => ({ from: emptyTree, to })), 'entries');
}
/** An entry by its name: a file, or what stands in its place, has a mode that begins with 1; a tree one with 0. */
function objectOf(entries, name, mode) {
    return entries?.find((entry) => entry.path === name && entry.mode.startsWith(mode))?.object ?? null;
}

;// CONCATENATED MODULE: ./lib/audit/population/share-out.js
/** Landings, the newest first, in runs of which each begins where the older one ended, so that one list of commits does for all. */
function runsOf(landings) {
    const runs = [];
    const open = new Map();
    for (const landing of landings) {
        const run = open.get(landing.branch);
        if (run !== undefined && follows(run.at(-1), landing))
            run.push(landing);
        else {
            const begun = [landing];
            runs.push(begun);
            open.set(landing.branch, begun);
        }
    }
    return runs;
}
function follows(newer, older) {
    if (newer === undefined || !isForward(newer) || !isForward(older))
        return false;
    const [before, ...rest] = newer.without;
    return before === newer.before && before === older.after && rest.join() === older.without.slice(1).join();
}
/** Nothing was taken away: what the branch had is in what it has then. */
function isForward({ after, before, kind }) {
    return before !== null && after !== null && kind !== 'force-push';
}
/**
 * Shares the commits of a run out to its landings: each has what it holds and no older one does. Undefined where a landing does
 * not come after the one before it, though it should.
 *
 * @param run the newest first
 * @param commits of the whole run, each after its parents
 */
function shareOut(run, commits) {
    const places = new Map(commits.map(({ sha }, index) => [sha, index]));
    const taken = new Set();
    const shares = [];
    for (const { after, before } of run.toReversed()) {
        const own = [];
        const waiting = [after ?? ''];
        let joins = after === before;
        for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
            joins ||= sha === before;
            const place = places.get(sha);
            if (place === undefined || taken.has(place))
                continue;
            taken.add(place);
            own.push(place);
            waiting.push(...(commits[place]?.parents ?? []));
        }
        if (!joins)
            return undefined;
        shares.unshift(own.toSorted((one, other) => one - other).flatMap((place) => commits[place] ?? []));
    }
    return shares;
}
/** Whether commits, each after its parents, are one line that begins at `before`: then there are as many as it is long, and no more. */
function isLine(commits, before) {
    return commits.every(({ parents }, index) => parents.length === 1 && parents[0] === (index === 0 ? before : commits[index - 1]?.sha));
}

;// CONCATENATED MODULE: ./lib/audit/collect/git-queries.js

/**
 * The commands that count the landings and their commits again, each as it can be run in a clone. They name commits alone,
 * since a branch moves, and its name could be a command of its own. Landings that follow one another are one command.
 *
 * @param counts of commits, of each planned landing
 */
function* gitQueries({ basis, landings }, counts) {
    const places = new Map(landings.map((landing, index) => [landing, index]));
    for (const run of runsOf(landings)) {
        const after = run[0]?.after ?? null;
        if (after === null)
            continue;
        const commits = run.reduce((sum, landing) => sum + (counts[places.get(landing) ?? -1] ?? 0), 0);
        const range = [after, ...new Set((run.at(-1)?.without ?? []).map((sha) => `^${sha}`))].join(' ');
        if (basis === 'git')
            yield queryOf(`--first-parent --count ${range}`, run.length);
        yield queryOf(`--count ${range}`, commits);
    }
}
function queryOf(what, answered) {
    return { kind: 'query', of: 'git', text: `git --no-replace-objects rev-list ${what}`, times: 1, answered };
}

;// CONCATENATED MODULE: ./lib/git/merge-again.js
/**
 * Whether merging its parents again gives each commit's tree, by SHA: then nobody wrote anything in it. Null where git cannot
 * tell: an object is missing, there are more than two parents, or this git is older than 2.39.
 */
async function mergesAlone(store, merges) {
    const found = new Map(merges.map(({ sha }) => [sha, null]));
    const pairs = [...new Map(merges.map((merge) => [merge.sha, merge])).values()].filter(({ parents }) => parents.length === 2);
    if (pairs.length > 0 && (await canMerge(store)))
        await merge_again_ask(store, pairs, found);
    return found;
}
async function canMerge(store) {
    const ending = await store.run(['version']);
    const [, major, minor] = /(\d+)\.(\d+)/.exec(ending.kind === 'done' ? ending.stdout.toString('utf8') : '') ?? [];
    return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 39);
}
/** git stops at a commit that is missing: then each half is asked alone. */
async function merge_again_ask(store, merges, found) {
    const ending = await store.run(['merge-tree', '--write-tree', '--stdin', '--no-messages', '--name-only'], {
        input: merges.map(({ parents }) => `${parents.join(' ')}\n`).join(''),
        timeLimit: 300_000,
    });
    if (ending.kind === 'done') {
        const answers = readAnswers(ending.stdout.toString('latin1'));
        if (answers.length !== merges.length)
            return;
        for (const [index, { sha, tree }] of merges.entries())
            found.set(sha, answers[index] === tree);
        return;
    }
    if (merges.length === 1)
        return;
    const middle = Math.ceil(merges.length / 2);
    await merge_again_ask(store, merges.slice(0, middle), found);
    await merge_again_ask(store, merges.slice(middle), found);
}
/** The tree of each merge, undefined where there was a conflict. Each is its status, its tree, the paths in conflict, and an empty part. */
function readAnswers(output) {
    const parts = output.split('\0');
    const answers = [];
    for (let at = 0; at + 1 < parts.length;) {
        answers.push(parts[at] === '1' ? parts[at + 1] : undefined);
        at += 2;
        while (at < parts.length && parts[at] !== '')
            at += 1;
        at += 1;
    }
    return answers;
}

;// CONCATENATED MODULE: ./lib/audit/population/asked.js

/**
 * Commits whose pull requests are asked first. A merge on GitHub's pages is one pull request, which its last commit tells; a
 * group of a merge queue has one for each commit of the branch's own line; of a push nothing is known.
 */
function askedFirst(landing) {
    switch (landing.kind) {
        case 'pull-request':
            return landing.after === null || landing.commits.length === 0 ? [] : [landing.after];
        case 'merge-queue':
            return lineOf(landing).map(({ sha }) => sha);
        case 'push':
        case 'force-push':
        case 'creation':
        case 'deletion':
        case 'unknown':
            return landing.commits.map(({ sha }) => sha);
    }
}
/**
 * Commits whose pull requests are asked next: those that no pull request found explains, and those that another audited
 * branch has too, where another pull request may have brought them first.
 *
 * @param asked what was asked already
 * @param elsewhere whether another audited branch holds a commit
 */
function askedNext(landing, pulls, asked, elsewhere) {
    const explained = new Set(pulls.flatMap((pull) => explainedBy(pull, landing)));
    return landing.commits.map(({ sha }) => sha).filter((sha) => !asked.has(sha) && (!explained.has(sha) || elsewhere(sha)));
}
/** The commits of a landing that are a pull request's, as far as that can be told without asking about each. */
function explainedBy(pull, landing) {
    const { head, mergeCommit } = pull;
    const commits = bySha(landing);
    if (mergeCommit === null || !commits.has(mergeCommit))
        return [];
    // GitHub's own merge does one thing: with it a line of commits is a pull request's, rebased.
    const line = landing.kind === 'pull-request' && mergeCommit === landing.after ? lineOf(landing).map(({ sha }) => sha) : [];
    return [...line, mergeCommit, ...heldBy(commits, head)];
}
/**
 * The pull requests of each commit that can have brought it: the commit is in what the merge left on its base. A pull request
 * that was squashed holds its commits too, but did not bring them anywhere.
 *
 * @param numbers by SHA, as GitHub tells
 * @param holds whether a commit outside the landing holds one of the landing; undefined: nobody can tell
 */
function broughtBy(landing, numbers, pulls, holds) {
    const commits = bySha(landing);
    const held = new Map();
    const brought = (sha, number) => {
        const pull = pulls.get(number);
        if (pull === undefined)
            return false;
        const { mergeCommit } = pull;
        if (mergeCommit === null)
            return landing.kind === 'pull-request' || landing.kind === 'merge-queue';
        if (!commits.has(mergeCommit))
            return holds(mergeCommit, sha) === true;
        const known = held.get(mergeCommit) ?? heldBy(commits, mergeCommit);
        held.set(mergeCommit, known);
        return known.has(sha);
    };
    // Without an asked commit's own answer the pull request that explains it stands in.
    const explained = new Map();
    for (const pull of pulls.values()) {
        for (const sha of explainedBy(pull, landing))
            explained.set(sha, [...(explained.get(sha) ?? []), pull.number]);
    }
    return Object.fromEntries(landing.commits.flatMap(({ sha }) => {
        const found = [...new Set([...numbers(sha), ...(explained.get(sha) ?? [])])].filter((number) => brought(sha, number));
        return found.length === 0 ? [] : [[sha, found]];
    }));
}

;// CONCATENATED MODULE: ./lib/audit/collect/attribute.js



/**
 * Which pull requests brought the commits of landings, by two rounds of questions: about what landed, and then about what the
 * pull requests found do not explain, so that a rebase of many commits is one question.
 */
async function attribute(store, landings, branches, known) {
    await known.ask(landings.flatMap(askedFirst));
    const elsewhere = await heldElsewhere(store, landings, branches);
    await known.ask(landings.flatMap((landing) => next(landing, branches, known, elsewhere)));
    const results = [];
    for (const landing of landings) {
        const numbers = (sha) => known.numbersOf(sha);
        const pulls = new Map(found(landing, known)
            .map((number) => [number, known.pulls.get(number)])
            .flatMap(([number, pull]) => (pull === undefined ? [] : [[number, pull]])));
        const holds = await heldByOthers(store, landing, [...pulls.values()]);
        results.push(broughtBy(landing, numbers, pulls, holds));
    }
    return results;
}
function found(landing, known) {
    return [...new Set(landing.commits.flatMap(({ sha }) => known.numbersOf(sha)))];
}
function next(landing, branches, known, elsewhere) {
    const numbers = found(landing, known);
    const pulls = numbers.flatMap((number) => known.pulls.get(number) ?? []);
    // A promotion: each of its commits came to its own branch by a pull request of its own.
    const promoted = numbers.some((number) => branches.some(({ name }) => name === known.pulls.get(number)?.headBranch));
    return askedNext(landing, pulls, known.asked, (sha) => promoted || elsewhere.has(sha));
}
/** Commits of landings that another audited branch has too. */
async function heldElsewhere(store, landings, branches) {
    const elsewhere = new Set();
    if (branches.length < 2)
        return elsewhere;
    for (const { name } of branches) {
        const here = landings.filter(({ branch, commits }) => branch === name && commits.length > 0);
        const others = branches.filter((branch) => branch.name !== name).map(({ tip }) => tip);
        const tips = here.flatMap(({ after }) => after ?? []);
        const own = new Set(await reachable(store, tips, others));
        for (const { commits } of here)
            for (const { sha } of commits)
                if (!own.has(sha))
                    elsewhere.add(sha);
    }
    return elsewhere;
}
/** Tells whether a merge outside the landing holds a commit of it: another branch may have got it before this one. */
async function heldByOthers(store, landing, pulls) {
    const commits = bySha(landing);
    const others = [...new Set(pulls.flatMap(({ mergeCommit }) => mergeCommit ?? []))].filter((sha) => !commits.has(sha));
    const here = await present(store, others);
    const lacks = new Map();
    for (const other of here)
        lacks.set(other, new Set(await reachable(store, [...commits.keys()], [other])));
    return (mergeCommit, sha) => {
        const without = lacks.get(mergeCommit);
        return without === undefined ? undefined : !without.has(sha);
    };
}

// EXTERNAL MODULE: ./lib/git/remote-url.js
var remote_url = __webpack_require__(4192);
;// CONCATENATED MODULE: ./lib/git/fetch-missing.js




/** Most commits that one call fetches. */
const fetch_missing_atOnce = 200;
/**
 * Fetches commits that the clone does not have into the temporary directory, and gives those that are still missing. GitHub
 * keeps the heads of pull requests, and for a while what was pushed away by force. Only HTTPS and files are asked, and no
 * program that a configuration names is started.
 */
async function fetchMissing(store, shas, from) {
    const missing = await absent(store, shas);
    const source = missing.length === 0 ? undefined : (from ?? (await originOf(store)));
    if (source === undefined)
        return new Set(missing);
    for (let at = 0; at < missing.length; at += fetch_missing_atOnce)
        await fetchSome(store, missing.slice(at, at + fetch_missing_atOnce), source);
    return new Set(await absent(store, missing));
}
async function absent(store, shas) {
    const here = await present(store, shas);
    return [...new Set(shas)].filter((sha) => !here.has(sha));
}
/** A server refuses the whole call for one commit that it does not have: then each half is asked alone. */
async function fetchSome(store, shas, { url, authorization }) {
    const options = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--no-recurse-submodules'];
    const ending = await store.run(['-c', 'http.followRedirects=false', 'fetch', ...options, '--', url, ...shas], {
        timeLimit: 120_000,
        env: {
            GIT_ALLOW_PROTOCOL: 'https:file',
            // In the environment, where other users of the machine do not see it.
            ...(authorization === null
                ? {}
                : { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'http.extraheader', GIT_CONFIG_VALUE_0: `authorization: ${authorization}` }),
        },
    });
    if (ending.kind !== 'failed' || shas.length === 1 || !/not our ref|remote ref/i.test(ending.stderr))
        return;
    const middle = Math.ceil(shas.length / 2);
    await fetchSome(store, shas.slice(0, middle), { url, authorization });
    await fetchSome(store, shas.slice(middle), { url, authorization });
}
/** The remote that the clone came from, with the header that actions/checkout left for it. */
async function originOf({ clone }) {
    try {
        const written = await inClone(clone, ['ls-remote', '--get-url', 'origin']);
        const url = /^(?:https|file):/.test(written) || (0,external_node_path_.isAbsolute)(written) ? written : (0,remote_url/* webUrlOf */.n6)(written);
        if (url === undefined)
            return undefined;
        const header = await inClone(clone, ['config', '--get-urlmatch', 'http.extraheader', url]).catch(() => '');
        return { url, authorization: /^authorization:\s*(.+)$/i.exec(header.trim())?.[1] ?? null };
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./lib/audit/population/suggestion.js
/**
 * Whether a commit may be nothing but a suggestion that GitHub applied, by all but its contents: GitHub signed it, it has one
 * parent, the message that GitHub gives such a commit, and co-authors who all reviewed the pull request.
 */
function looksLikeSuggestion(commit, pull, signedByGitHub) {
    const reviewers = new Set(pull.reviews.flatMap(({ by }) => by?.id ?? []));
    return (signedByGitHub.has(commit.sha) &&
        commit.parents.length === 1 &&
        (isApplied(commit.title) || commit.title.startsWith(update)) &&
        commit.coAuthors.length > 0 &&
        commit.coAuthors.every(({ account }) => account !== null && reviewers.has(account.id)));
}
/** Whether it is, by what it changed: lines of files that were there. Of a single suggestion the title may name the one file. */
function isSuggestion({ title }, changes) {
    if (changes.length === 0 || changes.some(({ mode, oldMode, status }) => status !== 'M' || mode !== oldMode))
        return false;
    const [first] = changes;
    return isApplied(title) || (changes.length === 1 && title === `${update}${first?.path ?? ''}`);
}
const update = 'Update ';
function isApplied(title) {
    return title === 'Apply suggestions from code review' || /^Apply suggestion from @[\w-]{1,39}$/.test(title);
}

;// CONCATENATED MODULE: ./lib/audit/collect/fill.js





/** Most commits that one landing may bring: all of them are in one line of the file. */
const mostCommits = 50_000;
/** Fills landings with their commits, by git. One that git cannot tell of has no commits, and a hole that says so. */
async function fillLandings(store, planned, from, holes) {
    const ends = planned.flatMap(({ after, before, without }) => [after, before, ...without].filter((sha) => sha !== null));
    const missing = await fetchMissing(store, ends, from);
    const whole = planned.filter(({ after, without }) => after !== null && ![after, ...without].some((sha) => missing.has(sha)));
    const listed = new Map();
    for (const run of runsOf(whole))
        for (const [landing, commits] of await listRun(store, run))
            listed.set(landing, commits);
    return inParallel(planned, 4, (landing) => fill(store, landing, listed.get(landing), missing, holes));
}
/** The commits of each landing of a run by one list of git; nothing where there is only one, or the list is no use. */
async function listRun(store, run) {
    const [newest] = run;
    const oldest = run.at(-1);
    if (newest === undefined || newest.after === null || oldest === undefined || newest === oldest)
        return [];
    try {
        const shares = shareOut(run, await landedCommits(store, oldest.without, newest.after));
        return run.flatMap((landing, index) => {
            const share = shares?.[index];
            return share === undefined ? [] : [[landing, share]];
        });
    }
    catch (error) {
        // Too much for one list: each landing has its own.
        if (error instanceof errors/* EvidenceError */.oe)
            return [];
        throw error;
    }
}
async function fill(store, planned, listed, missing, holes) {
    const { without, ...landing } = planned;
    const { after, before, branch, id, kind } = landing;
    const nothing = { ...landing, commits: [], count: 0, removed: [] };
    if (after === null)
        return nothing;
    const what = `commits of landing ${id} of ${branch}`;
    const gone = [after, ...without].filter((sha) => missing.has(sha));
    if (gone.length > 0) {
        const why = `The commit ${gone.map((sha) => sha.slice(0, 12)).join(', ')} is not in the clone, and could not be fetched`;
        holes.push(hole(what, why, 'Run this in a full clone. What was pushed away by force is kept by GitHub for a while only'));
        return nothing;
    }
    try {
        // A line tells its length by itself; everything else is counted by git.
        const count = listed !== undefined && isLine(listed, before) ? listed.length : await countCommits(store, without, after);
        if (count > mostCommits) {
            const why = `It brought ${count} commits, and ${mostCommits} are the most that are read`;
            holes.push(hole(what, why, 'Begin the period after this landing, or audit the branch that it was made from too'));
            return nothing;
        }
        const commits = listed?.length === count ? listed : await landedCommits(store, without, after);
        const removed = kind === 'force-push' && before !== null ? await reachable(store, [before], [after]) : [];
        return { ...landing, commits: commits.map((commit) => commitOf(commit)), count, removed };
    }
    catch (error) {
        holes.push(holeOf(what, error));
        return nothing;
    }
}
/** A commit of git with the accounts that GitHub found. */
function commitOf(commit, accounts) {
    const signature = (signed, account = null) => ({ ...signed, account });
    return {
        ...commit,
        author: signature(commit.author, accounts?.author),
        committer: signature(commit.committer, accounts?.committer),
        coAuthors: commit.coAuthors.map((coAuthor) => signature(coAuthor)),
        mergeAlone: commit.parents.length > 1 ? null : false,
        suggestionAlone: false,
    };
}

;// CONCATENATED MODULE: ./lib/audit/collect/complete-pulls.js




/**
 * Puts into pull requests what git alone can tell: the commits that GitHub does not list, which merges anybody could repeat,
 * and which commits are suggestions. Heads that the clone does not have are fetched.
 */
async function completePulls(store, numbers, known, sources, gaps) {
    const pulls = [...new Set(numbers)].flatMap((number) => (known.completed.has(number) ? [] : (known.pulls.get(number) ?? [])));
    const needed = pulls.filter((pull) => pull.commitsCut || pull.commits.some((commit) => isOpen(commit, pull, known.signedByGitHub)));
    await fetchMissing(store, needed.map(({ head }) => head), sources.from);
    const listed = [];
    for (const pull of pulls)
        listed.push(pull.commitsCut ? await withAll(store, pull, sources, gaps) : pull);
    const merges = await mergesAlone(store, listed.flatMap(({ commits }) => commits.filter(({ parents }) => parents.length > 1)));
    const suggestions = await suggestionsIn(store, listed, known.signedByGitHub);
    for (const pull of listed) {
        const commits = pull.commits.map((commit) => ({
            ...commit,
            mergeAlone: commit.parents.length > 1 ? (merges.get(commit.sha) ?? null) : false,
            suggestionAlone: suggestions.has(commit.sha),
        }));
        known.complete({ ...pull, commits });
    }
}
function isOpen(commit, pull, signed) {
    return commit.parents.length > 1 || looksLikeSuggestion(commit, pull, signed);
}
/** A list of GitHub's may end at 250 commits: git lists those that the head has and the base had not. */
async function withAll(store, pull, { github, landings }, gaps) {
    const { number } = pull;
    const what = `commits of pull request ${number}`;
    try {
        const commits = await listByGit(store, pull, landings);
        if (typeof commits === 'string') {
            gaps.holes.push(hole(what, `GitHub does not list all of them, and ${commits}`, `Fetch refs/pull/${number}/head into the clone`));
            return pull;
        }
        const told = new Map(pull.commits.map((commit) => [commit.sha, commit]));
        const untold = commits.filter(({ sha }) => !told.has(sha)).map(({ sha }) => sha);
        const known = github === null ? [] : await itemsOf(gaps, 'pull-requests', what, () => github.accountsOf(untold));
        // Without their accounts nobody can tell who wrote them.
        if (known === undefined)
            return pull;
        const accounts = new Map(known.map((one) => [one.sha, one]));
        const all = commits.map((commit) => told.get(commit.sha) ?? commitOf(commit, accounts.get(commit.sha)));
        return { ...pull, commitsCut: false, commits: all };
    }
    catch (error) {
        gaps.holes.push(holeOf(what, error));
        return pull;
    }
}
/**
 * The commits of a pull request, or why git cannot tell them. What the base had is the first parent of the merge; where the
 * head itself landed, what the branch was at before. A list without the head, or without a commit that GitHub tells, is another's.
 */
async function listByGit(store, { commits: told, head, mergeCommit }, landings) {
    if (mergeCommit === null)
        return 'does not know its merge';
    const here = await present(store, [head, mergeCommit]);
    if (!here.has(head) || !here.has(mergeCommit))
        return `the clone does not have its ${here.has(head) ? 'merge' : 'head'}`;
    const merge = (await landedCommits(store, [`${mergeCommit}^@`], mergeCommit)).find(({ sha }) => sha === mergeCommit);
    const landing = landings.find(({ commits }) => commits.some(({ sha }) => sha === mergeCommit));
    const starts = [mergeCommit === head ? undefined : merge?.parents[0], landing?.before].filter((sha) => typeof sha === 'string');
    for (const start of starts) {
        const commits = await landedCommits(store, [start], head);
        const shas = new Set(commits.map(({ sha }) => sha));
        if (shas.has(head) && told.every(({ sha }) => shas.has(sha)))
            return commits;
    }
    return 'git cannot tell where it began';
}
async function suggestionsIn(store, pulls, signed) {
    const likely = pulls.flatMap((pull) => pull.commits.filter((commit) => looksLikeSuggestion(commit, pull, signed)));
    const trees = await treesOf(store, likely.flatMap(({ parents, sha }) => [sha, ...parents]));
    const pairs = likely.flatMap((commit) => {
        const from = trees.get(commit.parents[0] ?? '');
        const to = trees.get(commit.sha);
        return from === undefined || to === undefined ? [] : [{ commit, from, to }];
    });
    const changes = await treeChanges(store, pairs, 'whole');
    return new Set(pairs.flatMap(({ commit }, index) => (isSuggestion(commit, changes[index] ?? []) ? [commit.sha] : [])));
}

;// CONCATENATED MODULE: ./lib/audit/population/changes.js
/** The changes of a landing: each of its commits is in exactly one of them. They come in the order of their first commits. */
function changesOf(landing, pulls) {
    const landed = new Map(landing.commits.map(({ sha }, index) => [sha, index]));
    const groups = new Map();
    for (const { sha } of landing.commits) {
        const pull = ownPull(pulls.of(sha), landing, landed, pulls.audited);
        const group = groups.get(pull?.number);
        if (group === undefined)
            groups.set(pull?.number, { pull, commits: [sha] });
        else
            group.commits.push(sha);
    }
    return [...groups.values()].map((group) => ({ landing, ...group }));
}
/**
 * Why the changes of a landing are not all of it; undefined where they are. Their commits are counted against a number
 * that came another way: a list that was cut off must never look like a landing with fewer changes.
 */
function unreconciled(landing, changes) {
    const found = changes.reduce((sum, { commits }) => sum + commits.length, 0);
    const distinct = new Set(changes.flatMap(({ commits }) => commits)).size;
    if (found === landing.count && distinct === landing.count)
        return undefined;
    return `Landing ${landing.id} of ${landing.branch} brought ${landing.count} commits, and its changes hold ${distinct}`;
}
/** How much later than the landing GitHub may date the merge that made it, in milliseconds. */
const tolerance = 60_000;
/** Of several pull requests that hold a commit: the one that brought it first to an audited branch, else the one that this landing merged. */
function ownPull(candidates, { at, branch, kind }, landed, audited) {
    const byMerge = kind === 'pull-request' || kind === 'merge-queue';
    const place = ({ mergeCommit }) => (mergeCommit === null ? undefined : landed.get(mergeCommit));
    const before = (pull, late) => at !== null && Date.parse(pull.mergedAt) <= Date.parse(at) + late;
    const first = candidates
        .filter((pull) => {
        if (!audited(pull.base))
            return false;
        // A merge into this branch that is in the landing made it. One into another branch may only say so later, of what was
        // pushed directly here; git alone cannot tell.
        if (place(pull) !== undefined)
            return pull.base === branch || at === null || before(pull, tolerance);
        return before(pull, pull.mergeCommit === null && byMerge ? tolerance : 0);
    })
        .toSorted((one, other) => Date.parse(one.mergedAt) - Date.parse(other.mergedAt) || (place(one) ?? 0) - (place(other) ?? 0) || one.number - other.number);
    if (first[0] !== undefined || !byMerge || at === null)
        return first[0];
    // The base may have another name since.
    return candidates.find((pull) => place(pull) !== undefined && Math.abs(Date.parse(pull.mergedAt) - Date.parse(at)) <= tolerance);
}

;// CONCATENATED MODULE: ./lib/audit/population/own-ranges.js

/**
 * The paths that a change touched on the branch that it landed on: from the first parent of its first commit there to its last. What lies
 * apart, with other changes between, is several such ranges. A change of which nothing is on the branch's own line, since
 * another branch was merged that had it, is what it did to that one.
 */
function ownRanges(part, landing) {
    const own = new Set(part.commits);
    const onLine = rangesAlong(lineOf(landing).map((commit) => (own.has(commit.sha) ? commit : undefined)));
    if (onLine.length > 0)
        return onLine;
    const commits = bySha(landing);
    const merged = part.pull?.mergeCommit ?? null;
    if (merged !== null && own.has(merged)) {
        return rangesAlong(lineOf({ after: merged, commits: landing.commits.filter(({ sha }) => own.has(sha)) }));
    }
    return part.commits.map((sha) => ({ from: commits.get(sha)?.parents[0] ?? null, to: sha }));
}
/** The ranges of a line, the newest first; undefined is what belongs to others. */
function rangesAlong(line) {
    const ranges = [];
    for (const [index, commit] of line.entries()) {
        if (commit === undefined)
            continue;
        const from = commit.parents[0] ?? null;
        const newer = line[index - 1];
        const open = newer === undefined ? undefined : ranges.pop();
        ranges.push({ from, to: open?.to ?? commit.sha });
    }
    return ranges;
}

;// CONCATENATED MODULE: ./lib/audit/collect/paths.js



/** The paths that each change of each landing touched, by a few calls of git for all; null where an object is missing. */
async function pathsOf(store, attributed, audited) {
    const changes = attributed.map(({ landing, pulls, pullsOf }) => {
        const byNumber = new Map(pulls.map((pull) => [pull.number, pull]));
        const of = (sha) => (pullsOf[sha] ?? []).flatMap((number) => byNumber.get(number) ?? []);
        return changesOf(landing, { of, audited }).map((change) => ({
            name: change.pull === undefined ? '' : String(change.pull.number),
            ranges: ownRanges(change, landing),
        }));
    });
    const ranges = changes.flat().flatMap((change) => change.ranges);
    const trees = await treesOf(store, ranges.flatMap(({ from, to }) => (from === null ? [to] : [from, to])));
    const treeOf = (sha) => (sha === null ? emptyTree : (trees.get(sha) ?? missing));
    const pairOf = ({ from, to }) => ({ from: treeOf(from), to: treeOf(to) });
    const found = await treeChanges(store, ranges.map(pairOf), 'whole');
    const byRange = new Map(ranges.map((range, index) => [range, found[index] ?? null]));
    return changes.map((those) => Object.fromEntries(those.map(({ name, ranges: own }) => {
        const parts = own.map((range) => byRange.get(range) ?? null);
        const known = parts.flatMap((part) => part ?? []).map(({ path }) => path);
        return [name, parts.includes(null) ? null : [...new Set(known)].toSorted()];
    })));
}
/** No object has it. */
const missing = '0'.repeat(40);

;// CONCATENATED MODULE: ./lib/audit/collect/landing-facts.js







/** Landings that are read together: two whole questions to GitHub, and a few calls of git for all. */
const landing_facts_atOnce = 200;
/** The facts of all landings but their trails, the newest first, in groups. */
async function* landingFacts(sources, parts) {
    const { landings } = parts.plan;
    let done = 0;
    for (const planned of inParts(landings, landing_facts_atOnce)) {
        const filled = await fillLandings(parts.store, planned, sources.fetchFrom, parts.gaps.holes);
        yield await factsOf(filled, sources, parts);
        parts.known.trim();
        done += planned.length;
        sources.report(`Landings: ${done} of ${landings.length}`);
    }
}
async function factsOf(filled, sources, parts) {
    const { controls, gaps, known, plan, store } = parts;
    const pullsOf = await attribute(store, filled, plan.branches, known);
    const numbers = pullsOf.map((of) => [...new Set(Object.values(of).flat())]);
    await completePulls(store, numbers.flat(), known, { from: sources.fetchFrom, github: sources.github, landings: filled }, gaps);
    const pulls = numbers.map((own) => own.flatMap((number) => known.pulls.get(number) ?? []));
    const landings = await withPeople(store, filled, pulls, pullsOf, sources, gaps);
    const attributed = landings.map((landing, index) => ({ landing, pulls: pulls[index] ?? [], pullsOf: pullsOf[index] ?? {} }));
    const audited = new Set(plan.branches.map(({ name }) => name));
    const paths = await pathsOf(store, attributed, (branch) => audited.has(branch));
    const files = await controls.of(landings);
    return attributed.map((each, index) => ({
        kind: 'landing',
        ...each,
        paths: paths[index] ?? {},
        file: files[index]?.file ?? null,
        workflows: files[index]?.workflows ?? null,
        trails: [],
        trees: {},
    }));
}
/** Landings with the accounts behind their commits, and with which of their merges anybody could repeat. */
async function withPeople(store, landings, pulls, pullsOf, { github }, gaps) {
    const direct = landings.flatMap(({ commits }, index) => commits.filter(({ sha }) => pullsOf[index]?.[sha] === undefined));
    const known = github === null || direct.length === 0
        ? []
        : await itemsOf(gaps, 'pull-requests', 'accounts of commits', () => github.accountsOf(direct.map(({ sha }) => sha)));
    const accounts = new Map((known ?? []).map((one) => [one.sha, one]));
    const merges = await mergesAlone(store, landings.flatMap(({ commits }) => commits.filter(({ parents }) => parents.length > 1)));
    return landings.map((landing, index) => {
        const told = new Map((pulls[index] ?? []).flatMap(({ commits }) => commits.map((commit) => [commit.sha, commit])));
        const commits = landing.commits.map((commit) => {
            const { author, committer } = accounts.get(commit.sha) ?? { author: null, committer: null };
            return (told.get(commit.sha) ?? {
                ...commit,
                author: { ...commit.author, account: author },
                committer: { ...commit.committer, account: committer },
                mergeAlone: commit.parents.length > 1 ? (merges.get(commit.sha) ?? null) : false,
            });
        });
        return { ...landing, commits };
    });
}

;// CONCATENATED MODULE: ./lib/git/names.js

/** The commit that a branch is at: as the remote has it, else as the clone does. Undefined where there is no such branch. */
async function tipOf({ clone }, branch) {
    for (const prefix of ['refs/remotes/origin/', 'refs/heads/']) {
        const found = await names_lineOf(clone, ['show-ref', '--verify', '--hash', '--', `${prefix}${branch}`]);
        if (found !== undefined && /^[0-9a-f]{40}$/.test(found))
            return found;
    }
    return undefined;
}
/** The branch that the remote has as its default, else the one that is checked out. */
async function defaultBranchOf({ clone }) {
    const remote = await names_lineOf(clone, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
    if (remote !== undefined)
        return remote.replace(/^refs\/remotes\/origin\//, '');
    return (await names_lineOf(clone, ['symbolic-ref', '--quiet', 'HEAD']))?.replace(/^refs\/heads\//, '');
}
/** The full SHA of the commit that a name stands for in the clone: a SHA in short, a tag, `HEAD~3`. */
async function commitNamed({ clone }, name) {
    const found = await names_lineOf(clone, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
    return found !== undefined && /^[0-9a-f]{40}$/.test(found) ? found : undefined;
}
/** The commit of a tag in the clone, by the tag's whole name. */
function commitOfTag(store, tag) {
    return commitNamed(store, `refs/tags/${tag}`);
}
async function names_lineOf(clone, args) {
    const ending = await (0,run_git/* runGit */.E)(clone, args);
    if (ending.kind !== 'done')
        return undefined;
    const line = ending.stdout.toString('utf8').trim();
    return line === '' ? undefined : line;
}

;// CONCATENATED MODULE: ./lib/audit/collect/git-landings.js




/**
 * Landings as git alone tells them: each commit of a branch's own line is one. When they landed is not known.
 *
 * @throws {UsageError} where a commit that was named is not in the clone.
 */
async function gitLandings(store, branches, asked, now, { holes }) {
    const { since, until, sinceSha, untilSha } = asked;
    if (untilSha !== null && (sinceSha === null || branches.length > 1)) {
        throw new errors/* UsageError */.eb('conflicting-inputs', 'A commit to end with needs a commit to begin after, and a single branch', {
            fix: 'Name both commits and one branch',
        });
    }
    const start = sinceSha === null ? null : await named(store, sinceSha);
    const ending = untilSha === null ? null : await named(store, untilSha);
    const fixed = branches.map(({ name, tip }) => ({ name, tip: ending ?? tip }));
    const [own] = fixed;
    if (start !== null && own !== undefined)
        holes.push(...(await notOnBranch(store, start, own)));
    const landings = [];
    let first = start;
    for (const branch of fixed) {
        const line = await firstParentLine(store, start === null ? [] : [start], branch.tip);
        const chosen = start === null ? ofPeriod(line, { since, until, now }) : line;
        if (start === null && branch === own)
            first = chosen.at(-1)?.parent ?? (chosen.length === 0 ? branch.tip : null);
        landings.push(...chosen.map((commit) => plannedOf(commit, branch.name, start)));
    }
    return {
        basis: 'git',
        since: start === null ? since : null,
        until: until ?? now,
        sinceSha: first,
        by: start === null ? 'committer-date' : 'commits',
        branches: fixed,
        landings,
    };
}
/**
 * The part of a line that its committers say is of the period: all between the first and the last of those, whatever the
 * dates between say. Dates go back and forth, and a date that lies must not take others out. A date in the future says
 * nothing: such a commit is of the period if the one that came after it is. Without an end the period goes up to the tip.
 */
function ofPeriod(line, { now, since, until }) {
    const isPossible = ({ committedAt }) => committedAt * 1000 <= Date.parse(now) + wrongClock;
    const known = line.findLastIndex((commit) => isPossible(commit) && commit.committedAt * 1000 >= Date.parse(since));
    const older = line.findIndex((commit, index) => index > known && isPossible(commit));
    const newest = until === null ? 0 : line.findIndex(({ committedAt }) => committedAt * 1000 < Date.parse(until));
    return newest < 0 ? [] : line.slice(newest, older < 0 ? undefined : older);
}
/** How much later than ours the clock of a committer may be, in milliseconds. */
const wrongClock = 86_400_000;
function plannedOf({ parent, sha }, branch, start) {
    const without = [parent, start].filter((commit) => commit !== null);
    return { id: sha, branch, kind: 'unknown', at: null, actor: null, before: parent, after: sha, without };
}
/**
 * The first branch must hold the commit that the period begins after. One that does not was moved by force, or is another: then
 * nothing landed that way, and nobody can say that it is all.
 */
async function notOnBranch(store, start, { name, tip }) {
    const lacking = (await reachable(store, [start], [tip])).length;
    if (lacking === 0)
        return [];
    const common = await commonCommit(store, start, tip);
    const why = `${tip.slice(0, 12)} does not come after ${start.slice(0, 12)}: it lacks ${(0,lib_text/* count */.U9)(lacking, 'commit')} of that one's history. The branch was moved by force, or the commits are the wrong way round`;
    const fix = common === undefined ? `Name a commit that ${name} holds` : `Begin after ${common}, which both have, and look for what was taken away`;
    return [hole(`history of ${name}`, why, fix)];
}
async function named(store, name) {
    const sha = await commitNamed(store, name);
    if (sha !== undefined)
        return sha;
    throw new errors/* UsageError */.eb('invalid-input', `There is no commit ${name.slice(0, 80)} in the clone in ${store.clone}`, {
        fix: 'Name a commit of this repository, and clone it with fetch-depth: 0',
    });
}

;// CONCATENATED MODULE: ./lib/audit/population/chain.js
const fix = 'Collect again. If it stays, GitHub does not tell all updates of this branch: audit it between two SHAs';
/** Where the updates of one branch, the newest first, do not join: one of them is missing. Undefined where they all do. */
function brokenChain(steps) {
    for (const [index, older] of steps.entries()) {
        const newer = steps[index - 1];
        const broken = newer === undefined ? undefined : brokenJoint(newer, older);
        if (broken !== undefined)
            return broken;
    }
    return undefined;
}
/**
 * Checks landings as they come, the newest first, each against the next newer one of its branch, and the newest of an audit
 * up to now against the tip. The function gives a hole where a landing is missing.
 */
function chainCheck({ at, basis, branches, period, }) {
    const newest = new Map();
    const tips = new Map(branches.map(({ name, tip }) => [name, tip]));
    return (landing) => {
        const newer = newest.get(landing.branch);
        newest.set(landing.branch, landing);
        const tip = basis === 'github' && period.until === at ? tips.get(landing.branch) : undefined;
        const why = newer !== undefined ? brokenJoint(newer, landing) : tip === undefined ? undefined : brokenTip(landing, tip);
        return why === undefined ? undefined : brokenHole(landing.branch, why);
    };
}
/** Why the newest update of a branch cannot be its newest. */
function brokenTip({ after, branch, id }, tip) {
    if (after === tip)
        return undefined;
    return `The newest update of ${branch} that is known, ${id}, left it at ${chain_short(after)}, and it is at ${chain_short(tip)}`;
}
function brokenHole(branch, why) {
    return { kind: 'hole', what: `updates of ${branch}`, why, fix };
}
function brokenJoint(newer, older) {
    if (newer.id === older.id)
        return `Update ${newer.id} of ${newer.branch} is there twice`;
    if (newer.before === older.after)
        return undefined;
    return `Update ${newer.id} of ${newer.branch} began at ${chain_short(newer.before)}, and the one before it, ${older.id}, left it at ${chain_short(older.after)}: an update between them is missing`;
}
/**
 * Updates of one branch in their order, the newest first. Those of the same second are put so that they join.
 *
 * @param tip where the branch is now; null where it is gone
 */
function inOrder(updates, tip) {
    const waiting = updates.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
    const ordered = [];
    let next = tip;
    while (waiting.length > 0) {
        const moment = Date.parse(waiting[0]?.at ?? '');
        const end = waiting.findIndex(({ at }) => Date.parse(at) !== moment);
        const joins = waiting.slice(0, end < 0 ? undefined : end).findIndex(({ after }) => after === next);
        for (const update of waiting.splice(Math.max(joins, 0), 1)) {
            ordered.push(update);
            next = update.before;
        }
    }
    return ordered;
}
const chain_short = (sha) => (sha === null ? 'nothing' : sha.slice(0, 12));

;// CONCATENATED MODULE: ./lib/audit/population/tip-at.js
/**
 * Where a branch was just before a moment, by its updates in order, the newest first; null where it was not there. An update
 * of that very moment counts with `inclusive`.
 *
 * @param tip where it is now
 */
function tipAt(updates, tip, moment, inclusive) {
    const limit = Date.parse(moment);
    const index = updates.findIndex(({ at }) => (inclusive ? Date.parse(at) <= limit : Date.parse(at) < limit));
    if (index >= 0)
        return updates[index]?.after ?? null;
    const oldest = updates.at(-1);
    return oldest === undefined ? tip : oldest.before;
}

;// CONCATENATED MODULE: ./lib/audit/collect/updates.js




/** How long before now the clone may have been made, in milliseconds. */
const freshClone = 3_600_000;
/**
 * The updates of the audited branches within the period, as GitHub tells them; undefined where it does not. They must join one
 * another, what came before, and the tip that the clone has. What came after the clone was made is left for the next audit:
 * the period ends before it.
 */
async function updatesOf(port, store, branches, { now, open, since, until }, gaps) {
    const known = new Map();
    let end = until;
    for (const branch of branches) {
        const what = `updates of ${branch.name}`;
        const items = await itemsOf(gaps, 'landings', what, () => port.branchUpdates(branch.name, since, now));
        if (items === undefined)
            return undefined;
        const ordered = inOrder(items.map((update) => ({ ...update, branch: branch.name })), branch.tip);
        const at = ordered.findIndex(({ after }) => after === branch.tip);
        const later = ordered.slice(0, Math.max(at, 0)).findLast((update) => Date.parse(update.at) < Date.parse(until));
        if (at < 0)
            gaps.holes.push(...(await unjoined(store, branch, ordered[0], since)));
        else if (later !== undefined && open && Date.parse(later.at) >= Date.parse(now) - freshClone)
            end = earlier(end, later.at);
        else if (later !== undefined) {
            const why = `The clone has ${branch.name} at ${branch.tip.slice(0, 12)}, and GitHub tells newer updates, since ${later.at}`;
            gaps.holes.push(hole(what, why, `Bring the clone up to date: git fetch origin`));
        }
        const broken = brokenChain(ordered);
        if (broken !== undefined)
            gaps.holes.push(brokenHole(branch.name, broken));
        known.set(branch.name, ordered);
    }
    const landings = branches.flatMap(({ name }) => (known.get(name) ?? []).filter(({ at }) => isWithin(at, since, end)).map((update) => updates_plannedOf(update, branches, known)));
    return { landings: landings.toSorted((one, other) => Date.parse(other.at ?? '') - Date.parse(one.at ?? '')), until: end };
}
/** Half open. */
function isWithin(at, since, until) {
    return Date.parse(at) >= Date.parse(since) && Date.parse(at) < Date.parse(until);
}
/** No update led to the tip. That is so too where GitHub keeps none, since nothing landed for long. */
async function unjoined(store, { name, tip }, newest, since) {
    if (newest !== undefined) {
        const why = brokenTip(newest, tip);
        return why === undefined ? [] : [brokenHole(name, `${why}: the clone is old, or an update is missing`)];
    }
    const [last] = await firstParentLine(store, [`${tip}^@`], tip);
    if (last === undefined || last.committedAt * 1000 < Date.parse(since))
        return [];
    return [brokenHole(name, `GitHub tells no update, and ${tip.slice(0, 12)} at its tip was committed within the period`)];
}
function updates_plannedOf(update, branches, known) {
    const { actor, after, at, before, branch: name, id, kind } = update;
    const index = branches.findIndex((branch) => branch.name === name);
    const others = branches.flatMap((branch, place) => {
        if (place === index)
            return [];
        // Of two branches that were created at one moment, what both hold came with the first of them.
        return tipAt(known.get(branch.name) ?? [], branch.tip, at, place < index) ?? [];
    });
    return { id, branch: name, kind, at, actor, before, after, without: before === null ? [...new Set(others)] : [before] };
}
const earlier = (one, other) => (Date.parse(one) <= Date.parse(other) ? one : other);

;// CONCATENATED MODULE: ./lib/audit/collect/plan-landings.js





/** Days that a first run looks back. */
const usualDays = 7;
/** How long GitHub keeps updates of branches: about a year. */
const keptDays = 365;
const day = 86_400_000;
/** Fixes the branches, their tips and the period, and then tells the landings: by GitHub where that can be, else by git. */
async function planLandings(settings, { github }, store, gaps) {
    const { now, sinceSha, untilSha } = settings;
    const since = settings.since ?? new Date(Date.parse(now) - usualDays * day).toISOString();
    const until = settings.until ?? now;
    if (sinceSha === null && Date.parse(since) >= Date.parse(until)) {
        throw new errors/* UsageError */.eb('invalid-input', `The period ends at ${until}, and begins at ${since}`, { fix: 'Let it begin before it ends' });
    }
    const open = Date.parse(until) === Date.parse(now);
    const branches = await tipsOf(settings, github, store, gaps);
    const byGit = () => gitLandings(store, branches, { since, until: open ? null : until, sinceSha, untilSha }, now, gaps);
    if (sinceSha !== null || untilSha !== null) {
        gaps.untold.push(untold('landings', 'The period is between two commits, and not of time', 'Name a period by its dates'));
        return byGit();
    }
    if (github === null) {
        gaps.untold.push(untold('landings', 'GitHub was not asked: there is no token', 'Give a token with contents: read'));
        return byGit();
    }
    if (Date.parse(since) < Date.parse(now) - keptDays * day) {
        const why = `GitHub keeps the updates of branches for about a year, and the period begins at ${since}`;
        gaps.untold.push(untold('landings', why, 'Let the period begin within the last year'));
        return byGit();
    }
    const asked = { since, until, open, now };
    const told = await updatesOf(github, store, branches, asked, gaps);
    if (told === undefined)
        return byGit();
    return { basis: 'github', since, until: told.until, sinceSha: null, by: 'landing', branches, landings: told.landings };
}
async function tipsOf({ branches }, github, store, { holes }) {
    const byDefault = branches.length > 0 ? undefined : await defaultOf(github, store, holes);
    const found = [];
    for (const name of new Set(byDefault === undefined ? branches : [byDefault])) {
        const tip = await tipOf(store, name);
        if (tip === undefined)
            holes.push(hole(`branch ${name}`, `The clone in ${store.clone} has no commit on a branch ${name}`, branchFix));
        else
            found.push({ name, tip });
    }
    if (branches.length === 0 && byDefault === undefined) {
        const why = `No branch is checked out in ${store.clone}, and its remote names no default one`;
        holes.push(hole('the default branch', why, 'Name the branch with `branch`'));
    }
    return found;
}
const branchFix = 'Name a branch that has commits with `branch`, and clone all branches: actions/checkout with fetch-depth: 0';
async function defaultOf(github, store, holes) {
    try {
        if (github !== null)
            return await github.defaultBranch();
    }
    catch (error) {
        holes.push(holeOf('name of the default branch', error));
    }
    return defaultBranchOf(store);
}

;// CONCATENATED MODULE: ./lib/audit/collect/pulls.js

/** Most pull requests that are kept for landings to come. */
const mostKept = 3000;
function openPulls(port, gaps) {
    const of = new Map();
    const asked = new Set();
    const pulls = new Map();
    const signed = new Set();
    const completed = new Set();
    let refused = port === null;
    return {
        ask: async (shas) => {
            const wanted = [...new Set(shas)].filter((sha) => !asked.has(sha));
            if (port === null || refused || wanted.length === 0)
                return;
            for (const sha of wanted)
                asked.add(sha);
            const items = await itemsOf(gaps, 'pull-requests', 'pull requests of commits', () => port.pullRequestsOf(wanted));
            refused ||= items === undefined;
            for (const found of items ?? []) {
                for (const [sha, numbers] of found.of)
                    of.set(sha, numbers);
                for (const pull of found.pulls)
                    if (!completed.has(pull.number))
                        pulls.set(pull.number, pull);
                for (const sha of found.signedByGitHub ?? [])
                    signed.add(sha);
                for (const [number, why] of found.cut) {
                    gaps.holes.push(hole(`pull request ${number}`, why, 'Collect again; what GitHub does not tell stays unknown'));
                }
            }
        },
        asked,
        numbersOf: (sha) => of.get(sha) ?? [],
        pulls,
        signedByGitHub: signed,
        complete: (pull) => {
            pulls.set(pull.number, pull);
            completed.add(pull.number);
        },
        completed,
        trim: () => {
            if (pulls.size <= mostKept)
                return;
            for (const known of [of, asked, pulls, signed, completed])
                known.clear();
        },
    };
}

;// CONCATENATED MODULE: ./lib/audit/collect/held-then.js


/** Clocks of a service and of GitHub may differ by so many milliseconds. */
const held_then_tolerance = 60_000;
/**
 * Whether an audited branch held a commit when it was shipped. One that landed later was shipped without all that is asked of
 * what lands. Where nobody knows when anything landed, now stands for then.
 */
async function wasHeld(store, { branches, landings }, { at, sha }) {
    if (!landings.every(isTimed))
        return true;
    const moment = new Date(Date.parse(at) + held_then_tolerance).toISOString();
    if (landings.some((landing) => landing.after === sha && Date.parse(landing.at) <= Date.parse(moment)))
        return true;
    for (const { name, tip } of branches) {
        const own = landings.filter(({ branch }) => branch === name);
        const then = tipAt(own, tip, moment, true);
        if (then === null || !(await present(store, [then])).has(then))
            continue;
        if (!(await reachable(store, [sha], [then])).includes(sha))
            return true;
    }
    return false;
}
function isTimed(landing) {
    return landing.at !== null;
}

;// CONCATENATED MODULE: ./lib/audit/collect/shipped.js




/** Deployments of the period, each with what it brought since the one before it in its environment. */
async function placeDeployments(store, plan, given, since) {
    const lanes = Map.groupBy(given, ({ environment, source }) => `${source} ${environment}`);
    const placed = [];
    for (const lane of lanes.values())
        placed.push(...(await place(store, plan, lane)));
    return placed.filter(({ at }) => isWithin(at, since, plan.until)).toSorted(newestFirst);
}
async function* shippedOnGitHub(store, port, plan, since, gaps) {
    if (port === null) {
        const fix = 'Give a token with deployments: read and contents: read';
        for (const source of ['deployments', 'releases', 'tags'])
            gaps.untold.push(untold(source, 'GitHub was not asked: there is no token', fix));
        return;
    }
    const deployments = await itemsOf(gaps, 'deployments', 'deployments', () => port.deployments(since, plan.until));
    yield* await placeDeployments(store, plan, deployments ?? [], since);
    const releases = (await itemsOf(gaps, 'releases', 'releases', () => port.releases(since, plan.until))) ?? [];
    const known = await Promise.all(releases.map(async (release) => ({ ...release, sha: release.sha ?? (await commitOfTag(store, release.tag)) ?? null })));
    for (const release of (await place(store, plan, known)).toSorted(newestFirst)) {
        if (isWithin(release.at, since, plan.until))
            yield release;
    }
    const tags = await itemsOf(gaps, 'tags', 'tags', () => port.tags());
    if (tags === undefined || tags.length === 0)
        return;
    const { told, updates } = await updatesOfTags(port, since, gaps);
    const byName = Map.groupBy(updates.filter(({ at }) => isWithin(at, since, plan.until)), ({ name }) => name);
    for (const tag of tags)
        yield { kind: 'tag', ...tag, moved: movesOf(byName.get(tag.name) ?? []), told };
}
/** Where GitHub does not tell them, the audit before may: the rule that goes by them is not tested without either. */
async function updatesOfTags(port, since, { holes }) {
    const gaps = { holes, untold: [] };
    const [found] = (await itemsOf(gaps, 'tags', 'updates of tags', () => port.tagUpdates(since))) ?? [];
    return found ?? { updates: [], told: false };
}
/** Where a tag stood for one commit and then for another, the oldest first; also by way of being deleted and made again. */
function movesOf(updates) {
    const moved = [];
    let last = null;
    for (const { actor, after, at, before } of updates.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
        const from = before ?? last;
        if (from !== null && after !== null && from !== after)
            moved.push({ from, to: after, at, by: actor });
        last = after ?? from;
    }
    return moved;
}
async function place(store, plan, things) {
    const here = await present(store, things.flatMap(({ sha }) => sha ?? []));
    const branches = await branchesOf(store, plan, [...here]);
    const placed = [];
    let before;
    for (const thing of things.toSorted((one, other) => -newestFirst(one, other))) {
        const { sha } = thing;
        const brought = sha === null || !here.has(sha) ? null : await broughtSince(store, plan, sha, before, here);
        const branch = sha === null ? undefined : branches.get(sha);
        const held = sha !== null && branch !== undefined && (await wasHeld(store, plan, { sha, at: thing.at }));
        placed.push({ ...thing, branch: held ? branch : null, brought });
        before = sha ?? before;
    }
    return placed;
}
/** Without one before it, all that landed within the period; null where the commit before is gone. */
async function broughtSince(store, { branches, landings }, sha, before, here) {
    if (before !== undefined)
        return here.has(before) ? reachable(store, [sha], [before]) : null;
    const starts = branches.flatMap(({ name, tip }) => landings.findLast(({ branch }) => branch === name)?.without ?? [tip]);
    return reachable(store, [sha], [...(await present(store, starts))]);
}
/** The first audited branch that holds each commit. */
async function branchesOf(store, { branches }, shas) {
    const found = new Map();
    for (const { name, tip } of branches) {
        const lacks = new Set(await reachable(store, shas, [tip]));
        for (const sha of shas)
            if (!lacks.has(sha) && !found.has(sha))
                found.set(sha, name);
    }
    return found;
}
const newestFirst = (one, other) => Date.parse(other.at) - Date.parse(one.at);

;// CONCATENATED MODULE: ./lib/audit/collect/totals.js


/** Counts of other sources, which the population is held against. Their names end with the branch. */
async function* controlTotals(store, port, plan, { holes }) {
    for (const { name, tip } of plan.branches) {
        try {
            const merged = port === null || plan.basis === 'git' || plan.since === null ? null : await port.mergedCount(name, plan.since, plan.until);
            if (merged !== null)
                yield { kind: 'total', name: `merged pull requests: ${name}`, source: 'GitHub', count: merged };
            const count = await commitsOf(store, plan, name, tip);
            if (count !== undefined)
                yield { kind: 'total', name: `commits: ${name}`, source: 'git rev-list --count', count };
        }
        catch (error) {
            holes.push(holeOf(`control totals of ${name}`, error));
        }
    }
}
/** The commits of a branch over the whole period, by one count; undefined where it was moved by force or made anew, so that no one range is it. */
async function commitsOf(store, { landings }, name, tip) {
    const own = landings.filter(({ branch }) => branch === name);
    if (own.some(({ kind }) => kind === 'force-push' || kind === 'creation' || kind === 'deletion'))
        return undefined;
    const start = own.at(-1)?.without ?? [tip];
    return countCommits(store, start, own[0]?.after ?? tip);
}
/** All commits that the audited branches have, or had within the period. */
async function commitsOfBranches(store, { branches }, landed) {
    const all = new Set(landed);
    for (const sha of await reachable(store, branches.map(({ tip }) => tip), []))
        all.add(sha);
    return all;
}

;// CONCATENATED MODULE: ./lib/audit/collect/collect.js













/**
 * Collects all that an audit is judged by: the header, the smaller facts, the landings with the newest first, what was asked,
 * and the end. What is missing is a hole, never left out.
 *
 * @throws {UsageError} where the settings cannot be: nothing was asked then.
 */
async function* collectAudit(settings, sources) {
    const counts = new Map();
    let elsewhere = 0;
    for await (const line of linesOf(settings, sources, (trails) => (elsewhere = trails))) {
        counts.set(line.kind, (counts.get(line.kind) ?? 0) + 1);
        yield line;
    }
    yield { kind: 'end', counts: Object.fromEntries(counts), trailsElsewhere: elsewhere };
}
async function* linesOf(settings, sources, elsewhere) {
    let store;
    try {
        store = await openObjectStore(sources.git);
    }
    catch (error) {
        yield* nothingRead(settings, error);
        return;
    }
    try {
        const gaps = { holes: [], untold: [] };
        let plan;
        try {
            plan = await planLandings(settings, sources, store, gaps);
        }
        catch (error) {
            yield* nothingRead(settings, error);
            return;
        }
        const controls = openControlFiles(store, gaps);
        const parts = { store, plan, known: openPulls(sources.github, gaps), controls, gaps };
        const tip = plan.branches[0]?.tip;
        const file = tip === undefined ? null : await controls.at(tip);
        yield headerOf(settings, plan, file);
        const spool = openSpool((0,external_node_path_.join)(store.directory, 'landings.ndjson'));
        const read = await readLandings(sources, parts, spool);
        yield* everything(settings, sources, parts, { ...read, spool, elsewhere });
    }
    finally {
        await store.close();
    }
}
/** git cannot tell what landed: nothing else is asked, and no rule is tested. */
function* nothingRead(settings, error) {
    const hole = holeOf('history of the repository', error);
    yield headerOf(settings, nowhere(settings), null);
    for (const source of sources)
        if (source !== 'previous')
            yield untold(source, hole.why, hole.fix);
    yield hole;
}
async function readLandings(sources, parts, spool) {
    const landed = new Set();
    const heads = new Set();
    const counts = [];
    let hasNoFile = false;
    for await (const facts of landingFacts(sources, parts)) {
        await spool.add(facts);
        for (const { file, landing, pulls } of facts) {
            counts.push(landing.count);
            if (file === null && landing.count > 0)
                hasNoFile = true;
            for (const { sha } of landing.commits)
                landed.add(sha);
            for (const { sha } of pulls.flatMap(onBranchOf))
                heads.add(sha);
            for (const { head } of pulls)
                heads.add(head);
        }
    }
    return { counts, hasNoFile, shas: { landed, heads } };
}
async function* everything(settings, sources, parts, { counts, elsewhere, hasNoFile, shas, spool }) {
    const { controls, gaps, plan, store } = parts;
    const since = plan.since ?? settings.since ?? new Date(0).toISOString();
    const files = [];
    for await (const fact of controls.facts()) {
        if (fact.kind === 'file')
            files.push(fact.text);
        yield fact;
    }
    yield* acceptedFacts(parts);
    const asked = flowsOf(settings, sources, { files, hasNoFile });
    sources.report('Deployments, releases and tags');
    yield* shippedOnGitHub(store, sources.github, plan, since, gaps);
    const service = await askService(sources, { ...asked, shas: [...shas.landed, ...shas.heads], since, until: plan.until }, gaps);
    if (service !== undefined) {
        yield* service.flows;
        yield* await placeDeployments(store, plan, service.deployments, since);
        yield* service.artifacts;
        yield* service.approvals;
        yield* service.notifications;
        const known = await commitsOfBranches(store, plan, [...shas.landed, ...shas.heads]);
        elsewhere(service.trailsElsewhere(known));
    }
    yield* controlTotals(store, sources.github, plan, gaps);
    yield* distinct([...gaps.untold, ...gaps.holes, ...(service?.untold ?? []), ...(service?.holes ?? [])]);
    for await (const fact of spool.all())
        yield await withTrails(store, fact, service);
    yield* gitQueries(plan, counts);
    yield* sources.github?.queries() ?? [];
    yield* service?.queries ?? [];
}
async function askService({ report, service }, asked, { holes, untold: told }) {
    const all = ['trails', 'records', 'artifacts', 'snapshots', 'approvals', 'notifications', 'log'];
    if (service === null) {
        for (const source of all)
            told.push(untold(source, 'No evidence service was asked', 'Name its address, the organization and a token'));
        return undefined;
    }
    report('Trails');
    try {
        return await service(asked);
    }
    catch (error) {
        const hole = holeOf('evidence of the service', error);
        holes.push(hole);
        for (const source of all)
            told.push(untold(source, hole.why, hole.fix));
        return undefined;
    }
}
/** With the trails about its commits and the heads of its pull requests, and the trees of heads that did not land. */
async function withTrails(store, fact, service) {
    if (service === undefined)
        return fact;
    const { landing, pulls } = fact;
    const here = new Set(landing.commits.map(({ sha }) => sha));
    const branches = pulls.flatMap(onBranchOf);
    const trails = service.trailsAbout([...new Set([...here, ...pulls.map(({ head }) => head), ...branches.map(({ sha }) => sha)])]);
    const told = new Map(branches.map(({ sha, tree }) => [sha, tree]));
    const others = [...new Set(trails.flatMap(({ commits }) => commits))].filter((sha) => !here.has(sha) && /^[0-9a-f]{40}$/.test(sha));
    const read = await treesOf(store, others.filter((sha) => !told.has(sha)));
    const trees = others.flatMap((sha) => [[sha, told.get(sha) ?? read.get(sha)]]);
    return { ...fact, trails, trees: Object.fromEntries(trees.filter((pair) => pair[1] !== undefined)) };
}
/** All that was on the branch of a pull request, also what a force push took away. */
function onBranchOf({ commits, oldHeads = [] }) {
    return [...commits, ...oldHeads];
}
/**
 * The flows to ask about: those that were named, else those of every text of the audit's file that was in force. Where there
 * was none, or one that cannot be read, any flow may cover a change: all are asked then.
 */
function flowsOf({ flows }, { readAuditFile }, { files, hasNoFile }) {
    const read = files.map((text) => readAuditFile(text));
    const mapped = read.flatMap((one) => ('file' in one ? one.file.flows : []));
    const namesOf = (list) => [...new Set(list.map(({ name }) => name))];
    const isMapped = !hasNoFile && read.length > 0 && read.every((one) => 'file' in one && one.file.flows.length > 0);
    return {
        flows: flows.length > 0 ? flows : isMapped ? namesOf(mapped) : [],
        approvalsOf: namesOf(mapped.filter(({ approvals }) => approvals.length > 0)),
    };
}
function headerOf(settings, plan, file) {
    const { flows, inputs, now, repository, run, serverUrl, service, tool, workflow } = settings;
    const { basis, branches, by, since, sinceSha, until } = plan;
    const period = { since, until, sinceSha, by };
    const given = { tool, workflow, run, inputs, repository, serverUrl, service };
    return { kind: 'audit', version: 1, ...given, branches, basis, period, at: now, flows, file: file?.digest ?? null };
}
function nowhere({ now, since, until }) {
    return { basis: 'git', since, until: until ?? now, sinceSha: null, by: 'committer-date', branches: [], landings: [] };
}
function distinct(gaps) {
    return [...new Map(gaps.map((gap) => [JSON.stringify(gap), gap])).values()];
}

;// CONCATENATED MODULE: ./lib/audit/collect/plan.js


/** How much there is to audit: counted by git, after one question about the updates of each branch. */
async function planAudit(settings, sources) {
    const store = await openObjectStore(sources.git);
    try {
        const gaps = { holes: [], untold: [] };
        const { basis, branches, landings, since, sinceSha, until } = await planLandings(settings, sources, store, gaps);
        let commits = 0;
        for (const { name } of branches) {
            const own = landings.filter(({ branch }) => branch === name);
            const newest = own.find(({ after }) => after !== null)?.after;
            if (newest === undefined || newest === null || commits === null)
                continue;
            const counted = await countCommits(store, own.at(-1)?.without ?? [], newest).catch(() => null);
            commits = counted === null ? null : commits + counted;
        }
        const names = branches.map(({ name }) => name);
        return { basis, since, sinceSha, until, branches: names, landings: landings.length, commits, ...gaps };
    }
    finally {
        await store.close();
    }
}

;// CONCATENATED MODULE: ./lib/audit/collect/service-pages.js
const perPage = 100;
/** Bound on pages of one listing: a service that tells of ever more is not followed for ever. */
const mostPages = 10_000;
/** How often a listing that moved is read. */
const mostReadings = 3;
/**
 * Every item of a listing. One that moved while it was read is read again, and where it goes on moving, or a page of it is
 * gone or came twice, that is a hole: what there is of it is never taken for all.
 */
async function wholeListing(asking, listing) {
    let items = [];
    let fault = '';
    for (let reading = 0; reading < mostReadings; reading += 1) {
        const pages = await pagesOf(listing);
        items = pages.flatMap((page) => page.items);
        fault = faultIn(pages, listing) ?? '';
        if (fault === '')
            return items;
    }
    asking.hole(listing.what, `It could not be read whole: ${fault}`);
    return items;
}
/** A page that says how many there are tells what else to ask for, all at once; without that, pages are asked for until one is short. */
async function pagesOf({ isEnough, keyOf, read }) {
    const first = await read(1, perPage);
    if (first.pagination !== undefined && isEnough === undefined) {
        const others = isPlausible(first) ? Math.min(first.pagination.page_count, mostPages) - 1 : 0;
        return [first, ...(await Promise.all(Array.from({ length: Math.max(0, others) }, (_, index) => read(index + 2, perPage))))];
    }
    const pages = [first];
    const seen = new Set(keysOf(first));
    for (let last = first, fullest = 0; mayGoOn(last, pages.length, fullest) && isEnough?.(last.items) !== true;) {
        fullest = Math.max(fullest, last.items.length);
        last = await read(pages.length + 1, perPage);
        pages.push(last);
        // A service that gives the same page again and again is left.
        const keys = keysOf(last);
        if (keys.some((key) => seen.has(key)))
            return pages;
        for (const key of keys)
            seen.add(key);
    }
    return pages;
    function keysOf({ items }) {
        return items.flatMap((item) => keyOf(item) ?? []);
    }
}
/** Whether as many pages as a page tells of hold as many items as it tells of: others are not worth asking for. */
function isPlausible({ items, pagination }) {
    if (items.length === 0 || pagination === undefined)
        return false;
    return typeof pagination.total !== 'number' || Math.ceil(pagination.total / items.length) === pagination.page_count;
}
/** A service may keep to a size of its own: a page is short where it has fewer items than one before it. */
function mayGoOn({ items, pagination }, page, fullest) {
    if (items.length === 0 || page >= mostPages)
        return false;
    return pagination === undefined ? items.length <= perPage && items.length >= fullest : page < pagination.page_count;
}
/** Why pages may not be one whole listing; undefined where they are. */
function faultIn(pages, { isEnough, keyOf }) {
    const [first] = pages;
    const size = first?.items.length ?? 0;
    const seen = new Set();
    for (const [index, { items, pagination }] of pages.entries()) {
        const keys = items.flatMap((item) => keyOf(item) ?? []);
        for (const key of keys) {
            if (seen.has(key))
                return `page ${index + 1} repeats what came before`;
            seen.add(key);
        }
        if (index < pages.length - 1 && items.length !== size)
            return `page ${index + 1} is not as long as page 1, and not the last`;
        if (pagination?.page_count !== first?.pagination?.page_count || pagination?.total !== first?.pagination?.total)
            return `it changed between page 1 and page ${index + 1}`;
    }
    const held = pages.reduce((sum, { items }) => sum + items.length, 0);
    const { page_count: count, total } = first?.pagination ?? {};
    if (isEnough !== undefined && pages.some(({ items }) => isEnough(items)))
        return undefined;
    if (pages.length >= mostPages)
        return 'it does not end';
    if (typeof total === 'number' && total !== held)
        return `it tells of ${total} items, and shows ${held}`;
    if (count !== undefined && count > pages.length)
        return `it tells of ${count} pages, and shows ${pages.length}`;
    if (count !== undefined && count > 1 && pages.at(-1)?.items.length === 0)
        return `page ${count} of ${count} is empty`;
    return undefined;
}

;// CONCATENATED MODULE: ./lib/audit/collect/service-values.js

/** The moment that a service tells, a number of seconds or its decimal text, as ISO 8601 in UTC; null where it is none. */
function momentOf(seconds) {
    const number = typeof seconds === 'string' && /^\d{1,12}(?:\.\d{1,12})?$/.test(seconds) ? Number(seconds) : seconds;
    if (typeof number !== 'number' || !(number >= 0 && number < 253_402_300_800))
        return null;
    return new Date(number * 1000).toISOString();
}
/** The full SHA of a commit at a path of foreign JSON, in small letters; null where there is none. */
function shaAt(value, ...path) {
    return shaOf((0,lib_text/* stringAt */.bX)(value, ...path));
}
function shaOf(text) {
    if (text?.length !== 40)
        return null;
    const sha = text.toLowerCase();
    return /^[a-f0-9]{40}$/.test(sha) ? sha : null;
}
/** A fingerprint, 64 hexadecimal digits in small letters; null where it is none. */
function fingerprintOf(text) {
    const print = text?.toLowerCase();
    return print !== undefined && /^[a-f0-9]{64}$/.test(print) ? print : null;
}

;// CONCATENATED MODULE: ./lib/audit/collect/service-approvals.js



/** Every approval of a flow: what was approved long ago may be deployed now. */
async function readApprovals(asking, flow) {
    const { org } = asking;
    const what = `The approvals of flow ${(0,lib_text/* oneLine */.TN)(flow, 100)}`;
    const read = (page, per_page) => asking.ask(`GET /approvals/${org}/FLOW?page=N&per_page=100`, (call) => asking.questions.listFlowApprovals(call, { org, flow_name: flow }, { page, per_page }), ({ items }) => items.length);
    const listing = wholeListing(asking, { what, read, keyOf: ({ release_number: number }) => String(number) });
    const told = (await asking.orUntold('approvals', what, listing)) ?? [];
    const approvals = told.flatMap((each) => approvalOf(flow, each) ?? []);
    if (approvals.length < told.length)
        asking.hole(what, `${told.length - approvals.length} of them do not say what was approved, and when`);
    return approvals;
}
function approvalOf(flow, told) {
    const fingerprint = fingerprintOf(told.target_artifact);
    const at = momentOf(told.created_at);
    if (fingerprint === null || at === null)
        return undefined;
    return {
        kind: 'approval',
        flow,
        number: told.release_number,
        fingerprint,
        state: told.state,
        environment: told.environment ?? null,
        at,
        url: null,
        approvers: (told.approvals ?? []).map(({ approved_by: name, state, timestamp }) => ({
            name: name ?? '',
            said: state ?? '',
            at: momentOf(timestamp),
        })),
        by: told.reported_by ?? null,
    };
}

;// CONCATENATED MODULE: ./lib/contract/checks/environments.gen.js
/** Whether a value is in the contract's `Environment`. */
const environments_gen_isEnvironment = (() => {
    const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("name" in value && ((((((((((typeof value.name === "string" && (value.org === undefined || (!("org" in value) || (typeof value.org === "string" || value.org === null)))) && (value.type === undefined || (!("type" in value) || (typeof value.type === "string" || value.type === null)))) && (value.description === undefined || (!("description" in value) || (typeof value.description === "string" || value.description === null)))) && (value.last_modified_at === undefined || (!("last_modified_at" in value) || ((Number.isFinite(value.last_modified_at) || typeof value.last_modified_at === "string") || value.last_modified_at === null)))) && (value.last_reported_at === undefined || (!("last_reported_at" in value) || ((Number.isFinite(value.last_reported_at) || typeof value.last_reported_at === "string") || value.last_reported_at === null)))) && (value.state === undefined || (!("state" in value) || (typeof value.state === "boolean" || value.state === null)))) && (value.include_scaling === undefined || (!("include_scaling" in value) || (typeof value.include_scaling === "boolean" || value.include_scaling === null)))) && (value.tags === undefined || (!("tags" in value) || true))) && (value.policies === undefined || (!("policies" in value) || ((Array.isArray(value.policies) && value.policies.every((unique_0, index) => (typeof unique_0 === "string"))) || value.policies === null)))) && (value.included_environments === undefined || (!("included_environments" in value) || ((Array.isArray(value.included_environments) && value.included_environments.every((unique_1, index) => (typeof unique_1 === "string"))) || value.included_environments === null)))))));
    return (value) => check_0(value);
})();
/** Whether a value is in the contract's `LoggedEvent`. */
const isLoggedEvent = (() => {
    const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("type" in value && ((((((((((typeof value.type === "string" && (value.environment_name === undefined || (!("environment_name" in value) || (typeof value.environment_name === "string" || value.environment_name === null)))) && (value.snapshot_index === undefined || (!("snapshot_index" in value) || (Number.isInteger(value.snapshot_index) || value.snapshot_index === null)))) && (value.artifact_name === undefined || (!("artifact_name" in value) || (typeof value.artifact_name === "string" || value.artifact_name === null)))) && (value.sha256 === undefined || (!("sha256" in value) || (typeof value.sha256 === "string" || value.sha256 === null)))) && (value.description === undefined || (!("description" in value) || (typeof value.description === "string" || value.description === null)))) && (value.reported_at === undefined || (!("reported_at" in value) || ((Number.isFinite(value.reported_at) || typeof value.reported_at === "string") || value.reported_at === null)))) && (value.pipeline === undefined || (!("pipeline" in value) || (typeof value.pipeline === "string" || value.pipeline === null)))) && (value.flows === undefined || (!("flows" in value) || true))) && (value.artifact_compliance === undefined || (!("artifact_compliance" in value) || (typeof value.artifact_compliance === "boolean" || value.artifact_compliance === null)))) && (value.snapshot_compliance === undefined || (!("snapshot_compliance" in value) || (typeof value.snapshot_compliance === "boolean" || value.snapshot_compliance === null)))))));
    return (value) => check_0(value);
})();

// EXTERNAL MODULE: ./lib/client/operation.js + 1 modules
var operation = __webpack_require__(3736);
// EXTERNAL MODULE: ./lib/client/reply.js
var reply = __webpack_require__(7371);
;// CONCATENATED MODULE: ./lib/client/environments.js



/** Makes an environment, or changes what is said of one. Resolves to whether it is new. */
async function putEnvironment(call, params, environment) {
    const { status } = await callOperation(call, 'putEnvironment', params, { data: environment });
    return status === 201 ? 'created' : 'updated';
}
/** One environment; a `ResponseError` with status 404 where there is none. */
async function getEnvironment(call, params) {
    const answer = await callOperation(call, 'getEnvironment', params);
    return expect(isEnvironment, 'Environment', answer.reply(), answer.request);
}
/** Every environment of an organization, or those whose name holds a text, by name. */
async function listEnvironments(call, params, query) {
    const { items } = await (0,reply/* expectList */.sn)(environments_gen_isEnvironment, 'Environment', await (0,operation/* callOperation */.yj)(call, 'listEnvironments', params, { query }));
    return items;
}
/** Lets policies decide about what runs in an environment, too. */
async function attachPolicies(call, params, policies) {
    await callOperation(call, 'attachPolicies', params, { data: { policy_names: policies } });
}
/** Lets these policies decide no longer. */
async function detachPolicies(call, params, policies) {
    await callOperation(call, 'detachPolicies', params, { data: { policy_names: policies } });
}

;// CONCATENATED MODULE: ./lib/contract/checks/snapshots.gen.js
/** Whether a value is in the contract's `ListedSnapshot`. */
const isListedSnapshot = (() => {
    const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (("index" in value && "compliant" in value) && ((((Number.isInteger(value.index) && (value.from === undefined || (!("from" in value) || ((Number.isFinite(value.from) || typeof value.from === "string") || value.from === null)))) && (value.to === undefined || (!("to" in value) || ((Number.isFinite(value.to) || typeof value.to === "string") || value.to === null)))) && typeof value.compliant === "boolean") && (value.duration === undefined || (!("duration" in value) || (Number.isFinite(value.duration) || value.duration === null)))))));
    return (value) => check_0(value);
})();
/** Whether a value is in the contract's `ReportedSnapshot`. */
const snapshots_gen_isReportedSnapshot = (() => {
    const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (value.snapshot === undefined || (!("snapshot" in value) || (Number.isInteger(value.snapshot) || value.snapshot === null)))));
    return (value) => check_0(value);
})();
/** Whether a value is in the contract's `Snapshot`. */
const isSnapshot = (() => {
    const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ((("index" in value && "compliant" in value) && "artifacts" in value) && (((((((((Number.isInteger(value.index) && (value.is_latest === undefined || (!("is_latest" in value) || (typeof value.is_latest === "boolean" || value.is_latest === null)))) && (value.timestamp === undefined || (!("timestamp" in value) || ((Number.isFinite(value.timestamp) || typeof value.timestamp === "string") || value.timestamp === null)))) && (value.next_snapshot_timestamp === undefined || (!("next_snapshot_timestamp" in value) || ((Number.isFinite(value.next_snapshot_timestamp) || typeof value.next_snapshot_timestamp === "string") || value.next_snapshot_timestamp === null)))) && (value.type === undefined || (!("type" in value) || (typeof value.type === "string" || value.type === null)))) && typeof value.compliant === "boolean") && (value.artifact_compliance_count === undefined || (!("artifact_compliance_count" in value) || true))) && (value.html_url === undefined || (!("html_url" in value) || (typeof value.html_url === "string" || value.html_url === null)))) && (Array.isArray(value.artifacts) && value.artifacts.every((unique_0, index) => (((typeof unique_0 === "object" && unique_0 !== null && !(Array.isArray(unique_0))) && ("fingerprint" in unique_0 && (((((((((((typeof unique_0.fingerprint === "string" && (unique_0.name === undefined || (!("name" in unique_0) || (typeof unique_0.name === "string" || unique_0.name === null)))) && (unique_0.compliant === undefined || (!("compliant" in unique_0) || (typeof unique_0.compliant === "boolean" || unique_0.compliant === null)))) && (unique_0.creationTimestamp === undefined || (!("creationTimestamp" in unique_0) || ((Array.isArray(unique_0.creationTimestamp) && unique_0.creationTimestamp.every((unique_1, index) => (Number.isFinite(unique_1)))) || unique_0.creationTimestamp === null)))) && (unique_0.annotation === undefined || (!("annotation" in unique_0) || true))) && (unique_0.flow_name === undefined || (!("flow_name" in unique_0) || (typeof unique_0.flow_name === "string" || unique_0.flow_name === null)))) && (unique_0.git_commit === undefined || (!("git_commit" in unique_0) || (typeof unique_0.git_commit === "string" || unique_0.git_commit === null)))) && (unique_0.commit_url === undefined || (!("commit_url" in unique_0) || (typeof unique_0.commit_url === "string" || unique_0.commit_url === null)))) && (unique_0.html_url === undefined || (!("html_url" in unique_0) || (typeof unique_0.html_url === "string" || unique_0.html_url === null)))) && (unique_0.flows === undefined || (!("flows" in unique_0) || true))) && (unique_0.policy_decisions === undefined || (!("policy_decisions" in unique_0) || true))) && (unique_0.reasons_for_incompliance === undefined || (!("reasons_for_incompliance" in unique_0) || true))))))))) && (value.applied_policies === undefined || (!("applied_policies" in value) || true))))));
    return (value) => check_0(value);
})();
/** Whether a value is in the contract's `SnapshotDiff`. */
const snapshots_gen_isSnapshotDiff = (() => {
    const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (((("snappish1" in value && "snappish2" in value) && "changed" in value) && "not-changed" in value) && (((((typeof value.snappish1 === "object" && value.snappish1 !== null && !(Array.isArray(value.snappish1))) && ("artifacts" in value.snappish1 && ((value.snappish1.snapshot_id === undefined || (!("snapshot_id" in value.snappish1) || (typeof value.snappish1.snapshot_id === "string" || value.snappish1.snapshot_id === null))) && (Array.isArray(value.snappish1.artifacts) && value.snappish1.artifacts.every((unique_0, index) => (((typeof unique_0 === "object" && unique_0 !== null && !(Array.isArray(unique_0))) && ("fingerprint" in unique_0 && (((((((typeof unique_0.fingerprint === "string" && (unique_0.name === undefined || (!("name" in unique_0) || (typeof unique_0.name === "string" || unique_0.name === null)))) && (unique_0.most_recent_timestamp === undefined || (!("most_recent_timestamp" in unique_0) || ((Number.isFinite(unique_0.most_recent_timestamp) || typeof unique_0.most_recent_timestamp === "string") || unique_0.most_recent_timestamp === null)))) && (unique_0.flow === undefined || (!("flow" in unique_0) || (typeof unique_0.flow === "string" || unique_0.flow === null)))) && (unique_0.commit_url === undefined || (!("commit_url" in unique_0) || (typeof unique_0.commit_url === "string" || unique_0.commit_url === null)))) && (unique_0.instance_count === undefined || (!("instance_count" in unique_0) || true))) && (unique_0.s1_instance_count === undefined || (!("s1_instance_count" in unique_0) || true))) && (unique_0.s2_instance_count === undefined || (!("s2_instance_count" in unique_0) || true))))))))))) && ((typeof value.snappish2 === "object" && value.snappish2 !== null && !(Array.isArray(value.snappish2))) && ("artifacts" in value.snappish2 && ((value.snappish2.snapshot_id === undefined || (!("snapshot_id" in value.snappish2) || (typeof value.snappish2.snapshot_id === "string" || value.snappish2.snapshot_id === null))) && (Array.isArray(value.snappish2.artifacts) && value.snappish2.artifacts.every((unique_1, index) => (((typeof unique_1 === "object" && unique_1 !== null && !(Array.isArray(unique_1))) && ("fingerprint" in unique_1 && (((((((typeof unique_1.fingerprint === "string" && (unique_1.name === undefined || (!("name" in unique_1) || (typeof unique_1.name === "string" || unique_1.name === null)))) && (unique_1.most_recent_timestamp === undefined || (!("most_recent_timestamp" in unique_1) || ((Number.isFinite(unique_1.most_recent_timestamp) || typeof unique_1.most_recent_timestamp === "string") || unique_1.most_recent_timestamp === null)))) && (unique_1.flow === undefined || (!("flow" in unique_1) || (typeof unique_1.flow === "string" || unique_1.flow === null)))) && (unique_1.commit_url === undefined || (!("commit_url" in unique_1) || (typeof unique_1.commit_url === "string" || unique_1.commit_url === null)))) && (unique_1.instance_count === undefined || (!("instance_count" in unique_1) || true))) && (unique_1.s1_instance_count === undefined || (!("s1_instance_count" in unique_1) || true))) && (unique_1.s2_instance_count === undefined || (!("s2_instance_count" in unique_1) || true)))))))))))) && ((typeof value.changed === "object" && value.changed !== null && !(Array.isArray(value.changed))) && ("artifacts" in value.changed && ((value.changed.snapshot_id === undefined || (!("snapshot_id" in value.changed) || (typeof value.changed.snapshot_id === "string" || value.changed.snapshot_id === null))) && (Array.isArray(value.changed.artifacts) && value.changed.artifacts.every((unique_2, index) => (((typeof unique_2 === "object" && unique_2 !== null && !(Array.isArray(unique_2))) && ("fingerprint" in unique_2 && (((((((typeof unique_2.fingerprint === "string" && (unique_2.name === undefined || (!("name" in unique_2) || (typeof unique_2.name === "string" || unique_2.name === null)))) && (unique_2.most_recent_timestamp === undefined || (!("most_recent_timestamp" in unique_2) || ((Number.isFinite(unique_2.most_recent_timestamp) || typeof unique_2.most_recent_timestamp === "string") || unique_2.most_recent_timestamp === null)))) && (unique_2.flow === undefined || (!("flow" in unique_2) || (typeof unique_2.flow === "string" || unique_2.flow === null)))) && (unique_2.commit_url === undefined || (!("commit_url" in unique_2) || (typeof unique_2.commit_url === "string" || unique_2.commit_url === null)))) && (unique_2.instance_count === undefined || (!("instance_count" in unique_2) || true))) && (unique_2.s1_instance_count === undefined || (!("s1_instance_count" in unique_2) || true))) && (unique_2.s2_instance_count === undefined || (!("s2_instance_count" in unique_2) || true)))))))))))) && ((typeof value["not-changed"] === "object" && value["not-changed"] !== null && !(Array.isArray(value["not-changed"]))) && ("artifacts" in value["not-changed"] && ((value["not-changed"].snapshot_id === undefined || (!("snapshot_id" in value["not-changed"]) || (typeof value["not-changed"].snapshot_id === "string" || value["not-changed"].snapshot_id === null))) && (Array.isArray(value["not-changed"].artifacts) && value["not-changed"].artifacts.every((unique_3, index) => (((typeof unique_3 === "object" && unique_3 !== null && !(Array.isArray(unique_3))) && ("fingerprint" in unique_3 && (((((((typeof unique_3.fingerprint === "string" && (unique_3.name === undefined || (!("name" in unique_3) || (typeof unique_3.name === "string" || unique_3.name === null)))) && (unique_3.most_recent_timestamp === undefined || (!("most_recent_timestamp" in unique_3) || ((Number.isFinite(unique_3.most_recent_timestamp) || typeof unique_3.most_recent_timestamp === "string") || unique_3.most_recent_timestamp === null)))) && (unique_3.flow === undefined || (!("flow" in unique_3) || (typeof unique_3.flow === "string" || unique_3.flow === null)))) && (unique_3.commit_url === undefined || (!("commit_url" in unique_3) || (typeof unique_3.commit_url === "string" || unique_3.commit_url === null)))) && (unique_3.instance_count === undefined || (!("instance_count" in unique_3) || true))) && (unique_3.s1_instance_count === undefined || (!("s1_instance_count" in unique_3) || true))) && (unique_3.s2_instance_count === undefined || (!("s2_instance_count" in unique_3) || true)))))))))))))));
    return (value) => check_0(value);
})();

;// CONCATENATED MODULE: ./lib/client/snapshots.js



/** Reports all that runs in an environment. Resolves to whether that made a snapshot, and to the number of the latest, where it is told. */
async function reportSnapshot(call, params, input) {
    const answer = await callOperation(call, 'reportSnapshot', params, { data: input });
    const { snapshot } = await expect(isReportedSnapshot, 'ReportedSnapshot', answer.reply(), answer.request);
    return { isNew: answer.status === 201, number: snapshot ?? undefined };
}
/** One snapshot, by its number, its place from the end, or its time; a `ResponseError` with status 404 where there is none. */
async function getSnapshot(call, params) {
    const answer = await (0,operation/* callOperation */.yj)(call, 'getSnapshot', params);
    return (0,reply/* expect */.E3)(isSnapshot, 'Snapshot', answer.reply(), answer.request);
}
/** One page of the snapshots of an environment, the latest first. */
async function listSnapshots(call, params, { reverse, ...query }) {
    const asked = { ...query, reverse: reverse?.toString() };
    return (0,reply/* expectList */.sn)(isListedSnapshot, 'ListedSnapshot', await (0,operation/* callOperation */.yj)(call, 'listSnapshots', params, { query: asked }));
}
/** What differs between two snapshots. */
async function diffSnapshots(call, params, query) {
    const answer = await callOperation(call, 'diffSnapshots', params, { query });
    return expect(isSnapshotDiff, 'SnapshotDiff', answer.reply(), answer.request);
}

;// CONCATENATED MODULE: ./lib/audit/collect/service-snapshots.js




/** Snapshots of one environment that are read at most: one a minute of a week. */
const mostSnapshots = 10_080;
/** All that began to run within a time, and all that runs now, by the snapshots of every environment. */
async function readSnapshots(asking, period) {
    const { org } = asking;
    const question = asking.ask(`GET /environments/${org}`, (call) => listEnvironments(call, { org }, {}), (items) => items.length);
    const environments = (await asking.orUntold('snapshots', 'The environments', question)) ?? [];
    const found = await Promise.all(environments.map((environment) => ofEnvironment(asking, environment, period)));
    return { deployments: found.flatMap(({ deployments }) => deployments), artifacts: together(found.flatMap(({ artifacts }) => artifacts)) };
}
async function ofEnvironment(asking, { name }, { since, until }) {
    const { org } = asking;
    const what = `The snapshots of environment ${(0,lib_text/* oneLine */.TN)(name, 100)}`;
    const read = (page, per_page) => asking.ask(`GET /snapshots/${org}/ENVIRONMENT?page=N&per_page=100`, (call) => listSnapshots(call, { org, env_name: name }, { page, per_page }), ({ items }) => items.length);
    const begins = Date.parse(since);
    const isBefore = ({ from }) => Date.parse(momentOf(from) ?? '') < begins;
    const listing = wholeListing(asking, { what, read, keyOf: ({ index }) => String(index), isEnough: (items) => items.some(isBefore) });
    const listed = (await asking.orUntold('snapshots', what, listing)) ?? [];
    if (listed.some(({ from, index }, at) => momentOf(from) === null || (at > 0 && index !== (listed[at - 1]?.index ?? 0) - 1)))
        asking.hole(what, 'Some of them are missing, or do not say when they were made');
    const within = listed.filter((each) => !isBefore(each) && Date.parse(momentOf(each.from) ?? '') < Date.parse(until));
    const latest = listed[0]?.index;
    const wanted = new Set([
        ...(latest === undefined ? [] : [latest]),
        ...within.flatMap(({ index }) => (index > 1 ? [index, index - 1] : [index])),
    ]);
    if (wanted.size > mostSnapshots)
        asking.hole(what, `There are more than ${mostSnapshots} of them`, 'Audit a shorter time');
    const snapshots = new Map();
    await Promise.all([...wanted].slice(0, mostSnapshots).map(async (index) => {
        const params = { org, env_name: name, expression: String(index) };
        const ask = asking.ask(`GET /snapshots/${org}/ENVIRONMENT/NUMBER`, (call) => getSnapshot(call, params), () => 1);
        const snapshot = await asking.orUntold('snapshots', `Snapshot ${index} of environment ${(0,lib_text/* oneLine */.TN)(name, 100)}`, ask);
        if (snapshot !== undefined && snapshot.index !== index)
            asking.hole(what, `Asked for number ${index}, the service answered with ${snapshot.index}`);
        else if (snapshot !== undefined)
            snapshots.set(index, snapshot);
    }));
    const last = runningIn(snapshots.get(latest ?? 0));
    const moments = new Map(listed.map(({ from, index }) => [index, momentOf(from)]));
    const started = within.flatMap(({ index }) => {
        const before = runningIn(snapshots.get(index - 1));
        return [...runningIn(snapshots.get(index)).values()]
            .filter(({ fingerprint }) => !before.has(fingerprint))
            .map((artifact) => ({ artifact, snapshot: snapshots.get(index), index }));
    });
    const deployments = started.map(({ artifact, index, snapshot }) => ({
        kind: 'deployment',
        source: 'service',
        id: `${name}#${index}`,
        environment: name,
        production: name.toLowerCase() === 'production',
        at: moments.get(index) ?? until,
        by: null,
        sha: shaOf(artifact.shown.git_commit),
        fingerprint: artifact.fingerprint,
        url: snapshot?.html_url ?? null,
        running: last.has(artifact.fingerprint),
    }));
    const artifacts = [
        ...started.map(({ artifact }) => ({ ...artifact, running: [] })),
        ...[...last.values()].map((artifact) => ({ ...artifact, running: [name] })),
    ];
    return { deployments, artifacts };
}
/** The artifacts that run in a snapshot; one that has exited is in it with no instances. */
function runningIn(snapshot) {
    const running = (snapshot?.artifacts ?? []).filter(({ annotation, creationTimestamp: begun }) => begun?.length !== 0 && (0,lib_text/* stringAt */.bX)(annotation, 'type') !== 'exited' && (0,lib_text/* countAt */.$v)(annotation, 'now') !== 0);
    return new Map(running.map((shown) => [
        fingerprintOf(shown.fingerprint) ?? shown.fingerprint,
        { fingerprint: fingerprintOf(shown.fingerprint) ?? shown.fingerprint, shown },
    ]));
}
/** Each artifact once, with every environment that it runs in. */
function together(found) {
    return [...Map.groupBy(found, ({ fingerprint }) => fingerprint).values()].flatMap((same) => {
        const [first] = same;
        return first === undefined ? [] : [{ ...first, running: [...new Set(same.flatMap(({ running }) => running))] }];
    });
}
/** Whether a snapshot says that nobody reported an artifact; undefined where it does not say. */
function isWithoutProvenance(shown) {
    if ((shown.flow_name ?? '') !== '' || ((0,lib_text/* listAt */.gT)(shown, 'flows') ?? []).length > 0)
        return false;
    return (0,lib_text/* valueAt */.fK)(shown, 'flow_name') === undefined && (0,lib_text/* valueAt */.fK)(shown, 'flows') === undefined ? undefined : true;
}

;// CONCATENATED MODULE: ./lib/audit/collect/service-artifacts.js




/** The artifacts that were reported within a time, the latest first. The listing ends where its time does. */
async function readArtifacts(asking, { since, until }) {
    const { org } = asking;
    const read = (page, per_page) => asking.ask(`GET /artifacts/${org}?page=N&per_page=100`, (call) => asking.questions.listArtifacts(call, { org }, { page, per_page }), ({ items }) => items.length);
    const at = ({ created_at: created }) => Date.parse(momentOf(created) ?? '');
    const listing = wholeListing(asking, {
        what: 'The artifacts',
        read,
        keyOf: ({ fingerprint, id, ...more }) => id ?? JSON.stringify([fingerprint, more.trail_name, (0,lib_text/* stringAt */.bX)(more, 'flow_name')]),
        isEnough: (items) => items.some((item) => at(item) < Date.parse(since)),
    });
    const told = (await asking.orUntold('artifacts', 'The artifacts', listing)) ?? [];
    // One that does not say when it was reported may be of this time.
    const isMeant = (item) => Number.isNaN(at(item)) || (at(item) >= Date.parse(since) && at(item) < Date.parse(until));
    return told.filter(isMeant).map(artifactOf);
}
function artifactOf(told) {
    return {
        kind: 'artifact',
        fingerprint: fingerprintOf(told.fingerprint) ?? told.fingerprint,
        name: told.filename ?? told.template_reference_name ?? '',
        flow: (0,lib_text/* stringAt */.bX)(told, 'flow_name') ?? '',
        trail: told.trail_name ?? null,
        commit: shaOf(told.git_commit) ?? shaAt(told, 'git_commit_info', 'sha1'),
        state: told.state ?? 'UNKNOWN',
        url: told.html_url ?? null,
        at: momentOf(told.created_at),
        running: [],
        withoutProvenance: false,
    };
}
/** The artifacts that were reported, with where they run now, and those that snapshots show besides: reported earlier, or never. */
function withSeen(asking, reported, seen) {
    const running = new Map(seen.map((artifact) => [artifact.fingerprint, artifact.running]));
    const nameOf = ({ fingerprint, flow }) => `${flow}/${fingerprint}`;
    const known = new Set(reported.map(nameOf));
    const fingerprints = new Set(reported.map(({ fingerprint }) => fingerprint));
    const more = seen
        .flatMap((artifact) => shownOf(asking, artifact))
        // Another flow may have said something else of it, earlier; one that no flow is told of is the one that was reported.
        .filter((artifact) => !known.has(nameOf(artifact)) && (artifact.flow !== '' || !fingerprints.has(artifact.fingerprint)));
    return [...reported.map((artifact) => ({ ...artifact, running: running.get(artifact.fingerprint) ?? [] })), ...more];
}
function shownOf(asking, { fingerprint, running, shown }) {
    const withoutProvenance = isWithoutProvenance(shown);
    if (withoutProvenance === undefined) {
        asking.untell('snapshots', 'Its snapshots do not say which flow has reported an artifact', 'Update the service');
        return [];
    }
    const base = { kind: 'artifact', fingerprint, name: shown.name ?? '', at: null, running, withoutProvenance };
    const said = shown.compliant === true ? 'COMPLIANT' : shown.compliant === false ? 'NON-COMPLIANT' : 'UNKNOWN';
    const flows = ((0,lib_text/* listAt */.gT)(shown, 'flows') ?? []).filter((flow) => (0,lib_text/* stringAt */.bX)(flow, 'flow_name') !== undefined);
    if (flows.length === 0)
        return [
            { ...base, flow: shown.flow_name ?? '', trail: null, commit: shaOf(shown.git_commit), state: said, url: shown.html_url ?? null },
        ];
    return flows.map((flow) => ({
        ...base,
        flow: (0,lib_text/* stringAt */.bX)(flow, 'flow_name') ?? '',
        trail: (0,lib_text/* stringAt */.bX)(flow, 'trail_name') ?? null,
        commit: shaAt(flow, 'git_commit'),
        state: (0,lib_text/* stringAt */.bX)(flow, 'artifact_compliance_in_flow') ?? 'UNKNOWN',
        url: (0,lib_text/* stringAt */.bX)(flow, 'html_url') ?? shown.html_url ?? null,
    }));
}

;// CONCATENATED MODULE: ./lib/audit/collect/service-ask.js

/** Questions under way at a time. */
const service_ask_atOnce = 8;
const again = 'Run the audit again when nothing else is being recorded; if it happens again, look at the service';
/** @param report takes sentences on retries, for the log */
function openAsking({ deadline, org, questions, transport }, report) {
    const call = { transport, deadline, onNotice: report };
    const holes = [];
    const untold = new Map();
    const queries = new Map();
    const waiting = [];
    let running = 0;
    let isStopped = false;
    function hole(what, why, fix = again) {
        holes.push({ kind: 'hole', what, why, fix });
    }
    function untell(source, why, fix) {
        if (!untold.has(source))
            untold.set(source, { kind: 'untold', source, why, fix });
    }
    async function orHole(what, answer) {
        try {
            return await answer;
        }
        catch (error) {
            if (!(error instanceof errors/* ContractError */.Vl))
                throw error;
            hole(what, error.message, error.fix);
            return undefined;
        }
    }
    return {
        org,
        questions,
        holes,
        get untold() {
            return [...untold.values()];
        },
        hole,
        untell,
        orHole,
        async ask(text, question, answered) {
            if (running >= service_ask_atOnce)
                await new Promise((resolve) => void waiting.push(resolve));
            else
                running += 1;
            try {
                if (isStopped)
                    throw new Error(`${text} is not asked any more`);
                const counted = queries.get(text) ?? { times: 0, answered: 0 };
                queries.set(text, counted);
                counted.times += 1;
                const answer = await question(call);
                counted.answered += answered(answer);
                return answer;
            }
            finally {
                const next = waiting.shift();
                if (next === undefined)
                    running -= 1;
                else
                    next();
            }
        },
        async orUntold(source, what, answer) {
            try {
                return await orHole(what, answer);
            }
            catch (error) {
                const isRefused = error instanceof errors/* ResponseError */.o3 && error.status === 403;
                if (!questions.isNotThere(error) && !isRefused)
                    throw error;
                const fix = isRefused ? 'Give the audit a token that may read them' : 'Nothing to do where the service has none; else update it';
                untell(source, `${what} could not be asked for: ${error.message}`, fix);
                return undefined;
            }
        },
        queries: () => [...queries]
            .map(([text, counted]) => ({ kind: 'query', of: 'service', text, ...counted }))
            .toSorted((one, other) => (one.text < other.text ? -1 : 1)),
        stop() {
            isStopped = true;
        },
    };
}

// EXTERNAL MODULE: ./lib/gate/groups.js + 1 modules
var groups = __webpack_require__(5045);
;// CONCATENATED MODULE: ./lib/audit/collect/service-bodies.js



/** Commits of one question. */
const commitsAtOnce = 100;
/** The records at some commits, by their ids. */
async function readBodies(asking, shas) {
    const { org } = asking;
    const parts = Array.from({ length: Math.ceil(shas.length / commitsAtOnce) }, (_, index) => shas.slice(index * commitsAtOnce, (index + 1) * commitsAtOnce));
    const bodies = new Map();
    await Promise.all(parts.map(async (commits) => {
        const question = asking.ask(`GET /attestations/${org}?commit_list=SHA, ${commitsAtOnce} at a time`, async (call) => {
            const found = await asking.questions.findAttestations(call, { org }, { commit_list: commits });
            return [...found.values()].flatMap((records) => records.map((record) => [record.attestation_id, bodyOf(record)]));
        }, (found) => found.length);
        for (const [id, body] of (await asking.orUntold('records', `The records at ${commits.length} commits`, question)) ?? [])
            bodies.set(id, body);
    }));
    return bodies;
}
/** The overrides on a trail that no search by commit found, because they name none: who set something in place of evidence, and why, is asked for one by one. */
async function readOverrides(asking, trail, flow) {
    const names = new Set(trail.records.filter(({ read, type }) => type === 'override' && !read).map(({ name }) => name));
    const found = await Promise.all([...names].map(async (name) => {
        const question = asking.ask(`GET /attestations/${asking.org}/FLOW/trail/TRAIL/NAME`, async (call) => {
            const params = { org: asking.org, flow_name: flow, trail_name: trail.name, attestation_name: name };
            return (await asking.questions.attestationsOfName(call, params)).map((record) => [
                record.attestation_id,
                bodyOf(record),
            ]);
        }, (bodies) => bodies.length);
        return (await asking.orUntold('records', 'The records of one name', question)) ?? [];
    }));
    return new Map(found.flat());
}
/** A trail with what the bodies of its records say, and with records that its events did not tell of. `flow`: as the service calls it. */
function withBodies(trail, bodies, flow, more = []) {
    const isHere = (body) => (body.trail ?? trail.name) === trail.name && (body.flow ?? flow) === flow;
    const known = trail.records.map((record) => {
        const body = bodies.get(record.id);
        const [said] = body !== undefined && isHere(body) ? body.records : [];
        if (said === undefined)
            return record;
        const { byForkClaim, by, group, override, read, run, tests } = said;
        return {
            ...record,
            // Where the two disagree, a no is a no.
            compliant: record.compliant === false || said.compliant === false ? false : (record.compliant ?? said.compliant),
            commit: record.commit ?? said.commit,
            type: record.type === '' ? said.type : record.type,
            by,
            override: override ?? record.override,
            tests,
            byForkClaim,
            run,
            read,
            ...(group === undefined ? {} : { group }),
        };
    });
    const ids = new Set(known.map(({ id }) => id));
    const others = more.filter(isHere).flatMap(({ records }) => records.filter(({ id }) => !ids.has(id)));
    if (others.length === 0)
        return { ...trail, records: known };
    const records = [...known, ...others].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
    return { ...trail, records, commits: [...new Set([...trail.commits, ...others.flatMap(({ commit }) => commit ?? [])])] };
}
function bodyOf(record) {
    const { attestation_id: id, attestation_name: name, created_at: created, flow_name: flow, trail_name: trail, user_data: data } = record;
    const type = record.attestation_type ?? '';
    const at = momentOf(created);
    const [group] = (0,groups/* groupRecords */.os)([record]);
    const leg = group === undefined || group.label === '' ? {} : { group: `${group.label} ${(0,lib_text/* stringAt */.bX)(data, groups/* runKey */.r7, 'workflow_file') ?? ''}`.trim() };
    const fingerprint = fingerprintOf(record.artifact_fingerprint);
    const targets = fingerprint === null && (record.target_artifacts ?? []).length > 0 ? (record.target_artifacts ?? []) : [null];
    const records = targets.map((target) => ({
        id,
        name,
        type,
        compliant: record.is_compliant,
        at: at ?? new Date(0).toISOString(),
        commit: shaAt(record, 'git_commit_info', 'sha1'),
        fingerprint,
        target,
        by: (0,lib_text/* stringAt */.bX)(record, 'reported_by') ?? null,
        override: overrideIn(record, type),
        tests: testsIn(record),
        byForkClaim: (0,lib_text/* stringAt */.bX)(data, groups/* runKey */.r7, 'claimed_by') !== undefined,
        run: (0,lib_text/* webAddress */.Dy)((0,lib_text/* stringAt */.bX)(record, 'origin_url'))?.href ?? null,
        read: true,
        ...leg,
    }));
    // A record without a moment cannot be put before or after anything.
    return { flow: flow ?? null, trail: trail ?? null, records: at === null ? [] : records };
}
function overrideIn(record, type) {
    const id = (0,lib_text/* stringAt */.bX)(record, 'overridden_attestation_id');
    if (type.toLowerCase() !== 'override')
        return null;
    return { id: id ?? '', type: (0,lib_text/* stringAt */.bX)(record, 'original_attestation_type') ?? '', reason: (0,lib_text/* stringAt */.bX)(record, 'reason') ?? null };
}
/** The counts of test results, where every row of them is counts. */
function testsIn(record) {
    const rows = (0,lib_text/* listAt */.gT)(record, 'junit_results');
    if (rows === undefined)
        return null;
    const sums = { total: 0, skipped: 0, failed: 0 };
    for (const row of rows) {
        const [total, skipped, failures, errors] = ['total', 'skipped', 'failures', 'errors'].map((name) => (0,lib_text/* countAt */.$v)(row, name));
        if (total === undefined || skipped === undefined || failures === undefined || errors === undefined)
            return null;
        sums.total += total;
        sums.skipped += skipped;
        sums.failed += failures + errors;
    }
    return sums;
}

;// CONCATENATED MODULE: ./lib/audit/collect/service-template.js

/** Longest text of a template, in characters: what a service of ours takes, twice. */
const service_template_longest = 512 * 1024;
/** A template as services tell it: an object with its trail or with its text, or the text alone, which is YAML. Null where it is none. */
async function readTemplate(told) {
    const text = typeof told === 'string' ? told : (0,lib_text/* stringAt */.bX)(told, 'content');
    const isTold = (0,lib_text/* valueAt */.fK)(told, 'trail') !== undefined || text === undefined;
    return isTold ? templateOf(told) : await fromYaml(text);
}
async function fromYaml(text) {
    if (text === '' || text.length > service_template_longest)
        return null;
    const { parseDocument } = await Promise.resolve(/* import() */).then(__webpack_require__.t.bind(__webpack_require__, 8815, 19));
    try {
        // The library looks for a name twice by comparing each with each: 50,000 names take it a minute.
        const document = parseDocument(text, { uniqueKeys: false });
        return document.errors.length > 0 ? null : templateOf(document.toJS({ maxAliasCount: 100 }));
    }
    catch {
        // Nested too deep, or an alias that stands for itself too often.
        return null;
    }
}
/** The demands of a template; null where a part of it has no form that we know: it may ask for more than we read. */
function templateOf(told) {
    const trail = (0,lib_text/* valueAt */.fK)(told, 'trail') ?? undefined;
    // One that says its version, and nothing else, asks for nothing.
    if (trail === undefined)
        return (0,lib_text/* valueAt */.fK)(told, 'version') === 1 ? { version: 1, trail: { attestations: [], artifacts: [] } } : null;
    if (typeof trail !== 'object' || Array.isArray(trail))
        return null;
    const attestations = entriesAt(trail);
    const artifacts = partsOf(trail, 'artifacts')?.map((artifact) => {
        const [name, entries] = [(0,lib_text/* stringAt */.bX)(artifact, 'name'), entriesAt(artifact)];
        return name === undefined || entries === null ? null : { name, attestations: entries };
    });
    if (attestations === null || artifacts === undefined || !artifacts.every((artifact) => artifact !== null))
        return null;
    return { version: 1, trail: { attestations, artifacts } };
}
function entriesAt(value) {
    const entries = partsOf(value, 'attestations')?.map((entry) => {
        const [name, type] = [(0,lib_text/* stringAt */.bX)(entry, 'name'), (0,lib_text/* stringAt */.bX)(entry, 'type')];
        return name === undefined || type === undefined ? null : { name, type };
    });
    return entries !== undefined && entries.every((entry) => entry !== null) ? entries : null;
}
/** A list that may be left out; undefined where something else is in its place. */
function partsOf(value, key) {
    const found = (0,lib_text/* valueAt */.fK)(value, key);
    return found === undefined || found === null ? [] : (0,lib_text/* listAt */.gT)(value, key);
}

;// CONCATENATED MODULE: ./lib/audit/collect/service-flows.js



/** The flows that are asked for, or all. One that the service does not have is a hole: its changes would look as if nobody had tested them. */
async function readFlows(asking, asked) {
    const listed = new Map((await listAll(asking)).map((flow) => [flow.name, flow]));
    const names = asked.length === 0 ? [...listed.keys()] : [...new Set(asked)];
    const found = await Promise.all(names.map(async (name) => {
        const flow = listed.get(name) ?? (await renamed(asking, name));
        return flow === undefined ? [] : [{ name, now: flow.name, template: await askedBy(flow) }];
    }));
    return found.flat();
}
/** A flow that says that it has no template asks for nothing. */
async function askedBy({ template }) {
    const hasNone = template === null || template === '';
    return hasNone ? { version: 1, trail: { attestations: [], artifacts: [] } } : readTemplate(template);
}
/** Asked for without a page, a service answers with all of them; one that answers with a page is asked for the others. */
async function listAll(asking) {
    const { org } = asking;
    const ask = (query) => asking.ask(`GET /flows/${org}`, (call) => asking.questions.listFlows(call, { org }, query), ({ items }) => items.length);
    const first = await asking.orHole('The list of flows', ask({}));
    if (first === undefined)
        return [];
    if ((first.pagination?.page_count ?? 1) <= 1)
        return first.items;
    const read = (page, per_page) => ask({ page, per_page });
    return ((await asking.orHole('The list of flows', wholeListing(asking, { what: 'The list of flows', read, keyOf: ({ name }) => name }))) ?? []);
}
/** A flow that no list has: it was archived, or has another name now. */
async function renamed(asking, name) {
    const { org } = asking;
    const what = `Flow ${(0,lib_text/* oneLine */.TN)(name, 100)}`;
    try {
        const question = asking.ask(`GET /flows/${org}/FLOW`, (call) => asking.questions.getFlow(call, { org, flow_name: name }), () => 1);
        return await asking.orHole(what, question);
    }
    catch (error) {
        if (!asking.questions.isNotThere(error))
            throw error;
        asking.hole(what, `The organization ${org} has no flow of this name`, 'Fix the name, in `flow` or in the file of the audit');
        return undefined;
    }
}

;// CONCATENATED MODULE: ./lib/contract/checks/notifications.gen.js
/** Whether a value is in the contract's `NotificationRule`. */
const notifications_gen_isNotificationRule = (() => {
    const check_0 = ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("number" in value && ((((((((((((Number.isInteger(value.number) && (value.name === undefined || (!("name" in value) || (typeof value.name === "string" || value.name === null)))) && (value.type === undefined || (!("type" in value) || (typeof value.type === "string" || value.type === null)))) && (value.environments === undefined || (!("environments" in value) || ((Array.isArray(value.environments) && value.environments.every((unique_0, index) => (typeof unique_0 === "string"))) || value.environments === null)))) && (value.triggers === undefined || (!("triggers" in value) || ((Array.isArray(value.triggers) && value.triggers.every((unique_1, index) => (typeof unique_1 === "string"))) || value.triggers === null)))) && (value.targets === undefined || (!("targets" in value) || ((Array.isArray(value.targets) && value.targets.every((unique_2, index) => (((typeof unique_2 === "object" && unique_2 !== null && !(Array.isArray(unique_2))) && ((((((unique_2.type === undefined || (!("type" in unique_2) || (typeof unique_2.type === "string" || unique_2.type === null))) && (unique_2.webhook === undefined || (!("webhook" in unique_2) || (typeof unique_2.webhook === "string" || unique_2.webhook === null)))) && (unique_2.emails === undefined || (!("emails" in unique_2) || ((Array.isArray(unique_2.emails) && unique_2.emails.every((unique_3, index) => (typeof unique_3 === "string"))) || unique_2.emails === null)))) && (unique_2.last_success_at === undefined || (!("last_success_at" in unique_2) || ((Number.isFinite(unique_2.last_success_at) || typeof unique_2.last_success_at === "string") || unique_2.last_success_at === null)))) && (unique_2.last_failure_at === undefined || (!("last_failure_at" in unique_2) || ((Number.isFinite(unique_2.last_failure_at) || typeof unique_2.last_failure_at === "string") || unique_2.last_failure_at === null)))) && (unique_2.context === undefined || (!("context" in unique_2) || true))))))) || value.targets === null)))) && (value.created_by === undefined || (!("created_by" in value) || (typeof value.created_by === "string" || value.created_by === null)))) && (value.is_created_from_slack_app === undefined || (!("is_created_from_slack_app" in value) || (typeof value.is_created_from_slack_app === "boolean" || value.is_created_from_slack_app === null)))) && (value.last_modified_at === undefined || (!("last_modified_at" in value) || ((Number.isFinite(value.last_modified_at) || typeof value.last_modified_at === "string") || value.last_modified_at === null)))) && (value.is_failing === undefined || (!("is_failing" in value) || (typeof value.is_failing === "boolean" || value.is_failing === null)))) && (value.last_success_timestamp === undefined || (!("last_success_timestamp" in value) || ((Number.isFinite(value.last_success_timestamp) || typeof value.last_success_timestamp === "string") || value.last_success_timestamp === null)))) && (value.last_failure_timestamp === undefined || (!("last_failure_timestamp" in value) || ((Number.isFinite(value.last_failure_timestamp) || typeof value.last_failure_timestamp === "string") || value.last_failure_timestamp === null)))) && (value.created_at === undefined || (!("created_at" in value) || ((Number.isFinite(value.created_at) || typeof value.created_at === "string") || value.created_at === null)))))));
    return (value) => check_0(value);
})();

;// CONCATENATED MODULE: ./lib/client/notifications.js





/** Operation 4: every notification rule of an organization. */
async function listNotifications(call, params) {
    const { items } = await (0,reply/* expectList */.sn)(notifications_gen_isNotificationRule, 'NotificationRule', await (0,operation/* callOperation */.yj)(call, 'listNotifications', params));
    return items;
}
/** Operation 5: one rule; a `ResponseError` with status 404 where there is none. */
async function getNotification(call, params) {
    const answer = await callOperation(call, 'getNotification', params);
    const rule = await expect(isNotificationRule, 'NotificationRule', answer.reply(), answer.request);
    if (String(rule.number) !== String(Number(params.notification_number)))
        throw anotherThing(answer.request, '$.number', params.notification_number, String(rule.number));
    return rule;
}
/** Makes a rule: another one each time. Which fields it has is for the service to say: a `ResponseError` names each that is wrong. */
async function putNotification(call, params, rule) {
    return keptOf((await callOperation(call, 'putNotification', params, { data: rule })).reply());
}
/** Changes the rule of that number; a `ResponseError` with status 404 where there is none. */
async function updateNotification(call, params, rule) {
    return keptOf((await callOperation(call, 'updateNotification', params, { data: rule })).reply());
}
/** Takes a rule away; a `ResponseError` with status 404 where there is none. */
async function removeNotification(call, params) {
    await callOperation(call, 'removeNotification', params);
}
/** Services answer a write with what they like. */
function keptOf(answer) {
    const warnings = valueAt(answer, 'warnings');
    const entries = typeof warnings === 'object' && warnings !== null ? Object.entries(warnings) : [];
    return {
        number: countAt(answer, 'notification_number'),
        warnings: entries.map(([field, sentence]) => oneLine(`${field}: ${String(sentence)}`, 500)),
    };
}

;// CONCATENATED MODULE: ./lib/audit/collect/service-notifications.js


async function readNotifications(asking) {
    const { org } = asking;
    const path = `GET /organizations/${org}/environments_notifications`;
    const question = asking.ask(path, (call) => listNotifications(call, { org }), (items) => items.length);
    return ((await asking.orUntold('notifications', 'The notification rules', question)) ?? []).map((rule) => ({
        kind: 'notification',
        name: (rule.name ?? '') === '' ? `#${rule.number}` : (rule.name ?? ''),
        targets: rule.targets?.length ?? null,
        failure: failureOf(rule),
    }));
}
/** The last failure; null where nothing failed, undefined where the service does not say. */
function failureOf({ is_failing: isFailing, last_failure_timestamp: failed }) {
    if (isFailing !== true)
        return isFailing === false ? null : undefined;
    const at = momentOf(failed);
    return at === null ? 'Its last message could not be delivered' : `Its last message could not be delivered, at ${at}`;
}

;// CONCATENATED MODULE: ./lib/audit/collect/service-trail.js


/** The commits that a trail is about: its own, its name where that is one, and those of its events. */
function service_trail_commitsOf(trail) {
    const found = new Set([shaAt(trail, 'git_commit_info', 'sha1'), shaOf(trail.name)]);
    for (const event of (0,lib_text/* listAt */.gT)(trail, 'events') ?? [])
        found.add(service_trail_commitOf(event));
    return [...found].filter((sha) => sha !== null);
}
/** A trail by its events, before the bodies of its records were read. Its template is for the caller. */
function readTrail(trail, flow) {
    const told = (0,lib_text/* listAt */.gT)(trail, 'events');
    const events = service_trail_inOrder(told ?? []);
    const records = events.flatMap((event) => recordsIn(event, trail.compliance_status));
    const artifacts = events.flatMap((event) => artifactIn(event) ?? []);
    const at = momentOf(trail.created_at);
    return {
        flow,
        name: trail.name,
        url: trail.html_url ?? null,
        at: at ?? new Date(0).toISOString(),
        state: trail.compliance_status.status,
        templateVersion: null,
        ownTemplate: false,
        commits: service_trail_commitsOf(trail),
        records,
        artifacts,
        cut: told === undefined || at === null || !events.every(isReadable) || !isExplained(trail, records),
    };
}
/** The oldest first, whichever way a service tells them. */
function service_trail_inOrder(events) {
    const [first, last] = [Number((0,lib_text/* valueAt */.fK)(events.at(0), 'timestamp')), Number((0,lib_text/* valueAt */.fK)(events.at(-1), 'timestamp'))];
    return first > last ? events.toReversed() : events;
}
function service_trail_commitOf(event) {
    return shaAt(event, 'git_commit_info', 'sha1') ?? shaAt(event, 'git_commit');
}
/** Whether an event can be read: one of evidence that cannot may have said no. */
function isReadable(event) {
    if ((0,lib_text/* stringAt */.bX)(event, 'type') === undefined)
        return false;
    const isAttestation = (0,lib_text/* stringAt */.bX)(event, 'type')?.includes('attestation') === true || (0,lib_text/* valueAt */.fK)(event, 'attestation_id') !== undefined;
    if (isAttestation)
        return recordsIn(event, undefined).length > 0;
    return !isReport(event) || artifactIn(event) !== undefined;
}
/** A record for several artifacts that are not reported yet is one for each of them. */
function recordsIn(event, status) {
    const [id, name] = [(0,lib_text/* stringAt */.bX)(event, 'attestation_id'), (0,lib_text/* stringAt */.bX)(event, 'template_reference_name') ?? (0,lib_text/* stringAt */.bX)(event, 'attestation_name')];
    const at = momentOf((0,lib_text/* valueAt */.fK)(event, 'timestamp'));
    if (id === undefined || name === undefined || at === null)
        return [];
    const told = (0,lib_text/* stringAt */.bX)(event, 'artifact_fingerprint');
    const fingerprint = fingerprintOf(told);
    if (told !== undefined && fingerprint === null)
        return [];
    const type = (0,lib_text/* stringAt */.bX)(event, 'attestation_type') ?? '';
    const said = (0,lib_text/* valueAt */.fK)(event, 'is_compliant');
    const listed = ((0,lib_text/* listAt */.gT)(event, 'target_artifacts') ?? [(0,lib_text/* valueAt */.fK)(event, 'target_artifact')]).filter((target) => typeof target === 'string');
    const targets = fingerprint === null && listed.length > 0 ? listed : [null];
    return targets.map((target) => ({
        id,
        name,
        type,
        compliant: typeof said === 'boolean' ? said : null,
        at,
        commit: service_trail_commitOf(event),
        fingerprint,
        target,
        by: null,
        override: type === 'override' ? overriddenIn(status, id) : null,
        tests: null,
        byForkClaim: false,
        run: null,
        read: false,
    }));
}
/** The record that an override is about, as the row says that stands by it: it may have been recorded without a commit that finds it. */
function overriddenIn(status, id) {
    const row = rowsOf(status).find(({ attestation_id: of, overridden_attestation_id: other }) => of === id && (other ?? '') !== '');
    return row === undefined ? null : { id: row.overridden_attestation_id ?? '', type: row.attestation_type ?? '', reason: null };
}
function rowsOf(status) {
    if (status === undefined)
        return [];
    return [...status.attestations_statuses, ...Object.values(status.artifacts_statuses ?? {}).flatMap((each) => each.attestations_statuses)];
}
function isReport(event) {
    return ['artifact_creation_reported', 'artifact_reported'].includes((0,lib_text/* stringAt */.bX)(event, 'type') ?? '');
}
function artifactIn(event) {
    if (!isReport(event))
        return undefined;
    const fingerprint = fingerprintOf((0,lib_text/* stringAt */.bX)(event, 'artifact_fingerprint'));
    const at = momentOf((0,lib_text/* valueAt */.fK)(event, 'timestamp'));
    if (fingerprint === null || at === null)
        return undefined;
    const name = (0,lib_text/* stringAt */.bX)(event, 'template_reference_name') ?? (0,lib_text/* stringAt */.bX)(event, 'artifact_name') ?? '';
    return { id: (0,lib_text/* stringAt */.bX)(event, 'artifact_id') ?? '', fingerprint, name, commit: service_trail_commitOf(event), at };
}
/** Whether every record that the state stands by is among the events: where one is not, others may be missing as well. */
function isExplained({ compliance_status: status }, records) {
    const ids = new Set(records.map(({ id }) => id));
    return rowsOf(status).every(({ attestation_id: id }) => (id ?? '') === '' || ids.has(id ?? ''));
}

;// CONCATENATED MODULE: ./lib/audit/collect/service-versions.js


function openVersions(today) {
    const versions = new Map();
    const asked = JSON.stringify(today);
    const versionOf = ({ compliance_status: { flow_template_id: id } }) => versions.get(id ?? '');
    const isToday = ({ template }) => template !== null && JSON.stringify(template) === asked;
    return {
        async see(trail) {
            const { evaluated_at: evaluated, flow_template_id: id } = trail.compliance_status;
            if (id === undefined || id === null || id === '')
                return;
            const at = evaluated ?? trail.last_modified_at ?? Number.POSITIVE_INFINITY;
            const known = versions.get(id);
            if (known === undefined) {
                versions.set(id, { template: await readTemplate(trail.template), from: at, trails: 1, isTold: false });
                return;
            }
            known.trails += 1;
            known.from = Math.min(known.from, at);
        },
        async templateOf(trail) {
            return versionOf(trail)?.template ?? (await readTemplate(trail.template));
        },
        isNumbered: (trail) => versionOf(trail) !== undefined,
        mayBeOwn(trail) {
            const version = versionOf(trail);
            return version !== undefined && version.trails === 1 && !isToday(version);
        },
        tell(trail) {
            const version = versionOf(trail);
            if (version !== undefined)
                version.isTold = true;
        },
        known() {
            const ofFlow = [...versions.values()].filter((version) => version.trails > 1 || version.isTold || isToday(version));
            return ofFlow
                .toSorted((one, other) => one.from - other.from)
                .flatMap(({ from, template }) => {
                const at = momentOf(from);
                return at === null || template === null ? [] : [{ from: at, template }];
            });
        },
    };
}

;// CONCATENATED MODULE: ./lib/audit/collect/service-trails.js




async function readTrails(asking, flow, wanted) {
    const versions = openVersions(flow.template);
    const others = [];
    const found = [];
    for (const trail of await listed(asking, flow)) {
        await versions.see(trail);
        const commits = service_trail_commitsOf(trail);
        if (commits.some((sha) => wanted.has(sha)))
            found.push(trail);
        else
            others.push(commits);
    }
    const trails = await Promise.all(found.map((trail) => factOf(asking, flow, trail, versions)));
    const fact = { kind: 'flow', name: flow.name, url: null, template: flow.template, templates: versions.known() };
    return { flow, fact, trails, others };
}
async function listed(asking, { name, now }) {
    const { org } = asking;
    const what = `The trails of flow ${(0,lib_text/* oneLine */.TN)(name, 100)}`;
    const read = (page, per_page) => asking.ask(`GET /trails/${org}/FLOW?page=N&per_page=100`, (call) => asking.questions.listTrails(call, { org, flow_name: now }, { page, per_page }), ({ items }) => items.length);
    try {
        const items = (await asking.orHole(what, wholeListing(asking, { what, read, keyOf: (item) => item.name }))) ?? [];
        const bad = items.flatMap((item) => (item.kind === 'trail' ? [] : [item.error]));
        if (bad[0] !== undefined)
            asking.hole(what, `${bad.length} of them cannot be read: ${bad[0].message}`, bad[0].fix);
        return items.flatMap((item) => (item.kind === 'trail' ? [item.trail] : []));
    }
    catch (error) {
        if (!asking.questions.isNotThere(error))
            throw error;
        asking.hole(what, error.message, error.fix);
        return [];
    }
}
async function factOf(asking, flow, trail, versions) {
    const fact = { ...readTrail(trail, flow.name), template: await versions.templateOf(trail) };
    // Without a number of the template nobody can tell whose it is, unless it is what the flow asks for.
    if (!versions.isNumbered(trail))
        return { ...fact, ownTemplate: isSame(fact.template, flow.template) ? false : null };
    if (!versions.mayBeOwn(trail))
        return fact;
    const said = await askAlone(asking, flow, trail.name);
    if (said?.own_template === false)
        versions.tell(trail);
    const { template_version: version } = said ?? {};
    return { ...fact, ownTemplate: said?.own_template ?? null, templateVersion: typeof version === 'number' ? version : null };
}
function isSame(one, other) {
    return one !== null && JSON.stringify(one) === JSON.stringify(other);
}
/** The service's answer about one trail; undefined where it shows none. */
async function askAlone(asking, { now }, name) {
    const { org } = asking;
    const params = { org, flow_name: now, trail_name: name };
    try {
        const question = asking.ask(`GET /trails/${org}/FLOW/TRAIL`, (call) => asking.questions.getTrail(call, params), () => 1);
        return await asking.orHole(`Trail ${(0,lib_text/* oneLine */.TN)(name, 100)} of flow ${(0,lib_text/* oneLine */.TN)(now, 100)}`, question);
    }
    catch (error) {
        // A service may list trails and not show one.
        if (!asking.questions.isNotThere(error))
            throw error;
        return undefined;
    }
}

;// CONCATENATED MODULE: ./lib/audit/collect/service.js








/**
 * Reads what the evidence service knows of some commits, and what it says was shipped within a time. A list that is not whole
 * is a hole; what the service does not have is untold; it throws where the service does not answer, or refuses the token.
 */
async function readServiceFacts(service, asked) {
    const asking = openAsking(service, asked.report);
    try {
        return await readAll(asking, asked);
    }
    finally {
        asking.stop();
    }
}
async function readAll(asking, asked) {
    const { report } = asked;
    const wanted = new Set(asked.shas);
    const [read, snapshots, reported, notifications, approvals] = await Promise.all([
        readAllTrails(asking, asked, wanted),
        readSnapshots(asking, asked),
        readArtifacts(asking, asked),
        readNotifications(asking),
        Promise.all([...new Set(asked.approvalsOf)].map((flow) => readApprovals(asking, flow))),
    ]);
    const about = [...new Set(read.flatMap(({ trails }) => trails.flatMap(({ commits }) => commits)))].filter((sha) => wanted.has(sha));
    report(`Reading the records at ${about.length} commits`);
    const trails = await withRecords(asking, read, about);
    asking.untell('log', 'The interface cannot read records in their order yet', 'Verify the log where the service runs');
    const byCommit = indexOf(trails);
    const isAsked = (flow) => asked.flows.length === 0 || flow === '' || read.some(({ flow: { now } }) => now === flow);
    const artifacts = withSeen(asking, reported, snapshots.artifacts).filter(({ flow }) => isAsked(flow));
    const others = read.flatMap((each) => each.others);
    return {
        flows: read.map(({ fact }) => fact),
        artifacts,
        approvals: approvals.flat(),
        deployments: snapshots.deployments,
        notifications,
        untold: asking.untold,
        holes: asking.holes,
        queries: asking.queries(),
        trailsAbout(shas) {
            const stranger = shas.find((sha) => !wanted.has(sha));
            if (stranger !== undefined)
                throw new RangeError(`Trails about ${stranger} were not asked for, so that it is not known whether there are any`);
            return [...new Set(shas.flatMap((sha) => byCommit.get(sha) ?? []))];
        },
        trailsElsewhere(known) {
            const isElsewhere = (commits) => !commits.some((sha) => known.has(sha));
            return others.filter(isElsewhere).length + trails.filter(({ commits }) => isElsewhere(commits)).length;
        },
    };
}
/** Flows that are read at a time: each holds its pages in memory until all of them are there. */
const flowsAtOnce = 16;
async function readAllTrails(asking, { flows: names, report }, wanted) {
    const flows = await readFlows(asking, names);
    const found = [];
    const waiting = flows.entries();
    const readSome = async () => {
        for (const [index, flow] of waiting) {
            found[index] = await readTrails(asking, flow, wanted);
            if ((index + 1) % 25 === 0 || index + 1 === flows.length)
                report(`Read the trails of ${index + 1} of ${flows.length} flows`);
        }
    };
    await Promise.all(Array.from({ length: flowsAtOnce }, readSome));
    return found;
}
/** The trails with the bodies of their records. */
async function withRecords(asking, read, about) {
    const bodies = await readBodies(asking, about);
    const byTrail = Map.groupBy(bodies.values(), ({ flow, trail }) => JSON.stringify([flow, trail]));
    const found = read.flatMap(({ flow, trails }) => trails.map(async (trail) => {
        const whole = withBodies(trail, bodies, flow.now, byTrail.get(JSON.stringify([flow.now, trail.name])));
        return withBodies(whole, await readOverrides(asking, whole, flow.now), flow.now);
    }));
    return await Promise.all(found);
}
function indexOf(trails) {
    const index = new Map();
    for (const trail of trails) {
        for (const sha of trail.commits) {
            const list = index.get(sha);
            if (list === undefined)
                index.set(sha, [trail]);
            else
                list.push(trail);
        }
    }
    return index;
}

;// CONCATENATED MODULE: ./lib/audit/findings/finding.js
const severities = ['low', 'medium', 'high', 'critical'];
/** The key of a finding: `rule:kind:id`, and what tells two findings of one rule about one subject apart. */
function finding_keyOf(rule, { kind, id }, detail) {
    return [rule, kind, id, ...(detail === undefined ? [] : [detail])]
        .map((part) => part.replaceAll(/[:%\s]/g, encodeURIComponent))
        .join(':');
}
/** Whether a finding is as severe as that, or more. */
function reaches({ severity }, least) {
    return severities.indexOf(severity) >= severities.indexOf(least);
}

;// CONCATENATED MODULE: ./lib/audit/findings/accepted.js
/** Days that a finding can be accepted for. */
const mostDays = 90;
/** Rules whose findings nobody can accept: they say that the audit itself cannot be trusted. */
const never = new Set(['record-altered', 'audit-gap', 'unknown']);
/** How each acceptance stands to the findings, at the moment of the run. */
function standingOf(acceptance, findings, now) {
    const { key, since, until } = acceptance;
    const finding = findings.get(key);
    if (finding === undefined || finding.status === 'fixed')
        return 'unused';
    if (never.has(finding.rule))
        return 'not-acceptable';
    if (!(Date.parse(until) - Date.parse(since) <= mostDays * 86_400_000))
        return 'too-long';
    if (Date.parse(since) > Date.parse(now))
        return 'not-begun';
    return Date.parse(until) > Date.parse(now) ? 'accepted' : 'expired';
}

;// CONCATENATED MODULE: ./lib/audit/file/keys.js

/** The entries of a mapping, each name once; none where the piece is no mapping. */
function keys_entriesOf(piece, { path, say }) {
    if (piece.kind !== 'map') {
        say(piece.line, `${keys_named(path)} must be a mapping of names to values, and is ${kindOf(piece)}`);
        return [];
    }
    const entries = new Map();
    for (const entry of piece.entries) {
        if (entries.has(entry.name))
            say(entry.line, `${keys_named(path)} has ${quoted(entry.name)} twice: write it once`);
        entries.set(entry.name, entry);
    }
    return [...entries.values()];
}
/** The keys of a mapping of which all names are known: another one is said, with the one that was probably meant. */
function keysOf(piece, place, known) {
    const entries = new Map(keys_entriesOf(piece, place).map((entry) => [entry.name, entry]));
    for (const { line, name } of entries.values())
        if (!known.includes(name))
            place.say(line, `${keys_named(place.path)} has the key ${quoted(name)}${meant(name, known)}`);
    const read = (name, reader) => {
        const entry = entries.get(name);
        return entry === undefined ? undefined : reader(entry.piece, { ...place, path: below(place.path, name) });
    };
    return {
        has: (name) => entries.has(name),
        optional: (name, reader, absent) => read(name, reader) ?? absent,
        demanded(name, reader, fallback) {
            // A value that is no mapping has been told of already.
            if (!entries.has(name) && piece.kind === 'map')
                place.say(piece.line, `${keys_named(place.path)} has no ${name}: write one`);
            return read(name, reader) ?? fallback;
        },
    };
}
/** A list with at least one item. */
function listOf(read) {
    return (piece, place) => {
        if (piece.kind !== 'list') {
            place.say(piece.line, `${keys_named(place.path)} must be a list, and is ${kindOf(piece)}: write [one, two], or a line with - for each`);
            return undefined;
        }
        if (piece.items.length === 0)
            place.say(piece.line, `${keys_named(place.path)} is an empty list: leave the key out, or name something`);
        return piece.items.flatMap((item, index) => read(item, { ...place, path: `${place.path}[${index}]` }) ?? []);
    };
}
function below(path, name) {
    return path === '' ? name : `${path}.${name}`;
}
/** The name of a place in a message. */
function keys_named(path) {
    return path === '' ? 'the file' : (0,lib_text/* cut */.Jj)(path, 120);
}
function kindOf(piece) {
    if (piece.kind !== 'scalar')
        return piece.kind === 'map' ? 'a mapping' : 'a list';
    return piece.value === null || piece.value === undefined ? 'empty' : quoted(piece.value);
}
function quoted(value) {
    return (0,lib_text/* cut */.Jj)(JSON.stringify(value) ?? '', 100);
}
function meant(name, known) {
    const near = (0,lib_text/* nearest */.pA)(name, known);
    return near === undefined ? `, where only ${(0,lib_text/* list */.p_)(known, 20)} can stand` : `: did you mean ${near}?`;
}

// EXTERNAL MODULE: ./lib/contract/patterns.js
var patterns = __webpack_require__(6011);
;// CONCATENATED MODULE: ./lib/audit/file/values.js



/** A text on which a finding's reader can rely: not blank. */
const words = textThat('a text that is not blank', /^(?=[\s\S]*\S)[\s\S]{1,2000}$/);
const values_name = textThat('a name of at most 255 characters', /^(?=.*\S).{1,255}$/u);
const sha = textThat('a full SHA of 40 digits and small letters: git rev-parse tells it, and quotes keep it a text', /^[0-9a-f]{40}$/);
const email = textThat('an e-mail address', /^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/);
const findingKey = textThat('the key of a finding, as a report shows it', /^[a-z-]+:[a-z-]+:\S{1,1000}$/);
/** A day as a moment: its beginning in UTC. */
const values_day = (piece, place) => {
    const text = datePattern(piece, place);
    if (text === undefined)
        return undefined;
    const moment = new Date(`${text}T00:00:00Z`);
    if (!Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text))
        return `${text}T00:00:00Z`;
    place.say(piece.line, `${keys_named(place.path)} is ${text}, and there is no such day: write another one`);
    return undefined;
};
const datePattern = textThat('a day such as 2026-11-22', /^\d{4}-\d{2}-\d{2}$/);
const yesOrNo = (piece, { path, say }) => {
    if (piece.kind === 'scalar' && typeof piece.value === 'boolean')
        return piece.value;
    say(piece.line, `${keys_named(path)} must be true or false, and is ${kindOf(piece)}`);
    return undefined;
};
/** A whole number within bounds; `fix` says where it is found. */
function wholeNumber(most, fix) {
    return (piece, { path, say }) => {
        const value = piece.kind === 'scalar' ? piece.value : undefined;
        if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most)
            return value;
        say(piece.line, `${keys_named(path)} must be a whole number from 1 to ${most}, and is ${kindOf(piece)}: ${fix}`);
        return undefined;
    };
}
const account = wholeNumber(Number.MAX_SAFE_INTEGER, 'gh api users/LOGIN --jq .id tells the number of an account');
const pullRequest = wholeNumber(Number.MAX_SAFE_INTEGER, 'write the number of the pull request');
/** Patterns, in their order; the first one names something. */
const globs = (piece, place) => {
    const read = listOf((item, { path, say }) => {
        const glob = pattern(item, { path, say });
        const fault = glob === undefined ? undefined : globFault(glob);
        if (fault !== undefined)
            say(item.line, `${keys_named(path)} ${fault}`);
        return glob;
    })(piece, place);
    if (read?.[0]?.startsWith('!') === true)
        place.say(piece.line, `${keys_named(place.path)} begins with a pattern that takes away: write one before it that names something`);
    return read;
};
const pattern = textThat('a pattern: put one that begins with *, !, [ or { in quotes', /^[\s\S]+$/);
/** Whether a flow can have that name. */
function isFlowName(text) {
    return (0,patterns/* matches */.cK)('flowName', text);
}
function textThat(what, form) {
    return (piece, { path, say }) => {
        const value = piece.kind === 'scalar' ? piece.value : undefined;
        if (typeof value === 'string' && form.test(value))
            return value;
        say(piece.line, `${keys_named(path)} must be ${what}, and is ${kindOf(piece)}`);
        return undefined;
    };
}

;// CONCATENATED MODULE: ./lib/audit/file/read-audit-file.js






/** Faults past these are counted: a person corrects a few at a time. */
const mostFaults = 20;
/** Reads `.github/compliance-audit.yml`; all that is wrong with it comes in one sentence, each part with its line and its fix. */
function readAuditFile(text) {
    const faults = new Map();
    const place = { path: '', say: (line, sentence) => void faults.set(`line ${line}: ${sentence}`, line) };
    const piece = readDocument(text, place.say);
    // Where the YAML itself is wrong, what was understood of it says little.
    const file = piece === undefined || faults.size > 0 ? undefined : fileOf(piece, place);
    if (file !== undefined && faults.size === 0)
        return { file };
    const sentences = [...faults].toSorted(([, one], [, other]) => one - other).map(([sentence]) => sentence);
    const more = sentences.length > mostFaults ? `; and ${sentences.length - mostFaults} more` : '';
    return { fault: `${auditFilePath} cannot be used. ${sentences.slice(0, mostFaults).join('; ')}${more}` };
}
function fileOf(piece, place) {
    const keys = keysOf(piece, place, topKeys);
    keys.optional('version', version, 1);
    return {
        flows: keys.optional('flows', flows, []),
        people: keys.optional('people', people, new Map()),
        bots: keys.optional('bots', bots, []),
        emergency: keys.optional('emergency', emergency, null),
        exclusions: keys.optional('exclusions', listOf(exclusion), []),
        accepted: keys.optional('accepted', accepted, []),
        production: keys.optional('production', globs, []),
        controls: keys.optional('controls', globs, []),
    };
}
const topKeys = ['version', 'flows', 'people', 'bots', 'emergency', 'production', 'controls', 'exclusions', 'accepted'];
const version = wholeNumber(1, 'leave it out, or write version: 1');
const flows = (piece, place) => {
    const entries = keys_entriesOf(piece, place);
    if (piece.kind === 'map' && entries.length === 0)
        place.say(piece.line, 'flows maps no flow: leave the key out, or name one');
    return entries.map(({ line, name, piece }) => {
        if (!isFlowName(name))
            place.say(line, `flows has ${quoted(name)}, which no flow can be named: write the name as the service has it`);
        return flow(name, piece, { ...place, path: below(place.path, name) });
    });
};
function flow(name, piece, place) {
    // A flow that only its name is written of is owed by every change.
    const isBare = piece.kind === 'scalar' && piece.value === null;
    const settings = isBare ? { kind: 'map', line: piece.line, entries: [] } : piece;
    const keys = keysOf(settings, place, ['paths', 'branches', 'from', 'head-is-enough', 'approvals']);
    return {
        name,
        paths: keys.optional('paths', globs, []),
        branches: keys.optional('branches', globs, []),
        from: keys.optional('from', values_day, null),
        headIsEnough: keys.optional('head-is-enough', yesOrNo, false),
        approvals: keys.optional('approvals', environments, []),
    };
}
const environments = listOf(values_name);
const people = (piece, place) => {
    const owners = new Map();
    const read = listOf((item, { path, say }) => {
        const keys = keysOf(item, { path, say }, ['account', 'emails']);
        return { line: item.line, path, account: keys.demanded('account', account, 0), emails: keys.demanded('emails', listOf(email), []) };
    })(piece, place);
    for (const { account, emails, line, path } of read ?? []) {
        for (const address of emails.map((address) => address.toLowerCase())) {
            const other = owners.get(address);
            if (other !== undefined && other !== account)
                place.say(line, `${path} has ${quoted(address)}, which is another account's: leave it with one`);
            owners.set(address, account);
        }
    }
    return owners;
};
const bots = listOf((piece, place) => {
    const keys = keysOf(piece, place, ['account', 'paths']);
    return { account: keys.demanded('account', account, 0), paths: keys.demanded('paths', globs, []) };
});
const emergency = (piece, place) => {
    const keys = keysOf(piece, place, ['label', 'days']);
    return {
        label: keys.demanded('label', values_name, ''),
        days: keys.demanded('days', wholeNumber(mostDays, 'write the days within which somebody reviews an emergency'), 1),
    };
};
const whatIsExcluded = ['commits', 'pull-requests', 'paths'];
const exclusion = (piece, place) => {
    const keys = keysOf(piece, place, [...whatIsExcluded, 'reason', 'owner']);
    if (piece.kind === 'map' && !whatIsExcluded.some((key) => keys.has(key)))
        place.say(piece.line, `${place.path} leaves nothing out: write ${(0,lib_text/* list */.p_)(whatIsExcluded).replace(' and ', ' or ')}`);
    return {
        commits: keys.optional('commits', listOf(sha), []),
        pullRequests: keys.optional('pull-requests', listOf(pullRequest), []),
        paths: keys.optional('paths', globs, []),
        reason: keys.demanded('reason', words, ''),
        owner: keys.demanded('owner', words, ''),
    };
};
const accepted = (piece, place) => {
    const known = new Set();
    return listOf((item, here) => {
        const entry = acceptance(item, here);
        if (entry !== undefined && known.has(entry.key))
            here.say(item.line, `${here.path} has the key of an entry before it: keep one of them`);
        if (entry !== undefined)
            known.add(entry.key);
        return entry;
    })(piece, place);
};
const acceptance = (piece, place) => {
    const keys = keysOf(piece, place, ['key', 'reason', 'owner', 'since', 'until']);
    const entry = {
        key: keys.demanded('key', findingKey, ''),
        reason: keys.demanded('reason', words, ''),
        owner: keys.demanded('owner', words, ''),
        since: keys.demanded('since', values_day, ''),
        until: keys.demanded('until', values_day, ''),
    };
    const days = (Date.parse(entry.until) - Date.parse(entry.since)) / 86_400_000;
    if (days <= 0)
        place.say(piece.line, `${place.path} ends before it begins: write an until that is after since`);
    if (days > mostDays)
        place.say(piece.line, `${place.path} is for ${days} days: a finding can be accepted for ${mostDays} at most, so write an earlier until`);
    return entry;
};

;// CONCATENATED MODULE: ./lib/audit/findings/compare.js
/**
 * The findings of this run, new or still open, and after them those of the run before that are gone. Only a run that looked
 * at the same thing again may say that it is fixed: the next audit begins where the last one ended, and what was wrong before
 * is still wrong then.
 *
 * @param isLookedAt whether this run judged what a finding of the run before is about
 * @param now when this run was fixed, ISO 8601 in UTC
 */
function compareFindings(found, previous, { isLookedAt, now }) {
    const before = new Map(previous.map((finding) => [finding.key, finding]));
    const keys = new Set(found.map(({ key }) => key));
    return [
        ...found.map((finding) => {
            const known = before.get(finding.key);
            return { ...finding, status: known === undefined ? 'new' : 'open', firstSeen: known?.firstSeen ?? now, carried: false };
        }),
        ...previous
            .filter(({ key }) => !keys.has(key))
            .map((finding) => {
            const isFixed = isLookedAt(finding);
            return { ...finding, status: isFixed ? 'fixed' : 'open', carried: !isFixed };
        }),
    ];
}

;// CONCATENATED MODULE: ./lib/audit/people/known.js
/** All addresses that a text of the file gives to somebody; where they differ, as one before that of now has it. */
function peopleOfAll({ file, files }) {
    return new Map([file, ...files.values()].flatMap((one) => [...(one?.people ?? [])]));
}
/**
 * Whose addresses are known for a change. An address that the file names only since then is known too: who wrote something
 * is no rule that could be loosened, and with more names more authors are found. What the file said before stays said: a
 * later one gives no address to somebody else.
 */
function peopleFor({ file }, world) {
    if (file === null || world.file === null || file === world.file)
        return (file ?? world.file)?.people ?? new Map();
    return new Map([...world.file.people, ...file.people]);
}

;// CONCATENATED MODULE: ./lib/audit/people/identity.js
/** The number of the account that signs merges and edits made on GitHub's own pages. It wrote nothing. */
const webFlow = 19_864_447;
/** The number of the account behind a signature; undefined where nobody knows it. */
function accountOf(signature, people) {
    return accountsOf(signature, people)[0];
}
/** The same with a second account: the one that the repository gives an address to, where GitHub knows it as another's. */
function accountsOf({ account, email }, people) {
    const known = [account?.id, people.get(email.toLowerCase())].filter((id) => id !== undefined);
    return [...new Set(known.length > 0 ? known : numberInAddress(email))];
}
/** Whether an account is the one that signs for people on GitHub's own pages. */
function isWebFlow(account) {
    return account?.id === webFlow;
}
/** The number of the account that merges for GitHub's merge queue: github.com's, as commits name it. */
const mergeQueue = 118_344_674;
/** Whether an account is the one that merges what waits in a merge queue. Another server has another number for the same App, and no person can have its name. */
function isMergeQueue(account) {
    return account?.id === mergeQueue || (account?.kind === 'bot' && account.login === 'github-merge-queue[bot]');
}
/** GitHub gives people an address that holds the number of their account: `583231+octocat@users.noreply.github.com`. */
function numberInAddress(email) {
    const [, number] = /^(\d{1,15})\+[^@]+@users\.noreply\.github\.com$/i.exec(email) ?? [];
    return number === undefined ? [] : [Number(number)];
}

;// CONCATENATED MODULE: ./lib/audit/people/names.js

/**
 * Whatever somebody may call an author of a change where numbers of accounts are not known, as in the service or in a file:
 * logins, names and addresses, in small letters. A merge that anybody could repeat, and suggestions that GitHub committed
 * alone, make nobody an author but who wrote the rest.
 */
function namesOf({ commits, pull }, people) {
    const signatures = [...commits, ...(pull?.commits ?? [])]
        .filter(({ mergeAlone }) => mergeAlone !== true)
        .flatMap(({ author, coAuthors, committer, suggestionAlone }) => (suggestionAlone ? [author] : [author, committer, ...coAuthors]))
        .filter(({ account }) => !isWebFlow(account));
    const accounts = [pull?.openedBy, pull?.askedBy, ...signatures.map(({ account }) => account)].flatMap((account) => account ?? []);
    const numbers = new Set([
        ...accounts.map(({ id }) => id),
        ...signatures.flatMap((signature) => accountsOf(signature, people)),
    ]);
    const addresses = [...people].filter(([, number]) => numbers.has(number)).map(([address]) => address);
    return new Set([...accounts.map(({ login }) => login), ...signatures.flatMap(spellings), ...addresses].map(plain));
}
/** Whether a name stands for one of those. */
function isNamed(names, name) {
    return readingsOf(name).some((text) => names.has(text));
}
/** The readings of a name, as names are compared: all of it, or the name or the address of `Name <address>`. */
function readingsOf(name) {
    const [, before = '', address = ''] = /^([^<]*)<([^<>]*)>$/.exec(name.trim()) ?? [];
    return [name, address, before].map(plain).filter((text) => text !== '');
}
/** GitHub gives people an address that holds their login: `583231+octocat@users.noreply.github.com`. */
function spellings({ account, email, name }) {
    const [, login = ''] = /^(?:\d+\+)?([^+@]+)@users\.noreply\.github\.com$/i.exec(email) ?? [];
    return [name, email, login, account?.login ?? ''].filter((text) => text.trim() !== '');
}
/** As names are compared. */
function plain(name) {
    return name.trim().replace(/^@/, '').toLowerCase();
}

;// CONCATENATED MODULE: ./lib/audit/people/digests.js


/*
 * Who wrote a change, for the audit after this one: it does not see the change again, and has to tell whether an author accepts
 * what was found about it. A report may name nobody, so that it holds digests; with the change in them, they say nothing of others.
 */
/** Digests of the names of who wrote a change. */
function digestsOf(names, sha) {
    return [...names].map((name) => digestOf(name, sha)).toSorted();
}
/** Whether a name stands for one of those. */
function isAmong(digests, sha, name) {
    return readingsOf(name).some((text) => digests.includes(digestOf(text, sha)));
}
function digestOf(name, sha) {
    return (0,external_node_crypto_.createHash)('sha256').update(`${sha} ${name}`).digest('base64url').slice(0, 12);
}

;// CONCATENATED MODULE: ./lib/audit/rules/acceptance-not-valid.js
const acceptanceNotValid = {
    name: 'acceptance-not-valid',
    about: 'acceptances',
    text: 'What the audit’s file accepts is there, can be accepted, has an end within 90 days, and is not accepted by its own author.',
    severity: 'medium',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
    fix: 'Take the entry out of the file, or have somebody else accept the finding, for at most 90 days.',
    needs: [],
};

;// CONCATENATED MODULE: ./lib/audit/rules/production.js
/** Deployments that serve users. A preview is no such, and may come from any branch. */
function toProduction({ deployments }) {
    return deployments.filter(({ production }) => production);
}
/** Where things are deployed and no environment is known to serve users, nothing was looked at: that is not good news. */
function noProduction({ deployments }) {
    if (deployments.length === 0 || deployments.some(({ production }) => production))
        return undefined;
    const names = [...new Set(deployments.map(({ environment }) => environment))].slice(0, 5).join(', ');
    return {
        kind: 'not-tested',
        why: `no environment is known to serve users, only ${names}: name those that do under \`production\` in .github/compliance-audit.yml`,
    };
}
/** Whether a deployment is one of an artifact: by its fingerprint, else by the commit that both name. */
function isOf({ fingerprint, sha }, artifact) {
    return fingerprint === null ? sha !== null && sha === artifact.commit : fingerprint === artifact.fingerprint;
}

;// CONCATENATED MODULE: ./lib/audit/rules/approvals.js

/** All that the audit's file demands an approval for. */
function* demandsOf({ approvals, artifacts, deployments, file }) {
    const environments = new Map((file?.flows ?? []).map((flow) => [flow.name, flow.approvals]));
    const given = Map.groupBy(approvals, ({ fingerprint, flow }) => `${flow}/${fingerprint}`);
    for (const artifact of artifacts) {
        const { fingerprint, flow, running } = artifact;
        for (const environment of environments.get(flow) ?? []) {
            const valid = (given.get(`${flow}/${fingerprint}`) ?? []).filter((approval) => isFor(approval, environment));
            const isThere = running.includes(environment) || deployments.some((one) => one.environment === environment && isOf(one, artifact));
            const decisive = valid.toSorted((one, other) => other.number - one.number)[0];
            yield { artifact, environment, isThere, decisive };
        }
    }
}
/**
 * Why nobody can say whether a deployment was approved where the file demands it; undefined where that can be said, or need not.
 * GitHub names the commit of a deployment, and artifacts that were reported before the period are known from snapshots alone.
 */
function whyUnknown(deployment, { artifacts, file, header }) {
    const { environment, fingerprint } = deployment;
    const asked = (file?.flows ?? []).filter(({ name }) => header.flows.length === 0 || header.flows.includes(name));
    if (fingerprint !== null || !asked.some(({ approvals }) => approvals.includes(environment)))
        return undefined;
    return artifacts.some((artifact) => isOf(deployment, artifact)) ? undefined : notKnown(environment);
}
function notKnown(environment) {
    return `it is not known which artifact was deployed to ${environment}: none was reported for the commit in this period, and no snapshot shows one`;
}
/** The outcomes of a rule about what is demanded. `message` is left out where nothing is wrong. */
function* outcomesOf(world, judge) {
    for (const deployment of world.deployments) {
        const why = whyUnknown(deployment, world);
        if (why !== undefined)
            yield { kind: 'not-tested', why };
    }
    for (const demand of demandsOf(world)) {
        const said = judge(demand);
        if (said === undefined)
            yield { kind: 'not-applicable' };
        else if (said.why !== undefined)
            yield { kind: 'not-tested', why: said.why };
        else if (said.message === undefined)
            yield { kind: 'passed' };
        else
            yield { kind: 'found', found: [foundAt(demand, said.message)] };
    }
}
function foundAt({ artifact, environment }, message) {
    const { fingerprint, flow, url } = artifact;
    return { subject: { kind: 'artifact', id: fingerprint, url }, detail: `${flow}/${environment}`, message };
}
/** An approval without an environment is valid everywhere; some services write an empty text for none. */
function isFor({ environment }, place) {
    return environment === null || environment === '' || environment === place;
}
/** The gate's own reading: the state says so, and everybody who is named does. */
function isApproved({ approvers, state }) {
    return state === 'APPROVED' && approvers.every(({ said }) => said === 'APPROVED');
}
/** When the first person said yes; the approval's own moment where nobody's is known. */
function approvedFrom(approval) {
    return Math.min(...moments(approval));
}
/** When the last of those who had to say yes did: it is complete then. */
function approvedAt(approval) {
    return Math.max(...moments(approval));
}
function moments({ approvers, at }) {
    const known = approvers.flatMap(({ at: said, said: word }) => (said === null || word !== 'APPROVED' ? [] : [Date.parse(said)]));
    return known.length === 0 ? [Date.parse(at)] : known;
}
function nameOf({ fingerprint, flow, name }) {
    return `The artifact ${name} (${fingerprint.slice(0, 12)}) of ${flow}`;
}

;// CONCATENATED MODULE: ./lib/audit/rules/delivery-subjects.js
function commitSubject(sha, { repository, serverUrl }) {
    return { kind: 'commit', id: sha, url: repository === null ? null : `${serverUrl}/${repository}/commit/${sha}` };
}
function pullSubject({ number, url }) {
    return { kind: 'pull-request', id: String(number), url };
}
/** The change that a finding is about, as findings name it. */
function foundIn({ pull, tip }) {
    return { sha: tip.sha, pull: pull?.number ?? null };
}
/** Its login; GitHub has no name for an account that is gone. */
function who(account) {
    return account?.login ?? 'an account that is gone';
}
/** Who brought a change to its branch; git alone tells only whose name the commit has. */
function whoLanded({ landing, tip }) {
    if (landing.actor !== null || landing.at !== null)
        return who(landing.actor);
    const { account, name } = tip.committer;
    return account?.login ?? (name.trim() === '' ? 'somebody without a name' : `${name} (by the name in the commit)`);
}
/** `a and b`, each once. */
function everyone(accounts) {
    return delivery_subjects_named([...new Set(accounts.map(who))]);
}
/** The first few, and how many more: `a, b and 3 more`. */
function delivery_subjects_named(names, most = 5) {
    const [last, ...before] = names.length > most ? [`${names.length - most} more`, ...names.slice(0, most).toReversed()] : names.toReversed();
    return before.length === 0 ? (last ?? '') : `${before.toReversed().join(', ')} and ${last}`;
}
function delivery_subjects_short(sha) {
    return sha.slice(0, 7);
}
/** `on 2026-11-02 at 10:30 UTC`; nothing where the moment is not known. */
function when(moment) {
    const at = moment === null ? Number.NaN : Date.parse(moment);
    return Number.isNaN(at) ? '' : ` on ${new Date(at).toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
}

;// CONCATENATED MODULE: ./lib/audit/rules/approval-by-author.js




const approvalByAuthor = {
    name: 'approval-by-author',
    about: 'change',
    text: 'An artifact is approved by somebody who did not write the change that it was made from.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
    fix: 'Let somebody else approve the artifact, and report that with approval-report.',
    needs: ['pull-requests', 'artifacts', 'approvals', 'deployments', 'snapshots'],
    judge(change, world) {
        // An artifact may be made of the pull request's head before it is merged.
        const own = new Set([...change.commits, ...(change.pull?.commits ?? [])].map(({ sha }) => sha));
        const names = namesOf(change, peopleFor(change, world));
        const found = [];
        let judged = 0;
        let unnamed = change.deployments.flatMap((one) => (own.has(one.sha ?? '') ? (whyUnknown(one, world) ?? []) : []))[0];
        for (const demand of demandsOf(world)) {
            const { artifact, decisive, environment } = demand;
            if (artifact.commit === null || !own.has(artifact.commit) || decisive === undefined || !isApproved(decisive))
                continue;
            const by = approversOf(decisive);
            if (by.length === 0) {
                unnamed ??= `the service does not say who gave approval ${decisive.number} in ${artifact.flow}`;
                continue;
            }
            judged += 1;
            if (by.some((name) => !isNamed(names, name)))
                continue;
            const message = `${nameOf(artifact)} was approved for ${environment}${when(decisive.at)} by ${delivery_subjects_named(by)} alone, who wrote a part of the change that it was made from.`;
            found.push({ ...foundAt(demand, message), change: foundIn(change) });
        }
        const [first, ...others] = found;
        if (first !== undefined)
            return { kind: 'found', found: [first, ...others] };
        if (unnamed !== undefined)
            return { kind: 'not-tested', why: unnamed };
        return judged === 0 ? { kind: 'not-applicable' } : { kind: 'passed' };
    },
};
/** Who approved is what the caller claims; where nobody is named it is whose token reported it. */
function approversOf({ approvers, by }) {
    return approvers.length > 0 ? approvers.map(({ name }) => name) : by === null ? [] : [by];
}

;// CONCATENATED MODULE: ./lib/audit/reviews/authors.js

/**
 * All who wrote a part of a pull request: who opened it or asked an agent for it, and the authors, co-authors and
 * committers of its commits. GitHub commits what people do on its pages, so as a committer it wrote nothing. As an author it
 * stands for somebody that nobody knows: anybody can write its address into a commit.
 */
function authorsOf({ askedBy, commits, openedBy }, people, inDoubt = 'against') {
    const accounts = new Set([openedBy, askedBy].flatMap((account) => (account === null ? [] : [account.id])));
    const unidentified = new Map();
    for (const commit of commits) {
        for (const signature of signaturesOf(commit, inDoubt)) {
            const known = isWebFlow(signature.account) ? [] : accountsOf(signature, people);
            const { email, name } = signature;
            for (const account of known)
                accounts.add(account);
            if (known.length === 0 && !unidentified.has(`${name}\n${email}`))
                unidentified.set(`${name}\n${email}`, { name, email, sha: commit.sha });
        }
    }
    return { accounts, unidentified: [...unidentified.values()] };
}
/** Nobody wrote a merge that anybody could repeat, nor a commit of GitHub that holds suggestions alone: who suggested them reviewed them. */
function signaturesOf({ author, coAuthors, committer, mergeAlone, suggestionAlone }, inDoubt) {
    if (mergeAlone ?? inDoubt === 'for')
        return [];
    if (suggestionAlone)
        return [];
    return [author, ...(isWebFlow(committer.account) ? [] : [committer]), ...coAuthors];
}

;// CONCATENATED MODULE: ./lib/audit/reviews/seen.js
/**
 * Whether whoever approved that commit saw all that people wrote: it is the head, or nothing came after it but commits that
 * hold nothing of their own.
 */
function isSeen({ commits, commitsCut, head }, approved, inDoubt) {
    if (approved === null)
        return false;
    if (approved === head)
        return true;
    if (commitsCut)
        return inDoubt === 'for';
    const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
    const walked = new Set();
    let at = bySha.get(head);
    while (at !== undefined && !walked.has(at.sha) && holdsNothing(at, bySha, inDoubt)) {
        walked.add(at.sha);
        const [first] = at.parents;
        if (first === approved)
            return true;
        at = first === undefined ? undefined : bySha.get(first);
    }
    return false;
}
/**
 * "Update branch" has the branch itself as its first parent, and as its second a commit of the base. One that is the pull
 * request's own is another branch, which nobody has seen. A commit with the tree of its one parent changed nothing.
 */
function holdsNothing({ mergeAlone, parents, tree }, bySha, inDoubt) {
    const [first, ...others] = parents;
    if (first === undefined)
        return false;
    if (others.length === 0)
        return bySha.get(first)?.tree === tree;
    return (mergeAlone ?? inDoubt === 'for') && !others.some((sha) => bySha.has(sha));
}

;// CONCATENATED MODULE: ./lib/audit/reviews/standing.js
/**
 * The review of each reviewer that stood at a moment, the merge unless another is given: the last one that approved, asked
 * for changes or was dismissed. A comment withdraws nothing, and a dismissal counts from its own moment on.
 */
function standingReviews({ mergedAt, reviews }, moment = mergedAt, inDoubt = 'against') {
    const last = new Map();
    for (const review of reviews.toSorted((one, other) => compare(one.at, other.at))) {
        const standing = standingAt(review, moment, inDoubt);
        // Two accounts that are gone may be two people: each review of one stands for itself.
        if (standing !== undefined)
            last.set(review.by?.id ?? review.id, standing);
    }
    return [...last.values()];
}
/** Approvals that came when it was too late, by the order of their moments. */
function lateApprovals({ mergedAt, reviews }) {
    return reviews
        .filter(({ at, said }) => said === 'APPROVED' && compare(at, mergedAt) > 0)
        .toSorted((one, other) => compare(one.at, other.at));
}
/** Below zero where `one` is before `other`; both are moments of ISO 8601. */
function compare(one, other) {
    return Date.parse(one) - Date.parse(other);
}
function standingAt(review, moment, inDoubt) {
    const { at, dismissed, said } = review;
    if (compare(at, moment) > 0)
        return undefined;
    if (dismissed !== undefined)
        return { ...review, said: compare(dismissed.at, moment) > 0 ? dismissed.before : 'DISMISSED' };
    if (said === 'COMMENTED')
        return undefined;
    // Nothing tells when it was dismissed, nor what it said before: it may have been an approval that stood.
    return { ...review, said: said === 'DISMISSED' && inDoubt === 'for' ? 'APPROVED' : said };
}

;// CONCATENATED MODULE: ./lib/audit/reviews/four-eyes.js



/**
 * One approval that counts is enough, if nobody's request for changes stands. It counts if it is by a person who wrote
 * nothing of the change, came before the merge, and is of the head that was merged, or of an older commit that only
 * commits without anything of their own came after. GitHub moves an approval to a new head after a force push with an equal
 * patch, so an approval older than the last force push is one of something else: it was carried over.
 *
 * @param moment by when the approval must be there; the merge if left out
 * @param machines numbers of accounts that the repository calls bots: GitHub takes some of them for people
 */
function judgeFourEyes(pull, people, moment = pull.mergedAt, machines = new Set()) {
    const isPerson = ({ by }) => by === null || (by.kind !== 'bot' && !machines.has(by.id));
    const inFavour = fourEyes(pull, { people, isPerson }, moment, 'for');
    const against = fourEyes(pull, { people, isPerson }, moment, 'against');
    return inFavour.kind === against.kind ? { for: against } : { for: inFavour, against };
}
/** Whether nothing is wrong with it: what was carried over is told, and is no fault of the reviewer. */
function isReviewed({ kind }) {
    return kind === 'reviewed' || kind === 'approval-carried-over';
}
function fourEyes(pull, { isPerson, people }, moment, inDoubt) {
    const standing = standingReviews(pull, moment, inDoubt);
    // Who asks for changes need not be a person: an App's request blocks a merge as anybody's does.
    const against = standing.filter(({ said }) => said === 'CHANGES_REQUESTED');
    if (against.length > 0)
        return { kind: 'merged-without-review', against };
    const isOther = otherThanAuthors(pull, people, inDoubt);
    const approvals = standing.filter((review) => review.said === 'APPROVED' && isPerson(review));
    const byOthers = approvals.filter(isOther);
    const ofHead = byOthers.filter(({ at, commit }) => isSeen(pull, commit, inDoubt) && isOfBase(pull, at, inDoubt));
    const pushes = pull.forcePushes.filter((push) => compare(push, pull.mergedAt) <= 0);
    const direct = ofHead.filter(({ at }) => pushes.every((push) => compare(push, at) <= 0));
    if (direct.length > 0)
        return { kind: 'reviewed', by: direct };
    if (ofHead.length > 0)
        return { kind: 'approval-carried-over', by: ofHead };
    if (byOthers.length > 0)
        return { kind: 'changed-after-review', by: byOthers };
    if (approvals.length > 0)
        return { kind: 'approved-by-author', by: approvals };
    const late = lateApprovals(pull).filter((review) => isPerson(review) && isOther(review));
    return late.length > 0 ? { kind: 'approved-after-merge', by: late } : { kind: 'merged-without-review', against: [] };
}
/**
 * A pull request to another branch shows only what that branch had not. Once it is pointed at the base, what the other
 * one had comes with it: nobody can tell whether whoever approved it before had seen that.
 */
function isOfBase({ baseChanges = [] }, approvedAt, inDoubt) {
    return inDoubt === 'for' || baseChanges.every(({ at }) => compare(at, approvedAt) <= 0);
}
/**
 * An account that is gone cannot be told from the authors, nor from an App. Where not all commits could be listed, nobody
 * can be told from those who wrote the others.
 */
function otherThanAuthors(pull, people, inDoubt) {
    const { accounts } = authorsOf(pull, people, inDoubt);
    return ({ by }) => {
        if (by === null)
            return inDoubt === 'for';
        return !accounts.has(by.id) && (inDoubt === 'for' || !pull.commitsCut);
    };
}

;// CONCATENATED MODULE: ./lib/audit/reviews/emergency.js


/** By the audit's file in force before the change; undefined where it is no emergency. GitHub's labels do not differ by case. */
function emergencyOf({ file, pull }) {
    const emergency = file?.emergency;
    if (pull === undefined || emergency === undefined || emergency === null)
        return undefined;
    const set = pull.labels.find(({ at, name }) => name.toLowerCase() === emergency.label.toLowerCase() && compare(at, pull.mergedAt) <= 0);
    if (set === undefined)
        return undefined;
    const deadline = new Date(Date.parse(pull.mergedAt) + emergency.days * 86_400_000).toISOString();
    return { label: set.name, by: set.by, at: set.at, days: emergency.days, deadline };
}
/** How an emergency was reviewed, before its merge or until its days were over. */
function judgeEmergency({ deadline }, owed, now) {
    const { judgedBy, judgement } = owed;
    if (judgement.against === undefined && isReviewed(judgement.for))
        return judgement;
    return judgedBy(compare(deadline, now) < 0 ? deadline : now);
}

;// CONCATENATED MODULE: ./lib/audit/reviews/by-hand.js


/** How much later than the push that made it GitHub may date a landing, in milliseconds. */
const by_hand_tolerance = 60_000;
/**
 * Whether somebody who landed a pull request by a push of their own put something into it that is in none of its commits: in
 * the merge that they made, or in a commit on top. GitHub's own merge, by its button or its queue, cannot. Undefined where
 * nobody can tell.
 */
function addsByHand({ commits, landing, pull }) {
    if (pull === undefined || !isLandedByHand(pull, landing))
        return false;
    const own = new Set(pull.commits.map(({ sha }) => sha));
    const added = commits.filter(({ sha }) => !own.has(sha)).map((commit) => holdsSomething(commit, pull.commitsCut));
    return added.includes(true) ? true : added.includes(undefined) ? undefined : false;
}
/** Nobody could review what such a push added: the approval is of less than what landed. */
function withHandwork(change, judgement) {
    const added = addsByHand(change);
    if (added === false || change.pull === undefined || !isReviewed(judgement.for))
        return judgement;
    const by = standingReviews(change.pull).filter(({ said }) => said === 'APPROVED');
    const changed = { kind: 'changed-after-review', by };
    return added === true ? { for: changed } : { ...judgement, against: changed };
}
/** A pull request that was merged before, there or into another branch, was judged where it landed first. */
function isLandedByHand({ base, mergedAt }, { at, branch, kind }) {
    if (kind === 'pull-request' || kind === 'merge-queue')
        return false;
    return base === branch && (at === null || compare(mergedAt, at) >= -by_hand_tolerance);
}
/** Where not all commits of a pull request are known, one that seems to be no part of it may be one. */
function holdsSomething({ mergeAlone, parents }, commitsCut) {
    if (parents.length > 1)
        return mergeAlone === null ? undefined : !mergeAlone;
    return commitsCut ? undefined : true;
}

;// CONCATENATED MODULE: ./lib/audit/reviews/bots.js



/**
 * Whether the audit's file lets an account make such a change without a person: nobody else wrote a part of it, and all of
 * its paths are that account's. Undefined where that cannot be told.
 *
 * A commit's author is a claim, so that it must be the account's own pull request, or its own push.
 */
function isAllowedBot(change, bots, people) {
    const { landing, paths, pull } = change;
    const by = pull === undefined ? landing.actor : pull.openedBy;
    const allowed = bots.filter(({ account }) => account === by?.id);
    if (by === null || allowed.length === 0)
        return false;
    const added = addsByHand(change);
    if (added === true)
        return false;
    const alone = (inDoubt) => isAlone(by.id, writersOf(change, people, inDoubt));
    if (!alone('for'))
        return false;
    if (!alone('against') || pull?.commitsCut === true || paths === null || added === undefined)
        return undefined;
    const globs = allowed.flatMap((bot) => bot.paths);
    return paths.every((path) => matchesPath(globs, path));
}
function isAlone(account, { accounts, unidentified }) {
    return unidentified.length === 0 && [...accounts].every((each) => each === account);
}
function writersOf({ commits, landing, pull }, people, inDoubt) {
    return authorsOf(pull ?? { askedBy: null, commits, openedBy: landing.actor }, people, inDoubt);
}

;// CONCATENATED MODULE: ./lib/audit/reviews/promotion.js

/**
 * Whether a pull request only brings what landed on an audited branch already, or in another change of this landing: each of
 * those changes is judged where it landed first, so that this one owes nothing again. Undefined where that cannot be told.
 *
 * It is one whose head was an audited branch of this repository, whatever way it was merged. And it is one whose own
 * commits are merges that anybody could repeat: all others that it brought belong to pull requests that were merged before.
 * Whoever pushes the merge by hand can put something into it that landed nowhere else.
 */
function isPromotion(change, { header }) {
    const { commits, pull } = change;
    if (pull === undefined)
        return false;
    const added = addsByHand(change);
    if (added === true)
        return false;
    if (promotesBranch(pull, header))
        return added === undefined ? undefined : true;
    if (commits.some(({ mergeAlone, parents }) => parents.length < 2 || mergeAlone === false))
        return false;
    return commits.every(({ mergeAlone }) => mergeAlone === true) ? true : undefined;
}
/** Whether it merged one audited branch of this repository into another. */
function promotesBranch(pull, { branches, repository }) {
    const isOfHere = pull.from !== null && pull.from.toLowerCase() === repository?.toLowerCase();
    return isOfHere && pull.headBranch !== pull.base && branches.some(({ name }) => name === pull.headBranch);
}
/**
 * Whether a pull request merged one audited branch into another and added nothing: all of it was judged where it landed
 * before. Its merge is GitHub's own or one that git repeats, or it left the files of the first branch and nothing else.
 */
function bringsNothing(change, { header }) {
    const { landing, pull, tip } = change;
    if (pull === undefined || !promotesBranch(pull, header))
        return false;
    if (isPromotion(change, { header }) === true)
        return true;
    const head = [...landing.commits, ...pull.commits].find(({ sha }) => sha === pull.head);
    return head?.tree === tip.tree;
}

;// CONCATENATED MODULE: ./lib/audit/reviews/owed-review.js






/** Whether a change must be reviewed, and how its reviews are. One without a pull request is a push, which other rules are about. */
function owedReview(change, world, people = peopleFor(change, world)) {
    const { excluded, pull } = change;
    if (pull === undefined || excluded !== undefined)
        return { kind: 'none' };
    const promotes = isPromotion(change, world);
    if (promotes === true)
        return { kind: 'none' };
    const isRefused = standingReviews(pull).some(({ said }) => said === 'CHANGES_REQUESTED');
    // An account that needs no person still does not get past one who says no.
    const allowed = isRefused ? false : isAllowedBot(change, change.file?.bots ?? [], people);
    if (allowed === true)
        return { kind: 'none' };
    const machines = new Set((change.file?.bots ?? []).map(({ account }) => account));
    const seen = { ...pull, baseChanges: pull.baseChanges?.filter(({ from }) => !isAudited(from, world)) ?? [] };
    const judgedBy = (moment) => withHandwork(change, judgeFourEyes(seen, people, moment, machines));
    const reviewed = { pull, judgement: judgedBy(pull.mergedAt), judgedBy };
    if (promotes === undefined)
        return { kind: 'in-doubt', ...reviewed, why: `nobody can tell whether #${pull.number} adds anything of its own` };
    if (allowed === undefined)
        return { kind: 'in-doubt', ...reviewed, why: `nobody can tell whether #${pull.number} is of an allowed bot alone` };
    return { kind: 'owed', ...reviewed };
}
/** A change that came with an audited branch was judged there. */
function isAudited(branch, { header }) {
    return header.branches.some(({ name }) => name === branch);
}

;// CONCATENATED MODULE: ./lib/audit/rules/review-rule.js




/** A rule about one way in which four eyes were not there. A change ends in one of them at most. */
function reviewRule({ message, ...text }) {
    const { name } = text;
    const isIts = (said) => said?.kind === name;
    return {
        ...text,
        about: 'change',
        controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.7'],
        needs: ['landings', 'pull-requests'],
        judge(change, world) {
            const owed = owedReview(change, world);
            // An emergency is judged by its own rule: it is merged first and reviewed afterwards.
            if (owed.kind === 'none' || emergencyOf(change) !== undefined)
                return { kind: 'not-applicable' };
            const { judgement, pull } = owed;
            const said = judgement.for;
            if (isIts(said)) {
                if (owed.kind === 'in-doubt')
                    return { kind: 'not-tested', why: owed.why };
                return { kind: 'found', found: [{ subject: pullSubject(pull), change: foundIn(change), message: message(said, pull, change) }] };
            }
            return isReviewed(said) && possible(judgement, pull).includes(name)
                ? { kind: 'not-tested', why: doubt(name, pull, change.commits) }
                : { kind: 'passed' };
        },
    };
}
/** How it may be in truth, where that is not known. */
function possible({ against }, { commitsCut }) {
    if (against === undefined)
        return [];
    return commitsCut ? [against.kind, 'changed-after-review'] : [against.kind];
}
function doubt(name, { baseChanges, commits: own, commitsCut, number }, landed) {
    const commits = [...own, ...landed];
    if (commitsCut)
        return `not all commits of #${number} could be read, so that nobody can tell who wrote it and what was reviewed`;
    if (commits.some(({ mergeAlone }) => mergeAlone === null))
        return `git cannot tell whether somebody wrote something in a merge of #${number}`;
    if (baseChanges !== undefined && name === 'changed-after-review')
        return `#${number} was approved while it was a pull request to ${delivery_subjects_named(baseChanges.map(({ from }) => from))}: nobody can tell whether what came with that branch was seen`;
    return `an account that is gone, or a dismissal that GitHub does not tell the moment of, decides about #${number}`;
}

;// CONCATENATED MODULE: ./lib/audit/rules/approval-carried-over.js


const approvalCarriedOver = reviewRule({
    name: 'approval-carried-over',
    text: 'An approval is of the commits that were merged, and not of others that a force push replaced.',
    severity: 'low',
    fix: 'Approve again after a force push: GitHub moves an approval to the new head where the patch looks the same.',
    message({ by }, { forcePushes, mergedAt, number }) {
        const pushes = forcePushes
            .filter((push) => Date.parse(push) <= Date.parse(mergedAt))
            .toSorted((one, other) => Date.parse(one) - Date.parse(other));
        return `${everyone(by.map((review) => review.by))} approved #${number}${when(by[0]?.at ?? null)}; its branch was moved by force${when(pushes.at(-1) ?? null)}, and nobody approved it again before the merge.`;
    },
});

;// CONCATENATED MODULE: ./lib/audit/rules/approval-missing.js


const approvalMissing = {
    name: 'approval-missing',
    about: 'world',
    text: 'What runs where the audit’s file demands an approval has one.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
    fix: 'Let somebody decide about it now, report that with approval-report, and let the workflow that deploys ask for it.',
    needs: ['artifacts', 'approvals', 'deployments', 'snapshots'],
    judge: (world) => outcomesOf(world, ({ artifact, decisive, environment, isThere }) => {
        if (!isThere)
            return undefined;
        const what = `${nameOf(artifact)} runs or ran in ${environment}`;
        if (decisive === undefined)
            return { message: `${what}, and nobody was asked to approve it.` };
        const { approvers, by, number, state } = decisive;
        // Nobody has decided yet: another rule is about those.
        if (state === 'PENDING' || isApproved(decisive))
            return {};
        if (state !== 'UNAPPROVED' && state !== 'APPROVED')
            return { why: `the service says ${state} of approval ${number} in ${artifact.flow}, which is no state that is known` };
        const who = delivery_subjects_named(approvers.filter(({ said }) => said !== 'APPROVED').map(({ name }) => name)) || (by ?? 'somebody');
        return { message: `${what}, though its approval ${number} was refused by ${who}.` };
    }),
};

;// CONCATENATED MODULE: ./lib/audit/rules/approval-older-than-artifact.js


const approvalOlderThanArtifact = {
    name: 'approval-older-than-artifact',
    about: 'world',
    text: 'An artifact is approved after it was made.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
    fix: 'Approve the artifact again, now that it is there, and report the approval in a job that runs after it was built.',
    needs: ['artifacts', 'approvals', 'deployments', 'snapshots'],
    judge: (world) => outcomesOf(world, ({ artifact, decisive, environment }) => {
        if (decisive === undefined || !isApproved(decisive))
            return undefined;
        if (artifact.at === null)
            return { why: `the service does not say when the artifact ${artifact.name} was reported` };
        const at = approvedFrom(decisive);
        if (at >= Date.parse(artifact.at))
            return {};
        const who = delivery_subjects_named(decisive.approvers.map(({ name }) => name)) || (decisive.by ?? 'somebody');
        const made = `it was reported only${when(artifact.at)}`;
        return { message: `${nameOf(artifact)} was approved for ${environment} by ${who}${when(new Date(at).toISOString())}, and ${made}.` };
    }),
};

;// CONCATENATED MODULE: ./lib/audit/rules/approval-pending.js


const approvalPending = {
    name: 'approval-pending',
    about: 'world',
    text: 'What runs where the audit’s file demands an approval does not wait for one.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
    fix: 'Let somebody decide, report it with approval-report, and let the workflow that deploys wait for the answer.',
    needs: ['artifacts', 'approvals', 'deployments', 'snapshots'],
    judge: (world) => outcomesOf(world, ({ artifact, decisive, environment, isThere }) => {
        if (!isThere || decisive === undefined)
            return undefined;
        if (decisive.state !== 'PENDING')
            return {};
        const asked = `an approval was requested${when(decisive.at)} (number ${decisive.number}), and nobody has decided`;
        return { message: `${nameOf(artifact)} runs or ran in ${environment}; ${asked}.` };
    }),
};

;// CONCATENATED MODULE: ./lib/audit/rules/approved-after-merge.js


const approvedAfterMerge = reviewRule({
    name: 'approved-after-merge',
    text: 'An approval comes before the merge.',
    severity: 'high',
    fix: 'Require an approval by a rule of the branch, or mark such a change as an emergency before it is merged.',
    message({ by }, { mergedAt, mergedBy, number }, { deployments }) {
        const [first] = by;
        const deployed = deployments.find(({ at, production }) => production && first !== undefined && Date.parse(at) < Date.parse(first.at));
        const shipped = deployed === undefined ? '' : ` It was in ${deployed.environment} before that.`;
        return `#${number} was merged by ${who(mergedBy)}${when(mergedAt)}; ${everyone(by.map((review) => review.by))} approved it only${when(first?.at ?? null)}.${shipped}`;
    },
});

;// CONCATENATED MODULE: ./lib/audit/rules/approved-by-author.js


const approvedByAuthor = reviewRule({
    name: 'approved-by-author',
    text: 'Nobody approves what they opened, wrote, co-wrote, committed, or asked an agent for.',
    severity: 'high',
    fix: 'Have somebody who wrote nothing of it review the change now; ask a third person where two write together.',
    message: ({ by }, { mergedAt, mergedBy, number }) => `Only ${everyone(by.map((review) => review.by))}, who wrote a part of #${number}, approved it; ${who(mergedBy)} merged it${when(mergedAt)}.`,
});

// EXTERNAL MODULE: ./lib/gate/states.js
var states = __webpack_require__(7749);
;// CONCATENATED MODULE: ./lib/audit/file/serves-users.js

/** Whether an environment serves users: by the audit's file, and where that names none, by GitHub's mark or the name. */
function servesUsers(file, environment, isMarked) {
    const named = file?.production ?? [];
    return named.length > 0 ? matchesName(named, environment) : isMarked || environment.toLowerCase() === 'production';
}

;// CONCATENATED MODULE: ./lib/audit/rules/artifact-non-compliant.js



const artifactNonCompliant = {
    name: 'artifact-non-compliant',
    about: 'world',
    text: 'An artifact has all the evidence that its flow asks for, and that says yes.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8', 'SLSA'],
    fix: 'Look at the artifact in the service for what says no. Where it runs, deploy one that is compliant in its place.',
    needs: ['artifacts'],
    *judge(world) {
        const { artifacts, untold } = world;
        const unseen = untold.find(({ source }) => source === 'snapshots');
        if (unseen !== undefined)
            yield { kind: 'not-tested', why: `nobody tells which artifacts run: ${unseen.why}` };
        for (const { at, fingerprint, flow, name, running, state, url, withoutProvenance } of artifacts) {
            if (withoutProvenance)
                continue;
            const said = (0,states/* complianceOf */.f)(state);
            // In other environments evidence may still be to come, such as what is tested there.
            const isNo = said === 'non-compliant' || (said === 'incomplete' && running.some((place) => isProduction(place, world)));
            if (isNo) {
                const where = running.length === 0 ? '' : `, and runs in ${running.join(', ')}`;
                const message = `The artifact ${name} (${fingerprint.slice(0, 12)}) of ${flow}, reported${when(at)}, is ${state}${where}.`;
                const severity = running.length === 0 ? 'high' : 'critical';
                // That it runs is so now; of one that runs nowhere, only an audit of the same time hears again.
                const reported = running.length === 0 ? { at } : {};
                const subject = { kind: 'artifact', id: fingerprint, url };
                yield { kind: 'found', found: [{ subject, detail: flow, severity, message, ...reported }] };
            }
            else if (said !== undefined)
                yield { kind: 'passed' };
            else
                yield { kind: 'not-tested', why: `the service says ${state} of the artifact ${name}, which is no state that is known` };
        }
    },
};
function isProduction(place, { deployments, file }) {
    return servesUsers(file, place, deployments.some(({ environment, production }) => production && environment === place));
}

;// CONCATENATED MODULE: ./lib/audit/rules/artifact-without-provenance.js
const artifactWithoutProvenance = {
    name: 'artifact-without-provenance',
    about: 'world',
    text: 'What runs was reported by a flow, which says where it comes from.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'NIST SSDF PS.1', 'SLSA'],
    fix: 'Find out who put it there and what it is made of, and deploy one that a flow reported. Report every artifact that is built with artifact-report.',
    needs: ['artifacts', 'snapshots'],
    *judge({ artifacts }) {
        for (const { fingerprint, name, running, url, withoutProvenance } of artifacts) {
            if (!withoutProvenance)
                yield { kind: 'passed' };
            else {
                const where = running.length === 0 ? 'ran' : `runs in ${running.join(', ')}`;
                const message = `The artifact ${name} (${fingerprint.slice(0, 12)}) ${where}, and no flow ever reported it.`;
                const severity = running.length === 0 ? 'high' : 'critical';
                yield { kind: 'found', found: [{ subject: { kind: 'artifact', id: fingerprint, url }, severity, message }] };
            }
        }
    },
};

;// CONCATENATED MODULE: ./lib/audit/rules/audit-gap.js

const auditGap = {
    name: 'audit-gap',
    about: 'world',
    text: 'Every moment since the first audit is within a complete one.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
    fix: 'Run the audit once more with `since` at the beginning of the gap; `since: last` begins where the last complete audit ended.',
    needs: ['previous'],
    *judge({ header, previous }) {
        if (previous === null)
            return yield { kind: 'not-tested', why: 'no audit before this one is known: if it is the first, nothing was left out' };
        const { since } = header.period;
        const covered = previous.completeUntil ?? previous.since;
        if (since === null || covered === null) {
            const whose = since === null ? 'this audit' : 'the audit before';
            yield { kind: 'not-tested', why: `${whose} covers commits, and not a time that could be held against another` };
        }
        else if (Date.parse(since) <= Date.parse(covered))
            yield { kind: 'passed' };
        else {
            const before = previous.completeUntil === null ? 'the audit before, which was not complete, begins' : 'the last complete audit ended';
            const message = `No complete audit covers the time from${when(covered).replace(' on', '')} to${when(since).replace(' on', '')}: ${before} there, and this one begins later.`;
            yield { kind: 'found', found: [{ subject: { kind: 'audit', id: covered, url: header.run }, at: covered, message }] };
        }
    },
};

;// CONCATENATED MODULE: ./lib/audit/rules/author-unidentified.js




const authorUnidentified = {
    name: 'author-unidentified',
    about: 'change',
    text: 'It is known which account wrote each part of a pull request, so that its reviewer can be told from its authors.',
    severity: 'medium',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1'],
    fix: 'Add the address of that commit to `people` in .github/compliance-audit.yml, with the number of the account; and have its author commit with an address that GitHub knows.',
    needs: ['landings', 'pull-requests'],
    judge(change, world) {
        const { excluded, pull } = change;
        if (pull === undefined || excluded !== undefined || isPromotion(change, world) === true)
            return { kind: 'not-applicable' };
        const people = peopleFor(change, world);
        const { unidentified } = authorsOf(pull, people, 'for');
        const [first] = unidentified;
        // GitHub forgets the addresses of an account that is gone: they are most likely its own.
        if (first !== undefined && pull.openedBy === null && new Set(unidentified.map(({ email }) => email)).size === 1)
            return {
                kind: 'not-tested',
                why: `nobody can tell whether ${first.name}, who wrote #${pull.number}, is the account that opened it: that is gone`,
            };
        if (first !== undefined) {
            const names = delivery_subjects_named(unidentified.map(({ name, sha }) => `${name} (commit ${delivery_subjects_short(sha)})`));
            const message = `#${pull.number} holds commits of ${names}, and nobody knows which account that is: it may be who approved it.`;
            return { kind: 'found', found: [{ subject: pullSubject(pull), change: foundIn(change), message }] };
        }
        if (pull.commitsCut)
            return { kind: 'not-tested', why: `not all commits of #${pull.number} could be read` };
        return authorsOf(pull, people).unidentified.length > 0
            ? { kind: 'not-tested', why: `git cannot tell whether somebody wrote something in a merge of #${pull.number}` }
            : { kind: 'passed' };
    },
};

;// CONCATENATED MODULE: ./lib/audit/rules/changed-after-review.js


const changedAfterReview = reviewRule({
    name: 'changed-after-review',
    text: 'What is merged is what was approved: nobody adds anything after the last approval.',
    severity: 'high',
    fix: 'Have the commits after the approval reviewed now, and let the branch dismiss an approval when somebody pushes.',
    message({ by }, { head, mergedAt, mergedBy, number }) {
        const seen = [...new Set(by.map(({ commit }) => (commit === null ? 'a commit that is gone' : delivery_subjects_short(commit))))].join(', ');
        const approved = `${everyone(by.map((review) => review.by))} approved #${number} at ${seen}`;
        if (by.every(({ commit }) => commit === head))
            return `${approved}; somebody then made the merge by hand, pushed it${when(mergedAt)}, and it holds what nobody approved.`;
        return `${approved}; it was merged at ${delivery_subjects_short(head)}${when(mergedAt)} by ${who(mergedBy)}, with commits that nobody approved.`;
    },
});

;// CONCATENATED MODULE: ./lib/audit/rules/control-changed.js



/** A change that is left out of the audit is told all the same: what decides what is checked is never left out. */
const controlChanged = {
    name: 'control-changed',
    about: 'change',
    text: 'A change to what decides what is checked is seen: workflows, actions, templates, policies, owners, and the audit’s own file.',
    severity: 'medium',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PO.3'],
    fix: 'Look at what it changed. Where that is as it should be, accept the finding with a reason; where it is not, revert it.',
    needs: ['paths'],
    judge(change, world) {
        const { file, landing, paths, pull, tip } = change;
        // Its changes are told where they landed first.
        if (isPromotion(change, world) === true)
            return { kind: 'not-applicable' };
        if (paths === null)
            return { kind: 'not-tested', why: `git cannot tell which paths ${tip.sha.slice(0, 7)} changed` };
        const controls = paths.filter((path) => isControlPath(path, file?.controls));
        if (controls.length === 0)
            return { kind: 'passed' };
        const by = pull === undefined ? whoLanded(change) : `#${pull.number} of ${who(pull.openedBy)}`;
        const message = `${by} changed what decides what is checked, on ${landing.branch}${when(landing.at)}: ${delivery_subjects_named(controls)}.`;
        return { kind: 'found', found: [{ subject: commitSubject(tip.sha, world.header), change: foundIn(change), message }] };
    },
};

;// CONCATENATED MODULE: ./lib/audit/file/exclusion.js


/**
 * The exclusion that leaves a change out: by its pull request, by its commits if it names each of them, or by its paths if it
 * touches no other. No paths leave out a change to what decides what is checked: somebody must name that one.
 */
function exclusionOf(file, { paths, pull, shas }) {
    const isControl = paths === null || paths.some((path) => isControlPath(path, file?.controls));
    return file?.exclusions.find((exclusion) => (pull !== null && exclusion.pullRequests.includes(pull)) ||
        (shas.length > 0 && shas.every((sha) => exclusion.commits.includes(sha))) ||
        (!isControl && paths.length > 0 && paths.every((path) => matchesPath(exclusion.paths, path))));
}

;// CONCATENATED MODULE: ./lib/audit/file/in-force.js
/**
 * The audit's file that a landing is judged by; null where there was none. In the place of one that nobody can read stands
 * that of now, without all that lets a change off: else somebody breaks the file, and excuses a change where it is corrected.
 *
 * @param digest of the file at the parent of the landing
 */
function fileInForce(digest, { file, files }) {
    if (digest === null)
        return null;
    return files.get(digest) ?? (file === null ? null : strict(file));
}
/** Whether there was a file at the parent of a landing, and nobody can read it. */
function isUnreadable(digest, files) {
    return digest !== null && (files.get(digest) ?? null) === null;
}
/** Made once: what it was made of is compared by identity. */
const made = new WeakMap();
function strict(file) {
    const flows = file.flows.map((flow) => ({ ...flow, from: null, headIsEnough: false }));
    const known = made.get(file) ?? { ...file, flows, bots: [], emergency: null, exclusions: [] };
    made.set(file, known);
    return known;
}

;// CONCATENATED MODULE: ./lib/audit/rules/pushed-directly.js




const pushedDirectly = {
    name: 'pushed-directly',
    about: 'change',
    text: 'What lands on an audited branch comes by a pull request.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1', 'SLSA'],
    fix: 'Have the commits reviewed now, and require a pull request by a rule of the branch that nobody can bypass. An account of a machine that must push is named under `bots`, with its paths.',
    needs: ['landings', 'pull-requests', 'paths'],
    judge(change, world) {
        const { commits, excluded, file, landing, pull, tip } = change;
        if (excluded !== undefined || landing.kind === 'deletion' || (pull === undefined && isBeginning(landing, world)))
            return { kind: 'not-applicable' };
        if (pull !== undefined)
            return { kind: 'passed' };
        if (landing.kind === 'unknown')
            return { kind: 'not-tested', why: `nobody can tell how ${landing.branch} came to ${delivery_subjects_short(tip.sha)}` };
        // It merges pull requests and pushes nothing of its own: that GitHub names none is no push by somebody.
        if (landing.kind === 'pull-request' || landing.kind === 'merge-queue' || isMergeQueue(landing.actor))
            return { kind: 'not-tested', why: `GitHub merged ${delivery_subjects_short(tip.sha)} to ${landing.branch} and names no pull request for it` };
        const allowed = isAllowedBot(change, file?.bots ?? [], peopleFor(change, world));
        if (allowed === true)
            return { kind: 'passed' };
        if (allowed === undefined)
            return { kind: 'not-tested', why: `nobody can tell whether ${delivery_subjects_short(tip.sha)} is of an allowed bot alone` };
        const shas = delivery_subjects_named(commits.map(({ sha }) => delivery_subjects_short(sha)));
        const message = landing.kind === 'creation'
            ? `${who(landing.actor)} began ${landing.branch} with ${shas}${when(landing.at)}, which no other audited branch had, and without a pull request.`
            : `${who(landing.actor)} pushed ${shas} to ${landing.branch}${when(landing.at)} without a pull request.`;
        return { kind: 'found', found: [{ subject: commitSubject(landing.after ?? tip.sha, world.header), change: foundIn(change), message }] };
    },
};
/** The default branch with the first commits of all: there was nothing yet that a pull request could be made to. */
function isBeginning({ branch, commits, kind }, { header }) {
    return kind === 'creation' && branch === header.branches[0]?.name && commits.some(({ parents }) => parents.length === 0);
}

;// CONCATENATED MODULE: ./lib/audit/rules/control-weakened.js







/**
 * One finding for each change that something is wrong with by the audit's file at its parent, and nothing is by the file at
 * the tip. What is wrong stays found by its own rule too.
 */
const controlWeakened = {
    name: 'control-weakened',
    about: 'change',
    text: 'The audit’s file does not ask less of a change afterwards than it did when the change landed.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PO.3'],
    fix: 'Put back what the audit’s file asked for, or accept the findings of that change with a reason, which ends after a time.',
    needs: ['landings', 'pull-requests', 'paths'],
    judge(change, world) {
        const { excluded, fact, file, landing, tip } = change;
        if (isUnreadable(fact.file, world.files))
            return { kind: 'not-tested', why: `nobody can read the audit’s file that was in force when ${delivery_subjects_short(tip.sha)} landed` };
        if (file === null || file === world.file || excluded !== undefined)
            return { kind: 'not-applicable' };
        const taken = takenAway(change, world);
        if (taken.length === 0)
            return { kind: 'passed' };
        const what = `${delivery_subjects_short(tip.sha)}, which landed on ${landing.branch}${when(landing.at)}`;
        const message = `The audit’s file of now would let ${what}, pass; the one in force then does not. It takes away: ${delivery_subjects_named(taken)}.`;
        return { kind: 'found', found: [{ subject: commitSubject(tip.sha, world.header), change: foundIn(change), message }] };
    },
};
function takenAway(change, world) {
    const { commits, coverage, paths, pull } = change;
    const lacking = coverage.filter(({ atMerge, match }) => match === 'head' || (atMerge !== 'compliant' && atMerge !== 'not-known'));
    const isUnreviewed = lacksReview(change, world);
    const isPushed = isFoundPushed(change, world);
    const asLeftOut = exclusionOf(world.file, { shas: commits.map(({ sha }) => sha), pull: pull?.number ?? null, paths });
    if (asLeftOut !== undefined && (lacking.length > 0 || isUnreviewed || isPushed))
        return [`the whole change, which is left out for ${asLeftOut.reason}`];
    const flows = lacking.flatMap((each) => flowTaken(each, change, world));
    const byTip = { ...change, file: world.file };
    return [
        ...flows,
        ...(isUnreviewed && !lacksReview(byTip, world, true) ? ['that a person reviews it'] : []),
        ...(isPushed && !isFoundPushed(byTip, world) ? ['that it comes by a pull request'] : []),
    ];
}
/** A flow that lacks something and is not owed any more, or of which the pull request's head is enough now. */
function flowTaken({ atMerge, flow, match }, { file, owes, owesByTip }, world) {
    if (owes === null || !owes.includes(flow))
        return [];
    const isEnough = (of) => of?.flows.some(({ headIsEnough, name }) => name === flow && headIsEnough) === true;
    if (owesByTip === null || !owesByTip.includes(flow))
        return atMerge === 'compliant' && isEnough(file) ? [] : [`that it owes evidence in ${flow}`];
    return match === 'head' && !isEnough(file) && isEnough(world.file) ? [`that ${flow} is tested on what landed`] : [];
}
function isFoundPushed(change, world) {
    return pushedDirectly.judge(change, world).kind === 'found';
}
/** By the file at the parent, or by that of the tip alone: its people, its bots, its label. */
function lacksReview(change, world, byTip = false) {
    const owed = byTip ? owedReview(change, world, world.file?.people ?? new Map()) : owedReview(change, world);
    if (owed.kind !== 'owed')
        return false;
    const emergency = emergencyOf(change);
    return !isReviewed((emergency === undefined ? owed.judgement : judgeEmergency(emergency, owed, world.header.at)).for);
}

;// CONCATENATED MODULE: ./lib/audit/rules/deployed-outside-population.js


const deployedOutsidePopulation = {
    name: 'deployed-outside-population',
    about: 'world',
    text: 'What runs for users was made from a commit of an audited branch.',
    severity: 'critical',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1', 'SLSA'],
    fix: 'Deploy a commit of an audited branch in its place, and let the environment take those branches alone. A branch that may be deployed is audited too: name it under `branch`.',
    needs: ['deployments'],
    *judge(world) {
        const none = noProduction(world);
        if (none !== undefined)
            yield none;
        for (const deployment of toProduction(world))
            yield outcomeOf(deployment, world.header);
    },
};
function outcomeOf(deployment, header) {
    const { at, branch, by, environment, id, sha } = deployment;
    if (branch !== null)
        return { kind: 'passed' };
    const what = subjectOf(deployment, header);
    if (sha === null)
        return { kind: 'not-tested', why: `nobody says which commit the deployment ${id} to ${environment} was made from` };
    const message = `${by === null ? 'Somebody' : who(by)} deployed ${delivery_subjects_short(sha)} to ${environment}${when(at)}, and no audited branch held that commit then, or holds it now.`;
    return { kind: 'found', found: [{ subject: what, detail: environment, at, message }] };
}
/** The commit; the artifact where no commit is known. */
function subjectOf({ fingerprint, id, sha, url }, header) {
    if (sha !== null)
        return commitSubject(sha, header);
    return fingerprint === null ? { kind: 'deployment', id, url } : { kind: 'artifact', id: fingerprint, url };
}

;// CONCATENATED MODULE: ./lib/audit/rules/deployed-before-approval.js




const deployedBeforeApproval = {
    name: 'deployed-before-approval',
    about: 'world',
    text: 'What is approved for an environment is approved before it runs there.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
    fix: 'Ask for the approval in the workflow that deploys, before the step that does it, and let that job fail without one.',
    needs: ['deployments', 'artifacts', 'approvals'],
    *judge(world) {
        const none = noProduction(world);
        if (none !== undefined && world.approvals.length > 0)
            yield none;
        for (const deployment of toProduction(world))
            yield deployed_before_approval_outcomeOf(deployment, world);
    },
};
function deployed_before_approval_outcomeOf(deployment, { approvals, artifacts, header }) {
    const { at, by, environment } = deployment;
    const commits = new Map(artifacts.map(({ commit, fingerprint }) => [fingerprint, commit]));
    const valid = approvals.filter((approval) => isApproved(approval) && isFor(approval, environment));
    const given = valid.filter(({ fingerprint }) => isOf(deployment, { fingerprint, commit: commits.get(fingerprint) ?? null }));
    const [first] = given.toSorted((one, other) => approvedAt(one) - approvedAt(other));
    if (first === undefined) {
        // One of an artifact that is not known may be of this one.
        const mayBe = deployment.fingerprint === null && valid.some(({ fingerprint }) => (commits.get(fingerprint) ?? null) === null);
        return mayBe && !artifacts.some((artifact) => isOf(deployment, artifact))
            ? { kind: 'not-tested', why: notKnown(environment) }
            : { kind: 'not-applicable' };
    }
    if (approvedAt(first) <= Date.parse(at))
        return { kind: 'passed' };
    const what = deployment.sha === null ? `artifact ${first.fingerprint.slice(0, 12)}` : delivery_subjects_short(deployment.sha);
    const message = `${by === null ? 'Somebody' : who(by)} deployed ${what} to ${environment}${when(at)}; its approval ${first.number} in ${first.flow} was given only${when(new Date(approvedAt(first)).toISOString())}.`;
    return { kind: 'found', found: [{ subject: subjectOf(deployment, header), detail: environment, at, message }] };
}

;// CONCATENATED MODULE: ./lib/audit/rules/emergency-not-reviewed.js




const emergencyNotReviewed = {
    name: 'emergency-not-reviewed',
    about: 'change',
    text: 'Somebody else reviews what was merged as an emergency, within the days that the audit’s file gives.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.7'],
    fix: 'Have somebody who wrote nothing of it review the merged pull request, and approve it there. Where the days are over, the finding stays: accept it with a reason.',
    needs: ['landings', 'pull-requests'],
    judge(change, world) {
        const emergency = emergencyOf(change);
        const owed = owedReview(change, world);
        if (emergency === undefined || owed.kind === 'none')
            return { kind: 'not-applicable' };
        const { pull } = owed;
        const { deadline, days, label } = emergency;
        const judgement = judgeEmergency(emergency, owed, world.header.at);
        if (isReviewed(judgement.for)) {
            if (judgement.against === undefined || isReviewed(judgement.against))
                return { kind: 'passed' };
            return { kind: 'not-tested', why: `nobody can tell whether somebody else reviewed the emergency #${pull.number}` };
        }
        if (owed.kind === 'in-doubt')
            return { kind: 'not-tested', why: owed.why };
        const merged = `#${pull.number} was merged by ${who(pull.mergedBy)}${when(pull.mergedAt)} as an emergency: ${who(emergency.by)} set the label ${label}${when(emergency.at)}`;
        const until = Date.parse(deadline) < Date.parse(world.header.at)
            ? `nobody else reviewed what was merged within ${days} days, until${when(deadline).replace(' on', '')}`
            : `nobody else has reviewed what was merged; that is due${when(deadline)}`;
        return { kind: 'found', found: [{ subject: pullSubject(pull), change: foundIn(change), message: `${merged}; ${until}.` }] };
    },
};

;// CONCATENATED MODULE: ./lib/audit/rules/gate-uses.js

/** Longer than workflows are. The time that a text takes grows faster than its length. */
const gate_uses_longest = 250_000;
/** Owners differ: a fork or a mirror is the same action. */
const ours = /^[^/\s]+\/compliance-evidence(?:\/(?:[^@\s]*\/)?([^/@\s]*))?@/i;
const local = /^(?:\.|\$)\/(?:\.github\/(?:actions|workflows)\/([^/@\s]+))?$/;
/** They record nothing and decide nothing. */
const idle = new Set(['explain', 'query', 'serve']);
/**
 * All uses of this action in a workflow file. Undefined where it cannot be read: GitHub would not run it either.
 *
 * @param isOwn whether it is a file of this action's own repository, where `./` is the action
 */
function gateUses(text, isOwn) {
    const jobs = jobsOf(text);
    return jobs?.flatMap(([name, job]) => [
        ...(isOurs(job['uses'], job, isOwn) ? [useOf(name, job, [[name, job]])] : []),
        ...stepsOf(job).flatMap((step, at) => {
            const place = `${name}/${gate_uses_textOf(step['id']) ?? gate_uses_textOf(step['name']) ?? `step ${at + 1}`}`;
            return isOurs(step['uses'], step, isOwn)
                ? [
                    useOf(place, step, [
                        [place, step],
                        [name, job],
                    ]),
                ]
                : [];
        }),
    ]);
}
function jobsOf(text) {
    if (text.length > gate_uses_longest)
        return undefined;
    try {
        // To look for keys that are there twice takes the square of their number, and GitHub refuses those files itself.
        const document = (0,dist.parseDocument)(text, { logLevel: 'silent', stringKeys: true, uniqueKeys: false });
        if (document.errors.length > 0)
            return undefined;
        // Aliases of aliases grow without an end.
        const value = document.toJS({ maxAliasCount: 100 });
        if (!isMapping(value))
            return [];
        // A composite action has its steps under `runs`.
        const { jobs, runs } = value;
        const all = isMapping(jobs) ? Object.entries(jobs) : [['runs', runs]];
        return all.filter((entry) => isMapping(entry[1]));
    }
    catch {
        // Too many aliases, or lists in lists without an end.
        return undefined;
    }
}
function stepsOf(job) {
    const steps = job['steps'];
    return Array.isArray(steps) ? steps.map((step) => (isMapping(step) ? step : {})) : [];
}
function isOurs(uses, part, isOwn) {
    if (typeof uses !== 'string')
        return false;
    const match = ours.exec(uses.trim()) ?? (isOwn ? local.exec(uses.trim()) : null);
    if (match === null)
        return false;
    const named = match[1] || settingsOf(part).get('command');
    return named === undefined || !idle.has(named);
}
function useOf(place, part, levels) {
    const continues = levels.flatMap(([level, { 'continue-on-error': value }]) => value === undefined || value === null ? [] : [{ place: level, value: gate_uses_textOf(value) ?? '' }]);
    return { place, settings: settingsOf(part), continues };
}
/** The runner does not tell names of inputs apart by case. */
function settingsOf({ with: given }) {
    if (!isMapping(given))
        return new Map();
    return new Map(Object.entries(given).flatMap(([name, value]) => (gate_uses_textOf(value) === undefined ? [] : [[name.toLowerCase(), gate_uses_textOf(value) ?? '']])));
}
function gate_uses_textOf(value) {
    if (typeof value === 'string')
        return value.trim();
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
function isMapping(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

;// CONCATENATED MODULE: ./lib/audit/rules/gate-weakness.js
/** Verdicts that fail the job by default. */
const failing = ['non-compliant', 'incomplete', 'unknown', 'unusable'];
/** All that is weak in the settings of a use, whenever it runs. */
function weaknessesOf({ continues, place, settings }) {
    const given = [...settings].flatMap(([setting, value]) => {
        const means = meaningOf(setting);
        if (means === undefined || value === '')
            return [];
        if (isExpression(value))
            return [{ place, setting, value, kind: 'expression', means }];
        if (setting === 'enforce-from') {
            const until = Date.parse(value);
            return Number.isNaN(until) ? [] : [{ place, setting, value, kind: 'weak', until, means }];
        }
        return isWeak(setting, value) ? [{ place, setting, value, kind: 'weak', means }] : [];
    });
    const continued = continues.flatMap(({ place: level, value }) => {
        const means = 'the job does not fail when the gate does';
        if (isExpression(value))
            return [{ place: level, setting: 'continue-on-error', value, kind: 'expression', means }];
        return value === 'true' ? [{ place: level, setting: 'continue-on-error', value, kind: 'weak', means }] : [];
    });
    return [...given, ...continued];
}
function meaningOf(setting) {
    switch (setting) {
        case 'fail-on':
            return 'some verdicts that are no yes fail no job';
        case 'enforce-from':
            return 'until then no verdict fails a job';
        case 'allowed-skips':
            return 'those jobs may be skipped';
        case 'template':
            return 'what the flow asks for now is not asked';
        default:
            return setting.startsWith('allow-') ? 'what the gate refuses by default passes' : undefined;
    }
}
function isWeak(setting, value) {
    const names = value.split(/[\s,]+/).filter((name) => name !== '');
    switch (setting) {
        case 'fail-on':
            return names.length > 0 && failing.some((verdict) => !names.includes(verdict));
        case 'allowed-skips':
            return names.some((name) => name !== 'none');
        case 'template':
            return value === 'decided';
        default:
            return /^(?:true|True|TRUE)$/.test(value);
    }
}
function isExpression(value) {
    return value.includes('${{');
}

;// CONCATENATED MODULE: ./lib/audit/rules/gate-let-through.js




const gateLetThrough = {
    name: 'gate-let-through',
    about: 'landing',
    text: 'The gate is used with settings that fail the job for every verdict that is no yes.',
    severity: 'medium',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PO.3'],
    fix: 'Leave the setting out, so that its default is in force, or accept the finding with a reason.',
    needs: ['workflows'],
    *judge(fact, world) {
        const { landing, workflows } = fact;
        if (workflows === null)
            return;
        const files = world.workflows.get(workflows);
        if (files === undefined)
            return yield { kind: 'not-tested', why: `the workflow files of ${landing.branch} could not be read` };
        const isOwn = /^[^/]+\/compliance-evidence$/i.test(world.header.repository ?? '');
        for (const { brought, path, weaknesses } of readingOf(files, isOwn)) {
            if (weaknesses === undefined)
                yield { kind: 'not-tested', why: `${path} cannot be read: it is no YAML, or has more than ${gate_uses_longest} characters` };
            else if (weaknesses.length === 0)
                yield { kind: 'passed' };
            else
                for (const weakness of weaknesses)
                    yield gate_let_through_outcomeOf(weakness, { brought, path }, fact, world);
        }
    },
};
/** Most landings have the same files as the one before: they are read once. */
const read = new WeakMap();
/** The files that use this action. */
function readingOf(fact, isOwn) {
    const known = read.get(fact);
    if (known !== undefined)
        return known;
    const readings = fact.files.flatMap(({ brought, path, text }) => {
        const uses = gateUses(text, isOwn);
        // A file that GitHub cannot read runs nothing; it is told of where it may be meant to run the gate.
        if (uses === undefined)
            return text.toLowerCase().includes('compliance-evidence') ? [{ brought, path, weaknesses: undefined }] : [];
        return uses.length === 0 ? [] : [{ brought, path, weaknesses: gate_let_through_distinct(uses.flatMap(weaknessesOf)) }];
    });
    read.set(fact, readings);
    return readings;
}
/** A job with two steps of ours has one `continue-on-error`. */
function gate_let_through_distinct(weaknesses) {
    return [...new Map(weaknesses.map((weakness) => [`${weakness.place}\n${weakness.setting}`, weakness])).values()];
}
/**
 * About the commit that the file has its text from, as git tells it at every later landing too: so it is one finding, with
 * the same key in every run, until somebody changes the file again.
 */
function gate_let_through_outcomeOf(weakness, { brought, path }, fact, world) {
    const { kind, means, place, setting, until, value } = weakness;
    const { landing } = fact;
    const where = `${place} in ${path} sets ${setting} to ${value}`;
    if (kind === 'expression')
        return { kind: 'not-tested', why: `${where}, which is known in the run alone` };
    if (until !== undefined) {
        if (landing.at === null)
            return { kind: 'not-tested', why: `${where}, and nobody can tell when ${landing.branch} was moved` };
        if (until <= Date.parse(landing.at))
            return { kind: 'passed' };
    }
    const detail = `${path}#${place}#${setting}`;
    if (brought === null) {
        const subject = { kind: 'branch', id: landing.branch, url: null };
        return { kind: 'found', found: [{ subject, detail, message: `${where}: ${means}.` }] };
    }
    const commit = landing.commits.find(({ sha }) => sha === brought);
    const by = commit === undefined ? '' : ` of ${commit.author.account?.login ?? commit.author.name}`;
    const change = commit === undefined ? undefined : changeWith(brought, fact, world);
    const message = `${where}: ${means}. The file is as ${delivery_subjects_short(brought)}${by} left it.`;
    return {
        kind: 'found',
        found: [{ subject: commitSubject(brought, world.header), detail, message, ...(change === undefined ? {} : { change }) }],
    };
}
/** The change of this landing that a commit is in. */
function changeWith(sha, { landing, pulls, pullsOf }, { header }) {
    const byNumber = new Map(pulls.map((pull) => [pull.number, pull]));
    const audited = new Set(header.branches.map(({ name }) => name));
    const changes = changesOf(landing, {
        of: (each) => (pullsOf[each] ?? []).flatMap((number) => byNumber.get(number) ?? []),
        audited: (branch) => audited.has(branch),
    });
    const change = changes.find(({ commits }) => commits.includes(sha));
    const tip = landing.commits.find((commit) => commit.sha === change?.commits.at(-1));
    return change === undefined || tip === undefined ? undefined : foundIn({ pull: change.pull, tip });
}

;// CONCATENATED MODULE: ./lib/audit/rules/history-rewritten.js

const historyRewritten = {
    name: 'history-rewritten',
    about: 'landing',
    text: 'No commit that landed on an audited branch is taken away again.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1', 'SLSA'],
    fix: 'Forbid force pushes by a rule of the branch, and find out whether what was taken away had been deployed. A change is undone by a revert.',
    needs: ['landings'],
    *judge({ landing }, { header }) {
        const { actor, after, at, before, branch, kind, removed } = landing;
        if (removed.length > 0) {
            const subject = commitSubject(after ?? before ?? landing.id, header);
            const moved = `${who(actor)} moved ${branch} by force${before === null ? '' : ` from ${delivery_subjects_short(before)}`}${after === null ? '' : ` to ${delivery_subjects_short(after)}`}${when(at)}`;
            const commits = removed.length === 1 ? 'one commit' : `${removed.length} commits`;
            yield { kind: 'found', found: [{ subject, at, message: `${moved}, and took away ${commits}: ${delivery_subjects_named(removed.map(delivery_subjects_short))}.` }] };
        }
        else if (kind === 'force-push')
            yield { kind: 'not-tested', why: `git no longer has what a force push took away from ${branch}${when(at)}` };
        // Git alone sees a branch as it is, and nothing of what it was.
        else if (kind === 'unknown')
            yield { kind: 'not-tested', why: `nobody can tell whether ${branch} was moved by force` };
        else
            yield { kind: 'passed' };
    },
};

;// CONCATENATED MODULE: ./lib/audit/rules/merged-without-review.js


const mergedWithoutReview = reviewRule({
    name: 'merged-without-review',
    text: 'Before a pull request is merged, a person who wrote nothing of it approves it, and nobody asks for changes in vain.',
    severity: 'high',
    fix: 'Have somebody who wrote nothing of it review the change now, and require an approval by a rule of the branch.',
    message({ against }, { mergedAt, mergedBy, number, openedBy }) {
        const merged = `#${number} by ${who(openedBy)} was merged by ${who(mergedBy)}${when(mergedAt)}`;
        if (against.length === 0)
            return `${merged}, and no person had approved it.`;
        return `${merged}, though ${everyone(against.map(({ by }) => by))} had asked for changes.`;
    },
});

;// CONCATENATED MODULE: ./lib/audit/rules/notifications.js
const common = {
    about: 'world',
    severity: 'low',
    controls: ['SOC 2 CC8.1'],
    needs: ['notifications'],
};
const notificationFailing = {
    ...common,
    name: 'notification-failing',
    text: 'The messages of the service reach whom they are for.',
    fix: 'Correct the address of the target, or what answers there, and send a message to try it.',
    *judge({ notifications }) {
        for (const { failure, name } of notifications) {
            if (failure === undefined)
                yield { kind: 'not-tested', why: `the service does not say how the messages of ${name} went` };
            else if (failure === null)
                yield { kind: 'passed' };
            else
                yield {
                    kind: 'found',
                    found: [{ subject: notifications_subjectOf(name), message: `The messages of the notification ${name} fail: ${failure}` }],
                };
        }
    },
};
const notificationWithoutTarget = {
    ...common,
    name: 'notification-without-target',
    text: 'A notification has a target, so that somebody gets its messages.',
    fix: 'Give the notification a target, or take it away.',
    *judge({ notifications }) {
        for (const { name, targets } of notifications) {
            if (targets === null)
                yield { kind: 'not-tested', why: `the service does not say which targets ${name} has` };
            else if (targets > 0)
                yield { kind: 'passed' };
            else
                yield {
                    kind: 'found',
                    found: [{ subject: notifications_subjectOf(name), message: `The notification ${name} has no target: nobody gets its messages.` }],
                };
        }
    },
};
function notifications_subjectOf(name) {
    return { kind: 'notification', id: name, url: null };
}

;// CONCATENATED MODULE: ./lib/audit/rules/record-altered.js
const recordAltered = {
    name: 'record-altered',
    about: 'world',
    text: 'What was recorded is still as it was recorded.',
    severity: 'critical',
    controls: ['SOC 2 CC8.1', 'NIST SSDF PS.1', 'SLSA'],
    fix: 'Run compliance-evidence verify on the data of the service, and restore it from a copy that verifies.',
    needs: ['log'],
    // Nothing that is collected holds the log, so that there is nothing to look at, told or not.
    *judge() {
        yield { kind: 'not-tested', why: 'no record can be read over the interface in a way that proves it' };
    },
};

;// CONCATENATED MODULE: ./lib/audit/rules/release-outside-population.js

const releaseOutsidePopulation = {
    name: 'release-outside-population',
    about: 'world',
    text: 'A release is of a commit of an audited branch.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1', 'SLSA'],
    fix: 'Release from an audited branch, or audit the branch that releases come from: name it under `branch`.',
    needs: ['releases'],
    *judge({ header, releases }) {
        for (const { at, branch, by, sha, tag, url } of releases) {
            if (branch !== null)
                yield { kind: 'passed' };
            else if (sha === null)
                yield { kind: 'not-tested', why: `nobody can tell which commit the release ${tag} stands for` };
            else {
                const branches = header.branches.map(({ name }) => name).join(', ');
                const message = `${who(by)} released ${tag} of ${delivery_subjects_short(sha)}${when(at)}, and that commit was on none of ${branches} then, or is on none now.`;
                yield { kind: 'found', found: [{ subject: { kind: 'tag', id: tag, url }, at, message }] };
            }
        }
    },
};

;// CONCATENATED MODULE: ./lib/audit/rules/tag-moved.js

const tagMoved = {
    name: 'tag-moved',
    about: 'world',
    text: 'A tag stands for the commit that it was made for.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'NIST SSDF PS.1', 'SLSA'],
    fix: 'Forbid updates of tags by a rule, and release again under a new one. Whoever took the tag must be told which commit it stands for.',
    needs: ['tags'],
    *judge({ header, previous, tags }) {
        for (const tag of tags) {
            const { name, told = false, url } = tag;
            const moves = tag_moved_movesOf(tag, previous).filter(({ at, from, to }) => from !== to && tag_moved_isWithin(at, header));
            const last = moves.at(-1);
            if (last === undefined) {
                yield told || seenBefore(name, previous) !== undefined ? { kind: 'passed' } : { kind: 'not-tested', why: notTold };
                continue;
            }
            const by = last.at === null && last.by === null ? 'Somebody' : who(last.by);
            const times = moves.length === 1 ? '' : `, the last of ${moves.length} times`;
            const message = `${by} moved the tag ${name} from ${delivery_subjects_short(last.from)} to ${delivery_subjects_short(last.to)}${when(last.at)}${times}.`;
            yield { kind: 'found', found: [{ subject: { kind: 'tag', id: name, url }, at: last.at ?? header.at, message }] };
        }
    },
};
const notTold = 'GitHub does not tell the updates of a tag, and no audit before this one saw it';
/** The commit that the audit before saw a tag stand for. */
function seenBefore(name, previous) {
    return previous !== null && Object.hasOwn(previous.tags, name) ? previous.tags[name] : undefined;
}
/** Where GitHub tells of no update, the audit before may have seen the tag elsewhere. */
function tag_moved_movesOf({ moved, name, sha }, previous) {
    const from = seenBefore(name, previous);
    return moved.length > 0 || from === undefined ? moved : [{ from, to: sha, at: null, by: null }];
}
/** The audit before saw it where no moment is known: since then is within the period. */
function tag_moved_isWithin(at, { period }) {
    if (at === null)
        return true;
    const moment = Date.parse(at);
    return moment < Date.parse(period.until) && (period.since === null || moment >= Date.parse(period.since));
}

;// CONCATENATED MODULE: ./lib/audit/rules/delivery-rules.js

























/** The rules about how changes came to be there, who looked at them, and what was shipped; those about evidence are in another list. */
const deliveryRules = [
    pushedDirectly,
    historyRewritten,
    tagMoved,
    mergedWithoutReview,
    changedAfterReview,
    approvedByAuthor,
    approvedAfterMerge,
    approvalCarriedOver,
    authorUnidentified,
    emergencyNotReviewed,
    deployedOutsidePopulation,
    releaseOutsidePopulation,
    deployedBeforeApproval,
    artifactNonCompliant,
    artifactWithoutProvenance,
    approvalMissing,
    approvalPending,
    approvalByAuthor,
    approvalOlderThanArtifact,
    gateLetThrough,
    controlChanged,
    controlWeakened,
    auditGap,
    notificationFailing,
    notificationWithoutTarget,
    recordAltered,
];

;// CONCATENATED MODULE: ./lib/audit/coverage/state.js
/** From the best to the worst, where a change owes each of its flows. */
const ranks = [
    'covered',
    'tested-on-head-only',
    'covered-later',
    'incomplete',
    'uncovered',
    'unknown',
    'non-compliant',
];
/**
 * A change in one word, by how it stood when it landed: the worst of the flows that it owes. Where one is
 * enough it is the best, unless one of them says no or is unknown.
 * The caller says what the audit's file leaves out.
 */
function stateOf(coverage, { headIsEnough, owes }) {
    if (owes?.length === 0)
        return 'outside-every-flow';
    const states = coverage.map((each) => stateIn(each, headIsEnough(each.flow)));
    const [best = 'unknown', ...others] = states.toSorted(byRank);
    const worst = others.at(-1) ?? best;
    return owes === null && !isBad(worst) ? best : worst;
}
/** Orders states from the best. */
function byRank(one, other) {
    return ranks.indexOf(one) - ranks.indexOf(other);
}
/** A no, and what nobody can read: without a mapping one flow is enough, but no other flow outvotes these. */
function isBad(state) {
    return state === 'non-compliant' || state === 'unknown';
}
/** The state of a change in one flow: by how it stood when that landed, and where nobody knows when that was, by how it stands now. */
function stateIn({ atDeployment, atMerge, match, now }, headIsEnough) {
    const isHeadOnly = match === 'head' && !headIsEnough;
    const isLater = now === 'compliant' && !isHeadOnly;
    // Whatever it was before and is now: it said no when it came to users.
    const saidNo = atDeployment === 'non-compliant';
    switch (atMerge === 'not-known' ? now : atMerge) {
        case 'compliant':
            if (saidNo)
                return 'non-compliant';
            return isHeadOnly ? 'tested-on-head-only' : 'covered';
        case 'non-compliant':
            return 'non-compliant';
        case 'incomplete':
            if (saidNo)
                return 'non-compliant';
            return isLater ? 'covered-later' : 'incomplete';
        case 'none':
            if (!isLater)
                return 'uncovered';
            return saidNo ? 'non-compliant' : 'covered-later';
        case 'unknown':
        case 'not-known':
            return 'unknown';
    }
}

;// CONCATENATED MODULE: ./lib/audit/rules/evidence-flows.js

/**
 * The flows that decide about a change: each that it owes, and no other. Without a mapping one trail is enough, so that the
 * best flow decides; but a no, and what nobody can read, is never outvoted. None where it owes none.
 */
function decidingFlows({ coverage, file, owes }) {
    const judged = (each) => ({ coverage: each, state: stateIn(each, headIsEnough(each.flow)) });
    const headIsEnough = (name) => file?.flows.some((flow) => flow.name === name && flow.headIsEnough) === true;
    if (owes !== null)
        return owes.map((flow) => judged(coverage.find((each) => each.flow === flow) ?? uncovered(flow)));
    const all = (coverage.length === 0 ? [uncovered('')] : coverage).map(judged);
    const bad = all.filter(({ state }) => isBad(state));
    if (bad.length > 0)
        return bad;
    return all.toSorted((one, other) => byRank(one.state, other.state)).slice(0, 1);
}
/** A flow that is owed and that nothing is told of. */
function uncovered(flow) {
    return {
        flow,
        match: 'none',
        trail: null,
        url: null,
        atMerge: 'none',
        atDeployment: null,
        now: 'none',
        nowByTodaysTemplate: 'none',
        lacks: [],
    };
}

;// CONCATENATED MODULE: ./lib/audit/rules/evidence-rule.js

/** States with evidence that says yes, and those with any. */
const withYes = ['covered', 'tested-on-head-only', 'covered-later'];
const withTrail = [...withYes, 'incomplete', 'unknown', 'non-compliant'];
/** A rule about the evidence of changes: none of a change that is left out, or that owes no flow. */
function evidenceRule({ among, controls, judge, ...text }) {
    return {
        about: 'change',
        controls: controls ?? ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8'],
        ...text,
        judge(change, world) {
            const flows = change.excluded === undefined ? decidingFlows(change).filter(({ state }) => among?.includes(state) ?? true) : [];
            return flows.length === 0 ? { kind: 'not-applicable' } : judge({ change, flows, world });
        },
    };
}
/** The findings; where there are none, the other outcome. */
function foundOr(found, otherwise) {
    const [first, ...others] = found;
    return first === undefined ? otherwise : { kind: 'found', found: [first, ...others] };
}

;// CONCATENATED MODULE: ./lib/audit/rules/evidence-words.js


/** The commit that a change left on its branch, as a finding about its evidence names it. */
function aboutCommit(change, { header }) {
    return { subject: commitSubject(change.tip.sha, header), change: foundIn(change) };
}
/** The trail that decided; the commit where none is known. */
function aboutTrail(change, { trail, url }, world) {
    const subject = trail === null ? undefined : { kind: 'trail', id: trail, url };
    return { ...aboutCommit(change, world), ...(subject === undefined ? {} : { subject }) };
}
/** The part of a key that tells findings of two flows apart; without a mapping there is one for the change. */
function detailOf({ owes }, { flow }) {
    return owes === null ? {} : { detail: flow };
}
/** `#42 (abcdef0)`, or `Commit abcdef0`. */
function changeName({ pull, tip }) {
    return pull === undefined ? `Commit ${delivery_subjects_short(tip.sha)}` : `#${pull.number} (${delivery_subjects_short(tip.sha)})`;
}
/** `#42 (abcdef0), merged by bob, landed on main on 2026-11-02 at 12:00 UTC`. */
function landed(change) {
    const { landing, pull } = change;
    const by = pull === undefined ? `pushed by ${who(landing.actor)}` : `merged by ${who(pull.mergedBy)}`;
    return `${changeName(change)}${landing.at === null ? '' : `, ${by},`} landed on ${landing.branch}${when(landing.at)}`;
}
/** A sentence that is added where nobody knows when the change landed. */
function asOfNow({ atMerge }) {
    return atMerge === 'not-known' ? ' This is the state of now: git does not tell when a change landed, and GitHub was not asked.' : '';
}
/** ` in flow unit`; nothing where any flow is enough. */
function inFlow({ owes }, { flow }) {
    return owes === null && flow === '' ? ' in any flow' : ` in flow ${flow}`;
}
/** `Trail v1 of flow unit`. */
function trailName({ flow, trail }) {
    return `Trail ${trail ?? '(unknown)'} of flow ${flow}`;
}
/** `: unit-tests says no and lint is missing`; nothing where that is not known. */
function because({ lacks }) {
    return lacks.length === 0 ? '' : `: ${(0,lib_text/* list */.p_)(lacks)}`;
}
/** The first deployment to production that brought it; undefined where there was none. */
function shippedBy({ deployments }) {
    return deployments.find(({ production }) => production);
}
/** ` It was deployed to production on ….`; nothing where it was not. */
function deployed(change) {
    const deployment = shippedBy(change);
    if (deployment === undefined)
        return '';
    const by = deployment.by === null ? '' : `, by ${who(deployment.by)}`;
    return ` It was deployed to ${deployment.environment}${when(deployment.at)}${by}.`;
}

;// CONCATENATED MODULE: ./lib/audit/rules/change-without-trail.js


const changeWithoutTrail = evidenceRule({
    name: 'change-without-trail',
    text: 'Every change that landed has a trail in each flow that it owes; where no flow is mapped, in one flow.',
    severity: 'high',
    fix: 'Run the tests for the commit and record them; make the gate a required check of the branch, so that no change lands without.',
    needs: ['trails'],
    judge({ change, flows, world }) {
        const found = flows
            .filter(({ state }) => state === 'uncovered')
            .map(({ coverage }) => ({
            ...aboutCommit(change, world),
            ...detailOf(change, coverage),
            severity: shippedBy(change) === undefined && coverage.atDeployment === null ? 'high' : 'critical',
            message: `${landed(change)} without a trail${inFlow(change, coverage)}.${since(coverage)}${deployed(change)}${asOfNow(coverage)}`,
        }));
        return foundOr(found, { kind: 'passed' });
    },
});
/** Evidence that came later and covers nothing. */
function since(coverage) {
    const { now } = coverage;
    if (now === 'none' || now === 'not-known')
        return '';
    const said = now === 'compliant' ? 'tested the head of the pull request alone' : `is ${now}`;
    return ` ${trailName(coverage)} came later and ${said}.`;
}

;// CONCATENATED MODULE: ./lib/audit/rules/evidence-after-deployment.js


const evidenceAfterDeployment = evidenceRule({
    name: 'evidence-after-deployment',
    text: 'The evidence of a change was there before it was deployed to production.',
    severity: 'high',
    fix: 'Have the gate decide in the job that deploys, before it does, and by the commit that it deploys.',
    needs: ['trails', 'deployments'],
    among: withYes,
    judge({ change, flows, world }) {
        const shipped = flows.filter(({ coverage: { atDeployment } }) => atDeployment !== null);
        if (shipped.length === 0)
            return { kind: 'not-applicable' };
        if (shipped.some(({ coverage: { atDeployment } }) => atDeployment === 'not-known'))
            return { kind: 'not-tested', why: 'nobody tells when a change was deployed' };
        if (shipped.some(({ coverage: { atDeployment } }) => atDeployment === 'unknown'))
            return { kind: 'not-tested', why: 'nobody can tell what the evidence said when a change was deployed' };
        const found = shipped
            .filter((flow) => isLate(flow, change))
            .map(({ coverage }) => ({
            ...aboutCommit(change, world),
            ...detailOf(change, coverage),
            message: `${landed(change)}.${deployed(change)} ${trailName(coverage)} covered it only after that.`,
        }));
        return foundOr(found, { kind: 'passed' });
    },
});
/** Evidence that never covered it, or said no, is for other rules; and evidence that covered it when it landed was there before it was deployed afterwards. */
function isLate({ coverage: { atDeployment, atMerge }, state }, change) {
    if (atDeployment !== 'none' && atDeployment !== 'incomplete')
        return false;
    return state === 'covered-later' || atMerge === 'not-known' || isShippedFirst(change);
}
/** Whether it was deployed before it landed. */
function isShippedFirst(change) {
    const shipped = shippedBy(change)?.at;
    return shipped !== undefined && change.landing.at !== null && Date.parse(shipped) < Date.parse(change.landing.at);
}

;// CONCATENATED MODULE: ./lib/audit/rules/evidence-after-merge.js


const evidenceAfterMerge = evidenceRule({
    name: 'evidence-after-merge',
    text: 'The evidence of a change was there before it landed.',
    severity: 'medium',
    fix: 'Make the gate a required check of the branch, so that a change waits for its evidence.',
    needs: ['trails', 'landings'],
    among: withYes,
    judge({ change, flows, world }) {
        if (flows.some(({ coverage }) => coverage.atMerge === 'not-known'))
            return { kind: 'not-tested', why: 'git does not tell when a change landed' };
        const found = flows
            .filter(({ state }) => state === 'covered-later')
            .map(({ coverage }) => ({
            ...aboutCommit(change, world),
            ...detailOf(change, coverage),
            message: `${landed(change)}, and ${coverage.atMerge === 'none' ? 'had no evidence' : 'its evidence was not complete'} then. ${trailName(coverage)} covered it later.${deployed(change)}`,
        }));
        return foundOr(found, { kind: 'passed' });
    },
});

;// CONCATENATED MODULE: ./lib/audit/coverage/latest.js
/** The place of a record: its name on the trail, on an artifact, or on one that is not reported yet. The service keeps the latest of each. */
function latest_subjectOf({ commit, fingerprint, name, target }) {
    if (fingerprint !== null)
        return JSON.stringify(['artifact', fingerprint, name]);
    return JSON.stringify(target === null ? ['trail', name] : ['target', target, commit, name]);
}
/**
 * The records that count, in the order of the first report of each name. The service lets the latest record of a name
 * decide, so that a green leg of a matrix hides a red one: as at the gate, every kind of run keeps its own here. An override
 * speaks for all that came before it.
 */
function latestOf(records) {
    const order = new Map(records.map((record, index) => [record, index]));
    return [...Map.groupBy(records, latest_subjectOf).values()].flatMap((same) => {
        const last = same.at(-1);
        if (last === undefined)
            return [];
        const since = same.slice(same.findLastIndex(isOverride) + 1);
        const legs = isOverride(last) ? [last] : [...new Map(since.map((record) => [record.group ?? '', record])).values()];
        const { commit, fingerprint, id, name, override, target, type } = last;
        const before = same.findLast((record) => !isOverride(record));
        // A service may not tell what an override is about: then it is the record before it.
        const told = override === null || override.type === '' ? null : override;
        const overridden = told ?? (isOverride(last) && before !== undefined ? before : null);
        return [
            {
                id,
                name,
                type,
                compliant: latest_together(legs.map(({ compliant }) => compliant)),
                sequence: order.get(last) ?? 0,
                ...(fingerprint === null ? {} : { fingerprint }),
                ...(target === null ? {} : { target }),
                ...(commit === null ? {} : { commit }),
                ...(overridden === null ? {} : { overridden: { id: overridden.id, type: overridden.type } }),
            },
        ];
    });
}
/** The artifacts, in the order of their first reports: a report again changes the name and the commit. */
function artifactsOf(reported) {
    const last = new Map(reported.map((artifact) => [artifact.fingerprint, artifact]));
    return [...last.values()].map(({ commit, fingerprint, id, name }) => ({
        id,
        fingerprint,
        name,
        ...(commit === null ? {} : { commit }),
    }));
}
function isOverride({ override, type }) {
    return override !== null || type === 'override';
}
/** One no is a no; else one that is not known makes the whole not known. */
function latest_together(said) {
    if (said.includes(false))
        return false;
    return said.includes(null) ? null : true;
}

;// CONCATENATED MODULE: ./lib/audit/coverage/moment.js
/**
 * The last millisecond that still belongs to a moment; null where nobody knows it. GitHub tells whole seconds, without the
 * fraction that it cut off, and the service tells fractions: a record of 10:00:00.400 and a merge of 10:00:00 may have come
 * in either order. It counts as before: a gate that let the change in recorded first, and whoever records afterwards on
 * purpose is not done within the same second.
 */
function endOf(at) {
    const exact = at === null ? Number.NaN : Date.parse(at);
    if (Number.isNaN(exact))
        return null;
    return exact % 1000 === 0 ? exact + 999 : exact;
}
/** No moment: all that was ever recorded. */
const ever = Number.POSITIVE_INFINITY;
/** Whether something was there at a moment. What does not say when it came was not. */
function wasThere({ at }, moment) {
    return Date.parse(at) <= moment || moment === ever;
}

;// CONCATENATED MODULE: ./lib/audit/coverage/about.js


/** All of a trail. */
function about_everything({ artifacts, records }) {
    return { artifacts, records };
}
/**
 * The records of a trail about a commit at a moment. Records of another commit never count. Those that name none count on a trail
 * of that commit alone; on one of several commits nobody can tell whose they are, so that only the last of them counts, if
 * it does not say yes.
 */
function about_aboutCommit(trail, sha, moment) {
    const commitIn = commitsIn(trail);
    const artifacts = trail.artifacts.filter((artifact) => (artifact.commit ?? ownerOf(trail)) === sha && wasThere(artifact, moment));
    const there = trail.records.filter((record) => wasThere(record, moment));
    const unbound = new Map(there.filter((record) => commitIn(record) === null).map((record) => [latest_subjectOf(record), record]));
    const records = there.filter((record) => {
        const commit = commitIn(record);
        return commit === sha || (commit === null && record.compliant !== true && unbound.get(latest_subjectOf(record)) === record);
    });
    return { artifacts, records };
}
/** The commit of each record: its own, else that of what it overrides or of its artifact, else that of the trail; null where nobody can tell. */
function commitsIn(trail) {
    const byId = new Map(trail.records.map((record) => [record.id, record]));
    const byFingerprint = new Map(trail.artifacts.map(({ commit, fingerprint }) => [fingerprint, commit]));
    const owner = ownerOf(trail);
    return ({ commit, fingerprint, override }) => {
        const overridden = override === null ? undefined : byId.get(override.id);
        return commit ?? overridden?.commit ?? byFingerprint.get(fingerprint ?? '') ?? owner;
    };
}
/** The one commit that a trail is about: the one that it is named after, whatever else was recorded on it, or the only one. */
function ownerOf({ commits, name }) {
    if (commits.length === 0 || commits.includes(name))
        return name;
    return new Set(commits).size === 1 ? (commits[0] ?? null) : null;
}

;// CONCATENATED MODULE: ./lib/audit/rules/evidence-records.js

/** The records that decide about a change: of the trails behind the flows that decide, those that stood when it landed. */
function decidingRecords(change, flows) {
    const own = shasOf(change);
    return flows.flatMap(({ coverage: { flow, trail: name } }) => {
        const trail = name === null ? undefined : change.trails.get(`${flow}/${name}`);
        if (trail === undefined)
            return [];
        const about = trail.records.filter((record) => isOneOf(own, record, trail));
        return standing(about, change.landing.at).map((record) => ({ trail, record }));
    });
}
/** All records about a change in the flows that it owes, or without a mapping in any, whatever trail they are on. */
function recordsAbout(change) {
    const own = shasOf(change);
    return change.fact.trails
        .filter(({ flow }) => change.owes?.includes(flow) ?? true)
        .flatMap((trail) => trail.records.filter((record) => isOneOf(own, record, trail)).map((record) => ({ trail, record })));
}
/** The commit that a record is about; null: its trail is about several, and nobody can tell. */
function evidence_records_commitOf(record, trail) {
    return commitsIn(trail)(record);
}
/** A record whose commit nobody can tell may be about any that its trail is about. */
function isOneOf(shas, record, trail) {
    const sha = evidence_records_commitOf(record, trail);
    return sha === null ? trail.commits.some((each) => shas.has(each)) : shas.has(sha);
}
/** The commits that evidence of a change may be about: its own, the head of its merge group, and those of its pull request. */
function shasOf({ commits, landing, pull, tip }) {
    const group = landing.kind === 'merge-queue' && landing.after !== null ? [landing.after] : [];
    return new Set([
        tip.sha,
        ...group,
        ...commits.map(({ sha }) => sha),
        ...(pull === undefined ? [] : [pull.head, ...pull.commits.map(({ sha }) => sha)]),
    ]);
}
/** The last record of each name at the landing; of a name that came only after it, and where its moment is not known, the last of all. */
function standing(records, landedAt) {
    const names = Map.groupBy(records, ({ fingerprint, group, name, target }) => JSON.stringify([name, fingerprint, target, group]));
    return [...names.values()].flatMap((same) => {
        // GitHub tells whole seconds: a record within that of the landing may have come before it.
        const before = landedAt === null ? undefined : same.findLast(({ at }) => Date.parse(at) < Date.parse(landedAt) + 1000);
        return before ?? same.at(-1) ?? [];
    });
}

;// CONCATENATED MODULE: ./lib/audit/rules/test-evidence.js




/** A rule about what the test results that cover a change hold. */
function testEvidenceRule({ isFault, says, ...text }) {
    return evidenceRule({
        ...text,
        severity: 'high',
        needs: ['trails', 'records'],
        judge({ change, flows, world }) {
            const records = decidingRecords(change, flows);
            const found = records.flatMap(({ record, trail }) => record.tests === null || !isFault(record.tests)
                ? []
                : [
                    {
                        ...aboutCommit(change, world),
                        detail: `${trail.flow}/${record.name}${record.group === undefined ? '' : `/${record.group}`}`,
                        message: `${landed(change)}. What covers it, ${record.name} on trail ${trail.name} of flow ${trail.flow}, recorded by ${record.by ?? 'somebody'}${when(record.at)}, ${says(record.tests)}.`,
                    },
                ]);
            const untold = records.find(({ record }) => record.tests === null && mayBeTests(record));
            if (found.length > 0 || untold === undefined)
                return foundOr(found, records.some(({ record }) => record.tests !== null) ? { kind: 'passed' } : { kind: 'not-applicable' });
            const { record, trail } = untold;
            const said = record.read ? 'does not say how many tests it holds' : 'was not read';
            return { kind: 'not-tested', why: `the record ${record.name} on trail ${trail.name} of flow ${trail.flow} ${said}` };
        },
    });
}
/** Test results, or a record of which nobody knows what it is. */
function mayBeTests({ read, type }) {
    return type === 'junit' || (!read && type === '');
}

;// CONCATENATED MODULE: ./lib/audit/rules/evidence-all-skipped.js


const evidenceAllSkipped = testEvidenceRule({
    name: 'evidence-all-skipped',
    text: 'Of the tests that were recorded, at least one was run.',
    fix: 'Run the tests: a condition or a missing service has all of them skipped. Record the results again.',
    isFault: ({ skipped, total }) => total > 0 && skipped >= total,
    says: ({ total }) => `holds ${(0,lib_text/* count */.U9)(total, 'test')}, and ${total === 1 ? 'it was' : 'all were'} skipped`,
});

;// CONCATENATED MODULE: ./lib/audit/rules/evidence-before-push.js




const evidenceBeforePush = evidenceRule({
    name: 'evidence-before-push',
    text: 'Evidence of a commit was recorded after GitHub first saw that commit, by a run that could have it.',
    severity: 'medium',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8', 'SLSA'],
    fix: 'Find out who recorded it, and from which machine. Record evidence in the runs of GitHub alone, and let nobody else hold a token. Where it was such a run, set the clock of the service.',
    needs: ['trails', 'landings', 'pull-requests'],
    judge({ change, flows, world }) {
        const records = decidingRecords(change, flows);
        if (records.length === 0)
            return { kind: 'not-applicable' };
        const times = records.map((recorded) => timeOf(recorded, change));
        const found = records
            .filter((_, index) => times[index] === 'before')
            .map(({ record, trail }) => ({
            ...aboutCommit(change, world),
            detail: `${trail.flow}/${record.name}`,
            message: `${changeName(change)}: ${record.by ?? 'somebody'} recorded ${record.name} on trail ${trail.name} of flow ${trail.flow}${when(record.at)}, about ${delivery_subjects_short(change.pull?.head ?? '')}, which GitHub first saw${when(change.pull?.pushedAt ?? null)}.`,
        }));
        if (found.length > 0 || (times.includes('after') && !times.includes('unknown')))
            return foundOr(found, { kind: 'passed' });
        return { kind: 'not-tested', why: 'GitHub tells of the head of a pull request alone when it first saw it' };
    },
});
/** Whether a record came before GitHub first saw its commit. What came after the landing did not; `other`: it is about no commit that landed. */
function timeOf({ record, trail }, { landing, pull, tip }) {
    const sha = evidence_records_commitOf(record, trail);
    const recorded = Date.parse(record.at);
    if (landing.at !== null && recorded >= Date.parse(landing.at))
        return 'after';
    if (sha !== null && sha === pull?.head && pull.pushedAt !== null)
        return recorded < Date.parse(pull.pushedAt) ? 'before' : 'after';
    return sha === tip.sha || sha === pull?.head ? 'unknown' : 'other';
}

;// CONCATENATED MODULE: ./lib/audit/rules/evidence-by-fork-claim.js




const evidenceByForkClaim = evidenceRule({
    name: 'evidence-by-fork-claim',
    text: 'What landed has evidence of a run of the repository itself, and not only the claim of a run of a fork.',
    severity: 'medium',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8', 'SLSA'],
    fix: 'Run the tests for the landed commit in the repository, and record them: a push to the branch can do that.',
    needs: ['trails', 'records'],
    judge({ change, flows, world }) {
        const records = decidingRecords(change, flows);
        if (records.length === 0)
            return { kind: 'not-applicable' };
        const own = recordsAbout(change).filter(({ record, trail }) => !record.byForkClaim && record.read && evidence_records_commitOf(record, trail) === change.tip.sha);
        const found = records
            .filter((each) => each.record.byForkClaim && !own.some((other) => evidence_by_fork_claim_isSame(each, other)))
            .map(({ record, trail }) => ({
            ...aboutCommit(change, world),
            detail: `${trail.flow}/${record.name}`,
            message: `${landed(change)}. What covers it, ${record.name} on trail ${trail.name} of flow ${trail.flow}, was claimed by a run without secrets and recorded by ${record.by ?? 'somebody'}${when(record.at)}; ${delivery_subjects_short(change.tip.sha)} has none of its own.`,
        }));
        const unread = records.find(({ record }) => !record.read);
        if (found.length > 0 || unread === undefined)
            return foundOr(found, { kind: 'passed' });
        return {
            kind: 'not-tested',
            why: `the record ${unread.record.name} on trail ${unread.trail.name} of flow ${unread.trail.flow} was not read`,
        };
    },
});
function evidence_by_fork_claim_isSame(one, other) {
    return one.trail.flow === other.trail.flow && one.record.name === other.record.name && other.record.compliant !== false;
}

;// CONCATENATED MODULE: ./lib/audit/rules/evidence-empty.js

const evidenceEmpty = testEvidenceRule({
    name: 'evidence-empty',
    text: 'Test results hold at least one test.',
    fix: 'Find out why no test ran: a wrong pattern of files, or a filter that leaves nothing. Record the results again.',
    isFault: ({ total }) => total === 0,
    says: () => 'holds no test',
});

;// CONCATENATED MODULE: ./lib/audit/rules/overridden.js






const overridden = evidenceRule({
    name: 'overridden',
    text: 'Evidence stands as it was recorded; who decides otherwise says why, and wrote nothing of the change.',
    severity: 'medium',
    fix: 'Look at the reason, and at who gave it. Fix what the evidence said no to, and record it again.',
    needs: ['trails'],
    judge({ change, world }) {
        const records = recordsAbout(change);
        if (records.length === 0)
            return { kind: 'not-applicable' };
        const overrides = records.filter(({ record }) => record.override !== null || record.type === 'override');
        const names = overrides.length === 0 ? new Set() : namesOf(change, peopleFor(change, world));
        const found = overrides.map(({ record, trail }) => {
            const byAuthor = record.by !== null && isNamed(names, record.by);
            const reason = record.override?.reason?.trim() ?? '';
            const isWithoutReason = reason === '';
            return {
                ...aboutCommit(change, world),
                subject: record.fingerprint === null
                    ? { kind: 'trail', id: trail.name, url: trail.url }
                    : { kind: 'artifact', id: record.fingerprint, url: trail.url },
                detail: `${trail.flow}/${record.name}/${record.id}`,
                severity: byAuthor || isWithoutReason ? 'high' : 'medium',
                message: `${record.by ?? 'Somebody'}${byAuthor ? `, an author of ${changeName(change)},` : ''} overrode ${of(record, trail)}${when(record.at)}${record.compliant === null ? '' : ` to say ${record.compliant ? 'yes' : 'no'}`}${why(record, reason)}. It is about ${changeName(change)}.`,
            };
        });
        const untold = records.find(({ record }) => !record.read && record.type === '');
        if (found.length > 0 || untold === undefined)
            return foundOr(found, { kind: 'passed' });
        return {
            kind: 'not-tested',
            why: `the service does not say whether ${untold.record.name} on trail ${untold.trail.name} of flow ${untold.trail.flow} is an override`,
        };
    },
});
function why({ read }, reason) {
    if (reason !== '')
        return `, because: ${reason}`;
    return read ? ', without a reason' : ', and neither who did it nor why could be read';
}
/** The record that was overridden. */
function of({ fingerprint, name, override }, { flow, name: trail }) {
    const type = override === null || override.type === '' ? '' : ` (${override.type})`;
    const artifact = fingerprint === null ? '' : ` of the artifact ${fingerprint.slice(0, 12)}`;
    return `${name}${type}${artifact} on trail ${trail} of flow ${flow}`;
}

;// CONCATENATED MODULE: ./lib/audit/rules/tested-on-head-only.js




const testedOnHeadOnly = evidenceRule({
    name: 'tested-on-head-only',
    text: 'What landed was tested as it landed, and not only as it was before its base moved.',
    severity: 'medium',
    fix: 'Test what lands: use a merge queue, require branches to be up to date, or record tests of the landed commit before it is deployed. Where the head is enough for a flow, say head-is-enough: true in .github/compliance-audit.yml.',
    needs: ['trails'],
    among: withYes,
    judge({ change, flows, world }) {
        const found = flows
            .filter(({ state }) => state === 'tested-on-head-only')
            .map(({ coverage }) => ({
            ...aboutCommit(change, world),
            ...detailOf(change, coverage),
            message: `${landed(change)}. ${trailName(coverage)} tested its head ${delivery_subjects_short(change.pull?.head ?? '')} alone; the base had moved, and nobody tested both together${deployed(change) === '' ? '' : ' before they were deployed'}.${deployed(change)}`,
        }));
        if (found.length === 0 && !isToldShipped(world) && flows.some(({ coverage }) => isLater(change, coverage)))
            return { kind: 'not-tested', why: 'nobody tells whether a change was deployed before what landed was tested' };
        return foundOr(found, { kind: 'passed' });
    },
});
function isToldShipped({ untold }) {
    return !untold.some(({ source }) => source === 'deployments');
}
/** Whether evidence that came only after the landing stands for what was tested on its head before. */
function isLater({ landing, trails }, { atMerge, flow, trail }) {
    const landed = endOf(landing.at);
    const records = trails.get(`${flow}/${trail}`)?.records ?? [];
    return atMerge === 'compliant' && landed !== null && records.length > 0 && !records.some((record) => wasThere(record, landed));
}

;// CONCATENATED MODULE: ./lib/audit/rules/trail-incomplete.js


const trailIncomplete = evidenceRule({
    name: 'trail-incomplete',
    text: 'All evidence that the flow asks for was there when a change landed.',
    severity: 'medium',
    fix: 'Record what is missing for that commit. Make the gate a required check of the branch: it waits for all evidence.',
    needs: ['trails'],
    among: withTrail,
    judge({ change, flows, world }) {
        const found = flows
            .filter(({ state }) => state === 'incomplete')
            .map(({ coverage }) => ({
            ...aboutTrail(change, coverage, world),
            detail: coverage.flow,
            // The missing evidence came, and says no: that is no smaller thing than a no at once.
            severity: saysNo(change, coverage) ? 'high' : 'medium',
            message: `${trailName(coverage)} was not complete when ${landed(change)}${because(coverage)}.${coverage.now === 'non-compliant' ? ' What came since says no.' : ''}${deployed(change)}${asOfNow(coverage)}`,
        }));
        return foundOr(found, { kind: 'passed' });
    },
});
/** Whether something says no now: in this flow, or where any flow is enough, in one of them. */
function saysNo({ coverage: all, owes }, coverage) {
    return (owes === null ? all : [coverage]).some(({ now }) => now === 'non-compliant');
}

;// CONCATENATED MODULE: ./lib/audit/rules/trail-non-compliant.js



const trailNonCompliant = evidenceRule({
    name: 'trail-non-compliant',
    text: 'No evidence about a change said no when it landed, or when it was deployed.',
    severity: 'high',
    fix: 'Fix what the evidence says no to, or revert the change. Make the gate a required check of the branch, so that a no stops the merge.',
    needs: ['trails'],
    among: withTrail,
    judge({ change, flows, world }) {
        const found = flows
            .filter(({ state }) => state === 'non-compliant')
            .map(({ coverage }) => ({
            ...aboutTrail(change, coverage, world),
            detail: coverage.flow,
            message: `${trailName(coverage)} ${saidNo(change, coverage)}.${recorded(change, coverage)}${later(coverage)}${deployed(change)}${asOfNow(coverage)}`,
        }));
        return foundOr(found, { kind: 'passed' });
    },
});
function saidNo(change, coverage) {
    if (coverage.atMerge === 'not-known')
        return `says no${because(coverage)}. ${landed(change)}`;
    if (coverage.atMerge === 'non-compliant')
        return `said no when ${landed(change)}${because(coverage)}`;
    return `said no when the change was deployed${because(coverage)}. ${landed(change)}`;
}
/** Who recorded the no, and when: the last one before the landing, or where there was none then, the last of all. */
function recorded({ landing, trails }, { flow, trail }) {
    const noes = trails.get(`${flow}/${trail}`)?.records.filter(({ compliant }) => compliant === false) ?? [];
    const then = landing.at === null ? undefined : noes.findLast(({ at }) => Date.parse(at) < Date.parse(landing.at ?? '') + 1000);
    const no = then ?? noes.at(-1);
    return no === undefined ? '' : ` ${no.by ?? 'Somebody'} recorded ${no.name}${when(no.at)}.`;
}
function later({ atMerge, now }) {
    return atMerge !== 'not-known' && now === 'compliant' ? ' Later covered: the evidence of now says yes.' : '';
}

;// CONCATENATED MODULE: ./lib/audit/rules/trail-unknown.js


const trailUnknown = evidenceRule({
    name: 'trail-unknown',
    text: 'What the evidence said of a change when it landed can be told.',
    severity: 'high',
    fix: 'Look at the trail in the service: it has a state that is not known, or not all of its events could be read. Record the evidence again.',
    needs: ['trails'],
    among: withTrail,
    judge({ change, flows, world }) {
        const found = flows
            .filter(({ state }) => state === 'unknown')
            .map(({ coverage }) => ({
            ...aboutTrail(change, coverage, world),
            detail: coverage.flow,
            message: `Nobody can tell what ${trailName(coverage).replace(/^T/, 't')} said when ${landed(change)}${because(coverage)}.${deployed(change)}${asOfNow(coverage)}`,
        }));
        return foundOr(found, { kind: 'passed' });
    },
});

;// CONCATENATED MODULE: ./lib/audit/rules/trail-with-own-template.js



const trailWithOwnTemplate = evidenceRule({
    name: 'trail-with-own-template',
    text: 'The flow says what its trails must hold, and no trail of a change takes anything of that away.',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PO.3'],
    fix: 'Begin trails without a template of their own, and put what all of them need into the template of the flow.',
    needs: ['trails'],
    judge({ change, flows, world }) {
        const own = flows.flatMap(({ coverage }) => {
            const trail = change.trails.get(`${coverage.flow}/${coverage.trail}`);
            return trail?.ownTemplate === true ? [{ coverage, trail }] : [];
        });
        const found = own.flatMap(({ coverage, trail }) => {
            const asked = trail_with_own_template_askedBy(world.flows.get(coverage.flow), change.landing.at);
            const taken = trail.template === null || asked === undefined ? undefined : trail_with_own_template_takenAway(asked, trail.template);
            const more = trail.template !== null && asked !== undefined ? trail_with_own_template_takenAway(trail.template, asked) : [];
            // One that is word for word the flow's decides nothing by itself.
            if (taken?.length === 0 && more.length === 0)
                return [];
            const words = taken === undefined
                ? `nobody can tell what it leaves out of what the flow asks for`
                : taken.length === 0
                    ? `it adds ${(0,lib_text/* list */.p_)(more)}`
                    : `it leaves out ${(0,lib_text/* list */.p_)(taken)}, which the flow asks for`;
            return [
                {
                    ...aboutTrail(change, coverage, world),
                    detail: coverage.flow,
                    severity: taken?.length === 0 ? 'low' : 'high',
                    message: `${trailName(coverage)}, which decides about ${changeName(change)}, has a template of its own: ${words}.`,
                },
            ];
        });
        const untold = flows.find(({ coverage: { flow, trail } }) => change.trails.get(`${flow}/${trail}`)?.ownTemplate === null);
        if (found.length === 0 && untold !== undefined) {
            const name = trailName(untold.coverage).replace(/^T/, 't');
            return { kind: 'not-tested', why: `the service does not say whether ${name} has a template of its own` };
        }
        return foundOr(found, flows.some(({ coverage: { trail } }) => trail !== null) ? { kind: 'passed' } : { kind: 'not-applicable' });
    },
});
/** The demands of the flow when the change landed, as far as they are known, else those of now. */
function trail_with_own_template_askedBy(flow, landedAt) {
    if (flow === undefined)
        return undefined;
    const then = landedAt === null ? undefined : flow.templates?.findLast(({ from }) => Date.parse(from) <= Date.parse(landedAt));
    return then?.template ?? flow.template ?? undefined;
}
/** The demands of one template that another one has not, or has with another type. */
function trail_with_own_template_takenAway(asked, by) {
    const there = trail_with_own_template_demandsOf(by);
    return [...trail_with_own_template_demandsOf(asked)].flatMap(([name, type]) => {
        const other = there.get(name);
        return other === type || (other !== undefined && type === '*') ? [] : [name];
    });
}
/** `unit-tests` → its type, `unit-tests of shop`, and the artifact `artifact shop` itself. */
function trail_with_own_template_demandsOf({ trail: { artifacts, attestations } }) {
    return new Map([
        ...attestations.map(({ name, type }) => [name, type]),
        ...artifacts.map(({ name }) => [`artifact ${name}`, '']),
        ...artifacts.flatMap((artifact) => artifact.attestations.map(({ name, type }) => [`${name} of ${artifact.name}`, type])),
    ]);
}

;// CONCATENATED MODULE: ./lib/audit/rules/evidence-rules.js













/** Rules about the evidence of changes, in the order in which a report shows them. */
const evidenceRules = [
    changeWithoutTrail,
    trailNonCompliant,
    trailIncomplete,
    trailUnknown,
    evidenceAfterMerge,
    evidenceAfterDeployment,
    evidenceBeforePush,
    testedOnHeadOnly,
    evidenceEmpty,
    evidenceAllSkipped,
    evidenceByForkClaim,
    trailWithOwnTemplate,
    overridden,
];

;// CONCATENATED MODULE: ./lib/audit/rules/rules.js



/** Every rule of an audit, in the order in which a report shows them. */
const rules = [...evidenceRules, ...deliveryRules, acceptanceNotValid];

;// CONCATENATED MODULE: ./lib/audit/judge/accept.js


const accept_words = {
    expired: { said: 'is over', fix: 'Fix what it accepts, or accept it again, with a reason' },
    own: { said: 'is by an author of the change itself', fix: 'Have somebody accept it who wrote nothing of the change' },
    unused: { said: 'accepts nothing that this audit found', fix: 'Take the entry out of the file' },
    'too-long': { said: 'is for more than 90 days', fix: 'Choose an earlier end' },
    'not-acceptable': { said: 'accepts what nobody can accept', fix: 'Take the entry out of the file, and fix what it names' },
};
/**
 * The acceptances of the audit's file that count, by key, and how each of them stands as an outcome of its rule. An unused one
 * is found only by a complete audit: another one did not look everywhere.
 * One of a change whose authors nobody knows does not count: an author may be its owner.
 */
function acceptances({ file, header }, findings, complete) {
    const counts = new Map();
    const outcomes = (file?.accepted ?? []).map((acceptance) => {
        const standing = standingOf(acceptance, findings, header.at);
        const { authors, sha = '' } = findings.get(acceptance.key)?.change ?? { authors: [] };
        const isOwn = authors !== undefined && isAmong(authors, sha, acceptance.owner);
        if (standing === 'accepted' && authors === undefined)
            return {
                kind: 'not-tested',
                why: `${sha.slice(0, 7)} landed before this period, and who wrote it is not known: the entry does not count`,
            };
        if (standing === 'accepted' && !isOwn) {
            counts.set(acceptance.key, acceptance);
            return { kind: 'passed' };
        }
        // It counts from its day on: until then the finding stands, and nothing is wrong with the entry.
        if (standing === 'not-begun')
            return { kind: 'not-applicable' };
        if (standing === 'unused' && !complete)
            return { kind: 'not-tested', why: 'the audit is not complete: what it accepts may be there' };
        return wrong(acceptance, standing === 'accepted' ? 'own' : standing);
    });
    return { counts, outcomes };
}
function wrong({ key, owner, until }, standing) {
    const { fix, said } = accept_words[standing];
    const message = `The entry of ${owner} until ${until.slice(0, 10)}, for ${key}, ${said}`;
    const severity = standing === 'unused' ? { severity: 'low' } : {};
    return { kind: 'found', found: [{ subject: { kind: 'audit', id: key, url: null }, detail: standing, ...severity, message, fix }] };
}

;// CONCATENATED MODULE: ./lib/audit/judge/reported.js


/** A change in the words of a report, before anybody knows all findings about it. */
function reportedChange(change, { header }) {
    const { commits, coverage, deployments, excluded, landing, pull, state, tip } = change;
    const approvals = pull === undefined ? [] : standingReviews(pull).filter(({ said }) => said === 'APPROVED');
    const { run, tests } = testsOf(change);
    return {
        sha: tip.sha,
        url: header.repository === null ? null : `${header.serverUrl}/${header.repository}/commit/${tip.sha}`,
        pull: pull === undefined ? null : { number: pull.number, url: pull.url, base: pull.base, mergedAt: pull.mergedAt },
        branch: landing.branch,
        landedAt: landing.at,
        landing: landing.id,
        landingKind: landing.kind,
        title: pull?.title ?? tip.title,
        commits: commits.length,
        authors: reported_authorsOf(change),
        reviewers: [...new Set(approvals.map(({ by }) => by?.login ?? gone))],
        approvedAt: approvals
            .map(({ at }) => at)
            .toSorted()
            .at(-1) ?? null,
        mergedBy: (pull === undefined ? landing.actor : pull.mergedBy)?.login ?? null,
        state,
        excluded: excluded ?? null,
        coverage,
        tests,
        run,
        deployments: deployments.map(({ at, environment, url }) => ({ at, environment, url })),
        findings: [],
    };
}
/** GitHub shows accounts that were deleted under one name. */
const gone = 'ghost';
function reported_authorsOf({ commits, pull }) {
    const written = (pull?.commits.length ?? 0) > 0 ? (pull?.commits ?? []) : commits;
    const signatures = written.filter(({ mergeAlone }) => mergeAlone !== true).flatMap(({ author, coAuthors }) => [author, ...coAuthors]);
    const opener = pull?.openedBy?.login;
    return [...new Set([...(opener === undefined ? [] : [opener]), ...signatures.filter(({ account }) => !isWebFlow(account)).map(reported_nameOf)])];
}
/** Never an address: a report is read by many. */
function reported_nameOf({ account, name }) {
    return account?.login ?? name;
}
/** The results of the tests that the trails behind the coverage hold: of each name the latest. */
function testsOf({ coverage, trails }) {
    const behind = coverage.flatMap(({ flow, trail }) => (trail === null ? [] : (trails.get(`${flow}/${trail}`) ?? [])));
    const latest = behind.flatMap(({ records }) => [
        ...new Map(records.filter((one) => one.type !== 'override').map((one) => [one.name, one])).values(),
    ]);
    const counted = latest.flatMap(({ tests }) => tests ?? []);
    const sum = (of) => counted.reduce((total, one) => total + one[of], 0);
    const parts = [
        [sum('total') - sum('failed') - sum('skipped'), 'passed'],
        [sum('failed'), 'failed'],
        [sum('skipped'), 'skipped'],
    ];
    const words = parts.filter(([number, word]) => number > 0 || word === 'passed').map(([number, word]) => `${number} ${word}`);
    return { tests: counted.length === 0 ? null : words.join(', '), run: latest.find(({ run }) => run !== null)?.run ?? null };
}

;// CONCATENATED MODULE: ./lib/audit/judge/accepted-by.js


/** Who let the entry for a finding into the audit's file; undefined where git cannot tell. */
function acceptedBy(key, { accepted, untold }) {
    const fact = accepted.get(key);
    if (fact === undefined || fact.commit === null)
        return undefined;
    const { commit, pull } = fact;
    if (pull === null) {
        const isTold = !untold.some(({ source }) => source === 'pull-requests');
        return { commit, pull, merged: null, approved: isTold ? [] : null };
    }
    const approvals = standingReviews(pull).filter(({ said }) => said === 'APPROVED');
    return {
        commit,
        pull: { number: pull.number, url: pull.url },
        merged: pull.mergedBy?.login ?? gone,
        approved: [...new Set(approvals.map(({ by }) => by?.login ?? gone))],
    };
}

;// CONCATENATED MODULE: ./lib/audit/judge/again.js
/** The key of a rule and a change: a commit may land several times, and each landing is judged by what stood then. */
function about(rule, sha, landedAt) {
    return `${rule} ${sha} ${landedAt}`;
}
/**
 * Whether this run judged again what a finding of the run before is about. A change was, or was not; an event was, if it lies
 * within this period; and whatever is so now was, if the rule could be tested everywhere. An audit of fewer flows or branches
 * judges nothing of the others.
 */
function isJudgedAgain({ at, change, rule: name }, { judged, tallies, world }) {
    const of = tallies.find(({ rule }) => rule.name === name);
    // A rule that is no more finds nothing, and says nothing.
    if (of === undefined)
        return true;
    if (!isAsWide(of.rule, world))
        return false;
    if (of.rule.about === 'change')
        return change !== null && judged.has(about(name, change.sha, at));
    const { result } = of.tally.result();
    if (result === 'not tested')
        return false;
    if (at !== null)
        return again_isWithin(at, world);
    return result === 'tested' || of.rule.about !== 'landing';
}
/** Whether this run asked at least for the branches of the one before, and where a rule goes by evidence, for its flows. */
function isAsWide({ about: subjects, needs }, { header, previous }) {
    const branches = new Set(header.branches.map(({ name }) => name));
    if (subjects === 'landing' && previous?.branches.some((name) => !branches.has(name)) === true)
        return false;
    if (header.flows.length === 0 || !needs.some((source) => ofFlows.has(source)))
        return true;
    const flows = previous?.flows ?? [];
    return flows.length > 0 && flows.every((name) => header.flows.includes(name));
}
/** Sources that are asked of the flows of an audit alone. */
const ofFlows = new Set(['trails', 'records', 'artifacts', 'approvals']);
function again_isWithin(at, { header }) {
    const { since, until } = header.period;
    return since !== null && Date.parse(at) >= Date.parse(since) && Date.parse(at) < Date.parse(until);
}

;// CONCATENATED MODULE: ./lib/audit/judge/aliases.js


/** The key of a signature's person: the number of the account, else the address. */
function aliases_keyOf(signature, people) {
    const id = accountOf(signature, people);
    return id === undefined ? signature.email.toLowerCase() : String(id);
}
/** Reads a collected file for the names of its people. A login decides before an address, and that before a name. */
async function aliasesOf(lines, people) {
    const logins = new Map();
    const addresses = new Map([...people].map(([address, id]) => [address, { kind: 'person', key: String(id) }]));
    const names = new Map();
    const add = (to, text, named) => {
        if (!to.has(plain(text)))
            to.set(plain(text), named);
    };
    for await (const line of lines) {
        if (line.kind !== 'landing')
            continue;
        for (const account of accountsIn(line))
            add(logins, account.login, namedBy(account));
        for (const signature of signaturesIn(line)) {
            const { account, email } = signature;
            const named = account?.kind === 'bot' ? namedBy(account) : { kind: 'person', key: aliases_keyOf(signature, people) };
            add(addresses, email, named);
            for (const text of spellings(signature))
                add(names, text, named);
        }
    }
    return new Map([...names, ...addresses, ...logins]);
}
function namedBy({ id, kind, login }) {
    return kind === 'bot' ? { kind, login } : { kind, key: String(id) };
}
function signaturesIn({ landing, pulls }) {
    return [...landing.commits, ...pulls.flatMap(({ commits }) => commits)]
        .flatMap(({ author, coAuthors, committer }) => [author, committer, ...coAuthors])
        .filter(({ account }) => !isWebFlow(account));
}
function accountsIn(fact) {
    const ofPulls = fact.pulls.flatMap(({ askedBy, mergedBy, openedBy, reviews }) => [
        openedBy,
        askedBy,
        mergedBy,
        ...reviews.map(({ by }) => by),
    ]);
    return [fact.landing.actor, ...ofPulls, ...signaturesIn(fact).map(({ account }) => account)].filter((account) => account !== null);
}

;// CONCATENATED MODULE: ./lib/audit/file/owed.js


/**
 * The flows that a change owes evidence in; null where no flow is mapped, so that one trail in any is enough. A change that
 * nobody can tell the paths of, or that decides what is checked, owes every flow of its branch. One that touches no path at
 * all leaves the tree as it was, and owes none.
 */
function owedFlows(file, change) {
    const { paths } = change;
    if (paths?.length === 0)
        return [];
    if (file === null || file.flows.length === 0)
        return null;
    const every = paths === null || paths.some((path) => isControlPath(path, file.controls));
    return file.flows.filter((flow) => isInForce(flow, change) && (every || isTouched(flow, paths))).map(({ name }) => name);
}
/** Whether a flow is asked of that branch at that time. Where the time is not known, it is. */
function isInForce({ branches, from }, { branch, landedAt }) {
    if (branches.length > 0 && !matchesName(branches, branch))
        return false;
    return from === null || landedAt === null || Date.parse(landedAt) >= Date.parse(from);
}
function isTouched({ paths: globs }, paths) {
    return globs.length === 0 || paths.some((path) => matchesPath(globs, path));
}

;// CONCATENATED MODULE: ./lib/audit/judged/coverage.js
/** How a trail came to be the one that covers a change, the strongest first. */
const coverage_matches = ['sha', 'group', 'tree', 'head', 'none'];

;// CONCATENATED MODULE: ./lib/audit/coverage/match.js
/**
 * The commits whose evidence may speak for a change, the strongest first: the commit itself; the head of its merge group;
 * the same tree, the pull request's head before commits that came earlier on its branch; its head on a moved base. A tree
 * counts within one pull request alone: a revert has the tree of an old commit, and nobody tested that again.
 */
function levelsOf({ fact, landing, pull, tip }) {
    const group = landing.kind === 'merge-queue' && landing.after !== null && landing.after !== tip.sha ? [landing.after] : [];
    const levels = [
        { match: 'sha', shas: [tip.sha] },
        { match: 'group', shas: group },
    ];
    if (pull !== undefined) {
        const trees = new Map([
            ...Object.entries(fact.trees),
            ...[...landing.commits, ...pull.commits, ...(pull.oldHeads ?? [])].map(({ sha, tree }) => [sha, tree]),
        ]);
        const isSame = (sha) => sha !== tip.sha && trees.get(sha) === tip.tree;
        const { commits, head, oldHeads = [] } = pull;
        const earlier = [...commits, ...oldHeads].map(({ sha }) => sha).filter((sha) => sha !== head && isSame(sha));
        levels.push({ match: 'tree', shas: isSame(head) ? [head] : [] }, { match: 'tree', shas: earlier });
        levels.push({ match: 'head', shas: head === tip.sha ? [] : [head] });
    }
    return levels.filter(({ shas }) => shas.length > 0);
}

;// CONCATENATED MODULE: ./lib/compliance/decide.js
/**
 * The decision table, for a trail and for an artifact alike:
 *
 * | a present record says no | something required is missing | state |
 * |---|---|---|
 * | yes | either | NON-COMPLIANT |
 * | no | yes | INCOMPLETE |
 * | no | no | COMPLIANT |
 *
 * Records that the template does not name count as any other.
 */
function decide(rows, somethingElseIsMissing = false) {
    if (rows.some((row) => row.status === 'COMPLETE' && !row.is_compliant))
        return 'NON-COMPLIANT';
    if (somethingElseIsMissing || rows.some((row) => row.status === 'MISSING'))
        return 'INCOMPLETE';
    return 'COMPLIANT';
}

;// CONCATENATED MODULE: ./lib/compliance/rows.js
/**
 * The rows of one subject: the template's entries in their order, then what it does not name in order of report.
 * A record whose type is not the entry's does not satisfy it: the entry is missing, and the record stands as
 * unexpected next to it, so that a green record of the wrong kind cannot take the place of the required one.
 */
function rows_rowsOf(entries, records) {
    const byName = new Map(records.map((record) => [record.name, record]));
    const used = new Set();
    const rows = entries.map((entry) => {
        const record = byName.get(entry.name);
        if (record === undefined || !satisfies(record, entry))
            return rows_missing(entry);
        used.add(record);
        return rows_present(record, false);
    });
    return [...rows, ...records.filter((record) => !used.has(record)).map((record) => rows_present(record, true))];
}
function satisfies(record, entry) {
    const type = typeOf(record);
    return entry.type === '*' || entry.type === type || (entry.type === 'decision' && type === 'system:decision');
}
/** An override stands for evidence of the type that it overrides: it changes what is said, and not of what. */
function typeOf({ overridden, type }) {
    return overridden?.type ?? type;
}
function rows_present(record, unexpected) {
    return {
        attestation_name: record.name,
        attestation_type: typeOf(record),
        attestation_id: record.id,
        ...(record.overridden === undefined ? {} : { overridden_attestation_id: record.overridden.id }),
        status: 'COMPLETE',
        is_compliant: record.compliant,
        unexpected,
    };
}
function rows_missing(entry) {
    return { attestation_name: entry.name, attestation_type: entry.type, status: 'MISSING', is_compliant: false, unexpected: false };
}

;// CONCATENATED MODULE: ./lib/compliance/artifacts.js


/** The artifacts of a trail under their template names: the template's in its order, then the others in order of report. */
function artifacts_artifactsOf(facts, trailRows) {
    const required = new Map(facts.template.trail.artifacts.map((artifact) => [artifact.name, artifact.attestations]));
    const reported = new Map(facts.artifacts.map((artifact) => [artifact.name, artifact]));
    const targets = facts.attestations.flatMap((record) => (record.target === undefined ? [] : [record.target]));
    const names = new Set([...required.keys(), ...reported.keys(), ...targets]);
    const records = recordsByName(facts);
    return [...names].map((name) => decideArtifact(facts, name, required.get(name), reported.get(name), records.get(name) ?? [], trailRows));
}
/**
 * States of the artifacts that another one took the name of on the trail, by their ids, each as it is decided by what speaks
 * of it alone: they are no part of the trail's own decision any more, but what is recorded of them still counts for them.
 */
function artifacts_replacedOf(facts, trailRows) {
    const required = new Map(facts.template.trail.artifacts.map((artifact) => [artifact.name, artifact.attestations]));
    const reported = new Map(facts.artifacts.map((artifact) => [artifact.name, artifact]));
    const replaced = facts.artifacts.filter((artifact) => reported.get(artifact.name) !== artifact);
    const about = Map.groupBy(facts.attestations, ({ fingerprint }) => fingerprint);
    const before = Map.groupBy(facts.attestations, ({ target }) => target);
    const states = replaced.map((artifact) => {
        const records = [about.get(artifact.fingerprint), before.get(artifact.name)].flatMap((some) => some ?? []);
        const { status } = decideArtifact(facts, artifact.name, required.get(artifact.name), artifact, records, trailRows);
        return [artifact.id, status.status];
    });
    return new Map(states);
}
/** The records that may be about each name, in their order: read once, for a search for each name would be quadratic. */
function recordsByName({ attestations, artifacts }) {
    const reported = Map.groupBy(artifacts, ({ fingerprint }) => fingerprint);
    const records = new Map();
    for (const record of attestations) {
        const own = reported.get(record.fingerprint) ?? [];
        for (const name of new Set([record.target, ...own.map((artifact) => artifact.name)])) {
            const list = records.get(name);
            if (list === undefined)
                records.set(name, [record]);
            else
                list.push(record);
        }
    }
    return records;
}
function decideArtifact(facts, name, entries, artifact, candidates, trailRows) {
    const rows = rows_rowsOf(entries ?? [], latestRecords(candidates, artifact));
    // A trail's own attestations are required for each of its artifacts.
    const state = artifact === undefined ? 'MISSING' : decide([...trailRows, ...rows]);
    const status = {
        ...(artifact === undefined ? {} : { artifact_fingerprint: artifact.fingerprint, artifact_id: artifact.id }),
        status: state,
        is_compliant: state === 'COMPLIANT',
        attestations_statuses: [...rows],
        unexpected: entries === undefined,
        evaluated_at: facts.now,
        flow_template_id: facts.templateId,
    };
    return { name, status, rows, missing: artifact === undefined && entries !== undefined };
}
/**
 * The latest record of each name among those that may be about one artifact. Records made before the artifact was reported bind to it by template
 * name and commit; while it is not reported there is no commit to compare, and the latest of each name stands.
 */
function latestRecords(records, artifact) {
    const latest = new Map();
    for (const record of records) {
        const own = artifact !== undefined && record.fingerprint === artifact.fingerprint;
        const early = artifact === undefined || (record.commit !== undefined && record.commit === artifact.commit);
        if ((early || own) && record.sequence > (latest.get(record.name)?.sequence ?? -1))
            latest.set(record.name, record);
    }
    return [...latest.values()];
}

;// CONCATENATED MODULE: ./lib/compliance/evaluate.js



/** A trail's compliance as its readers see it, at the time of the event that asked. */
function evaluate(facts) {
    const rows = trailRows(facts);
    const artifacts = artifacts_artifactsOf(facts, rows);
    const state = decide([...rows, ...artifacts.flatMap((artifact) => artifact.rows)], artifacts.some((artifact) => artifact.missing));
    return {
        status: state,
        is_compliant: state === 'COMPLIANT',
        attestations_statuses: [...rows],
        artifacts_statuses: Object.fromEntries(artifacts.map((artifact) => [artifact.name, artifact.status])),
        evaluated_at: facts.now,
        flow_template_id: facts.templateId,
    };
}
/** States of the artifacts that another one took the name of on the trail, by their ids: `evaluate` shows them no more. */
function evaluateReplaced(facts) {
    return replacedOf(facts, trailRows(facts));
}
function trailRows({ attestations, template }) {
    const own = attestations.filter((record) => record.fingerprint === undefined && record.target === undefined);
    return rows_rowsOf(template.trail.attestations, own);
}

;// CONCATENATED MODULE: ./lib/audit/coverage/judge-records.js



/** From the best to the worst: what is not known is no yes, and a no is certain. */
const judge_records_ranks = ['compliant', 'incomplete', 'unknown', 'non-compliant'];
function rankOf(state) {
    return judge_records_ranks.indexOf(state);
}
function worse(one, other) {
    return rankOf(other.state) > rankOf(one.state) ? other : one;
}
/** Judges evidence as the service does, by a template. Without one only a no is certain. */
function judgeRecords(about, template) {
    // Where a record does not say what it is, it may be either: both are tried.
    const [best, worst] = [true, false].map((unsaid) => evaluated(about, template ?? judge_records_nothing, unsaid));
    if (best === undefined || worst === undefined)
        return { state: 'unknown', lacks: [] };
    if (best.status === 'NON-COMPLIANT')
        return { state: 'non-compliant', lacks: lacksOf(best) };
    if (template === null)
        return { state: 'unknown', lacks: ['the template is not known'] };
    if (best.status !== worst.status)
        return { state: 'unknown', lacks: lacksOf(worst).map((words) => words.replace(/ says no$/, ' does not say')) };
    return best.status === 'COMPLIANT' ? { state: 'compliant', lacks: [] } : { state: 'incomplete', lacks: lacksOf(best) };
}
const judge_records_nothing = { version: 1, trail: { attestations: [], artifacts: [] } };
function evaluated({ artifacts, records }, template, unsaid) {
    const attestations = latestOf(records).map((record) => ({ ...record, compliant: record.compliant ?? unsaid }));
    return evaluate({ template, templateId: '', attestations, artifacts: artifactsOf(artifacts), now: 0 });
}
function lacksOf({ artifacts_statuses: artifacts, attestations_statuses: rows }) {
    const ofArtifacts = Object.entries(artifacts ?? {}).flatMap(([name, status]) => {
        const missing = status.artifact_fingerprint === undefined && status.unexpected !== true ? [`artifact ${word(name)} is missing`] : [];
        return [...missing, ...status.attestations_statuses.flatMap((row) => lackOf(row, ` of ${word(name)}`))];
    });
    return [...rows.flatMap((row) => lackOf(row, '')), ...ofArtifacts];
}
function lackOf({ attestation_name: name, is_compliant: isCompliant, status }, of) {
    if (status === 'MISSING')
        return [`${word(name)}${of} is missing`];
    return isCompliant === true ? [] : [`${word(name)}${of} says no`];
}
function word(name) {
    return (0,lib_text/* oneLine */.TN)(name, 100);
}

;// CONCATENATED MODULE: ./lib/compliance/together.js
/** What two templates ask for together: all that either of them does. */
function together_together(one, other) {
    const artifacts = Map.groupBy([...one.trail.artifacts, ...other.trail.artifacts], ({ name }) => name);
    return {
        version: 1,
        trail: {
            attestations: together_entriesOf([...one.trail.attestations, ...other.trail.attestations]),
            artifacts: Array.from(artifacts, ([name, same]) => ({
                name,
                attestations: together_entriesOf(same.flatMap(({ attestations }) => attestations)),
            })),
        },
    };
}
/** Each name with each type once. Any type is asked for only where no type is: the one of a type answers both. */
function together_entriesOf(entries) {
    return [...Map.groupBy(entries, ({ name }) => name).values()].flatMap((same) => {
        const byType = new Map(same.map((entry) => [entry.type === 'system:decision' ? 'decision' : entry.type, entry]));
        const exact = [...byType].filter(([type]) => type !== '*').map(([, entry]) => entry);
        return exact.length === 0 ? [...byType.values()] : exact;
    });
}

;// CONCATENATED MODULE: ./lib/audit/coverage/template.js


/**
 * The template that was in force for a trail at a moment. Its own one, or the one that decided the last of its events, where
 * that came before. Where it was decided again afterwards, what decided other trails of the flow tells; where they tell
 * nothing of that time, the one that decided it.
 */
function templateAt(trail, flow, moment) {
    if (trail.ownTemplate || isSettled(trail, moment))
        return trail.template;
    const known = flow?.templates ?? [];
    // Before the oldest that is known, that one is nearer than any later one.
    const then = known.findLast(({ from }) => wasThere({ at: from }, moment)) ?? known[0];
    return then?.template ?? trail.template;
}
/** The demands of the flow now, together with those of a trail that has a template of its own. */
function templateToday({ ownTemplate, template }, flow) {
    const today = flow?.template ?? null;
    if (!ownTemplate || today === null)
        return today;
    return template === null ? null : together_together(today, template);
}
/** Whether nothing was recorded on a trail after a moment. */
function isSettled({ artifacts, records }, moment) {
    return [...records, ...artifacts].every((event) => wasThere(event, moment));
}

;// CONCATENATED MODULE: ./lib/audit/coverage/standing.js






/**
 * How a change stood at a moment, or stands by all that was ever recorded. The strongest match that held something decides,
 * and of several trails the worst: each that has something about the commit must say yes, as at the gate.
 */
function standing_standingAt(levels, evidence, moment, by = 'then') {
    for (const { match, shas } of levels) {
        const found = shas.flatMap((sha) => evidence.about(sha).flatMap((trail) => {
            const judged = judgeTrail(trail, { sha, moment, flow: evidence.flow, by });
            return judged === undefined ? [] : [{ ...judged, match, trail }];
        }));
        const [first, ...others] = found;
        if (first !== undefined)
            return others.reduce(worse, first);
    }
    return begunAt(levels, evidence, moment);
}
/** Where nothing was recorded: a trail that had begun says at least that something was to come. */
function begunAt(levels, evidence, moment) {
    for (const { match, shas } of levels) {
        const trail = shas.flatMap((sha) => evidence.about(sha)).find((each) => wasThere(each, moment));
        if (trail !== undefined)
            return { match, trail, state: 'incomplete', lacks: [`trail ${(0,lib_text/* oneLine */.TN)(trail.name, 100)} holds no record about it`] };
    }
    return { match: 'none', trail: null, state: 'none', lacks: [] };
}
/** The state of a trail for a commit; undefined where it held nothing about it. */
function judgeTrail(trail, { by, flow, moment, sha }) {
    if (trail.cut)
        return wasThere(trail, moment) ? cutTrail(trail, sha, moment) : undefined;
    const about = about_aboutCommit(trail, sha, moment);
    if (about.records.length + about.artifacts.length === 0)
        return undefined;
    const judged = judgeRecords(about, by === 'today' ? templateToday(trail, flow) : templateAt(trail, flow, moment));
    const word = unexplained(trail);
    if (word === undefined)
        return judged;
    // A later record may have changed the service's word, so that nothing is known of then.
    if (isSettled(trail, moment))
        return worse(judged, word);
    return judged.state === 'compliant' ? { state: 'unknown', lacks: word.lacks } : judged;
}
/** The service's word, where it is worse than all records of the trail explain. Its yes is never asked for: that is for the records. */
function unexplained(trail) {
    const word = wordOf(trail);
    let own = explained.get(trail);
    if (own === undefined) {
        own = judgeRecords(about_everything(trail), trail.template);
        explained.set(trail, own);
    }
    return rankOf(word.state) > rankOf(own.state) ? word : undefined;
}
/** The state of all records of a trail: kept, because a trail may be asked about many commits. */
const explained = new WeakMap();
function wordOf({ state }) {
    const said = (0,states/* complianceOf */.f)(state) ?? 'unknown';
    return { state: said, lacks: said === 'compliant' ? [] : [`the service says ${(0,lib_text/* oneLine */.TN)(state, 100)}`] };
}
/** A trail whose events are not all here tells its state of now alone, and that only where it is about one commit. */
function cutTrail(trail, sha, moment) {
    const isAlone = trail.commits.every((commit) => commit === sha);
    if (moment === ever && isAlone)
        return wordOf(trail);
    return { state: 'unknown', lacks: [`not all events of trail ${(0,lib_text/* oneLine */.TN)(trail.name, 100)} could be read`] };
}

;// CONCATENATED MODULE: ./lib/audit/coverage/cover.js




/**
 * Whether each flow that a change owes covers it. Without a mapping there is an entry for each flow that has a match, for one
 * of them is enough; where none has, a single entry says so.
 */
function coverageOf(change, flows) {
    const levels = levelsOf(change);
    const trails = trailsIn(change.fact);
    const cover = (flow) => {
        const about = (sha) => (trails.get(sha) ?? []).filter((trail) => trail.flow === flow);
        return coverBy(flow, change, levels, { flow: flows.get(flow), about });
    };
    if (change.owes !== null)
        return [...new Set(change.owes)].map(cover);
    const named = [...new Set(change.fact.trails.map(({ flow }) => flow))].toSorted();
    const found = named.map(cover).filter(({ match }) => match !== 'none');
    const [only = '', ...others] = flows.keys();
    return found.length > 0 ? found : [cover(others.length === 0 ? only : '')];
}
function coverBy(flow, change, levels, evidence) {
    const { deployedAt, headIsEnough, landing } = change;
    const [landed, deployed] = [endOf(landing.at), endOf(deployedAt)];
    const atMerge = landed === null ? null : standing_standingAt(levels, evidence, landed);
    const atDeployment = deployed === null ? null : standing_standingAt(levels, evidence, deployed);
    const now = standing_standingAt(levels, evidence, ever);
    const shown = cover_shownOf({ atMerge, atDeployment, now }, headIsEnough(flow));
    const lacking = shown === atDeployment || atMerge === null || atMerge.match === 'none' ? shown : atMerge;
    return {
        flow,
        match: shown.match,
        trail: shown.trail?.name ?? null,
        url: shown.trail?.url ?? null,
        atMerge: atMerge?.state ?? 'not-known',
        atDeployment: deployedAt === null ? null : (atDeployment?.state ?? 'not-known'),
        now: now.state,
        nowByTodaysTemplate: standing_standingAt(levels, evidence, ever, 'today').state,
        lacks: lacking.lacks,
    };
}
/**
 * The match that a coverage is shown with: the one that decided at the merge, else the one of now. A no at the deployment is
 * shown, and so is what came later for something that was not complete. The head of a pull request gives way to the landed
 * commit's own evidence, if that says yes and came before the deployment: then the change was not tested on its head alone.
 */
function cover_shownOf({ atDeployment, atMerge, now }, headIsEnough) {
    const isCovered = now.state === 'compliant' && (now.match !== 'head' || headIsEnough);
    if (atMerge === null || atMerge.match === 'none')
        return isCovered && cover_saysNo(atDeployment) ? atDeployment : now;
    if (atMerge.state === 'non-compliant' || atMerge.state === 'unknown')
        return atMerge;
    if (cover_saysNo(atDeployment))
        return atDeployment;
    if (atMerge.state === 'incomplete')
        return isCovered ? now : atMerge;
    const later = atDeployment ?? now;
    const isStronger = coverage_matches.indexOf(later.match) < coverage_matches.indexOf(atMerge.match);
    return atMerge.match === 'head' && !headIsEnough && isStronger && later.state === 'compliant' ? later : atMerge;
}
function cover_saysNo(standing) {
    return standing?.state === 'non-compliant';
}
const indexes = new WeakMap();
/** The trails of a landing by the commits that they are about: a landing of a thousand changes is asked a thousand times. */
function trailsIn(fact) {
    const known = indexes.get(fact);
    if (known !== undefined)
        return known;
    const index = new Map();
    for (const trail of fact.trails) {
        for (const sha of new Set([...trail.commits, trail.name])) {
            const list = index.get(sha);
            if (list === undefined)
                index.set(sha, [trail]);
            else
                list.push(trail);
        }
    }
    indexes.set(fact, index);
    return index;
}

;// CONCATENATED MODULE: ./lib/audit/coverage/order.js
/**
 * Trails by their names, each with its records by their moments. A service may list them in another order next time, and
 * nothing that is said of a change may come from that.
 */
function order_inOrder(trails) {
    return trails
        .toSorted((one, other) => byText(one.flow, other.flow) || byText(one.name, other.name))
        .map((trail) => ({ ...trail, records: byMoment(trail.records), artifacts: byMoment(trail.artifacts) }));
}
/** Records of the same moment stay in their order. */
function byMoment(events) {
    return events.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
function byText(one, other) {
    return one < other ? -1 : Number(one > other);
}

;// CONCATENATED MODULE: ./lib/audit/judge/changes.js








/** Deployments by the commits that they brought. */
function deployedCommits({ deployments }) {
    const by = new Map();
    for (const deployment of deployments) {
        for (const sha of new Set([...(deployment.brought ?? []), ...(deployment.sha === null ? [] : [deployment.sha])])) {
            const known = by.get(sha);
            if (known === undefined)
                by.set(sha, [deployment]);
            else
                known.push(deployment);
        }
    }
    return by;
}
/** The changes of a landing with all that rules go by, and what of them cannot be told. */
function auditedChanges(told, world, deployed) {
    const fact = { ...told, trails: order_inOrder(told.trails) };
    const { landing } = fact;
    const pulls = new Map(fact.pulls.map((pull) => [pull.number, pull]));
    const branches = new Set(world.header.branches.map(({ name }) => name));
    const changes = changesOf(landing, {
        of: (sha) => (fact.pullsOf[sha] ?? []).flatMap((number) => pulls.get(number) ?? []),
        audited: (branch) => branches.has(branch),
    });
    const why = unreconciled(landing, changes);
    return {
        changes: changes.map((change) => auditedChange(fact, change, world, deployed)),
        holes: why === undefined
            ? []
            : [{ kind: 'hole', what: `landing ${landing.id} of ${landing.branch}`, why, fix: 'Collect again, in a full clone' }],
    };
}
function auditedChange(fact, { commits: shas, landing, pull }, world, deployed) {
    const own = new Set(shas);
    const commits = landing.commits.filter(({ sha }) => own.has(sha));
    const tip = commits.at(-1);
    if (tip === undefined)
        throw new Error(`A change of landing ${landing.id} has no commit`);
    const paths = fact.paths[pull === undefined ? '' : String(pull.number)] ?? null;
    const file = fileInForce(fact.file, world);
    const subject = { branch: landing.branch, paths, landedAt: landing.at };
    // Also those before it landed: then it came to users earlier than to the branch.
    const deployments = deployed.get(tip.sha) ?? [];
    const first = deployments.find(({ production }) => production);
    const asked = { fact, pull, tip, landing, deployedAt: first?.at ?? null, headIsEnough: headIsEnough(file) };
    const cover = (owes) => asTold(coverageOf({ ...asked, owes }, world.flows), world);
    const ofItself = owed(file, subject, world);
    // A promotion owes nothing again, but evidence that says no is heard wherever it lands.
    const isAgain = bringsNothing({ commits, landing, pull, tip }, world) && !cover(ofItself).some(changes_saidNo);
    const owes = isAgain ? [] : ofItself;
    const covered = { ...asked, owes };
    const coverage = cover(owes);
    const excluded = file === null ? undefined : exclusionOf(file, { shas, pull: pull?.number ?? null, paths });
    return {
        fact,
        landing,
        pull,
        commits,
        tip,
        paths,
        file,
        owes,
        // Most changes landed under the file that is in force now.
        owesByTip: isAgain || file === world.file ? owes : owed(world.file, subject, world),
        coverage,
        trails: new Map(fact.trails.map((trail) => [`${trail.flow}/${trail.name}`, trail])),
        deployments,
        excluded,
        state: excluded === undefined ? stateOf(coverage, covered) : 'excluded',
    };
}
function changes_saidNo({ atMerge }) {
    return atMerge === 'non-compliant';
}
/** Where nobody told trails, a trail that is not here is no trail that is missing. */
function asTold(coverage, { untold }) {
    if (!untold.some(({ source }) => source === 'trails'))
        return coverage;
    const unknown = { atMerge: 'unknown', now: 'unknown', nowByTodaysTemplate: 'unknown' };
    return coverage.map((each) => each.match === 'none' ? { ...each, ...unknown, atDeployment: each.atDeployment === null ? null : 'unknown' } : each);
}
/** Flows that were named narrow what the file maps: an audit of some flows says nothing about the others. */
function owed(file, subject, { header }) {
    const mapped = owedFlows(file, subject);
    return mapped === null || header.flows.length === 0 ? mapped : mapped.filter((flow) => header.flows.includes(flow));
}
function headIsEnough(file) {
    const enough = new Set((file?.flows ?? []).flatMap((flow) => (flow.headIsEnough ? [flow.name] : [])));
    return (flow) => enough.has(flow);
}

;// CONCATENATED MODULE: ./lib/audit/judge/pseudonyms.js



/**
 * Gives each person a name without meaning, by the order in which they appear: the same file gives the same names. Apps keep
 * theirs. An address is put in the place of its account first, because afterwards nobody could tell whose it was.
 *
 * @param people the addresses that the audit's file knows
 * @param aliases whose names the service may have
 */
function pseudonyms(people, aliases) {
    const names = new Map();
    const nameOf = (key) => {
        const known = names.get(key) ?? `person-${names.size + 1}`;
        names.set(key, known);
        return known;
    };
    // Whoever is an author under a name of the service is still the same person: it decides about overrides and approvals.
    const serviceName = (name) => {
        const known = readingsOf(name).flatMap((text) => aliases.get(text) ?? [])[0];
        return known === undefined ? nameOf(`service:${name}`) : known.kind === 'bot' ? known.login : nameOf(known.key);
    };
    const account = (given) => given === null || given.kind === 'bot' || isWebFlow(given) ? given : { ...given, login: nameOf(String(given.id)) };
    const signature = (given) => {
        if (given.account?.kind === 'bot' || isWebFlow(given.account))
            return { ...given, email: '' };
        const id = accountOf(given, people);
        const name = nameOf(aliases_keyOf(given, people));
        return { name, email: '', account: id === undefined ? null : { id, login: name, kind: 'person' } };
    };
    // With its address a signature loses the second account that it may stand for.
    const second = (given) => given.account === null || given.account.kind === 'bot'
        ? []
        : accountsOf(given, people)
            .slice(1)
            .map((id) => ({ name: nameOf(String(id)), email: '', account: { id, login: nameOf(String(id)), kind: 'person' } }));
    const commit = (given) => ({
        ...given,
        author: signature(given.author),
        committer: signature(given.committer),
        coAuthors: [...given.coAuthors.map(signature), ...[given.author, given.committer, ...given.coAuthors].flatMap(second)],
    });
    const pull = (given) => ({
        ...given,
        openedBy: account(given.openedBy),
        askedBy: account(given.askedBy),
        mergedBy: account(given.mergedBy),
        labels: given.labels.map((label) => ({ ...label, by: account(label.by) })),
        commits: given.commits.map(commit),
        reviews: given.reviews.map((review) => ({ ...review, by: account(review.by) })),
    });
    const landing = (fact) => ({
        ...fact,
        landing: { ...fact.landing, actor: account(fact.landing.actor), commits: fact.landing.commits.map(commit) },
        pulls: fact.pulls.map(pull),
        trails: fact.trails.map((trail) => ({
            ...trail,
            records: trail.records.map((record) => ({ ...record, by: record.by === null ? null : serviceName(record.by) })),
        })),
    });
    return (line) => {
        switch (line.kind) {
            case 'landing':
                return landing(line);
            case 'accepted':
                return { ...line, pull: line.pull === null ? null : pull(line.pull) };
            case 'deployment':
            case 'release':
                return { ...line, by: account(line.by) };
            case 'tag':
                return { ...line, moved: line.moved.map((move) => ({ ...move, by: account(move.by) })) };
            case 'approval':
                return {
                    ...line,
                    by: line.by === null ? null : serviceName(line.by),
                    approvers: line.approvers.map((approver) => ({ ...approver, name: serviceName(approver.name) })),
                };
            case 'artifact':
            case 'audit':
            case 'end':
            case 'file':
            case 'flow':
            case 'hole':
            case 'notification':
            case 'query':
            case 'total':
            case 'untold':
            case 'workflows':
                return line;
        }
    };
}

;// CONCATENATED MODULE: ./lib/audit/judge/reconcile.js
/**
 * Branches whose landings do not hold as many commits as git counted over the whole period at once: a landing is missing then,
 * or is there twice.
 *
 * @param commits of each branch, added up landing by landing
 */
function unequalTotals(totals, commits) {
    return totals.flatMap(({ count, name, source }) => {
        const branch = /^commits: (.+)$/su.exec(name)?.[1];
        const here = branch === undefined ? count : (commits.get(branch) ?? 0);
        if (here === count)
            return [];
        const why = `The landings hold ${here} commits, and ${source} counts ${count} over the whole period`;
        return [{ kind: 'hole', what: `commits of ${branch}`, why, fix: 'Collect again, in a full clone' }];
    });
}

;// CONCATENATED MODULE: ./lib/audit/judge/tally.js

/** Counts the outcomes of one rule. */
function openTally(rule, world) {
    const findings = new Map();
    const reasons = new Map();
    let tested = 0;
    let found = 0;
    const untold = tally_missing(rule, world);
    return {
        untold,
        add(outcome, at = null) {
            if (outcome.kind === 'not-applicable')
                return;
            if (outcome.kind === 'not-tested') {
                reasons.set(outcome.why, (reasons.get(outcome.why) ?? 0) + 1);
                return;
            }
            tested += 1;
            if (outcome.kind === 'passed')
                return;
            found += 1;
            for (const one of outcome.found) {
                const finding = findingOf(rule, { at, ...one });
                // The same fault can be seen from two landings: it is as severe as the worse of them.
                const known = findings.get(finding.key);
                if (known === undefined || !reaches(known, finding.severity))
                    findings.set(finding.key, finding);
            }
        },
        result() {
            const why = untold ?? said(reasons);
            const { controls, fix, name, severity, text } = rule;
            const result = why === null ? (tested === 0 ? 'not applicable' : 'tested') : 'not tested';
            return { rule: name, text, severity, controls, fix, result, tested, found, why };
        },
        findings: () => [...findings.values()],
    };
}
function tally_missing({ needs }, { untold }) {
    const why = untold.filter(({ source }) => needs.includes(source)).map((one) => one.why);
    return why.length === 0 ? undefined : [...new Set(why)].join('. ');
}
/** The most reasons that a result spells out. */
const mostReasons = 3;
function said(reasons) {
    if (reasons.size === 0)
        return null;
    const spelled = [...reasons].slice(0, mostReasons).map(([why, times]) => (times === 1 ? why : `${why} (${times} times)`));
    return [...spelled, ...(reasons.size > mostReasons ? [`${reasons.size - mostReasons} more reasons`] : [])].join('. ');
}
function findingOf(rule, { at = null, change, detail, fix = rule.fix, message, severity = rule.severity, subject }) {
    return {
        key: finding_keyOf(rule.name, subject, detail),
        rule: rule.name,
        severity,
        subject,
        message: inOnePiece(message),
        fix,
        controls: rule.controls,
        change: change ?? null,
        at,
    };
}
/**
 * The same text. V8 keeps one that was put together as its parts until somebody looks at a letter of it; of a message they take
 * 600 bytes more, and messages of tens of thousands of findings are kept.
 */
function inOnePiece(text) {
    text.charCodeAt(0);
    return text;
}

;// CONCATENATED MODULE: ./lib/audit/judge/totals.js

function openCounter() {
    const states = new Map();
    const weeks = new Map();
    const overrides = new Map();
    const emergencies = new Set();
    let [changes, landings, commits] = [0, 0, 0];
    return {
        landing(count) {
            landings += 1;
            commits += count;
        },
        change(change) {
            const { landing, pull, state, trails } = change;
            changes += 1;
            count(states, state);
            if (landing.at !== null) {
                const from = mondayOf(landing.at);
                const week = weeks.get(from) ?? new Map();
                weeks.set(from, week);
                count(week, state);
            }
            for (const { id, by } of [...trails.values()].flatMap((trail) => trail.records.filter((record) => record.override !== null))) {
                const name = by ?? 'not known';
                overrides.set(name, (overrides.get(name) ?? new Set()).add(id));
            }
            if (pull !== undefined && emergencyOf(change) !== undefined)
                emergencies.add(pull.number);
        },
        totals: () => ({
            changes,
            landings,
            commits,
            states: sorted(states),
            weeks: [...weeks].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([from, week]) => ({ from, states: sorted(week) })),
            overrides: [...overrides]
                .map(([by, ids]) => ({ by, count: ids.size }))
                .toSorted((one, other) => other.count - one.count || (one.by < other.by ? -1 : 1)),
            emergencies: [...emergencies].toSorted((one, other) => one - other),
        }),
    };
}
/** The Monday of the week that a moment is in, in UTC: `2026-11-16`. */
function mondayOf(moment) {
    const day = new Date(moment);
    day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
    return day.toISOString().slice(0, 10);
}
function count(counts, key) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
}
function sorted(counts) {
    return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

;// CONCATENATED MODULE: ./lib/audit/judge/world.js


/** All of a collected file but its landings, which are too many for memory. */
async function readWorld(lines, previous) {
    let header;
    let end;
    const small = [];
    for await (const line of lines) {
        if (line.kind === 'audit')
            header = line;
        else if (line.kind === 'end')
            end = line;
        else if (line.kind !== 'landing')
            small.push(line);
    }
    if (header === undefined)
        throw new Error('A collected file begins with its header');
    const all = (kind) => small.filter((line) => line.kind === kind);
    const files = new Map(all('file').map(({ digest, text }) => [digest, readAuditFile(text)]));
    const own = header.file === null ? undefined : files.get(header.file);
    const tip = own !== undefined && 'file' in own ? own.file : null;
    return {
        header,
        file: tip,
        files: new Map([...files].map(([digest, read]) => [digest, 'file' in read ? read.file : null])),
        accepted: new Map(all('accepted').map((one) => [one.key, one])),
        workflows: new Map(all('workflows').map((one) => [one.tree, one])),
        flows: new Map(all('flow').map((one) => [one.name, one])),
        deployments: all('deployment')
            .map((one) => ({ ...one, production: servesUsers(tip, one.environment, one.production) }))
            .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
        releases: all('release'),
        tags: all('tag'),
        artifacts: all('artifact'),
        approvals: all('approval'),
        notifications: all('notification'),
        untold: all('untold'),
        holes: [...all('hole'), ...holesOfFile(header, own), ...(end === undefined ? [cutOff] : [])],
        queries: all('query'),
        totals: all('total'),
        end: end ?? { kind: 'end', counts: {}, trailsElsewhere: 0 },
        previous,
    };
}
const cutOff = {
    kind: 'hole',
    what: 'the end of the collected file',
    why: 'it has no last line, so that something was cut off',
    fix: 'Collect again',
};
/** A file that nobody can read does not say which flows a change owes. */
function holesOfFile({ file }, read) {
    if (file === null || (read !== undefined && 'file' in read))
        return [];
    const why = read === undefined ? 'it was not collected' : read.fault;
    return [
        { kind: 'hole', what: '.github/compliance-audit.yml', why, fix: 'Correct the file on the default branch, and run the audit again' },
    ];
}

;// CONCATENATED MODULE: ./lib/audit/judge/judge.js


















/** The most holes of one kind that are kept: each says the same, that something is missing. */
const mostHoles = 100;
/**
 * Judges a collected file by every rule. The file is read from its beginning several times, and never held in memory: all
 * that is kept are the findings, the numbers, and what is not a landing. The same file gives the same audit.
 *
 * @param file opens the file from its beginning
 */
async function judgeAudit(file, { people, previous, spool }) {
    const told = await readWorld(file({ landings: false }), previous);
    const read = people === 'login' ? file : await withoutNames(file, told);
    // Names are given in the order of the whole file.
    const world = people === 'login' ? told : await readWorld(read(), previous);
    const deployed = deployedCommits(world);
    const tallies = rules.map((rule) => ({ rule, tally: openTally(rule, world) }));
    const { counter, holes, judged } = await judgeLandings(landingsOf(read()), { world, deployed, spool, tallies });
    const whole = { ...world, holes: [...world.holes, ...holes] };
    for (const { rule, tally } of tallies) {
        if (rule.about === 'world' && tally.untold === undefined)
            for (const outcome of rule.judge(whole))
                tally.add(outcome);
    }
    const complete = whole.holes.length === 0;
    const isLookedAt = (finding) => complete && isJudgedAgain(finding, { judged, tallies, world });
    const compared = () => compareFindings(tallies.flatMap(({ tally }) => tally.findings()), previous?.findings ?? [], { isLookedAt, now: world.header.at });
    const found = await withAuthors(file(), told, compared());
    const { counts, outcomes } = acceptances(whole, new Map(found.map((finding) => [finding.key, finding])), complete);
    const ofAcceptances = tallies.find(({ rule }) => rule.about === 'acceptances');
    for (const outcome of outcomes)
        ofAcceptances?.tally.add(outcome);
    const known = new Map(found.map(({ change, key }) => [key, change]));
    const findings = compared().map((finding) => ({
        ...finding,
        change: known.get(finding.key) ?? finding.change,
        accepted: shownAcceptance(counts.get(finding.key), whole),
    }));
    const keys = keysByCommit(findings);
    return {
        world: whole,
        totals: counter.totals(),
        rules: tallies.map(({ tally }) => tally.result()),
        findings: findings.toSorted(judge_inOrder),
        complete,
        changes: judge_changesOf(spool, keys),
    };
}
async function judgeLandings(landings, { deployed, spool, tallies, world, }) {
    const counter = openCounter();
    const commits = new Map();
    const holes = [];
    const judged = new Set();
    const asked = new Set((world.previous?.findings ?? []).flatMap(({ at, change, rule }) => (change === null ? [] : [about(rule, change.sha, at)])));
    const joins = chainCheck(world.header);
    const able = tallies.filter(({ tally }) => tally.untold === undefined);
    for await (const fact of landings) {
        const { changes, holes: missing } = auditedChanges(fact, world, deployed);
        for (const hole of [joins(fact.landing), ...missing])
            if (hole !== undefined && holes.length < mostHoles)
                holes.push(hole);
        counter.landing(fact.landing.count);
        commits.set(fact.landing.branch, (commits.get(fact.landing.branch) ?? 0) + fact.landing.count);
        for (const { rule, tally } of able)
            if (rule.about === 'landing')
                for (const outcome of rule.judge(fact, world))
                    tally.add(outcome);
        await spool.add(changes.map((change) => reportedChange(change, world)));
        for (const change of changes) {
            counter.change(change);
            for (const { rule, tally } of able) {
                if (rule.about !== 'change')
                    continue;
                const outcome = rule.judge(change, world);
                tally.add(outcome, change.landing.at);
                const key = about(rule.name, change.tip.sha, change.landing.at);
                if (outcome.kind !== 'not-tested' && asked.has(key))
                    judged.add(key);
            }
        }
    }
    return { counter, holes: [...holes, ...unequalTotals(world.totals, commits)], judged };
}
/** The worst first, those of one rule together, the newest of them first. */
function judge_inOrder(one, other) {
    const worse = severities.indexOf(other.severity) - severities.indexOf(one.severity);
    return worse || judge_byText(one.rule, other.rule) || judge_byText(other.at ?? '', one.at ?? '') || judge_byText(one.key, other.key);
}
function judge_byText(one, other) {
    return one === other ? 0 : one < other ? -1 : 1;
}
function shownAcceptance(acceptance, world) {
    if (acceptance === undefined)
        return null;
    const by = acceptedBy(acceptance.key, world);
    return { reason: acceptance.reason, owner: acceptance.owner, until: acceptance.until, ...(by === undefined ? {} : { by }) };
}
async function withoutNames(file, told) {
    const known = peopleOfAll(told);
    const aliases = await aliasesOf(file(), known);
    return async function* read() {
        const hide = pseudonyms(known, aliases);
        for await (const line of file())
            yield hide(line);
    };
}
/** Made here, so that an audit does not hold all that it was judged with: a function keeps each name of the one around it. */
function judge_changesOf(spool, keys) {
    return async function* changes() {
        // A SHA that landed twice is two changes, and a finding is about both.
        for await (const change of spool.all())
            yield { ...change, findings: keys.get(change.sha) ?? [] };
    };
}
async function* landingsOf(lines) {
    for await (const line of lines)
        if (line.kind === 'landing')
            yield line;
}
function keysByCommit(findings) {
    const keys = new Map();
    for (const { change, key, status, subject } of findings) {
        const sha = change?.sha ?? (subject.kind === 'commit' ? subject.id : undefined);
        if (sha === undefined || status === 'fixed')
            continue;
        const known = keys.get(sha);
        if (known === undefined)
            keys.set(sha, [key]);
        else
            known.push(key);
    }
    return keys;
}
/** The findings with who wrote the changes that they are about; as they are, also where a report hides names. What is carried has it from before. */
async function withAuthors(lines, world, found) {
    const wanted = new Set(found.flatMap(({ carried, change, status }) => (carried || status === 'fixed' ? [] : (change?.sha ?? []))));
    if (wanted.size === 0)
        return found;
    const authors = new Map();
    for await (const fact of landingsOf(lines)) {
        if (!fact.landing.commits.some(({ sha }) => wanted.has(sha)))
            continue;
        for (const change of auditedChanges(fact, world, new Map()).changes) {
            const { sha } = change.tip;
            if (!wanted.has(sha))
                continue;
            // A commit may land twice, each time in another pull request.
            authors.set(sha, [...(authors.get(sha) ?? []), ...digestsOf(namesOf(change, peopleFor(change, world)), sha)]);
        }
    }
    return found.map((finding) => {
        const { carried, change } = finding;
        const known = change === null || carried ? undefined : authors.get(change.sha);
        return change === null || known === undefined ? finding : { ...finding, change: { ...change, authors: known } };
    });
}

;// CONCATENATED MODULE: ./lib/audit/lines/check.js
const check_text = (value) => (typeof value === 'string' ? undefined : ' is no text');
const flag = (value) => (typeof value === 'boolean' ? undefined : ' is neither true nor false');
const whole = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : ' is no whole number');
const thing = (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : ' is no object');
/** A commit, a tree or another object of git. */
const check_sha = like(/^[0-9a-f]{40}$/, ' is not 40 hexadecimal digits');
const digest = like(/^[0-9a-f]{64}$/, ' is not 64 hexadecimal digits');
/** ISO 8601 in UTC. */
const moment = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(value) && !Number.isNaN(Date.parse(value))
    ? undefined
    : ' is no moment like 2026-11-02T12:00:00Z';
function like(pattern, fault) {
    return (value) => (typeof value === 'string' && pattern.test(value) ? undefined : fault);
}
function oneOf(...allowed) {
    return (value) => (typeof value === 'string' || typeof value === 'number') && allowed.includes(value) ? undefined : ` is none of ${allowed.join(', ')}`;
}
function orNull(check) {
    return (value) => (value === null ? undefined : check(value));
}
function ifThere(check) {
    return (value) => (value === undefined ? undefined : check(value));
}
function check_listOf(check) {
    return (value) => {
        if (!Array.isArray(value))
            return ' is no list';
        for (const [index, item] of value.entries()) {
            const fault = check(item);
            if (fault !== undefined)
                return `[${index}]${fault}`;
        }
        return undefined;
    };
}
/** An object whose names are data. */
function mapOf(name, check) {
    return (value) => {
        if (typeof value !== 'object' || value === null || Array.isArray(value))
            return ' is no object';
        for (const [key, item] of Object.entries(value)) {
            const fault = name(key) === undefined ? check(item) : ' is a name that does not belong here';
            if (fault !== undefined)
                return `[${JSON.stringify(key.slice(0, 80))}]${fault}`;
        }
        return undefined;
    };
}
/** An object with these fields. Others are not looked at. A field of the type without a check does not compile. */
function shape(checks) {
    const fields = Object.entries(checks);
    return (value) => {
        if (typeof value !== 'object' || value === null || Array.isArray(value))
            return ' is no object';
        for (const [key, check] of fields) {
            const fault = check(Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined);
            if (fault !== undefined)
                return `.${key}${fault}`;
        }
        return undefined;
    };
}

;// CONCATENATED MODULE: ./lib/audit/lines/landing-shape.js

const landing_shape_account = shape({ id: whole, login: check_text, kind: oneOf('person', 'bot') });
const signature = shape({ name: check_text, email: check_text, account: orNull(landing_shape_account) });
const commit = shape({
    sha: check_sha,
    tree: check_sha,
    parents: check_listOf(check_sha),
    title: check_text,
    author: signature,
    committer: signature,
    coAuthors: check_listOf(signature),
    mergeAlone: orNull(flag),
    suggestionAlone: flag,
});
const landing = shape({
    id: check_text,
    branch: check_text,
    kind: oneOf('push', 'force-push', 'pull-request', 'merge-queue', 'creation', 'deletion', 'unknown'),
    at: orNull(moment),
    actor: orNull(landing_shape_account),
    before: orNull(check_sha),
    after: orNull(check_sha),
    commits: check_listOf(commit),
    count: whole,
    removed: check_listOf(check_sha),
});
const review = shape({
    id: check_text,
    by: orNull(landing_shape_account),
    said: oneOf('APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED'),
    commit: orNull(check_sha),
    at: moment,
    dismissed: ifThere(shape({ at: moment, before: oneOf('APPROVED', 'CHANGES_REQUESTED') })),
});
const landing_shape_pullRequest = shape({
    number: whole,
    url: check_text,
    base: check_text,
    headBranch: orNull(check_text),
    openedBy: orNull(landing_shape_account),
    askedBy: orNull(landing_shape_account),
    mergedAt: moment,
    mergedBy: orNull(landing_shape_account),
    mergeCommit: orNull(check_sha),
    title: check_text,
    labels: check_listOf(shape({ name: check_text, at: moment, by: orNull(landing_shape_account) })),
    from: orNull(check_text),
    commitsCut: flag,
    pushedAt: orNull(moment),
    head: check_sha,
    commits: check_listOf(commit),
    reviews: check_listOf(review),
    forcePushes: check_listOf(moment),
    oldHeads: ifThere(check_listOf(shape({ sha: check_sha, tree: check_sha }))),
    baseChanges: ifThere(check_listOf(shape({ at: moment, from: check_text }))),
});
const record = shape({
    id: check_text,
    name: check_text,
    type: check_text,
    compliant: orNull(flag),
    at: moment,
    commit: orNull(check_text),
    fingerprint: orNull(check_text),
    target: orNull(check_text),
    by: orNull(check_text),
    override: orNull(shape({ id: check_text, type: check_text, reason: orNull(check_text) })),
    tests: orNull(shape({ total: whole, skipped: whole, failed: whole })),
    byForkClaim: flag,
    run: orNull(check_text),
    group: ifThere(check_text),
    read: flag,
});
const trail = shape({
    flow: check_text,
    name: check_text,
    url: orNull(check_text),
    at: moment,
    state: check_text,
    template: orNull(thing),
    templateVersion: orNull(whole),
    ownTemplate: orNull(flag),
    commits: check_listOf(check_text),
    records: check_listOf(record),
    artifacts: check_listOf(shape({ id: check_text, fingerprint: check_text, name: check_text, commit: orNull(check_text), at: moment })),
    cut: flag,
});
const aNumber = like(/^\d{1,15}$/, ' is no number');
/** `''` stands for what belongs to no pull request. */
const numberOrNone = like(/^\d{0,15}$/, ' is no number');
const landingFact = shape({
    kind: oneOf('landing'),
    landing,
    pulls: check_listOf(landing_shape_pullRequest),
    pullsOf: mapOf(check_sha, check_listOf((value) => (typeof value === 'number' ? aNumber(String(value)) : ' is no number'))),
    paths: mapOf(numberOrNone, orNull(check_listOf(check_text))),
    file: orNull(digest),
    workflows: orNull(check_sha),
    trails: check_listOf(trail),
    trees: mapOf(check_sha, check_sha),
});

;// CONCATENATED MODULE: ./lib/audit/lines/line-shapes.js



const brought = orNull(check_listOf(check_sha));
const header = shape({
    kind: oneOf('audit'),
    version: oneOf(1),
    tool: shape({ name: check_text, version: check_text, digest: orNull(check_text) }),
    workflow: orNull(check_text),
    run: orNull(check_text),
    inputs: mapOf(check_text, check_text),
    repository: orNull(check_text),
    serverUrl: check_text,
    service: orNull(shape({ url: check_text, org: check_text })),
    branches: check_listOf(shape({ name: check_text, tip: check_sha })),
    basis: oneOf('github', 'git'),
    period: shape({
        since: orNull(moment),
        until: moment,
        sinceSha: orNull(check_sha),
        by: oneOf('landing', 'committer-date', 'commits'),
    }),
    at: moment,
    flows: check_listOf(check_text),
    file: orNull(digest),
});
const deployment = shape({
    kind: oneOf('deployment'),
    source: oneOf('github', 'service'),
    id: check_text,
    environment: check_text,
    production: flag,
    at: moment,
    by: orNull(landing_shape_account),
    sha: orNull(check_sha),
    fingerprint: orNull(check_text),
    url: orNull(check_text),
    branch: orNull(check_text),
    running: flag,
    brought,
});
const release = shape({
    kind: oneOf('release'),
    tag: check_text,
    at: moment,
    by: orNull(landing_shape_account),
    sha: orNull(check_sha),
    url: orNull(check_text),
    branch: orNull(check_text),
    brought,
});
const tag = shape({
    kind: oneOf('tag'),
    name: check_text,
    sha: check_sha,
    moved: check_listOf(shape({ from: check_sha, to: check_sha, at: orNull(moment), by: orNull(landing_shape_account) })),
    url: orNull(check_text),
    told: ifThere(flag),
});
const artifact = shape({
    kind: oneOf('artifact'),
    fingerprint: check_text,
    name: check_text,
    flow: check_text,
    trail: orNull(check_text),
    commit: orNull(check_text),
    state: check_text,
    url: orNull(check_text),
    at: orNull(moment),
    running: check_listOf(check_text),
    withoutProvenance: flag,
});
const approval = shape({
    kind: oneOf('approval'),
    flow: check_text,
    number: whole,
    fingerprint: check_text,
    state: check_text,
    environment: orNull(check_text),
    at: moment,
    url: orNull(check_text),
    approvers: check_listOf(shape({ name: check_text, said: check_text, at: orNull(moment) })),
    by: orNull(check_text),
});
const workflowFile = shape({ path: check_text, text: check_text, brought: orNull(check_sha) });
const line_shapes_hole = { what: check_text, why: check_text, fix: check_text };
/** The check of each kind of line: what is written by another program, or was changed since, is foreign. */
const lineShapes = {
    audit: header,
    file: shape({ kind: oneOf('file'), digest: digest, text: check_text }),
    accepted: shape({ kind: oneOf('accepted'), key: check_text, commit: orNull(check_sha), pull: orNull(landing_shape_pullRequest) }),
    workflows: shape({ kind: oneOf('workflows'), tree: check_sha, files: check_listOf(workflowFile) }),
    flow: shape({
        kind: oneOf('flow'),
        name: check_text,
        url: orNull(check_text),
        template: orNull(thing),
        templates: ifThere(check_listOf(shape({ from: moment, template: thing }))),
    }),
    deployment,
    release,
    tag,
    artifact,
    approval,
    notification: shape({ kind: oneOf('notification'), name: check_text, targets: orNull(whole), failure: ifThere(orNull(check_text)) }),
    landing: landingFact,
    untold: shape({ kind: oneOf('untold'), source: oneOf(...sources), why: check_text, fix: check_text }),
    hole: shape({ kind: oneOf('hole'), ...line_shapes_hole }),
    query: shape({ kind: oneOf('query'), of: check_text, text: check_text, times: whole, answered: whole }),
    total: shape({ kind: oneOf('total'), name: check_text, source: check_text, count: whole }),
    end: shape({ kind: oneOf('end'), counts: mapOf(check_text, whole), trailsElsewhere: whole }),
};
/** A value as a line of a collected file, or what is wrong with it. */
function line_shapes_lineOf(value) {
    if (typeof value !== 'object' || value === null || !('kind' in value))
        return 'it has no kind';
    const { kind } = value;
    if (typeof kind !== 'string' || !isKind(kind))
        return 'its kind is none that this version knows';
    const fault = lineShapes[kind](value);
    const isLine = (_value) => fault === undefined;
    return isLine(value) ? value : `its ${kind}${fault}`;
}
function isKind(kind) {
    return Object.hasOwn(lineShapes, kind);
}

;// CONCATENATED MODULE: ./lib/audit/lines/read-lines.js




/** How each landing begins that this program wrote. */
const landingStart = '{"kind":"landing",';
const collectAgain = 'Collect again; the file is written by this program alone and is not to be changed';
/**
 * The lines of a collected file, each checked. A file that was cut off, or whose lines are not those that its end counts,
 * gives a hole: something of the population is missing, and the audit is unknown. Its last line is always an end.
 *
 * @throws {EvidenceError} where the file cannot be read, is of another version, or holds what is no line of an audit.
 */
async function* readLines(file, { landings = true } = {}) {
    const counts = new Map();
    let number = 0;
    let end;
    for await (const { text, whole } of readable(file)) {
        number += 1;
        if (text.trim() === '')
            continue;
        if (end !== undefined)
            throw faultOf('broken-file', file, number, 'it comes after the end');
        if (!landings && whole && counts.size > 0 && text.startsWith(landingStart)) {
            counts.set('landing', (counts.get('landing') ?? 0) + 1);
            continue;
        }
        const line = whole || isJson(text) ? parse(text, file, number) : undefined;
        // The last one, in its middle: where a run died, or a disk was full.
        if (line === undefined)
            break;
        if ((counts.size === 0) !== (line.kind === 'audit')) {
            throw faultOf('broken-file', file, number, counts.size === 0 ? 'the first line is not what was asked' : 'a second audit begins here');
        }
        if (line.kind === 'end') {
            end = line;
            continue;
        }
        counts.set(line.kind, (counts.get(line.kind) ?? 0) + 1);
        yield line;
    }
    if (counts.size === 0)
        throw faultOf('broken-file', file, 1, 'the file is empty');
    const hole = read_lines_holeOf(file, counts, end);
    if (hole !== undefined)
        yield hole;
    yield end ?? { kind: 'end', counts: Object.fromEntries(counts), trailsElsewhere: 0 };
}
async function* readable(file) {
    try {
        yield* textLines(file);
    }
    catch (error) {
        if (error instanceof TooLong)
            throw faultOf('too-large', file, error.line, error.message);
        const why = (0,lib_text/* oneLine */.TN)(error instanceof Error ? error.message : '', 200);
        throw new errors/* EvidenceError */.oe('unreadable-file', `The collected file cannot be read: ${why}`, {
            fix: 'Name the file that `audit collect` wrote',
            cause: error,
        });
    }
}
/** Names the lines that are missing by the counts of the last one. */
function read_lines_holeOf(file, counts, end) {
    const what = `lines of ${(0,lib_text/* oneLine */.TN)(file, 200)}`;
    if (end === undefined)
        return { kind: 'hole', what, why: 'The file was cut off: its last line is missing', fix: collectAgain };
    const kinds = new Set([...counts.keys(), ...Object.keys(end.counts)]);
    const wrong = [...kinds].filter((kind) => (counts.get(kind) ?? 0) !== (end.counts[kind] ?? 0));
    if (wrong.length === 0)
        return undefined;
    const said = wrong.map((kind) => `${counts.get(kind) ?? 0} of kind ${(0,lib_text/* oneLine */.TN)(kind, 40)} instead of ${end.counts[kind] ?? 0}`).join(', ');
    return { kind: 'hole', what, why: `The file holds other lines than were written: ${said}`, fix: collectAgain };
}
function parse(text, file, number) {
    let value;
    try {
        value = JSON.parse(text);
    }
    catch (error) {
        throw faultOf('broken-file', file, number, `it is no JSON: ${error instanceof Error ? error.message : ''}`);
    }
    const version = versionOf(value);
    if (number === 1 && version !== undefined && version !== known) {
        throw faultOf('broken-file', file, 1, `the file is of version ${JSON.stringify(version)}, and this program reads version ${known}`, {
            fix: 'Collect again with this program, or write the report with the one that collected',
        });
    }
    const line = line_shapes_lineOf(value);
    if (typeof line === 'string')
        throw faultOf('broken-file', file, number, line);
    return line;
}
const known = 1;
function versionOf(value) {
    return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'audit' && 'version' in value
        ? value.version
        : undefined;
}
function isJson(text) {
    try {
        JSON.parse(text);
        return true;
    }
    catch {
        return false;
    }
}
function faultOf(code, file, line, what, { fix = collectAgain } = {}) {
    const message = `${(0,lib_text/* oneLine */.TN)(file, 200)}, line ${line}: ${(0,lib_text/* oneLine */.TN)(what, 300)}`;
    return new errors/* EvidenceError */.oe(code, message, { fix, problems: [{ code, message, file, line, fix }] });
}

;// CONCATENATED MODULE: ./lib/audit/lines/write-lines.js


/** Text that is gathered before it is written, in characters. */
const write_lines_atOnce = 64 * 1024;
/**
 * Writes the lines of an audit to a file, one JSON text a line. They go to a temporary name next to it, which is changed when
 * the last line is out: a run that died leaves no file that looks whole.
 */
async function writeLines(lines, file) {
    const temporary = `${file}.${(0,external_node_crypto_.randomUUID)()}.part`;
    const handle = await (0,promises_.open)(temporary, 'wx');
    try {
        let waiting = '';
        let ended = false;
        for await (const line of lines) {
            waiting += `${JSON.stringify(line)}\n`;
            ended = line.kind === 'end';
            if (waiting.length < write_lines_atOnce && !ended)
                continue;
            await handle.appendFile(waiting);
            waiting = '';
        }
        if (!ended)
            throw new Error('The lines of an audit end without their last one');
        await handle.sync();
        await handle.close();
        await (0,promises_.rename)(temporary, file);
    }
    catch (error) {
        await handle.close().catch(() => { });
        await (0,promises_.rm)(temporary, { force: true });
        throw error;
    }
}

;// CONCATENATED MODULE: ./lib/audit/previous/top-level.js
/**
 * The texts of the values that a JSON object has under the names that are wanted. All others are passed over unread, and take
 * no memory, however long they are. Undefined where the text is no object, was cut off, or has one of the names twice.
 */
function topLevel(text, wanted) {
    const found = new Map();
    let at = afterSpace(text, 0);
    if (text[at] !== '{')
        return undefined;
    do {
        const name = afterSpace(text, at + 1);
        const nameEnd = text[name] === '"' ? endOfString(text, name) : undefined;
        if (nameEnd === undefined)
            return undefined;
        const colon = afterSpace(text, nameEnd);
        if (text[colon] !== ':')
            return undefined;
        const value = afterSpace(text, colon + 1);
        const end = endOfValue(text, value);
        if (end === undefined)
            return undefined;
        const key = text.slice(name + 1, nameEnd - 1);
        if (wanted.has(key)) {
            if (found.has(key))
                return undefined;
            found.set(key, text.slice(value, end));
        }
        at = afterSpace(text, end);
    } while (text[at] === ',');
    return text[at] === '}' && afterSpace(text, at + 1) === text.length ? found : undefined;
}
function afterSpace(text, from) {
    let at = from;
    while (' \t\n\r'.includes(text[at] ?? '.'))
        at += 1;
    return at;
}
/** The place after the quote that ends a string. */
function endOfString(text, start) {
    for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
        let escapes = 0;
        while (text[quote - 1 - escapes] === '\\')
            escapes += 1;
        if (escapes % 2 === 0)
            return quote + 1;
    }
    return undefined;
}
/** The place after a value: of a list or an object by its brackets, which are counted. */
function endOfValue(text, start) {
    const [first] = text.slice(start, start + 1);
    if (first === '"')
        return endOfString(text, start);
    const isNested = first === '{' || first === '[';
    const sign = isNested ? /["[\]{}]/g : /[\s,\]}]/g;
    sign.lastIndex = start;
    let depth = 0;
    for (let next = sign.exec(text); next !== null; next = sign.exec(text)) {
        if (!isNested)
            return next.index > start ? next.index : undefined;
        if (next[0] === '"') {
            const end = endOfString(text, next.index);
            if (end === undefined)
                return undefined;
            sign.lastIndex = end;
        }
        else if (next[0] === '{' || next[0] === '[')
            depth += 1;
        else if ((depth -= 1) === 0)
            return next.index + 1;
    }
    return undefined;
}

;// CONCATENATED MODULE: ./lib/audit/previous/read-previous.js




/** Characters of a report that are looked at: some 300,000 changes. */
const read_previous_longest = 400_000_000;
/** Characters of its findings, which are held in memory. */
const longestList = 100_000_000;
const names = ['version', 'complete', 'header', 'findings', 'completeUntil', 'tags'];
/**
 * All that this audit takes from the JSON report of the one before it. Somebody hands that file in, so that nothing in it is
 * believed before it was checked; its changes are passed over.
 *
 * @param digest SHA-256 of the file
 */
function readPrevious(text, digest) {
    if (text.length > read_previous_longest)
        throw read_previous_wrong(`has ${(0,lib_text/* grouped */.zD)(text.length)} characters, and at most ${(0,lib_text/* grouped */.zD)(read_previous_longest)} are read`);
    const found = topLevel(text.startsWith('\uFEFF') ? text.slice(1) : text, new Set(names));
    if (found === undefined)
        throw read_previous_wrong('is no JSON object, or was cut off');
    for (const name of names)
        if (!found.has(name))
            throw read_previous_wrong(`has no ${name}`);
    for (const [name, value] of found) {
        if (value.length > longestList)
            throw read_previous_wrong(`has ${(0,lib_text/* grouped */.zD)(value.length)} characters of ${name}, and at most ${(0,lib_text/* grouped */.zD)(longestList)} are read`);
    }
    const part = (name) => parsed(name, found.get(name) ?? '');
    const version = part('version');
    if (version !== 1)
        throw read_previous_wrong('is of a version that this program does not know: version is not 1', newer);
    const complete = part('complete');
    if (typeof complete !== 'boolean')
        throw read_previous_wrong('has no true or false in complete');
    const header = part('header');
    return {
        complete,
        since: momentOrNull((0,lib_text/* valueAt */.fK)(header, 'period', 'since'), 'header.period.since'),
        until: read_previous_moment((0,lib_text/* valueAt */.fK)(header, 'period', 'until'), 'header.period.until'),
        completeUntil: momentOrNull(part('completeUntil'), 'completeUntil'),
        findings: findingsOf(part('findings')),
        flows: textsOf((0,lib_text/* valueAt */.fK)(header, 'flows'), 'header.flows'),
        branches: textsOf(read_previous_namesOf((0,lib_text/* valueAt */.fK)(header, 'branches')), 'header.branches'),
        tags: tagsOf(part('tags')),
        digest,
    };
}
function findingsOf(list) {
    if (!Array.isArray(list))
        throw read_previous_wrong('has no list in findings');
    const keys = new Set();
    return list.flatMap((item, index) => {
        const place = `findings[${index}]`;
        const status = (0,lib_text/* stringAt */.bX)(item, 'status');
        if (status !== 'new' && status !== 'open' && status !== 'fixed')
            throw read_previous_wrong(`has no state in ${place}.status`);
        const key = filled(item, 'key', place);
        if (keys.has(key))
            throw read_previous_wrong(`has the key of ${place} twice`);
        keys.add(key);
        // A finding that was fixed then is not looked for now.
        return status === 'fixed' ? [] : [{ key, ...read_previous_findingOf(item, place) }];
    });
}
function read_previous_findingOf(item, place) {
    const severity = severities.find((each) => each === (0,lib_text/* stringAt */.bX)(item, 'severity'));
    if (severity === undefined)
        throw read_previous_wrong(`has no severity in ${place}.severity`);
    return {
        rule: filled(item, 'rule', place),
        severity,
        subject: read_previous_subjectOf((0,lib_text/* valueAt */.fK)(item, 'subject'), `${place}.subject`),
        message: filled(item, 'message', place),
        fix: filled(item, 'fix', place),
        controls: textsOf((0,lib_text/* valueAt */.fK)(item, 'controls'), `${place}.controls`),
        change: changeOf((0,lib_text/* valueAt */.fK)(item, 'change'), `${place}.change`),
        at: momentOrNull((0,lib_text/* valueAt */.fK)(item, 'at'), `${place}.at`),
        firstSeen: read_previous_moment((0,lib_text/* valueAt */.fK)(item, 'firstSeen'), `${place}.firstSeen`),
    };
}
/** Each kind of subject once: the compiler tells when one is added. */
const kinds = {
    artifact: 'artifact',
    audit: 'audit',
    branch: 'branch',
    commit: 'commit',
    deployment: 'deployment',
    notification: 'notification',
    'pull-request': 'pull-request',
    tag: 'tag',
    trail: 'trail',
};
function read_previous_subjectOf(subject, place) {
    const kind = Object.values(kinds).find((each) => each === (0,lib_text/* stringAt */.bX)(subject, 'kind'));
    if (kind === undefined)
        throw read_previous_wrong(`has no kind of subject in ${place}.kind`);
    const url = (0,lib_text/* stringAt */.bX)(subject, 'url');
    // It becomes a link: only an address of the web may.
    return { kind, id: filled(subject, 'id', place), url: (0,lib_text/* webAddress */.Dy)(url) === undefined ? null : (url ?? null) };
}
function read_previous_namesOf(list) {
    return Array.isArray(list) ? list.map((item) => (0,lib_text/* stringAt */.bX)(item, 'name')) : list;
}
function textsOf(list, place) {
    if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
        throw read_previous_wrong(`has no list of texts in ${place}`);
    return list;
}
function changeOf(change, place) {
    if (change === null)
        return null;
    const sha = (0,lib_text/* stringAt */.bX)(change, 'sha');
    const pull = (0,lib_text/* valueAt */.fK)(change, 'pull');
    if (sha === undefined || !/^[0-9a-f]{40}$/.test(sha))
        throw read_previous_wrong(`has no SHA in ${place}.sha`);
    if (pull !== null && !(typeof pull === 'number' && Number.isSafeInteger(pull)))
        throw read_previous_wrong(`has no number in ${place}.pull`);
    const authors = (0,lib_text/* valueAt */.fK)(change, 'authors');
    return { sha, pull, ...(authors === undefined ? {} : { authors: textsOf(authors, `${place}.authors`) }) };
}
function tagsOf(tags) {
    if (typeof tags !== 'object' || tags === null || Array.isArray(tags))
        throw read_previous_wrong('has no object in tags');
    const entries = Object.entries(tags).map(([name, sha]) => {
        if (typeof sha !== 'string' || !/^[0-9a-f]{40}$/.test(sha))
            throw read_previous_wrong('has a tag without the SHA of its commit');
        return [name, sha];
    });
    return Object.fromEntries(entries);
}
function filled(item, name, place) {
    const text = (0,lib_text/* stringAt */.bX)(item, name);
    if (text === undefined || text === '')
        throw read_previous_wrong(`has no text in ${place}.${name}`);
    return text;
}
function momentOrNull(value, place) {
    return value === null ? null : read_previous_moment(value, place);
}
function read_previous_moment(value, place) {
    const isMoment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(value);
    if (!isMoment || Number.isNaN(Date.parse(value)))
        throw read_previous_wrong(`has no moment in UTC in ${place}`);
    return value;
}
function parsed(name, text) {
    try {
        return JSON.parse(text);
    }
    catch (cause) {
        throw read_previous_wrong(`is no JSON in ${name}`, undefined, cause);
    }
}
const newer = 'Use the version of compliance-evidence that wrote it, or a newer one';
const read_previous_again = 'Give the whole file that the audit before wrote with --json. Without one every finding is new';
function read_previous_wrong(what, fix = read_previous_again, cause) {
    return new errors/* UsageError */.eb('invalid-input', `The report of the audit before (previous) ${what}`, {
        fix,
        ...(cause === undefined ? {} : { cause }),
    });
}

// EXTERNAL MODULE: ./lib/presentation/audit.js
var presentation_audit = __webpack_require__(367);
;// CONCATENATED MODULE: ./lib/audit/reports/numbers.js
/** The result of an audit in numbers. An accepted finding is open all the same. */
function numbersOf({ complete, findings, rules, totals }) {
    const open = findings.filter(({ status }) => status !== 'fixed');
    const { changes, commits, landings } = totals;
    return {
        complete,
        changes,
        landings,
        commits,
        open: open.length,
        accepted: open.filter(({ accepted }) => accepted !== null).length,
        fresh: open.filter(({ status }) => status === 'new').length,
        fixed: findings.length - open.length,
        untested: rules.filter(({ result }) => result === 'not tested').length,
        partly: rules.filter(({ result, why }) => result === 'tested' && why !== null).length,
    };
}

;// CONCATENATED MODULE: ./lib/audit/reports/badge.js



const label = 'audit';
/** Green is for an audit that tested everything, alone. The names are those of shields.io, with the colours they stand for. */
const colors = {
    unknown: ['lightgrey', '#737373'],
    found: ['red', '#b42318'],
    accepted: ['yellow', '#8a6100'],
    empty: ['lightgrey', '#737373'],
    partial: ['blue', '#175cd3'],
    clear: ['brightgreen', '#067647'],
};
/** The badge as shields.io reads it from an address (https://shields.io/badges/endpoint-badge). */
async function* badgeJson(audit) {
    const { kind, message } = told(audit);
    const [color] = colors[kind];
    // Nobody can change the colour of a badge with `isError` by a parameter of its address.
    yield `${JSON.stringify({ schemaVersion: 1, label, message, color, isError: kind !== 'clear' })}\n`;
}
/** The same as a picture. It loads nothing, and says the same to those who cannot see it. */
async function* badgeSvg(audit) {
    const { kind, message } = told(audit);
    const [, color] = colors[kind];
    const [left, right] = [width(label), width(message)];
    const whole = left + right;
    yield `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="20" role="img" aria-label="${label}: ${message}">
<title>${label}: ${message}</title>
<clipPath id="r"><rect width="${whole}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#404040"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${left / 2}" y="14" textLength="${left - 12}">${label}</text>
<text x="${left + right / 2}" y="14" textLength="${right - 12}">${message}</text>
</g>
</svg>
`;
}
/** Our own words and numbers alone, none of which markup could be made of. */
function told(audit) {
    const numbers = numbersOf(audit);
    const { kind } = (0,presentation_audit/* auditWords */.ti)(numbers);
    switch (kind) {
        case 'unknown':
            return { kind, message: 'unknown' };
        case 'empty':
            return { kind, message: 'nothing landed' };
        case 'clear':
            return { kind, message: 'no open findings' };
        case 'partial':
            return { kind, message: `no open findings, ${(0,presentation_audit/* untestedWords */.qw)(numbers) ?? ''}` };
        case 'accepted':
            return { kind, message: `${(0,lib_text/* count */.U9)(numbers.open, 'open finding')}, accepted` };
        case 'found':
            return { kind, message: (0,lib_text/* count */.U9)(numbers.open, 'open finding') };
    }
}
/** Pixels that a text takes up, about: the picture stretches it to that. */
function width(text) {
    return Math.round(text.length * 6.4) + 12;
}

;// CONCATENATED MODULE: ./lib/audit/reports/csv/cell.js

/*
 * A table that is opened in a spreadsheet runs what looks like a formula. OWASP's way against that: an apostrophe in
 * front, and the cell between quotes, with each quote in it doubled (https://owasp.org/www-community/attacks/CSV_Injection).
 */
/** Longer ones a spreadsheet would part: Excel takes 32,767 characters. */
const cell_longest = 32_000;
/**
 * Where a cell may begin: at its start, and after what a spreadsheet of another country, or by another choice, takes for
 * the end of a cell. Behind it, also after spaces and quotes, stands a sign that begins a formula, in its full-width and
 * small forms too, a tab or a line break, or an apostrophe: that one is doubled, so that what was put in can be taken out.
 */
const before = String.raw `(?<=^|[;\|\t\n])`;
const sign = String.raw `(?=[[\s"]--[\t\n]]*['=+\-@＝＋－＠﹦﹢﹣﹫−\t\n])`;
const formula = new RegExp(`${before}${sign}`, 'gv');
const neutralized = new RegExp(`${before}'${sign}`, 'gv');
/** One cell, between quotes. Without what nobody sees, and what turns the direction of writing. */
function cell(text) {
    const seen = text
        .toWellFormed()
        .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
        .replace(lib_text/* unprintable */.hO, '');
    return `"${(0,lib_text/* cut */.Jj)(seen, cell_longest).replace(formula, "'").replaceAll('"', '""')}"`;
}
/** The text that stood in a cell, from what a reader of CSV makes of it: for those who want to compare it. */
function plainCell(text) {
    return text.replace(neutralized, '');
}
/** A row as RFC 4180 has it: the cells with commas between them, and CR LF at its end. */
function row(cells) {
    return `${cells.map(cell).join(',')}\r\n`;
}

;// CONCATENATED MODULE: ./lib/audit/reports/csv/columns.js
/** The state of a change in each flow, as `flow: word`, one flow after the other. */
function columns_ofFlows(word) {
    return ({ coverage }) => coverage.map((each) => `${each.flow}: ${word(each) ?? ''}`).join('; ');
}
const changeColumns = [
    { name: 'sha', cell: ({ sha }) => sha },
    { name: 'pull_request', cell: ({ pull }) => String(pull?.number ?? '') },
    { name: 'branch', cell: ({ branch }) => branch },
    { name: 'landed_at', cell: ({ landedAt }) => landedAt ?? '' },
    { name: 'landing', cell: ({ landing }) => landing },
    { name: 'landing_kind', cell: ({ landingKind }) => landingKind },
    { name: 'title', cell: ({ title }) => title },
    { name: 'commits', cell: ({ commits }) => String(commits) },
    { name: 'authors', cell: ({ authors }) => authors.join('; ') },
    { name: 'reviewers', cell: ({ reviewers }) => reviewers.join('; ') },
    { name: 'approved_at', cell: ({ approvedAt }) => approvedAt ?? '' },
    { name: 'merged_by', cell: ({ mergedBy }) => mergedBy ?? '' },
    { name: 'state', cell: ({ state }) => state },
    { name: 'match', cell: columns_ofFlows(({ match }) => match) },
    { name: 'trails', cell: columns_ofFlows(({ trail }) => trail) },
    { name: 'at_merge', cell: columns_ofFlows(({ atMerge }) => atMerge) },
    { name: 'at_deployment', cell: columns_ofFlows(({ atDeployment }) => atDeployment ?? 'not deployed') },
    { name: 'now', cell: columns_ofFlows(({ now }) => now) },
    { name: 'now_by_todays_template', cell: columns_ofFlows(({ nowByTodaysTemplate }) => nowByTodaysTemplate) },
    { name: 'lacks', cell: columns_ofFlows(({ lacks }) => lacks.join(', ')) },
    { name: 'tests', cell: ({ tests }) => tests ?? '' },
    { name: 'deployments', cell: ({ deployments }) => deployments.map(({ at, environment }) => `${environment} at ${at}`).join('; ') },
    { name: 'findings', cell: ({ findings }) => findings.join('; ') },
    { name: 'commit_url', cell: ({ url }) => url ?? '' },
    { name: 'pull_request_url', cell: ({ pull }) => pull?.url ?? '' },
    { name: 'run_url', cell: ({ run }) => run ?? '' },
    { name: 'trail_urls', cell: columns_ofFlows(({ url }) => url) },
    { name: 'deployment_urls', cell: ({ deployments }) => deployments.map(({ url }) => url ?? '').join('; ') },
];

;// CONCATENATED MODULE: ./lib/audit/reports/csv.js


/**
 * All changes as a table, one a row, by RFC 4180. It begins with the mark of UTF-8: without that Excel reads it by the code
 * page of the machine.
 */
async function* csv(audit) {
    yield `\uFEFF${row(changeColumns.map(({ name }) => name))}`;
    for await (const change of audit.changes())
        yield row(changeColumns.map(({ cell }) => cell(change)));
}

;// CONCATENATED MODULE: ./lib/html/html.js

/** Markup. Only `html` makes it of texts, so that a foreign text is never taken for it. */
class Html {
    #markup;
    /** `markup` as it stands: for our own constants alone. */
    constructor(markup) {
        this.#markup = markup;
    }
    toString() {
        return this.#markup;
    }
}
/** Longest text that is shown of a value, in UTF-16 units. */
const longestText = 10_000;
/** Markup with values in it: whatever is not markup itself is shown as the text that it is, in elements and in quoted attributes. */
function html_html(parts, ...children) {
    return new Html(parts.map((part, index) => `${part}${markupOf(children[index])}`).join(''));
}
function markupOf(child) {
    if (child === undefined)
        return '';
    if (child instanceof Html)
        return child.toString();
    return typeof child === 'object' ? child.map(markupOf).join('') : escaped(String(child));
}
/** Without what nobody sees, and what turns the direction of writing. */
function escaped(text) {
    return (0,lib_text/* cut */.Jj)(text.toWellFormed().replace(lib_text/* unprintable */.hO, ''), longestText).replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

;// CONCATENATED MODULE: ./lib/html/web-link.js


/** A link to a foreign address where that is one of the web; else what it would show: `javascript:` in a link runs in our page. */
function webLink(address, shown) {
    const url = (0,lib_text/* webAddress */.Dy)(address);
    if (url === undefined || url.href.length > longestText)
        return html_html `${shown}`;
    return html_html `<a href="${url.href}" rel="noopener noreferrer nofollow">${shown}</a>`;
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/parts.js


/** Longest foreign text on one line, in UTF-16 units; of more than this nothing is read. */
const parts_longestLine = 300;
const mostRead = 20_000;
/** A foreign text on one line. Marks that stack up over their neighbours stay with four. */
function line(text, longest = parts_longestLine) {
    const seen = text
        .slice(0, mostRead)
        .toWellFormed()
        .replace(lib_text/* unprintable */.hO, '')
        .replace(/(\p{M}{4})\p{M}+/gu, '$1')
        .replace(/\s+/g, ' ')
        .trim();
    return seen === '' ? '(nothing that can be seen)' : (0,lib_text/* cut */.Jj)(seen, longest);
}
/** A foreign text that may be nothing. */
function parts_name(text, absent = 'not known') {
    return text === null || text === undefined ? html_html `<span class="soft">${absent}</span>` : html_html `<span class="name">${line(text)}</span>`;
}
function code(text, longest) {
    return html_html `<code>${line(text, longest)}</code>`;
}
function badge({ mark, tone, word }) {
    return html_html `<span class="state ${tone}"><span aria-hidden="true">${mark}</span> ${word}</span>`;
}
/** A moment in UTC, to the minute; a text that is none is shown as it is. */
function parts_moment(at, absent = 'not known') {
    if (at === null)
        return html_html `<span class="soft">${absent}</span>`;
    const read = new Date(at);
    if (Number.isNaN(read.getTime()))
        return parts_name(at);
    const text = read.toISOString();
    return html_html `<time datetime="${text.slice(0, 19)}Z">${text.slice(0, 10)} ${text.slice(11, 16)} UTC</time>`;
}
/** The day of a moment: `2026-11-16`. */
function parts_day(at) {
    const read = new Date(at);
    if (Number.isNaN(read.getTime()))
        return parts_name(at);
    const text = read.toISOString().slice(0, 10);
    return html_html `<time datetime="${text}">${text}</time>`;
}
/** A commit by its first twelve digits. */
function parts_commit(sha, url) {
    return webLink(url, html_html `<code>${line(sha).slice(0, 12)}</code>`);
}
/** The beginning of a part of the report, with its heading; `sectionEnd` follows what is in it. Both texts are constants of ours. */
function sectionStart(id, title) {
    return new Html(`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2> `);
}
const sectionEnd = new Html('</section> ');
/** A part of the report. */
function section(id, title, ...content) {
    return html_html `${sectionStart(id, title)}${content}${sectionEnd}`;
}
/** A list whose items are written one by one. */
const listStart = new Html('<ol class="rows">');
const listEnd = new Html('</ol> ');
/**
 * The beginning of a table in a box that scrolls by itself, and that the keyboard reaches; `tableEnd` follows its rows.
 *
 * @param id a constant of ours
 */
function tableStart(id, caption, columns, narrow = 'cards') {
    const head = html_html `<thead>
    <tr>
      ${columns.map((column) => html_html `<th scope="col" ${column.number === true ? numeric : undefined}>${column.name}</th>`)}
    </tr>
  </thead>`;
    const box = new Html(`<div class="scroll" role="group" aria-labelledby="${id}-caption" tabindex="0"><table id="${id}" class="${narrow}">`);
    return html_html `${box}
    <caption id="${id}-caption">
      ${caption}
    </caption>
    ${head}${new Html('<tbody>')} `;
}
const tableEnd = new Html('</tbody></table></div> ');
const numeric = new Html(' class="number"');
/** A row: its first cell is its heading. On a narrow screen each cell names its column by itself. */
function parts_row(columns, [first, ...cells]) {
    return html_html `<tr>
    <th scope="row">${first}</th>
    ${cells.map((cell, index) => {
        const column = columns[index + 1];
        return html_html `<td data-label="${column?.name}" ${column?.number === true ? numeric : undefined}>${cell}</td>`;
    })}
  </tr> `;
}
function table(id, caption, columns, rows, narrow) {
    return html_html `${tableStart(id, caption, columns, narrow)}${rows.map((cells) => parts_row(columns, cells))}${tableEnd}`;
}
/** As many as there is room for, and how many are left out. */
function firstOf(items, most) {
    return { shown: items.slice(0, most), left: Math.max(0, items.length - most) };
}
/** A line that counts what is not shown, and says where it is; nothing where all is shown. */
function leftOut(left, noun, where) {
    return left === 0 ? undefined : html_html `<p class="left-out"><strong>Not shown here: ${(0,lib_text/* count */.U9)(left, noun)}.</strong> ${where}</p>`;
}
/** Names on lines of their own. */
function lines(items, absent, most = 10) {
    if (items.length === 0)
        return html_html `<span class="soft">${absent}</span>`;
    const { left, shown } = firstOf(items, most);
    if (shown.length === 1)
        return html_html `${shown}`;
    return html_html `<ul class="plain">
    ${shown.map((item) => html_html `<li>${item}</li>`)}${left === 0 ? undefined : html_html `<li>and ${left} more</li>`}
  </ul>`;
}
/** Names and what is known of each. */
function facts(...each) {
    return html_html `<dl>
    ${each.map(([term, value]) => html_html `<dt>${term}</dt>
          <dd>${value}</dd>`)}
  </dl> `;
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/words.js


/** The states of a change in the order in which they are stacked and listed, the best first. */
const words_states = {
    covered: { mark: '✔', word: 'covered', tone: 'good' },
    'covered-later': { mark: '…', word: 'covered after its merge alone', tone: 'open' },
    'tested-on-head-only': { mark: '…', word: 'tested on its head alone', tone: 'open' },
    'outside-every-flow': { mark: '–', word: 'outside every flow', tone: 'soft' },
    excluded: { mark: '–', word: 'left out', tone: 'soft' },
    incomplete: { mark: '…', word: 'incomplete', tone: 'open' },
    unknown: { mark: '?', word: 'unknown', tone: 'open' },
    'non-compliant': { mark: '✘', word: 'not compliant', tone: 'bad' },
    uncovered: { mark: '✘', word: 'no evidence', tone: 'bad' },
};
/** The meaning of each state, for those who read the first report of their life. */
const meanings = {
    covered: 'evidence of all that it owes existed when it landed, and said yes',
    'covered-later': 'the evidence came after the merge',
    'tested-on-head-only': 'what was tested is the head of its pull request, and the branch had moved since',
    'outside-every-flow': 'it touches nothing that owes evidence',
    excluded: "the audit's file leaves it out, with a reason and an owner",
    incomplete: 'some of the evidence that it owes was never recorded',
    unknown: 'nobody can tell from what was read',
    'non-compliant': 'its evidence says no',
    uncovered: 'nothing was recorded about it',
};
/** A state that this version does not know is shown as it came, and is never good. */
function stateWords(state) {
    return isState(state) ? words_states[state] : { mark: '?', word: line(state, 60), tone: 'open' };
}
function isState(state) {
    return Object.hasOwn(words_states, state);
}
const coverWords = {
    compliant: { mark: '✔', word: 'compliant', tone: 'good' },
    'non-compliant': { mark: '✘', word: 'not compliant', tone: 'bad' },
    incomplete: { mark: '…', word: 'incomplete', tone: 'open' },
    none: { mark: '✘', word: 'no evidence', tone: 'bad' },
    unknown: { mark: '?', word: 'unknown', tone: 'open' },
    'not-known': { mark: '?', word: 'moment not known', tone: 'open' },
};
function cover(state) {
    return state === null ? { mark: '–', word: 'not deployed', tone: 'soft' } : coverWords[state];
}
const matchWords = {
    sha: 'the commit itself',
    group: 'the head of its merge group',
    tree: 'the same files, tested for its pull request',
    head: 'the head of its pull request, on another base',
    none: 'no trail',
};
const severityMarks = {
    critical: { mark: '▲▲', word: 'critical', tone: 'bad' },
    high: { mark: '▲', word: 'high', tone: 'bad' },
    medium: { mark: '◆', word: 'medium', tone: 'open' },
    low: { mark: '▽', word: 'low', tone: 'soft' },
};
function severityWords(severity) {
    return severityMarks[severity];
}
/** The worst first. */
const worstFirst = severities.toReversed();
const landingWords = {
    push: 'pushed directly',
    'force-push': 'pushed by force',
    'pull-request': 'merged',
    'merge-queue': 'merged by the queue',
    creation: 'branch created',
    deletion: 'branch deleted',
    unknown: 'way not known',
};
const subjectWords = {
    commit: 'Commit',
    'pull-request': 'Pull request',
    artifact: 'Artifact',
    trail: 'Trail',
    tag: 'Tag',
    branch: 'Branch',
    deployment: 'Deployment',
    notification: 'Notification',
    audit: 'Audit',
};

;// CONCATENATED MODULE: ./lib/audit/reports/html/changes.js




/** Rows that are shown: a browser does not get on with more. */
const mostRows = 5000;
/** Flows of a change that are shown. */
const mostFlows = 10;
const columns = [
    { name: 'Change' },
    { name: 'Written by' },
    { name: 'Reviewed by' },
    { name: 'Tests' },
    { name: 'Landed' },
    { name: 'Deployed' },
    { name: 'At merge' },
    { name: 'At deployment' },
    { name: 'Now' },
    { name: 'Findings' },
];
/** One row a change, in pieces, as they are read. */
async function* changes(audit, all, { numbers }) {
    yield sectionStart('changes', 'Every change');
    if (all === 0) {
        yield html_html `<p>Nothing landed in the period.</p>
      ${sectionEnd}`;
        return;
    }
    const byKey = new Map(audit.findings.map((finding) => [finding.key, finding]));
    const untold = new Set(audit.world.untold.map(({ source }) => source));
    const left = Math.max(0, all - mostRows);
    yield html_html `${leftOut(left, 'change', 'The CSV report has all.')}
  ${tableStart('all-changes', left === 0 ? `${(0,lib_text/* count */.U9)(all, 'change')}, in the order of the collected file` : `The first ${(0,lib_text/* count */.U9)(mostRows, 'change')} of ${(0,lib_text/* count */.U9)(all, 'change')}, in the order of the collected file`, columns)}`;
    let shown = 0;
    for await (const change of audit.changes()) {
        if (shown === mostRows)
            break;
        shown += 1;
        yield parts_row(columns, cells(change, untold, (key) => findingLink(key, byKey, numbers)));
    }
    yield html_html `${tableEnd}${leftOut(left, 'change', 'The CSV report has all.')}${sectionEnd}`;
}
/** `untold` are the sources that did not tell: what they would have told is not known, and not absent. */
function cells(change, untold, link) {
    const { approvedAt, authors, branch, commits, coverage, deployments, excluded, findings, landedAt, landingKind, mergedBy } = change;
    const { pull, reviewers, run, sha, state, tests, title, url } = change;
    const person = (login) => parts_name(login);
    const noPull = untold.has('pull-requests') ? 'pull request not known' : 'no pull request';
    const noApproval = untold.has('pull-requests') ? 'not known' : 'no approval';
    const undeployed = untold.has('deployments') ? { mark: '?', word: 'not known', tone: 'open' } : cover(null);
    return [
        html_html `<span class="title">${parts_name(title)}</span>
      <span class="about">${badge(stateWords(state))}</span>
      <span class="about"
        >${pull === null ? html_html `<span class="soft">${noPull}</span>` : webLink(pull.url, `#${pull.number}`)} ${parts_commit(sha, url)}
        ${commits === 1 ? undefined : html_html `<span class="soft">${(0,lib_text/* count */.U9)(commits, 'commit')}</span>`}</span
      >${excluded === null ? undefined : html_html `<span class="about">Left out by ${parts_name(excluded.owner)}: ${parts_name(excluded.reason)}</span>`}`,
        lines(authors.map(person), 'not known'),
        html_html `${lines(reviewers.map(person), noApproval)}${approvedAt === null ? undefined : html_html `<span class="about">approved ${parts_moment(approvedAt)}</span>`}`,
        html_html `${parts_name(tests, 'no counts')}${run === null ? undefined : html_html `<span class="about">${webLink(run, 'run of the tests')}</span>`}`,
        html_html `${parts_moment(landedAt, 'time not known')}
      <span class="about"
        >${landingWords[landingKind] ?? line(landingKind, 60)}${mergedBy === null ? undefined : html_html ` by ${parts_name(mergedBy)}`}</span
      >
      <span class="about">on ${parts_name(branch)}</span>`,
        lines(deployments.map(({ at, environment, url: page }) => html_html `${webLink(page, parts_name(environment))} <span class="about">${parts_moment(at)}</span>`), untold.has('deployments') ? 'not known' : 'no deployment', 5),
        changes_states(coverage, change, atMerge),
        changes_states(coverage, change, (one) => badge(one.atDeployment === null ? undeployed : cover(one.atDeployment))),
        changes_states(coverage, change, (one) => html_html `${badge(cover(one.now))}${todays(one)}`),
        lines(findings.map(link), 'none'),
    ];
}
/** A line for each flow; of a change without any, why. */
function changes_states(coverage, { state }, shown) {
    if (coverage.length === 0 && state === 'uncovered')
        return badge(stateWords(state));
    const none = state === 'excluded' || state === 'outside-every-flow' ? 'nothing owed' : 'not known';
    const flow = (one) => coverage.length === 1 ? undefined : html_html `<span class="flow">${line(one.flow, 80)}</span> `;
    return lines(coverage.map((one) => html_html `${flow(one)}${shown(one)}`), none, mostFlows);
}
function atMerge({ atMerge: state, flow, lacks, match, trail, url }) {
    const by = trail === null ? matchWords.none : `by ${matchWords[match]}`;
    return html_html `${badge(cover(state))}
    <span class="about">${trail === null ? code(flow, 80) : webLink(url, code(flow, 80))}: ${by}</span>
    ${lacks.length === 0
        ? undefined
        : html_html `<div class="about">
            lacks
            ${lines(lacks.map((lack) => parts_name(lack)), '', 5)}
          </div>`}`;
}
function todays({ now, nowByTodaysTemplate }) {
    return now === nowByTodaysTemplate
        ? undefined
        : html_html `<span class="about">by today's template: ${badge(cover(nowByTodaysTemplate))}</span>`;
}
/** The rule of a finding and its severity, with a way to it where it is shown. */
function findingLink(key, byKey, numbers) {
    const finding = byKey.get(key);
    const number = numbers.get(key);
    const words = finding === undefined
        ? line(key)
        : `${line(finding.rule)} (${severityWords(finding.severity).word}${finding.accepted === null ? '' : ', accepted'})`;
    return number === undefined ? html_html `${words}` : html_html `<a href="#f${number}">${words}</a>`;
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/counts.js
/** All that can be held against each other: what the audit counted, and what others did. */
function comparisons(audit, gathered) {
    const { totals, world } = audit;
    const { deployments, releases, tags, artifacts, approvals, notifications, flows } = world;
    const own = {
        changes: totals.changes,
        landings: totals.landings,
        commits: totals.commits,
        'pull requests': gathered.pulls,
        [merged]: gathered.pulls,
        deployments: deployments.length,
        releases: releases.length,
        tags: tags.length,
        artifacts: artifacts.length,
        approvals: approvals.length,
        notifications: notifications.length,
        flows: flows.size,
    };
    return [
        { what: 'changes', here: totals.changes, by: 'the changes of this report, read one by one', there: gathered.changes },
        { what: 'changes', here: totals.changes, by: 'the sum of all states', there: sum(Object.values(totals.states)) },
        { what: 'commits', here: totals.commits, by: 'the commits of each change, added up', there: gathered.commits },
        { what: 'landings', here: totals.landings, by: 'the last line of the collected file', there: world.end.counts['landing'] ?? null },
        ...world.totals.map(({ count, name, source }) => ({
            what: name,
            here: ofBranch(name, audit, gathered) ?? (Object.hasOwn(own, counts_plain(name)) ? (own[counts_plain(name)] ?? null) : null),
            by: source,
            there: count,
            near: counts_plain(name).startsWith(merged),
        })),
    ];
}
const merged = 'merged pull requests';
function counts_plain(name) {
    return name.toLowerCase().replaceAll(/[-_\s]+/g, ' ');
}
/** The count for the branch that a name ends with, as in `commits: main`. */
function ofBranch(name, { world }, { branches }) {
    const [, what = '', branch = ''] = /^(.*?): (.*)$/s.exec(name) ?? [];
    if (!world.header.branches.some((audited) => audited.name === branch))
        return undefined;
    const own = branches.get(branch) ?? { commits: 0, pulls: 0 };
    return what === 'commits' ? own.commits : what === merged ? own.pulls : undefined;
}
/** Counts that are there twice and differ. */
function differing(all) {
    return all.filter(({ here, there }) => here !== null && there !== null && here !== there);
}
/** Those of them that say that something is wrong. */
function unequal(all) {
    return differing(all).filter(({ near }) => near !== true);
}
function sum(numbers) {
    return [...numbers].reduce((total, number) => total + number, 0);
}

// EXTERNAL MODULE: ./lib/presentation/accepted.js
var presentation_accepted = __webpack_require__(6551);
;// CONCATENATED MODULE: ./lib/audit/reports/html/gathered.js
/** Changes that a list of exceptions shows. */
const mostExceptions = 500;
/** Reads all changes once. Its memory does not grow with them, but for the numbers of their pull requests. */
async function gather(audit) {
    const asked = new Set(audit.totals.emergencies.slice(0, mostExceptions));
    const pulls = new Set();
    const branches = new Map();
    const of = (branch) => {
        const own = branches.get(branch) ?? { commits: 0, pulls: new Set() };
        branches.set(branch, own);
        return own;
    };
    const excluded = [];
    const emergencies = new Map();
    let [all, commits] = [0, 0];
    for await (const change of audit.changes()) {
        const { branch, pull, state } = change;
        of(branch).commits += change.commits;
        all += 1;
        commits += change.commits;
        if (state === 'excluded' && excluded.length < mostExceptions)
            excluded.push(change);
        if (pull === null)
            continue;
        pulls.add(pull.number);
        if (pull.mergedAt === undefined || gathered_isWithin(pull.mergedAt, audit))
            of(pull.base ?? branch).pulls.add(pull.number);
        if (asked.has(pull.number) && !emergencies.has(pull.number))
            emergencies.set(pull.number, change);
    }
    const byBranch = [...branches].map(([name, own]) => [name, { commits: own.commits, pulls: own.pulls.size }]);
    return { changes: all, commits, pulls: pulls.size, branches: new Map(byBranch), excluded, emergencies };
}
function gathered_isWithin(at, { world }) {
    const { since, until } = world.header.period;
    return Date.parse(at) < Date.parse(until) && (since === null || Date.parse(at) >= Date.parse(since));
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/scope.js



const scope_mostFlows = 200;
/** The scope: branches, time, flows, and by which file. */
function scope({ totals, world }) {
    const { branches, file, flows, repository, service } = world.header;
    const left = totals.states['excluded'] ?? 0;
    return section('scope', 'Scope', facts(['Repository', repository === null ? parts_name(null) : webLink(repositoryUrl(world.header), line(repository))], ['Period', period(world.header)], [
        'Evidence service',
        service === null ? 'none was asked' : html_html `${webLink(service.url, line(service.url))}, organization ${parts_name(service.org)}`,
    ], [
        'Flows asked for',
        flows.length === 0
            ? "none by name: those of the audit's file, else all"
            : lines(flows.map((flow) => code(flow)), '', 50),
    ], [
        "The audit's file",
        file === null ? 'there is none' : html_html `<code>.github/compliance-audit.yml</code>, SHA-256 <code class="long">${line(file)}</code>`,
    ], ['Left out', left === 0 ? 'no change' : html_html `${(0,lib_text/* count */.U9)(left, 'change')}, <a href="#excluded">each with its reason and its owner</a>`]), table('branches', 'Audited branches, and where each stood when the audit began', [{ name: 'Branch' }, { name: 'Tip' }], branches.map((branch) => [
        parts_name(branch.name),
        webLink(commitUrl(world.header, branch.tip), html_html `<code class="long">${line(branch.tip)}</code>`),
    ])), mapping(world));
}
const mostInShort = 5;
/** The scope in a sentence, for the first page. */
function inShort({ branches, flows, service }) {
    const names = (some) => {
        const { left, shown } = firstOf(some, mostInShort);
        return html_html `${shown.map((one, index) => html_html `${index === 0 ? undefined : ', '}${parts_name(one)}`)}${left === 0 ? undefined : ` and ${left} more`}`;
    };
    const [branch, flow] = [branches.length === 1 ? 'Branch' : 'Branches', flows.length === 1 ? 'flow' : 'flows'];
    return html_html `${branches.length === 0 ? 'No branch' : html_html `${branch} ${names(branches.map((one) => one.name))}`};
    ${service === null ? 'no evidence service was asked' : html_html `evidence of organization ${parts_name(service.org)} at ${parts_name(service.url)}`}${flows.length === 0 ? undefined : html_html `, ${flow} ${names(flows)} alone`}. <a href="#scope">All of the scope</a>`;
}
function mapping({ file }) {
    if (file === null || file.flows.length === 0)
        return undefined;
    const { left, shown } = firstOf(file.flows, scope_mostFlows);
    const globs = (some, all) => lines(some.map((glob) => code(glob)), all);
    return html_html `${table('mapping', "What owes which evidence, by the audit's file of now", [{ name: 'Flow' }, { name: 'Paths' }, { name: 'Branches' }, { name: 'From' }, { name: "Evidence of the pull request's head" }], shown.map((flow) => [
        code(flow.name),
        globs(flow.paths, 'every path'),
        globs(flow.branches, 'every audited branch'),
        parts_moment(flow.from, 'always'),
        flow.headIsEnough ? 'is enough' : 'is not enough where the base moved',
    ]))}${leftOut(left, 'flow', "The audit's file has all.")}`;
}
/** The period in words: half open, and by which clock. */
function period(header) {
    const { by, since, sinceSha, until } = header.period;
    const linked = (sha) => parts_commit(sha, commitUrl(header, sha));
    const from = since !== null ? html_html `from ${parts_moment(since)}` : sinceSha === null ? html_html `from the beginning` : html_html `after commit ${linked(sinceSha)}`;
    if (by === 'commits') {
        const [tip, ...more] = header.branches.map((branch) => branch.tip);
        return html_html `${from} up to ${tip === undefined || more.length > 0 ? 'the tip of each branch' : html_html `commit ${linked(tip)}`}, by commits`;
    }
    const clock = by === 'landing' ? 'by the time of landing' : 'by committer dates: a claim of whoever committed';
    return html_html `${from} up to ${parts_moment(until)}, ${clock}`;
}
function repositoryUrl({ repository, serverUrl }) {
    return repository === null ? null : `${serverUrl}/${repository}`;
}
function commitUrl(header, sha) {
    const repository = repositoryUrl(header);
    return repository === null ? null : `${repository}/commit/${encodeURIComponent(sha)}`;
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/exceptions.js








/** The exceptions, each kind in a list of its own: auditors ask for them after the population. */
function exceptions(audit, gathered, { numbers }) {
    const byKey = new Map(audit.findings.map((finding) => [finding.key, finding]));
    const link = (key) => findingLink(key, byKey, numbers);
    return section('exceptions', 'Exceptions', emergencies(audit, gathered, link), overrides(audit, link), exceptions_accepted(audit, link), excluded(audit, gathered));
}
function emergencies({ findings, rules, totals, world }, gathered, link) {
    const { left, shown } = firstOf(totals.emergencies, mostExceptions);
    const rule = rules.find((one) => one.rule === 'emergency-not-reviewed');
    const about = (number) => findings.filter(({ change, rule: by, status, subject }) => by === 'emergency-not-reviewed' &&
        status !== 'fixed' &&
        (change?.pull === number || (subject.kind === 'pull-request' && subject.id === String(number))));
    const none = rule?.result === 'not tested'
        ? 'Not known: the rule about emergencies was not tested everywhere.'
        : (world.file?.emergency ?? null) === null
            ? "The audit's file names no label for emergencies, so that none can be told apart."
            : 'None.';
    return html_html `<h3 id="emergencies">Emergencies</h3>
    ${shown.length === 0
        ? html_html `<p>${none}</p>`
        : html_html `${table('all-emergencies', `${(0,lib_text/* count */.U9)(totals.emergencies.length, 'change')} with the label of an emergency`, [
            { name: 'Pull request' },
            { name: 'Title' },
            { name: 'Written by' },
            { name: 'Approved by' },
            { name: 'Landed' },
            { name: 'Review afterwards' },
        ], shown.map((number) => {
            const change = gathered.emergencies.get(number);
            const open = about(number);
            const repository = repositoryUrl(world.header);
            return [
                webLink(change?.pull?.url ?? (repository === null ? null : `${repository}/pull/${number}`), `#${number}`),
                parts_name(change?.title),
                lines((change?.authors ?? []).map((one) => parts_name(one)), 'not known'),
                lines((change?.reviewers ?? []).map((one) => parts_name(one)), 'nobody'),
                parts_moment(change?.landedAt ?? null),
                open.length > 0
                    ? lines(open.map(({ key }) => link(key)), '')
                    : rule?.result === 'tested'
                        ? 'no finding'
                        : 'not tested',
            ];
        }))}${leftOut(left, 'emergency', 'The JSON report has all.')}`} `;
}
function overrides({ findings, rules, totals }, link) {
    const set = sum(totals.overrides.map((one) => one.count));
    const rule = rules.find((one) => one.rule === 'overridden');
    return html_html `<h3 id="overrides">Overrides</h3>
    ${set === 0 ? undefined : html_html `<p>${(0,lib_text/* count */.U9)(set, 'override')} on the trails of these changes. The list has those that a finding is about.</p>`}
    ${list('all-overrides', 'finding', rule?.result === 'not tested' ? 'Not known: the rule about overrides was not tested everywhere.' : 'None.', findings.filter(({ rule: by, status }) => by === 'overridden' && status !== 'fixed'), [{ name: 'Finding' }, { name: 'Who, when, why, of what' }, { name: 'First seen' }], ({ firstSeen, key, message }) => [link(key), parts_name(message), parts_day(firstSeen)])} `;
}
function exceptions_accepted({ findings, world }, link) {
    return html_html `<h3 id="accepted">Accepted findings</h3>
    ${list('all-accepted', 'accepted finding', 'None.', findings.filter((finding) => finding.accepted !== null && finding.status !== 'fixed'), [{ name: 'Finding' }, { name: 'What happened' }, { name: 'Reason' }, { name: 'Accepted by' }], ({ accepted: by, key, message }) => [
        link(key),
        parts_name(message),
        parts_name(by?.reason),
        by === null ? undefined : html_html `${parts_name(by.owner)} until ${parts_day(by.until)}${entry(by.by, world.header)}`,
    ])} `;
}
/** Who merged and approved an entry of the audit's file, and a way to look it up. */
function entry(by, header) {
    const page = by === undefined
        ? undefined
        : by.pull === null
            ? parts_commit(by.commit, commitUrl(header, by.commit))
            : webLink(by.pull.url, `#${by.pull.number}`);
    return html_html `<span class="about">${line((0,presentation_accepted/* entryWords */.a)(by), 1000)} ${page}</span>`;
}
function excluded({ totals, world }, gathered) {
    const all = totals.states['excluded'] ?? 0;
    const rules = world.file?.exclusions ?? [];
    return html_html `<h3 id="excluded">Left out</h3>
    ${list('all-excluded', 'change', rules.length === 0
        ? "None: the audit's file of now leaves nothing out."
        : `None, though the audit's file of now has ${(0,lib_text/* count */.U9)(rules.length, 'exclusion')}.`, gathered.excluded, [{ name: 'Change' }, { name: 'Commit' }, { name: 'Landed' }, { name: 'Owner' }, { name: 'Reason' }], (change) => [
        html_html `${change.pull === null ? undefined : webLink(change.pull.url, `#${change.pull.number}`)} ${parts_name(change.title)}`,
        parts_commit(change.sha, change.url),
        parts_moment(change.landedAt),
        parts_name(change.excluded?.owner),
        parts_name(change.excluded?.reason),
    ], Math.max(all, gathered.excluded.length))} `;
}
/** A list with its number, as far as there is room for it. */
function list(id, noun, none, items, columns, cells, all = items.length) {
    const { shown } = firstOf(items, mostExceptions);
    if (all === 0)
        return html_html `<p>${line(none)}</p>`;
    return html_html `${table(id, (0,lib_text/* count */.U9)(all, noun), columns, shown.map(cells))}${leftOut(all - shown.length, noun, 'The CSV and JSON reports have all.')}`;
}

// EXTERNAL MODULE: ./lib/presentation/carried.js
var presentation_carried = __webpack_require__(7098);
;// CONCATENATED MODULE: ./lib/audit/reports/looked.js
/** How far an audit looked, for the words about what it did not look at again. */
function lookedAt({ complete, world }) {
    return { complete, since: world.header.period.since };
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/findings.js






/** Findings that are shown: a browser does not get on with more. */
const mostFindings = 5000;
/** The worst first, those of one rule together. */
function arrange(findings) {
    const live = findings.filter(({ status }) => status !== 'fixed');
    const groups = worstFirst.flatMap((severity) => [
        ...Map.groupBy(live.filter((finding) => finding.severity === severity), ({ rule }) => rule),
    ].map(([rule, some]) => ({
        rule,
        severity,
        findings: some,
    })));
    const shown = groups.flatMap((group) => group.findings).slice(0, mostFindings);
    return {
        groups,
        fixed: findings.filter(({ status }) => status === 'fixed'),
        numbers: new Map(shown.map(({ key }, index) => [key, index + 1])),
    };
}
/** The part of the findings, in pieces: there may be thousands. */
function* findings(audit, { fixed, groups, numbers }) {
    const { rules, world } = audit;
    const live = groups.flatMap((group) => group.findings);
    const looked = lookedAt(audit);
    const texts = new Map(rules.map(({ rule, text }) => [rule, text]));
    yield sectionStart('findings', 'Findings');
    yield html_html `<p>${summary(live, fixed.length)}</p>
    ${world.previous === null ? html_html `<p class="soft">No audit before this one was given, so that each finding is new.</p>` : undefined}`;
    for (const { findings: some, rule, severity } of groups) {
        const shown = some.filter(({ key }) => numbers.has(key));
        if (shown.length === 0)
            continue;
        const text = texts.get(rule);
        const [first] = some;
        const fix = some.every((finding) => finding.fix === first?.fix) ? first?.fix : undefined;
        yield html_html `<h3>${badge(severityWords(severity))} ${code(rule)} <span class="soft">${(0,lib_text/* count */.U9)(some.length, 'finding')}</span></h3>
      ${text === undefined ? undefined : html_html `<p>The rule: ${sentence(text)}</p>`}
      ${fix === undefined ? undefined : html_html `<p><strong>Fix:</strong> ${line(fix, 1000)}</p>`}${listStart}`;
        for (const finding of shown)
            yield findings_entry(finding, { number: numbers.get(finding.key), withFix: fix === undefined, looked });
        yield listEnd;
    }
    yield html_html `${leftOut(live.length - numbers.size, 'finding', 'The JSON report has all.')}`;
    yield* fixedOnes(fixed);
    yield sectionEnd;
}
/** With a full stop at its end. */
function sentence(text) {
    const shown = line(text);
    return /[.!?…]$/.test(shown) ? shown : `${shown}.`;
}
function summary(live, fixed) {
    const fresh = live.filter(({ status }) => status === 'new').length;
    const accepted = live.filter((finding) => finding.accepted !== null).length;
    const carried = live.filter((finding) => finding.carried).length;
    const unseen = carried === 0 ? '' : `, ${(0,lib_text/* grouped */.zD)(carried)} of these not looked at again`;
    if (live.length === 0)
        return `None. ${fixed === 0 ? '' : `${(0,lib_text/* count */.U9)(fixed, 'finding')} of the audit before ${fixed === 1 ? 'is' : 'are'} fixed.`}`.trim();
    return `${(0,lib_text/* count */.U9)(live.length, 'finding')}: ${(0,lib_text/* grouped */.zD)(fresh)} new, ${(0,lib_text/* grouped */.zD)(live.length - fresh)} still open${unseen}. ${(0,lib_text/* grouped */.zD)(accepted)} of them accepted, ${(0,lib_text/* grouped */.zD)(fixed)} more fixed since the audit before.`;
}
function findings_entry(finding, { looked, number, withFix }) {
    const { accepted, at, carried, controls, firstSeen, fix, key, message, status } = finding;
    return html_html `<li id="f${number}">
    <p>
      <strong>${status === 'new' ? 'New' : html_html `Still open, first seen ${parts_day(firstSeen)}`}</strong
      >${accepted === null ? undefined : html_html `, <strong>accepted</strong>`}${carried ? html_html `, <strong>${(0,presentation_carried/* carriedWords */.o)(finding, looked)}</strong>` : undefined}:
      <span class="name">${line(message, 1000)}</span>
    </p>
    ${withFix ? html_html `<p><strong>Fix:</strong> ${line(fix, 1000)}</p>` : undefined}
    ${accepted === null
        ? undefined
        : html_html `<p>
            Accepted by ${parts_name(accepted.owner)} until ${parts_day(accepted.until)}: <span class="name">${line(accepted.reason)}</span>;
            ${line((0,presentation_accepted/* entryWords */.a)(accepted.by), 1000)}
          </p>`}
    <p class="soft">
      ${subject(finding)}${at === null ? undefined : html_html `, ${parts_moment(at)}`}.${controls.length === 0 ? undefined : ` ${controls.map((control) => line(control)).join(', ')}.`}
      Key
      <code>${line(key)}</code>
    </p>
  </li> `;
}
/** The subject of a finding, as a link where there is one. */
function subject({ change, subject: { id, kind, url } }) {
    const text = kind === 'pull-request' ? html_html `#${line(id)}` : html_html `<code>${kind === 'commit' ? line(id).slice(0, 12) : line(id, 120)}</code>`;
    const pull = change !== null && change.pull !== null && kind !== 'pull-request' ? ` of pull request #${change.pull}` : undefined;
    return html_html `${subjectWords[kind] ?? line(kind)} ${webLink(url, text)}${pull}`;
}
function* fixedOnes(fixed) {
    if (fixed.length === 0)
        return;
    yield html_html `<h3>Fixed since the audit before <span class="soft">${(0,lib_text/* count */.U9)(fixed.length, 'finding')}</span></h3>
    ${listStart}`;
    for (const finding of fixed.slice(0, mostFindings)) {
        yield html_html `<li>
      <p>
        ${badge({ mark: '✔', word: 'fixed', tone: 'good' })} ${code(finding.rule)}: <span class="name">${line(finding.message, 1000)}</span>
      </p>
      <p class="soft">${subject(finding)}. First seen ${parts_day(finding.firstSeen)}.</p>
    </li> `;
    }
    yield listEnd;
    yield html_html `${leftOut(Math.max(0, fixed.length - mostFindings), 'fixed finding', 'The JSON report has all.')}`;
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/claims.js


/** Those that this audit rests on: it goes by what was asked, and by what there is. */
function claims({ world }) {
    const { header, untold } = world;
    const asked = (source) => !untold.some((one) => one.source === source);
    return [...landings(world), ...claims_people(asked('pull-requests'), header.at), ...evidence(world), ...delivery(world), ...own(world)];
}
function landings({ header }) {
    const when = parts_moment(header.at);
    if (header.basis === 'github') {
        return [
            {
                what: 'What landed, when, how and by whom',
                word: html_html `GitHub, as it told at ${when}`,
                so: 'The times are of its clock. It is the only source of who pushed, and of what a push by force took away.',
            },
        ];
    }
    const how = 'Git cannot tell when something landed, who pushed it, and whether it was merged or pushed.';
    const by = {
        'committer-date': 'The period goes by committer dates: a claim of whoever committed. A commit with another date can be missing here.',
        commits: 'The period is what lies between two commits.',
        landing: '',
    };
    return [
        { what: 'What landed', word: 'The copy of the repository that was read, by git alone', so: `${how} ${by[header.period.by]}`.trim() },
    ];
}
function claims_people(isAsked, at) {
    return [
        {
            what: 'Who wrote a commit, and who else wrote in it',
            word: 'Whoever made the commit',
            so: 'Anybody can write any name, address, date and co-author into a commit. An account of GitHub stands behind an address only where GitHub knows it.',
        },
        ...(isAsked
            ? [
                {
                    what: 'Pull requests, reviews, labels, and who merged',
                    word: html_html `GitHub, as it told at ${parts_moment(at)}`,
                    so: 'GitHub changes some of it afterwards: a dismissal changes the review, and an approval can move to a new head. Who is behind an account is not known.',
                },
            ]
            : []),
    ];
}
function evidence({ approvals, header }) {
    if (header.service === null)
        return [];
    const service = html_html `<span class="name">${line(header.service.url)}</span>, organization
    <span class="name">${line(header.service.org)}</span>`;
    return [
        {
            what: 'Results of tests, and all other evidence',
            word: html_html `Whoever held the token that recorded it, at ${service}`,
            so: 'The service says which token recorded something, and when. What was recorded is the word of its holder: also the counts of tests, and the link to the run.',
        },
        {
            what: 'When evidence was recorded',
            word: 'The clock of the service',
            so: header.basis === 'github'
                ? 'Before or after a merge is told by two clocks, of the service and of GitHub.'
                : 'No moment of a merge is there to hold it against.',
        },
        ...(approvals.length === 0
            ? []
            : [
                {
                    what: 'The names of those who approved an artifact',
                    word: 'Whoever reported the approval',
                    so: 'The service proves which token reported it, and not who approved.',
                },
            ]),
    ];
}
function delivery({ deployments }) {
    const sources = new Set(deployments.map(({ source }) => source));
    const by = [
        ...(sources.has('github') ? ["whoever may set a deployment's status on GitHub"] : []),
        ...(sources.has('service') ? ['whoever reports what an environment runs to the service'] : []),
    ];
    if (by.length === 0)
        return [];
    return [
        {
            what: 'What was deployed, where and when',
            word: by.join(', and '),
            so: 'Nobody looked into the environment itself. What was deployed without a report is not here.',
        },
    ];
}
function own({ file, header }) {
    return [
        {
            what: 'Which evidence a change owes, whose address is whose, what is left out, and what is accepted',
            word: header.file === null
                ? 'Nobody: the repository has no .github/compliance-audit.yml'
                : 'The repository itself, in .github/compliance-audit.yml',
            so: header.file === null || (file !== null && file.flows.length === 0)
                ? 'Nothing maps paths to flows, so that one trail in any flow was enough for a change.'
                : file === null
                    ? 'The file of now could not be read.'
                    : 'It was read as it stood before each landing. Whoever can change that file can change what is asked from the next landing on.',
        },
        {
            what: 'This page',
            word: 'Whoever hands it over',
            so: 'It carries no signature, and anybody can change a copy. The collected file gives the same bytes again; the last part says how to count everything anew.',
        },
    ];
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/limits.js





const limits_mostRows = 200;
/** The limits of this audit, before its results. */
function limits(audit, compared) {
    return section('limits', 'Limits of this audit', holes(audit, unequal(compared)), untested(audit), claimed(audit), outside(audit));
}
function holes({ complete, world }, differing) {
    const { left, shown } = firstOf(world.holes, limits_mostRows);
    return html_html `<h3>What is missing from the population</h3>
    ${world.holes.length > 0
        ? html_html `${table('holes', 'What belongs to the population and could not be read', [{ name: 'Missing' }, { name: 'Why' }, { name: 'Fix' }], shown.map(({ fix, what, why }) => [line(what), line(why), line(fix)]))}${leftOut(left, 'missing part', 'The JSON report has all.')}`
        : complete
            ? html_html `<p>As far as its sources told, nothing is missing.</p>`
            : html_html `<p>Something is missing, and nobody said what it is: take every number here for the least that there is.</p>`}
    ${differing.length === 0
        ? undefined
        : html_html `<p>
            <strong>${(0,lib_text/* count */.U9)(differing.length, 'count')} from another source ${differing.length === 1 ? 'differs' : 'differ'}.</strong>
            <a href="#population">The population has them.</a>
          </p>`} `;
}
function untested({ rules, world }) {
    const without = rules.filter(({ result }) => result === 'not tested');
    const sources = firstOf(world.untold, limits_mostRows);
    return html_html `<h3>What was not tested, and why</h3>
    ${without.length === 0
        ? html_html `<p>${rules.length === 0 ? 'No rule was run.' : 'Each rule was tested wherever it applies.'}</p>`
        : table('untested', html_html `${(0,lib_text/* count */.U9)(without.length, 'rule')} of ${(0,lib_text/* grouped */.zD)(rules.length)} not tested, or not everywhere`, [{ name: 'Rule' }, { name: 'It asks that' }, { name: 'Tested', number: true }, { name: 'Why not, or not everywhere' }], without.map(({ rule, tested, text, why }) => [
            code(rule),
            line(text),
            tested === 0 ? 'none' : (0,lib_text/* grouped */.zD)(tested),
            line(why ?? 'nobody said why'),
        ]))}
    ${world.untold.length === 0
        ? undefined
        : html_html `${table('untold', 'Sources that were not asked, or did not answer', [{ name: 'Source' }, { name: 'Why' }, { name: 'Fix' }], sources.shown.map(({ fix, source, why }) => [line(source), line(why), line(fix)]))}${leftOut(sources.left, 'source', 'The JSON report has all.')}`} `;
}
function claimed(audit) {
    return html_html `<h3>What rests on the word of one party</h3>
    ${table('claims', 'Nobody but the party in the second column vouches for these', [{ name: 'What' }, { name: 'Whose word' }, { name: 'So' }], claims(audit).map(({ so, what, word }) => [what, word, so]))} `;
}
function outside({ world }) {
    const { branches, flows } = world.header;
    const elsewhere = world.end.trailsElsewhere;
    return html_html `<h3>What is outside of this audit</h3>
    <ul>
      <li>
        Changes that are not in git: infrastructure that is changed by hand, feature flags, data, and the settings of GitHub and of the
        service.
      </li>
      <li>
        ${branches.length === 0
        ? 'Every branch: none was named.'
        : `Every branch but the ${branches.length === 1 ? 'one' : (0,lib_text/* grouped */.zD)(branches.length)} in the scope, until what is on it lands there.`}
      </li>
      ${flows.length === 0 ? undefined : html_html `<li>Every flow but the ${flows.length === 1 ? 'one' : (0,lib_text/* grouped */.zD)(flows.length)} that the scope names.</li>`}
      <li>
        ${(0,lib_text/* count */.U9)(elsewhere, 'trail')} about no commit of an audited branch: ${elsewhere === 1 ? 'it was' : 'they were'} counted, and not
        judged.
      </li>
    </ul> `;
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/made.js





const mostInputs = 100;
const mostQueries = 1000;
/** How this report came to be, so that somebody else can make it again and count for themselves. */
function made_made({ world }) {
    const { end, header, previous, queries } = world;
    const { at, inputs, run, tool, workflow } = header;
    const given = firstOf(Object.entries(inputs), mostInputs);
    const asked = firstOf(queries, mostQueries);
    return html_html `${section('made', 'How this report was made', facts(['Tool', html_html `${parts_name(tool.name)} ${parts_name(tool.version)}`], ['Digest of the tool', tool.digest === null ? parts_name(null) : html_html `<code class="long">${line(tool.digest)}</code>`], ['Workflow', workflow === null ? 'none: it was run on a command line' : html_html `<code class="long">${line(workflow)}</code>`], ['Run', run === null ? 'none' : webLink(run, line(run))], ['Began', parts_moment(at)], ['Period', period(header)], ['Landings by', header.basis === 'github' ? "GitHub's activity of the branch" : "git's first-parent walk"], [
        'Audit before',
        previous === null
            ? 'none was given'
            : html_html `up to ${parts_moment(previous.until)}, ${previous.complete ? 'complete' : 'not complete'}, SHA-256
              <code class="long">${line(previous.digest)}</code>`,
    ]), given.shown.length === 0
        ? undefined
        : html_html `${table('inputs', 'Inputs, as they were given', [{ name: 'Input' }, { name: 'Value' }], given.shown.map(([key, value]) => [
            html_html `<code>${line(key)}</code>`,
            html_html `<code class="long">${value === '' ? '(empty)' : line(value)}</code>`,
        ]))}${leftOut(given.left, 'input', 'The JSON report has all.')}`, html_html `<h3>Count again</h3>
      <p>
        Each question that was asked, as it can be asked again. A pull request that changes since, or a branch that is gone, answers
        otherwise.
      </p>`, asked.shown.length === 0
        ? html_html `<p>No question was written down.</p>`
        : html_html `${table('queries', `${(0,lib_text/* count */.U9)(queries.length, 'question')}, asked ${(0,lib_text/* count */.U9)(sum(queries.map(({ times }) => times)), 'time')}`, [{ name: 'Question' }, { name: 'Asked of' }, { name: 'Times', number: true }, { name: 'Answers', number: true }], asked.shown.map(({ answered, of, text, times }) => [
            html_html `<code class="long">${line(text, 1000)}</code>`,
            parts_name(of),
            (0,lib_text/* grouped */.zD)(times),
            (0,lib_text/* grouped */.zD)(answered),
        ]))}${leftOut(asked.left, 'question', 'The JSON report has all.')}`, table('lines', 'Lines of the collected file, by its last line', [{ name: 'Kind' }, { name: 'Lines', number: true }], Object.entries(end.counts).map(([kind, number]) => [html_html `<code>${line(kind)}</code>`, (0,lib_text/* grouped */.zD)(number)]), 'whole'), html_html `<p>The whole audit again:</p>
      <pre tabindex="0">${command(world)}</pre>`)}`;
}
/** The command that asks the same. */
function command({ header }) {
    const { branches, flows, period: asked } = header;
    const since = asked.since ?? asked.sinceSha;
    // Between two commits the end is where the branch was; of several branches each has its own, and none can be named.
    const until = asked.by === 'commits' ? (branches.length === 1 ? branches[0]?.tip : undefined) : asked.until;
    return [
        'compliance-evidence audit',
        ...(since === null ? [] : [`--since ${made_quoted(since)}`]),
        ...(until === undefined ? [] : [`--until ${made_quoted(until)}`]),
        ...branches.map((branch) => `--branch ${made_quoted(branch.name)}`),
        ...flows.map((flow) => `--flow ${made_quoted(flow)}`),
    ].join(' \\\n  ');
}
/** For a shell; what nobody sees is taken out where it is shown. */
function made_quoted(text) {
    const seen = line(text);
    return /^[\w./:@%+=-]+$/.test(seen) ? seen : `'${seen.replaceAll("'", String.raw `'\''`)}'`;
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/population.js





/** How much landed, in which states, and whether others count the same. */
function population({ totals, world }, compared) {
    const different = differing(compared);
    return section('population', 'Population', html_html `<p>
      ${(0,lib_text/* count */.U9)(totals.changes, 'change')} in ${(0,lib_text/* count */.U9)(totals.landings, 'landing')} of ${(0,lib_text/* count */.U9)(totals.commits, 'commit')} on
      ${(0,lib_text/* count */.U9)(world.header.branches.length, 'branch', 'branches')}. A landing is one update of a branch. A change is one pull request within
      a landing, or what of a landing belongs to no pull request. Each commit of a landing is in exactly one change.
    </p>`, table('states', 'Changes by state', [{ name: 'State' }, { name: 'Changes', number: true }, { name: 'It says that' }], byState(totals.states).map(([state, number]) => [
        badge(stateWords(state)),
        (0,lib_text/* grouped */.zD)(number),
        isState(state) ? meanings[state] : 'this version of the tool does not know the state',
    ])), table('counts', html_html `Held against other counts:
      ${different.length === 0 ? 'none that was told differs' : `${(0,lib_text/* count */.U9)(different.length, 'count')} ${different.length === 1 ? 'differs' : 'differ'}`}`, [{ name: 'What' }, { name: 'This audit', number: true }, { name: 'Counted by' }, { name: 'There', number: true }, { name: 'Result' }], compared.map((one) => [
        line(one.what),
        one.here === null ? 'not counted' : (0,lib_text/* grouped */.zD)(one.here),
        line(one.by),
        one.there === null ? 'not told' : (0,lib_text/* grouped */.zD)(one.there),
        badge(resultOf(one)),
    ])), different.some(({ near }) => near === true)
        ? html_html `<p>
          GitHub counts the pull requests that were merged into a branch in the period, and so does this audit of those that a change
          belongs to. A pull request whose commits another one brought, or that brought none, has no change of its own; a merge that GitHub
          dates on the other side of an end of the period counts in one of the two alone; and what GitHub's index does not have yet, it does
          not count.
        </p>`
        : undefined);
}
/** Numbers above zero, the states that we know first, in their order. */
function byState(numbers) {
    const order = Object.keys(words_states);
    const place = (state) => (isState(state) ? order.indexOf(state) : order.length);
    return Object.entries(numbers)
        .filter(([, number]) => number > 0)
        .toSorted(([one], [other]) => place(one) - place(other));
}
function resultOf({ here, near = false, there }) {
    if (here === null || there === null)
        return { mark: '?', word: 'nothing to compare with', tone: 'open' };
    if (here === there)
        return { mark: '✔', word: 'equal', tone: 'good' };
    const words = `${(0,lib_text/* grouped */.zD)(Math.abs(here - there))} ${here > there ? 'more' : 'fewer'} in this audit`;
    return near ? { mark: '!', word: words, tone: 'open' } : { mark: '✘', word: `not equal: ${words}`, tone: 'bad' };
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/bars.js





const high = 180;
const left = 48;
const bars_top = 20;
/** Room for the half of the last date. */
const right = 16;
/** One change among thousands is still seen. */
const least = 3;
/** Weeks next to each other, each a bar of its states, on top of each other. */
function weekBars(weeks) {
    const [wide, gap] = weeks.length > 26 ? [14, 4] : weeks.length > 10 ? [26, 8] : [44, 16];
    const most = ceiling(weeks.reduce((highest, { states }) => Math.max(highest, sum(Object.values(states))), 1));
    const width = left + Math.max(weeks.length, 4) * (wide + gap) + gap + right;
    const each = Math.max(1, Math.ceil(44 / (wide + gap)));
    return html_html `<svg
    class="weeks"
    role="img"
    aria-labelledby="weeks-svg-title weeks-svg-desc"
    width="${width}"
    height="${high + 56}"
    viewBox="0 0 ${width} ${high + 56}"
  >
    <title id="weeks-svg-title">Changes by week and state</title>
    <desc id="weeks-svg-desc">
      A bar for each of ${weeks.length} weeks, with its changes on top of each other by state. The table below has the numbers.
    </desc>
    ${bars_patterns}
    ${[0, most / 2, most]
        .filter((tick) => Number.isInteger(tick))
        .map((tick) => {
        const y = bars_top + high - (tick / most) * high;
        return html_html `<line class="grid" x1="${left - 4}" x2="${width}" y1="${y}" y2="${y}" /><text
            x="${left - 8}"
            y="${y + 4}"
            text-anchor="end"
            >${(0,lib_text/* grouped */.zD)(tick)}</text
          >`;
    })}
    ${weeks.map((week, index) => bar(week, left + gap + index * (wide + gap), wide, most))}
    ${weeks.map((week, index) => (weeks.length - 1 - index) % each === 0
        ? html_html `<text x="${left + gap + index * (wide + gap) + wide / 2}" y="${bars_top + high + 16}" text-anchor="middle"
            >${week.from.slice(5)}</text
          >`
        : undefined)}
    <text x="${left + gap}" y="${bars_top + high + 33}">${years(weeks)}</text>
  </svg>`;
}
function bar({ from, states }, x, wide, most) {
    const parts = byState(states);
    const all = sum(parts.map(([, number]) => number));
    const heights = parts.map(([, number]) => Math.max(least, (number / most) * high));
    const surplus = sum(heights) - (all / most) * high;
    const largest = heights.indexOf(Math.max(...heights));
    let y = bars_top + high;
    return html_html `<g>
    <title>${from}: ${all === 0 ? 'nothing landed' : parts.map(([state, number]) => `${(0,lib_text/* grouped */.zD)(number)} ${state}`).join(', ')}</title>
    ${all === 0
        ? html_html `<text class="none" x="${x + wide / 2}" y="${y - 4}" text-anchor="middle">–</text>`
        : parts.map(([state], index) => {
            const height = rounded(Math.max(least, (heights[index] ?? 0) - (index === largest ? surplus : 0)));
            y = rounded(y - height);
            return html_html `<rect class="${bars_fill(state)}" x="${x}" y="${y}" width="${wide}" height="${height}" />`;
        })}
    ${all > 0 && wide > 20 ? html_html `<text x="${x + wide / 2}" y="${y - 5}" text-anchor="middle">${(0,lib_text/* grouped */.zD)(all)}</text>` : undefined}
  </g>`;
}
/** The class that fills a part of a state. */
function bars_fill(state) {
    return `fill-${isState(state) ? state : 'unknown'}`;
}
/** A small square of a fill, next to its word. */
function swatch(filled) {
    return html_html `<svg class="swatch" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
    <rect class="${filled}" width="14" height="14" />
  </svg>`;
}
/** Stripes and dots tell the fills apart where there are no colours. */
const bars_patterns = html_html `<defs>
  ${['good', 'open', 'bad', 'soft'].map((tone) => html_html `<pattern id="stripes-${tone}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"
        ><rect width="6" height="6" class="under" /><rect width="3.5" height="6" class="tone-${tone}"
      /></pattern>`)}
  <pattern id="dots-open" width="6" height="6" patternUnits="userSpaceOnUse"
    ><rect width="6" height="6" class="under" /><circle cx="3" cy="3" r="2" class="tone-open"
  /></pattern>
</defs>`;
function years(weeks) {
    const [first, last] = [weeks.at(0)?.from, weeks.at(-1)?.from];
    return first === last ? `Week from ${first}` : `Weeks from ${first} to ${last}`;
}
/** The next round number: its half is round too. */
function ceiling(number) {
    for (let ten = 1;; ten *= 10)
        for (const step of [1, 1.2, 1.6, 2, 4, 6, 8])
            if (step * ten >= number)
                return step * ten;
}
function rounded(number) {
    return Math.round(number * 10) / 10;
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/weeks.js

const weekLong = 7 * 86_400_000;
/** Two years. */
const mostWeeks = 104;
function everyWeek({ totals, world: { header } }) {
    const known = new Map(totals.weeks.map((week) => [Date.parse(week.from), week]));
    const days = [...known.keys()].filter((day) => !Number.isNaN(day));
    const without = totals.changes - sum(totals.weeks.flatMap(({ states }) => Object.values(states)));
    if (days.length === 0)
        return { weeks: [], left: 0, without };
    const { since, until } = header.period;
    const period = [...(since === null ? [] : [weeks_mondayOf(Date.parse(since))]), weeks_mondayOf(Date.parse(until) - 1)].filter((day) => !Number.isNaN(day));
    const last = [...days, ...period].reduce((one, other) => Math.max(one, other));
    const first = [...days, ...period].reduce((one, other) => Math.min(one, other));
    const number = Math.round((last - first) / weekLong) + 1;
    const shown = Math.min(number, mostWeeks);
    const weeks = Array.from({ length: shown }, (_, index) => {
        const day = last - (shown - 1 - index) * weekLong;
        return known.get(day) ?? { from: new Date(day).toISOString().slice(0, 10), states: {} };
    });
    return { weeks, left: number - shown, without };
}
/** The Monday of the week that a moment is in, in UTC. */
function weeks_mondayOf(moment) {
    const day = Math.floor(moment / 86_400_000);
    // The first day of all was a Thursday.
    return (day - ((day + 3) % 7)) * 86_400_000;
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/pictures.js









const mostPeople = 50;
/** The pictures, each next to its numbers. */
function pictures(audit) {
    return section('pictures', 'Over time', byWeek(audit), ages(audit), pictures_overrides(audit));
}
function byWeek(audit) {
    const { left, weeks, without } = everyWeek(audit);
    const present = byState(audit.totals.states);
    const empty = weeks.filter(({ states }) => sum(Object.values(states)) === 0).length;
    return html_html `<h3>Changes by week</h3>
    ${weeks.length === 0
        ? html_html `<p>
            ${audit.totals.changes === 0 ? 'Nothing landed.' : 'Nobody knows when the changes landed, so that there are no weeks to show.'}
          </p>`
        : html_html `<div class="scroll picture" role="group" aria-labelledby="weeks-svg-title" tabindex="0">${weekBars(weeks)}</div>
            <ul class="legend">
              ${present.map(([state, number]) => html_html `<li>${swatch(bars_fill(state))} ${stateWords(state).word}: ${(0,lib_text/* grouped */.zD)(number)}</li>`)}
            </ul>
            <p>
              ${(0,lib_text/* count */.U9)(weeks.length, 'week')}${empty === 0 ? ', with changes in each.' : `, with nothing landed in ${(0,lib_text/* grouped */.zD)(empty)} of them.`}
              ${without === 0 ? undefined : `${(0,lib_text/* count */.U9)(without, 'change')} in no week, because nobody knows the time of landing.`}
              ${left === 0 ? undefined : `${(0,lib_text/* count */.U9)(left, 'earlier week')} not shown here: the JSON report has all.`}
            </p>
            <details>
              <summary>The numbers of each week</summary>
              ${table('weeks', 'Changes by week and state; a week begins on Monday, in UTC', [
            { name: 'Week from' },
            { name: 'All', number: true },
            ...present.map(([state]) => ({ name: stateWords(state).word, number: true })),
        ], weeks.map(({ from, states }) => [
            from,
            (0,lib_text/* grouped */.zD)(sum(Object.values(states))),
            ...present.map(([state]) => (0,lib_text/* grouped */.zD)(states[state] ?? 0)),
        ]), 'whole')}
            </details>`} `;
}
const buckets = [
    { words: 'less than 7 days', from: 0, to: 7 },
    { words: '7 to 29 days', from: 7, to: 30 },
    { words: '30 to 89 days', from: 30, to: 90 },
    { words: '90 days or more', from: 90, to: Infinity },
];
function ages({ findings, world }) {
    const open = findings.filter(({ status }) => status !== 'fixed');
    const daysOf = ({ firstSeen }) => {
        const days = (Date.parse(world.header.at) - Date.parse(firstSeen)) / 86_400_000;
        return Number.isNaN(days) ? 0 : Math.max(0, days);
    };
    const rows = buckets.map(({ from, to, words }) => {
        const some = open.filter((finding) => daysOf(finding) >= from && daysOf(finding) < to);
        return {
            words,
            all: some.length,
            numbers: severities.map((severity) => some.filter((finding) => finding.severity === severity).length),
        };
    });
    const most = Math.max(1, ...rows.map(({ all }) => all));
    return html_html `<h3>Age of the open findings</h3>
    ${open.length === 0
        ? undefined
        : html_html `<ul class="legend">
            ${worstFirst.map((severity) => html_html `<li>${swatch(`fill-${severity}`)} ${severity}</li>`)}
          </ul>`}
    ${open.length === 0
        ? html_html `<p>No finding is open.</p>`
        : table('ages', 'Since first found, accepted ones too', [
            { name: 'Age' },
            { name: 'Picture' },
            { name: 'All', number: true },
            ...worstFirst.map((severity) => ({ name: severity, number: true })),
        ], rows.map(({ all, numbers, words }) => [
            words,
            sideBar(numbers.toReversed().map((number, index) => [`fill-${worstFirst[index]}`, number]), most),
            (0,lib_text/* grouped */.zD)(all),
            ...numbers.toReversed().map((number) => (0,lib_text/* grouped */.zD)(number)),
        ]), 'whole')} `;
}
function pictures_overrides({ totals, world }) {
    const { left, shown } = firstOf(totals.overrides, mostPeople);
    const most = Math.max(1, ...shown.map((one) => one.count));
    const why = world.untold.find(({ source }) => source === 'records' || source === 'trails')?.why;
    return html_html `<h3>Overrides by person</h3>
    ${shown.length === 0
        ? html_html `<p>${why === undefined ? 'Nobody overrode anything.' : 'Not known: the evidence service did not tell.'}</p>`
        : html_html `${table('override-counts', 'Who set a verdict in place of evidence, by the token that recorded it', [{ name: 'Who' }, { name: 'Picture' }, { name: 'Overrides', number: true }], shown.map((one) => [parts_name(one.by), sideBar([['tone-open', one.count]], most), (0,lib_text/* grouped */.zD)(one.count)]), 'whole')}${leftOut(left, 'person', 'The JSON report has all.')}`} `;
}
/** A bar to the side, whose numbers stand next to it. */
function sideBar(parts, most) {
    let x = 0;
    return html_html `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    ${parts.map(([fill, number]) => {
        const width = number === 0 ? 0 : Math.max(1, Math.round((number / most) * 1000) / 10);
        const rect = width === 0 ? undefined : html_html `<rect class="${fill}" x="${x}" y="0" width="${width}" height="10" />`;
        x += width;
        return rect;
    })}
  </svg>`;
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/rules.js




/** Every rule with how it ended: what was not tested first, then what found something. */
function rules_rules({ rules: all }) {
    const number = (result) => all.filter((rule) => rule.result === result).length;
    return section('rules', 'Rules', html_html `<p>The controls are numbers of others' standards, for those who look them up; the words are ours.</p>`, all.length === 0
        ? html_html `<p>No rule was run.</p>`
        : table('all-rules', `${(0,lib_text/* grouped */.zD)(number('tested'))} tested, ${(0,lib_text/* grouped */.zD)(number('not applicable'))} not applicable, ${(0,lib_text/* grouped */.zD)(number('not tested'))} not tested everywhere`, [
            { name: 'Rule' },
            { name: 'Severity' },
            { name: 'Result' },
            { name: 'Tested', number: true },
            { name: 'With findings', number: true },
        ], all
            .toSorted((one, other) => rules_place(one) - rules_place(other))
            .map((rule) => [
            html_html `${code(rule.rule)}<br />${line(rule.text)}
                <span class="about soft">${rule.controls.length === 0 ? 'no control' : line(rule.controls.join(', '))}</span>`,
            badge(severityWords(rule.severity)),
            html_html `${badge(rules_resultOf(rule))}${rule.why === null ? undefined : html_html `<br />${line(rule.why)}`}`,
            (0,lib_text/* grouped */.zD)(rule.tested),
            (0,lib_text/* grouped */.zD)(rule.found),
        ])));
}
function rules_place({ found, result }) {
    if (result === 'not tested')
        return 0;
    return result === 'not applicable' ? 3 : found > 0 ? 1 : 2;
}
/** `not tested` is never good, also where a part was. */
function rules_resultOf({ found, result, tested }) {
    switch (result) {
        case 'not applicable':
            return { mark: '–', word: 'not applicable: nothing of its kind', tone: 'soft' };
        case 'not tested':
            if (found > 0)
                return { mark: '✘', word: 'found something, and not tested everywhere', tone: 'bad' };
            return { mark: '?', word: tested === 0 ? 'not tested' : 'not tested everywhere', tone: 'open' };
        case 'tested':
            return found > 0
                ? { mark: '✘', word: 'tested, found something', tone: 'bad' }
                : { mark: '✔', word: 'tested, nothing found', tone: 'good' };
    }
}

;// CONCATENATED MODULE: ./lib/html/colours.js
/** Of all that we show in a browser, on light and on dark screens: each text has a contrast of 4.5 or more. */
const colours = `:root { color-scheme: light dark; --ink: #1c2024; --soft: #57606a; --line: #d0d7de; --paper: #fff; --card: #f6f8fa;
  --link: #0b57d0; --good: #116329; --bad: #b42318; --open: #7a4d00; --amber: #ffe8b3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --soft: #a4adb8; --line: #3d444d; --paper: #14171a; --card: #1d2126;
  --link: #8ab4f8; --good: #6fdd8b; --bad: #ff8d80; --open: #f0b849; --amber: #4a3500; } }
`;

;// CONCATENATED MODULE: ./lib/audit/reports/html/style.js

/** For light and dark screens, for narrow ones, and for paper. A colour only repeats what a word says. */
const style = `
${colours}:root { --fill-good: #2da44e; --fill-open: #bf8700; --fill-bad: #cf222e; --fill-soft: #8c959f; }
@media (prefers-color-scheme: dark) { :root { --fill-good: #3fb950; --fill-open: #d29922; --fill-bad: #f85149; --fill-soft: #8b949e; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 84rem; padding: 1rem 1.25rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
a, code, time, b, .name, .flow { unicode-bidi: isolate; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip a { position: absolute; left: -100rem; }
.skip a:focus { left: 1rem; top: .5rem; z-index: 1; background: var(--paper); padding: .5rem 1rem; border: 2px solid var(--link); }
h1 { font-size: 1.75rem; line-height: 1.25; margin: .75rem 0 .25rem; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 2.5rem 0 .75rem; border-bottom: 2px solid var(--line); padding-bottom: .25rem; }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
h3 code { font-size: 1em; }
h3 .soft { font-weight: normal; }
p { margin: .5rem 0; }
main p, main ul, main dl { max-width: 60rem; }
code, pre { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: .875em; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; overflow-x: auto; white-space: pre-wrap; }
.long { overflow-wrap: anywhere; word-break: break-all; }
.soft { color: var(--soft); }
.good { color: var(--good); } .bad { color: var(--bad); } .open { color: var(--open); }
.state { font-weight: 600; }
.verdict { border: 2px solid currentcolor; border-left-width: .75rem; border-radius: .5rem; padding: .75rem 1.25rem; margin: 1rem 0; background: var(--card); }
.verdict p { color: var(--ink); }
.verdict .word { color: inherit; font-size: 1.75rem; line-height: 1.2; font-weight: 700; margin: 0 0 .5rem; }
.numbers { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 2rem; margin: 1rem 0; padding: 0; }
.numbers b { font-size: 1.35rem; }
.contents ol { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1rem 0 0; padding: 0; }
.contents a { display: inline-block; padding: .25rem 0; }
dl { display: grid; grid-template-columns: minmax(9rem, max-content) 1fr; gap: .25rem 1.25rem; margin: .5rem 0; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; overflow-wrap: break-word; font-size: .9rem; line-height: 1.4; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; }
thead th { border-bottom: 2px solid var(--line); color: var(--soft); font-weight: 600; }
tbody th { font-weight: normal; min-width: 9rem; overflow-wrap: anywhere; }
th.number, td.number { text-align: right; white-space: nowrap; padding-right: 1.25rem; }
thead th.number { white-space: normal; }
time { white-space: nowrap; }
ul.plain { list-style: none; margin: 0; padding: 0; }
ul.plain > li + li { margin-top: .3rem; }
.about { display: block; font-size: .92em; }
.title { display: block; font-weight: 600; }
.flow { color: var(--soft); }
ol.rows { list-style: none; margin: 0; padding: 0; max-width: 60rem; }
ol.rows > li { border-left: 3px solid var(--line); padding: .25rem 0 .25rem .9rem; margin: .6rem 0; }
ol.rows p { margin: .1rem 0; }
ol.rows > li:target, ol.rows > li:focus { border-left-color: var(--link); background: var(--card); }
.left-out { border: 1px solid var(--line); border-radius: .375rem; padding: .4rem .75rem; background: var(--card); }
#all-changes th, #all-changes td { overflow-wrap: anywhere; padding-right: .6rem; font-size: .85rem; }
#all-changes tbody th { min-width: 13rem; width: 18%; }
#all-changes td { min-width: 6rem; }
#all-changes time { white-space: normal; }
#all-changes td:nth-of-type(6), #all-changes td:nth-of-type(7), #all-changes td:nth-of-type(8) { min-width: 7.75rem; }
#all-changes thead th { overflow-wrap: normal; }
#all-accepted td { min-width: 9rem; overflow-wrap: anywhere; }
svg text { fill: var(--soft); font-size: 12px; }
svg.weeks { display: block; }
.grid { stroke: var(--line); }
svg.bar { display: block; width: 100%; min-width: 8rem; height: 1rem; }
svg.swatch { vertical-align: -2px; }
.swatch rect, .weeks rect { stroke: var(--paper); stroke-width: .5; }
.under { fill: var(--paper); }
.tone-good, .fill-covered { fill: var(--fill-good); } .tone-open, .fill-incomplete, .fill-medium { fill: var(--fill-open); }
.tone-bad, .fill-non-compliant, .fill-critical, .fill-high { fill: var(--fill-bad); } .tone-soft, .fill-outside-every-flow, .fill-low { fill: var(--fill-soft); }
.fill-high { fill-opacity: .65; }
.fill-covered-later { fill: url(#stripes-good); } .fill-tested-on-head-only { fill: url(#stripes-open); }
.fill-excluded { fill: url(#stripes-soft); } .fill-unknown { fill: url(#dots-open); } .fill-uncovered { fill: url(#stripes-bad); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .5rem 0; padding: 0; }
details { margin: .75rem 0; }
summary { cursor: pointer; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); color: var(--soft); }
@media screen and (max-width: 48rem) {
  body { padding: .75rem 1rem 2rem; }
  h1 { font-size: 1.4rem; } .verdict { padding: .6rem .9rem; } .verdict .word { font-size: 1.4rem; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  .cards, .cards :is(caption, tbody, tr, tbody th, tbody td) { display: block; }
  .cards thead { position: absolute; left: -100rem; }
  .cards tbody tr { border: 1px solid var(--line); border-radius: .5rem; background: var(--card); padding: .5rem .75rem; margin: .6rem 0; }
  .cards :is(tbody th, tbody td) { border: 0; padding: .15rem 0 !important; text-align: left; min-width: 0 !important; white-space: normal; }
  .cards tbody th { font-weight: 600; } .cards tbody th .about.soft { font-weight: normal; }
  .cards tbody td::before { content: attr(data-label); display: block; color: var(--soft); font-size: .85em; }
  .cards td.number::before { content: attr(data-label) ": "; display: inline; }
  .whole tbody th { min-width: 6.5rem; } svg.bar { min-width: 5rem; }
  .picture { direction: rtl; } .picture svg { direction: ltr; margin-right: auto; }
  #all-changes tbody td { position: relative; padding-left: 7.25rem !important; }
  #all-changes tbody td::before { position: absolute; left: 0; }
  #all-changes tbody th { width: auto; padding-bottom: .4rem !important; }
}
@page { margin: 14mm 12mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; } }
@page wide { size: landscape; }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --line: #999; --paper: #fff; --card: #fff; --link: #000; --fill-good: #2da44e; --fill-open: #bf8700; --fill-bad: #cf222e; --fill-soft: #8c959f; --good: #0b4a1c; --bad: #8f1a12; --open: #5c3a00; }
  body { max-width: none; padding: 0; font-size: 9.5pt; line-height: 1.4; }
  main p, main ul, main dl, ol.rows { max-width: none; }
  .skip, .contents { display: none; }
  h2 { break-after: avoid; margin-top: 1.5rem; } h3, h3 + p, h3 + p + p, caption, .legend { break-after: avoid; }
  #changes { page: wide; }
  table { font-size: 8.5pt; } #all-changes th, #all-changes td { font-size: 7.5pt; padding-right: .4rem; min-width: 0; }
  #all-changes tbody th { min-width: 9rem; }
  thead { display: table-header-group; }
  tr, ol.rows > li, .verdict, .picture, .scroll:not(:has(tr:nth-of-type(9))) { break-inside: avoid; }
  .scroll { overflow: visible; }
  svg.weeks { max-width: 100%; height: auto; }
  #findings a[href^="http"]::after { content: " (" attr(href) ")"; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`;

;// CONCATENATED MODULE: ./lib/audit/reports/html/verdict.js



const unknown = { mark: '?', word: 'Unknown', tone: 'open' };
/** States that a change may have without any finding. */
const harmless = new Set(['covered', 'tested-on-head-only', 'outside-every-flow', 'excluded']);
/** Never good by default: each way to another word comes first, and a pass says what it does not cover. */
function verdictOf({ complete, findings, rules, totals, world }, differing) {
    const live = findings.filter(({ status }) => status !== 'fixed');
    const open = live.filter(({ accepted }) => accepted === null);
    const accepted = live.length - open.length;
    const bySeverity = worstFirst
        .map((severity) => [open.filter((finding) => finding.severity === severity).length, severity])
        .filter(([number]) => number > 0);
    const found = bySeverity.map(([number, severity]) => `${number} ${severity}`).join(', ');
    const openWords = open.length === 0 ? 'No finding is open' : `${(0,lib_text/* count */.U9)(open.length, 'finding')} ${open.length === 1 ? 'is' : 'are'} open: ${found}`;
    const acceptedWords = accepted === 0 ? [] : [`${(0,lib_text/* count */.U9)(accepted, 'finding')} ${accepted === 1 ? 'is' : 'are'} accepted, and counted all the same.`];
    const untested = rules.filter(({ result }) => result === 'not tested').length;
    const untestedWords = untested === 0
        ? []
        : [`${untested} of ${(0,lib_text/* count */.U9)(rules.length, 'rule')} ${untested === 1 ? 'was' : 'were'} not tested everywhere: the limits say why.`];
    const rest = [...acceptedWords, ...untestedWords];
    if (!complete || world.holes.length > 0) {
        return {
            ...unknown,
            why: ['The population is not complete: something that belongs to it could not be read.', `${openWords}. There may be more.`, ...rest],
        };
    }
    if (differing.length > 0) {
        return {
            ...unknown,
            why: [
                `${(0,lib_text/* count */.U9)(differing.length, 'count')} of the population ${differing.length === 1 ? 'does' : 'do'} not agree with another source.`,
                `${openWords}.`,
                ...rest,
            ],
        };
    }
    if (open.length > 0)
        return { mark: '✘', word: 'Findings', tone: 'bad', why: [`${openWords}.`, ...rest] };
    const untold = totals.states['unknown'] ?? 0;
    if (untold > 0)
        return { ...unknown, why: [`Nobody can tell how ${(0,lib_text/* count */.U9)(untold, 'change')} stood.`, ...rest] };
    if (accepted > 0)
        return { mark: '!', word: 'Findings, each of them accepted', tone: 'open', why: rest };
    if (totals.changes === 0)
        return {
            mark: '–',
            word: 'Nothing landed',
            tone: 'soft',
            why: ['No change landed in the period, so that nothing about changes was tested.', ...rest],
        };
    const bad = sum(Object.entries(totals.states).map(([state, number]) => (harmless.has(state) ? 0 : number)));
    if (bad > 0)
        return { ...unknown, why: [`${(0,lib_text/* count */.U9)(bad, 'change')} ${bad === 1 ? 'is' : 'are'} not covered, and no rule could say so.`, ...rest] };
    if (totals.changes === (totals.states['excluded'] ?? 0) + (totals.states['outside-every-flow'] ?? 0)) {
        return {
            mark: '–',
            word: 'Nothing owed evidence',
            tone: 'soft',
            why: ['Each change that landed is left out, or outside every flow.', ...rest],
        };
    }
    if (rules.every(({ tested }) => tested === 0))
        return { ...unknown, why: ['No rule was tested.', ...rest] };
    return untested === 0
        ? { mark: '✔', word: 'Passes', tone: 'good', why: ['Each rule was tested, or nothing of its kind happened. Nothing was found.'] }
        : { mark: '!', word: 'Passes within limits', tone: 'open', why: ['Nothing was found in what was tested.', ...rest] };
}

;// CONCATENATED MODULE: ./lib/audit/reports/html/html.js

















/** Nothing but this style: no script, no picture from elsewhere, no form, nothing that is loaded. */
const contentSecurityPolicy = [
    "default-src 'none'",
    `style-src 'sha256-${(0,external_node_crypto_.createHash)('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
].join('; ');
/** Its text to the letter: the policy above knows it by its hash. */
const styleElement = new Html(`<style>${style}</style>`);
/**
 * One file that holds all that people ask of an audit, for paper and for screens. The changes are read twice, and as many as
 * a browser gets on with are written as they are read: memory does not grow with them.
 */
const html = async function* html(audit) {
    const gathered = await gather(audit);
    const compared = comparisons(audit, gathered);
    const arranged = arrange(audit.findings);
    yield String(html_top(audit, compared));
    for (const part of [limits(audit, compared), scope(audit), population(audit, compared), rules_rules(audit)])
        yield String(part);
    for (const part of findings(audit, arranged))
        yield String(part);
    yield String(pictures(audit));
    for await (const part of changes(audit, gathered.changes, arranged))
        yield String(part);
    yield String(exceptions(audit, gathered, arranged));
    yield String(made_made(audit));
    yield String(html_html `</main>
    <footer><p>The report ends here. If you do not see this line, the file was cut off.</p></footer>
  </body>
</html>
`);
};
const parts = [
    ['limits', 'Limits'],
    ['scope', 'Scope'],
    ['population', 'Population'],
    ['rules', 'Rules'],
    ['findings', 'Findings'],
    ['pictures', 'Over time'],
    ['changes', 'Every change'],
    ['exceptions', 'Exceptions'],
    ['made', 'How it was made'],
];
/** The head of the document, and what is read first. */
function html_top(audit, compared) {
    const { findings: all, rules: run, totals, world } = audit;
    const { header } = world;
    const verdict = verdictOf(audit, unequal(compared));
    const title = `Compliance audit of ${header.repository === null ? 'a repository' : line(header.repository)}`;
    const open = all.filter(({ status }) => status !== 'fixed').length;
    const numbers = [
        ['change', totals.changes],
        ['landing', totals.landings],
        ['commit', totals.commits],
        ['finding', open],
        ['deployment', world.deployments.length],
        ['rule not tested everywhere', run.filter(({ result }) => result === 'not tested').length],
    ];
    return html_html `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <meta name="robots" content="noindex" />
    <title>${title}: ${verdict.word}</title>
    ${styleElement}
  </head>
  <body>
    <nav class="skip" aria-label="Skip">
      <a href="#limits">Skip to the limits</a> <a href="#findings">Skip to the findings</a> <a href="#changes">Skip to the changes</a>
    </nav>
    <header>
      <h1>${title}</h1>
      <p>Landed ${period(header)}. Read at ${parts_moment(header.at)}.</p>
      <p>${inShort(header)}</p>
    </header>
    <main>
      <div class="verdict ${verdict.tone}">
        <p class="word"><span aria-hidden="true">${verdict.mark}</span> ${verdict.word}</p>
        ${verdict.why.map((sentence) => html_html `<p>${sentence}</p>`)}
      </div>
      <ul class="numbers" aria-label="In numbers">
        ${numbers.map(([name, number]) => html_html `<li><b>${(0,lib_text/* grouped */.zD)(number)}</b> ${number === 1 ? name : name.replace(/^\w+/, '$&s')}</li>`)}
      </ul>
      <nav class="contents" aria-label="Contents">
        <ol>
          ${parts.map(([id, name]) => html_html `<li><a href="#${id}">${name}</a></li>`)}
        </ol>
      </nav>
      `;
}

;// CONCATENATED MODULE: ./lib/audit/previous/complete-until.js
/**
 * Until when complete audits cover all time, without a gap: the audit after this one begins there. An audit that began
 * later than the one before had ended leaves a gap, and so moves nothing; nor does one between two commits, of which nobody
 * knows when it began.
 */
function completeUntil({ complete, world }) {
    const known = world.previous?.completeUntil ?? null;
    const { since, sinceSha, until } = world.header.period;
    if (!complete)
        return known;
    if (known === null)
        return until;
    if (since === null ? sinceSha !== null : Date.parse(since) > Date.parse(known))
        return known;
    return Date.parse(until) > Date.parse(known) ? until : known;
}

;// CONCATENATED MODULE: ./lib/audit/reports/json.js

/** Version of the form of the report, as its schema has it: docs/compliance-audit-report.schema.json. */
const jsonVersion = 1;
/**
 * The whole audit for programs, and for the audit after it. The changes come last, one a line, so that whoever needs the
 * rest can stop there.
 */
async function* json(audit) {
    const { complete, findings, rules, totals, world } = audit;
    const { changes, commits, landings, ...numbers } = totals;
    const { header, previous } = world;
    const head = {
        version: jsonVersion,
        complete,
        header,
        population: { changes, landings, commits },
        totals: {
            ...numbers,
            trailsElsewhere: world.end.trailsElsewhere,
            control: world.totals.map(({ count, name, source }) => ({ name, source, count })),
        },
        holes: world.holes.map(({ fix, what, why }) => ({ what, why, fix })),
        limits: world.untold.map(({ fix, source, why }) => ({ source, why, fix })),
        rules: rules.map(({ controls, fix, found, result, rule, severity, tested, text, why }) => ({
            rule,
            result,
            tested,
            found,
            why,
            severity,
            controls,
            text,
            fix,
        })),
        accepted: findings.flatMap(({ accepted, key, status }) => accepted === null || status === 'fixed' ? [] : [{ key, ...json_shownAcceptance(accepted) }]),
        queries: world.queries.map(({ answered, of, text, times }) => ({ of, text, times, answered })),
        completeUntil: completeUntil(audit),
        tags: { ...previous?.tags, ...Object.fromEntries(world.tags.map(({ name, sha }) => [name, sha])) },
        previous: previous === null ? null : { digest: previous.digest, since: previous.since, until: previous.until },
    };
    yield JSON.stringify(head, null, 2).slice(0, -2);
    yield* json_list('findings', findings.values().map(shownFinding));
    yield* json_list('changes', shownChanges(audit));
    yield '\n}\n';
}
/** A list of the report, an item a line. */
async function* json_list(name, items) {
    yield `,\n  "${name}": [`;
    let separator = '\n    ';
    for await (const item of items) {
        yield `${separator}${JSON.stringify(item)}`;
        separator = ',\n    ';
    }
    yield separator === '\n    ' ? ']' : '\n  ]';
}
function shownFinding(finding) {
    const { accepted, at, carried, change, controls, firstSeen, fix, key, message, rule, severity, status, subject } = finding;
    const { id, kind, url } = subject;
    // `control` names the first of them, for readers that take one.
    return {
        key,
        rule,
        severity,
        control: controls[0] ?? null,
        controls,
        subject: { kind, id, url },
        status,
        carried,
        firstSeen,
        at,
        message,
        fix,
        change,
        accepted: accepted === null ? null : json_shownAcceptance(accepted),
    };
}
function json_shownAcceptance({ by, owner, reason, until }) {
    return { reason, owner, until, by: by ?? null };
}
async function* shownChanges(audit) {
    for await (const change of audit.changes())
        yield shownChange(change);
}
/** Each field by its name: one that is new is no part of the published form until the schema has it. */
function shownChange(change) {
    const { approvedAt, authors, branch, commits, coverage, deployments, findings, landedAt } = change;
    const { landing, landingKind, mergedBy, pull, reviewers, run, sha, state, tests, title, url } = change;
    return {
        sha,
        url,
        pull: pull === null ? null : { number: pull.number, url: pull.url },
        branch,
        landedAt,
        landing,
        landingKind,
        title,
        commits,
        authors,
        reviewers,
        approvedAt,
        mergedBy,
        state,
        coverage: coverage.map(({ atDeployment, atMerge, flow, lacks, match, now, nowByTodaysTemplate, trail, url: trailUrl }) => ({
            flow,
            match,
            trail,
            url: trailUrl,
            atMerge,
            atDeployment,
            now,
            nowByTodaysTemplate,
            lacks,
        })),
        tests,
        run,
        deployments: deployments.map(({ at, environment, url: deploymentUrl }) => ({ environment, at, url: deploymentUrl })),
        findings,
    };
}

;// CONCATENATED MODULE: ./lib/audit/reports/incomplete.js
/** The rule under which a report tells that the audit is not complete, where its form has room for findings alone. */
const unknownRule = {
    rule: 'unknown',
    text: 'All that landed could be read',
    severity: 'critical',
    controls: ['SOC 2 CC8.1'],
    fix: 'See what is missing, and run the audit again: until then nobody can say what else it would find',
};
/** The holes of the population, and how to get it; empty where the audit is complete. */
function incomplete_missing({ complete, world }) {
    if (complete)
        return [];
    return world.holes.length > 0
        ? world.holes
        : [{ what: 'The population', why: 'it is not known whether it is whole', fix: unknownRule.fix }];
}

;// CONCATENATED MODULE: ./lib/audit/reports/nameless.js

/**
 * Foreign text on one line and without an address of e-mail: what many people read names nobody by it.
 */
function nameless(text, limit = 300) {
    // The line is made first: a character that nobody sees must not keep an address from being one.
    return (0,lib_text/* oneLine */.TN)((0,lib_text/* oneLine */.TN)(text, 4 * limit).replace(address, '(address)'), limit);
}
/**
 * Between angle brackets, as commits have it, or with a domain behind it: `action@v1.2` and `file@SHA` are none. Also where
 * the `@` is its full-width form, or is encoded.
 */
const address = /<[^<>\s]{1,320}(?:[@＠﹫]|%40)[^<>\s]{1,253}>|(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,64}(?:[@＠﹫]|%40)(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,63}/giu;

;// CONCATENATED MODULE: ./lib/audit/reports/junit/suites.js






/**
 * A suite for the population, then one a rule: a case for each thing that it found, and one for all else that it tested. So
 * a CI lists as failed what somebody has to do, and by rule how it went. What was not tested is skipped, with the reason.
 */
function suitesOf(audit) {
    const { findings, rules } = audit;
    const byRule = Map.groupBy(findings.filter(({ status }) => status !== 'fixed'), ({ rule }) => rule);
    const looked = lookedAt(audit);
    const cases = (name) => (byRule.get(name) ?? []).values().map((finding) => suites_found(finding, looked));
    const others = [...byRule.keys()].filter((name) => !rules.some(({ rule }) => rule === name));
    return [
        { name: 'population', cases: () => suites_population(audit) },
        ...rules.map((rule) => ({
            name: rule.rule,
            *cases() {
                yield* cases(rule.rule);
                yield* rest(rule);
            },
        })),
        ...others.map((name) => ({ name, cases: () => cases(name) })),
    ];
}
function suites_population(audit) {
    const numbers = numbersOf(audit);
    const holes = incomplete_missing(audit).map(({ fix, what, why }, index) => ({
        name: `missing ${index + 1}: ${nameless(what, 200)}`,
        ended: 'error',
        message: `${what}: ${why}`,
        body: `Fix: ${fix}`.split('\n'),
    }));
    if (holes.length > 0)
        return holes;
    const name = 'all that landed could be read';
    // A week without a change is no proof that anything works.
    if (numbers.changes === 0)
        return [{ name, ended: 'skipped', message: (0,presentation_audit/* auditWords */.ti)({ ...numbers, open: 0, accepted: 0 }).text, body: [] }];
    return [{ name: `${name}: ${(0,presentation_audit/* populationWords */.rQ)(numbers)}`, ended: 'passed', message: '', body: [] }];
}
function suites_found(finding, looked) {
    const { accepted, at, carried, firstSeen, fix, key, message, rule, severity, status, subject } = finding;
    const body = [
        `Severity: ${severity}`,
        ...(subject.url === null ? [] : [subject.url]),
        ...`Fix: ${fix}`.split('\n'),
        ...(at === null ? [] : [`Happened at ${at}`]),
        `${status === 'new' ? 'New in this audit' : `Open since ${firstSeen}`}${carried ? `, ${(0,presentation_carried/* carriedWords */.o)(finding, looked)}` : ''}`,
    ];
    const name = key.startsWith(`${rule}:`) ? key.slice(rule.length + 1) : key;
    if (accepted === null)
        return { name, ended: 'failure', message, body };
    return {
        name,
        ended: 'skipped',
        message: `Accepted by ${accepted.owner} until ${accepted.until}: ${accepted.reason}; ${(0,presentation_accepted/* entryWords */.a)(accepted.by)}. ${message}`,
        body: [],
    };
}
/** The note of a rule apart from its findings. */
function rest({ found: wrong, result, tested, why }) {
    const passed = tested - wrong;
    const reason = why ?? 'Nobody says why';
    switch (result) {
        case 'not applicable':
            return [{ name: 'not applicable', ended: 'skipped', message: why ?? 'There was nothing that it is about', body: [] }];
        case 'not tested':
            return [{ name: 'not tested', ended: 'skipped', message: reason, body: [] }];
        case 'tested':
            return [
                ...(passed > 0
                    ? [{ name: `nothing found about ${(0,lib_text/* count */.U9)(passed, 'subject')}`, ended: 'passed', message: '', body: [] }]
                    : []),
                ...(why === null ? [] : [{ name: 'not tested everywhere', ended: 'skipped', message: reason, body: [] }]),
            ];
    }
}

// EXTERNAL MODULE: ./node_modules/fast-xml-parser/src/xmlbuilder/json2xml.js + 7 modules
var json2xml = __webpack_require__(8669);
;// CONCATENATED MODULE: ./lib/audit/reports/junit/xml.js

const builder = new json2xml/* default */.A({
    attributeNamePrefix: '@',
    format: true,
    ignoreAttributes: false,
    suppressBooleanAttributes: false,
    suppressEmptyNode: true,
});
/** Characters that no XML may hold, even as a reference: controls, halves of surrogate pairs, and the two that are no characters. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
function xmlText(text) {
    return text.toWellFormed().replace(forbidden, '');
}
/** An element with all that is in it. Names are our own constants; values are escaped. */
function xml_element(name, content) {
    return builder.build({ [name]: content });
}
/** The start of an element whose content follows in parts: the builder knows whole ones alone. */
function opening(name, attributes) {
    const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xml_attribute(String(value))}"`);
    return `<${name}${written.join('')}>\n`;
}
function xml_attribute(text) {
    return xmlText(text).replace(/[&<>"'\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

;// CONCATENATED MODULE: ./lib/audit/reports/junit.js



/** The audit as JUnit XML, for the page of tests of a CI. The totals stand in the frame, before the cases. */
async function* junit(audit) {
    const suites = suitesOf(audit).map((suite) => ({ ...suite, counts: counts(suite.cases()) }));
    const { at } = audit.world.header;
    yield '<?xml version="1.0" encoding="UTF-8"?>\n';
    yield opening('testsuites', { name: 'compliance audit', ...sums(suites.map((suite) => suite.counts)), time: 0 });
    for (const suite of suites) {
        const { counts: own, name } = suite;
        yield opening('testsuite', { name, ...own, time: 0, timestamp: at.replace(/Z$/, '') });
        for (const each of suite.cases())
            yield testcase(each, name);
        yield '</testsuite>\n';
    }
    yield '</testsuites>\n';
}
function counts(cases) {
    const ended = { passed: 0, failure: 0, error: 0, skipped: 0 };
    for (const one of cases)
        ended[one.ended] += 1;
    const { error: errors, failure: failures, passed, skipped } = ended;
    return { tests: passed + failures + errors + skipped, failures, errors, skipped };
}
function sums(all) {
    const sum = (of) => all.reduce((total, one) => total + one[of], 0);
    return { tests: sum('tests'), failures: sum('failures'), errors: sum('errors'), skipped: sum('skipped') };
}
function testcase({ body, ended, message, name }, suite) {
    const head = { '@classname': xmlText(suite), '@name': xmlText(nameless(name, 300)), '@time': '0' };
    if (ended === 'passed')
        return xml_element('testcase', head);
    const text = body.map((line) => nameless(line, 1_000)).join('\n');
    return xml_element('testcase', {
        ...head,
        [ended]: { '@message': xmlText(nameless(message, 1_000)), ...(text === '' ? {} : { '#text': xmlText(text) }) },
    });
}

;// CONCATENATED MODULE: ./lib/audit/reports/scope.js
/** The repository and its branches, as a report names them. Foreign text as it came. */
function placeWords({ branches, repository }) {
    const names = branches.map(({ name }) => name).join(', ');
    return `${repository ?? 'this repository'}${names === '' ? '' : `, ${branches.length === 1 ? 'branch' : 'branches'} ${names}`}`;
}
/** From when until when, and by whose clock. */
function periodWords({ period }) {
    const { by, since, sinceSha, until } = period;
    switch (by) {
        case 'landing':
            return `what landed from ${since ?? 'the beginning'} up to ${until}, by GitHub's clock`;
        case 'committer-date':
            return `what was committed from ${since ?? 'the beginning'} up to ${until}: the dates are a claim of whoever committed`;
        case 'commits':
            return `what is reachable from the tips and not from ${sinceSha ?? 'any commit before'}`;
    }
}

;// CONCATENATED MODULE: ./lib/audit/reports/markdown/shown.js


/** Foreign text in a line or a cell: only text, and without an address of e-mail. */
function shown(text, limit = 300) {
    return (0,lib_text/* markdown */.wD)(nameless(text, limit), limit);
}
/** A link to a page, by a text that is foreign as well; only the text where there is no page of the web. */
function linked(text, url) {
    const page = (0,lib_text/* webAddress */.Dy)(url);
    return page === undefined ? shown(text, 200) : (0,lib_text/* markdownLink */.iQ)(nameless(text, 200), page.href);
}
/** The subject of a finding: the first 12 digits of a SHA or a fingerprint are enough where a link leads to the whole. */
function subjectShown({ id, kind, url }) {
    const name = url !== null && /^[0-9a-f]{40,64}$/.test(id) ? id.slice(0, 12) : id;
    return linked(`${kind.replaceAll('-', ' ')} ${name}`, url);
}
/** How to fix something: its lines as they were laid out, if there are several. */
function fixShown(fix, mostLines = 8) {
    const lines = fix.split('\n').filter((line) => line.trim() !== '');
    if (lines.length <= 1)
        return shown(fix, 500);
    const rest = lines.slice(0, mostLines).map((line) => {
        const indent = line.length - line.trimStart().length;
        return `${' '.repeat(Math.min(indent, 40))}${shown(line, 160)}`;
    });
    return `\n  <pre>${rest.join('\n  ')}</pre>`;
}

;// CONCATENATED MODULE: ./lib/audit/reports/markdown/sections.js








/** The verdict, what it is about, and the numbers. */
function head(audit) {
    const numbers = numbersOf(audit);
    const { icon, text } = (0,presentation_audit/* auditWords */.ti)(numbers);
    const { end, header, previous } = audit.world;
    const open = openFindings(audit);
    const bySeverity = severities
        .toReversed()
        .map((severity) => [severity, open.filter((finding) => finding.severity === severity).length])
        .filter(([, number]) => number > 0)
        .map(([severity, number]) => `${(0,lib_text/* grouped */.zD)(number)} ${severity}`);
    const since = previous === null
        ? 'no audit before is known'
        : `${(0,lib_text/* grouped */.zD)(numbers.fresh)} new since the audit up to ${previous.until}, ${(0,lib_text/* grouped */.zD)(numbers.fixed)} fixed`;
    const elsewhere = end.trailsElsewhere === 0
        ? ''
        : ` ${(0,lib_text/* count */.U9)(end.trailsElsewhere, 'trail')} ${end.trailsElsewhere === 1 ? 'is' : 'are'} about commits of no audited branch.`;
    return [
        `## ${icon} Audit: ${text}`,
        `${shown(placeWords(header), 500)}: ${shown(periodWords(header))}.`,
        `${(0,presentation_audit/* populationWords */.rQ)(numbers)}.${elsewhere}`,
        `${(0,lib_text/* count */.U9)(numbers.open, 'open finding')}${bySeverity.length === 0 ? '' : ` (${(0,lib_text/* list */.p_)(bySeverity)})`}; ${shown(since)}${numbers.accepted === 0 ? '' : `; ${(0,lib_text/* grouped */.zD)(numbers.accepted)} accepted`}.`,
        ...(header.basis === 'git' ? ['> ⚠️ Basis: git alone. When something landed, and how a pull request stood then, is not known.'] : []),
        '',
    ].join('\n\n');
}
/** All that is missing, and the rules that say nothing: on top of the page, and never green. */
function sections_untested(audit, most) {
    const holes = incomplete_missing(audit).map(({ fix, what, why }) => `- ❔ **${shown(what, 200)}**: ${shown(why)}. Fix: ${fixShown(fix, 3)}\n`);
    const rules = audit.rules
        .filter(({ result, why }) => result === 'not tested' || (result === 'tested' && why !== null))
        .map(({ result, rule, why }) => `- ${shown(rule, 60)}${result === 'tested' ? ', not everywhere' : ''}: ${shown(why ?? 'nobody says why')}\n`);
    return `${sections_section('### What is missing', holes, most)}${sections_section('### Not tested', rules, most)}`;
}
/** A heading and its items, after the head of a table if they are rows; of more than there is room for the number. */
function sections_section(heading, items, most, table = '', all = items.length) {
    if (items.length === 0)
        return '';
    const more = all - most;
    return `\n${heading}\n\n${table}${items.slice(0, most).join('')}${more > 0 ? `\n_${(0,lib_text/* count */.U9)(more, 'more line')} not shown here._\n` : ''}`;
}
const icons = { critical: '🟥', high: '🟧', medium: '🟨', low: '⬜' };
/** Open findings, the worst first. */
function findingTable(audit, most) {
    const findings = openFindings(audit);
    const looked = lookedAt(audit);
    const table = '| Severity | Rule | About | What | State |\n|:--|:--|:--|:--|:--|\n';
    return sections_section('### Findings, the worst first', findings.slice(0, most).map((finding) => findingRow(finding, looked)), most, table, findings.length);
}
/** Open findings, accepted ones too. */
function openFindings({ findings }) {
    return findings.filter(({ status }) => status !== 'fixed');
}
function findingRow(finding, looked) {
    const { accepted, carried, firstSeen, message, rule, severity, status, subject } = finding;
    const unseen = carried ? `; ${shown((0,presentation_carried/* carriedWords */.o)(finding, looked))}` : '';
    const state = accepted === null
        ? status === 'open'
            ? `open since ${shown(firstSeen.slice(0, 10))}`
            : status
        : `accepted by ${shown(accepted.owner, 60)} until ${shown(accepted.until.slice(0, 10))}; ${shown((0,presentation_accepted/* entryWords */.a)(accepted.by))}`;
    return `| ${icons[severity]} ${severity} | ${shown(rule, 60)} | ${subjectShown(subject)} | ${shown(message)} | ${state}${unseen} |\n`;
}
/** How to fix what was found, each fix once. */
function fixes(findings, most) {
    const once = new Map(findings.map(({ fix, rule }) => [`${rule}\n${fix}`, { fix, rule }]));
    return sections_section('### How to fix it', [...once.values()].map(({ fix, rule }) => `- **${shown(rule, 60)}**: ${fixShown(fix)}\n`), most);
}
/** Findings of the audit before that are gone. */
function fixedList({ findings }, most) {
    const gone = findings.filter(({ status }) => status === 'fixed');
    return sections_section('### Fixed since the audit before', gone.map(({ rule, subject }) => `- ${shown(rule, 60)}: ${subjectShown(subject)}\n`), most);
}
/** Who made this, and with what. */
function foot({ world }) {
    const { at, run, tool, workflow } = world.header;
    const made = `Made by ${tool.name} ${tool.version}${workflow === null ? '' : `, workflow ${workflow}`}, as things stood at ${at}.`;
    return `\n<sub>${shown(made, 500)}${run === null ? '' : ` ${linked('The run', run)}.`}</sub>\n`;
}

;// CONCATENATED MODULE: ./lib/audit/reports/markdown/tables.js



/** Changes by their state. */
function tables_states({ totals }) {
    const rows = Object.entries(totals.states).map(([state, number]) => `| ${shown(state)} | ${(0,lib_text/* grouped */.zD)(number)} |\n`);
    return sections_section('### Changes by state', rows, rows.length, '| State | Changes |\n|:--|--:|\n');
}
/** The population held against the counts of other sources. */
function tables_controlTotals({ world }) {
    const rows = world.totals.map(({ count, name, source }) => `| ${shown(name)} | ${shown(source)} | ${(0,lib_text/* grouped */.zD)(count)} |\n`);
    return sections_section('### Counts of other sources', rows, rows.length, '| Count | Source | Number |\n|:--|:--|--:|\n');
}
/** How each rule ended. */
function ruleTable({ rules }) {
    const rows = rules.map(({ controls, found, result, rule, severity, tested, text }) => {
        const ended = result === 'tested' ? `tested ${(0,lib_text/* grouped */.zD)(tested)}` : result;
        return `| ${shown(rule)} | ${shown(text)} | ${severity} | ${controls.map((control) => shown(control)).join(', ')} | ${ended} | ${(0,lib_text/* grouped */.zD)(found)} |\n`;
    });
    return sections_section('### Rules', rows, rows.length, '| Rule | What must be so | Severity | Controls | Ended | Found |\n|:--|:--|:--|:--|:--|--:|\n');
}
const changesHead = '| Change | Landed | Title | Authors | Reviewers | State | Tests | Findings |\n|:--|:--|:--|:--|:--|:--|:--|--:|\n';
function changeRow({ authors, findings, landedAt, pull, reviewers, sha, state, tests, title, url }) {
    const change = pull === null ? linked(sha.slice(0, 12), url) : linked(`pull request ${pull.number}`, pull.url);
    const cells = [
        change,
        shown(landedAt ?? 'not known'),
        shown(title, 120),
        shown(authors.join(', '), 120),
        shown(reviewers.join(', '), 120),
        shown(state),
        shown(tests ?? ''),
        (0,lib_text/* grouped */.zD)(findings.length),
    ];
    return `| ${cells.join(' | ')} |\n`;
}

;// CONCATENATED MODULE: ./lib/audit/reports/markdown.js



/** Of more rows than that nobody reads a page: the CSV has them all. */
const markdown_mostRows = 5_000;
/** The audit as a page of markdown, to be kept next to the code. */
async function* markdown(audit) {
    yield head(audit);
    yield sections_untested(audit, markdown_mostRows);
    yield tables_states(audit);
    yield tables_controlTotals(audit);
    yield findingTable(audit, markdown_mostRows);
    yield fixes(openFindings(audit).filter(({ accepted }) => accepted === null), markdown_mostRows);
    yield fixedList(audit, markdown_mostRows);
    yield ruleTable(audit);
    if (audit.totals.changes > 0)
        yield `\n### Changes\n\n${changesHead}`;
    let rows = 0;
    for await (const change of audit.changes()) {
        rows += 1;
        if (rows > markdown_mostRows)
            break;
        yield changeRow(change);
    }
    const more = audit.totals.changes - markdown_mostRows;
    if (more > 0)
        yield `\n_${(0,lib_text/* count */.U9)(more, 'more change')}: the CSV report has all of them._\n`;
    yield foot(audit);
}

;// CONCATENATED MODULE: ./lib/audit/reports/sarif/message.js

/** Characters of a message: with 5,000 results the file stays below the 10 MB that GitHub takes, also where nothing can be packed. */
const message_longest = 600;
/**
 * Foreign text as a message of SARIF, on one line: `{0}` would be a place for an argument, and `[text](address)` a link
 * (SARIF 2.1.0, 3.11.5 and 3.11.6). Both are parted by a space.
 */
function messageText(text) {
    return nameless(text, message_longest)
        .replaceAll('](', '] (')
        .replace(/\{(?=\d)/g, '{ ');
}
/** The same with a full stop at its end: GitHub shows the first sentence where there is no room for all. */
function message_sentence(text) {
    const message = messageText(text);
    return /[.!?…]$/.test(message) ? message : `${message}.`;
}

;// CONCATENATED MODULE: ./lib/audit/reports/sarif/notifications.js



/** The limits of the results: that something is missing, that a rule was not tested, that there are more of them. */
function notifications(audit, more) {
    const holes = incomplete_missing(audit).map(({ fix, what, why }) => ({
        level: 'error',
        message: { text: `${message_sentence(`${what}: ${why}`)} ${message_sentence(`Fix: ${fix}`)}` },
    }));
    const untested = audit.rules.flatMap(({ result, rule, why }) => result === 'not applicable' || (result === 'tested' && why === null)
        ? []
        : [
            {
                level: 'warning',
                message: { text: message_sentence(`${rule} was not tested${result === 'tested' ? ' everywhere' : ''}: ${why ?? 'nobody says why'}`) },
                associatedRule: { id: rule },
            },
        ]);
    const cut = `${(0,lib_text/* count */.U9)(more, 'finding')} ${more === 1 ? 'is' : 'are'} not in this file, the least severe and those that were accepted: GitHub shows ${(0,lib_text/* grouped */.zD)(5_000)}.`;
    return [...holes, ...untested, ...(more === 0 ? [] : [{ level: 'warning', message: { text: cut } }])];
}

;// CONCATENATED MODULE: ./lib/audit/reports/sarif/rule.js


const levels = {
    critical: 'error',
    high: 'error',
    medium: 'warning',
    low: 'note',
};
/** GitHub's own numbers for the four words: above 9 is critical, from 7 high, from 4 medium, below that low. */
const scores = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.0' };
/** A rule with all that GitHub asks of one, and shows next to its results. */
function reportingDescriptor({ controls, fix, rule, severity, text }) {
    const lines = fix.split('\n');
    return {
        id: rule,
        name: rule,
        shortDescription: { text: messageText(text) },
        fullDescription: { text: `${message_sentence(text)} ${messageText(`Controls: ${controls.join(', ')}`)}` },
        defaultConfiguration: { level: levels[severity] },
        help: {
            text: `${message_sentence(text)} ${message_sentence(`Fix: ${lines.map((line) => line.trim()).join(' ')}`)}`,
            markdown: `${(0,lib_text/* markdown */.wD)(text, 1_000)}\n\n**Fix**\n\n${lines.map((line) => (0,lib_text/* markdown */.wD)(line, 500)).join('  \n')}\n`,
        },
        properties: {
            tags: ['compliance', 'security', ...controls.slice(0, 8)],
            precision: 'very-high',
            'security-severity': scores[severity],
        },
    };
}

;// CONCATENATED MODULE: ./lib/audit/reports/sarif/uri.js

/**
 * A foreign address as RFC 3986 has it, which SARIF demands; undefined where it is none of the web. What browsers take
 * besides, a bar or a second `#`, is encoded, and user and password are left out.
 */
function uri(address) {
    const url = (0,lib_text/* webAddress */.Dy)(address);
    if (url === undefined)
        return undefined;
    const { hash, origin, pathname, search } = url;
    const path = encoded(`${pathname}${search}`);
    return `${origin}${path}${hash === '' ? '' : `#${encoded(hash.slice(1)).replaceAll('#', '%23')}`}`;
}
function encoded(text) {
    return text.replace(/[^\w\-.~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

;// CONCATENATED MODULE: ./lib/audit/reports/sarif/result.js








/**
 * GitHub shows no result without a place in a file, and closes and opens alerts anew when that changes. No line of code is
 * at fault here; this file is where somebody acts on a finding, and it is the same for all of them in every run.
 */
const locations = [
    {
        physicalLocation: {
            artifactLocation: { uri: '.github/compliance-audit.yml' },
            region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
        },
    },
];
/** GitHub tells by this name, and no other, that two runs are about the same thing. */
function fingerprints(key) {
    return { primaryLocationLineHash: `${(0,external_node_crypto_.createHash)('sha256').update(key).digest('hex').slice(0, 32)}:1` };
}
/** A finding as a result. `usual` is the severity of its rule, which is what GitHub marks all results of the rule with. */
function result(finding, { index, looked, usual }) {
    const { accepted, at, carried, firstSeen, fix, key, message, rule, severity, status, subject } = finding;
    const page = subject.url === null ? undefined : uri(subject.url);
    const worse = severity === usual ? '' : ` Severity of this one: ${severity}.`;
    const words = (0,presentation_carried/* carriedWords */.o)(finding, looked);
    const unseen = carried ? ` ${message_sentence(`${words.charAt(0).toUpperCase()}${words.slice(1)}`)}` : '';
    return {
        ruleId: rule,
        ruleIndex: index,
        level: levels[severity],
        message: { text: `${message_sentence(message)}${worse}${unseen} ${message_sentence(`Fix: ${fix}`)}` },
        locations,
        partialFingerprints: fingerprints(key),
        ...(accepted === null ? {} : { suppressions: [suppression(accepted)] }),
        ...(page === undefined ? {} : { hostedViewerUri: page }),
        properties: {
            key: nameless(key, 300),
            severity,
            status,
            carried,
            at,
            firstSeen,
            subject: `${subject.kind} ${(0,lib_text/* cut */.Jj)(nameless(subject.id), 100)}`,
        },
    };
}
/** The result that says what is missing: of the rest of a run, and so of that too, GitHub shows nothing. */
function unknownResult(holes, ruleIndex) {
    const told = holes.slice(0, 3).map(({ fix, what, why }) => `${message_sentence(`${what}: ${why}`)} ${message_sentence(`Fix: ${fix}`)}`);
    return {
        ruleId: unknownRule.rule,
        ruleIndex,
        level: 'error',
        message: { text: ['The audit is not complete.', ...told].join(' ') },
        locations,
        partialFingerprints: fingerprints(unknownRule.rule),
    };
}
function suppression({ by, owner, reason, until }) {
    return {
        kind: 'external',
        status: 'accepted',
        justification: `${message_sentence(reason)} ${message_sentence(`Accepted by ${owner} until ${until}; ${(0,presentation_accepted/* entryWords */.a)(by)}`)}`,
    };
}

;// CONCATENATED MODULE: ./lib/audit/reports/sarif.js






/**
 * GitHub's limits of a run: it takes 25,000 results and keeps 5,000 of them
 * (https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit).
 */
const mostResults = 5_000;
/**
 * The findings as SARIF 2.1.0, the worst first, within what GitHub shows; the others are counted. What is fixed is not in it:
 * GitHub closes an alert that is reported no more, and would show it as open with a suppression.
 */
async function* sarif(audit) {
    const rules = describedRules(audit);
    const places = new Map(rules.map(({ rule, severity }, index) => [rule, { index, usual: severity }]));
    const placeOf = (rule) => places.get(rule) ?? { index: 0, usual: '' };
    const looked = lookedAt(audit);
    const open = sarif_openFindings(audit);
    const unsaid = audit.complete || audit.findings.some(({ rule }) => rule === unknownRule.rule) ? [] : incomplete_missing(audit);
    const listed = open.slice(0, mostResults - (unsaid.length === 0 ? 0 : 1));
    const { header } = audit.world;
    const { at, repository, serverUrl, tool } = header;
    const page = repository === null ? undefined : uri(`${serverUrl}/${repository}`);
    const run = {
        tool: { driver: { name: tool.name, version: tool.version, rules: rules.map(reportingDescriptor) } },
        automationDetails: { id: 'compliance-audit/' },
        ...(page === undefined ? {} : { versionControlProvenance: [{ repositoryUri: page }] }),
        columnKind: 'utf16CodeUnits',
        invocations: [
            {
                executionSuccessful: audit.complete,
                endTimeUtc: at,
                toolExecutionNotifications: notifications(audit, open.length - listed.length),
            },
        ],
    };
    yield '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[';
    yield `${JSON.stringify(run).slice(0, -1)},"results":[`;
    let separator = '\n';
    if (unsaid.length > 0) {
        yield `${separator}${JSON.stringify(unknownResult(unsaid, placeOf(unknownRule.rule).index))}`;
        separator = ',\n';
    }
    for (const finding of listed) {
        yield `${separator}${JSON.stringify(result(finding, { ...placeOf(finding.rule), looked }))}`;
        separator = ',\n';
    }
    yield '\n]}]}\n';
}
/** Those that nobody accepted come first: they must not give way to the others. */
function sarif_openFindings({ findings }) {
    const open = findings.filter(({ status }) => status !== 'fixed');
    return [...open.filter(({ accepted }) => accepted === null), ...open.filter(({ accepted }) => accepted !== null)];
}
/** The rules of the audit, and those that a finding names besides: of an older version, or about the audit itself. */
function describedRules({ findings, rules }) {
    const known = new Set(rules.map(({ rule }) => rule));
    const others = findings.filter(({ rule }) => !known.has(rule) && rule !== unknownRule.rule);
    const named = new Map(others.map(({ controls, fix, rule, severity }) => [rule, { rule, text: rule, severity, controls, fix }]));
    return [...rules, ...(known.has(unknownRule.rule) ? [] : [unknownRule]), ...named.values()];
}

;// CONCATENATED MODULE: ./lib/audit/reports/summary.js

/*
 * GitHub takes 1 MiB of summary a step, and shows nothing at all of a longer one
 * (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#step-isolation-and-limits).
 * All that is shown is bounded, each text and each list, so that no name can bring the page over it.
 */
const mostLines = 20;
const summary_mostFindings = 30;
const mostFixes = 10;
const mostFixed = 15;
/** The audit as the summary of a job: what to do first. The other reports have the rest. */
async function* summary_summary(audit) {
    yield head(audit);
    yield sections_untested(audit, mostLines);
    yield findingTable(audit, summary_mostFindings);
    yield fixes(openFindings(audit)
        .filter(({ accepted }) => accepted === null)
        .slice(0, summary_mostFindings), mostFixes);
    yield fixedList(audit, mostFixed);
    yield foot(audit);
}

;// CONCATENATED MODULE: ./lib/audit/reports/index.js








/** Every form that an audit is reported in. */
const reports = {
    html: html,
    csv: csv,
    json: json,
    sarif: sarif,
    junit: junit,
    markdown: markdown,
    'badge-json': badgeJson,
    'badge-svg': badgeSvg,
    summary: summary_summary,
};

;// CONCATENATED MODULE: ./lib/audit/parts.js
// All of an audit in one module: it is loaded when one runs, and then as one chunk of the bundle.














/***/ })

};
