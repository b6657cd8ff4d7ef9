import { z } from 'zod'
import { MAX_REDIRECTS, redirectProblem } from '#identity/oauth-apps/rules.ts'
import { line, listUpTo, timestamp } from '#platform/http/fields.ts'
import { count, deleted, id, idParams, kind } from '#platform/http/record-fields.ts'

const DESCRIPTIONS = {
  name: 'Name of the app, shown on the consent page.',
  redirect_uris: `Redirect URIs for authorization codes, 1 to ${MAX_REDIRECTS}: https, http on the local machine, or the app’s own URL scheme.`,
}

const redirects = () =>
  listUpTo(MAX_REDIRECTS, z.string())
    .superRefine((uris, issues) => {
      if (uris.length === 0) issues.addIssue({ code: 'custom', message: 'must name at least one URI' })
      for (const [index, uri] of uris.entries()) {
        const problem = redirectProblem(uri)
        if (problem !== null) issues.addIssue({ code: 'custom', message: problem, path: [index] })
      }
    })
    .describe(DESCRIPTIONS.redirect_uris)

/** Body of `POST /apps`, which creates an app. */
export const CreateApp = z.object({ name: line(1, 60).describe(DESCRIPTIONS.name), redirect_uris: redirects() })
export type CreateApp = z.output<typeof CreateApp>

/** Body of `PATCH /apps/{id}`, which changes an app. */
export const ChangeApp = z.object({ name: line(1, 60).optional().describe(DESCRIPTIONS.name), redirect_uris: redirects().optional() })
export type ChangeApp = z.output<typeof ChangeApp>

export const AppParams = idParams('app')

const appFields = {
  object: kind('app'),
  id: id('app').describe('The `client_id` of the app.'),
  name: z.string().describe(DESCRIPTIONS.name),
  redirect_uris: z.array(z.string()).describe('Redirect URIs for authorization codes.'),
  people: count('Number of users with an active authorization for the app.'),
  created_at: timestamp('Time of creation.'),
  last_used_at: timestamp('Time of the last authorization or token refresh.'),
}

export const OwnApp = z.object(appFields).meta({ id: 'App' })

const AppRequest = z
  .object({
    object: kind('app_request'),
    id: z.string().describe('Id of the request, as in its `Request-Id` header.'),
    operation: z.string().describe('Operation id in the OpenAPI document.'),
    method: z.string().describe('Method.'),
    status: z.int().describe('HTTP status of the response.'),
    error: z.string().nullable().describe('Error type; null on success.'),
    ms: z.int().describe('Duration in milliseconds.'),
    created_at: timestamp('Time of the request.'),
  })
  .meta({ id: 'AppRequest' })

const AppWebhook = z
  .object({
    object: kind('app_webhook'),
    url: z.string().describe('URL that receives the events.'),
    events: z.array(z.string()).describe('Event types that the webhook receives.'),
    enabled: z.boolean().describe('True while events are sent. Three days of failures turn it off.'),
    last_delivery: z
      .object({
        at: timestamp('Time of the attempt.'),
        status: z.int().describe('HTTP status of the response; 0 if there was none.'),
        error: z.string().nullable().describe('Reason for the failure; null on success.'),
      })
      .nullable()
      .describe('Last delivery attempt and its result; null before the first attempt.'),
    updated_at: timestamp('Time when the webhook was last set.'),
  })
  .meta({ id: 'AppWebhook' })

export const AppDetail = z
  .object({
    ...appFields,
    requests: z.array(AppRequest).describe('Last 50 requests that the app made, across all its users. The users are not identified.'),
    webhooks: z.array(AppWebhook).describe('Last 50 webhooks that the app set for its users. The users are not identified.'),
  })
  .meta({ id: 'AppDetail' })

export const DeletedApp = z.object({ object: kind('app'), id: id('app'), deleted: deleted() }).meta({ id: 'DeletedApp' })
