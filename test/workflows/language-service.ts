import { pathToFileURL } from 'node:url';
import { registerLogger, validate, type ActionsMetadataProvider } from '@actions/languageservice';
import type { FileProvider } from '@actions/workflow-parser/workflows/file-provider';
import { parse } from 'yaml';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { textOf } from './files.ts';

/** The errors that the language service logs. Without them a crash of it would look like a clean file. */
const failures: string[] = [];
registerLogger({
  error: (message) => failures.push(message),
  warn: () => undefined,
  info: () => undefined,
  log: () => undefined,
});

/**
 * The diagnostics of GitHub's own language service for a workflow or for the manifest of an action, with the line.
 * @param path where the file is, or where its reader would put it. Each text needs its own path because the service remembers.
 */
export async function diagnosticsOf(path: string, text: string): Promise<readonly string[]> {
  failures.length = 0;
  const document = TextDocument.create(pathToFileURL(`/${path}`).href, 'yaml', 1, text);
  const found = await validate(document, { fileProvider, actionsMetadataProvider });
  return [
    ...found.map(({ range, message }) => `line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`),
    ...failures,
  ];
}

/** Workflows that are called: those of this repository, by either name. */
const fileProvider: FileProvider = {
  getFileContent(ref) {
    const content = 'repository' in ref && ref.repository !== 'compliance-evidence' ? undefined : textOf(ref.path);
    return content === undefined ? Promise.reject(new Error(`There is no ${ref.path}.`)) : Promise.resolve({ name: ref.path, content });
  },
};

/** Inputs of this action and its sub-actions; those of others are not known here. */
const actionsMetadataProvider: ActionsMetadataProvider = {
  fetchActionMetadata({ owner, name, path }) {
    if (name !== 'compliance-evidence') return Promise.resolve({ name: `${owner}/${name}`, description: '' });
    const text = textOf([path, 'action.yml'].filter(Boolean).join('/'));
    return Promise.resolve(text === undefined ? undefined : parse(text));
  },
};
