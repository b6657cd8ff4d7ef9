import type { Child } from '#web/framework/jsx/index.ts'
import type { Context } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { sendPage, type Call, type PageOptions, type Viewer } from '#web/framework/answer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Plain } from '#web/ui/layouts/public.tsx'
import type { Problem } from './problem.ts'
import { siteOf } from '#web/framework/site.ts'

type Page = {
  title: string
  viewer?: Viewer
  problem?: Problem | undefined
  status?: PageOptions['status']
  headers?: Record<string, string>
}

/**
 * Sends a page whose URL may contain a secret. Other hosts get no referrer, and search engines do not index the page. The referrer policy
 * is not `no-referrer`, because browsers would then send the page's form with `Origin: null`, which is rejected.
 */
export const sendAuthPage = (
  ctx: Context,
  c: Call,
  { title, viewer, problem, status = 200, headers = {} }: Page,
  children: Child,
): Promise<Response> =>
  sendPage(
    ctx,
    c,
    <Plain site={siteOf(ctx)} viewer={viewer} title={title}>
      {children}
    </Plain>,
    { status: problem?.status ?? status, headers: { ...headers, 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'same-origin' } },
  )

/** Sends the page for an invalid email link. Used, expired and unknown links get the same page. */
export const sendGoneLink = (ctx: Context, c: Call, path = '/forgot', label = 'Request a new email'): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'This link no longer works', status: 400 },
    <>
      <p class="lead">The link has expired or was already used. Each link works only once, and only for a short time.</p>
      <p class="actions">
        <ButtonLink kind="dark" href={path} label={label} />
      </p>
    </>,
  )

/** Runs `use`, which consumes a link. Returns null if the link is invalid or has expired. */
export async function unlessGone<T>(use: () => Promise<T>): Promise<T | null> {
  try {
    return await use()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'token') return null
    throw error
  }
}
