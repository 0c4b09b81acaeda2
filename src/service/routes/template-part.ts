import { limits } from '../../contract/index.ts';
import type { StoredTemplate } from '../store/model/flows.ts';
import { bytesOf, type FilePart } from '../http/form.ts';
import { readTemplate } from './template.ts';

/** The part `template_file` of a form, read as a template. */
export const templatePart: FilePart<StoredTemplate> = {
  field: 'template_file',
  limit: limits.templateBytes,
  receive: async (content) => readTemplate(await bytesOf(content)),
  discard: async () => {},
};
