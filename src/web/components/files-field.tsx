import { FILE_TYPES, PHOTO_TYPES } from '#web/base/share-target.ts'
import { Icon } from './icon.tsx'

type FilesProps = {
  label: string
  hint: string
  problem?: string | undefined
  single?: boolean
  /** On a phone, a second one that opens the camera: named, it would take the place of the files (ux 1.6). */
  camera?: boolean
}

/** A place to choose files, many at once. */
export const FilesField = ({ label, hint, problem, single, camera }: FilesProps) => (
  <>
    <div class="field">
      <label for="files">{label}</label>
      <input
        class="input files"
        id="files"
        name="files"
        type="file"
        accept={single ? PHOTO_TYPES : FILE_TYPES}
        multiple={!single}
        aria-describedby="files-hint"
        aria-invalid={problem ? 'true' : undefined}
      />
      <p class="hint" id="files-hint">
        {hint}
      </p>
    </div>
    {camera ? (
      <div class="field camera">
        <label for="camera">
          <Icon name="camera" />
          Take a photo
        </label>
        <input class="input files" id="camera" name="files" type="file" accept={PHOTO_TYPES} capture="environment" />
      </div>
    ) : null}
  </>
)
