import { Kind, type DocumentNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';

/** GitHub takes so many nodes in one question (docs.github.com/graphql, "Rate limits and query limits for the GraphQL API"). */
export const mostNodes = 500_000;
const mostAPage = 100;

export interface Counted {
  readonly nodes: number;
  /** Requests that GitHub would make for it, divided by 100. */
  readonly cost: number;
  readonly faults: readonly { readonly type: string; readonly message: string }[];
}

/** Counts the nodes that a question may get, as GitHub does: before it looks at any. */
export function countNodes(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  isList: (field: string) => boolean,
): Counted {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  const faults: { type: string; message: string }[] = [];
  let nodes = 0;
  let requests = 1;
  function walk({ selections }: SelectionSetNode, times: number): void {
    for (const one of selections) {
      if (one.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(one.name.value);
        if (fragment !== undefined) walk(fragment.selectionSet, times);
      } else if (one.kind === Kind.INLINE_FRAGMENT) walk(one.selectionSet, times);
      else if (one.selectionSet !== undefined) {
        const size = sizeOf(one.name.value, one.arguments ?? []);
        if (size !== undefined) {
          nodes += times * size;
          requests += times;
        }
        walk(one.selectionSet, times * (size ?? 1));
      }
    }
  }
  function sizeOf(
    name: string,
    args: NonNullable<Extract<SelectionSetNode['selections'][number], { kind: Kind.FIELD }>['arguments']>,
  ): number | undefined {
    if (!isList(name)) return undefined;
    const given = args.find((one) => one.name.value === 'first' || one.name.value === 'last');
    if (given === undefined) {
      faults.push({
        type: 'MISSING_PAGINATION_BOUNDARIES',
        message: `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
      });
      return 1;
    }
    const { value } = given;
    const size =
      value.kind === Kind.INT ? Number(value.value) : value.kind === Kind.VARIABLE ? Number(variables[value.name.value]) : Number.NaN;
    if (!(size >= 1 && size <= mostAPage))
      faults.push({
        type: 'EXCESSIVE_PAGINATION',
        message: `Requesting ${size} records on the \`${name}\` connection exceeds the \`first\` limit of 100 records.`,
      });
    return size;
  }
  for (const one of document.definitions) if (one.kind === Kind.OPERATION_DEFINITION) walk(one.selectionSet, 1);
  if (nodes > mostNodes)
    faults.push({
      type: 'MAX_NODE_LIMIT_EXCEEDED',
      message: `This query is requesting up to ${nodes} possible nodes which exceeds the maximum limit of 500,000.`,
    });
  return { nodes, cost: Math.max(1, Math.round(requests / 100)), faults };
}
