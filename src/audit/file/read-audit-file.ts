import type { People } from '../facts/account.ts';
import {
  auditFilePath,
  mostDays,
  type Acceptance,
  type AuditFile,
  type Exclusion,
  type MappedControl,
  type MappedFlow,
  type OwedCheck,
  type TicketDemand,
  type TicketException,
} from './audit-file.ts';
import type { Entry, Piece } from './document.ts';
import {
  account,
  appName,
  below,
  day,
  email,
  entriesOf,
  findingKey,
  globs,
  isFlowName,
  listOf,
  mapping,
  name,
  pullRequest,
  quoted,
  readUsable,
  ruleName,
  sha,
  ticketPattern,
  ticketPlace,
  wholeNumber,
  words,
  workflowPath,
  yesOrNo,
  type Place,
  type Read,
} from './keys.ts';

/** Reads `.github/compliance-audit.yml`. All faults come in one sentence, each with its line and its fix. */
export function readAuditFile(text: string): { readonly file: AuditFile } | { readonly fault: string } {
  return readUsable(text, auditFilePath, fileOf);
}

/** Reads a file of checks alone. Nobody reviewed it, so that it can demand and excuse nothing. */
export function readChecksFile(text: string): { readonly file: readonly OwedCheck[] } | { readonly fault: string } {
  const read = mapping((keys) => {
    keys.optional('version', version, 1);
    return keys.demanded('checks', checks, []);
  });
  return readUsable(text, 'The file of checks', read);
}

/** Null where it cannot be read. */
export function auditFileIn(text: string): AuditFile | null {
  const read = readAuditFile(text);
  return 'file' in read ? read.file : null;
}

const fileOf = mapping((keys): AuditFile => {
  keys.optional('version', version, 1);
  return {
    flows: keys.optional('flows', flows, []),
    checks: keys.optional('checks', checks, []),
    ticket: keys.optional('ticket', ticket, null),
    people: keys.optional('people', people, new Map()),
    bots: keys.optional('bots', bots, []),
    emergency: keys.optional('emergency', emergency, null),
    production: keys.optional('production', globs, []),
    controls: keys.optional('controls', globs, []),
    frameworks: keys.optional('frameworks', frameworks, []),
    exclusions: keys.optional('exclusions', listOf(exclusion), []),
    accepted: keys.optional('accepted', accepted, []),
  };
});

const version = wholeNumber(1, 'leave it out, or write version: 1');

const flows: Read<readonly MappedFlow[]> = (piece, place) => {
  const entries = entriesOf(piece, place);
  if (piece.kind === 'map' && entries.length === 0) place.say(piece.line, 'flows maps no flow: leave the key out, or name one');
  return entries.map(({ line, name, piece }) => {
    if (!isFlowName(name)) place.say(line, `flows has ${quoted(name)}, which no flow can be named: write the name as the service has it`);
    return flow(name, piece, { ...place, path: below(place.path, name) });
  });
};

/** A flow or a check of which only the name is written is owed by every change. */
function settingsOf(piece: Piece): Piece {
  return piece.kind === 'scalar' && piece.value === null ? { kind: 'map', line: piece.line, entries: [] } : piece;
}

function flow(name: string, piece: Piece, place: Place): MappedFlow {
  return mapping((keys) => ({
    name,
    paths: keys.optional('paths', globs, []),
    branches: keys.optional('branches', globs, []),
    from: keys.optional('from', day, null),
    headIsEnough: keys.optional('head-is-enough', yesOrNo, false),
    approvals: keys.optional('approvals', environments, []),
  }))(settingsOf(piece), place);
}

const environments = listOf(name);

const checks: Read<readonly OwedCheck[]> = (piece, place) => {
  const entries = entriesOf(piece, place);
  if (piece.kind === 'map' && entries.length === 0) place.say(piece.line, 'checks names no check: leave the key out, or name one');
  return entries.map(({ line, name, piece }) => {
    if (name.trim() === '' || name.length > 255)
      place.say(line, `checks has ${quoted(name)}, which no check can be named: write its name on GitHub`);
    return check(name, piece, { ...place, path: below(place.path, name) });
  });
};

function check(called: string, piece: Piece, place: Place): OwedCheck {
  return mapping((keys) => ({
    name: called,
    names: keys.optional('names', listOf(name), [called]),
    workflow: keys.optional('workflow', workflowPath, null),
    app: keys.optional('app', appName, null),
    paths: keys.optional('paths', globs, []),
    branches: keys.optional('branches', globs, []),
    from: keys.optional('from', day, null),
    until: keys.optional('until', day, null),
  }))(settingsOf(piece), place);
}

const mostPatterns = 20;

const ticket: Read<TicketDemand> = (piece, place) => {
  const demand = mapping((keys): TicketDemand => ({
    patterns: keys.demanded('patterns', listOf(ticketPattern), []),
    in: keys.optional('in', listOf(ticketPlace), ['branch', 'title', 'body', 'commits']),
    from: keys.optional('from', day, null),
    except: keys.optional('except', listOf(ticketException), []),
  }))(piece, place);
  if (demand.patterns.length > mostPatterns) place.say(piece.line, `${place.path} has more than ${mostPatterns} patterns: write fewer`);
  return demand;
};

const ticketException: Read<TicketException> = mapping((keys) => {
  keys.oneOf(['accounts', 'paths', 'branches', 'labels'], 'names no change');
  return {
    accounts: keys.optional('accounts', listOf(account), []),
    paths: keys.optional('paths', globs, []),
    branches: keys.optional('branches', globs, []),
    labels: keys.optional('labels', listOf(name), []),
    reason: keys.demanded('reason', words, ''),
  };
});

const frameworks: Read<readonly MappedControl[]> = (piece, place) => {
  const entries = entriesOf(piece, place);
  if (piece.kind === 'map' && entries.length === 0) place.say(piece.line, 'frameworks names no framework: leave the key out, or name one');
  return entries.flatMap((framework) => {
    const here = { ...place, path: below(place.path, framework.name) };
    if (!code.test(framework.name)) place.say(framework.line, `frameworks has ${quoted(framework.name)}: ${codeForm}`);
    const own = entriesOf(framework.piece, here);
    if (framework.piece.kind === 'map' && own.length === 0) place.say(framework.line, `${here.path} has no control: write one`);
    return own.map((entry) => control(framework.name, entry, here));
  });
};

/** An id in OSCAL is made of it. */
const code = /^[\p{L}\p{N}][\p{L}\p{N} ._()/-]{0,99}$/u;
const codeForm = 'write a name of letters and digits, such as SOC 2 or CC8.1';

function control(framework: string, { line, name: called, piece }: Entry, place: Place): MappedControl {
  const here = { ...place, path: below(place.path, called) };
  if (!code.test(called)) place.say(line, `${place.path} has ${quoted(called)}: ${codeForm}`);
  return mapping((keys) => {
    keys.oneOf(['rules', 'evidence'], 'tests nothing');
    return {
      framework,
      code: called,
      name: keys.demanded('name', name, ''),
      owner: keys.demanded('owner', words, ''),
      demand: keys.optional('demand', words, null),
      rules: keys.optional('rules', listOf(ruleName), []),
      evidence: keys.optional('evidence', listOf(name), []),
    };
  })(piece, here);
}

const person = mapping((keys) => ({
  account: keys.demanded('account', account, 0),
  emails: keys.demanded('emails', listOf(email), []),
}));

const people: Read<People> = (piece, place) => {
  const owners = new Map<string, number>();
  const read = listOf((item, here) => ({ line: item.line, path: here.path, ...person(item, here) }))(piece, place);
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

const bots: Read<AuditFile['bots']> = listOf(
  mapping((keys) => ({ account: keys.demanded('account', account, 0), paths: keys.demanded('paths', globs, []) })),
);

const emergency: Read<NonNullable<AuditFile['emergency']>> = mapping((keys) => ({
  label: keys.demanded('label', name, ''),
  days: keys.demanded('days', wholeNumber(mostDays, 'write the days within which somebody reviews an emergency'), 1),
}));

const exclusion: Read<Exclusion> = mapping((keys) => {
  keys.oneOf(['commits', 'pull-requests', 'paths'], 'leaves nothing out');
  return {
    commits: keys.optional('commits', listOf(sha), []),
    pullRequests: keys.optional('pull-requests', listOf(pullRequest), []),
    paths: keys.optional('paths', globs, []),
    reason: keys.demanded('reason', words, ''),
    owner: keys.demanded('owner', words, ''),
  };
});

const accepted: Read<readonly Acceptance[]> = (piece, place) => {
  const known = new Set<string>();
  return listOf((item: Piece, here: Place) => {
    const entry = acceptance(item, here);
    if (entry !== undefined && known.has(entry.key))
      here.say(item.line, `${here.path} has the key of an entry before it: keep one of them`);
    if (entry !== undefined) known.add(entry.key);
    return entry;
  })(piece, place);
};

const acceptance: Read<Acceptance> = (piece, place) => {
  const entry = mapping((keys) => ({
    key: keys.demanded('key', findingKey, ''),
    reason: keys.demanded('reason', words, ''),
    owner: keys.demanded('owner', words, ''),
    since: keys.demanded('since', day, ''),
    until: keys.demanded('until', day, ''),
  }))(piece, place);
  // One that is too long is invalid by itself: the rest of the file still counts.
  if (Date.parse(entry.until) <= Date.parse(entry.since))
    place.say(piece.line, `${place.path} ends before it begins: write an until that is after since`);
  return entry;
};
