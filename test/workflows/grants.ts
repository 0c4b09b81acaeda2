import type { YAMLMap } from 'yaml';
import { nameOf, pairsOf, parseWorkflow, textAt, type Parsed } from './parsed.ts';

const levels: Readonly<Record<string, number>> = { none: 0, read: 1, write: 2 };

/**
 * The permissions that the jobs of called workflows ask for, and that the jobs that call them do not have. GitHub refuses such a
 * workflow when it is loaded, even if the condition of the job is false.
 */
export function missingGrants({ workflow, jobs }: Parsed, called: (uses: string) => string | undefined): readonly string[] {
  return jobs.flatMap(({ id, map }) => {
    const uses = textAt(map, 'uses');
    const text = uses === undefined ? undefined : called(uses);
    if (uses === undefined || text === undefined) return [];
    const given = grantsOf(map.has('permissions') ? map : workflow);
    const inside = parseWorkflow(text);
    return inside.jobs.flatMap((job) =>
      [...grantsOf(job.map.has('permissions') ? job.map : inside.workflow)]
        .filter(([name, level]) => (levels[given.get(name) ?? 'none'] ?? 0) < (levels[level] ?? 0))
        .map(([name, level]) => `job ${id}: ${uses} asks for \`${name}: ${level}\` in its job ${job.id}, which the caller does not grant`),
    );
  });
}

function grantsOf(map: YAMLMap): ReadonlyMap<string, string> {
  return new Map(pairsOf(map.get('permissions')).map(({ key }) => [nameOf(key), textAt(map, 'permissions', nameOf(key)) ?? 'none']));
}
