import { openAsBlob } from 'node:fs';
import { FormData } from 'undici';

/** A file to send along: from disk (streamed, never wholly in memory) or from memory. */
export type Attachment = { readonly name: string; readonly path: string } | { readonly name: string; readonly content: Uint8Array };

/**
 * A multipart form as the service expects it: `data_json` first, as compact JSON without a file name or type, then the
 * file part. The form can be sent again: a file from disk is opened anew for each attempt.
 */
export async function formOf(data: unknown, file?: { readonly part: string; readonly attachment: Attachment }): Promise<FormData> {
  const form = new FormData();
  form.append('data_json', JSON.stringify(data));
  if (file !== undefined) {
    const { attachment } = file;
    const type = 'application/octet-stream';
    const blob = 'path' in attachment ? await openAsBlob(attachment.path, { type }) : new Blob([Buffer.from(attachment.content)], { type });
    form.append(file.part, blob, attachment.name);
  }
  return form;
}
