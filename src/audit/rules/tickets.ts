import { ticketOf } from '../reviews/ticket.ts';
import { found, notApplicable, notTested, passed, type ChangeRule } from './rule.ts';
import { aboutCommit, changeName, landed } from './words.ts';

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
