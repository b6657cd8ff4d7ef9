import type { TestApp } from '#test/app.ts'

export const LINK_PATHS = { reset: '/forgot/new', verify: '/verify', sign_in: '/sign-in/link' } as const

type Mail = { recipient: string; subject: string; body: string }

/** Returns the mails in the dev mailbox for an address, newest first. Moves the clock by a second so that due mails are sent. */
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

/** Returns the token of the last mail to an address with such a link, after a request at `ask`. */
export async function mailedLink(app: TestApp, email: string, path: string, { ask }: { ask?: string } = {}): Promise<string> {
  if (ask) await app.call('POST', ask, { json: { email } })
  for (let tries = 0; tries < 5; tries++) {
    for (const { body } of await mailsTo(app, email)) {
      const token = body.includes(`${path}?`) ? /\?token=([0-9A-Za-z]{32})/.exec(body)?.[1] : undefined
      if (token) return token
    }
  }
  throw new Error(`no mail to ${email} with a link to ${path}`)
}
