import type { Page } from '#web/framework/page/page.tsx'
import { FORGOT_PAGES } from './forgot.tsx'
import { linkPage } from './email-link.tsx'
import { orderLinkPage, payLinkPage } from './guest-order.tsx'
import { secondPage } from './second-factor.tsx'
import { SIGN_IN_PAGES } from './sign-in.tsx'
import { signUpPage } from './sign-up.tsx'
import { verifyPage } from './verify.tsx'

/** Pages for sign-in, sign-up and email links (spec: ux 1.1). */
export const AUTH_PAGES: readonly Page[] = [
  ...SIGN_IN_PAGES,
  signUpPage,
  ...FORGOT_PAGES,
  secondPage,
  linkPage,
  verifyPage,
  payLinkPage,
  orderLinkPage,
]
