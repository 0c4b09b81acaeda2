import { rulesInNumbers } from '../../../presentation/index.ts';
import { count, grouped } from '../../../text/index.ts';
import type { Audit } from '../../judge/audit.ts';
import { arrange, type Arranged } from '../arranged.ts';
import { comparisons, type Compared } from '../compared.ts';
import { gather, type Gathered } from '../gathered.ts';
import { openFindings } from '../numbers.ts';
import { about, headingOf } from './about.ts';
import { answers } from './answers.ts';
import { strong, type FirstPage, type Part } from './page.ts';
import { short } from './short.ts';
import { sinceBefore } from './since.ts';
import { untested } from './untested.ts';
import { verdictOf } from './verdict.ts';

/** It is made once for all that print it: each time all findings are arranged. */
const made = new WeakMap<Audit, Promise<FirstPage>>();

/** The first page of an audit: it alone says what was asked, how it ended, what changed, and what an auditor asks. */
export function firstPage(audit: Audit): Promise<FirstPage> {
  const page = made.get(audit) ?? makePage(audit);
  made.set(audit, page);
  return page;
}

async function makePage(audit: Audit): Promise<FirstPage> {
  const gathered = await gather(audit);
  return pageOf(audit, gathered, comparisons(audit, gathered), arrange(audit.findings));
}

/** The same where the changes were read already. */
export function pageOf(audit: Audit, gathered: Gathered, compared: readonly Compared[], arranged: Arranged): FirstPage {
  return {
    heading: headingOf(audit.world.header),
    facts: about(audit),
    verdict: verdictOf(audit),
    timeZone: audit.world.header.timeZone,
    parts: [
      terms,
      ...sinceBefore(audit, arranged),
      answers(audit, gathered, compared, arranged),
      ...short(gathered),
      ...untested(audit),
      numbers(audit),
    ],
  };
}

const terms: Part = {
  kind: 'sentences',
  id: 'terms',
  sentences: [
    [
      strong('Landing:'),
      ' one update of an audited branch. ',
      strong('Trail:'),
      ' the evidence about one commit. ',
      strong('Covered:'),
      ' all evidence that a change owes was there when it landed, and said yes. ',
      strong('Head:'),
      " the last link of the service's log: one that somebody else kept proves all records before it; of a pull request, its last commit.",
    ],
  ],
};

function numbers({ findings, rules, totals, world }: Audit): Part {
  const { partly, untested } = rulesInNumbers(rules);
  const each: readonly (readonly [number: number, one: string, several: string])[] = [
    [totals.changes, 'change', 'changes'],
    [totals.landings, 'landing', 'landings'],
    [totals.commits, 'commit', 'commits'],
    [openFindings(findings).length, 'finding', 'findings'],
    [world.deployments.length, 'deployment', 'deployments'],
    [untested, 'rule not tested', 'rules not tested'],
    ...(partly === 0 ? [] : [[partly, 'rule not tested everywhere', 'rules not tested everywhere'] as const]),
    [world.end.trailsElsewhere, 'trail about commits of no audited branch', 'trails about commits of no audited branch'],
  ];
  return {
    kind: 'list',
    id: 'numbers',
    caption: ['In numbers'],
    items: each.map(([number, one, several]) => [strong(grouped(number)), ` ${count(number, one, several).replace(/^\S+ /, '')}`]),
  };
}
