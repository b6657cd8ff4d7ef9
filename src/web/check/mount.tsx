import type { Context } from '#platform/context.ts'
import { CheckShopping } from '#helpers/sidekick/schema.ts'
import { checkShopping, type Check } from '#helpers/sidekick/index.ts'
import { coerceStrings } from '#platform/http/coerce.ts'
import type { App } from '#platform/http/mount.ts'
import { validate } from '#platform/http/validate.ts'
import { goTo, sendPage, type Call } from '#web/answer.ts'
import { page } from '#web/page.tsx'
import { takeForm, viewerOf } from '#web/session.ts'
import { toSignIn } from '#web/you/mount.ts'
import { AskPage, CheckedPage, SoonPage } from './pages.tsx'
import { askedOf, nothingTyped, wrongOf, type Typed } from './typed.ts'

const PATH = '/check'

/**
 * `/check`: what a thing would bring back that somebody thinks of buying (interface, helper 9). Anybody sees the page;
 * a check takes an account. Without its providers it is coming soon.
 */
export function mountCheck(app: App, ctx: Context): void {
  app.get(
    PATH,
    page(ctx, 'check', (c) => send(ctx, c)),
  )
  app.post(
    PATH,
    page(ctx, 'check', (c) => take(ctx, c)),
  )
}

const canCheck = ({ providers: { browser, model } }: Context): boolean => Boolean(browser && model)

async function send(ctx: Context, c: Call): Promise<Response> {
  const viewer = await viewerOf(ctx, c)
  const typed: Typed = { text: c.req.query('text') ?? '', amount: c.req.query('amount') ?? '' }
  const headers = typed.text || typed.amount ? { 'X-Robots-Tag': 'noindex' } : {}
  const markup = canCheck(ctx) ? <AskPage ctx={ctx} viewer={viewer} typed={typed} /> : <SoonPage ctx={ctx} viewer={viewer} />
  return sendPage(ctx, c, markup, { headers })
}

async function take(ctx: Context, c: Call): Promise<Response> {
  const { viewer, fields } = await takeForm(ctx, c)
  if (!canCheck(ctx)) return goTo(c, PATH)
  const typed: Typed = { text: fields['text'] ?? '', amount: fields['amount'] ?? '' }
  if (viewer.kind === 'anonymous') return toSignIn(c, typed)
  let check: Check
  try {
    const asked = askedOf(typed)
    if (!asked['link'] && !asked['words']) throw nothingTyped()
    check = await checkShopping(ctx, viewer, validate(CheckShopping, coerceStrings(CheckShopping, asked)))
  } catch (error) {
    const problem = wrongOf(error)
    return sendPage(ctx, c, <AskPage ctx={ctx} viewer={viewer} typed={typed} problem={problem} />, { status: problem.status })
  }
  return sendPage(ctx, c, <CheckedPage ctx={ctx} viewer={viewer} typed={typed} check={check} />)
}
