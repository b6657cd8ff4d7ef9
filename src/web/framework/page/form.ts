import type { Anonymous, Context, Person } from '#platform/context/index.ts'
import { readBody } from '#platform/http/body.ts'
import type { Upload } from '#platform/http/upload.ts'
import { originOfOurs } from '#web/framework/hosts.ts'
import { fromElsewhere, requireToken, viewerOf } from '#web/framework/session.ts'
import type { Call } from '#web/framework/answer.ts'

export type Fields = Record<string, string>

/** What a form said. */
export type SentForm = {
  /** One value of each field, its last. */
  fields: Fields
  /** All values of a field: of boxes with one name. */
  all(name: string): string[]
  /** The lines of a list of maps: `fields[0][label]`. */
  lines(name: string): Fields[]
  files: readonly Upload[]
}

/** The largest form, in bytes: a message; with files and lists of lines, a description and sixty of them. */
const MAX_BYTES = 64 * 1024
const MAX_LONG_BYTES = 256 * 1024

type Takes = {
  /** With files, and long. */
  files?: boolean | undefined
  evenSuspended?: boolean | undefined
}

/**
 * Who sends a form of our own page, before anything of it is read. Errors: 403 for a form from elsewhere, and `suspended` for a
 * suspended account unless the form is one of those that it may send.
 */
export async function senderOf(ctx: Context, c: Call, { evenSuspended = false }: Takes = {}): Promise<Anonymous | Person> {
  requireOurs(ctx, c)
  return viewerOf(ctx, c, { writes: true, evenSuspended })
}

/** Errors: 403 unless the form says by its `Origin` that our own page sent it. */
export function requireOurs(ctx: Context, c: Call): void {
  if (c.req.header('Origin') !== new URL(ctx.config.publicUrl).origin) throw fromElsewhere('origin')
}

/** What a form says; `use` runs before its files are gone. A session's form has its token. Errors: 403 with another session's. */
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
 * A form of a page that is the same for all, a shop's or a stranger's: it holds no token, so that its exact `Origin` alone says that it is
 * ours. For what is harmless and easily taken back. On the main address a session's form has its token as all of them do. Errors: 403.
 */
export async function takeTap(ctx: Context, c: Call): Promise<{ viewer: Anonymous | Person; fields: Fields }> {
  const ours = originOfOurs(c.req.header('Origin'), ctx.config)
  if (ours === null) throw fromElsewhere('origin')
  const origin = new URL(ctx.config.publicUrl).origin
  const viewer = await viewerOf(ctx, c, { writes: true, origin })
  return withForm(c, ours.slug === null ? viewer : null, {}, async ({ fields }) => ({ viewer, fields }))
}
