import { parseDocument } from 'yaml';
import { fixParts } from '../../src/presentation/index.ts';

/** The blocks of YAML in a fix, parsed, as the summary shows them to be copied. Throws where one is not YAML. */
export function yamlIn(fix: string): readonly unknown[] {
  return fixParts(fix)
    .filter(({ kind }) => kind === 'yaml')
    .map(({ lines }) => {
      const document = parseDocument(lines.join('\n'));
      const [problem] = [...document.errors, ...document.warnings];
      if (problem !== undefined) throw problem;
      return document.toJS();
    });
}
