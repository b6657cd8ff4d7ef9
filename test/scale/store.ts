import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { S3Options } from '#platform/storage/s3.ts'
import { freePort } from '#test/free-port.ts'
import { goTool } from '#test/contract/go-tool.ts'
import { startS3 } from '#test/fakes/s3.ts'
import { programPart, type Ears, type Part } from './part.ts'

const VERSITYGW = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'

/** Requests that the service rejects while the object store is down: photo uploads, and reads of uncached images. */
const REFUSED = /^(POST \/v1\/listings\/\{id\}\/photos|GET \/media\/\S+) 503$/

/** An object store that a test can kill. */
export type Store = Part & { options: S3Options; stop(): Promise<void> }

/** Starts a real object store: Versity's S3 gateway, which stores objects in a folder. Returns null if the gateway is not installed. */
export async function startVersity(folder: string, ears: Ears): Promise<Store | null> {
  const command = goTool(VERSITYGW)
  if (command === null) return null
  const options = { bucket: 'photos', region: 'eu-central-1', accessKeyId: 'market', secretAccessKey: 'a secret of this run' }
  const port = await freePort()
  const data = join(folder, 'objects')
  // Each subfolder of the gateway's root folder is one bucket.
  mkdirSync(join(data, options.bucket), { recursive: true })
  const endpoint = `http://127.0.0.1:${port}`
  const part = programPart(
    'object store',
    {
      command,
      args: ['--port', `127.0.0.1:${port}`, '--health', '/health', 'posix', data],
      env: { ROOT_ACCESS_KEY: options.accessKeyId, ROOT_SECRET_KEY: options.secretAccessKey, VGW_REGION: options.region },
      ready: async () => (await fetch(`${endpoint}/health`)).ok,
    },
    { ...ears, log: () => {} },
  )
  await part.start()
  return { ...part, refused: REFUSED, options: { ...options, endpoint } }
}

/** Starts a fake object store that implements S3's documented API. */
export async function startFakeStore(): Promise<Store> {
  const s3 = await startS3()
  return { name: 'object store', kill: s3.close, start: s3.open, stop: s3.close, refused: REFUSED, options: s3 }
}
