import type { Context, Person } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Button } from '#web/components/button.tsx'
import { Field, TextArea } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { addressFrom, addressOf, addressWords, checkAddress, freeNear, hostOf, type Address } from './address.ts'
import { call, problemAt, tried, type Problem } from './calling.ts'
import { sendAppPage } from './frame.tsx'
import { doneAt, place } from './places.ts'
import type { Shop } from './records.ts'
import { LookBand } from './shop-band.tsx'
import type { Taken } from './taking.ts'
import { ToneChoice } from './tone-choice.tsx'

/** `/app/open-shop`: name, address, colour and words, with a look at it before it opens. */
export const mountOpenShop = (app: App, ctx: Context): void =>
  place(
    app,
    ctx,
    '/app/open-shop',
    'open-shop',
    async (c, viewer) => (isCheck(c) ? check(ctx, c) : send(ctx, c, viewer, { fields: { tone: 'lemon' } })),
    (c, taken) => open(ctx, c, taken),
  )

const isCheck = (c: Call): boolean => c.req.header('Accept') === 'application/json'

/** Whether an address is free, for a form that is still being typed. */
const check = async (ctx: Context, c: Call): Promise<Response> => {
  const said = (name: string): string => (c.req.query(name) ?? '').slice(0, 200)
  const found = await checkAddress(ctx, { check: said('check'), name: said('name'), own: said('own') })
  return c.json(found, 200, { 'Cache-Control': 'private, no-store' })
}

async function open(ctx: Context, c: Call, { viewer, fields }: Taken): Promise<Response> {
  const typed = { ...fields, slug: fields.slug || addressFrom(fields.name ?? '') }
  if (fields.do === 'look') return send(ctx, c, viewer, { fields: typed, address: await addressOf(ctx, typed.slug) })
  const { name, slug, tone, about } = typed as Record<string, string>
  const result = await tried(() => call<Shop>(ctx, viewer, 'createShop', { body: { name, slug, about, ...(tone ? { tone } : {}) } }))
  if ('done' in result) return doneAt(c, '/app/listings/new', 'opened')
  const taken = result.problem.param === 'slug' ? await freeNear(ctx, slug ?? '') : []
  return send(ctx, c, viewer, { fields: typed, problem: result.problem, free: taken })
}

type Shown = { fields: Record<string, string>; problem?: Problem; address?: Address; free?: readonly string[] }

const AT_FIELDS = ['name', 'slug', 'about', 'tone']

function send(ctx: Context, c: Call, viewer: Person, { fields, problem, address, free = [] }: Shown): Promise<Response> {
  const tone = fields.tone ?? 'lemon'
  return sendAppPage(ctx, c, viewer, {
    current: 'shop',
    title: 'Open a shop',
    intro: 'A name, an address, a colour. All of it can be changed later.',
    problem,
    atFields: AT_FIELDS,
    twin: [{ method: 'POST', path: '/shops', body: { name: 'Mint & Fox', slug: 'mint-fox', tone: 'mint' } }],
    children: (
      <div class="two-sides">
        <Form class="form wide" action="/app/open-shop" viewer={viewer} island="shop-look">
          <Field
            name="name"
            label="Name"
            required
            maxlength={60}
            value={fields.name}
            problem={problemAt(problem, 'name')}
            hint="As people say it: Mint & Fox."
          />
          <Field
            name="slug"
            label="Address"
            maxlength={32}
            value={fields.slug}
            problem={problemAt(problem, 'slug')}
            hint="Small letters, digits and hyphens. Left empty, it is made from the name."
          />
          <div class="small slug-state" role="status">
            {free.length > 0 ? <p>Free now: {free.join(', ')}</p> : null}
            {address ? <p class={address.free ? 'is-free' : 'is-taken'}>{addressWords(address)}</p> : null}
          </div>
          <ToneChoice chosen={tone} />
          <TextArea
            name="about"
            label="About"
            maxlength={300}
            rows={3}
            value={fields.about ?? ''}
            problem={problemAt(problem, 'about')}
            hint="What you sell and where it comes from. The first sentence stands on your shop’s card."
          />
          <div class="actions">
            <Button kind="dark">Open the shop</Button>
            <Button name="do" value="look">
              Look at it first
            </Button>
          </div>
        </Form>
        <section class="stack" aria-label="How it will look">
          <LookBand
            tone={tone}
            name={fields.name ?? ''}
            about={fields.about ?? ''}
            without={`By ${viewer.name}`}
            host={hostOf(ctx, fields.slug ?? '')}
          />
          <p class="small quiet">This is how it stands among the other shops. Then comes your first thing: take a photo of it.</p>
        </section>
      </div>
    ),
  })
}
