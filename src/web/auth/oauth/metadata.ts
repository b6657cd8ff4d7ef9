import type { Context, Core } from '#platform/context/index.ts'
import { namesOfScopes } from '#identity/oauth-apps/rules.ts'
import { SCOPES } from '#core/scopes.ts'
import { MCP_PATHS } from '#mcp/door.ts'
import { UCP_PATH } from '#ucp/names.ts'
import type { App } from '#platform/http/mount.ts'
import { refuseOtherMethods } from '#platform/http/mount.ts'
import { serveGet } from '#web/framework/page/page.tsx'

/** Returns the OAuth issuer: the base URL for API clients. Users approve apps at the pages' base URL. */
export const issuerOf = ({ config }: Core): string => config.programsUrl

/** Mounts the metadata of the authorization server (RFC 8414) and of the protected resources (RFC 9728). */
export function mountMetadata(app: App, ctx: Context): void {
  const documents: Record<string, object> = { '/.well-known/oauth-authorization-server': serverMetadata(ctx) }
  for (const path of [...MCP_PATHS, UCP_PATH]) documents[`/.well-known/oauth-protected-resource${path}`] = resourceMetadata(ctx, path)
  for (const [path, document] of Object.entries(documents)) {
    const headers = { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' }
    serveGet(app, ctx, path, 'oauth metadata', async (c) => c.json(document, 200, headers))
    refuseOtherMethods(app, ctx, path)
  }
}

const serverMetadata = (ctx: Core): object => {
  const issuer = issuerOf(ctx)
  return {
    issuer,
    authorization_endpoint: `${ctx.config.publicUrl}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: namesOfScopes(SCOPES),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${ctx.config.publicUrl}/docs/oauth`,
    op_policy_uri: `${ctx.config.publicUrl}/privacy`,
    op_tos_uri: `${ctx.config.publicUrl}/terms`,
  }
}

const resourceMetadata = (ctx: Core, path: string): object => ({
  resource: `${ctx.config.programsUrl}${path}`,
  resource_name: 'Resale marketplace',
  authorization_servers: [issuerOf(ctx)],
  scopes_supported: namesOfScopes(SCOPES),
  bearer_methods_supported: ['header'],
  resource_documentation: `${ctx.config.publicUrl}/docs${path === UCP_PATH ? UCP_PATH : '/mcp'}`,
})
