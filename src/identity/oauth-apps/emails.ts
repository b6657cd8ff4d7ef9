import type { Context } from '#platform/context/index.ts'
import { type AccountCopy, named, notYouHint, when } from '#messaging/notifications/index.ts'

export const appAllowed = (ctx: Context, name: string, redirectUri: string): AccountCopy => ({
  kind: 'key_made',
  subject: 'An app may act for you',
  lines: [
    `The app ${named(name)} at ${new URL(redirectUri).host || 'this machine'} was allowed to act for you, as far as you said. It has a key of its own among yours.`,
    `${when(ctx.now())}.`,
    `${notYouHint(ctx)} Revoke its key there at once.`,
  ],
  link: `${ctx.config.publicUrl}/app/developers/keys`,
})
