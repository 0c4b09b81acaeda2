import { html, type Child, type Html } from '../../../html/index.ts';
import { count, grouped, list } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import type { CheckedLog } from '../../judge/check-log.ts';
import { openFindings } from '../numbers.ts';
import type { Arranged } from './findings.ts';
import { firstOf, joined, line } from './parts.ts';

/** Rules about something that was changed afterwards in git. */
const ofHistory = [
  ['history-rewritten', 'a branch was rewritten'],
  ['tag-moved', 'a tag was moved'],
] as const;

/** Findings that are told on the first page. */
const mostTold = 2;

/** Whether something was changed after it was recorded: the log by its chain and the heads that somebody kept, branches and tags by their rules. */
export function altered(audit: Audit, { link }: Arranged): readonly Child[] {
  const { log } = audit.world;
  const found = openFindings(audit.findings).filter(({ rule }) => rule === 'record-altered' || ofHistory.some(([name]) => name === rule));
  const told = found.map(({ carried, key, message }) => {
    const before = carried ? ', seen by an audit before this one' : '';
    return html`<b>${line(message, 220).replace(/\.$/, '')}</b> (${link(key)}${before})`;
  });
  return [
    '5. Was anything altered?',
    html`${found.length === 0 ? undefined : html`<b>Yes.</b> ${joined(firstOf(told, mostTold), '; ')}. `}${log === null ? unread(audit) : ofLog(log, audit)}
    ${inGit(audit)}`,
    log === null
      ? html`<a href="#not-tested">What was not tested, and why</a>, under Limits`
      : html`<a href="#witness">Witness of the log</a>. A head is the last link of the service's log, 64 digits, that somebody outside
          keeps: <code>compliance-evidence verify --package FILE --head HEAD</code>. <code>sha256sum -c SHA256SUMS</code> finds accidents
          alone: its maker can make it anew`,
  ];
}

function unread({ world }: Audit): Html {
  const why = world.untold.find(({ source }) => source === 'log')?.why ?? 'the log of the service was not read';
  return html`The log of the service: <b>not checked</b>. ${line(why).replace(/\.$/, '')}.`;
}

function ofLog({ chain, problems, records, witnesses }: CheckedLog, { world }: Audit): Html {
  // A file that was cut off ends its records early too, and says nothing of the service.
  if (records < chain.sequence && world.holes.length > 0) {
    return html`The log of the service: <b>not known</b>, only ${grouped(records)} of ${count(chain.sequence, 'record')} could be read.`;
  }
  const nowhere = witnesses.filter(({ sequence }) => sequence === null).length;
  if (problems.length > 0 || nowhere > 0) {
    const faults = [
      ...(problems.length > 0 ? [`${count(problems.length, 'fault')} in its chain`] : []),
      ...(nowhere > 0 ? [`${count(nowhere, 'head')} that somebody kept ${nowhere === 1 ? 'is' : 'are'} nowhere in it`] : []),
    ];
    return html`The log of the service: <b>yes</b>, ${list(faults)}.`;
  }
  const proven = witnesses.reduce((most, { sequence }) => Math.max(most, sequence ?? 0), 0);
  const rest = records - proven;
  if (proven === 0) {
    return html`The log of the service: <b>not proven</b>. Its ${count(records, 'record')} are one chain, but no head that somebody kept was
      given: a log that was written anew is not seen.`;
  }
  return html`The log of the service: <b>no</b> in the records 1 to ${grouped(proven)}, by a head that somebody
    kept.${rest === 0 ? '' : ` The ${count(rest, 'record')} after it ${rest === 1 ? 'is' : 'are'} one chain, and not proven.`}`;
}

function inGit({ rules }: Audit): Html {
  const words = ofHistory.map(([name, what]) => {
    const rule = rules.find((one) => one.rule === name);
    if (rule === undefined || (rule.result === 'not tested' && rule.found === 0))
      return `${what}: not tested${rule !== undefined && rule.tested > 0 ? ' everywhere' : ''}`;
    if (rule.found > 0) return `${what}: yes, ${grouped(rule.found)}`;
    return rule.result === 'not applicable' ? `${what}: nothing to test` : `${what}: no`;
  });
  return html`In git: ${words.join('; ')}.`;
}
