import { html as markup, type Html } from '../../../html/index.ts';
import type { Header } from '../../facts/line.ts';
import type { Audit, Report } from '../../judge/audit.ts';
import { pageOf } from '../first-page/first-page.ts';
import type { FirstPage } from '../first-page/page.ts';
import { arrange, comparisons, gather } from '../gathered.ts';
import { inZone } from '../words.ts';
import { changes } from './changes.ts';
import { artifacts, exceptions } from './exceptions.ts';
import { findings, rules } from './findings.ts';
import { printedCover, printedFacts, printedPart, printedVerdict } from './first-page.ts';
import { limits, scope } from './limits.ts';
import { showMaking } from './made.ts';
import { footOf, footWords, pageEnd, startPage } from './page.ts';
import { line } from './parts.ts';
import { pictures, population } from './population.ts';

/**
 * One file that holds all that people ask of an audit, for paper and for screens. The changes are read twice, and as many
 * as a browser can cope with are written as they are read: memory does not grow with them.
 */
export const html: Report = async function* html(audit) {
  for await (const part of page(audit)) yield inZone(part, audit.world.header);
};

async function* page(audit: Audit): AsyncGenerator<string> {
  const gathered = await gather(audit);
  const compared = comparisons(audit, gathered);
  const arranged = arrange(audit.findings);
  yield String(top(pageOf(audit, gathered, compared, arranged), audit.world.header));
  for (const part of [limits(audit), scope(audit), population(audit, compared), rules(audit)]) yield String(part);
  for (const part of findings(audit, arranged)) yield String(part);
  yield String(pictures(audit));
  for await (const part of changes(audit, gathered, arranged)) yield String(part);
  for (const part of exceptions(audit, gathered, arranged)) yield String(part);
  yield String(artifacts(audit));
  yield String(showMaking(audit));
  yield String(pageEnd);
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
  ['artifacts', 'Artifacts and approvals'],
  ['made', 'How it was made'],
] as const;

function top(page: FirstPage, header: Header): Html {
  return markup`${startPage(`${line(page.heading)}: ${page.verdict.word}`, footOf(header))}
  <body>
    <nav class="skip" aria-label="Skip">
      <a href="#answers">Skip to the answers</a> <a href="#limits">Skip to the limits</a> <a href="#findings">Skip to the findings</a> <a href="#changes">Skip to the changes</a>
    </nav>
    ${printedCover(page, footWords(header))}
    <header>
      <h1>${line(page.heading)}</h1>
      ${printedFacts(page.facts)}
    </header>
    <main>
      ${printedVerdict(page.verdict)} ${page.parts.map(printedPart)}
      <nav class="contents" aria-label="Contents">
        <ol>
          ${parts.map(([id, name]) => markup`<li><a href="#${id}">${name}</a></li>`)}
        </ol>
      </nav>
      `;
}
