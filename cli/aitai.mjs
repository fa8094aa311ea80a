import '../server/check-node.mjs'
import '../server/compile-cache.mjs'

await import('./src/aitai.ts')
