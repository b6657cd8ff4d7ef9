import type { Context } from '#platform/context/index.ts'
import { CheckShopping, checkShopping } from '#helpers/shopping-check/index.ts'
import { coerceStrings } from '#platform/http/coerce.ts'
import { validate } from '#platform/http/validate.ts'
import { goTo, sendPage } from '#web/framework/answer.ts'
import { FormPage, CheckedPage, SoonPage } from './pages.tsx'
import { inputOf, atItsField, isEmptyInput, type Typed } from './input.ts'
import { page, toSignIn } from '#web/framework/page/page.tsx'

const PATH = '/check'

/**
 * `/check` estimates the resale value of an item before the user buys it (spec: interface, helper 9). A check requires an account. If a
 * provider is not configured, the page shows "coming soon".
 */
export const checkPage = page({
  path: PATH,
  name: 'check',
  who: 'either',
  async form({ ctx, c, viewer }, { fields: { text = '', amount = '' } }) {
    if (!canCheck(ctx)) return goTo(c, PATH)
    const typed: Typed = { text, amount }
    if (viewer.kind === 'anonymous') return toSignIn(c, typed)
    const input = inputOf(typed)
    if (!input['link'] && !input['words']) throw isEmptyInput()
    const check = await checkShopping(ctx, viewer, validate(CheckShopping, coerceStrings(CheckShopping, input)))
    return sendPage(ctx, c, <CheckedPage ctx={ctx} viewer={viewer} typed={typed} check={check} />)
  },
  show({ ctx, c, viewer, typed: { text, amount }, problem }) {
    if (!canCheck(ctx))
      return sendPage(ctx, c, <SoonPage ctx={ctx} viewer={viewer} />, { headers: noIndex(c.req.query('text') || c.req.query('amount')) })
    const typed: Typed = { text: text ?? c.req.query('text') ?? '', amount: amount ?? c.req.query('amount') ?? '' }
    const markup = <FormPage ctx={ctx} viewer={viewer} typed={typed} problem={atItsField(problem)} />
    return sendPage(ctx, c, markup, { status: problem?.status ?? 200, headers: problem ? {} : noIndex(typed.text || typed.amount) })
  },
})

const noIndex = (typed: string | undefined) => (typed ? { 'X-Robots-Tag': 'noindex' } : {})

const canCheck = ({ providers: { browser, model } }: Context): boolean => Boolean(browser && model)
