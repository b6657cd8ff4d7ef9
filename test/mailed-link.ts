import type { TestApp } from '#test/app.ts'

export const LINK_PATHS = { reset: '/forgot/new', verify: '/verify', sign_in: '/sign-in/link' } as const

type Mail = { recipient: string; subject: string; body: string }

/**
 * Returns the emails to an address, newest first, from the development mailbox. Advances the clock by one second first, so that due emails
 * are sent.
 */
export async function mailsTo(app: TestApp, email: string): Promise<Mail[]> {
  await app.advance(1)
  return app.service.ctx.db
    .selectFrom('mails')
    .select(['recipient', 'subject', 'body'])
    .where('recipient', '=', email)
    .where('status', '=', 'sent')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Returns the token from the latest email to `email` that links to `path`. If `requestPath` is given, first requests the email through that
 * path.
 */
export async function mailedLink(
  app: TestApp,
  email: string,
  path: string,
  { requestPath }: { requestPath?: string } = {},
): Promise<string> {
  if (requestPath) await app.call('POST', requestPath, { json: { email } })
  for (let tries = 0; tries < 5; tries++) {
    for (const { body } of await mailsTo(app, email)) {
      const token = body.includes(`${path}?`) ? /\?token=([0-9A-Za-z]{32})/.exec(body)?.[1] : undefined
      if (token) return token
    }
  }
  throw new Error(`no mail to ${email} with a link to ${path}`)
}
