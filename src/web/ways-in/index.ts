import type { Context } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import { page, type PageHandler } from '#web/page.tsx'
import { sendForgot, sendNewPassword, takeForgot, takeNewPassword } from './forgot.tsx'
import { sendLinkSignIn, takeLinkSignIn } from './link.tsx'
import { sendSecond, takeSecond } from './second.tsx'
import { sendVerify, takeVerify } from './verify.tsx'

/** The ways in beside the password (ux 1.1): what a mail's link leads to, each of them a page and its form. */
export function mountWaysIn(app: App, ctx: Context): void {
  const pages: Record<string, [name: string, shown: PageHandler, taken: PageHandler]> = {
    '/forgot': ['forgot', (c) => sendForgot(ctx, c), (c) => takeForgot(ctx, c)],
    '/forgot/new': ['new password', (c) => sendNewPassword(ctx, c), (c) => takeNewPassword(ctx, c)],
    '/sign-in/second': ['second step', (c) => sendSecond(ctx, c), (c) => takeSecond(ctx, c)],
    '/sign-in/link': ['sign-in link', (c) => sendLinkSignIn(ctx, c), (c) => takeLinkSignIn(ctx, c)],
    '/verify': ['verify', (c) => sendVerify(ctx, c), (c) => takeVerify(ctx, c)],
  }
  for (const [path, [name, shown, taken]] of Object.entries(pages)) {
    app.get(path, page(ctx, name, shown))
    app.post(path, page(ctx, name, taken))
  }
}
