import { z } from 'zod'
import { MAX_REDIRECTS, redirectProblem } from '#identity/oauth-apps/rules.ts'
import { line, listUpTo, timestamp } from '#platform/http/fields.ts'
import { count, deleted, id, idParams, kind } from '#platform/http/record-fields.ts'

const WORDS = {
  name: 'What people are asked to allow, by this name.',
  redirect_uris: `Addresses that codes may be sent to, 1 to ${MAX_REDIRECTS}: https, http on one’s own machine, or a scheme of the app’s own.`,
}

const redirects = () =>
  listUpTo(MAX_REDIRECTS, z.string())
    .superRefine((uris, issues) => {
      if (uris.length === 0) issues.addIssue({ code: 'custom', message: 'must name at least one address' })
      for (const [index, uri] of uris.entries()) {
        const problem = redirectProblem(uri)
        if (problem !== null) issues.addIssue({ code: 'custom', message: problem, path: [index] })
      }
    })
    .describe(WORDS.redirect_uris)

/** Body of `POST /apps`. */
export const CreateApp = z.object({ name: line(1, 60).describe(WORDS.name), redirect_uris: redirects() })
export type CreateApp = z.output<typeof CreateApp>

/** Body of `PATCH /apps/{id}`. */
export const ChangeApp = z.object({ name: line(1, 60).optional().describe(WORDS.name), redirect_uris: redirects().optional() })
export type ChangeApp = z.output<typeof ChangeApp>

export const AppParams = idParams('app')

const appFields = {
  object: kind('app'),
  id: id('app').describe('The `client_id` of the app.'),
  name: z.string().describe(WORDS.name),
  redirect_uris: z.array(z.string()).describe('Addresses that codes may be sent to.'),
  people: count('People who allow it now.'),
  created_at: timestamp('When it was made.'),
  last_used_at: timestamp('When somebody last allowed it, or it renewed a token.'),
}

export const OwnApp = z.object(appFields).meta({ id: 'App' })

const AppRequest = z
  .object({
    object: kind('app_request'),
    id: z.string().describe('Id of the request, as in its `Request-Id` header.'),
    operation: z.string().describe('Name of the operation, as in this file.'),
    method: z.string().describe('Method.'),
    status: z.int().describe('Status of the answer.'),
    error: z.string().nullable().describe('Type of the error; null where it went well.'),
    ms: z.int().describe('How long it took, in milliseconds.'),
    created_at: timestamp('When it came.'),
  })
  .meta({ id: 'AppRequest' })

const AppWebhook = z
  .object({
    object: kind('app_webhook'),
    url: z.string().describe('Where events go.'),
    events: z.array(z.string()).describe('Which ones.'),
    enabled: z.boolean().describe('Whether events are sent. Three days of failures switch it off.'),
    last_delivery: z
      .object({
        at: timestamp('When it was tried.'),
        status: z.int().describe('Status of the answer; 0 where none came.'),
        error: z.string().nullable().describe('Why it failed.'),
      })
      .nullable()
      .describe('The last try and what came back.'),
    updated_at: timestamp('When it was last set.'),
  })
  .meta({ id: 'AppWebhook' })

export const AppDetail = z
  .object({
    ...appFields,
    requests: z.array(AppRequest).describe('The last 50 requests of the app, whoever it acted for; for whom is not said.'),
    webhooks: z.array(AppWebhook).describe('The last 50 webhooks that the app set for people; for whom is not said.'),
  })
  .meta({ id: 'AppDetail' })

export const DeletedApp = z.object({ object: kind('app'), id: id('app'), deleted: deleted() }).meta({ id: 'DeletedApp' })
