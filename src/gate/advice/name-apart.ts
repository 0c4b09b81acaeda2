import { docsPage, list, oneLine } from '../../text/index.ts';
import type { RunGroup } from '../runs/groups.ts';
import { evidenceNameInYaml } from './steps.ts';

/** How to see groups of runs apart that record under one name, by what differs between them; `undefined` where no name could. */
export function nameApart(name: string, groups: readonly RunGroup[]): string | undefined {
  const differing = (of: (group: RunGroup) => string | undefined): boolean =>
    new Set(groups.map(of).filter((value) => value !== undefined)).size > 1;
  const keys = matrixKeys(groups);
  const byMatrix = keys.map(({ key, odd }) => `matrix.${key}${odd === undefined ? '' : '-id'}`);
  const byJob = differing(({ job }) => job) ? ['github.job'] : [];
  const byEvent = differing(({ event }) => event) ? ['github.event_name'] : [];
  const suffix = [...byMatrix, ...byJob, ...byEvent].map((context) => `-\${{ ${context} }}`).join('');
  if (suffix === '' && differing(({ workflow }) => workflow))
    return 'To see them apart, give the step of each workflow its own attestation-name';
  if (suffix === '') return undefined;
  const advice = `give each its own name, and require each of the names:\n\n  attestation-name: ${evidenceNameInYaml(name)}${suffix}${keys.flatMap(secondValue).join('')}`;
  return byEvent.length === 0 ? `To see them apart, ${advice}` : `${oneTrigger(groups)}${advice}`;
}

/** Where the runs come from, if there is one for each event of a commit. */
function oneTrigger(groups: readonly RunGroup[]): string {
  const events = [...new Set(groups.map(({ event }) => event).filter((event) => event !== undefined))];
  const said = `The runs are of different events (${list(events)}): each event is a group of its own, whatever the job is called.`;
  // Whatever is red on the trail holds the commit back, under any name.
  if (events.includes('schedule'))
    return `Where a run on a schedule must not hold this commit back, give it a flow and a trail of its own: ${docsPage('recipes.md')}#a-nightly-run. ${said} To see them apart, `;
  if (!events.includes('push') || !events.includes('pull_request')) return `${said} To see them apart, `;
  return `${said} Let one event test a commit:

on:
  push:
    branches: [main]
  pull_request:

Or `;
}

/** A key of a matrix that tells groups apart, with the JSON of a value that no name can hold, if it has one. */
interface ApartKey {
  readonly key: string;
  readonly odd: string | undefined;
}

/** How legs get a second value, where a name cannot hold the first. */
function secondValue({ key, odd }: ApartKey): readonly string[] {
  if (odd === undefined) return [];
  const plain = oneLine(odd, 60)
    .replaceAll(/[^\w.-]+/g, '')
    .replaceAll('.', '-');
  return [
    `\n\nNo name holds the values of matrix.${key} as they are (${oneLine(odd, 60)}): give each a second value in include: of the matrix, as {${key}: ${oneLine(odd, 60)}, ${key}-id: ${JSON.stringify(plain)}}. Or let all legs keep one name: each counts by itself`,
  ];
}

/** Keys of a matrix whose values differ between the groups, as far as an expression can name them. */
function matrixKeys(groups: readonly RunGroup[]): readonly ApartKey[] {
  const legs = groups.map(({ matrix }) => Object.entries(Object(matrix === undefined ? undefined : JSON.parse(matrix))));
  const values = new Map<string, Set<string>>();
  for (const leg of legs) for (const [key, value] of leg) values.set(key, (values.get(key) ?? new Set()).add(JSON.stringify(value)));
  return [...values]
    .filter(([key, of]) => /^[A-Za-z_][\w-]*$/.test(key) && (of.size > 1 || legs.some((leg) => !leg.some(([known]) => known === key))))
    .map(([key, of]) => ({ key, odd: [...of].find((value) => !/^(?:"[\w,-]+"|-?\d+|true|false)$/.test(value)) }))
    .slice(0, 5);
}
