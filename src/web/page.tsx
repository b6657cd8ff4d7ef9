import { ApiError } from '#platform/errors.ts'
import { asApiError } from '#platform/http/failures.ts'
import type { Context } from '#platform/context.ts'
import type { Call } from './answer.ts'
import { sendNotFound, sendNotice } from './notices.tsx'

export type PageHandler = (c: Call) => Promise<Response>

/** A page's handler with what all of them share: its name in the metrics, the rate limit, errors as pages. */
export function page(ctx: Context, name: string, handle: PageHandler): PageHandler {
  return async (c) => {
    c.set('operation', `page ${name}`)
    // before anything is read
    c.set('begun', ctx.kept.begin())
    try {
      await ctx.rateLimits.request({ address: c.env.address })
      return await handle(c)
    } catch (error) {
      return sendFailure(ctx, c, error)
    }
  }
}

/** Any error as a page in the same look. What is not there and what may not be seen read the same. */
export async function sendFailure(ctx: Context, c: Call, error: unknown): Promise<Response> {
  const known = asApiError(error, ctx.log, c.env.requestId)
  if (known.status === 404) return sendNotFound(ctx, c)
  if (known.code === 'second_factor') return sendSecondFirst(ctx, c)
  const words = wordsFor(known)
  const status = known.status in WORDS ? (known.status as keyof typeof WORDS) : 400
  return sendNotice(
    ctx,
    c,
    { ...words, ...(known.status >= 500 ? { reference: c.env.requestId } : {}) },
    { status, headers: known.headers },
  )
}

/** For an operator whose session is one of a single step: on to the second, or to setting one up. */
const sendSecondFirst = (ctx: Context, c: Call): Promise<Response> =>
  sendNotice(
    ctx,
    c,
    {
      title: 'One more step',
      text: 'These pages run the service, so they take more than a password: a passkey, or a code of your app.',
      way: { href: `/sign-in/second?return=${encodeURIComponent(c.req.path)}`, words: 'Take the second step' },
    },
    { status: 403 },
  )

function wordsFor({ code, status, message }: ApiError): { title: string; text: string } {
  if (code === 'suspended') return { title: 'Your account is suspended', text: message }
  return WORDS[status as keyof typeof WORDS] ?? { title: 'That did not work', text: message }
}

const WORDS = {
  403: { title: 'Not from here', text: 'This form must be sent from our own page. Go back, load it again and retry.' },
  413: { title: 'Too much at once', text: 'What was sent is larger than this page takes. Go back, send less and try again.' },
  429: { title: 'Slow down', text: 'Too many requests came from your address. Wait a moment and try again.' },
  500: { title: 'Something broke', text: 'The fault is ours, and nothing was changed. Try again; if it stays, tell us the reference.' },
  503: { title: 'Back in a moment', text: 'The service is busy. Try again in a few seconds.' },
} as const

export const notFound = (): ApiError => new ApiError('not_found', 'There is no page at this address.')
