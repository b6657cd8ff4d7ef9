import { researchActionText } from '#helpers/research/rules/research.ts'
import * as photos from '#catalog/photos/index.ts'
import { goTo } from '#web/framework/answer.ts'
import { Button, Check, FilesField, Form, Select, TextArea } from '#web/ui/index.ts'
import { SHARE_PATH } from '#web/framework/share-target.ts'
import { api, fieldAt, page, sendApp, served, type PageRequest, type Outcome, type Page, type SentForm } from '#web/framework/page/index.ts'
import { call, createIdempotently } from '#platform/http/call.ts'
import { shopsOf } from './shops.ts'
import { MESSAGES } from './copy.ts'

const PATH = '/app/listings/new'

/**
 * `/app/listings/new` creates a draft from photos and a short description. With scripts, photos of several items become one draft per item
 * (islands/new-listing.ts), and the script sends this form once per draft.
 */
export const newListingPage = page({ path: PATH, name: 'new-listing', files: true, form: create, show: send })

/**
 * Path that a phone's share sheet posts photos to. The service worker stores the files for the page (islands/share-intake.ts). The server
 * ignores the files, because the request has no form token.
 */
export const sharedPage: Page = {
  path: SHARE_PATH,
  mount: (app, ctx) =>
    app.post(
      SHARE_PATH,
      served(ctx, 'shared', async (c) => goTo(c, `${PATH}?shared=1`)),
    ),
}

async function create({ ctx, viewer }: PageRequest, { fields, files }: SentForm): Promise<Outcome> {
  const { shop = '', prompt = '', research, once } = fields
  // only a form without files is idempotent: the server must compare a retry with the original request, and it cannot compare files
  const submission = once && files.length === 0 ? { path: PATH, key: once, content: { shop, prompt, research: research ?? '' } } : null
  const uploaded = await photos.takeUploads(ctx, files)
  const made = await createIdempotently(ctx, viewer, submission, async (tx) => {
    const { id } = await call(tx, viewer, api.createListing, { body: { prompt, ...(shop ? { shop } : {}) } })
    if (uploaded.length > 0) await photos.addOwnPhotos(tx, viewer, id, uploaded)
    // research starts last, so that it can use the photos
    if (research === 'true') await call(tx, viewer, api.startResearch, { params: { id } })
    return id
  })
  return { to: `/app/listings/${made}`, message: MESSAGES.draft }
}

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer, typed, problem } = at
  const shops = await shopsOf(ctx, viewer)
  const providers = { model: !!ctx.providers.model, prices: !!(ctx.providers.comparables ?? ctx.providers.catalog) }
  if (shops.length === 0) return goTo(c, '/app/open-shop')
  return sendApp(at, {
    current: 'listings',
    title: 'List an item',
    intro: 'Choose all photos together. Only you can see drafts.',
    atFields: ['prompt'],
    scripts: ['editor'],
    apiCalls: [['POST /listings', { prompt: 'wool coat, size M', research: true, photo_urls: ['https://example.com/coat.jpg'] }]],
    children: (
      <Form class="form wide new-listing" action={PATH} viewer={viewer} multipart island="new-listing">
        <FilesField
          label="Photos"
          hint="Up to 24 files, including one video. JPEG, PNG, WebP or AVIF, up to 10 MB each. We remove location data. The first photo becomes the cover."
          camera
        />
        <ul role="list" class="uploads" id="uploads" aria-label="Uploads" hidden />
        <TextArea
          {...fieldAt(at, 'prompt')}
          label="Short description"
          rows={2}
          maxlength={500}
          hint="Describe the item as you would to a friend: “wool coat, size M, one button replaced”."
        />
        {shops.length > 1 ? (
          <Select
            name="shop"
            label="Shop"
            value={typed.shop ?? shops[0]!.slug}
            choices={shops.map(({ slug, name }) => ({ value: slug, label: name }))}
          />
        ) : null}
        <Check
          name="research"
          label={researchActionText(providers)}
          checked={problem ? typed.research === 'true' : providers.model || providers.prices}
        />
        <Button kind="dark" label="Create draft" />
      </Form>
    ),
  })
}
