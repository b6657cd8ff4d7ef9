import type { Anonymous, Context, Person } from '#platform/context/index.ts'
import { readBody } from '#platform/http/body.ts'
import type { Upload } from '#platform/http/upload.ts'
import { originOfOurs } from '#web/framework/hosts.ts'
import { fromElsewhere, requireToken, viewerOf } from '#web/framework/session.ts'
import type { Call } from '#web/framework/answer.ts'

export type Fields = Record<string, string>

/** A parsed form. */
export type SentForm = {
  /** The last value of each field. */
  fields: Fields
  /** All values of a field, for checkboxes with one name. */
  all(name: string): string[]
  /** Entries of an indexed list: `fields[0][label]`. */
  lines(name: string): Fields[]
  files: readonly Upload[]
}

/** Size limits in bytes. The larger one fits a description and sixty list entries. */
const MAX_BYTES = 64 * 1024
const MAX_LONG_BYTES = 256 * 1024

type Takes = {
  /** Accepts files, and the larger size. */
  files?: boolean | undefined
  evenSuspended?: boolean | undefined
}

/**
 * Returns the sender of a form, before its body is read. Errors: 403 for a form from elsewhere, and `suspended` for a suspended account
 * unless `evenSuspended`.
 */
export async function senderOf(ctx: Context, c: Call, { evenSuspended = false }: Takes = {}): Promise<Anonymous | Person> {
  requireOurs(ctx, c)
  return viewerOf(ctx, c, { writes: true, evenSuspended })
}

/** Errors: 403 unless `Origin` is the main host. */
export function requireOurs(ctx: Context, c: Call): void {
  if (c.req.header('Origin') !== new URL(ctx.config.publicUrl).origin) throw fromElsewhere('origin')
}

/**
 * Parses the form and runs `use` before the uploaded files are deleted. A session's form must carry its token. Errors: 403 with another
 * session's.
 */
export async function withForm<T>(
  c: Call,
  viewer: Anonymous | Person | null,
  { files = false }: Takes,
  use: (form: SentForm) => Promise<T>,
): Promise<T> {
  const body = await readBody(c.env.incoming, files ? ['form', 'multipart'] : ['form'], files ? MAX_LONG_BYTES : MAX_BYTES)
  try {
    const { form_token: token, ...raw } = body.value as Record<string, unknown>
    if (viewer !== null && viewer.kind !== 'anonymous') requireToken(viewer, typeof token === 'string' ? token : '')
    const all = (name: string): string[] => [raw[name] ?? []].flat().filter((one) => typeof one === 'string')
    const fields = Object.fromEntries(Object.keys(raw).map((name) => [name, all(name).at(-1) ?? '']))
    const lines = (name: string) => (Array.isArray(raw[name]) ? raw[name].filter((one) => typeof one === 'object') : [])
    return await use({ fields, all, lines, files: body.files.filter(({ bytes }) => bytes > 0) })
  } finally {
    await body.cleanup()
  }
}

/**
 * Reads a form of a public page, which has no token: only its exact `Origin` proves that it is ours. Only for actions that are easy to
 * undo. On the main host, a session's form must carry its token. Errors: 403.
 */
export async function readPublicForm(ctx: Context, c: Call): Promise<{ viewer: Anonymous | Person; fields: Fields }> {
  const ours = originOfOurs(c.req.header('Origin'), ctx.config)
  if (ours === null) throw fromElsewhere('origin')
  const origin = new URL(ctx.config.publicUrl).origin
  const viewer = await viewerOf(ctx, c, { writes: true, origin })
  return withForm(c, ours.slug === null ? viewer : null, {}, async ({ fields }) => ({ viewer, fields }))
}
