import { workflowFiles } from '../../test/workflows/files.ts';
import { commentAt, nameOf, pairsOf, parseWorkflow, textAt } from '../../test/workflows/parsed.ts';
import { between } from './generate-manifest.ts';

export function generatePermissions(page: string): string {
  const rows = workflowFiles()
    .filter(({ kind }) => kind === 'own')
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap(({ path, text }) =>
      parseWorkflow(text).jobs.flatMap(({ id, map }) => {
        const grants = pairsOf(map.get('permissions')).map(({ key }) => nameOf(key));
        const where = `| [${path.split('/').at(-1)}](../${path}) | \`${id}\``;
        if (grants.length === 0) return [`${where} | nothing | |`];
        return grants.map(
          (name) => `${where} | \`${name}: ${textAt(map, 'permissions', name) ?? ''}\` | ${commentAt(map, 'permissions', name)} |`,
        );
      }),
    );
  return between(page, 'grants', ['| Workflow | Job | Grant | Why |', '|:--|:--|:--|:--|', ...rows]);
}
