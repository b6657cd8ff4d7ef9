// Pages are .tsx. Node strips types but does not know JSX, so esbuild transforms those files on load.
import { createHash } from 'node:crypto'
import { createRequire, registerHooks } from 'node:module'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const cacheFolder = `${import.meta.dirname}/../node_modules/.cache/tsx`
const require = createRequire(import.meta.url)

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.tsx')) return next(url, context)
    return { format: 'module', source: transformed(fileURLToPath(url)), shortCircuit: true }
  },
})

/** Returns esbuild's output for a file. The output is cached, because starting esbuild takes longer than all other startup code. */
function transformed(path) {
  const source = readFileSync(path, 'utf8')
  const options = {
    loader: 'tsx',
    format: 'esm',
    target: 'node24',
    jsx: 'automatic',
    jsxImportSource: '#jsx',
    sourcemap: 'inline',
    sourcefile: path,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  }
  const name = createHash('sha256')
    .update(JSON.stringify([require('esbuild/package.json').version, options, source]))
    .digest('hex')
  const file = `${cacheFolder}/${name}.js`
  return read(file) ?? store(file, require('esbuild').transformSync(source, options).code)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function store(file, code) {
  try {
    mkdirSync(cacheFolder, { recursive: true })
    // renamed into place, so that the write is atomic even when two processes start together
    writeFileSync(`${file}.${process.pid}`, code)
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // without a writable folder, only startup is slower
  }
  return code
}
