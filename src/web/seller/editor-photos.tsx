import type { Context, Person } from '#platform/context/index.ts'
import { MAX_PHOTOS } from '#catalog/photos/index.ts'
import { invalid, notFound } from '#platform/errors/index.ts'
import { Badge, Button, FilesField, Form, Notice, RoundButton } from '#web/ui/index.ts'
import { counted } from '#web/framework/format.ts'
import { api, call, type Listing, type SentForm } from '#web/framework/page/index.ts'
import type { Thumb } from '#catalog/photos/thumbs/index.ts'

const ACTIONS = ['photo-add', 'photo-cover', 'photo-earlier', 'photo-later', 'photo-order', 'photo-remove', 'photo-alt'] as const
type PhotoAction = (typeof ACTIONS)[number]
export const isPhotoAction = (action: string): action is PhotoAction => (ACTIONS as readonly string[]).includes(action)

/** Performs an action on a listing's photos. Errors: same as the API's photo operations. */
export async function changePhotos(ctx: Context, viewer: Person, listing: Listing, { fields, files, all }: SentForm): Promise<string> {
  const { id } = listing
  const action = fields.do as PhotoAction
  const params = { id, photoId: fields.photo ?? '' }
  if (action === 'photo-add') {
    if (files.length === 0) throw invalid('files', 'Choose at least one photo.')
    await call(ctx, viewer, api.addPhotos, { params: { id }, files })
    return 'Photos added.'
  }
  if (action === 'photo-remove') {
    await call(ctx, viewer, api.removePhoto, { params })
    return 'Photo removed.'
  }
  if (action === 'photo-alt') {
    await call(ctx, viewer, api.changePhoto, { params, body: { alt: fields.alt ?? '' } })
    return 'Photo description saved.'
  }
  const ids = listing.photos.map((photo) => photo.id)
  const pending = action === 'photo-order' ? all('photo_ids') : reordered(ids, params.photoId, action)
  const first = listing.photos.find((photo) => photo.id === pending[0])
  if (first && !mayLead(first)) throw invalid('photo_ids', COVER_RULE)
  await call(ctx, viewer, api.orderPhotos, { params: { id }, body: { photo_ids: pending } })
  return 'Photo order saved.'
}

/** The first photo must be the seller's own (spec: completions 4). The script shows the same message when it moves a photo back. */
const COVER_RULE = 'The first photo is the cover. It must be your own photo, not a stock photo or a video.'

const mayLead = ({ source, is_video }: Photo): boolean => source === 'own' && !is_video

function reordered(ids: readonly string[], id: string, action: PhotoAction): string[] {
  const from = ids.indexOf(id)
  if (from === -1) throw notFound('photo')
  const to = action === 'photo-cover' ? 0 : action === 'photo-earlier' ? Math.max(0, from - 1) : Math.min(ids.length - 1, from + 1)
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

const PendingPhotos = ({ pending }: { pending: Listing['photos_wanted'] }) => {
  const failed = pending.flatMap(({ url, problem }) => (problem === null ? [] : [{ url, problem }]))
  const coming = pending.length - failed.length
  return (
    <>
      {coming > 0 ? <p role="status">{counted(coming, 'photo is', 'photos are')} loading. Reload the page to see all photos.</p> : null}
      {failed.length > 0 ? (
        <Notice means="warn">
          <strong>{counted(failed.length, 'photo')} could not be loaded. Upload the missing photos yourself.</strong>
          <ul class="outcomes" role="list">
            {failed.map(({ url, problem }) => (
              <li>
                {url}: {problem}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </>
  )
}

type RailProps = { viewer: Person; listing: Listing; thumbs: ReadonlyMap<string, Thumb> }

/** The photos in order, with their buttons. The first photo is the cover, and must be one of the seller's own. */
export const PhotosRail = ({ viewer, listing: { id, photos, photos_wanted: pending, status }, thumbs }: RailProps) => {
  const cover = photos.findIndex(mayLead)
  return (
    <section class="photos-rail" id="photos" data-step="photos" aria-labelledby="photos-title" data-island="photos" data-rule={COVER_RULE}>
      <h2 id="photos-title">Photos</h2>
      <div id="photo-list" class="photo-list">
        {photos.length === 0 ? (
          <p class="quiet">No photos yet. Show the front, back, label and every flaw. The first photo becomes the cover.</p>
        ) : (
          <p class="small quiet">
            {photos.length} of {MAX_PHOTOS}. {photos.length > 1 ? 'The first of your own photos is the cover.' : ''}
          </p>
        )}
        <PendingPhotos pending={pending} />
        <ol role="list">
          {photos.map((photo, index) => (
            <li id={`photo-${photo.id}`} data-photo={photo.id} data-leads={String(mayLead(photo))}>
              <Shown photo={photo} thumb={thumbs.get(photo.id)} />
              <p class="marks">
                {index === cover ? <Badge means="ok">Cover</Badge> : null}
                {photo.source === 'web' ? <Badge>Stock photo</Badge> : null}
                {photo.is_video ? <Badge>Video</Badge> : null}
              </p>
              {status === 'sold' ? null : (
                <Tools
                  viewer={viewer}
                  listing={id}
                  photo={photo}
                  number={index + 1}
                  first={index === 0}
                  last={index === photos.length - 1}
                />
              )}
            </li>
          ))}
        </ol>
      </div>
      {status === 'sold' ? null : (
        <>
          <ul role="list" class="uploads" id="uploads" aria-label="Uploads" hidden />
          <Form class="stack upload" action={`/app/listings/${id}`} viewer={viewer} multipart label="Add photos" island="upload">
            <FilesField label="Add photos" hint="Select several photos at once: front, back, label, every flaw." camera />
            <Button do="photo-add" icon="camera" label="Upload" />
          </Form>
        </>
      )}
    </section>
  )
}

type Photo = Listing['photos'][number]

const Shown = ({ photo: { url, alt, is_video }, thumb }: { photo: Photo; thumb: Thumb | undefined }) =>
  is_video || !thumb ? (
    <video src={url} controls preload="metadata" aria-label={alt ?? 'Video'} />
  ) : (
    <img src={thumb.src} alt={alt ?? ''} width={thumb.width} height={thumb.height} loading="lazy" decoding="async" />
  )

type ToolsProps = { viewer: Person; listing: string; photo: Photo; number: number; first: boolean; last: boolean }

const Tools = ({ viewer, listing, photo, number, first, last }: ToolsProps) => (
  <Form
    action={`/app/listings/${listing}`}
    viewer={viewer}
    class="tools"
    label={`Photo ${number}`}
    swap="photo-list"
    with={{ photo: photo.id }}
  >
    <label class="hidden-text" for={`alt-${photo.id}`}>
      Description of photo {number}
    </label>
    <input
      class="input"
      id={`alt-${photo.id}`}
      name="alt"
      maxlength={500}
      value={photo.alt ?? ''}
      placeholder="Description: front, on a hanger"
    />
    <div class="photo-buttons">
      {/* this button comes first, so that pressing Enter in the alt text field saves the alt text */}
      <Button small do="photo-alt" label="Save description" />
      {first ? null : <RoundButton icon="left" label={`Move photo ${number} left`} name="do" value="photo-earlier" />}
      {last ? null : <RoundButton icon="right" label={`Move photo ${number} right`} name="do" value="photo-later" />}
      <RoundButton icon="bin" label={`Remove photo ${number}`} name="do" value="photo-remove" />
      {!first && mayLead(photo) ? <Button small do="photo-cover" label="Make cover" /> : null}
    </div>
  </Form>
)
