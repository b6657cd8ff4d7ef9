import { inTransaction, type Context, type Person } from '#context.ts'
import * as photos from '#features/photos/service.ts'
import type { App } from '#lib/http/mount.ts'
import { goTo, type Call } from '#web/answer.ts'
import { Button } from '#web/components/button.tsx'
import { Check, Select, TextArea } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { call, problemAt, tried, type Problem } from './calling.ts'
import { FilesField } from './files-field.tsx'
import { sendAppPage, shopsOf } from './frame.tsx'
import { doneAt, place } from './places.ts'
import type { Listing } from './records.ts'
import type { Taken } from './taking.ts'

/** `/app/listings/new`: many photos and a line of words become one draft. */
export const mountNewListing = (app: App, ctx: Context): void =>
  place(
    app,
    ctx,
    '/app/listings/new',
    'new-listing',
    (c, viewer) => send(ctx, c, viewer, {}),
    (c, taken) => create(ctx, c, taken),
  )

async function create(ctx: Context, c: Call, { viewer, fields, files }: Taken): Promise<Response> {
  const { shop, prompt, research } = fields
  const result = await tried(async () => {
    const uploaded = await photos.takeUploads(ctx, files)
    return inTransaction(ctx, async (tx) => {
      const draft = await call<Listing>(tx, viewer, 'createListing', { body: { prompt: prompt ?? '', ...(shop ? { shop } : {}) } })
      if (uploaded.length > 0) await photos.addPhotos(tx, viewer, draft.id, uploaded, { source: 'own', alt: null })
      // last, so that it sees the photos
      if (research === 'true') await call(tx, viewer, 'startResearch', { params: { id: draft.id } })
      return draft
    })
  })
  if ('done' in result) return doneAt(c, `/app/listings/${result.done.id}`, 'draft')
  return send(ctx, c, viewer, fields, result.problem)
}

async function send(ctx: Context, c: Call, viewer: Person, fields: Record<string, string>, problem?: Problem): Promise<Response> {
  const shops = await shopsOf(ctx, viewer)
  if (shops.length === 0) return goTo(c, '/app/open-shop')
  return sendAppPage(ctx, c, viewer, {
    current: 'listings',
    title: 'List a thing',
    intro: 'Choose all its photos at once. They become one draft, for your eyes alone.',
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
      <Form class="form wide new-listing" action="/app/listings/new" viewer={viewer} multipart island="new-listing">
        <FilesField
          label="Photos"
          hint="Up to 24, with one video. JPEG, PNG, WebP or AVIF, up to 10 MB each; places are taken out of them. The first becomes the cover."
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
          label="Look it up: what it is, and what it sells for"
          checked={problem ? fields.research === 'true' : true}
        />
        <Button kind="dark">Make the draft</Button>
      </Form>
    ),
  })
}
