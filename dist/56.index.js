export const id = 56;
export const ids = [56];
export const modules = {

/***/ 5056:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  openStatus: () => (/* binding */ openStatus)
});

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./lib/errors/index.js + 8 modules
var errors = __webpack_require__(4087);
// EXTERNAL MODULE: ./lib/gate/run-order.js
var run_order = __webpack_require__(8959);
;// CONCATENATED MODULE: ./lib/gate/status/words.js

/**
 * The own words of every slot, that of `own` first. `account` is that of our own token. Whoever else may set statuses could say yes,
 * or tell of an end, for a slot that says no: so the words of an account replace its own alone, and no yes of it is ours.
 */
function slotWords(posted, own, account) {
    const saidBy = new Map([[speakerOf(own, account), [own]]]);
    for (const { account: by, mark } of posted) {
        if (mark === undefined || (mark.word === 'yes' && by === undefined))
            continue;
        const speaker = speakerOf(mark, by);
        const said = saidBy.get(speaker);
        if (said === undefined)
            saidBy.set(speaker, [mark]);
        else
            said.push(mark);
    }
    return [...saidBy].map(([speaker, said]) => ({
        speaker,
        isOurs: said.some((mark) => mark === own || speaker === speakerOf(mark, account)),
        ...wordsOf(said),
    }));
}
/**
 * Whether something that is going on is news of its slot: nothing that the slot has said is of this attempt or a newer one, but
 * that it had to be approved first, or has to be now.
 */
function isNews(posted, own, account) {
    const said = posted.flatMap(({ account: by, mark }) => (mark?.slot.key === own.slot.key && by === account ? mark : []));
    if (said.some((mark) => isFinished(mark) && comparedAttempts(own.of, mark.of) <= 0))
        return false;
    const before = newestOf(said.filter((mark) => !isFinished(mark)));
    if (before === undefined || comparedAttempts(own.of, before.of) > 0)
        return true;
    return order(own, before) > 0 && (own.word === 'unapproved') !== (before.word === 'unapproved');
}
/** Whether two marks are of one attempt, and the same attempt of the run that judges it. */
function isSameAttempt(one, other) {
    return one.slot.key === other.slot.key && order(one, other) === 0;
}
function isFinished({ word }) {
    return word === 'yes' || word === 'no';
}
function speakerOf({ slot }, account) {
    return `${slot.key} ${account ?? ''}`;
}
function wordsOf(said) {
    const last = newestOf(said.filter(isFinished));
    const going = newestOf(said.filter((mark) => !isFinished(mark)));
    const isNewer = going !== undefined && (last === undefined || comparedAttempts(going.of, last.of) > 0);
    return { last, going: isNewer ? going : undefined };
}
/** Which of two words of one attempt holds: what lets less through. */
const weights = { yes: 0, no: 1, unapproved: 0, running: 1, awaiting: 2 };
function newestOf(marks) {
    return marks.reduce((newest, mark) => {
        if (newest === undefined)
            return mark;
        return (order(mark, newest) || weights[mark.word] - weights[newest.word]) > 0 ? mark : newest;
    }, undefined);
}
/** By the attempt that is judged; then by the attempt that judges it, because that may be run again by itself. */
function order(one, other) {
    return comparedAttempts(one.of, other.of) || comparedAttempts(one.by ?? none, other.by ?? none);
}
const none = { run: '0', attempt: '0' };
/** Their parts are numbers: a mark with others is not read. */
function comparedAttempts(one, other) {
    return (0,run_order/* compareRuns */.q)(one, other) ?? 0;
}

;// CONCATENATED MODULE: ./lib/gate/status/decide.js

/**
 * The state of a context at a commit, with what `own` says. A no of any slot that is not over outweighs all; then something that
 * is going on; and only then it is a success. Which slot posted last does not matter.
 */
function decideStatus(posted, own, account, ends) {
    const live = slotWords(posted, own, account).filter(({ speaker }) => !ends.slots.has(speaker));
    const [no] = live.flatMap(({ last, speaker }) => (last?.word === 'no' ? causeOf(last, speaker, own) : []));
    if (no !== undefined)
        return { state: 'failure', cause: no };
    const foreign = foreignNo(posted);
    if (foreign !== undefined)
        return { state: 'failure', cause: foreign };
    const [going] = live.flatMap((words) => goingOf(words, live, ends).map((mark) => causeOf(mark, words.speaker, own)));
    if (going !== undefined)
        return { state: 'pending', cause: going };
    const [yes] = live.flatMap(({ isOurs, last, speaker }) => (isOurs && last !== undefined ? causeOf(last, speaker, own) : []));
    return { state: 'success', cause: yes ?? { kind: 'own' } };
}
/** What is going on in a slot, if that makes the status pending. */
function goingOf({ going, speaker }, live, ends) {
    if (going === undefined || ends.going.has(speaker))
        return [];
    return going.word === 'unapproved' && live.some((other) => isOtherPullRequest(other, going.slot)) ? [] : [going];
}
/** Whoever opens a pull request with the head of another one must not be able to hold that one up. Who is not known may be the same. */
function isOtherPullRequest({ isOurs, last }, { pullRequests }) {
    const others = last?.slot.pullRequests ?? [];
    return isOurs && others.length > 0 && pullRequests.length > 0 && !others.some((number) => pullRequests.includes(number));
}
/** A status without a mark holds while its account has not set another one, `pending` aside. */
function foreignNo(posted) {
    const heard = new Set();
    for (const { account, mark, state } of posted) {
        if (mark !== undefined || state === 'pending' || heard.has(account))
            continue;
        heard.add(account);
        if (state !== 'success')
            return { kind: 'account', account, state };
    }
    return undefined;
}
function causeOf(mark, speaker, own) {
    return mark === own ? { kind: 'own' } : { kind: 'slot', mark, speaker };
}

// EXTERNAL MODULE: ./lib/text/index.js + 18 modules
var lib_text = __webpack_require__(1613);
// EXTERNAL MODULE: ./lib/github/api.js
var api = __webpack_require__(7671);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./lib/github/status/mark.js


/** Version of the mark. One of another version is not read, and what says no then holds as that of a stranger does. */
const version = '1';
const words = { yes: true, no: true, running: true, awaiting: true, unapproved: true };
/** GitHub documents no limit for the link of a status. A mark without its label, file and pull requests is some 150 characters long. */
const longestLabel = 80;
/** As they stand in the address, where one character may be twelve. */
const longestLabelText = 400;
const longestFileText = 600;
const mostPullRequests = 20;
/** What tells a slot from others: equal lists are one slot. */
function slotKey(parts) {
    const text = JSON.stringify(parts.map((part) => part ?? null));
    return (0,external_node_crypto_.createHash)('sha256').update(text).digest('base64url').slice(0, 22);
}
/**
 * The link of a status with its mark, in the part after `#` that no server is sent: whose the status is must stand in itself, for
 * whoever posts next. `page` is where it leads, if that is an address with room for it; else it leads to `run`.
 */
function markedLink(mark, page, run) {
    const text = markText(mark);
    for (const address of [page, run]) {
        const url = (0,lib_text/* webAddress */.Dy)(address);
        if (url === undefined || url.hash !== '')
            continue;
        url.hash = text;
        const marked = (0,lib_text/* webAddress */.Dy)(url.href);
        if (marked !== undefined)
            return marked.href;
    }
    return undefined;
}
/** The mark in the link of a status; `undefined` where it has none, or one that is not whole: it is foreign text. */
function markOf(link) {
    const hash = (0,lib_text/* webAddress */.Dy)(link)?.hash ?? '';
    const at = new URLSearchParams(hash.slice(1));
    const word = wordOf(at.get('word'));
    const of = runOf(at.get('run'));
    const by = at.has('by') ? runOf(at.get('by')) : undefined;
    const [key, org, flow] = [at.get('slot') ?? '', at.get('org') ?? '', at.get('flow')];
    if (at.get('evidence') !== version || word === undefined || of === undefined || (at.has('by') && by === undefined))
        return undefined;
    if (key === '' || org === '' || flow === null)
        return undefined;
    const label = (0,lib_text/* oneLine */.TN)((at.get('label') ?? '').replaceAll('*', ' › '), longestLabel);
    return {
        slot: { key, org, flow, label, pullRequests: numbersOf(at.get('pull')), workflow: fileOf(at.get('file'), at.get('ref')) },
        of,
        by,
        word,
    };
}
/** What has no room is left out: the slot is then not asked about, and holds. */
function markText({ by, of, slot, word }) {
    const { path, ref } = slot.workflow ?? { path: '', ref: '' };
    // `*` stays as it is in an address, and `›` would be nine characters.
    const label = (0,lib_text/* oneLine */.TN)(slot.label, longestLabel).replaceAll(' › ', '*');
    const pulls = slot.pullRequests.length > mostPullRequests ? [] : slot.pullRequests;
    return new URLSearchParams({
        evidence: version,
        word,
        run: runText(of),
        ...(by === undefined ? {} : { by: runText(by) }),
        slot: slot.key,
        org: slot.org,
        flow: slot.flow,
        label: shortened(label, longestLabelText),
        ...(pulls.length === 0 ? {} : { pull: pulls.join('.') }),
        ...(path === '' || addressed(path + ref).length > longestFileText ? {} : { file: path, ref }),
    }).toString();
}
function shortened(text, longest) {
    let short = text;
    while (addressed(short).length > longest)
        short = short.slice(0, -1);
    return short;
}
function addressed(text) {
    return new URLSearchParams({ text }).toString();
}
function runText({ attempt, run }) {
    return `${run}.${attempt}`;
}
function runOf(text) {
    const [, run, attempt] = /^(0|[1-9]\d{0,30})\.(0|[1-9]\d{0,30})$/.exec(text ?? '') ?? [];
    return run === undefined || attempt === undefined ? undefined : { run, attempt };
}
function wordOf(text) {
    return text !== null && isWord(text) ? text : undefined;
}
function isWord(text) {
    return Object.hasOwn(words, text);
}
function numbersOf(text) {
    return (text ?? '')
        .split('.')
        .map(Number)
        .filter((number) => Number.isSafeInteger(number) && number > 0);
}
function fileOf(path, ref) {
    return path === null || path === '' || ref === null || ref === '' ? undefined : { path, ref };
}

;// CONCATENATED MODULE: ./lib/github/status/post-status.js



/** docs.github.com/rest/commits/statuses: a longer description is refused with 422. */
const longestDescription = 140;
/** Sets a status of a commit, and tells the account of the token where GitHub does. Errors as those of `askGitHub`. */
async function postStatus(access, status) {
    const { context, description, mark, page, runPage, sha, state } = status;
    const link = markedLink(mark, page, runPage);
    const reply = await (0,api/* askGitHub */.X3)(access, {
        route: 'POST /repos/{owner}/{repo}/statuses/{sha}',
        parameters: {
            sha,
            state,
            context,
            description: (0,lib_text/* oneLine */.TN)(description, longestDescription),
            ...(link === undefined ? {} : { target_url: link }),
        },
        purpose: `set the status ${context}`,
        permission: 'statuses: write',
        // The last one of a name counts: the same one twice changes nothing.
        repeatable: true,
        unprocessable: `Commit ${sha} is not one of this repository, or has 1,000 statuses of this name: push a new commit.`,
    });
    return (0,lib_text/* stringAt */.bX)(reply, 'creator', 'login');
}

;// CONCATENATED MODULE: ./lib/github/status/read-statuses.js




const perPage = 100;
/** GitHub takes 1,000 statuses of one name at a commit; so many pages are full with ten names. */
const mostPages = 100;
const states = ['success', 'failure', 'error', 'pending'];
/**
 * The statuses of a commit in one context, newest first: all pages, because one that is left out may say no. Contexts that differ
 * by case alone are one to GitHub (docs.github.com/rest/commits/statuses), and so are they here.
 *
 * @throws {ContractError} where the answer is no list of statuses, or has no end. Else errors as those of `askGitHub`.
 */
async function readStatuses(access, sha, context) {
    const found = [];
    for (let page = 1; page <= mostPages; page += 1) {
        const { data: answer, hasNext } = await (0,api/* askGitHubPage */.uF)(access, {
            route: 'GET /repos/{owner}/{repo}/commits/{ref}/statuses',
            parameters: { ref: sha, per_page: perPage, page },
            purpose: `list the statuses of commit ${sha.slice(0, 12)}`,
            permission: 'statuses: write',
            repeatable: true,
        });
        if (!Array.isArray(answer))
            throw strange('GitHub answered with no list of statuses', 'a list of statuses');
        found.push(...answer.flatMap((status) => statusIn(status, context)));
        if (answer.length < perPage && !hasNext)
            return found;
    }
    throw strange(`Commit ${sha} has more than ${mostPages * perPage} statuses`, 'an end of the list');
}
function statusIn(status, asked) {
    const [state, context] = [(0,lib_text/* stringAt */.bX)(status, 'state'), (0,lib_text/* stringAt */.bX)(status, 'context')];
    if (state === undefined || context === undefined || !isState(state))
        throw strange('GitHub told a status of no known form', 'a status');
    if (context.toLowerCase() !== asked.toLowerCase())
        return [];
    return [{ state, context, account: (0,lib_text/* stringAt */.bX)(status, 'creator', 'login'), mark: markOf((0,lib_text/* stringAt */.bX)(status, 'target_url')) }];
}
function isState(state) {
    return states.includes(state);
}
function strange(message, expected) {
    return new errors/* ContractError */.Vl('wrong-shape', message, { expected, fix: 'Run the job again; if it happens again, report it with the log' });
}

;// CONCATENATED MODULE: ./lib/github/status/slot-ends.js



/**
 * Whether GitHub says that a slot is over: every pull request of it is closed, or the file of its workflow is gone from where
 * GitHub reads it. What the token may not see, and what GitHub does not answer, is not over.
 *
 * `own` is the file of the workflow that asks: only a token that can read that one can tell that another one is gone.
 */
async function isSlotOver(access, { pullRequests, workflow }, own) {
    const bases = [];
    const states = new Set();
    for (const number of pullRequests) {
        const pull = await told(access, 'GET /repos/{owner}/{repo}/pulls/{pull_number}', { pull_number: number }, 'pull-requests: read');
        states.add((0,lib_text/* stringAt */.bX)(pull, 'state'));
        const [head, base] = [(0,lib_text/* stringAt */.bX)(pull, 'head', 'sha'), (0,lib_text/* stringAt */.bX)(pull, 'base', 'ref')];
        if (head !== undefined && base !== undefined)
            bases.push(head, base);
    }
    if (pullRequests.length > 0 && states.size === 1 && states.has('closed'))
        return true;
    if (workflow === undefined || own === undefined)
        return false;
    const isOfPull = workflow.ref.startsWith('refs/pull/');
    // The run of a pull request reads the file from the merge of head and base: it is gone where both do not have it.
    const refs = isOfPull ? bases : branchOf(workflow.ref);
    if (refs.length === 0)
        return false;
    for (const ref of refs)
        if ((await hasFile(access, { path: workflow.path, ref })) !== false)
            return false;
    return (await hasFile(access, own)) === true;
}
/** So long after the end of a run whoever follows it has begun, if anybody does. */
const followedWithin = 60 * 60 * 1000;
/** Whether GitHub says that what a mark tells of goes on no longer. */
async function isGoingOver(access, { by, of, word }) {
    const { attempt, run } = by ?? of;
    const asked = word === 'running' ? { attempt, run } : of;
    const facts = await told(access, 'GET /repos/{owner}/{repo}/actions/runs/{run_id}', { run_id: asked.run }, 'actions: read');
    const isLater = ((0,lib_text/* countAt */.$v)(facts, 'run_attempt') ?? 0) > Number(asked.attempt);
    if (word === 'running')
        return isLater || (0,lib_text/* stringAt */.bX)(facts, 'status') === 'completed';
    // GitHub calls a run completed, too, that waits until somebody approves it.
    if ((0,lib_text/* stringAt */.bX)(facts, 'conclusion') === 'action_required')
        return false;
    // The run that was waited for is over, but the one that judges it may be about to begin.
    const ended = (0,lib_text/* stringAt */.bX)(facts, 'status') === 'completed' ? Date.parse((0,lib_text/* stringAt */.bX)(facts, 'updated_at') ?? '') : Number.NaN;
    return Date.now() - ended > followedWithin;
}
/** A branch by its name; a tag or a commit is never without a file that it once had. */
function branchOf(ref) {
    return ref.startsWith('refs/heads/') ? [ref.slice('refs/heads/'.length)] : [];
}
/** `undefined` where GitHub does not tell: it says 404 of what a token may not see, too. */
async function hasFile(access, { path, ref }) {
    try {
        await ask(access, 'GET /repos/{owner}/{repo}/contents/{path}', { path, ref }, 'contents: read');
        return true;
    }
    catch (error) {
        return error instanceof errors/* ResponseError */.o3 && error.status === 404 ? false : undefined;
    }
}
async function told(access, route, parameters, permission) {
    try {
        return await ask(access, route, parameters, permission);
    }
    catch {
        // The status holds, then: docs/events.md says for whom.
        return undefined;
    }
}
function ask(access, route, parameters, permission) {
    return (0,api/* askGitHub */.X3)(access, { route, parameters, purpose: 'look whether an older status still holds', permission, repeatable: true });
}

;// CONCATENATED MODULE: ./lib/presentation/status.js

/** Shortest part of a text that is worth showing. */
const shortest = 12;
/**
 * What a commit status says, in at most `limit` characters. A red one names who says no and the way out: the ends of its text stay
 * whole, and what stands between them is cut.
 */
function statusText({ cause, state }, { mark, words }, limit) {
    switch (cause.kind) {
        case 'own':
            return state === 'failure'
                ? fitted('', words, ` (${(0,lib_text/* cut */.Jj)(mark.slot.label, 44)}: push, or run this job again)`, limit)
                : (0,lib_text/* oneLine */.TN)(words, limit);
        case 'account':
            return fitted('', cause.account ?? 'Somebody', ` set ${cause.state} in this name by other means: set success there, or push`, limit);
        case 'slot':
            return slotText(state, cause.mark, mark, limit);
    }
}
/** Two that share a context at a commit; the first one is ours. */
function sharedContextText(own, other, limit) {
    const [one, two] = [own, other].map(({ flow, org }) => (0,lib_text/* cut */.Jj)(`${flow} of ${org}`, 34));
    return fitted('', `Flows ${one} and ${two} share this name`, ': give one a status-context, and push', limit);
}
function slotText(state, mark, own, limit) {
    const { label } = mark.slot;
    const { run } = mark.by ?? mark.of;
    const isOwn = mark.slot.key === own.slot.key;
    const isOwnRun = isOwn && run === (own.by ?? own.of).run;
    const isGoing = own.word !== 'yes' && own.word !== 'no';
    switch (state) {
        case 'failure':
            if (isOwn && isGoing)
                return fitted(`Not compliant in run ${run}: `, label, ', which is checked again now', limit);
            if (isOwnRun)
                return fitted('Not compliant: another step of ', label, ' said no: push, or run this job again', limit);
            if (isOwn)
                return fitted(`Not compliant: newer run ${run} of `, label, ' says no: run that one again, or push', limit);
            return fitted('Not compliant: ', label, ` says no in run ${run}: run it again, or push`, limit);
        case 'pending':
            return fitted('Waits for ', label, mark.word === 'unapproved' ? `: run ${run} needs approval` : `, run ${run}`, limit);
        case 'success':
            return isOwn ? fitted(`Compliant: newer run ${run} of `, label, ' says so', limit) : fitted('Compliant: ', label, ' says so', limit);
    }
}
function fitted(before, text, after, limit) {
    const room = Math.max(shortest, limit - before.length - after.length);
    return (0,lib_text/* oneLine */.TN)(`${before}${(0,lib_text/* oneLine */.TN)(text, room)}${after}`, limit);
}

;// CONCATENATED MODULE: ./lib/commands/status/context-status.js






/** GitHub takes 1,000 of one name at a commit, and the last one stays: what is left from here on is for a no. */
const roomForAll = 900;
const mostCorrections = 3;
/** Milliseconds between the reads of a list that lags behind. */
const lags = [250, 1_000, 2_000, 4_000];
/** Slots that GitHub is asked about at most; the others hold. */
const mostAsked = 20;
/**
 * GitHub has no way to set a status only if nothing came between. So all is read, decided and set; then all is read again, and what
 * came between is set right. `clean` takes secrets out of a text.
 */
function openContextStatus({ context, own, runPage, sha }, ask, clean) {
    /** Of our own token; known from the first reply on. */
    let account;
    const markOf = (word) => ({ slot: own.slot, of: own.of, by: own.by, word });
    async function post(state, text, said) {
        // Once more when it is harmless: what was taken out of it may have parted a secret.
        const description = clean((0,lib_text/* oneLine */.TN)(text, longestDescription));
        const status = { sha, context, state, description, mark: markOf(said.word), page: said.page, runPage };
        account = (await ask((access) => postStatus(access, status))) ?? account;
    }
    /** All that is said of the context; a no that is not known is an `error`. */
    async function readAll(said) {
        try {
            return await ask((access) => readStatuses(access, sha, context));
        }
        catch (error) {
            if (isFinished(markOf(said.word)))
                await fail('The statuses of this commit could not be read: run this job again', said);
            throw error;
        }
    }
    /** Reads until what was posted is among it: a list may lag behind. */
    async function readPosted(said) {
        for (const pause of lags) {
            const posted = await readAll(said);
            if (posted.some(({ mark }) => mark !== undefined && isSameAttempt(mark, markOf(said.word)) && mark.word === said.word))
                return posted;
            await (0,promises_.setTimeout)(pause);
        }
        if (isFinished(markOf(said.word)))
            await fail('GitHub does not list the status that was set: run this job again', said);
        throw new errors/* ContractError */.Vl('wrong-shape', `GitHub took the status ${context}, and does not list it`, {
            expected: 'the status that was set',
            fix: 'Run the job again; if it happens again, report it with the log',
        });
    }
    function fail(text, said) {
        return post('error', text, { ...said, word: 'no' });
    }
    /** Before the first reply there is only a guess: what it leads to is set right after it. Of several accounts none is guessed. */
    function trustedIn(posted) {
        const accounts = new Set(posted.flatMap(({ account: by, mark }) => (mark === undefined ? [] : [by])));
        return account ?? (accounts.size === 1 ? [...accounts][0] : undefined);
    }
    /** GitHub is asked only about what decides: there may be many slots, and few requests in an hour. */
    async function decided(posted, mark) {
        const [slots, going] = [new Set(), new Set()];
        for (let asked = 0;; asked += 1) {
            const decision = decideStatus(posted, mark, trustedIn(posted), { slots, going });
            const { cause, state } = decision;
            if (cause.kind !== 'slot' || state === 'success' || asked === mostAsked || isOfThisRun(cause.mark, mark))
                return decision;
            if (cause.mark.slot.key !== mark.slot.key && (await ask((access) => isSlotOver(access, cause.mark.slot, own.file))))
                slots.add(cause.speaker);
            else if (state === 'pending' && (await ask((access) => isGoingOver(access, cause.mark))))
                going.add(cause.speaker);
            else
                return decision;
        }
    }
    async function settle(first, again) {
        let said = first;
        let lastWord;
        for (let posts = 0;; posts += 1) {
            const posted = posts === 0 ? await readAll(said) : await readPosted(said);
            lastWord = said.word;
            if (posts > 0 && said.word === 'yes' && again !== undefined)
                said = await judgedAgain(said, again);
            await refuseShared(posted, said);
            const mark = markOf(said.word);
            const decision = await decided(posted, mark);
            const state = decision.cause.kind === 'own' ? said.state : decision.state;
            const isSet = posts > 0 ? posted[0]?.state === state && said.word === lastWord : isShown(posted, mark, state);
            if (isSet)
                return said;
            if (posts > mostCorrections) {
                await fail('Others set this status at the same time, again and again: run this job again', said);
                throw restless(context, sha);
            }
            if (posted.length >= roomForAll && (state === 'success' || state === 'pending')) {
                if (isFinished(mark))
                    throw full(context, sha, posted.length);
                return said;
            }
            await post(state, statusText(decision, { mark, words: said.words }, longestDescription), said);
        }
    }
    /** Whether all that this run could say is shown already, or is no news. */
    function isShown(posted, mark, state) {
        const [newest] = posted;
        const isSame = newest?.state === state;
        if (isFinished(mark)) {
            const isOwn = newest?.mark !== undefined && isSameAttempt(newest.mark, mark) && newest.mark.word === mark.word;
            // A guess will do for what is posted, not for what is left out.
            return isSame && (isOwn || isOutvoted(posted, mark, account));
        }
        if (!isNews(posted, mark, trustedIn(posted)))
            return true;
        const isFirst = posted.every((status) => status.mark?.slot.key !== mark.slot.key);
        return isSame && state !== 'pending' && mark.word === 'unapproved' && isFirst;
    }
    async function judgedAgain(said, again) {
        try {
            return await again(said);
        }
        catch (error) {
            await fail('The trail could not be read again after this status was set: run this job again', said);
            throw error;
        }
    }
    /** Two flows in one context would speak for each other. */
    async function refuseShared(posted, said) {
        const other = posted.find(({ mark }) => mark !== undefined && (mark.slot.org !== own.slot.org || mark.slot.flow !== own.slot.flow));
        if (other?.mark === undefined)
            return;
        const { slot } = other.mark;
        await fail(sharedContextText(own.slot, slot, longestDescription), said);
        const flow = ({ flow: name, org }) => `flow ${name} of organization ${org}`;
        throw new errors/* UsageError */.eb('invalid-input', `The status ${context} is that of ${flow(own.slot)} and of ${flow(slot)}: neither can be told from the other`, {
            fix: `Give one of them a name of its own, require that too, and push a new commit:\n\n  status-context: compliance/${own.slot.org}/${own.slot.flow}`,
        });
    }
    return {
        begin: async (said) => void (await settle(said)),
        end: settle,
        async endAtOnce(said) {
            const posted = await ask((access) => readStatuses(access, sha, context)).catch(() => []);
            // A run that was cancelled for a newer one has nothing to add to its word.
            if (isOutvoted(posted, markOf(said.word), trustedIn(posted)))
                return;
            await post(said.state, statusText({ state: 'failure', cause: { kind: 'own' } }, { mark: markOf(said.word), words: said.words }, longestDescription), said);
        },
    };
}
/** Whether a newer run of the slot has said yes or no. */
function isOutvoted(posted, mark, account) {
    const last = slotWords(posted, mark, account)[0]?.last;
    return last !== undefined && !isSameAttempt(last, mark);
}
/** What goes on in this attempt of a run goes on as long as this job does. */
function isOfThisRun({ by, of }, { by: ownBy, of: own }) {
    const [one, other] = [by ?? of, ownBy ?? own];
    return one.run === other.run && one.attempt === other.attempt;
}
function restless(context, sha) {
    return new errors/* ResponseError */.o3('conflict', `The status ${context} was changed by others each time that it was set (${mostCorrections + 1} times)`, {
        status: 409,
        request: `POST statuses/${sha}`,
        fix: 'Run this job again; let one run at a time set it, with `concurrency` and `queue: max` at the job that posts',
    });
}
function full(context, sha, count) {
    return new errors/* ResponseError */.o3('conflict', `Commit ${sha.slice(0, 12)} has ${count} statuses named ${context}: GitHub takes 1,000, and from ${roomForAll} on only a no is set`, { status: 422, request: `POST statuses/${sha}`, fix: 'Push a new commit' });
}

// EXTERNAL MODULE: ./lib/contract/patterns.js
var patterns = __webpack_require__(6011);
// EXTERNAL MODULE: ./lib/git/subject.js + 1 modules
var git_subject = __webpack_require__(740);
;// CONCATENATED MODULE: ./lib/commands/status/judged-commit.js




/**
 * The commit that a status is set on: the one that is judged, else that of the event.
 *
 * @throws {UsageError} where none is known, and where it is the test merge of a pull request: a status of that one would outrank
 * every status of the head.
 */
function statusCommit(event, asked) {
    const subject = (0,git_subject/* subjectOf */.e)(event);
    const sha = asked ?? subject.sha;
    if (sha === undefined || !(0,patterns/* matches */.cK)('commitSha', sha)) {
        const { fix, message } = subject.unknown ?? unknownCommit;
        throw new errors/* UsageError */.eb('missing-input', `The status cannot be set: ${message}`, { fix });
    }
    if (isTestMerge(event, sha, subject.sha)) {
        throw new errors/* UsageError */.eb('invalid-input', `Commit ${sha} is the test merge that GitHub made for this pull request: a status of it would hide those of the head`, {
            fix: 'Leave commit out: the status is then that of the head of the pull request. Or give the head:\n\n  commit: ${{ github.event.pull_request.head.sha }}',
        });
    }
    return sha;
}
const unknownCommit = { message: 'the commit of this event is not known', fix: 'Give `commit`, 40 hexadecimal digits' };
function isTestMerge({ eventName, payload, sha: runSha }, sha, head) {
    if (sha === head)
        return false;
    const pull = (0,lib_text/* valueAt */.fK)(payload, 'pull_request');
    // The tip of the default branch is what a pull_request_target has.
    const isOfRun = sha === runSha && eventName.startsWith('pull_request') && eventName !== 'pull_request_target';
    const isMerge = (0,lib_text/* valueAt */.fK)(pull, 'merge_commit_sha') === sha;
    // After the merge it is the one on the branch.
    return isMerge ? (0,lib_text/* valueAt */.fK)(pull, 'merged') !== true : isOfRun;
}

// EXTERNAL MODULE: ./lib/git/followed-run.js
var followed_run = __webpack_require__(7946);
// EXTERNAL MODULE: ./lib/git/event-facts.js
var event_facts = __webpack_require__(7230);
// EXTERNAL MODULE: ./lib/github/pull-requests.js
var pull_requests = __webpack_require__(1295);
;// CONCATENATED MODULE: ./lib/commands/status/own-slot.js



/**
 * The slot of this run: the one that it follows decides where there is one, and this one for its part of it. A run that may be of
 * either of several pull requests is a slot of its own, because nobody knows which other run it replaces.
 *
 * @throws {UsageError} away from GitHub, where no run is known.
 */
async function ownSlot(event, { flow, isClaimed, leg, matrix, org, sha }, ask) {
    const self = own_slot_runOf(event.runId, event.runAttempt);
    if (self === undefined)
        throw unknownRun();
    const followed = (0,followed_run/* followedRun */.m)(event);
    const of = followed === undefined ? self : (own_slot_runOf(followed.id, followed.attempt) ?? self);
    const subject = (0,git_subject/* subjectOf */.e)(event);
    const pullRequests = followed === undefined ? (subject.pullRequest === undefined ? [] : [subject.pullRequest.number]) : await pullRequestsOf(followed, ask);
    const trigger = followed?.trigger ?? event.eventName;
    const ref = followed === undefined ? event.ref : `${followed.head?.repository ?? ''}:${followed.head?.branch ?? ''}`;
    const [pullRequest, ...others] = pullRequests;
    const isSure = pullRequest !== undefined && others.length === 0;
    const workflow = followed === undefined ? [event.workflow, (0,event_facts/* workflowPathOf */._Z)(event)] : [followed.workflow, followed.workflowPath];
    const posting = followed === undefined ? [] : [event.workflow, (0,event_facts/* workflowPathOf */._Z)(event)];
    const claimedBy = isClaimed ? (subject.isFork ? 'fork' : 'pull request') : undefined;
    const key = slotKey([
        org,
        flow,
        trigger,
        isSure ? pullRequest : ref,
        ...workflow,
        ...posting,
        event.job,
        event.step,
        matrix,
        leg,
        claimedBy,
        others.length > 0 ? of.run : undefined,
    ]);
    const place = isSure ? `${trigger} #${pullRequest}` : `${trigger} ${ref?.replace(/^refs\/(?:heads|tags)\//, '') ?? ''}`.trim();
    const file = fileName(workflow[1] ?? workflow[0]);
    const part = [matrix === null ? undefined : JSON.stringify(matrix), leg].filter((text) => text !== undefined).join(', ');
    const label = [place, file, event.job, part].filter((text) => text !== undefined && text !== '').join(' › ');
    return {
        slot: { key, org, flow, label, pullRequests, workflow: ownFile(event) },
        of,
        by: followed === undefined ? undefined : self,
        file: readableFile(event, sha),
    };
}
/**
 * Those with its head; as the event names them where GitHub may not be asked. The run of a push is for none, although GitHub names
 * those that are open by then.
 */
async function pullRequestsOf({ head, pullRequests, trigger }, ask) {
    if (trigger?.startsWith('pull_request') !== true)
        return [];
    if (head === undefined)
        return pullRequests;
    try {
        const found = await ask((access) => (0,pull_requests/* openPullRequests */.S)(access, head, 'pull-requests: read'));
        return found.length > 0 ? found : pullRequests;
    }
    catch {
        return pullRequests;
    }
}
function own_slot_runOf(run, attempt) {
    return isNumber(run) && isNumber(attempt) ? { run, attempt } : undefined;
}
function isNumber(text) {
    return /^[1-9]\d{0,30}$/.test(text ?? '');
}
/** Of another repository nothing can be asked. */
function ownFile({ repository, workflowFile }) {
    return workflowFile === undefined || workflowFile.repository !== repository ? undefined : workflowFile;
}
/** At the commit itself where the file was read from a merge that GitHub made for the run. */
function readableFile(event, sha) {
    const file = ownFile(event);
    if (file === undefined)
        return undefined;
    return { path: file.path, ref: file.ref.startsWith('refs/heads/') ? file.ref.slice('refs/heads/'.length) : sha };
}
function fileName(path) {
    return path?.replace(/^.*\//, '');
}
function unknownRun() {
    return new errors/* UsageError */.eb('missing-input', 'The status cannot be set: the run is not known (GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT)', {
        fix: 'Let `report` to runs of GitHub Actions, and hand these variables into the container where the step runs in one',
    });
}

;// CONCATENATED MODULE: ./lib/commands/status/open.js



/**
 * The status that a run sets, at the commit that it judges and in the slot that is its own.
 *
 * @throws {UsageError} where the status cannot be that of this run.
 */
async function openStatus(event, { about, commit, context, runPage }, ask, clean) {
    const sha = statusCommit(event, commit);
    const own = await ownSlot(event, { ...about, sha }, ask);
    return openContextStatus({ sha, context, own, runPage }, ask, clean);
}


/***/ })

};
