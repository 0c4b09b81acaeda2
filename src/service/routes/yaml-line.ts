import { isMap, isNode, isScalar, isSeq, type Document, type LineCounter } from 'yaml';

/** The line, from 1, that a path such as `trail.attestations[1].name` points to, or the line of the nearest thing around it. */
export function lineOf(document: Document, path: string, lines: LineCounter): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const part of path.split(/[.[\]]+/).filter((each) => each !== '')) {
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === part) : undefined;
    node = isSeq(node) ? node.items[Number(part)] : pair?.value;
    const start = isNode(pair?.key) ? pair.key : node;
    offset = (isNode(start) ? start.range?.[0] : undefined) ?? offset;
  }
  return lines.linePos(offset).line;
}
