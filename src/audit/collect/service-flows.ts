import type { Call } from '../../client/index.ts';
import type { Flow, Template } from '../../contract/index.ts';
import { oneLine } from '../../text/index.ts';
import type { Asking } from './service-ask.ts';
import { wholeListing, type PageQuery } from './service-pages.ts';
import { readTemplate } from './service-template.ts';

/** A flow by the name that it was asked for, which it may have had before. */
export interface NamedFlow {
  readonly name: string;
  /** Its name in the service now. */
  readonly now: string;
  /** Its template of now; null where that cannot be read. */
  readonly template: Template | null;
}

/** The flows that are asked for, or all. One that the service does not have is a hole: its changes would look as if nobody had tested them. */
export async function readFlows(asking: Asking, asked: readonly string[]): Promise<readonly NamedFlow[]> {
  const listed = new Map((await listAll(asking)).map((flow) => [flow.name, flow]));
  const names = asked.length === 0 ? [...listed.keys()] : [...new Set(asked)];
  const found = await Promise.all(
    names.map(async (name) => {
      const flow = listed.get(name) ?? (await renamed(asking, name));
      return flow === undefined ? [] : [{ name, now: flow.name, template: await askedBy(flow) }];
    }),
  );
  return found.flat();
}

/** A flow that says that it has no template asks for nothing. */
async function askedBy({ template }: Flow): Promise<Template | null> {
  const hasNone = template === null || template === '';
  return hasNone ? { version: 1, trail: { attestations: [], artifacts: [] } } : readTemplate(template);
}

/** Asked for without a page, a service answers with all of them; one that answers with a page is asked for the others. */
async function listAll(asking: Asking): Promise<readonly Flow[]> {
  const { org } = asking;
  const what = 'The list of flows';
  const text = `GET /flows/${org}`;
  const read = (call: Call, query: Partial<PageQuery>) => asking.questions.listFlows(call, { org }, query);
  const question = asking.ask(
    text,
    (call) => read(call, {}),
    ({ items }) => items.length,
  );
  const first = await asking.orHole(what, question);
  if (first === undefined) return [];
  if ((first.pagination?.page_count ?? 1) <= 1) return first.items;
  return (await asking.orHole(what, wholeListing(asking, { what, text, read, keyOf: ({ name }) => name }))) ?? [];
}

/** A flow that no list has: it was archived, or has another name now. */
async function renamed(asking: Asking, name: string): Promise<Flow | undefined> {
  const { org } = asking;
  const what = `Flow ${oneLine(name, 100)}`;
  try {
    const question = asking.ask(`GET /flows/${org}/FLOW`, (call) => asking.questions.getFlow(call, { org, flow_name: name }));
    return await asking.orHole(what, question);
  } catch (error) {
    if (!asking.questions.isNotThere(error)) throw error;
    asking.hole(what, `The organization ${org} has no flow of this name`, 'Fix the name, in `flow` or in the file of the audit');
    return undefined;
  }
}
