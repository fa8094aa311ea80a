import '../server/compile-cache.mjs'

await import('./src/robots/main.ts')
