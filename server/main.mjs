// Checks the Node version before anything else: an older Node cannot read TypeScript, and says so cryptically.
import './check-node.mjs'
import { storeCompiledCode } from './compile-cache.mjs'

await import('./src/main.ts')
storeCompiledCode()
