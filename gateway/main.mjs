// Checks the Node version before anything else: an older Node cannot read TypeScript, and says so cryptically.
import '../server/check-node.mjs'

await import('./src/main.ts')
