export const id = 813;
export const ids = [813];
export const modules = {

/***/ 1813:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  openAuditPort: () => (/* reexport */ openAuditPort)
});

// EXTERNAL MODULE: ./lib/errors/index.js + 8 modules
var errors = __webpack_require__(4087);
// EXTERNAL MODULE: ./lib/text/index.js + 18 modules
var lib_text = __webpack_require__(1613);
;// CONCATENATED MODULE: ./lib/github/audit/values.js

/*
 * Values of GitHub's answers. Each is read or it is `undefined`: then whoever asked says that the list is not whole.
 */
const none = '0'.repeat(40);
/** A full SHA. */
function shaAt(value, ...path) {
    const found = (0,lib_text/* stringAt */.bX)(value, ...path);
    return found !== undefined && found !== none && /^[0-9a-f]{40}$/.test(found) ? found : undefined;
}
/** The commit that a ref stood for: null where it was not there, which are forty zeros. */
function tipAt(value, ...path) {
    return (0,lib_text/* stringAt */.bX)(value, ...path) === none ? null : shaAt(value, ...path);
}
/** The SHA of an object that may be gone. */
function oidAt(value, ...path) {
    return (0,lib_text/* valueAt */.fK)(value, ...path) === null ? null : shaAt(value, ...path, 'oid');
}
/** A moment in UTC, without fractions that are zero. */
function momentAt(value, ...path) {
    const text = (0,lib_text/* stringAt */.bX)(value, ...path);
    if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text))
        return undefined;
    const moment = Date.parse(text);
    return Number.isNaN(moment) ? undefined : new Date(moment).toISOString().replace('.000Z', 'Z');
}
/** A number of GitHub's: they begin at 1. */
function numberAt(value, ...path) {
    const found = (0,lib_text/* countAt */.$v)(value, ...path);
    return found === 0 ? undefined : found;
}
function connectionAt(value, ...path) {
    const found = (0,lib_text/* valueAt */.fK)(value, ...path);
    const nodes = (0,lib_text/* listAt */.gT)(found, 'nodes');
    const hasNext = (0,lib_text/* valueAt */.fK)(found, 'pageInfo', 'hasNextPage');
    const cursor = (0,lib_text/* stringAt */.bX)(found, 'pageInfo', 'endCursor');
    if (nodes === undefined || nodes.some((node) => typeof node !== 'object' || node === null))
        return undefined;
    if (hasNext === true && (cursor === undefined || cursor === '' || cursor.length > 1_000))
        return undefined;
    if (hasNext !== true && hasNext !== false)
        return undefined;
    return { nodes, total: (0,lib_text/* countAt */.$v)(found, 'totalCount'), next: hasNext ? (cursor ?? null) : null };
}

;// CONCATENATED MODULE: ./lib/github/audit/accounts.js


/** Signs what is made on GitHub's own pages. GraphQL tells it as nobody, with a signature of GitHub. */
const webFlow = { id: 19_864_447, login: 'web-flow', kind: 'person' };
/** For any `Actor`. */
const actorFragment = `fragment A on Actor { __typename login
  ... on User { databaseId } ... on Bot { databaseId } ... on Mannequin { databaseId } ... on Organization { databaseId }
  ... on EnterpriseUserAccount { user { databaseId } } }`;
/** For who made a commit: a bot comes as a `User` too, and its id alone tells. */
const gitActorFields = 'name email user { id databaseId login }';
/** An account of GraphQL: null where it is gone, `undefined` where it cannot be read. */
function actorAt(value, ...path) {
    const found = (0,lib_text/* valueAt */.fK)(value, ...path);
    if (found === null)
        return null;
    const id = numberAt(found, 'databaseId') ?? numberAt(found, 'user', 'databaseId');
    const login = (0,lib_text/* stringAt */.bX)(found, 'login');
    if (id === undefined || login === undefined)
        return undefined;
    const isBot = (0,lib_text/* stringAt */.bX)(found, '__typename') === 'Bot';
    return { id, login: isBot && !login.endsWith('[bot]') ? `${login}[bot]` : login, kind: isBot ? 'bot' : 'person' };
}
/** An account of REST, likewise. */
function userAt(value, ...path) {
    const found = (0,lib_text/* valueAt */.fK)(value, ...path);
    if (found === null)
        return null;
    const [id, login] = [numberAt(found, 'id'), (0,lib_text/* stringAt */.bX)(found, 'login')];
    if (id === undefined || login === undefined)
        return undefined;
    return { id, login, kind: (0,lib_text/* stringAt */.bX)(found, 'type') === 'Bot' || login.endsWith('[bot]') ? 'bot' : 'person' };
}
/** Who made a commit, as the commit says; the account is the one that GitHub found for the address. */
function signatureAt(value, ...path) {
    const found = (0,lib_text/* valueAt */.fK)(value, ...path);
    if (typeof found !== 'object' || found === null)
        return undefined;
    const account = gitUser((0,lib_text/* valueAt */.fK)(found, 'user'));
    return account === undefined ? undefined : { name: (0,lib_text/* stringAt */.bX)(found, 'name') ?? '', email: (0,lib_text/* stringAt */.bX)(found, 'email') ?? '', account };
}
/** The fields that tell who signed a commit. */
const signatureField = 'signature { isValid wasSignedByGitHub }';
/** Whether GitHub made and signed a commit itself: an address can be written by anybody, its signature cannot. */
function isSignedByGitHub(commit) {
    return (0,lib_text/* valueAt */.fK)(commit, 'signature', 'isValid') === true && (0,lib_text/* valueAt */.fK)(commit, 'signature', 'wasSignedByGitHub') === true;
}
/** The committer: where GitHub itself made and signed the commit, that is who; without its signature it never is. */
function committerOf(commit) {
    const found = signatureAt(commit, 'committer');
    if (found === undefined || (found.account !== null && found.account.id !== webFlow.id))
        return found;
    return { ...found, account: isSignedByGitHub(commit) && /^noreply@/i.test(found.email) ? webFlow : null };
}
function gitUser(user) {
    if (user === null)
        return null;
    const [id, login, node] = [numberAt(user, 'databaseId'), (0,lib_text/* stringAt */.bX)(user, 'login'), (0,lib_text/* stringAt */.bX)(user, 'id') ?? ''];
    if (id === undefined || login === undefined)
        return undefined;
    // Both forms of the id say what it is of: `BOT_…`, and `03:Bot…` in base64.
    return { id, login, kind: login.endsWith('[bot]') || /^(?:BOT_|MDM6Qm90)/.test(node) ? 'bot' : 'person' };
}

// EXTERNAL MODULE: ./lib/github/api.js
var api = __webpack_require__(7671);
// EXTERNAL MODULE: ./lib/github/refusal.js
var refusal = __webpack_require__(8595);
;// CONCATENATED MODULE: ./lib/github/audit/graphql-url.js
/** Where GraphQL is, next to REST: on a server of one's own at `/api/graphql` (docs.github.com/enterprise-server/graphql). */
function graphqlUrlOf(apiUrl) {
    return `${apiUrl.replace(/\/+$/, '').replace(/\/api\/v3$/, '/api')}/graphql`;
}

;// CONCATENATED MODULE: ./lib/github/audit/session.js





/** The list of answers is more than GitHub can make in one go: half of it may do. */
class TooMuch extends Error {
}
/** The answer cannot be read, or GitHub says that it is not whole. */
class NotWhole extends Error {
}
/** No single request may take longer than this. */
const longestRequest = 60_000;
/** Pauses after GitHub did not answer, all retries included, as multiples of the first: 9 s and 30 s. */
const outages = [30, 100];
function openSession(access) {
    const { apiUrl, firstPause = 300, report = () => { }, repository, signal, timeLimit = 900_000 } = access;
    const url = access.graphqlUrl ?? graphqlUrlOf(apiUrl);
    const end = Date.now() + timeLimit;
    const counted = new Map();
    const count = (text, times, answered) => {
        const old = counted.get(text) ?? { times: 0, answered: 0 };
        counted.set(text, { times: old.times + times, answered: old.answered + answered });
    };
    /** Asks until there is an answer; what GitHub refused for its limit alone is asked again, and outages are sat out for a while. */
    async function within(work) {
        const patience = [...outages];
        for (;;) {
            const left = end - Date.now();
            if (left <= 0)
                throw over(timeLimit);
            try {
                return await work({ ...access, timeLimit: Math.min(left, longestRequest) });
            }
            catch (error) {
                const isLimit = error instanceof errors/* ResponseError */.o3 && error.code === 'rate-limited';
                const times = isLimit || !isOutage(error) ? undefined : patience.shift();
                if (!isLimit && times === undefined)
                    throw error;
                const wait = isLimit ? (0,refusal/* secondsToWait */.U2)(error) * 1000 : (times ?? 0) * firstPause;
                if (Date.now() + wait >= end)
                    throw isLimit ? over(timeLimit, error) : error;
                const why = isLimit ? 'GitHub takes no more requests now' : 'GitHub does not answer';
                report(`${why}: waiting ${Math.ceil(wait / 1000)} s, then going on`);
                await pause(wait, signal);
            }
        }
    }
    /** A 404 may be about the list alone; where the repository is not there either, nothing can be asked with this token. */
    async function orNoRepository(work) {
        try {
            return await work();
        }
        catch (error) {
            if (!isNotFound(error))
                throw error;
            const asked = {
                route: 'GET /repos/{owner}/{repo}',
                parameters: {},
                purpose: 'tell about the repository',
                permission: 'contents: read',
            };
            count(spelled(asked, repository), 1, 0);
            try {
                await within((limited) => (0,api/* askGitHub */.X3)(limited, { ...asked, repeatable: true }));
            }
            catch (cause) {
                throw isNotFound(cause) ? noRepository(repository, cause) : cause;
            }
            throw error;
        }
    }
    return {
        repository,
        report,
        rest: (asked) => {
            count(spelled(asked, repository), 1, 0);
            return within((limited) => (0,api/* askGitHub */.X3)(limited, { ...asked, repeatable: true }));
        },
        page: (asked) => {
            count(spelled(asked, repository), 1, 0);
            return orNoRepository(() => within((limited) => (0,api/* askGitHubPage */.uF)(limited, { ...asked, repeatable: true })));
        },
        async ask(question) {
            count(`POST /graphql ${question.name}`, 1, 0);
            const asked = { ...question, url, query: queryOf(question, repository) };
            const answer = await within((limited) => {
                const asking = (0,api/* askGraphQL */.Rh)(limited, asked);
                return question.about > 1 ? asking.catch(tooMuch) : asking;
            });
            if ((0,lib_text/* listAt */.gT)(answer, 'errors')?.some(isNoRepository) === true)
                throw noRepository(repository, answer);
            return dataOf(answer, question, `POST ${url}`, apiUrl);
        },
        answered: (text, answered) => count(text, 0, answered),
        queries: () => [...counted].map(([text, { answered, times }]) => ({ kind: 'query', of: 'GitHub', text, times, answered })),
    };
}
/** As people repeat it: without the page. */
function spelled({ parameters, route }, repository) {
    const rest = Object.entries(parameters).filter(([name]) => !route.includes(`{${name}}`) && !['per_page', 'page', 'after'].includes(name));
    const query = rest.map(([name, value]) => `${name}=${value}`).join('&');
    return `${route.replace('{owner}/{repo}', repository)}${query === '' ? '' : `?${query}`}`;
}
function queryOf({ atRoot = false, body, fragments = '', name }, repository) {
    const [owner, repo] = repository.split('/');
    const whole = atRoot ? body : `repository(owner: ${JSON.stringify(owner)}, name: ${JSON.stringify(repo)}) { ${body} }`;
    return `query ${name} { ${whole} }\n${fragments}`;
}
/** `errors` next to `data` are never an empty list: what they are about is missing. */
function dataOf(answer, question, request, apiUrl) {
    const { atRoot = false, optional, purpose } = question;
    const isOptional = (error) => optional !== undefined && (0,lib_text/* listAt */.gT)(error, 'path')?.at(-1) === optional && isRefused(error);
    const error = (0,lib_text/* listAt */.gT)(answer, 'errors')?.find((one) => !isOptional(one));
    if (error !== undefined) {
        const message = (0,lib_text/* oneLine */.TN)((0,lib_text/* stringAt */.bX)(error, 'message') ?? 'an error without a message', 300);
        if (isRefused(error))
            throw (0,refusal/* refusal */.x5)({ status: 403, message, headers: {} }, request, question, apiUrl, error);
        if (/too many|timeout|timed out|something went wrong|limits? exceeded|_LIMIT/i.test(`${(0,lib_text/* stringAt */.bX)(error, 'type')} ${message}`))
            throw new TooMuch(message);
        throw new NotWhole(`GitHub could not ${purpose}: ${message}`);
    }
    const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null;
    const found = atRoot || typeof data !== 'object' || data === null || !('repository' in data) ? data : data.repository;
    if (typeof found !== 'object' || found === null)
        throw new NotWhole(`GitHub's answer holds no data: it was asked to ${purpose}`);
    return found;
}
function isRefused(error) {
    return ['FORBIDDEN', 'INSUFFICIENT_SCOPES', 'NOT_FOUND'].includes((0,lib_text/* stringAt */.bX)(error, 'type') ?? '');
}
/** Behind 502 to 504, and behind no answer, there may be a question that takes GitHub longer than it allows itself. */
function tooMuch(error) {
    const isSlow = error instanceof errors/* TransportError */.wX && error.code === 'timeout';
    if (isSlow || (error instanceof errors/* ResponseError */.o3 && error.status >= 502 && error.status <= 504))
        throw new TooMuch(error.message, { cause: error });
    throw error;
}
function isOutage(error) {
    if (error instanceof errors/* TransportError */.wX)
        return error.code === 'timeout' || error.code === 'unreachable';
    return error instanceof errors/* ResponseError */.o3 && error.status >= 500;
}
function isNotFound(error) {
    return error instanceof errors/* ResponseError */.o3 && error.code === 'not-found';
}
function isNoRepository(error) {
    return (0,lib_text/* stringAt */.bX)(error, 'type') === 'NOT_FOUND' && (0,lib_text/* listAt */.gT)(error, 'path')?.join('.') === 'repository';
}
function noRepository(repository, cause) {
    return new errors/* ResponseError */.o3('unauthorized', `GitHub shows no repository ${repository} to this token`, {
        status: 404,
        request: 'GitHub',
        cause,
        fix: `Look at the name of the repository, and give a token that may read it. In a job of it: pass \`github-token: \${{ github.token }}\`, and\npermissions:\n  contents: read`,
    });
}
function over(timeLimit, cause) {
    const why = cause instanceof errors/* ResponseError */.o3 ? 'GitHub takes no more requests until after that' : 'GitHub was not asked for all';
    return new errors/* TransportError */.wX('deadline', `The time limit of ${Math.round(timeLimit / 1000)} s is over: ${why}`, {
        request: 'GitHub',
        cause,
        fix: 'Run the audit again with a longer `timeout`, a shorter period, or a token of its own: those of jobs share 1,000 requests an hour.',
    });
}
/** Ends early where the run is stopped: the next request says so. */
async function pause(milliseconds, signal) {
    await new Promise((done) => {
        const timer = setTimeout(done, milliseconds);
        signal?.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true });
    });
}

;// CONCATENATED MODULE: ./lib/github/audit/listed.js


const cutFix = 'Run the audit again; if it says the same, look at githubstatus.com, or audit a shorter period.';
/** A list that is whole but for a reason. */
function listOf(items, why, fix = cutFix) {
    return why === undefined ? { kind: 'whole', items } : { kind: 'cut', items, why, fix };
}
/**
 * A question that GitHub refuses is told as refused, with the permission that is missing; an answer that is not whole makes a list that is cut.
 * All else is for the caller: GitHub did not answer.
 */
async function listed(work) {
    try {
        return await work();
    }
    catch (error) {
        if (error instanceof NotWhole || error instanceof TooMuch)
            return { kind: 'cut', items: [], why: error.message, fix: cutFix };
        if (isRefusal(error))
            return { kind: 'refused', why: error.message, fix: error.fix ?? cutFix };
        throw error;
    }
}
/** GitHub said no, and will again. A token that is not valid, or does not see the repository, is no permission that is missing: nothing could be asked. */
function isRefusal(error) {
    return error instanceof errors/* ResponseError */.o3 && (error.code === 'forbidden' || error.code === 'not-found');
}

;// CONCATENATED MODULE: ./lib/github/audit/activity.js





const kinds = {
    push: 'push',
    force_push: 'force-push',
    pr_merge: 'pull-request',
    merge_queue_merge: 'merge-queue',
    branch_creation: 'creation',
    branch_deletion: 'deletion',
};
const perPage = 100;
/** 50,000 updates of one branch. */
const mostPages = 500;
const year = 365 * 86_400_000;
/**
 * Updates of a branch, the newest first, and one older than `since`. GitHub publishes no number for how long it keeps them;
 * its widest filter is the past year (`time_period`), so what is older than that is taken for lost where nothing older is there.
 */
async function branchUpdates(session, branch, since, until) {
    const [start, end] = [Date.parse(since), Date.parse(until)];
    const { updates, why } = await readActivity(session, { ref: `refs/heads/${branch}`, name: branch, most: mostPages }, ({ at }) => Date.parse(at) < start);
    const within = updates.filter(({ at }) => Date.parse(at) >= start && Date.parse(at) < end);
    const older = updates.find(({ at }) => Date.parse(at) < start);
    const items = older === undefined ? within : [...within, older];
    if (why !== undefined || older !== undefined)
        return listOf(items, why);
    const first = updates.at(-1);
    if (first?.before === null)
        return listOf(items, undefined);
    if (first !== undefined)
        return listOf(items, `GitHub keeps no update of ${branch} before ${first.at}, when it was at ${first.before}: nothing says how it came there`, `Begin the audit after ${first.at}, or audit by commits: leave the token out.`);
    const isTooOld = start < Date.now() - year;
    return listOf(items, isTooOld ? `GitHub keeps no update of ${branch}, and offers them for the past year at most: the period begins before that` : undefined, 'Begin the audit later, or audit by commits: leave the token out.');
}
/** Of all refs: for a few tags that moved, no more than 1,000 updates are looked through. */
const mostPagesOfAll = 10;
const tags = 'refs/tags/';
/**
 * Updates of all tags since a moment, out of the list of all refs: tags are too many to ask for each. GitHub's description of
 * that list names branches alone, so that it is taken to tell of tags only where one is in it.
 */
async function tagUpdates(session, since) {
    const start = Date.parse(since);
    const read = await readActivity(session, { name: 'all refs', most: mostPagesOfAll }, ({ at }) => Date.parse(at) < start);
    const updates = read.updates.filter(({ name }) => name.startsWith(tags)).map((one) => ({ ...one, name: one.name.slice(tags.length) }));
    const told = updates.length > 0 && !read.isLong;
    return listOf([{ updates, told }], read.isLong ? undefined : read.why);
}
/** Reads on until an update is the last that is wanted. */
async function readActivity(session, { most, name, ref }, isLast) {
    const asked = { route: 'GET /repos/{owner}/{repo}/activity', purpose: `tell the updates of ${name}`, permission: 'contents: read' };
    const updates = [];
    const [ids, cursors] = [new Set(), new Set()];
    let after;
    const stop = (why, isLong = false) => ({ updates, why, isLong });
    for (let page = 1; page <= most; page += 1) {
        const cursor = after === undefined ? {} : { after };
        const parameters = { ...(ref === undefined ? {} : { ref }), direction: 'desc', per_page: perPage, ...cursor };
        const { data, next } = await session.page({ ...asked, parameters });
        if (!Array.isArray(data))
            return stop(`GitHub's updates of ${name} are no list`);
        session.answered(spelled({ ...asked, parameters }, session.repository), data.length);
        for (const one of data) {
            const update = ref === undefined ? readUpdate(one) : readUpdate(one, { ref, name });
            if (update === undefined)
                return stop(`An update of ${name} in GitHub's answer cannot be read`);
            const last = updates.at(-1);
            if (ids.has(update.id))
                return stop(`GitHub lists update ${update.id} of ${name} twice`);
            if (last !== undefined && Date.parse(update.at) > Date.parse(last.at))
                return stop(`GitHub's updates of ${name} are not in order`);
            ids.add(update.id);
            updates.push(update);
        }
        // Not before all of the page is read: a list in another order would end at its first update.
        if (updates.some(isLast))
            return stop();
        if (next === null)
            return stop();
        after = next.searchParams.get('after') ?? undefined;
        if (after === undefined || cursors.has(after) || data.length === 0)
            return stop(`GitHub says that the updates of ${name} go on, and they do not`);
        cursors.add(after);
    }
    return stop(`GitHub has more than ${most * perPage} updates of ${name}`, true);
}
/** An update of one ref; without it of any, under its full name. */
function readUpdate(value, wanted) {
    const [id, at, actor] = [numberAt(value, 'id'), momentAt(value, 'timestamp'), userAt(value, 'actor')];
    const [before, after] = [tipAt(value, 'before'), tipAt(value, 'after')];
    const ref = (0,lib_text/* stringAt */.bX)(value, 'ref');
    const kind = kinds[(0,lib_text/* stringAt */.bX)(value, 'activity_type') ?? ''];
    if (id === undefined || at === undefined || actor === undefined || before === undefined || after === undefined || kind === undefined)
        return undefined;
    if (ref === undefined || (wanted !== undefined && ref !== wanted.ref) || (before === null && after === null))
        return undefined;
    return { id: String(id), name: wanted?.name ?? ref, kind, at, actor, before, after };
}

;// CONCATENATED MODULE: ./lib/github/audit/batches.js

/** Works in batches of a size; one that is too much for GitHub is done in halves. */
async function inHalves(items, size, work) {
    for (let start = 0; start < items.length; start += size) {
        const batch = items.slice(start, start + size);
        try {
            await work(batch);
        }
        catch (error) {
            if (!(error instanceof TooMuch) || batch.length === 1)
                throw error;
            await inHalves(batch, Math.ceil(batch.length / 2), work);
        }
    }
}

;// CONCATENATED MODULE: ./lib/github/audit/deployments.js






const deployments_perPage = 100;
const deployments_mostPages = 100;
/** A job may wait so long for those who let it deploy (docs.github.com/actions, "Deployments and environments"). */
const longestWait = 30 * 86_400_000;
/** Of so many environments the deployment before the period is looked for, those that serve users first. */
const mostEnvironments = 30;
const asked = { route: 'GET /repos/{owner}/{repo}/deployments', purpose: 'list the deployments', permission: 'deployments: read' };
/** Deployments that succeeded within a time, the newest first, with the one before it in each lasting environment. */
async function deployments(session, serverUrl, since, until) {
    const [start, end] = [Date.parse(since), Date.parse(until)];
    const begun = await readBegun(session, ({ at }) => Date.parse(at) < start - longestWait);
    const done = await readDone(session, begun.items);
    const faults = [begun.why, done.why];
    const isWithin = ({ succeeded }) => Date.parse(succeeded) >= start && Date.parse(succeeded) < end;
    const within = done.items.filter(isWithin);
    const before = new Map();
    for (const one of done.items.toSorted(byTime))
        if (Date.parse(one.succeeded) < start && !before.has(one.environment))
            before.set(one.environment, one);
    const lasting = within.filter(({ environment, isTransient }) => !isTransient && !before.has(environment));
    const wanted = [
        ...new Set(lasting.toSorted((one, other) => Number(other.production) - Number(one.production)).map(({ environment }) => environment)),
    ];
    if (!begun.isAll)
        for (const environment of wanted.slice(0, mostEnvironments)) {
            const older = await readBefore(session, environment, begun.items.filter((one) => one.environment === environment).length, start);
            faults.push(older.why);
            if (older.found !== undefined)
                before.set(environment, older.found);
        }
    const used = new Set(within.map(({ environment }) => environment));
    const all = [...within, ...[...before.values()].filter(({ environment }) => used.has(environment))].toSorted(byTime);
    const newest = new Map();
    for (const one of done.items.toSorted(byTime))
        if (!newest.has(one.environment))
            newest.set(one.environment, one.id);
    return listOf(all.map((one) => shown(one, newest.get(one.environment) === one.id, `${serverUrl}/${session.repository}/deployments/${encodeURIComponent(one.environment)}`)), faults.find((why) => why !== undefined));
}
function byTime(one, other) {
    return Date.parse(other.succeeded) - Date.parse(one.succeeded);
}
function shown({ by, environment, id, isThere, production, sha, succeeded }, isNewest, url) {
    return {
        kind: 'deployment',
        source: 'github',
        id: String(id),
        environment,
        production,
        at: succeeded,
        by,
        sha,
        fingerprint: null,
        url,
        running: isNewest && isThere,
    };
}
/** GitHub lists them by when they began, the newest first: it is checked, because the end of the reading goes by it. */
async function readBegun(session, isLast) {
    const items = [];
    const ids = new Set();
    for (let page = 1; page <= deployments_mostPages; page += 1) {
        const { list, next, why } = await readPage(session, { per_page: deployments_perPage, page });
        if (why !== undefined)
            return { items, isAll: false, why };
        for (const one of list) {
            const last = items.at(-1);
            if (last !== undefined && Date.parse(one.at) > Date.parse(last.at))
                return { items, isAll: false, why: "GitHub's deployments are not in order" };
            // One that began between two pages moves the others.
            if (ids.has(one.id))
                continue;
            ids.add(one.id);
            items.push(one);
        }
        if (!next)
            return { items, isAll: true };
        if (items.some(isLast))
            return { items, isAll: false };
        if (list.length === 0)
            return { items, isAll: false, why: 'GitHub says that its deployments go on, and they do not' };
    }
    return { items, isAll: false, why: `GitHub has more than ${deployments_mostPages * deployments_perPage} deployments since 30 days before the period` };
}
async function readPage(session, parameters) {
    const { data, next } = await session.page({ ...asked, parameters });
    const all = Array.isArray(data) ? data : [];
    session.answered(spelled({ ...asked, parameters }, session.repository), all.length);
    const list = all.map(readOne);
    const read = list.filter((one) => one !== undefined);
    if (!Array.isArray(data) || read.length < list.length)
        return { list: read, next: false, why: "A deployment in GitHub's answer cannot be read" };
    return { list: read, next: next !== null };
}
function readOne(value) {
    const [id, node, environment, sha] = [
        numberAt(value, 'id'),
        (0,lib_text/* stringAt */.bX)(value, 'node_id'),
        (0,lib_text/* stringAt */.bX)(value, 'environment'),
        shaAt(value, 'sha'),
    ];
    const [at, by] = [momentAt(value, 'created_at'), userAt(value, 'creator')];
    if (id === undefined || node === undefined || environment === undefined || sha === undefined || at === undefined || by === undefined)
        return undefined;
    const production = (0,lib_text/* valueAt */.fK)(value, 'production_environment') === true;
    return {
        id,
        node,
        environment,
        production,
        isTransient: (0,lib_text/* valueAt */.fK)(value, 'transient_environment') === true,
        sha,
        by,
        at,
    };
}
/** Those that succeeded. REST tells the states of one at a time, GraphQL of a hundred, by the same ids. */
async function readDone(session, begun) {
    const items = [];
    let why;
    await inHalves(begun, deployments_perPage, async (batch) => {
        const data = await session.ask({
            name: 'DeploymentStatuses',
            atRoot: true,
            body: `nodes(ids: ${JSON.stringify(batch.map(({ node }) => node))}) { ... on Deployment { databaseId statuses(first: 100) { totalCount pageInfo { hasNextPage endCursor } nodes { state createdAt } } } }`,
            purpose: 'tell the states of deployments',
            permission: 'deployments: read',
            about: batch.length,
        });
        const nodes = (0,lib_text/* listAt */.gT)(data, 'nodes') ?? [];
        session.answered('POST /graphql DeploymentStatuses', nodes.length);
        for (const [index, one] of batch.entries()) {
            const statuses = connectionAt(nodes[index], 'statuses');
            const states = statuses?.nodes.map((node) => ({ state: (0,lib_text/* stringAt */.bX)(node, 'state'), at: momentAt(node, 'createdAt') }));
            const isWhole = statuses !== undefined && statuses.next === null && statuses.total === statuses.nodes.length;
            if (states === undefined ||
                !isWhole ||
                numberAt(nodes[index], 'databaseId') !== one.id ||
                states.some(({ at, state }) => at === undefined || state === undefined)) {
                why ??= `The states of deployment ${one.id} cannot be read whole`;
                continue;
            }
            const ordered = states
                .flatMap(({ at, state }) => (at === undefined ? [] : [{ at, state }]))
                .toSorted((first, second) => Date.parse(first.at) - Date.parse(second.at));
            const success = ordered.find(({ state }) => state === 'SUCCESS');
            if (success !== undefined)
                items.push({ ...one, succeeded: success.at, isThere: ordered.at(-1)?.state === 'SUCCESS' });
        }
    });
    return why === undefined ? { items } : { items, why };
}
/** The last one that succeeded in an environment before a time: behind those of it that are known. */
async function readBefore(session, environment, known, start) {
    for (let page = Math.floor(known / deployments_perPage) + 1; page <= deployments_mostPages; page += 1) {
        const { list, next, why } = await readPage(session, { environment, per_page: deployments_perPage, page });
        if (why !== undefined)
            return { why };
        const done = await readDone(session, list);
        if (done.why !== undefined)
            return { why: done.why };
        const found = done.items.filter(({ succeeded }) => Date.parse(succeeded) < start).toSorted(byTime)[0];
        if (found !== undefined)
            return { found };
        if (!next)
            return {};
    }
    return {};
}

;// CONCATENATED MODULE: ./lib/github/audit/people.js




/** Each is one object, with two people and no list. */
const atOnce = 100;
/** The accounts that GitHub found for the addresses of commits. A commit that it does not know is left out. */
async function accountsOf(session, shas) {
    const found = [];
    const faults = [];
    await inHalves([...new Set(shas)], atOnce, async (batch) => {
        const fields = `... on Commit { oid author { ${gitActorFields} } committer { ${gitActorFields} } ${signatureField} }`;
        const data = await session.ask({
            name: 'PeopleOfCommits',
            body: batch.map((sha, index) => `c${index}: object(oid: "${sha}") { ${fields} }`).join('\n'),
            purpose: 'tell who made commits',
            permission: 'contents: read',
            about: batch.length,
        });
        for (const [index, sha] of batch.entries()) {
            const commit = (0,lib_text/* valueAt */.fK)(data, `c${index}`);
            if (commit === null)
                continue;
            const [author, committer] = [signatureAt(commit, 'author'), committerOf(commit)];
            if (author === undefined || committer === undefined || (0,lib_text/* valueAt */.fK)(commit, 'oid') !== sha)
                faults.push(`Who made ${sha} in GitHub's answer cannot be read`);
            else
                found.push({ sha, author: author.account, committer: committer.account });
        }
        session.answered('POST /graphql PeopleOfCommits', batch.length);
    });
    return listOf(found, faults[0]);
}

;// CONCATENATED MODULE: ./lib/github/audit/commits.js



/** People and parents that are asked for of one commit; more of them make it unreadable. */
const mostPeople = 10;
const commitFragment = `fragment C on Commit { oid tree { oid } messageHeadline
  parents(first: ${mostPeople}) { totalCount nodes { oid } }
  author { ${gitActorFields} } committer { ${gitActorFields} } ${signatureField}
  authors(first: ${mostPeople}) { totalCount nodes { ${gitActorFields} } } }`;
/** A commit as GitHub tells it; `undefined` where it is not whole. */
function readCommit(value) {
    const [sha, tree, title] = [shaAt(value, 'oid'), shaAt(value, 'tree', 'oid'), (0,lib_text/* stringAt */.bX)(value, 'messageHeadline')];
    const [author, committer] = [signatureAt(value, 'author'), committerOf(value)];
    const parents = wholeList(value, 'parents')?.map((parent) => shaAt(parent, 'oid'));
    const authors = wholeList(value, 'authors')?.map((one) => signatureAt(one));
    if (sha === undefined || tree === undefined || title === undefined || author === undefined || committer === undefined)
        return undefined;
    if (parents === undefined || authors === undefined)
        return undefined;
    const [known, people] = [parents.filter((parent) => parent !== undefined), authors.filter((one) => one !== undefined)];
    if (known.length < parents.length || people.length < authors.length)
        return undefined;
    // GitHub lists the author first, and then who stands in the trailers.
    return { sha, tree, parents: known, title, author, committer, coAuthors: people.slice(1), mergeAlone: null, suggestionAlone: false };
}
function wholeList(value, name) {
    const nodes = (0,lib_text/* listAt */.gT)(value, name, 'nodes');
    return nodes === undefined || nodes.length !== (0,lib_text/* countAt */.$v)(value, name, 'totalCount') ? undefined : nodes;
}

;// CONCATENATED MODULE: ./lib/github/audit/pull-questions.js


/** How much of the lists within a pull request comes with it; most have no more. Pages after that hold 100. */
const firstPages = { reviews: 20, timelineItems: 30, commits: 25 };
const associated = 5;
const page = 'pageInfo { hasNextPage endCursor }';
/** Events of the timeline that say something about a change. */
const eventTypes = [
    'HEAD_REF_FORCE_PUSHED_EVENT',
    'REVIEW_DISMISSED_EVENT',
    'LABELED_EVENT',
    'UNLABELED_EVENT',
    'ADDED_TO_MERGE_QUEUE_EVENT',
    'BASE_REF_CHANGED_EVENT',
    'AUTOMATIC_BASE_CHANGE_SUCCEEDED_EVENT',
];
const nodes = {
    reviews: `totalCount ${page} nodes { id fullDatabaseId state submittedAt author { ...A } commit { oid } }`,
    // Its `totalCount` counts events of all types, its `filteredCount` those that are asked for.
    timelineItems: `totalCount filteredCount ${page} nodes { __typename
    ... on HeadRefForcePushedEvent { createdAt beforeCommit { oid tree { oid } } }
    ... on ReviewDismissedEvent { createdAt previousReviewState review { id } }
    ... on LabeledEvent { createdAt actor { ...A } label { name } }
    ... on UnlabeledEvent { createdAt label { name } }
    ... on AddedToMergeQueueEvent { createdAt actor { ...A } }
    ... on BaseRefChangedEvent { createdAt from: previousRefName }
    ... on AutomaticBaseChangeSucceededEvent { createdAt from: oldBase } }`,
    commits: `totalCount ${page} nodes { commit { ...C } }`,
};
/** A list of a pull request, from a cursor on. */
function listOfPull(list, first, after) {
    const types = list === 'timelineItems' ? `, itemTypes: [${eventTypes.join(', ')}]` : '';
    const from = after === undefined ? '' : `, after: ${JSON.stringify(after)}`;
    return `${list}(first: ${first}${from}${types}) { ${nodes[list]} }`;
}
/**
 * When GitHub began to check the head is when it saw it: the moment of a push is no longer published (`Commit.pushedDate`).
 * On a private repository it takes a permission more, `checks: read`.
 */
const seen = 'last: commits(last: 1) { nodes { commit { oid checkSuites(first: 10) { totalCount nodes { createdAt } } } } }';
const lists = ['reviews', 'timelineItems', 'commits'].map((list) => listOfPull(list, firstPages[list]));
/** A pull request with the first pages of its lists. */
const pullFragments = `fragment P on PullRequest { number url title merged mergedAt baseRefName headRefName headRefOid headRef { name }
  headRepository { nameWithOwner } author { ...A } mergedBy { ...A } mergeCommit { oid }
  ${lists.join('\n  ')}
  ${seen} }
${actorFragment}
${commitFragment}`;
/** The pull requests that a commit is in. */
function pullsOfCommit(sha, fields, after) {
    const from = after === undefined ? '' : `, after: ${JSON.stringify(after)}`;
    return `object(oid: "${sha}") { ... on Commit { oid associatedPullRequests(first: ${associated}${from}) { totalCount ${page} nodes { ${fields} } } } }`;
}

;// CONCATENATED MODULE: ./lib/github/audit/read-pull.js




/** `undefined` where it cannot be read; null where it was not merged. */
function readPullSoFar(value) {
    const number = numberAt(value, 'number');
    if (number === undefined)
        return undefined;
    const merged = (0,lib_text/* valueAt */.fK)(value, 'merged');
    if (merged !== true)
        return merged === false ? null : undefined;
    return {
        number,
        value,
        lists: { reviews: partOf(value, 'reviews'), timelineItems: partOf(value, 'timelineItems'), commits: partOf(value, 'commits') },
    };
}
/** A page of a list. */
function partOf(value, list) {
    const found = connectionAt(value, list);
    return found === undefined
        ? { nodes: [], total: null, next: null, why: `its ${words[list]} cannot be read` }
        : { ...found, total: (list === 'timelineItems' ? eventCount((0,lib_text/* valueAt */.fK)(value, list)) : found.total) ?? null };
}
/** Says nothing where it counts no fewer than all: every pull request has events that nobody asked for, such as its merge. */
function eventCount(list) {
    const [all, asked] = [(0,lib_text/* countAt */.$v)(list, 'totalCount'), (0,lib_text/* countAt */.$v)(list, 'filteredCount')];
    return all !== undefined && asked !== undefined && asked < all ? asked : undefined;
}
const words = { reviews: 'reviews', timelineItems: 'timeline', commits: 'commits' };
/** REST ends its list of commits here, and so may a server that is older. */
const commitsOfRest = 250;
/** `undefined` where nothing of it can be believed. */
function readPull({ lists, number, value }) {
    const [mergedAt, head, mergeCommit] = [momentAt(value, 'mergedAt'), shaAt(value, 'headRefOid'), oidAt(value, 'mergeCommit')];
    const [url, base, title] = [(0,lib_text/* stringAt */.bX)(value, 'url'), (0,lib_text/* stringAt */.bX)(value, 'baseRefName'), (0,lib_text/* stringAt */.bX)(value, 'title')];
    const [openedBy, byWhom] = [actorAt(value, 'author'), actorAt(value, 'mergedBy')];
    if (mergedAt === undefined ||
        head === undefined ||
        mergeCommit === undefined ||
        url === undefined ||
        base === undefined ||
        title === undefined)
        return undefined;
    if (openedBy === undefined || byWhom === undefined)
        return undefined;
    const faults = [lists.reviews.why, lists.timelineItems.why];
    const events = readEvents(lists.timelineItems.nodes, mergedAt);
    const reviews = lists.reviews.nodes.map((node) => readReview(node, events?.dismissals ?? new Map()));
    const commits = lists.commits.nodes.map((node) => readCommit((0,lib_text/* valueAt */.fK)(node, 'commit')));
    const known = [...new Map(commits.flatMap((one) => (one === undefined ? [] : [[one.sha, one]]))).values()];
    const commitsWhy = whyNot(lists.commits, known.length, 'commits') ??
        (known.length === commitsOfRest ? `GitHub lists ${commitsOfRest} of its commits, and may leave out more` : undefined);
    const said = reviews.filter((one) => one !== undefined && one !== null);
    const reviewIds = new Set(lists.reviews.nodes.map((node) => (0,lib_text/* stringAt */.bX)(node, 'id')));
    const why = [
        ...faults,
        events === undefined ? 'an event of its timeline cannot be read' : undefined,
        reviews.includes(undefined) ? 'a review cannot be read' : undefined,
        whyNot(lists.reviews, reviewIds.size, 'reviews'),
        whyNot(lists.timelineItems, lists.timelineItems.nodes.length, 'events of the timeline'),
    ].filter((one) => one !== undefined);
    const repository = (0,lib_text/* stringAt */.bX)(value, 'headRepository', 'nameWithOwner') ?? null;
    const pull = {
        number,
        url,
        base,
        openedBy,
        askedBy: askedBy(openedBy, known),
        mergedAt,
        mergedBy: byWhom?.login === 'github-merge-queue[bot]' ? (events?.queuedBy ?? byWhom) : byWhom,
        mergeCommit,
        title,
        labels: events?.labels ?? [],
        from: repository,
        headBranch: (0,lib_text/* valueAt */.fK)(value, 'headRef') === null ? null : ((0,lib_text/* stringAt */.bX)(value, 'headRefName') ?? null),
        commitsCut: commitsWhy !== undefined || lists.commits.why !== undefined || commits.includes(undefined),
        pushedAt: pushedAt(value, head),
        head,
        commits: known,
        reviews: said,
        forcePushes: events?.forcePushes ?? [],
        ...(events === undefined || events.oldHeads.length === 0 ? {} : { oldHeads: events.oldHeads }),
        ...(events === undefined || events.baseChanges.length === 0 ? {} : { baseChanges: events.baseChanges }),
    };
    const signed = lists.commits.nodes.flatMap((node) => isSignedByGitHub((0,lib_text/* valueAt */.fK)(node, 'commit')) ? (shaAt(node, 'commit', 'oid') ?? []) : []);
    return { pull, signed, ...(why.length === 0 ? {} : { why: [...new Set(why)].join('; ') }) };
}
function whyNot({ total, why }, found, noun) {
    if (why !== undefined || total === null || total === found)
        return undefined;
    return `GitHub counts ${total} ${noun} of it and lists ${found}`;
}
const verdicts = ['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED'];
/** Null: one that was never sent. */
function readReview(value, dismissals) {
    const state = (0,lib_text/* stringAt */.bX)(value, 'state');
    if (state === 'PENDING')
        return null;
    const said = verdicts.find((one) => one === state);
    const [node, at, by] = [(0,lib_text/* stringAt */.bX)(value, 'id'), momentAt(value, 'submittedAt'), actorAt(value, 'author')];
    const commit = oidAt(value, 'commit');
    if (said === undefined || node === undefined || at === undefined || by === undefined || commit === undefined)
        return undefined;
    const dismissed = said === 'DISMISSED' ? dismissals.get(node) : undefined;
    return { id: (0,lib_text/* stringAt */.bX)(value, 'fullDatabaseId') ?? node, by, said, commit, at, ...(dismissed === undefined ? {} : { dismissed }) };
}
/** The events of the timeline from the time before the merge, and of dismissals at any time; `undefined` where a part cannot be read. */
function readEvents(nodes, mergedAt) {
    const forcePushes = [];
    const oldHeads = [];
    const baseChanges = [];
    const labels = new Map();
    const dismissals = new Map();
    let queuedBy = null;
    const moments = nodes.map((node) => momentAt(node, 'createdAt'));
    if (moments.includes(undefined))
        return undefined;
    for (const node of nodes.toSorted((one, other) => timeOf(one) - timeOf(other))) {
        const at = momentAt(node, 'createdAt') ?? '';
        const isBefore = Date.parse(at) < Date.parse(mergedAt);
        const name = (0,lib_text/* stringAt */.bX)(node, 'label', 'name');
        const actor = (0,lib_text/* valueAt */.fK)(node, 'actor') === undefined ? null : actorAt(node, 'actor');
        if (actor === undefined)
            return undefined;
        switch ((0,lib_text/* stringAt */.bX)(node, '__typename')) {
            case 'HeadRefForcePushedEvent': {
                if (Date.parse(at) > Date.parse(mergedAt))
                    break;
                forcePushes.push(at);
                const [sha, tree] = [shaAt(node, 'beforeCommit', 'oid'), shaAt(node, 'beforeCommit', 'tree', 'oid')];
                if (sha !== undefined && tree !== undefined)
                    oldHeads.push({ sha, tree });
                break;
            }
            case 'LabeledEvent':
                if (name === undefined)
                    return undefined;
                if (isBefore)
                    labels.set(name, { name, at, by: actor });
                break;
            case 'UnlabeledEvent':
                if (name === undefined)
                    return undefined;
                if (isBefore)
                    labels.delete(name);
                break;
            case 'ReviewDismissedEvent': {
                const [review, before] = [(0,lib_text/* stringAt */.bX)(node, 'review', 'id'), (0,lib_text/* stringAt */.bX)(node, 'previousReviewState')];
                if (review !== undefined && (before === 'APPROVED' || before === 'CHANGES_REQUESTED'))
                    dismissals.set(review, { at, before });
                break;
            }
            case 'AddedToMergeQueueEvent':
                if (Date.parse(at) <= Date.parse(mergedAt))
                    queuedBy = actor;
                break;
            case 'BaseRefChangedEvent':
            case 'AutomaticBaseChangeSucceededEvent': {
                const from = (0,lib_text/* stringAt */.bX)(node, 'from');
                if (from === undefined)
                    return undefined;
                if (Date.parse(at) <= Date.parse(mergedAt))
                    baseChanges.push({ at, from });
                break;
            }
            case undefined:
            default:
                return undefined;
        }
    }
    return { forcePushes, oldHeads, baseChanges, labels: [...labels.values()], dismissals, queuedBy };
}
function timeOf(node) {
    return Date.parse(momentAt(node, 'createdAt') ?? '');
}
/**
 * GitHub has no field for who asked an agent for a change, but its own agent names them as co-author of its commits
 * (docs.github.com/copilot, "About Copilot coding agent").
 */
function askedBy(openedBy, commits) {
    if (openedBy?.kind !== 'bot')
        return null;
    const own = commits.filter(({ author }) => author.account?.id === openedBy.id);
    return own.flatMap(({ coAuthors }) => coAuthors).find(({ account }) => account?.kind === 'person')?.account ?? null;
}
/** The first moment at which GitHub checked the head; null where it does not say all of them. */
function pushedAt(value, head) {
    const commit = (0,lib_text/* valueAt */.fK)((0,lib_text/* listAt */.gT)(value, 'last', 'nodes')?.[0], 'commit');
    const suites = (0,lib_text/* listAt */.gT)(commit, 'checkSuites', 'nodes');
    if (suites === undefined || suites.length === 0 || (0,lib_text/* stringAt */.bX)(commit, 'oid') !== head)
        return null;
    if ((0,lib_text/* valueAt */.fK)(commit, 'checkSuites', 'totalCount') !== suites.length)
        return null;
    const moments = suites.map((suite) => momentAt(suite, 'createdAt'));
    if (moments.includes(undefined))
        return null;
    return moments.filter((one) => one !== undefined).toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}

;// CONCATENATED MODULE: ./lib/github/audit/pull-pages.js






const pull_pages_perPage = 100;
/** Lists that go on, of how many pull requests a request asks for: 20 × 100 commits with their people are 42,000 nodes. */
const pull_pages_atOnce = 20;
/** GitHub shows 10,000 commits of a pull request at most. */
const pull_pages_mostPages = 101;
/**
 * All pages of the lists within pull requests, many lists a request. A list that does not end as it says it does is cut. GitHub
 * leaves lists empty that are too much for it, and says nothing: one that is shorter than its count is asked for once more,
 * with fewer next to it.
 */
async function readRestOfPulls(session, pulls) {
    const parts = new Map(pulls.map((pull) => [pull.number, { ...pull.lists }]));
    let pending = pulls.flatMap(({ lists, number }) => ['reviews', 'timelineItems', 'commits'].flatMap((list) => [
        ...again(number, list, lists[list]),
        ...next(number, list, lists[list]),
    ]));
    for (let page = 1; pending.length > 0; page += 1) {
        const rest = [];
        for (const asked of pending)
            if (page > pull_pages_mostPages)
                cutList(parts, asked, `it has more than ${pull_pages_mostPages * pull_pages_perPage} entries`);
        if (page > pull_pages_mostPages)
            break;
        await inHalves(pending, pull_pages_atOnce, async (batch) => {
            const body = batch.map(({ after, list, number }, index) => `p${index}: pullRequest(number: ${number}) { ${listOfPull(list, pull_pages_perPage, after)} }`);
            const data = await session.ask({
                name: 'RestOfPullRequests',
                body: body.join('\n'),
                fragments: usedFragments(batch),
                purpose: 'list the rest of reviews, events and commits of pull requests',
                permission: 'pull-requests: read',
                about: batch.length,
            });
            for (const [index, asked] of batch.entries()) {
                const part = partOf((0,lib_text/* valueAt */.fK)(data, `p${index}`), asked.list);
                const lists = parts.get(asked.number);
                if (lists === undefined)
                    continue;
                const old = lists[asked.list];
                // On a page that is not the first, the count may be that of the rest.
                lists[asked.list] = asked.after === undefined ? part : { ...part, total: old.total, nodes: [...old.nodes, ...part.nodes] };
                if (part.next !== null && (asked.seen.has(part.next) || part.nodes.length === 0))
                    cutList(parts, asked, 'it says that it goes on, and does not');
                else
                    rest.push(...next(asked.number, asked.list, part, asked.seen));
            }
        });
        pending = rest;
    }
    return pulls.map((pull) => ({ ...pull, lists: parts.get(pull.number) ?? pull.lists }));
}
function again(number, list, { next: after, nodes, total, why }) {
    const isShort = after === null && why === undefined && total !== null && nodes.length < total;
    return isShort ? [{ number, list, after: undefined, seen: new Set() }] : [];
}
function next(number, list, { next: after, why }, seen = new Set()) {
    return after === null || why !== undefined ? [] : [{ number, list, after, seen: new Set([...seen, after]) }];
}
function cutList(parts, { list, number }, why) {
    const lists = parts.get(number);
    if (lists !== undefined)
        lists[list] = { ...lists[list], next: null, why: `its list of ${list} is cut: ${why}` };
}
/** A fragment that nothing uses makes a question invalid. */
function usedFragments(batch) {
    const isAbout = (one) => batch.some(({ list }) => list === one);
    return `${isAbout('commits') ? commitFragment : ''}\n${isAbout('reviews') || isAbout('timelineItems') ? actorFragment : ''}`;
}

;// CONCATENATED MODULE: ./lib/github/audit/pulls.js







/** With all that is known of their pull requests: 50 × 5 × (20 + 30 + 25 × 21 + 1 × 11) are 147,000 nodes of the 500,000. */
const withDetails = 50;
/** With the numbers alone. */
const numbersAlone = 100;
/** Pull requests that are asked for by their numbers. */
const byNumber = 50;
/** A commit in more than 500 merged pull requests is none. */
const pulls_mostPages = 100;
/**
 * The merged pull requests that commits are in. As long as commits bring pull requests of their own, each request asks for
 * all of them; where many commits share one, for its number alone, and for the pull request once.
 */
async function pullRequestsOf(session, shas) {
    const state = { of: new Map(), pulls: new Map(), unmerged: new Set(), faults: [] };
    const left = [...new Set(shas)];
    const all = left.length;
    for (let isShared = false; left.length > 0;) {
        const batch = left.splice(0, isShared ? numbersAlone : withDetails);
        const before = state.pulls.size;
        await askCommits(session, state, batch, !isShared);
        const found = batch.filter((sha) => (state.of.get(sha) ?? []).length > 0).length;
        isShared ||= found > 2 * (state.pulls.size - before);
        session.report(`Asked GitHub for the pull requests of ${all - left.length} of ${all} commits`);
    }
    const numbers = [...new Set([...state.of.values()].flat())].filter((number) => !state.pulls.has(number) && !state.unmerged.has(number));
    await askNumbers(session, state, numbers);
    const whole = await readRestOfPulls(session, [...state.pulls.values()]);
    const read = whole.map((one) => ({ number: one.number, found: readPull(one) }));
    for (const { found, number } of read)
        if (found === undefined)
            state.faults.push(`Pull request ${number} in GitHub's answer cannot be read`);
    const known = read.flatMap(({ found }) => found ?? []).toSorted((one, other) => one.pull.number - other.pull.number);
    const merged = new Set(known.map(({ pull }) => pull.number));
    session.answered('POST /graphql PullRequestsOfCommits', known.length);
    const item = {
        pulls: known.map(({ pull }) => pull),
        of: new Map([...state.of].map(([sha, list]) => [sha, list.filter((number) => merged.has(number))])),
        cut: new Map(known.flatMap(({ pull, why }) => (why === undefined ? [] : [[pull.number, why]]))),
        signedByGitHub: new Set(known.flatMap(({ signed }) => signed)),
    };
    return listOf([item], state.faults[0]);
}
/** Commits that GitHub does not know are in no pull request. */
async function askCommits(session, state, shas, isFull) {
    let pending = shas.map((sha) => ({ sha }));
    for (let page = 1; pending.length > 0; page += 1) {
        const rest = [];
        await inHalves(pending, numbersAlone, async (batch) => {
            const data = await session.ask({
                name: 'PullRequestsOfCommits',
                body: batch.map(({ after, sha }, index) => `c${index}: ${pullsOfCommit(sha, isFull ? '...P' : 'number merged', after)}`).join('\n'),
                ...(isFull ? { fragments: pullFragments, optional: 'checkSuites' } : {}),
                purpose: 'tell the pull requests of commits',
                permission: 'pull-requests: read',
                about: batch.length,
            });
            for (const [index, { after, sha }] of batch.entries()) {
                const commit = (0,lib_text/* valueAt */.fK)(data, `c${index}`);
                if (commit === null) {
                    state.of.set(sha, []);
                    continue;
                }
                const list = connectionAt(commit, 'associatedPullRequests');
                if (list === undefined || (0,lib_text/* valueAt */.fK)(commit, 'oid') !== sha) {
                    state.faults.push(`The pull requests of ${sha} in GitHub's answer cannot be read`);
                    continue;
                }
                const numbers = [...(state.of.get(sha) ?? []), ...list.nodes.flatMap((node) => take(state, node, isFull))];
                state.of.set(sha, [...new Set(numbers)]);
                if (list.next !== null && (list.next === after || list.nodes.length === 0 || page >= pulls_mostPages))
                    state.faults.push(`GitHub says that the pull requests of ${sha} go on, and they do not`);
                else if (list.next !== null)
                    rest.push({ sha, after: list.next });
                else if (list.total !== undefined && list.total > numbers.length)
                    state.faults.push(`GitHub counts ${list.total} pull requests of ${sha}, and lists ${numbers.length}`);
            }
        });
        pending = rest;
    }
}
/** The number of a pull request, whose details are kept where they came with it. */
function take(state, node, isFull) {
    const number = numberAt(node, 'number');
    if (number === undefined) {
        state.faults.push(`A pull request in GitHub's answer cannot be read`);
        return [];
    }
    if (isFull)
        keep(state, number, node);
    else if ((0,lib_text/* valueAt */.fK)(node, 'merged') === false)
        state.unmerged.add(number);
    return [number];
}
function keep(state, number, node) {
    const found = readPullSoFar(node);
    if (found === undefined || (found !== null && found.number !== number))
        state.faults.push(`Pull request ${number} in GitHub's answer cannot be read`);
    else if (found === null)
        state.unmerged.add(number);
    else if (!state.pulls.has(number))
        state.pulls.set(number, found);
}
async function askNumbers(session, state, numbers) {
    await inHalves(numbers, byNumber, async (batch) => {
        const data = await session.ask({
            name: 'PullRequests',
            body: batch.map((number) => `n${number}: pullRequest(number: ${number}) { ...P }`).join('\n'),
            fragments: pullFragments,
            optional: 'checkSuites',
            purpose: 'tell about pull requests',
            permission: 'pull-requests: read',
            about: batch.length,
        });
        for (const number of batch)
            keep(state, number, (0,lib_text/* valueAt */.fK)(data, `n${number}`));
    });
}

;// CONCATENATED MODULE: ./lib/github/audit/shipped.js




const shipped_page = 'totalCount pageInfo { hasNextPage endCursor }';
/** Releases that were published within a time, the newest first. All are read: a draft may be published long after it was made. */
async function releases(session, since, until) {
    const { nodes, why } = await readAll(session, {
        name: 'Releases',
        list: 'releases',
        fields: (after) => `releases(first: 100${after}, orderBy: { field: CREATED_AT, direction: DESC }) { ${shipped_page} nodes { tagName isDraft publishedAt url author { ...A } tagCommit { oid } } }`,
        fragments: actorFragment,
        purpose: 'list the releases',
    });
    const read = nodes.map(readRelease);
    const items = read.filter((one) => one !== undefined && one !== null).filter(({ at }) => isWithin(at, since, until));
    const reason = why ?? (read.includes(undefined) ? "A release in GitHub's answer cannot be read" : undefined);
    return listOf(items.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)), reason);
}
/** All tags that stand for a commit. */
async function shipped_tags(session, serverUrl) {
    const { nodes, why } = await readAll(session, {
        name: 'Tags',
        list: 'refs',
        fields: (after) => `refs(refPrefix: "refs/tags/", first: 100${after}) { ${shipped_page} nodes { name target { __typename oid ... on Tag { target { __typename oid ... on Tag { target { __typename oid } } } } } } }`,
        purpose: 'list the tags',
    });
    const found = [];
    let reason = why;
    for (const node of nodes) {
        const name = (0,lib_text/* stringAt */.bX)(node, 'name');
        const target = targetOf((0,lib_text/* valueAt */.fK)(node, 'target'));
        const sha = shaAt(target, 'oid');
        if (name === undefined || sha === undefined)
            reason ??= "A tag in GitHub's answer cannot be read";
        else if ((0,lib_text/* stringAt */.bX)(target, '__typename') === 'Commit')
            found.push({ name, sha, url: `${serverUrl}/${session.repository}/tree/${encodeURIComponent(name)}` });
    }
    return listOf(found, reason);
}
/** 20,000 of either. */
const shipped_mostPages = 200;
async function readAll(session, { fields, list, ...asked }) {
    const nodes = [];
    const seen = new Set();
    let after = '';
    for (let number = 1; number <= shipped_mostPages; number += 1) {
        const data = await session.ask({ ...asked, body: fields(after), permission: 'contents: read', about: 1 });
        const found = connectionAt(data, list);
        if (found === undefined)
            return { nodes, why: `GitHub's answer cannot be read: it was asked to ${asked.purpose}` };
        nodes.push(...found.nodes);
        session.answered(`POST /graphql ${asked.name}`, found.nodes.length);
        if (found.next === null) {
            const isWhole = found.total === nodes.length;
            return isWhole
                ? { nodes }
                : { nodes, why: `GitHub counts ${found.total} and lists ${nodes.length}: it was asked to ${asked.purpose}` };
        }
        if (seen.has(found.next) || found.nodes.length === 0)
            return { nodes, why: `GitHub says that a list goes on, and it does not: it was asked to ${asked.purpose}` };
        seen.add(found.next);
        after = `, after: ${JSON.stringify(found.next)}`;
    }
    return { nodes, why: `GitHub has more than ${shipped_mostPages * 100}: it was asked to ${asked.purpose}` };
}
/** Null: a draft. */
function readRelease(node) {
    if ((0,lib_text/* valueAt */.fK)(node, 'isDraft') === true)
        return null;
    const [tag, at, by] = [(0,lib_text/* stringAt */.bX)(node, 'tagName'), momentAt(node, 'publishedAt'), actorAt(node, 'author')];
    const sha = oidAt(node, 'tagCommit');
    if (tag === undefined || at === undefined || by === undefined || sha === undefined)
        return undefined;
    return { kind: 'release', tag, at, by, sha, url: (0,lib_text/* stringAt */.bX)(node, 'url') ?? null };
}
/** A tag object may stand for another one. */
function targetOf(target) {
    return (0,lib_text/* stringAt */.bX)(target, '__typename') === 'Tag' ? targetOf((0,lib_text/* valueAt */.fK)(target, 'target')) : target;
}
function isWithin(at, since, until) {
    return Date.parse(at) >= Date.parse(since) && Date.parse(at) < Date.parse(until);
}

;// CONCATENATED MODULE: ./lib/github/audit/totals.js



/**
 * How many pull requests GitHub's search counts as merged into a branch. It counts by an index of its own, so it is another
 * source than the population; its count goes on past the 1,000 results that it shows at most. The list of pull requests has
 * no filter by the time of the merge. Null where it cannot be told: it decides nothing alone.
 */
async function mergedCount(session, branch, since, until) {
    // Both ends are included; moments have whole seconds.
    const last = new Date(Date.parse(until) - 1_000).toISOString().replace('.000Z', 'Z');
    if (/["\\\s]/.test(branch) || Date.parse(last) < Date.parse(since))
        return null;
    const words = `repo:${session.repository} is:pr is:merged base:"${branch}" merged:${since}..${last}`;
    try {
        const data = await session.ask({
            name: 'MergedPullRequests',
            atRoot: true,
            body: `search(query: ${JSON.stringify(words)}, type: ISSUE, first: 1) { issueCount }`,
            purpose: 'count the pull requests that were merged',
            permission: 'pull-requests: read',
            about: 1,
        });
        const count = (0,lib_text/* countAt */.$v)(data, 'search', 'issueCount') ?? null;
        session.answered('POST /graphql MergedPullRequests', count ?? 0);
        return count;
    }
    catch (error) {
        if (error instanceof NotWhole || error instanceof TooMuch || isRefusal(error))
            return null;
        throw error;
    }
}

;// CONCATENATED MODULE: ./lib/github/audit/port.js










/** The questions of an audit to GitHub, over one session. */
function openAuditPort(access) {
    const session = openSession(access);
    const serverUrl = serverOf(access.apiUrl);
    return {
        async defaultBranch() {
            const answer = await session.rest({
                route: 'GET /repos/{owner}/{repo}',
                parameters: {},
                purpose: 'tell the default branch',
                permission: 'contents: read',
            });
            const name = (0,lib_text/* stringAt */.bX)(answer, 'default_branch');
            if (name === undefined || name === '')
                throw new errors/* ContractError */.Vl('wrong-shape', `GitHub's answer names no default branch of ${access.repository}`);
            return name;
        },
        branchUpdates: (branch, since, until) => listed(() => branchUpdates(session, branch, since, until)),
        tagUpdates: (since) => listed(() => tagUpdates(session, since)),
        pullRequestsOf: (shas) => listed(() => pullRequestsOf(session, shas)),
        deployments: (since, until) => listed(() => deployments(session, serverUrl, since, until)),
        releases: (since, until) => listed(() => releases(session, since, until)),
        tags: () => listed(() => shipped_tags(session, serverUrl)),
        mergedCount: (branch, since, until) => mergedCount(session, branch, since, until),
        accountsOf: (shas) => listed(() => accountsOf(session, shas)),
        queries: () => session.queries(),
    };
}
/** Where pages for people are: of github.com and its clouds the host without `api.`, of a server of one's own the host. */
function serverOf(apiUrl) {
    const url = new URL(apiUrl);
    return `${url.protocol}//${url.host.replace(/^api\./, '')}`;
}

;// CONCATENATED MODULE: ./lib/github/audit/index.js
// The questions of an audit to GitHub: loaded when one runs, and not before.



/***/ })

};
