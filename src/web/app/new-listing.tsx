import type { Context, Person } from '#platform/context.ts'
import { researchPromise } from '#domain/research.ts'
import * as photos from '#selling/photos/index.ts'
import type { App } from '#platform/http/mount.ts'
import { goTo, type Call } from '#web/answer.ts'
import { Button } from '#web/components/button.tsx'
import { Check, Select, TextArea } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { page } from '#web/page.tsx'
import { SHARE_PATH } from '#web/share-target.ts'
import { call, problemAt, tried, type Problem } from './calling.ts'
import { FilesField } from './files-field.tsx'
import { sendAppPage, shopsOf } from './frame.tsx'
import { madeOnce } from './made-once.ts'
import { doneAt, place } from './places.ts'
import type { Listing } from './records.ts'
import type { Taken } from './taking.ts'

const PATH = '/app/listings/new'

/**
 * `/app/listings/new`: many photos and a line of words become one draft. Where scripts run, photos of several things
 * become a draft each (islands/new-listing.ts), by this same form sent once for each.
 */
export function mountNewListing(app: App, ctx: Context): void {
  place(
    app,
    ctx,
    PATH,
    'new-listing',
    (c, viewer) => send(ctx, c, viewer, {}),
    (c, taken) => create(ctx, c, taken),
  )
  // A phone's share sheet posts here, from outside and so without our token: nothing is taken in. The service worker
  // keeps what is shared for the page (islands/shared.ts); where there is none yet, the page says so.
  app.post(
    SHARE_PATH,
    page(ctx, 'shared', async (c) => goTo(c, `${PATH}?shared=1`)),
  )
}

async function create(ctx: Context, c: Call, { viewer, fields, files }: Taken): Promise<Response> {
  const { shop = '', prompt = '', research, once } = fields
  // what it was made of must be known to be the same: with files it is not
  const asked = once && files.length === 0 ? { path: PATH, key: once, content: { shop, prompt, research: research ?? '' } } : null
  const result = await tried(async () => {
    const uploaded = await photos.takeUploads(ctx, files)
    return madeOnce(ctx, viewer, asked, async (tx) => {
      const { id } = await call<Listing>(tx, viewer, 'createListing', { body: { prompt, ...(shop ? { shop } : {}) } })
      if (uploaded.length > 0) await photos.addPhotos(tx, viewer, id, uploaded, { source: 'own', alt: null })
      // last, so that it sees the photos
      if (research === 'true') await call(tx, viewer, 'startResearch', { params: { id } })
      return id
    })
  })
  if ('done' in result) return doneAt(c, `/app/listings/${result.done}`, 'draft')
  return send(ctx, c, viewer, fields, result.problem)
}

async function send(ctx: Context, c: Call, viewer: Person, fields: Record<string, string>, problem?: Problem): Promise<Response> {
  const shops = await shopsOf(ctx, viewer)
  if (shops.length === 0) return goTo(c, '/app/open-shop')
  return sendAppPage(ctx, c, viewer, {
    current: 'listings',
    title: 'List a thing',
    intro: 'Choose all its photos at once. A draft is for your eyes alone.',
    problem,
    atFields: ['prompt'],
    scripts: ['editor'],
    twin: [
      {
        method: 'POST',
        path: '/listings',
        body: { prompt: 'wool coat, size M', research: true, photo_urls: ['https://example.com/coat.jpg'] },
      },
    ],
    children: (
      <Form class="form wide new-listing" action={PATH} viewer={viewer} multipart island="new-listing">
        <FilesField
          label="Photos"
          hint="Up to 24, with one video. JPEG, PNG, WebP or AVIF, up to 10 MB each; places are taken out of them. The first becomes the cover."
          camera
        />
        <ul role="list" class="uploads" id="uploads" aria-label="Uploads" hidden />
        <TextArea
          name="prompt"
          label="In a few words"
          rows={2}
          maxlength={500}
          value={fields.prompt ?? ''}
          problem={problemAt(problem, 'prompt')}
          hint="What it is, as you would tell a friend: “wool coat, size M, one button replaced”."
        />
        {shops.length > 1 ? (
          <Select
            name="shop"
            label="Shop"
            value={fields.shop ?? shops[0]!.slug}
            choices={shops.map(({ slug, name }) => ({ value: slug, label: name }))}
          />
        ) : null}
        <Check
          name="research"
          label={researchPromise({ model: !!ctx.providers.model, prices: !!(ctx.providers.comparables ?? ctx.providers.catalog) })}
          checked={problem ? fields.research === 'true' : true}
        />
        <Button kind="dark">Make the draft</Button>
      </Form>
    ),
  })
}
