// Pages are .tsx. Node strips types by itself but does not know JSX, so esbuild transforms those files as they load.
import { registerHooks } from 'node:module'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.tsx')) return next(url, context)
    const source = readFileSync(fileURLToPath(url), 'utf8')
    const { code } = transformSync(source, {
      loader: 'tsx',
      format: 'esm',
      target: 'node24',
      jsx: 'automatic',
      jsxImportSource: 'hono/jsx',
      sourcemap: 'inline',
      sourcefile: fileURLToPath(url),
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    })
    return { format: 'module', source: code, shortCircuit: true }
  },
})
