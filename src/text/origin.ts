/** The names that messages have for this program. The shell that shows a message puts in what it knows of where that is. */
const repository = '<owner>/compliance-evidence';
const pages = `https://github.com/${repository}/blob/v1`;

/** Where this program comes from: the repository of the action or of the package, at the ref that runs. */
export interface Origin {
  /** Such as `https://github.com`. */
  readonly serverUrl: string;
  /** `owner/name` */
  readonly repository: string;
  readonly ref: string;
}

/** The whole address of a page of the docs. */
export function docsPage(name: string): string {
  return `${pages}/docs/${name}`;
}

/** A message whose steps and pages are those of the origin. */
export function fromOrigin(text: string, { ref, repository: of, serverUrl }: Origin): string {
  return text
    .replaceAll(pages, () => `${serverUrl}/${of}/blob/${ref}`)
    .replaceAll(/<owner>\/compliance-evidence((?:\/[\w.-]+)*)@v1/g, (_, below: string) => `${of}${below}@${ref}`);
}

/** A message whose pages are files of this folder. */
export function fromFolder(text: string, folder: string): string {
  return text.replaceAll(pages, () => folder);
}

/** Version of this package; a test compares it with `package.json`. */
export const version = '1.0.0';

/** How we name ourselves to services: RFC 9110, 10.1.5. */
export const userAgent = `compliance-evidence/${version}`;
