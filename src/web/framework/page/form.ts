import type { Anonymous, Context, Person, Core } from '#platform/context/index.ts'
import { readBody } from '#platform/http/body.ts'
import type { Upload } from '#platform/http/upload.ts'
import { originOfOurs } from '#web/framework/hosts.ts'
import { fromElsewhere, requireToken, viewerOf, type Guests } from '#web/framework/session.ts'
import type { Call } from '#web/framework/answer.ts'

export type Fields = Record<string, string>

/** A parsed form. */
export type SentForm = {
  /** Maps each field name to the field's last value. */
  fields: Fields
  /** Returns all values of a field, for checkboxes that have the same name. */
  all(name: string): string[]
  /** Returns the items of an indexed list, with field names such as `fields[0][label]`. */
  lines(name: string): Fields[]
  files: readonly Upload[]
  /** The form token. It is empty if the form was rendered for an anonymous user. */
  token: string
}

/** Returns true if the declared body length is within the limit for forms without files. */
export const isSmall = (c: Call): boolean => Number(c.req.header('Content-Length') ?? NaN) <= MAX_BYTES

/** Size limits in bytes. The larger limit leaves room for a description and sixty list items. */
const MAX_BYTES = 64 * 1024
const MAX_LONG_BYTES = 256 * 1024

type Takes = {
  files?: boolean | undefined
  evenSuspended?: boolean | undefined
  guests?: Guests | undefined
}

/**
 * Returns the sender of a form before the form's body is read. Errors: 403 if the form comes from another site; 403 `suspended` if the
 * account is suspended, unless `evenSuspended` is set.
 */
export async function senderOf(ctx: Context, c: Call, { evenSuspended = false, guests }: Takes = {}): Promise<Anonymous | Person> {
  requireOurs(ctx, c)
  return viewerOf(ctx, c, { writes: true, evenSuspended, guests })
}

/** Requires that the form comes from the main host. Errors: 403 if `Origin` names a different host or is missing. */
export function requireOurs(ctx: Core, c: Call): void {
  if (c.req.header('Origin') !== new URL(ctx.config.publicUrl).origin) throw fromElsewhere('origin')
}

/**
 * Parses the form, runs `use`, and then deletes the uploaded files. A form that is sent with a session must contain that session's token.
 * Errors: 403 if the token is missing or belongs to a different session.
 */
export async function withForm<T>(
  c: Call,
  viewer: Anonymous | Person | null,
  { files = false }: Takes,
  use: (form: SentForm) => Promise<T>,
): Promise<T> {
  const body = await readBody(c.env.incoming, files ? ['form', 'multipart'] : ['form'], files ? MAX_LONG_BYTES : MAX_BYTES)
  try {
    const { form_token: given, ...raw } = body.value as Record<string, unknown>
    const token = typeof given === 'string' ? given : ''
    if (viewer !== null && viewer.kind !== 'anonymous') requireToken(viewer, token)
    const all = (name: string): string[] => [raw[name] ?? []].flat().filter((one) => typeof one === 'string')
    const fields = Object.fromEntries(Object.keys(raw).map((name) => [name, all(name).at(-1) ?? '']))
    const lines = (name: string) => (Array.isArray(raw[name]) ? raw[name].filter((one) => typeof one === 'object') : [])
    return await use({ fields, all, lines, files: body.files.filter(({ bytes }) => bytes > 0), token })
  } finally {
    await body.cleanup()
  }
}

/**
 * Reads a form on a public page. Public pages have no token, so only the exact `Origin` proves that the form is ours. Use this function
 * only for actions that are easy to undo. On the main host, a form that is sent with a session must contain that session's token. Errors:
 * 403.
 */
export async function readPublicForm(ctx: Context, c: Call): Promise<{ viewer: Anonymous | Person; fields: Fields }> {
  const ours = originOfOurs(c.req.header('Origin'), ctx.config)
  if (ours === null) throw fromElsewhere('origin')
  const origin = new URL(ctx.config.publicUrl).origin
  const viewer = await viewerOf(ctx, c, { writes: true, origin })
  return withForm(c, ours.slug === null ? viewer : null, {}, async ({ fields }) => ({ viewer, fields }))
}
