import type { Core } from '#platform/context/index.ts'
import { type AccountCopy, named, notYouHint, when } from '#messaging/notifications/index.ts'

export const appAllowed = (ctx: Core, name: string, redirectUri: string): AccountCopy => ({
  kind: 'key_made',
  subject: 'New app connected to your account',
  lines: [
    `The app ${named(name)} at ${new URL(redirectUri).host || 'this machine'} can now act for you, within the permissions that you allowed. It has its own key in your list of keys.`,
    `${when(ctx.now())}.`,
    `${notYouHint(ctx)} Revoke its key there immediately.`,
  ],
  link: `${ctx.config.publicUrl}/app/developers/keys`,
})
