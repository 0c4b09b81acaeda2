/** The rooms that a room may import from. Types of `contract` are free everywhere, and a lazy import may be a type too. */
interface RoomRule {
  readonly values: readonly string[];
  readonly lazy?: readonly string[];
  readonly types?: readonly string[];
}

/** The modules of `contract` without a schema library, as if they were a room. */
const plain = 'plain contract';

const ground = ['errors', 'text'];
const readers = ['files', 'xml', 'git', 'locations', 'results', 'masking', 'junit'];
const judges = ['compliance', 'gate'];
const tellers = ['presentation', 'audit', 'github'];

/** Each room with its arrows, from the ground up: a room that has files and no row here is refused. */
export const rooms: Readonly<Record<string, RoomRule>> = {
  errors: { values: [] },
  text: { values: [] },
  contract: { values: [] },
  // `text`, because `html` takes characters out of foreign text.
  html: { values: ['text'] },
  files: { values: ground },
  xml: { values: ground },
  git: { values: ground },
  locations: { values: ground },
  // The model of test results, whatever their format: it knows none of the formats.
  results: { values: ground },
  masking: { values: ['xml', 'files', 'results', ...ground] },
  junit: { values: ['xml', 'files', 'results', 'masking', ...ground] },
  // `text`, because it has the one decoder of unknown JSON. It is as pure as the gate, which asks it what test results say.
  compliance: { values: ground },
  gate: { values: ['compliance', ...ground] },
  // As pure as the gate. Only some users need statements, so that commands and the command line load the room when it is asked for.
  statement: { values: ground, types: ['gate', 'results'] },
  // Keys and signatures. The command line alone loads what reads the bundles of Sigstore.
  signing: { values: ['files', 'statement', ...ground] },
  client: { values: [plain, ...ground], lazy: [plain] },
  presentation: { values: ground, types: ['gate', 'results'] },
  audit: { values: [plain, 'client', 'git', ...judges, 'statement', 'presentation', 'html', ...ground] },
  github: { values: ['presentation', 'results', ...ground], types: ['gate', 'audit'] },
  options: { values: [plain, ...ground], types: ['gate', 'results', 'client'] },
  commands: { values: [...ground, ...readers, ...judges, 'client', ...tellers, 'options', plain], lazy: ['statement'] },
  action: { values: ['commands', 'options', 'presentation', 'github', ...ground] },
  // The room that starts and ends a service for one job loads the service in a process of its own.
  'job-service': { values: ['commands', 'options', 'github', ...ground], lazy: ['service'] },
  cli: {
    values: ['commands', 'options', 'presentation', 'job-service', ...ground],
    lazy: ['service', 'audit', 'files', 'statement', 'signing'],
    types: ['audit'],
  },
  // `gate`, because what a gate says is shown next to each state, and the pages show of a record the objections that it would raise.
  service: { values: ['contract', 'compliance', 'gate', 'statement', 'signing', 'presentation', 'html', ...ground] },
};

const network = String.raw`^node:(?:https?|net|tls|dgram)|^undici|^@actions\/(?:core|github|http-client)|^typebox|^fastify`;
const server = String.raw`^typebox|^fastify|^@fastify|^node:sqlite|^(?:pg|pino|prom-client)$`;

/** Packages and parts of Node that a room must not touch. */
export const never: Readonly<Record<string, RegExp>> = {
  errors: /./,
  // The packages that count the typing mistakes between two names, that write canonical JSON, and that read YAML, are allowed.
  text: /^(?!(?:fastest-levenshtein|canonicalize|yaml)$)/,
  gate: /./,
  statement: /./,
  signing: new RegExp(`${network}|^@actions`),
  // The parser of policy expressions is allowed: it is pure, in all its parts.
  compliance: /^(?!@actions\/expressions)/,
  presentation: /./,
  html: /^node:|undici|fastify/,
  files: new RegExp(network),
  xml: new RegExp(`${network}|^@actions`),
  locations: new RegExp(`${network}|^@actions`),
  results: /./,
  masking: new RegExp(`${network}|^@actions`),
  junit: new RegExp(`${network}|^@actions`),
  git: new RegExp(`${network}|^@actions`),
  client: new RegExp(`${server}|^node:https?$`),
  options: new RegExp(`${server}|^node:https?$|^undici`),
  commands: new RegExp(`${server}|^node:https?$|^undici`),
  github: new RegExp(`${server}|^undici`),
  action: new RegExp(`${server}|^node:https?$|^undici`),
  'job-service': new RegExp(`${server}|^node:https?$|^undici`),
};

interface InnerRule {
  readonly from: RegExp;
  readonly not: RegExp;
  readonly why: string;
}

/** The files of a resource bear the names of its layers; where one would be too long, a second word says which part it has. */
export const resourceFile = /^service\/resources\/([a-z-]+)\/((?:record|tables|use|page)(?:-[a-z]+)?|routes)\.ts$/;

/** Rooms within the service, and layers of its resources, with the files that each must not reach by value. */
export const withinService: readonly InnerRule[] = [
  {
    from: /^service\/(?:pages\/|resources\/(?:[^/]+\/)?(?:routes|pages?)[.-])/,
    not: /^(?:service\/(?:(?:store|care|log|record|migrations|sql|sqlite|postgres|blobs)\/|(?:faults|backend)\.ts)|service\/resources\/[^/]+\/(?:record|tables)[.-]|compliance\/)/,
    why: 'routes and pages know neither store nor rules',
  },
  {
    from: /^service\/resources\/[^/]+\/(?:record|tables)[.-]/,
    not: /^service\/resources\/(?:[^/]+\/)?(?:use|routes|pages?)[.-]/,
    why: 'what is kept does not know who uses it',
  },
  {
    from: /^service\/resources\/[^/]+\/use[.-]/,
    not: /^service\/(?:resources\/(?:[^/]+\/)?(?:routes|pages?)[.-]|pages\/)/,
    why: 'use cases do not know how they are asked',
  },
  {
    from: /^service\/(?!(?:pages|resources\/gate)\/|evidence\/rules\.ts$|resources\/[^/]+\/page[.-])/,
    not: /^gate\//,
    why: 'one use case says what a gate says, and pages show it',
  },
  {
    from: /^service\/auth\//,
    not: /^service\/(?:http|pages|app|server|(?:store|care|migrations|sql|sqlite|postgres|blobs)\/|(?:faults|backend)\.ts|record\/id\.ts|resources\/(?:[^/]+\/)?(?:record|tables|use|routes|pages?)[.-])/,
    why: 'who asks is found out before what is asked, and without an engine',
  },
  {
    from: /^service\/notify\//,
    not: /^(?:fastify|@fastify\/|service\/(?:http|pages|app|server)|service\/(?:sql|migrations)\/|service\/resources\/(?:[^/]+\/)?(?:tables|routes|pages?)[.-])/,
    why: 'what sends messages knows neither HTTP in nor SQL',
  },
  {
    from: /^service\/http\//,
    not: /^service\/(?:(?:sql|migrations)\/|resources\/[^/]+\/tables[.-])/,
    why: 'http knows no SQL',
  },
  {
    from: /^service\/(?:evidence\/|context\.ts$|resources\/[^/]+\/use[.-])/,
    not: /^(?:fastify|@fastify\/|service\/(?:http|pages|app|server)|service\/(?:sql|migrations)\/)/,
    why: 'use cases know neither HTTP nor SQL',
  },
  {
    from: /^service\/(?:(?:store|care|log|record|migrations|sql|sqlite|postgres|blobs)\/|(?:faults|backend|roles|store-rules)\.ts|resources\/[^/]+\/(?:record|tables)[.-])/,
    not: /^(?:fastify|@fastify\/|node:https?$|compliance\/|service\/(?:http|pages|evidence|app|server)|service\/resources\/(?:[^/]+\/)?(?:use|routes|pages?)[.-])/,
    why: 'the store knows neither HTTP nor compliance',
  },
  {
    from: /^service\/rules\//,
    not: /^(?:fastify|@fastify\/|node:(?:https?|net|sqlite)|service\/(?:http|pages|evidence|resources|store|care|log|record|migrations|sql|sqlite|postgres|blobs|faults|backend|roles|app|server))/,
    why: 'the rules of users know nothing but what they are given',
  },
  {
    // All other files of the service, those of `store` too. The door of PostgreSQL is one by itself, because most users do without
    // its driver.
    from: /^service\/(?!postgres\.ts$|store\/open-data\.ts|(?:sqlite|postgres)\/)/,
    not: /^service\/(?:sqlite|postgres)\//,
    why: 'one place knows which engines there are',
  },
  {
    from: /^service\/(?!blobs\/(?:place\.ts$|s3\/))/,
    not: /^(?:aws4fetch$|service\/blobs\/s3\/)/,
    why: 'who has no bucket does not load what asks one',
  },
  {
    from: /^service\/blobs\//,
    not: /^service\/(?:sql|log|migrations|resources)\//,
    why: 'files know no database',
  },
  { from: /^service\/sql\//, not: /^service\/(?:log|migrations|store|resources)\//, why: 'SQL knows no table' },
  {
    // They may ask which kinds of record there are.
    from: /^service\/migrations\//,
    not: /^service\/(?:log\/(?!kinds\.ts$)|resources\/)/,
    why: 'what was once written does not change with the tables of now',
  },
  {
    from: /^service\/log\//,
    not: /^service\/resources\/[^/]+\/tables[.-]/,
    why: 'the log knows no table',
  },
  {
    from: /^service\/(?:record\/|log\/kinds\.ts$|resources\/[^/]+\/record[.-])/,
    not: /^service\/(?:log\/(?!kinds\.ts$)|migrations\/|care\/|resources\/[^/]+\/tables[.-])/,
    why: 'what a record says is known without what it does',
  },
  {
    from: /^service\/(?!care\/)/,
    not: /^service\/care\/apply\.ts$/,
    why: 'records are applied again by who verifies, and by nobody else',
  },
  {
    from: /^service\/resources\/[^/]+\/tables[.-]/,
    not: /^(?:node:sqlite|pg$|service\/(?:sqlite|postgres)\/)/,
    why: 'tables know no engine',
  },
];

/** The way of an audit, for types too: facts are collected, judged by rules, and reported, and nobody looks back. */
export const withinAudit: readonly InnerRule[] = [
  { from: /^audit\/facts\//, not: /^audit\/(?!facts\/)/, why: 'a fact knows nobody who finds or judges it' },
  { from: /^audit\/file\//, not: /^audit\/(?!(?:facts|file)\/)/, why: 'the file of an audit says what is asked, and asks nothing' },
  {
    from: /^audit\/(?:coverage|reviews|population)\//,
    not: /^audit\/(?!(?:facts|file|coverage|reviews|population|witness)\/)/,
    why: 'what facts mean is found without a rule',
  },
  {
    from: /^audit\/rules\//,
    not: /^audit\/(?!(?:facts|file|coverage|reviews|population|rules)\/)/,
    why: 'a rule knows neither who asks it nor who tells of it',
  },
  {
    // It may know the types of lines alone: it is handed what reads them.
    from: /^audit\/judge\//,
    not: /^audit\/(?!(?:facts|file|lines|coverage|reviews|population|rules|judge)\/)/,
    why: 'who judges knows neither who collects nor who reports',
  },
  {
    from: /^audit\/reports\//,
    not: /^audit\/(?!(?:facts|file|coverage|reviews|population|rules|judge|reports)\/|previous\/packed-previous\.ts$)/,
    why: 'a report tells what was judged',
  },
  {
    from: /^audit\/collect\//,
    not: /^audit\/(?:judge|rules|reports|organization|series|sample|reperform|recompute)\//,
    why: 'facts are collected without an opinion of them',
  },
];

/**
 * Who checks what others wrote. A checker that asks the writer finds the writer's errors right, so what it loads of ours is listed in
 * exceptions.json: the form of the thing, and what is still to be cut.
 */
export const checkers: Readonly<Record<string, RegExp>> = {
  // The code that applies a record again is the same that wrote it, and no checker.
  'verify of the service': /^service\/care\/(?:verify|replay|compared-tables)\.ts$/,
  'check of a package': /^audit\/package\/(?:check-package\.ts$|page\/)/,
  recompute: /^audit\/recompute\//,
  reperform: /^audit\/reperform\//,
};
