import type { Context, Person } from '#platform/context.ts'
import { ApiError } from '#platform/errors.ts'
import { readBody } from '#platform/http/body.ts'
import type { Upload } from '#platform/http/upload.ts'
import type { Call } from '#web/answer.ts'
import { requireToken, viewerOf } from '#web/session.ts'

export type Taken = {
  viewer: Person
  /** One value of each field, its last. */
  fields: Record<string, string>
  /** All values of a field: of boxes with one name. */
  all(name: string): string[]
  /** The lines of a list of maps: `fields[0][label]`. */
  lines(name: string): Record<string, string>[]
  files: readonly Upload[]
}

/** The largest form without files, in bytes: a description and sixty detail lines. */
const MAX_FORM_BYTES = 256 * 1024

/**
 * A form of our own page, with files and with several values of one name; null for somebody who is not signed in, whose
 * body is not read. `use` runs before the files are gone. Errors: 403 as `takeForm`.
 */
export async function takeAppForm(
  ctx: Context,
  c: Call,
  use: (taken: Taken) => Promise<Response>,
  { evenSuspended = false } = {},
): Promise<Response | null> {
  if (c.req.header('Origin') !== new URL(ctx.config.publicUrl).origin)
    throw new ApiError('permission', 'This form must be sent from our own page. Load it again and retry.', { code: 'origin' })
  const viewer = await viewerOf(ctx, c, { writes: true, evenSuspended })
  if (viewer.kind === 'anonymous') return null
  const { value, files, cleanup } = await readBody(c.env.incoming, ['form', 'multipart'], MAX_FORM_BYTES)
  try {
    const raw = value as Record<string, unknown>
    const all = (name: string): string[] => [raw[name] ?? []].flat().filter((one) => typeof one === 'string')
    const fields = Object.fromEntries(Object.keys(raw).map((name) => [name, all(name).at(-1) ?? '']))
    requireToken(viewer, fields.form_token ?? '')
    const lines = (name: string) => (Array.isArray(raw[name]) ? raw[name].filter((one) => typeof one === 'object') : [])
    return await use({ viewer, fields, all, lines, files })
  } finally {
    await cleanup()
  }
}
