import { count, grouped } from '../../../text/index.ts';
import type { Audit, ReportedOverride } from '../../judge/audit.ts';
import { sum } from '../compared.ts';
import type { Gathered, Placed } from '../gathered.ts';
import { openFindings } from '../numbers.ts';
import { code, link, moment, name, strong, type Words } from './page.ts';
import { brief, joined, type Answer } from './words.ts';

const mostNames = 2;

/** The verdicts that somebody set in place of evidence, with what else was decided by hand. */
export function overridden(audit: Audit, gathered: Gathered): Answer {
  const { findings, rules, totals } = audit;
  const rule = rules.find((one) => one.rule === 'overridden');
  const accepted = openFindings(findings).filter((finding) => finding.accepted !== null).length;
  const others = [
    [accepted, 'accepted', 'finding accepted', 'findings accepted'],
    [totals.states['excluded'] ?? 0, 'excluded', 'change left out', 'changes left out'],
    [totals.emergencies.length, 'emergencies', 'emergency', 'emergencies'],
  ] as const;
  const shown = others.filter(([number]) => number > 0);
  const partly: Words =
    rule?.result === 'not tested' ? [' ', strong('Not known everywhere:'), ` ${brief(rule.why ?? 'nobody said why', 8)}.`] : [];
  return {
    question: '4. What was overridden, and by whom?',
    answer: [
      ...set(audit, gathered),
      ...partly,
      ...shown.flatMap(([number, id, one, all]) => [' ', link(`#${id}`, `${grouped(number)} ${number === 1 ? one : all}`), '.']),
    ],
    how: [link('#overrides', 'Overrides'), ', under Exceptions. In changes.csv: ', code('overrides')],
  };
}

function set({ rules, totals, world }: Audit, { changes, overrides }: Gathered): Words {
  const all = sum(totals.overrides.map((one) => one.count));
  if (all === 0) {
    const rule = rules.find((one) => one.rule === 'overridden');
    const untold = world.untold.some(({ source }) => source === 'records' || source === 'trails');
    if (changes === 0) return ['Nothing landed.'];
    if (untold || rule === undefined) return [strong('Not known:'), ' the evidence service did not tell.'];
    if (rule.result === 'not tested') return ['No override was read.'];
    return [strong('Nothing:'), ' no verdict was set in place of evidence.'];
  }
  const people = totals.overrides.slice(0, mostNames).map(({ by, count: number }): Words => [name(brief(by, 2)), `: ${grouped(number)}`]);
  const more = totals.overrides.length - mostNames;
  const [first] = overrides;
  return [
    strong(count(all, 'override')),
    `, by the ${all === 1 ? 'user whose token set it' : 'users whose tokens set them'}, people or robots: `,
    ...joined(people),
    `${more > 0 ? ` and ${count(more, 'other')}` : ''}.`,
    ...(first === undefined ? [] : [all > 1 ? ' One of them: ' : ' ', ...sentence(first)]),
  ];
}

/** One of them, in the order of its question. */
function sentence({ at, by, compliant, fingerprint, name: evidence, of, place, reason }: Placed<ReportedOverride>): Words {
  const artifact = fingerprint === null ? '' : ` of the artifact ${fingerprint.slice(0, 12)}`;
  const verdict = compliant === null ? '' : `, to say ${compliant ? 'yes' : 'no'}`;
  const why: Words = reason === null ? ['no reason is known'] : ['“', name(brief(reason, 7)), '”'];
  return [
    strong(brief(evidence, 3)),
    `${artifact} of `,
    link(`#${place}`, of),
    `${verdict}, by `,
    name(by === null ? null : brief(by, 2)),
    ', ',
    moment(at),
    ': ',
    ...why,
    '.',
  ];
}
