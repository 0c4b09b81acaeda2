import { html, type Child, type Html } from '../../../html/index.ts';
import { count, grouped, list } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import type { CheckedLog } from '../../judge/check-log.ts';
import { line } from './parts.ts';

/** Rules about something that was changed afterwards in git. */
const ofHistory = [
  ['history-rewritten', 'history of a branch'],
  ['tag-moved', 'tag'],
] as const;

/** Whether something was changed after it was recorded: the log by its chain and the heads that somebody kept, branches and tags by their rules. */
export function altered(audit: Audit): readonly Child[] {
  const { log } = audit.world;
  return [
    '5. Was anything altered?',
    html`${log === null ? unread(audit) : ofLog(log, audit)} ${inGit(audit)}`,
    html`<a href="#${log === null ? 'not-tested' : 'witness'}">${log === null ? 'What was not tested' : 'The witness of the log'}</a>, and
      the rule <code>record-altered</code> in <a href="#rules">the rules</a>`,
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
