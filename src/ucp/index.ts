import type { Context } from '#platform/context/index.ts'
import type { Deps as Calls } from '#mcp/calls.ts'
import { answerOptions, counted, refuseOtherMethods, type App, type Call } from '#platform/http/mount.ts'
import { mountUcpTools } from './mcp.ts'
import { OFFERS_SCHEMA, offersName } from './names.ts'
import { offerSchema } from './offer-schema.ts'
import { operationsOf } from './operations.ts'
import type { Deps } from './outcome.ts'
import { createPlatforms } from './platforms.ts'
import { paymentSchema } from './payment.ts'
import { PROFILE_PATH, sendProfile } from './profile.ts'
import { Refusal, toRefusal } from './refusal.ts'
import { answerRest } from './rest.ts'

/**
 * Mounts the Universal Commerce Protocol (release 2026-04-08): the profile and the operations over REST. Each operation calls an endpoint
 * through the API pipeline (rate limits, scopes, spend limits, approvals, idempotency, request log) and wraps the response in the
 * protocol's envelope.
 */
export function mountUcp(app: App, calls: Calls): void {
  const deps: Deps = { ...calls, platforms: createPlatforms(calls.ctx) }
  app.get(PROFILE_PATH, (c) =>
    answered(deps, c, 'ucp profile', async () => {
      await deps.ctx.rateLimits.request({ address: c.env.address })
      return sendProfile(deps.ctx, c)
    }),
  )
  const { ctx } = deps
  refuseOtherMethods(app, ctx, PROFILE_PATH)
  const schemas = {
    '/ucp/schemas/payment.json': paymentSchema(ctx),
    [OFFERS_SCHEMA]: offerSchema(offersName(ctx), `${ctx.config.programsUrl}${OFFERS_SCHEMA}`),
  }
  for (const [path, schema] of Object.entries(schemas)) {
    const headers = { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' }
    app.get(
      path,
      counted(ctx, (c) => c.json(schema, 200, headers)),
    )
    refuseOtherMethods(app, ctx, path)
  }
  mountUcpTools(app, deps)
  for (const [path, operations] of Map.groupBy(operationsOf(ctx), (one) => one.path)) {
    const route = `/ucp${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    for (const operation of operations)
      app.on(operation.method, route, (c) => answered(deps, c, operation.endpoint, () => answerRest(deps, operation, c)))
    const allow = [...operations.map(({ method }) => method), 'OPTIONS'].join(', ')
    answerOptions(app, ctx, route, { Allow: allow })
    const wrong = new Refusal(405, 'method_not_allowed', `Only ${allow} is allowed at this address.`, { headers: { Allow: allow } })
    app.all(
      route,
      counted(ctx, (c) => refused(c, wrong)),
    )
  }
}

async function answered({ ctx }: Deps, c: Call, operation: string, run: () => Promise<Response>): Promise<Response> {
  c.set('operation', operation)
  try {
    return await run()
  } catch (error) {
    // counts the request here, because the refusal precedes the pipeline, which normally counts requests
    const limit = error instanceof Refusal ? await over(ctx, c) : null
    return refused(c, toRefusal(ctx, limit ?? error, c.env.requestId))
  }
}

const over = ({ rateLimits }: Context, c: Call): Promise<unknown> =>
  rateLimits.request({ address: c.env.address }).then(
    () => null,
    (error: unknown) => error,
  )

function refused(c: Call, { status, code, message, headers, path }: Refusal): Response {
  const body = { code, content: message, ...(path === undefined ? {} : { path }) }
  return c.json(body, status as 400, { 'Cache-Control': 'no-store', ...headers })
}
