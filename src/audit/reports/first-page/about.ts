import { webAddress } from '../../../text/index.ts';
import type { Header } from '../../facts/line.ts';
import type { Audit } from '../../judge/audit.ts';
import { asOfWords, readAtOf } from '../as-of-words.ts';
import { gitAloneWords } from '../git-alone.ts';
import { commitUrl } from '../pages.ts';
import { scopeWords } from '../scope-words.ts';
import { link, moment, name, type Facts, type Words } from './page.ts';
import { joined } from './words.ts';

/** Names in a list of the first page. */
const mostNames = 5;

/** The audit in one line. */
export function headingOf({ repository }: Header): string {
  return `Compliance audit of ${repository ?? 'a repository'}`;
}

/** What was asked, of whom, and by what. */
export function about({ world }: Audit): Facts {
  const { header } = world;
  const { branches, flows, service, tool } = header;
  const asOf = asOfWords(header);
  return [
    ['Landed', periodWords(header)],
    [branches.length === 1 ? 'Branch' : 'Branches', branches.length === 0 ? ['none was named'] : some(branches.map((one) => one.name))],
    ['Read at', [moment(readAtOf(header)), ...(asOf === undefined ? [] : [`. ${asOf}`])]],
    ['Landings by', [gitAloneWords(world) ?? 'GitHub']],
    [
      'Evidence of',
      service === null
        ? ['no service: none was asked']
        : [
            'organization ',
            name(service.org),
            ' at ',
            name(service.url),
            ...(flows.length === 0 ? [] : [flows.length === 1 ? ', flow ' : ', flows ', ...some(flows), ' alone']),
          ],
    ],
    ['Made by', [...runWords(header), name(`${tool.name} ${tool.version}`)]],
  ];
}

function some(names: readonly string[]): Words {
  const left = names.length - mostNames;
  return [...joined(names.slice(0, mostNames).map((one) => [name(one)])), ...(left > 0 ? [` and ${left} more`] : [])];
}

function runWords({ run, workflow }: Header): Words {
  if (workflow === null) return ['somebody on a command line, with '];
  const page = webAddress(run);
  return ['a job of the workflow ', name(workflow), ...(page === undefined ? [] : [' (', link(page.href, 'the run'), ')']), ', with '];
}

/** The period: half open, and by which clock. */
export function periodWords(header: Header): Words {
  const alone = scopeWords(header);
  if (alone !== undefined) return ['with the commits of ', name(alone), ' alone, up to ', moment(header.period.until)];
  const { by, since, sinceSha, until } = header.period;
  const linked = (sha: string): Words => [link(commitUrl(header, sha), sha.slice(0, 12))];
  const from: Words =
    since !== null ? ['from ', moment(since)] : sinceSha === null ? ['from the beginning'] : ['after commit ', ...linked(sinceSha)];
  if (by === 'commits') {
    const [tip, ...more] = header.branches.map((branch) => branch.tip);
    return [
      ...from,
      ' up to ',
      ...(tip === undefined || more.length > 0 ? ['the tip of each branch'] : ['commit ', ...linked(tip)]),
      ', by commits',
    ];
  }
  return [...from, ' up to ', moment(until), `, ${clocks[by]}`];
}

const clocks: Readonly<Record<Exclude<Header['period']['by'], 'commits'>, string>> = {
  landing: 'by the time of landing',
  'committer-date': 'by committer dates: a claim of whoever committed',
  'last-audit': 'and on each branch after the commit that the last complete audit ended with, whatever its date',
};
