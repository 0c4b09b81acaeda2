import { artifact } from './artifact.ts';
import { flow } from './flow.ts';
import type { PageRoute } from './mount.ts';
import { attachment } from './record.ts';
import { snapshot } from './snapshot.ts';
import { trail } from './trail.ts';

export { mountPages } from './mount.ts';

/** The pages that every `html_url` of this service leads to, and the files that these pages link to. */
export const pageRoutes: readonly PageRoute[] = [flow, trail, attachment, artifact, snapshot];
