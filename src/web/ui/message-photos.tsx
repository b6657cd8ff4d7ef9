import { localPath } from '#web/framework/routes.ts'
import { PHOTO_TYPES } from '#web/framework/share-target.ts'
import { FilesField } from './files-field.tsx'

type Photo = { url: string }

/**
 * A message's photos, in boxes of a fixed shape, so that the page does not shift while the photos load. Each box links to the large photo.
 */
export const MessagePhotos = ({ photos, from }: { photos: readonly Photo[]; from: string }) =>
  photos.length === 0 ? null : (
    <ul class={photos.length > 1 ? 'message-photos' : 'message-photos single'} role="list">
      {photos.map(({ url }, index) => (
        <li>
          <a href={localPath(url)}>
            <img
              src={`${localPath(url)}?size=small`}
              alt={`Photo ${index + 1} of ${photos.length} from ${from}`}
              width={240}
              height={240}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  )

/** Read receipt below the last message that the other person in the conversation has read. */
export const ReadMark = () => <p class="small quiet read-mark">Read</p>

/** Input for the photos in a message. A script previews the chosen files. */
export const MessagePhotosField = ({ problem }: { problem: string | undefined }) => (
  <div class="stack" data-island="file-previews">
    <FilesField
      label="Add photos"
      hint="Up to 4 photos of at most 10 MB each. Only the two of you can see them. Our staff can see them too if one of you reports the conversation."
      accept={PHOTO_TYPES}
      problem={problem}
    />
    <ul class="file-previews" role="list" aria-label="Chosen photos" hidden />
  </div>
)
