import type { Context } from '#platform/context/index.ts'
import { type AccountCopy, whenAndBy, notYouHint } from '#messaging/notifications/index.ts'

export const signedInFromNew = (ctx: Context, agent: string | null): AccountCopy => ({
  kind: 'new_browser',
  subject: 'A sign-in from a new browser',
  lines: [
    'Your account was signed in to from a browser that we have not seen you with before.',
    whenAndBy(ctx, { agent }),
    'If it was you, all is well: it is known from now on.',
    notYouHint(ctx),
  ],
  link: ctx.urls.settings(),
})
