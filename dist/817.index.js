export const id = 817;
export const ids = [817];
export const modules = {

/***/ 2817:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  audit: () => (/* binding */ open_audit)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:stream/consumers"
var consumers_ = __webpack_require__(8321);
// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(7075);
// EXTERNAL MODULE: ./lib/errors/index.js + 8 modules
var errors = __webpack_require__(4087);
// EXTERNAL MODULE: ./lib/commands/build-url.js
var build_url = __webpack_require__(4510);
// EXTERNAL MODULE: ./lib/commands/github.js + 1 modules
var github = __webpack_require__(8757);
// EXTERNAL MODULE: ./lib/commands/version.js
var version = __webpack_require__(3014);
// EXTERNAL MODULE: ./lib/text/index.js + 18 modules
var lib_text = __webpack_require__(1613);
;// CONCATENATED MODULE: ./lib/commands/audit/ending-lines.js


/** The kind of line that says of a source that it was asked. Landings come last; the run before is none of those that are collected. */
const tellers = [
    ['landings', 'landing'],
    ['pull-requests', 'landing'],
    ['paths', 'landing'],
    ['trails', 'landing'],
    ['records', 'landing'],
    ['workflows', 'landing'],
    ['deployments', 'deployment'],
    ['releases', 'release'],
    ['tags', 'tag'],
    ['artifacts', 'artifact'],
    ['snapshots', 'flow'],
    ['approvals', 'approval'],
    ['notifications', 'notification'],
    ['log', null],
];
/** Between two words about how far it is. */
const linesBetween = 200;
/**
 * The lines of what is collected, until something does not answer any more: then a hole for the rest, and the end of the
 * file, so that what there is can be reported. Sources that told nothing by then are untold: a rule that found nothing for want
 * of them is not tested. Where nothing came before, there is no audit: the error is thrown.
 *
 * @param holes what is missing already
 */
async function* endingLines(lines, holes, report) {
    const counts = {};
    const untold = new Set();
    let all = 0;
    const landings = () => (0,lib_text/* count */.U9)(counts['landing'] ?? 0, 'landing');
    const ending = (trailsElsewhere) => ({ kind: 'end', counts: { ...counts }, trailsElsewhere });
    try {
        for await (const line of lines) {
            if (line.kind === 'end') {
                for (const hole of holes)
                    yield counted(hole, counts);
                yield ending(line.trailsElsewhere);
                return;
            }
            all += 1;
            if (line.kind === 'untold')
                untold.add(line.source);
            yield counted(line, counts);
            if (all % linesBetween === 0)
                report({ kind: 'progress', message: `${landings()} collected` });
        }
    }
    catch (error) {
        if (all === 0 || !(error instanceof errors/* Fault */.vC) || error.code === 'interrupted')
            throw error;
        report({
            kind: 'warning',
            message: `${error.message}\nUntil then ${landings()} could be collected: the reports have them, and say that the rest is missing`,
        });
        const { message: why, fix = 'Run the audit again' } = error;
        for (const source of silent(counts, untold))
            yield counted({ kind: 'untold', source, why, fix }, counts);
        const rest = { kind: 'hole', what: 'the rest of the audit', why, fix };
        for (const hole of [...holes, rest])
            yield counted(hole, counts);
        yield ending(0);
    }
}
/** Sources that no line has told of. Where the first landing came, all others had been asked. */
function silent(counts, untold) {
    if (counts['landing'] !== undefined)
        return [];
    return tellers.flatMap(([source, kind]) => (untold.has(source) || (kind !== null && counts[kind] !== undefined) ? [] : [source]));
}
function counted(line, counts) {
    counts[line.kind] = (counts[line.kind] ?? 0) + 1;
    return line;
}

;// CONCATENATED MODULE: ./lib/commands/audit/program-digest.js



/**
 * SHA-256 of the program that runs, over the digests of its files, so that anybody can repeat it in that folder:
 * `find . -name '*.js' | LC_ALL=C sort | xargs sha256sum | sha256sum`. Null where it is not one that was built.
 */
async function programDigest(folder) {
    if (folder === undefined)
        return null;
    const names = (await (0,promises_.readdir)(folder, { recursive: true }).catch(() => []))
        .filter((name) => name.endsWith('.js'))
        .map((name) => `./${name.replaceAll('\\', '/')}`)
        .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    if (names.length === 0)
        return null;
    const all = (0,external_node_crypto_.createHash)('sha256');
    for (const name of names)
        all.update(`${sha256(await (0,promises_.readFile)((0,external_node_path_.join)(folder, name)))}  ${name}\n`);
    return all.digest('hex');
}
function sha256(bytes) {
    return (0,external_node_crypto_.createHash)('sha256').update(bytes).digest('hex');
}

;// CONCATENATED MODULE: ./lib/commands/audit/collect.js





/** Asks git, GitHub and the service, and writes what they say into a file. What cannot be asked any more is a hole in it. */
function collectInto(path, sources, settled, context, parts) {
    const { report } = context;
    return withSources(sources, settled, context, parts, (asked, asking) => parts.write(endingLines(parts.collect(asked, asking), settled.holes, report), path));
}
/** Lets work ask git, GitHub and the service. */
async function withSources({ branches, connection, flows, githubToken, given }, { now, period, repository }, context, parts, work) {
    const { directory, event, report } = context;
    const file = event.workflowFile;
    const asked = {
        tool: { name: version/* userAgent */.N.split('/')[0] ?? version/* userAgent */.N, version: version/* version */.r, digest: await programDigest(context.program) },
        workflow: file === undefined ? null : `${file.repository}/${file.path}@${event.sha ?? file.ref}`,
        run: (0,build_url/* buildUrlOf */.B)(event) ?? null,
        inputs: given,
        repository: repository ?? null,
        serverUrl: event.serverUrl,
        at: now.toISOString(),
        flows,
        branches,
        ...period,
    };
    return parts.withService(connection, 0, context, async (call) => {
        const service = { call, org: connection.org, url: connection.baseUrl.href };
        const asking = { directory, service, report };
        if (githubToken === undefined || repository === undefined)
            return work(asked, { ...asking, github: null, fetchFrom: null });
        return (0,github/* withGitHub */.W)(githubToken, repository, context, (access) => work(asked, {
            ...asking,
            github: parts.github({
                ...access,
                signal: call.deadline.signal,
                timeLimit: connection.timeout,
                report: (message) => report({ kind: 'progress', message }),
            }),
            fetchFrom: { url: `${event.serverUrl}/${repository}`, authorization: basicOf(githubToken) },
        }));
    });
}
/** As actions/checkout has git sign in: the name does not matter. */
function basicOf(token) {
    return `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
}

// EXTERNAL MODULE: ./lib/presentation/time.js
var time = __webpack_require__(9131);
// EXTERNAL MODULE: ./lib/presentation/audit.js
var audit = __webpack_require__(367);
;// CONCATENATED MODULE: ./lib/presentation/audit-ending.js



/** None is green but an audit that found nothing of weight; one where nothing landed is grey. */
const marks = {
    audited: { icon: '✅', mark: '✔', colour: 'green', word: 'No finding of weight' },
    'non-compliant': { icon: '❌', mark: '✘', colour: 'red', word: 'Findings' },
    unknown: { icon: '❔', mark: '?', colour: 'yellow', word: 'Unknown' },
    'not-applicable': { icon: '⚪', mark: '-', colour: 'gray', word: 'Nothing landed' },
};
/** How an audit ended, with its mark. */
function auditMark({ ending }) {
    return marks[ending];
}
/** The numbers of an audit in a sentence: what was looked at, what was found, and what nobody looked at. */
function endingWords({ counts, holes, period, rules, totals }) {
    const isWhole = holes.length === 0;
    const looked = totals.changes > 0 ? (0,audit/* populationWords */.rQ)(totals) : isWhole ? 'no change' : 'no change could be read';
    const found = counts.open === 0 ? 'no open finding' : `${(0,lib_text/* count */.U9)(counts.open, 'open finding')} (${shares(counts)})`;
    const untested = (0,audit/* untestedWords */.qw)({
        untested: rules.filter(({ result }) => result === 'not tested').length,
        partly: rules.filter(isPartly).length,
    });
    return [
        `${looked} ${periodWords(period)}`,
        found,
        ...(counts.fixed === 0 ? [] : [`${(0,lib_text/* grouped */.zD)(counts.fixed)} fixed`]),
        ...(untested === undefined ? [] : [untested]),
        ...(isWhole ? [] : [`${(0,lib_text/* count */.U9)(holes.length, 'thing')} missing`]),
    ].join('; ');
}
/** The reasons why rules were not tested, or not everywhere, each with the rules that it keeps from it. */
function untestedLines(rules) {
    const without = rules.filter((rule) => rule.result === 'not tested' || isPartly(rule));
    const byReason = Map.groupBy(without, ({ why }) => why ?? 'nothing says why');
    return Array.from(byReason, ([why, all]) => (0,lib_text/* list */.p_)(all.map(({ rule }) => rule), Infinity).concat(`: ${why}`));
}
function isPartly({ result, why }) {
    return result === 'tested' && why !== null;
}
function shares({ accepted, fresh }) {
    return `${(0,lib_text/* grouped */.zD)(fresh)} new, ${(0,lib_text/* grouped */.zD)(accepted)} accepted`;
}
function periodWords({ since, until }) {
    return `${since === null ? 'from a commit' : `from ${(0,time/* minuteOf */.iA)(since)}`} to ${(0,time/* minuteOf */.iA)(until)}`;
}

// EXTERNAL MODULE: ./lib/presentation/accepted.js
var presentation_accepted = __webpack_require__(6551);
// EXTERNAL MODULE: ./lib/presentation/carried.js
var presentation_carried = __webpack_require__(7098);
;// CONCATENATED MODULE: ./lib/commands/audit/log-lines.js

/** Shows an audit in the log of a job, as lines. They are made here: no other command of the action waits for these words. */
function logOf(audited) {
    const { ending, findings, period, rules } = audited;
    const looked = { complete: ending !== 'unknown', since: period.since };
    const { icon, word } = auditMark(audited);
    return {
        findings: findings.flatMap((finding) => {
            const { accepted, carried, fix, message, rule, severity, status } = finding;
            const state = accepted === null ? status : `accepted by ${accepted.owner} until ${accepted.until.slice(0, 10)}; ${(0,presentation_accepted/* entryWords */.a)(accepted.by)}`;
            const unseen = carried ? `, ${(0,presentation_carried/* carriedWords */.o)(finding, looked)}` : '';
            return [`${severity} ${rule} (${state}${unseen}): ${message}`, ...(accepted === null ? [`    ${fix}`] : [])];
        }),
        untested: untestedLines(rules),
        end: `${icon} ${word}: ${endingWords(audited)}`,
    };
}

;// CONCATENATED MODULE: ./lib/commands/audit/judged-audit.js

/** As many as people read on a screen; the reports have all of them. */
const mostChanges = 500;
const mostFindings = 200;
/** How an audit ended, and what of it is shown where it ran. */
async function auditedOf(audit, failOn, { reaches, ...shown }) {
    const { findings, rules, totals, world } = audit;
    const { period, repository } = world.header;
    const changes = [];
    for await (const change of audit.changes())
        if (changes.push(change) >= mostChanges)
            break;
    const audited = {
        kind: 'audited',
        ...endOf(audit, failOn, reaches),
        repository,
        period: { since: period.since, until: period.until },
        totals,
        changes,
        findings: findings.filter(({ status }) => status !== 'fixed').slice(0, mostFindings),
        counts: countsOf(findings),
        rules,
        holes: world.holes,
        ...shown,
    };
    return { ...audited, log: logOf(audited) };
}
/**
 * A hole in the population comes first: what was not looked at may hold anything. A finding of severity high is no good news,
 * even where `fail-on-severity` lets it through; and where nothing landed there is nothing to be glad of.
 */
function endOf({ complete, findings, totals }, failOn, reaches) {
    if (!complete)
        return { ending: 'unknown', fails: true };
    const standing = findings.filter(stands);
    const fails = failOn !== 'none' && standing.some((finding) => reaches(finding, failOn));
    if (fails || standing.some((finding) => reaches(finding, 'high')))
        return { ending: 'non-compliant', fails };
    return { ending: totals.changes === 0 ? 'not-applicable' : 'audited', fails };
}
function countsOf(findings) {
    const open = findings.filter(({ status }) => status !== 'fixed');
    return {
        open: open.length,
        accepted: open.filter(({ accepted }) => accepted !== null).length,
        fresh: open.filter(({ status }) => status === 'new').length,
        fixed: findings.length - open.length,
    };
}
/** Open, and nobody took it upon themselves in a way that counts. */
function stands({ accepted, status }) {
    return status !== 'fixed' && accepted === null;
}

;// CONCATENATED MODULE: ./lib/commands/audit/period.js

/** Days that a first audit looks back. */
const firstDays = 7;
/**
 * The two ends of what is audited. Where an audit came before, this one begins where the last complete one ended: a gap
 * between two audits would be time that nobody looked at.
 *
 * @throws {UsageError} where the end lies in the future: the next audit would begin there, and what lands until then would be
 * in none.
 */
function periodOf({ since, until }, previous, now, report) {
    const end = until === 'now' ? moment(now) : until;
    if (end.kind === 'moment' && Date.parse(end.at) > now.getTime())
        throw new errors/* UsageError */.eb('invalid-input', `The audited time ends in the future: ${end.at}`, { fix: 'Leave `until` out: it is now' });
    const begin = typeof since === 'object' ? since : beginOf(since, previous, now, report);
    if (begin.kind === 'moment' && end.kind === 'moment' && Date.parse(begin.at) >= Date.parse(end.at))
        throw new errors/* UsageError */.eb('invalid-input', `The audited time is empty: it begins ${begin.at} and ends ${end.at}`, {
            fix: 'Let `since` be earlier than `until`',
        });
    return { since: begin, until: end };
}
function beginOf(since, previous, now, report) {
    const last = previous?.completeUntil ?? previous?.since;
    if (last !== undefined && last !== null)
        return { kind: 'moment', at: last };
    const at = moment(new Date(now.getTime() - firstDays * 86_400_000));
    if (since === 'last' || previous !== null)
        report({ kind: 'notice', message: `No complete audit came before this one: it begins ${firstDays} days ago, ${at.at}` });
    return at;
}
function moment(date) {
    return { kind: 'moment', at: date.toISOString() };
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: ./lib/options/all-or-complaints.js
var all_or_complaints = __webpack_require__(2950);
;// CONCATENATED MODULE: ./lib/commands/audit/places.js




/**
 * The absolute paths of the files that an audit writes, by their options. Folders that are missing are made. Nobody was asked
 * yet: a report that cannot be written is to be known before an hour of requests, not after it.
 *
 * @throws {UsageError} that names every file that cannot be written or read.
 */
function openPlaces(directory, { read, written }) {
    const readable = Object.fromEntries(read.map((file) => [`read ${file.option}`, () => existing(directory, file)]));
    const writable = Object.fromEntries(written.map((file) => [file.option, () => place(directory, file)]));
    const places = (0,all_or_complaints/* allOrComplaints */.p)({ ...readable, ...writable });
    const taken = new Map();
    (0,all_or_complaints/* allOrComplaints */.p)(Object.fromEntries([...read.map(({ option }) => [`read ${option}`, option]), ...written.map(({ option }) => [option, option])].map(([key, option]) => [
        key,
        () => {
            const path = places[key] ?? '';
            const other = taken.get(path);
            if (other !== undefined && !key.startsWith('read '))
                throw invalid(option, path, `is the file of ${other} too`, 'Give each a file of its own');
            taken.set(path, option);
        },
    ])));
    return new Map([...read, ...written].map(({ option }) => [option, places[option] ?? places[`read ${option}`] ?? '']));
}
/** Where a file is, or will be: links in its folder are followed, so that one file has one name. */
function place(directory, { option, path: given }) {
    const path = (0,external_node_path_.resolve)(directory, given);
    const found = (0,external_node_fs_.statSync)(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true || /[/\\]$/.test(given))
        throw invalid(option, given, 'is a directory', 'Name a file in it');
    if (found !== undefined && !found.isFile())
        throw invalid(option, given, 'is no regular file', 'Name a file that can be written anew');
    try {
        (0,external_node_fs_.mkdirSync)((0,external_node_path_.dirname)(path), { recursive: true });
        const folder = (0,external_node_fs_.realpathSync)((0,external_node_path_.dirname)(path));
        (0,external_node_fs_.accessSync)(folder, external_node_fs_.constants.W_OK | external_node_fs_.constants.X_OK);
        if (found !== undefined)
            (0,external_node_fs_.accessSync)(path, external_node_fs_.constants.W_OK);
        return (0,external_node_path_.join)(folder, (0,external_node_path_.basename)(path));
    }
    catch (error) {
        throw invalid(option, given, `cannot be written: ${codeOf(error)}`, 'Choose a folder that this user may write to');
    }
}
function existing(directory, { option, path: given }) {
    const path = (0,external_node_path_.resolve)(directory, given);
    try {
        if (!(0,external_node_fs_.statSync)(path).isFile())
            throw invalid(option, given, 'is no regular file', 'Name the file that an audit wrote');
        (0,external_node_fs_.accessSync)(path, external_node_fs_.constants.R_OK);
        return (0,external_node_fs_.realpathSync)(path);
    }
    catch (error) {
        if (error instanceof errors/* UsageError */.eb)
            throw error;
        throw invalid(option, given, `cannot be read: ${codeOf(error)}`, 'Name the file that an audit wrote, relative to the working directory');
    }
}
function codeOf(error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
function invalid(option, path, what, fix) {
    return new errors/* UsageError */.eb('invalid-input', `The file of ${option}, ${JSON.stringify(path)}, ${what}`, { fix });
}

;// CONCATENATED MODULE: ./lib/commands/audit/plan.js



/** Commits that one question about pull requests holds, and one about records of the service; things on a page. */
const pullsAtOnce = 50;
const perPage = 100;
/** The questions that an audit would ask, and how often: counted by git, after one question to GitHub about each branch. */
async function planOf(command, sources, settled, context, parts) {
    const planned = await withSources(sources, settled, context, parts, (asked, asking) => parts.plan(asked, asking));
    const isAsked = sources.githubToken !== undefined && settled.repository !== undefined;
    const gitHub = isAsked ? gitHubSteps(planned) : [nothing];
    for (const { fix, what, why } of planned.holes)
        context.report({ kind: 'warning', message: `Missing: ${what}: ${why}\n${fix}` });
    return { kind: 'planned', command, steps: [gitStep(planned), ...gitHub, ...serviceSteps(sources, planned)] };
}
function gitStep({ basis, branches, commits, landings, since, until }) {
    const told = basis === 'github' ? `${(0,lib_text/* count */.U9)(landings, 'landing')}, as GitHub tells` : `${(0,lib_text/* count */.U9)(landings, 'landing')}, as git alone tells`;
    return {
        of: 'git',
        asked: `Commits of ${(0,lib_text/* list */.p_)(branches)} from ${since === null ? 'a commit' : (0,time/* minuteOf */.iA)(since)} to ${(0,time/* minuteOf */.iA)(until)}`,
        times: `${told}; ${commits === null ? 'git cannot count the commits' : (0,lib_text/* count */.U9)(commits, 'commit')}`,
    };
}
const nothing = {
    of: 'GitHub',
    asked: 'Nothing: landings, reviews and deployments are not tested',
    times: 'give `github-token` to ask for them',
};
/** One question holds the last commits of so many merges; each commit of a push is asked about. */
function gitHubSteps({ branches, commits, landings }) {
    const least = questions(landings, pullsAtOnce);
    const most = questions(Math.max(commits ?? landings, landings), pullsAtOnce);
    const pulls = most === least ? (0,lib_text/* grouped */.zD)(least) : `${(0,lib_text/* grouped */.zD)(least)} to ${(0,lib_text/* grouped */.zD)(most)}`;
    return [
        { of: 'GitHub', asked: 'Updates of the branches', times: `${(0,lib_text/* grouped */.zD)(branches.length)}, and 1 a further page` },
        { of: 'GitHub', asked: 'Pull requests, reviews and timelines', times: `${pulls}, and 1 a further page` },
        { of: 'GitHub', asked: 'Deployments, releases and tags', times: '3, and 1 a further page' },
    ];
}
function serviceSteps({ connection: { org }, flows }, { commits }) {
    const trails = `1 for ${perPage} trails of ${flows.length === 0 ? 'each flow' : (0,lib_text/* count */.U9)(flows.length, 'flow')}`;
    const records = commits === null ? `1 for ${perPage} commits` : (0,lib_text/* grouped */.zD)(questions(commits, perPage));
    return [
        { of: 'service', asked: `Flows of ${org}`, times: '1' },
        { of: 'service', asked: 'Trails', times: trails },
        { of: 'service', asked: 'Records about the commits', times: records },
        { of: 'service', asked: 'Artifacts, approvals, snapshots, notifications', times: `1 for ${perPage} of each` },
    ];
}
function questions(things, each) {
    return Math.ceil(things / each);
}

// EXTERNAL MODULE: ./lib/files/regular-file.js
var regular_file = __webpack_require__(4726);
;// CONCATENATED MODULE: ./lib/commands/audit/previous.js




/** The JSON report of an audit of 100,000 changes, a third of them with findings, has 150 MB. */
const largest = 256 * 1024 * 1024;
/** Name of the artifact that `audit.yml` keeps its reports in, and of the JSON report in it. */
const artifactName = 'compliance-audit';
const reportName = 'audit.json';
/** Audits of which none was ever complete that are passed over for an older one. */
const mostPassedOver = 10;
/** The audit before this one. Where GitHub does not answer, this audit goes on without it, and is unknown. */
async function previousAudit({ from, previous }, path, repository, context, parts) {
    if (previous === undefined)
        return none;
    if (previous.kind === 'file')
        return { previous: parts.previous(await textOf(path)), holes: [] };
    const token = from.kind === 'sources' ? from.githubToken : undefined;
    const { workflowFile } = context.event;
    if (token === undefined || repository === undefined || (workflowFile !== undefined && workflowFile.repository !== repository))
        throw new errors/* UsageError */.eb('invalid-input', 'The report of the run before is looked for among the runs of the audited repository, with a token of GitHub', {
            fix: 'Pass `github-token: ${{ github.token }}` in a workflow of that repository; else name a file in `previous`',
        });
    if (workflowFile === undefined)
        return first('This is no run of GitHub Actions that names its workflow file', context);
    try {
        const left = await lastReport(token, repository, workflowFile.path, context, parts);
        if (left === undefined)
            return first(`No run of ${workflowFile.path} on the default branch has left a report`, context);
        context.report({ kind: 'info', message: `The audit before is that of ${left.url}` });
        return { previous: left.previous, holes: [] };
    }
    catch (error) {
        if (isUnanswered(error)) {
            context.report({ kind: 'warning', message: `The report of the run before could not be read: ${error.message}` });
            const fix = error.fix ?? 'Run the audit again later';
            return { previous: null, holes: [{ kind: 'hole', what: 'the report of the run before', why: error.message, fix }] };
        }
        // A permission is missing, or the workflow was never on the default branch.
        if (error instanceof errors/* ResponseError */.o3 && (error.code === 'forbidden' || error.code === 'not-found'))
            return first(`${error.message}\n${error.fix ?? ''}\nThe report of the run before cannot be read`, context);
        throw error;
    }
}
/** Without an audit before, nothing tells whether time was left out: that is to be seen. */
function first(why, { report }) {
    report({ kind: 'warning', message: `${why}: this audit knows of none before it, and every finding is new` });
    return none;
}
const none = { previous: null, holes: [] };
function isUnanswered(error) {
    if (error instanceof errors/* TransportError */.wX)
        return error.code !== 'interrupted';
    return error instanceof errors/* ResponseError */.o3 && (error.code === 'rate-limited' || error.code === 'unavailable');
}
/**
 * The newest that knows of a complete audit, for that is where this one begins: one that could not read the report before it
 * knows of none. Where there is none such, the newest.
 */
async function lastReport(token, repository, workflow, context, parts) {
    const [{ artifactsOfRuns }, { readZipEntry }] = await Promise.all([
        __webpack_require__.e(/* import() */ 230).then(__webpack_require__.bind(__webpack_require__, 2230)),
        __webpack_require__.e(/* import() */ 697).then(__webpack_require__.bind(__webpack_require__, 8697)),
    ]);
    const wanted = { workflow, runId: context.event.runId, name: artifactName, largest };
    return (0,github/* withGitHub */.W)(token, repository, context, async (access) => {
        const passedOver = [];
        for await (const { url, zip } of artifactsOfRuns({ ...access, signal: context.interrupt, timeLimit: 60_000 }, wanted)) {
            const file = readZipEntry(zip, reportName, largest);
            if (Buffer.isBuffer(file)) {
                const left = { url, previous: parts.previous((0,lib_text/* decodeText */.g7)(file)) };
                if (left.previous.completeUntil !== null)
                    return left;
                if (passedOver.push(left) === mostPassedOver)
                    break;
            }
            else if (file !== undefined)
                throw new errors/* ContractError */.Vl('wrong-shape', `The report of ${url} cannot be read: ${file.fault}`, {
                    fix: 'Delete that artifact, or name the report of another run in `previous`',
                });
        }
        return passedOver[0];
    });
}
async function textOf(path) {
    const file = await (0,regular_file/* readRegularFile */.X)(path, largest);
    if (Buffer.isBuffer(file))
        return (0,lib_text/* decodeText */.g7)(file);
    const why = file.kind === 'unreadable' ? file.code : file.kind === 'too-large' ? `it is larger than ${(0,lib_text/* bytes */.ee)(largest)}` : 'it is no regular file';
    throw new errors/* UsageError */.eb('invalid-input', `The file of previous cannot be read: ${why}`, { fix: 'Name the JSON report of the audit before' });
}

;// CONCATENATED MODULE: ./lib/commands/audit/repository.js

/**
 * The repository that is audited, as `owner/name`; `undefined` where nobody says, and git alone is asked. That of a checkout
 * counts only if it is of the server whose API is asked: no other may see the token.
 */
async function repositoryOf({ githubToken, repository }, { directory, event }, { checkoutOf }) {
    const named = repository ?? event.repository;
    if (named !== undefined)
        return named;
    const found = (await checkoutOf(directory))?.repository;
    const isOfServer = found !== undefined && URL.parse(found.url)?.origin === new URL(event.serverUrl).origin;
    if (isOfServer)
        return found.name;
    if (githubToken === undefined)
        return undefined;
    throw new errors/* UsageError */.eb('missing-input', 'A token of GitHub is given, but the repository is not known', {
        fix: `Give \`repository\` as owner/name, or start in a checkout whose remote \`origin\` is at ${event.serverUrl}`,
    });
}

// EXTERNAL MODULE: external "node:stream/promises"
var external_node_stream_promises_ = __webpack_require__(6466);
;// CONCATENATED MODULE: ./lib/commands/audit/write-whole.js






/**
 * Writes a file as its parts come, under another name until it is whole: whoever finds the file finds all of it, and one that
 * stood there before stays where the writing fails.
 */
async function writeWhole(path, parts) {
    const temporary = (0,external_node_path_.join)((0,external_node_path_.dirname)(path), `.${(0,external_node_path_.basename)(path)}.${(0,external_node_crypto_.randomUUID)()}`);
    try {
        await (0,external_node_stream_promises_.pipeline)(external_node_stream_.Readable.from(parts), (0,external_node_fs_.createWriteStream)(temporary, { flags: 'wx' }));
        await (0,promises_.rename)(temporary, path);
    }
    catch (error) {
        await (0,promises_.rm)(temporary, { force: true });
        throw error;
    }
}

;// CONCATENATED MODULE: ./lib/commands/audit/run-audit.js













const command = 'audit';
/** An audit from its settings to its reports. They are written whatever it found, also where something of it is missing. */
async function runAudit(settings, context, parts) {
    const { from, people, previous, reports } = settings;
    const kept = from.kind === 'sources' && from.keepCollected !== undefined ? [{ option: 'keep-collected', path: from.keepCollected }] : [];
    const places = openPlaces(context.directory, {
        written: [...reports, ...kept],
        read: [...(previous?.kind === 'file' ? [{ option: 'previous', path: previous.path }] : []), ...collectedFile(settings)],
    });
    const now = new Date();
    const repository = from.kind === 'sources' ? await repositoryOf(from, context, parts) : undefined;
    const { holes, previous: before } = await previousAudit(settings, places.get('previous') ?? '', repository, context, parts);
    const folder = await (0,promises_.mkdtemp)((0,external_node_path_.join)(context.temporary, 'compliance-audit-'));
    try {
        const file = places.get('collected') ?? places.get('keep-collected') ?? (0,external_node_path_.join)(folder, 'collected.ndjson');
        if (from.kind === 'sources') {
            const period = periodOf(from.period, before, now, context.report);
            const settled = { period, repository, now, holes };
            if (from.plan)
                return await planOf(command, from, settled, context, parts);
            context.report({ kind: 'info', message: `Collecting from git${from.githubToken === undefined ? '' : ', GitHub'} and the service` });
            await collectInto(file, from, settled, context, parts);
        }
        context.report({ kind: 'info', message: 'Judging what was collected' });
        const spool = parts.spool((0,external_node_path_.join)(folder, 'changes.ndjson'));
        const audit = await parts.judge((wanted) => parts.read(file, wanted), { previous: before, people, spool });
        const written = await writeReports(audit, reports, places, context, parts);
        return await auditedOf(audit, settings.failOn, {
            command,
            reaches: (finding, least) => parts.reaches(finding, least),
            reports: written,
            summary: await (0,consumers_.text)(external_node_stream_.Readable.from(parts.reports.summary(audit))),
        });
    }
    finally {
        await (0,promises_.rm)(folder, { recursive: true, force: true });
    }
}
function collectedFile({ from }) {
    return from.kind === 'collected' ? [{ option: 'collected', path: from.path }] : [];
}
/** Writes each report; one that cannot be written keeps no other from being written. */
async function writeReports(audit, reports, places, { report }, parts) {
    const failures = [];
    for (const { form, option } of reports) {
        report({ kind: 'progress', message: `Writing the report ${option}` });
        try {
            await writeWhole(places.get(option) ?? '', parts.reports[form](audit));
        }
        catch (error) {
            if (!(error instanceof Error && 'syscall' in error))
                throw error;
            failures.push(`The report ${option} could not be written: ${codeOf(error)}`);
        }
    }
    if (failures.length > 0)
        throw new errors/* UsageError */.eb('invalid-input', failures.join('; '), { fix: 'Look at the disk: is it full, or gone?' });
    return reports.map(({ option }) => ({ option, path: places.get(option) ?? '' }));
}

// EXTERNAL MODULE: external "node:v8"
var external_node_v8_ = __webpack_require__(8877);
;// CONCATENATED MODULE: ./lib/commands/audit/small-heap.js

/**
 * Has V8 collect its garbage sooner than it would by itself. An audit reads a file line by line, and what it keeps of that is
 * small; yet with memory to spare V8 lets a heap of 30 MB grow to 250 MB before it looks, and never gives the pages back.
 * `npm run bench:audit` holds the bound.
 *
 * The flags say when V8 collects, and nothing of what a program does: it reads each of them anew whenever it decides, so that
 * they may be set while the program runs. They hold until the process ends, which does nothing after an audit; no other
 * command sets them.
 */
function keepHeapSmall() {
    // The room for young objects stays as it is, and the old ones may grow by a tenth before they are looked at again.
    (0,external_node_v8_.setFlagsFromString)('--semi-space-growth-factor=1');
    (0,external_node_v8_.setFlagsFromString)('--heap-growing-percent=10');
    // At once and not on the side: on a busy machine the heap grows on while that goes on.
    (0,external_node_v8_.setFlagsFromString)('--no-incremental-marking');
}

;// CONCATENATED MODULE: ./lib/commands/audit/open.js



/** Runs an audit. It and its parts are loaded here alone: no other command of the action waits for them. */
async function open_audit(settings, context, entry) {
    keepHeapSmall();
    return runAudit(settings, context, await openParts(entry));
}
const loadParts = () => Promise.all(/* import() */[__webpack_require__.e(934), __webpack_require__.e(53)]).then(__webpack_require__.bind(__webpack_require__, 7053));
async function openParts({ checkoutOf, questions, withService }) {
    const [parts, { openAuditPort }] = await Promise.all([loadParts(), __webpack_require__.e(/* import() */ 813).then(__webpack_require__.bind(__webpack_require__, 1813))]);
    const { collectAudit, judgeAudit, openSpool, planAudit, reaches, readLines, readPrevious, reports, writeLines } = parts;
    return {
        collect: (asked, asking) => collectAudit(settingsOf(asked, asking), sourcesOf(asking, questions, parts)),
        plan: (asked, asking) => planAudit(settingsOf(asked, asking), sourcesOf(asking, questions, parts)),
        write: writeLines,
        read: readLines,
        spool: (file) => openSpool(file),
        judge: judgeAudit,
        previous: (text) => readPrevious(text, (0,external_node_crypto_.createHash)('sha256').update(text).digest('hex')),
        github: openAuditPort,
        checkoutOf,
        withService,
        reaches,
        reports,
    };
}
function settingsOf({ at, since, until, ...asked }, { service: { org, url } }) {
    return {
        ...asked,
        service: { url, org },
        since: since.kind === 'moment' ? since.at : null,
        sinceSha: since.kind === 'commit' ? since.sha : null,
        until: until.kind === 'moment' ? until.at : null,
        untilSha: until.kind === 'commit' ? until.sha : null,
        now: at,
    };
}
function sourcesOf({ directory, fetchFrom, github, report, service: { call, org } }, questions, { readAuditFile, readServiceFacts }) {
    const tell = (sentence) => report({ kind: 'progress', message: sentence });
    return {
        git: directory,
        github,
        service: (wanted) => readServiceFacts({ transport: call.transport, deadline: call.deadline, org, questions }, { ...wanted, report: tell }),
        fetchFrom,
        readAuditFile,
        report: tell,
    };
}


/***/ }),

/***/ 6551:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ entryWords)
/* harmony export */ });
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1613);

/** Who merged and who approved the entry that accepts a finding. */
function entryWords(by) {
    if (by === undefined)
        return 'who merged and approved the entry is not known';
    const { approved, commit, merged, pull } = by;
    const came = `the entry came with commit ${commit.slice(0, 12)}`;
    if (pull !== null) {
        const names = approved === null ? 'it is not known who' : approved.length === 0 ? 'nobody' : (0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .list */ .p_)(approved);
        return `the entry was merged by ${merged ?? 'somebody'} with pull request ${pull.number}, ${names} approved it`;
    }
    return approved === null
        ? `${came}; who merged and approved it is not known`
        : `${came}, which no pull request brought: nobody approved it`;
}


/***/ }),

/***/ 367:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   qw: () => (/* binding */ untestedWords),
/* harmony export */   rQ: () => (/* binding */ populationWords),
/* harmony export */   ti: () => (/* binding */ auditWords)
/* harmony export */ });
/* harmony import */ var _text_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1613);

function auditWords(numbers) {
    const { accepted, changes, complete, open } = numbers;
    const findings = (0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .count */ .U9)(open, 'open finding');
    if (!complete) {
        const found = open === 0 ? '' : `, with ${findings} so far`;
        return { kind: 'unknown', icon: '❔', text: `Unknown: not all that landed could be read${found}` };
    }
    if (open > accepted)
        return { kind: 'found', icon: '❌', text: `${findings}${accepted === 0 ? '' : `, ${accepted} of them accepted`}` };
    if (open > 0)
        return { kind: 'accepted', icon: '⚠️', text: `${findings}, ${open === 1 ? 'which is' : 'all'} accepted` };
    if (changes === 0)
        return { kind: 'empty', icon: '⚪', text: 'Nothing landed' };
    const untested = untestedWords(numbers);
    if (untested === undefined)
        return { kind: 'clear', icon: '✅', text: 'No open findings' };
    return { kind: 'partial', icon: 'ℹ️', text: `No open findings, but ${untested}` };
}
/** How many rules say nothing, or not of everything; `undefined` where each says all. */
function untestedWords({ partly, untested }) {
    const parts = [
        ...(untested === 0 ? [] : [`${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .count */ .U9)(untested, 'rule')} not tested`]),
        ...(partly === 0 ? [] : [`${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .count */ .U9)(partly, 'rule')} not tested everywhere`]),
    ];
    return parts.length === 0 ? undefined : (0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .list */ .p_)(parts);
}
/** `2 changes in 2 landings, 5 commits`. */
function populationWords({ changes, commits, landings }) {
    return `${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .count */ .U9)(changes, 'change')} in ${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .count */ .U9)(landings, 'landing')}, ${(0,_text_index_js__WEBPACK_IMPORTED_MODULE_0__/* .count */ .U9)(commits, 'commit')}`;
}


/***/ }),

/***/ 7098:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   o: () => (/* binding */ carriedWords)
/* harmony export */ });
/** Why a finding of the audit before is open without being looked at again, and how to look at it. */
function carriedWords({ at, change }, { complete, since }) {
    const words = 'not looked at again';
    if (!complete)
        return `${words}: this audit is not complete`;
    const isWithin = at === null ? change === null : since !== null && Date.parse(at) >= Date.parse(since);
    if (isWithin)
        return `${words}: its rule was not tested on it`;
    return `${words}: audit its time with since${at === null ? '' : ` ${at.slice(0, 10)}`}`;
}


/***/ })

};
