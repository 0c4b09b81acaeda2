import { count, grouped, list } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import type { CheckedLog } from '../../judge/check-log.ts';
import type { Arranged } from '../arranged.ts';
import { openFindings } from '../numbers.ts';
import { code, link, strong, type Words } from './page.ts';
import { brief, type Answer } from './words.ts';

/** Rules about something that was changed afterwards in git. */
const ofHistory = [
  ['history-rewritten', 'a branch was rewritten'],
  ['history-replaced', 'a branch lost what the audit before ended with'],
  ['tag-moved', 'a tag was moved'],
] as const;

/** Whether something was changed after it was recorded: the log by its chain and the heads that somebody kept, branches and tags by their rules. */
export function altered(audit: Audit, { shortOf }: Arranged): Answer {
  const { log } = audit.world;
  const found = openFindings(audit.findings).filter(({ rule }) => rule === 'record-altered' || ofHistory.some(([name]) => name === rule));
  const told = found.slice(0, 1).flatMap(({ carried, key, message }): Words => {
    const { place, words } = shortOf(key);
    const before = carried ? ', seen by an audit before' : '';
    return [strong(brief(message, 15).replace(/\.$/, '')), ' (', link(place, words), `${before})`];
  });
  const more = found.length > 1 ? `, and ${grouped(found.length - 1)} more` : '';
  const yes: Words = found.length === 0 ? [] : [strong('Yes.'), ' ', ...told, `${more}. `];
  return {
    question: '5. Was anything altered?',
    answer: [...yes, 'The log: ', ...(log === null ? unread(audit) : ofLog(log, audit)), ` ${inGit(audit)}`],
    how:
      log === null
        ? [link('#not-tested', 'What was not tested, and why'), ', under Limits']
        : [link('#witness', 'Witness of the log'), ', and ', code('compliance-evidence verify --package FILE --head HEAD')],
  };
}

function unread({ world }: Audit): Words {
  const why = world.untold.find(({ source }) => source === 'log')?.why ?? 'the log of the service was not read';
  return [strong('not checked'), `. ${brief(why, 20).replace(/\.$/, '')}.`];
}

function ofLog({ chain, problems, records, witnesses }: CheckedLog, { world }: Audit): Words {
  // A file that was cut off ends its records early too, and says nothing of the service.
  if (records < chain.sequence && world.holes.length > 0) {
    return [strong('not known'), `, only ${grouped(records)} of ${count(chain.sequence, 'record')} could be read.`];
  }
  const nowhere = witnesses.filter(({ sequence }) => sequence === null).length;
  if (problems.length > 0 || nowhere > 0) {
    const faults = [
      ...(problems.length > 0 ? [`${count(problems.length, 'fault')} in its chain`] : []),
      ...(nowhere > 0 ? [`${count(nowhere, 'head')} that somebody kept ${nowhere === 1 ? 'is' : 'are'} nowhere in it`] : []),
    ];
    return [strong('yes'), `, ${list(faults)}.`];
  }
  const proven = witnesses.reduce((most, { sequence }) => Math.max(most, sequence ?? 0), 0);
  const rest = records - proven;
  if (proven === 0) {
    const chained = records === 1 ? 'Its one record is a chain' : `Its ${count(records, 'record')} are one chain`;
    const why = `${chained}, but nobody handed in a kept head: a log that was written anew is not seen.`;
    return [strong('not proven'), `. ${why}`];
  }
  const after = rest === 0 ? '' : ` The ${count(rest, 'record')} after it ${rest === 1 ? 'is' : 'are'} one chain, and not proven.`;
  return [strong('no'), ` in the records 1 to ${grouped(proven)}, by a kept head.${after}`];
}

function inGit({ rules }: Audit): string {
  const words = ofHistory.flatMap(([name, what]) => {
    const rule = rules.find((one) => one.rule === name);
    // Where GitHub tells of each push by force, or no audit came before, this one has nothing to say.
    if (name === 'history-replaced' && (rule === undefined || rule.result === 'not applicable')) return [];
    if (rule === undefined || (rule.result === 'not tested' && rule.found === 0))
      return `${what}: not tested${rule !== undefined && rule.tested > 0 ? ' everywhere' : ''}`;
    if (rule.found > 0) return `${what}: yes, ${grouped(rule.found)}`;
    return rule.result === 'not applicable' ? `${what}: nothing to test` : `${what}: no`;
  });
  return `In git: ${words.join('; ')}.`;
}
