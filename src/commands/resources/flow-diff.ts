import type { FlowFile } from '../files/flow-file.ts';
import type { Flow } from '../../contract/index.ts';

/** The changes that applying a file would make to a flow. */
export interface FlowDiff {
  readonly change: 'create' | 'update' | 'nothing';
  /** A unified diff of the flow as text; empty where nothing would change. */
  readonly diff: string;
}

/** Compares the stored flow (`undefined`: there is none) with its file. Fields that the file leaves out stay as they are. */
export async function flowDiff(stored: Flow | undefined, { flow, template }: FlowFile, file: string): Promise<FlowDiff> {
  const [{ createTwoFilesPatch }, { stringify }] = await Promise.all([import('diff'), import('yaml')]);
  const text = (name: string, description: string, visibility: string, yaml: string): string =>
    `${stringify({ name, description, visibility })}template:\n${yaml.replace(/^(?=.)/gm, '  ')}`.replace(/\n*$/, '\n');
  const before = { description: stored?.description ?? '', visibility: stored?.visibility ?? 'private', template: stored?.template ?? '' };
  const was = text(stored?.name ?? flow.name, before.description, before.visibility, before.template);
  const becomes = text(
    flow.name,
    flow.description ?? before.description,
    flow.visibility ?? before.visibility,
    template ?? before.template,
  );
  if (stored !== undefined && was === becomes) return { change: 'nothing', diff: '' };
  const diff = createTwoFilesPatch(stored === undefined ? '/dev/null' : 'stored', file, stored === undefined ? '' : was, becomes, '', '', {
    context: 3,
  });
  return { change: stored === undefined ? 'create' : 'update', diff: diff.split('\n').slice(1).join('\n').trimEnd() };
}
