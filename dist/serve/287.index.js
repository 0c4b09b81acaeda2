export const id = 287;
export const ids = [287];
export const modules = {

/***/ 76287:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createToken: () => (/* reexport */ createToken),
  startService: () => (/* reexport */ startService)
});

// UNUSED EXPORTS: databaseFile, listOfGrants, listTokens, revokeToken, verifyData

// EXTERNAL MODULE: ./lib/errors/index.js + 7 modules
var errors = __webpack_require__(39014);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./node_modules/@fastify/multipart/index.js
var multipart = __webpack_require__(99138);
// EXTERNAL MODULE: ./node_modules/@fastify/rate-limit/index.js
var rate_limit = __webpack_require__(24446);
// EXTERNAL MODULE: ./node_modules/@fastify/under-pressure/index.js
var under_pressure = __webpack_require__(70856);
// EXTERNAL MODULE: ./node_modules/fastify/fastify.js
var fastify = __webpack_require__(16703);
;// CONCATENATED MODULE: ./lib/service/evidence/refusal.js

/** The service says no to a request; `problems.ts` makes the answer of it. */
class Refusal extends errors/* Fault */.vC {
    name = 'Refusal';
    errors;
    constructor(code, message, options = {}) {
        super(code, message, options);
        this.errors = options.errors;
    }
}

;// CONCATENATED MODULE: ./lib/service/store/roles.js
/** What a token may do in an organization: all of it, record evidence, report what runs where, or read. */
const roles = ['admin', 'member', 'snapshotter', 'reader'];
/** A role is what it permits. */
const permissionsOf = {
    admin: ['admin', 'evidence', 'snapshot', 'read'],
    member: ['evidence', 'snapshot', 'read'],
    snapshotter: ['snapshot', 'read'],
    reader: ['read'],
};

;// CONCATENATED MODULE: ./lib/service/http/auth.js



/** The caller, in the organization that the path names. Throws a Refusal unless the role of the token permits what is needed. */
async function permit(store, request, need, tokenIn = tokenOf) {
    const org = orgOf(request);
    const { grants, tokenId, userName } = await principalOf(store, request, tokenIn);
    const grant = grants.get(org);
    if (grant === undefined) {
        // The same for an organization that does not exist, so that a caller does not learn which organizations exist.
        throw new Refusal('forbidden', `Access denied to ${request.url.split('?')[0]}: the token is not for the organization '${org}'.`, {
            fix: 'Check the name of the organization, or have a token made for it.',
        });
    }
    if (!permissionsOf[grant.role].includes(need)) {
        const [does, able] = needs[need];
        throw new Refusal('forbidden', `The role ${grant.role} in the organization '${org}' may not ${does}.`, {
            fix: `Use the token of ${able}.`,
        });
    }
    const author = { userName, credential: { kind: 'token', id: tokenId }, orgId: grant.orgId, orgName: org };
    return { author, role: grant.role };
}
/** What a permission lets one do, and who has it. */
const needs = {
    admin: ['administer it', 'an administrator'],
    evidence: ['record evidence', 'a member or an administrator'],
    snapshot: ['report what runs in an environment', 'a snapshotter, a member or an administrator'],
    read: ['read', 'a user of the organization'],
};
function orgOf({ params }) {
    return typeof params === 'object' && params !== null && 'org' in params && typeof params.org === 'string' ? params.org : '';
}
/** The user that the token of a request belongs to. */
async function principalOf(store, request, tokenIn = tokenOf) {
    const token = tokenIn(request.headers.authorization);
    if (token === undefined) {
        throw new Refusal('unauthorized', 'The request carries no token.', { fix: 'Send the header Authorization: Bearer <token>.' });
    }
    const hash = tokenHash(token);
    const principal = await store.authenticate(hash);
    if (principal !== undefined && (0,external_node_crypto_.timingSafeEqual)(Buffer.from(principal.tokenHash), Buffer.from(hash)))
        return principal;
    throw new Refusal('unauthorized', 'The token is not known to this service.', { fix: 'Check the token and the base URL.' });
}
/** Only this is kept of a token. */
function tokenHash(token) {
    return (0,external_node_crypto_.createHash)('sha256').update(token).digest('hex');
}
/** The token of an Authorization header: a bearer's, or the user name of basic authentication, whose password is ignored. */
function tokenOf(header) {
    const { scheme, value } = partsOf(header);
    switch (scheme) {
        case 'bearer':
            return value;
        case 'basic':
            return Buffer.from(value, 'base64').toString().split(':')[0] || undefined;
        default:
            return undefined;
    }
}
/**
 * The token of somebody who reads a page: a bearer's, or the password that they gave their browser. Never the user name: a
 * browser sends again by itself what it was given, also with a form of another site, and operations take the user name.
 */
function readerTokenOf(header) {
    const { scheme, value } = partsOf(header);
    if (scheme !== 'basic')
        return scheme === 'bearer' ? value : undefined;
    return Buffer.from(value, 'base64').toString().split(':')[1] || undefined;
}
/** The scheme of an Authorization header, in small letters; empty where there is none. */
function schemeOf(header) {
    return partsOf(header).scheme;
}
function partsOf(header) {
    const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(header ?? '') ?? [];
    return { scheme: scheme.toLowerCase(), value };
}

;// CONCATENATED MODULE: ./lib/service/http/cross-site.js


const reading = new Set(['GET', 'HEAD', 'OPTIONS']);
/**
 * Refuses a write that a page of another site made a browser send. A browser says so with `Origin` and `Sec-Fetch-Site`;
 * programs send neither. Basic credentials it sends again by itself, so that with them no browser may write at all: a
 * page whose name was pointed to this machine is of this origin, too.
 */
function refuseCrossSite({ headers, method }, publicUrl) {
    const { host, origin, 'sec-fetch-site': site } = headers;
    if (reading.has(method) || (origin === undefined && site === undefined))
        return;
    if (schemeOf(headers.authorization) === 'basic') {
        throw new Refusal('forbidden', 'A browser sent this write with basic authentication, which it also sends for pages of other sites.', {
            fix: 'Send the header Authorization: Bearer <token>; or send it with a program, without the headers Origin and Sec-Fetch-Site.',
        });
    }
    if (origin === undefined ? site === 'same-origin' || site === 'none' : isOwn(origin, publicUrl, host))
        return;
    const from = origin === undefined ? '' : ` (${origin.slice(0, 200)})`;
    throw new Refusal('forbidden', `A browser sent this write for a page of another site${from}, and only pages of this service may write.`, {
        fix: 'Send it with a program, without the headers Origin and Sec-Fetch-Site; or name the address of this service with --public-url, if that is its own.',
    });
}
/** Whether an origin is that of the service: of its public address, or else of what the request calls it. */
function isOwn(origin, publicUrl, host) {
    const from = URL.parse(origin);
    if (from?.protocol !== 'http:' && from?.protocol !== 'https:')
        return false;
    return URL.parse(publicUrl ?? `${from.protocol}//${host}`)?.origin === from.origin;
}

// EXTERNAL MODULE: ./node_modules/@fastify/swagger/index.js
var swagger = __webpack_require__(84642);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(37067);
// EXTERNAL MODULE: ./node_modules/typebox/build/index.mjs + 1 modules
var build = __webpack_require__(35007);
;// CONCATENATED MODULE: ./lib/contract/answers.js

/** How a page of a listing is asked for, in a query. */
const PageQuery = {
    page: build/* Type.Optional */.ZUJ.Optional(build/* Type.Integer */.ZUJ.Integer({ minimum: 1 })),
    per_page: build/* Type.Optional */.ZUJ.Optional(build/* Type.Integer */.ZUJ.Integer({ minimum: 0 })),
};
const Pagination = build/* Type.Object */.ZUJ.Object({
    total: build/* Type.Integer */.ZUJ.Integer(),
    page: build/* Type.Integer */.ZUJ.Integer(),
    per_page: build/* Type.Integer */.ZUJ.Integer(),
    page_count: build/* Type.Integer */.ZUJ.Integer(),
});
/** What a reply must tell of its pages: their number. How many items there are in all is read where it is told. */
const Pages = build/* Type.Object */.ZUJ.Object({ page_count: build/* Type.Integer */.ZUJ.Integer(), total: build/* Type.Optional */.ZUJ.Optional(build/* Type.Unknown */.ZUJ.Unknown()) });
/** The enveloped shape of a listing; the other shape is the plain array. `pagination` may be absent on a single page. */
const Page = build/* Type.Object */.ZUJ.Object({ data: build/* Type.Array */.ZUJ.Array(build/* Type.Unknown */.ZUJ.Unknown()), pagination: build/* Type.Optional */.ZUJ.Optional(Pages) });
/** The plain shape of a listing. */
const Items = build/* Type.Array */.ZUJ.Array(build/* Type.Unknown */.ZUJ.Unknown());
/** What a write answers that has nothing to tell. */
const Done = build/* Type.Object */.ZUJ.Object({ message: build/* Type.String */.ZUJ.String() });
/** The body of every error answer: a sentence, and for invalid fields a sentence each. */
const Problem = build/* Type.Object */.ZUJ.Object({
    message: build/* Type.String */.ZUJ.String(),
    errors: build/* Type.Optional */.ZUJ.Optional(build/* Type.Record */.ZUJ.Record(build/* Type.String */.ZUJ.String(), build/* Type.String */.ZUJ.String())),
});

;// CONCATENATED MODULE: ./lib/service/http/idempotency.js

/** The form of an `Idempotency-Key`. */
const keyPattern = '^[\\u0021-\\u007E]{1,255}$';
const keyForm = new RegExp(keyPattern);
/** The request's `Idempotency-Key`: 1 to 255 visible ASCII characters. */
function keyOf(request) {
    const key = request.headers['idempotency-key'];
    if (key === undefined)
        return undefined;
    if (typeof key === 'string' && keyForm.test(key))
        return key;
    throw new Refusal('invalid-request', 'The header Idempotency-Key must be 1 to 255 visible ASCII characters.', {
        fix: 'Send a UUID, made once per attestation and kept over its retries.',
    });
}
const running = new Set();
/** Marks a key as in use; a second request with it is refused until the first one ends. Answers the function that removes the mark. */
function underWay(author, key) {
    if (key === undefined)
        return () => { };
    const mark = JSON.stringify([author.orgId, author.userName, key]);
    if (running.has(mark)) {
        throw new Refusal('conflict', 'The first request with this Idempotency-Key is still running.', { fix: 'Ask again in a moment.' });
    }
    running.add(mark);
    return () => running.delete(mark);
}

// EXTERNAL MODULE: ./lib/contract/limits.js
var limits = __webpack_require__(38536);
// EXTERNAL MODULE: ./lib/contract/patterns.js
var patterns = __webpack_require__(86011);
;// CONCATENATED MODULE: ./lib/contract/scalars.js



/** SHA-256 of an artifact: 64 lower-case hexadecimal digits. */
const Fingerprint = build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.fingerprint });
/** A full git commit SHA: 40 lower-case hexadecimal digits. */
const CommitSha = build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.commitSha });
const OrgName = build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.orgName, maxLength: 255 });
const FlowName = build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.flowName, maxLength: 255 });
const TrailName = build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.trailName, maxLength: 255 });
const EnvironmentName = build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.environmentName, maxLength: 255 });
const PolicyName = build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.policyName, maxLength: 255 });
/** The beginning of a name: a list then holds only what begins so. With fewer characters too much would. */
const NamePrefix = build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.trailName, minLength: limits/* limits */.F.shortestPrefix, maxLength: 255 });
/** The beginning of the identifier of a record. */
const IdPrefix = build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.idPrefix, maxLength: 36 });
/** Name of an attestation, and of an artifact in a template. */
const TemplateName = build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.templateName, maxLength: 255 });
/** Unix seconds, possibly with a fraction. */
const Timestamp = build/* Type.Number */.ZUJ.Number();
/** A label and where it leads; `fingerprint` is the SHA-256 of what lies there. */
const ExternalUrls = build/* Type.Record */.ZUJ.Record(build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.externalUrlLabel }), build/* Type.Object */.ZUJ.Object({ href: build/* Type.String */.ZUJ.String({ maxLength: 8192 }), fingerprint: build/* Type.Optional */.ZUJ.Optional(Fingerprint) }, { additionalProperties: false }), { maxProperties: limits/* limits */.F.externalUrls, additionalProperties: false });
const Annotations = build/* Type.Record */.ZUJ.Record(build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.annotationKey }), build/* Type.String */.ZUJ.String(), { additionalProperties: false });
/** Values as services are read: absent and null mean the same, and a moment may be a number or a decimal string. */
const MaybeText = build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()]));
const MaybeFlag = build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Boolean */.ZUJ.Boolean(), build/* Type.Null */.ZUJ.Null()]));
const MaybeMoment = build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Number */.ZUJ.Number(), build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()]));
const MaybeTexts = build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(build/* Type.String */.ZUJ.String()), build/* Type.Null */.ZUJ.Null()]));
const MaybeNumbers = build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(build/* Type.Number */.ZUJ.Number()), build/* Type.Null */.ZUJ.Null()]));
/** Free form: `user_data`, and objects whose inside is nobody's promise. */
const Anything = build/* Type.Optional */.ZUJ.Optional(build/* Type.Unknown */.ZUJ.Unknown());
/** What a path names: an organization, a flow in it, a trail of that. */
const InOrganization = build/* Type.Object */.ZUJ.Object({ org: OrgName });
const InFlow = build/* Type.Object */.ZUJ.Object({ org: OrgName, flow_name: FlowName });
const InArtifact = build/* Type.Object */.ZUJ.Object({ org: OrgName, flow_name: FlowName, fingerprint: Fingerprint });
const InEnvironment = build/* Type.Object */.ZUJ.Object({ org: OrgName, env_name: EnvironmentName });
const InTrail = build/* Type.Object */.ZUJ.Object({ org: OrgName, flow_name: FlowName, trail_name: TrailName });

;// CONCATENATED MODULE: ./lib/contract/allowlists.js



/** An artifact that is compliant in an environment, whatever is known of it. */
const AllowedArtifact = build/* Type.Object */.ZUJ.Object({
    fingerprint: build/* Type.String */.ZUJ.String(),
    artifact_name: MaybeText,
    environment_name: MaybeText,
    timestamp: MaybeMoment,
    user_name: MaybeText,
    description: MaybeText,
});
/** The body of allowing one; the description says why. */
const AllowanceInput = build/* Type.Object */.ZUJ.Object({
    artifact_fingerprint: Fingerprint,
    artifact_name: build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: 1024 }),
    description: build/* Type.String */.ZUJ.String({ maxLength: 8192 }),
}, { additionalProperties: false });
const allowlistOperations = {
    /** Not in the interface: allows an artifact in an environment. */
    allowArtifact: {
        method: 'PUT',
        path: '/allowlists/:org/:env_name',
        params: InEnvironment,
        data: AllowanceInput,
        body: 'json',
        success: [201],
    },
    /** Not in the interface: what is allowed in all environments. */
    listAllowedArtifacts: {
        method: 'GET',
        path: '/allowlists/:org',
        params: InOrganization,
        reply: build/* Type.Array */.ZUJ.Array(AllowedArtifact),
        checks: { Items: Items, AllowedArtifact },
    },
};

;// CONCATENATED MODULE: ./lib/contract/approvals.js




/** What one person said. `approved_by` is what the caller claims. */
const Approver = build/* Type.Object */.ZUJ.Object({
    state: MaybeText,
    comment: MaybeText,
    approved_by: MaybeText,
    approval_url: MaybeText,
    timestamp: MaybeMoment,
});
/** An approval of an artifact; `release_number` counts those of its flow. */
const Approval = build/* Type.Object */.ZUJ.Object({
    release_number: build/* Type.Integer */.ZUJ.Integer(),
    state: build/* Type.String */.ZUJ.String(),
    base_artifact: MaybeText,
    artifact_name: MaybeText,
    target_artifact: MaybeText,
    description: MaybeText,
    /** SHAs, or objects that hold one. */
    src_commit_list: Anything,
    created_at: MaybeMoment,
    last_modified_at: MaybeMoment,
    approvals: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(Approver), build/* Type.Null */.ZUJ.Null()])),
    environment: MaybeText,
    user_data: Anything,
    /** Who reported it, where the service says so: proven, unlike `approved_by`. */
    reported_by: MaybeText,
});
/** What one person says, as it is reported. */
const ApproverInput = build/* Type.Object */.ZUJ.Object({
    state: build/* Type.Union */.ZUJ.Union([build/* Type.Literal */.ZUJ.Literal('APPROVED'), build/* Type.Literal */.ZUJ.Literal('UNAPPROVED')]),
    comment: build/* Type.String */.ZUJ.String({ maxLength: 8192 }),
    approved_by: build/* Type.String */.ZUJ.String({ maxLength: 1024 }),
    approval_url: build/* Type.String */.ZUJ.String({ maxLength: 8192 }),
}, { additionalProperties: false });
/** The body of reporting an approval. One that nobody has said anything to yet requests it. */
const ApprovalInput = build/* Type.Object */.ZUJ.Object({
    artifact_fingerprint: Fingerprint,
    description: build/* Type.String */.ZUJ.String({ maxLength: 8192 }),
    /** The commits that are approved with it. */
    src_commit_list: build/* Type.Array */.ZUJ.Array(CommitSha, { maxItems: limits/* limits */.F.approvedCommits }),
    /** The commit that the approved ones come after. */
    oldest_commit: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([CommitSha, build/* Type.Null */.ZUJ.Null()])),
    /** Where it is valid; everywhere when absent. */
    environment: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([EnvironmentName, build/* Type.Null */.ZUJ.Null()])),
    approvals: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(ApproverInput, { maxItems: limits/* limits */.F.approvers }), build/* Type.Null */.ZUJ.Null()])),
    user_data: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Record */.ZUJ.Record(build/* Type.String */.ZUJ.String(), build/* Type.Unknown */.ZUJ.Unknown()), build/* Type.Array */.ZUJ.Array(build/* Type.Unknown */.ZUJ.Unknown()), build/* Type.Null */.ZUJ.Null()])),
}, { additionalProperties: false });
/** The answer to a report; the number of the approval where the service tells it. */
const ApprovalReported = build/* Type.Object */.ZUJ.Object({ release_number: build/* Type.Optional */.ZUJ.Optional(build/* Type.Integer */.ZUJ.Integer()) });
/** The commit of the artifact that runs in an environment. */
const RunningCommit = build/* Type.Object */.ZUJ.Object({ commit_sha: MaybeText });
const approvalOperations = {
    /** Interface, operation 8: the oldest first. */
    listApprovals: {
        method: 'GET',
        path: '/artifacts/:org/:flow_name/:fingerprint/approvals',
        params: InArtifact,
        reply: build/* Type.Array */.ZUJ.Array(Approval),
        checks: { Items: Items, Approval },
    },
    /** Not in the interface: the approvals of a flow, the latest first. */
    listFlowApprovals: {
        method: 'GET',
        path: '/approvals/:org/:flow_name',
        params: InFlow,
        query: build/* Type.Object */.ZUJ.Object(PageQuery),
        reply: build/* Type.Array */.ZUJ.Array(Approval),
    },
    /** Not in the interface: reports an approval, or requests one. */
    reportApproval: {
        method: 'POST',
        path: '/approvals/:org/:flow_name',
        params: InFlow,
        data: ApprovalInput,
        body: 'json',
        success: [201],
        reply: ApprovalReported,
        checks: { ApprovalReported },
    },
    /** Not in the interface: one approval by its number; a negative one counts from the latest, which is `-1`. */
    getApproval: {
        method: 'GET',
        path: '/approvals/:org/:flow_name/:approval_number',
        params: build/* Type.Object */.ZUJ.Object({ org: OrgName, flow_name: FlowName, approval_number: build/* Type.String */.ZUJ.String({ pattern: '^-?[0-9]{1,9}$' }) }),
        reply: Approval,
    },
    /** Not in the interface: the commit of the flow's artifact that runs in an environment. */
    getRunningCommit: {
        method: 'GET',
        path: '/approvals/:org/:flow_name/artifact-commit/:environment_name',
        params: build/* Type.Object */.ZUJ.Object({ org: OrgName, flow_name: FlowName, environment_name: EnvironmentName }),
        reply: RunningCommit,
        checks: { RunningCommit },
    },
};

;// CONCATENATED MODULE: ./lib/contract/git-commit-info.js



/** The commit a record is about. `author` is `Name <mail>`; `timestamp` is the author's time in Unix seconds. */
const GitCommitInfo = build/* Type.Object */.ZUJ.Object({
    sha1: CommitSha,
    message: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    author: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    author_username: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    branch: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    url: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    timestamp: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([Timestamp, build/* Type.Null */.ZUJ.Null()])),
    parents: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(CommitSha, { maxItems: limits/* limits */.F.parents }), build/* Type.Null */.ZUJ.Null()])),
});

;// CONCATENATED MODULE: ./lib/contract/repo-info.js

/** Code hosts that the interface's best-known implementation names; ours sends `github`. */
const repoProviders = [
    'github',
    'gitlab',
    'bitbucket',
    'azure-devops',
    'circleci',
    'bitbucket_cloud',
    'bitbucket_dc',
    'azure_devops_services',
    'azure_devops_server',
    'git',
    'subversion',
];
const RepoInfo = build/* Type.Object */.ZUJ.Object({
    id: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    name: build/* Type.String */.ZUJ.String(),
    url: build/* Type.String */.ZUJ.String(),
    provider: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([...repoProviders.map((provider) => build/* Type.Literal */.ZUJ.Literal(provider)), build/* Type.Null */.ZUJ.Null()])),
    description: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
});

;// CONCATENATED MODULE: ./lib/contract/trails.js





// Every key, line breaks included: TypeBox writes `.*`, which would leave a key with a line break unchecked.
const anyKey = '^[\\s\\S]*$';
const MaybeString = build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()]));
const MaybeBoolean = build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Boolean */.ZUJ.Boolean(), build/* Type.Null */.ZUJ.Null()]));
const MaybeTimestamp = build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([Timestamp, build/* Type.Null */.ZUJ.Null()]));
/** States that we know. A state that is not here passes through the contract and is never a pass at the gate. */
const complianceStates = (/* unused pure expression or super */ null && (['COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE']));
/** One attestation name on a trail or artifact. `unexpected`: the template does not name it. */
const AttestationStatus = build/* Type.Object */.ZUJ.Object({
    attestation_name: build/* Type.String */.ZUJ.String(),
    attestation_type: MaybeString,
    attestation_id: MaybeString,
    overridden_attestation_id: MaybeString,
    status: MaybeString,
    is_compliant: MaybeBoolean,
    unexpected: MaybeBoolean,
});
/** One artifact of the trail, under its template name. */
const ArtifactStatus = build/* Type.Object */.ZUJ.Object({
    artifact_fingerprint: MaybeString,
    artifact_id: MaybeString,
    status: build/* Type.String */.ZUJ.String(),
    is_compliant: MaybeBoolean,
    attestations_statuses: build/* Type.Array */.ZUJ.Array(AttestationStatus),
    unexpected: MaybeBoolean,
    evaluated_at: MaybeTimestamp,
    flow_template_id: MaybeString,
});
const ComplianceStatus = build/* Type.Object */.ZUJ.Object({
    status: build/* Type.String */.ZUJ.String(),
    is_compliant: MaybeBoolean,
    attestations_statuses: build/* Type.Array */.ZUJ.Array(AttestationStatus),
    artifacts_statuses: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Record */.ZUJ.Record(build/* Type.String */.ZUJ.String({ pattern: anyKey }), ArtifactStatus), build/* Type.Null */.ZUJ.Null()])),
    evaluated_at: MaybeTimestamp,
    flow_template_id: MaybeString,
});
/** Which template of its flow one is; a service may number them, or name them. */
const TemplateVersion = build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Integer */.ZUJ.Integer(), build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()]));
/**
 * What a trail is by the template that its flow has now, together with the trail's own where it has one. What is left out
 * is as it was decided.
 */
const CurrentStatus = build/* Type.Object */.ZUJ.Object({
    ...ComplianceStatus.properties,
    attestations_statuses: build/* Type.Optional */.ZUJ.Optional(build/* Type.Array */.ZUJ.Array(AttestationStatus)),
    template_version: TemplateVersion,
});
/** The same of one artifact. */
const CurrentState = build/* Type.Object */.ZUJ.Object({ status: build/* Type.String */.ZUJ.String(), template_version: TemplateVersion });
/** What tells the templates behind a decision apart. Only one trail and one artifact say it, and no list does. */
const Templates = {
    /** The template of its flow that decided it; null where its own did. */
    template_version: TemplateVersion,
    /** Whether it has a template of its own, which decides it in place of the flow's. */
    own_template: MaybeBoolean,
};
/** A trail as a reply: required is only what a decision reads; the rest is named, and passes through unread. */
const Trail = build/* Type.Object */.ZUJ.Object({
    name: build/* Type.String */.ZUJ.String(),
    compliance_status: ComplianceStatus,
    current: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([CurrentStatus, build/* Type.Null */.ZUJ.Null()])),
    ...Templates,
    flow_template: Anything,
    compliance_state: MaybeString,
    is_compliant: MaybeBoolean,
    html_url: MaybeString,
    created_at: MaybeTimestamp,
    last_modified_at: MaybeTimestamp,
    created_by: Anything,
    description: Anything,
    events: Anything,
    external_urls: Anything,
    flow: Anything,
    git_commit_info: Anything,
    origin_url: Anything,
    repo_ids: Anything,
    template: Anything,
    user_data: Anything,
});
/** The least that tells one item of a listing from another. */
const Named = build/* Type.Object */.ZUJ.Object({ name: build/* Type.String */.ZUJ.String() });
/** `data_json` of beginning or updating a trail; what is absent leaves the stored value. */
const TrailInput = build/* Type.Object */.ZUJ.Object({
    name: TrailName,
    description: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    user_data: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Record */.ZUJ.Record(build/* Type.String */.ZUJ.String(), build/* Type.Unknown */.ZUJ.Unknown()), build/* Type.Array */.ZUJ.Array(build/* Type.Unknown */.ZUJ.Unknown()), build/* Type.Null */.ZUJ.Null()])),
    git_commit_info: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([GitCommitInfo, build/* Type.Null */.ZUJ.Null()])),
    repo_info: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([RepoInfo, build/* Type.Null */.ZUJ.Null()])),
    external_urls: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([ExternalUrls, build/* Type.Null */.ZUJ.Null()])),
    origin_url: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String({ maxLength: 8192 }), build/* Type.Null */.ZUJ.Null()])),
}, { additionalProperties: false });
const trailOperations = {
    /** Interface, operation 1. */
    listTrails: {
        method: 'GET',
        path: '/trails/:org/:flow_name',
        params: InFlow,
        query: build/* Type.Object */.ZUJ.Object({ prefix: build/* Type.Optional */.ZUJ.Optional(NamePrefix), ...PageQuery }),
        reply: build/* Type.Union */.ZUJ.Union([Page, build/* Type.Array */.ZUJ.Array(Trail)]),
        checks: { Page: Page, Items: Items, Named, Trail },
    },
    /** Not in the interface: one trail. */
    getTrail: { method: 'GET', path: '/trails/:org/:flow_name/:trail_name', params: InTrail, reply: Trail, checks: { Trail } },
    /** Not in the interface: the trails of all flows, or of one. */
    listOrgTrails: {
        method: 'GET',
        path: '/trails/:org',
        params: InOrganization,
        query: build/* Type.Object */.ZUJ.Object({
            flow: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String()),
            flow_tag: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String()),
            fingerprint: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String()),
            ...PageQuery,
        }),
        reply: Page,
    },
    /** Not in the interface: begin or update a trail. */
    putTrail: {
        method: 'PUT',
        path: '/trails/:org/:flow_name',
        params: InFlow,
        data: TrailInput,
        body: 'multipart',
        file: 'template_file',
        success: [200, 201],
    },
};

;// CONCATENATED MODULE: ./lib/contract/artifacts.js








/** An artifact as a reply: required is only what tells it from others. */
const Artifact = build/* Type.Object */.ZUJ.Object({
    fingerprint: build/* Type.String */.ZUJ.String(),
    id: MaybeText,
    filename: MaybeText,
    created_at: MaybeMoment,
    last_modified_at: MaybeMoment,
    evidence: Anything,
    /** The rows of a status that it stands by because of an override, on its trail as well. */
    overridden_attestations: Anything,
    trail_name: MaybeText,
    template_reference_name: MaybeText,
    git_commit: MaybeText,
    git_commit_info: Anything,
    repo_info: Anything,
    commit_url: MaybeText,
    build_url: MaybeText,
    repo_url: MaybeText,
    html_url: MaybeText,
    api_url: MaybeText,
    user_data: Anything,
    /** The trees of directories that reports before the last one named on this trail; `file` where one was of a single file. */
    earlier_trees: MaybeTexts,
    external_urls: Anything,
    annotations: Anything,
    state: MaybeText,
    /** By what is asked of its trail now. */
    current: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([CurrentState, build/* Type.Null */.ZUJ.Null()])),
    ...Templates,
    deployments: MaybeNumbers,
    releases: MaybeNumbers,
});
const Text = build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String({ maxLength: 8192 }), build/* Type.Null */.ZUJ.Null()]));
/** The body of reporting an artifact. A report again keeps its identity, and what it says now is what counts. */
const ArtifactInput = build/* Type.Object */.ZUJ.Object({
    fingerprint: Fingerprint,
    filename: build/* Type.String */.ZUJ.String({ maxLength: 1024 }),
    build_url: build/* Type.String */.ZUJ.String({ maxLength: 8192 }),
    commit_url: build/* Type.String */.ZUJ.String({ maxLength: 8192 }),
    repo_url: Text,
    git_commit: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([CommitSha, build/* Type.Null */.ZUJ.Null()])),
    git_commit_info: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([GitCommitInfo, build/* Type.Null */.ZUJ.Null()])),
    repo_info: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([RepoInfo, build/* Type.Null */.ZUJ.Null()])),
    /** Its name in the template; `artifact` where it has none. */
    template_reference_name: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.artifactName, maxLength: 255 }), build/* Type.Null */.ZUJ.Null()])),
    /** Begun when it does not exist; an artifact without a trail is in no decision. */
    trail_name: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([TrailName, build/* Type.Null */.ZUJ.Null()])),
    description: Text,
    /** The commits since the artifact before it, the latest first. */
    commits_list: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(GitCommitInfo, { maxItems: limits/* limits */.F.commits }), build/* Type.Null */.ZUJ.Null()])),
    external_urls: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([ExternalUrls, build/* Type.Null */.ZUJ.Null()])),
    annotations: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([Annotations, build/* Type.Null */.ZUJ.Null()])),
    user_data: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Record */.ZUJ.Record(build/* Type.String */.ZUJ.String(), build/* Type.Unknown */.ZUJ.Unknown()), build/* Type.Array */.ZUJ.Array(build/* Type.Unknown */.ZUJ.Unknown()), build/* Type.Null */.ZUJ.Null()])),
}, { additionalProperties: false });
/** The answer to a report; `artifact_id` is the same when it is reported again. */
const ArtifactReported = build/* Type.Object */.ZUJ.Object({ message: build/* Type.String */.ZUJ.String(), artifact_id: build/* Type.String */.ZUJ.String() });
const artifactOperations = {
    /** Interface, operation 3. */
    listArtifacts: {
        method: 'GET',
        path: '/artifacts/:org',
        params: InOrganization,
        query: build/* Type.Object */.ZUJ.Object({
            flow_name: build/* Type.Optional */.ZUJ.Optional(FlowName),
            repo_name: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String()),
            page: build/* Type.Optional */.ZUJ.Optional(build/* Type.Integer */.ZUJ.Integer({ minimum: 1 })),
            per_page: build/* Type.Optional */.ZUJ.Optional(build/* Type.Integer */.ZUJ.Integer({ minimum: 0 })),
        }),
        reply: build/* Type.Array */.ZUJ.Array(Artifact),
        checks: { Items: Items, Artifact },
    },
    /** Not in the interface: reports an artifact. */
    reportArtifact: {
        method: 'POST',
        path: '/artifacts/:org/:flow_name',
        params: InFlow,
        data: ArtifactInput,
        body: 'json',
        reply: ArtifactReported,
        success: [201],
    },
    /** Not in the interface: one artifact of a flow; the latest that was reported where several trails have it and none is named. */
    getArtifact: {
        method: 'GET',
        path: '/artifacts/:org/:flow_name/fingerprint/:fingerprint',
        params: InArtifact,
        query: build/* Type.Object */.ZUJ.Object({
            trail: build/* Type.Optional */.ZUJ.Optional(TrailName),
            /** Of an attestation of that artifact. */
            attestation_id: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.recordId })),
        }),
        reply: Artifact,
        checks: { Artifact },
    },
    /** Not in the interface: the artifacts of a flow that were made of a commit, the latest first; at most a hundred. */
    artifactsOfCommit: {
        method: 'GET',
        path: '/artifacts/:org/:flow_name/commit_sha/:commit_sha',
        params: build/* Type.Object */.ZUJ.Object({ org: OrgName, flow_name: FlowName, commit_sha: CommitSha }),
        query: build/* Type.Object */.ZUJ.Object({ trail: build/* Type.Optional */.ZUJ.Optional(TrailName) }),
        reply: build/* Type.Array */.ZUJ.Array(Artifact),
    },
    /** Not in the interface: of which commit the flow's latest artifact is, this one left out; null where there is none. */
    latestCommit: {
        method: 'GET',
        path: '/artifacts/:org/:flow_name/:fingerprint/latest_commit',
        params: InArtifact,
        query: build/* Type.Object */.ZUJ.Object({ branch: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String()) }),
        reply: build/* Type.Object */.ZUJ.Object({ latest_commit: build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()]) }),
    },
};

;// CONCATENATED MODULE: ./lib/contract/asserts.js



/** What is decided of an artifact on one trail. */
const AssertedFlow = build/* Type.Object */.ZUJ.Object({
    flow: build/* Type.String */.ZUJ.String(),
    trail: MaybeText,
    compliant: build/* Type.Boolean */.ZUJ.Boolean(),
    compliance_status: build/* Type.Union */.ZUJ.Union([ArtifactStatus, build/* Type.Null */.ZUJ.Null()]),
    html_url: build/* Type.String */.ZUJ.String(),
});
/** What is decided of an artifact; `compliant` holds for all of `flows`. */
const AssertedArtifact = build/* Type.Object */.ZUJ.Object({
    fingerprint: build/* Type.String */.ZUJ.String(),
    ...AssertedFlow.properties,
    flows: build/* Type.Array */.ZUJ.Array(AssertedFlow),
    /** `flow`, `environment` or `policy`. */
    scope: build/* Type.String */.ZUJ.String(),
    environment: MaybeText,
    policy_evaluations: Anything,
    allow_listing: Anything,
});
const assertOperations = {
    /** Not in the interface: whether an artifact is compliant, wherever it was reported or in one flow. */
    assertArtifact: {
        method: 'GET',
        path: '/asserts/:org/fingerprint/:fingerprint',
        params: build/* Type.Object */.ZUJ.Object({ org: OrgName, fingerprint: Fingerprint }),
        query: build/* Type.Object */.ZUJ.Object({
            flow_name: build/* Type.Optional */.ZUJ.Optional(FlowName),
            environment_name: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: 255 })),
            policy_name: build/* Type.Optional */.ZUJ.Optional(build/* Type.Array */.ZUJ.Array(build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 })),
        }),
        reply: AssertedArtifact,
    },
};

;// CONCATENATED MODULE: ./lib/contract/attestation-input.js





/** What every kind of evidence may say next to its own fields: under what name, about what, and where from. */
const aboutAttestation = {
    attestation_name: TemplateName,
    origin_url: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String({ maxLength: 8192 }), build/* Type.Null */.ZUJ.Null()])),
    description: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    artifact_fingerprint: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([Fingerprint, build/* Type.Null */.ZUJ.Null()])),
    target_artifacts: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(TemplateName, { maxItems: limits/* limits */.F.targetArtifacts }), build/* Type.Null */.ZUJ.Null()])),
    git_commit_info: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([GitCommitInfo, build/* Type.Null */.ZUJ.Null()])),
    repo_info: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([RepoInfo, build/* Type.Null */.ZUJ.Null()])),
    external_urls: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([ExternalUrls, build/* Type.Null */.ZUJ.Null()])),
    annotations: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([Annotations, build/* Type.Null */.ZUJ.Null()])),
    user_data: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Record */.ZUJ.Record(build/* Type.String */.ZUJ.String(), build/* Type.Unknown */.ZUJ.Unknown()), build/* Type.Array */.ZUJ.Array(build/* Type.Unknown */.ZUJ.Unknown()), build/* Type.Null */.ZUJ.Null()])),
};
/** Those fields alone, as they arrive. */
const AttestationInput = build/* Type.Object */.ZUJ.Object(aboutAttestation);

;// CONCATENATED MODULE: ./lib/contract/attestation-kinds.js





/** Closed at the top: our service answers an unknown key with 400. */
function kind(fields) {
    return build/* Type.Object */.ZUJ.Object({ ...aboutAttestation, ...fields }, { additionalProperties: false });
}
const Count = build/* Type.Integer */.ZUJ.Integer({ minimum: 0 });
const Rows = { maxItems: limits/* limits */.F.junitRows };
/** One outermost test suite: counts of test cases, `duration` in seconds, `timestamp` in Unix seconds UTC. */
const JunitResult = build/* Type.Object */.ZUJ.Object({
    name: build/* Type.String */.ZUJ.String(),
    failures: Count,
    errors: Count,
    skipped: Count,
    total: Count,
    duration: build/* Type.Number */.ZUJ.Number({ minimum: 0 }),
    timestamp: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([Timestamp, build/* Type.Null */.ZUJ.Null()])),
}, { additionalProperties: false });
/** The form field `data_json` of a test-results attestation. */
const JunitAttestation = kind({ junit_results: build/* Type.Array */.ZUJ.Array(JunitResult, Rows) });
/** Evidence whose verdict is the caller's own. */
const GenericAttestation = kind({ is_compliant: build/* Type.Boolean */.ZUJ.Boolean() });
/** Name of a custom attestation type; the evidence made with it is of the type `custom:<name>`. */
const TypeName = build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.typeName, maxLength: 255 });
/** Evidence that the rules of a custom type judge: any JSON but `null`. */
const CustomAttestation = kind({
    type_name: TypeName,
    attestation_data: build/* Type.Union */.ZUJ.Union([
        build/* Type.Record */.ZUJ.Record(build/* Type.String */.ZUJ.String(), build/* Type.Unknown */.ZUJ.Unknown()),
        build/* Type.Array */.ZUJ.Array(build/* Type.Unknown */.ZUJ.Unknown()),
        build/* Type.String */.ZUJ.String(),
        build/* Type.Number */.ZUJ.Number(),
        build/* Type.Boolean */.ZUJ.Boolean(),
    ]),
});
/** One pull request, open inside: code hosts say different things of theirs. */
const PullRequest = build/* Type.Object */.ZUJ.Object({ url: build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: 8192 }), state: build/* Type.String */.ZUJ.String() });
/** The pull requests that were found for a commit. */
const PullRequestAttestation = kind({
    git_provider: build/* Type.Union */.ZUJ.Union(patterns/* gitProviders */.Bj.map((provider) => build/* Type.Literal */.ZUJ.Literal(provider))),
    pull_requests: build/* Type.Array */.ZUJ.Array(PullRequest, Rows),
});
const Findings = build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(build/* Type.Unknown */.ZUJ.Unknown(), Rows), build/* Type.Null */.ZUJ.Null()]));
/** What a scan found in one project; closed, so that a severity which nobody here knows is never passed over. */
const SnykResult = build/* Type.Object */.ZUJ.Object({ low_count: Count, medium_count: Count, high_count: Count, low: Findings, medium: Findings, high: Findings }, { additionalProperties: false });
/** The findings of a security scan. A scan without a single result says nothing, and is refused. */
const SnykAttestation = kind({
    snyk_results: build/* Type.Object */.ZUJ.Object({
        schema_version: build/* Type.Optional */.ZUJ.Optional(build/* Type.Integer */.ZUJ.Integer()),
        tool: build/* Type.Object */.ZUJ.Object({ name: build/* Type.String */.ZUJ.String(), version: build/* Type.String */.ZUJ.String() }),
        results: build/* Type.Array */.ZUJ.Array(SnykResult, { minItems: 1, ...Rows }),
    }),
});
/** A code analysis. What says whether it passed is its quality gate: without one there is no verdict, and it is refused. */
const SonarAttestation = kind({
    sonar_results: build/* Type.Object */.ZUJ.Object({
        analysedAt: build/* Type.String */.ZUJ.String(),
        revision: build/* Type.String */.ZUJ.String(),
        /** How the analysis itself ended, where that is known. */
        status: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
        project: build/* Type.Object */.ZUJ.Object({ key: build/* Type.String */.ZUJ.String(), url: build/* Type.String */.ZUJ.String() }),
        qualityGate: build/* Type.Object */.ZUJ.Object({ status: build/* Type.String */.ZUJ.String() }),
    }),
});
/** One issue that a commit or a branch names, and whether the tracker has it. */
const JiraIssue = build/* Type.Object */.ZUJ.Object({ issue_id: build/* Type.String */.ZUJ.String(), issue_url: build/* Type.String */.ZUJ.String(), issue_exists: build/* Type.Boolean */.ZUJ.Boolean() });
/** The issues that a change refers to. */
const JiraAttestation = kind({ jira_results: build/* Type.Array */.ZUJ.Array(JiraIssue, Rows) });
/** The outcome of a check against a control. */
const DecisionAttestation = kind({
    type_name: build/* Type.Literal */.ZUJ.Literal('decision'),
    control: build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: 255 }),
    attestation_data: build/* Type.Object */.ZUJ.Object({ is_compliant: build/* Type.Boolean */.ZUJ.Boolean() }, { additionalProperties: false }),
});
/** What is said from now on of a name, instead of what its record says. `original_attestation_type` is the type of that record. */
const OverrideAttestation = kind({
    reason: build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: 8192 }),
    new_compliance_status: build/* Type.Boolean */.ZUJ.Boolean(),
    original_attestation_type: build/* Type.Union */.ZUJ.Union([
        ...['generic', 'junit', 'snyk', 'pull_request', 'jira', 'sonar', 'system:decision'].map((type) => build/* Type.Literal */.ZUJ.Literal(type)),
        build/* Type.String */.ZUJ.String({ pattern: `^custom:${patterns/* patterns */.qp.typeName.slice(1)}`, maxLength: 300 }),
    ]),
    target_artifacts: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(aboutAttestation.attestation_name, { maxItems: 1 }), build/* Type.Null */.ZUJ.Null()])),
});

;// CONCATENATED MODULE: ./lib/contract/attestations.js





/** An attestation record as a reply: required is only what a decision reads; of the rest nothing is asked. */
const AttestationRecord = build/* Type.Object */.ZUJ.Object({
    attestation_id: build/* Type.String */.ZUJ.String(),
    attestation_name: build/* Type.String */.ZUJ.String(),
    attestation_type: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    is_compliant: build/* Type.Union */.ZUJ.Union([build/* Type.Boolean */.ZUJ.Boolean(), build/* Type.Null */.ZUJ.Null()]),
    created_at: Timestamp,
    trail_name: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    flow_name: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    artifact_fingerprint: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    target_artifacts: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(build/* Type.String */.ZUJ.String()), build/* Type.Null */.ZUJ.Null()])),
    user_data: build/* Type.Optional */.ZUJ.Optional(build/* Type.Unknown */.ZUJ.Unknown()),
    git_commit_info: build/* Type.Optional */.ZUJ.Optional(build/* Type.Unknown */.ZUJ.Unknown()),
    /** Counts of a test-results record. Of other types it may hold anything, so the gate reads it with care. */
    junit_results: build/* Type.Optional */.ZUJ.Optional(build/* Type.Unknown */.ZUJ.Unknown()),
    html_url: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    annotations: Anything,
    description: Anything,
    external_urls: Anything,
    has_audit_package: Anything,
    origin_url: Anything,
    overridden_attestation_id: Anything,
    repo_info: Anything,
    reported_by: Anything,
    schema_version: Anything,
});
/** Records by the SHA of their commit; each list is read record by record, so that a bad neighbour is not in the way. */
const AttestationsByCommit = build/* Type.Record */.ZUJ.Record(build/* Type.String */.ZUJ.String({ pattern: '^[a-f0-9]{40}$' }), build/* Type.Array */.ZUJ.Array(build/* Type.Unknown */.ZUJ.Unknown()));
/** What a creation answers. The vendor's service says `"OK"`; ours adds the record's id, so any JSON is in the contract. */
const AttestationCreated = build/* Type.Object */.ZUJ.Object({
    message: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String()),
    attestation_id: build/* Type.String */.ZUJ.String(),
    /** The hash that the organization's log ended with after this record: noted elsewhere, it witnesses all that came before. */
    head: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([Fingerprint, build/* Type.Null */.ZUJ.Null()])),
});
const search = {
    params: InOrganization,
    query: build/* Type.Object */.ZUJ.Object({
        commit_list: build/* Type.Optional */.ZUJ.Optional(build/* Type.Array */.ZUJ.Array(CommitSha)),
        flow_name: build/* Type.Optional */.ZUJ.Optional(FlowName),
        attestation_name: build/* Type.Optional */.ZUJ.Optional(TemplateName),
        attestation_id: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String()),
        attestation_type: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String()),
        prefix: build/* Type.Optional */.ZUJ.Optional(IdPrefix),
        ...PageQuery,
    }),
    reply: build/* Type.Union */.ZUJ.Union([AttestationsByCommit, Page]),
    checks: { AttestationsByCommit, AttestationRecord, Page: Page, Items: Items },
};
/** What all forms that record an attestation have in common. */
const attested = {
    method: 'POST',
    params: InTrail,
    body: 'multipart',
    file: 'attachment_file',
    reply: AttestationCreated,
    success: [201],
    keyed: true,
};
const attestationOperations = {
    /** Interface, operation 2: by commit. */
    findAttestations: { method: 'GET', path: '/attestations/:org', ...search },
    /** Where some services answer the by-commit search of operation 2. */
    findAttestationsForCriteria: { method: 'GET', path: '/attestations/:org/list_attestations_for_criteria', ...search },
    /** Interface, operation 6. */
    attestJunit: {
        ...attested,
        path: '/attestations/:org/:flow_name/trail/:trail_name/junit',
        data: JunitAttestation,
        checks: { AttestationCreated },
    },
    /** Not in the interface, as all that follow: the other kinds of evidence. */
    attestGeneric: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/generic', data: GenericAttestation },
    attestCustom: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/custom', data: CustomAttestation },
    attestPullRequest: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/pull_request', data: PullRequestAttestation },
    attestSnyk: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/snyk', data: SnykAttestation },
    attestSonar: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/sonar', data: SonarAttestation },
    attestJira: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/jira', data: JiraAttestation },
    attestDecision: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/system', data: DecisionAttestation },
    /** Sets what a row of the trail says of a name, until the next record of that name. */
    overrideAttestation: {
        method: 'POST',
        path: '/attestations/:org/:flow_name/trail/:trail_name/override',
        params: InTrail,
        data: OverrideAttestation,
        body: 'json',
        reply: AttestationCreated,
    },
    /** The file that is attached to a record, as it was sent. */
    downloadEvidence: {
        method: 'GET',
        path: '/attestations/:org/:flow_name/trail/:trail_name/attestation/:attestation_id/evidence',
        isFile: true,
        params: build/* Type.Object */.ZUJ.Object({ ...InTrail.properties, attestation_id: build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.recordId }) }),
    },
    /** All records of one name about an artifact, which the beginning of its fingerprint may name. */
    attestationsOfArtifact: {
        method: 'GET',
        path: '/attestations/:org/:flow_name/artifact/:fingerprint/:attestation_name',
        params: build/* Type.Object */.ZUJ.Object({
            ...InFlow.properties,
            fingerprint: build/* Type.String */.ZUJ.String({ pattern: '^[a-f0-9]{5,64}$' }),
            attestation_name: TemplateName,
        }),
        reply: build/* Type.Array */.ZUJ.Array(build/* Type.Unknown */.ZUJ.Unknown()),
    },
    /** The records of a flow, newest first; between two moments in Unix seconds, both of them included. */
    attestationsOfFlow: {
        method: 'GET',
        path: '/attestations/:org/:flow_name',
        params: InFlow,
        query: build/* Type.Object */.ZUJ.Object({
            from_timestamp: build/* Type.Optional */.ZUJ.Optional(build/* Type.Integer */.ZUJ.Integer({ minimum: 0 })),
            to_timestamp: build/* Type.Optional */.ZUJ.Optional(build/* Type.Integer */.ZUJ.Integer({ minimum: 0 })),
            ...PageQuery,
        }),
        reply: Page,
    },
    /** All records of one name on a trail. */
    attestationsOfName: {
        method: 'GET',
        path: '/attestations/:org/:flow_name/trail/:trail_name/:attestation_name',
        params: build/* Type.Object */.ZUJ.Object({ ...InTrail.properties, attestation_name: TemplateName }),
        reply: build/* Type.Array */.ZUJ.Array(build/* Type.Unknown */.ZUJ.Unknown()),
    },
};

;// CONCATENATED MODULE: ./lib/contract/environments.js



/** What an environment is made of; a logical one is made of others. */
const environmentTypes = ['K8S', 'ECS', 'S3', 'lambda', 'server', 'docker', 'azure-apps', 'cloud-run', 'logical'];
/** Something that artifacts run in, as a reply: required is only what tells it from others. */
const Environment = build/* Type.Object */.ZUJ.Object({
    name: build/* Type.String */.ZUJ.String(),
    org: MaybeText,
    type: MaybeText,
    description: MaybeText,
    last_modified_at: MaybeMoment,
    last_reported_at: MaybeMoment,
    /** Whether all that runs in it is compliant; null while nothing says so. */
    state: MaybeFlag,
    include_scaling: MaybeFlag,
    tags: Anything,
    policies: MaybeTexts,
    included_environments: MaybeTexts,
});
const Names = build/* Type.Array */.ZUJ.Array(EnvironmentName, { maxItems: 100 });
const PolicyNames = build/* Type.Array */.ZUJ.Array(build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 });
/** The body of creating or changing an environment; what is absent leaves the stored value. */
const EnvironmentInput = build/* Type.Object */.ZUJ.Object({
    name: EnvironmentName,
    type: build/* Type.Enum */.ZUJ.Enum([...environmentTypes]),
    description: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String({ maxLength: 8192 }), build/* Type.Null */.ZUJ.Null()])),
    /** Taken and not used: a changed number of instances makes no snapshot. */
    include_scaling: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Boolean */.ZUJ.Boolean(), build/* Type.Null */.ZUJ.Null()])),
    require_provenance: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Boolean */.ZUJ.Boolean(), build/* Type.Null */.ZUJ.Null()])),
    /** What a logical environment is made of. */
    included_environments: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([Names, build/* Type.Null */.ZUJ.Null()])),
    /** Attached in place of those that are attached. */
    policies: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([PolicyNames, build/* Type.Null */.ZUJ.Null()])),
}, { additionalProperties: false });
const PoliciesInput = build/* Type.Object */.ZUJ.Object({ policy_names: PolicyNames }, { additionalProperties: false });
/** Something that happened in an environment. */
const LoggedEvent = build/* Type.Object */.ZUJ.Object({
    type: build/* Type.String */.ZUJ.String(),
    environment_name: MaybeText,
    snapshot_index: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Integer */.ZUJ.Integer(), build/* Type.Null */.ZUJ.Null()])),
    artifact_name: MaybeText,
    sha256: MaybeText,
    description: MaybeText,
    reported_at: MaybeMoment,
    /** The flow of the artifact; `flows` names all. */
    pipeline: MaybeText,
    flows: Anything,
    artifact_compliance: MaybeFlag,
    snapshot_compliance: MaybeFlag,
});
const environments_Page = build/* Type.Integer */.ZUJ.Integer({ minimum: 1 });
const texts = build/* Type.Array */.ZUJ.Array(build/* Type.String */.ZUJ.String());
const environmentOperations = {
    /** Not in the interface: create or change an environment. */
    putEnvironment: {
        method: 'PUT',
        path: '/environments/:org',
        params: InOrganization,
        data: EnvironmentInput,
        body: 'json',
        success: [200, 201],
        refers: true,
    },
    /** Not in the interface: the environments of an organization, by name; the plain list unless a page is asked for. */
    listEnvironments: {
        method: 'GET',
        path: '/environments/:org',
        params: InOrganization,
        query: build/* Type.Object */.ZUJ.Object({
            page: build/* Type.Optional */.ZUJ.Optional(environments_Page),
            per_page: build/* Type.Optional */.ZUJ.Optional(environments_Page),
            /** A part of the name. */
            name: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String()),
            type: build/* Type.Optional */.ZUJ.Optional(build/* Type.Array */.ZUJ.Array(build/* Type.Enum */.ZUJ.Enum([...environmentTypes]))),
            /** A key, or `key:value`. */
            tag: build/* Type.Optional */.ZUJ.Optional(texts),
            sort: build/* Type.Optional */.ZUJ.Optional(build/* Type.Enum */.ZUJ.Enum(['name', 'last_modified_at', 'last_changed_at'])),
            sort_direction: build/* Type.Optional */.ZUJ.Optional(build/* Type.Enum */.ZUJ.Enum(['asc', 'desc'])),
        }),
        reply: build/* Type.Union */.ZUJ.Union([build/* Type.Object */.ZUJ.Object({ environments: build/* Type.Array */.ZUJ.Array(Environment) }), build/* Type.Array */.ZUJ.Array(Environment)]),
        checks: { Items: Items, Environment },
    },
    /** Not in the interface: one environment. */
    getEnvironment: {
        method: 'GET',
        path: '/environments/:org/:env_name',
        params: InEnvironment,
        reply: Environment,
        checks: { Environment },
    },
    /** Not in the interface: its name is another from now on; its snapshots stay. */
    renameEnvironment: {
        method: 'PUT',
        path: '/environments/:org/:env_name/rename',
        params: InEnvironment,
        data: build/* Type.Object */.ZUJ.Object({ new_name: EnvironmentName }, { additionalProperties: false }),
        body: 'json',
    },
    /** Not in the interface: it is in no list any more and takes no report, and what is recorded of it stays. */
    archiveEnvironment: { method: 'PUT', path: '/environments/:org/:env_name/archive', params: InEnvironment },
    /** Not in the interface: adds an environment to a logical one. */
    joinEnvironment: {
        method: 'PUT',
        path: '/environments/:org/:env_name/join',
        params: InEnvironment,
        data: build/* Type.Object */.ZUJ.Object({ physical_env_name: EnvironmentName }, { additionalProperties: false }),
        body: 'json',
    },
    /** Not in the interface: what happened in an environment, the latest first. */
    listEnvironmentEvents: {
        method: 'GET',
        path: '/environments/:org/:env_name/events',
        params: InEnvironment,
        query: build/* Type.Object */.ZUJ.Object({
            page: build/* Type.Optional */.ZUJ.Optional(environments_Page),
            per_page: build/* Type.Optional */.ZUJ.Optional(environments_Page),
            /** Two expressions with `..` between them. */
            interval: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String({ maxLength: 255 })),
            /** The oldest first. */
            reverse: build/* Type.Optional */.ZUJ.Optional(build/* Type.Boolean */.ZUJ.Boolean()),
            repo_name: build/* Type.Optional */.ZUJ.Optional(texts),
            start: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String({ maxLength: 127 })),
            end: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String({ maxLength: 127 })),
            /** Unix seconds. */
            start_ts: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String({ pattern: '^\\d{1,12}(\\.\\d{1,9})?$' })),
            end_ts: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String({ pattern: '^\\d{1,12}(\\.\\d{1,9})?$' })),
        }),
        reply: build/* Type.Array */.ZUJ.Array(LoggedEvent),
        checks: { Items: Items, LoggedEvent },
    },
    /** Not in the interface: from now on these policies decide about what runs there, too. */
    attachPolicies: {
        method: 'POST',
        path: '/environments/:org/:env_name/policies',
        params: InEnvironment,
        data: PoliciesInput,
        body: 'json',
    },
    /** Not in the interface: from now on these do not. */
    detachPolicies: {
        method: 'DELETE',
        path: '/environments/:org/:env_name/policies',
        params: InEnvironment,
        data: PoliciesInput,
        body: 'json',
    },
};

;// CONCATENATED MODULE: ./lib/contract/flows.js




/** `data_json` of creating or updating a flow; the template goes along as the file part `template_file`. */
const FlowInput = build/* Type.Object */.ZUJ.Object({
    name: FlowName,
    description: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    visibility: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Literal */.ZUJ.Literal('public'), build/* Type.Literal */.ZUJ.Literal('private'), build/* Type.Null */.ZUJ.Null()])),
}, { additionalProperties: false });
/** The older form of a flow: its template is a list of names, each an attestation of any type of the one artifact. */
const NamesFlowInput = build/* Type.Object */.ZUJ.Object({
    ...FlowInput.properties,
    template: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(TemplateName, { maxItems: limits/* limits */.F.templateNames }), build/* Type.Null */.ZUJ.Null()])),
}, { additionalProperties: false });
/** Attestation types that a template may name; `*` matches any. */
const AttestationType = build/* Type.Union */.ZUJ.Union([
    build/* Type.Literal */.ZUJ.Literal('generic'),
    build/* Type.Literal */.ZUJ.Literal('junit'),
    build/* Type.Literal */.ZUJ.Literal('snyk'),
    build/* Type.Literal */.ZUJ.Literal('pull_request'),
    build/* Type.Literal */.ZUJ.Literal('jira'),
    build/* Type.Literal */.ZUJ.Literal('sonar'),
    // Both are the same: a decision is recorded as a type of the system's own.
    build/* Type.Literal */.ZUJ.Literal('decision'),
    build/* Type.Literal */.ZUJ.Literal('system:decision'),
    build/* Type.Literal */.ZUJ.Literal('*'),
    build/* Type.String */.ZUJ.String({ pattern: '^custom:[a-zA-Z0-9][a-zA-Z0-9\\-_~]*$' }),
]);
/** What a search narrows by: an override is of a type of its own, which no template asks for. */
const RecordType = build/* Type.Union */.ZUJ.Union([AttestationType, build/* Type.Literal */.ZUJ.Literal('override')]);
const Entry = build/* Type.Object */.ZUJ.Object({ name: TemplateName, type: AttestationType }, { additionalProperties: false });
const Entries = build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(Entry), build/* Type.Null */.ZUJ.Null()]));
/** A flow's template as YAML is read: what every trail of the flow must have. Unknown keys are refused at every level. */
const Template = build/* Type.Object */.ZUJ.Object({
    version: build/* Type.Optional */.ZUJ.Optional(build/* Type.Literal */.ZUJ.Literal(1)),
    trail: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([
        build/* Type.Object */.ZUJ.Object({
            attestations: Entries,
            artifacts: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([
                build/* Type.Array */.ZUJ.Array(build/* Type.Object */.ZUJ.Object({ name: TemplateName, attestations: Entries }, { additionalProperties: false })),
                build/* Type.Null */.ZUJ.Null(),
            ])),
        }, { additionalProperties: false }),
        build/* Type.Null */.ZUJ.Null(),
    ])),
}, { additionalProperties: false });
/** A flow as a reply; `template` is YAML. */
const Flow = build/* Type.Object */.ZUJ.Object({
    name: build/* Type.String */.ZUJ.String(),
    description: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    visibility: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    template: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    created_at: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([Timestamp, build/* Type.Null */.ZUJ.Null()])),
    created_by: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    last_modified_at: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([Timestamp, build/* Type.Null */.ZUJ.Null()])),
    org: MaybeText,
    repo_url: MaybeText,
    tags: Anything,
});
const flowOperations = {
    /** Not in the interface: create or update a flow with its template. */
    putFlow: {
        method: 'PUT',
        path: '/flows/:org/template_file',
        params: InOrganization,
        data: FlowInput,
        body: 'multipart',
        file: 'template_file',
        success: [200, 201],
    },
    /** Not in the interface: create or update a flow whose template is a list of names. */
    putNamesFlow: {
        method: 'PUT',
        path: '/flows/:org',
        params: InOrganization,
        data: NamesFlowInput,
        body: 'json',
        success: [200, 201],
    },
    /** Not in the interface: give a flow another name; its old one stays valid until another flow takes it. */
    renameFlow: {
        method: 'PUT',
        path: '/flows/:org/:flow_name/rename',
        params: InFlow,
        data: build/* Type.Object */.ZUJ.Object({ new_name: FlowName }, { additionalProperties: false }),
        body: 'json',
    },
    /** Not in the interface: take a flow out of the list of flows; nothing of it is removed. */
    archiveFlow: { method: 'PUT', path: '/flows/:org/:flow_name/archive', params: InFlow, body: 'json' },
    /** Not in the interface: the flows of an organization, by name. */
    listFlows: {
        method: 'GET',
        path: '/flows/:org',
        params: InOrganization,
        query: build/* Type.Object */.ZUJ.Object({
            /** A part of the name. */
            search_by_name: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String({ minLength: 1 })),
            /** `true` when it is absent. */
            case_sensitive: build/* Type.Optional */.ZUJ.Optional(build/* Type.Boolean */.ZUJ.Boolean()),
            ...PageQuery,
        }),
        reply: build/* Type.Union */.ZUJ.Union([Page, build/* Type.Array */.ZUJ.Array(Flow)]),
        checks: { Page: Page, Items: Items, Flow },
    },
    /** Not in the interface: one flow. */
    getFlow: { method: 'GET', path: '/flows/:org/:flow_name', params: InFlow, reply: Flow, checks: { Flow } },
};

;// CONCATENATED MODULE: ./lib/contract/notifications.js





/** What a rule can react to. */
const notificationTriggers = [
    'ON_STARTED_ARTIFACT',
    'ON_EXITED_ARTIFACT',
    'ON_SCALED_ARTIFACT',
    'ON_ALLOWED_ARTIFACT',
    'ON_NON_COMPLIANT_ENV',
    'ON_COMPLIANT_ENV',
];
/** Where a rule sends to: a chat, a webhook or an e-mail target. Its webhook is a secret. */
const NotificationTarget = build/* Type.Object */.ZUJ.Object({
    type: MaybeText,
    webhook: MaybeText,
    emails: MaybeTexts,
    last_success_at: MaybeMoment,
    last_failure_at: MaybeMoment,
    context: Anything,
});
/** A rule that sends messages about environments; `number` identifies it within the organization. */
const NotificationRule = build/* Type.Object */.ZUJ.Object({
    number: build/* Type.Integer */.ZUJ.Integer(),
    name: MaybeText,
    type: MaybeText,
    environments: MaybeTexts,
    triggers: MaybeTexts,
    targets: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(NotificationTarget), build/* Type.Null */.ZUJ.Null()])),
    created_by: MaybeText,
    is_created_from_slack_app: MaybeFlag,
    last_modified_at: MaybeMoment,
    is_failing: MaybeFlag,
    last_success_timestamp: MaybeMoment,
    last_failure_timestamp: MaybeMoment,
    created_at: MaybeMoment,
});
const notifications_closed = { additionalProperties: false };
const Webhook = build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: limits/* limits */.F.webhookLength });
/** Taken, for clients send a target as it was answered, and not used: what became of messages is not theirs to say. */
const Health = {
    last_success_at: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Number */.ZUJ.Number(), build/* Type.Null */.ZUJ.Null()])),
    last_failure_at: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Number */.ZUJ.Number(), build/* Type.Null */.ZUJ.Null()])),
};
/** Each kind of target, as it is sent: nothing of another kind. */
const targetInputs = {
    SLACK: build/* Type.Object */.ZUJ.Object({
        type: build/* Type.Literal */.ZUJ.Literal('SLACK'),
        webhook: Webhook,
        context: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Object */.ZUJ.Object({ channel_id: build/* Type.String */.ZUJ.String(), channel_name: build/* Type.String */.ZUJ.String(), team_id: build/* Type.String */.ZUJ.String() }, notifications_closed), build/* Type.Null */.ZUJ.Null()])),
        ...Health,
    }, notifications_closed),
    WEBHOOK: build/* Type.Object */.ZUJ.Object({ type: build/* Type.Literal */.ZUJ.Literal('WEBHOOK'), webhook: Webhook, payload_version: build/* Type.Optional */.ZUJ.Optional(build/* Type.Literal */.ZUJ.Literal('1.0')), ...Health }, notifications_closed),
    EMAIL: build/* Type.Object */.ZUJ.Object({
        type: build/* Type.Literal */.ZUJ.Literal('EMAIL'),
        emails: build/* Type.Array */.ZUJ.Array(build/* Type.String */.ZUJ.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254 }), { minItems: 1, maxItems: limits/* limits */.F.emails }),
        ...Health,
    }, notifications_closed),
};
/** The body of making or changing a rule. */
const NotificationInput = build/* Type.Object */.ZUJ.Object({
    name: build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.notificationName, maxLength: 255 }),
    type: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Literal */.ZUJ.Literal('env'), build/* Type.Null */.ZUJ.Null()])),
    environments: build/* Type.Array */.ZUJ.Array(build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: limits/* limits */.F.notificationEnvironments }),
    triggers: build/* Type.Array */.ZUJ.Array(build/* Type.Enum */.ZUJ.Enum([...notificationTriggers]), { minItems: 1, maxItems: 12 }),
    targets: build/* Type.Array */.ZUJ.Array(build/* Type.Union */.ZUJ.Union([targetInputs.SLACK, targetInputs.WEBHOOK, targetInputs.EMAIL]), {
        minItems: 1,
        maxItems: limits/* limits */.F.notificationTargets,
    }),
}, notifications_closed);
const InNotification = build/* Type.Object */.ZUJ.Object({ org: OrgName, notification_number: build/* Type.String */.ZUJ.String({ pattern: '^[0-9]{1,9}$' }) });
const notificationOperations = {
    /** Interface, operation 4. */
    listNotifications: {
        method: 'GET',
        path: '/organizations/:org/environments_notifications',
        params: InOrganization,
        reply: build/* Type.Array */.ZUJ.Array(NotificationRule),
        checks: { Items: Items, NotificationRule },
    },
    /** Interface, operation 5. */
    getNotification: {
        method: 'GET',
        path: '/organizations/:org/environments_notifications/:notification_number',
        params: InNotification,
        reply: NotificationRule,
        checks: { NotificationRule },
    },
    /** Not in the interface: makes a rule, another one each time. */
    putNotification: {
        method: 'PUT',
        path: '/organizations/:org/environments_notifications',
        params: InOrganization,
        data: NotificationInput,
        body: 'json',
        success: [201],
    },
    /** Not in the interface: changes the rule of that number. */
    updateNotification: {
        method: 'PUT',
        path: '/organizations/:org/environments_notifications/:notification_number',
        params: InNotification,
        data: NotificationInput,
        body: 'json',
    },
    /** Not in the interface: takes a rule away. */
    removeNotification: {
        method: 'DELETE',
        path: '/organizations/:org/environments_notifications/:notification_number',
        params: InNotification,
    },
};

;// CONCATENATED MODULE: ./lib/contract/organizations.js


/** The organization that the caller means when none is named; empty where none was set. */
const DefaultOrganization = build/* Type.Object */.ZUJ.Object({ default_org_name: MaybeText });
/** An organization as a reply. */
const Organization = build/* Type.Object */.ZUJ.Object({
    name: build/* Type.String */.ZUJ.String(),
    kind: MaybeText,
    experimental_features_enabled: MaybeFlag,
    created_at: MaybeMoment,
    last_modified_at: MaybeMoment,
});
const organizationOperations = {
    /** Not in the interface: one organization. */
    getOrganization: { method: 'GET', path: '/organizations/:org', params: InOrganization, reply: Organization },
    /** Interface, operation 10. */
    setDefaultOrganization: { method: 'PUT', path: '/user/:org', params: InOrganization, body: 'json' },
    /** Not in the interface: which one it is. */
    getDefaultOrganization: {
        method: 'GET',
        path: '/user/default-org',
        params: build/* Type.Object */.ZUJ.Object({}),
        reply: DefaultOrganization,
        checks: { DefaultOrganization },
    },
};

;// CONCATENATED MODULE: ./lib/contract/policies.js





/** What goes along with the file of a policy; what is absent leaves the stored value. */
const PolicyInput = build/* Type.Object */.ZUJ.Object({
    name: PolicyName,
    description: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String({ maxLength: 8192 }), build/* Type.Null */.ZUJ.Null()])),
    type: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Literal */.ZUJ.Literal('env'), build/* Type.Null */.ZUJ.Null()])),
    /** What this version changes. */
    comment: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String({ maxLength: 8192 }), build/* Type.Null */.ZUJ.Null()])),
}, { additionalProperties: false });
/** `${{ … }}` with a question of yes or no in it. */
const Expression = build/* Type.String */.ZUJ.String({ maxLength: limits/* limits */.F.expressionLength });
const policies_closed = { additionalProperties: false };
const Requirement = build/* Type.Union */.ZUJ.Union([
    build/* Type.Object */.ZUJ.Object({
        required: build/* Type.Optional */.ZUJ.Optional(build/* Type.Boolean */.ZUJ.Boolean()),
        exceptions: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(build/* Type.Object */.ZUJ.Object({ if: Expression }, policies_closed), { maxItems: limits/* limits */.F.policyRules }), build/* Type.Null */.ZUJ.Null()])),
    }, policies_closed),
    build/* Type.Null */.ZUJ.Null(),
]);
const RequiredAttestation = build/* Type.Object */.ZUJ.Object({
    if: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([Expression, build/* Type.Null */.ZUJ.Null()])),
    /** `*` is any, and so is none. */
    name: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([TemplateName, build/* Type.Literal */.ZUJ.Literal('*')])),
    type: AttestationType,
    must_be_compliant: build/* Type.Optional */.ZUJ.Optional(build/* Type.Boolean */.ZUJ.Boolean()),
    for_control: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: 255 }), build/* Type.Null */.ZUJ.Null()])),
}, policies_closed);
/** A policy as its YAML is read. Unknown keys are refused at every level. */
const PolicyFile = build/* Type.Object */.ZUJ.Object({
    /** An address whose last part is the version of this format. */
    _schema: build/* Type.String */.ZUJ.String({ pattern: '^https?://[^?#]+/v1$' }),
    artifacts: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([
        build/* Type.Object */.ZUJ.Object({
            provenance: build/* Type.Optional */.ZUJ.Optional(Requirement),
            'trail-compliance': build/* Type.Optional */.ZUJ.Optional(Requirement),
            attestations: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(RequiredAttestation, { maxItems: limits/* limits */.F.policyRules }), build/* Type.Null */.ZUJ.Null()])),
        }, policies_closed),
        build/* Type.Null */.ZUJ.Null(),
    ])),
}, policies_closed);
/** One version of a policy; `policy_yaml` is its file. */
const PolicyVersion = build/* Type.Object */.ZUJ.Object({
    version: build/* Type.Integer */.ZUJ.Integer(),
    comment: MaybeText,
    timestamp: MaybeMoment,
    created_by: MaybeText,
    policy_yaml: MaybeText,
});
/** A policy as a reply; its oldest version comes first. */
const Policy = build/* Type.Object */.ZUJ.Object({
    name: build/* Type.String */.ZUJ.String(),
    description: MaybeText,
    archived: MaybeFlag,
    created_by: MaybeText,
    created_at: MaybeMoment,
    last_modified_at: MaybeMoment,
    versions: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(PolicyVersion), build/* Type.Null */.ZUJ.Null()])),
    /** The environments that it is attached to. */
    consuming_envs: MaybeTexts,
});
const policyOperations = {
    /** Not in the interface: creates a policy, or adds a version to one. */
    putPolicy: {
        method: 'PUT',
        path: '/policies/:org',
        params: InOrganization,
        data: PolicyInput,
        body: 'multipart',
        json: 'payload',
        file: 'policy_file',
        success: [200, 201],
        reply: Policy,
        checks: { Policy },
    },
    /** Not in the interface: the policies of an organization, by name. */
    listPolicies: {
        method: 'GET',
        path: '/policies/:org',
        params: InOrganization,
        reply: build/* Type.Array */.ZUJ.Array(Policy),
        checks: { Items: Items, Policy },
    },
    /** Not in the interface: one policy with all its versions. */
    getPolicy: {
        method: 'GET',
        path: '/policies/:org/:policy_name',
        params: build/* Type.Object */.ZUJ.Object({ org: OrgName, policy_name: PolicyName }),
        reply: Policy,
        checks: { Policy },
    },
};

;// CONCATENATED MODULE: ./lib/contract/search.js


/** An artifact that a search found. */
const FoundArtifact = build/* Type.Object */.ZUJ.Object({
    fingerprint: build/* Type.String */.ZUJ.String(),
    name: MaybeText,
    git_commit: MaybeText,
    /** An older word for `flow`. */
    pipeline: MaybeText,
    flow: MaybeText,
    trail: MaybeText,
    template_reference_name: MaybeText,
    build_url: MaybeText,
    commit_url: MaybeText,
    compliance_state: MaybeText,
    /** As of an artifact. */
    overridden_attestations: Anything,
    html_url: MaybeText,
    api_url: MaybeText,
    has_provenance: MaybeFlag,
    running_in: MaybeTexts,
    exited_from: MaybeTexts,
    history: Anything,
});
const Matches = build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([
    build/* Type.Object */.ZUJ.Object({ type: MaybeText, count: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Number */.ZUJ.Number(), build/* Type.Null */.ZUJ.Null()])), matches: MaybeTexts }),
    build/* Type.Null */.ZUJ.Null(),
]));
const SearchResult = build/* Type.Object */.ZUJ.Object({
    artifacts: build/* Type.Array */.ZUJ.Array(FoundArtifact),
    /** What the text turned out to be: `commit`, `fingerprint` or `multiple`. */
    resolved_to: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Object */.ZUJ.Object({ type: MaybeText, full_match: MaybeText, fingerprints: Matches, commits: Matches }), build/* Type.Null */.ZUJ.Null()])),
});
const searchOperations = {
    /** Interface, operation 7: by the SHA of a commit or the fingerprint of an artifact, or the beginning of one. */
    searchSha: {
        method: 'GET',
        path: '/search/:org/sha/:search_value',
        params: build/* Type.Object */.ZUJ.Object({ org: OrgName, search_value: build/* Type.String */.ZUJ.String({ pattern: '^[a-zA-Z0-9]{1,64}$' }) }),
        reply: SearchResult,
        checks: { SearchResult },
    },
};

;// CONCATENATED MODULE: ./lib/contract/snapshots.js





/** What runs in an environment now: each artifact by name, and when its instance began. A name and fingerprint again is another instance. */
const SnapshotInput = build/* Type.Object */.ZUJ.Object({
    type: build/* Type.Optional */.ZUJ.Optional(build/* Type.Enum */.ZUJ.Enum([...environmentTypes])),
    artifacts: build/* Type.Array */.ZUJ.Array(build/* Type.Object */.ZUJ.Object({
        digests: build/* Type.Record */.ZUJ.Record(build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: 1024 }), Fingerprint, { maxProperties: 100 }),
        /** Unix seconds, whole. */
        creationTimestamp: build/* Type.Integer */.ZUJ.Integer({ minimum: 0, maximum: 253_402_300_799 }),
    }, { additionalProperties: false }), { maxItems: limits/* limits */.F.snapshotInstances }),
}, { additionalProperties: false });
/** An artifact in a snapshot; one that exited since the snapshot before is there with no instances. */
const SnapshotArtifact = build/* Type.Object */.ZUJ.Object({
    fingerprint: build/* Type.String */.ZUJ.String(),
    name: MaybeText,
    compliant: MaybeFlag,
    /** When each of its instances began. */
    creationTimestamp: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(build/* Type.Number */.ZUJ.Number()), build/* Type.Null */.ZUJ.Null()])),
    annotation: Anything,
    flow_name: MaybeText,
    git_commit: MaybeText,
    commit_url: MaybeText,
    html_url: MaybeText,
    flows: Anything,
    policy_decisions: Anything,
    reasons_for_incompliance: Anything,
});
const Snapshot = build/* Type.Object */.ZUJ.Object({
    index: build/* Type.Integer */.ZUJ.Integer(),
    is_latest: MaybeFlag,
    timestamp: MaybeMoment,
    next_snapshot_timestamp: MaybeMoment,
    type: MaybeText,
    /** False where it is not known: `artifact_compliance_count` tells the two apart. */
    compliant: build/* Type.Boolean */.ZUJ.Boolean(),
    artifact_compliance_count: Anything,
    html_url: MaybeText,
    artifacts: build/* Type.Array */.ZUJ.Array(SnapshotArtifact),
    applied_policies: Anything,
});
/** A snapshot in a list; `to` is 0 for the latest. */
const ListedSnapshot = build/* Type.Object */.ZUJ.Object({
    index: build/* Type.Integer */.ZUJ.Integer(),
    from: MaybeMoment,
    to: MaybeMoment,
    compliant: build/* Type.Boolean */.ZUJ.Boolean(),
    /** Seconds. */
    duration: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Number */.ZUJ.Number(), build/* Type.Null */.ZUJ.Null()])),
});
const DiffSide = build/* Type.Object */.ZUJ.Object({
    snapshot_id: MaybeText,
    artifacts: build/* Type.Array */.ZUJ.Array(build/* Type.Object */.ZUJ.Object({
        fingerprint: build/* Type.String */.ZUJ.String(),
        name: MaybeText,
        most_recent_timestamp: MaybeMoment,
        flow: MaybeText,
        commit_url: MaybeText,
        instance_count: Anything,
        s1_instance_count: Anything,
        s2_instance_count: Anything,
    })),
});
/** What two snapshots have, each alone and both. */
const SnapshotDiff = build/* Type.Object */.ZUJ.Object({ snappish1: DiffSide, snappish2: DiffSide, changed: DiffSide, 'not-changed': DiffSide });
/** Whether a report made a snapshot is told by the status. */
const ReportedSnapshot = build/* Type.Object */.ZUJ.Object({
    /** The number of the latest one. */
    snapshot: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Integer */.ZUJ.Integer(), build/* Type.Null */.ZUJ.Null()])),
});
const snapshotOperations = {
    /** Not in the interface: reports all that runs in an environment now. */
    reportSnapshot: {
        method: 'PUT',
        path: '/environments/:org/:env_name/report/:type',
        params: build/* Type.Object */.ZUJ.Object({ org: OrgName, env_name: EnvironmentName, type: build/* Type.Enum */.ZUJ.Enum([...environmentTypes]) }),
        data: SnapshotInput,
        body: 'json',
        reply: ReportedSnapshot,
        checks: { ReportedSnapshot },
        success: [200, 201],
    },
    /** Not in the interface: one snapshot by its number, its place from the end, or its time. */
    getSnapshot: {
        method: 'GET',
        path: '/snapshots/:org/:env_name/:expression',
        params: build/* Type.Object */.ZUJ.Object({ org: OrgName, env_name: EnvironmentName, expression: build/* Type.String */.ZUJ.String({ maxLength: 127 }) }),
        reply: Snapshot,
        checks: { Snapshot },
    },
    /** Not in the interface: the snapshots of an environment, the latest first. */
    listSnapshots: {
        method: 'GET',
        path: '/snapshots/:org/:env_name',
        params: InEnvironment,
        query: build/* Type.Object */.ZUJ.Object({
            page: build/* Type.Optional */.ZUJ.Optional(build/* Type.Integer */.ZUJ.Integer({ minimum: 1 })),
            per_page: build/* Type.Optional */.ZUJ.Optional(build/* Type.Integer */.ZUJ.Integer({ minimum: 1 })),
            /** Two expressions with `..` between them. */
            interval: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String({ maxLength: 255 })),
            /** The oldest first. */
            reverse: build/* Type.Optional */.ZUJ.Optional(build/* Type.Boolean */.ZUJ.Boolean()),
        }),
        reply: build/* Type.Array */.ZUJ.Array(ListedSnapshot),
        checks: { Items: Items, ListedSnapshot },
    },
    /** Not in the interface: what differs between two snapshots, each `<environment>`, `<environment>#N` or `<environment>~N`. */
    diffSnapshots: {
        method: 'GET',
        path: '/env-diff/:org',
        refers: true,
        params: InOrganization,
        query: build/* Type.Object */.ZUJ.Object({ snappish1: build/* Type.String */.ZUJ.String({ maxLength: 512 }), snappish2: build/* Type.String */.ZUJ.String({ maxLength: 512 }) }),
        reply: SnapshotDiff,
        checks: { SnapshotDiff },
    },
};

;// CONCATENATED MODULE: ./lib/contract/tags.js




const TagName = build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.tagName });
/** What changes about the tags of a flow or an environment: what is removed goes first, so that a name in both is set. */
const TagsInput = build/* Type.Object */.ZUJ.Object({
    set_tags: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([
        build/* Type.Record */.ZUJ.Record(TagName, build/* Type.String */.ZUJ.String({ maxLength: limits/* limits */.F.tagValue, pattern: '^[^\\u0000-\\u001F\\u007F]*$' }), {
            maxProperties: limits/* limits */.F.tags,
            additionalProperties: false,
        }),
        build/* Type.Null */.ZUJ.Null(),
    ])),
    remove_tags: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(TagName, { maxItems: limits/* limits */.F.tags }), build/* Type.Null */.ZUJ.Null()])),
}, { additionalProperties: false });
const tagOperations = {
    /** Not in the interface: sets and removes tags of a flow or of an environment. */
    patchTags: {
        method: 'PATCH',
        path: '/tags/:org/:resource_type/:resource_id',
        params: build/* Type.Object */.ZUJ.Object({
            org: OrgName,
            resource_type: build/* Type.Union */.ZUJ.Union([build/* Type.Literal */.ZUJ.Literal('flow'), build/* Type.Literal */.ZUJ.Literal('env')]),
            resource_id: build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: 255 }),
        }),
        data: TagsInput,
        body: 'json',
    },
};

;// CONCATENATED MODULE: ./lib/contract/types.js





/** What a version judges by: `rules` of jq, each of which must yield `true`; of the content type `default` there are none. */
const Evaluator = build/* Type.Object */.ZUJ.Object({
    content_type: MaybeText,
    rules: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(build/* Type.String */.ZUJ.String()), build/* Type.Null */.ZUJ.Null()])),
});
/** One line of what is shown of the data: a name, and the jq expression that yields it. */
const SummaryLine = build/* Type.Object */.ZUJ.Object({ name: build/* Type.String */.ZUJ.String(), expression: build/* Type.String */.ZUJ.String() });
/** One version of a custom attestation type: the schema of its data, and the rules that judge it. */
const TypeVersion = build/* Type.Object */.ZUJ.Object({
    version: build/* Type.Integer */.ZUJ.Integer(),
    /** When it was made. */
    timestamp: MaybeMoment,
    created_by: MaybeText,
    /** A JSON Schema. */
    type_schema: Anything,
    evaluator: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([Evaluator, build/* Type.Null */.ZUJ.Null()])),
    comment: MaybeText,
    summary: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(SummaryLine), build/* Type.Null */.ZUJ.Null()])),
});
/** A custom attestation type; its newest version comes first. */
const CustomType = build/* Type.Object */.ZUJ.Object({
    name: build/* Type.String */.ZUJ.String(),
    description: MaybeText,
    archived: MaybeFlag,
    org: MaybeText,
    created_by: MaybeText,
    created_at: MaybeMoment,
    last_modified_at: MaybeMoment,
    versions: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.Array */.ZUJ.Array(TypeVersion), build/* Type.Null */.ZUJ.Null()])),
});
const Program = build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: limits/* limits */.F.ruleCharacters });
/** `data_json` of making a type or a new version of it; the JSON Schema goes along as the file part `type_schema`. */
const TypeInput = build/* Type.Object */.ZUJ.Object({
    name: TypeName,
    description: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([build/* Type.String */.ZUJ.String(), build/* Type.Null */.ZUJ.Null()])),
    evaluator: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([
        build/* Type.Object */.ZUJ.Object({
            content_type: build/* Type.Optional */.ZUJ.Optional(build/* Type.Literal */.ZUJ.Literal('jq')),
            rules: build/* Type.Array */.ZUJ.Array(Program, { maxItems: limits/* limits */.F.rules }),
        }, { additionalProperties: false }),
        build/* Type.Object */.ZUJ.Object({ content_type: build/* Type.Literal */.ZUJ.Literal('default') }, { additionalProperties: false }),
        build/* Type.Null */.ZUJ.Null(),
    ])),
    summary: build/* Type.Optional */.ZUJ.Optional(build/* Type.Union */.ZUJ.Union([
        build/* Type.Array */.ZUJ.Array(build/* Type.Object */.ZUJ.Object({ name: build/* Type.String */.ZUJ.String({ minLength: 1, maxLength: 255 }), expression: Program }, { additionalProperties: false }), {
            maxItems: limits/* limits */.F.rules,
        }),
        build/* Type.Null */.ZUJ.Null(),
    ])),
}, { additionalProperties: false });
const OneType = build/* Type.Object */.ZUJ.Object({ org: OrgName, type_name: TypeName });
const typeOperations = {
    /** Interface, operation 9. */
    listTypes: {
        method: 'GET',
        path: '/custom-attestation-types/:org',
        params: InOrganization,
        reply: build/* Type.Array */.ZUJ.Array(CustomType),
        checks: { Items: Items, CustomType },
    },
    /** Not in the interface, as all that follow: one type, with all of its versions or with one. */
    getType: {
        method: 'GET',
        path: '/custom-attestation-types/:org/:type_name',
        params: OneType,
        query: build/* Type.Object */.ZUJ.Object({ version: build/* Type.Optional */.ZUJ.Optional(build/* Type.Integer */.ZUJ.Integer({ minimum: 1 })) }),
        reply: CustomType,
        checks: { CustomType },
    },
    /** Makes a type, or a new version of it where something of it changed. */
    putType: {
        method: 'POST',
        path: '/custom-attestation-types/:org',
        params: InOrganization,
        data: TypeInput,
        body: 'multipart',
        file: 'type_schema',
        success: [201],
    },
    /** Takes a type out of use: what was judged by it stays, and nothing new is. */
    archiveType: { method: 'PUT', path: '/custom-attestation-types/:org/:type_name/archive', params: OneType },
};

;// CONCATENATED MODULE: ./lib/contract/operations.js















/** The operations of each resource. */
const operationsByResource = {
    trails: trailOperations,
    attestations: attestationOperations,
    artifacts: artifactOperations,
    notifications: notificationOperations,
    policies: policyOperations,
    search: searchOperations,
    approvals: approvalOperations,
    types: typeOperations,
    organizations: organizationOperations,
    flows: flowOperations,
    environments: environmentOperations,
    snapshots: snapshotOperations,
    allowlists: allowlistOperations,
    tags: tagOperations,
    asserts: assertOperations,
};
/** The table of operations. One source for service, client and documents: paths and checks without a schema library are generated from it. */
const operations = {
    ...trailOperations,
    ...attestationOperations,
    ...artifactOperations,
    ...notificationOperations,
    ...policyOperations,
    ...searchOperations,
    ...approvalOperations,
    ...typeOperations,
    ...organizationOperations,
    ...flowOperations,
    ...environmentOperations,
    ...snapshotOperations,
    ...allowlistOperations,
    ...tagOperations,
    ...assertOperations,
};

;// CONCATENATED MODULE: ./lib/service/http/properties.js
/** The properties of an object schema, and the type of each. */
function propertiesOf(schema) {
    if (!('properties' in schema) || typeof schema.properties !== 'object' || schema.properties === null)
        return [];
    const properties = Object.entries(schema.properties);
    return properties.map(([name, { type }]) => [name, type]);
}

;// CONCATENATED MODULE: ./lib/service/http/operation-facts.js



// What the descriptions of the interface say of an operation, for machines and for people alike.
/** The name of an operation in the contract, if it is there. */
function nameOf({ method, path }) {
    return operationNames.find((name) => operations[name].method === method && operations[name].path === path);
}
const operationNames = Object.keys(operations).filter((name) => name in operations);
/** Such as `List flows` of `listFlows`. */
function titleOf(name) {
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
/** The resource that an operation belongs to. */
function resourceOf(name) {
    return Object.entries(operationsByResource).find(([, table]) => name in table)?.[0] ?? '';
}
/** The statuses of an answer that is no refusal. */
function successOf({ success = [200] }) {
    return success;
}
/** What a success answers. */
function replyOf({ method, reply }) {
    return reply ?? (method === 'GET' ? build/* Type.Unknown */.ZUJ.Unknown() : Done);
}
/** The statuses of the refusals that an operation can answer. */
function refusalsOf({ data, keyed = false, params, query, refers = false }, scope) {
    const names = propertiesOf(params).some(([name]) => name !== 'org');
    const filters = query !== undefined && propertiesOf(query).some(([name]) => /^flow(?:_name)?$/.test(name));
    return [
        400,
        401,
        ...(scope === 'organization' ? [403] : []),
        ...(names || filters || refers ? [404] : []),
        ...(keyed ? [409] : []),
        ...(data === undefined ? [] : [413]),
        ...(keyed ? [422] : []),
        429,
        500,
        503,
    ];
}

;// CONCATENATED MODULE: ./lib/service/http/openapi.js






/** Serves the interface as OpenAPI 3.1, made from the contract that the routes are checked against. */
function describeInterface(app) {
    app.register(swagger, {
        openapi: {
            openapi: '3.1.0',
            info: { title: 'Compliance Evidence Service', version: '2' },
            components: {
                securitySchemes: {
                    token: { type: 'http', scheme: 'bearer' },
                    // The token as the user name; the password is not read.
                    basic: { type: 'http', scheme: 'basic' },
                },
            },
            security: [{ token: [] }, { basic: [] }],
        },
    });
    // The schemas only describe: every part of a request is checked where it is read, and no reply is cut to its schema.
    app.setValidatorCompiler(() => () => true);
    app.setSerializerCompiler(() => (reply) => JSON.stringify(reply));
    app.get('/api/v2/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
/** What the document says of one operation. */
function schemaOf({ operation, scope }) {
    const name = nameOf(operation);
    return {
        ...(name === undefined ? {} : { operationId: name, summary: titleOf(name), tags: [resourceOf(name)] }),
        params: operation.params,
        querystring: operation.query,
        ...(operation.keyed === true ? { headers: Keyed } : {}),
        ...(operation.data === undefined ? {} : bodyOf(operation)),
        response: {
            ...Object.fromEntries(successOf(operation).map((status) => [status, operation.isFile === true ? file : replyOf(operation)])),
            ...Object.fromEntries(refusalsOf(operation, scope).map((status) => [status, described(status)])),
        },
    };
}
const file = { description: 'The file', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
const Keyed = build/* Type.Object */.ZUJ.Object({ 'idempotency-key': build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String({ pattern: keyPattern })) });
const described = (status) => ({ ...Problem, description: external_node_http_.STATUS_CODES[status] ?? '' });
function bodyOf(operation) {
    if (operation.body === 'json')
        return { consumes: ['application/json'], body: operation.data ?? build/* Type.Unknown */.ZUJ.Unknown() };
    return { consumes: ['multipart/form-data'], body: formOf(operation) };
}
function formOf({ data, file, json = 'data_json' }) {
    return build/* Type.Object */.ZUJ.Object({
        [json]: data ?? build/* Type.Unknown */.ZUJ.Unknown(),
        ...(file === undefined ? {} : { [file]: build/* Type.Optional */.ZUJ.Optional(build/* Type.String */.ZUJ.String({ format: 'binary' })) }),
    });
}

// EXTERNAL MODULE: ./lib/text/index.js + 12 modules
var lib_text = __webpack_require__(13355);
;// CONCATENATED MODULE: ./lib/service/store/damage.js
/** What was read is not what was once written. */
class Damage extends Error {
    name = 'Damage';
}
/** Whether an error says that the stored data is damaged, rather than that something else went wrong. */
function isDamage(error) {
    if (error instanceof Damage)
        return true;
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    // SQLITE_CORRUPT and SQLITE_NOTADB; what lies above the low byte says more exactly which.
    return typeof code === 'number' && [11, 26].includes(code & 0xff);
}
/** The same engine, and a memory for damage: what was damaged once is not trusted again in this process. */
function watchDamage(engine) {
    let found;
    const watch = async (work) => {
        try {
            return await work;
        }
        catch (error) {
            if (isDamage(error))
                found ??= error.message;
            throw error;
        }
    };
    return {
        damage: () => found,
        engine: {
            write: (body) => watch(engine.write(body)),
            read: (body) => watch(engine.read(body)),
            close: () => engine.close(),
        },
    };
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
;// CONCATENATED MODULE: ./lib/service/store/room.js


/** With less than this many bytes a disk is full. */
const least = 1024 * 1024;
/** Whether an error says that there was no room to write in: SQLITE_FULL, SQLITE_IOERR_SHMSIZE, or what the system says. */
function isFull(error) {
    if (!(error instanceof Error))
        return false;
    if ('errcode' in error)
        return error.errcode === 13 || error.errcode === 4874;
    return 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
/**
 * Whether each of some folders has room. Where the file system says that it has little, or a write failed, that is seen
 * by writing, because quotas and reserves are known to no one else.
 */
async function hasRoom(folders, isSuspected) {
    for (const folder of folders) {
        const { bavail, bsize } = await (0,promises_.statfs)(folder);
        if ((isSuspected || bavail * bsize < least) && !(await takes(folder)))
            return false;
    }
    return true;
}
async function takes(folder) {
    const file = (0,external_node_path_.join)(folder, 'room.tmp');
    try {
        const handle = await (0,promises_.open)(file, 'w', 0o600);
        try {
            await handle.writeFile(Buffer.alloc(least));
            await handle.sync();
        }
        finally {
            await handle.close();
        }
        return true;
    }
    catch (error) {
        if (isFull(error))
            return false;
        throw error;
    }
    finally {
        await (0,promises_.rm)(file, { force: true });
    }
}

;// CONCATENATED MODULE: ./lib/service/http/problems.js




/** The one place where a refusal becomes a status. */
const statuses = {
    'invalid-request': 400,
    'wrong-media-type': 400,
    unauthorized: 401,
    forbidden: 403,
    'not-found': 404,
    conflict: 409,
    'too-large': 413,
    'key-reused': 422,
    'rate-limited': 429,
    internal: 500,
    unavailable: 503,
};
/** For programs. */
const inJson = {
    challenge: () => 'Bearer',
    type: 'application/json; charset=utf-8',
    write: (refusal) => JSON.stringify(problemOf(refusal)),
};
/** Answers every error: with what is wrong, how to fix it where the caller can, and never with details of our own code. */
function problemHandler(report, form = inJson) {
    return (error, request, reply) => {
        const refusal = refusalOf(error);
        if (refusal.code === 'internal' || isFull(error))
            report((0,lib_text/* neutralize */.YI)(`${request.method} ${request.url.split('?')[0]} failed: ${error.stack ?? error.message}`));
        const status = statuses[refusal.code];
        if (status === 401)
            reply.header('www-authenticate', form.challenge(request));
        if (status === 409 || status === 503)
            reply.header('retry-after', '1');
        // What is left of the body is read and dropped: a client that is cut off while it sends never sees the answer.
        request.raw.unpipe();
        request.raw.resume();
        void reply.code(status).type(form.type).send(form.write(refusal, status));
    };
}
function problemOf({ message, fix, errors }) {
    return { message: fix === undefined ? message : `${message} ${fix}`, ...(errors === undefined ? {} : { errors: { ...errors } }) };
}
/** Errors of the framework in our words. */
function refusalOf(error) {
    if (error instanceof Refusal)
        return error;
    const cause = { cause: error };
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
        return new Refusal('wrong-media-type', 'The content type of the body is not one that this operation takes.', cause);
    }
    if (error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH') {
        return new Refusal('invalid-request', 'The path of the request is malformed.', {
            ...cause,
            fix: 'Percent-encode each name in it as UTF-8.',
        });
    }
    if (error.statusCode === 413)
        return new Refusal('too-large', 'The body is larger than this operation takes.', cause);
    if (error.statusCode === 429) {
        return new Refusal('rate-limited', 'This token has asked more often than the service lets it.', {
            ...cause,
            fix: 'Ask again after the time in Retry-After.',
        });
    }
    if (error.statusCode === 503) {
        return new Refusal('unavailable', 'The service has more to do than it can.', { ...cause, fix: 'Ask again in a moment.' });
    }
    if (malformed.test(error.message) || (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)) {
        return new Refusal('invalid-request', 'The request ended early or is malformed.', {
            ...cause,
            fix: 'Check how its body is put together.',
        });
    }
    if (isFull(error)) {
        return new Refusal('unavailable', 'The disk of this service is full.', {
            ...cause,
            fix: 'Tell those who run the service, and ask again when there is room.',
        });
    }
    if (isDamage(error)) {
        return new Refusal('internal', 'The service failed to do this, because its database is damaged.', {
            ...cause,
            fix: 'Tell those who run the service: its log says more.',
        });
    }
    return new Refusal('internal', 'The service failed to do this.', { ...cause, fix: 'Ask again; if it stays so, its log says more.' });
}
/** What the multipart parser says, without a code, of a form that is broken or cut off. */
const malformed = /multipart|terminated early|premature close|malformed part header|aborted/i;

;// CONCATENATED MODULE: ./lib/service/http/ready.js


/** `GET /ready`: whether what is sent now can be recorded. */
function mountReady(app, { blobs, store }) {
    // Where a quota ends the room, the file system does not say so beforehand.
    let isSuspected = false;
    app.addHook('onError', async (_request, _reply, error) => {
        isSuspected ||= isFull(error);
    });
    // As text: the best-known client shows what comes.
    app.get('/ready', { schema: { hide: true } }, async (_request, reply) => {
        if (store.damage() !== undefined) {
            throw new Refusal('unavailable', 'The database of this service is damaged.', {
                fix: 'Stop the service; what it says when it is started again names the file and the fix.',
            });
        }
        if (!(await blobs.hasRoom(isSuspected))) {
            throw new Refusal('unavailable', 'The disk of this service is full.', { fix: 'Make room where its data directory is.' });
        }
        isSuspected = false;
        return await reply.type('text/plain; charset=utf-8').send('OK');
    });
}

// EXTERNAL MODULE: ./node_modules/typebox/build/compile/index.mjs + 300 modules
var compile = __webpack_require__(75531);
// EXTERNAL MODULE: ./node_modules/typebox/build/system/index.mjs
var system = __webpack_require__(89168);
;// CONCATENATED MODULE: ./lib/service/http/explain.js



/** Enough to name every mistake of an honest client, and a bound for the others. */
const mostErrors = 32;
/** Names the wrong fields of a value, a sentence each, by their path such as `junit_results[0].total`. */
function explain(schema, found, value, prefix) {
    const fields = propertiesOf(schema).map(([name]) => name);
    const errors = new Map();
    for (const error of found) {
        for (const [pointer, sentence] of sentencesOf(error, found, value, fields)) {
            const path = pathOf(pointer, prefix);
            // The first says most: what follows is about the other forms that a field may have.
            if (!errors.has(path))
                errors.set(path, sentence);
        }
    }
    if (errors.size === 0)
        errors.set(prefix === '' ? 'body' : prefix, 'is of none of the forms that are allowed here.');
    return Object.fromEntries(errors);
}
function sentencesOf(error, all, value, fields) {
    const at = error.instancePath;
    if (error.keyword === 'required')
        return error.params.requiredProperties.map((key) => [`${at}/${escaped(key)}`, 'is missing: add it.']);
    // One for each unknown key.
    if (error.keyword === 'boolean')
        return [[at, unknownKey(explain_partsOf(at).at(-1) ?? '', explain_partsOf(at).length === 1 ? fields : [])]];
    // What these two say is said better by the errors of the branches and of the keys.
    if (error.keyword === 'anyOf' || error.keyword === 'additionalProperties')
        return [];
    // That a field may also be null is of no help to one who sent something.
    if (error.keyword === 'type' && error.params.type === 'null')
        return [];
    if (error.keyword === 'const')
        return [[at, `must be ${valuesAt(at, all).join(' or ')}. ${inputOf(value, at)}`]];
    return [[at, `${sentenceOf(error)} ${inputOf(value, at)}`]];
}
function valuesAt(pointer, all) {
    return all.flatMap((error) => error.keyword === 'const' && error.instancePath === pointer ? [JSON.stringify(error.params.allowedValue)] : []);
}
function sentenceOf(error) {
    if (error.keyword === 'type')
        return `must be ${typeNames([error.params.type].flat())}.`;
    if (error.keyword === 'pattern')
        return `must be ${patternNames.get(String(error.params.pattern)) ?? `of the form ${String(error.params.pattern)}`}.`;
    return `${error.message}.`;
}
const names = {
    integer: 'a whole number',
    number: 'a number',
    string: 'a string',
    object: 'an object',
    array: 'a list',
    boolean: 'true or false',
};
function typeNames(types) {
    return types.map((type) => names[type] ?? type).join(' or ');
}
const patternNames = new Map([
    [patterns/* patterns */.qp.fingerprint, 'a SHA-256 of 64 lower-case hexadecimal digits'],
    [patterns/* patterns */.qp.commitSha, 'a full commit SHA of 40 lower-case hexadecimal digits'],
    [patterns/* patterns */.qp.flowName, 'a name of letters, digits and . - _ ~ that begins with a letter or digit'],
    [patterns/* patterns */.qp.trailName, 'a name of letters, digits and - _ . ~ that begins with a letter or digit'],
    [patterns/* patterns */.qp.templateName, 'a name of letters, digits and - _ ,'],
]);
/** What to say of a name that nothing here has: with the one that was probably meant. */
function unknownKey(key, known, what = 'field') {
    const meant = (0,lib_text/* nearest */.pA)(key, known);
    return `is not a ${what} of this operation: ${meant === undefined ? 'take it out.' : `did you mean ${meant}?`}`;
}
function escaped(key) {
    return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
function explain_partsOf(pointer) {
    return pointer
        .split('/')
        .slice(1)
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
function pathOf(pointer, prefix) {
    return explain_partsOf(pointer).reduce((path, part) => {
        if (path === '')
            return part;
        return /^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`;
    }, prefix);
}
function inputOf(value, pointer) {
    let at = value;
    for (const part of explain_partsOf(pointer))
        at = typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? Reflect.get(at, part) : undefined;
    const text = JSON.stringify(start(at)) ?? 'nothing';
    return `[input: ${text.length > 80 ? `${text.slice(0, 79).replace(/[\uD800-\uDBFF]$/, '')}…` : text}]`;
}
/** As much of a value as an answer shows: the whole may be megabytes, and each of 32 errors shows one. */
function start(value, depth = 0) {
    if (typeof value === 'string')
        return value.slice(0, 80);
    if (typeof value !== 'object' || value === null)
        return value;
    if (Array.isArray(value))
        return depth > 3 ? ['…'] : value.slice(0, 20).map((item) => start(item, depth + 1));
    const entries = [];
    if (depth > 3)
        return { '…': '…' };
    for (const key in value) {
        if (entries.push([key.slice(0, 80), start(Reflect.get(value, key), depth + 1)]) === 20)
            break;
    }
    return Object.fromEntries(entries);
}

;// CONCATENATED MODULE: ./lib/service/http/overfull.js
/**
 * The lists and objects of a value that have more entries than their schema takes, a sentence each by their path. Looked
 * at before anything else: to explain what is wrong, the library walks over every entry, and 140,000 take it 300 ms.
 */
function overfull(schema, value) {
    const found = entriesOver(schema, value, '');
    return found.length === 0 ? undefined : Object.fromEntries(found);
}
function entriesOver(schema, value, path) {
    if (typeof value !== 'object' || value === null)
        return [];
    const forms = [schema, ...(schema.anyOf ?? [])];
    const [bound, size] = Array.isArray(value)
        ? ['maxItems', value.length]
        : ['maxProperties', Object.keys(value).length];
    const most = Math.min(...forms.map((form) => form[bound] ?? Number.POSITIVE_INFINITY));
    if (size > most)
        return [[path, `must have at most ${most} entries, and has ${size}.`]];
    const fields = forms.flatMap((form) => Object.entries(form.properties ?? {}));
    return fields.flatMap(([name, field]) => Object.hasOwn(value, name) ? entriesOver(field, Reflect.get(value, name), path === '' ? name : `${path}.${name}`) : []);
}

;// CONCATENATED MODULE: ./lib/service/http/check.js






system/* Settings.Set */.wB.Set({ maxErrors: mostErrors });
const validators = new WeakMap();
function validatorOf(schema) {
    let validator = validators.get(schema);
    if (validator === undefined) {
        validator = (0,compile/* Compile */.Wx)(schema);
        validators.set(schema, validator);
    }
    return validator;
}
function conforms(schema, value) {
    return validatorOf(schema).Check(value);
}
/** What is wrong with a value, a sentence per field; `undefined` when nothing is. */
function problemsOf(schema, value, prefix = '') {
    return conforms(schema, value) ? undefined : explain(schema, validatorOf(schema).Errors(value), value, prefix);
}
/**
 * The value, once it is what the schema says; nothing in it is changed. Otherwise a refusal that names every wrong
 * field, with `prefix` before its path.
 */
function checked(schema, value, prefix = '') {
    const full = overfull(schema, value);
    if (full !== undefined)
        throw invalid(full);
    if (conforms(schema, value))
        return value;
    throw invalid(problemsOf(schema, value, prefix) ?? {});
}
/** The refusal of a request whose fields are wrong. */
function invalid(errors) {
    return new Refusal('invalid-request', 'The request is not what this operation takes; `errors` says what is wrong, field by field.', {
        errors,
    });
}
/**
 * The query once it is what the schema says. A query is text: whole numbers, booleans and lists of one are read out of it by what
 * the schema says, and an unknown name is refused, for a filter that is silently ignored finds the wrong things.
 */
function checkedQuery(schema, query) {
    const types = new Map(propertiesOf(schema));
    const given = Object.entries(query ?? {});
    const unknown = given.map(([name]) => name).filter((name) => !types.has(name));
    if (unknown.length > 0) {
        const known = [...types.keys()];
        throw invalid(Object.fromEntries(unknown.map((name) => [`query.${name}`, unknownKey(name, known, 'filter')])));
    }
    return checked(schema, Object.fromEntries(given.map(([name, value]) => [name, coerced(value, types.get(name))])), 'query');
}
function coerced(value, type) {
    if (type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value))
        return Number(value);
    if (type === 'boolean' && typeof value === 'string' && /^(?:true|false)$/i.test(value))
        return value.toLowerCase() === 'true';
    if (type === 'array' && typeof value === 'string')
        return [value];
    return value;
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
function html(parts, ...children) {
    return new Html(parts.map((part, index) => `${part}${markupOf(children[index])}`).join(''));
}
function markupOf(child) {
    if (child === undefined)
        return '';
    if (child instanceof Html)
        return child.toString();
    return typeof child === 'object' ? child.map(markupOf).join('') : html_escaped(String(child));
}
/** Without what nobody sees, and what turns the direction of writing. */
function html_escaped(text) {
    return (0,lib_text/* cut */.Jj)(text.toWellFormed().replace(lib_text/* unprintable */.hO, ''), longestText).replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

;// CONCATENATED MODULE: ./lib/html/colours.js
/** Of all that we show in a browser, on light and on dark screens: each text has a contrast of 4.5 or more. */
const colours = `:root { color-scheme: light dark; --ink: #1c2024; --soft: #57606a; --line: #d0d7de; --paper: #fff; --card: #f6f8fa;
  --link: #0b57d0; --good: #116329; --bad: #b42318; --open: #7a4d00; --amber: #ffe8b3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --soft: #a4adb8; --line: #3d444d; --paper: #14171a; --card: #1d2126;
  --link: #8ab4f8; --good: #6fdd8b; --bad: #ff8d80; --open: #f0b849; --amber: #4a3500; } }
`;

;// CONCATENATED MODULE: ./lib/service/pages/style.js

/** The one style of all pages: for light and dark screens, for narrow ones, and for paper. A colour only repeats what a word says. */
const style = `
${colours}* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1rem 1.25rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
a, code, time, b, .name { unicode-bidi: isolate; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .75rem 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
article h2 { margin-top: 0; border: 0; font-size: 1.05rem; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; }
p { margin: .5rem 0; }
code, pre { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: .875em; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; overflow-x: auto; white-space: pre-wrap; }
nav ol { list-style: none; margin: 0; padding: 0; color: var(--soft); }
nav li { display: inline; }
nav li + li::before { content: "/"; padding: 0 .5rem; }
nav.pages { display: flex; gap: 1.5rem; margin: 1rem 0; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .25rem 1rem; margin: .5rem 0; }
dt { color: var(--soft); }
dd { margin: 0; }
dd ul { margin: 0; padding-left: 1.1rem; }
ul.rows { list-style: none; margin: 0; padding: 0; }
ul.rows > li { display: grid; grid-template-columns: 15.5rem 1fr; gap: 0 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
ul.rows p { margin: 0; }
details { margin: 1rem 0; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0; }
.text { white-space: pre-wrap; }
.soft { color: var(--soft); }
.state { font-weight: 600; align-self: start; justify-self: start; }
.good { color: var(--good); } .bad { color: var(--bad); } .open, .overridden { color: var(--open); }
.overridden { background: var(--amber); border-radius: .25rem; padding: .1em .35em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; overflow-wrap: normal; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
th.number, td.number { text-align: right; white-space: nowrap; }
th[scope=row] { font-weight: normal; overflow-wrap: anywhere; min-width: 9rem; }
@media (max-width: 40rem) { dl, ul.rows > li { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; } }
@media print { body { max-width: none; padding: 0; font-size: .8rem; } article, ul.rows > li { break-inside: avoid; }
  nav.pages { display: none; } details::details-content { content-visibility: visible; block-size: auto; } }
`;

;// CONCATENATED MODULE: ./lib/service/pages/page.js



/** Nothing but this style: no script, no picture, no form, no frame around it or in it. */
const contentSecurityPolicy = [
    "default-src 'none'",
    `style-src 'sha256-${(0,external_node_crypto_.createHash)('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
].join('; ');
/** Its text to the letter: the policy above knows it by its hash. */
const styleElement = new Html(`<style>${style}</style>`);
/** The whole document. */
function documentOf({ main, title, way }) {
    return html `<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        ${way.length === 0
        ? undefined
        : html `<header>
                <nav aria-label="Where you are">
                  <ol>
                    ${way.map((step) => html `<li>${step}</li>`)}
                  </ol>
                </nav>
              </header>`}
        <main>${main}</main>
      </body>
    </html> `.toString();
}

;// CONCATENATED MODULE: ./lib/html/web-link.js


/** A link to a foreign address where that is one of the web; else what it would show: `javascript:` in a link runs in our page. */
function webLink(address, shown) {
    const url = (0,lib_text/* webAddress */.Dy)(address);
    if (url === undefined || url.href.length > longestText)
        return html `${shown}`;
    return html `<a href="${url.href}" rel="noopener noreferrer nofollow">${shown}</a>`;
}

;// CONCATENATED MODULE: ./lib/presentation/verdicts.js
const verdictWords = {
    compliant: { icon: '✅', mark: '✔', colour: 'green', word: 'Compliant' },
    'non-compliant': { icon: '❌', mark: '✘', colour: 'red', word: 'Not compliant' },
    incomplete: { icon: '🟡', mark: '…', colour: 'yellow', word: 'Incomplete' },
    unknown: { icon: '❔', mark: '?', colour: 'yellow', word: 'Unknown' },
    unusable: { icon: '🚫', mark: '✘', colour: 'red', word: 'Unusable evidence' },
};
/** The word of a state that stands because of an override. */
function overriddenWord(word, isOverridden = true) {
    return isOverridden ? `${word} (overridden)` : word;
}
/** Of a whole verdict: a yes may stand because of an override. */
function wordsOfVerdict({ name, rows }) {
    const words = verdictWords[name];
    const isOverridden = name === 'compliant' && rows.some(({ state }) => state === 'overridden');
    return { ...words, word: overriddenWord(words.word, isOverridden) };
}

;// CONCATENATED MODULE: ./lib/presentation/overridden.js



/** Whether a name stands because of an override; some services write an empty text where there is none. */
function isOverridden({ overridden_attestation_id: id }) {
    return typeof id === 'string' && id !== '';
}
/** Whether something is compliant, in a cell of a table; empty where it is not known. */
function yesOrNo(is, isOverridden) {
    return typeof is === 'boolean' ? overriddenWord(is ? 'yes' : 'no', isOverridden) : '';
}
/** Whether a state stands because of an override of what it is made of: of a yes one is enough, of a no all that say it. */
function standsByOverride(state, rows) {
    if (state === 'COMPLIANT')
        return rows.some((row) => row.is_compliant === true && isOverridden(row));
    const noes = rows.filter((row) => row.is_compliant === false && row.status !== 'MISSING');
    return state === 'NON-COMPLIANT' && noes.length > 0 && noes.every(isOverridden);
}
/** What an artifact stands by because of overrides, as far as its service tells it. */
function overriddenRows(artifact) {
    return ((0,lib_text/* listAt */.gT)(artifact, 'overridden_attestations') ?? []).flatMap((row) => {
        const flag = (0,lib_text/* valueAt */.fK)(row, 'is_compliant');
        const status = {
            attestation_name: (0,lib_text/* stringAt */.bX)(row, 'attestation_name') ?? '',
            attestation_type: (0,lib_text/* stringAt */.bX)(row, 'attestation_type') ?? null,
            attestation_id: (0,lib_text/* stringAt */.bX)(row, 'attestation_id') ?? null,
            overridden_attestation_id: (0,lib_text/* stringAt */.bX)(row, 'overridden_attestation_id') ?? null,
            is_compliant: typeof flag === 'boolean' ? flag : null,
        };
        return isOverridden(status) ? [status] : [];
    });
}
/** Whether an artifact that passes does so because of an override; of one that does not, its other evidence is not told. */
function isArtifactOverridden(artifact, state) {
    return state === 'COMPLIANT' && standsByOverride(state, overriddenRows(artifact));
}
/** A line for each of the overrides of what is shown. */
function overridesOf({ overrides = [] }, time) {
    return overrides.map((override) => `${override.attestation}: ${overrideSentence(override, override.attestation, time)}`);
}
/** A line for each record of a list that is an override. */
function overridesAmong(records, time) {
    return records
        .filter(isOverride)
        .map((record) => `${record.attestation_name}: ${overrideSentence(record, record.attestation_name, time)}`);
}
/** Whether a record says something else of evidence that was recorded. */
function isOverride({ attestation_type: type }) {
    return type?.toLowerCase() === 'override';
}

;// CONCATENATED MODULE: ./lib/presentation/badges.js


const compliant = { mark: '✔', word: 'compliant', tone: 'good' };
const nonCompliant = { mark: '✘', word: 'not compliant', tone: 'bad' };
const missing = { mark: '…', word: 'missing', tone: 'open' };
const unknown = { mark: '?', word: 'unknown', tone: 'open' };
const ofStates = new Map([
    ['COMPLIANT', compliant],
    ['NON-COMPLIANT', nonCompliant],
    ['INCOMPLETE', { mark: '…', word: 'incomplete', tone: 'open' }],
    ['MISSING', missing],
]);
/** Of a state of the interface; one that we do not know is unknown. */
function stateBadge(state, isOverridden = false) {
    return overriddenBadge(ofStates.get(state ?? '') ?? unknown, isOverridden);
}
/** Of what is compliant, is not, or is not known to be. */
function flagBadge(flag, isOverridden = false) {
    return overriddenBadge(flag === true ? compliant : flag === false ? nonCompliant : unknown, isOverridden);
}
/** Of one name on a trail, or of an artifact on it. */
function entryBadge(entry) {
    return entry.status === 'MISSING' ? missing : flagBadge(entry.is_compliant, isOverridden(entry));
}
/** A no stays as bad as any other, whoever says it. */
function overriddenBadge(badge, isOverridden) {
    const { mark, tone, word } = badge;
    return isOverridden ? { mark, word: overriddenWord(word), tone: tone === 'good' ? 'overridden' : tone } : badge;
}

;// CONCATENATED MODULE: ./lib/presentation/time.js
/** A moment (Unix seconds, or a decimal string of them) in the time of this machine, as ISO 8601 writes it: `2026-11-21 10:00:00 +01:00`. */
function localTime(seconds) {
    const moment = momentAt(seconds);
    if (moment === undefined)
        return '';
    const offset = -moment.getTimezoneOffset();
    const local = new Date(moment.getTime() + offset * 60_000).toISOString();
    const pad = (part) => String(Math.abs(part)).padStart(2, '0');
    const zone = `${offset < 0 ? '-' : '+'}${pad(Math.trunc(offset / 60))}:${pad(offset % 60)}`;
    return `${local.slice(0, 10)} ${local.slice(11, 19)} ${zone}`;
}
/** The same in UTC, for readers on other machines: `2026-11-21 09:00:00 UTC`. */
function utcTime(seconds) {
    const moment = momentAt(seconds);
    return moment === undefined ? '' : `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
/** A moment as ISO 8601 in UTC, to the minute: `2026-11-16 08:00Z`. */
function minuteOf(moment) {
    return `${moment.slice(0, 16).replace('T', ' ')}Z`;
}
function momentAt(seconds) {
    const moment = new Date((seconds === '' ? Number.NaN : Number(seconds ?? Number.NaN)) * 1000);
    return Number.isNaN(moment.getTime()) ? undefined : moment;
}

;// CONCATENATED MODULE: ./lib/presentation/trails.js




const state = ({ compliance_status: status }) => overriddenWord(status.status, standsByOverride(status.status, trailEntries({ compliance_status: status })));
const sha = (trail) => (0,lib_text/* stringAt */.bX)(trail, 'git_commit_info', 'sha1') ?? '';
const message = (trail) => (0,lib_text/* stringAt */.bX)(trail, 'git_commit_info', 'message')?.split('\n', 1)[0] ?? '';
/** What it is by the templates of now, where that is something else than was decided. */
function stateNow(trail) {
    const now = trail.current?.status;
    if (now === undefined || now === trail.compliance_status.status)
        return '';
    const rows = trailEntries({ compliance_status: { ...trail.compliance_status, ...trail.current } });
    return `${overriddenWord(now, standsByOverride(now, rows))}, by ${trail.own_template === true ? 'its own template and that of its flow' : 'the template that its flow has now'}`;
}
/** What people see of trails in a list. */
const trailColumns = [
    { head: 'TRAIL', cell: ({ name }) => (/^[0-9a-f]{40}$/.test(name) ? name.slice(0, 12) : name) },
    { head: 'STATE', cell: state },
    { head: 'LAST CHANGE', cell: ({ last_modified_at: at }) => localTime(at) },
    { head: 'COMMIT', cell: (trail) => sha(trail).slice(0, 7) },
    { head: 'MESSAGE', cell: (trail) => (0,lib_text/* oneLine */.TN)(message(trail), 60) },
];
/** What people see of one trail, line by line; its attestations come behind. */
const trailFields = [
    { head: 'Trail', cell: ({ name }) => name },
    { head: 'Flow', cell: (trail) => (0,lib_text/* stringAt */.bX)(trail, 'flow', 'name') ?? '' },
    { head: 'State', cell: state },
    { head: 'State now', cell: stateNow },
    { head: 'Description', cell: (trail) => (0,lib_text/* stringAt */.bX)(trail, 'description') ?? '' },
    { head: 'Commit', cell: (trail) => [sha(trail), message(trail)].filter((part) => part !== '').join(' ') },
    { head: 'Branch', cell: (trail) => (0,lib_text/* stringAt */.bX)(trail, 'git_commit_info', 'branch') ?? '' },
    {
        head: 'Created',
        cell: (trail) => [localTime(trail.created_at), (0,lib_text/* stringAt */.bX)(trail, 'created_by') ?? ''].filter((part) => part !== '').join(' by '),
    },
    { head: 'Last change', cell: ({ last_modified_at: at }) => localTime(at) },
    { head: 'Origin', cell: (trail) => (0,lib_text/* stringAt */.bX)(trail, 'origin_url') ?? '' },
    { head: 'Page', cell: ({ html_url: url }) => url ?? '' },
];
/** The attestations of a trail in the order of the answer, those of the trail itself first. */
function trailEntries({ compliance_status: status }) {
    const own = status.attestations_statuses.map((entry) => ({ ...entry, artifact: '' }));
    const ofArtifacts = Object.entries(status.artifacts_statuses ?? {}).flatMap(([artifact, { attestations_statuses: entries }]) => entries.map((entry) => ({ ...entry, artifact })));
    return [...own, ...ofArtifacts];
}
const entryColumns = [
    { head: 'ATTESTATION', cell: ({ artifact, attestation_name: name }) => (artifact === '' ? name : `${artifact}.${name}`) },
    { head: 'TYPE', cell: ({ attestation_type: type }) => type ?? '' },
    { head: 'STATUS', cell: ({ status }) => status ?? '' },
    { head: 'COMPLIANT', cell: (entry) => yesOrNo(entry.is_compliant, isOverridden(entry)) },
    { head: 'REQUIRED', cell: ({ unexpected }) => (unexpected === true ? 'no' : 'yes') },
    { head: 'ID', cell: ({ attestation_id: id }) => id ?? '', isWhole: true },
];

;// CONCATENATED MODULE: ./lib/service/pages/parts.js



/** Longest foreign text on one line, in UTF-16 units. */
const longestLine = 300;
const longestParagraph = 2000;
/** Items of a list inside of a record that are shown. */
const mostItems = 50;
/** A foreign text on one line. */
function line(text) {
    return (0,lib_text/* cut */.Jj)(text.trim().replace(/\s*[\r\n\u0085\u2028\u2029]\s*/g, ' ⏎ '), longestLine);
}
/** A link to a page of this service. */
function ownLink(address, shown) {
    return html `<a href="${address}">${shown}</a>`;
}
/** A state: its mark, its word, and the colour that repeats them. */
function badge({ mark, tone, word }) {
    return html `<span class="state ${tone}"><span aria-hidden="true">${mark}</span> ${word}</span>`;
}
/** The state that was decided, and next to it what the templates of now say, where that is another state. */
function states(decided, current) {
    const shown = ({ isOverridden, status }) => badge(stateBadge(status, isOverridden));
    if (current.status === undefined || current.status === decided.status)
        return shown(decided);
    return html `${shown(decided)} <span class="soft">as decided,</span> ${shown(current)} <span class="soft">by what is asked now</span>`;
}
/** The state of a trail. */
function stateOfTrail(compliance) {
    const { status } = compliance;
    return { status, isOverridden: standsByOverride(status, trailEntries({ compliance_status: compliance })) };
}
/** Names and what is known of each; without those of which nothing is known. */
function facts(...each) {
    const known = each.filter(([, value]) => value !== undefined && value !== '');
    if (known.length === 0)
        return html ``;
    return html `<dl>
    ${known.map(([name, value]) => html `<dt>${name}</dt>
          <dd>${value}</dd>`)}
  </dl>`;
}
/** A moment, in Unix seconds or a decimal string of them; `undefined` of anything else. */
function moment(seconds) {
    const text = typeof seconds === 'number' || typeof seconds === 'string' ? utcTime(seconds) : '';
    if (!/^\d{4}-/.test(text))
        return undefined;
    return html `<time datetime="${text.slice(0, 10)}T${text.slice(11, 19)}Z">${text}</time>`;
}
/** The commit that something is about: its SHA, a link where it has a page, and what it says of itself. */
function commit(info) {
    const sha = (0,lib_text/* stringAt */.bX)(info, 'sha1') ?? '';
    if (sha === '')
        return undefined;
    const author = (0,lib_text/* stringAt */.bX)(info, 'author') ?? '';
    const branch = (0,lib_text/* stringAt */.bX)(info, 'branch') ?? '';
    const about = [branch === '' ? '' : `on ${line(branch)}`, author === '' ? '' : `by ${line(author)}`].filter((part) => part !== '');
    return html `${webLink((0,lib_text/* stringAt */.bX)(info, 'url'), html `<code>${line(sha)}</code>`)} <span class="name">${messageOf(info)}</span>
    <span class="soft">${about.join(', ')}</span>`;
}
/** The same in a list. */
function shortCommit(info) {
    const sha = (0,lib_text/* stringAt */.bX)(info, 'sha1')?.slice(0, 12) ?? '';
    return sha === ''
        ? undefined
        : html `${webLink((0,lib_text/* stringAt */.bX)(info, 'url'), html `<code>${sha}</code>`)} <span class="name">${messageOf(info)}</span>`;
}
/** The first line of what a commit says of itself. */
function messageOf(info) {
    return line((0,lib_text/* stringAt */.bX)(info, 'message')?.trim().split('\n', 1)[0] ?? '');
}
/** A list as far as it is shown, with a line that says how much more there is; `undefined` of an empty one. */
function items(shown, more = Math.max(shown.length - mostItems, 0)) {
    if (shown.length === 0)
        return undefined;
    return html `<ul>
    ${shown.slice(0, mostItems).map((item) => html `<li>${item}</li>`)}${more > 0 ? html `<li>and ${more} more</li>` : undefined}
  </ul>`;
}
/** The addresses that were sent with something, by their labels. */
function externalLinks(urls) {
    if (typeof urls !== 'object' || urls === null)
        return undefined;
    return items(Object.entries(urls).map(([label, url]) => webLink((0,lib_text/* stringAt */.bX)(url, 'href'), line(label))));
}
/** A foreign text of several lines, such as a description. */
function paragraph(text) {
    return text === undefined || text === null || text.trim() === ''
        ? undefined
        : html `<span class="text">${(0,lib_text/* cut */.Jj)(text.trim(), longestParagraph)}</span>`;
}
/** Links to the pages before and after this one. */
function pages(name, before, after) {
    if (before === undefined && after === undefined)
        return undefined;
    return html `<nav class="pages" aria-label="${name}">
    ${before === undefined ? undefined : html `<a href="${before}" rel="prev">Back</a>`}
    ${after === undefined ? undefined : html `<a href="${after}" rel="next">More</a>`}
  </nav>`;
}
/** A YAML file, closed until it is asked for. */
function yamlFile(name, content) {
    if (content.trim() === '')
        return undefined;
    return html `<details>
    <summary>${name}</summary>
    <pre tabindex="0">${content}</pre>
  </details>`;
}

;// CONCATENATED MODULE: ./lib/service/pages/problem.js



/** A problem as somebody with a browser reads it. */
const asPage = {
    challenge: ({ params }) => `Basic realm="${realmOf(params)}", charset="UTF-8"`,
    type: 'text/html; charset=utf-8',
    write: (refusal, status) => documentOf({ title: problem_titleOf(status), way: [], main: problem(refusal, status) }),
};
/** Per organization, so that a browser keeps the token of each apart. */
function realmOf(params) {
    const org = typeof params === 'object' && params !== null && 'org' in params ? params.org : undefined;
    return typeof org === 'string' && /^[\w.~-]{1,255}$/.test(org) ? org : 'compliance-evidence';
}
function problem_titleOf(status) {
    if (status === 401)
        return 'Sign in to read this';
    if (status === 404)
        return 'There is nothing here';
    return status < 500 ? 'This cannot be shown' : 'The service could not show this';
}
function problem({ errors, fix, message }, status) {
    return html `<h1>${problem_titleOf(status)}</h1>
    <p>${line(message)}</p>
    ${fix === undefined ? undefined : html `<p>${line(fix)}</p>`}
    ${items(Object.entries(errors ?? {}).map(([field, sentence]) => html `<code>${line(field)}</code> ${line(sentence)}`))}
    ${status === 401 ? signIn : undefined}`;
}
const signIn = html `<p>
  Load this page again. Your browser asks for a user name and a password: the password is a token of this service, and the user name does
  not matter. Those who run the service make tokens; for reading, the role <code>reader</code> is enough.
</p>`;

;// CONCATENATED MODULE: ./lib/service/pages/mount.js







/** Ties a path to the page that it leads to. */
function page(path, params, query, show) {
    return mount_file(path, params, query, async (asked) => asked.reply.type('text/html; charset=utf-8').send(documentOf(await show(asked))));
}
/** Ties a path to an answer that is no page. */
function mount_file(path, params, query, send) {
    return {
        path,
        show: async (request, reply, evidence) => {
            const org = await reader(evidence, request);
            return await send({
                evidence,
                org,
                reply,
                params: checked(params, request.params, 'path'),
                query: checkedQuery(query, request.query),
            });
        },
    };
}
/** Somebody without access is asked for another token: a browser has no other way to give one. */
async function reader({ store }, request) {
    try {
        return (await permit(store, request, 'read', readerTokenOf)).author;
    }
    catch (error) {
        if (!(error instanceof Refusal) || (error.code !== 'forbidden' && error.code !== 'unauthorized'))
            throw error;
        const isForbidden = error.code === 'forbidden';
        throw new Refusal('unauthorized', isForbidden ? error.message : 'Only those who have a token of this service may read this.', {
            cause: error,
        });
    }
}
/** No script runs, nobody frames a page, no other site learns its address or embeds what is here. */
const headers = {
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
};
/** Everything that readers with a browser may open. */
function mountPages(app, routes, evidence, report) {
    app.setErrorHandler(problemHandler(report, asPage));
    app.addHook('onSend', async (_, reply) => {
        for (const [name, value] of Object.entries(headers))
            if (!reply.hasHeader(name))
                reply.header(name, value);
    });
    for (const { path, show } of routes)
        app.get(path, { schema: { hide: true } }, (request, reply) => show(request, reply, evidence));
}
/** A page of what goes on, from 1. */
const PageNumber = build/* Type.Optional */.ZUJ.Optional(build/* Type.Integer */.ZUJ.Integer({ minimum: 1, maximum: 1_000_000 }));

;// CONCATENATED MODULE: ./lib/service/evidence/current.js
/** What one trail says of the templates behind it, next to what was decided. */
function currentFields({ compliance, decidedBy, flowTemplate, ownTemplate }) {
    const { content, template, version } = flowTemplate;
    return {
        current: { ...compliance, template_version: version },
        template_version: ownTemplate ? null : decidedBy,
        own_template: ownTemplate,
        flow_template: { ...template, content },
    };
}
/** The same of an artifact on it. */
function currentStateFields({ compliance, decidedBy, flowTemplate, ownTemplate, replaced }, { fingerprint, id, name, state }) {
    const found = compliance.artifacts_statuses?.[name];
    const status = found?.artifact_fingerprint === fingerprint ? found.status : (replaced.get(id) ?? state);
    return {
        current: { status, template_version: flowTemplate.version },
        template_version: ownTemplate ? null : decidedBy,
        own_template: ownTemplate,
    };
}

;// CONCATENATED MODULE: ./lib/service/evidence/not-found.js

function noFlow(org, flow) {
    return new Refusal('not-found', `There is no flow '${flow}' in the organization '${org}'.`, {
        fix: 'Check its name, or create it.',
    });
}
function noArtifact(org, flow, fingerprint) {
    const where = flow === undefined ? `the organization '${org}'` : `the flow '${flow}' of the organization '${org}'`;
    return new Refusal('not-found', `There is no artifact ${fingerprint} in ${where}.`, {
        fix: 'Check its fingerprint, or report it.',
    });
}
function noApproval(org, flow, number) {
    return new Refusal('not-found', `There is no approval ${number} in the flow '${flow}' of the organization '${org}'.`, {
        fix: 'Approvals are numbered from 1; -1 is the latest.',
    });
}
function noTrail(org, flow, trail) {
    return new Refusal('not-found', `There is no trail '${trail}' in the flow '${flow}' of the organization '${org}'.`, {
        fix: 'Check its name; a trail begins with its first attestation or when it is begun.',
    });
}
function noAttestation(org, flow, trail, id) {
    return new Refusal('not-found', `The trail '${trail}' of the flow '${flow}' in the organization '${org}' has no attestation ${id}.`, {
        fix: 'Check the id, and on which trail the record is.',
    });
}
function noEnvironment(org, name) {
    return new Refusal('not-found', `There is no environment '${name}' in the organization '${org}'.`, {
        fix: 'Check its name, or create it.',
    });
}

;// CONCATENATED MODULE: ./lib/service/store/record-id.js

/**
 * A new identifier: 48 bits of milliseconds and 64 random bits, as hexadecimal digits in the shape 8-4-4-4-8. The time
 * comes first, so that every index grows at its end: with random ones, a million trails slow a writer to a sixth.
 */
function newRecordId(now = Date.now()) {
    return grouped(now.toString(16).padStart(12, '0') + (0,external_node_crypto_.randomBytes)(8).toString('hex'));
}
/** The same form, derived from what it stands for, so that equal things get equal identifiers. */
function derivedId(...parts) {
    return grouped((0,external_node_crypto_.createHash)('sha256').update(JSON.stringify(parts)).digest('hex'));
}
function grouped(hex) {
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 28)].join('-');
}

;// CONCATENATED MODULE: ./lib/service/evidence/repository.js

/** The service's identifier of a repository: the same for every report of it, whether the host's own number is known or not. */
function repositoryId(org, repository) {
    if (repository === null || repository === undefined)
        return undefined;
    return derivedId('repository', org, repository.provider ?? '', repository.url === '' ? repository.name : repository.url);
}

;// CONCATENATED MODULE: ./lib/compliance/together.js
/** What two templates ask for together: all that either of them does. */
function together(one, other) {
    const artifacts = Map.groupBy([...one.trail.artifacts, ...other.trail.artifacts], ({ name }) => name);
    return {
        version: 1,
        trail: {
            attestations: entriesOf([...one.trail.attestations, ...other.trail.attestations]),
            artifacts: Array.from(artifacts, ([name, same]) => ({
                name,
                attestations: entriesOf(same.flatMap(({ attestations }) => attestations)),
            })),
        },
    };
}
/** Each name with each type once. Any type is asked for only where no type is: the one of a type answers both. */
function entriesOf(entries) {
    return [...Map.groupBy(entries, ({ name }) => name).values()].flatMap((same) => {
        const byType = new Map(same.map((entry) => [entry.type === 'system:decision' ? 'decision' : entry.type, entry]));
        const exact = [...byType].filter(([type]) => type !== '*').map(([, entry]) => entry);
        return exact.length === 0 ? [...byType.values()] : exact;
    });
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
function rowsOf(entries, records) {
    const byName = new Map(records.map((record) => [record.name, record]));
    const used = new Set();
    const rows = entries.map((entry) => {
        const record = byName.get(entry.name);
        if (record === undefined || !satisfies(record, entry))
            return rows_missing(entry);
        used.add(record);
        return present(record, false);
    });
    return [...rows, ...records.filter((record) => !used.has(record)).map((record) => present(record, true))];
}
function satisfies(record, entry) {
    const type = typeOf(record);
    return entry.type === '*' || entry.type === type || (entry.type === 'decision' && type === 'system:decision');
}
/** An override stands for evidence of the type that it overrides: it changes what is said, and not of what. */
function typeOf({ overridden, type }) {
    return overridden?.type ?? type;
}
function present(record, unexpected) {
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
function artifactsOf(facts, trailRows) {
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
function replacedOf(facts, trailRows) {
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
    const rows = rowsOf(entries ?? [], latestRecords(candidates, artifact));
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
    const artifacts = artifactsOf(facts, rows);
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
    return rowsOf(template.trail.attestations, own);
}

// EXTERNAL MODULE: ./node_modules/@actions/expressions/dist/index.js + 15 modules
var dist = __webpack_require__(4058);
// EXTERNAL MODULE: ./node_modules/@actions/expressions/dist/ast.js
var ast = __webpack_require__(12049);
// EXTERNAL MODULE: ./node_modules/@actions/expressions/dist/lexer.js
var lexer = __webpack_require__(12083);
;// CONCATENATED MODULE: ./lib/compliance/policies/compare.js
/** A tag is always a text; where it is compared with a number, it counts as the number that it spells. */
function pairOf(one, other) {
    if (typeof one === 'string' && typeof other === 'string')
        return [one, other];
    const [a, b] = [numberOf(one), numberOf(other)];
    return a === undefined || b === undefined ? undefined : [a, b];
}
function numberOf(value) {
    if (typeof value !== 'string')
        return value;
    return /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : undefined;
}
function areEqual(one, other) {
    const pair = pairOf(one, other);
    return pair !== undefined && pair[0] === pair[1];
}
/** Whether a value is one of some; what is not there is none of them. */
function isIn(value, values) {
    return values.some((each) => areEqual(value, each));
}
const orders = {
    '<': (one, other) => one < other,
    '<=': (one, other) => one <= other,
    '>': (one, other) => one > other,
    '>=': (one, other) => one >= other,
};
/**
 * `undefined` where the order of the two cannot be said: one is not there, or is no number where the other is. What is not
 * there equals nothing. Case counts.
 */
function compare(one, operator, other) {
    if (operator === '==')
        return areEqual(one, other);
    if (operator === '!=')
        return !areEqual(one, other);
    const pair = pairOf(one, other);
    return pair === undefined ? undefined : orders[operator]?.(...pair);
}

;// CONCATENATED MODULE: ./lib/compliance/policies/tokens.js


/** A condition cannot be read; the message says why and what to write. */
class ConditionFault extends Error {
    name = 'ConditionFault';
}
/** Longest condition, in characters (ours). */
const longest = 2000;
/** The name that a list stands under as a function: no one can write it. */
const listFunction = '[';
/**
 * The tokens of a condition as GitHub's parser takes them. A policy says `and`, `or`, `not` and `in`, quotes text with `"`
 * as well, and writes lists; GitHub's own expressions have none of that.
 */
function tokensOf(text) {
    if (text.length > longest)
        throw new ConditionFault(`is longer than ${longest} characters: take it apart.`);
    const tokens = lexed(text);
    const out = [];
    const outermost = { closes: lexer/* TokenType */.ks.RIGHT_PAREN, isList: false, nots: 0 };
    const open = [];
    const innermost = () => open.at(-1) ?? outermost;
    const endNots = (token) => {
        const level = innermost();
        for (; level.nots > 0; level.nots -= 1)
            out.push({ ...token, type: lexer/* TokenType */.ks.RIGHT_PAREN, lexeme: ')' });
    };
    let next = 0;
    for (let token = tokens[next]; token !== undefined; token = tokens[next]) {
        next += 1;
        const word = out.at(-1)?.type === lexer/* TokenType */.ks.DOT ? undefined : token.lexeme;
        if (word === 'and' || word === 'or') {
            endNots(token);
            out.push({ ...token, type: word === 'and' ? lexer/* TokenType */.ks.AND : lexer/* TokenType */.ks.OR });
        }
        else if (word === 'in') {
            out.push({ ...token, type: lexer/* TokenType */.ks.EQUAL_EQUAL, lexeme: 'in' });
        }
        else if (word === 'not' && tokens[next]?.lexeme === 'in') {
            next += 1;
            out.push({ ...token, type: lexer/* TokenType */.ks.EQUAL_EQUAL, lexeme: 'not in' });
        }
        else if (word === 'not') {
            // It is about the whole comparison after it, where `!` is about the next value alone.
            innermost().nots += 1;
            out.push({ ...token, type: lexer/* TokenType */.ks.BANG }, { ...token, type: lexer/* TokenType */.ks.LEFT_PAREN, lexeme: '(' });
        }
        else if (token.type === lexer/* TokenType */.ks.LEFT_BRACKET && !endsValue(out.at(-1))) {
            open.push({ closes: lexer/* TokenType */.ks.RIGHT_BRACKET, isList: true, nots: 0 });
            out.push({ ...token, type: lexer/* TokenType */.ks.IDENTIFIER, lexeme: listFunction }, { ...token, type: lexer/* TokenType */.ks.LEFT_PAREN, lexeme: '(' });
        }
        else if (token.type === lexer/* TokenType */.ks.LEFT_BRACKET || token.type === lexer/* TokenType */.ks.LEFT_PAREN) {
            const closes = token.type === lexer/* TokenType */.ks.LEFT_BRACKET ? lexer/* TokenType */.ks.RIGHT_BRACKET : lexer/* TokenType */.ks.RIGHT_PAREN;
            open.push({ closes, isList: false, nots: 0 });
            out.push(token);
        }
        else if (token.type === lexer/* TokenType */.ks.RIGHT_BRACKET || token.type === lexer/* TokenType */.ks.RIGHT_PAREN) {
            endNots(token);
            const { closes, isList } = open.pop() ?? outermost;
            if (token.type !== closes)
                throw new ConditionFault(`closes with ${token.lexeme} what does not begin with it.`);
            out.push(isList ? { ...token, type: lexer/* TokenType */.ks.RIGHT_PAREN, lexeme: ')' } : token);
        }
        else {
            if (token.type === lexer/* TokenType */.ks.COMMA || token.type === lexer/* TokenType */.ks.EOF)
                endNots(token);
            out.push(token);
        }
    }
    return out;
}
function endsValue(token) {
    return token?.type === lexer/* TokenType */.ks.IDENTIFIER || token?.type === lexer/* TokenType */.ks.RIGHT_BRACKET || token?.type === lexer/* TokenType */.ks.RIGHT_PAREN;
}
const others = new Map([
    ['&&', 'and'],
    ['||', 'or'],
    ['!', 'not'],
    ['*', 'a name'],
]);
function lexed(text) {
    let tokens;
    try {
        ({ tokens } = new dist/* Lexer */.JG(withSingleQuotes(text)).lex());
    }
    catch (error) {
        throw new ConditionFault(`cannot be read: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
    }
    return tokens.map((token) => {
        const instead = others.get(token.lexeme);
        if (instead !== undefined)
            throw new ConditionFault(`says ${token.lexeme}: write ${instead}.`);
        // The lexer takes back the first doubled quote alone.
        return token.type === lexer/* TokenType */.ks.STRING ? { ...token, value: token.lexeme.slice(1, -1).replaceAll("''", "'") } : token;
    });
}
/** The same with each text in single quotes, as the lexer knows them. A text ends at the quote that it began with. */
function withSingleQuotes(text) {
    return text.replaceAll(/'(?:[^']|'')*'|"([^"]*)"/g, (quoted, inner) => inner === undefined ? quoted : `'${inner.replaceAll("'", "''")}'`);
}

;// CONCATENATED MODULE: ./lib/compliance/policies/pattern.js

/** Bounds of ours: of a pattern, of what a repetition writes out, and of the text that is looked through. */
const longestPattern = 500;
const mostSteps = 1000;
const pattern_longestText = 8192;
/**
 * Whether a text holds what a regular expression describes, in time that grows with the two lengths alone: the engine of
 * JavaScript can take years for a pattern such as `(a+)+$`, and whoever may write a policy may not stop the service. All
 * states are followed at once (Thompson 1968). It knows what is regular: no back-references and no looking around.
 */
function compilePattern(source) {
    if (source.length > longestPattern)
        throw fault(source, `is longer than ${longestPattern} characters`);
    const steps = new pattern_Program(source).steps();
    return (text) => {
        if (text.length > pattern_longestText)
            return false;
        const characters = Array.from(text);
        let states = new Set();
        for (let at = 0; at <= characters.length; at += 1) {
            const [before, here] = [characters[at - 1] ?? '', characters[at] ?? ''];
            // Anywhere in the text it may begin.
            const reached = closure(steps, [...states, 0], before, here);
            if (reached.has(steps.length))
                return true;
            states = new Set();
            for (const state of reached) {
                const step = steps[state];
                if (step?.kind === 'take' && step.takes(here))
                    states.add(state + 1);
            }
        }
        return false;
    };
}
/** Every state that is reached without taking a character. The one behind the last step is the end. */
function closure(steps, from, before, after) {
    const reached = new Set();
    const waiting = [...from];
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
        if (reached.has(state))
            continue;
        reached.add(state);
        const step = steps[state];
        if (step?.kind === 'fork')
            waiting.push(...step.to);
        if (step?.kind === 'assert' && step.holds(before, after))
            waiting.push(state + 1);
    }
    return reached;
}
const isWord = (character) => /\w/.test(character);
const assertions = {
    '^': (before) => before === '',
    $: (_, after) => after === '',
    '\\b': (before, after) => isWord(before) !== isWord(after),
    '\\B': (before, after) => isWord(before) === isWord(after),
};
/** What stands for one character: a class, an escape, the dot, or itself. */
const single = /\[\^?(?:[^\]\\]|\\.)*\]|\\[^\dkpPcuxbB]|[^\\()[\]{}|*+?^$]/uy;
const repetition = /(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})\??/y;
class pattern_Program {
    #source;
    #at = 0;
    constructor(source) {
        this.#source = source;
    }
    steps() {
        const steps = this.#alternatives();
        if (this.#at < this.#source.length)
            throw fault(this.#source, `has a ${this.#source[this.#at]} without its beginning`);
        return steps;
    }
    /** Steps whose numbers begin at 0; each is moved to where it comes to stand. */
    #alternatives() {
        const ways = [this.#sequence()];
        while (this.#take('|'))
            ways.push(this.#sequence());
        return ways.reduceRight((rest, way) => [
            fork(1, way.length + 2),
            ...moved(way, 1),
            fork(way.length + 2 + rest.length),
            ...moved(rest, way.length + 2),
        ]);
    }
    #sequence() {
        let steps = [];
        // At the end there is the empty text, which any text includes.
        while (!'|)'.includes(this.#source.charAt(this.#at))) {
            const item = this.#item();
            const times = this.#match(repetition);
            const more = times === undefined ? item : repeated(item, times, this.#source);
            steps = joined(steps, more, this.#source);
        }
        return steps;
    }
    #item() {
        const holds = Object.entries(assertions).find(([sign]) => this.#take(sign))?.[1];
        if (holds !== undefined)
            return [{ kind: 'assert', holds }];
        if (this.#take('(')) {
            if (!this.#take('?:') && this.#source[this.#at] === '?')
                throw fault(this.#source, 'has a group that begins with (? and is not (?:');
            const inside = this.#alternatives();
            if (!this.#take(')'))
                throw fault(this.#source, 'has a ( without its )');
            return inside;
        }
        const piece = this.#match(single);
        if (piece === undefined)
            throw fault(this.#source, `cannot go on with ${this.#source.slice(this.#at, this.#at + 2)} at character ${this.#at + 1}`);
        return [{ kind: 'take', takes: takerOf(piece, this.#source) }];
    }
    #take(text) {
        if (!this.#source.startsWith(text, this.#at))
            return false;
        this.#at += text.length;
        return true;
    }
    #match(pattern) {
        pattern.lastIndex = this.#at;
        const found = pattern.exec(this.#source)?.[0];
        this.#at += found?.length ?? 0;
        return found;
    }
}
/** What is said of one character is left to the language: that cannot take long. */
function takerOf(piece, source) {
    try {
        const one = new RegExp(`^${piece}$`, 'u');
        return (character) => one.test(character);
    }
    catch (cause) {
        throw fault(source, `has ${piece}, which is none`, { cause });
    }
}
function fork(...to) {
    return { kind: 'fork', to };
}
function moved(steps, by) {
    return steps.map((step) => (step.kind === 'fork' ? fork(...step.to.map((each) => each + by)) : step));
}
function joined(steps, more, source) {
    const all = [...steps, ...moved(more, steps.length)];
    if (all.length > mostSteps)
        throw fault(source, 'repeats too much');
    return all;
}
function repeated(item, times, source) {
    const [least, most] = timesOf(times);
    if (most < least)
        throw fault(source, `repeats from ${least} to ${most} times`);
    let steps = [];
    const then = (more) => void (steps = joined(steps, more, source));
    for (let count = 0; count < least; count += 1)
        then(item);
    if (most === Infinity)
        then([fork(1, item.length + 2), ...moved(item, 1), fork(0)]);
    else
        for (let count = least; count < most; count += 1)
            then([fork(1, item.length + 1), ...moved(item, 1)]);
    return steps;
}
const signs = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] };
/** The least and the most. Whether it is greedy does not matter to one who asks only whether it matches. */
function timesOf(times) {
    const known = signs[times.charAt(0)];
    if (known !== undefined)
        return known;
    const [least, most = least] = times.slice(1, times.indexOf('}')).split(',');
    return [Number(least), most === '' ? Infinity : Number(most)];
}
function fault(source, why, options) {
    return new ConditionFault(`has the pattern ${JSON.stringify(source.slice(0, 80).toWellFormed())}, which ${why}.`, options);
}

;// CONCATENATED MODULE: ./lib/compliance/policies/condition.js






/** A condition reads what is not there, or compares what cannot be compared. */
class Undecided extends Error {
}
const compiled = new WeakMap();
/** Why a condition cannot be one; `undefined` when it can. */
function conditionFault(condition) {
    try {
        testOf(condition);
        return undefined;
    }
    catch (error) {
        if (error instanceof ConditionFault)
            return error.message;
        throw error;
    }
}
/** Whether a condition is true; `undefined` when that cannot be decided, which is never a yes to anything. */
function decideCondition(condition, context) {
    try {
        return testOf(condition)(context);
    }
    catch (error) {
        if (error instanceof Undecided || error instanceof ConditionFault)
            return undefined;
        throw error;
    }
}
function testOf(condition) {
    let test = compiled.get(condition);
    if (test === undefined) {
        test = asTest(partOf(parsed(condition.text)), 'The whole');
        compiled.set(condition, test);
    }
    return test;
}
const functions = [
    { name: 'exists', minArgs: 1, maxArgs: 1 },
    { name: 'matches', minArgs: 2, maxArgs: 2 },
    { name: listFunction, minArgs: 1, maxArgs: 100 },
];
function parsed(text) {
    const tokens = tokensOf(text);
    if (tokens.length < 2)
        throw new ConditionFault('is empty: say what must be true.');
    try {
        return new dist/* Parser */.iX([...tokens], ['flow', 'artifact'], functions).parse();
    }
    catch (error) {
        throw new ConditionFault(`cannot be read: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
    }
}
function partOf(expr) {
    if (expr instanceof ast/* Grouping */.aU)
        return partOf(expr.group);
    if (expr instanceof ast/* Literal */.uS)
        return literalOf(expr);
    if (expr instanceof ast/* ContextAccess */.QC || expr instanceof ast/* IndexAccess */.p_)
        return accessOf(condition_pathOf(expr));
    if (expr instanceof ast/* FunctionCall */.R6)
        return callOf(expr);
    if (expr instanceof ast/* Unary */._c) {
        const test = asTest(partOf(expr.expr), 'What follows `not`');
        return { kind: 'test', test: (context) => !test(context) };
    }
    if (expr instanceof ast/* Logical */.oD) {
        const tests = expr.args.map((arg) => asTest(partOf(arg), 'Each side of `and` and `or`'));
        const isAnd = expr.operator.type === lexer/* TokenType */.ks.AND;
        return { kind: 'test', test: (context) => (isAnd ? tests.every((each) => each(context)) : tests.some((each) => each(context))) };
    }
    if (expr instanceof ast/* Binary */.yI)
        return { kind: 'test', test: comparisonOf(expr) };
    throw new ConditionFault('has a part that policies do not know.');
}
function literalOf({ token }) {
    const { type, value } = token;
    if (type === lexer/* TokenType */.ks.TRUE || type === lexer/* TokenType */.ks.FALSE)
        return { kind: 'test', test: () => type === lexer/* TokenType */.ks.TRUE };
    if (typeof value === 'string')
        return { kind: 'value', read: () => value, constant: value };
    if (typeof value === 'number' && Number.isFinite(value))
        return { kind: 'value', read: () => value, constant: value };
    throw new ConditionFault(`says ${token.lexeme}: ask with exists() whether something is there.`);
}
/** The names of `flow.tags.risk-level`, however it is written. */
function condition_pathOf(expr) {
    if (expr instanceof ast/* ContextAccess */.QC)
        return [expr.name.lexeme];
    if (expr instanceof ast/* IndexAccess */.p_ && expr.index instanceof ast/* Literal */.uS && expr.index.literal.primitive)
        return [...condition_pathOf(expr.expr), expr.index.literal.coerceString()];
    throw new ConditionFault('reads something by a name that is not written out.');
}
function accessOf(path) {
    const [root, field, ...more] = path;
    const name = path.join('.');
    const flowOf = ({ flow }) => {
        if (flow === undefined)
            throw new Undecided();
        return flow;
    };
    if (name === 'artifact')
        return { kind: 'context', exists: () => true };
    if (name === 'artifact.name')
        return { kind: 'value', read: ({ artifact }) => artifact.name, exists: () => true };
    if (name === 'artifact.fingerprint')
        return { kind: 'value', read: ({ artifact }) => artifact.fingerprint, exists: () => true };
    if (name === 'flow' || name === 'flow.tags')
        return { kind: 'context', exists: ({ flow }) => flow !== undefined };
    if (name === 'flow.name')
        return { kind: 'value', read: (context) => flowOf(context).name, exists: ({ flow }) => flow !== undefined };
    if (root === 'flow' && field === 'tags') {
        // The key of a tag may have dots.
        const key = more.join('.');
        const tagIn = ({ tags }) => (Object.hasOwn(tags, key) ? tags[key] : undefined);
        return {
            kind: 'value',
            read: (context) => tagIn(flowOf(context)),
            exists: ({ flow }) => flow !== undefined && tagIn(flow) !== undefined,
        };
    }
    throw new ConditionFault(`reads ${name}: there are flow.name, flow.tags.<key>, artifact.name and artifact.fingerprint.`);
}
function callOf({ functionName, args }) {
    const parts = args.map(partOf);
    const [subject, pattern] = parts;
    switch (functionName.lexeme) {
        case listFunction:
            return { kind: 'list', values: parts.map(constantOf) };
        case 'exists': {
            const exists = subject?.exists;
            if (exists === undefined)
                throw new ConditionFault('asks exists() about something else than flow, artifact or a field of them.');
            return { kind: 'test', test: exists };
        }
        case 'matches': {
            const source = pattern?.constant;
            if (typeof source !== 'string')
                throw new ConditionFault('gives matches() no pattern in quotes.');
            const [read, matches] = [asValue(subject), compilePattern(source)];
            return { kind: 'test', test: (context) => matches(textOf(read(context))) };
        }
        default:
            throw new ConditionFault(`calls ${functionName.lexeme}(): there are exists() and matches().`);
    }
}
function textOf(value) {
    if (value === undefined)
        throw new Undecided();
    return String(value);
}
function constantOf({ constant }) {
    if (constant === undefined)
        throw new ConditionFault('has a list of something else than texts and numbers.');
    return constant;
}
function comparisonOf({ left, operator, right }) {
    const [one, other] = [partOf(left), partOf(right)];
    const read = asValue(one);
    if (operator.lexeme === 'in' || operator.lexeme === 'not in') {
        if (other.kind !== 'list')
            throw new ConditionFault(`has no list such as ["a", "b"] after \`${operator.lexeme}\`.`);
        const wanted = operator.lexeme === 'in';
        return (context) => isIn(read(context), other.values) === wanted;
    }
    const readOther = asValue(other);
    return (context) => {
        const answer = compare(read(context), operator.lexeme, readOther(context));
        if (answer === undefined)
            throw new Undecided();
        return answer;
    };
}
function asTest(part, what) {
    if (part.kind === 'test')
        return part.test;
    throw new ConditionFault(`is no question of yes or no: ${what} must be a comparison, or exists() or matches().`);
}
function asValue(part) {
    if (part?.kind === 'value')
        return part.read;
    throw new ConditionFault('compares something else than a text, a number or a field such as flow.name.');
}

;// CONCATENATED MODULE: ./lib/compliance/policies/judge.js

/**
 * What policies say of an artifact. A rule is asked of every trail that the artifact is on: it is satisfied when each trail
 * that it applies to satisfies it, and ignored when it applies to none. An artifact from no flow satisfies no rule that
 * applies to it. A condition that cannot be decided exempts nothing: the rule applies.
 */
function judgeArtifact(policies, artifact) {
    const evaluations = policies.map((policy) => evaluatePolicy(policy, artifact));
    const compliant = evaluations.length === 0 ? undefined : evaluations.every(({ status }) => status === 'COMPLIANT');
    return { compliant, policies: evaluations };
}
function evaluatePolicy({ name, version, rules }, artifact) {
    const evaluations = [
        evaluateRule({ type: 'provenance', definition: rules.provenance }, artifact),
        evaluateRule({ type: 'trail-compliance', definition: rules['trail-compliance'] }, artifact),
        ...rules.attestations.map((definition) => evaluateRule({ type: 'attestation', definition }, artifact)),
    ];
    const holds = evaluations.every(({ ignored, satisfied }) => ignored || satisfied === true);
    return { policy_name: name, policy_version: version, status: holds ? 'COMPLIANT' : 'NON-COMPLIANT', rule_evaluations: evaluations };
}
function evaluateRule(rule, artifact) {
    const places = artifact.provenance.length === 0 ? [undefined] : artifact.provenance;
    const resolutions = places.map((place) => ({ type: resolve(rule, artifact, place), context: contextOf(rule, place) }));
    const ignored = resolutions.every(({ type }) => type === 'rule_not_applicable');
    const satisfied = resolutions.every(({ type }) => type === 'rule_not_applicable' || type === 'rule_satisfied');
    return { rule, satisfied: ignored ? null : satisfied, ignored, resolutions };
}
function contextOf(rule, place) {
    if (place === undefined)
        return null;
    const control = rule.type === 'attestation' ? rule.definition.for_control : null;
    return {
        flow_name: place.flow,
        trail_name: place.trail ?? null,
        artifact_status: rule.type === 'trail-compliance' ? (place.status ?? null) : null,
        ...(control === null ? {} : { for_control: control }),
    };
}
function resolve(rule, artifact, place) {
    if (!applies(rule, artifact, place))
        return 'rule_not_applicable';
    switch (rule.type) {
        case 'provenance':
            return place === undefined ? 'missing_provenance' : 'rule_satisfied';
        case 'trail-compliance':
            if (place === undefined)
                return 'no_provenance';
            if (place.trail === undefined)
                return 'legacy_flow';
            return place.status === 'COMPLIANT' ? 'rule_satisfied' : 'non_compliant_in_trail';
        case 'attestation':
            return resolveAttestation(rule.definition, place);
    }
}
function applies(rule, { name, fingerprint }, place) {
    const context = {
        artifact: { name, fingerprint },
        ...(place === undefined ? {} : { flow: { name: place.flow, tags: place.tags } }),
    };
    const decide = (condition) => decideCondition(condition, context);
    if (rule.type !== 'attestation')
        return rule.definition.required && !rule.definition.exceptions.some((each) => decide(each.if) === true);
    return rule.definition.if === null || decide(rule.definition.if) !== false;
}
/** A decision has two names: a policy may call it by either. */
function kindOf(type) {
    return type === 'system:decision' ? 'decision' : type;
}
/** Whether the attestations that a rule is about are there, and all of them say yes. */
function resolveAttestation(rule, place) {
    if (place === undefined)
        return 'no_provenance';
    if (place.trail === undefined)
        return 'legacy_flow';
    const found = place.attestations.filter(({ name, type, control }) => (rule.name === '*' || rule.name === name) &&
        (rule.type === '*' || kindOf(rule.type) === kindOf(type)) &&
        (rule.for_control === null || rule.for_control === control));
    if (found.length === 0)
        return 'missing_attestation';
    return !rule.must_be_compliant || found.every(({ compliant }) => compliant) ? 'rule_satisfied' : 'non_compliant_attestation';
}

;// CONCATENATED MODULE: ./lib/service/evidence/judges.js

/** The rules that the store decides by. */
const judges = { together: together, evaluate: evaluate, evaluateReplaced: evaluateReplaced, judge: judgeArtifact };

;// CONCATENATED MODULE: ./lib/service/evidence/unknown-flow.js


/** Flows that are looked through for the one that was meant. */
const most = 1000;
/** Refuses evidence for a flow that there is not, where evidence begins none: a mistyped flow would require nothing. */
async function refuseUnknownFlow({ beginsFlows, store }, { orgId, orgName }, flow) {
    if (beginsFlows || (await store.findFlow(orgId, flow)) !== undefined)
        return;
    const flows = await store.flowNames(orgId, '', most);
    const there = flows.length === 0 ? 'there are none' : `there is ${(0,lib_text/* list */.p_)(flows)}`;
    throw new Refusal('invalid-request', `There is no flow '${flow}' in the organization '${orgName}', and evidence begins none in this service: ${there}.`, { fix: `${(0,lib_text/* didYouMean */.au)(flow, flows)}Correct the name of the flow, or give the service a file of it (flow-files, --flow).` });
}

;// CONCATENATED MODULE: ./lib/service/evidence/without-nulls.js
/** An input without the fields that say nothing: in the interface `null` is the same as an absent field. */
function withoutNulls(input) {
    return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

;// CONCATENATED MODULE: ./lib/service/evidence/artifacts.js







/** Artifacts that are read at once; each brings what was sent with it. */
const atOnce = 20;
/** Records a report of an artifact. */
async function reportArtifact(evidence, author, flow, input) {
    await refuseUnknownFlow(evidence, author, flow);
    const commit = input.git_commit ?? input.git_commit_info?.sha1;
    const repoId = repositoryId(author.orgName, input.repo_info);
    const repoName = input.repo_info?.name;
    const trailName = input.trail_name ?? undefined;
    return await evidence.store.reportArtifact({
        author,
        flowName: flow,
        ...(trailName === undefined ? {} : { trailName }),
        name: input.template_reference_name ?? 'artifact',
        fingerprint: input.fingerprint,
        ...(commit === undefined ? {} : { commit }),
        ...(repoId === undefined ? {} : { repoId }),
        ...(repoName === undefined ? {} : { repoName }),
        data: withoutNulls(input),
        // A trail that an artifact brings into being is about that artifact's commit.
        trail: withoutNulls({ git_commit_info: input.git_commit_info ?? null }),
    }, judges);
}
/** One page of the artifacts of an organization, of a flow or of a repository, the latest first. */
async function listArtifacts(evidence, org, filter, { page, perPage }) {
    const { flowName } = filter;
    if (flowName !== undefined && (await evidence.store.findFlow(org.orgId, flowName)) === undefined)
        throw noFlow(org.orgName, flowName);
    const numbers = await evidence.store.artifactNumbers(org.orgId, filter, (page - 1) * perPage, perPage);
    if (numbers.length === 0)
        await refuseUnknownRepository(evidence, org, filter);
    return viewsOf(evidence, org.orgId, numbers);
}
/** A name with a mistake in it would look like a repository without artifacts. */
async function refuseUnknownRepository({ store }, org, { repoName }) {
    if (repoName === undefined || (await store.artifactNumbers(org.orgId, { repoName }, 0, 1)).length > 0)
        return;
    throw new Refusal('not-found', `No artifact of a repository '${repoName}' was reported in the organization '${org.orgName}'.`, {
        fix: 'Check its name, which is such as owner/name.',
    });
}
async function* viewsOf({ links, store }, orgId, numbers) {
    for (let at = 0; at < numbers.length; at += atOnce) {
        for (const row of await store.artifactsNumbered(orgId, numbers.slice(at, at + atOnce)))
            yield artifactView(row, links);
    }
}
/**
 * One artifact of a flow, the latest where several trails have it; of one trail where one is named, or that of an
 * attestation of the artifact.
 */
async function getArtifact(evidence, org, flowName, fingerprint, { trail, attestationId }) {
    const { links, store } = evidence;
    const trailName = attestationId === undefined ? trail : await trailOfAttestation(evidence, org, flowName, fingerprint, attestationId);
    if (trail !== undefined && trail !== trailName)
        throw noArtifact(org.orgName, flowName, fingerprint);
    const filter = { flowName, fingerprint, ...(trailName === undefined ? {} : { trailName }) };
    const numbers = await store.artifactNumbers(org.orgId, filter, 0, 1);
    const [row] = await store.artifactsNumbered(org.orgId, numbers);
    if (row !== undefined)
        return { ...artifactView(row, links), ...(await currentOf(evidence, org, row)) };
    if ((await store.findFlow(org.orgId, flowName)) === undefined)
        throw noFlow(org.orgName, flowName);
    throw noArtifact(org.orgName, flowName, fingerprint);
}
/** What an artifact is by what is asked of its trail now; nothing of one without a trail. */
async function currentOf({ store }, { orgId }, row) {
    const { trail_id: trailId } = row.record;
    return trailId === undefined ? {} : currentStateFields(await store.currentOf(orgId, trailId, judges), row);
}
/** Where an artifact was reported in a flow, the latest first and at most a page, each as one artifact is answered; with `id` the one of a trail. */
async function reportsOfArtifact(evidence, org, { fingerprint, flowName, id }, { page, perPage }) {
    const filter = { flowName, fingerprint, ...(id === undefined ? {} : { id }) };
    const { links, store } = evidence;
    const numbers = await store.artifactNumbers(org.orgId, filter, (page - 1) * perPage, perPage);
    const reports = [];
    for (const row of await store.artifactsNumbered(org.orgId, numbers))
        reports.push({ ...artifactView(row, links), ...(await currentOf(evidence, org, row)) });
    if (reports.length === 0 && page === 1)
        throw noArtifact(org.orgName, flowName, fingerprint);
    return reports;
}
async function trailOfAttestation({ store }, org, flowName, fingerprint, id) {
    const flow = await store.findFlow(org.orgId, flowName);
    const record = (await store.attestationById(org.orgId, id))?.record;
    if (record?.data.artifact_fingerprint === fingerprint && record.flow_id === flow?.id)
        return record.trail;
    throw new Refusal('not-found', `There is no attestation ${id} of the artifact ${fingerprint} in the flow '${flowName}'.`, {
        fix: 'Check its identifier, or leave attestation_id out.',
    });
}
/** Artifacts that are looked through for a commit. */
const mostOfCommit = 100;
/** The artifacts of a flow that were made of a commit, the latest first. */
async function artifactsOfCommit(evidence, org, flowName, commit, trailName) {
    const filter = { flowName, commit, ...(trailName === undefined ? {} : { trailName }) };
    return await listArtifacts(evidence, org, filter, { page: 1, perPage: mostOfCommit });
}
/**
 * The commit of the latest artifact of a flow, of a branch where one is named, this artifact left out: what a client
 * lists the changes since. It looks at the latest hundred.
 */
async function latestCommit({ store }, org, flowName, fingerprint, branch) {
    if ((await store.findFlow(org.orgId, flowName)) === undefined)
        throw noFlow(org.orgName, flowName);
    const numbers = await store.artifactNumbers(org.orgId, { flowName }, 0, mostOfCommit);
    for (let at = 0; at < numbers.length; at += atOnce) {
        for (const { fingerprint: other, record } of await store.artifactsNumbered(org.orgId, numbers.slice(at, at + atOnce))) {
            if (other === fingerprint || record.commit === undefined)
                continue;
            if (branch === undefined || branch === branchOf(record.data.git_commit_info))
                return { latest_commit: record.commit };
        }
    }
    return { latest_commit: null };
}
function branchOf(commit) {
    return typeof commit === 'object' && commit !== null && 'branch' in commit ? commit.branch : undefined;
}
/** What happened to an artifact: its first report, the latest where there was another, and each start and end in an environment. */
function historyOf({ createdAt, name, presence, record }) {
    const reports = record.created_at === createdAt ? [createdAt] : [createdAt, record.created_at];
    const events = [
        ...reports.map((timestamp) => ({ event: `${name} reported`, timestamp })),
        ...presence.deployments.flatMap(({ endedAt, environment, startedAt }) => [
            { event: `${name} started running in ${environment}`, timestamp: startedAt },
            ...(endedAt === undefined ? [] : [{ event: `${name} stopped running in ${environment}`, timestamp: endedAt }]),
        ]),
    ];
    return events.toSorted((one, other) => one.timestamp - other.timestamp);
}
/** The environments that an artifact runs in now, or ran in, each once. */
function residencesWhere({ residences }, isRunning) {
    return residences.filter((residence) => residence.isRunning === isRunning);
}
/** What it stands by because of an override, on its trail as well; nothing where there is no override. */
function overriddenFields({ overridden }) {
    if (overridden.length === 0)
        return {};
    const rows = overridden.map(({ compliant, id, name, overriddenId, type }) => ({
        attestation_name: name,
        attestation_type: type,
        attestation_id: id,
        overridden_attestation_id: overriddenId,
        is_compliant: compliant,
    }));
    return { overridden_attestations: rows };
}
function residenceView({ environment, snapshot }) {
    return { environment_name: environment, snapshot_index: snapshot };
}
/** An artifact as its readers see it: what was reported last, and what we say of it. Its times are decimal strings, as the interface has them. */
function artifactView(row, links) {
    const { approvals, createdAt, evidence, fingerprint, flowName, id, name, presence, record, state } = row;
    const { data, earlier_trees: earlierTrees, org, trail } = record;
    return {
        ...data,
        ...(earlierTrees === undefined ? {} : { earlier_trees: earlierTrees }),
        id,
        fingerprint,
        created_at: String(createdAt),
        last_modified_at: String(record.created_at),
        created_by: record.reported_by,
        flow_name: flowName,
        trail_name: trail ?? null,
        template_reference_name: name,
        // An empty text rather than null: the best-known client cuts it without a look.
        git_commit: record.commit ?? '',
        user_data: data.user_data ?? {},
        state: state === '' ? null : state,
        evidence: Object.fromEntries(evidence.map((each) => [
            each.name,
            {
                attestation_id: each.id,
                evidence_type: each.type,
                is_compliant: each.compliant,
                created_at: String(each.createdAt),
                has_audit_package: each.hasFile,
            },
        ])),
        ...overriddenFields(row),
        deployments: presence.deployments.map(({ number }) => number),
        releases: approvals,
        // What the best-known client reads of one artifact.
        running: residencesWhere(presence, true).map(residenceView),
        exited: residencesWhere(presence, false).map(residenceView),
        approvals,
        history: historyOf(row),
        html_url: links.artifactPage(org, flowName, fingerprint, id),
        api_url: links.artifact(org, flowName, fingerprint),
    };
}

;// CONCATENATED MODULE: ./lib/service/evidence/attached-file.js


/** The file of a record on a trail. Throws a Refusal where there is none. */
async function attachedFile({ blobs, store }, { orgId, orgName }, { flow, id, trail }) {
    const record = (await store.attestationById(orgId, id))?.record;
    // The flow may have another name by now.
    const flowId = (await store.findFlow(orgId, flow))?.id;
    if (record === undefined || record.flow_id !== flowId || record.trail !== trail)
        throw noAttestation(orgName, flow, trail, id);
    const { attachment } = record;
    if (attachment === undefined)
        throw new Refusal('not-found', `No file is attached to the attestation ${id}, whose name is '${record.attestation_name}'.`);
    const { bytes, filename, sha256 } = attachment;
    return { bytes, filename, sha256, content: await blobs.read(attachment) };
}

;// CONCATENATED MODULE: ./lib/compliance/junit.js
/**
 * A test-results record is compliant when no row has a failure or an error. A row of skipped tests, or of none at all,
 * says nothing against it: that nothing was tested is for the gate to say, which sees the totals.
 */
function isJunitCompliant(rows) {
    return rows.every((row) => row.failures === 0 && row.errors === 0);
}

;// CONCATENATED MODULE: ./lib/service/evidence/attestation-view.js

/** An attestation as its readers see it: what was sent, type-specific fields included, and what we say of it in its place. */
function attestationView({ flowName, record }, links) {
    const { id, org, trail, attachment, data } = record;
    return {
        ...data,
        attestation_id: id,
        attestation_name: record.attestation_name,
        attestation_type: record.attestation_type,
        created_at: record.created_at,
        reported_by: record.reported_by,
        is_compliant: complies(record),
        user_data: data.user_data ?? {},
        ...(record.type_version === undefined ? {} : { type_version: record.type_version }),
        ...(record.overridden === undefined ? {} : { overridden_attestation_id: record.overridden.id }),
        has_audit_package: attachment !== undefined,
        ...(attachment === undefined
            ? {}
            : {
                evidence_archive_fingerprint: attachment.sha256,
                evidence_archive_path: `${org}/trail_attestation/${id}/${attachment.filename}`,
            }),
        flow_name: flowName,
        trail_name: trail,
        schema_version: 1,
        html_url: links.attestation(org, flowName, trail, id),
    };
}
/** Results with a failure are never shown as compliant, whatever is stored next to them. */
function complies({ attestation_type, is_compliant, data: { junit_results } }) {
    return is_compliant && (attestation_type !== 'junit' || (Array.isArray(junit_results) && isJunitCompliant(junit_results)));
}

;// CONCATENATED MODULE: ./lib/service/evidence/listing.js
/** The next few items of a list that goes on afterwards. */
async function* next(items, count) {
    for (let index = 0; index < count; index += 1) {
        const item = await items.next();
        if (item.done !== true)
            yield item.value;
    }
}

;// CONCATENATED MODULE: ./lib/service/store/portions.js
/** How much is read at once: a record may be megabytes, and others wait meanwhile. */
const mostBytes = 1_000_000;
const portions_mostItems = 100;
/** Cuts a list into pieces that are not too much to read at once, in order. A single item may be more than that. */
function* portions(items) {
    let portion;
    let held = 0;
    for (const item of items) {
        if (portion !== undefined && portion.length < portions_mostItems && held + item.bytes <= mostBytes) {
            portion.push(item);
            held += item.bytes;
            continue;
        }
        if (portion !== undefined)
            yield portion;
        [portion, held] = [[item], item.bytes];
    }
    if (portion !== undefined)
        yield portion;
}

;// CONCATENATED MODULE: ./lib/service/evidence/attestations.js




/** Attestations whose places are read at once. */
const pageSize = 500;
/** Fingerprints that begin alike, of which one listing tells at most. */
const mostFingerprints = 100;
/** Commits that one search names at most. */
const mostCommits = 1000;
/** For each commit that is asked for, in that order, its attestations, newest first; a commit without any has an empty list. */
async function* attestationsByCommit(evidence, orgId, commits, filter) {
    const distinct = [...new Set(commits)];
    for (let begin = 0; begin < distinct.length; begin += mostCommits)
        yield* attestations_together(evidence, orgId, distinct.slice(begin, begin + mostCommits), filter);
}
/** Commits whose attestations are one page, or one commit: more are halved until they are, so that few statements find many. */
async function* attestations_together(evidence, orgId, commits, filter) {
    const [one, another] = commits;
    if (one === undefined)
        return;
    if (another === undefined) {
        yield [one, inPages(evidence, orgId, { ...filter, commits })];
        return;
    }
    const places = await evidence.store.findAttestations(orgId, { ...filter, commits }, pageSize);
    if (places.length === pageSize) {
        const half = Math.ceil(commits.length / 2);
        yield* attestations_together(evidence, orgId, commits.slice(0, half), filter);
        yield* attestations_together(evidence, orgId, commits.slice(half), filter);
        return;
    }
    const ofCommit = Map.groupBy(places, ({ commit }) => commit);
    const views = viewsAt(evidence, orgId, commits.map((commit) => ofCommit.get(commit) ?? []).flat());
    for (const commit of commits)
        yield [commit, next(views, ofCommit.get(commit)?.length ?? 0)];
}
/** All records of one name on a trail, newest first. */
function attestationsOfTrail(evidence, orgId, flow, trail, name) {
    return inPages(evidence, orgId, { trail: { flowName: flow, name: trail }, name });
}
/** One page of all records on a trail, newest first, before a place in the log; `next` is the place for the page behind it. */
async function attestationsOnTrail(evidence, orgId, trailId, { before, limit }) {
    // One more than is shown tells whether there are more.
    const places = await evidence.store.attestationsOfTrail(orgId, trailId, before, limit + 1);
    const shown = places.slice(0, limit);
    return { items: viewsAt(evidence, orgId, shown), next: places.length > limit ? shown.at(-1)?.sequence : undefined };
}
/** One record of a trail; a refusal where the trail has none of that id. */
async function attestationOnTrail(evidence, org, trail, id) {
    const row = await evidence.store.attestationById(org.orgId, id);
    if (row?.record.trail_id !== trail.id)
        throw noAttestation(org.orgName, trail.flowName, trail.name, id);
    return attestationView(row, evidence.links);
}
/**
 * All records of one name about the artifacts of a flow whose fingerprint begins so: those about the artifact itself, and
 * those that were made for its name and commit. Trail by trail, and on each newest first.
 */
async function* attestationsOfArtifact(evidence, orgId, { flow, name, prefix }) {
    const { fingerprints } = await evidence.store.shasBeginning(orgId, prefix, mostFingerprints);
    for (const fingerprint of fingerprints) {
        const numbers = await evidence.store.artifactNumbers(orgId, { flowName: flow, fingerprint }, 0, pageSize);
        for (const artifact of await evidence.store.artifactsNumbered(orgId, numbers)) {
            const { commit, trail } = artifact.record;
            if (trail === undefined)
                continue;
            const isAbout = ({ record }) => record.fingerprint === fingerprint ||
                (record.fingerprint === undefined &&
                    record.commit !== undefined &&
                    record.commit === commit &&
                    record.targets.includes(artifact.name));
            yield* inPages(evidence, orgId, { trail: { flowName: flow, name: trail }, name }, isAbout);
        }
    }
}
/** One page of a flow's attestations, newest first. */
async function attestationsOfFlow(evidence, { orgId, orgName }, search, { page, perPage }) {
    if ((await evidence.store.findFlow(orgId, search.flowName)) === undefined)
        throw noFlow(orgName, search.flowName);
    const total = await evidence.store.flowAttestationCount(orgId, search);
    const places = await evidence.store.flowAttestations(orgId, search, (page - 1) * perPage, perPage);
    return {
        items: viewsAt(evidence, orgId, places),
        pagination: { total, page, per_page: perPage, page_count: Math.ceil(total / perPage) },
    };
}
/** One page of an organization's attestations, or of those whose id begins so, newest first; or the one that was asked for. */
async function listAttestations(evidence, orgId, { id, page, perPage, prefix }) {
    const { store, links } = evidence;
    if (id !== undefined) {
        const row = id.startsWith(prefix ?? '') ? await store.attestationById(orgId, id) : undefined;
        const total = row === undefined ? 0 : 1;
        const items = (async function* () {
            if (row !== undefined && page === 1)
                yield attestationView(row, links);
        })();
        return { items, pagination: { total, page, per_page: perPage, page_count: total } };
    }
    const total = await store.attestationCount(orgId, prefix);
    const before = (page - 1) * perPage;
    // All are numbered without a gap, so that a page begins at a number, however many come before it.
    const places = prefix === undefined
        ? await store.findAttestations(orgId, { before: total - before + 1 }, perPage)
        : (await store.findAttestations(orgId, { prefix }, Math.min(before + perPage, total))).slice(before);
    return {
        items: viewsAt(evidence, orgId, places),
        pagination: { total, page, per_page: perPage, page_count: Math.ceil(total / perPage) },
    };
}
/** All that a search finds. A page begins below the number that the one before it ended with. */
async function* inPages(evidence, orgId, search, isMeant) {
    for (let before = Number.MAX_SAFE_INTEGER;;) {
        const places = await evidence.store.findAttestations(orgId, { ...search, before }, pageSize);
        yield* viewsAt(evidence, orgId, places, isMeant);
        const last = places.at(-1);
        if (last === undefined || places.length < pageSize)
            return;
        before = last.number;
    }
}
/** The attestations at some places, in that order; a few at once, for one may be megabytes and an answer may hold many. */
async function* viewsAt({ store, links }, orgId, places, isMeant = () => true) {
    for (const portion of portions(places)) {
        const rows = await store.attestationsAt(orgId, portion.map(({ sequence }) => sequence));
        for (const row of rows)
            if (isMeant(row))
                yield attestationView(row, links);
    }
}

;// CONCATENATED MODULE: ./lib/service/evidence/flows.js




/** Creates a flow or changes what is known of it; without a template the stored one stays. */
function putFlow({ store }, author, input, template) {
    return store.putFlow({ author, name: input.name, data: withoutNulls(input), ...(template === undefined ? {} : { template }) });
}
async function getFlow({ store }, org, name) {
    const flow = await store.findFlow(org.orgId, name);
    if (flow === undefined)
        throw noFlow(org.orgName, name);
    return flowView(flow, (await store.tagsOf(org.orgId, 'flow', [flow.id])).get(flow.id), org.orgName);
}
/** Gives a flow another name. Its old one stays valid until another flow takes it. */
async function renameFlow({ store }, author, name, newName) {
    const outcome = await store.renameFlow(author, name, newName, judges);
    if (outcome === 'no-flow')
        throw noFlow(author.orgName, name);
    if (outcome === 'taken') {
        // Not a conflict: clients ask again after one, and this one does not pass.
        throw new Refusal('invalid-request', `The organization '${author.orgName}' has a flow '${newName}' already.`, {
            fix: 'Choose another name, or rename that flow first.',
        });
    }
}
/** Takes a flow out of the list of flows. */
async function archiveFlow({ store }, author, name) {
    if ((await store.archiveFlow(author, name)) === 'no-flow')
        throw noFlow(author.orgName, name);
}
/**
 * The flows whose name holds a text, by name: one page of them, or all when no page size is asked for. Names are read a
 * thousand at once; the rest only of those that are shown.
 */
async function listFlows({ store }, org, { part, isExact }, { page, perPage }) {
    const folded = (text) => (isExact ? text : text.toLowerCase());
    const names = [];
    for (let after = '', more = true; more;) {
        const read = await store.flowNames(org.orgId, after, namesAtOnce);
        names.push(...read.filter((name) => folded(name).includes(folded(part))));
        more = read.length === namesAtOnce;
        after = read.at(-1) ?? '';
    }
    const total = names.length;
    const size = perPage === 0 ? total : perPage;
    const shown = names.slice((page - 1) * size, page * size);
    async function* items() {
        for (let at = 0; at < shown.length; at += flowsAtOnce) {
            const flows = await store.flowsNamed(org.orgId, shown.slice(at, at + flowsAtOnce));
            const tags = await store.tagsOf(org.orgId, 'flow', flows.map(({ id }) => id));
            for (const flow of flows)
                yield flowView(flow, tags.get(flow.id), org.orgName);
        }
    }
    const pagination = perPage === 0 ? undefined : { total, page, per_page: perPage, page_count: Math.ceil(total / perPage) };
    return { pagination, items: items() };
}
const namesAtOnce = 1000;
/** A template may be 256 KiB. */
const flowsAtOnce = 10;
/** A flow as its readers see it; `template` is its YAML. */
function flowView(flow, tags, org) {
    return {
        name: flow.name,
        description: flow.details.description ?? '',
        visibility: flow.details.visibility ?? 'private',
        org,
        template: flow.content,
        repo_url: null,
        tags: tags ?? {},
        created_at: flow.createdAt,
        created_by: flow.createdBy,
        last_modified_at: flow.lastModifiedAt,
    };
}

;// CONCATENATED MODULE: ./lib/service/evidence/replaced.js


/** One record by its id; `undefined` where the organization has none of it. */
async function recordById({ links, store }, orgId, id) {
    const row = await store.attestationById(orgId, id);
    return row === undefined ? undefined : attestationView(row, links);
}
/**
 * The record that took the place of another one on its trail: the latest of its name about the same thing. `undefined` while
 * that is the record itself, of several artifacts that it was made for at least of one.
 */
async function replacementOf(evidence, orgId, trailId, record) {
    const latest = (await evidence.store.latestNamed(orgId, trailId, record.attestation_name)).filter((each) => isAbout(record, each));
    const [first] = latest;
    if (first === undefined || latest.some(({ id }) => id === record.attestation_id))
        return undefined;
    return await recordById(evidence, orgId, first.id);
}
function isAbout(record, { commit, fingerprint, target }) {
    const own = (0,lib_text/* stringAt */.bX)(record, 'artifact_fingerprint');
    const targets = (0,lib_text/* listAt */.gT)(record, 'target_artifacts') ?? [];
    if (own !== undefined || targets.length === 0)
        return own === fingerprint && target === undefined;
    return target !== undefined && targets.includes(target) && commit === (0,lib_text/* stringAt */.bX)(record, 'git_commit_info', 'sha1');
}

;// CONCATENATED MODULE: ./lib/service/evidence/environment-refusals.js


/** The refusal of a write about an environment. */
function environmentRefusal(org, refusal) {
    const { name } = refusal;
    switch (refusal.outcome) {
        case 'no-environment':
            return noEnvironment(org, name);
        case 'archived':
            return new Refusal('invalid-request', `The environment '${name}' of the organization '${org}' is archived and takes nothing.`, {
                fix: 'Create it again to bring it back.',
            });
        case 'other-type':
            return new Refusal('invalid-request', `The environment '${name}' of the organization '${org}' is of the type ${refusal.type}.`, {
                errors: { type: `must be ${refusal.type}: the type of an environment never changes.` },
            });
        case 'name-taken':
            return new Refusal('invalid-request', `There is an environment '${name}' in the organization '${org}' already.`, {
                errors: { new_name: 'is taken: choose another.' },
            });
        case 'no-policy':
            return new Refusal('not-found', `There is no policy '${name}' in the organization '${org}'.`, {
                fix: 'Check its name, or create it.',
            });
        case 'not-physical':
            return new Refusal('invalid-request', `The environment '${name}' of the organization '${org}' is logical.`, {
                fix: 'Name one that something is reported to: what runs in a logical one is known from its parts.',
            });
        case 'not-logical':
            return new Refusal('invalid-request', `The environment '${name}' of the organization '${org}' is not logical.`, {
                errors: { included_environments: 'only an environment of the type logical is made of others.' },
            });
    }
}

;// CONCATENATED MODULE: ./lib/service/evidence/environments.js



/** Makes an environment or changes what is said of it: what is absent stays. */
async function putEnvironment({ store }, author, input) {
    const { description, included_environments: included, name, policies, type } = input;
    const outcome = await store.putEnvironment({
        author,
        name,
        type,
        ...(typeof description === 'string' ? { description } : {}),
        ...(included === undefined || included === null ? {} : { included }),
        ...(policies === undefined || policies === null ? {} : { policies }),
    }, judges);
    return accepted(author, outcome);
}
/** Changes one environment that is there. */
async function changeEnvironment({ store }, author, name, change) {
    accepted(author, await store.changeEnvironment(author, name, change, judges));
}
function accepted({ orgName }, outcome) {
    if ('name' in outcome)
        throw environmentRefusal(orgName, outcome);
    return outcome.outcome;
}
async function getEnvironment(evidence, org, name) {
    const environment = await findEnvironment(evidence, org, name);
    const [view] = await environments_viewsOf(evidence, org, [environment]);
    return view ?? {};
}
/** The environment of that name, also an archived one; a refusal where there is none. */
async function findEnvironment({ store }, org, name) {
    const found = await store.findEnvironment(org.orgId, name);
    if (found === undefined)
        throw noEnvironment(org.orgName, name);
    return found;
}
/** The environments that are not archived: one page of them, or all when no page size is asked for. */
async function listEnvironments(evidence, org, filter, { page, perPage }) {
    const found = [];
    for await (const environment of everyEnvironment(evidence, org)) {
        const isType = filter.types.length === 0 || filter.types.includes(environment.type);
        if (isType && environment.name.includes(filter.name))
            found.push(environment);
    }
    const tags = filter.tags.length === 0 ? new Map() : await tagsBy(evidence.store, org.orgId, found);
    const tagged = found.filter(({ id }) => filter.tags.every((wanted) => hasTag(tags.get(id) ?? {}, wanted)));
    const sorted = tagged.toSorted((one, other) => (filter.descends ? environments_compare(other, one, filter.sort) : environments_compare(one, other, filter.sort)));
    const shown = perPage === 0 ? sorted : sorted.slice((page - 1) * perPage, page * perPage);
    return { environments: await environments_viewsOf(evidence, org, shown), total: sorted.length };
}
function hasTag(tags, wanted) {
    const at = wanted.indexOf(':');
    return at === -1 ? Object.hasOwn(tags, wanted) : tags[wanted.slice(0, at)] === wanted.slice(at + 1);
}
/** The tags of some environments, by their ids. */
async function tagsBy(store, orgId, environments) {
    const found = new Map();
    for (let at = 0; at < environments.length; at += environments_atOnce) {
        const ids = environments.slice(at, at + environments_atOnce).map(({ id }) => id);
        for (const [id, tags] of await store.tagsOf(orgId, 'env', ids))
            found.set(id, tags);
    }
    return found;
}
const environments_atOnce = 1000;
/** Every environment that is not archived, by name. */
async function* everyEnvironment({ store }, { orgId }) {
    for (let after = '', more = true; more;) {
        const read = await store.environmentsAfter(orgId, after, environments_atOnce);
        yield* read.filter(({ isArchived }) => !isArchived);
        more = read.length === environments_atOnce;
        after = read.at(-1)?.name ?? '';
    }
}
function environments_compare(one, other, by) {
    const difference = by === 'last_modified_at'
        ? one.lastModifiedAt - other.lastModifiedAt
        : by === 'name'
            ? 0
            : (one.lastChangedAt ?? 0) - (other.lastChangedAt ?? 0);
    return difference === 0 ? (one.name < other.name ? -1 : 1) : difference;
}
async function environments_viewsOf({ store }, { orgId, orgName }, environments) {
    const tags = await tagsBy(store, orgId, environments);
    const views = [];
    for (const environment of environments) {
        const { included } = environment;
        const names = included.length === 0 ? new Map() : await store.environmentNames(orgId, included);
        views.push({
            ...fieldsOf(environment, orgName),
            tags: tags.get(environment.id) ?? {},
            included_environments: environment.type === 'logical' ? included.flatMap((id) => names.get(id) ?? []).toSorted() : null,
        });
    }
    return views;
}
/** An environment as its readers see it. */
function fieldsOf(environment, org) {
    return {
        id: environment.id,
        name: environment.name,
        org,
        type: environment.type,
        description: environment.description,
        archived: environment.isArchived,
        state: flagOf(environment.state),
        created_at: environment.createdAt,
        created_by: environment.createdBy,
        last_modified_at: Math.max(environment.lastModifiedAt, environment.lastChangedAt ?? 0),
        last_changed_at: environment.lastChangedAt ?? null,
        last_reported_at: environment.lastReportedAt ?? null,
        // A changed number of instances is an event, and no snapshot.
        include_scaling: false,
        policies: environment.policies,
    };
}
/** `null` while it is not known. */
function flagOf(state) {
    return state === 'UNKNOWN' ? null : state === 'COMPLIANT';
}

;// CONCATENATED MODULE: ./lib/service/evidence/snapshot-expression.js
const seconds = { minute: 60, hour: 3600, day: 86_400, week: 604_800, month: 2_592_000 };
/** How units of time begin; a month is 30 days. */
const units = [
    [/^(?:m|mins?|minutes?)$/, seconds.minute],
    [/^(?:h|hours?)$/, seconds.hour],
    [/^(?:d|days?)$/, seconds.day],
    [/^(?:w|weeks?)$/, seconds.week],
    [/^months?$/, seconds.month],
];
/** Numbers from here on are times. */
const firstTime = 100_000_000;
/**
 * Reads `N`, `#N`, `-N` from the end, `~N` behind the latest, `@{2026-01-31T12:00:00}` in UTC, `@{2.days.ago}`, `@{now}`; and
 * as the ends of an interval `NOW`, `2days` and Unix seconds. `undefined` where it is none of them. `now` is in Unix seconds.
 */
function parseSnapshotPlace(text, now) {
    const [, sign, digits] = /^#?(-?)(\d{1,12}(?:\.\d{1,9})?)$/.exec(text) ?? [];
    if (digits !== undefined) {
        const number = Number(digits);
        if (sign === '' && number >= firstTime)
            return { kind: 'time', at: number };
        if (!Number.isInteger(number) || number === 0)
            return undefined;
        return sign === '' ? { kind: 'number', number } : { kind: 'behind', count: number - 1 };
    }
    const [, behind] = /^~(\d{1,12})$/.exec(text) ?? [];
    if (behind !== undefined)
        return { kind: 'behind', count: Number(behind) };
    const [, braced] = /^@\{(.{1,60})\}$/.exec(text) ?? [];
    const at = braced === undefined ? timeAgo(text, now) : (momentOf(braced, now) ?? timeAgo(braced, now));
    return at === undefined ? undefined : { kind: 'time', at };
}
function momentOf(text, now) {
    const [, count, unit] = /^(\d{1,6})\.([a-z]{1,10})\.ago$/.exec(text) ?? [];
    if (count !== undefined && unit !== undefined)
        return ago(count, unit, now);
    const [, date, time = 'T00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d:\d\d(?:\.\d{1,9})?)Z?)?$/.exec(text) ?? [];
    if (date === undefined)
        return undefined;
    const at = Date.parse(`${date}${time}Z`) / 1000;
    return Number.isFinite(at) ? at : undefined;
}
function timeAgo(text, now) {
    if (/^now$/i.test(text))
        return now;
    const [, count, unit] = /^(\d{1,6})([a-z]{1,10})$/.exec(text) ?? [];
    return count === undefined || unit === undefined ? undefined : ago(count, unit, now);
}
function ago(count, unit, now) {
    const size = units.find(([form]) => form.test(unit))?.[1];
    return size === undefined ? undefined : now - Number(count) * size;
}

;// CONCATENATED MODULE: ./lib/service/evidence/snapshot-places.js


/** The snapshot that an expression means; a refusal where there is none. */
async function snapshotAt(evidence, org, environment, expression) {
    const number = await snapshot_places_numberOf(evidence, org, environment, expression, 'path.expression');
    const snapshot = await evidence.store.findSnapshot(org.orgId, environment.id, number);
    if (snapshot !== undefined)
        return snapshot;
    const count = environment.snapshotCount;
    throw new Refusal('not-found', `Of the environment '${environment.name}' in the organization '${org.orgName}' there is no snapshot '${expression}': it has ${count}.`, { fix: count === 0 ? 'Report what runs in it first.' : 'They count from 1.' });
}
/** The number that an expression means, which may be one that no snapshot has. */
async function snapshot_places_numberOf({ store }, org, environment, expression, field) {
    const place = parseSnapshotPlace(expression, Date.now() / 1000);
    switch (place?.kind) {
        case undefined:
            throw new Refusal('invalid-request', `'${expression}' is no snapshot.`, {
                errors: {
                    [field]: 'must be N, -N, ~N, @{2026-01-31T12:00:00}, @{2.days.ago} or @{now}; as the end of an interval also NOW, 2days or Unix seconds.',
                },
            });
        case 'number':
            return place.number;
        case 'behind':
            return environment.snapshotCount - place.count;
        case 'time':
            return await store.snapshotNumberAt(org.orgId, environment.id, place.at);
    }
}
/** The numbers of the first and the last snapshot of an interval `A..B`; one expression alone is both. */
async function intervalOf(evidence, org, environment, interval) {
    if (interval === '')
        return [1, environment.snapshotCount];
    const [from = '', to = from, more] = interval.split('..');
    if (more !== undefined)
        throw new Refusal('invalid-request', `'${interval}' is no interval.`, {
            errors: { 'query.interval': 'must be two snapshots with .. between them.' },
        });
    const [one, other] = [
        await snapshot_places_numberOf(evidence, org, environment, from, 'query.interval'),
        await snapshot_places_numberOf(evidence, org, environment, to, 'query.interval'),
    ];
    // A time before the first snapshot is number 0.
    return [Math.max(Math.min(one, other), 1), Math.min(Math.max(one, other), environment.snapshotCount)];
}

;// CONCATENATED MODULE: ./lib/service/evidence/latest-reports.js
/** Artifacts that are read at once; each brings what was sent with it. */
const latest_reports_atOnce = 20;
/** The latest report of each of some artifacts, by fingerprint. `origins` has the latest first. */
async function latestReports({ store }, orgId, origins) {
    const latest = [...new Map(origins.toReversed().map((origin) => [origin.fingerprint, origin])).values()];
    const found = new Map();
    for (let at = 0; at < latest.length; at += latest_reports_atOnce) {
        const some = latest.slice(at, at + latest_reports_atOnce);
        const rows = await store.artifactsNumbered(orgId, some.map(({ number }) => number));
        for (const { fingerprint, presence, record } of rows) {
            const { commit_url: commitUrl } = record.data;
            found.set(fingerprint, {
                flow: record.flow,
                commitUrl: typeof commitUrl === 'string' ? commitUrl : '',
                deployments: presence.deployments.map(({ number }) => number),
            });
        }
    }
    return found;
}

;// CONCATENATED MODULE: ./lib/service/evidence/snapshot-view.js


/** A snapshot as its readers see it. */
async function snapshotView(evidence, org, environment, snapshot) {
    const { links, store } = evidence;
    const { artifacts, createdAt, number, policies, state } = snapshot;
    const [span] = await store.snapshotSpans(org.orgId, environment.id, number, number);
    const found = await store.originsOf(org.orgId, artifacts.map(({ fingerprint }) => fingerprint));
    const origins = Map.groupBy(found, ({ fingerprint }) => fingerprint);
    const reports = await latestReports(evidence, org.orgId, found);
    const running = artifacts.filter(({ instances }) => instances.length > 0);
    const count = (wanted) => running.filter((artifact) => artifact.state === wanted).length;
    return {
        index: number,
        is_latest: span?.endedAt === undefined,
        timestamp: createdAt,
        next_snapshot_timestamp: span?.endedAt ?? null,
        type: environment.type,
        // What is not known is no yes.
        compliant: state === 'COMPLIANT',
        artifact_compliance_count: { true: count('COMPLIANT'), false: count('NON-COMPLIANT'), null: count('UNKNOWN') },
        html_url: links.snapshot(org.orgName, environment.name, number),
        artifacts: artifacts.map((artifact) => snapshot_view_artifactView(evidence, org, artifact, origins.get(artifact.fingerprint) ?? [], reports.get(artifact.fingerprint))),
        applied_policies: policies.map(({ name, version }) => ({ policy_name: name, policy_version: version })),
    };
}
function snapshot_view_artifactView({ links }, { orgName }, { decisions, fingerprint, instances, isAllowed, name, state, was }, origins, report) {
    const [latest] = origins;
    return {
        name,
        fingerprint,
        compliant: flagOf(state),
        allowed: isAllowed,
        creationTimestamp: instances,
        annotation: { type: annotationOf(was, instances.length, state), was, now: instances.length },
        // Texts in every case: the best-known client reads them without a look.
        flow_name: latest?.flow ?? '',
        git_commit: latest?.commit ?? '',
        commit_url: report?.commitUrl ?? '',
        html_url: latest === undefined ? null : links.artifactPage(orgName, latest.flow, fingerprint, latest.artifactId),
        flow_html_url: latest === undefined ? null : links.flow(orgName, latest.flow),
        flows: origins.map(({ artifactId, commit, flow, name: reference, state: status, trail }) => ({
            flow_name: flow,
            trail_name: trail === '' ? null : trail,
            template_reference_name: reference,
            artifact_id: artifactId,
            git_commit: commit,
            artifact_compliance_in_flow: status === '' ? null : status,
            html_url: trail === '' ? null : links.trail(orgName, flow, trail),
        })),
        deployments: report?.deployments ?? [],
        pods: null,
        policy_decisions: decisions,
        reasons_for_incompliance: state === 'NON-COMPLIANT' ? reasonsIn(decisions) : [],
    };
}
function annotationOf(was, now, state) {
    if (now === 0)
        return 'exited';
    const step = was === 0 ? 'started' : was === now ? 'unchanged' : 'scaled';
    return `${step}-${state.toLowerCase()}`;
}
/** A sentence for each rule of a policy that is not satisfied. */
function reasonsIn(decisions) {
    return decisions.flatMap(({ policy_name: policy, rule_evaluations: evaluations }) => (Array.isArray(evaluations) ? evaluations : []).flatMap((evaluation) => {
        const { ignored, rule, satisfied } = Object(evaluation);
        if (ignored === true || satisfied === true)
            return [];
        const { definition, type } = Object(rule);
        const { name } = Object(definition);
        return [`The policy '${String(policy)}' requires ${type === 'attestation' ? `the attestation '${String(name)}'` : String(type)}.`];
    }));
}

;// CONCATENATED MODULE: ./lib/service/evidence/snapshots.js







/** Records what runs in an environment now; says whether that made a snapshot. */
async function reportSnapshot({ store }, author, environment, type, input) {
    const outcome = await store.reportSnapshot({ author, environment, type, running: runningOf(input) }, judges);
    if (outcome.outcome !== 'recorded')
        throw environmentRefusal(author.orgName, outcome);
    return { isNew: outcome.isNew, snapshot: outcome.snapshot };
}
/** Each artifact once, by name: one of several names goes by the first of them, and whatever has its fingerprint is an instance. */
function runningOf({ artifacts }) {
    const found = new Map();
    for (const { creationTimestamp, digests } of artifacts) {
        for (const [name, fingerprint] of Object.entries(digests)) {
            const known = found.get(fingerprint);
            if (known === undefined)
                found.set(fingerprint, { name, instances: [creationTimestamp] });
            else {
                known.instances.push(creationTimestamp);
                if (name < known.name)
                    known.name = name;
            }
        }
    }
    if (found.size > limits/* limits */.F.snapshotArtifacts) {
        throw new Refusal('invalid-request', `The report names ${found.size} different artifacts.`, {
            errors: {
                artifacts: `must be at most ${limits/* limits */.F.snapshotArtifacts} different ones: report to several environments, and make a logical one of them.`,
            },
        });
    }
    return [...found]
        .map(([fingerprint, { instances, name }]) => ({ fingerprint, name, instances: instances.toSorted((one, other) => one - other) }))
        .toSorted((one, other) => (one.name === other.name ? (one.fingerprint < other.fingerprint ? -1 : 1) : one.name < other.name ? -1 : 1));
}
/** One snapshot, by an expression. */
async function getSnapshot(evidence, org, name, expression) {
    const environment = await findEnvironment(evidence, org, name);
    return await snapshotView(evidence, org, environment, await snapshotAt(evidence, org, environment, expression));
}
/** A page of the snapshots of an environment, the latest first. */
async function listSnapshots(evidence, org, name, { interval, oldestFirst, page, perPage }) {
    const environment = await findEnvironment(evidence, org, name);
    const [first, last] = await intervalOf(evidence, org, environment, interval);
    const skipped = (page - 1) * perPage;
    const [from, to] = oldestFirst
        ? [first + skipped, Math.min(first + skipped + perPage - 1, last)]
        : [Math.max(last - skipped - perPage + 1, first), last - skipped];
    if (to < from)
        return [];
    const spans = await evidence.store.snapshotSpans(org.orgId, environment.id, from, to);
    const now = Date.now() / 1000;
    const items = spans.map(({ createdAt, endedAt, number, state }) => ({
        index: number,
        from: createdAt,
        // The latest one has no end.
        to: endedAt ?? 0,
        compliant: state === 'COMPLIANT',
        duration: Math.max((endedAt ?? now) - createdAt, 0),
    }));
    return oldestFirst ? items : items.toReversed();
}

;// CONCATENATED MODULE: ./lib/service/evidence/trails.js






/** Begins a trail or changes what is known of it: what is absent leaves the stored value. */
async function putTrail({ store }, author, flowName, input, template) {
    const repoId = repositoryId(author.orgName, input.repo_info);
    const outcome = await store.putTrail({
        author,
        flowName,
        name: input.name,
        data: withoutNulls(input),
        ...(repoId === undefined ? {} : { repoId }),
        ...(template === undefined ? {} : { template }),
    }, judges);
    if (outcome === 'no-flow')
        throw noFlow(author.orgName, flowName);
    return outcome;
}
async function getTrail(evidence, org, flowName, name) {
    const { links, store } = evidence;
    const { current, trail } = await findTrailNow(evidence, org, flowName, name);
    const tags = (await store.tagsOf(org.orgId, 'flow', [trail.flowId])).get(trail.flowId);
    const fields = { ...trails_fieldsOf(trail, tags, org.orgName, links), ...currentFields(current) };
    return { id: trail.id, fields, compliance: trail.compliance, events: eventsOf(store, org.orgId, trail, []) };
}
/** The trail of that name, and what it is by what is asked of it now; a refusal where there is none. */
async function findTrailNow({ store }, org, flowName, name) {
    const found = await store.findTrailNow(org.orgId, flowName, name, judges);
    if (found !== undefined)
        return found;
    if ((await store.findFlow(org.orgId, flowName)) === undefined)
        throw noFlow(org.orgName, flowName);
    throw noTrail(org.orgName, flowName, name);
}
/** What a trail is by what is asked of it now. */
async function currentCompliance({ store }, { orgId }, trailId) {
    return (await store.currentOf(orgId, trailId, judges)).compliance;
}
/**
 * The trails of a flow, or of all flows, latest first: one page of them, or all when no page size is asked for. Pages are cut by the
 * number that a trail has in its flow, so the last page costs what the first does. They are read as the answer is
 * written, a few at once, for a trail may be megabytes: neither the memory nor other requests feel the length.
 */
async function listTrails(evidence, org, flowName, { page, perPage }) {
    const total = await evidence.store.trailCount(org.orgId, flowName);
    if (total === undefined)
        throw noFlow(org.orgName, flowName ?? '');
    const size = perPage === 0 ? total : perPage;
    const first = Math.max(total - (page - 1) * size, 0);
    const last = Math.max(first - size, 0);
    const pagination = perPage === 0 ? undefined : { total, page, per_page: perPage, page_count: Math.ceil(total / perPage) };
    return { pagination, items: trailsBetween(evidence, org, flowName, last, first) };
}
/** Trails whose sizes are asked for at once: no fewer than a page has. */
const trails_window = 100;
/** The trails with the numbers in `(after, upTo]`, latest first. */
async function* trailsBetween({ store, links }, org, flowName, after, upTo) {
    for (let end = upTo; end > after; end -= trails_window) {
        const sizes = await store.trailSizes(org.orgId, flowName, Math.max(end - trails_window, after), end);
        for (const portion of portions(sizes)) {
            const trails = await store.trailsByNumber(org.orgId, flowName, (portion.at(-1) ?? portion[0]).number - 1, portion[0].number);
            yield* trails_viewsOf(store, org, links, trails);
        }
    }
}
/** The trails of the organization that are so, latest first: one page of them. */
async function searchTrails({ store, links }, org, filter, { page, perPage }) {
    const { flowName } = filter;
    if (flowName !== undefined && (await store.findFlow(org.orgId, flowName)) === undefined)
        throw noFlow(org.orgName, flowName);
    const { total, numbers } = await store.searchTrails(org.orgId, filter, (page - 1) * perPage, perPage);
    async function* items() {
        for (const portion of portions(await store.sizesNumbered(org.orgId, numbers))) {
            const trails = await store.trailsNumbered(org.orgId, portion.map(({ number }) => number));
            yield* trails_viewsOf(store, org, links, trails);
        }
    }
    return { pagination: { total, page, per_page: perPage, page_count: Math.ceil(total / perPage) }, items: items() };
}
/** Some trails with their events, of which one statement reads those of all trails as long as there are not too many. */
async function* trails_viewsOf(store, { orgId, orgName }, links, trails) {
    const ids = trails.map(({ id }) => id);
    const tags = await store.tagsOf(orgId, 'flow', trails.map(({ flowId }) => flowId));
    const events = Map.groupBy(await store.eventsOfTrails(orgId, ids, 0), ({ trailId }) => trailId);
    for (const trail of trails)
        yield {
            id: trail.id,
            fields: trails_fieldsOf(trail, tags.get(trail.flowId), orgName, links),
            compliance: trail.compliance,
            events: eventsOf(store, orgId, trail, events.get(trail.id) ?? []),
        };
}
/** The events of a trail up to the one that its state was read with: the first ones, which are at hand, and then page by page. */
async function* eventsOf(store, orgId, trail, first) {
    let [events, after] = [first, 0];
    for (;;) {
        for (const { sequence, event } of events)
            if (sequence <= trail.lastSequence)
                yield event;
        after = events.at(-1)?.sequence ?? after;
        if (after >= trail.lastSequence)
            return;
        events = await store.eventsOfTrails(orgId, [trail.id], after);
        if (events.length === 0)
            return;
    }
}
/** The fields of a trail. What no client sent is left out. */
function trails_fieldsOf(trail, tags, org, links) {
    return {
        ...trail.details,
        name: trail.name,
        user_data: trail.details.user_data ?? {},
        repo_ids: trail.repoIds,
        last_modified_at: trail.lastModifiedAt,
        created_at: trail.createdAt,
        compliance_status: trail.compliance,
        template: { ...trail.template, content: trail.content },
        compliance_state: trail.compliance.status,
        is_compliant: trail.compliance.is_compliant,
        created_by: trail.createdBy,
        flow: { name: trail.flowName, tags: tags ?? {} },
        html_url: links.trail(org, trail.flowName, trail.name),
    };
}

// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(57075);
;// CONCATENATED MODULE: ./lib/service/http/attachment-named.js
/**
 * The header `content-disposition` of a file that is to be saved (RFC 6266): the name in ASCII for old readers, and then
 * the whole of it. A name from outside ends neither the quotes nor the header.
 */
function attachmentNamed(filename) {
    const ascii = filename.replace(/[^\u0020-\u007E]|["\\%]/gu, '_');
    const whole = encodeURIComponent(filename.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
    return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}

;// CONCATENATED MODULE: ./lib/service/http/send-file.js


/** Sends the file of a record: only ever to be saved, never to be shown by a browser in the name of this service. */
async function sendFile(reply, { bytes, content, filename, sha256 }) {
    return await reply
        .type('application/octet-stream')
        .header('content-length', bytes)
        .header('content-disposition', attachmentNamed(filename))
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
        .send(external_node_stream_.Readable.from(content, { objectMode: false }));
}

;// CONCATENATED MODULE: ./lib/gate/override.js

/** The override that a row stands by; `undefined` of any other row. */
function overrideOf(key, status, records) {
    const other = status.overridden_attestation_id || undefined;
    if (other === undefined)
        return undefined;
    const shown = status.attestation_id || undefined;
    // Services differ in which of the two ids is that of the override: its record says.
    const record = records.find(({ attestation_id: id, attestation_type: type }) => (id === shown || id === other) && type?.toLowerCase() === 'override');
    const id = record?.attestation_id ?? shown;
    return {
        attestation: key,
        is_compliant: status.is_compliant,
        attestation_id: id,
        overridden_attestation_id: id === other ? (shown ?? other) : other,
        original_attestation_type: (0,lib_text/* stringAt */.bX)(record, 'original_attestation_type') ?? status.attestation_type ?? undefined,
        reported_by: (0,lib_text/* stringAt */.bX)(record, 'reported_by'),
        created_at: record?.created_at,
        reason: (0,lib_text/* stringAt */.bX)(record, 'reason'),
    };
}

;// CONCATENATED MODULE: ./lib/presentation/overrides.js

/** As far as the record of the override, or what is known of it, tells. All of it is foreign text, made one line here. */
function overrideWords(override, name, time) {
    const text = (field, limit) => (0,lib_text/* oneLine */.TN)((0,lib_text/* stringAt */.bX)(override, field) ?? '', limit);
    const [by, reason, type] = [text('reported_by', 200), text('reason', 500), text('original_attestation_type', 300)];
    const at = (0,lib_text/* valueAt */.fK)(override, 'created_at');
    const when = typeof at === 'number' ? time(at) : '';
    const said = `overridden${by === '' ? '' : ` by ${by}`}${when === '' ? '' : ` at ${when}`}${reason === '' ? '' : `, because "${reason}"`}`;
    const what = `${type} ${(0,lib_text/* oneLine */.TN)(name, 300)}`.trim();
    const of = text('overridden_attestation_id', 100);
    if (of === '')
        return { text: said, what };
    if (of === (0,lib_text/* stringAt */.bX)(override, 'attestation_id'))
        return { text: said, what: `${what}, which nobody recorded` };
    return { text: said, what: `${what} (${of})`, id: of };
}
/** The same as one text. */
function overrides_overrideSentence(override, name, time) {
    const { text, what } = overrideWords(override, name, time);
    return `${text}, of ${what}`;
}
/** A line for each row of a verdict that is overridden; where several trails may be behind it, each names its own. */
function overrideLines(rows, time) {
    return rows.flatMap(({ attestation, flow, override, trail }) => {
        if (override === undefined)
            return [];
        const name = trail === undefined ? attestation : `${flow ?? ''} › ${trail} › ${attestation}`;
        return [`${name}: ${overrides_overrideSentence(override, attestation, time)}`];
    });
}

;// CONCATENATED MODULE: ./lib/service/pages/overrides.js





async function overrides_overridesOf(evidence, orgId, rows) {
    const found = new Map();
    for (const row of rows) {
        const { attestation_id: id, attestation_name: name, overridden_attestation_id: of } = row;
        if (typeof id !== 'string' || typeof of !== 'string' || found.has(id))
            continue;
        const record = await recordById(evidence, orgId, id);
        const override = overrideOf(name, row, record === undefined ? [] : [record]);
        if (override !== undefined)
            found.set(id, override);
    }
    return found;
}
/** Who said something else, when, why, and of what, which is a link. */
function pages_overrides_overrideSentence(override, name, linkTo) {
    const { text } = overrideWords(override, name, utcTime);
    return html `${text}, of ${overriddenRecord(override, name, linkTo)}`;
}
/** What an override is about, with a link to its record where there is one. */
function overriddenRecord(override, name, linkTo) {
    const { id, what } = overrideWords(override, name, utcTime);
    return id === undefined ? html `${what}` : ownLink(linkTo(id), what);
}

;// CONCATENATED MODULE: ./lib/service/pages/artifact.js





/** Names of evidence about one artifact that are shown. */
const mostNames = 100;
/** What one report of an artifact stands by because of overrides, as far as it is shown. */
function overriddenNames(report) {
    return overriddenRows(report).slice(0, mostNames);
}
/** The page of an artifact: on each trail of the flow that it was reported on, what was decided of it and of what. */
function artifactPage({ fingerprint, flow, hasMore, isOne, org, overrides, page, reports }, links) {
    const own = links.artifactPage(org, flow, fingerprint);
    const name = line((0,lib_text/* stringAt */.bX)(reports[0], 'filename') ?? fingerprint);
    return {
        title: `${name} · ${flow} · ${org}`,
        way: [org, ownLink(links.flow(org, flow), flow)],
        main: html `<h1>Artifact <span class="name">${name}</span></h1>
      ${facts(['Fingerprint', html `<code>${fingerprint}</code>`])}
      ${isOne ? html `<p>${ownLink(own, 'Every trail of this flow that has it')}</p>` : undefined}
      ${reports.map((report) => reportArticle(report, org, flow, links, overrides))}
      ${pages('Pages of trails', page > 1 ? `${own}?page=${page - 1}` : undefined, hasMore ? `${own}?page=${page + 1}` : undefined)}`,
    };
}
function reportArticle(report, org, flow, links, overrides) {
    const trail = (0,lib_text/* stringAt */.bX)(report, 'trail_name');
    const build = (0,lib_text/* stringAt */.bX)(report, 'build_url') ?? '';
    const info = (0,lib_text/* valueAt */.fK)(report, 'git_commit_info') ?? { sha1: (0,lib_text/* stringAt */.bX)(report, 'git_commit'), url: (0,lib_text/* stringAt */.bX)(report, 'commit_url') };
    return html `<article>
    <h2>
      ${states(stateOf(report, (0,lib_text/* stringAt */.bX)(report, 'state')), stateOf(report, (0,lib_text/* stringAt */.bX)(report, 'current', 'status')))}
      ${trail === undefined ? 'on no trail' : html `on the trail ${ownLink(links.trail(org, flow, trail), line(trail))}`}
    </h2>
    ${facts(['Name', line((0,lib_text/* stringAt */.bX)(report, 'template_reference_name') ?? '')], ['Commit', commit(info)], ['Build', build === '' ? undefined : webLink(build, line(build))], ['Reported', html `${moment((0,lib_text/* stringAt */.bX)(report, 'last_modified_at'))} by <b>${line((0,lib_text/* stringAt */.bX)(report, 'created_by') ?? '')}</b>`], ['Description', paragraph((0,lib_text/* stringAt */.bX)(report, 'description'))], ['Links', externalLinks((0,lib_text/* valueAt */.fK)(report, 'external_urls'))], ['Evidence', evidence(report, trail, org, flow, links)], ['Overridden', overridden(report, trail, org, flow, links, overrides)], ['Runs in', environments(report, 'running')], ['Ran in', environments(report, 'exited')], [
        'Approvals',
        ((0,lib_text/* listAt */.gT)(report, 'approvals') ?? [])
            .slice(-mostNames)
            .map((number) => `#${String(number)}`)
            .join(', '),
    ])}
  </article>`;
}
/** What stands about it, by name. */
function evidence(report, trail, org, flow, links) {
    const found = Object.entries(Object((0,lib_text/* valueAt */.fK)(report, 'evidence'))).slice(0, mostNames);
    const overriddenIds = new Set(overriddenRows(report).map(({ attestation_id: id }) => id));
    return items(found.map(([name, each]) => {
        const [flag, id] = [(0,lib_text/* valueAt */.fK)(each, 'is_compliant'), (0,lib_text/* stringAt */.bX)(each, 'attestation_id')];
        const shown = line(name);
        return html `${badge(flagBadge(typeof flag === 'boolean' ? flag : undefined, overriddenIds.has(id ?? '')))}
        ${id === undefined || trail === undefined ? shown : ownLink(links.attestation(org, flow, trail, id), shown)}
        <span class="soft">${line((0,lib_text/* stringAt */.bX)(each, 'evidence_type') ?? '')}</span>`;
    }));
}
function stateOf(report, status) {
    return { status, isOverridden: isArtifactOverridden(report, status) };
}
/** Who overrode what of its evidence, and of that of its trail. */
function overridden(report, trail, org, flow, links, overrides) {
    const linkTo = (id) => links.attestation(org, flow, trail ?? '', id);
    return items(overriddenNames(report).flatMap(({ attestation_id: id, attestation_name: name }) => {
        const override = overrides.get(id ?? '');
        return override === undefined ? [] : [html `${ownLink(linkTo(id ?? ''), line(name))} ${pages_overrides_overrideSentence(override, name, linkTo)}`];
    }));
}
function environments(report, where) {
    return items(((0,lib_text/* listAt */.gT)(report, where) ?? []).map((each) => line((0,lib_text/* stringAt */.bX)(each, 'environment_name') ?? '')));
}

;// CONCATENATED MODULE: ./lib/service/pages/flow.js



/** The page of a flow: what it is, its trails, and its template. */
function flowPage({ flow, org, page, pageCount, total, trails }, links) {
    const name = (0,lib_text/* stringAt */.bX)(flow, 'name') ?? '';
    const own = links.flow(org, name);
    return {
        title: `${name} · ${org}`,
        way: [org],
        main: html `<h1>Flow <span class="name">${name}</span></h1>
      ${facts(['Description', paragraph((0,lib_text/* stringAt */.bX)(flow, 'description'))], ['Tags', items(Object.entries(Object((0,lib_text/* valueAt */.fK)(flow, 'tags'))).map(([tag, value]) => `${line(tag)}: ${line(String(value))}`))], ['Made', html `${moment((0,lib_text/* valueAt */.fK)(flow, 'created_at'))} by <b>${line((0,lib_text/* stringAt */.bX)(flow, 'created_by') ?? '')}</b>`], ['Last change', moment((0,lib_text/* valueAt */.fK)(flow, 'last_modified_at'))])}
      <h2>Trails, newest first</h2>
      <p class="soft">${(0,lib_text/* grouped */.zD)(total)} in all.</p>
      <ul class="rows">
        ${trails}
      </ul>
      ${pages('Pages of trails', page > 1 ? `${own}?page=${page - 1}` : undefined, page < pageCount ? `${own}?page=${page + 1}` : undefined)}
      ${yamlFile('The template', (0,lib_text/* stringAt */.bX)(flow, 'template') ?? '')}`,
    };
}
/** A trail in the list of its flow; `trail` as the interface answers it. */
function trailRow(trail, { current, decided }, org, links) {
    const flow = (0,lib_text/* stringAt */.bX)(trail, 'flow', 'name') ?? '';
    const name = (0,lib_text/* stringAt */.bX)(trail, 'name') ?? '';
    return html `<li>
    <span>${states(decided, current)}</span>
    <p>
      ${ownLink(links.trail(org, flow, name), line(name))} <span class="soft">changed ${moment((0,lib_text/* valueAt */.fK)(trail, 'last_modified_at'))}</span
      ><br />
      ${shortCommit((0,lib_text/* valueAt */.fK)(trail, 'git_commit_info'))}
    </p>
  </li>`;
}

;// CONCATENATED MODULE: ./lib/gate/matrix-words.js
/** Which leg of a matrix results are of, a value each, in the order of their names: a service may keep another one than GitHub gives. */
function matrixWords(matrix) {
    if (typeof matrix !== 'object' || matrix === null || Array.isArray(matrix))
        return [plain(matrix ?? '')];
    return Object.entries(matrix)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, value]) => `${key} ${plain(value)}`);
}
function plain(value) {
    return typeof value === 'string' ? value : sortedJson(value, 1);
}
/** No matrix of GitHub is so deep. What lies deeper is left out, so that it cannot exhaust the stack. */
const deepest = 20;
/** JSON with sorted keys, so that the same leg reads the same whichever way it was written. `depth`: how deep the value lies. */
function sortedJson(value, depth = 0) {
    return JSON.stringify(ordered(value, depth));
}
function ordered(value, depth) {
    if (typeof value !== 'object' || value === null)
        return value;
    if (depth >= deepest)
        return '…';
    if (Array.isArray(value))
        return value.map((item) => ordered(item, depth + 1));
    return Object.fromEntries(Object.entries(value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, inner]) => [name, ordered(inner, depth + 1)]));
}

;// CONCATENATED MODULE: ./lib/gate/groups.js



/** The key of `user_data` under which every record of ours says which run made it. */
const runKey = 'compliance_evidence';
const noOrigin = {
    key: '',
    label: '',
    claimedBy: undefined,
    event: undefined,
    workflow: undefined,
    job: undefined,
    matrix: undefined,
    pullRequest: undefined,
    madeBy: {},
};
/**
 * Sorts records into groups. A service lets the latest record of a name decide, so a green leg of a matrix would hide
 * a red one; here every leg keeps its own. A re-run replaces only its own group. Records without our key are one group,
 * of which the newest alone counts.
 */
function groupRecords(records) {
    const groups = new Map();
    for (const record of records) {
        const { key, madeBy, ...run } = originOf(record.user_data) ?? noOrigin;
        const group = groups.get(key) ?? { ...run, members: [] };
        group.members.push({ record, madeBy });
        groups.set(key, group);
    }
    return [...groups.values()].map(({ members, ...group }) => ({ ...group, ...standingAttempts(members) }));
}
/** Which run made a record: `push › ci.yml › test`; `undefined` where it does not say. */
function runLabel({ user_data: data }) {
    return originOf(data)?.label;
}
/** The jobs that made records, as far as these say so. */
function jobsOf(records) {
    return [...new Set(records.map(({ user_data: data }) => originOf(data)?.job).filter((job) => job !== undefined))];
}
/** What `user_data` says of the run; it is foreign text, so every field is checked before it is used. */
function originOf(userData) {
    const at = (name) => (0,lib_text/* valueAt */.fK)(userData, runKey, name);
    const parts = ['event', 'workflow', 'job'].map((name) => groups_text(at(name)));
    const pullRequest = groups_text(at('pull_request'));
    const leg = groups_text(at('leg'));
    const ofMatrix = sortedJson(at('matrix') ?? null);
    // Some engines write the matrix of a job without one as `{}`.
    const matrix = ['null', '{}'].includes(ofMatrix) ? undefined : ofMatrix;
    const pull = pullRequest === undefined ? undefined : `#${pullRequest}`;
    const ofLeg = matrix === undefined ? undefined : matrixWords(at('matrix')).join(', ');
    const known = [...parts, pull, ofLeg, leg].filter((part) => part !== undefined);
    if (known.length === 0)
        return undefined;
    const claimedBy = groups_text(at('claimed_by'));
    const run = number(at('run_id'));
    // Of a run that may be of either of several pull requests it is not known which other run it replaces: none.
    const apart = ((0,lib_text/* listAt */.gT)(userData, runKey, 'pull_requests') ?? []).length > 1 ? run : undefined;
    return {
        // What is only claimed replaces nothing that was seen.
        key: JSON.stringify([...parts, groups_text(at('workflow_file')), pullRequest, matrix, leg, claimedBy, apart].map((part) => part ?? null)),
        label: `${known.join(' › ')}${claimedBy === undefined ? '' : ` (claimed by a ${claimedBy})`}`,
        claimedBy,
        event: parts[0],
        workflow: parts[1],
        job: parts[2],
        matrix,
        pullRequest,
        madeBy: { run, attempt: number(at('run_attempt')), nonce: groups_text(at('nonce')) },
    };
}
function groups_text(value) {
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
/** A number as it was written; one that was rounded when it was read is none any more. */
function number(value) {
    return typeof value === 'number' && !Number.isSafeInteger(value) ? `about ${value}` : groups_text(value);
}

;// CONCATENATED MODULE: ./lib/gate/leg-words.js



/** Longest words, in UTF-16 units. */
const leg_words_longest = 100;
/** Which leg results are of, `os linux, python 3.11`; without a leg the name of their artifact; `''` where there is neither. */
function legWords({ artifact = '', leg, matrix }) {
    const words = [...matrixWords(matrix), ...(typeof leg === 'string' ? [leg] : [])].filter((word) => word !== '');
    return (0,lib_text/* oneLine */.TN)(words.length === 0 ? artifact : words.join(', '), leg_words_longest);
}
/** The same of a record; `artifact`: that of the row which it stands behind. */
function legOf(record, artifact) {
    const at = (name) => (0,lib_text/* valueAt */.fK)(record.user_data, runKey, name);
    return legWords({ matrix: at('matrix'), leg: at('leg'), artifact });
}

;// CONCATENATED MODULE: ./lib/gate/test-counts.js

/** Whether a record says how many tests it holds. Listings of some services leave the results out. */
function carriesCounts(record) {
    return resultRows(record) !== undefined;
}
/** The counts of several records. Where one record was read twice, the worse reading counts. */
function testCounts(records) {
    const byId = new Map();
    for (const record of records) {
        const ran = ranIn(record);
        const before = byId.get(record.attestation_id);
        byId.set(record.attestation_id, ran !== undefined && before !== undefined ? Math.min(ran, before) : (ran ?? before));
    }
    const uncounted = records.find(({ attestation_id: id }) => byId.get(id) === undefined);
    if (uncounted !== undefined)
        return { kind: 'absent', record: uncounted };
    return { kind: 'counts', ran: [...byId.values()].reduce((sum, ran) => sum + (ran ?? 0), 0) };
}
/** How many tests failed or had an error by a record's rows, also where the rest of them is no counts: a known red stays red. */
function failedIn({ junit_results: rows }) {
    if (!Array.isArray(rows))
        return 0;
    return rows
        .flatMap((row) => [(0,lib_text/* valueAt */.fK)(row, 'failures'), (0,lib_text/* valueAt */.fK)(row, 'errors')])
        .map((count) => (typeof count === 'number' || typeof count === 'string' ? Math.ceil(Number(count)) : 0))
        .reduce((sum, count) => (count > 0 ? sum + count : sum), 0);
}
function ranIn(record) {
    // A row that skips more than it holds takes nothing from the others.
    return resultRows(record)?.reduce((sum, { skipped, total }) => sum + Math.max(0, total - skipped), 0);
}
const fields = (/* unused pure expression or super */ null && (['failures', 'errors', 'skipped', 'total']));
/** The rows of a record, when each of them is four counts; they are foreign, so each is checked first. */
function resultRows({ junit_results: rows }) {
    return Array.isArray(rows) && rows.every(isCounts) ? rows : undefined;
}
function isCounts(row) {
    return fields.every((name) => countAt(row, name) !== undefined);
}

;// CONCATENATED MODULE: ./lib/gate/failed-tests.js




/** The key under `runKey` where a record of ours names its first failed tests. */
const failedTestsKey = 'failed_tests';
/** How many names a reason holds; the record has the rest. */
const failed_tests_mostNames = 10;
/** What failed in a record, and which run made it, as far as the record says so: for the reason that is about it. `artifact`: that of its row. */
function failureOf(record, artifact) {
    if (record === undefined)
        return {};
    const count = failedIn(record);
    const label = runLabel(record);
    const page = (0,lib_text/* webAddress */.Dy)((0,lib_text/* stringAt */.bX)(record, 'origin_url'))?.href;
    const of = legOf(record, artifact);
    return {
        ...(count === 0 ? {} : { failed: { count, ...namesIn(record), ...(of === '' ? {} : { of }) } }),
        ...(label === undefined && page === undefined
            ? {}
            : { run: { label: (0,lib_text/* oneLine */.TN)(label ?? '', 200), ...(page === undefined ? {} : { url: page }) } }),
    };
}
/** The failed tests by name where the record names them; else the suites that hold some, each with how many. */
function namesIn({ junit_results: rows, user_data: data }) {
    const named = textsIn((0,lib_text/* listAt */.gT)(data, runKey, failedTestsKey));
    if (named.length > 0)
        return { by: 'test', names: named.slice(0, failed_tests_mostNames).map((name) => (0,lib_text/* oneLine */.TN)(name, 200)) };
    const suites = (Array.isArray(rows) ? rows : [])
        .map((row) => ({ name: (0,lib_text/* stringAt */.bX)(row, 'name') ?? '', count: failedIn({ junit_results: [row] }) }))
        .filter(({ count }) => count > 0);
    return { by: 'suite', names: suites.slice(0, failed_tests_mostNames).map(({ count, name }) => `${(0,lib_text/* oneLine */.TN)(name, 200)} (${count})`) };
}
function textsIn(list) {
    return (list ?? []).filter((each) => typeof each === 'string').filter((each) => each.trim() !== '');
}

;// CONCATENATED MODULE: ./lib/service/pages/kinds.js



/** What the kinds of evidence other than test results say of their own; `undefined` where a record does not. */
function kindFacts(record) {
    return [
        ['Control', line((0,lib_text/* stringAt */.bX)(record, 'control') ?? '')],
        ['Pull requests', pullRequests(record)],
        ['Issues', issues(record)],
        ['Findings', findings(record)],
        ['Quality gate', qualityGate(record)],
    ];
}
function pullRequests(record) {
    const found = (0,lib_text/* listAt */.gT)(record, 'pull_requests') ?? [];
    return items(found.map((each) => html `${address((0,lib_text/* stringAt */.bX)(each, 'url'))} <span class="soft">${line((0,lib_text/* stringAt */.bX)(each, 'state') ?? '')}</span>`));
}
function issues(record) {
    const found = (0,lib_text/* listAt */.gT)(record, 'jira_results') ?? [];
    return items(found.map((each) => {
        const shown = webLink((0,lib_text/* stringAt */.bX)(each, 'issue_url'), line((0,lib_text/* stringAt */.bX)(each, 'issue_id') ?? ''));
        return html `${shown}${(0,lib_text/* valueAt */.fK)(each, 'issue_exists') === true ? undefined : html ` <b class="bad">does not exist</b>`}`;
    }));
}
/** Of all projects of a scan. */
function findings(record) {
    const results = (0,lib_text/* listAt */.gT)(record, 'snyk_results', 'results');
    if (results === undefined)
        return undefined;
    const sum = (name) => results.reduce((total, each) => total + ((0,lib_text/* countAt */.$v)(each, name) ?? 0), 0);
    return ['high', 'medium', 'low'].map((severity) => (0,lib_text/* count */.U9)(sum(`${severity}_count`), severity, severity)).join(', ');
}
function qualityGate(record) {
    const status = (0,lib_text/* stringAt */.bX)(record, 'sonar_results', 'qualityGate', 'status');
    if (status === undefined)
        return undefined;
    return html `${line(status)}, ${address((0,lib_text/* stringAt */.bX)(record, 'sonar_results', 'project', 'url'))}`;
}
/** An address that shows itself. */
function address(url) {
    return webLink(url, line(url ?? ''));
}

;// CONCATENATED MODULE: ./lib/presentation/totals.js

/** The totals in words, in the order in which they are shown. Whoever shows them may leave out the zeros. */
function totalWords({ passed, failures, errors, skipped, flaky }) {
    return [
        { text: `${(0,lib_text/* grouped */.zD)(passed)} passed`, number: passed, isRed: false },
        { text: `${(0,lib_text/* grouped */.zD)(failures)} failed`, number: failures, isRed: true },
        { text: (0,lib_text/* count */.U9)(errors, 'error'), number: errors, isRed: true },
        { text: `${(0,lib_text/* grouped */.zD)(skipped)} skipped`, number: skipped, isRed: false },
        { text: `${(0,lib_text/* grouped */.zD)(flaky)} flaky`, number: flaky, isRed: false },
    ];
}

;// CONCATENATED MODULE: ./lib/service/pages/test-results.js





/** Rows of one record that are shown. */
const mostRows = 200;
/** How many tests a record holds, and how they ended; `undefined` where it holds no test results. */
function test_results_testCounts(record) {
    const rows = (0,lib_text/* listAt */.gT)(record, 'junit_results');
    if (rows === undefined)
        return undefined;
    const sum = (name) => rows.reduce((total, row) => total + ((0,lib_text/* countAt */.$v)(row, name) ?? 0), 0);
    const [failures, errors, skipped, total] = [sum('failures'), sum('errors'), sum('skipped'), sum('total')];
    const flaky = (0,lib_text/* countAt */.$v)(record, 'user_data', runKey, 'flaky') ?? 0;
    const totals = { passed: Math.max(total - failures - errors - skipped, 0), failures, errors, skipped, flaky };
    const words = totalWords(totals).filter(({ number }) => number > 0);
    return html `${(0,lib_text/* count */.U9)(total, 'test')}${words.map(({ isRed, text }) => html `, ${isRed ? html `<b class="bad">${text}</b>` : text}`)}`;
}
/** The rows of a record, a suite each, those with a failure first. */
function testTable(record) {
    const rows = (0,lib_text/* listAt */.gT)(record, 'junit_results') ?? [];
    if (rows.length === 0)
        return undefined;
    const red = (row) => ((0,lib_text/* countAt */.$v)(row, 'failures') ?? 0) + ((0,lib_text/* countAt */.$v)(row, 'errors') ?? 0) > 0;
    const shown = [...rows.filter(red), ...rows.filter((row) => !red(row))].slice(0, mostRows);
    const more = rows.length - shown.length;
    return html `<h2>Test suites</h2>
    <section class="scroll" tabindex="0" aria-label="Test suites">
      <table>
        <thead>
          <tr>
            <th scope="col">Suite</th>
            ${heads.map(([head]) => html `<th scope="col" class="number">${head}</th>`)}
            <th scope="col" class="number">Time</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map(suiteRow)}
        </tbody>
      </table>
    </section>
    ${more > 0 ? html `<p>and ${(0,lib_text/* grouped */.zD)(more)} more suites</p>` : undefined}`;
}
const heads = [
    ['Tests', 'total'],
    ['Failed', 'failures'],
    ['Errors', 'errors'],
    ['Skipped', 'skipped'],
];
function suiteRow(row) {
    const duration = (0,lib_text/* valueAt */.fK)(row, 'duration');
    const name = line((0,lib_text/* stringAt */.bX)(row, 'name') ?? '');
    return html `<tr>
    <th scope="row">${name === '' ? '(no name)' : name}</th>
    ${heads.map(([, field]) => html `<td class="number">${(0,lib_text/* grouped */.zD)((0,lib_text/* countAt */.$v)(row, field) ?? 0)}</td>`)}
    <td class="number">${typeof duration === 'number' ? (0,lib_text/* seconds */.YA)(duration) : undefined}</td>
  </tr>`;
}

;// CONCATENATED MODULE: ./lib/service/pages/record.js








/** One record: what it says, who recorded it and when, and where it leads. */
function recordArticle(record, org, links, replacement) {
    const { attestation_id: id, attestation_name: name, flow_name: flow, trail_name: trail } = record;
    const fingerprint = (0,lib_text/* stringAt */.bX)(record, 'artifact_fingerprint');
    const targets = (0,lib_text/* listAt */.gT)(record, 'target_artifacts')?.filter((target) => typeof target === 'string') ?? [];
    const linkTo = (other) => links.attestation(org, flow, trail, other);
    return html `<article id="${id}">
    <h3>
      ${badge(flagBadge(record.is_compliant, isOverride(record)))} <span class="name">${line(name)}</span>
      ${replacement === undefined ? undefined : html `<span class="soft">${record_isAbout(replacement, id) ? 'overridden' : 'replaced'}</span>`}
    </h3>
    ${facts(['Now', replacement === undefined ? undefined : replacedBy(record, replacement, linkTo)], ['Type', line(record.attestation_type)], ['Tests', test_results_testCounts(record)], ['Failed', failedTests(record)], ...kindFacts(record), ['Overrides', isOverride(record) ? overriddenRecord(record, name, linkTo) : undefined], ['Reason', paragraph((0,lib_text/* stringAt */.bX)(record, 'reason'))], ['Recorded', html `${moment(record.created_at)} by <b>${line(record.reported_by)}</b>`], ['Run', runLink(record)], ['Commit', commit((0,lib_text/* valueAt */.fK)(record, 'git_commit_info'))], [
        'Artifact',
        fingerprint === undefined ? undefined : ownLink(links.artifactPage(org, flow, fingerprint), html `<code>${fingerprint}</code>`),
    ], ['About', items(targets.map(line))], ['Description', paragraph((0,lib_text/* stringAt */.bX)(record, 'description'))], ['Links', externalLinks((0,lib_text/* valueAt */.fK)(record, 'external_urls'))], ['Annotations', annotations((0,lib_text/* valueAt */.fK)(record, 'annotations'))], ['File', record_attachedFile(record, org, links)], ['Record', ownLink(linkTo(id), html `<code>${id}</code>`)])}
  </article>`;
}
/** Which record says now what this one said, with a link to it. */
function replacedBy(record, replacement, linkTo) {
    const { attestation_id: id, created_at: at, reported_by: by } = replacement;
    if (record_isAbout(replacement, record.attestation_id))
        return ownLink(linkTo(id), overrideWords(replacement, record.attestation_name, utcTime).text);
    return html `replaced by ${ownLink(linkTo(id), html `the record of ${moment(at)} by ${line(by)}`)}`;
}
/** Whether a record is an override of the one with this id. */
function record_isAbout(record, id) {
    return isOverride(record) && (0,lib_text/* stringAt */.bX)(record, 'overridden_attestation_id') === id;
}
/** The tests that failed by name, or the suites that hold some. */
function failedTests(record) {
    const { failed } = failureOf(record);
    if (failed === undefined)
        return undefined;
    // A suite says itself how many failed in it.
    return items(failed.names, failed.by === 'test' ? Math.max(failed.count - failed.names.length, 0) : 0);
}
function runLink(record) {
    const { run } = failureOf(record);
    return run === undefined ? undefined : webLink(run.url, run.label === '' ? run.url : line(run.label));
}
function annotations(value) {
    if (typeof value !== 'object' || value === null)
        return undefined;
    return items(Object.entries(value).map(([name, text]) => html `${line(name)}: <span class="name">${line(String(text))}</span>`));
}
function record_attachedFile(record, org, links) {
    const path = (0,lib_text/* stringAt */.bX)(record, 'evidence_archive_path');
    if (path === undefined)
        return undefined;
    const { attestation_id: id, flow_name: flow, trail_name: trail } = record;
    return ownLink(links.attachment(org, flow, trail, id), line(path.slice(path.indexOf(id) + id.length + 1)));
}

;// CONCATENATED MODULE: ./lib/service/pages/snapshot.js




/** Artifacts on one page of a snapshot. */
const artifactsAtOnce = 100;
/** The page of a snapshot: what ran in an environment then, and what was known of it. */
function snapshotPage({ environment, org, page, snapshot }, links) {
    const number = (0,lib_text/* countAt */.$v)(snapshot, 'index') ?? 0;
    // What is not known to be compliant says no in the interface; the counts tell the two apart.
    const isNo = (0,lib_text/* countAt */.$v)(snapshot, 'artifact_compliance_count', 'false') !== 0;
    const compliant = snapshot_flagOf(snapshot, 'compliant') === true || (isNo ? false : undefined);
    const artifacts = ((0,lib_text/* listAt */.gT)(snapshot, 'artifacts') ?? []).toSorted((one, other) => rank(one) - rank(other));
    const shown = artifacts.slice((page - 1) * artifactsAtOnce, page * artifactsAtOnce);
    const own = links.snapshot(org, environment, number);
    return {
        title: `Snapshot ${number} · ${environment} · ${org}`,
        way: [org, environment],
        main: html `<h1>Snapshot ${number} of <span class="name">${environment}</span></h1>
      <p>${badge(flagBadge(compliant))}</p>
      ${facts(['Type', (0,lib_text/* stringAt */.bX)(snapshot, 'type')], ['From', moment((0,lib_text/* valueAt */.fK)(snapshot, 'timestamp'))], ['To', (0,lib_text/* valueAt */.fK)(snapshot, 'is_latest') === true ? 'now: this is the latest' : moment((0,lib_text/* valueAt */.fK)(snapshot, 'next_snapshot_timestamp'))], ['Policies', items(((0,lib_text/* listAt */.gT)(snapshot, 'applied_policies') ?? []).map(policyWords))])}
      <h2>What ran</h2>
      <p class="soft">
        ${(0,lib_text/* count */.U9)(artifacts.length, 'artifact')}${artifacts.length > shown.length ? `; ${(0,lib_text/* grouped */.zD)(shown.length)} of them on this page` : ''}.
      </p>
      <ul class="rows">
        ${shown.map((artifact) => artifactRow(artifact))}
      </ul>
      ${pages('Pages of artifacts', page > 1 ? `${own}?page=${page - 1}` : undefined, page * artifactsAtOnce < artifacts.length ? `${own}?page=${page + 1}` : undefined)}`,
    };
}
/** What is not compliant comes first. */
function rank(artifact) {
    const flag = snapshot_flagOf(artifact, 'compliant');
    return flag === false ? 0 : flag === undefined ? 1 : 2;
}
function artifactRow(artifact) {
    const address = (0,lib_text/* stringAt */.bX)(artifact, 'html_url');
    const name = line((0,lib_text/* stringAt */.bX)(artifact, 'name') ?? '');
    const instances = (0,lib_text/* listAt */.gT)(artifact, 'creationTimestamp')?.length ?? 0;
    const flow = (0,lib_text/* stringAt */.bX)(artifact, 'flow_name') ?? '';
    const reasons = ((0,lib_text/* listAt */.gT)(artifact, 'reasons_for_incompliance') ?? []).filter((reason) => typeof reason === 'string');
    return html `<li>
    ${badge(flagBadge(snapshot_flagOf(artifact, 'compliant')))}
    <div>
      <p>
        ${address === undefined ? html `<b>${name}</b>` : ownLink(address, name)}
        <span class="soft"
          >${instances === 0 ? 'stopped' : (0,lib_text/* count */.U9)(instances, 'instance')}, ${flow === '' ? 'from no known flow' : `flow ${flow}`}
          ${(0,lib_text/* valueAt */.fK)(artifact, 'allowed') === true ? ', allowed here' : undefined}</span
        ><br />
        <code>${(0,lib_text/* stringAt */.bX)(artifact, 'fingerprint')}</code>
      </p>
      ${items(reasons.map(line))}
    </div>
  </li>`;
}
function policyWords(policy) {
    return `${line((0,lib_text/* stringAt */.bX)(policy, 'policy_name') ?? '')}, version ${(0,lib_text/* countAt */.$v)(policy, 'policy_version') ?? '?'}`;
}
function snapshot_flagOf(value, name) {
    const flag = (0,lib_text/* valueAt */.fK)(value, name);
    return typeof flag === 'boolean' ? flag : undefined;
}

;// CONCATENATED MODULE: ./lib/service/pages/trail.js







/** Names on one page of a trail. */
const trail_namesAtOnce = 100;
/** The page of a trail: its state, what it requires and has, its artifacts, and its records. */
function trailPage({ current, isFirst, next, org, overrides, page, records, trail }, links) {
    const { compliance, content, flowName, name } = trail;
    const own = links.trail(org, flowName, name);
    return {
        title: `${wordOf(compliance, current.compliance)}: ${name} · ${flowName} · ${org}`,
        way: wayTo(org, flowName, links),
        main: html `${head(trail, current)} ${page === 1 && isFirst ? trailFacts(trail) : undefined}
      ${isFirst ? trail_names(trail, page, org, links, overrides) : undefined} ${page === 1 && isFirst ? artifacts(trail, org, links) : undefined}
      <h2 id="records">Records, newest first</h2>
      ${records.length === 0 ? html `<p>Nothing is recorded here.</p>` : records}
      ${pages('Pages of records', isFirst ? undefined : `${own}#records`, next === undefined ? undefined : `${own}?before=${next}#records`)}
      ${page === 1 && isFirst ? templates(content, current) : undefined}`,
    };
}
/** One record of a trail, with all that it says of its tests. */
function recordPage(org, trail, { record, replacement }, links) {
    const { flowName, name } = trail;
    return {
        title: `${record.attestation_name} · ${name} · ${flowName} · ${org}`,
        way: [...wayTo(org, flowName, links), ownLink(links.trail(org, flowName, name), name)],
        main: html `<h1>Record of <span class="name">${line(record.attestation_name)}</span></h1>
      <h2>What it says</h2>
      ${recordArticle(record, org, links, replacement)} ${testTable(record)}`,
    };
}
function wayTo(org, flow, links) {
    return [org, ownLink(links.flow(org, flow), flow)];
}
function wordOf(decided, current) {
    const word = (compliance) => {
        const { isOverridden, status } = stateOfTrail(compliance);
        return stateBadge(status, isOverridden).word;
    };
    return decided.status === current.status ? word(decided) : `${word(decided)}, now ${word(current)}`;
}
function head({ compliance, name }, current) {
    return html `<h1>Trail <span class="name">${name}</span></h1>
    <p>${states(stateOfTrail(compliance), stateOfTrail(current.compliance))}</p>`;
}
/** The template that decided the trail, and that of its flow where it is another one. */
function templates(content, { decidedBy, flowTemplate, ownTemplate }) {
    const isOther = ownTemplate || decidedBy !== flowTemplate.version;
    return html `${yamlFile(ownTemplate ? 'The template, of this trail alone' : 'The template', content)}
  ${isOther ? yamlFile('The template that the flow has now', flowTemplate.content) : undefined}`;
}
function trailFacts({ createdAt, createdBy, details, lastModifiedAt }) {
    return facts(['Commit', commit(details.git_commit_info)], ['Description', paragraph(details.description)], ['Begun', html `${moment(createdAt)} by <b>${line(createdBy)}</b>`], ['Last change', moment(lastModifiedAt)], ['Comes from', details.origin_url === undefined ? undefined : webLink(details.origin_url, line(details.origin_url))], ['Links', externalLinks(details.external_urls)]);
}
/** What the template requires and what else is there: what says no first, then what is missing, then what was overridden. */
function sortedNames({ compliance }) {
    const order = ['bad', 'open', 'overridden', 'good'];
    const rank = (entry) => order.indexOf(entryBadge(entry).tone);
    return trailEntries({ compliance_status: compliance }).toSorted((one, other) => rank(one) - rank(other));
}
/** Those on one page. */
function namesOnPage(trail, page) {
    return sortedNames(trail).slice((page - 1) * trail_namesAtOnce, page * trail_namesAtOnce);
}
function trail_names(trail, page, org, links, overrides) {
    const { flowName, name } = trail;
    const entries = sortedNames(trail);
    const shown = namesOnPage(trail, page);
    const own = links.trail(org, flowName, name);
    const required = entries.filter(({ unexpected }) => unexpected !== true).length;
    return html `<h2>What it requires, and what it has</h2>
    ${entries.length > 0 && required === 0 ? html `<p>The template requires nothing: all that is here came without being asked for.</p>` : undefined}
    ${entries.length === 0 ? html `<p>Nothing is required, and nothing is recorded.</p>` : undefined}
    ${entries.length > trail_namesAtOnce ? html `<p class="soft">${(0,lib_text/* grouped */.zD)(entries.length)} names; ${shown.length} of them on this page.</p>` : undefined}
    <ul class="rows">
      ${shown.map((entry) => nameRow(entry, overrides, (id) => links.attestation(org, flowName, name, id)))}
    </ul>
    ${pages('Pages of names', page > 1 ? `${own}?page=${page - 1}` : undefined, page * trail_namesAtOnce < entries.length ? `${own}?page=${page + 1}` : undefined)}`;
}
function nameRow(entry, overrides, linkTo) {
    const { artifact, attestation_id: id, attestation_name: name, attestation_type: type, unexpected } = entry;
    const shown = line(artifact === '' ? name : `${artifact}.${name}`);
    const override = overrides.get(id ?? '');
    return html `<li>
    ${badge(entryBadge(entry))}
    <p>
      ${typeof id === 'string' && id !== '' ? ownLink(linkTo(id), shown) : html `<b>${shown}</b>`}
      <span class="soft">${line(type ?? '')}${unexpected === true ? ', not required' : ', required'}</span>
      ${override === undefined ? undefined : html `<br />${pages_overrides_overrideSentence(override, name, linkTo)}`}
    </p>
  </li>`;
}
function artifacts({ compliance, flowName }, org, links) {
    const found = Object.entries(compliance.artifacts_statuses ?? {});
    if (found.length === 0)
        return undefined;
    return html `<h2>Artifacts</h2>
    <ul class="rows">
      ${found
        .slice(0, trail_namesAtOnce)
        .map(([name, { artifact_fingerprint: fingerprint, artifact_id: id, attestations_statuses: own, status }]) => {
        const has = typeof fingerprint === 'string' && fingerprint !== '';
        return html `<li>
            ${badge(stateBadge(status, standsByOverride(status, [...compliance.attestations_statuses, ...own])))}
            <p>
              <span class="name">${line(name)}</span>
              ${has ? ownLink(links.artifactPage(org, flowName, fingerprint, id ?? undefined), html `<code>${fingerprint}</code>`) : undefined}
            </p>
          </li>`;
    })}
    </ul>
    ${found.length > trail_namesAtOnce ? html `<p>and ${(0,lib_text/* grouped */.zD)(found.length - trail_namesAtOnce)} more</p>` : undefined}`;
}

;// CONCATENATED MODULE: ./lib/service/pages/index.js



















const RecordId = build/* Type.String */.ZUJ.String({ pattern: patterns/* patterns */.qp.recordId });
/** Records on one page of a trail, and trails on one of a flow. */
const recordsAtOnce = 25;
const trailsAtOnce = 50;
const reportsAtOnce = 20;
const flow = page('/:org/flows/:flow_name', InFlow, build/* Type.Object */.ZUJ.Object({ page: PageNumber }), async ({ evidence, org, params, query }) => {
    const { links } = evidence;
    const at = { page: query.page ?? 1, perPage: trailsAtOnce };
    const view = await getFlow(evidence, org, params.flow_name);
    const { items, pagination } = await listTrails(evidence, org, params.flow_name, at);
    // Each is let go of as soon as it is shown, for a trail may be megabytes.
    const rows = await Array.fromAsync(items, async ({ compliance, fields, id }) => {
        const current = stateOfTrail(await currentCompliance(evidence, org, id));
        return trailRow(fields, { decided: stateOfTrail(compliance), current }, org.orgName, links);
    });
    const { page_count: pageCount = 1, total = 0 } = pagination ?? {};
    return flowPage({ org: org.orgName, flow: view, trails: rows, page: at.page, pageCount, total }, links);
});
const OnTrail = build/* Type.Object */.ZUJ.Object({
    page: PageNumber,
    before: build/* Type.Optional */.ZUJ.Optional(build/* Type.Integer */.ZUJ.Integer({ minimum: 1 })),
    attestation_id: build/* Type.Optional */.ZUJ.Optional(RecordId),
});
const trail = page('/:org/flows/:flow_name/trails/:trail_name', InTrail, OnTrail, async ({ evidence, org, params, query }) => {
    const { links } = evidence;
    const { orgId, orgName } = org;
    const found = await findTrailNow(evidence, org, params.flow_name, params.trail_name);
    if (query.attestation_id !== undefined) {
        const record = await attestationOnTrail(evidence, org, found.trail, query.attestation_id);
        const replacement = await replacementOf(evidence, orgId, found.trail.id, record);
        return recordPage(orgName, found.trail, { record, replacement }, links);
    }
    const { before = Number.MAX_SAFE_INTEGER, page: number = 1 } = query;
    const { items, next } = await attestationsOnTrail(evidence, orgId, found.trail.id, { before, limit: recordsAtOnce });
    const records = await Array.fromAsync(items, async (record) => recordArticle(record, orgName, links, await replacementOf(evidence, orgId, found.trail.id, record)));
    const isFirst = query.before === undefined;
    const overrides = await overrides_overridesOf(evidence, orgId, isFirst ? namesOnPage(found.trail, number) : []);
    return trailPage({ ...found, org: orgName, page: number, records, next, isFirst, overrides }, links);
});
const attachment = mount_file('/:org/flows/:flow_name/trails/:trail_name/attestations/:attestation_id/attachment', build/* Type.Object */.ZUJ.Object({ ...InTrail.properties, attestation_id: RecordId }), build/* Type.Object */.ZUJ.Object({}), async ({ evidence, org, params, reply }) => {
    const { attestation_id: id, flow_name: flowName, trail_name: trailName } = params;
    return await sendFile(reply, await attachedFile(evidence, org, { flow: flowName, trail: trailName, id }));
});
const artifact = page('/:org/flows/:flow_name/artifacts/:fingerprint', InArtifact, build/* Type.Object */.ZUJ.Object({ artifact_id: build/* Type.Optional */.ZUJ.Optional(RecordId), page: PageNumber }), async ({ evidence, org, params, query }) => {
    const { fingerprint, flow_name: flowName } = params;
    const { artifact_id: id, page: number = 1 } = query;
    const at = { page: number, perPage: reportsAtOnce };
    const reports = await reportsOfArtifact(evidence, org, { flowName, fingerprint, id }, at);
    const hasMore = reports.length === reportsAtOnce;
    const overrides = await overrides_overridesOf(evidence, org.orgId, reports.flatMap(overriddenNames));
    const shown = { org: org.orgName, flow: flowName, fingerprint, reports, isOne: id !== undefined, page: number, hasMore, overrides };
    return artifactPage(shown, evidence.links);
});
const InSnapshot = build/* Type.Object */.ZUJ.Object({ ...InEnvironment.properties, number: build/* Type.String */.ZUJ.String({ pattern: '^[1-9][0-9]{0,7}$' }) });
const snapshot = page('/:org/environments/:env_name/snapshots/:number', InSnapshot, build/* Type.Object */.ZUJ.Object({ page: PageNumber }), async ({ evidence, org, params, query }) => {
    const { env_name: environment, number } = params;
    const view = await getSnapshot(evidence, org, environment, number);
    return snapshotPage({ org: org.orgName, environment, snapshot: view, page: query.page ?? 1 }, evidence.links);
});
/** Where every `html_url` of this service leads, and the files that these pages link to. */
const pageRoutes = [flow, trail, attachment, artifact, snapshot];

;// CONCATENATED MODULE: ./lib/service/evidence/allowlists.js



/** Allows an artifact in an environment: it is compliant there from now on, whatever is known of it. */
async function allowArtifact({ store }, author, environment, input) {
    const { artifact_fingerprint: fingerprint, artifact_name: name, description } = input;
    const outcome = await store.allowArtifact({ author, environment, fingerprint, name, description }, judges);
    if (outcome.outcome !== 'recorded')
        throw environmentRefusal(author.orgName, outcome);
}
/** Everything that is allowed, by environment. */
async function* listAllowedArtifacts(evidence, org) {
    for await (const environment of everyEnvironment(evidence, org)) {
        for (const { createdAt, createdBy, description, fingerprint, name } of await evidence.store.allowancesOf(org.orgId, environment.id)) {
            yield {
                artifact_name: name,
                fingerprint,
                environment_name: environment.name,
                timestamp: createdAt,
                user_name: createdBy,
                description,
            };
        }
    }
}

;// CONCATENATED MODULE: ./lib/service/http/json.js



const bounds = { depth: limits/* limits */.F.jsonDepth, values: limits/* limits */.F.jsonValues, names: limits/* limits */.F.jsonNames };
/**
 * The JSON of a form's `data_json`, or of a body: UTF-8, within the bounds, and nothing in it that JSON cannot carry on or
 * that two readers would read in two ways. All JSON that is sent to us is read here.
 */
function parseJson(bytes, part = 'data_json') {
    let value;
    try {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
        const problem = (0,lib_text/* jsonProblem */.Io)(text, bounds);
        if (problem !== undefined)
            throw invalidJson(part, problem.path === '' ? part : problem.path, problem.sentence);
        value = withExactNumbers(JSON.parse(text), text);
    }
    catch (error) {
        if (error instanceof Refusal)
            throw error;
        throw new Refusal('invalid-request', `${part} is not JSON in UTF-8.`, {
            cause: error,
            errors: { [part]: 'must be a JSON object.' },
        });
    }
    return value;
}
/** What its sender alone knows the meaning of. The form of everything else says which numbers it may hold. */
const asSent = ['attestation_data', 'user_data'];
/** Numbers that a double would round are kept as they came where nothing is said of their form. */
function withExactNumbers(value, text) {
    const named = asSent.filter((name) => (0,lib_text/* valueAt */.fK)(value, name) !== undefined);
    if (named.length === 0 || !(0,lib_text/* mayBeRounded */.Ex)(text))
        return value;
    const exact = (0,lib_text/* parseExact */.jM)(text);
    return { ...Object(value), ...Object.fromEntries(named.map((name) => [name, (0,lib_text/* valueAt */.fK)(exact, name)])) };
}
function invalidJson(part, path, sentence) {
    return new Refusal('invalid-request', `${part} is not taken: ${path} ${sentence}`, { errors: { [path]: sentence } });
}

;// CONCATENATED MODULE: ./lib/service/http/form.js




/**
 * Reads a multipart form of two parts: its JSON, in `data_json` unless it is said otherwise, and a file. Every part is taken as bytes, whatever type it claims,
 * so that nothing is decoded, parsed or cut off before it is checked here.
 */
async function readForm(request, read, part, jsonField = 'data_json') {
    if (!request.isMultipart()) {
        throw new Refusal('wrong-media-type', 'This operation takes multipart/form-data.', {
            fix: `Send the JSON as the form field ${jsonField}, and the file as ${part.field}.`,
            errors: { [jsonField]: 'is missing: add it.' },
        });
    }
    let json;
    let file;
    try {
        for await (const found of request.parts({
            isPartAFile: () => true,
            // One byte more than any part may have: the parts are measured below, each by its own limit.
            limits: { fileSize: Math.max(part.limit, limits/* limits */.F.dataJsonBytes) + 1, files: 2, parts: 3 },
        })) {
            if (found.type !== 'file')
                throw unknownPart(found.fieldname, jsonField, part.field);
            if (found.fieldname === jsonField && json === undefined) {
                json = await bytesOf(upTo(found.file, limits/* limits */.F.dataJsonBytes, jsonField));
            }
            else if (found.fieldname === part.field && file === undefined) {
                file = await fileOf(found.file, found.filename, part);
            }
            else {
                throw unknownPart(found.fieldname, jsonField, part.field);
            }
        }
        if (json === undefined)
            throw new Refusal('invalid-request', `The form has no part ${jsonField}.`, { errors: { [jsonField]: 'is missing: add it.' } });
        return { data: read(parseJson(json)), file };
    }
    catch (error) {
        if (file !== undefined)
            await part.discard(file);
        throw error;
    }
}
async function fileOf(content, filename, part) {
    const limited = upTo(content, part.limit, part.field);
    if (filename !== undefined && filename !== '')
        return await part.receive(limited, plainName(filename));
    // A field without a file name is how some clients send "no file".
    const whole = await bytesOf(limited);
    return whole.length === 0 ? undefined : await part.receive(external_node_stream_.Readable.from([whole]), part.field);
}
/** Reads a body that is JSON itself, by the same bounds as the JSON of a form. */
async function readJsonBody(request, read) {
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/json')
        throw new Refusal('wrong-media-type', 'This operation takes application/json.', { fix: 'Send the JSON as the body itself.' });
    // Kept when it is too large: what is left of it is read and dropped, or its connection would hold up a stop of the service.
    const body = request.raw.iterator({ destroyOnReturn: false });
    return read(parseJson(await bytesOf(upTo(body, limits/* limits */.F.dataJsonBytes, 'The body')), 'The body'));
}
/** The whole of a small part. */
async function bytesOf(content) {
    const chunks = [];
    for await (const chunk of content)
        chunks.push(chunk);
    return Buffer.concat(chunks);
}
async function* upTo(content, limit, field) {
    let size = 0;
    for await (const chunk of content) {
        size += chunk.length;
        if (size > limit)
            throw tooLarge(field, limit);
        yield chunk;
    }
}
function tooLarge(field, limit) {
    return new Refusal('too-large', `${field} is larger than ${limit / 1024} KiB.`, { fix: 'Send less, or split it.' });
}
function unknownPart(name, json, file) {
    return new Refusal('invalid-request', 'The form has a part that this operation does not take, or one of them twice.', {
        errors: { [name]: `send ${json} and at most one ${file}.` },
    });
}
/** A file's name without what could do harm where it is shown. */
function plainName(filename) {
    const cut = filename.replace(/[\u0000-\u001F\u007F/\\]/g, '_').slice(0, 255);
    // The cut may have gone through a pair.
    return cut.toWellFormed();
}

;// CONCATENATED MODULE: ./lib/service/http/route.js


const noQuery = build/* Type.Object */.ZUJ.Object({});
/** Ties an operation of the contract that takes no query to what answers it. */
function route(operation, need, handle) {
    return queryRoute({ ...operation, query: noQuery }, need, handle);
}
/** Ties an operation of the contract that takes a query to what answers it. */
function queryRoute(operation, need, handle) {
    return {
        scope: 'organization',
        operation,
        need,
        handle: async (call) => {
            const params = checked(operation.params, call.request.params, 'path');
            const query = checkedQuery(operation.query, call.request.query);
            return await handle({ ...call, params, query });
        },
    };
}
/** Ties an operation that is in no organization to what answers it. */
function userRoute(operation, handle) {
    return {
        scope: 'user',
        operation: { ...operation, query: noQuery },
        handle: async (call) => {
            const params = checked(operation.params, call.request.params, 'path');
            checkedQuery(noQuery, call.request.query);
            return await handle({ ...call, params });
        },
    };
}

;// CONCATENATED MODULE: ./lib/service/turn.js
/**
 * Lets everything else that waits go first. A request that may be large does this between its steps, so that others wait
 * for one step of it rather than for the whole.
 */
function turn() {
    return new Promise((resolve) => setImmediate(resolve));
}

;// CONCATENATED MODULE: ./lib/service/http/send.js


/** Answers up to this many characters are sent in one piece, with their length. */
const small = 256 * 1024;
/** Pieces of a longer answer are sent together once they have more characters than this. */
const chunk = 64 * 1024;
/** Sends JSON that is made piece by piece: at once when it is small, and else as it is made, however long it gets. */
async function sendJson(reply, pieces) {
    const iterator = pieces[Symbol.asyncIterator]();
    let text = '';
    reply.type('application/json; charset=utf-8');
    while (text.length <= small) {
        const next = await iterator.next();
        if (next.done === true)
            return reply.send(text);
        text += next.value;
    }
    const rest = { [Symbol.asyncIterator]: () => iterator };
    return reply.send(external_node_stream_.Readable.from((async function* () {
        for await (const piece of rest) {
            if (text.length > chunk) {
                yield text;
                text = '';
                // A reader that is fast enough would have all of it in one go, and others would wait.
                await turn();
            }
            text += piece;
        }
        yield text;
    })(), { objectMode: false }));
}
const whole = (item) => [JSON.stringify(item)];
/** A JSON list of what comes. */
async function* listJson(items, itemJson = whole) {
    let separator = '[';
    for await (const item of items) {
        yield separator;
        yield* itemJson(item);
        separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
}
/** The enveloped shape of a page, whose list comes in pieces. */
async function* pageJson(list, pagination) {
    yield '{"data":';
    yield* list;
    yield `,"pagination":${JSON.stringify(pagination)}}`;
}
/** A JSON object whose last field is a list that comes in pieces. */
async function* objectJson(fields, name, list) {
    yield `${JSON.stringify(fields).slice(0, -1)},${JSON.stringify(name)}:`;
    yield* list;
    yield '}';
}

;// CONCATENATED MODULE: ./lib/service/routes/allowlists.js






const allowlists_allowArtifact = route(operations.allowArtifact, 'evidence', async ({ request, reply, evidence, author, params }) => {
    const input = await readJsonBody(request, (value) => checked(operations.allowArtifact.data, value));
    await allowArtifact(evidence, author, params.env_name, input);
    return await reply.code(201).send({ message: 'OK' });
});
const allowlists_listAllowedArtifacts = route(operations.listAllowedArtifacts, 'read', ({ reply, evidence, author }) => sendJson(reply, listJson(listAllowedArtifacts(evidence, author))));
const allowlistRoutes = [allowlists_allowArtifact, allowlists_listAllowedArtifacts];

;// CONCATENATED MODULE: ./lib/compliance/approvals.js
/** The state of an approval: one no is a no, and a yes needs somebody who says it; where nobody has said anything it is only requested. */
function approvalState(said) {
    if (said.some(({ state }) => state !== 'APPROVED'))
        return 'UNAPPROVED';
    return said.length === 0 ? 'PENDING' : 'APPROVED';
}

;// CONCATENATED MODULE: ./lib/service/evidence/approval-view.js

function approvalView({ data, ...record }) {
    return {
        release_number: record.number,
        state: record.state,
        base_artifact: record.base,
        artifact_name: record.artifact_name,
        target_artifact: record.fingerprint,
        environment: record.environment ?? null,
        description: data.description,
        src_commit_list: ((0,lib_text/* listAt */.gT)(data, 'src_commit_list') ?? []).filter((commit) => typeof commit === 'string'),
        created_at: record.created_at,
        // A record does not change: whoever decides later makes another one.
        last_modified_at: record.created_at,
        approvals: ((0,lib_text/* listAt */.gT)(data, 'approvals') ?? []).map((said) => ({ ...Object(said), timestamp: record.created_at })),
        user_data: data.user_data ?? {},
        reported_by: record.reported_by,
    };
}
/** The commits of an approval, each with the fingerprints of the flow's artifacts that were made of it. */
function withArtifacts({ src_commit_list: commits }, fingerprints) {
    return commits.map((commit) => ({ commit_sha: commit, artifact_fingerprints: fingerprints.get(commit) ?? [] }));
}

;// CONCATENATED MODULE: ./lib/service/evidence/approvals.js





/** Approvals whose places are read at once. */
const placesAtOnce = 500;
/** Records an approval, or the request for one, under the next number of its flow. */
async function reportApproval({ store }, author, flowName, input) {
    const { artifact_fingerprint: fingerprint, environment, oldest_commit: oldestCommit } = input;
    const state = approvalState(input.approvals ?? []);
    const result = await store.reportApproval({
        author,
        flowName,
        fingerprint,
        ...(typeof environment === 'string' ? { environment } : {}),
        ...(typeof oldestCommit === 'string' ? { oldestCommit } : {}),
        state,
        data: withoutNulls(input),
    });
    switch (result.outcome) {
        case 'no-flow':
            throw noFlow(author.orgName, flowName);
        case 'no-artifact':
            throw noArtifact(author.orgName, flowName, fingerprint);
        case 'reported':
            return { ...input, release_number: result.number, state };
    }
}
/** Operation 8: every approval of an artifact, the oldest first. */
async function approvalsOfArtifact(evidence, org, flowName, fingerprint) {
    const { store } = evidence;
    const flow = await store.findFlow(org.orgId, flowName);
    if (flow === undefined)
        throw noFlow(org.orgName, flowName);
    const [known] = await store.artifactNumbers(org.orgId, { flowName, fingerprint }, 0, 1);
    if (known === undefined)
        throw noArtifact(org.orgName, flowName, fingerprint);
    return viewsFrom(evidence, org.orgId, flow.id, { fingerprint });
}
async function* viewsFrom(evidence, orgId, flowId, search) {
    for (let after = search.after ?? 0;;) {
        const places = await evidence.store.findApprovals(orgId, flowId, { ...search, after }, placesAtOnce);
        for await (const record of recordsAt(evidence, orgId, places))
            yield approvalView(record);
        const last = places.at(-1);
        if (last === undefined || places.length < placesAtOnce)
            return;
        after = last.number;
    }
}
/** One page of the approvals of a flow, the latest first. */
async function listApprovals(evidence, org, flowName, { page, perPage }) {
    const { store } = evidence;
    const flow = await store.findFlow(org.orgId, flowName);
    if (flow === undefined)
        throw noFlow(org.orgName, flowName);
    // They are numbered without a gap, so that a page begins at a number.
    const upTo = (await store.approvalCount(org.orgId, flow.id)) - (page - 1) * perPage;
    const places = upTo < 1 ? [] : await store.findApprovals(org.orgId, flow.id, { after: upTo - perPage, upTo }, perPage);
    return (async function* () {
        for await (const record of recordsAt(evidence, org.orgId, places.toReversed()))
            yield approvalView(record);
    })();
}
/** The records at some places, in that order; a few at once, for one may be megabytes. */
async function* recordsAt({ store }, orgId, places) {
    for (const portion of portions(places)) {
        yield* await store.approvalsAt(orgId, portion.map(({ sequence }) => sequence));
    }
}
/** One approval of a flow; a negative number counts from the latest, which is -1. Its commits come with their artifacts. */
async function getApproval({ store }, org, flowName, asked) {
    const flow = await store.findFlow(org.orgId, flowName);
    if (flow === undefined)
        throw noFlow(org.orgName, flowName);
    const number = asked < 0 ? (await store.approvalCount(org.orgId, flow.id)) + 1 + asked : asked;
    const places = await store.findApprovals(org.orgId, flow.id, { after: number - 1, upTo: number }, 1);
    const [record] = await store.approvalsAt(org.orgId, places.map(({ sequence }) => sequence));
    if (record === undefined)
        throw noApproval(org.orgName, flowName, asked);
    const view = approvalView(record);
    return { ...view, src_commit_list: withArtifacts(view, await store.artifactsOfCommits(org.orgId, flow.id, view.src_commit_list)) };
}
/** The commit of the flow's artifact that began last to run in an environment; `null` where none does. */
async function getRunningCommit({ store }, org, flowName, environmentName) {
    const flow = await store.findFlow(org.orgId, flowName);
    if (flow === undefined)
        throw noFlow(org.orgName, flowName);
    const environment = await store.findEnvironment(org.orgId, environmentName);
    if (environment === undefined)
        throw noEnvironment(org.orgName, environmentName);
    // In a logical one runs what runs in its parts.
    const ids = environment.type === 'logical' ? environment.included : [environment.id];
    return { commit_sha: (await store.runningCommit(org.orgId, flow.id, ids)) ?? null };
}

;// CONCATENATED MODULE: ./lib/service/http/page.js


/** Which page is asked for; `perPage` 0 stands for everything. */
function pageOf(query, otherwise) {
    const perPage = query.per_page ?? otherwise;
    if (perPage > limits/* limits */.F.pageSize) {
        throw new Refusal('invalid-request', 'The page is too large.', {
            errors: { 'query.per_page': `must be at most ${limits/* limits */.F.pageSize}. [input: ${perPage}]` },
        });
    }
    return { page: query.page ?? 1, perPage };
}

;// CONCATENATED MODULE: ./lib/service/http/web-address.js

/**
 * The input, unless an address in it is one that a browser must not follow: `javascript:` in a link runs in the page of
 * the reader who opens it. A repository's own address may also be one of git's, a path, or empty, for clients take it from the
 * checkout as it is; but no other scheme.
 */
function withWebAddress(input) {
    const { origin_url, external_urls, git_commit_info, repo_info } = input;
    const links = Object.entries(external_urls ?? {}).map(([label, { href }]) => [`external_urls.${label}.href`, href]);
    const { build_url, commit_url, repo_url } = input;
    // Clients without a build or a web page of their commits send an empty text.
    const named = Object.entries({ origin_url, build_url, commit_url, repo_url }).flatMap(([path, address]) => typeof address === 'string' && (address !== '' || path === 'origin_url') ? [[path, address]] : []);
    const web = [...named, ...links];
    const git = [
        ['git_commit_info.url', git_commit_info?.url ?? ''],
        ['repo_info.url', repo_info?.url ?? ''],
    ];
    const wrong = [
        ...web.filter(([, address]) => !isWeb(address)).map(([path]) => [path, 'must be an address that begins with https:// or http://.']),
        ...git
            .filter(([, address]) => !isGit(address))
            .map(([path]) => [path, 'must be an address that begins with https:// or http://, or one of git.']),
    ];
    if (wrong.length === 0)
        return input;
    throw invalid(Object.fromEntries(wrong.slice(0, 32)));
}
/**
 * The approval, unless it links to what a browser must not follow. What is no address at all is kept as it is: clients that
 * know none send an empty text, or `undefined`.
 */
function withApprovalAddress(input) {
    const wrong = (input.approvals ?? []).flatMap(({ approval_url: address }, index) => URL.parse(address) === null || isWeb(address)
        ? []
        : [[`approvals[${index}].approval_url`, 'must be an address that begins with https:// or http://.']]);
    if (wrong.length === 0)
        return input;
    throw invalid(Object.fromEntries(wrong.slice(0, 32)));
}
/** As a browser reads it, which passes over white space before the scheme and inside of it. */
function isWeb(address) {
    const protocol = URL.parse(address)?.protocol;
    return protocol === 'https:' || protocol === 'http:';
}
const gitSchemes = new Set(['https:', 'http:', 'ssh:', 'git:', 'git+ssh:', 'git+https:', 'git+http:', 'file:']);
function isGit(address) {
    const protocol = URL.parse(address)?.protocol;
    // A scheme of one letter is a drive of Windows. `host.example:path` is git's own short form, and has a dot or a digit.
    return protocol === undefined || gitSchemes.has(protocol) || /^[a-z]:$/.test(protocol) || /[.\d]/.test(protocol);
}

;// CONCATENATED MODULE: ./lib/service/routes/approvals.js








/** Approvals on a page whose size is not said. */
const usualPage = 20;
/** Operation 8: all at once, the oldest first. */
const approvals_listApprovals = route(operations.listApprovals, 'read', async ({ reply, evidence, author, params }) => sendJson(reply, listJson(await approvalsOfArtifact(evidence, author, params.flow_name, params.fingerprint))));
/** The approvals of a flow, the latest first; past the end the list is empty. */
const listFlowApprovals = queryRoute(operations.listFlowApprovals, 'read', async ({ reply, evidence, author, params, query }) => {
    const page = pageOf({ ...query, per_page: query.per_page === 0 ? usualPage : (query.per_page ?? usualPage) }, usualPage);
    return await sendJson(reply, listJson(await listApprovals(evidence, author, params.flow_name, page)));
});
const approvals_reportApproval = route(operations.reportApproval, 'evidence', async ({ request, reply, evidence, author, params }) => {
    const input = await readJsonBody(request, (value) => withApprovalAddress(checked(operations.reportApproval.data, value)));
    return await reply.code(201).send(await reportApproval(evidence, author, params.flow_name, input));
});
const approvals_getApproval = route(operations.getApproval, 'read', ({ evidence, author, params }) => getApproval(evidence, author, params.flow_name, Number(params.approval_number)));
const approvals_getRunningCommit = route(operations.getRunningCommit, 'read', ({ evidence, author, params }) => getRunningCommit(evidence, author, params.flow_name, params.environment_name));
const approvalRoutes = [approvals_listApprovals, listFlowApprovals, approvals_reportApproval, approvals_getApproval, approvals_getRunningCommit];

;// CONCATENATED MODULE: ./lib/service/routes/artifacts.js








/** Artifacts on a page whose size is not said, as the interface has it. */
const artifacts_usualPage = 15;
/** Operation 3: the latest first, without an envelope; past the end the list is empty. */
const artifacts_listArtifacts = queryRoute(operations.listArtifacts, 'read', async ({ reply, evidence, author, query }) => {
    const { flow_name: flowName, repo_name: repoName } = query;
    // An empty repository is none: it filters nothing.
    const filter = {
        ...(flowName === undefined ? {} : { flowName }),
        ...(repoName === undefined || repoName === '' ? {} : { repoName }),
    };
    const page = pageOf({ ...query, per_page: query.per_page === 0 ? artifacts_usualPage : (query.per_page ?? artifacts_usualPage) }, artifacts_usualPage);
    return await sendJson(reply, listJson(await listArtifacts(evidence, author, filter, page)));
});
/** Reports an artifact: on its trail, which is begun when it does not exist. */
const artifacts_reportArtifact = route(operations.reportArtifact, 'evidence', async ({ request, reply, evidence, author, params }) => {
    const input = await readJsonBody(request, (value) => withWebAddress(checked(operations.reportArtifact.data, value)));
    const { id } = await reportArtifact(evidence, author, params.flow_name, input);
    return await reply.code(201).send({ message: 'OK', artifact_id: id });
});
const artifacts_getArtifact = queryRoute(operations.getArtifact, 'read', ({ evidence, author, params, query }) => {
    const { trail, attestation_id: attestationId } = query;
    return getArtifact(evidence, author, params.flow_name, params.fingerprint, {
        ...(trail === undefined ? {} : { trail }),
        ...(attestationId === undefined ? {} : { attestationId }),
    });
});
const artifacts_artifactsOfCommit = queryRoute(operations.artifactsOfCommit, 'read', async ({ reply, evidence, author, params, query }) => {
    const found = await artifactsOfCommit(evidence, author, params.flow_name, params.commit_sha, query.trail);
    return await sendJson(reply, listJson(found));
});
const artifacts_latestCommit = queryRoute(operations.latestCommit, 'read', ({ evidence, author, params, query }) => latestCommit(evidence, author, params.flow_name, params.fingerprint, query.branch));
const artifactRoutes = [artifacts_listArtifacts, artifacts_reportArtifact, artifacts_getArtifact, artifacts_artifactsOfCommit, artifacts_latestCommit];

;// CONCATENATED MODULE: ./lib/compliance/kinds.js
/** The caller says so. */
function isGenericCompliant({ is_compliant }) {
    return is_compliant;
}
/** A change was reviewed where a pull request was found for it; in what state that is now does not matter. */
function isPullRequestCompliant({ pull_requests }) {
    return pull_requests.length > 0;
}
/** A scan is compliant when it has results, and none of them has a finding of any severity: neither counted nor listed. */
function isSnykCompliant({ snyk_results: { results } }) {
    return (results.length > 0 &&
        results.every(({ high, high_count, low, low_count, medium, medium_count }) => [high_count, medium_count, low_count].every((count) => count === 0) &&
            [high, medium, low].every((findings) => (findings ?? []).length === 0)));
}
/**
 * An analysis is compliant when its quality gate says `OK`; a warning, an error and a state that nobody here knows are not.
 * One that says that it did not succeed is not either: its quality gate may be that of the analysis before.
 */
function isSonarCompliant({ sonar_results: { qualityGate, status } }) {
    return qualityGate.status === 'OK' && ['SUCCESS', '', null, undefined].includes(status);
}
/** A change is compliant when it refers to an issue, and every issue that it refers to exists. */
function isJiraCompliant({ jira_results }) {
    return jira_results.length > 0 && jira_results.every(({ issue_exists }) => issue_exists);
}
/** The outcome of the check. */
function isDecisionCompliant({ attestation_data }) {
    return attestation_data.is_compliant;
}

;// CONCATENATED MODULE: ./lib/service/evidence/judged.js

/** What is recorded of each kind of evidence whose rule is ours: its type, and whether what was sent complies. */
const judged = {
    junit: (data) => ({ type: 'junit', compliant: isJunitCompliant(data.junit_results) }),
    generic: (data) => ({ type: 'generic', compliant: isGenericCompliant(data) }),
    pullRequest: (data) => ({ type: 'pull_request', compliant: isPullRequestCompliant(data) }),
    snyk: (data) => ({ type: 'snyk', compliant: isSnykCompliant(data) }),
    sonar: (data) => ({ type: 'sonar', compliant: isSonarCompliant(data) }),
    jira: (data) => ({ type: 'jira', compliant: isJiraCompliant(data) }),
    decision: (data) => ({ type: 'system:decision', compliant: isDecisionCompliant(data) }),
};

// EXTERNAL MODULE: ./node_modules/canonicalize/lib/canonicalize.js
var canonicalize = __webpack_require__(98799);
;// CONCATENATED MODULE: ./lib/service/store/log/canonical.js



/**
 * JSON in its canonical form (RFC 8785): one text for one value, so that a hash over it can be checked by anyone.
 * A number that a double would round is written as it came. Throws on what JSON cannot say: lone surrogates and numbers
 * that are not finite.
 */
function canonical(value) {
    const plain = (0,canonicalize/* default */.A)(value);
    const text = plain?.includes(exactNumber) === true ? canonical_withExactNumbers(value) : plain;
    if (text === undefined)
        throw new TypeError('There is no JSON for undefined.');
    return text;
}
/** SHA-256 as 64 lower-case hexadecimal digits. */
function sha256(text) {
    return (0,external_node_crypto_.createHash)('sha256').update(text).digest('hex');
}
/** What the library makes of such a number, which it does not know; somebody's own object may look so. */
const exactNumber = '{"rawJSON":';
/** The same form, by hand. */
function canonical_withExactNumbers(value) {
    if (typeof value !== 'object' || value === null)
        return (0,canonicalize/* default */.A)(value);
    if ((0,lib_text/* isExactNumber */.zr)(value))
        return JSON.stringify(value);
    if (Array.isArray(value))
        return `[${value.map((inner) => canonical_withExactNumbers(inner) ?? 'null').join(',')}]`;
    const members = Object.entries(value)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, inner]) => [(0,canonicalize/* default */.A)(name), canonical_withExactNumbers(inner)]);
    return `{${members.flatMap(([name, inner]) => (inner === undefined ? [] : [`${name}:${inner}`])).join(',')}}`;
}

;// CONCATENATED MODULE: ./lib/service/store/sql/row.js


/** Readers of columns. A value of another type than the column's was not written by us: it is damage, and never taken for something. */
function row_text(row, column) {
    const value = row[column];
    if (typeof value === 'string')
        return value;
    throw wrongType(column, value, 'text');
}
/** A whole number or a fraction. A `bigint` column may come as a number, as a bigint or as digits: engines differ. */
function row_number(row, column) {
    const value = row[column];
    if (typeof value === 'number')
        return value;
    const whole = typeof value === 'bigint' || (typeof value === 'string' && /^-?\d{1,16}$/.test(value)) ? Number(value) : undefined;
    if (whole !== undefined && Number.isSafeInteger(whole))
        return whole;
    throw wrongType(column, value, 'a number');
}
/** One of some texts. */
function oneOfTexts(row, column, all) {
    const value = row_text(row, column);
    const known = all.find((each) => each === value);
    if (known === undefined)
        throw new Damage(`Column ${column} holds a text that was not written there.`);
    return known;
}
/** A boolean, which is 0 or 1 on SQLite. */
function flag(row, column) {
    const value = row[column];
    if (typeof value === 'boolean')
        return value;
    if (value === 0 || value === 1 || value === 0n || value === 1n)
        return Number(value) === 1;
    throw wrongType(column, value, 'yes or no');
}
function wrongType(column, value, expected) {
    const type = value === null ? 'nothing' : value instanceof Uint8Array ? 'bytes' : typeof value;
    return new Damage(`Column ${column} holds ${type} where ${expected} was expected.`);
}
/** A column of JSON that we wrote ourselves, once it is what was written there. */
function json(row, column, is) {
    const value = row_parsed(row, column);
    if (is(value))
        return value;
    throw new Damage(`Column ${column} holds JSON that is not what was written there.`);
}
function row_parsed(row, column) {
    const written = row_text(row, column);
    try {
        return (0,lib_text/* parseExact */.jM)(written);
    }
    catch (cause) {
        throw new Damage(`Column ${column} holds text that is no JSON, and was JSON when it was written.`, { cause });
    }
}

;// CONCATENATED MODULE: ./lib/service/store/sql/statement.js
function* statement_query(sql, ...args) {
    return yield { sql, args };
}
/** How many places a list has in a statement. */
const lengths = [1, 10, 100, 1000];
/** Most values that a list in one statement holds. */
const statement_mostListed = 1000;
/**
 * A list for `in`, from the place after `before` on. It is filled up with its last value, so that a few statements serve
 * every length and each is prepared only once. Takes 1 to `mostListed` values.
 */
function statement_listed(values, before) {
    const [length, last] = [lengths.find((each) => each >= values.length), values.at(-1)];
    if (length === undefined || last === undefined)
        throw new RangeError(`A list of ${values.length} values is not for one statement.`);
    const args = [...values, ...Array(length - values.length).fill(last)];
    return { sql: `(${args.map((_, index) => `$${before + index + 1}`).join(', ')})`, args };
}
/** The first row, if any. */
function* queryOne(sql, ...args) {
    const [row] = yield { sql, args };
    return row;
}

;// CONCATENATED MODULE: ./lib/service/store/tables/latest.js


/** The latest record of each name on each subject of a trail, in order of first report. */
function* latest_latestRecords(orgId, trailId) {
    const rows = yield* statement_query(`select latest.subject, latest.commit_sha, latest.name, attestations.id, attestations.type, attestations.is_compliant,
            attestations.overridden_id, attestations.overridden_type, attestations.sequence
     from latest join attestations on attestations.org_id = latest.org_id and attestations.id = latest.attestation_id
     where latest.org_id = $1 and latest.trail_id = $2 order by latest.first_sequence, latest.subject`, orgId, trailId);
    return rows.map((row) => {
        const commit = row_text(row, 'commit_sha');
        return {
            id: row_text(row, 'id'),
            name: row_text(row, 'name'),
            type: row_text(row, 'type'),
            compliant: flag(row, 'is_compliant'),
            sequence: row_number(row, 'sequence'),
            ...(commit === '' ? {} : { commit }),
            ...(row.overridden_id === null ? {} : { overridden: { id: row_text(row, 'overridden_id'), type: row_text(row, 'overridden_type') } }),
            ...subjectOf(row_text(row, 'subject')),
        };
    });
}
/** The ids of the latest records of one name on a trail, and which of its subjects each is about. */
function* latestNamed(orgId, trailId, name) {
    const rows = yield* statement_query('select subject, commit_sha, attestation_id from latest where org_id = $1 and trail_id = $2 and name = $3', orgId, trailId, name);
    return rows.map((row) => {
        const commit = row_text(row, 'commit_sha');
        return { id: row_text(row, 'attestation_id'), ...(commit === '' ? {} : { commit }), ...subjectOf(row_text(row, 'subject')) };
    });
}
/**
 * Names on one trail, each counted once for every artifact that it is about: every write to a trail decides it again and
 * reads them all, which takes about 50 ms for this many.
 */
const latest_mostNames = 10_000;
/** A trail has as many names as one can have. */
class TrailFull extends Error {
    name = 'TrailFull';
}
function subjectOf(subject) {
    if (subject.startsWith('artifact:'))
        return { fingerprint: subject.slice('artifact:'.length) };
    if (subject.startsWith('target:'))
        return { target: subject.slice('target:'.length) };
    return {};
}
/** Makes a record the latest one of its name. */
function* setLatest(record, sequence) {
    const early = record.fingerprint === undefined && record.targets.length > 0;
    const subjects = early
        ? record.targets.map((target) => `target:${target}`)
        : [record.fingerprint === undefined ? '' : `artifact:${record.fingerprint}`];
    for (const subject of subjects) {
        yield* statement_query(`insert into latest (org_id, trail_id, subject, commit_sha, name, attestation_id, first_sequence) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (org_id, trail_id, subject, commit_sha, name) do update set attestation_id = excluded.attestation_id`, record.org_id, record.trail_id, subject, 
        // Only records for an artifact not yet reported bind by commit.
        early ? (record.commit ?? '') : '', record.attestation_name, record.id, sequence);
    }
}

;// CONCATENATED MODULE: ./lib/service/evidence/record-attestation.js









/** Records an attestation of any kind, with whatever of its flow and trail does not exist yet. */
async function recordAttestation(evidence, report, data, judge) {
    const { blobs, store } = evidence;
    const { attachment, author, flowName } = report;
    const id = newRecordId();
    let recorded = false;
    try {
        await refuseUnknownFlow(evidence, author, flowName);
        await turn();
        const attestation = attestationOf(report, data, await judge(), id);
        await turn();
        const result = await store.recordAttestation(attestation, judges);
        recorded = result.outcome === 'recorded';
        return answerOf(result, report, data);
    }
    catch (error) {
        throw error instanceof TrailFull ? trailFull(report.trailName, error) : error;
    }
    finally {
        if (attachment !== undefined)
            await (recorded ? blobs.keep(attachment) : blobs.discard(attachment));
    }
}
/** The refusal of a record for which its trail has no room. */
function trailFull(trail, cause) {
    return new Refusal('invalid-request', `The trail '${trail}' is full. ${cause.message}`, {
        cause,
        fix: 'Record under a name that it has, or begin another trail: one for each commit or release.',
    });
}
/** The refusal of a key that came with another content before. */
function keyReused() {
    return new Refusal('key-reused', 'The Idempotency-Key of this request was used before, with another content.', {
        fix: 'Use a new key for each attestation, and the same one only to say the very same again.',
    });
}
/** The refusal of a record about an artifact that was not reported on the trail. */
function noArtifactOnTrail({ author, flowName, trailName }, fingerprint) {
    return new Refusal('not-found', `The trail '${trailName}' of the flow '${flowName}' in the organization '${author.orgName}' has no artifact with the fingerprint ${fingerprint ?? ''}.`, { fix: 'Report the artifact to the trail first, or name it in target_artifacts.' });
}
/** What the caller is told of a record, once it is known what became of it. */
function answerOf(result, report, data) {
    switch (result.outcome) {
        case 'recorded':
        case 'replayed':
            return { id: result.id, head: result.head, replayed: result.outcome === 'replayed' };
        case 'key-reused':
            throw keyReused();
        case 'unknown-artifact':
            throw noArtifactOnTrail(report, data.artifact_fingerprint);
    }
}
/** What a record of any kind is made of. */
function attestationOf(report, data, judged, id) {
    const { author, flowName, trailName, attachment } = report;
    const commit = data.git_commit_info?.sha1;
    const fingerprint = data.artifact_fingerprint ?? undefined;
    const repoId = repositoryId(author.orgName, data.repo_info);
    const idempotency = idempotencyOf(report, judged.type, data);
    return {
        author,
        flowName,
        trailName,
        id,
        ...judged,
        name: data.attestation_name,
        targets: [...new Set(data.target_artifacts)],
        data: withoutNulls(data),
        // A trail that is created by an attestation is about that attestation's commit and run.
        trail: withoutNulls({ git_commit_info: data.git_commit_info ?? null, origin_url: data.origin_url ?? null }),
        ...(commit === undefined ? {} : { commit }),
        ...(fingerprint === undefined ? {} : { fingerprint }),
        ...(repoId === undefined ? {} : { repoId }),
        ...(attachment === undefined ? {} : { blob: attachment }),
        ...(idempotency === undefined ? {} : { idempotency }),
    };
}
function idempotencyOf({ attachment, flowName, idempotencyKey, trailName }, type, data) {
    if (idempotencyKey === undefined)
        return undefined;
    const file = attachment === undefined ? null : { filename: attachment.filename, bytes: attachment.bytes, sha256: attachment.sha256 };
    return { key: idempotencyKey, requestHash: sha256(canonical([type, flowName, trailName, data, file])) };
}

// EXTERNAL MODULE: external "node:worker_threads"
var external_node_worker_threads_ = __webpack_require__(75919);
;// CONCATENATED MODULE: ./lib/service/rules/thread.js

/** A task took more than it was given: of time, or of memory. */
class Exceeded extends Error {
    name = 'Exceeded';
}
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
/** Starts a thread for rules that others wrote. It ends by itself with a task that takes longer than `limitMs` once it is begun. */
function startThread(limitMs) {
    const worker = new external_node_worker_threads_.Worker(new URL(`./rules-thread.${extension}`, import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
        // Neither the settings of the service nor its log are theirs.
        env: {},
        execArgv: [],
        stdout: true,
        stderr: true,
    });
    worker.stdout.resume();
    worker.stderr.resume();
    // An idle thread keeps no program from ending.
    worker.unref();
    const failed = new Promise((_, reject) => {
        worker.once('error', (error) => reject(isOutOfMemory(error) ? new Exceeded('it needs more memory than there is for it') : error));
        worker.once('exit', () => reject(new Error('The thread of the rules has ended.')));
    });
    failed.catch(() => { });
    const ready = new Promise((resolve) => worker.once('message', () => resolve()));
    const next = () => new Promise((resolve) => worker.once('message', (answer) => resolve(answer)));
    return {
        async run(task) {
            await Promise.race([ready, failed]);
            const answer = next();
            worker.postMessage(task);
            const limit = timeLimit(limitMs);
            try {
                return await Promise.race([answer, failed, limit.passed]);
            }
            catch (error) {
                void worker.terminate();
                throw error;
            }
            finally {
                limit.clear();
            }
        },
        async end() {
            await worker.terminate();
        },
    };
}
function timeLimit(limitMs) {
    let timer;
    const passed = new Promise((_, reject) => {
        // An answer that came while this thread was busy is in time.
        timer = setTimeout(() => setImmediate(() => reject(new Exceeded(`it takes longer than ${limitMs / 1000} s`))), limitMs);
    });
    passed.catch(() => { });
    return { passed, clear: () => clearTimeout(timer) };
}
function isOutOfMemory(error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

;// CONCATENATED MODULE: ./lib/service/rules/turns.js
/** A queue in which nobody has a second turn while another waits for the first, however many of theirs wait. */
function openTurns(most) {
    const waiting = new Map();
    /** Owners who had a turn, the last one at the end. */
    const served = new Set();
    let count = 0;
    return {
        add(owner, item) {
            waiting.set(owner, [...(waiting.get(owner) ?? []), item]);
            count += 1;
        },
        surplus() {
            if (count <= most)
                return undefined;
            count -= 1;
            return [...waiting.values()].reduce((longest, each) => (each.length >= longest.length ? each : longest)).pop();
        },
        next(may) {
            const fresh = [...waiting.keys()].filter((owner) => !served.has(owner));
            const owner = [...fresh, ...served].find((each) => (waiting.get(each)?.length ?? 0) > 0 && may(each));
            if (owner === undefined)
                return undefined;
            const [item, ...rest] = waiting.get(owner) ?? [];
            if (item === undefined)
                return undefined;
            if (rest.length > 0)
                waiting.set(owner, rest);
            else
                waiting.delete(owner);
            count -= 1;
            served.delete(owner);
            served.add(owner);
            return [owner, item];
        },
    };
}

;// CONCATENATED MODULE: ./lib/service/rules/pool.js


/** More is to be judged than can be. */
class Busy extends Error {
    name = 'Busy';
}
/** Threads at once. */
const threads = 3;
/** Threads that one organization has at once: one is always left for another, which so waits for none of its tasks. */
const mostOfOne = threads - 1;
/** Tasks that wait for a thread at most. */
const mostWaiting = 100;
/** Threads start when they are needed, and again after a task that took longer than `limitMs` or too much memory. */
function openPool(limitMs) {
    const turns = openTurns(mostWaiting);
    const free = [];
    const busy = new Map();
    let isClosed = false;
    const heldBy = (org) => [...busy.values()].filter((each) => each === org).length;
    const begin = () => {
        if (isClosed)
            return;
        while (busy.size < threads) {
            const next = turns.next((org) => heldBy(org) < mostOfOne);
            if (next === undefined)
                return;
            void perform(...next);
        }
    };
    const perform = async (org, { reject, resolve, task }) => {
        const thread = free.pop() ?? startThread(limitMs);
        busy.set(thread, org);
        try {
            resolve(await thread.run(task));
            free.push(thread);
        }
        catch (error) {
            reject(error);
        }
        busy.delete(thread);
        begin();
    };
    return {
        run(org, task) {
            const waiting = { task, ...Promise.withResolvers() };
            turns.add(org, waiting);
            begin();
            turns.surplus()?.reject(new Busy('More evidence is to be judged than can be.'));
            return waiting.promise;
        },
        async close() {
            isClosed = true;
            await Promise.all([...free, ...busy.keys()].map((thread) => thread.end()));
        },
    };
}

;// CONCATENATED MODULE: ./lib/service/store/log/event.js

/** Longest text that an event repeats from its record, which keeps it whole. */
const event_longest = 4096;
const commitFields = ['sha1', 'message', 'author', 'author_username', 'branch', 'url', 'timestamp', 'parents'];
const repoFields = ['id', 'name', 'url', 'provider', 'description'];
/** What a trail's list of events shows of a record; the whole record is not needed for that. */
function eventOf(record) {
    return { ...ownOf(record), timestamp: record.created_at };
}
function ownOf(record) {
    switch (record.kind) {
        case 'member_reported':
        case 'tokens_revoked':
        case 'default_organization_set':
            return { type: record.kind };
        case 'type_reported':
        case 'type_archived':
            return { type: record.kind, type_name: record.type_name };
        case 'policy_reported':
        case 'policy_updated':
            return { type: record.kind, policy_id: record.policy_id };
        case 'notification_reported':
        case 'notification_updated':
        case 'notification_removed':
            return { type: record.kind, notification_number: record.number };
        case 'tags_changed':
            return { type: record.kind, resource: record.resource, resource_id: record.resource_id };
        case 'flow_reported':
        case 'flow_updated':
        case 'flow_renamed':
        case 'flow_archived':
            return { type: record.kind, flow_id: record.flow_id };
        case 'environment_reported':
        case 'environment_updated':
        case 'snapshot_reported':
        case 'artifact_allowed':
            return { type: record.kind, environment_id: record.environment_id };
        case 'artifact_started_running':
        case 'artifact_stopped_running':
            return {
                type: record.kind,
                flow_id: record.flow_id,
                trail_id: record.trail_id ?? null,
                environment_id: record.environment_id,
                environment_name: record.environment,
                snapshot_index: record.snapshot,
                artifact_id: record.artifact_id,
                artifact_fingerprint: record.fingerprint,
                template_reference_name: record.artifact_name,
                replica_number: record.instances,
                git_commit_info: null,
                repo_info: null,
            };
        case 'trail_reported':
        case 'trail_updated':
            return {
                type: record.kind,
                flow_id: record.flow_id,
                trail_id: record.trail_id,
                git_commit_info: pick(record.data.git_commit_info, commitFields),
            };
        case 'artifact_reported':
            return {
                type: 'artifact_creation_reported',
                flow_id: record.flow_id,
                trail_id: record.trail_id ?? null,
                artifact_id: record.artifact_id,
                artifact_fingerprint: record.fingerprint,
                artifact_name: event_short(record.data.filename),
                template_reference_name: record.artifact_name,
                git_commit: record.commit ?? null,
                git_commit_info: pick(record.data.git_commit_info, commitFields),
                repo_info: pick(record.data.repo_info, repoFields),
            };
        case 'approval_reported':
            return {
                type: 'artifact_approval_reported',
                flow_id: record.flow_id,
                trail_id: record.trail_id ?? null,
                artifact_fingerprint: record.fingerprint,
                artifact_name: event_short(record.artifact_name),
                approval_number: record.number,
                state: record.state,
                environment_name: record.environment ?? null,
                reviewer: event_short(reviewersIn(record.data)),
                git_commit_info: null,
                repo_info: null,
            };
        case 'attestation': {
            const { targets, data } = record;
            const [target] = targets;
            return {
                type: record.fingerprint !== undefined
                    ? 'artifact_attestation_reported'
                    : target === undefined
                        ? 'trail_attestation_reported'
                        : 'trail_attestation_for_artifact_reported',
                flow_id: record.flow_id,
                trail_id: record.trail_id,
                attestation_id: record.id,
                attestation_type: record.attestation_type,
                is_compliant: record.is_compliant,
                template_reference_name: record.attestation_name,
                // Every field of it, `null` where it is not known.
                git_commit_info: pick(data.git_commit_info, commitFields),
                repo_info: pick(data.repo_info, repoFields),
                ...(record.fingerprint === undefined ? {} : { artifact_fingerprint: record.fingerprint }),
                ...(target === undefined ? {} : { target_artifact: target, target_artifacts: targets }),
            };
        }
    }
}
/** Who is said to have decided, one behind the other; `null` where nobody has. */
function reviewersIn({ approvals }) {
    const named = (0,lib_text/* listAt */.gT)({ approvals }, 'approvals') ?? [];
    return named.length === 0 ? null : named.map((each) => (0,lib_text/* stringAt */.bX)(each, 'approved_by') ?? '').join(', ');
}
function pick(info, fields) {
    if (typeof info !== 'object' || info === null)
        return null;
    const known = new Map(Object.entries(info));
    return Object.fromEntries(fields.map((field) => [field, event_short(known.get(field))]));
}
function event_short(value) {
    if (Array.isArray(value))
        return value.slice(0, 64);
    if (typeof value !== 'string' || value.length <= event_longest)
        return value ?? null;
    return `${value.slice(0, event_longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

;// CONCATENATED MODULE: ./lib/service/store/sql/shape.js
const isText = (value) => typeof value === 'string';
const isNumber = (value) => typeof value === 'number';
const isFlag = (value) => typeof value === 'boolean';
const isTexts = (value) => Array.isArray(value) && value.every(isText);
/** An object with whatever fields. */
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function optional(is) {
    return (value) => value === undefined || is(value);
}
function listOf(is) {
    return (value) => Array.isArray(value) && value.every(is);
}
/** An object with these fields; others may be there too. */
function shape(fields) {
    const all = Object.entries(fields);
    return (value) => isObject(value) && all.every(([name, is]) => is(value[name]));
}

;// CONCATENATED MODULE: ./lib/service/store/log/header.js

/** The version of the record's format; it stands in each record, so that a reader of any year knows how to read it. */
const formatVersion = 1;
/** The checks of what every record says. */
const header = {
    version: (value) => value === formatVersion,
    id: isText,
    org: isText,
    org_id: isText,
    created_at: isNumber,
    reported_by: isText,
    credential: shape({ kind: oneOf('token', 'operator'), id: isText }),
};
/** Whether a value is one of some names. */
function oneOf(...names) {
    return (value) => names.some((name) => name === value);
}

;// CONCATENATED MODULE: ./lib/service/store/log/chain.js





/** What every organization's chain begins with. */
const genesis = '0'.repeat(64);
function* openChain(author) {
    const row = yield* queryOne(`update organizations set sequence = sequence + 1 where id = $1
     returning sequence, head, latest, attestation_count, artifact_count, trail_count`, author.orgId);
    if (row === undefined)
        throw new Error(`The organization ${author.orgName} is gone.`);
    return {
        author,
        isReplay: false,
        sequence: row_number(row, 'sequence') - 1,
        head: row_text(row, 'head'),
        latest: row_number(row, 'latest'),
        attestations: row_number(row, 'attestation_count'),
        artifacts: row_number(row, 'artifact_count'),
        trails: row_number(row, 'trail_count'),
    };
}
/** Adds one record: `hash` is SHA-256 over `<previous hash>\n<sequence>\n<canonical record>`. */
function* append(chain, now, id, content) {
    const { orgId, orgName, userName, credential } = chain.author;
    const sequence = chain.sequence + 1;
    // Two records never share a time, so that time alone orders them; a clock that stands or goes back is led by 1 µs.
    const createdAt = Math.round(Math.max(now, chain.latest + 1e-6) * 1e6) / 1e6;
    const record = {
        ...content,
        version: formatVersion,
        id,
        org: orgName,
        org_id: orgId,
        created_at: createdAt,
        reported_by: userName,
        credential,
    };
    const body = canonical(record);
    const hash = linkHash(chain.head, sequence, body);
    yield* statement_query(`insert into records (org_id, sequence, id, kind, created_at, trail_id, previous_hash, hash, event, body)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, orgId, sequence, id, content.kind, createdAt, trailIdOf(record), chain.head, hash, canonical(eventOf(record)), body);
    chain.sequence = sequence;
    chain.head = hash;
    chain.latest = createdAt;
    return { record, sequence, hash };
}
/** The trail whose events a record is one of. */
function trailIdOf(record) {
    return ('trail_id' in record ? record.trail_id : undefined) ?? null;
}
/** Puts the chain's new end in place; the last statement of every write. */
function* closeChain(chain) {
    yield* statement_query('update organizations set sequence = $2, head = $3, latest = $4, attestation_count = $5, artifact_count = $6, trail_count = $7 where id = $1', chain.author.orgId, chain.sequence, chain.head, chain.latest, chain.attestations, chain.artifacts, chain.trails);
}
function linkHash(previous, sequence, body) {
    return sha256(`${previous}\n${sequence}\n${body}`);
}

;// CONCATENATED MODULE: ./lib/service/store/log/kinds/types.js


const isType = shape({
    ...header,
    kind: oneOf('type_reported'),
    type_name: isText,
    type_version: isNumber,
    schema: optional(isText),
    rules: isTexts,
    data: isObject,
});
const isTypeArchived = shape({ ...header, kind: oneOf('type_archived'), type_name: isText });

;// CONCATENATED MODULE: ./lib/service/store/tables/types.js







/** Versions of one type at most: a list shows all of them. */
const mostVersions = 1000;
const isDetails = shape({ description: optional(isText) });
/** Makes a type or a new version of it. What is said again unchanged is not recorded, but for a type that was archived. */
function* putType(type, now) {
    const chain = yield* openChain(type.author);
    const result = yield* reported(chain, type, now);
    yield* closeChain(chain);
    return result;
}
function* reported(chain, { author, data, name, rules, schema }, now) {
    const known = yield* findType(author.orgId, name);
    const latest = known === undefined ? undefined : yield* findTypeVersion(author.orgId, name, known.latestVersion);
    const isSame = latest !== undefined && canonical(comparable(latest)) === canonical(comparable({ data, ...(schema === undefined ? {} : { schema }) }));
    const version = (known?.latestVersion ?? 0) + (isSame ? 0 : 1);
    if (isSame && known?.isArchived === false)
        return { outcome: 'reported', version };
    if (version > mostVersions)
        return { outcome: 'too-many-versions' };
    const content = {
        kind: 'type_reported',
        type_name: name,
        type_version: version,
        ...(schema === undefined ? {} : { schema }),
        rules,
        data,
    };
    yield* applyType(yield* append(chain, now, newRecordId(), content));
    return { outcome: 'reported', version };
}
/** What of a type makes a version another: a schema is the same one however it is written. */
function comparable({ data, schema }) {
    const parsed = schema === undefined ? null : JSON.parse(schema);
    return [data, parsed];
}
/** What the tables say of a type from this record on. */
function* applyType({ record, sequence }) {
    const { created_at: now, data, org_id: orgId, type_name: name, type_version: version } = record;
    const details = canonical(isText(data.description) ? { description: data.description } : {});
    const known = yield* findType(orgId, name);
    if (known === undefined) {
        yield* statement_query(`insert into types (org_id, name, details, latest_version, archived, created_at, last_modified_at, created_by)
       values ($1, $2, $3, $4, false, $5, $5, $6)`, orgId, name, details, version, now, record.reported_by);
    }
    else {
        yield* statement_query('update types set details = $3, latest_version = $4, archived = false, last_modified_at = $5 where org_id = $1 and name = $2', orgId, name, details, version, now);
    }
    if (version === known?.latestVersion)
        return;
    yield* statement_query('insert into type_versions (org_id, id, type_name, version, sequence) values ($1, $2, $3, $4, $5)', orgId, record.id, name, version, sequence);
}
/** Takes a type out of use; `false` where there is none. */
function* archiveType(author, name, now) {
    const chain = yield* openChain(author);
    const known = yield* findType(author.orgId, name);
    if (known?.isArchived === false) {
        yield* applyTypeArchived(yield* append(chain, now, newRecordId(), { kind: 'type_archived', type_name: name }));
    }
    yield* closeChain(chain);
    return known !== undefined;
}
function* applyTypeArchived({ record }) {
    yield* statement_query('update types set archived = true, last_modified_at = $3 where org_id = $1 and name = $2', record.org_id, record.type_name, record.created_at);
}
const columns = 'name, details, latest_version, archived, created_at, last_modified_at, created_by';
function* findType(orgId, name) {
    const row = yield* queryOne(`select ${columns} from types where org_id = $1 and name = $2`, orgId, name);
    return row === undefined ? undefined : types_typeOf(row);
}
/** Up to `limit` types behind a name, by name. */
function* typesAfter(orgId, after, limit) {
    const rows = yield* statement_query(`select ${columns} from types where org_id = $1 and name > $2 order by name limit $3`, orgId, after, limit);
    return rows.map(types_typeOf);
}
function types_typeOf(row) {
    return {
        name: row_text(row, 'name'),
        description: json(row, 'details', isDetails).description,
        latestVersion: row_number(row, 'latest_version'),
        isArchived: flag(row, 'archived'),
        createdAt: row_number(row, 'created_at'),
        lastModifiedAt: row_number(row, 'last_modified_at'),
        createdBy: row_text(row, 'created_by'),
    };
}
/** One version of a type. */
function* findTypeVersion(orgId, name, version) {
    const row = yield* queryOne(`select records.body from type_versions
     join records on records.org_id = type_versions.org_id and records.sequence = type_versions.sequence
     where type_versions.org_id = $1 and type_versions.type_name = $2 and type_versions.version = $3`, orgId, name, version);
    return row === undefined ? undefined : json(row, 'body', isType);
}
/** Where the versions of some types are, at most a thousand names; by name, and of each the newest first. */
function* typeVersionPlaces(orgId, names) {
    if (names.length === 0)
        return [];
    const list = statement_listed(names, 1);
    const rows = yield* statement_query(`select type_versions.type_name, type_versions.version, type_versions.sequence, octet_length(records.body) as bytes
     from type_versions join records on records.org_id = type_versions.org_id and records.sequence = type_versions.sequence
     where type_versions.org_id = $1 and type_versions.type_name in ${list.sql}
     order by type_versions.type_name desc, type_versions.version desc`, orgId, ...list.args);
    return rows.map((row) => ({
        typeName: row_text(row, 'type_name'),
        version: row_number(row, 'version'),
        sequence: row_number(row, 'sequence'),
        bytes: row_number(row, 'bytes'),
    }));
}
/** The versions at some places in the log, in that order. */
function* typeVersionsAt(orgId, sequences) {
    if (sequences.length === 0)
        return [];
    const list = statement_listed(sequences, 1);
    const rows = yield* statement_query(`select sequence, body from records where org_id = $1 and sequence in ${list.sql} and kind = 'type_reported'`, orgId, ...list.args);
    const found = new Map(rows.map((row) => [row_number(row, 'sequence'), row]));
    return sequences.flatMap((sequence) => {
        const row = found.get(sequence);
        return row === undefined ? [] : [json(row, 'body', isType)];
    });
}

;// CONCATENATED MODULE: ./lib/service/evidence/types.js






/** Makes a type or a new version of it, once its schema and its rules are what they should be. Resolves to the version. */
async function types_putType({ rules, store }, author, input, schema) {
    const definition = { schema, rules: rulesOf(input.evaluator), expressions: (input.summary ?? []).map(({ expression }) => expression) };
    const errors = await unlessBusy(rules.problemsOf(author.orgId, definition));
    if (Object.keys(errors).length > 0)
        throw new Refusal('invalid-request', `The type '${input.name}' cannot judge anything; \`errors\` says what is wrong.`, { errors });
    const result = await store.putType({ author, name: input.name, schema, rules: definition.rules, data: withoutNulls(input) });
    switch (result.outcome) {
        case 'reported':
            return result.version;
        case 'too-many-versions':
            throw new Refusal('invalid-request', `The type '${input.name}' has ${mostVersions} versions, and can have no more.`, {
                fix: 'Make a type with another name.',
            });
    }
}
/** Takes a type out of use. */
async function types_archiveType({ store }, author, name) {
    if (!(await store.archiveType(author, name)))
        throw noType(author.orgName, name);
}
/** Judges data by the newest version of its type. Throws where nothing can be said of it. */
async function judgeCustom({ rules, store }, { orgId, orgName }, { attestation_data: data, type_name: name }) {
    const type = await store.findType(orgId, name);
    if (type === undefined)
        throw noType(orgName, name);
    if (type.isArchived) {
        throw new Refusal('invalid-request', `The attestation type '${name}' of the organization '${orgName}' is archived, and takes no new evidence.`, {
            fix: 'Use another type, or make this one again to take it up.',
        });
    }
    const version = await store.findTypeVersion(orgId, name, type.latestVersion);
    if (version === undefined)
        throw new Error(`The version ${type.latestVersion} of the type ${name} is gone.`);
    const verdict = await unlessBusy(rules.verdictOf(orgId, { schema: version.schema, rules: version.rules }, data, 'attestation_data'));
    switch (verdict.outcome) {
        case 'judged':
            return { type: `custom:${name}`, compliant: verdict.compliant, typeVersion: type.latestVersion };
        case 'unreadable':
            throw new Refusal('invalid-request', `The data cannot be judged by version ${type.latestVersion} of the attestation type '${name}'.`, {
                errors: verdict.problems,
            });
    }
}
/** One type with all of its versions; or with one, and then without the times that are those of all of them. */
async function getType({ store }, org, name, version) {
    const type = await store.findType(org.orgId, name);
    if (type === undefined)
        throw noType(org.orgName, name);
    if (version === undefined) {
        const places = await store.typeVersionPlaces(org.orgId, [name]);
        return { fields: { ...types_fieldsOf(type, org), ...types_timesOf(type) }, versions: versionsAt(store, org.orgId, places) };
    }
    const found = await store.findTypeVersion(org.orgId, name, version);
    if (found === undefined) {
        throw new Refusal('not-found', `There is no version ${version} of the attestation type '${name}' in the organization '${org.orgName}'.`, {
            fix: `Its versions are 1 to ${type.latestVersion}.`,
        });
    }
    return {
        fields: types_fieldsOf({ ...type, description: typeof found.data.description === 'string' ? found.data.description : undefined }, org),
        versions: (async function* () {
            yield versionView(found);
        })(),
    };
}
/** Types that are read at once. */
const typesAtOnce = 100;
/** The types of an organization by name, but for those that were taken out of use. */
async function* listTypes({ store }, org) {
    for (let after = '', more = true; more;) {
        const types = await store.typesAfter(org.orgId, after, typesAtOnce);
        const shown = types.filter(({ isArchived }) => !isArchived);
        const places = Map.groupBy(await store.typeVersionPlaces(org.orgId, shown.map(({ name }) => name)), ({ typeName }) => typeName);
        const versions = versionsAt(store, org.orgId, shown.flatMap(({ name }) => places.get(name) ?? []));
        for (const type of shown)
            yield { fields: { ...types_fieldsOf(type, org), ...types_timesOf(type) }, versions: next(versions, places.get(type.name)?.length ?? 0) };
        more = types.length === typesAtOnce;
        after = types.at(-1)?.name ?? '';
    }
}
/** The versions at some places, a few at once. */
async function* versionsAt(store, orgId, places) {
    for (const portion of portions(places)) {
        const rows = await store.typeVersionsAt(orgId, portion.map(({ sequence }) => sequence));
        for (const row of rows)
            yield versionView(row);
    }
}
function types_fieldsOf(type, { orgName }) {
    return {
        name: type.name,
        ...(type.description === undefined ? {} : { description: type.description }),
        archived: type.isArchived,
        org: orgName,
    };
}
/** Who made it and when: of the type itself, not of one version. */
function types_timesOf({ createdAt, createdBy, lastModifiedAt }) {
    return { created_by: createdBy, created_at: createdAt, last_modified_at: lastModifiedAt };
}
function versionView({ created_at, data, reported_by, schema, type_version }) {
    return {
        version: type_version,
        timestamp: created_at,
        created_by: reported_by,
        type_schema: schema === undefined ? null : JSON.parse(schema),
        evaluator: data.evaluator ?? { content_type: 'default' },
        summary: data.summary ?? null,
    };
}
function rulesOf(evaluator) {
    return evaluator !== null && evaluator !== undefined && 'rules' in evaluator ? evaluator.rules : [];
}
function noType(org, name) {
    return new Refusal('not-found', `There is no custom attestation type '${name}' in the organization '${org}'.`, {
        fix: 'Check its name, or make it.',
    });
}
async function unlessBusy(work) {
    try {
        return await work;
    }
    catch (error) {
        if (!(error instanceof Busy))
            throw error;
        throw new Refusal('unavailable', error.message, { cause: error, fix: 'Send it again in a moment.' });
    }
}

;// CONCATENATED MODULE: ./lib/service/evidence/override.js





/** Records what is said of a name from now on, instead of what its evidence says: until there is another record of that name. */
async function recordOverride({ store }, report, data) {
    const judged = { type: 'override', compliant: data.new_compliance_status };
    const attestation = attestationOf(report, data, judged, newRecordId());
    try {
        const result = await store.recordOverride({ ...attestation, originalType: data.original_attestation_type }, judges);
        switch (result.outcome) {
            case 'nothing-to-override':
                throw nothingToOverride(report, data);
            case 'other-type':
                throw new Refusal('invalid-request', `The evidence '${data.attestation_name}' is of the type ${result.type}.`, {
                    errors: { original_attestation_type: `must be ${JSON.stringify(result.type)}, the type of what is overridden.` },
                });
            case 'recorded':
            case 'replayed':
            case 'key-reused':
            case 'unknown-artifact':
                return answerOf(result, report, data);
        }
    }
    catch (error) {
        throw error instanceof TrailFull ? trailFull(report.trailName, error) : error;
    }
}
function nothingToOverride({ author, flowName, trailName }, data) {
    const [target] = data.target_artifacts ?? [];
    const about = data.artifact_fingerprint ?? target;
    const where = about === undefined || about === null ? '' : ` about the artifact ${about}`;
    return new Refusal('not-found', `The trail '${trailName}' of the flow '${flowName}' in the organization '${author.orgName}' has no evidence '${data.attestation_name}'${where}, and its template asks for none.`, { fix: 'Check the name, and whether the evidence is about the trail itself or about one of its artifacts.' });
}

;// CONCATENATED MODULE: ./lib/service/routes/target-commit.js

/**
 * The input, unless it names artifacts only: such a record binds to an artifact of that name and commit,
 * and without a commit it never would.
 */
function withCommit(input) {
    const named = (input.target_artifacts ?? []).length > 0;
    if (!named || (input.artifact_fingerprint ?? input.git_commit_info ?? null) !== null)
        return input;
    throw invalid({ target_artifacts: 'needs at least one of artifact_fingerprint or git_commit_info next to it: add one.' });
}

;// CONCATENATED MODULE: ./lib/service/routes/override.js








/** Says of a name on a trail whether it complies, instead of what its evidence says. */
const overrideAttestation = route(operations.overrideAttestation, 'evidence', async ({ request, reply, evidence, author, params }) => {
    const idempotencyKey = keyOf(request);
    const done = underWay(author, idempotencyKey);
    try {
        const data = await readJsonBody(request, (value) => withCommit(withWebAddress(checked(operations.overrideAttestation.data, value))));
        const report = { author, flowName: params.flow_name, trailName: params.trail_name, attachment: undefined, idempotencyKey };
        const { id, head, replayed } = await recordOverride(evidence, report, data);
        if (replayed)
            reply.header('idempotent-replayed', 'true');
        return await reply.send({ message: 'OK', attestation_id: id, head });
    }
    finally {
        done();
    }
});

;// CONCATENATED MODULE: ./lib/service/routes/attest.js











/** Records evidence of one kind, with whatever of its flow and trail does not exist yet. */
function attest(operation, read, judge) {
    return route(operation, 'evidence', async (call) => {
        const { author, evidence, params, reply, request } = call;
        const idempotencyKey = keyOf(request);
        const done = underWay(author, idempotencyKey);
        try {
            const { data, file } = await readForm(request, (value) => withCommit(withWebAddress(read(value))), {
                field: 'attachment_file',
                limit: limits/* limits */.F.attachmentBytes,
                receive: evidence.blobs.receive,
                discard: evidence.blobs.discard,
            });
            const report = { author, flowName: params.flow_name, trailName: params.trail_name, attachment: file, idempotencyKey };
            const { id, head, replayed } = await recordAttestation(evidence, report, data, () => judge(data, call));
            if (replayed)
                reply.header('idempotent-replayed', 'true');
            return await reply.code(201).send({ message: 'OK', attestation_id: id, head });
        }
        finally {
            done();
        }
    });
}
const { attestCustom, attestDecision, attestGeneric, attestJira, attestJunit, attestPullRequest, attestSnyk, attestSonar } = operations;
const attestRoutes = [
    attest(attestJunit, (value) => checked(attestJunit.data, value), judged.junit),
    attest(attestGeneric, (value) => checked(attestGeneric.data, value), judged.generic),
    attest(attestCustom, (value) => checked(attestCustom.data, value), (data, { author, evidence }) => judgeCustom(evidence, author, data)),
    attest(attestPullRequest, (value) => checked(attestPullRequest.data, value), judged.pullRequest),
    attest(attestSnyk, (value) => checked(attestSnyk.data, value), judged.snyk),
    attest(attestSonar, (value) => checked(attestSonar.data, value), judged.sonar),
    attest(attestJira, (value) => checked(attestJira.data, value), judged.jira),
    attest(attestDecision, (value) => checked(attestDecision.data, value), judged.decision),
    overrideAttestation,
];

;// CONCATENATED MODULE: ./lib/service/evidence/policies.js



const policiesAtOnce = 100;
/** Environments that a policy is shown with. */
const mostShown = 1000;
/** The file of each may be 256 KiB. */
const versionsAtOnce = 10;
/** Creates a policy or changes one; without a file the stored version stays. Answers what it is now. */
async function putPolicy(evidence, author, input, rules) {
    const { store } = evidence;
    const outcome = await store.putPolicy({ author, name: input.name, data: withoutNulls(input), ...(rules === undefined ? {} : { rules }) }, judges);
    if (outcome === 'no-rules') {
        throw new Refusal('invalid-request', `There is no policy '${input.name}' yet, and none came along.`, {
            errors: { policy_file: 'is missing: add it.' },
        });
    }
    return { outcome, policy: await getPolicy(evidence, author, input.name) };
}
async function getPolicy(evidence, org, name) {
    const row = await evidence.store.findPolicy(org.orgId, name);
    if (row === undefined)
        throw noPolicy(org.orgName, name);
    return await viewOf(evidence, org, row);
}
/** The policies of an organization, by name. */
async function* listPolicies(evidence, org) {
    for (let after = '', more = true; more;) {
        const rows = await evidence.store.policiesAfter(org.orgId, after, policiesAtOnce);
        for (const row of rows)
            yield await viewOf(evidence, org, row);
        more = rows.length === policiesAtOnce;
        after = rows.at(-1)?.name ?? '';
    }
}
function noPolicy(org, policy) {
    return new Refusal('not-found', `There is no policy '${policy}' in the organization '${org}'.`, { fix: 'Check its name, or create it.' });
}
async function viewOf({ store }, { orgId }, row) {
    const attached = await store.linkedTo(orgId, 'policy', row.name);
    const environments = await store.environmentNames(orgId, attached.slice(0, mostShown));
    return {
        fields: {
            name: row.name,
            description: row.description,
            archived: false,
            created_by: row.createdBy,
            created_at: row.createdAt,
            last_modified_at: row.lastModifiedAt,
            consuming_envs: [...environments.values()].toSorted(),
        },
        versions: (async function* () {
            for (let after = 0; after < row.versionCount;) {
                const versions = await store.policyVersions(orgId, row.id, after, versionsAtOnce);
                for (const version of versions)
                    yield policies_versionView(version);
                after = versions.at(-1)?.version ?? row.versionCount;
            }
        })(),
    };
}
function policies_versionView({ comment, content, createdAt, createdBy, version }) {
    return { version, comment, timestamp: createdAt, created_by: createdBy, policy_yaml: content };
}

;// CONCATENATED MODULE: ./lib/service/evidence/asserts.js





/** Places that are read at once; each brings the decision of a whole trail. */
const asserts_atOnce = 20;
/** More places than one answer is given for: what was not read is never a yes. */
const mostPlaces = 1000;
/**
 * Whether an artifact is compliant: in every place where it was reported, or in those of one flow. Without a trail
 * nothing was decided of it, and that is no yes.
 */
async function assertArtifact({ store, links }, org, fingerprint, flowName) {
    if (flowName !== undefined && (await store.findFlow(org.orgId, flowName)) === undefined)
        throw noFlow(org.orgName, flowName);
    const flows = [];
    let before;
    for (;;) {
        const search = { fingerprint, ...(flowName === undefined ? {} : { flowName }), ...(before === undefined ? {} : { before }) };
        const found = await store.standings(org.orgId, search, asserts_atOnce);
        flows.push(...found.map((each) => standingView(each, fingerprint, org.orgName, links)));
        before = found.at(-1)?.number;
        if (found.length < asserts_atOnce)
            break;
        if (flows.length >= mostPlaces)
            throw tooMany(fingerprint, flowName);
    }
    // What is shown first is what says no, if something does.
    const shown = flows.find(({ compliant }) => !compliant) ?? flows[0];
    if (shown === undefined)
        throw noArtifact(org.orgName, flowName, fingerprint);
    return { fingerprint, ...shown, compliant: flows.every(({ compliant }) => compliant), flows, scope: 'flow' };
}
/**
 * Whether an artifact may run in an environment, or satisfies some policies. What is allowed in the environment may
 * run there, whatever else is said of it; where no policy is attached, its flows decide.
 */
async function assertArtifactBy(evidence, org, fingerprint, flowName, by) {
    const ofFlows = await assertArtifact(evidence, org, fingerprint, flowName);
    const environment = 'environment' in by ? await findEnvironment(evidence, org, by.environment) : undefined;
    const policies = 'policies' in by ? [...new Set(by.policies)] : (environment?.policies ?? []);
    const name = await filenameOf(evidence, org, fingerprint);
    const judged = await evidence.store.judgedBy(org.orgId, { fingerprint, name }, policies, judges.judge);
    if ('unknown' in judged)
        throw noPolicy(org.orgName, judged.unknown);
    const allowances = environment === undefined ? [] : await evidence.store.allowancesOf(org.orgId, environment.id);
    const allowance = allowances.find((each) => each.fingerprint === fingerprint);
    const { compliant = ofFlows.compliant, policies: evaluations } = judged.judgement;
    return {
        ...ofFlows,
        compliant: compliant || allowance !== undefined,
        scope: environment === undefined ? 'policy' : 'environment',
        environment: environment?.name ?? null,
        policy_evaluations: evaluations,
        allow_listing: allowance === undefined
            ? null
            : { description: allowance.description, created_by: allowance.createdBy, created_at: allowance.createdAt },
    };
}
/** What the file of an artifact was called when it was reported last. */
async function filenameOf({ store }, { orgId }, fingerprint) {
    const [row] = await store.artifactsNumbered(orgId, await store.artifactNumbers(orgId, { fingerprint }, 0, 1));
    const filename = row?.record.data.filename;
    return typeof filename === 'string' ? filename : '';
}
function standingView({ flowName, trailName, status }, fingerprint, org, links) {
    return {
        flow: flowName,
        trail: trailName ?? null,
        compliant: status?.status === 'COMPLIANT' && status.is_compliant === true,
        compliance_status: status ?? null,
        html_url: trailName === undefined ? links.artifactPage(org, flowName, fingerprint) : links.trail(org, flowName, trailName),
    };
}
function tooMany(fingerprint, flowName) {
    return new Refusal('invalid-request', `The artifact ${fingerprint} was reported on more than ${mostPlaces} trails, too many for one answer.`, {
        fix: flowName === undefined ? 'Name a flow with flow_name.' : 'Ask for the trails that matter one by one.',
    });
}

;// CONCATENATED MODULE: ./lib/service/routes/asserts.js




const asserts_assertArtifact = queryRoute(operations.assertArtifact, 'read', async ({ evidence, author, params, query }) => {
    const { environment_name: environment, flow_name: flowName, policy_name: policies } = query;
    if (environment !== undefined && policies !== undefined)
        throw invalid({ 'query.policy_name': 'goes without environment_name: an environment is asked for the policies that it has.' });
    if (environment !== undefined)
        return await assertArtifactBy(evidence, author, params.fingerprint, flowName, { environment });
    if (policies !== undefined)
        return await assertArtifactBy(evidence, author, params.fingerprint, flowName, { policies });
    return await assertArtifact(evidence, author, params.fingerprint, flowName);
});
const assertRoutes = [asserts_assertArtifact];

// EXTERNAL MODULE: ./lib/contract/paths.gen.js
var paths_gen = __webpack_require__(62222);
;// CONCATENATED MODULE: ./lib/service/routes/attestations.js









/** Operation 2: by commit when commits are named, and else the list of the organization's attestations. */
const findAttestations = queryRoute(operations.findAttestations, 'read', async (call) => {
    const { query, evidence, author, reply } = call;
    if (query.commit_list !== undefined)
        return await byCommit(call, query.commit_list);
    const alone = ['flow_name', 'attestation_name', 'attestation_type'].filter((name) => name in query);
    if (alone.length > 0) {
        throw new Refusal('invalid-request', 'These filters narrow a search by commit, and no commit is named.', {
            errors: Object.fromEntries(alone.map((name) => [`query.${name}`, 'works together with commit_list: add one for each commit.'])),
        });
    }
    const page = pageOf({ ...query, per_page: query.per_page === 0 ? limits/* limits */.F.pageSize : (query.per_page ?? limits/* limits */.F.pageSize) }, limits/* limits */.F.pageSize);
    const { id, prefix } = filterOf(query);
    const { items, pagination } = await listAttestations(evidence, author.orgId, {
        ...(id === undefined ? {} : { id }),
        ...(prefix === undefined ? {} : { prefix }),
        ...page,
    });
    return await sendJson(reply, pageJson(listJson(items), pagination));
});
/** The by-commit search on a path of its own, that other clients use. */
const findAttestationsForCriteria = queryRoute({ ...operations.findAttestations, ...paths_gen/* paths */.f.findAttestationsForCriteria }, 'read', async (call) => {
    if (call.query.commit_list !== undefined)
        return await byCommit(call, call.query.commit_list);
    throw new Refusal('invalid-request', 'No commit is named.', {
        errors: { 'query.commit_list': 'is missing: add one for each commit.' },
    });
});
async function byCommit({ query, evidence, author, reply }, commits) {
    if (query.attestation_type !== undefined)
        checked(RecordType, query.attestation_type, 'query.attestation_type');
    const found = attestationsByCommit(evidence, author.orgId, commits, filterOf(query));
    return await sendJson(reply, (async function* () {
        let separator = '{';
        for await (const [commit, items] of found) {
            yield `${separator}"${commit}":`;
            yield* listJson(items);
            separator = ',';
        }
        yield separator === '{' ? '{}' : '}';
    })());
}
function filterOf(query) {
    return {
        ...(query.flow_name === undefined ? {} : { flowName: query.flow_name }),
        ...(query.attestation_name === undefined ? {} : { name: query.attestation_name }),
        ...(query.attestation_type === undefined ? {} : { type: query.attestation_type }),
        ...(query.attestation_id === undefined ? {} : { id: query.attestation_id }),
        ...(query.prefix === undefined ? {} : { prefix: query.prefix }),
    };
}
/** All records of one name on a trail, newest first; the empty list for a name that was never reported. */
const attestationsOfName = route(operations.attestationsOfName, 'read', async ({ reply, evidence, author, params }) => {
    const items = attestationsOfTrail(evidence, author.orgId, params.flow_name, params.trail_name, params.attestation_name);
    return await sendJson(reply, listJson(items));
});
/** All records of one name about an artifact; the empty list where there is none. */
const attestations_attestationsOfArtifact = route(operations.attestationsOfArtifact, 'read', async ({ reply, evidence, author, params }) => {
    const { attestation_name: name, fingerprint: prefix, flow_name: flow } = params;
    return await sendJson(reply, listJson(attestationsOfArtifact(evidence, author.orgId, { flow, prefix, name })));
});
/** Attestations of a flow on a page whose size is not said. */
const attestations_usualPage = 20;
const attestations_attestationsOfFlow = queryRoute(operations.attestationsOfFlow, 'read', async ({ reply, evidence, author, params, query }) => {
    const { from_timestamp: from, to_timestamp: to, ...asked } = query;
    const page = pageOf({ ...asked, per_page: asked.per_page === 0 ? attestations_usualPage : (asked.per_page ?? attestations_usualPage) }, attestations_usualPage);
    const search = { flowName: params.flow_name, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const { items, pagination } = await attestationsOfFlow(evidence, author, search, page);
    return await sendJson(reply, pageJson(listJson(items), pagination));
});
/** The file of a record, as it was sent. */
const downloadEvidence = route(operations.downloadEvidence, 'read', async ({ reply, evidence, author, params }) => {
    const { attestation_id: id, flow_name: flow, trail_name: trail } = params;
    return await sendFile(reply, await attachedFile(evidence, author, { flow, trail, id }));
});
const attestationRoutes = [
    attestations_attestationsOfArtifact,
    attestations_attestationsOfFlow,
    downloadEvidence,
    findAttestations,
    findAttestationsForCriteria,
    attestationsOfName,
];

;// CONCATENATED MODULE: ./lib/service/evidence/environment-events.js



/** A page of what happened in an environment, the latest first. */
async function listEvents(evidence, org, name, query) {
    const environment = await findEnvironment(evidence, org, name);
    const filter = await environment_events_filterOf(evidence, org, environment, query);
    const { page, perPage } = query;
    const events = await evidence.store.eventsOfEnvironment(org.orgId, environment.id, filter, (page - 1) * perPage, perPage);
    return events.map((event) => eventView(evidence, org, environment, event));
}
async function environment_events_filterOf(evidence, org, environment, query) {
    // The first events may be older than the first snapshot: what is allowed before something runs.
    const [from, to] = query.interval === '' ? [0, environment.snapshotCount] : await intervalOf(evidence, org, environment, query.interval);
    const bounds = { from, to, after: query.after ?? 0, before: query.before ?? Number.MAX_SAFE_INTEGER };
    const narrowed = await narrow(evidence, org, environment, bounds, query);
    return { ...narrowed, repoNames: query.repoNames, oldestFirst: query.oldestFirst };
}
/** `start` and `end` say a time or a snapshot each. */
async function narrow(evidence, org, environment, bounds, { end, start }) {
    let narrowed = bounds;
    for (const [field, text] of [
        ['start', start],
        ['end', end],
    ]) {
        if (text === undefined || text === '')
            continue;
        const place = parseSnapshotPlace(text, Date.now() / 1000);
        const isStart = field === 'start';
        if (place?.kind === 'time')
            narrowed = isStart
                ? { ...narrowed, after: Math.max(place.at, narrowed.after) }
                : { ...narrowed, before: Math.min(place.at, narrowed.before) };
        else {
            const number = await snapshot_places_numberOf(evidence, org, environment, text, `query.${field}`);
            narrowed = isStart ? { ...narrowed, from: Math.max(number, narrowed.from) } : { ...narrowed, to: Math.min(number, narrowed.to) };
        }
    }
    return narrowed;
}
function eventView({ links }, { orgName }, { name }, { at, body, snapshot }) {
    const flows = Array.isArray(body.flows) ? body.flows.map(String) : [];
    return {
        ...body,
        environment_name: name,
        snapshot_index: snapshot,
        reported_at: at,
        // A text in every case: the best-known client reads it without a look.
        pipeline: flows[0] ?? '',
        deployments: [],
        flows: flows.map((flow) => ({ flow_name: flow, deployments: [] })),
        _links: snapshot === 0 ? {} : { snapshot: { href: links.snapshot(orgName, name, snapshot) } },
    };
}

;// CONCATENATED MODULE: ./lib/service/routes/environments.js







/** Environments and events on a page whose size is not said. */
const environments_usualPage = 15;
const environments_putEnvironment = route(operations.putEnvironment, 'evidence', async ({ request, reply, evidence, author }) => {
    const input = await readJsonBody(request, (value) => checked(operations.putEnvironment.data, value));
    const outcome = await putEnvironment(evidence, author, input);
    return await reply.code(outcome === 'created' ? 201 : 200).send({ message: 'OK' });
});
/** The plain list unless a page is asked for. */
const environments_listEnvironments = queryRoute(operations.listEnvironments, 'read', async ({ evidence, author, query }) => {
    const { name = '', sort = 'name', sort_direction: direction = 'asc', tag = [], type: types = [], ...asked } = query;
    const isPaged = asked.page !== undefined || asked.per_page !== undefined;
    const { page, perPage } = pageOf(asked, isPaged ? environments_usualPage : 0);
    const filter = { name, types, tags: tag, sort, descends: direction === 'desc' };
    const { environments: items, total } = await listEnvironments(evidence, author, filter, { page, perPage });
    if (!isPaged)
        return items;
    return { environments: items, page, per_page: perPage, total_pages: Math.ceil(total / perPage), total_count: total };
});
const environments_getEnvironment = route(operations.getEnvironment, 'read', ({ evidence, author, params }) => getEnvironment(evidence, author, params.env_name));
const renameEnvironment = route(operations.renameEnvironment, 'evidence', async ({ request, evidence, author, params }) => {
    const { new_name: name } = await readJsonBody(request, (value) => checked(operations.renameEnvironment.data, value));
    await changeEnvironment(evidence, author, params.env_name, { name });
    return { message: 'OK' };
});
const archiveEnvironment = route(operations.archiveEnvironment, 'evidence', async ({ evidence, author, params }) => {
    await changeEnvironment(evidence, author, params.env_name, { isArchived: true });
    return { message: 'OK' };
});
const joinEnvironment = route(operations.joinEnvironment, 'evidence', async ({ request, evidence, author, params }) => {
    const { physical_env_name: part } = await readJsonBody(request, (value) => checked(operations.joinEnvironment.data, value));
    await changeEnvironment(evidence, author, params.env_name, { delta: 'join', part });
    return { message: 'OK' };
});
const attachPolicies = route(operations.attachPolicies, 'evidence', async ({ request, evidence, author, params }) => {
    const { policy_names: policies } = await readJsonBody(request, (value) => checked(operations.attachPolicies.data, value));
    await changeEnvironment(evidence, author, params.env_name, { delta: 'attach', policies });
    return { message: 'OK' };
});
const detachPolicies = route(operations.detachPolicies, 'evidence', async ({ request, evidence, author, params }) => {
    const { policy_names: policies } = await readJsonBody(request, (value) => checked(operations.detachPolicies.data, value));
    await changeEnvironment(evidence, author, params.env_name, { delta: 'detach', policies });
    return { message: 'OK' };
});
const listEnvironmentEvents = queryRoute(operations.listEnvironmentEvents, 'read', ({ evidence, author, params, query }) => {
    const { end, end_ts: before, interval = '', repo_name: repoNames = [], reverse: oldestFirst = false, start, start_ts: after } = query;
    return listEvents(evidence, author, params.env_name, {
        ...pageOf(query, environments_usualPage),
        interval,
        oldestFirst,
        repoNames,
        ...(start === undefined ? {} : { start }),
        ...(end === undefined ? {} : { end }),
        ...(after === undefined ? {} : { after: Number(after) }),
        ...(before === undefined ? {} : { before: Number(before) }),
    });
});
const environmentRoutes = [
    environments_putEnvironment,
    environments_listEnvironments,
    environments_getEnvironment,
    renameEnvironment,
    archiveEnvironment,
    joinEnvironment,
    attachPolicies,
    detachPolicies,
    listEnvironmentEvents,
];

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var yaml_dist = __webpack_require__(38815);
;// CONCATENATED MODULE: ./lib/service/routes/yaml-line.js

/** The line of what a path such as `trail.attestations[1].name` names, or of the nearest thing around it; from 1. */
function lineOf(document, path, lines) {
    let node = document.contents;
    let offset = 0;
    for (const part of path.split(/[.[\]]+/).filter((each) => each !== '')) {
        const pair = (0,yaml_dist.isMap)(node) ? node.items.find(({ key }) => (0,yaml_dist.isScalar)(key) && String(key.value) === part) : undefined;
        node = (0,yaml_dist.isSeq)(node) ? node.items[Number(part)] : pair?.value;
        const start = (0,yaml_dist.isNode)(pair?.key) ? pair.key : node;
        offset = ((0,yaml_dist.isNode)(start) ? start.range?.[0] : undefined) ?? offset;
    }
    return lines.linePos(offset).line;
}

;// CONCATENATED MODULE: ./lib/service/routes/yaml.js


/** One document of YAML 1.2 without aliases and without a name twice, read within the bounds of a template; `what` it is called. */
function readYaml(content, what = 'template') {
    const lines = new yaml_dist.LineCounter();
    const errors = new Map();
    const ends = new Map();
    const lineOf = (offset) => `line ${lines.linePos(offset).line}`;
    const say = (offset, sentence) => void errors.set(lineOf(offset), sentence);
    // The library looks for a name twice by comparing each with each: 50,000 names take it a minute.
    const composer = new yaml_dist.Composer({ version: '1.2', uniqueKeys: false, prettyErrors: false });
    const [document, second] = composer.compose(yaml_tokensOf(content, what, lines, (offset, sentence) => void ends.set(lineOf(offset), sentence)), true, content.length);
    if (document === undefined)
        throw new Error('The YAML library made no document.');
    for (const { pos, message } of document.errors)
        say(pos[0], message);
    if (second !== undefined)
        say(second.range[0], `begins a second document: a ${what} is one.`);
    (0,yaml_dist.visit)(document, {
        // An alias can stand for itself many times over: a few lines of them make a template without end.
        Alias: (_, { range }) => say(range?.[0] ?? 0, 'is a YAML alias: write the entry out.'),
        Map: (_, { items }) => {
            const names = new Set();
            for (const { key } of items) {
                const name = (0,yaml_dist.isScalar)(key) ? String(key.value) : undefined;
                if (name === undefined || !(0,yaml_dist.isScalar)(key))
                    continue;
                if (names.has(name))
                    say(key.range?.[0] ?? 0, `says ${name.slice(0, 100).toWellFormed()} a second time: say it once.`);
                names.add(name);
            }
        },
    });
    // Why the reading ended early says most, also where the half that was read is wrong in the same line.
    return { document, lines, errors: new Map([...ends, ...[...errors].filter(([line]) => !ends.has(line))]) };
}
/** Enough for every mistake of an honest writer. */
const mostFaults = 32;
/** The concrete pieces of the text, for as long as they are within the bounds; what lies behind is not read. */
function* yaml_tokensOf(content, what, lines, end) {
    const parser = new yaml_dist.Parser(lines.addNewLine);
    lines.addNewLine(0);
    let [pieces, faults] = [0, 0];
    for (const piece of new yaml_dist.Lexer().lex(content)) {
        const { offset } = parser;
        for (const token of parser.next(piece)) {
            yield token;
            // Each of these costs far more than a piece does, and none belongs in a template.
            if (token.type === 'error' || token.type === 'directive')
                faults += 1;
        }
        pieces += 1;
        if (pieces > limits/* limits */.F.templatePieces)
            end(offset, `is where the ${what} gets too large: it has more than ${limits/* limits */.F.templatePieces} pieces of YAML, enough for about 1,000 attestations.`);
        // The document itself is one of them.
        else if (parser.stack.length > limits/* limits */.F.templateDepth + 1)
            end(offset, `is nested deeper than ${limits/* limits */.F.templateDepth} levels: a ${what} has no more than 6.`);
        else if (faults > mostFaults)
            end(offset, 'is where reading ended: there was too much before it that is no YAML.');
        else
            continue;
        return;
    }
    yield* parser.end();
}

;// CONCATENATED MODULE: ./lib/service/routes/template.js






/** A flow's template from its YAML. Every problem is named with its path and line; all are found before the answer. */
function readTemplate(bytes) {
    const content = decode(bytes);
    const { document, lines, errors: found } = readYaml(content);
    const errors = new Map(found);
    if (errors.size > 0)
        throw invalidTemplate(errors);
    const value = document.toJS() ?? {};
    for (const [path, sentence] of [...Object.entries(problemsOf(Template, value) ?? {}), ...duplicates(value)]) {
        errors.set(`${path} (line ${lineOf(document, path, lines)})`, sentence);
    }
    if (errors.size > 0)
        throw invalidTemplate(errors);
    return { content, template: template_whole(value) };
}
/** The template that a list of names stands for: an attestation of any type for each, of the one artifact. */
function templateOfNames(names) {
    const attestations = [...new Set(names)].map((name) => ({ name, type: '*' }));
    const template = { version: 1, trail: { artifacts: [{ name: 'artifact', attestations }] } };
    return { content: (0,yaml_dist.stringify)(template), template: template_whole(template) };
}
function decode(bytes) {
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    }
    catch (error) {
        throw new Refusal('invalid-request', 'The template is not text in UTF-8.', {
            cause: error,
            errors: { template_file: 'must be YAML in UTF-8.' },
        });
    }
}
function invalidTemplate(errors) {
    return new Refusal('invalid-request', 'The template is not valid; `errors` says what is wrong, and in which line.', {
        errors: Object.fromEntries([...errors].slice(0, mostFaults)),
    });
}
/** Names must tell entries apart: two of one name could not both be satisfied by its latest record. */
function duplicates(value) {
    const trail = at(value, 'trail');
    const artifacts = template_entriesOf(at(trail, 'artifacts'));
    return [
        ...template_repeated(template_entriesOf(at(trail, 'attestations')), 'trail.attestations'),
        ...template_repeated(artifacts, 'trail.artifacts'),
        ...artifacts.flatMap((artifact, index) => template_repeated(template_entriesOf(at(artifact, 'attestations')), `trail.artifacts[${index}].attestations`)),
    ];
}
function template_repeated(entries, path) {
    const firsts = new Map();
    return entries.flatMap((entry, index) => {
        const name = at(entry, 'name');
        if (typeof name !== 'string')
            return [];
        const first = firsts.get(name);
        if (first === undefined) {
            firsts.set(name, index);
            return [];
        }
        return [[`${path}[${index}].name`, `is the same as ${path}[${first}].name: give each entry its own.`]];
    });
}
function template_entriesOf(value) {
    return Array.isArray(value) ? value : [];
}
function at(value, key) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
        return undefined;
    const inner = Reflect.get(value, key);
    return inner;
}
/** The same with nothing left out. */
function template_whole(value) {
    const { trail } = checked(Template, value);
    return {
        version: 1,
        trail: {
            attestations: trail?.attestations ?? [],
            artifacts: (trail?.artifacts ?? []).map(({ name, attestations }) => ({ name, attestations: attestations ?? [] })),
        },
    };
}

;// CONCATENATED MODULE: ./lib/service/routes/template-part.js



/** The part `template_file` of a form, read as a template. */
const templatePart = {
    field: 'template_file',
    limit: limits/* limits */.F.templateBytes,
    receive: async (content) => readTemplate(await bytesOf(content)),
    discard: async () => { },
};

;// CONCATENATED MODULE: ./lib/service/routes/flows.js









/** Creates a flow with its template, or changes one. */
const flows_putFlow = route(operations.putFlow, 'evidence', async ({ request, reply, evidence, author }) => {
    const form = await readForm(request, (value) => checked(operations.putFlow.data, value), templatePart);
    const outcome = await putFlow(evidence, author, form.data, form.file);
    return await reply.code(outcome === 'created' ? 201 : 200).send({ message: 'OK' });
});
/** The same by the older form, whose template is a list of names. */
const putNamesFlow = route(operations.putNamesFlow, 'evidence', async ({ request, reply, evidence, author }) => {
    const { template, ...input } = await readJsonBody(request, (value) => checked(operations.putNamesFlow.data, value));
    const outcome = await putFlow(evidence, author, input, template === undefined || template === null ? undefined : templateOfNames(template));
    return await reply.code(outcome === 'created' ? 201 : 200).send({ message: 'OK' });
});
const flows_renameFlow = route(operations.renameFlow, 'evidence', async ({ request, reply, evidence, author, params }) => {
    const { new_name: newName } = await readJsonBody(request, (value) => checked(operations.renameFlow.data, value));
    await renameFlow(evidence, author, params.flow_name, newName);
    return await reply.send({ message: 'OK' });
});
/** Its body says nothing and is not read. */
const flows_archiveFlow = route(operations.archiveFlow, 'evidence', async ({ reply, evidence, author, params }) => {
    await archiveFlow(evidence, author, params.flow_name);
    return await reply.send({ message: 'OK' });
});
/** The flows of the organization by name; the plain list unless a page is asked for. */
const flows_listFlows = queryRoute(operations.listFlows, 'read', async ({ reply, evidence, author, query }) => {
    const { case_sensitive: isExact = true, search_by_name: part = '', ...asked } = query;
    const isPaged = asked.page !== undefined || asked.per_page !== undefined;
    const { items, pagination } = await listFlows(evidence, author, { part, isExact }, pageOf(asked, isPaged ? flows_usualPage : 0));
    const list = listJson(items);
    return await sendJson(reply, pagination === undefined ? list : pageJson(list, pagination));
});
/** Flows on a page whose size is not said. */
const flows_usualPage = 20;
/** One flow with its template. */
const flows_getFlow = route(operations.getFlow, 'read', ({ evidence, author, params }) => getFlow(evidence, author, params.flow_name));
const flowRoutes = [flows_putFlow, putNamesFlow, flows_renameFlow, flows_archiveFlow, flows_listFlows, flows_getFlow];

;// CONCATENATED MODULE: ./lib/service/notify/webhook-address.js

/** Why messages cannot go to an address, whoever runs the service; `undefined` when they can. */
function addressFault(address) {
    const url = URL.parse(address);
    if (url === null)
        return 'is no address: write it whole, with https:// before it.';
    if (url.pathname === maskedPath)
        return 'is masked: write the whole address.';
    if (url.username !== '' || url.password !== '')
        return 'has a name or a password in it: leave them out.';
    if (url.protocol === 'https:' || (url.protocol === 'http:' && (0,lib_text/* isLoopback */.BM)(url.hostname)))
        return undefined;
    return 'must begin with https://.';
}
/** Stands in place of what is secret in the address of a webhook. */
const maskedPath = '/***';
/** As much of it as somebody may see who does not decide about it. */
function masked(origin) {
    return `${origin}${maskedPath}`;
}
/** Whether a message may go to an address. It is asked when a rule is made, and again before each message. */
function isPermitted(hosts, address) {
    return addressFault(address) === undefined && hosts.has(new URL(address).host);
}

;// CONCATENATED MODULE: ./lib/service/store/log/kinds/notifications.js



const isContext = shape({ channel_id: isText, channel_name: isText, team_id: isText });
const isStoredTarget = (value) => {
    if (!isObject(value))
        return false;
    if (value.type === 'EMAIL')
        return isTexts(value.emails);
    const isChat = value.type === 'SLACK' && (value.context === undefined || isContext(value.context));
    return (isChat || value.type === 'WEBHOOK') && isText(value.origin) && isText(value.sha256);
};
const isTriggers = listOf(oneOf(...notificationTriggers));
const isNotification = shape({
    ...header,
    kind: oneOf('notification_reported', 'notification_updated'),
    notification_id: isText,
    number: isNumber,
    name: isText,
    environment_ids: isTexts,
    triggers: isTriggers,
    targets: listOf(isStoredTarget),
});
const isNotificationRemoval = shape({
    ...header,
    kind: oneOf('notification_removed'),
    notification_id: isText,
    number: isNumber,
});
const isNotificationDetails = shape({
    name: isText,
    environment_ids: isTexts,
    triggers: isTriggers,
    targets: listOf(isStoredTarget),
});

;// CONCATENATED MODULE: ./lib/service/store/tables/environments.js




const environments_columns = `select id, name, type, description, is_archived, state, snapshot_count, event_count, created_at, created_by,
  last_modified_at, last_changed_at, last_reported_at, policies, included from environments`;
function* environments_findEnvironment(orgId, name) {
    const row = yield* queryOne(`${environments_columns} where org_id = $1 and name = $2`, orgId, name);
    return row === undefined ? undefined : environmentOf(row);
}
function* environmentById(orgId, id) {
    const row = yield* queryOne(`${environments_columns} where org_id = $1 and id = $2`, orgId, id);
    return row === undefined ? undefined : environmentOf(row);
}
/** The environments of those names that there are, by name; at most a thousand names. */
function* environmentsNamed(orgId, names) {
    if (names.length === 0)
        return [];
    const list = statement_listed(names, 1);
    return (yield* statement_query(`${environments_columns} where org_id = $1 and name in ${list.sql} order by name`, orgId, ...list.args)).map(environmentOf);
}
/** Up to `limit` environments whose names come behind `after`, in the order of their bytes; those that were archived are among them. */
function* environmentsAfter(orgId, after, limit) {
    return (yield* statement_query(`${environments_columns} where org_id = $1 and name > $2 order by name limit $3`, orgId, after, limit)).map(environmentOf);
}
/** The ids of the environments that a policy is attached to, or of the logical ones that an environment is part of. */
function* linkedTo(orgId, kind, name) {
    const rows = yield* statement_query('select environment_id from environment_links where org_id = $1 and kind = $2 and name = $3 order by environment_id', orgId, kind, name);
    return rows.map((row) => row_text(row, 'environment_id'));
}
/** The names of environments by their ids. */
function* environmentNames(orgId, ids) {
    if (ids.length === 0)
        return new Map();
    const list = statement_listed(ids, 1);
    const rows = yield* statement_query(`select id, name from environments where org_id = $1 and id in ${list.sql}`, orgId, ...list.args);
    return new Map(rows.map((row) => [row_text(row, 'id'), row_text(row, 'name')]));
}
const environmentStates = ['COMPLIANT', 'NON-COMPLIANT', 'UNKNOWN'];
function environmentOf(row) {
    const moment = (column) => (row[column] === null ? undefined : row_number(row, column));
    return {
        id: row_text(row, 'id'),
        name: row_text(row, 'name'),
        type: oneOfTexts(row, 'type', environmentTypes),
        description: row_text(row, 'description'),
        isArchived: flag(row, 'is_archived'),
        state: oneOfTexts(row, 'state', environmentStates),
        snapshotCount: row_number(row, 'snapshot_count'),
        eventCount: row_number(row, 'event_count'),
        createdAt: row_number(row, 'created_at'),
        createdBy: row_text(row, 'created_by'),
        lastModifiedAt: row_number(row, 'last_modified_at'),
        lastChangedAt: moment('last_changed_at'),
        lastReportedAt: moment('last_reported_at'),
        policies: json(row, 'policies', isTexts),
        included: json(row, 'included', isTexts),
    };
}

;// CONCATENATED MODULE: ./lib/service/store/tables/webhooks.js


/** The addresses of a rule's webhooks, by the place of their target. They are secrets, and in no record. */
function* webhooksOf(orgId, notificationId) {
    const rows = yield* statement_query('select position, address from webhooks where org_id = $1 and notification_id = $2', orgId, notificationId);
    return new Map(rows.map((row) => [row_number(row, 'position'), row_text(row, 'address')]));
}
/** What became of the last messages to each target of a rule, by its place. */
function* healthOf(orgId, notificationId) {
    const rows = yield* statement_query('select position, is_failing, last_success_at, last_failure_at from notification_health where org_id = $1 and notification_id = $2', orgId, notificationId);
    return new Map(rows.map((row) => [
        row_number(row, 'position'),
        { isFailing: flag(row, 'is_failing'), lastSuccessAt: webhooks_moment(row, 'last_success_at'), lastFailureAt: webhooks_moment(row, 'last_failure_at') },
    ]));
}
function webhooks_moment(row, column) {
    return row[column] === null ? undefined : row_number(row, column);
}

;// CONCATENATED MODULE: ./lib/service/store/tables/notifications.js








/** Rules that an organization may have at once (ours): an event looks at each that listens, inside of the write that it is part of. */
const mostNotifications = 100;
const removed = { name: '', environment_ids: [], triggers: [], targets: [] };
/** Records a rule: a new one, or another state of the one with that number. */
function* putNotification(rule, now) {
    const { author, name, triggers } = rule;
    const chain = yield* openChain(author);
    const known = rule.number === undefined ? undefined : yield* findRow(author.orgId, rule.number);
    if (rule.number !== undefined && known === undefined)
        return yield* left(chain, { outcome: 'no-notification' });
    const found = yield* environmentsNamed(author.orgId, rule.environments);
    const ids = new Map(found.filter(({ isArchived }) => !isArchived).map((environment) => [environment.name, environment.id]));
    const index = rule.environments.findIndex((each) => !ids.has(each));
    if (index >= 0)
        return yield* left(chain, { outcome: 'no-environment', index });
    const given = yield* numbersOf(author.orgId);
    if (known === undefined && given.live >= mostNotifications)
        return yield* left(chain, { outcome: 'too-many' });
    const content = {
        kind: known === undefined ? 'notification_reported' : 'notification_updated',
        notification_id: known === undefined ? newRecordId() : row_text(known, 'id'),
        number: known === undefined ? given.last + 1 : row_number(known, 'number'),
        name,
        environment_ids: [...new Set(rule.environments.flatMap((each) => ids.get(each) ?? []))],
        triggers: [...new Set(triggers)],
        targets: rule.targets.map(withoutAddress),
    };
    yield* applyNotification(yield* append(chain, now, newRecordId(), content));
    yield* keepWebhooks(author.orgId, content.notification_id, rule.targets);
    yield* closeChain(chain);
    return { outcome: known === undefined ? 'created' : 'updated', number: content.number };
}
/** Takes a rule away, with its addresses and the messages that were not sent; `false` where there is none of that number. */
function* removeNotification(author, ofNumber, now) {
    const chain = yield* openChain(author);
    const known = yield* findRow(author.orgId, ofNumber);
    if (known === undefined)
        return yield* left(chain, false);
    const content = { kind: 'notification_removed', notification_id: row_text(known, 'id'), number: ofNumber };
    yield* applyNotificationRemoval(yield* append(chain, now, newRecordId(), content));
    yield* keepWebhooks(author.orgId, content.notification_id, []);
    yield* statement_query('delete from outbox where org_id = $1 and notification_id = $2', author.orgId, content.notification_id);
    yield* closeChain(chain);
    return true;
}
/** Nothing was recorded: the log ends where it did. */
function* left(chain, outcome) {
    yield* closeChain(chain);
    return outcome;
}
/** What the tables say of a rule from this record on. */
function* applyNotification({ record }) {
    const { notification_id: id, org_id: orgId, name, environment_ids, triggers, targets } = record;
    const details = { name, environment_ids, triggers, targets };
    yield* statement_query(`insert into notifications (org_id, id, number, details, created_at, created_by, last_modified_at) values ($1, $2, $3, $4, $5, $6, $5)
     on conflict (org_id, id) do update set details = excluded.details, last_modified_at = excluded.last_modified_at`, orgId, id, record.number, canonical(details), record.created_at, record.reported_by);
    yield* statement_query('delete from notification_listeners where org_id = $1 and notification_id = $2', orgId, id);
    for (const environmentId of environment_ids) {
        for (const trigger of triggers) {
            yield* statement_query('insert into notification_listeners (org_id, environment_id, listens_to, notification_id) values ($1, $2, $3, $4)', orgId, environmentId, trigger, id);
        }
    }
}
/** What the tables say from this record on: its number stays taken, and nothing else of it is there. */
function* applyNotificationRemoval({ record }) {
    const { created_at, notification_id: id, org_id: orgId } = record;
    yield* statement_query('delete from notification_listeners where org_id = $1 and notification_id = $2', orgId, id);
    yield* statement_query('update notifications set details = $3, last_modified_at = $4 where org_id = $1 and id = $2', orgId, id, canonical(removed), created_at);
}
/** Every rule of an organization, by number. */
function* notifications(orgId) {
    const rows = yield* statement_query(`${notifications_columns} where org_id = $1 order by number`, orgId);
    const found = [];
    for (const row of rows.filter(isLive))
        found.push(yield* notificationOf(orgId, row));
    return found;
}
function* findNotification(orgId, ofNumber) {
    const row = yield* findRow(orgId, ofNumber);
    return row === undefined ? undefined : yield* notificationOf(orgId, row);
}
const notifications_columns = 'select id, number, details, created_at, created_by, last_modified_at from notifications';
function* findRow(orgId, ofNumber) {
    const row = yield* queryOne(`${notifications_columns} where org_id = $1 and number = $2`, orgId, ofNumber);
    return row !== undefined && isLive(row) ? row : undefined;
}
function isLive(row) {
    return json(row, 'details', isNotificationDetails).targets.length > 0;
}
/** The last number that was given, and how many of the rules are still there. */
function* numbersOf(orgId) {
    const last = yield* queryOne('select number from notifications where org_id = $1 order by number desc limit 1', orgId);
    const live = yield* statement_query('select distinct notification_id from notification_listeners where org_id = $1', orgId);
    return { last: last === undefined ? 0 : row_number(last, 'number'), live: live.length };
}
function* notificationOf(orgId, row) {
    const id = row_text(row, 'id');
    const details = json(row, 'details', isNotificationDetails);
    const names = yield* environmentNames(orgId, details.environment_ids);
    const [addresses, health] = [yield* webhooksOf(orgId, id), yield* healthOf(orgId, id)];
    return {
        id,
        number: row_number(row, 'number'),
        name: details.name,
        environments: details.environment_ids.flatMap((each) => names.get(each) ?? []),
        triggers: details.triggers,
        targets: details.targets.map((target, position) => ({
            target,
            webhook: addresses.get(position),
            health: health.get(position),
        })),
        createdAt: row_number(row, 'created_at'),
        createdBy: row_text(row, 'created_by'),
        lastModifiedAt: row_number(row, 'last_modified_at'),
    };
}
function withoutAddress(target) {
    if (target.type === 'EMAIL')
        return target;
    const { context, type, webhook } = target;
    return { type, origin: new URL(webhook).origin, sha256: sha256(webhook), ...(context === undefined ? {} : { context }) };
}
/** Puts the addresses of a rule in place of those that it had; what was known of the old targets says nothing of the new ones. */
function* keepWebhooks(orgId, id, targets) {
    yield* statement_query('delete from notification_health where org_id = $1 and notification_id = $2', orgId, id);
    yield* statement_query('delete from webhooks where org_id = $1 and notification_id = $2', orgId, id);
    for (const [position, target] of targets.entries()) {
        if (target.type === 'EMAIL')
            continue;
        yield* statement_query('insert into webhooks (org_id, notification_id, position, address) values ($1, $2, $3, $4)', orgId, id, position, target.webhook);
    }
}

;// CONCATENATED MODULE: ./lib/service/evidence/notifications.js



/** Makes a rule, or changes the one of that number. */
async function notifications_putNotification({ store, webhookHosts }, author, input, number) {
    const { environments, name, triggers } = input;
    const targets = input.targets.map(targetOf);
    const webhooks = targets.flatMap((target, index) => target.type === 'EMAIL' ? [] : [[`targets[${index}].webhook`, target.webhook, target.type]]);
    const faults = webhooks.flatMap(([path, webhook]) => {
        const fault = addressFault(webhook);
        return fault === undefined ? [] : [[path, fault]];
    });
    if (faults.length > 0)
        throw invalidNotification(Object.fromEntries(faults));
    const of = number === undefined ? {} : { number };
    const kept = await store.putNotification({ author, name, environments, triggers, targets, ...of });
    switch (kept.outcome) {
        case 'no-notification':
            throw noNotification(author.orgName, number);
        case 'no-environment':
            throw invalidNotification({
                [`environments[${kept.index}]`]: 'is no environment of the organization: check its name, or create it.',
            });
        case 'too-many':
            throw new Refusal('conflict', `The organization '${author.orgName}' has ${mostNotifications} notification rules, as many as it may have.`, {
                fix: 'Remove one, or put more environments into one.',
            });
        case 'created':
        case 'updated': {
            const silent = webhooks.filter(([, webhook, type]) => type === 'WEBHOOK' && !isPermitted(webhookHosts, webhook));
            const warnings = silent.map(([path, webhook]) => [path, unnamed(new URL(webhook).host)]);
            return { number: kept.number, isNew: kept.outcome === 'created', warnings: Object.fromEntries(warnings) };
        }
    }
}
async function notifications_removeNotification({ store }, author, number) {
    if (!(await store.removeNotification(author, number)))
        throw noNotification(author.orgName, number);
}
/** Every rule of the organization, by number. */
async function listNotifications({ store }, org, role) {
    return (await store.notifications(org.orgId)).map((each) => notificationView(each, role));
}
async function getNotification({ store }, org, role, number) {
    const found = await store.findNotification(org.orgId, number);
    if (found === undefined)
        throw noNotification(org.orgName, number);
    return notificationView(found, role);
}
/** The refusal of a rule whose fields are wrong. */
function invalidNotification(errors) {
    return new Refusal('invalid-request', 'Invalid notification payload: `errors` says what is wrong, field by field.', { errors });
}
function noNotification(org, number) {
    return new Refusal('not-found', `There is no notification rule ${number} in the organization '${org}'.`, {
        fix: 'List the rules to see their numbers.',
    });
}
function unnamed(host) {
    return `No message goes there: those who run this service let it send to other hosts only. Have it started with --webhook-host ${host}.`;
}
function targetOf(target) {
    switch (target.type) {
        case 'EMAIL':
            return { type: 'EMAIL', emails: target.emails };
        case 'SLACK':
            return {
                type: 'SLACK',
                webhook: target.webhook,
                ...(target.context === undefined || target.context === null ? {} : { context: target.context }),
            };
        case 'WEBHOOK':
            return { type: 'WEBHOOK', webhook: target.webhook };
    }
}
/** Who may change a rule sees where its webhooks lead; the others see the host alone, for whoever knows the whole can send there. */
const seesSecrets = { admin: true, member: true, snapshotter: false, reader: false };
function notificationView(rule, role) {
    const { createdAt, createdBy, environments, lastModifiedAt, name, number, targets, triggers } = rule;
    const known = targets.flatMap(({ health }) => health ?? []);
    return {
        name,
        type: 'env',
        number,
        environments,
        triggers,
        targets: targets.map((each) => targetView(each, role)),
        created_by: createdBy,
        is_created_from_slack_app: false,
        is_failing: known.length === 0 ? null : known.some(({ isFailing }) => isFailing),
        last_success_timestamp: latest(known.map(({ lastSuccessAt }) => lastSuccessAt)),
        last_failure_timestamp: latest(known.map(({ lastFailureAt }) => lastFailureAt)),
        created_at: createdAt,
        last_modified_at: lastModifiedAt,
    };
}
function targetView({ health, target, webhook }, role) {
    const last = { last_success_at: health?.lastSuccessAt ?? null, last_failure_at: health?.lastFailureAt ?? null };
    if (target.type === 'EMAIL')
        return { type: target.type, emails: target.emails, ...last };
    const shown = seesSecrets[role] && webhook !== undefined ? webhook : masked(target.origin);
    const own = target.type === 'SLACK' ? { context: target.context ?? null } : { payload_version: '1.0' };
    return { type: target.type, webhook: shown, ...own, ...last };
}
function latest(moments) {
    const known = moments.filter((moment) => moment !== undefined);
    return known.length === 0 ? null : Math.max(...known);
}

;// CONCATENATED MODULE: ./lib/service/routes/notifications.js






/** Operation 4: every rule, by number. */
const notifications_listNotifications = route(operations.listNotifications, 'read', ({ evidence, author, role }) => listNotifications(evidence, author, role));
/** Operation 5: one rule. */
const notifications_getNotification = route(operations.getNotification, 'read', ({ evidence, author, role, params }) => getNotification(evidence, author, role, Number(params.notification_number)));
const routes_notifications_putNotification = route(operations.putNotification, 'evidence', async ({ request, reply, evidence, author }) => {
    const input = await readJsonBody(request, notifications_notificationOf);
    const kept = await notifications_putNotification(evidence, author, input);
    return await reply.code(201).send(notifications_answerOf(kept));
});
const updateNotification = route(operations.updateNotification, 'evidence', async ({ request, evidence, author, params }) => {
    const input = await readJsonBody(request, notifications_notificationOf);
    return notifications_answerOf(await notifications_putNotification(evidence, author, input, Number(params.notification_number)));
});
const routes_notifications_removeNotification = route(operations.removeNotification, 'evidence', async ({ evidence, author, params }) => {
    await notifications_removeNotification(evidence, author, Number(params.notification_number));
    return { message: 'OK' };
});
const notificationRoutes = [
    notifications_listNotifications,
    notifications_getNotification,
    routes_notifications_putNotification,
    updateNotification,
    routes_notifications_removeNotification,
];
function notifications_answerOf({ number, warnings }) {
    return { message: 'OK', notification_number: number, ...(Object.keys(warnings).length === 0 ? {} : { warnings }) };
}
/** A rule, once it is what the contract says. A target is explained by the kind that it says it is. */
function notifications_notificationOf(value) {
    const full = overfull(NotificationInput, value);
    if (full !== undefined)
        throw invalidNotification(full);
    const targets = typeof value === 'object' && value !== null ? Reflect.get(value, 'targets') : undefined;
    const ofTargets = (Array.isArray(targets) ? targets : []).map(targetProblems);
    const others = Object.entries(problemsOf(NotificationInput, value) ?? {}).filter(([path]) => !path.startsWith('targets['));
    const errors = Object.assign(Object.fromEntries(others), ...ofTargets);
    if (Object.keys(errors).length > 0)
        throw invalidNotification(errors);
    return checked(NotificationInput, value);
}
function targetProblems(target, index) {
    const type = typeof target === 'object' && target !== null ? Reflect.get(target, 'type') : undefined;
    const kind = kinds.find((each) => each === type);
    if (kind === undefined)
        return { [`targets[${index}].type`]: `must be ${kinds.join(' or ')}.` };
    return problemsOf(targetInputs[kind], target, `targets[${index}]`) ?? {};
}
const kinds = ['SLACK', 'WEBHOOK', 'EMAIL'];

;// CONCATENATED MODULE: ./lib/service/evidence/organizations.js
/** Makes an organization the one that its caller means when none is named. */
function setDefaultOrganization({ store }, author) {
    return store.setDefaultOrganization(author);
}
/** Which one that is, of those that the caller's token is for; its name is empty where none of them was set. */
async function getDefaultOrganization({ store }, { tokenId, userId }) {
    return { default_org_name: (await store.defaultOrganization(userId, tokenId)) ?? '' };
}
/** An organization as its readers see it: since when it is there, and when something was last recorded in it. */
async function getOrganization({ store }, { orgId, orgName }) {
    const organization = await store.findOrganization(orgId);
    if (organization === undefined)
        throw new Error(`The organization ${orgName} is gone.`);
    const { name, createdAt, lastModifiedAt } = organization;
    return { name, kind: 'shared', experimental_features_enabled: false, created_at: createdAt, last_modified_at: lastModifiedAt };
}

;// CONCATENATED MODULE: ./lib/service/routes/organizations.js



/** Operation 10: everybody whose token is for an organization may make it their own default one. Its body says nothing and is not read. */
const organizations_setDefaultOrganization = route(operations.setDefaultOrganization, 'read', async ({ evidence, author, reply }) => {
    await setDefaultOrganization(evidence, author);
    return await reply.send({ message: 'OK' });
});
const organizations_getDefaultOrganization = userRoute(operations.getDefaultOrganization, ({ evidence, principal }) => getDefaultOrganization(evidence, principal));
const organizations_getOrganization = route(operations.getOrganization, 'read', ({ evidence, author }) => getOrganization(evidence, author));
const organizationRoutes = [organizations_setDefaultOrganization, organizations_getDefaultOrganization, organizations_getOrganization];

;// CONCATENATED MODULE: ./lib/service/evidence/policy-rules.js

/** What a policy file says, with nothing left out, and what of it cannot be: a sentence for each path. */
function policy_rules_rulesOf({ artifacts }) {
    const rules = {
        provenance: requirement(artifacts?.provenance),
        'trail-compliance': requirement(artifacts?.['trail-compliance']),
        attestations: (artifacts?.attestations ?? []).map((each) => ({
            if: each.if === undefined || each.if === null ? null : conditionOf(each.if),
            name: each.name ?? '*',
            type: each.type,
            must_be_compliant: each.must_be_compliant ?? true,
            for_control: each.for_control ?? null,
        })),
    };
    const faults = [
        ...exceptionFaults(artifacts?.provenance, 'artifacts.provenance'),
        ...exceptionFaults(artifacts?.['trail-compliance'], 'artifacts.trail-compliance'),
        ...(artifacts?.attestations ?? []).flatMap((_, index) => attestationFaults(rules, artifacts?.attestations?.[index]?.if, index)),
    ];
    return { rules, faults: faults.length === 0 && requiresNothing(rules) ? [['artifacts', nothing]] : faults };
}
const nothing = 'requires nothing, and so everything that runs would be compliant: add provenance.required, trail-compliance.required or an attestation.';
function requiresNothing({ provenance, 'trail-compliance': trail, attestations }) {
    return !provenance.required && !trail.required && attestations.length === 0;
}
function requirement(given) {
    return { required: given?.required ?? false, exceptions: (given?.exceptions ?? []).map((each) => ({ if: conditionOf(each.if) })) };
}
function exceptionFaults(given, path) {
    return (given?.exceptions ?? []).flatMap((each, index) => expressionFault(each.if, `${path}.exceptions[${index}].if`));
}
function attestationFaults({ attestations }, condition, index) {
    const [rule, path] = [attestations[index], `artifacts.attestations[${index}]`];
    const faults = [];
    if (rule?.name === '*' && rule.type === '*')
        faults.push([`${path}.type`, 'is any type of any name: say one of the two.']);
    if (rule?.for_control !== null && rule?.type !== 'decision' && rule?.type !== 'system:decision')
        faults.push([`${path}.for_control`, 'is for the type decision alone: take it out.']);
    return condition === undefined || condition === null ? faults : [...faults, ...expressionFault(condition, `${path}.if`)];
}
const wrapped = /^\s*\$\{\{(.*)\}\}\s*$/su;
function conditionOf(expression) {
    return { text: (wrapped.exec(expression)?.[1] ?? '').trim() };
}
function expressionFault(expression, path) {
    if (!wrapped.test(expression))
        return [[path, 'is no expression: write it as ${{ flow.name == "checkout" }}.']];
    const fault = conditionFault(conditionOf(expression));
    return fault === undefined ? [] : [[path, fault]];
}

;// CONCATENATED MODULE: ./lib/service/routes/policy-file.js







/** The part `policy_file` of a form, read as a policy. */
const policyPart = {
    field: 'policy_file',
    limit: limits/* limits */.F.templateBytes,
    receive: async (content) => readPolicy(await bytesOf(content)),
    discard: async () => { },
};
/** A policy from its YAML. Every problem is named with its path and line; all are found before the answer. */
function readPolicy(bytes) {
    const content = policy_file_decode(bytes);
    const { document, errors, lines } = readYaml(content, 'policy');
    if (errors.size > 0)
        throw invalidPolicy([...errors]);
    const value = document.toJS() ?? {};
    const at = ([path, sentence]) => [`${path} (line ${lineOf(document, path, lines)})`, sentence];
    const problems = Object.entries(problemsOf(PolicyFile, value) ?? {});
    if (problems.length > 0)
        throw invalidPolicy(problems.map(at));
    const { rules, faults } = policy_rules_rulesOf(checked(PolicyFile, value));
    if (faults.length > 0)
        throw invalidPolicy(faults.map(at));
    return { content, rules };
}
function policy_file_decode(bytes) {
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    }
    catch (error) {
        throw new Refusal('invalid-request', 'The policy is not text in UTF-8.', {
            cause: error,
            errors: { policy_file: 'must be YAML in UTF-8.' },
        });
    }
}
function invalidPolicy(errors) {
    return new Refusal('invalid-request', 'The policy is not valid; `errors` says what is wrong, and in which line.', {
        errors: Object.fromEntries(errors.slice(0, mostFaults)),
    });
}

;// CONCATENATED MODULE: ./lib/service/routes/policies.js







const policyJson = ({ fields, versions }) => objectJson(fields, 'versions', listJson(versions));
/** Creates a policy, or adds a version to one; answers all of it. */
const policies_putPolicy = route(operations.putPolicy, 'evidence', async ({ request, reply, evidence, author }) => {
    const form = await readForm(request, (value) => checked(operations.putPolicy.data, value), policyPart, operations.putPolicy.json);
    const { outcome, policy } = await putPolicy(evidence, author, form.data, form.file);
    return await sendJson(reply.code(outcome === 'created' ? 201 : 200), policyJson(policy));
});
/** The policies of the organization, by name. */
const policies_listPolicies = route(operations.listPolicies, 'read', async ({ reply, evidence, author }) => await sendJson(reply, listJson(listPolicies(evidence, author), policyJson)));
/** One policy with all its versions. */
const policies_getPolicy = route(operations.getPolicy, 'read', async ({ reply, evidence, author, params }) => await sendJson(reply, policyJson(await getPolicy(evidence, author, params.policy_name))));
const policyRoutes = [policies_putPolicy, policies_listPolicies, policies_getPolicy];

;// CONCATENATED MODULE: ./lib/service/evidence/search.js


/** SHAs of one kind that an answer names at most; more are too many to choose from. */
const mostMatches = 100;
/** Artifacts in one answer. */
const mostArtifacts = 100;
/** Artifacts that are read at once. */
const search_atOnce = 20;
/** What is known of a SHA, or of all that begin with it: of commits, and of artifacts by their fingerprint. */
async function searchSha({ links, store }, org, sha) {
    const found = await store.shasBeginning(org.orgId, sha, mostMatches);
    const commits = await store.latestFirst(org.orgId, 'commit', found.commits);
    const fingerprints = await store.latestFirst(org.orgId, 'fingerprint', found.fingerprints);
    const matches = [...commits, ...fingerprints];
    const [only] = matches;
    if (only === undefined) {
        throw new Refusal('not-found', `Nothing in the organization '${org.orgName}' is about '${sha}'.`, {
            fix: 'Check the SHA of the commit, or the fingerprint of the artifact.',
        });
    }
    const numbers = await store.artifactsOfShas(org.orgId, commits, fingerprints, mostArtifacts);
    const artifacts = [];
    for (let at = 0; at < numbers.length; at += search_atOnce) {
        for (const row of await store.artifactsNumbered(org.orgId, numbers.slice(at, at + search_atOnce)))
            artifacts.push(foundView(row, links));
    }
    artifacts.push(...(await seenOnly(store, org.orgId, fingerprints)));
    return {
        resolved_to: {
            type: matches.length > 1 ? 'multiple' : commits.length === 1 ? 'commit' : 'fingerprint',
            full_match: only,
            commits: { type: 'commit', count: commits.length, matches: commits },
            fingerprints: { type: 'fingerprint', count: fingerprints.length, matches: fingerprints },
        },
        artifacts,
    };
}
/** An artifact that was reported. */
function foundView(row, links) {
    const { fingerprint, flowName: flow, id, name, presence, record, state } = row;
    const { data, org, trail } = record;
    return {
        fingerprint,
        name: data.filename,
        git_commit: record.commit ?? '',
        pipeline: flow,
        flow,
        trail: trail ?? '',
        template_reference_name: name,
        build_url: data.build_url,
        commit_url: data.commit_url,
        compliance_state: state,
        ...overriddenFields(row),
        html_url: links.artifactPage(org, flow, fingerprint, id),
        api_url: links.artifact(org, flow, fingerprint),
        has_provenance: true,
        running_in: residencesWhere(presence, true).map(({ environment }) => environment),
        exited_from: residencesWhere(presence, false).map(({ environment }) => environment),
        history: historyOf(row),
    };
}
/** Those artifacts that were seen in an environment and that nobody reported: they have no provenance. */
async function seenOnly(store, orgId, fingerprints) {
    const known = new Set((await store.originsOf(orgId, fingerprints)).map(({ fingerprint }) => fingerprint));
    const seen = Map.groupBy(await store.residencesOf(orgId, fingerprints.filter((fingerprint) => !known.has(fingerprint))), ({ fingerprint }) => fingerprint);
    return [...seen].map(([fingerprint, residences]) => ({
        fingerprint,
        name: residences[0]?.name ?? '',
        git_commit: '',
        pipeline: '',
        flow: '',
        trail: '',
        template_reference_name: '',
        build_url: '',
        commit_url: '',
        compliance_state: '',
        html_url: '',
        api_url: '',
        has_provenance: false,
        running_in: residencesWhere({ residences, deployments: [] }, true).map(({ environment }) => environment),
        exited_from: residencesWhere({ residences, deployments: [] }, false).map(({ environment }) => environment),
        history: [],
    }));
}

;// CONCATENATED MODULE: ./lib/service/routes/search.js




/** Operation 7. */
const search_searchSha = route(operations.searchSha, 'read', async ({ evidence, author, params }) => {
    const sha = params.search_value.toLowerCase();
    // Of fewer digits too many SHAs begin with them.
    if (!/^[0-9a-f]{5,64}$/.test(sha))
        throw invalid({ 'path.search_value': 'must be 5 to 64 hexadecimal digits.' });
    return await searchSha(evidence, author, sha);
});
const searchRoutes = [search_searchSha];

;// CONCATENATED MODULE: ./lib/service/evidence/snapshot-diff.js



/** What differs between two snapshots, each named as `<environment>`, `<environment>#N`, `<environment>~N` or `<environment>@{…}`. */
async function diffSnapshots(evidence, org, one, other) {
    const [first, second] = [await namedSnapshot(evidence, org, one), await namedSnapshot(evidence, org, other)];
    const both = [...first.running].flatMap(([fingerprint, was]) => {
        const now = second.running.get(fingerprint);
        return now === undefined ? [] : [{ was, now }];
    });
    const views = await viewerOf(evidence, org, [...first.running.keys(), ...second.running.keys()]);
    const only = (side, others) => [...side.running.values()]
        .filter(({ fingerprint }) => !others.running.has(fingerprint))
        .map((artifact) => ({ ...views(artifact), instance_count: artifact.instances.length }));
    const isSame = ({ now, was }) => now.instances.length === was.instances.length;
    return {
        snappish1: { snapshot_id: first.id, artifacts: only(first, second) },
        snappish2: { snapshot_id: second.id, artifacts: only(second, first) },
        changed: {
            artifacts: both
                .filter((each) => !isSame(each))
                .map(({ now, was }) => ({ ...views(now), s1_instance_count: was.instances.length, s2_instance_count: now.instances.length })),
        },
        'not-changed': { artifacts: both.filter(isSame).map(({ now }) => ({ ...views(now), instance_count: now.instances.length })) },
    };
}
async function namedSnapshot(evidence, org, text) {
    const at = text.search(/[#~@]/);
    const [name, expression] = at === -1 ? [text, '-1'] : [text.slice(0, at), text.slice(at)];
    const environment = await findEnvironment(evidence, org, name);
    const snapshot = await snapshotAt(evidence, org, environment, expression);
    const running = snapshot.artifacts.filter(({ instances }) => instances.length > 0);
    return { id: `${name}#${snapshot.number}`, running: new Map(running.map((artifact) => [artifact.fingerprint, artifact])) };
}
/** How an artifact is shown, with the flow that it was last reported in. */
async function viewerOf(evidence, { orgId }, fingerprints) {
    const origins = await evidence.store.originsOf(orgId, [...new Set(fingerprints)]);
    const reports = await latestReports(evidence, orgId, origins);
    return ({ fingerprint, instances, name }) => ({
        fingerprint,
        name,
        most_recent_timestamp: Math.max(0, ...instances),
        flow: reports.get(fingerprint)?.flow ?? '',
        commit_url: reports.get(fingerprint)?.commitUrl ?? null,
    });
}

;// CONCATENATED MODULE: ./lib/service/routes/snapshots.js







/** Snapshots on a page whose size is not said, as the interface has it. */
const snapshots_usualPage = 15;
/** 201 where it made a snapshot, and 200 where what runs and what is known of it are as before. */
const snapshots_reportSnapshot = route(operations.reportSnapshot, 'snapshot', async ({ request, reply, evidence, author, params }) => {
    const input = await readJsonBody(request, (value) => checked(operations.reportSnapshot.data, value));
    const { isNew, snapshot } = await reportSnapshot(evidence, author, params.env_name, params.type, input);
    return await reply.code(isNew ? 201 : 200).send({ message: isNew ? 'Snapshot created' : 'no new snapshots to create', snapshot });
});
const snapshots_getSnapshot = route(operations.getSnapshot, 'read', ({ evidence, author, params }) => getSnapshot(evidence, author, params.env_name, params.expression));
const snapshots_listSnapshots = queryRoute(operations.listSnapshots, 'read', ({ evidence, author, params, query }) => {
    const { interval = '', reverse: oldestFirst = false } = query;
    return listSnapshots(evidence, author, params.env_name, { ...pageOf(query, snapshots_usualPage), interval, oldestFirst });
});
const snapshots_diffSnapshots = queryRoute(operations.diffSnapshots, 'read', ({ evidence, author, query }) => diffSnapshots(evidence, author, query.snappish1, query.snappish2));
const snapshotRoutes = [snapshots_reportSnapshot, snapshots_getSnapshot, snapshots_listSnapshots, snapshots_diffSnapshots];

;// CONCATENATED MODULE: ./lib/service/evidence/tags.js




/** Sets and removes tags of a flow or of an environment; what is removed goes first. */
async function changeTags({ store }, author, resource, name, input) {
    const change = { author, resource, name, set: input.set_tags ?? {}, removed: input.remove_tags ?? [] };
    const outcome = await store.changeTags(change, judges);
    if (outcome === 'not-there')
        throw (resource === 'flow' ? noFlow : noEnvironment)(author.orgName, name);
    if (outcome === 'too-many') {
        throw new Refusal('invalid-request', `'${name}' would have more than ${limits/* limits */.F.tags} tags.`, {
            fix: 'Remove some of them with remove_tags.',
        });
    }
}

;// CONCATENATED MODULE: ./lib/service/routes/tags.js





const patchTags = route(operations.patchTags, 'evidence', async ({ request, reply, evidence, author, params }) => {
    const input = await readJsonBody(request, (value) => checked(operations.patchTags.data, value));
    await changeTags(evidence, author, params.resource_type, params.resource_id, input);
    return await reply.send({ message: 'OK' });
});
const tagRoutes = [patchTags];

;// CONCATENATED MODULE: ./lib/service/routes/trails.js









/** Operation 1: a flow's trails, latest first; the plain list unless a page size is asked for. Those whose name begins so come in pages. */
const trails_listTrails = queryRoute(operations.listTrails, 'read', async ({ reply, evidence, author, params, query }) => {
    const { prefix } = query;
    if (prefix !== undefined) {
        const filter = { flowName: params.flow_name, prefix };
        const { items, pagination } = await searchTrails(evidence, author, filter, boundedPage(query, limits/* limits */.F.pageSize));
        return await sendJson(reply, pageJson(listJson(items, trailJson), pagination));
    }
    const { items, pagination } = await listTrails(evidence, author, params.flow_name, pageOf(query, 0));
    const list = listJson(items, trailJson);
    return await sendJson(reply, pagination === undefined ? list : pageJson(list, pagination));
});
/** The trails of all flows, or of one, latest first; always with its pagination. */
const listOrgTrails = queryRoute(operations.listOrgTrails, 'read', async ({ reply, evidence, author, query }) => {
    const { page, perPage } = boundedPage(query, 20);
    const [flowName, tag, fingerprint] = [filled(query.flow), filled(query.flow_tag), filled(query.fingerprint)];
    // Without another filter a page is found by the numbers of the trails, however many there are.
    if (tag === undefined && fingerprint === undefined) {
        const { items, pagination } = await listTrails(evidence, author, flowName, { page, perPage });
        return await sendJson(reply, pageJson(listJson(items, trailJson), pagination));
    }
    const filter = {
        ...(flowName === undefined ? {} : { flowName }),
        ...(tag === undefined ? {} : { flowTag: tagOf(tag) }),
        ...(fingerprint === undefined ? {} : { fingerprint: checked(Fingerprint, fingerprint, 'query.fingerprint') }),
    };
    const { items, pagination } = await searchTrails(evidence, author, filter, { page, perPage });
    return await sendJson(reply, pageJson(listJson(items, trailJson), pagination));
});
/** A page that is never everything. */
function boundedPage(query, usual) {
    return pageOf({ ...query, per_page: query.per_page === 0 ? limits/* limits */.F.pageSize : (query.per_page ?? usual) }, limits/* limits */.F.pageSize);
}
/** A tag of a flow in a query: its name and its value, which may hold more of the sign between them. */
function tagOf(text) {
    const at = text.indexOf('=');
    if (at < 1)
        throw invalid({ 'query.flow_tag': 'must be the name of a tag and its value, such as team=payments.' });
    return [text.slice(0, at), text.slice(at + 1)];
}
/** An empty filter is none. */
function filled(filter) {
    return filter === '' ? undefined : filter;
}
/** One trail. */
const trails_getTrail = route(operations.getTrail, 'read', async ({ reply, evidence, author, params }) => sendJson(reply, trailJson(await getTrail(evidence, author, params.flow_name, params.trail_name))));
function trailJson({ fields, events }) {
    return objectJson(fields, 'events', listJson(events));
}
/** Begins a trail, or changes what is said of it. */
const trails_putTrail = route(operations.putTrail, 'evidence', async ({ request, reply, evidence, author, params }) => {
    const { data, file } = await readForm(request, (value) => withWebAddress(checked(operations.putTrail.data, value)), templatePart);
    const outcome = await putTrail(evidence, author, params.flow_name, data, file);
    return await reply.code(outcome === 'created' ? 201 : 200).send({ message: 'OK' });
});
const trailRoutes = [trails_listTrails, trails_getTrail, listOrgTrails, trails_putTrail];

;// CONCATENATED MODULE: ./lib/service/routes/types.js







/** The part `type_schema` of a form: JSON by the same bounds as all JSON, and then its text as it was sent. */
const schemaPart = {
    field: 'type_schema',
    limit: limits/* limits */.F.typeSchemaBytes,
    receive: async (content) => {
        const bytes = await bytesOf(content);
        parseJson(bytes, 'type_schema');
        return bytes.toString('utf8');
    },
    discard: async () => { },
};
/** Makes a type, or a new version of it. */
const routes_types_putType = route(operations.putType, 'evidence', async ({ request, reply, evidence, author }) => {
    const form = await readForm(request, (value) => checked(operations.putType.data, value), schemaPart);
    const version = await types_putType(evidence, author, form.data, form.file);
    return await reply.code(201).send({ message: 'OK', version });
});
/** Operation 9: the types of the organization by name, each with its versions. */
const types_listTypes = route(operations.listTypes, 'read', ({ reply, evidence, author }) => sendJson(reply, listJson(listTypes(evidence, author), typeJson)));
/** One type, with all of its versions or with one. */
const types_getType = queryRoute(operations.getType, 'read', async ({ reply, evidence, author, params, query }) => sendJson(reply, typeJson(await getType(evidence, author, params.type_name, query.version))));
function typeJson({ fields, versions }) {
    return objectJson(fields, 'versions', listJson(versions));
}
/** Takes a type out of use. Its body says nothing and is not read. */
const routes_types_archiveType = route(operations.archiveType, 'evidence', async ({ reply, evidence, author, params }) => {
    await types_archiveType(evidence, author, params.type_name);
    return await reply.send({ message: 'OK' });
});
const typeRoutes = [routes_types_putType, types_listTypes, types_getType, routes_types_archiveType];

;// CONCATENATED MODULE: ./lib/service/routes/index.js
















/** Every operation that the service answers. */
const routes = [
    ...trailRoutes,
    ...attestRoutes,
    ...attestationRoutes,
    ...artifactRoutes,
    ...approvalRoutes,
    ...flowRoutes,
    ...notificationRoutes,
    ...policyRoutes,
    ...searchRoutes,
    ...organizationRoutes,
    ...typeRoutes,
    ...environmentRoutes,
    ...snapshotRoutes,
    ...allowlistRoutes,
    ...tagRoutes,
    ...assertRoutes,
];

;// CONCATENATED MODULE: ./lib/service/app.js













/** The service without a port: what a server listens with and tests inject into. */
function buildApp(evidence, report, { mounted = routes, publicUrl, requestsPerMinute } = {}) {
    const onError = problemHandler(report);
    const app = fastify({
        // Long enough for the largest attachment on a slow line.
        requestTimeout: 300_000,
        // A search may name a thousand commits in its query.
        http: { maxHeaderSize: 64 * 1024 },
        routerOptions: { maxParamLength: 1024 },
        frameworkErrors: onError,
    });
    app.setErrorHandler(onError);
    app.setNotFoundHandler(() => {
        throw new Refusal('not-found', 'There is nothing at this path.', { fix: 'Check the base URL: it ends in /api/v2.' });
    });
    // Every body is a form, and its JSON has one door (http/json.ts): nothing else is parsed, nor even read.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _body, done) => done(null));
    app.register(multipart, { throwFileSizeLimit: false });
    // Past this mean delay of its event loop the service asks callers to come again rather than to wait.
    app.register(under_pressure.fastifyUnderPressure, { maxEventLoopDelay: 2000 });
    if (requestsPerMinute !== undefined) {
        app.register(rate_limit, { max: requestsPerMinute, timeWindow: '1 minute', keyGenerator: callerOf });
    }
    describeInterface(app);
    // A proxy that kept a trail would show an old verdict.
    app.addHook('onSend', async (_, reply) => {
        reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff');
    });
    closeAfterwards(app);
    app.addHook('onRequest', async (request) => refuseCrossSite(request, publicUrl));
    mountReady(app, evidence);
    app.register(async (scope) => mountPages(scope, pageRoutes, evidence, report));
    for (const each of mounted)
        app.register(async (scope) => mount(scope, each, evidence));
    return app;
}
/** Whom a request counts for; the token itself is kept nowhere. */
function callerOf({ headers, ip }) {
    return headers.authorization === undefined ? ip : (0,external_node_crypto_.createHash)('sha256').update(headers.authorization).digest('hex');
}
/** While the service stops, every answer ends its connection: one kept alive would hold the stop up for seconds. */
function closeAfterwards(app) {
    let stopping = false;
    app.addHook('preClose', async () => {
        stopping = true;
    });
    app.addHook('onSend', async (_, reply) => {
        if (stopping)
            reply.header('connection', 'close');
    });
}
function mount(app, each, evidence) {
    const { operation } = each;
    const allowed = new WeakMap();
    app.route({
        method: operation.method,
        url: `/api/v2${operation.path}`,
        schema: schemaOf(each),
        // Before the body: a stranger's is not even read.
        onRequest: async (request) => {
            allowed.set(request, await handlerFor(each, evidence, request));
        },
        handler: async (request, reply) => {
            const handle = allowed.get(request);
            if (handle === undefined)
                throw new Error('A request came to its handler without having been permitted.');
            return await handle(reply);
        },
    });
}
/** What answers a request, once it is known that its caller may make it. */
async function handlerFor(each, evidence, request) {
    switch (each.scope) {
        case 'organization': {
            const { author, role } = await permit(evidence.store, request, each.need);
            return (reply) => each.handle({ request, reply, evidence, author, role });
        }
        case 'user': {
            const principal = await principalOf(evidence.store, request);
            return (reply) => each.handle({ request, reply, evidence, principal });
        }
    }
}

;// CONCATENATED MODULE: ./lib/service/evidence/links.js
/** `base` gives the service's public address, without a slash at its end. */
function linksFrom(base) {
    const flow = (org, name) => `${base()}/${encodeURIComponent(org)}/flows/${encodeURIComponent(name)}`;
    const snapshot = (org, environment, number) => `${base()}/${encodeURIComponent(org)}/environments/${encodeURIComponent(environment)}/snapshots/${number}`;
    const snapshotApi = (org, environment, number) => `${base()}/api/v2/snapshots/${encodeURIComponent(org)}/${encodeURIComponent(environment)}/${number}`;
    const trail = (org, flowName, name) => `${flow(org, flowName)}/trails/${encodeURIComponent(name)}`;
    const artifact = (org, flowName, fingerprint) => `${base()}/api/v2/artifacts/${encodeURIComponent(org)}/${encodeURIComponent(flowName)}/fingerprint/${fingerprint}`;
    return {
        trail,
        artifact,
        flow,
        snapshot,
        snapshotApi,
        artifactPage: (org, flowName, fingerprint, id) => `${flow(org, flowName)}/artifacts/${fingerprint}${id === undefined ? '' : `?artifact_id=${encodeURIComponent(id)}`}`,
        attestation: (org, flowName, name, id) => `${trail(org, flowName, name)}?attestation_id=${encodeURIComponent(id)}`,
        attachment: (org, flowName, name, id) => `${trail(org, flowName, name)}/attestations/${encodeURIComponent(id)}/attachment`,
    };
}

// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(58500);
;// CONCATENATED MODULE: ./lib/service/notify/payload.js
const eventTypes = {
    ON_STARTED_ARTIFACT: 'ARTIFACT_STARTED',
    ON_EXITED_ARTIFACT: 'ARTIFACT_EXITED',
    ON_SCALED_ARTIFACT: 'ARTIFACT_SCALED',
    ON_ALLOWED_ARTIFACT: 'ARTIFACT_ALLOWED',
    ON_NON_COMPLIANT_ENV: 'ENVIRONMENT_NON_COMPLIANT',
    ON_COMPLIANT_ENV: 'ENVIRONMENT_COMPLIANT',
};
async function payloadOf(evidence, { message, orgId, orgName }) {
    const { event, environment_state: state } = message;
    const { environment, snapshot_index: index } = event;
    return {
        version: '1.0',
        timestamp: String(Math.floor(event.at)),
        org: orgName,
        environment,
        event_type: eventTypes[event.trigger],
        description: describe(event),
        snapshot: {
            index: String(index),
            status: words(state),
            html_url: evidence.links.snapshot(orgName, environment, index),
            api_url: evidence.links.snapshotApi(orgName, environment, index),
        },
        ...(event.artifact === undefined ? {} : { artifact: await artifactOf(evidence, { message, orgId, orgName }, event.artifact) }),
    };
}
async function artifactOf(evidence, { message, orgId, orgName }, { commit = '', fingerprint, flow, name, trail = '' }) {
    if (flow === undefined)
        return { name, fingerprint };
    const origins = await evidence.store.originsOf(orgId, [fingerprint]);
    const here = origins.filter((origin) => origin.flow === flow && origin.trail === trail).map(({ number }) => number);
    const [report] = await evidence.store.artifactsNumbered(orgId, here);
    const reported = (field) => {
        const value = report?.record.data[field];
        return typeof value === 'string' ? value : '';
    };
    return {
        name,
        fingerprint,
        provenance: {
            flow,
            status: words(message.artifact_state ?? ''),
            commit,
            commit_url: reported('commit_url'),
            html_url: trail === '' ? evidence.links.artifactPage(orgName, flow, fingerprint) : evidence.links.trail(orgName, flow, trail),
            api_url: evidence.links.artifact(orgName, flow, fingerprint),
            build_url: reported('build_url'),
        },
    };
}
/** A state in a message: `compliant`, `non-compliant`, `incomplete`, `unknown`. */
function words(state) {
    return state === '' ? 'unknown' : state.toLowerCase();
}
function describe({ from = 0, to = 0, trigger }) {
    const moved = (count, what) => `${count} ${count === 1 ? 'instance' : 'instances'} ${what} (from ${from} to ${to})`;
    switch (trigger) {
        case 'ON_STARTED_ARTIFACT':
        case 'ON_EXITED_ARTIFACT':
        case 'ON_SCALED_ARTIFACT':
            return to > from ? moved(to - from, 'started running') : moved(from - to, 'stopped running');
        case 'ON_ALLOWED_ARTIFACT':
            return 'the artifact was allowed to run here';
        case 'ON_NON_COMPLIANT_ENV':
            return 'something that runs here is not compliant';
        case 'ON_COMPLIANT_ENV':
            return 'everything that runs here is compliant';
    }
}

;// CONCATENATED MODULE: ./lib/service/notify/post.js

/**
 * Sends JSON to an address, once; answers why it did not arrive, or `undefined` when it did. Redirects are not followed: they
 * would lead away from the host that is permitted. What the target answers beyond its status is not read.
 */
async function post(address, body, headers, signal) {
    try {
        const response = await fetch(address, { method: 'POST', body, headers: { ...headers }, redirect: 'manual', signal });
        await response.body?.cancel();
        return response.ok ? undefined : `it answered ${response.status}`;
    }
    catch (error) {
        return (0,lib_text/* neutralize */.YI)(reasonOf(error));
    }
}
/** Never with the address, which is a secret: the messages of `fetch` name none. */
function reasonOf(error) {
    if (!(error instanceof Error))
        return 'the request failed';
    if (error.name === 'TimeoutError')
        return 'it did not answer in time';
    const { cause } = error;
    const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : error.name;
    return `the request failed (${code})`;
}

;// CONCATENATED MODULE: ./lib/service/notify/sender.js




/** Ten attempts within about three hours. */
const usual = { pause: 1000, timeout: 10_000, firstWait: 2000, attempts: 10, patience: 5000 };
const longestWait = 3_600_000;
/** In seconds: messages that are due this far apart keep their order. */
const microsecond = 1e-6;
/** Messages that are looked at in one go. */
const sender_atOnce = 100;
/**
 * Sends what is in the outbox, and goes on until it is stopped. A message is sent at least once, under one id; it stays in the
 * outbox until a target took it, or would not for too long. Each target has one message at a time, and they keep their order.
 */
function startSender(evidence, report, pace = usual) {
    const [stopping, cutOff] = [new AbortController(), new AbortController()];
    const running = run();
    async function run() {
        while (!stopping.signal.aborted) {
            const wait = await round().catch((error) => {
                report(`Messages cannot be sent: ${error instanceof Error ? error.message : String(error)}`);
                return pace.pause * 30;
            });
            await (0,external_node_timers_promises_.setTimeout)(wait, undefined, { signal: stopping.signal }).catch(() => { });
        }
    }
    /** One go over what is due; answers how long to wait before the next one. */
    async function round() {
        const due = await evidence.store.dueMessages(Date.now() / 1000, sender_atOnce);
        const byTarget = Map.groupBy(due, ({ notificationId, orgId, position }) => `${orgId} ${notificationId} ${position}`);
        await Promise.all([...byTarget.values()].map(sendInOrder));
        return due.length < sender_atOnce ? pace.pause : 0;
    }
    /** The messages to one target. Once one of them did not arrive, the others wait for it. */
    async function sendInOrder(messages) {
        let dueAt;
        for (const [index, message] of messages.entries()) {
            if (stopping.signal.aborted)
                return;
            if (dueAt === undefined)
                dueAt = await send(message);
            else
                await evidence.store.settleMessage(message, { kind: 'later', attempts: message.attempts, dueAt: dueAt + index * microsecond });
        }
    }
    /** Sends one message; answers when it is due again, in Unix seconds, if it is. */
    async function send(message) {
        const { number, orgName, webhook } = message;
        const attempts = message.attempts + 1;
        const refusal = refusalOf(message);
        const failure = refusal ?? (await attempt(message));
        if (cutOff.signal.aborted)
            return undefined;
        if (failure === undefined) {
            await evidence.store.settleMessage(message, { kind: 'delivered' });
            return undefined;
        }
        const isLast = refusal !== undefined || attempts >= pace.attempts;
        const host = webhook === undefined ? 'its target' : new URL(webhook).host;
        const end = isLast ? 'It is not sent again.' : `It is sent again (attempt ${attempts} of ${pace.attempts}).`;
        report(`A message of notification rule ${number} of ${orgName} did not arrive at ${host}: ${failure}. ${end}`);
        if (isLast) {
            await evidence.store.settleMessage(message, { kind: 'failed' });
            return undefined;
        }
        const dueAt = (Date.now() + Math.min(pace.firstWait * 3 ** (attempts - 1), longestWait)) / 1000;
        await evidence.store.settleMessage(message, { kind: 'later', attempts, dueAt });
        return dueAt;
    }
    /** Why a message must not be sent at all. */
    function refusalOf({ webhook }) {
        if (webhook === undefined)
            return 'its address is not the one that was recorded';
        return isPermitted(evidence.webhookHosts, webhook) ? undefined : 'the service was started without --webhook-host for it';
    }
    async function attempt(message) {
        const { id, webhook = '' } = message;
        const body = JSON.stringify(await payloadOf(evidence, message));
        const headers = {
            'content-type': 'application/json; charset=utf-8',
            'user-agent': 'compliance-evidence',
            'webhook-id': id,
            'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        };
        return await post(webhook, body, headers, AbortSignal.any([cutOff.signal, AbortSignal.timeout(pace.timeout)]));
    }
    return {
        stop: async () => {
            stopping.abort();
            const patience = setTimeout(() => cutOff.abort(), pace.patience);
            await running;
            clearTimeout(patience);
        },
    };
}

;// CONCATENATED MODULE: ./lib/service/rules/rules.js


/** How long the rules of one record may take, all together: many times what honest ones need, for the machine may be busy. */
const limitMs = 5000;
function openRules() {
    const pool = openPool(limitMs);
    return {
        async problemsOf(org, of) {
            if (of.schema === undefined && of.rules.length === 0 && of.expressions.length === 0)
                return {};
            try {
                const answer = await pool.run(org, { asks: 'problems', of });
                return answer.says === 'problems' ? answer.problems : crossed();
            }
            catch (error) {
                if (!(error instanceof Exceeded))
                    throw error;
                return { [of.rules.length > 0 ? 'evaluator.rules' : 'type_schema']: `cannot be checked: ${error.message}.` };
            }
        },
        async verdictOf(org, of, data, path) {
            if (of.schema === undefined && of.rules.length === 0)
                return { outcome: 'judged', compliant: true };
            try {
                const answer = await pool.run(org, { asks: 'verdict', of, data: JSON.stringify(data), path });
                return answer.says === 'verdict' ? answer.verdict : crossed();
            }
            catch (error) {
                if (!(error instanceof Exceeded))
                    throw error;
                return { outcome: 'unreadable', problems: { [path]: `cannot be judged by its type: ${error.message}.` } };
            }
        },
        close: () => pool.close(),
    };
}
function crossed() {
    throw new Error('The thread of the rules answered another question.');
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:stream/promises"
var external_node_stream_promises_ = __webpack_require__(46466);
;// CONCATENATED MODULE: ./lib/service/store/tables/blobs.js








/**
 * Opens the folder `blobs` of a data directory. Files arrive in `blobs/incoming` and move up once their record is
 * committed; for what a crash left there the database says whether it is kept, so that a start does not read the kept files.
 */
async function openBlobs(dataDir, hasBlob) {
    const kept = (0,external_node_path_.join)(dataDir, 'blobs');
    const incoming = (0,external_node_path_.join)(kept, 'incoming');
    await (0,promises_.mkdir)(incoming, { recursive: true, mode: 0o700 });
    for (const id of await (0,promises_.readdir)(incoming)) {
        if (await hasBlob(id))
            await (0,promises_.rename)((0,external_node_path_.join)(incoming, id), (0,external_node_path_.join)(kept, id));
        else
            await (0,promises_.rm)((0,external_node_path_.join)(incoming, id), { force: true });
    }
    let looking;
    return {
        async receive(content, filename) {
            const id = newRecordId();
            const file = (0,external_node_path_.join)(incoming, id);
            const hash = (0,external_node_crypto_.createHash)('sha256');
            let bytes = 0;
            try {
                // `flush` is fsync: the file is on the disk before the record that names it.
                await (0,external_node_stream_promises_.pipeline)(content, async function* (chunks) {
                    for await (const chunk of chunks) {
                        hash.update(chunk);
                        bytes += chunk.length;
                        yield chunk;
                    }
                }, (0,external_node_fs_.createWriteStream)(file, { flags: 'wx', mode: 0o600, flush: true }));
                await syncFolder(incoming);
            }
            catch (error) {
                await (0,promises_.rm)(file, { force: true });
                throw error;
            }
            return { id, filename, bytes, sha256: hash.digest('hex') };
        },
        read: (blob) => readWhole((0,external_node_path_.join)(kept, blob.id), blob),
        keep: ({ id }) => (0,promises_.rename)((0,external_node_path_.join)(incoming, id), (0,external_node_path_.join)(kept, id)),
        discard: ({ id }) => (0,promises_.rm)((0,external_node_path_.join)(incoming, id), { force: true }),
        // Whoever asks meanwhile has the same answer: each may cost a megabyte.
        hasRoom: (isSuspected) => (looking ??= hasRoom([dataDir, incoming], isSuspected).finally(() => {
            looking = undefined;
        })),
    };
}
async function readWhole(file, blob) {
    const pieces = piecesOf(file, blob);
    // The file is open now, and is closed wherever its reader stops.
    await pieces.next();
    return pieces;
}
/**
 * Nothing at first, and then the content. Its last piece is held back until the whole is known to be the same: of a file
 * that was changed nobody gets a whole one.
 */
async function* piecesOf(file, { bytes, sha256 }) {
    const handle = await (0,promises_.open)(file).catch((cause) => {
        throw new Damage('The file of a record cannot be read.', { cause });
    });
    try {
        // A longer file would be cut off at the length that is announced, before its end is seen.
        if ((await handle.stat()).size !== bytes)
            throw changed();
        let held = new Uint8Array();
        const hash = (0,external_node_crypto_.createHash)('sha256');
        yield held;
        for await (const chunk of handle.createReadStream({ autoClose: false })) {
            hash.update(chunk);
            if (held.length > 0)
                yield held;
            held = chunk;
        }
        if (hash.digest('hex') !== sha256)
            throw changed();
        yield held;
    }
    finally {
        await handle.close();
    }
}
function changed() {
    return new Damage('The file of a record is not the one that was attached to it.');
}
async function syncFolder(folder) {
    // Windows cannot open a folder, and needs no such call.
    if (process.platform === 'win32')
        return;
    const handle = await (0,promises_.open)(folder, 'r');
    try {
        await handle.sync();
    }
    finally {
        await handle.close();
    }
}

;// CONCATENATED MODULE: ./lib/service/store/verify/blob.js





/**
 * What is wrong with the file of a blob, if something is. It is among the kept ones, or among the incoming ones while its
 * service runs or after a crash; it moves up once, so that it is looked for again where it goes.
 */
async function blobProblem(dataDir, { id, filename, bytes, sha256 }) {
    const called = `blobs/${id} (${JSON.stringify(filename)})`;
    // Whoever writes a new log also chooses these: none may lead out of the folder.
    if (!/^[a-f0-9-]+$/.test(id))
        return `The file ${called} has a name that no service gives.`;
    const kept = join(dataDir, 'blobs', id);
    for (const file of [kept, join(dataDir, 'blobs', 'incoming', id), kept]) {
        const kind = await blob_kindOf(file);
        if (kind === undefined)
            continue;
        // What it leads to may be another file tomorrow.
        if (kind === 'link')
            return `The file ${called} is a link, and no service makes one.`;
        const found = kind === 'file' ? await hashOf(file) : undefined;
        if (kind === 'file' && found === undefined)
            continue;
        return found?.bytes === bytes && found.sha256 === sha256 ? undefined : `The file ${called} is not the one that was recorded.`;
    }
    return `The file ${called} is missing.`;
}
/** The names of the files that are kept. Once a file is among them, the record that names it is in the database. */
async function keptFiles(dataDir) {
    try {
        const entries = await (0,promises_.readdir)((0,external_node_path_.join)(dataDir, 'blobs'), { withFileTypes: true });
        return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    }
    catch (error) {
        if (isMissing(error))
            return [];
        throw error;
    }
}
/** The first of some files that no record names: records were taken out of the database, or put into another one. */
async function strayFile(kept, files) {
    for (let at = 0; at < files.length; at += mostListed) {
        const some = files.slice(at, at + mostListed);
        const rows = await kept.read(function* () {
            const list = listed(some, 0);
            return yield* query(`select id from blobs where id in ${list.sql}`, ...list.args);
        });
        const known = new Set(rows.map((row) => row.id));
        const stray = some.find((name) => !known.has(name));
        if (stray !== undefined)
            return `The file blobs/${stray} is named by no record.`;
    }
    return undefined;
}
/** What is in a file's place; `undefined` when there is nothing. */
async function blob_kindOf(file) {
    try {
        const found = await lstat(file);
        return found.isFile() ? 'file' : found.isSymbolicLink() ? 'link' : 'other';
    }
    catch (error) {
        if (isMissing(error))
            return undefined;
        throw error;
    }
}
/** `undefined` when there is nothing any more. */
async function hashOf(file) {
    const hash = createHash('sha256');
    let bytes = 0;
    try {
        for await (const chunk of createReadStream(file)) {
            hash.update(chunk);
            bytes += chunk.length;
        }
    }
    catch (error) {
        if (isMissing(error))
            return undefined;
        throw error;
    }
    return { bytes, sha256: hash.digest('hex') };
}
function isMissing(error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

;// CONCATENATED MODULE: ./lib/service/store/messages.js



const isEvent = shape({
    trigger: oneOf(...notificationTriggers),
    environment_id: isText,
    environment: isText,
    snapshot_index: isNumber,
    artifact: optional(shape({
        name: isText,
        fingerprint: isText,
        flow: optional(isText),
        trail: optional(isText),
        commit: optional(isText),
    })),
    from: optional(isNumber),
    to: optional(isNumber),
    at: isNumber,
});
const isEventMessage = shape({ event: isEvent, environment_state: isText, artifact_state: optional(isText) });

;// CONCATENATED MODULE: ./lib/service/store/tables/origins.js


/** Everywhere that some artifacts were reported, the latest first. */
function* originsOf(orgId, fingerprints) {
    const found = [];
    for (let at = 0; at < fingerprints.length; at += statement_mostListed) {
        const list = statement_listed(fingerprints.slice(at, at + statement_mostListed), 1);
        const rows = yield* statement_query(`select artifacts.id, artifacts.number, artifacts.fingerprint, artifacts.name, artifacts.flow_id, artifacts.trail_id, artifacts.state,
              artifacts.commit_sha, artifacts.repo_name, flows.name as flow, coalesce(trails.name, '') as trail
       from artifacts join flows on flows.org_id = artifacts.org_id and flows.id = artifacts.flow_id
       left join trails on trails.org_id = artifacts.org_id and trails.id = artifacts.trail_id
       where artifacts.org_id = $1 and artifacts.fingerprint in ${list.sql}`, orgId, ...list.args);
        for (const row of rows) {
            found.push({
                artifactId: row_text(row, 'id'),
                number: row_number(row, 'number'),
                fingerprint: row_text(row, 'fingerprint'),
                name: row_text(row, 'name'),
                flowId: row_text(row, 'flow_id'),
                flow: row_text(row, 'flow'),
                trailId: row_text(row, 'trail_id'),
                trail: row_text(row, 'trail'),
                state: row_text(row, 'state'),
                commit: row_text(row, 'commit_sha'),
                repoName: row_text(row, 'repo_name'),
            });
        }
    }
    return found.toSorted((one, other) => other.number - one.number);
}

;// CONCATENATED MODULE: ./lib/service/store/tables/outbox.js








/**
 * Puts a message for each webhook of each rule that listens into the outbox, in the transaction of what happened: it is
 * sent if, and only if, that is recorded.
 */
function* raiseEvents(chain, events) {
    const { orgId } = chain.author;
    for (const [index, event] of events.entries()) {
        const rows = yield* statement_query(`select notifications.id, notifications.details from notification_listeners
       join notifications on notifications.org_id = notification_listeners.org_id and notifications.id = notification_listeners.notification_id
       where notification_listeners.org_id = $1 and notification_listeners.environment_id = $2 and notification_listeners.listens_to = $3
       order by notification_listeners.notification_id`, orgId, event.environment_id, event.trigger);
        if (rows.length === 0)
            continue;
        const message = canonical(yield* outbox_messageOf(orgId, event));
        for (const row of rows)
            yield* outbox_post(chain, row_text(row, 'id'), row, message, chain.latest + index * 1e-6);
    }
}
/** An event with what is known now of what it is about: until it is sent, that may change. */
function* outbox_messageOf(orgId, event) {
    const environment = yield* environmentById(orgId, event.environment_id);
    const { artifact } = event;
    const origins = artifact?.flow === undefined ? [] : yield* originsOf(orgId, [artifact.fingerprint]);
    const origin = origins.find(({ flow, trail }) => flow === artifact?.flow && trail === (artifact?.trail ?? ''));
    return {
        event,
        environment_state: environment?.state ?? 'UNKNOWN',
        ...(origin === undefined || origin.state === '' ? {} : { artifact_state: origin.state }),
    };
}
function* outbox_post({ author: { orgId }, head }, notificationId, rule, event, dueAt) {
    for (const [position, { type }] of json(rule, 'details', isNotificationDetails).targets.entries()) {
        if (type !== 'WEBHOOK')
            continue;
        yield* statement_query(`insert into outbox (org_id, id, notification_id, position, event, attempts, due_at) values ($1, $2, $3, $4, $5, 0, $6)
       on conflict (org_id, id) do nothing`, orgId, 
        // The same for every attempt, and for nothing else that ever happens.
        derivedId(head, event, notificationId, String(position)), notificationId, position, event, 
        // A microsecond apart, so that they are sent in the order in which they came about.
        dueAt);
    }
}
/** Up to `limit` messages that are due, the one that waited longest first. `now` is in Unix seconds. */
function* dueMessages(now, limit) {
    const rows = yield* statement_query(`select outbox.org_id, organizations.name as org_name, outbox.id, outbox.notification_id, outbox.position, outbox.event, outbox.attempts,
            notifications.number, notifications.details, webhooks.address
     from outbox join organizations on organizations.id = outbox.org_id
     join notifications on notifications.org_id = outbox.org_id and notifications.id = outbox.notification_id
     left join webhooks on webhooks.org_id = outbox.org_id and webhooks.notification_id = outbox.notification_id
       and webhooks.position = outbox.position
     where outbox.due_at <= $1 order by outbox.due_at, outbox.org_id, outbox.id limit $2`, now, limit);
    return rows.map((row) => {
        const position = row_number(row, 'position');
        const target = json(row, 'details', isNotificationDetails).targets[position];
        const address = row.address === null ? undefined : row_text(row, 'address');
        const isTheSame = target?.type === 'WEBHOOK' && address !== undefined && sha256(address) === target.sha256;
        return {
            orgId: row_text(row, 'org_id'),
            orgName: row_text(row, 'org_name'),
            id: row_text(row, 'id'),
            notificationId: row_text(row, 'notification_id'),
            number: row_number(row, 'number'),
            position,
            attempts: row_number(row, 'attempts'),
            message: json(row, 'event', isEventMessage),
            // An address that the records do not speak of was put there by somebody else.
            webhook: isTheSame ? address : undefined,
        };
    });
}
/** Keeps what became of an attempt. A message that its rule does not wait for any more is let go. */
function* settleMessage({ orgId, id, notificationId, position }, settlement, now) {
    if (settlement.kind === 'later') {
        const { attempts, dueAt } = settlement;
        yield* statement_query('update outbox set attempts = $3, due_at = $4 where org_id = $1 and id = $2', orgId, id, attempts, dueAt);
        return;
    }
    const gone = yield* statement_query('delete from outbox where org_id = $1 and id = $2 returning id', orgId, id);
    if (gone.length === 0)
        return;
    const isFailing = settlement.kind === 'failed';
    yield* statement_query(`insert into notification_health (org_id, notification_id, position, is_failing, last_success_at, last_failure_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (org_id, notification_id, position) do update set is_failing = excluded.is_failing,
       last_success_at = coalesce(excluded.last_success_at, notification_health.last_success_at),
       last_failure_at = coalesce(excluded.last_failure_at, notification_health.last_failure_at)`, orgId, notificationId, position, isFailing, isFailing ? null : now, isFailing ? now : null);
}

;// CONCATENATED MODULE: ./lib/service/store/tables/environment-events.js





/** Writes what changed in an environment into its list of events, and hands it to the rules that listen. */
function* announce(chain, environment, snapshot, changes, origins) {
    if (changes.length === 0)
        return environment;
    const { orgId } = chain.author;
    const from = new Map(origins.toReversed().map((origin) => [origin.fingerprint, origin]));
    const originOf = (change) => ('artifact' in change ? from.get(change.artifact.fingerprint) : undefined);
    let count = environment.eventCount;
    for (const change of changes) {
        count += 1;
        yield* statement_query(`insert into environment_events (org_id, environment_id, number, snapshot, created_at, repo_name, body)
       values ($1, $2, $3, $4, $5, $6, $7)`, orgId, environment.id, count, snapshot.number, chain.latest, originOf(change)?.repoName ?? '', canonical(loggedOf(change, snapshot, 'artifact' in change ? flowsOf(origins, change.artifact.fingerprint) : [])));
    }
    yield* statement_query('update environments set event_count = $3 where org_id = $1 and id = $2', orgId, environment.id, count);
    if (!chain.isReplay)
        yield* raiseEvents(chain, changes.map((change) => environment_events_eventOf(change, environment, snapshot.number, originOf(change), chain.latest)));
    return { ...environment, eventCount: count };
}
function flowsOf(origins, fingerprint) {
    return [...new Set(origins.filter((origin) => origin.fingerprint === fingerprint).map(({ flow }) => flow))];
}
function environment_events_eventOf(change, { id, name }, snapshot, origin, at) {
    const event = { trigger: change.trigger, environment_id: id, environment: name, snapshot_index: snapshot, at };
    if (!('artifact' in change))
        return event;
    const { fingerprint, name: artifact } = change.artifact;
    return {
        ...event,
        artifact: {
            name: artifact,
            fingerprint,
            ...(origin === undefined ? {} : { flow: origin.flow }),
            ...(origin === undefined || origin.trail === '' ? {} : { trail: origin.trail }),
            ...(origin === undefined || origin.commit === '' ? {} : { commit: origin.commit }),
        },
        ...('to' in change ? { from: change.from, to: change.to } : {}),
    };
}
/** An event as readers of the list see it; the name of its environment may change, and is not kept here. */
function loggedOf(change, { state }, flows) {
    const snapshotCompliance = state === 'UNKNOWN' ? null : state === 'COMPLIANT';
    if (!('artifact' in change)) {
        const isCompliant = change.trigger === 'ON_COMPLIANT_ENV';
        const description = isCompliant ? 'everything that runs here is compliant' : 'something that runs here is not compliant';
        return {
            type: isCompliant ? 'became-compliant' : 'became-non-compliant',
            artifact_name: '',
            sha256: '',
            description,
            flows: [],
            artifact_compliance: null,
            snapshot_compliance: snapshotCompliance,
        };
    }
    const { artifact } = change;
    const known = 'state' in artifact && artifact.state !== 'UNKNOWN';
    return {
        ...wordsOf(change),
        artifact_name: artifact.name,
        sha256: artifact.fingerprint,
        flows,
        artifact_compliance: known ? artifact.state === 'COMPLIANT' : null,
        snapshot_compliance: snapshotCompliance,
    };
}
function wordsOf(change) {
    if (change.trigger === 'ON_ALLOWED_ARTIFACT')
        return { type: 'allowed', description: 'the artifact was allowed here' };
    const { from, to } = change;
    const moved = (count, what) => `${count} instance${count === 1 ? '' : 's'} ${what} (from ${from} to ${to})`;
    switch (change.trigger) {
        case 'ON_STARTED_ARTIFACT':
            return { type: 'started', description: moved(to, 'started running') };
        case 'ON_EXITED_ARTIFACT':
            return { type: 'exited', description: moved(from, 'stopped running') };
        case 'ON_SCALED_ARTIFACT':
            return { type: 'scaled', description: to > from ? moved(to - from, 'started running') : moved(from - to, 'stopped running') };
    }
}
/** Up to `limit` events of an environment behind the first `skip`. */
function* eventsOfEnvironment(orgId, environmentId, { after, before, from, oldestFirst, repoNames, to }, skip, limit) {
    const conditions = ['org_id = $1 and environment_id = $2 and snapshot >= $3 and snapshot <= $4'];
    const args = [orgId, environmentId, from, to];
    const place = (value) => `$${args.push(value)}`;
    if (after !== undefined)
        conditions.push(`created_at >= ${place(after)}`);
    if (before !== undefined)
        conditions.push(`created_at <= ${place(before)}`);
    if (repoNames.length > 0)
        conditions.push(`repo_name in (${repoNames.map(place).join(', ')})`);
    const rows = yield* statement_query(`select number, snapshot, created_at, repo_name, body from environment_events where ${conditions.join(' and ')}
     order by number ${oldestFirst ? 'asc' : 'desc'} limit ${place(limit)} offset ${place(skip)}`, ...args);
    return rows.map((row) => ({
        number: row_number(row, 'number'),
        snapshot: row_number(row, 'snapshot'),
        at: row_number(row, 'created_at'),
        repoName: row_text(row, 'repo_name'),
        body: json(row, 'body', isObject),
    }));
}

;// CONCATENATED MODULE: ./lib/service/store/transition.js
/**
 * The step from the latest snapshot to what is found now. Another artifact, another policy and another judgement make a
 * snapshot; another number of instances makes none.
 */
function transition(before, found) {
    const earlier = new Map(before?.artifacts.map((artifact) => [artifact.fingerprint, artifact]));
    const isNew = before === undefined || !isSame(before, found);
    const artifacts = found.artifacts.map((artifact) => {
        const known = earlier.get(artifact.fingerprint);
        return { ...artifact, was: (isNew ? known?.instances.length : known?.was) ?? 0 };
    });
    const running = new Set(artifacts.map(({ fingerprint }) => fingerprint));
    const gone = [...earlier.values()].filter(({ fingerprint }) => !running.has(fingerprint));
    const exited = isNew
        ? gone
            .filter(({ instances }) => instances.length > 0)
            .map((artifact) => ({ ...artifact, instances: [], was: artifact.instances.length }))
        : gone;
    const { at, policies, state } = found;
    const snapshot = {
        number: (before?.number ?? 0) + (isNew ? 1 : 0),
        createdAt: isNew ? at : before.createdAt,
        state,
        policies,
        artifacts: [...artifacts, ...exited],
    };
    return { snapshot, isNew, changes: [...countChanges(earlier, snapshot), ...stateChange(before?.state ?? 'UNKNOWN', state)] };
}
function isSame(before, found) {
    const running = before.artifacts.filter(({ instances }) => instances.length > 0);
    const now = new Map(found.artifacts.map((artifact) => [artifact.fingerprint, artifact]));
    return (before.state === found.state &&
        JSON.stringify(before.policies) === JSON.stringify(found.policies) &&
        running.length === now.size &&
        running.every(({ fingerprint, isAllowed, state }) => {
            const artifact = now.get(fingerprint);
            return artifact?.state === state && artifact.isAllowed === isAllowed;
        }));
}
function countChanges(earlier, { artifacts }) {
    return artifacts.flatMap((artifact) => {
        const [from, to] = [earlier.get(artifact.fingerprint)?.instances.length ?? 0, artifact.instances.length];
        if (from === to)
            return [];
        const trigger = from === 0 ? 'ON_STARTED_ARTIFACT' : to === 0 ? 'ON_EXITED_ARTIFACT' : 'ON_SCALED_ARTIFACT';
        return [{ trigger, artifact, from, to }];
    });
}
function stateChange(before, now) {
    if (before === now || now === 'UNKNOWN')
        return [];
    return [{ trigger: now === 'COMPLIANT' ? 'ON_COMPLIANT_ENV' : 'ON_NON_COMPLIANT_ENV' }];
}

;// CONCATENATED MODULE: ./lib/service/store/tables/allowances.js


/** The fingerprints of what is allowed in an environment. */
function* allowedIn(orgId, environmentId) {
    const rows = yield* statement_query('select fingerprint from allowances where org_id = $1 and environment_id = $2', orgId, environmentId);
    return new Set(rows.map((row) => row_text(row, 'fingerprint')));
}
/** Everything that is allowed in an environment, by fingerprint. */
function* allowancesOf(orgId, environmentId) {
    const rows = yield* statement_query(`select fingerprint, name, description, created_at, created_by from allowances where org_id = $1 and environment_id = $2
     order by fingerprint`, orgId, environmentId);
    return rows.map((row) => ({
        fingerprint: row_text(row, 'fingerprint'),
        name: row_text(row, 'name'),
        description: row_text(row, 'description'),
        createdAt: row_number(row, 'created_at'),
        createdBy: row_text(row, 'created_by'),
    }));
}

;// CONCATENATED MODULE: ./lib/service/store/tables/tag-rows.js


/** The tags of some flows or environments, at most a thousand; one without any is not in it. */
function* tagsOf(orgId, resource, ids) {
    if (ids.length === 0)
        return new Map();
    const list = statement_listed([...new Set(ids)], 2);
    const rows = yield* statement_query(`select resource_id, name, value from tags where org_id = $1 and resource = $2 and resource_id in ${list.sql} order by resource_id, name`, orgId, resource, ...list.args);
    const byId = Map.groupBy(rows, (row) => row_text(row, 'resource_id'));
    return new Map([...byId].map(([id, tags]) => [id, Object.fromEntries(tags.map((row) => [row_text(row, 'name'), row_text(row, 'value')]))]));
}

;// CONCATENATED MODULE: ./lib/service/store/tables/artifact-facts.js




const isDecision = (value) => isObject(value) && listOf(isObject)(value.attestations_statuses) && isObject(value.artifacts_statuses);
/** What policies read of where some artifacts come from, by fingerprint. */
function* provenanceOf(orgId, origins) {
    const decisions = yield* decisionsOn(orgId, [...new Set(origins.map(({ trailId }) => trailId).filter((id) => id !== ''))]);
    const tags = yield* flowTags(orgId, [...new Set(origins.map(({ flowId }) => flowId))]);
    const found = new Map();
    for (const origin of origins) {
        const facts = {
            flow: origin.flow,
            tags: tags.get(origin.flowId) ?? {},
            ...(origin.trail === '' ? {} : { trail: origin.trail }),
            ...(origin.state === '' ? {} : { status: origin.state }),
            attestations: attestationsOf(origin, decisions.get(origin.trailId)),
        };
        const list = found.get(origin.fingerprint);
        if (list === undefined)
            found.set(origin.fingerprint, [facts]);
        else
            list.push(facts);
    }
    return found;
}
/** The attestations of an artifact and those of its trail, the latest of each name. What is missing is not among them. */
function attestationsOf({ artifactId, name }, decision) {
    const own = decision?.artifacts_statuses?.[name];
    // Another artifact may have taken the name on the trail: its evidence says nothing of this one.
    const rows = [...(own?.artifact_id === artifactId ? own.attestations_statuses : []), ...(decision?.attestations_statuses ?? [])];
    return rows.flatMap((row) => row.status === 'COMPLETE'
        ? [{ name: row.attestation_name, type: row.attestation_type ?? '', compliant: row.is_compliant === true }]
        : []);
}
function* flowTags(orgId, flowIds) {
    const found = new Map();
    for (let at = 0; at < flowIds.length; at += statement_mostListed)
        for (const [id, tags] of yield* tagsOf(orgId, 'flow', flowIds.slice(at, at + statement_mostListed)))
            found.set(id, tags);
    return found;
}
/** What was decided of some trails. */
function* decisionsOn(orgId, trailIds) {
    const found = new Map();
    for (let at = 0; at < trailIds.length; at += statement_mostListed) {
        const list = statement_listed(trailIds.slice(at, at + statement_mostListed), 1);
        const rows = yield* statement_query(`select id, compliance from trails where org_id = $1 and id in ${list.sql}`, orgId, ...list.args);
        for (const row of rows)
            found.set(row_text(row, 'id'), json(row, 'compliance', isDecision));
    }
    return found;
}

;// CONCATENATED MODULE: ./lib/service/store/log/kinds/policies.js


const isCondition = shape({ text: isText });
const isRequirement = shape({
    required: isFlag,
    exceptions: listOf(shape({ if: isCondition })),
});
function orNull(is) {
    return (value) => value === null || is(value);
}
const isPolicyRules = shape({
    provenance: isRequirement,
    'trail-compliance': isRequirement,
    attestations: listOf(shape({
        if: orNull(isCondition),
        name: isText,
        type: isText,
        must_be_compliant: isFlag,
        for_control: orNull(isText),
    })),
});
const isPolicy = shape({
    ...header,
    kind: oneOf('policy_reported', 'policy_updated'),
    policy: isText,
    policy_id: isText,
    policy_version: isNumber,
    rules: optional(isPolicyRules),
    data: isObject,
});

;// CONCATENATED MODULE: ./lib/service/store/tables/latest-policies.js




/** The check of what is kept of a version. */
const isPolicyBody = shape({ comment: isText, content: isText, rules: isPolicyRules });
/** The policies of those names that there are, each in its latest version, by name; at most a thousand names. */
function* policiesNamed(orgId, names) {
    if (names.length === 0)
        return [];
    const list = statement_listed(names, 1);
    const rows = yield* statement_query(`select policies.name, policy_versions.version, policy_versions.body
     from policies join policy_versions on policy_versions.org_id = policies.org_id and policy_versions.policy_id = policies.id
       and policy_versions.version = policies.version_count
     where policies.org_id = $1 and policies.name in ${list.sql} order by policies.name`, orgId, ...list.args);
    return rows.map((row) => ({ name: row_text(row, 'name'), version: row_number(row, 'version'), rules: json(row, 'body', isPolicyBody).rules }));
}

;// CONCATENATED MODULE: ./lib/service/store/tables/residences.js


/** Keeps where artifacts run now, for those that began to, ended or changed. */
function* keepResidences(orgId, environmentId, { number: snapshot }, changes) {
    for (const change of changes) {
        if (!('to' in change))
            continue;
        const { fingerprint, name } = change.artifact;
        yield* statement_query(`insert into residences (org_id, fingerprint, environment_id, name, instances, snapshot) values ($1, $2, $3, $4, $5, $6)
       on conflict (org_id, fingerprint, environment_id)
       do update set name = excluded.name, instances = excluded.instances, snapshot = excluded.snapshot`, orgId, fingerprint, environmentId, name, change.to, snapshot);
    }
}
/** The ids of the environments, logical ones left out, that any of these artifacts run in; at most a thousand artifacts. */
function* environmentsRunning(orgId, fingerprints) {
    if (fingerprints.length === 0)
        return [];
    const list = statement_listed(fingerprints, 1);
    const rows = yield* statement_query(`select environment_id from residences where org_id = $1 and fingerprint in ${list.sql} and instances > 0`, orgId, ...list.args);
    return [...new Set(rows.map((row) => row_text(row, 'environment_id')))].toSorted();
}
/** The ids of the environments, logical ones left out, that any artifact of a flow runs in. */
function* environmentsOfFlow(orgId, flowId) {
    const rows = yield* statement_query(`select distinct residences.environment_id from artifacts
     join residences on residences.org_id = artifacts.org_id and residences.fingerprint = artifacts.fingerprint
     where artifacts.org_id = $1 and artifacts.flow_id = $2 and residences.instances > 0 order by residences.environment_id`, orgId, flowId);
    return rows.map((row) => row_text(row, 'environment_id'));
}
/** Where these artifacts run or ran, each environment once, in the order of their names; at most a thousand artifacts. */
function* residencesOf(orgId, fingerprints) {
    if (fingerprints.length === 0)
        return [];
    const list = statement_listed(fingerprints, 1);
    const rows = yield* statement_query(`select residences.environment_id, residences.fingerprint, residences.name, residences.instances,
            environments.name as environment, case when residences.instances > 0 then environments.snapshot_count else residences.snapshot end as snapshot
     from residences join environments on environments.org_id = residences.org_id and environments.id = residences.environment_id
     where residences.org_id = $1 and residences.fingerprint in ${list.sql}`, orgId, ...list.args);
    return rows
        .map((row) => ({
        environmentId: row_text(row, 'environment_id'),
        environment: row_text(row, 'environment'),
        fingerprint: row_text(row, 'fingerprint'),
        name: row_text(row, 'name'),
        isRunning: row_number(row, 'instances') > 0,
        snapshot: row_number(row, 'snapshot'),
    }))
        .toSorted((one, other) => (one.environment < other.environment ? -1 : 1));
}

;// CONCATENATED MODULE: ./lib/service/store/tables/snapshots.js





const isState = (value) => environmentStates.some((state) => state === value);
const isBody = shape({
    policies: listOf(shape({ name: isText, version: isNumber })),
    artifacts: listOf(shape({
        fingerprint: isText,
        name: isText,
        instances: listOf(isNumber),
        was: isNumber,
        state: isState,
        isAllowed: isFlag,
        decisions: listOf(isObject),
    })),
});
/** A snapshot by its number. */
function* findSnapshot(orgId, environmentId, at) {
    return snapshotOf(yield* queryOne('select number, created_at, state, body from snapshots where org_id = $1 and environment_id = $2 and number = $3', orgId, environmentId, at));
}
/** The number of the snapshot that was the latest at a time, in Unix seconds; 0 before the first. */
function* snapshotNumberAt(orgId, environmentId, at) {
    const row = yield* queryOne(`select number from snapshots where org_id = $1 and environment_id = $2 and created_at <= $3
     order by created_at desc limit 1`, orgId, environmentId, at);
    return row === undefined ? 0 : row_number(row, 'number');
}
/** The snapshots with the numbers in `[from, to]`, the oldest first. */
function* snapshotSpans(orgId, environmentId, from, to) {
    // One more than is asked for: a snapshot ends when the next one begins.
    const rows = yield* statement_query(`select number, created_at, state from snapshots where org_id = $1 and environment_id = $2 and number >= $3 and number <= $4
     order by number`, orgId, environmentId, from, to + 1);
    const spans = rows.map((row, index) => {
        const next = rows[index + 1];
        return {
            number: row_number(row, 'number'),
            createdAt: row_number(row, 'created_at'),
            endedAt: next === undefined ? undefined : row_number(next, 'created_at'),
            state: oneOfTexts(row, 'state', environmentStates),
        };
    });
    return spans.filter((span) => span.number <= to);
}
/** Keeps a snapshot; the latest one in place of itself. */
function* keepSnapshot(orgId, environmentId, snapshot) {
    const { artifacts, createdAt, number: at, policies, state } = snapshot;
    yield* statement_query(`insert into snapshots (org_id, environment_id, number, created_at, state, body) values ($1, $2, $3, $4, $5, $6)
     on conflict (org_id, environment_id, number) do update set body = excluded.body`, orgId, environmentId, at, createdAt, state, canonical({ policies, artifacts }));
}
function snapshotOf(row) {
    if (row === undefined)
        return undefined;
    return {
        number: row_number(row, 'number'),
        createdAt: row_number(row, 'created_at'),
        state: oneOfTexts(row, 'state', environmentStates),
        ...json(row, 'body', isBody),
    };
}

;// CONCATENATED MODULE: ./lib/service/store/tables/settle.js












/**
 * Finds out what is known of an environment now, in the transaction of the write that asked: judges all that runs there,
 * keeps the snapshot that follows, and says what changed. `running` is what was reported; without it, what ran before
 * runs on. `undefined` where nothing was reported yet.
 */
function* settle(chain, environment, judges, running) {
    const { orgId } = chain.author;
    const before = yield* findSnapshot(orgId, environment.id, environment.snapshotCount);
    const found = environment.type === 'logical'
        ? yield* foundInParts(chain, environment)
        : yield* settle_judged(chain, environment, judges, running ?? before?.artifacts.filter(({ instances }) => instances.length > 0));
    if (found === undefined)
        return undefined;
    const step = transition(before, found);
    const { changes, isNew, snapshot } = step;
    if (before === undefined || canonical(before) !== canonical(snapshot)) {
        yield* keepSnapshot(orgId, environment.id, snapshot);
        if (environment.type !== 'logical')
            yield* keepResidences(orgId, environment.id, snapshot, changes);
        yield* statement_query(`update environments set state = $3, snapshot_count = $4, last_changed_at = $5 where org_id = $1 and id = $2`, orgId, environment.id, snapshot.state, snapshot.number, snapshot.createdAt);
        const about = changes.flatMap((change) => ('artifact' in change ? [change.artifact.fingerprint] : []));
        yield* announce(chain, environment, snapshot, changes, yield* originsOf(orgId, about));
    }
    if (isNew || changes.length > 0)
        yield* settleLogical(chain, environment.id, judges);
    return step;
}
/** Settles the logical environments that an environment is part of. */
function* settleLogical(chain, environmentId, judges) {
    yield* settleAll(chain, yield* linkedTo(chain.author.orgId, 'part', environmentId), judges);
}
/** Settles the environments that any of these artifacts run in and that a policy decides about. */
function* settleArtifacts(chain, fingerprints, judges) {
    const ids = new Set();
    for (let at = 0; at < fingerprints.length; at += statement_mostListed)
        for (const id of yield* environmentsRunning(chain.author.orgId, fingerprints.slice(at, at + statement_mostListed)))
            ids.add(id);
    yield* settleAll(chain, [...ids].toSorted(), judges);
}
/** Settles the environments that a policy is attached to. */
function* settlePolicy(chain, policy, judges) {
    yield* settleAll(chain, yield* linkedTo(chain.author.orgId, 'policy', policy), judges);
}
/** Settles the environments that any artifact of a flow runs in. */
function* settleFlow(chain, flowId, judges) {
    yield* settleAll(chain, yield* environmentsOfFlow(chain.author.orgId, flowId), judges);
}
function* settleAll(chain, ids, judges) {
    for (const id of ids) {
        const environment = yield* environmentById(chain.author.orgId, id);
        // What is archived stays as it was.
        if (environment === undefined || environment.isArchived)
            continue;
        if (environment.type === 'logical' || environment.policies.length > 0)
            yield* settle(chain, environment, judges);
    }
}
/** Everything that runs, judged: what is allowed is compliant, and without a policy nothing else is known. */
function* settle_judged(chain, environment, judges, running) {
    if (running === undefined)
        return undefined;
    const { orgId } = chain.author;
    const allowed = yield* allowedIn(orgId, environment.id);
    const policies = yield* policiesNamed(orgId, environment.policies);
    if (policies.length < environment.policies.length)
        throw new Damage(`A policy of the environment ${environment.name} is gone.`);
    const origins = policies.length === 0
        ? []
        : yield* originsOf(orgId, running.map(({ fingerprint }) => fingerprint));
    const provenance = yield* provenanceOf(orgId, origins);
    const artifacts = running.map(({ fingerprint, instances, name }) => {
        const facts = { name, fingerprint, provenance: provenance.get(fingerprint) ?? [] };
        const judgement = policies.length === 0 ? undefined : judges.judge(policies, facts);
        const isAllowed = allowed.has(fingerprint);
        return {
            fingerprint,
            name,
            instances,
            state: isAllowed ? 'COMPLIANT' : settle_stateOf(judgement?.compliant),
            isAllowed,
            decisions: judgement?.policies.map((decision) => ({ ...decision })) ?? [],
        };
    });
    return {
        at: chain.latest,
        state: policies.length === 0 ? 'UNKNOWN' : worst(artifacts.map(({ state }) => state)),
        policies: policies.map(({ name, version }) => ({ name, version })),
        artifacts,
    };
}
/** Everything that runs in the parts of a logical environment, as it was judged there. */
function* foundInParts(chain, { included }) {
    const { orgId } = chain.author;
    const snapshots = [];
    const states = [];
    for (const id of included) {
        const part = yield* environmentById(orgId, id);
        if (part === undefined || part.isArchived)
            continue;
        states.push(part.state);
        const snapshot = yield* findSnapshot(orgId, id, part.snapshotCount);
        if (snapshot !== undefined)
            snapshots.push(snapshot);
    }
    if (snapshots.length === 0)
        return undefined;
    const all = Map.groupBy(snapshots.flatMap(({ artifacts }) => artifacts.filter(({ instances }) => instances.length > 0)), ({ fingerprint }) => fingerprint);
    const artifacts = [...all.values()].flatMap((same) => {
        const [first] = same;
        if (first === undefined)
            return [];
        const { fingerprint, name } = first;
        return [
            {
                fingerprint,
                name,
                instances: same.flatMap(({ instances }) => instances),
                state: worst(same.map(({ state }) => state)),
                isAllowed: same.every(({ isAllowed }) => isAllowed),
                decisions: same.flatMap(({ decisions }) => decisions),
            },
        ];
    });
    return { at: chain.latest, state: worst(states), policies: [], artifacts };
}
function settle_stateOf(compliant) {
    return compliant === undefined ? 'UNKNOWN' : compliant ? 'COMPLIANT' : 'NON-COMPLIANT';
}
function worst(states) {
    return states.find((state) => state === 'NON-COMPLIANT') ?? states.find((state) => state === 'UNKNOWN') ?? 'COMPLIANT';
}

;// CONCATENATED MODULE: ./lib/service/store/tables/allow-artifact.js







/** Records that an artifact is compliant in an environment, whatever is known of it. */
function* allow_artifact_allowArtifact(allowance, judges, now) {
    const { author, description, environment: called, fingerprint, name } = allowance;
    const chain = yield* openChain(author);
    const environment = yield* environments_findEnvironment(author.orgId, called);
    const refusal = allow_artifact_refusalOf(called, environment);
    if (environment !== undefined && refusal === undefined) {
        const content = {
            kind: 'artifact_allowed',
            environment: environment.name,
            environment_id: environment.id,
            fingerprint,
            artifact_name: name,
            description,
        };
        yield* applyAllowance(chain, yield* append(chain, now, newRecordId(), content), environment, judges);
    }
    yield* closeChain(chain);
    return refusal ?? { outcome: 'recorded' };
}
function allow_artifact_refusalOf(name, environment) {
    if (environment === undefined)
        return { outcome: 'no-environment', name };
    if (environment.isArchived)
        return { outcome: 'archived', name };
    return environment.type === 'logical' ? { outcome: 'not-physical', name } : undefined;
}
/** What the tables say of what is allowed in an environment, from this record on. */
function* applyAllowance(chain, { record }, environment, judges) {
    const { artifact_name: name, fingerprint, org_id: orgId } = record;
    const known = yield* queryOne('select 1 as found from allowances where org_id = $1 and environment_id = $2 and fingerprint = $3', orgId, environment.id, fingerprint);
    yield* statement_query(`insert into allowances (org_id, environment_id, fingerprint, name, description, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (org_id, environment_id, fingerprint) do update set name = excluded.name, description = excluded.description,
       created_at = excluded.created_at, created_by = excluded.created_by`, orgId, environment.id, fingerprint, name, record.description, record.created_at, record.reported_by);
    const { snapshotCount: number, state } = environment;
    // An artifact that was allowed already is no other than before.
    const announced = known === undefined
        ? yield* announce(chain, environment, { number, state }, [{ trigger: 'ON_ALLOWED_ARTIFACT', artifact: { fingerprint, name } }], yield* originsOf(orgId, [fingerprint]))
        : environment;
    yield* settle(chain, announced, judges);
}

;// CONCATENATED MODULE: ./lib/service/store/log/kinds/place.js

/** The checks of which flow a record is about. */
const place = { flow: isText, flow_id: isText };

;// CONCATENATED MODULE: ./lib/service/store/log/kinds/approvals.js



const isApprovalRecord = shape({
    ...header,
    ...place,
    kind: oneOf('approval_reported'),
    trail: optional(isText),
    trail_id: optional(isText),
    number: isNumber,
    fingerprint: isText,
    artifact_name: isText,
    base: isText,
    environment: optional(isText),
    state: oneOf('APPROVED', 'UNAPPROVED', 'PENDING'),
    data: isObject,
});

;// CONCATENATED MODULE: ./lib/service/store/log/kinds/artifacts.js



const isArtifactRecord = shape({
    ...header,
    ...place,
    kind: oneOf('artifact_reported'),
    trail: optional(isText),
    trail_id: optional(isText),
    artifact_id: isText,
    artifact_name: isText,
    fingerprint: isText,
    commit: optional(isText),
    repo_id: optional(isText),
    repo_name: optional(isText),
    earlier_trees: optional(isTexts),
    data: isObject,
});

;// CONCATENATED MODULE: ./lib/service/store/tables/approval-numbers.js


/** The numbers of the approvals of some artifacts, the oldest first; `artifacts` are rows with `flow_id` and `fingerprint`. */
function* approvalNumbers(orgId, artifacts) {
    if (artifacts.length === 0)
        return () => [];
    const flows = statement_listed([...new Set(artifacts.map((row) => row_text(row, 'flow_id')))], 1);
    const fingerprints = statement_listed([...new Set(artifacts.map((row) => row_text(row, 'fingerprint')))], 1 + flows.args.length);
    const rows = yield* statement_query(`select flow_id, fingerprint, number from approvals
     where org_id = $1 and flow_id in ${flows.sql} and fingerprint in ${fingerprints.sql} order by flow_id, fingerprint, number`, orgId, ...flows.args, ...fingerprints.args);
    const byArtifact = Map.groupBy(rows, approval_numbers_nameOf);
    return (artifact) => (byArtifact.get(approval_numbers_nameOf(artifact)) ?? []).map((row) => row_number(row, 'number'));
}
function approval_numbers_nameOf(artifact) {
    return `${row_text(artifact, 'flow_id')} ${row_text(artifact, 'fingerprint')}`;
}

;// CONCATENATED MODULE: ./lib/service/store/tables/earlier-trees.js





const ours = 'compliance_evidence';
const [treeAt, kindAt] = ['tree', 'kind'];
/** Trees of one form that are kept: two of them tell already that there are several directories. */
const mostOfForm = 2;
/**
 * What the reports of an artifact on a trail named so far as the tree of its directory. Each report takes the place of the one
 * before it; what is said here is how a gate knows that they were of different directories.
 */
function* earlierTrees(orgId, artifactId) {
    const row = yield* queryOne(`select records.body from artifacts join records on records.org_id = artifacts.org_id and records.sequence = artifacts.sequence
     where artifacts.org_id = $1 and artifacts.id = $2`, orgId, artifactId);
    if (row === undefined)
        return [];
    const { data, earlier_trees: earlier = [] } = json(row, 'body', isArtifactRecord);
    const latest = (0,lib_text/* stringAt */.bX)(data, 'user_data', ours, treeAt) ?? (0,lib_text/* stringAt */.bX)(data, 'user_data', ours, kindAt);
    if (latest === undefined || !(0,patterns/* matches */.cK)('tree', latest) || earlier.includes(latest))
        return earlier;
    return earlier.filter((tree) => earlier_trees_formOf(tree) === earlier_trees_formOf(latest)).length < mostOfForm ? [...earlier, latest] : earlier;
}
function earlier_trees_formOf(tree) {
    return tree.split(':', 1)[0];
}

;// CONCATENATED MODULE: ./lib/service/store/log/kinds/flows.js



const isTemplate = shape({
    version: (value) => value === 1,
    trail: shape({ attestations: listOf(isEntry), artifacts: listOf(isArtifact) }),
});
function isEntry(value) {
    return isObject(value) && isText(value.name) && isText(value.type);
}
function isArtifact(value) {
    return isObject(value) && isText(value.name) && listOf(isEntry)(value.attestations);
}
const isFlow = shape({
    ...header,
    ...place,
    kind: oneOf('flow_reported', 'flow_updated'),
    template_id: isText,
    template: optional(isTemplate),
    data: isObject,
});
const isFlowRenamed = shape({ ...header, ...place, kind: oneOf('flow_renamed'), new_name: isText });
const isFlowArchived = shape({ ...header, ...place, kind: oneOf('flow_archived') });

;// CONCATENATED MODULE: ./lib/service/store/tables/flows.js








/** The template of a flow that was given none: it requires nothing. */
const emptyTemplate = { template: { version: 1, trail: { attestations: [], artifacts: [] } }, content: 'version: 1\n' };
const isStoredTemplate = shape({ template: isTemplate, content: isText });
function isVisibility(value) {
    return value === 'public' || value === 'private';
}
const isFlowDetails = shape({
    description: optional(isText),
    visibility: optional(isVisibility),
});
const flows_columns = `flows.id, flows.name, flows.details, flows.template_id, flows.trail_count, flows.created_at, flows.last_modified_at,
  flows.created_by, templates.template, templates.version as template_version
  from flows join templates on templates.org_id = flows.org_id and templates.id = flows.template_id`;
/** The identifier of a flow by a name of it; `place` is where the name stands among the values of the statement. */
function flowIdOf(place) {
    return `(select flow_id from flow_names where org_id = $1 and name = ${place})`;
}
/** A flow by its name, or by one that it had and that no other flow has taken since. */
function* findFlow(orgId, name) {
    const row = yield* queryOne(`select ${flows_columns} where flows.org_id = $1 and flows.id = ${flowIdOf('$2')}`, orgId, name);
    return row === undefined ? undefined : flowOf(row);
}
/** A flow by the name that it has now. */
function* flowCalled(orgId, name) {
    const [flow] = yield* flowsNamed(orgId, [name]);
    return flow;
}
/** Up to `limit` names of flows behind `after`, in the order of their bytes; archived ones are left out. */
function* flowNames(orgId, after, limit) {
    const rows = yield* statement_query('select name from flows where org_id = $1 and name > $2 and not archived order by name limit $3', orgId, after, limit);
    return rows.map((row) => row_text(row, 'name'));
}
/** The flows of those names that there are, by name; at most a thousand names. */
function* flowsNamed(orgId, names) {
    if (names.length === 0)
        return [];
    const list = statement_listed(names, 1);
    const rows = yield* statement_query(`select ${flows_columns} where flows.org_id = $1 and flows.name in ${list.sql} order by flows.name`, orgId, ...list.args);
    return rows.map(flowOf);
}
function flowOf(row) {
    return {
        id: row_text(row, 'id'),
        name: row_text(row, 'name'),
        details: json(row, 'details', isFlowDetails),
        templateId: row_text(row, 'template_id'),
        templateVersion: row_number(row, 'template_version'),
        ...json(row, 'template', isStoredTemplate),
        trailCount: row_number(row, 'trail_count'),
        createdAt: row_number(row, 'created_at'),
        lastModifiedAt: row_number(row, 'last_modified_at'),
        createdBy: row_text(row, 'created_by'),
    };
}
/** A name that another flow only had before is taken from it. An archived flow is listed again. */
function* tables_flows_putFlow(flow, now) {
    const chain = yield* openChain(flow.author);
    const known = yield* flowCalled(flow.author.orgId, flow.name);
    if (known === undefined)
        yield* createFlow(chain, now, flow);
    else
        yield* updateFlow(chain, now, known, flow);
    yield* closeChain(chain);
    return known === undefined ? 'created' : 'updated';
}
/** A new flow; one that is created by an attestation has no details and no template. */
function* createFlow(chain, now, flow) {
    const content = {
        kind: 'flow_reported',
        flow: flow.name,
        flow_id: newRecordId(),
        template_id: newRecordId(),
        template: (flow.template ?? emptyTemplate).template,
        data: withTemplateFile(flow.data, flow.template),
    };
    return yield* applyFlow(yield* append(chain, now, newRecordId(), content), undefined);
}
function* updateFlow(chain, now, known, flow) {
    const { template } = flow;
    const changed = template !== undefined && template.content !== known.content;
    const content = {
        kind: 'flow_updated',
        flow: flow.name,
        flow_id: known.id,
        ...(changed ? { template_id: newRecordId(), template: template.template } : { template_id: known.templateId }),
        data: withTemplateFile(flow.data, template),
    };
    yield* applyFlow(yield* append(chain, now, newRecordId(), content), known);
}
/** What the tables say of a flow from this record on. It reads nothing but the record and what was known before it. */
function* applyFlow({ record }, known) {
    const details = { ...known?.details, ...flowDetailsOf(record.data) };
    const template = templateOf(record) ?? known;
    if (template === undefined)
        throw new Damage(`The record of the flow ${record.flow} brings no template.`);
    const flow = {
        id: record.flow_id,
        name: record.flow,
        details,
        templateId: record.template_id,
        templateVersion: (known?.templateVersion ?? 0) + (record.template === undefined ? 0 : 1),
        template: template.template,
        content: template.content,
        trailCount: known?.trailCount ?? 0,
        createdAt: known?.createdAt ?? record.created_at,
        lastModifiedAt: record.created_at,
        createdBy: known?.createdBy ?? record.reported_by,
    };
    if (known === undefined) {
        yield* statement_query(`insert into flows (org_id, id, name, details, template_id, trail_count, created_at, last_modified_at, created_by)
       values ($1, $2, $3, $4, $5, 0, $6, $6, $7)`, record.org_id, flow.id, flow.name, canonical(details), flow.templateId, record.created_at, flow.createdBy);
        yield* setName(record.org_id, flow.name, flow.id);
    }
    else {
        yield* statement_query('update flows set details = $3, template_id = $4, last_modified_at = $5, archived = false where org_id = $1 and id = $2', record.org_id, flow.id, canonical(details), flow.templateId, record.created_at);
    }
    yield* applyTemplate(record, flow.templateVersion);
    return flow;
}
/** From here on the name finds this flow. */
function* setName(orgId, name, flowId) {
    yield* statement_query(`insert into flow_names (org_id, name, flow_id) values ($1, $2, $3)
     on conflict (org_id, name) do update set flow_id = excluded.flow_id`, orgId, name, flowId);
}
function templateOf({ template, data }) {
    if (template === undefined)
        return undefined;
    return { template, content: isText(data.template_file) ? data.template_file : emptyTemplate.content };
}
/** Keeps the template that a record brings, if it brings one; `version`: which of its flow it is, 0 of a trail's own. */
function* applyTemplate(record, version) {
    const template = templateOf(record);
    if (template === undefined || record.template_id === undefined)
        return;
    yield* statement_query('insert into templates (org_id, id, flow_id, template, created_at, version) values ($1, $2, $3, $4, $5, $6)', record.org_id, record.template_id, record.flow_id, canonical(template), record.created_at, version);
}
function withTemplateFile(data, template) {
    return template === undefined ? data : { ...data, template_file: template.content };
}
function flowDetailsOf({ description, visibility }) {
    return {
        ...(isText(description) ? { description } : {}),
        ...(isVisibility(visibility) ? { visibility } : {}),
    };
}

;// CONCATENATED MODULE: ./lib/service/store/tables/overridden.js


/**
 * The names that each of some artifacts stands by because of an override: those of its own, those that were recorded for its
 * name and commit before it was reported, and those of its trail.
 */
function* overriddenOf(orgId, artifacts) {
    if (artifacts.length === 0)
        return () => [];
    const trails = statement_listed([...new Set(artifacts.map((row) => row_text(row, 'trail_id')))], 1);
    const subjects = statement_listed(['', ...new Set(artifacts.flatMap(subjectsOf))], 1 + trails.args.length);
    const rows = yield* statement_query(`select latest.trail_id, latest.subject, latest.commit_sha, latest.name, attestations.id, attestations.is_compliant,
            attestations.overridden_id, attestations.overridden_type, attestations.sequence
     from latest join attestations on attestations.org_id = latest.org_id and attestations.id = latest.attestation_id
     where latest.org_id = $1 and latest.trail_id in ${trails.sql} and latest.subject in ${subjects.sql}
       and (latest.subject <> '' or attestations.overridden_id is not null)`, orgId, ...trails.args, ...subjects.args);
    const latestFirst = rows.toSorted((one, other) => row_number(other, 'sequence') - row_number(one, 'sequence'));
    const byTrail = Map.groupBy(latestFirst, (row) => row_text(row, 'trail_id'));
    return (artifact) => {
        const [own, early] = subjectsOf(artifact);
        const about = (byTrail.get(row_text(artifact, 'trail_id')) ?? []).filter((row) => {
            const subject = row_text(row, 'subject');
            const commit = row_text(row, 'commit_sha');
            return subject === '' || subject === own || (subject === early && commit !== '' && commit === row_text(artifact, 'commit_sha'));
        });
        // The latest of a name decides, whether it was recorded for the artifact or before it; a trail's own stands apart.
        const decisive = Map.groupBy(about, (row) => `${row_text(row, 'subject') === '' ? 'trail' : 'artifact'} ${row_text(row, 'name')}`);
        return [...decisive.values()].flatMap(([row]) => (row === undefined || row.overridden_id === null ? [] : [overridden_nameOf(row)])).toReversed();
    };
}
function subjectsOf(artifact) {
    return [`artifact:${row_text(artifact, 'fingerprint')}`, `target:${row_text(artifact, 'name')}`];
}
function overridden_nameOf(row) {
    return {
        name: row_text(row, 'name'),
        type: row_text(row, 'overridden_type'),
        id: row_text(row, 'id'),
        overriddenId: row_text(row, 'overridden_id'),
        compliant: flag(row, 'is_compliant'),
    };
}

;// CONCATENATED MODULE: ./lib/service/store/tables/deployments.js


/** What the tables say of where an artifact was brought, from this record on: each start is a deployment of its flow. */
function* applyPresence({ record }) {
    const { artifact_id: artifactId, created_at: at, environment_id: environmentId, flow_id: flowId, org_id: orgId } = record;
    if (record.kind === 'artifact_stopped_running') {
        yield* statement_query(`update deployments set ended_at = $4 where org_id = $1 and artifact_id = $2 and environment_id = $3 and ended_at is null`, orgId, artifactId, environmentId, at);
        return;
    }
    yield* statement_query(`insert into deployments (org_id, flow_id, number, artifact_id, environment_id, started_at)
     values ($1, $2, (select coalesce(max(number), 0) + 1 from deployments where org_id = $1 and flow_id = $2), $3, $4, $5)`, orgId, flowId, artifactId, environmentId, at);
}
/** The deployments of some artifacts, by the ids of these, in the order of their numbers; at most a thousand artifacts. */
function* deploymentsOf(orgId, artifactIds) {
    if (artifactIds.length === 0)
        return new Map();
    const list = statement_listed(artifactIds, 1);
    const rows = yield* statement_query(`select deployments.artifact_id, deployments.number, deployments.started_at, deployments.ended_at, environments.name as environment
     from deployments join environments on environments.org_id = deployments.org_id and environments.id = deployments.environment_id
     where deployments.org_id = $1 and deployments.artifact_id in ${list.sql} order by deployments.artifact_id, deployments.number`, orgId, ...list.args);
    const found = rows.map((row) => ({
        artifactId: row_text(row, 'artifact_id'),
        number: row_number(row, 'number'),
        environment: row_text(row, 'environment'),
        startedAt: row_number(row, 'started_at'),
        endedAt: row.ended_at === null ? undefined : row_number(row, 'ended_at'),
    }));
    return Map.groupBy(found, ({ artifactId }) => artifactId);
}

;// CONCATENATED MODULE: ./lib/service/store/tables/presence.js



/** Where some artifacts run and ran; the rows have the `id` and `fingerprint` of each. */
function* presenceOf(orgId, artifacts) {
    const ids = artifacts.map((row) => row_text(row, 'id'));
    const residences = yield* residencesOf(orgId, [...new Set(artifacts.map((row) => row_text(row, 'fingerprint')))]);
    const byFingerprint = Map.groupBy(residences, ({ fingerprint }) => fingerprint);
    const deployments = yield* deploymentsOf(orgId, ids);
    return (row) => ({
        residences: byFingerprint.get(row_text(row, 'fingerprint')) ?? [],
        deployments: deployments.get(row_text(row, 'id')) ?? [],
    });
}

;// CONCATENATED MODULE: ./lib/service/store/tables/artifact-states.js


/** What a decision reads of the artifacts of a trail, in the order of their first report. */
function* artifactsOnTrail(orgId, trailId) {
    const rows = yield* statement_query('select id, fingerprint, name, commit_sha, state from artifacts where org_id = $1 and trail_id = $2 order by number', orgId, trailId);
    return rows.map((row) => {
        const commit = row_text(row, 'commit_sha');
        return {
            id: row_text(row, 'id'),
            fingerprint: row_text(row, 'fingerprint'),
            name: row_text(row, 'name'),
            state: row_text(row, 'state'),
            ...(commit === '' ? {} : { commit }),
        };
    });
}
/** Keeps what a decision of the trail said of each artifact; `replaced`: of those that another one took the name of, by their ids. */
function* setStates(orgId, artifacts, status, replaced) {
    for (const { fingerprint, id, name, state } of artifacts) {
        const decided = status.artifacts_statuses?.[name];
        const now = decided?.artifact_fingerprint === fingerprint ? decided.status : replaced.get(id);
        if (now === undefined || now === state)
            continue;
        yield* statement_query('update artifacts set state = $3 where org_id = $1 and id = $2', orgId, id, now);
    }
}

;// CONCATENATED MODULE: ./lib/service/store/tables/trails.js











const isAnything = (value) => value !== null;
const isTrailDetails = shape({
    description: optional(isText),
    user_data: isAnything,
    git_commit_info: optional(isObject),
    external_urls: optional(isObject),
    origin_url: optional(isText),
});
/** Begins a trail or changes it; `no-flow` unless the flow exists. */
function* tables_trails_putTrail(trail, judges, now) {
    const chain = yield* openChain(trail.author);
    const flow = yield* findFlow(trail.author.orgId, trail.flowName);
    if (flow === undefined) {
        yield* closeChain(chain);
        return 'no-flow';
    }
    const known = yield* findTrailState(trail.author.orgId, flow.id, trail.name);
    const appended = yield* appendTrail(chain, now, flow, known, trail);
    const state = yield* applyTrail(chain, appended, flow, known);
    yield* decideTrail(chain, flow, state, judges);
    yield* closeChain(chain);
    return known === undefined ? 'created' : 'updated';
}
function* findTrailState(orgId, flowId, name) {
    const row = yield* queryOne('select id, details, repo_ids, template_id, own_template, state, artifact_count from trails where org_id = $1 and flow_id = $2 and name = $3', orgId, flowId, name);
    if (row === undefined)
        return undefined;
    return {
        id: row_text(row, 'id'),
        details: json(row, 'details', isTrailDetails),
        repoIds: json(row, 'repo_ids', isTexts),
        templateId: row_text(row, 'template_id'),
        ownTemplate: flag(row, 'own_template'),
        state: row_text(row, 'state'),
        artifactCount: row_number(row, 'artifact_count'),
    };
}
/** The flow of that name, made without a template when it does not exist. */
function* ensureFlow(chain, now, name) {
    return (yield* findFlow(chain.author.orgId, name)) ?? (yield* createFlow(chain, now, { name, data: {} }));
}
/** The trail of that name, begun when it does not exist. */
function* ensureTrail(chain, now, flow, trail) {
    const known = yield* findTrailState(chain.author.orgId, flow.id, trail.name);
    return known ?? (yield* applyTrail(chain, yield* appendTrail(chain, now, flow, undefined, trail), flow, undefined));
}
function* appendTrail(chain, now, flow, known, { name, data, repoId, template }) {
    return yield* append(chain, now, newRecordId(), {
        kind: known === undefined ? 'trail_reported' : 'trail_updated',
        flow: flow.name,
        flow_id: flow.id,
        trail: name,
        trail_id: known?.id ?? newRecordId(),
        ...(repoId === undefined ? {} : { repo_id: repoId }),
        ...(template === undefined ? {} : { template_id: newRecordId(), template: template.template }),
        data: withTemplateFile(data, template),
    });
}
/** What is known of a trail from this record on, and its row when it is new; the decision that follows keeps the rest. */
function* applyTrail(chain, { record }, flow, known) {
    yield* applyTemplate(record, 0);
    const state = {
        id: record.trail_id,
        details: { ...known?.details, ...trailDetailsOf(record.data) },
        repoIds: withRepo(known?.repoIds ?? [], record.repo_id),
        templateId: record.template_id ?? known?.templateId ?? flow.templateId,
        ownTemplate: record.template_id !== undefined || (known?.ownTemplate ?? false),
        state: known?.state ?? '',
        artifactCount: known?.artifactCount ?? 0,
    };
    if (known !== undefined) {
        yield* statement_query('update trails set details = $3 where org_id = $1 and id = $2', record.org_id, state.id, canonical(state.details));
        return state;
    }
    chain.trails += 1;
    yield* statement_query(`insert into trails (org_id, id, org_number, flow_id, number, name, details, repo_ids, template_id, own_template, state, compliance,
       artifact_count, created_at, last_modified_at, created_by)
     values ($1, $2, $3, $4, (select trail_count + 1 from flows where org_id = $1 and id = $4), $5, $6, $7, $8, $9, '', '', 0, $10, $10, $11)`, record.org_id, state.id, chain.trails, flow.id, record.trail, canonical(state.details), JSON.stringify(state.repoIds), state.templateId, state.ownTemplate, record.created_at, record.reported_by);
    yield* statement_query('update flows set trail_count = trail_count + 1 where org_id = $1 and id = $2', record.org_id, flow.id);
    return state;
}
function withRepo(known, repoId) {
    return repoId === undefined || known.includes(repoId) ? known : [...known, repoId];
}
/**
 * Decides the trail again and keeps the result on its row, in the transaction of the write that asked. What was decided
 * before and what is decided now are both in hand here, and nowhere else.
 * A trail without a template of its own is decided by what its flow requires now: a template that was edited counts from
 * the next record on, and changes nothing that was decided before.
 */
function* decideTrail(chain, flow, trail, judges) {
    const { orgId } = chain.author;
    const facts = yield* factsOf(chain, flow, trail);
    if (facts.attestations.length > latest_mostNames)
        throw new TrailFull(`A trail holds at most ${latest_mostNames} names.`);
    const { artifacts, templateId } = facts;
    const status = judges.evaluate(facts);
    yield* statement_query(`update trails set repo_ids = $3, template_id = $4, own_template = $5, state = $6, compliance = $7, last_modified_at = $8, artifact_count = $9
     where org_id = $1 and id = $2`, orgId, trail.id, JSON.stringify(trail.repoIds), templateId, trail.ownTemplate, status.status, JSON.stringify(status), chain.latest, trail.artifactCount);
    yield* setStates(orgId, artifacts, status, judges.evaluateReplaced(facts));
    yield* settleArtifacts(chain, artifacts.map(({ fingerprint }) => fingerprint), judges);
    return { trailId: trail.id, before: trail.state === '' ? undefined : trail.state, after: status.status };
}
/** What a trail is decided by. */
function* factsOf(chain, flow, trail) {
    const { orgId } = chain.author;
    const templateId = trail.ownTemplate ? trail.templateId : flow.templateId;
    const { template } = trail.ownTemplate ? yield* findTemplate(orgId, templateId) : flow;
    return yield* recordedOn(orgId, trail, { template, templateId, now: chain.latest });
}
/** What is recorded on a trail, next to what it is asked for. */
function* recordedOn(orgId, { artifactCount, id }, asked) {
    const attestations = yield* latest_latestRecords(orgId, id);
    const artifacts = artifactCount === 0 ? [] : yield* artifactsOnTrail(orgId, id);
    return { ...asked, attestations, artifacts };
}
function* findTemplate(orgId, id) {
    const row = yield* queryOne('select template from templates where org_id = $1 and id = $2', orgId, id);
    if (row === undefined)
        throw new Damage(`The template ${id} is gone.`);
    return json(row, 'template', isStoredTemplate);
}
const detailFields = ['description', 'user_data', 'git_commit_info', 'external_urls', 'origin_url'];
/** Facts about the trail itself among what was sent. */
function trailDetailsOf(data) {
    return Object.fromEntries(Object.entries(data).filter(([name]) => detailFields.includes(name)));
}

;// CONCATENATED MODULE: ./lib/service/store/tables/artifacts.js












/** Records a report of an artifact, and whatever of its flow and trail does not exist yet. */
function* tables_artifacts_reportArtifact(artifact, judges, now) {
    const chain = yield* openChain(artifact.author);
    const flow = yield* ensureFlow(chain, now, artifact.flowName);
    const { commit, repoId, repoName, trail: begun, trailName } = artifact;
    const repo = repoId === undefined ? {} : { repoId };
    const trail = trailName === undefined ? undefined : yield* ensureTrail(chain, now, flow, { name: trailName, data: begun, ...repo });
    const known = yield* findIdentity(artifact.author.orgId, flow.id, trail?.id ?? '', artifact.fingerprint);
    const trees = known === undefined ? [] : yield* earlierTrees(artifact.author.orgId, known);
    const content = {
        kind: 'artifact_reported',
        flow: flow.name,
        flow_id: flow.id,
        ...(trail === undefined || trailName === undefined ? {} : { trail: trailName, trail_id: trail.id }),
        artifact_id: known ?? newRecordId(),
        artifact_name: artifact.name,
        fingerprint: artifact.fingerprint,
        ...(commit === undefined ? {} : { commit }),
        ...(repoId === undefined ? {} : { repo_id: repoId }),
        ...(repoName === undefined ? {} : { repo_name: repoName }),
        ...(trees.length === 0 ? {} : { earlier_trees: trees }),
        data: artifact.data,
    };
    const appended = yield* append(chain, now, newRecordId(), content);
    const change = yield* applyArtifact(chain, appended, flow, trail, judges);
    yield* closeChain(chain);
    return { id: content.artifact_id, isNew: known === undefined, change };
}
/** What the tables say of an artifact, and of its trail, from this record on. */
function* applyArtifact(chain, { record, sequence }, flow, trail, judges) {
    const { artifact_id: id, org_id: orgId } = record;
    const said = [record.artifact_name, record.commit ?? '', record.repo_name ?? ''];
    const known = yield* findIdentity(orgId, flow.id, trail?.id ?? '', record.fingerprint);
    if (known === undefined) {
        chain.artifacts += 1;
        yield* statement_query(`insert into artifacts (org_id, id, name, commit_sha, repo_name, sequence, number, flow_id, trail_id, fingerprint, state, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', $11)`, orgId, id, ...said, sequence, chain.artifacts, flow.id, trail?.id ?? '', record.fingerprint, record.created_at);
    }
    else {
        yield* statement_query('update artifacts set name = $3, commit_sha = $4, repo_name = $5, sequence = $6 where org_id = $1 and id = $2', orgId, known, ...said, sequence);
    }
    if (trail === undefined) {
        yield* settleArtifacts(chain, [record.fingerprint], judges);
        return undefined;
    }
    const artifactCount = trail.artifactCount + (known === undefined ? 1 : 0);
    return yield* decideTrail(chain, flow, { ...trail, artifactCount, repoIds: withRepo(trail.repoIds, record.repo_id) }, judges);
}
function* findIdentity(orgId, flowId, trailId, fingerprint) {
    const row = yield* queryOne('select id from artifacts where org_id = $1 and flow_id = $2 and trail_id = $3 and fingerprint = $4', orgId, flowId, trailId, fingerprint);
    return row === undefined ? undefined : row_text(row, 'id');
}
/** The numbers of up to `limit` artifacts behind the first `skip`, the latest first. It walks an index alone. */
function* artifactNumbers(orgId, filter, skip, limit) {
    const conditions = ['org_id = $1'];
    const args = [orgId];
    const place = (value) => `$${args.push(value)}`;
    const { commit, fingerprint, flowName, id, repoName, trailName } = filter;
    const flowId = flowName === undefined ? '' : flowIdOf(place(flowName));
    if (flowName !== undefined)
        conditions.push(`flow_id = ${flowId}`);
    if (repoName !== undefined)
        conditions.push(`repo_name = ${place(repoName)}`);
    if (fingerprint !== undefined)
        conditions.push(`fingerprint = ${place(fingerprint)}`);
    if (id !== undefined)
        conditions.push(`id = ${place(id)}`);
    if (commit !== undefined)
        conditions.push(`commit_sha = ${place(commit)}`);
    if (trailName !== undefined)
        conditions.push(`trail_id = (select id from trails where org_id = $1 and flow_id = ${flowId} and name = ${place(trailName)})`);
    const rows = yield* statement_query(`select number from artifacts where ${conditions.join(' and ')} order by number desc limit ${place(limit)} offset ${place(skip)}`, ...args);
    return rows.map((row) => row_number(row, 'number'));
}
/** The artifacts of those numbers, in that order. */
function* artifactsNumbered(orgId, numbers) {
    if (numbers.length === 0)
        return [];
    const list = statement_listed(numbers, 1);
    const rows = yield* statement_query(`select artifacts.id, artifacts.number, artifacts.flow_id, artifacts.trail_id, artifacts.fingerprint, artifacts.name, artifacts.state,
            artifacts.commit_sha, artifacts.created_at, records.body, flows.name as flow_name
     from artifacts join records on records.org_id = artifacts.org_id and records.sequence = artifacts.sequence
     join flows on flows.org_id = artifacts.org_id and flows.id = artifacts.flow_id
     where artifacts.org_id = $1 and artifacts.number in ${list.sql}`, orgId, ...list.args);
    const evidence = yield* evidenceOf(orgId, rows);
    const overridden = yield* overriddenOf(orgId, rows);
    const presence = yield* presenceOf(orgId, rows);
    const approvals = yield* approvalNumbers(orgId, rows);
    const byNumber = new Map(rows.map((row) => [row_number(row, 'number'), row]));
    return numbers.flatMap((each) => {
        const row = byNumber.get(each);
        if (row === undefined)
            return [];
        const record = json(row, 'body', isArtifactRecord);
        return {
            id: row_text(row, 'id'),
            flowName: row_text(row, 'flow_name'),
            fingerprint: row_text(row, 'fingerprint'),
            name: row_text(row, 'name'),
            state: row_text(row, 'state'),
            createdAt: row_number(row, 'created_at'),
            record,
            presence: presence(row),
            overridden: overridden(row),
            evidence: evidence.filter((of) => of.trailId === row_text(row, 'trail_id') && of.fingerprint === row_text(row, 'fingerprint')),
            approvals: approvals(row),
        };
    });
}
/** The latest record of each name about some artifacts, in the order of their first report. */
function* evidenceOf(orgId, artifacts) {
    if (artifacts.length === 0)
        return [];
    const trails = statement_listed([...new Set(artifacts.map((row) => row_text(row, 'trail_id')))], 1);
    const subjects = statement_listed([...new Set(artifacts.map((row) => `artifact:${row_text(row, 'fingerprint')}`))], 1 + trails.args.length);
    const rows = yield* statement_query(`select latest.trail_id, latest.subject, latest.name, attestations.id,
            coalesce(attestations.overridden_type, attestations.type) as type, attestations.is_compliant,
            attestations.created_at, exists (select 1 from blobs
              where blobs.org_id = latest.org_id and blobs.attestation_id = latest.attestation_id) as has_file
     from latest join attestations on attestations.org_id = latest.org_id and attestations.id = latest.attestation_id
     where latest.org_id = $1 and latest.trail_id in ${trails.sql} and latest.subject in ${subjects.sql}
     order by latest.first_sequence`, orgId, ...trails.args, ...subjects.args);
    return rows.map((row) => ({
        trailId: row_text(row, 'trail_id'),
        fingerprint: row_text(row, 'subject').slice('artifact:'.length),
        id: row_text(row, 'id'),
        name: row_text(row, 'name'),
        type: row_text(row, 'type'),
        compliant: flag(row, 'is_compliant'),
        createdAt: row_number(row, 'created_at'),
        hasFile: flag(row, 'has_file'),
    }));
}
/** Whether an artifact was reported on a trail. */
function* isOnTrail(orgId, flowId, trailId, fingerprint) {
    return (yield* findIdentity(orgId, flowId, trailId, fingerprint)) !== undefined;
}

;// CONCATENATED MODULE: ./lib/service/store/tables/approvals.js







/** Records an approval of an artifact under the next number of its flow. Nothing is begun: the flow and the artifact must be there. */
function* tables_approvals_reportApproval(approval, now) {
    const chain = yield* openChain(approval.author);
    const outcome = yield* (function* () {
        const { orgId } = approval.author;
        const { environment, fingerprint, flowName, oldestCommit } = approval;
        const flow = yield* findFlow(orgId, flowName);
        if (flow === undefined)
            return { outcome: 'no-flow' };
        const [artifact] = yield* artifactsNumbered(orgId, yield* artifactNumbers(orgId, { flowName, fingerprint }, 0, 1));
        if (artifact === undefined)
            return { outcome: 'no-artifact' };
        const { data, trail, trail_id: trailId } = artifact.record;
        const base = oldestCommit === undefined ? undefined : yield* artifactOfCommit(orgId, flow.id, oldestCommit);
        const content = {
            kind: 'approval_reported',
            flow: flow.name,
            flow_id: flow.id,
            ...(trail === undefined || trailId === undefined ? {} : { trail, trail_id: trailId }),
            number: (yield* approvalCount(orgId, flow.id)) + 1,
            fingerprint,
            artifact_name: typeof data.filename === 'string' ? data.filename : '',
            base: base ?? fingerprint,
            ...(environment === undefined ? {} : { environment }),
            state: approval.state,
            data: approval.data,
        };
        yield* applyApproval(yield* append(chain, now, newRecordId(), content));
        return { outcome: 'reported', number: content.number };
    })();
    yield* closeChain(chain);
    return outcome;
}
/** What the tables say of an approval from this record on. */
function* applyApproval({ record, sequence }) {
    yield* statement_query('insert into approvals (org_id, id, flow_id, number, fingerprint, sequence) values ($1, $2, $3, $4, $5, $6)', record.org_id, record.id, record.flow_id, record.number, record.fingerprint, sequence);
}
/** How many approvals a flow has. */
function* approvalCount(orgId, flowId) {
    const row = yield* queryOne('select coalesce(max(number), 0) as count from approvals where org_id = $1 and flow_id = $2', orgId, flowId);
    return row === undefined ? 0 : row_number(row, 'count');
}
/** Where up to `limit` approvals of a flow are, in the order of their numbers. */
function* findApprovals(orgId, flowId, search, limit) {
    const args = [orgId, flowId];
    const place = (value) => `$${args.push(value)}`;
    const conditions = ['approvals.org_id = $1', 'approvals.flow_id = $2'];
    const { after, fingerprint, upTo } = search;
    if (fingerprint !== undefined)
        conditions.push(`approvals.fingerprint = ${place(fingerprint)}`);
    if (after !== undefined)
        conditions.push(`approvals.number > ${place(after)}`);
    if (upTo !== undefined)
        conditions.push(`approvals.number <= ${place(upTo)}`);
    const rows = yield* statement_query(`select approvals.number, approvals.sequence, octet_length(records.body) as bytes
     from approvals join records on records.org_id = approvals.org_id and records.sequence = approvals.sequence
     where ${conditions.join(' and ')} order by approvals.number limit ${place(limit)}`, ...args);
    return rows.map((row) => ({ number: row_number(row, 'number'), sequence: row_number(row, 'sequence'), bytes: row_number(row, 'bytes') }));
}
/** The approvals at some places in the log, in that order; what is no approval is left out. */
function* approvalsAt(orgId, sequences) {
    if (sequences.length === 0)
        return [];
    const list = statement_listed(sequences, 1);
    const rows = yield* statement_query(`select sequence, body from records where org_id = $1 and sequence in ${list.sql} and kind = 'approval_reported'`, orgId, ...list.args);
    const found = new Map(rows.map((row) => [row_number(row, 'sequence'), row]));
    return sequences.flatMap((sequence) => {
        const row = found.get(sequence);
        return row === undefined ? [] : json(row, 'body', isApprovalRecord);
    });
}
/** The fingerprint of the flow's artifact of a commit, the latest where it has several. */
function* artifactOfCommit(orgId, flowId, commit) {
    const row = yield* queryOne('select fingerprint from artifacts where org_id = $1 and commit_sha = $2 and flow_id = $3 order by number desc limit 1', orgId, commit, flowId);
    return row === undefined ? undefined : row_text(row, 'fingerprint');
}
/** Most artifacts that are read of a thousand commits: more are not named. */
const approvals_mostArtifacts = 10_000;
/** The fingerprints of the flow's artifacts of each of some commits, in the order of their first report. */
function* artifactsOfCommits(orgId, flowId, commits) {
    const found = new Map();
    for (let at = 0; at < commits.length; at += statement_mostListed) {
        const list = statement_listed(commits.slice(at, at + statement_mostListed), 2);
        const rows = yield* statement_query(`select commit_sha, fingerprint from artifacts where org_id = $1 and flow_id = $2 and commit_sha in ${list.sql}
       order by commit_sha, number limit ${approvals_mostArtifacts}`, orgId, flowId, ...list.args);
        for (const row of rows) {
            const commit = row_text(row, 'commit_sha');
            found.set(commit, (found.get(commit) ?? new Set()).add(row_text(row, 'fingerprint')));
        }
    }
    return new Map([...found].map(([commit, fingerprints]) => [commit, [...fingerprints]]));
}

;// CONCATENATED MODULE: ./lib/service/store/tables/trail-pages.js





const trail_pages_columns = `select trails.id, trails.flow_id, trails.number, trails.name, trails.details, trails.repo_ids, trails.compliance, trails.created_at,
  trails.last_modified_at, trails.created_by, flows.name as flow_name, templates.template,
  (select max(sequence) from records where records.org_id = trails.org_id and records.trail_id = trails.id) as last_sequence
  from trails join flows on flows.org_id = trails.org_id and flows.id = trails.flow_id
  join templates on templates.org_id = trails.org_id and templates.id = trails.template_id`;
function trail_pages_isState(value) {
    return value === 'COMPLIANT' || value === 'NON-COMPLIANT' || value === 'INCOMPLETE';
}
function trail_pages_isDecision(value) {
    return (isObject(value) &&
        trail_pages_isState(value.status) &&
        isFlag(value.is_compliant) &&
        isNumber(value.evaluated_at) &&
        listOf(isObject)(value.attestations_statuses) &&
        isObject(value.artifacts_statuses));
}
/** What was decided of a trail last. */
function decisionOf(row) {
    return json(row, 'compliance', trail_pages_isDecision);
}
function* findTrail(orgId, flowName, name) {
    const row = yield* queryOne(`${trail_pages_columns} where trails.org_id = $1 and trails.flow_id = ${flowIdOf('$2')} and trails.name = $3`, orgId, flowName, name);
    return row === undefined ? undefined : trailOf(row);
}
/** How many trails a flow has, or an organization in all its flows; `undefined` when there is no such flow. */
function* trailCount(orgId, flowName) {
    const row = flowName === undefined
        ? yield* queryOne('select trail_count from organizations where id = $1', orgId)
        : yield* queryOne(`select trail_count from flows where org_id = $1 and id = ${flowIdOf('$2')}`, orgId, flowName);
    return row === undefined ? undefined : row_number(row, 'trail_count');
}
function within(flowName) {
    const column = flowName === undefined ? 'trails.org_number' : 'trails.number';
    const flow = flowName === undefined ? '' : ` and trails.flow_id = ${flowIdOf('$4')}`;
    return {
        where: `trails.org_id = $1${flow} and ${column} > $2 and ${column} <= $3 order by ${column} desc`,
        column,
        more: flowName === undefined ? [] : [flowName],
    };
}
/**
 * The trails of a flow, or of all, whose numbers there are in `(after, upTo]`, the latest first. By number, for an OFFSET
 * walks over everything before it.
 */
function* trailsByNumber(orgId, flowName, after, upTo) {
    const { where, more } = within(flowName);
    return (yield* statement_query(`${trail_pages_columns} where ${where}`, orgId, after, upTo, ...more)).map(trailOf);
}
/** The trails of those numbers in the organization, the latest first; at most a thousand. */
function* trailsNumbered(orgId, numbers) {
    if (numbers.length === 0)
        return [];
    const list = statement_listed(numbers, 1);
    const where = `where trails.org_id = $1 and trails.org_number in ${list.sql} order by trails.org_number desc`;
    return (yield* statement_query(`${trail_pages_columns} ${where}`, orgId, ...list.args)).map(trailOf);
}
/**
 * Events that are read at once. One is mostly below a thousand bytes, and may be 40,000 when its commit has the longest
 * message, author and branch that an event repeats.
 */
const mostEvents = 500;
const eventBytes = 2000;
/** The first `mostEvents` events of some trails, together, that come after a place in the log: by trail, oldest first. */
function* eventsOfTrails(orgId, trailIds, after) {
    if (trailIds.length === 0)
        return [];
    const list = statement_listed(trailIds, 2);
    const rows = yield* statement_query(`select trail_id, sequence, event from records where org_id = $1 and sequence > $2 and trail_id in ${list.sql}
     order by trail_id, sequence limit ${mostEvents}`, orgId, after, ...list.args);
    return rows.map((row) => ({ trailId: row_text(row, 'trail_id'), sequence: row_number(row, 'sequence'), event: json(row, 'event', isObject) }));
}
/** About how many bytes each of those trails is, so that a reader can take as many at once as are not too much. */
function* trailSizes(orgId, flowName, after, upTo) {
    const { where, column, more } = within(flowName);
    return (yield* statement_query(`select ${column} as number, ${sizes} where ${where}`, orgId, after, upTo, ...more)).map(sizeOf);
}
/** The same of the trails with those numbers in the organization. */
function* sizesNumbered(orgId, numbers) {
    if (numbers.length === 0)
        return [];
    const list = statement_listed(numbers, 1);
    const where = `where trails.org_id = $1 and trails.org_number in ${list.sql} order by trails.org_number desc`;
    return (yield* statement_query(`select trails.org_number as number, ${sizes} ${where}`, orgId, ...list.args)).map(sizeOf);
}
const sizes = `octet_length(trails.details) + octet_length(trails.compliance) + octet_length(templates.template) +
    ${eventBytes} * (select count(*) from (
      select 1 from records where records.org_id = trails.org_id and records.trail_id = trails.id limit ${mostEvents}) as counted) as bytes
  from trails join templates on templates.org_id = trails.org_id and templates.id = trails.template_id`;
function sizeOf(row) {
    return { number: row_number(row, 'number'), bytes: row_number(row, 'bytes') };
}
function trailOf(row) {
    return {
        id: row_text(row, 'id'),
        flowId: row_text(row, 'flow_id'),
        flowName: row_text(row, 'flow_name'),
        number: row_number(row, 'number'),
        name: row_text(row, 'name'),
        details: json(row, 'details', isTrailDetails),
        repoIds: json(row, 'repo_ids', isTexts),
        compliance: decisionOf(row),
        ...json(row, 'template', isStoredTemplate),
        createdAt: row_number(row, 'created_at'),
        lastModifiedAt: row_number(row, 'last_modified_at'),
        createdBy: row_text(row, 'created_by'),
        lastSequence: row_number(row, 'last_sequence'),
    };
}

;// CONCATENATED MODULE: ./lib/service/store/tables/current.js






function* current_findTrailNow(orgId, flowName, name, judges) {
    const trail = yield* findTrail(orgId, flowName, name);
    return trail === undefined ? undefined : { trail, current: yield* current_currentOf(orgId, trail.id, judges) };
}
/** Judges a trail by what is asked of it now, and keeps nothing. Where that is what decided it, the decision stands. */
function* current_currentOf(orgId, trailId, judges) {
    const row = yield* queryOne(`select trails.id, trails.compliance, trails.own_template, trails.artifact_count, trails.last_modified_at,
       asked.id as asked_id, asked.template as asked, asked.version as asked_version, asked.created_at as asked_since,
       decided.id as decided_id, decided.template as decided, decided.version as decided_version
     from trails join flows on flows.org_id = trails.org_id and flows.id = trails.flow_id
     join templates as asked on asked.org_id = flows.org_id and asked.id = flows.template_id
     join templates as decided on decided.org_id = trails.org_id and decided.id = trails.template_id
     where trails.org_id = $1 and trails.id = $2`, orgId, trailId);
    if (row === undefined)
        throw new Damage(`The trail ${trailId} is gone.`);
    const asked = json(row, 'asked', isStoredTemplate);
    const templateId = row_text(row, 'asked_id');
    const known = {
        flowTemplate: { ...asked, version: row_number(row, 'asked_version') },
        ownTemplate: flag(row, 'own_template'),
        decidedBy: row_number(row, 'decided_version'),
    };
    if (templateId === row_text(row, 'decided_id'))
        return { ...known, compliance: decisionOf(row), replaced: new Map() };
    const template = known.ownTemplate ? judges.together(asked.template, json(row, 'decided', isStoredTemplate).template) : asked.template;
    const facts = yield* recordedOn(orgId, { id: trailId, artifactCount: row_number(row, 'artifact_count') }, { template, templateId, now: Math.max(row_number(row, 'last_modified_at'), row_number(row, 'asked_since')) });
    return { ...known, compliance: judges.evaluate(facts), replaced: judges.evaluateReplaced(facts) };
}

;// CONCATENATED MODULE: ./lib/service/store/tables/judged.js



/** What the policies of those names say now of an artifact, wherever it was reported; the first name that is none, where there is one. */
function* judgedBy(orgId, { fingerprint, name }, policies, judge) {
    const found = yield* policiesNamed(orgId, policies);
    const unknown = policies.find((each) => !found.some((policy) => policy.name === each));
    if (unknown !== undefined)
        return { unknown };
    const provenance = (yield* provenanceOf(orgId, yield* originsOf(orgId, [fingerprint]))).get(fingerprint) ?? [];
    return { judgement: judge(found, { name, fingerprint, provenance }) };
}

;// CONCATENATED MODULE: ./lib/service/store/tables/running-commit.js


/** The commit of the flow's artifact that began last to run in one of these environments, and still does; at most a thousand. */
function* runningCommit(orgId, flowId, environmentIds) {
    if (environmentIds.length === 0)
        return undefined;
    const list = statement_listed(environmentIds, 2);
    const row = yield* queryOne(`select artifacts.commit_sha
     from deployments join artifacts on artifacts.org_id = deployments.org_id and artifacts.id = deployments.artifact_id
     where deployments.org_id = $1 and deployments.flow_id = $2 and deployments.environment_id in ${list.sql}
       and deployments.ended_at is null and artifacts.commit_sha <> ''
     order by deployments.number desc limit 1`, orgId, flowId, ...list.args);
    return row === undefined ? undefined : row_text(row, 'commit_sha');
}

;// CONCATENATED MODULE: ./lib/service/store/tables/standings.js




/** Up to `limit` places in which an artifact was reported, the latest first, behind the number `before`. */
function* standings(orgId, { fingerprint, flowName, before }, limit) {
    const inFlow = flowName === undefined ? '' : ` and artifacts.flow_id = ${flowIdOf('$5')}`;
    const rows = yield* statement_query(`select artifacts.number, flows.name as flow_name, coalesce(trails.name, '') as trail_name, coalesce(trails.compliance, '') as compliance
     from artifacts join flows on flows.org_id = artifacts.org_id and flows.id = artifacts.flow_id
     left join trails on trails.org_id = artifacts.org_id and trails.id = artifacts.trail_id
     where artifacts.org_id = $1 and artifacts.fingerprint = $2 and artifacts.number < $3${inFlow}
     order by artifacts.number desc limit $4`, orgId, fingerprint, before ?? Number.MAX_SAFE_INTEGER, limit, ...(flowName === undefined ? [] : [flowName]));
    return rows.map((row) => {
        const place = { number: row_number(row, 'number'), flowName: row_text(row, 'flow_name') };
        const trailName = row_text(row, 'trail_name');
        if (trailName === '')
            return place;
        // Another artifact may have taken its name on the trail: then nothing is decided of this one any more.
        const status = Object.values(decisionOf(row).artifacts_statuses ?? {}).find((each) => each.artifact_fingerprint === fingerprint);
        return { ...place, trailName, ...(status === undefined ? {} : { status }) };
    });
}

;// CONCATENATED MODULE: ./lib/service/store/log/kinds/attestations.js



const isRecordedAttestation = shape({
    ...header,
    ...place,
    kind: oneOf('attestation'),
    trail: isText,
    trail_id: isText,
    attestation_name: isText,
    attestation_type: isText,
    is_compliant: isFlag,
    type_version: optional(isNumber),
    overridden: optional(shape({ id: isText, type: isText })),
    commit: optional(isText),
    fingerprint: optional(isText),
    targets: isTexts,
    repo_id: optional(isText),
    attachment: optional(shape({ id: isText, filename: isText, bytes: isNumber, sha256: isText })),
    request: optional(shape({ key: isText, hash: isText })),
    data: isObject,
});

;// CONCATENATED MODULE: ./lib/service/store/sql/prefix.js
/**
 * The condition that a column of ASCII text begins so, as a range of the column, which an index finds. `like` would take
 * `_` and `%` for any character, and no index for a text that comes later. The text is not empty; `place` keeps a value
 * for the statement and answers where it stands.
 */
function beginsWith(column, prefix, place) {
    const last = prefix.length - 1;
    const behind = `${prefix.slice(0, last)}${String.fromCharCode(prefix.charCodeAt(last) + 1)}`;
    return `${column} >= ${place(prefix)} and ${column} < ${place(behind)}`;
}

;// CONCATENATED MODULE: ./lib/service/store/tables/attestations.js









function* attestations_recordAttestation(attestation, judges, now) {
    const chain = yield* openChain(attestation.author);
    const refusal = (yield* earlierAnswer(attestation)) ?? (yield* unknownArtifact(attestation));
    if (refusal !== undefined) {
        yield* closeChain(chain);
        return refusal;
    }
    const flow = yield* ensureFlow(chain, now, attestation.flowName);
    const { trailName: name, trail: data, repoId } = attestation;
    const trail = yield* ensureTrail(chain, now, flow, { name, data, ...(repoId === undefined ? {} : { repoId }) });
    return yield* writeAttestation(chain, contentOf(attestation, flow, trail), { id: attestation.id, flow, trail, judges, now });
}
/** Appends a record of evidence, and ends the write. */
function* writeAttestation(chain, content, { flow, id, judges, now, trail }) {
    const appended = yield* append(chain, now, id, content);
    const change = yield* applyAttestation(chain, appended, flow, trail, judges);
    yield* closeChain(chain);
    return { outcome: 'recorded', id, head: appended.hash, change };
}
/** The refusal of a record about an artifact that was not reported on the trail. */
function* unknownArtifact({ author, fingerprint, flowName, trailName }) {
    if (fingerprint === undefined)
        return undefined;
    const { orgId } = author;
    const flow = yield* findFlow(orgId, flowName);
    const trail = flow === undefined ? undefined : yield* findTrailState(orgId, flow.id, trailName);
    const isKnown = flow !== undefined && trail !== undefined && (yield* isOnTrail(orgId, flow.id, trail.id, fingerprint));
    return isKnown ? undefined : { outcome: 'unknown-artifact' };
}
/** What is recorded of evidence. */
function contentOf(attestation, flow, trail) {
    const { commit, fingerprint, repoId, blob, idempotency, typeVersion } = attestation;
    return {
        kind: 'attestation',
        flow: flow.name,
        flow_id: flow.id,
        trail: attestation.trailName,
        trail_id: trail.id,
        attestation_name: attestation.name,
        attestation_type: attestation.type,
        is_compliant: attestation.compliant,
        ...(typeVersion === undefined ? {} : { type_version: typeVersion }),
        targets: attestation.targets,
        ...(commit === undefined ? {} : { commit }),
        ...(fingerprint === undefined ? {} : { fingerprint }),
        ...(repoId === undefined ? {} : { repo_id: repoId }),
        ...(blob === undefined ? {} : { attachment: blob }),
        ...(idempotency === undefined ? {} : { request: { key: idempotency.key, hash: idempotency.requestHash } }),
        data: attestation.data,
    };
}
/** What the tables say of an attestation, and of the trail that it is on, from this record on. */
function* applyAttestation(chain, { record, sequence }, flow, trail, judges) {
    chain.attestations += 1;
    const { org_id: orgId, id, attachment, overridden, request } = record;
    yield* statement_query(`insert into attestations (org_id, id, number, sequence, flow_id, trail_id, name, type, commit_sha, is_compliant, overridden_id,
       overridden_type, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`, orgId, id, chain.attestations, sequence, record.flow_id, record.trail_id, record.attestation_name, record.attestation_type, record.commit ?? null, record.is_compliant, overridden?.id ?? null, overridden?.type ?? null, record.created_at);
    if (attachment !== undefined) {
        const { id: blobId, sha256, bytes } = attachment;
        yield* statement_query('insert into blobs (org_id, id, attestation_id, sha256, bytes) values ($1, $2, $3, $4, $5)', orgId, blobId, id, sha256, bytes);
    }
    if (request !== undefined) {
        yield* statement_query('insert into answers (org_id, reported_by, idempotency_key, request_hash, sequence) values ($1, $2, $3, $4, $5)', orgId, record.reported_by, request.key, request.hash, sequence);
    }
    yield* setLatest(record, sequence);
    return yield* decideTrail(chain, flow, { ...trail, repoIds: withRepo(trail.repoIds, record.repo_id) }, judges);
}
/** How a request with the same key was answered before, if one was. */
function* earlierAnswer({ author, idempotency }) {
    if (idempotency === undefined)
        return undefined;
    const row = yield* queryOne(`select answers.request_hash, records.id, records.hash
     from answers join records on records.org_id = answers.org_id and records.sequence = answers.sequence
     where answers.org_id = $1 and answers.reported_by = $2 and answers.idempotency_key = $3`, author.orgId, author.userName, idempotency.key);
    if (row === undefined)
        return undefined;
    if (row_text(row, 'request_hash') !== idempotency.requestHash)
        return { outcome: 'key-reused' };
    return { outcome: 'replayed', id: row_text(row, 'id'), head: row_text(row, 'hash') };
}
/** Where up to `limit` attestations are, latest first; by commit, when commits are looked for. */
function* attestations_findAttestations(orgId, search, limit) {
    const conditions = ['attestations.org_id = $1'];
    const args = [orgId];
    const place = (value) => `$${args.push(value)}`;
    const flow = (name) => flowIdOf(place(name));
    const { commits, trail, flowName, name, type, id, prefix, before } = search;
    if (commits !== undefined) {
        const list = statement_listed(commits, args.length);
        args.push(...list.args);
        conditions.push(`attestations.commit_sha in ${list.sql}`);
    }
    if (trail !== undefined) {
        const [ofFlow, named] = [flow(trail.flowName), place(trail.name)];
        conditions.push(`attestations.trail_id = (select id from trails where org_id = $1 and flow_id = ${ofFlow} and name = ${named})`);
    }
    if (flowName !== undefined)
        conditions.push(`attestations.flow_id = ${flow(flowName)}`);
    if (name !== undefined)
        conditions.push(`attestations.name = ${place(name)}`);
    if (type !== undefined)
        conditions.push(`attestations.type = ${place(type)}`);
    if (id !== undefined)
        conditions.push(`attestations.id = ${place(id)}`);
    if (prefix !== undefined)
        conditions.push(beginsWith('attestations.id', prefix, place));
    if (before !== undefined)
        conditions.push(`attestations.number < ${place(before)}`);
    // The order that the index of the search has, so that no more is read than is answered.
    const order = commits === undefined ? 'attestations.number desc' : 'attestations.commit_sha desc, attestations.number desc';
    const rows = yield* statement_query(`select attestations.number, attestations.sequence, attestations.commit_sha, octet_length(records.body) as bytes
     from attestations join records on records.org_id = attestations.org_id and records.sequence = attestations.sequence
     where ${conditions.join(' and ')} order by ${order} limit ${place(limit)}`, ...args);
    return rows.map((row) => ({
        number: row_number(row, 'number'),
        sequence: row_number(row, 'sequence'),
        commit: row.commit_sha === null ? undefined : row_text(row, 'commit_sha'),
        bytes: row_number(row, 'bytes'),
    }));
}
/** Where up to `limit` attestations of a trail are, latest first, before a place in the log. */
function* attestations_attestationsOfTrail(orgId, trailId, before, limit) {
    const rows = yield* statement_query(`select sequence, octet_length(body) as bytes from records
     where org_id = $1 and trail_id = $2 and sequence < $3 and kind = 'attestation' order by sequence desc limit $4`, orgId, trailId, before, limit);
    return rows.map((row) => ({ sequence: row_number(row, 'sequence'), bytes: row_number(row, 'bytes') }));
}
const attestations_columns = `select body, sequence, hash, (select flows.name from attestations
    join flows on flows.org_id = attestations.org_id and flows.id = attestations.flow_id
    where attestations.org_id = records.org_id and attestations.id = records.id) as flow_name
  from records`;
/** The attestations at some places in the log, in that order; what is no attestation is left out. */
function* attestationsAt(orgId, sequences) {
    if (sequences.length === 0)
        return [];
    const list = statement_listed(sequences, 1);
    const rows = yield* statement_query(`${attestations_columns} where org_id = $1 and sequence in ${list.sql} and kind = 'attestation'`, orgId, ...list.args);
    const found = new Map(rows.map((row) => [row_number(row, 'sequence'), row]));
    return sequences.flatMap((sequence) => rowOf(found.get(sequence)) ?? []);
}
function* attestationById(orgId, id) {
    return rowOf(yield* queryOne(`${attestations_columns} where org_id = $1 and id = $2 and kind = 'attestation'`, orgId, id));
}
/** How many attestations an organization has, or only those whose id begins so. */
function* attestationCount(orgId, prefix) {
    const args = [orgId];
    const counted = prefix === undefined
        ? 'attestation_count as count from organizations where id = $1'
        : `count(*) as count from attestations where org_id = $1 and ${beginsWith('id', prefix, (value) => `$${args.push(value)}`)}`;
    const row = yield* queryOne(`select ${counted}`, ...args);
    return row === undefined ? 0 : row_number(row, 'count');
}
/** Asked at a start about files whose organization is not known. */
function* hasBlob(id) {
    return (yield* queryOne('select 1 as found from blobs where id = $1', id)) !== undefined;
}
function rowOf(row) {
    if (row === undefined)
        return undefined;
    return {
        record: json(row, 'body', isRecordedAttestation),
        flowName: row_text(row, 'flow_name'),
        sequence: row_number(row, 'sequence'),
        hash: row_text(row, 'hash'),
    };
}

;// CONCATENATED MODULE: ./lib/service/store/tables/overrides.js




/** Records an override of evidence that is on its trail or required there; any other has nothing to override. */
function* overrides_recordOverride(override, judges, now) {
    const chain = yield* openChain(override.author);
    const found = (yield* earlierAnswer(override)) ?? (yield* unknownArtifact(override)) ?? (yield* overriddenBy(chain, override, judges));
    if ('outcome' in found) {
        yield* closeChain(chain);
        return found;
    }
    const { flow, overridden, trail } = found;
    const content = { ...contentOf(override, flow, trail), overridden };
    return yield* writeAttestation(chain, content, { id: override.id, flow, trail, judges, now });
}
/** The evidence that an override is about: what the status of its trail shows under the name now. */
function* overriddenBy(chain, override, judges) {
    const { author, flowName, name, originalType, trailName } = override;
    const flow = yield* findFlow(author.orgId, flowName);
    const trail = flow === undefined ? undefined : yield* findTrailState(author.orgId, flow.id, trailName);
    if (flow === undefined || trail === undefined)
        return { outcome: 'nothing-to-override' };
    const facts = yield* factsOf(chain, flow, trail);
    const rows = rowsAbout(override, facts, judges).filter((row) => row.attestation_name === name);
    // What is there is what counts; what is required and missing only where nothing is there.
    const row = rows.find(({ status }) => status === 'COMPLETE') ?? rows[0];
    const type = row?.attestation_type ?? undefined;
    if (row === undefined || type === undefined)
        return { outcome: 'nothing-to-override' };
    if (!isSameType(type, originalType))
        return { outcome: 'other-type', type };
    return { flow, trail, overridden: { id: row.overridden_attestation_id ?? row.attestation_id ?? override.id, type: originalType } };
}
/** The rows of what an override is about: the trail, or an artifact by its fingerprint, or by its name before it is reported. */
function rowsAbout({ commit, fingerprint, targets }, facts, judges) {
    const [target] = targets;
    if (fingerprint === undefined && target === undefined)
        return judges.evaluate(facts).attestations_statuses;
    // A record that is bound by its commit speaks for no other.
    const early = ({ commit: other }) => fingerprint !== undefined || other === commit;
    const { artifacts_statuses: artifacts } = judges.evaluate({
        ...facts,
        artifacts: facts.artifacts.filter(early),
        attestations: facts.attestations.filter((record) => record.target === undefined || early(record)),
    });
    const shown = Object.entries(artifacts ?? {}).find(([name, { artifact_fingerprint }]) => fingerprint === undefined ? name === target : artifact_fingerprint === fingerprint);
    return shown?.[1].attestations_statuses ?? [];
}
function isSameType(type, said) {
    return type === '*' || type === said || (type === 'decision' && said === 'system:decision');
}

;// CONCATENATED MODULE: ./lib/service/store/tables/flow-attestations.js


/** How many attestations of a flow there are, between two moments where they are said. */
function* flowAttestationCount(orgId, search) {
    const { args, where } = conditionsOf(orgId, search);
    const row = yield* queryOne(`select count(*) as count from attestations where ${where}`, ...args);
    return row === undefined ? 0 : row_number(row, 'count');
}
/** The places in the log of up to `limit` of them behind the first `skip`, newest first, and about how large each is. */
function* flowAttestations(orgId, search, skip, limit) {
    const { args, where } = conditionsOf(orgId, search);
    const rows = yield* statement_query(`select attestations.sequence, octet_length(records.body) as bytes
     from attestations join records on records.org_id = attestations.org_id and records.sequence = attestations.sequence
     where ${where} order by attestations.created_at desc limit $${args.length + 1} offset $${args.length + 2}`, ...args, limit, skip);
    return rows.map((row) => ({ sequence: row_number(row, 'sequence'), bytes: row_number(row, 'bytes') }));
}
function conditionsOf(orgId, { flowName, from, to }) {
    const args = [orgId, flowName];
    const conditions = ['attestations.org_id = $1', 'attestations.flow_id = (select id from flows where org_id = $1 and name = $2)'];
    if (from !== undefined)
        conditions.push(`attestations.created_at >= $${args.push(from)}`);
    if (to !== undefined)
        conditions.push(`attestations.created_at <= $${args.push(to)}`);
    return { where: conditions.join(' and '), args };
}

;// CONCATENATED MODULE: ./lib/service/store/tables/environment-changes.js






/** Makes an environment, or changes what is said of one; one that was archived is back. */
function* environment_changes_putEnvironment(said, judges, now) {
    const { author, name, type, ...change } = said;
    const chain = yield* openChain(author);
    const known = yield* environments_findEnvironment(author.orgId, name);
    const refusal = known !== undefined && known.type !== type
        ? { outcome: 'other-type', name, type: known.type }
        : yield* environment_changes_refusalOf(author.orgId, { name, type }, change);
    if (refusal === undefined) {
        const back = known?.isArchived === true ? { isArchived: false } : {};
        yield* record(chain, now, known ?? { id: newRecordId(), name, type }, { ...change, ...back }, known === undefined, judges);
    }
    yield* closeChain(chain);
    return refusal ?? { outcome: known === undefined ? 'created' : 'updated' };
}
/** Changes one environment that is there: its name, whether it is archived, what is attached to it, what it is made of. */
function* environment_changes_changeEnvironment(author, name, change, judges, now) {
    const chain = yield* openChain(author);
    const known = yield* environments_findEnvironment(author.orgId, name);
    let refusal;
    if (known === undefined)
        refusal = { outcome: 'no-environment', name };
    else if (known.isArchived)
        refusal = { outcome: 'archived', name };
    else {
        const whole = 'delta' in change ? yield* applied(author.orgId, known, change) : change;
        refusal = yield* environment_changes_refusalOf(author.orgId, known, whole);
        if (refusal === undefined)
            yield* record(chain, now, known, whole, false, judges);
    }
    yield* closeChain(chain);
    return refusal ?? { outcome: 'updated' };
}
function* applied(orgId, known, change) {
    switch (change.delta) {
        case 'attach':
            return { policies: [...known.policies, ...change.policies] };
        case 'detach':
            return { policies: known.policies.filter((each) => !change.policies.includes(each)) };
        case 'join': {
            const names = [];
            for (const id of known.included) {
                const part = yield* environmentById(orgId, id);
                if (part !== undefined)
                    names.push(part.name);
            }
            return { included: [...names, change.part] };
        }
    }
}
function* environment_changes_refusalOf(orgId, { name, type }, change) {
    const { included, name: newName, policies = [] } = change;
    if (newName !== undefined && newName !== name && (yield* environments_findEnvironment(orgId, newName)) !== undefined)
        return { outcome: 'name-taken', name: newName };
    if (policies.length > 0 && type === 'logical')
        return { outcome: 'not-physical', name };
    const found = new Set((yield* policiesNamed(orgId, policies)).map((policy) => policy.name));
    const unknown = policies.find((policy) => !found.has(policy));
    if (unknown !== undefined)
        return { outcome: 'no-policy', name: unknown };
    if (included === undefined)
        return undefined;
    if (type !== 'logical')
        return { outcome: 'not-logical', name };
    const parts = new Map((yield* environmentsNamed(orgId, included)).map((part) => [part.name, part]));
    for (const part of included) {
        const known = parts.get(part);
        if (known === undefined)
            return { outcome: 'no-environment', name: part };
        if (known.type === 'logical')
            return { outcome: 'not-physical', name: part };
        if (known.isArchived)
            return { outcome: 'archived', name: part };
    }
    return undefined;
}
function* record(chain, now, known, change, isNew, judges) {
    const { description, included, isArchived, name = known.name, policies } = change;
    const parts = included === undefined ? [] : yield* environmentsNamed(chain.author.orgId, included);
    const content = {
        kind: isNew ? 'environment_reported' : 'environment_updated',
        environment: name,
        environment_id: known.id,
        environment_type: known.type,
        ...(description === undefined ? {} : { description }),
        ...(isArchived === undefined ? {} : { is_archived: isArchived }),
        ...(policies === undefined ? {} : { policies: [...new Set(policies)].toSorted() }),
        ...(included === undefined ? {} : { included: [...new Set(parts.map(({ id }) => id))].toSorted() }),
    };
    yield* applyEnvironment(chain, yield* append(chain, now, newRecordId(), content), judges);
}
/** What the tables say of an environment from this record on. */
function* applyEnvironment(chain, { record }, judges) {
    const { environment_id: id, org_id: orgId } = record;
    if (record.kind === 'environment_reported') {
        yield* statement_query(`insert into environments (org_id, id, name, type, description, is_archived, state, snapshot_count, event_count, created_at, created_by,
         last_modified_at, policies, included)
       values ($1, $2, $3, $4, $5, false, 'UNKNOWN', 0, 0, $6, $7, $6, $8, $9)`, orgId, id, record.environment, record.environment_type, record.description ?? '', record.created_at, record.reported_by, JSON.stringify(record.policies ?? []), JSON.stringify(record.included ?? []));
    }
    else {
        yield* statement_query(`update environments set name = $3, description = coalesce($4, description), is_archived = coalesce($5, is_archived),
         policies = coalesce($6, policies), included = coalesce($7, included), last_modified_at = $8
       where org_id = $1 and id = $2`, orgId, id, record.environment, record.description ?? null, record.is_archived ?? null, record.policies === undefined ? null : JSON.stringify(record.policies), record.included === undefined ? null : JSON.stringify(record.included), record.created_at);
    }
    yield* keepLinks(orgId, id, 'policy', record.policies);
    yield* keepLinks(orgId, id, 'part', record.included);
    const environment = yield* environmentById(orgId, id);
    if (environment !== undefined && !environment.isArchived)
        yield* settle(chain, environment, judges);
    if (record.is_archived !== undefined)
        yield* settleLogical(chain, id, judges);
}
function* keepLinks(orgId, id, kind, names) {
    if (names === undefined)
        return;
    yield* statement_query('delete from environment_links where org_id = $1 and environment_id = $2 and kind = $3', orgId, id, kind);
    for (const name of names)
        yield* statement_query('insert into environment_links (org_id, kind, name, environment_id) values ($1, $2, $3, $4)', orgId, kind, name, id);
}

;// CONCATENATED MODULE: ./lib/service/store/tables/flow-names.js





/** Gives a flow another name; `taken` when another flow is called so now. */
function* flow_names_renameFlow(author, name, newName, judges, now) {
    const chain = yield* openChain(author);
    const flow = yield* findFlow(author.orgId, name);
    const other = yield* flowCalled(author.orgId, newName);
    const outcome = flow === undefined ? 'no-flow' : other === undefined || other.id === flow.id ? 'renamed' : 'taken';
    if (flow !== undefined && other === undefined) {
        const content = { kind: 'flow_renamed', flow: flow.name, flow_id: flow.id, new_name: newName };
        yield* applyRename(chain, yield* append(chain, now, newRecordId(), content), judges);
    }
    yield* closeChain(chain);
    return outcome;
}
/** What the tables say of a flow from its renaming on. The name that it had stays one of its names. */
function* applyRename(chain, { record }, judges) {
    yield* statement_query('update flows set name = $3, last_modified_at = $4 where org_id = $1 and id = $2', record.org_id, record.flow_id, record.new_name, record.created_at);
    yield* setName(record.org_id, record.new_name, record.flow_id);
    // Policies may ask for the name of a flow.
    yield* settleFlow(chain, record.flow_id, judges);
}
/** Takes a flow out of the list of flows. */
function* flow_names_archiveFlow(author, name, now) {
    const chain = yield* openChain(author);
    const flow = yield* findFlow(author.orgId, name);
    if (flow !== undefined) {
        const content = { kind: 'flow_archived', flow: flow.name, flow_id: flow.id };
        yield* applyArchive(yield* append(chain, now, newRecordId(), content));
    }
    yield* closeChain(chain);
    return flow === undefined ? 'no-flow' : 'archived';
}
/** What the tables say of a flow from its archiving on. */
function* applyArchive({ record }) {
    yield* statement_query('update flows set archived = true, last_modified_at = $3 where org_id = $1 and id = $2', record.org_id, record.flow_id, record.created_at);
}

;// CONCATENATED MODULE: ./lib/service/store/tables/members.js




/** Makes the author's organization the one that they mean when none is named. */
function* members_setDefaultOrganization(author, now) {
    const user = yield* queryOne('select id from users where name = $1', author.userName);
    if (user === undefined)
        throw new Error(`The user ${author.userName} is gone.`);
    const chain = yield* openChain(author);
    const content = { kind: 'default_organization_set', user_id: row_text(user, 'id') };
    yield* applyDefault(yield* append(chain, now, newRecordId(), content));
    yield* closeChain(chain);
}
/** What the tables say from this record on: of all organizations of a user, the one that was set last is meant. */
function* applyDefault({ record }) {
    const { created_at, org_id, user_id } = record;
    yield* statement_query('update memberships set default_since = $3 where org_id = $1 and user_id = $2', org_id, user_id, created_at);
}
/** When an organization began, and when something was last said in it; `undefined` where there is none. */
function* findOrganization(orgId) {
    const row = yield* queryOne(`select organizations.name, organizations.latest, records.created_at
     from organizations join records on records.org_id = organizations.id and records.sequence = 1 where organizations.id = $1`, orgId);
    if (row === undefined)
        return undefined;
    return { name: row_text(row, 'name'), createdAt: row_number(row, 'created_at'), lastModifiedAt: row_number(row, 'latest') };
}
/** The name of a user's default organization, of those that a token is for; `undefined` where none of them was set. */
function* defaultOrganization(userId, tokenId) {
    const row = yield* queryOne(`select organizations.name from memberships join organizations on organizations.id = memberships.org_id
     join grants on grants.org_id = memberships.org_id and grants.token_id = $2
     where memberships.user_id = $1 and memberships.default_since is not null
     order by memberships.default_since desc, organizations.id limit 1`, userId, tokenId);
    return row === undefined ? undefined : row_text(row, 'name');
}
function* addOrganization(name) {
    yield* statement_query(`insert into organizations (id, name, sequence, head, latest, attestation_count, artifact_count, trail_count)
     values ($1, $2, 0, $3, 0, 0, 0, 0) on conflict (name) do nothing`, newRecordId(), name, genesis);
}
/** Whoever has the data directory in hand adds members and revokes tokens; no token says who that was. */
function* operatorOf(orgName, command) {
    const row = yield* queryOne('select id from organizations where name = $1', orgName);
    if (row === undefined)
        throw new Error(`The organization ${orgName} is gone.`);
    return { orgId: row_text(row, 'id'), orgName, userName: 'operator', credential: { kind: 'operator', id: command } };
}

;// CONCATENATED MODULE: ./lib/service/store/tables/reports.js









/** Records what runs in an environment now, and on the trails of what began or ended that it did. */
function* reports_reportSnapshot(report, judges, now) {
    const chain = yield* openChain(report.author);
    const environment = yield* environments_findEnvironment(report.author.orgId, report.environment);
    const refusal = reports_refusalOf(report, environment);
    if (environment === undefined || refusal !== undefined) {
        yield* closeChain(chain);
        return refusal ?? { outcome: 'no-environment', name: report.environment };
    }
    const content = {
        kind: 'snapshot_reported',
        environment: environment.name,
        environment_id: environment.id,
        ...((yield* isAsBefore(report, environment)) ? {} : { running: report.running }),
    };
    const appended = yield* append(chain, now, newRecordId(), content);
    const step = yield* applyReport(chain, appended, environment, judges);
    if (step !== undefined)
        yield* recordPresence(chain, now, environment, step);
    yield* closeChain(chain);
    return { outcome: 'recorded', snapshot: step?.snapshot.number ?? 0, isNew: step?.isNew ?? false };
}
function reports_refusalOf({ environment: name, type }, environment) {
    if (environment === undefined)
        return { outcome: 'no-environment', name };
    if (environment.isArchived)
        return { outcome: 'archived', name };
    if (environment.type === 'logical')
        return { outcome: 'not-physical', name };
    return environment.type === type ? undefined : { outcome: 'other-type', name, type: environment.type };
}
/** Whether the report says what the one before said: then its record need not say it again. */
function* isAsBefore({ author, running }, { id, snapshotCount }) {
    const latest = yield* findSnapshot(author.orgId, id, snapshotCount);
    const before = latest?.artifacts.filter(({ instances }) => instances.length > 0);
    return before !== undefined && canonical(before.map(reports_plain)) === canonical(running.map(reports_plain));
}
function reports_plain({ fingerprint, instances, name }) {
    return { fingerprint, instances, name };
}
/** What the tables say of an environment from this report on. */
function* applyReport(chain, { record }, environment, judges) {
    yield* statement_query('update environments set last_reported_at = $3 where org_id = $1 and id = $2', record.org_id, environment.id, record.created_at);
    return yield* settle(chain, environment, judges, record.running);
}
/** Records on the trails of artifacts that they began or ended to run. */
function* recordPresence(chain, now, environment, { changes, snapshot }) {
    const moved = changes.flatMap((change) => change.trigger === 'ON_STARTED_ARTIFACT' || change.trigger === 'ON_EXITED_ARTIFACT' ? [change] : []);
    const origins = yield* originsOf(chain.author.orgId, moved.map(({ artifact }) => artifact.fingerprint));
    for (const { artifact, to, trigger } of moved) {
        // The oldest first, as they were reported.
        for (const origin of origins.toReversed()) {
            if (origin.fingerprint !== artifact.fingerprint)
                continue;
            const content = {
                kind: trigger === 'ON_STARTED_ARTIFACT' ? 'artifact_started_running' : 'artifact_stopped_running',
                flow: origin.flow,
                flow_id: origin.flowId,
                ...(origin.trailId === '' ? {} : { trail: origin.trail, trail_id: origin.trailId }),
                environment: environment.name,
                environment_id: environment.id,
                artifact_id: origin.artifactId,
                artifact_name: origin.name,
                fingerprint: origin.fingerprint,
                snapshot: snapshot.number,
                instances: to,
            };
            yield* applyPresence(yield* append(chain, now, newRecordId(), content));
        }
    }
}

;// CONCATENATED MODULE: ./lib/service/store/tables/policies.js








const policies_isDetails = shape({ description: isText });
const policies_columns = 'select id, name, details, version_count, created_at, created_by, last_modified_at from policies';
function* findPolicy(orgId, name) {
    const row = yield* queryOne(`${policies_columns} where org_id = $1 and name = $2`, orgId, name);
    return row === undefined ? undefined : policyOf(row);
}
/** Up to `limit` policies whose names come behind `after`, in the order of their bytes. */
function* policiesAfter(orgId, after, limit) {
    return (yield* statement_query(`${policies_columns} where org_id = $1 and name > $2 order by name limit $3`, orgId, after, limit)).map(policyOf);
}
/** Up to `limit` versions of a policy behind a version, the oldest first. */
function* policyVersions(orgId, policyId, after, limit) {
    const rows = yield* statement_query(`select version, body, created_at, created_by from policy_versions
     where org_id = $1 and policy_id = $2 and version > $3 order by version limit $4`, orgId, policyId, after, limit);
    return rows.map((row) => {
        const { comment, content } = json(row, 'body', isPolicyBody);
        return { version: row_number(row, 'version'), comment, content, createdAt: row_number(row, 'created_at'), createdBy: row_text(row, 'created_by') };
    });
}
/** Creates a policy, or changes one; a file that says something new is another version. `no-rules`: there is none, and no file came. */
function* tables_policies_putPolicy({ author, data, name, rules }, judges, now) {
    const chain = yield* openChain(author);
    const known = yield* findPolicy(author.orgId, name);
    if (known === undefined && rules === undefined) {
        yield* closeChain(chain);
        return 'no-rules';
    }
    const latest = known === undefined ? [] : yield* policyVersions(author.orgId, known.id, known.versionCount - 1, 1);
    const isNew = rules !== undefined && latest[0]?.content !== rules.content;
    const content = {
        kind: known === undefined ? 'policy_reported' : 'policy_updated',
        policy: name,
        policy_id: known?.id ?? newRecordId(),
        policy_version: (known?.versionCount ?? 0) + (isNew ? 1 : 0),
        ...(isNew ? { rules: rules.rules } : {}),
        data: isNew ? { ...data, policy_file: rules.content } : data,
    };
    yield* applyPolicy(chain, yield* append(chain, now, newRecordId(), content), judges);
    yield* closeChain(chain);
    return known === undefined ? 'created' : 'updated';
}
/** What the tables say of a policy from this record on. */
function* applyPolicy(chain, { record }, judges) {
    const { created_at, data, id, org_id, policy, policy_id, policy_version: version, reported_by, rules } = record;
    const known = yield* findPolicy(org_id, policy);
    const details = canonical({ description: isText(data.description) ? data.description : (known?.description ?? '') });
    yield* statement_query(`insert into policies (org_id, id, name, details, version_count, created_at, created_by, last_modified_at)
     values ($1, $2, $3, $4, $5, $6, $7, $6)
     on conflict (org_id, id) do update set details = excluded.details, version_count = excluded.version_count,
       last_modified_at = excluded.last_modified_at`, org_id, policy_id, policy, details, version, created_at, reported_by);
    if (rules === undefined)
        return;
    const comment = isText(data.comment) ? data.comment : '';
    yield* statement_query(`insert into policy_versions (org_id, id, policy_id, version, body, created_at, created_by) values ($1, $2, $3, $4, $5, $6, $7)`, org_id, id, policy_id, version, canonical({ comment, content: isText(data.policy_file) ? data.policy_file : '', rules }), created_at, reported_by);
    yield* settlePolicy(chain, policy, judges);
}
function policyOf(row) {
    return {
        id: row_text(row, 'id'),
        name: row_text(row, 'name'),
        description: json(row, 'details', policies_isDetails).description,
        versionCount: row_number(row, 'version_count'),
        createdAt: row_number(row, 'created_at'),
        createdBy: row_text(row, 'created_by'),
        lastModifiedAt: row_number(row, 'last_modified_at'),
    };
}

;// CONCATENATED MODULE: ./lib/service/store/tables/tokens.js






/** Whom a token speaks for, by its SHA-256. */
function* authenticate(tokenHash) {
    // One statement, for every request begins with it. There is no token without an organization.
    const rows = yield* statement_query(`select tokens.id as token_id, tokens.hash, users.id as user_id, users.name as user_name,
            organizations.id as org_id, organizations.name as org_name, grants.role
     from tokens join users on users.id = tokens.user_id
     join grants on grants.token_id = tokens.id
     join organizations on organizations.id = grants.org_id
     where tokens.hash = $1`, tokenHash);
    const [token] = rows;
    if (token === undefined)
        return undefined;
    return {
        tokenId: row_text(token, 'token_id'),
        tokenHash: row_text(token, 'hash'),
        userId: row_text(token, 'user_id'),
        userName: row_text(token, 'user_name'),
        grants: new Map(rows.map((row) => [row_text(row, 'org_name'), { orgId: row_text(row, 'org_id'), role: roleOf(row_text(row, 'role')) }])),
    };
}
/**
 * Who may write is part of each organization's log: a token or a role that is in no record was not added by this
 * program. A token is made once, with all that it may do: what is made later, of the same user too, changes nothing of it.
 */
function* addToken({ hash, orgs, role, user }, now) {
    const owner = yield* queryOne('select users.name, tokens.id from tokens join users on users.id = tokens.user_id where tokens.hash = $1', hash);
    const wanted = new Set(orgs);
    if (owner !== undefined) {
        if (row_text(owner, 'name') !== user)
            return { outcome: 'other-user' };
        const grants = yield* grantsOf(row_text(owner, 'id'));
        const isSame = grants.size === wanted.size && [...wanted].every((org) => grants.get(org) === role);
        return isSame ? { outcome: 'there' } : { outcome: 'other-grants', grants };
    }
    const known = yield* queryOne('select id from users where name = $1', user);
    const userId = known === undefined ? newRecordId() : row_text(known, 'id');
    const content = { kind: 'member_reported', user, user_id: userId, role, tokens: [{ id: newRecordId(), hash }] };
    for (const org of wanted) {
        yield* addOrganization(org);
        const chain = yield* openChain(yield* operatorOf(org, 'token create'));
        yield* applyMember(yield* append(chain, now, newRecordId(), content));
        yield* closeChain(chain);
    }
    return { outcome: 'added' };
}
/** What the tables say of a member and of tokens from this record on. */
function* applyMember({ record }) {
    const { org_id: orgId, role, tokens, user, user_id: userId } = record;
    yield* statement_query('insert into users (id, name) values ($1, $2) on conflict (name) do nothing', userId, user);
    yield* statement_query('insert into memberships (org_id, user_id) values ($1, $2) on conflict (org_id, user_id) do nothing', orgId, userId);
    for (const { id, hash } of tokens) {
        yield* statement_query('insert into tokens (id, user_id, hash) values ($1, $2, $3) on conflict (hash) do nothing', id, userId, hash);
        yield* statement_query(`insert into grants (org_id, token_id, role) values ($1, $2, $3)
       on conflict (org_id, token_id) do update set role = excluded.role`, orgId, id, role);
    }
}
/** Every token that lets somebody in, by user. */
function* listTokens() {
    const rows = yield* statement_query(`select tokens.id, users.name as user_name, organizations.name as org_name, grants.role
     from tokens join users on users.id = tokens.user_id
     join grants on grants.token_id = tokens.id
     join organizations on organizations.id = grants.org_id
     order by users.name, tokens.id, organizations.name`);
    const byId = Map.groupBy(rows, (row) => row_text(row, 'id'));
    return [...byId].map(([id, places]) => ({
        id,
        user: row_text(places[0] ?? {}, 'user_name'),
        roles: new Map(places.map((row) => [row_text(row, 'org_name'), row_text(row, 'role')])),
    }));
}
/**
 * Takes back a token, by its identifier; `undefined` where there is none, and else the name of its user. It is recorded
 * in every organization that the token was for.
 */
function* revokeToken(id, now) {
    const owner = yield* queryOne('select users.id, users.name from tokens join users on users.id = tokens.user_id where tokens.id = $1', id);
    if (owner === undefined)
        return undefined;
    const [userId, user] = [row_text(owner, 'id'), row_text(owner, 'name')];
    for (const org of (yield* grantsOf(id)).keys()) {
        const chain = yield* openChain(yield* operatorOf(org, 'token revoke'));
        const content = { kind: 'tokens_revoked', user, user_id: userId, tokens: [id] };
        yield* applyRevoked(yield* append(chain, now, newRecordId(), content));
        yield* closeChain(chain);
    }
    return user;
}
/** What the tables say of tokens from their revocation in an organization on. One that is for none any more is gone. */
function* applyRevoked({ record }) {
    for (const id of record.tokens) {
        yield* statement_query('delete from grants where org_id = $1 and token_id = $2', record.org_id, id);
        yield* statement_query('delete from tokens where id = $1 and not exists (select 1 from grants where token_id = $1)', id);
    }
}
/** The role of a token in each of its organizations, by their names. */
function* grantsOf(tokenId) {
    const rows = yield* statement_query(`select organizations.name, grants.role from grants join organizations on organizations.id = grants.org_id
     where grants.token_id = $1 order by organizations.name`, tokenId);
    return new Map(rows.map((row) => [row_text(row, 'name'), row_text(row, 'role')]));
}
function roleOf(name) {
    const role = roles.find((known) => known === name);
    if (role === undefined)
        throw new Error(`The role ${name} is not known to this version of the program.`);
    return role;
}

;// CONCATENATED MODULE: ./lib/service/store/tables/search.js


/** Every SHA that begins so, up to `limit` of each kind, in order: of commits that anything is about, and of artifacts that were reported or seen running. */
function* shasBeginning(orgId, prefix, limit) {
    // Behind every SHA that begins so, and before all others: `g` is no hexadecimal digit.
    const range = [orgId, prefix, `${prefix}g`, limit];
    const found = function* (table, column) {
        const rows = yield* statement_query(`select distinct ${column} as sha from ${table} where org_id = $1 and ${column} >= $2 and ${column} < $3 order by ${column} limit $4`, ...range);
        return rows.map((row) => row_text(row, 'sha'));
    };
    const commits = [...(yield* found('artifacts', 'commit_sha')), ...(yield* found('attestations', 'commit_sha'))];
    const fingerprints = [...(yield* found('artifacts', 'fingerprint')), ...(yield* found('residences', 'fingerprint'))];
    const first = (shas) => [...new Set(shas)].toSorted().slice(0, limit);
    return { commits: first(commits), fingerprints: first(fingerprints) };
}
/** Those SHAs of one kind by what was recorded of them last, the latest first; behind them those of which nothing was. */
function* latestFirst(orgId, kind, shas) {
    // One is in order.
    if (shas.length < 2)
        return shas;
    const list = statement_listed(shas, 1);
    const latest = new Map();
    for (const [table, column] of kind === 'commit' ? commitColumns : fingerprintColumns) {
        const rows = yield* statement_query(`select ${column} as sha, max(sequence) as latest from ${table} where org_id = $1 and ${column} in ${list.sql} group by ${column}`, orgId, ...list.args);
        for (const row of rows)
            latest.set(row_text(row, 'sha'), Math.max(latest.get(row_text(row, 'sha')) ?? 0, row_number(row, 'latest')));
    }
    return shas.toSorted((one, other) => (latest.get(other) ?? 0) - (latest.get(one) ?? 0));
}
const commitColumns = [
    ['artifacts', 'commit_sha'],
    ['attestations', 'commit_sha'],
];
const fingerprintColumns = [['artifacts', 'fingerprint']];
/** The numbers of the artifacts of some commits or fingerprints, the latest first. */
function* artifactsOfShas(orgId, commits, fingerprints, limit) {
    const numbers = new Set();
    for (const [column, shas] of [
        ['commit_sha', commits],
        ['fingerprint', fingerprints],
    ]) {
        if (shas.length === 0)
            continue;
        const list = statement_listed(shas, 1);
        // Of several not by the index of all artifacts: of those, few may be so.
        const order = shas.length === 1 ? 'number' : 'number + 0';
        const rows = yield* statement_query(`select number from artifacts where org_id = $1 and ${column} in ${list.sql} order by ${order} desc limit $${list.args.length + 2}`, orgId, ...list.args, limit);
        for (const row of rows)
            numbers.add(row_number(row, 'number'));
    }
    return [...numbers].toSorted((one, other) => other - one).slice(0, limit);
}

;// CONCATENATED MODULE: ./lib/service/store/tables/tags.js








/** Changes tags: what is removed goes first. */
function* tags_changeTags({ author, resource, name, set, removed }, judges, now) {
    const chain = yield* openChain(author);
    const tagged = yield* findTagged(author.orgId, resource, name);
    const outcome = tagged === undefined ? 'not-there' : yield* room(author.orgId, resource, tagged.id, set, removed);
    if (tagged !== undefined && outcome === 'changed') {
        const content = {
            kind: 'tags_changed',
            resource,
            resource_id: tagged.id,
            resource_name: tagged.name,
            set,
            removed,
        };
        yield* applyTags(chain, yield* append(chain, now, newRecordId(), content), judges);
    }
    yield* closeChain(chain);
    return outcome;
}
/** What is called so, of all that can have tags. */
function* findTagged(orgId, resource, name) {
    switch (resource) {
        case 'flow':
            return yield* findFlow(orgId, name);
        case 'env':
            return yield* environments_findEnvironment(orgId, name);
    }
}
function* room(orgId, resource, id, set, removed) {
    const known = (yield* tagsOf(orgId, resource, [id])).get(id) ?? {};
    const names = new Set(Object.keys(known).filter((name) => !removed.includes(name)));
    for (const name of Object.keys(set))
        names.add(name);
    return names.size > limits/* limits */.F.tags ? 'too-many' : 'changed';
}
/** What the tables say of tags from this record on. */
function* applyTags(chain, { record }, judges) {
    const subject = [record.org_id, record.resource, record.resource_id];
    for (const name of record.removed)
        yield* statement_query('delete from tags where org_id = $1 and resource = $2 and resource_id = $3 and name = $4', ...subject, name);
    for (const [name, value] of Object.entries(record.set)) {
        yield* statement_query(`insert into tags (org_id, resource, resource_id, name, value) values ($1, $2, $3, $4, $5)
       on conflict (org_id, resource, resource_id, name) do update set value = excluded.value`, ...subject, name, value);
    }
    // Policies may ask for the tags of a flow.
    if (record.resource === 'flow')
        yield* settleFlow(chain, record.resource_id, judges);
}

;// CONCATENATED MODULE: ./lib/service/store/tables/trail-search.js




/** How many trails there are so, and the numbers in the organization of up to `limit` of them behind the first `skip`, the latest first. */
function* trail_search_searchTrails(orgId, { fingerprint, flowName, flowTag, prefix }, skip, limit) {
    const conditions = ['org_id = $1'];
    const args = [orgId];
    const place = (value) => `$${args.push(value)}`;
    if (flowName !== undefined)
        conditions.push(`flow_id = ${flowIdOf(place(flowName))}`);
    if (prefix !== undefined)
        conditions.push(beginsWith('name', prefix, place));
    if (flowTag !== undefined) {
        const [name, value] = flowTag.map(place);
        conditions.push(`flow_id in (select resource_id from tags where org_id = $1 and resource = 'flow' and name = ${name} and value = ${value})`);
    }
    if (fingerprint !== undefined)
        conditions.push(`id in (select trail_id from artifacts where org_id = $1 and fingerprint = ${place(fingerprint)})`);
    const found = `from trails where ${conditions.join(' and ')}`;
    const row = yield* queryOne(`select count(*) as total ${found}`, ...args);
    // Not by the index of all trails: of those, few may be so.
    const page = `order by org_number + 0 desc limit ${place(limit)} offset ${place(skip)}`;
    const rows = yield* statement_query(`select org_number ${found} ${page}`, ...args);
    return { total: row === undefined ? 0 : row_number(row, 'total'), numbers: rows.map((each) => row_number(each, 'org_number')) };
}

;// CONCATENATED MODULE: ./lib/service/store/evidence-store.js


































/** The store on an engine. `clock` gives Unix seconds, which come last in every write. */
function createStore(bare, clock = () => Date.now() / 1000) {
    const { engine, damage } = watchDamage(bare);
    const read = (body) => (...args) => engine.read(() => body(...args));
    const write = (body) => (...args) => engine.write(() => body(...args, clock()));
    return {
        /** What the first read or write that met damaged data said of it; `undefined` while none has. */
        damage,
        authenticate: read(authenticate),
        defaultOrganization: read(defaultOrganization),
        findFlow: read(findFlow),
        flowNames: read(flowNames),
        flowsNamed: read(flowsNamed),
        findTrail: read(findTrail),
        findTrailNow: read(current_findTrailNow),
        currentOf: read(current_currentOf),
        trailCount: read(trailCount),
        trailsByNumber: read(trailsByNumber),
        eventsOfTrails: read(eventsOfTrails),
        trailSizes: read(trailSizes),
        searchTrails: read(trail_search_searchTrails),
        trailsNumbered: read(trailsNumbered),
        sizesNumbered: read(sizesNumbered),
        tagsOf: read(tagsOf),
        findOrganization: read(findOrganization),
        listTokens: read(listTokens),
        standings: read(standings),
        judgedBy: read(judgedBy),
        artifactNumbers: read(artifactNumbers),
        artifactsNumbered: read(artifactsNumbered),
        approvalCount: read(approvalCount),
        findApprovals: read(findApprovals),
        approvalsAt: read(approvalsAt),
        artifactsOfCommits: read(artifactsOfCommits),
        runningCommit: read(runningCommit),
        shasBeginning: read(shasBeginning),
        latestFirst: read(latestFirst),
        artifactsOfShas: read(artifactsOfShas),
        findAttestations: read(attestations_findAttestations),
        attestationsAt: read(attestationsAt),
        attestationById: read(attestationById),
        attestationsOfTrail: read(attestations_attestationsOfTrail),
        latestNamed: read(latestNamed),
        attestationCount: read(attestationCount),
        flowAttestationCount: read(flowAttestationCount),
        flowAttestations: read(flowAttestations),
        hasBlob: read(hasBlob),
        findType: read(findType),
        typesAfter: read(typesAfter),
        findTypeVersion: read(findTypeVersion),
        typeVersionPlaces: read(typeVersionPlaces),
        typeVersionsAt: read(typeVersionsAt),
        putType: write(putType),
        archiveType: write(archiveType),
        findEnvironment: read(environments_findEnvironment),
        environmentsAfter: read(environmentsAfter),
        environmentNames: read(environmentNames),
        linkedTo: read(linkedTo),
        eventsOfEnvironment: read(eventsOfEnvironment),
        findSnapshot: read(findSnapshot),
        snapshotNumberAt: read(snapshotNumberAt),
        snapshotSpans: read(snapshotSpans),
        allowancesOf: read(allowancesOf),
        originsOf: read(originsOf),
        residencesOf: read(residencesOf),
        findPolicy: read(findPolicy),
        policiesAfter: read(policiesAfter),
        policyVersions: read(policyVersions),
        notifications: read(notifications),
        findNotification: read(findNotification),
        dueMessages: read(dueMessages),
        addToken: write(addToken),
        setDefaultOrganization: write(members_setDefaultOrganization),
        putFlow: write(tables_flows_putFlow),
        renameFlow: write(flow_names_renameFlow),
        archiveFlow: write(flow_names_archiveFlow),
        changeTags: write(tags_changeTags),
        revokeToken: write(revokeToken),
        putTrail: write(tables_trails_putTrail),
        reportArtifact: write(tables_artifacts_reportArtifact),
        reportApproval: write(tables_approvals_reportApproval),
        recordAttestation: write(attestations_recordAttestation),
        recordOverride: write(overrides_recordOverride),
        putEnvironment: write(environment_changes_putEnvironment),
        changeEnvironment: write(environment_changes_changeEnvironment),
        reportSnapshot: write(reports_reportSnapshot),
        allowArtifact: write(allow_artifact_allowArtifact),
        putPolicy: write(tables_policies_putPolicy),
        putNotification: write(putNotification),
        removeNotification: write(removeNotification),
        settleMessage: write(settleMessage),
        close: () => engine.close(),
    };
}

// EXTERNAL MODULE: external "node:sqlite"
var external_node_sqlite_ = __webpack_require__(80099);
;// CONCATENATED MODULE: ./lib/service/store/sqlite/connection.js

/** How long a statement waits for another process, such as `token create` next to a running service. */
const busyTimeoutMs = 10_000;
function connection_connect(file, { readOnly, bigInts = false, scratch = false }) {
    const database = new external_node_sqlite_.DatabaseSync(file, { readOnly, readBigInts: bigInts, timeout: busyTimeoutMs });
    if (!readOnly) {
        database.exec(`pragma synchronous = ${scratch ? 'off' : 'full'}`);
        database.exec('pragma journal_mode = wal');
        database.exec(`pragma foreign_keys = ${scratch ? 'off' : 'on'}`);
    }
    const prepared = new Map();
    return {
        exec: (sql) => database.exec(sql),
        run({ sql, args }) {
            let statement = prepared.get(sql);
            if (statement === undefined) {
                // As `?1`, which SQLite takes by its place: by name, as `$1`, takes four times as long.
                statement = database.prepare(sql.replace(/\$(\d+)/g, '?$1'));
                prepared.set(sql, statement);
            }
            return statement.all(...args.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
        },
        inTransaction: () => database.isTransaction,
        close: () => database.close(),
    };
}
/** Runs a body to its end without giving the event loop a turn, so that nothing else can see its half. */
function connection_drive(connection, body) {
    let step = body.next();
    while (step.done !== true)
        step = answer(connection, body, step.value);
    return step.value;
}
function answer(connection, body, statement) {
    let rows;
    try {
        rows = connection.run(statement);
    }
    catch (error) {
        return body.throw(error);
    }
    return body.next(rows);
}

;// CONCATENATED MODULE: ./lib/service/store/sqlite/check.js


/** Up to this many bytes a database is checked whole; SQLite reads some 500 MB a second for it. */
const wholeBytes = 256 * 1024 * 1024;
/** Of a larger one this many of the first and of the last rows of every table are read. */
const sample = 1000;
/** What is wrong with the database in a file, as far as a check shows it that a start can wait for; throws what SQLite throws. */
function checkSqlite(file) {
    const { size } = (0,external_node_fs_.statSync)(file);
    if (size === 0)
        return undefined;
    const connection = connection_connect(file, { readOnly: false });
    try {
        return (size <= wholeBytes ? structureProblem(connection) : sampleProblem(connection)) ?? trailProblem(connection);
    }
    finally {
        connection.close();
    }
}
function structureProblem(connection) {
    const [row] = connection.run({ sql: 'pragma quick_check(1)', args: [] });
    const found = String(row?.quick_check);
    return found === 'ok' ? undefined : found.replaceAll('\n', ' ');
}
function sampleProblem(connection) {
    for (const { name } of tablesOf(connection)) {
        for (const order of ['asc', 'desc'])
            connection.run({ sql: `select * from "${name}" order by rowid ${order} limit ${sample}`, args: [] });
    }
    return undefined;
}
/** The trails that were made last must be readable: a page of text has no structure that a check of structure could miss. */
function trailProblem(connection) {
    if (!tablesOf(connection).some(({ name }) => name === 'trails'))
        return undefined;
    const [row] = connection.run({
        sql: `select name from (select * from trails order by rowid desc limit ${sample})
      where not (json_valid(details) and json_valid(repo_ids) and json_valid(compliance)) limit 1`,
        args: [],
    });
    return row === undefined ? undefined : `what is kept of the trail ${String(row.name)} is no JSON any more`;
}
function tablesOf(connection) {
    return connection
        .run({ sql: `select name from sqlite_schema where type = 'table'`, args: [] })
        .map(({ name }) => ({ name: String(name) }));
}

;// CONCATENATED MODULE: ./lib/service/store/sqlite/lock.js

/**
 * Takes a data directory for one service. The lock is SQLite's own on a file next to the data, so the operating system
 * releases it however the process ends, and there is no old lock to remove after a crash.
 * Throws when another service holds it; answers the function that gives it back.
 */
function lockFile(file) {
    const database = new external_node_sqlite_.DatabaseSync(file, { timeout: 0 });
    try {
        database.exec('pragma locking_mode = exclusive; begin exclusive');
    }
    catch (error) {
        database.close();
        throw error;
    }
    return () => database.close();
}

;// CONCATENATED MODULE: ./lib/service/store/migrations/001-evidence.js
/**
 * The first tables. Text that clients chose freely lies in columns of JSON, for PostgreSQL's `text` takes no
 * NUL and its `jsonb` reorders keys; what is searched or sorted by is a column of its own.
 *
 * Whatever belongs to an organization has its `org_id` first in each key and each reference: then a key of one
 * organization finds nothing of another, and a distributed engine can keep an organization in one place. `users` and
 * `tokens` belong to no organization. All but `records` can be worked out of `records`, and `verify` does that.
 */
const _001_evidence_evidence = [
    `create table organizations (
    id text primary key,
    name text not null unique,
    sequence bigint not null,
    head text not null,
    latest double precision not null,
    attestation_count bigint not null,
    artifact_count bigint not null,
    trail_count bigint not null
  )`,
    `create table users (
    id text primary key,
    name text not null unique
  )`,
    `create table tokens (
    id text primary key,
    user_id text not null references users (id),
    hash text not null unique
  )`,
    'create index tokens_of_user on tokens (user_id, id)',
    `create table memberships (
    org_id text not null references organizations (id),
    user_id text not null,
    role text not null,
    default_since double precision,
    primary key (org_id, user_id)
  )`,
    'create index memberships_of_user on memberships (user_id, org_id)',
    // The log of everything that was ever recorded. Nothing in it is changed or removed.
    `create table records (
    org_id text not null references organizations (id),
    sequence bigint not null,
    id text not null,
    kind text not null,
    created_at double precision not null,
    trail_id text,
    previous_hash text not null,
    hash text not null,
    event text not null,
    body text not null,
    primary key (org_id, sequence),
    unique (org_id, id)
  )`,
    'create index records_of_trail on records (org_id, trail_id, sequence)',
    `create table flows (
    org_id text not null references organizations (id),
    id text not null,
    name text not null,
    details text not null,
    template_id text not null,
    trail_count bigint not null,
    created_at double precision not null,
    last_modified_at double precision not null,
    created_by text not null,
    primary key (org_id, id),
    unique (org_id, name)
  )`,
    `create table templates (
    org_id text not null,
    id text not null,
    flow_id text not null,
    template text not null,
    created_at double precision not null,
    primary key (org_id, id),
    foreign key (org_id, flow_id) references flows (org_id, id)
  )`,
    `create table trails (
    org_id text not null,
    id text not null,
    org_number bigint not null,
    flow_id text not null,
    number bigint not null,
    name text not null,
    details text not null,
    repo_ids text not null,
    template_id text not null,
    own_template boolean not null,
    state text not null,
    compliance text not null,
    artifact_count bigint not null,
    created_at double precision not null,
    last_modified_at double precision not null,
    created_by text not null,
    primary key (org_id, id),
    unique (org_id, org_number),
    unique (org_id, flow_id, name),
    unique (org_id, flow_id, number),
    foreign key (org_id, flow_id) references flows (org_id, id),
    foreign key (org_id, template_id) references templates (org_id, id)
  )`,
    // One identity for each fingerprint on each trail; '' is no trail. `sequence` is that of the report that counts.
    `create table artifacts (
    org_id text not null,
    id text not null,
    number bigint not null,
    sequence bigint not null,
    flow_id text not null,
    trail_id text not null,
    fingerprint text not null,
    name text not null,
    commit_sha text not null,
    repo_name text not null,
    state text not null,
    created_at double precision not null,
    primary key (org_id, id),
    unique (org_id, number),
    unique (org_id, flow_id, trail_id, fingerprint),
    foreign key (org_id, sequence) references records (org_id, sequence),
    foreign key (org_id, flow_id) references flows (org_id, id)
  )`,
    'create index artifacts_of_trail on artifacts (org_id, trail_id, number)',
    'create index artifacts_of_flow on artifacts (org_id, flow_id, number)',
    'create index artifacts_of_repository on artifacts (org_id, repo_name, number)',
    'create index artifacts_of_commit on artifacts (org_id, commit_sha, number)',
    'create index artifacts_by_fingerprint on artifacts (org_id, fingerprint, number)',
    `create table attestations (
    org_id text not null,
    id text not null,
    number bigint not null,
    sequence bigint not null,
    flow_id text not null,
    trail_id text not null,
    name text not null,
    type text not null,
    commit_sha text,
    is_compliant boolean not null,
    overridden_id text,
    overridden_type text,
    created_at double precision not null,
    primary key (org_id, id),
    unique (org_id, number),
    foreign key (org_id, sequence) references records (org_id, sequence),
    foreign key (org_id, flow_id) references flows (org_id, id),
    foreign key (org_id, trail_id) references trails (org_id, id)
  )`,
    'create index attestations_of_commit on attestations (org_id, commit_sha, number)',
    'create index attestations_of_flow on attestations (org_id, flow_id, created_at)',
    'create index attestations_of_name on attestations (org_id, trail_id, name, number)',
    // The latest record of a name on a subject: '' is the trail, `artifact:<fingerprint>` and `target:<name>` are the others.
    `create table latest (
    org_id text not null,
    trail_id text not null,
    subject text not null,
    commit_sha text not null,
    name text not null,
    attestation_id text not null,
    first_sequence bigint not null,
    primary key (org_id, trail_id, subject, commit_sha, name),
    foreign key (org_id, trail_id) references trails (org_id, id),
    foreign key (org_id, attestation_id) references attestations (org_id, id)
  )`,
    `create table blobs (
    org_id text not null,
    id text not null,
    attestation_id text not null,
    sha256 text not null,
    bytes bigint not null,
    primary key (org_id, id),
    foreign key (org_id, attestation_id) references attestations (org_id, id)
  )`,
    // A start asks about files, and does not know whose they are.
    'create index blobs_by_id on blobs (id)',
    'create index blobs_of_attestation on blobs (org_id, attestation_id)',
    // Which record a request with a key was answered by.
    `create table answers (
    org_id text not null,
    reported_by text not null,
    idempotency_key text not null,
    request_hash text not null,
    sequence bigint not null,
    primary key (org_id, reported_by, idempotency_key),
    foreign key (org_id, sequence) references records (org_id, sequence)
  )`,
];

;// CONCATENATED MODULE: ./lib/service/store/migrations/002-types.js
/** Custom types of evidence. What a version judges by lies in the record that brought it. */
const types = [
    `create table types (
    org_id text not null references organizations (id),
    name text not null,
    details text not null,
    latest_version bigint not null,
    archived boolean not null,
    created_at double precision not null,
    last_modified_at double precision not null,
    created_by text not null,
    primary key (org_id, name)
  )`,
    `create table type_versions (
    org_id text not null,
    id text not null,
    type_name text not null,
    version bigint not null,
    sequence bigint not null,
    primary key (org_id, id),
    unique (org_id, type_name, version),
    foreign key (org_id, type_name) references types (org_id, name),
    foreign key (org_id, sequence) references records (org_id, sequence)
  )`,
];

;// CONCATENATED MODULE: ./lib/service/store/migrations/003-approvals.js
/** Approvals of artifacts; `number` counts those of a flow from 1, without a gap. What was said is in the record. */
const approvals = [
    `create table approvals (
    org_id text not null,
    id text not null,
    flow_id text not null,
    number bigint not null,
    fingerprint text not null,
    sequence bigint not null,
    primary key (org_id, id),
    unique (org_id, flow_id, number),
    foreign key (org_id, sequence) references records (org_id, sequence),
    foreign key (org_id, flow_id) references flows (org_id, id)
  )`,
    'create index approvals_of_artifact on approvals (org_id, flow_id, fingerprint, number)',
];

;// CONCATENATED MODULE: ./lib/service/store/migrations/004-environments.js
/** What runs where: environments, their snapshots, and what is known of both. All of it can be worked out of `records`. */
const _004_environments_environments = [
    `create table environments (
    org_id text not null references organizations (id),
    id text not null,
    name text not null,
    type text not null,
    description text not null,
    is_archived boolean not null,
    state text not null,
    snapshot_count bigint not null,
    event_count bigint not null,
    created_at double precision not null,
    created_by text not null,
    last_modified_at double precision not null,
    last_changed_at double precision,
    last_reported_at double precision,
    policies text not null,
    included text not null,
    primary key (org_id, id),
    unique (org_id, name)
  )`,
    // Who asks for the environments that a policy or an environment is part of; `name` is that of the policy, or the id of the part.
    `create table environment_links (
    org_id text not null,
    kind text not null,
    name text not null,
    environment_id text not null,
    primary key (org_id, kind, name, environment_id),
    foreign key (org_id, environment_id) references environments (org_id, id)
  )`,
    `create table snapshots (
    org_id text not null,
    environment_id text not null,
    number bigint not null,
    created_at double precision not null,
    state text not null,
    body text not null,
    primary key (org_id, environment_id, number),
    foreign key (org_id, environment_id) references environments (org_id, id)
  )`,
    'create index snapshots_by_time on snapshots (org_id, environment_id, created_at)',
    // Every artifact that was ever seen in an environment; `instances` is 0 for one that exited.
    `create table residences (
    org_id text not null,
    fingerprint text not null,
    environment_id text not null,
    name text not null,
    instances bigint not null,
    snapshot bigint not null,
    primary key (org_id, fingerprint, environment_id),
    foreign key (org_id, environment_id) references environments (org_id, id)
  )`,
    `create table environment_events (
    org_id text not null,
    environment_id text not null,
    number bigint not null,
    snapshot bigint not null,
    created_at double precision not null,
    repo_name text not null,
    body text not null,
    primary key (org_id, environment_id, number),
    foreign key (org_id, environment_id) references environments (org_id, id)
  )`,
    `create table allowances (
    org_id text not null,
    environment_id text not null,
    fingerprint text not null,
    name text not null,
    description text not null,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, environment_id, fingerprint),
    foreign key (org_id, environment_id) references environments (org_id, id)
  )`,
    // A number per flow for each start of one of its artifacts in an environment; without an end while it runs.
    `create table deployments (
    org_id text not null,
    flow_id text not null,
    number bigint not null,
    artifact_id text not null,
    environment_id text not null,
    started_at double precision not null,
    ended_at double precision,
    primary key (org_id, flow_id, number),
    foreign key (org_id, artifact_id) references artifacts (org_id, id),
    foreign key (org_id, environment_id) references environments (org_id, id)
  )`,
    'create index deployments_of_artifact on deployments (org_id, artifact_id, number)',
];

;// CONCATENATED MODULE: ./lib/service/store/migrations/005-flows-and-tags.js
/** What a flow is called and was called, flows that are no longer listed, and tags. */
const flowsAndTags = [
    'alter table flows add column archived boolean not null default false',
    // Every name that finds a flow: the one that it has, and those that it had and no other flow took.
    `create table flow_names (
    org_id text not null,
    name text not null,
    flow_id text not null,
    primary key (org_id, name),
    foreign key (org_id, flow_id) references flows (org_id, id)
  )`,
    'insert into flow_names (org_id, name, flow_id) select org_id, name, id from flows',
    // `resource` says what it is that has the tag.
    `create table tags (
    org_id text not null references organizations (id),
    resource text not null,
    resource_id text not null,
    name text not null,
    value text not null,
    primary key (org_id, resource, resource_id, name)
  )`,
    'create index tags_by_value on tags (org_id, resource, name, value, resource_id)',
    'create index trails_of_flow on trails (org_id, flow_id, org_number)',
    'create index trails_of_fingerprint on artifacts (org_id, fingerprint, trail_id)',
];

;// CONCATENATED MODULE: ./lib/service/store/migrations/006-policies.js
/** Policies with every version of them. All of it can be worked out of `records`. */
const policies = [
    `create table policies (
    org_id text not null references organizations (id),
    id text not null,
    name text not null,
    details text not null,
    version_count bigint not null,
    created_at double precision not null,
    created_by text not null,
    last_modified_at double precision not null,
    primary key (org_id, id),
    unique (org_id, name)
  )`,
    `create table policy_versions (
    org_id text not null,
    id text not null,
    policy_id text not null,
    version bigint not null,
    body text not null,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, id),
    unique (org_id, policy_id, version),
    foreign key (org_id, policy_id) references policies (org_id, id)
  )`,
];

;// CONCATENATED MODULE: ./lib/service/store/migrations/007-notifications.js
/**
 * Rules that send messages about environments, and the messages on their way. A rule can be worked out of `records`; the
 * address of a webhook is a secret, and of it the records have the hash alone. What happens to a message is in no record.
 */
const _007_notifications_notifications = [
    `create table notifications (
    org_id text not null references organizations (id),
    id text not null,
    number bigint not null,
    details text not null,
    created_at double precision not null,
    created_by text not null,
    last_modified_at double precision not null,
    primary key (org_id, id),
    unique (org_id, number)
  )`,
    // Who asks for the rules that an event is for.
    `create table notification_listeners (
    org_id text not null,
    environment_id text not null,
    listens_to text not null,
    notification_id text not null,
    primary key (org_id, environment_id, listens_to, notification_id),
    foreign key (org_id, notification_id) references notifications (org_id, id)
  )`,
    'create index listeners_of_notification on notification_listeners (org_id, notification_id)',
    // Gone with the rule that it is of.
    `create table webhooks (
    org_id text not null,
    notification_id text not null,
    position bigint not null,
    address text not null,
    primary key (org_id, notification_id, position),
    foreign key (org_id, notification_id) references notifications (org_id, id)
  )`,
    // One row for each message to one target, until it was delivered or failed for good.
    `create table outbox (
    org_id text not null,
    id text not null,
    notification_id text not null,
    position bigint not null,
    event text not null,
    attempts bigint not null,
    due_at double precision not null,
    primary key (org_id, id),
    foreign key (org_id, notification_id) references notifications (org_id, id)
  )`,
    // The one sender asks for what is due, whosever it is.
    'create index outbox_due on outbox (due_at, org_id, id)',
    'create index outbox_of_notification on outbox (org_id, notification_id)',
    `create table notification_health (
    org_id text not null,
    notification_id text not null,
    position bigint not null,
    is_failing boolean not null,
    last_success_at double precision,
    last_failure_at double precision,
    primary key (org_id, notification_id, position),
    foreign key (org_id, notification_id) references notifications (org_id, id)
  )`,
];

;// CONCATENATED MODULE: ./lib/service/store/migrations/008-grants.js
/**
 * What a token may do, and where: its own, and no longer its user's. A token that was there keeps what its user had; so
 * do the records say, each of which names all tokens of its user.
 */
const grants = [
    `create table grants (
    org_id text not null references organizations (id),
    token_id text not null references tokens (id),
    role text not null,
    primary key (org_id, token_id)
  )`,
    'create index grants_of_token on grants (token_id, org_id)',
    `insert into grants (org_id, token_id, role)
    select memberships.org_id, tokens.id, memberships.role from memberships join tokens on tokens.user_id = memberships.user_id`,
    'alter table memberships drop column role',
];

;// CONCATENATED MODULE: ./lib/service/store/migrations/009-template-versions.js
/**
 * Which template of its flow one is, from 1 on, so that people can name it; 0 is a trail's own. No two records of an
 * organization share a time, so that the time of a template tells the record that brought it.
 */
const templateVersions = [
    'alter table templates add column version bigint not null default 0',
    `update templates set version = 1
   where (org_id, created_at) in (select org_id, created_at from records where kind in ('flow_reported', 'flow_updated'))`,
    `update templates set version = (
     select count(*) from templates as earlier
     where earlier.org_id = templates.org_id and earlier.flow_id = templates.flow_id
       and earlier.version > 0 and earlier.created_at <= templates.created_at)
   where version > 0`,
];

;// CONCATENATED MODULE: ./lib/service/store/migrations/index.js









/** In order; a migration that was released is never changed. */
const migrations = [
    { version: 1, name: 'evidence', statements: _001_evidence_evidence },
    { version: 2, name: 'types', statements: types },
    { version: 3, name: 'approvals', statements: approvals },
    { version: 4, name: 'environments', statements: _004_environments_environments },
    { version: 5, name: 'flows and tags', statements: flowsAndTags },
    { version: 6, name: 'policies', statements: policies },
    { version: 7, name: 'notifications', statements: _007_notifications_notifications },
    { version: 8, name: 'grants', statements: grants },
    { version: 9, name: 'template versions', statements: templateVersions },
];

;// CONCATENATED MODULE: ./lib/service/store/sql/migrate.js



/** The version that the tables are of; `undefined` while there is none. */
function* versionOf() {
    const row = yield* queryOne('select max(version) as version from migrations');
    return row === undefined || row.version === null ? undefined : row_number(row, 'version');
}
/** Brings the tables up to date; runs inside one transaction, so that an interrupted one leaves the old state. */
function* migrate() {
    yield* statement_query('create table if not exists migrations (version integer primary key, name text not null)');
    // Earlier programs noted when, too. No record says that, so that nobody could tell whether it is true.
    const [first] = yield* statement_query('select * from migrations limit 1');
    if (first !== undefined && 'applied_at' in first)
        yield* statement_query('alter table migrations drop column applied_at');
    const current = (yield* versionOf()) ?? 0;
    const newest = migrations.at(-1)?.version ?? 0;
    if (current > newest) {
        throw new Error(`The data is of version ${current}, and this program knows versions up to ${newest}. Use a newer program.`);
    }
    for (const { version, name, statements } of migrations) {
        if (version <= current)
            continue;
        for (const sql of statements)
            yield* statement_query(sql);
        yield* statement_query('insert into migrations (version, name) values ($1, $2)', version, name);
    }
}

;// CONCATENATED MODULE: ./lib/service/store/sqlite/group-commit.js

/** After this time a group ends and the rest of the queue is the next one, so that reads need not wait for all of it. */
const longestMs = 50;
/** No longer than this a group waits for more of those that are on their way. */
const gatherMs = 5;
/**
 * One writer with group commit: the writes that come together go into one transaction, so that they
 * share the cost of making it durable, each in a savepoint, so that one that fails spoils no other. Nobody is
 * answered before the commit.
 */
function groupCommit(connection) {
    const queue = [];
    /** Commits once a turn brought no more: each commit waits for the disk, and many that come together wait for one. */
    function gather(seen, since) {
        setImmediate(() => {
            if (queue.length > seen && performance.now() - since < gatherMs)
                gather(queue.length, since);
            else
                commit();
        });
    }
    function commit() {
        if (queue.length === 0)
            return;
        const group = [];
        let answers = [];
        const began = performance.now();
        try {
            connection.exec('begin immediate');
            while (group.length === 0 || performance.now() - began < longestMs) {
                const waiting = queue.shift();
                if (waiting === undefined)
                    break;
                group.push(waiting);
                answers.push(inSavepoint(connection, waiting));
            }
            connection.exec('commit');
        }
        catch (error) {
            if (connection.inTransaction())
                connection.exec('rollback');
            answers = group.map(({ reject }) => () => reject(error));
        }
        for (const answer of answers)
            answer();
        if (queue.length > 0)
            setImmediate(commit);
    }
    return {
        flush: () => {
            while (queue.length > 0)
                commit();
        },
        write: (body) => new Promise((resolve, reject) => {
            if (queue.length === 0)
                gather(0, performance.now());
            const attempt = () => {
                const result = connection_drive(connection, body());
                return () => resolve(result);
            };
            queue.push({ attempt, reject });
        }),
    };
}
function inSavepoint(connection, { attempt, reject }) {
    connection.exec('savepoint one');
    try {
        const answer = attempt();
        connection.exec('release one');
        return answer;
    }
    catch (error) {
        // SQLite ends the whole transaction itself on a full disk or an I/O error: then nothing of the group was written.
        if (!connection.inTransaction())
            throw error;
        connection.exec('rollback to one');
        connection.exec('release one');
        return () => reject(error);
    }
}

;// CONCATENATED MODULE: ./lib/service/store/sqlite/index.js



/** One state of the database in a file, whatever is written to it meanwhile; it takes no writes, and its integers are bigints. */
function openSnapshot(file) {
    const reader = connect(file, { readOnly: true, bigInts: true });
    reader.exec('begin');
    return {
        write: () => Promise.reject(new Error('A snapshot takes no writes.')),
        read: async (body) => drive(reader, body()),
        close: async () => reader.close(),
    };
}
/**
 * Opens the SQLite database in a file, made and brought up to date if need be: one writer, one reader. What is written
 * to a scratch one need not outlive the process, and refers to what is not in it.
 */
function openSqlite(file, { scratch = false } = {}) {
    const writer = connection_connect(file, { readOnly: false, scratch });
    try {
        writer.exec('begin immediate');
        connection_drive(writer, migrate());
        writer.exec('commit');
    }
    catch (error) {
        writer.close();
        throw error;
    }
    // A reader of its own never sees what the writer has not committed.
    const reader = connection_connect(file, { readOnly: true });
    const { write, flush } = groupCommit(writer);
    return {
        write,
        read: async (body) => {
            reader.exec('begin');
            try {
                return connection_drive(reader, body());
            }
            finally {
                reader.exec('rollback');
            }
        },
        close: async () => {
            flush();
            reader.close();
            writer.exec('pragma wal_checkpoint(truncate)');
            writer.close();
        },
    };
}

;// CONCATENATED MODULE: ./lib/service/store/open-data.js










/** The store in a data directory, made if it is missing. A service may run meanwhile. */
async function open_data_openStore(dataDir) {
    const file = await databaseIn(dataDir);
    return undamaged(file, () => createStore(openSqlite(file)));
}
/** The file of the database, made if it is missing. */
async function databaseIn(dataDir) {
    const file = (0,external_node_path_.join)(dataDir, 'evidence.db');
    let isEmpty;
    try {
        await (0,promises_.mkdir)(dataDir, { recursive: true, mode: 0o700 });
        // SQLite would make it readable to everyone on the machine; its other files follow this one.
        const handle = await (0,promises_.open)(file, 'a', 0o600);
        isEmpty = (await handle.stat()).size === 0;
        await handle.close();
    }
    catch (error) {
        throw notWritable(dataDir, error);
    }
    // To begin again would hide that everything which the files belong to is gone.
    if (isEmpty && (await keptFiles(dataDir)).length > 0)
        throw damaged(file, 'it is empty, and files of its records are there');
    return file;
}
/**
 * Everything in a data directory, for one service at a time: files that arrive are known to one process only.
 * Throws a UsageError when the database is damaged as far as a bounded check shows it.
 */
async function openData(dataDir) {
    await (0,promises_.mkdir)(dataDir, { recursive: true, mode: 0o700 }).catch((error) => {
        throw notWritable(dataDir, error);
    });
    const unlock = lock(dataDir);
    try {
        const file = await databaseIn(dataDir);
        const problem = undamaged(file, () => checkSqlite(file));
        if (problem !== undefined)
            throw damaged(file, problem);
        const store = await open_data_openStore(dataDir);
        const blobs = await openBlobs(dataDir, (id) => store.hasBlob(id));
        const close = async () => {
            await store.close();
            unlock();
        };
        return { store, blobs, close };
    }
    catch (error) {
        unlock();
        throw error;
    }
}
/** Does something with a database. When it finds damage, it throws an error that says how to fix it. */
function undamaged(file, action) {
    try {
        return action();
    }
    catch (error) {
        throw isDamage(error) ? damaged(file, error.message, error) : error;
    }
}
function damaged(file, why, cause) {
    return new errors/* UsageError */.eb('invalid-input', `The database ${file} is damaged: ${why}.`, {
        ...(cause === undefined ? {} : { cause }),
        fix: `Put the data directory back from a backup. Without one, keep a copy of ${file} and save what can be read with \`sqlite3 ${file} .recover\`.`,
    });
}
function lock(dataDir) {
    try {
        return lockFile((0,external_node_path_.join)(dataDir, 'service.lock'));
    }
    catch (error) {
        if (!isBusy(error))
            throw notWritable(dataDir, error);
        throw new errors/* UsageError */.eb('conflicting-inputs', `Another service is running on the data directory ${dataDir}.`, {
            cause: error,
            fix: 'Stop that service, or give this one a data directory of its own.',
        });
    }
}
/** SQLite's words for a lock that another process holds (SQLITE_BUSY, SQLITE_LOCKED). */
function isBusy(error) {
    return error instanceof Error && /locked|busy/i.test(error.message);
}
function notWritable(dataDir, cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return new errors/* UsageError */.eb('invalid-input', `The data directory ${dataDir} cannot be written: ${why}`, {
        cause,
        fix: 'Name a folder that this user may write.',
    });
}

;// CONCATENATED MODULE: ./lib/service/server.js






/** How long a stopping service waits for the requests under way. */
const patienceMs = 10_000;
/** Starts the service; answers when it is ready for requests. Throws a UsageError when the data directory is in use. */
async function startService({ host, port, dataDir, publicUrl, requestsPerMinute, webhookHosts = [], beginsFlows = true, logger = () => { }, }) {
    if (publicUrl !== undefined && !/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? '')) {
        throw new errors/* UsageError */.eb('invalid-input', `The public address is not one of the web: ${publicUrl}`, {
            fix: 'Write it in full, such as https://evidence.example, or leave it out.',
        });
    }
    const data = await openData(dataDir);
    let url = '';
    const links = linksFrom(() => publicUrl?.replace(/\/+$/, '') ?? url);
    const rules = openRules();
    const evidence = { store: data.store, blobs: data.blobs, links, rules, webhookHosts: new Set(webhookHosts), beginsFlows };
    const app = buildApp(evidence, logger, { requestsPerMinute, publicUrl });
    app.addHook('onClose', async () => {
        await rules.close();
        await data.close();
    });
    try {
        await app.listen({ host, port });
    }
    catch (error) {
        await app.close();
        throw notListening(host, port, error);
    }
    url = urlOf(app.server.address());
    const sender = startSender(evidence, logger);
    return {
        url,
        close: async () => {
            // A client that never finishes its request must not keep the service from stopping.
            const patience = setTimeout(() => app.server.closeAllConnections(), patienceMs);
            // One that has just had its answer counts as busy for a moment, and would then be kept for its next request.
            const idle = setInterval(() => app.server.closeIdleConnections(), 50);
            await sender.stop();
            await app.close();
            clearInterval(idle);
            clearTimeout(patience);
        },
    };
}
function urlOf(address) {
    if (address === null || typeof address === 'string')
        throw new Error(`The service listens on ${address ?? 'nothing'} where a port was expected.`);
    return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}
/** An address that cannot be had is the caller's to change; anything else is ours. */
function notListening(host, port, cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code !== 'EADDRINUSE' && code !== 'EADDRNOTAVAIL' && code !== 'EACCES' && code !== 'ENOTFOUND')
        return cause;
    const why = code === 'EADDRINUSE' ? 'something else listens there' : code === 'EACCES' ? 'this user may not' : 'this machine has no such address';
    return new errors/* UsageError */.eb('invalid-input', `The service cannot listen on ${host}, port ${port}: ${why}.`, {
        cause,
        fix: 'Choose another port (0 takes a free one), or an address of this machine.',
    });
}

;// CONCATENATED MODULE: ./lib/service/token.js





/**
 * Makes what is missing of the user and the organizations, and answers a token with this role in each of these
 * organizations, and with nothing else ever. It is not kept and cannot be shown again. The same token with the same role
 * and organizations is answered as it is. May run next to a service on the same data directory. Throws a UsageError.
 */
async function createToken({ dataDir, user, orgs, role, token = `ce_${(0,external_node_crypto_.randomBytes)(32).toString('base64url')}`, }) {
    const wrong = orgs.find((org) => !(0,patterns/* matches */.cK)('orgName', org));
    if (wrong !== undefined) {
        throw new errors/* UsageError */.eb('invalid-input', `'${wrong}' is no name for an organization.`, {
            fix: 'Use letters, digits and - _ . ~, and begin with a letter or digit.',
        });
    }
    if (orgs.length === 0)
        throw new errors/* UsageError */.eb('missing-input', 'A token needs at least one organization.', { fix: 'Add --org NAME.' });
    if (!/^\S[^\u0000-\u001F\u007F]{0,254}$/u.test(user)) {
        throw new errors/* UsageError */.eb('invalid-input', 'A user needs a name of 1 to 255 characters on one line.', { fix: 'Set --user NAME.' });
    }
    if (!/^[\u0021-\u0039\u003B-\u007E]{1,512}$/.test(token)) {
        throw new errors/* UsageError */.eb('invalid-input', 'A token must be 1 to 512 visible ASCII characters without a colon.', {
            fix: 'Leave --token out to have one made.',
        });
    }
    const store = await open_data_openStore(dataDir);
    try {
        const result = await store.addToken({ hash: tokenHash(token), user, orgs, role });
        switch (result.outcome) {
            case 'added':
            case 'there':
                return token;
            case 'other-user':
                throw new errors/* UsageError */.eb('conflicting-inputs', 'This token belongs to another user.', { fix: 'Leave --token out to have one made.' });
            case 'other-grants':
                throw new errors/* UsageError */.eb('conflicting-inputs', `This token is for ${listOfGrants(result.grants)}, and that never changes.`, {
                    fix: 'Leave --token out to have another one made, and take this one back with `token revoke` if nobody needs it any more.',
                });
        }
    }
    finally {
        await store.close();
    }
}
/** The organizations of a token with its role in each, such as `acme (member), globex (member)`. */
function listOfGrants(grants) {
    return [...grants].map(([org, role]) => `${org} (${role})`).join(', ');
}
/** Every token that lets somebody in, by user. The tokens themselves are kept nowhere, and so cannot be shown. */
function token_listTokens(dataDir) {
    return inData(dataDir, (store) => store.listTokens());
}
/**
 * Takes back a token by its identifier: from then on it is refused, by a running service as well. What was recorded with
 * it stays, and so does the record that it was there. Answers the name of its user. Throws a UsageError.
 */
async function token_revokeToken(dataDir, id) {
    const user = await inData(dataDir, (store) => store.revokeToken(id));
    if (user !== undefined)
        return user;
    throw new UsageError('invalid-input', `No token has the identifier '${id}'.`, {
        fix: 'Run `token list` with the same --data: it shows the identifiers of all tokens that are valid.',
    });
}
/** Does something with a data directory that is there already. */
async function inData(dataDir, step) {
    await databaseFile(dataDir);
    const store = await openStore(dataDir);
    try {
        return await step(store);
    }
    finally {
        await store.close();
    }
}

;// CONCATENATED MODULE: ./lib/service/index.js






/***/ })

};
