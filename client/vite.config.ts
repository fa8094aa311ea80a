import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // sockjs-client reads `global`.
  define: { global: 'globalThis' },
  build: { outDir: 'dist', sourcemap: false, target: 'es2024' },
  server: { port: 5173, proxy: { '/api': { target: 'http://localhost:8080', ws: true } } },
  test: {
    name: 'client',
    environment: 'jsdom',
    include: ['{src,test}/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
  },
})
