import type { Context, Person } from '#context.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { Badge } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { call } from './calling.ts'
import { FilesField } from './files-field.tsx'
import type { Flash } from './places.ts'
import type { Listing } from './records.ts'
import type { Taken } from './taking.ts'

const ACTIONS = ['photo-add', 'photo-cover', 'photo-earlier', 'photo-later', 'photo-remove', 'photo-alt'] as const
type PhotoAction = (typeof ACTIONS)[number]
export const isPhotoAction = (action: string): action is PhotoAction => (ACTIONS as readonly string[]).includes(action)

/** Does what a button of the rail says. Errors: those of the API's photo calls. */
export async function changePhotos(ctx: Context, listing: Listing, { viewer, fields, files }: Taken): Promise<Flash> {
  const { id } = listing
  const action = fields.do as PhotoAction
  if (action === 'photo-add') {
    if (files.length === 0) throw invalid('files', 'Choose at least one photo.')
    await call(ctx, viewer, 'addPhotos', { params: { id }, files })
    return 'photos'
  }
  const photoId = fields.photo ?? ''
  if (action === 'photo-remove') {
    await call(ctx, viewer, 'removePhoto', { params: { id, photoId } })
    return 'removed'
  }
  if (action === 'photo-alt') {
    await call(ctx, viewer, 'changePhoto', { params: { id, photoId }, body: { alt: fields.alt ?? '' } })
    return 'described'
  }
  const ids = listing.photos.map((photo) => photo.id)
  await call(ctx, viewer, 'orderPhotos', { params: { id }, body: { photo_ids: moved(ids, photoId, action) } })
  return 'ordered'
}

function moved(ids: readonly string[], id: string, action: 'photo-cover' | 'photo-earlier' | 'photo-later'): string[] {
  const from = ids.indexOf(id)
  if (from === -1) throw notFound('photo')
  const to = action === 'photo-cover' ? 0 : action === 'photo-earlier' ? Math.max(0, from - 1) : Math.min(ids.length - 1, from + 1)
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** The photos in their order, each with its buttons; the first is the cover, one of one's own. */
export const PhotosRail = ({ viewer, listing: { id, photos, status } }: { viewer: Person; listing: Listing }) => (
  <section class="photos-rail" id="photos" aria-labelledby="photos-title">
    <h2 id="photos-title">Photos</h2>
    {photos.length === 0 ? <p class="quiet">None yet. The first one becomes the cover.</p> : null}
    <ol role="list" data-island="photos">
      {photos.map((photo, index) => (
        <li id={`photo-${photo.id}`}>
          <Shown photo={photo} />
          <p class="marks">
            {index === 0 ? <Badge means="ok">Cover</Badge> : null}
            {photo.source === 'web' ? <Badge>Stock picture</Badge> : null}
          </p>
          {status === 'sold' ? null : (
            <Tools viewer={viewer} listing={id} photo={photo} number={index + 1} first={index === 0} last={index === photos.length - 1} />
          )}
        </li>
      ))}
    </ol>
    {status === 'sold' ? null : (
      <Form class="stack" action={`/app/listings/${id}`} viewer={viewer} multipart label="Add photos" island="upload">
        <FilesField label="Add photos" hint="Many at once: front, back, label, every flaw." />
        <Button name="do" value="photo-add" icon="camera">
          Upload
        </Button>
      </Form>
    )}
  </section>
)

type Photo = Listing['photos'][number]

const Shown = ({ photo: { url, alt, is_video } }: { photo: Photo }) =>
  is_video ? (
    <video src={url} controls preload="metadata" aria-label={alt ?? 'Video'} />
  ) : (
    <img src={url} alt={alt ?? ''} width={240} height={300} loading="lazy" decoding="async" />
  )

type ToolsProps = { viewer: Person; listing: string; photo: Photo; number: number; first: boolean; last: boolean }

const Tools = ({ viewer, listing, photo, number, first, last }: ToolsProps) => (
  <Form action={`/app/listings/${listing}`} viewer={viewer} class="tools" label={`Photo ${number}`}>
    <input type="hidden" name="photo" value={photo.id} />
    <div class="field">
      <label for={`alt-${photo.id}`}>What photo {number} shows</label>
      <input
        class="input"
        id={`alt-${photo.id}`}
        name="alt"
        maxlength={500}
        value={photo.alt ?? ''}
        placeholder="Coat on a hanger, front"
      />
    </div>
    <div class="actions">
      <Button small name="do" value="photo-alt">
        Save words
      </Button>
      {first ? null : (
        <>
          <Button small name="do" value="photo-earlier" icon="left">
            Earlier
          </Button>
          {photo.source === 'own' && !photo.is_video ? (
            <Button small name="do" value="photo-cover">
              Make cover
            </Button>
          ) : null}
        </>
      )}
      {last ? null : (
        <Button small name="do" value="photo-later" icon="right">
          Later
        </Button>
      )}
      <Button small kind="quiet" name="do" value="photo-remove" icon="bin">
        Remove
      </Button>
    </div>
  </Form>
)
