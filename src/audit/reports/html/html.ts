import { html as markup, type Html } from '../../../html/index.ts';
import { untestedRules } from '../../../presentation/index.ts';
import { grouped } from '../../../text/index.ts';
import type { Audit, Report } from '../../judge/audit.ts';
import { asOfWords, readAtOf } from '../as-of-words.ts';
import { inZone } from '../in-zone.ts';
import { openFindings } from '../numbers.ts';
import { changes } from './changes.ts';
import { comparisons, unequal, population, type Compared } from './population.ts';
import { exceptions } from './exceptions.ts';
import { arrange, findings, type Arranged } from './findings.ts';
import { gather, type Gathered } from './gathered.ts';
import { answers } from './answers.ts';
import { short } from './short.ts';
import { limits } from './limits.ts';
import { made } from './made.ts';
import { line, moment } from './parts.ts';
import { pictures } from './pictures.ts';
import { contentSecurityPolicy, styleElement } from './policy.ts';
import { rules } from './rules.ts';
import { inShort, period, scope } from './scope.ts';
import { verdictOf } from './verdict.ts';

/**
 * One file that holds all that people ask of an audit, for paper and for screens. The changes are read twice, and as many as
 * a browser gets on with are written as they are read: memory does not grow with them.
 */
export const html: Report = async function* html(audit) {
  for await (const part of page(audit)) yield inZone(part, audit.world.header);
};

async function* page(audit: Audit): AsyncGenerator<string> {
  const gathered = await gather(audit);
  const compared = comparisons(audit, gathered);
  const arranged = arrange(audit.findings);
  yield String(top(audit, gathered, compared, arranged));
  for (const part of [limits(audit, compared), scope(audit), population(audit, compared), rules(audit)]) yield String(part);
  for (const part of findings(audit, arranged)) yield String(part);
  yield String(pictures(audit));
  for await (const part of changes(audit, gathered, arranged)) yield String(part);
  for (const part of exceptions(audit, gathered, arranged)) yield String(part);
  yield String(made(audit));
  yield String(markup`</main>
    <footer><p>The report ends here. If you do not see this line, the file was cut off.</p></footer>
  </body>
</html>
`);
}

const parts = [
  ['limits', 'Limits'],
  ['scope', 'Scope'],
  ['population', 'Population'],
  ['rules', 'Rules'],
  ['findings', 'Findings'],
  ['pictures', 'Over time'],
  ['changes', 'Every change'],
  ['exceptions', 'Exceptions'],
  ['made', 'How it was made'],
] as const;

function top(audit: Audit, gathered: Gathered, compared: readonly Compared[], arranged: Arranged): Html {
  const { rules: run, totals, world } = audit;
  const { header } = world;
  const asOf = asOfWords(header);
  const verdict = verdictOf(audit, unequal(compared));
  const title = `Compliance audit of ${header.repository === null ? 'a repository' : line(header.repository)}`;
  const numbers: readonly (readonly [string, number])[] = [
    ['change', totals.changes],
    ['landing', totals.landings],
    ['commit', totals.commits],
    ['finding', openFindings(audit.findings).length],
    ['deployment', world.deployments.length],
    ['rule not tested everywhere', untestedRules(run).filter(({ lack }) => lack === 'answer').length],
  ];
  return markup`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <meta name="robots" content="noindex" />
    <title>${title}: ${verdict.word}</title>
    ${styleElement}
  </head>
  <body>
    <nav class="skip" aria-label="Skip">
      <a href="#answers">Skip to the answers</a> <a href="#limits">Skip to the limits</a> <a href="#findings">Skip to the findings</a> <a href="#changes">Skip to the changes</a>
    </nav>
    <header>
      <h1>${title}</h1>
      <p>Landed ${period(header)}. Read at ${moment(readAtOf(header))}.</p>
      ${asOf === undefined ? undefined : markup`<p>${asOf}.</p>`}
      <p>${inShort(header)}</p>
    </header>
    <main>
      <div class="verdict ${verdict.tone}">
        <p class="word"><span aria-hidden="true">${verdict.mark}</span> ${verdict.word}</p>
        ${verdict.why.map((sentence) => markup`<p>${sentence}</p>`)}
      </div>
      ${answers(audit, gathered, compared, arranged)}${short(gathered)}
      <ul class="numbers" aria-label="In numbers">
        ${numbers.map(([name, number]) => markup`<li><b>${grouped(number)}</b> ${number === 1 ? name : name.replace(/^\w+/, '$&s')}</li>`)}
      </ul>
      <nav class="contents" aria-label="Contents">
        <ol>
          ${parts.map(([id, name]) => markup`<li><a href="#${id}">${name}</a></li>`)}
        </ol>
      </nav>
      `;
}
