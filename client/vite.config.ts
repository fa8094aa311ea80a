import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defaultExclude, defineConfig } from 'vitest/config'
import { precompress } from './build/precompress.ts'
import { preloadTexts } from './build/preload-texts.ts'

/** A free port for the server that the tests of the screens call. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })

/**
 * The code of every first page is one file, which compresses better than twenty small ones. Code that only
 * popups and tooltips need stays out of it.
 */
const chunks = [
  {
    name: 'popup',
    test: /@floating-ui|tabbable|@salt-ds\/core\/dist-es\/(dialog|tooltip|utils\/use(FloatingUI|Prevent))/,
    priority: 3,
    includeDependenciesRecursively: false,
  },
  { name: 'start', test: /client\/src\/main\.tsx$/, priority: 2 },
  // Code that several lazy pages share. One file compresses better than many small ones. Two of them: a page of
  // somebody who is not signed in needs little more than the controls.
  {
    name: 'controls',
    // Not what needs the engine, whose code is in the other one, but for the formats of times.
    test: /engine\/src\/calendar\/(iso|trading)-|client\/src\/(auth|ui\/(?!table|advert-|totals|format\/per|text\/n))/,
    minShareCount: 2,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'shared',
    // Without the tables: otherwise the first popup would load the grid.
    test: /\/(client|contract|engine)\/src\/(?!ui\/table\/)/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
]

export default defineConfig(async () => ({
  root: import.meta.dirname,
  plugins: [react(), preloadTexts(), precompress()],
  // sockjs-client reads `global`.
  define: { global: 'globalThis' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2024',
    // Inlined fonts would be loaded with the styles, even if no text uses them.
    assetsInlineLimit: 0,
    // Every supported browser knows modulepreload.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // AG Grid is one file.
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
      // precompress takes most of the time of every build, by intention: the warning would appear at each start.
      checks: { bundlerTimings: false },
    },
  },
  server: { port: 5173, proxy: { '/api': { target: 'http://localhost:8080', ws: true } } },
  test: {
    name: 'client',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: `http://localhost:${process.env.VITEST ? await freePort() : 0}` } },
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/setup.ts',
    // Other tests of the client need no browser and run in the project 'unit'.
    include: ['{src,test,build}/**/*.test.tsx', '{src,test,build}/**/*.dom.test.ts'],
    exclude: ['**/*.long.test.tsx', ...defaultExclude],
    // Many times what a quiet machine needs: a test that takes longer on a busy one has not failed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Vitest refuses to run projects together whose numbers differ: the same as in vitest.config.ts.
    maxWorkers: availableParallelism() + 2,
    // An isolated file would load React, AG Grid and jsdom again. setup.ts gives each file a new page.
    isolate: false,
    // Tests start the server in their process. Node runs it as it is; Vite would rewrite it for a browser.
    server: { deps: { external: [/\/server\/(src|test)\//] } },
  },
}))
