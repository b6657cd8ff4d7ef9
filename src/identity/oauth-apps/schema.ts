import { z } from 'zod'
import { MAX_REDIRECTS, redirectProblem } from './rules.ts'
import { cleanName } from '#core/quoted-name.ts'
import { cleanText } from '#core/text.ts'

const redirects = z
  .array(
    z.string().superRefine((uri, issues) => {
      const problem = redirectProblem(uri)
      if (problem !== null) issues.addIssue({ code: 'custom', message: problem })
    }),
  )
  .min(1, 'must name at least one URI')
  .max(MAX_REDIRECTS, `must have at most ${MAX_REDIRECTS} URIs`)

const name = z
  .string()
  .transform((raw) => {
    const clean = cleanText(raw.slice(0, 500).toWellFormed())
    return clean.ok ? cleanName(clean.text) : ''
  })
  .optional()

/** Metadata of an app, from either its registration or its metadata document (RFC 7591). Other fields are ignored. */
export const ClientMetadata = z.object({
  client_id: z.string().max(500).optional(),
  client_name: name,
  redirect_uris: redirects,
  token_endpoint_auth_method: z.string().optional(),
})
export type ClientMetadata = z.output<typeof ClientMetadata>
