// Plain JavaScript, so that an older Node can still read it and say what to do.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(`This service runs on Node 24; this is Node ${process.versions.node}.`)
  console.error('Run "npm ci" and then "npm start": that uses the Node 24 that npm installed beside the service.')
  process.exit(1)
}
const { spawn } = await import('node:child_process')
const { existsSync } = await import('node:fs')
const { enableCompileCache, flushCompileCache } = await import('node:module')
const { pathToFileURL } = await import('node:url')
// A second start finds types stripped and code compiled: a third less to wait, 20 MB less to hold. Where the folder
// cannot be written, the start is as slow as the first one.
enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/compiled`)
const { bundleOf, mapStacks } = await import('./bundle.ts')
const main = (await fromBundle()) ?? (await fromSources())
await main(process.argv.slice(2))
// now, since a service that is killed has no later
flushCompileCache()

/** The service from its bundle, where there is one of the sources as they are; whoever wants source maps works on the sources. */
async function fromBundle() {
  if (process.execArgv.includes('--enable-source-maps')) return null
  const bundle = bundleOf()
  if (!existsSync(bundle.main)) return null
  mapStacks(bundle.folder)
  return (await import(pathToFileURL(bundle.main).href)).main
}

/** The service as it stands in its thousand files. Meanwhile the next start is made shorter. */
async function fromSources() {
  await import('./tsx.js')
  const { main } = await import('#main.ts')
  if (process.execArgv.includes('--enable-source-maps')) return main
  return async (args) => {
    await main(args)
    const making = spawn(process.execPath, [`${import.meta.dirname}/bundle.ts`], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    making.on('error', () => {})
    making.unref()
    making.channel?.unref()
  }
}
