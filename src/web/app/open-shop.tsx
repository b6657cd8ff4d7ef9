import type { Context, Person } from '#context.ts'
import { linkFromTitle, parseShopSlug } from '#domain/slug.ts'
import * as shops from '#features/shops/service.ts'
import type { App } from '#lib/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Notice } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Field, TextArea } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { Avatar, Disc } from '#web/components/shop.tsx'
import { call, problemAt, tried, type Problem } from './calling.ts'
import { sendAppPage } from './frame.tsx'
import { doneAt, place } from './places.ts'
import type { Shop } from './records.ts'
import type { Taken } from './taking.ts'
import { ToneChoice } from './tone-choice.tsx'

/** `/app/open-shop`: name, address, colour and words, with a look at it before it opens. */
export const mountOpenShop = (app: App, ctx: Context): void =>
  place(
    app,
    ctx,
    '/app/open-shop',
    'open-shop',
    (c, viewer) => send(ctx, c, viewer, { fields: { tone: 'lemon' } }),
    (c, taken) => open(ctx, c, taken),
  )

async function open(ctx: Context, c: Call, { viewer, fields }: Taken): Promise<Response> {
  const typed = { ...fields, slug: fields.slug || addressFrom(fields.name ?? '') }
  if (fields.do === 'look') return send(ctx, c, viewer, { fields: typed, address: await addressOf(ctx, typed.slug) })
  const { name, slug, tone, about } = typed as Record<string, string>
  const result = await tried(() => call<Shop>(ctx, viewer, 'createShop', { body: { name, slug, about, ...(tone ? { tone } : {}) } }))
  if ('done' in result) return doneAt(c, '/app/listings/new', 'opened')
  const taken = result.problem.param === 'slug' ? await freeNear(ctx, slug ?? '') : []
  return send(ctx, c, viewer, { fields: typed, problem: result.problem, free: taken })
}

/** An address as the name suggests it; empty without a name. */
const addressFrom = (name: string): string => (name.trim() ? linkFromTitle(name).slice(0, 32).replace(/-+$/, '') : '')

type Address = { slug: string; free: boolean; why?: string }

async function addressOf(ctx: Context, raw: string): Promise<Address> {
  const parsed = parseShopSlug(raw)
  if (!parsed.ok) return { slug: raw, free: false, why: parsed.reason }
  const free = (await shops.resolveShopSlug(ctx, parsed.slug)) === null
  return { slug: parsed.slug, free }
}

/** Up to three addresses like the one that is taken. Somebody may still be faster. */
async function freeNear(ctx: Context, slug: string): Promise<string[]> {
  const near = ['-shop', '-finds', '-again', '-2'].map((end) => `${slug.slice(0, 26)}${end}`)
  const looked = await Promise.all(near.map((one) => addressOf(ctx, one)))
  return looked.flatMap((one) => (one.free ? [one.slug] : [])).slice(0, 3)
}

type Shown = { fields: Record<string, string>; problem?: Problem; address?: Address; free?: readonly string[] }

const AT_FIELDS = ['name', 'slug', 'about', 'tone']

function send(ctx: Context, c: Call, viewer: Person, { fields, problem, address, free = [] }: Shown): Promise<Response> {
  const tone = fields.tone ?? 'lemon'
  const host = new URL(ctx.urls.shop('your-shop')).host.replace('your-shop', fields.slug || 'your-shop')
  return sendAppPage(ctx, c, viewer, {
    current: 'shop',
    title: 'Open a shop',
    intro: 'A name, an address, a colour. All of it can be changed later.',
    problem,
    atFields: AT_FIELDS,
    children: (
      <div class="two-sides">
        <Form class="form wide" action="/app/open-shop" viewer={viewer} island="open-shop">
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
          <div class="small" id="slug-state" role="status">
            {free.length > 0 ? <p>Free now: {free.join(', ')}</p> : null}
            {address ? <AddressState address={address} /> : null}
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
          <div class={`band tone-${tone}`}>
            <Disc />
            <Avatar name={fields.name || 'Your shop'} />
            <span class="title">{fields.name || 'Your shop'}</span>
            <span class="line">{fields.about || `By ${viewer.name}`}</span>
            <span class="small">{host}</span>
          </div>
          <p class="small quiet">This is how it stands among the other shops. Then comes your first thing: take a photo of it.</p>
        </section>
      </div>
    ),
  })
}

const AddressState = ({ address: { slug, free, why } }: { address: Address }) => (
  <Notice means={free ? 'ok' : 'bad'}>
    {free ? `${slug} is free.` : why === undefined ? `${slug} is taken.` : `This address does not work: it ${why}.`}
  </Notice>
)
