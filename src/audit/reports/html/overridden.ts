import { html, type Child, type Html } from '../../../html/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Audit, ReportedOverride } from '../../judge/audit.ts';
import { openFindings } from '../numbers.ts';
import type { Gathered, Placed } from './gathered.ts';
import { line, moment, name } from './parts.ts';
import { sum } from './population.ts';

const mostNames = 4;
/** Overrides that are told on the first page. */
const mostOverrides = 2;

/** The verdicts that somebody set in place of evidence, with what else was decided by hand. */
export function overridden(audit: Audit, gathered: Gathered): readonly Child[] {
  const { findings, rules, totals } = audit;
  const rule = rules.find((one) => one.rule === 'overridden');
  const accepted = openFindings(findings).filter((finding) => finding.accepted !== null).length;
  const others = [
    [accepted, 'accepted', 'finding accepted', 'findings accepted'],
    [totals.states['excluded'] ?? 0, 'excluded', 'change left out', 'changes left out'],
    [totals.emergencies.length, 'emergencies', 'emergency', 'emergencies'],
  ] as const;
  const shown = others.filter(([number]) => number > 0);
  const partly = rule?.result === 'not tested' ? html` <b>Not known everywhere:</b> ${line(rule.why ?? 'nobody said why')}.` : undefined;
  return [
    '4. What was overridden, and by whom?',
    html`${set(audit, gathered)}${partly}${shown.map(([number, id, one, all]) => html` <a href="#${id}">${grouped(number)} ${number === 1 ? one : all}</a>.`)}`,
    html`<a href="#overrides">Overrides</a>, under Exceptions: each with who, when and why. In changes.csv: <code>overrides</code>`,
  ];
}

function set({ rules, totals, world }: Audit, { changes, overrides }: Gathered): Child {
  const all = sum(totals.overrides.map((one) => one.count));
  if (all === 0) {
    const rule = rules.find((one) => one.rule === 'overridden');
    const untold = world.untold.some(({ source }) => source === 'records' || source === 'trails');
    if (changes === 0) return 'Nothing landed.';
    if (untold || rule === undefined) return html`<b>Not known:</b> the evidence service did not tell.`;
    if (rule.result === 'not tested') return 'No override was read.';
    return html`<b>Nothing:</b> no verdict was set in place of evidence.`;
  }
  const people = totals.overrides
    .slice(0, mostNames)
    .map((one, index) => html`${index === 0 ? '' : ', '}${name(one.by)}: ${grouped(one.count)}`);
  const more = totals.overrides.length - mostNames;
  const named = overrides.slice(0, mostOverrides);
  const told = named.map((one) => html`${sentence(one)} `);
  return html`<b>${count(all, 'override')}</b>, by the
    ${all === 1 ? 'user of the service whose token set it' : 'users of the service whose tokens set them'} (no fact says who is a robot):
    ${people}${more > 0 ? ` and ${count(more, 'other')}` : ''}.${named.length > 0 && all > named.length ? ' Among them:' : ''} ${told}`;
}

/** One of them, in the order of its question. */
function sentence({ at, by, compliant, fingerprint, name: evidence, of, place, reason }: Placed<ReportedOverride>): Html {
  const artifact = fingerprint === null ? '' : ` of the artifact ${fingerprint.slice(0, 12)}`;
  const verdict = compliant === null ? '' : `, to say ${compliant ? 'yes' : 'no'}`;
  const why = reason === null ? 'no reason is known' : html`“<span class="name">${line(reason, 100)}</span>”`;
  return html`<b>${line(evidence, 60)}</b>${artifact} of <a href="#${place}">${of}</a>${verdict}, by ${name(by)}, ${moment(at)}: ${why}.`;
}
