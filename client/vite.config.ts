import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { allLeftOut } from './build/left-out.ts'
import { precompress } from './build/precompress.ts'
import { preloadTexts } from './build/preload-texts.ts'
import { drawnIsStyled, saltStyles } from './build/salt-styles.ts'

/** A port that is free now, for the server that the screens' tests talk to. */
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
 * What every page begins with is one file: apart it would be twenty, each compressed by itself. What only
 * popups and tooltips need stays out of it, although the design system names both in one breath.
 */
const chunks = [
  {
    name: 'popup',
    test: /@floating-ui|tabbable|@salt-ds\/core\/dist-es\/(dialog|tooltip|utils\/use(FloatingUI|Prevent))/,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'start', test: /client\/src\/main\.tsx$/, priority: 1 },
  // What several pages behind the first one share: small, and together smaller than each by itself.
  {
    name: 'shared',
    // Not the tables: the grid would come with the first popup.
    test: /\/(client|contract|engine)\/src\/(?!ui\/table\/)/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
]

export default defineConfig(async ({ command }) => ({
  root: import.meta.dirname,
  plugins: [react(), ...allLeftOut(), drawnIsStyled(), preloadTexts(), precompress()],
  // sockjs-client reads `global`.
  define: { global: 'globalThis' },
  resolve: {
    alias:
      command === 'build'
        ? { typebox: fileURLToPath(new URL('./src/schemas-left-out.ts', import.meta.url)) }
        : {},
  },
  css: { postcss: { plugins: [saltStyles(fileURLToPath(new URL('./src', import.meta.url)))] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2024',
    // Fonts stay files: inlined, they would all come with the styles, read or not.
    assetsInlineLimit: 0,
    // Every browser that these files are made for knows it.
    modulePreload: { polyfill: false },
    // Every visitor gets what is compressed best of them, so that there is no need to tell.
    reportCompressedSize: false,
    // The grid is one file of its makers.
    chunkSizeWarningLimit: 1_000,
    // What makes the schemas of the contract: nobody misses one that is not read.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['Type', 'oneOf', 'described', 'nullable', 'call'] },
      output: { codeSplitting: { groups: chunks } },
    },
  },
  server: { port: 5173, proxy: { '/api': { target: 'http://localhost:8080', ws: true } } },
  test: {
    name: 'client',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: `http://localhost:${process.env.VITEST ? await freePort() : 0}` } },
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/setup.ts',
    include: ['{src,test,build}/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
  },
}))
