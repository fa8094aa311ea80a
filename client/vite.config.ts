import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  // sockjs-client reads `global`.
  define: { global: 'globalThis' },
  resolve: {
    alias:
      command === 'build'
        ? { typebox: fileURLToPath(new URL('./src/schemas-left-out.ts', import.meta.url)) }
        : {},
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2024',
    // Fonts stay files: inlined, they would all come with the styles, read or not.
    assetsInlineLimit: 0,
  },
  server: { port: 5173, proxy: { '/api': { target: 'http://localhost:8080', ws: true } } },
  test: {
    name: 'client',
    environment: 'jsdom',
    include: ['{src,test}/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
  },
}))
