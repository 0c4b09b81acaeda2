// Stands for `@octokit/openapi-types`, by `paths` in tsconfig.json: 15 MB of types, read anew by every run of the compiler, of
// which we use nothing. A request to GitHub names its route as text, and its answer is checked where it is read.
export type paths = unknown;
