import type { Anonymous, Context, Person } from '#context.ts'
import { authenticate } from '#features/keys/authenticate.ts'
import { readBody } from '#lib/http/body.ts'
import { ApiError } from '#lib/errors.ts'
import { stranger, type Call } from './answer.ts'

/** Who looks at a page: by session cookie alone. A key in a header is for the API. */
export async function viewerOf(ctx: Context, c: Call, { writes = false } = {}): Promise<Anonymous | Person> {
  const viewer = await authenticate(ctx, {
    authorization: undefined,
    cookie: c.req.header('Cookie'),
    origin: c.req.header('Origin'),
    writes,
    address: c.env.address,
  })
  return viewer.kind === 'anonymous' ? stranger(c) : viewer
}

/** The fields of a form that our own page sent. Errors: 403 for a form from elsewhere. */
export async function readForm(ctx: Context, c: Call): Promise<Record<string, string>> {
  if (c.req.header('Origin') !== new URL(ctx.config.publicUrl).origin) {
    throw new ApiError('permission', 'This form must be sent from our own page.', { code: 'origin' })
  }
  const { value } = await readBody(c.env.incoming, ['form'], 16 * 1024)
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([name, field]) => [name, typeof field === 'string' ? field : '']),
  )
}

/** A path of our own to go back to after signing in; `/` for anything that could lead elsewhere. */
export function ownPath(ctx: Context, raw: string | undefined): string {
  const { origin } = new URL(ctx.config.publicUrl)
  if (raw === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(raw) || !URL.canParse(raw, origin)) return '/'
  const url = new URL(raw, origin)
  return url.origin === origin ? `${url.pathname}${url.search}` : '/'
}
