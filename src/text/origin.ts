/** For messages. The shell that shows one puts in what it knows of the place. */
const repository = '<owner>/compliance-evidence';
const pages = `https://github.com/${repository}/blob/v1`;

/** The repository of the action or of the package, at the ref that runs. */
export interface Origin {
  /** Such as `https://github.com`. */
  readonly serverUrl: string;
  /** `owner/name` */
  readonly repository: string;
  readonly ref: string;
}

export function docsPage(name: string): string {
  return `${pages}/docs/${name}`;
}

/** The steps and pages in the message are those of the origin. */
export function fromOrigin(text: string, { ref, repository: of, serverUrl }: Origin): string {
  return text
    .replaceAll(pages, () => `${serverUrl}/${of}/blob/${ref}`)
    .replaceAll(/<owner>\/compliance-evidence((?:\/[\w.-]+)*)@v1/g, (_, below: string) => `${of}${below}@${ref}`);
}

export function fromFolder(text: string, folder: string): string {
  return text.replaceAll(pages, () => folder);
}

/** A test compares it with `package.json`. */
export const version = '1.0.0';

/** Names this program where its repository is not known (github.com/package-url/purl-spec). */
export const packageUri = 'pkg:npm/compliance-evidence';

/** RFC 9110, 10.1.5 */
export const userAgent = `compliance-evidence/${version}`;
