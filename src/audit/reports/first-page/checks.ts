import { count, grouped, list } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import type { CheckedCheck, Teller } from '../../population/world.ts';
import { bypassOf, gateCanBeBypassed, gateNotRequired, ruleBypassed, unknownTypes } from '../../rules/checks.ts';
import { brief, code, joinWords, link, name, strong, type Answer, type PageTable, type Words } from './page.ts';

/* Only an audit whose evidence is GitHub's checks has these. */

/** A matrix has a check for each of its legs. */
const mostChecks = 100;
const mostTellers = 5;

/** Which checks covered changes, and who told them: a job of the same name in another workflow file may only echo. */
export function checkTable({ world: { checked } }: Audit): PageTable | undefined {
  if (checked === null || checked.checks.size === 0) return undefined;
  const { byToday, changes, checks } = checked;
  const today =
    byToday === 0
      ? ''
      : ` ${grouped(byToday)} of ${count(changes, 'change')} ${byToday === 1 ? 'was' : 'were'} judged by today’s demand, because the audit’s file named no check when ${byToday === 1 ? 'it' : 'they'} landed.`;
  const more = checks.size > mostChecks ? ` The first ${mostChecks} of ${grouped(checks.size)} are here; the JSON report has all.` : '';
  return {
    kind: 'table',
    id: 'checks',
    caption: [`Checks that covered changes, and who told them.${today}${more}`],
    columns: ['Check', 'Changes', 'Told by', 'Red first', 'Cancelled and replaced', 'Skipped'],
    rows: [...checks]
      .slice(0, mostChecks)
      .map(([check, one]): readonly Words[] => [
        [name(check)],
        [grouped(one.changes)],
        tellerWords(one),
        [grouped(one.repeated)],
        [grouped(one.replaced)],
        [grouped(one.skipped.length)],
      ]),
  };
}

const about: Readonly<Record<Teller['kind'], string>> = {
  run: '',
  app: ', an app: its claim',
  status: ', an account, by a status',
};

function tellerWords({ tellers }: CheckedCheck): Words {
  const told = [...tellers]
    .slice(0, mostTellers)
    .map(([who, { changes, kind }]): Words => [name(who), `${about[kind]} (${grouped(changes)})`]);
  return joinWords([...told, ...(tellers.size > mostTellers ? [[`and ${grouped(tellers.size - mostTellers)} more`]] : [])]);
}

/** GitHub's checks know no override: a bypass of a rule is the nearest thing to one. */
export function bypassWords({ rules }: Audit): Words {
  const { found = 0, result = 'not tested', why = null } = rules.find(({ rule }) => rule === ruleBypassed.name) ?? {};
  const unknown: Words =
    result !== 'tested'
      ? [' ', strong('Not known everywhere:'), ` ${brief(why ?? 'GitHub did not tell who got past the rules', 12)}.`]
      : [];
  if (found > 0)
    return [strong(count(found, 'change')), ' got past a rule of the branch by a bypass: ', code(ruleBypassed.name), '.', ...unknown];
  if (unknown.length > 0) return unknown.slice(1);
  return [strong('Nothing'), ', as far as GitHub tells: no change got past a rule of its branch by a bypass.'];
}

const mostNames = 3;

export function answerBypass({ rules, world }: Audit): Answer {
  const result = rules.find(({ rule }) => rule === gateCanBeBypassed.name);
  const branches = [...world.branchRules.values()];
  const open = branches.filter(
    ({ classic, rules: held }) => classic.length === 0 && !held.some(({ checks, workflows }) => checks.length + workflows.length > 0),
  );
  const { exported } = world;
  const told = branches.flatMap((one) => [...new Set(one.rules.map(({ ruleset }) => ruleset))].map((id) => bypassOf(id, one, exported)));
  const can = new Set(told.flatMap((one) => ('by' in one ? one.by : [])));
  const isByWord = told.some((one) => 'word' in one);
  const unknown = unknownTypes(branches.flatMap(({ rules: held }) => held));
  const isUntold = branches.length === 0 || result?.result === 'not tested';
  const parts: readonly Words[] = [
    ...(open.length === 0
      ? []
      : [
          [
            strong('Everybody who can merge or push:'),
            ` no rule of ${list(
              open.map(({ branch }) => branch),
              mostNames,
            )} requires a check.`,
          ],
        ]),
    ...(can.size === 0 ? [] : [[strong('By a ruleset:'), ' ', ...joinWords([[name(list([...can], mostNames))]]), '.']]),
    ...(isByWord && exported !== null
      ? [[strong('By the word'), ' of whoever exported ', name(exported.file), ', where the token does not see it.']]
      : []),
    ...(unknown.length === 0
      ? []
      : [[strong('Rules of a type that this program does not know:'), ' ', name(list(unknown, mostNames)), '.']]),
    ...(!isUntold ? [] : [[strong('Not known:'), ` ${result?.why ?? 'the rules of the branch were not read'}.`]]),
  ];
  return {
    question: '7. Who could have got around it, as far as this token sees?',
    answer: joinWords(
      can.size > 0 || open.length > 0 || isUntold
        ? parts
        : [[strong('Nobody'), ' is on the list of those who may bypass the rulesets that require checks.'], ...parts],
      ' ',
    ),
    how: [link('#rules', 'Rules'), ': ', code(gateCanBeBypassed.name), ', ', code(gateNotRequired.name)],
  };
}
