/** Why a backup cannot be made or used, in words for who runs the tool. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
