import { FILE_TYPES, PHOTO_TYPES } from '#web/framework/share-target.ts'
import { Icon } from './icon.tsx'

type FilesProps = {
  label: string
  hint: string
  name?: string
  /** Accepted file types. Default: photos and videos, or only photos if `single` is set. */
  accept?: string
  problem?: string | undefined
  single?: boolean
  required?: boolean
  /**
   * Adds a second input that opens a phone's camera. The second input has no name, because its files would otherwise replace the chosen
   * files (spec: ux 1.6).
   */
  camera?: boolean
}

/** A tile for choosing files. Its label covers the tile, so that a click anywhere on the tile works without scripts. */
export const FilesField = ({ label, hint, name = 'files', accept, problem, single, required, camera }: FilesProps) => (
  <>
    <div class="field drop">
      <label for={name}>
        <Icon name={accept ? 'plus' : 'camera'} />
        {label}
      </label>
      <input
        class="input files"
        id={name}
        name={name}
        type="file"
        accept={accept ?? (single ? PHOTO_TYPES : FILE_TYPES)}
        multiple={!single}
        required={required}
        aria-describedby={`${name}-hint`}
        aria-invalid={problem ? 'true' : undefined}
      />
      {problem ? <p class="problem">{problem} Choose the files again.</p> : null}
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
    </div>
    {camera ? (
      <div class="field drop camera">
        <label for="camera">
          <Icon name="camera" />
          Take a photo
        </label>
        <input class="input files" id="camera" name="files" type="file" accept={PHOTO_TYPES} capture="environment" />
      </div>
    ) : null}
  </>
)
