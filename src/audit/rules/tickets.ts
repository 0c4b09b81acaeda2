import { given } from '../../text/index.ts';
import { endOf, ever, wasThere } from '../coverage/records.ts';
import { isControlPath, ticketAsked, type TicketDemand, type TicketException } from '../file/audit-file.ts';
import { matchesName, matchesPath } from '../file/globs.ts';
import type { AuditedChange } from '../population/change.ts';
import type { World } from '../population/world.ts';
import { pullUntold, whyPullsUntold } from '../reviews/approval.ts';
import { peopleFor } from '../reviews/authors.ts';
import { bringsNothing, isAllowedBot, isPromotion } from '../reviews/owed-review.ts';
import { found, notApplicable, notTested, passed, type ChangeRule } from './rule.ts';
import { aboutCommit, changeName, landed } from './words.ts';

/** Whether a change names a ticket, where the audit's file asks for one. */
export interface Ticket {
  readonly state: 'named' | 'without' | 'excepted' | 'not known';
  /** As they are written; `jira` for evidence of a service. */
  readonly named: readonly string[];
  /** The reason; null where one is named. */
  readonly why: string | null;
  /** Only an evidence service could tell. */
  readonly ofService?: true;
}

/**
 * Undefined where it needs none: the file did not ask, it is left out, it changes nothing, all of it landed before, or it is the
 * beginning of the repository.
 */
export function ticketOf(change: AuditedChange, world: World): Ticket | undefined {
  const { excluded, file, landing, paths, pull } = change;
  const demand = ticketAsked(file, world.file, landing.at);
  const promotes = isPromotion(change, world);
  if (demand === undefined || excluded !== undefined || paths?.length === 0) return undefined;
  if (pull === undefined && landing.beginning === true) return undefined;
  if (promotes === true || bringsNothing(change, world)) return undefined;
  const excepted = demand.except.map((one) => [isExcepted(one, change, world), one.reason] as const);
  const reason = excepted.find(([is]) => is === true)?.[1];
  if (reason !== undefined) return { state: 'excepted', named: [], why: reason };
  const { ofService, named, untold } = namedBy(change, demand, world);
  if (named.length > 0) return { state: 'named', named, why: null };
  const doubts = [
    ...untold,
    ...(promotes === undefined ? ['nobody can tell whether it adds anything of its own'] : []),
    ...(excepted.some(([is]) => is === undefined) ? ['nobody can tell whether the audit’s file lets it land without'] : []),
  ];
  if (doubts.length > 0) return { state: 'not known', named, why: doubts.join('; '), ...given({ ofService }) };
  return { state: 'without', named, why: 'it names none where the audit’s file says' };
}

function namedBy(change: AuditedChange, demand: TicketDemand, world: World) {
  const { fact, pull } = change;
  const known = fact.tickets?.[pull === undefined ? '' : String(pull.number)];
  const named = [...new Set((known ?? []).flatMap((place) => place.named))];
  const untold = (known ?? []).flatMap((place) => place.untold ?? []);
  if (known === undefined) untold.push('it was not collected which tickets it names');
  else if (pull === undefined && whyPullsUntold(world) !== undefined && demand.in.some((place) => place !== 'commits' && place !== 'jira'))
    untold.push(pullUntold);
  const whyOfJira = demand.in.includes('jira') ? whyNoJira(world) : undefined;
  if (demand.in.includes('jira') && whyOfJira === undefined && hasJira(change)) named.push('jira');
  const ofService = whyOfJira !== undefined && untold.length === 0 && world.header.evidence === 'github' ? (true as const) : undefined;
  return { named, untold: [...untold, ...(whyOfJira === undefined ? [] : [whyOfJira])], ofService };
}

function whyNoJira({ header, untold }: World): string | undefined {
  if (header.evidence === 'github') return 'only an evidence service knows evidence of jira';
  return untold.find(({ source }) => source === 'trails' || source === 'records')?.why;
}

/** Evidence from before the landing, in which all issues existed. */
function hasJira({ commits, landing, pull, trails }: AuditedChange): boolean {
  const own = new Set([...commits, ...(pull?.commits ?? [])].map(({ sha }) => sha).concat(pull?.head ?? []));
  const moment = endOf(landing.at) ?? ever;
  return [...trails.values()]
    .filter((trail) => trail.commits.some((sha) => own.has(sha)))
    .flatMap(({ records }) => records.filter((record) => record.type === 'jira' && wasThere(record, moment)).slice(-1))
    .some(({ compliant }) => compliant === true);
}

/** Undefined where that is not known. */
function isExcepted({ accounts, branches, labels, paths }: TicketException, change: AuditedChange, world: World): boolean | undefined {
  const { file, landing, pull } = change;
  if (branches.length > 0 && !matchesName(branches, landing.branch)) return false;
  const set = new Set((pull?.labels ?? []).map(({ name }) => name.toLowerCase()));
  if (labels.length > 0 && !labels.some((label) => set.has(label.toLowerCase())))
    return pull === undefined && whyPullsUntold(world) !== undefined ? undefined : false;
  if (accounts.length > 0) {
    const bots = accounts.map((account) => ({ account, paths: paths.length === 0 ? ['**'] : paths }));
    return isAllowedBot(change, bots, peopleFor(change, world));
  }
  if (paths.length === 0) return true;
  if (change.paths === null) return undefined;
  return change.paths.every((path) => matchesPath(paths, path) && !isControlPath(path, file?.controls));
}

/** The only rule about authorization. */
export const changeWithoutTicket: ChangeRule = {
  name: 'change-without-ticket',
  about: 'change',
  asks: 'ticket',
  text: 'A change names the ticket that the audit’s file asks for. That one is named does not prove that it exists, or that somebody agreed to it.',
  severity: 'medium',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
  fix: 'Find out who asked for the change, and write that down in a ticket; accept the finding with a reason that names it. Kinds of changes that need none belong under `ticket.except` in .github/compliance-audit.yml.',
  needs: ['paths'],
  judge(change, world) {
    const ticket = ticketOf(change, world);
    if (ticket === undefined || ticket.state === 'excepted') return notApplicable;
    if (ticket.state === 'named') return passed;
    if (ticket.state === 'not known')
      return notTested(`${changeName(change)}: ${ticket.why ?? 'nobody said why'}`, ticket.ofService === true ? 'service' : 'answer');
    return found({ ...aboutCommit(change, world), message: `${landed(change)}, and names no ticket.` });
  },
};
