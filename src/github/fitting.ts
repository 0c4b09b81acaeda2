import { count } from '../text/index.ts';

/**
 * Puts sections together within a budget of bytes: head, then section by section, each as its first part (a header)
 * and as many of the others as fit. A section that is cut says by how much, and a fold that was opened is closed.
 * Over its limit GitHub shows no summary at all, so the budget is never passed.
 */
export function fitting(head: string, sections: readonly (readonly string[])[], budget: number): string {
  let text = head;
  let left = budget - Buffer.byteLength(head);
  for (const [header, ...parts] of sections) {
    if (header === undefined) continue;
    const closing = parts.at(-1) === '\n</details>\n' ? (parts.pop() ?? '') : '';
    // Room for the sentence on what was cut, and for the fold.
    const reserve = 120 + Buffer.byteLength(closing);
    const open = `\n${header}`;
    if (Buffer.byteLength(open) + reserve > left) {
      const sentence = '\n_The rest was cut: there is no room for it here._\n';
      return Buffer.byteLength(sentence) > left ? text : text + sentence;
    }
    let section = open;
    let room = left - Buffer.byteLength(open) - reserve;
    let shown = 0;
    for (const part of parts) {
      const size = Buffer.byteLength(part);
      if (size > room) break;
      section += part;
      room -= size;
      shown += 1;
    }
    if (shown < parts.length) section += `\n_${count(parts.length - shown, 'more line')} cut: there is no room for them here._\n`;
    section += closing;
    left -= Buffer.byteLength(section);
    text += section;
  }
  return text;
}
