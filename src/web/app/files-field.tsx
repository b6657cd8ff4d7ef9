/** What phones and browsers hand over as they are; naming HEIC would make some of them send it. */
const TYPES = 'image/jpeg,image/png,image/webp,image/avif,video/mp4,video/quicktime,video/webm'

type FilesProps = { label: string; hint: string; problem?: string | undefined; single?: boolean }

/** A place to choose files, many at once. */
export const FilesField = ({ label, hint, problem, single }: FilesProps) => (
  <div class="field">
    <label for="files">{label}</label>
    <input
      class="input files"
      id="files"
      name="files"
      type="file"
      accept={single ? 'image/jpeg,image/png,image/webp,image/avif' : TYPES}
      multiple={!single}
      aria-describedby="files-hint"
      aria-invalid={problem ? 'true' : undefined}
    />
    <p class="hint" id="files-hint">
      {hint}
    </p>
  </div>
)
