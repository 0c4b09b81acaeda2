/** Where GraphQL is, next to REST: on a server of one's own at `/api/graphql` (docs.github.com/enterprise-server/graphql). */
export function graphqlUrlOf(apiUrl: string): string {
  return `${apiUrl.replace(/\/+$/, '').replace(/\/api\/v3$/, '/api')}/graphql`;
}
