import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Error for a data folder that cannot be used. The message says what the operator must do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

/** Error codes of faults that can disappear without a restart. Despite such a fault, the service starts and `/readyz` reports it. */
const MAY_PASS = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO'])

/**
 * Creates the data folder (`DATA_DIR`) and checks that it is writable.
 * @throws {DataFolderError} when the folder cannot be created or written.
 */
export async function prepareDataFolder(folder: string): Promise<void> {
  try {
    // Mode 711 lets the embedded database server traverse the folder without listing it. An existing folder keeps its mode.
    const made = await mkdir(folder, { recursive: true, mode: 0o711 })
    if (made !== undefined) await chmod(folder, 0o711)
    const path = join(folder, `.start-${process.pid}`)
    await writeFile(path, '')
    await rm(path, { force: true })
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (MAY_PASS.has(code)) return
    throw new DataFolderError(
      `The data folder ${folder} cannot be written: ${message}. Give this user write access, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}
