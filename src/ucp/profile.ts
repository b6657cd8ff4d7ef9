import { UCP_VERSION } from './rules.ts'
import type { Context } from '#platform/context/index.ts'
import type { Call } from '#platform/http/mount.ts'
import { publishedKeys } from '#platform/signatures/signing-keys.ts'
import { paymentHandlers } from './payment.ts'
import { endpointOf, ownCapabilities, standard, TOOLS_PATH } from './names.ts'

export const PROFILE_PATH = '/.well-known/ucp'

/** Sends the profile. Clients may cache it (UCP overview, Hosting: for at least a minute). */
export const sendProfile = async (ctx: Context, c: Call): Promise<Response> =>
  c.json(await businessProfile(ctx), 200, { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' })

async function businessProfile(ctx: Context): Promise<object> {
  const services = [
    { transport: 'rest', endpoint: endpointOf(ctx), schema: 'rest.openapi' },
    { transport: 'mcp', endpoint: `${ctx.config.programsUrl}${TOOLS_PATH}`, schema: 'mcp.openrpc' },
  ]
  return {
    ucp: {
      version: UCP_VERSION,
      services: {
        'dev.ucp.shopping': services.map(({ transport, endpoint, schema }) => ({
          version: UCP_VERSION,
          spec: standard('specification/overview'),
          transport,
          endpoint,
          schema: standard(`services/shopping/${schema}.json`),
        })),
      },
      capabilities: ownCapabilities(ctx),
      payment_handlers: paymentHandlers(ctx, ctx.payments?.name ?? null),
    },
    signing_keys: await publishedKeys(ctx),
  }
}
