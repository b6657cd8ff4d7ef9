import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import type { Endpoint } from '#platform/http/endpoint.ts'
import type { Examples } from './recorded.ts'

/** Returns the webhooks for the OpenAPI document, one per event type. */
export function webhooksOf(endpoints: readonly Endpoint[], examples: Examples): ZodOpenApiPathsObject {
  const sent = endpoints.flatMap(({ sends = [] }) => sends)
  return Object.fromEntries(
    sent.map(({ type, when, schema }) => [
      type,
      {
        post: {
          operationId: type.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()),
          summary: when,
          description:
            'Signed by `Service-Signature`. Any 2xx status within 10 seconds confirms delivery. Otherwise the service retries, with six attempts in total.',
          tags: ['Webhooks'],
          security: [],
          requestParams: { header: WEBHOOK_HEADERS },
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: `#/components/schemas/${schema.meta()!.id!}` },
                ...(examples[type]?.body ? { example: examples[type].body } : {}),
              },
            },
          },
          responses: { 200: { description: 'Received. Any 2xx status confirms delivery.' } },
        },
      },
    ]),
  )
}

const WEBHOOK_HEADERS = z.object({
  'Service-Signature': z.string().describe('`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `{t}.{body}` with the signing secret.'),
  'Service-Event': z.string().describe('Type of the event.'),
})
