import type { Child } from '#web/framework/jsx/index.ts'
import type { Context } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { sendPage, type Call, type PageOptions, type Viewer } from '#web/framework/answer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Plain } from '#web/ui/layouts/public.tsx'
import type { Problem } from './problem.ts'

type Page = { title: string; viewer?: Viewer; problem?: Problem | undefined; status?: PageOptions['status'] }

/**
 * A page that may have a secret in its address: no other host is told of it, and no index keeps it. Not `no-referrer`: browsers then
 * send a form of the page with `Origin: null`, which is refused as one from elsewhere.
 */
export const sendWayIn = (ctx: Context, c: Call, { title, viewer, problem, status = 200 }: Page, children: Child): Promise<Response> =>
  sendPage(
    ctx,
    c,
    <Plain site={ctx.config} viewer={viewer} title={title}>
      {children}
    </Plain>,
    { status: problem?.status ?? status, headers: { 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'same-origin' } },
  )

/** For a link that was used, is too old, or never was: all the same to us, and the way on. */
export const sendGoneLink = (ctx: Context, c: Call, path = '/forgot', words = 'Ask for a new mail'): Promise<Response> =>
  sendWayIn(
    ctx,
    c,
    { title: 'This link does not work any more', status: 400 },
    <>
      <p class="lead">It was used already, or is too old. A link works once, and not for long.</p>
      <p class="actions">
        <ButtonLink kind="dark" href={path}>
          {words}
        </ButtonLink>
      </p>
    </>,
  )

/** Uses a link; null for one that does not work (any more). */
export async function unlessGone<T>(use: () => Promise<T>): Promise<T | null> {
  try {
    return await use()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'token') return null
    throw error
  }
}
