import type { Core } from '#platform/context/index.ts'
import { type AccountCopy, whenAndBy, notYouHint } from '#messaging/notifications/index.ts'

export const signedInFromNew = (ctx: Core, agent: string | null): AccountCopy => ({
  kind: 'new_browser',
  subject: 'New sign-in to your account',
  lines: [
    'Someone signed in to your account from a browser that you have not used here before.',
    whenAndBy(ctx, { agent }),
    'If this was you, you do not need to do anything. We will recognize this browser from now on.',
    notYouHint(ctx),
  ],
  link: ctx.urls.settings(),
})
